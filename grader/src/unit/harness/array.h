// The array of 52 cards, whatever it is, and how it and a player are handed to a function.

namespace grader_unit {

// ---- The array ----

enum { CARDS = 52, BEFORE = 4, AFTER = 16 };

// An array between two margins, in which a program that miscounts does no harm and is seen.
template <class E, unsigned long N> struct Plain {
    E before[BEFORE];
    E cards[N];
    E after[AFTER];

    enum { is_plain = 1, least = -BEFORE };
    static constexpr unsigned long fixed = N;
    const char *start() const { return (const char *)cards; }
    int most() const { return (int)N + AFTER; }
    int size() const { return (int)N; }
    void empty() { }
    bool fill()
    {
        if constexpr (is_number<E>::value || is_real<E>::value)
            __builtin_memset((void *)cards, 1, sizeof cards);
        return is_number<E>::value || is_real<E>::value;
    }
    void copy(int slot, unsigned char *to) const
    {
        const E *from = before + BEFORE + slot;
        __builtin_memcpy(to, (const void *)from, sizeof(E));
    }
    static constexpr unsigned long bytes = sizeof(E);
};

template <class C> struct Held {
    C cards;

    enum { is_plain = 0, least = 0 };
    static constexpr unsigned long fixed = 0;
    Held() : cards() { resize(CARDS); }
    void empty() { resize(0); }
    void resize(int count)
    {
        if constexpr (same<decltype(can_resize((C *)0)), char>::value)
            cards.resize(count);
    }
    template <class U> static auto can_resize(U *u) -> decltype((void)u->resize(52), 'y');
    static int can_resize(...);
    typedef typename bare<decltype(((C *)0)->operator[](0))>::type element;
    bool fill()
    {
        if constexpr (is_number<element>::value)
            for (int i = 0; i < size(); i++)
                __builtin_memset((void *)&cards[i], 1, sizeof(element));
        return is_number<element>::value;
    }
    const char *start() const { return (const char *)&cards[0]; }
    int most() const { return (int)cards.size(); }
    int size() const { return (int)cards.size(); }
    void copy(int slot, unsigned char *to) const
    {
        if constexpr (same<decltype(((C *)0)->operator[](0)), element &>::value)
            __builtin_memcpy(to, (const void *)&cards[slot], sizeof(element));
        else
            *to = (unsigned char)(bool)cards[slot];
    }
    static constexpr unsigned long bytes = same<decltype(((C *)0)->operator[](0)), element &>::value ? sizeof(element) : 1;
};

// A class with the array in it, and nothing else.
template <class T> struct Whole {
    T cards;

    enum { is_plain = 0, least = 0 };
    static constexpr unsigned long fixed = 0;
    static constexpr unsigned long bytes = sizeof(T) / CARDS;
    Whole() : cards() { }
    void empty() { }
    bool fill() { return false; }
    const char *start() const { return (const char *)&cards; }
    int most() const { return CARDS; }
    int size() const { return CARDS; }
    void copy(int slot, unsigned char *to) const
    {
        __builtin_memcpy(to, (const char *)&cards + (unsigned long)slot * bytes, bytes);
    }
    typedef T element;
};

template <class B, bool = is_whole<B>::value> struct stored_class { typedef Held<B> type; };
template <class B> struct stored_class<B, true> { typedef Whole<B> type; };

template <class P> struct stored : stored_class<typename bare<P>::type> { };
template <class E> struct stored<E *> {
    typedef typename bare<E>::type T;
    template <class U, bool = (is_container<U>::value && !is_text<U>::value) || is_whole<U>::value> struct pick {
        typedef Plain<U, CARDS> type;
    };
    template <class U> struct pick<U, true> : stored_class<U> { };
    typedef typename pick<T>::type type;
};
template <class E> struct stored<E *const> : stored<E *> { };
template <class E, unsigned long N> struct stored<E[N]> { typedef Plain<typename bare<E>::type, N> type; };
template <class E, unsigned long N> struct stored<E (*)[N]> { typedef Plain<typename bare<E>::type, N> type; };
template <class T> struct stored<T &> : stored<T> { };

// The array as function I takes it: the one that initialises it decides for all.
template <class I> struct deck_of {
    typedef typename type_of<I>::parameters parameters;
    typedef typename stored<typename nth<deck_place<parameters>::value, parameters>::type>::type type;
};

template <class D> static D &deck()
{
    static D *made = new D();
    return *made;
}

// ---- Arguments ----

struct Player {
    bool is_text;
    long long number;
    char text[256];
};
static Player player;

static void read_player()
{
    player = Player();
    if (!skip_blanks())
        return;
    player.is_text = *at == 't';
    at++;
    if (!player.is_text) {
        player.number = number();
        return;
    }
    for (int i = 0; i < 255 && *at && *at != ' ' && at[1]; i++, at += 2) {
        int digits[2];
        for (int j = 0; j < 2; j++)
            digits[j] = at[j] <= '9' ? at[j] - '0' : at[j] - 'a' + 10;
        player.text[i] = (char)(digits[0] * 16 + digits[1]);
    }
}

// The player as a P, kept where a reference can point to.
template <class K, class P> static typename bare<P>::type &as_player()
{
    typedef typename bare<P>::type T;
    if constexpr (told_by<K, P>::value == 3) {
        if constexpr (told_by<K, P>::is_pointer) {
            static T held;
            held = K::made::who(player.number);
            return held;
        } else {
            return *K::made::who(player.number);
        }
    } else if constexpr (is_number<T>::value || is_real<T>::value) {
        static T held;
        held = static_cast<T>(player.is_text ? (long long)(unsigned char)player.text[0] : player.number);
        return held;
    } else if constexpr (same<typename pointee<T>::type, char>::value) {
        static char *text;
        static T held;
        text = player.text;
        held = text;
        return held;
    } else {
        static T held;
        held = T(player.text);
        return held;
    }
}

// Whether a D is what holds a B.
template <class B, class D> struct is_class_of { static constexpr bool value = same<Held<B>, D>::value || same<Whole<B>, D>::value; };

// The array as a P; whether there is a way is told by `has_way`.
template <class P, class D> static constexpr bool has_way()
{
    typedef typename unreferred<P>::type T;
    typedef typename bare<T>::type B;
    if constexpr (D::is_plain)
        return stored<P>::type::is_plain && stored<P>::type::bytes == D::bytes;
    else
        return is_class_of<B, D>::value || is_class_of<typename pointee<B>::type, D>::value ||
               (same<typename pointee<B>::type, typename D::element>::value && D::bytes == sizeof(typename D::element));
}

template <class P> struct as_deck {
    template <class D> static P of(D &d)
    {
        typedef typename bare<P>::type B;
        if constexpr (is_class_of<B, D>::value)
            return d.cards;
        else if constexpr (is_class_of<typename pointee<B>::type, D>::value)
            return &d.cards;
        else
            return &d.cards[0];
    }
};
template <class E> struct as_deck<E *> {
    template <class D> static E *of(D &d)
    {
        if constexpr (D::is_plain)
            return d.cards;
        else if constexpr (is_class_of<typename bare<E>::type, D>::value)
            return &d.cards;
        else
            return &d.cards[0];
    }
};
template <class E> struct as_deck<E *const> : as_deck<E *> { };
template <class E, unsigned long N> struct as_deck<E (*)[N]> {
    template <class D> static E (*of(D &d))[N] { return (E (*)[N])d.cards; }
};
template <class E, unsigned long N> struct as_deck<E (&)[N]> {
    template <class D> static E (&of(D &d))[N] { return *(E (*)[N])d.cards; }
};

template <class K, class D, int N> static decltype(auto) argument()
{
    typedef typename type_of<K>::parameters parameters;
    typedef typename nth<N, parameters>::type P;
    if constexpr (N == deck_place<parameters>::value)
        return as_deck<P>::of(deck<D>());
    else if constexpr ((K::sizes >> N & 1) != 0)
        return (typename bare<P>::type)CARDS;
    else
        return static_cast<typename unreferred<P>::type &>(as_player<K, P>());
}

template <class K, class D, int... N> static decltype(auto) call_with(std::integer_sequence<int, N...>)
{
    return K::call(argument<K, D, N>()...);
}

template <class K, class D> static decltype(auto) call_it()
{
    typedef typename type_of<K>::parameters parameters;
    return call_with<K, D>(std::make_integer_sequence<int, parameters::size>());
}

} // namespace grader_unit
