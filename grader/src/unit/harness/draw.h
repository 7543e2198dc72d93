// The casino's functions: draw_card by its exact type, and names of ranks and suits by what can be called.

namespace grader_unit {

typedef int (*DrawFree)(std::string &, int);
template <class C> struct draw_types {
    typedef int (C::*plain)(std::string &, int);
    typedef int (C::*constant)(std::string &, int) const;
};
template <> struct draw_types<void> {
    typedef void plain;
    typedef void constant;
};

// Whether the function K can be had as a T; overloads and templates are chosen from by this.
template <class K, class T> struct has { static constexpr bool value = K::template as<T>::fits; };
template <class K> struct has<K, void> { static constexpr bool value = false; };

// How a draw_card can be called: 0 not at all, 1 as it is, 2 through an object, 3 there is no way to make the object.
template <class K> static void draw_fits()
{
    typedef draw_types<typename K::owner> of;
    if (has<K, DrawFree>::value)
        tell(1);
    else if (has<K, typename of::plain>::value || has<K, typename of::constant>::value)
        tell(can_make<typename K::owner>::value ? 2 : 3);
    else
        tell(0);
}

template <class K> static void draw()
{
    typedef typename K::owner C;
    typedef draw_types<C> of;
    int total = (int)number();
    std::string card;
    if constexpr (has<K, DrawFree>::value) {
        DrawFree function = K::template as<DrawFree>::get();
        contained([&] { grader_unit::say(function(card, total)); grader_unit::say(card); });
    } else if constexpr (has<K, typename of::plain>::value && can_make<C>::value) {
        C &it = object<C>();
        auto function = K::template as<typename of::plain>::get();
        contained([&] { grader_unit::say((it.*function)(card, total)); grader_unit::say(card); });
    } else if constexpr (has<K, typename of::constant>::value && can_make<C>::value) {
        C &it = object<C>();
        auto function = K::template as<typename of::constant>::get();
        contained([&] { grader_unit::say((it.*function)(card, total)); grader_unit::say(card); });
    }
}

// A number that is an int or any enumeration, as the function asks.
struct AnyEnum {
    int value;
    template <class E, class = typename only<__is_enum(E)>::type> operator E() const { return static_cast<E>(value); }
};

struct NotCallable { };

template <class K, class N> struct named {
    template <class L, class M> static auto test(L *, M *m) -> decltype(L::call(*m));
    static NotCallable test(...);
    typedef decltype(test((K *)0, (N *)0)) result;
    static constexpr bool callable = !same<result, NotCallable>::value;
    static constexpr bool tells = is_text<typename bare<result>::type>::value;
};

// What a function is given: an int if it takes one, else an enumeration's value. A template takes everything, so the
// second is not even tried then.
template <class K, bool = named<K, int>::callable> struct given {
    typedef int type;
    static int of(int number) { return number; }
};
template <class K> struct given<K, false> {
    typedef AnyEnum type;
    static AnyEnum of(int number) { return {number}; }
};

// How a function that names a rank or suit can be called: 0 not with a number, 1 it can, 2 it returns no text, 3 there
// is no way to make its object.
template <class K> static void name_fits()
{
    typedef named<K, typename given<K>::type> way;
    // A character is no number, though the language converts the one to the other.
    if (!way::callable || same<typename first_parameter<typename K::pointer>::type, char>::value)
        tell(0);
    else if (!can_make<typename K::owner>::value)
        tell(3);
    else
        tell(way::tells ? 1 : 2);
}

template <class K> static void name()
{
    typedef typename K::owner C;
    typedef named<K, typename given<K>::type> way;
    auto argument = given<K>::of((int)number());
    if constexpr (can_make<C>::value && way::callable && way::tells) {
        if constexpr (!same<C, void>::value)
            object<C>();
        contained([&] { grader_unit::say(K::call(argument)); });
    }
}

} // namespace grader_unit
