// What all harnesses share, after the program's sources: how a call is contained, and how its result is told.

#include <exception>
#include <iostream>
#include <string>

namespace grader_unit {

static void flush()
{
    std::cout.flush();
    std::clog.flush();
    grader_fflush(0);
}

// Makes a call and tells of whatever comes out of it.
template <class Body> static void contained(Body body)
{
    begin();
    try {
        body();
    } catch (const std::exception &e) {
        threw(e.what());
    } catch (const std::string &text) {
        threw(text.c_str());
    } catch (const char *text) {
        threw(text ? text : "");
    } catch (...) {
        threw("an object that is no std::exception");
    }
    end();
}

// ---- Types ----

template <class A, class B> struct same { static constexpr bool value = false; };
template <class A> struct same<A, A> { static constexpr bool value = true; };

template <bool> struct only;
template <> struct only<true> { typedef int type; };

template <class T> struct bare { typedef T type; };
template <class T> struct bare<T &> : bare<T> { };
template <class T> struct bare<T &&> : bare<T> { };
template <class T> struct bare<const T> : bare<T> { };
template <class T> struct bare<volatile T> : bare<T> { };
template <class T> struct bare<const volatile T> : bare<T> { };

template <class T> struct pointee { typedef void type; };
template <class T> struct pointee<T *> { typedef typename bare<T>::type type; };

template <class T> static T &&value_of();

template <class T> struct is_text {
    template <class U>
    static auto has(U *u) -> decltype((void)(unsigned long)u->size(), static_cast<const char *>(u->data()));
    static int has(...);
    static constexpr bool value = same<decltype(has((T *)0)), const char *>::value ||
                                  same<typename pointee<T>::type, char>::value;
};

template <class T> struct is_number {
    static constexpr bool value = __is_enum(T) || same<T, bool>::value || same<T, char>::value ||
                                  same<T, signed char>::value || same<T, unsigned char>::value ||
                                  same<T, wchar_t>::value || same<T, char16_t>::value || same<T, char32_t>::value ||
                                  same<T, short>::value || same<T, unsigned short>::value || same<T, int>::value ||
                                  same<T, unsigned>::value || same<T, long>::value || same<T, unsigned long>::value ||
                                  same<T, long long>::value || same<T, unsigned long long>::value;
};

template <class T> struct is_real {
    static constexpr bool value = same<T, float>::value || same<T, double>::value || same<T, long double>::value;
};

// What a function takes first; nothing where that is not known.
template <class F> struct first_parameter { typedef void type; };
template <class R, class P, class... Q> struct first_parameter<R (*)(P, Q...)> : bare<P> { };
template <class R, class C, class P, class... Q> struct first_parameter<R (C::*)(P, Q...)> : bare<P> { };
template <class R, class C, class P, class... Q> struct first_parameter<R (C::*)(P, Q...) const> : bare<P> { };
#if __cpp_noexcept_function_type
template <class R, class P, class... Q> struct first_parameter<R (*)(P, Q...) noexcept> : bare<P> { };
template <class R, class C, class P, class... Q> struct first_parameter<R (C::*)(P, Q...) noexcept> : bare<P> { };
template <class R, class C, class P, class... Q> struct first_parameter<R (C::*)(P, Q...) const noexcept> : bare<P> { };
#endif

// ---- Results ----

// Adds a value to the reply: numbers, text, or the bytes of anything else.
template <class T> static void say(const T &value)
{
    if constexpr (is_number<T>::value) {
        put(" n");
        put_number(static_cast<long long>(value));
    } else if constexpr (is_real<T>::value) {
        if (value == (T)(long long)value)
            grader_unit::say((long long)value);
        else
            grader_unit::say(std::to_string(value));
    } else if constexpr (same<typename pointee<T>::type, char>::value) {
        unsigned long count = 0;
        while (value && value[count] && count < 4096)
            count++;
        if (value)
            put_bytes('t', value, count);
        else
            put(" v");
    } else if constexpr (is_text<T>::value) {
        put_bytes('t', value.data(), value.size() < 4096 ? value.size() : 4096);
    } else if constexpr (__is_empty(T)) {
        put(" v");
    } else {
        put_bytes('b', &value, sizeof value < 1024 ? sizeof value : 1024);
    }
}

// ---- Objects ----

template <class T> static T *make()
{
    if constexpr (__is_abstract(T))
        return 0;
    else if constexpr (__is_constructible(T))
        return new T();
    else if constexpr (__is_constructible(T, int))
        return new T(1);
    else if constexpr (__is_constructible(T, std::string))
        return new T(std::string("Sam"));
    else if constexpr (__is_constructible(T, std::string, int))
        return new T(std::string("Sam"), 1);
    else if constexpr (__is_constructible(T, int, std::string))
        return new T(1, std::string("Sam"));
    else if constexpr (__is_constructible(T, int, int))
        return new T(1, 1);
    else if constexpr (__is_aggregate(T))
        return new T{};
    else
        return 0;
}

// The one object whose members are called; it is made at its first use.
template <class T> static T &object()
{
    static T *made = make<T>();
    return *made;
}

template <class T> struct can_make {
    static constexpr bool value =
        !__is_abstract(T) &&
        (__is_constructible(T) || __is_constructible(T, int) || __is_constructible(T, std::string) ||
         __is_constructible(T, std::string, int) || __is_constructible(T, int, std::string) ||
         __is_constructible(T, int, int) || __is_aggregate(T));
};
template <> struct can_make<void> { static constexpr bool value = true; };

} // namespace grader_unit
