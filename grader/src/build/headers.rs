//! Which header a name needs, and which headers this system cannot have.

use std::collections::BTreeSet;

/// Standard headers that some compiler's other headers include for free, with the names that come from them. What no
/// compiler gives away (`<iostream>`, `<fstream>`, `<thread>`) is not here: leaving it out is a fault everywhere.
const FREE: &[(&str, &str)] = &[
    (
        "algorithm",
        "sort stable_sort find find_if count count_if min max swap reverse shuffle random_shuffle fill copy transform \
         max_element min_element minmax_element for_each all_of any_of none_of remove remove_if unique rotate \
         binary_search lower_bound upper_bound is_sorted generate equal iter_swap clamp next_permutation replace merge",
    ),
    ("array", "array"),
    ("cassert", "assert"),
    ("cctype", "toupper tolower isdigit isalpha isalnum isspace isupper islower ispunct isprint isxdigit"),
    ("cfloat", "DBL_MAX DBL_MIN FLT_MAX FLT_MIN DBL_EPSILON FLT_EPSILON LDBL_MAX"),
    ("chrono", "chrono"),
    (
        "climits",
        "INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX LLONG_MAX LLONG_MIN ULLONG_MAX CHAR_BIT CHAR_MAX \
         CHAR_MIN SHRT_MAX SHRT_MIN SCHAR_MAX UCHAR_MAX USHRT_MAX",
    ),
    ("cmath", "sqrt pow floor ceil round fabs abs fmod trunc log log10 exp sin cos M_PI lround isnan hypot"),
    ("cstddef", "size_t ptrdiff_t NULL nullptr_t"),
    (
        "cstdint",
        "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t intptr_t INT32_MAX",
    ),
    (
        "cstdio",
        "printf scanf puts gets putchar getchar fgets sprintf snprintf sscanf fflush stdin stdout stderr EOF fprintf",
    ),
    (
        "cstdlib",
        "rand srand system exit abort atoi atof atol strtol strtod strtoul malloc calloc realloc free getenv qsort \
         RAND_MAX EXIT_SUCCESS EXIT_FAILURE atexit div",
    ),
    (
        "cstring",
        "strcmp strncmp strcpy strncpy strcat strncat strlen strchr strrchr strstr strtok memset memcpy memmove memcmp \
         strdup strcasecmp",
    ),
    ("ctime", "time time_t clock clock_t CLOCKS_PER_SEC ctime localtime gmtime strftime mktime difftime tm"),
    ("deque", "deque"),
    ("exception", "exception terminate current_exception"),
    ("functional", "function bind hash greater less plus ref"),
    ("initializer_list", "initializer_list"),
    ("iomanip", "setw setprecision setfill setbase setiosflags resetiosflags put_time get_time quoted"),
    ("iterator", "begin end back_inserter inserter ostream_iterator istream_iterator advance next prev"),
    ("limits", "numeric_limits"),
    ("list", "list"),
    ("map", "map multimap"),
    ("memory", "unique_ptr shared_ptr weak_ptr make_unique make_shared"),
    ("numeric", "accumulate iota"),
    ("optional", "optional nullopt"),
    ("ostream", "endl flush"),
    ("queue", "queue priority_queue"),
    ("set", "set multiset"),
    (
        "sstream",
        "stringstream ostringstream istringstream basic_stringstream basic_ostringstream basic_istringstream",
    ),
    ("stack", "stack"),
    ("stdexcept", "runtime_error invalid_argument out_of_range logic_error length_error domain_error"),
    ("string", "string to_string stoi stod stol stoul stof getline wstring basic_string"),
    ("string_view", "string_view"),
    ("tuple", "tuple make_tuple tie"),
    ("type_traits", "is_same enable_if decay"),
    ("unistd.h", "sleep usleep getpid isatty"),
    ("unordered_map", "unordered_map"),
    ("unordered_set", "unordered_set"),
    ("utility", "pair make_pair move forward exchange"),
    ("vector", "vector"),
];

/// The header that a name needs, if other compilers give it away.
pub(super) fn for_name(name: &str) -> Option<&'static str> {
    let has = |names: &str| names.split_whitespace().any(|known| known == name);
    FREE.iter().find(|(_, names)| has(names)).map(|(header, _)| *header)
}

/// The header as known here, if it is one that other compilers give away.
pub(super) fn free(header: &str) -> Option<&'static str> {
    FREE.iter().find(|(known, _)| *known == header).map(|(known, _)| *known)
}

/// The library's headers that programs of beginners include, and C's.
const STANDARD: &str = "algorithm array bitset cassert cctype cerrno cfloat chrono climits clocale cmath complex \
    condition_variable csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cwchar cwctype deque exception \
    filesystem forward_list fstream functional future initializer_list iomanip ios iosfwd iostream istream iterator \
    limits list locale map memory mutex new numeric optional ostream queue random ratio regex set sstream stack \
    stdexcept streambuf string string_view system_error thread tuple type_traits typeinfo unordered_map unordered_set \
    utility valarray variant vector bits/stdc++.h assert.h ctype.h errno.h float.h limits.h locale.h math.h signal.h \
    stdarg.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h time.h unistd.h wchar.h";

/// The header as known here, if it is one of this system's that need nothing before them.
pub(super) fn standard(header: &str) -> Option<&'static str> {
    STANDARD.split_whitespace().find(|known| *known == header)
}

/// What reading a header costs beside `<iostream>`, or `<string>` where there is no `<iostream>`, in milliseconds of
/// such a machine; what is not here costs next to nothing.
const WEIGHTS: [(&str, u32); 24] = [
    ("algorithm", 18),
    ("bits/stdc++.h", 700),
    ("chrono", 36),
    ("cmath", 69),
    ("complex", 80),
    ("condition_variable", 70),
    ("deque", 20),
    ("filesystem", 120),
    ("forward_list", 15),
    ("fstream", 27),
    ("functional", 130),
    ("future", 90),
    ("iomanip", 42),
    ("list", 15),
    ("map", 38),
    ("memory", 54),
    ("queue", 40),
    ("random", 145),
    ("regex", 160),
    ("set", 28),
    ("thread", 68),
    ("unordered_map", 70),
    ("unordered_set", 70),
    ("vector", 27),
];
/// The same of the headers that most others rest on: what they cost alone.
const BASES: [(&str, u32); 2] = [("iostream", 190), ("string", 110)];

/// What reading these headers costs, in milliseconds, as far as that is known.
pub(super) fn weight(headers: &BTreeSet<&'static str>) -> u32 {
    let base = BASES.iter().find(|(name, _)| headers.contains(name)).map_or(0, |(_, weight)| *weight);
    base + WEIGHTS.iter().filter(|(name, _)| headers.contains(name)).map(|(_, weight)| *weight).sum::<u32>()
}

/// Those of a set that cost something.
pub(super) fn weighty(headers: &BTreeSet<&'static str>) -> BTreeSet<&'static str> {
    let base = BASES.iter().map(|(name, _)| *name).find(|name| headers.contains(name));
    let others = WEIGHTS.iter().map(|(name, _)| *name).filter(|name| headers.contains(name));
    base.into_iter().chain(others).collect()
}

/// Headers of other systems, and of C++ newer than the compiler, in lower case; a name that ends in `/` stands for
/// all below it.
const FOREIGN: &str = "windows.h conio.h process.h dos.h graphics.h direct.h io.h winsock.h winsock2.h ws2tcpip.h \
    crtdbg.h bios.h mmsystem.h windowsx.h winbase.h winuser.h wincon.h consoleapi.h consoleapi2.h synchapi.h \
    timeapi.h shlwapi.h atlstr.h afxwin.h afx.h tlhelp32.h vcruntime.h corecrt.h intrin.h playsoundapi.h \
    xstring xutility xlocale ymath.h vcclr.h msclr/ alloc.h mem.h owl.h \
    mach/ mach-o/ libkern/ corefoundation/ applicationservices/ carbon/ \
    print format generator expected mdspan flat_map flat_set stacktrace spanstream stdfloat";

/// Whether a header is one that this system or compiler lacks.
pub(super) fn is_foreign(header: &str) -> bool {
    let header = header.replace('\\', "/").to_lowercase();
    FOREIGN
        .split_whitespace()
        .any(|known| known == header || (known.ends_with('/') && header.starts_with(known)))
}

/// Functions of Microsoft's library that need no header of their own there.
const MICROSOFT: &str = "scanf_s sscanf_s fscanf_s printf_s sprintf_s fprintf_s strcpy_s strncpy_s strcat_s strncat_s \
    strtok_s gets_s fopen_s localtime_s gmtime_s ctime_s asctime_s itoa_s _itoa _itoa_s rand_s memcpy_s memmove_s \
    _getch _getche _kbhit _putch _stricmp _strnicmp _strdup _sleep _flushall _countof _cputs _time64 _wsystem";

/// Whether a name is one of Microsoft's own.
pub(super) fn is_microsoft(name: &str) -> bool {
    MICROSOFT.split_whitespace().any(|known| known == name)
}

/// Headers that Visual Studio's templates include, and what stands in for each where it was not handed in.
pub(super) const STAND_INS: &[(&str, &str)] = &[
    ("pch.h", ""),
    ("stdafx.h", ""),
    ("framework.h", ""),
    ("targetver.h", ""),
    ("SDKDDKVer.h", ""),
    (
        "tchar.h",
        "#pragma once\ntypedef char _TCHAR;\ntypedef char TCHAR;\n#define _T(x) x\n#define _TEXT(x) x\n#define _tmain main\n",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_their_headers() {
        let cases = [
            ("INT_MAX", Some("climits")),
            ("strcmp", Some("cstring")),
            ("setw", Some("iomanip")),
            ("system", Some("cstdlib")),
            ("stringstream", Some("sstream")),
            ("cout", None),
            ("ifstream", None),
            ("getch", None),
            ("", None),
        ];
        for (name, header) in cases {
            assert_eq!(for_name(name), header, "{name}");
        }
    }

    #[test]
    fn no_name_leads_to_two_headers() {
        let mut names: Vec<&str> = FREE.iter().flat_map(|(_, names)| names.split_whitespace()).collect();
        names.sort_unstable();
        let double: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(double.is_empty(), "{double:?}");
    }

    #[test]
    fn other_systems_headers_are_known_in_any_case() {
        for header in ["windows.h", "Windows.h", "conio.h", "msclr\\x.h", "mach/mach.h", "format"] {
            assert!(is_foreign(header), "{header}");
        }
        for header in ["cards.h", "iostream", "iostream.h", "machine.h", ""] {
            assert!(!is_foreign(header), "{header}");
        }
    }
}
