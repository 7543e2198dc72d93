// The functions of the 52-card lab: what a call returns, and what it changed in the array.
//
// A process plays one game: there is one array, as there is in the program.

namespace grader_unit {

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
        return (true && ... && (N == deck_place<list<P...> >::value || told_by<K, P>::value != 0));
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
            return told_by<K, typename nth<N, parameters>::type>::value;
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
                long long offset = there - deck<D>().start();
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

// Gives each element another value than it had, where that is safe: what an initialisation leaves alone is then seen.
template <class K, class I> static void deck_fill()
{
    if constexpr (deck_way<I, I>::value == 1)
        tell(deck<typename deck_of<I>::type>().fill());
    else
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
