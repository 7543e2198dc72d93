// What the parameters of a function of the 52-card lab are for: an array of cards in whatever form the program passes
// it, a player in whatever type, and the number of cards.

#include <utility>

namespace grader_unit {

// ---- A function's type ----

template <class... P> struct list { static constexpr int size = sizeof...(P); };

template <class F> struct shape {
    typedef void result;
    typedef list<> parameters;
};
#define GRADER_SHAPE(pattern, more)                                                                                    \
    template <class R, class... P> struct shape<R (*)(P...) more> {                                                   \
        typedef R result;                                                                                              \
        typedef list<P...> parameters;                                                                                 \
    };                                                                                                                 \
    template <class R, class C, class... P> struct shape<R (C::*)(P...) more> {                                       \
        typedef R result;                                                                                              \
        typedef list<P...> parameters;                                                                                 \
    };                                                                                                                 \
    template <class R, class C, class... P> struct shape<R (C::*)(P...) const more> {                                 \
        typedef R result;                                                                                              \
        typedef list<P...> parameters;                                                                                 \
    };
GRADER_SHAPE(, )
#if __cpp_noexcept_function_type
GRADER_SHAPE(, noexcept)
#endif

template <int N, class L> struct nth { typedef void type; };
template <int N, class P, class... Q> struct nth<N, list<P, Q...> > : nth<N - 1, list<Q...> > { };
template <class P, class... Q> struct nth<0, list<P, Q...> > { typedef P type; };

// The result of a function, and the parameters a call must give: its first ones.
template <class L, class I> struct front;
template <class L, int... N> struct front<L, std::integer_sequence<int, N...> > {
    typedef list<typename nth<N, L>::type...> type;
};
template <class K> struct type_of {
    typedef shape<typename K::pointer> whole;
    typedef typename whole::result result;
    typedef typename front<typename whole::parameters, std::make_integer_sequence<int, K::taken> >::type parameters;
};

// ---- What a parameter is for ----

template <class T> struct unreferred { typedef T type; };
template <class T> struct unreferred<T &> { typedef T type; };
template <class T> struct unreferred<T &&> { typedef T type; };

// A class with numbered elements.
template <class T> struct is_container {
    template <class U>
    static auto test(U *u) -> decltype((void)(unsigned long)u->size(), (void)(*(const U *)u)[0], 'y');
    static int test(...);
    static constexpr bool value = same<decltype(test((T *)0)), char>::value;
};

// A class that may be nothing but an array of cards: it can be cut into 52 pieces.
template <class T> struct is_whole {
    template <class U> static auto test(U *) -> decltype((void)sizeof(U), (int (*)[sizeof(U) % 52 == 0 ? 1 : -1])0, 'y');
    static int test(...);
    static constexpr bool value = __is_class(T) && __is_constructible(T) && !is_container<T>::value && !is_text<T>::value &&
                                  same<decltype(test((T *)0)), char>::value;
};

// How surely a parameter is the array of cards; 0 is not at all.
template <class T> struct deckness {
    typedef typename bare<T>::type B;
    static constexpr int value = is_container<B>::value ? (is_text<B>::value ? 1 : 5) : is_whole<B>::value ? 2 : 0;
};
template <class E> struct deckness<E *> {
    static constexpr int value = is_container<typename bare<E>::type>::value ? 5 : 4;
};
template <> struct deckness<char *> { static constexpr int value = 3; };
template <> struct deckness<const char *> { static constexpr int value = 1; };
template <> struct deckness<void *> { static constexpr int value = 0; };
template <> struct deckness<const void *> { static constexpr int value = 0; };
template <class E> struct deckness<E *const> : deckness<E *> { };
template <class E, unsigned long N> struct deckness<E[N]> { static constexpr int value = 5; };
template <class E, unsigned long N> struct deckness<E (*)[N]> { static constexpr int value = 5; };
template <class T> struct deckness<T &> { static constexpr int value = deckness<T>::value; };
// A text that may be changed holds a letter for each card rather than a name.
template <> struct deckness<std::string &> { static constexpr int value = 2; };

template <class L> struct deck_place { static constexpr int value = -1, sure = 0; };
template <class P, class... Q> struct deck_place<list<P, Q...> > {
    typedef deck_place<list<Q...> > rest;
    static constexpr bool first = deckness<P>::value > 0 && deckness<P>::value >= rest::sure;
    static constexpr int value = first ? 0 : rest::value < 0 ? -1 : rest::value + 1;
    static constexpr int sure = first ? deckness<P>::value : rest::sure;
};

// How a player is told: 0 in no way that is known, 1 by a number, 2 by a text.
template <class P> struct player_kind {
    typedef typename bare<P>::type T;
    static constexpr int value = is_number<T>::value || is_real<T>::value ? 1 : is_text<T>::value ? 2 : 0;
};

// The same where players may be objects that are made: then also 3, by one of those, or a pointer to it.
template <class M> struct class_made { typedef typename M::type type; };
template <> struct class_made<void> { typedef void type; };
template <class K, class P> struct told_by {
    typedef typename bare<P>::type T;
    typedef typename class_made<typename K::made>::type C;
    static constexpr bool is_pointer = same<typename pointee<T>::type, C>::value;
    static constexpr bool is_made = !same<C, void>::value && (same<T, C>::value || is_pointer);
    static constexpr int value = player_kind<P>::value != 0 ? player_kind<P>::value : is_made ? 3 : 0;
};

} // namespace grader_unit
