// The functions of the 52-card lab: what a call returns, and what it changed in the array.
//
// A process plays one game: there is one array, as there is in the program.

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
    int most() const { return (int)N + AFTER; }
    int size() const { return (int)N; }
    void empty() { }
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

template <class P> struct stored { typedef Held<typename bare<P>::type> type; };
template <class E> struct stored<E *> {
    typedef typename bare<E>::type T;
    template <class U, bool = is_container<U>::value && !is_text<U>::value> struct pick { typedef Plain<U, CARDS> type; };
    template <class U> struct pick<U, true> { typedef Held<U> type; };
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
template <class P> static typename bare<P>::type &as_player()
{
    typedef typename bare<P>::type T;
    if constexpr (is_number<T>::value || is_real<T>::value) {
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

// The array as a P; whether there is a way is told by `has_way`.
template <class P, class D> static constexpr bool has_way()
{
    typedef typename unreferred<P>::type T;
    typedef typename bare<T>::type B;
    if constexpr (D::is_plain)
        return stored<P>::type::is_plain && stored<P>::type::bytes == D::bytes;
    else
        return same<Held<B>, D>::value || same<Held<typename pointee<B>::type>, D>::value ||
               (same<typename pointee<B>::type, typename D::element>::value && D::bytes == sizeof(typename D::element));
}

template <class P> struct as_deck {
    template <class D> static P of(D &d)
    {
        typedef typename bare<P>::type B;
        if constexpr (same<Held<B>, D>::value)
            return d.cards;
        else if constexpr (same<Held<typename pointee<B>::type>, D>::value)
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
        else if constexpr (same<Held<typename bare<E>::type>, D>::value)
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
        return static_cast<typename unreferred<P>::type &>(as_player<P>());
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

// ---- What changed ----

static unsigned char *seen_before;

template <class D> static void remember()
{
    D &d = deck<D>();
    int count = d.most() - (int)D::least;
    delete[] seen_before;
    seen_before = new unsigned char[(unsigned long)count * D::bytes + 1];
    for (int slot = D::least; slot < d.most(); slot++)
        d.copy(slot, seen_before + (unsigned long)(slot - D::least) * D::bytes);
}

// Adds each element that is not as it was: its index, its bytes before and after.
template <class D> static void say_changes(int most_before)
{
    D &d = deck<D>();
    for (int slot = D::least; slot < d.most() && slot < most_before; slot++) {
        unsigned char now[D::bytes];
        d.copy(slot, now);
        unsigned char *before = seen_before + (unsigned long)(slot - D::least) * D::bytes;
        if (__builtin_memcmp(now, before, D::bytes) == 0)
            continue;
        put(" n");
        put_number(slot);
        put_bytes('b', before, D::bytes < 256 ? D::bytes : 256);
        put_bytes('b', now, D::bytes < 256 ? D::bytes : 256);
    }
}

// ---- Commands ----

// The number of parameters that tell a player.
template <class K, class L> struct players_of;
template <class K, class... P> struct players_of<K, list<P...> > {
    template <int... N> static constexpr int count(std::integer_sequence<int, N...>)
    {
        return (0 + ... + (N != deck_place<list<P...> >::value && !(K::sizes >> N & 1) ? 1 : 0));
    }
    template <int... N> static constexpr bool are_known(std::integer_sequence<int, N...>)
    {
        return (true && ... && (N == deck_place<list<P...> >::value || player_kind<P>::value != 0));
    }
    typedef std::make_integer_sequence<int, sizeof...(P)> all;
    static constexpr int value = count(all());
    static constexpr bool known = are_known(all());
};

template <class K> struct player_type {
    typedef typename type_of<K>::parameters parameters;
    template <int N> static constexpr int kind()
    {
        if constexpr (N >= parameters::size)
            return 0;
        else if constexpr (N != deck_place<parameters>::value && !(K::sizes >> N & 1))
            return player_kind<typename nth<N, parameters>::type>::value;
        else
            return kind<N + 1>();
    }
    static constexpr int value = kind<0>();
};

// Whether a function of the array can be called: 1 it can, 0 it takes no array of cards, 2 its other parameters are
// unclear, 3 there is no way to make its object, 4 it takes another array than the one that initialises it. Then the
// kind of its player, and of its result: 0 none, 1 a number, 2 a text, 3 an object, 4 a pointer or reference.
template <class K, class I> struct deck_way {
    typedef typename type_of<K>::parameters parameters;
    typedef typename type_of<K>::result result;
    static constexpr int place = deck_place<parameters>::value;
    static constexpr int compute()
    {
        if constexpr (place < 0 || deck_place<typename type_of<I>::parameters>::value < 0)
            return 0;
        else if constexpr (deck_of<I>::type::fixed != 0 && (deck_of<I>::type::fixed < CARDS || deck_of<I>::type::fixed > 64))
            // A row of a table.
            return 0;
        else if constexpr (players_of<K, parameters>::value != K::players || !players_of<K, parameters>::known)
            return 2;
        else if constexpr (!can_make<typename K::owner>::value)
            return 3;
        else if constexpr (!has_way<typename nth<place, parameters>::type, typename deck_of<I>::type>())
            return 4;
        else
            return 1;
    }
    static constexpr int value = compute();
    typedef typename bare<result>::type R;
    static constexpr int kind = same<result, void>::value ? 0
                                : is_number<R>::value || is_real<R>::value ? 1
                                : is_text<R>::value ? 2
                                : same<R, result>::value && same<typename pointee<R>::type, void>::value ? 3 : 4;
};

template <class K, class I> static void deck_fits()
{
    typedef deck_way<K, I> way;
    open_frame("done");
    put(" n");
    put_number(way::value);
    put(" n");
    put_number(player_type<K>::value);
    put(" n");
    put_number(way::kind);
    close_frame();
}

// Calls a function of the array and tells its result, then what it changed.
template <class K, class I> static void deck_call()
{
    typedef deck_way<K, I> way;
    if constexpr (way::value == 1) {
        typedef typename deck_of<I>::type D;
        read_player();
        if constexpr (!same<typename K::owner, void>::value)
            object<typename K::owner>();
        remember<D>();
        int most = deck<D>().most();
        contained([&] {
            if constexpr (way::kind == 0) {
                call_it<K, D>();
                put(" v");
            } else if constexpr (way::kind == 4) {
                auto &&told = call_it<K, D>();
                const char *there;
                if constexpr (same<typename pointee<typename way::R>::type, void>::value)
                    there = (const char *)&told;
                else
                    there = (const char *)told;
                long long offset = there - (const char *)&deck<D>().cards[0];
                if (offset >= 0 && offset < (long long)(CARDS * D::bytes))
                    grader_unit::say(offset / (long long)D::bytes);
                else
                    put(" v");
            } else {
                grader_unit::say(call_it<K, D>());
            }
            say_changes<D>(most);
        });
    }
}

// How many cards the array has; an array that grows may have been meant to start empty.
template <class K, class I> static void deck_size()
{
    if constexpr (deck_way<I, I>::value == 1)
        tell(deck<typename deck_of<I>::type>().size());
    else
        tell(0);
}

template <class K, class I> static void deck_empty()
{
    if constexpr (deck_way<I, I>::value == 1)
        deck<typename deck_of<I>::type>().empty();
    tell(0);
}

// ---- Random numbers ----

template <class K> struct random_way {
    typedef typename type_of<K>::parameters parameters;
    typedef typename type_of<K>::result result;
    typedef typename bare<result>::type R;
    template <class P> struct is_bound {
        typedef typename bare<P>::type T;
        static constexpr bool value = (is_number<T>::value && !__is_enum(T)) || is_real<T>::value;
    };
    static constexpr int compute()
    {
        if constexpr (parameters::size != 2 || !(is_number<R>::value || is_real<R>::value))
            return 2;
        else if constexpr (!is_bound<typename nth<0, parameters>::type>::value ||
                           !is_bound<typename nth<1, parameters>::type>::value)
            return 2;
        else
            return can_make<typename K::owner>::value ? 1 : 3;
    }
    static constexpr int value = compute();
};

template <class K, class I> static void random_fits() { tell(random_way<K>::value); }

// Draws so many numbers and tells the least and the greatest, and those that repeat the one before.
template <class K, class I> static void random_call()
{
    if constexpr (random_way<K>::value == 1) {
        typedef typename type_of<K>::parameters parameters;
        typedef typename bare<typename nth<0, parameters>::type>::type A;
        typedef typename bare<typename nth<1, parameters>::type>::type B;
        long long first = number(), second = number(), count = number();
        if constexpr (!same<typename K::owner, void>::value)
            object<typename K::owner>();
        contained([&] {
            long long least = 0, greatest = 0, repeats = 0, last = 0;
            for (long long i = 0; i < count; i++) {
                A a = (A)first;
                B b = (B)second;
                long long drawn = (long long)K::call(a, b);
                least = i == 0 || drawn < least ? drawn : least;
                greatest = i == 0 || drawn > greatest ? drawn : greatest;
                repeats += i > 0 && drawn == last;
                last = drawn;
            }
            grader_unit::say(least);
            grader_unit::say(greatest);
            grader_unit::say(repeats);
        });
    }
}

} // namespace grader_unit
