//! Chance and time: fixed from outside, and otherwise as the C library has them.

use std::process::Command;

use grader::play::{Setting, Stage};
use grader::transcript::{Ending, Transcript};

use crate::programs::{Answers, by_hand, cpp, main_of, rust};

/// Programs whose output depends on chance or time in each of the ways there are.
const CHANCES: &[&str] = &[
    "cout << rand() << random();",
    "srand(7); cout << rand();",
    "srand(time(0)); cout << rand();",
    "random_device d; mt19937 g(d()); cout << g();",
    "random_device d(\"/dev/urandom\"); cout << d();",
    "random_device d(\"rdrand\"); cout << d();",
    "mt19937 g(time(nullptr)); cout << g();",
    "mt19937 g(chrono::steady_clock::now().time_since_epoch().count()); cout << g();",
    "mt19937 g(chrono::system_clock::now().time_since_epoch().count()); cout << g();",
    "cout << chrono::high_resolution_clock::now().time_since_epoch().count();",
    "cout << clock();",
    "timeval t; gettimeofday(&t, 0); cout << t.tv_usec;",
    "timespec t; timespec_get(&t, TIME_UTC); cout << t.tv_nsec;",
    "unsigned s = 5; cout << rand_r(&s) << ' ' << rand_r(&s);",
    "srand48(5); cout << drand48() << lrand48();",
    "unsigned n; getentropy(&n, sizeof n); cout << n;",
    "unsigned n; ifstream(\"/dev/urandom\").read((char*)&n, sizeof n); cout << n;",
    "unsigned n; FILE* f = fopen(\"/dev/random\", \"rb\"); fread(&n, sizeof n, 1, f); cout << n;",
    "unsigned n; int f = open(\"/dev/urandom\", O_RDONLY); read(f, &n, sizeof n); cout << n;",
    "vector<int> v(99); iota(v.begin(), v.end(), 0); shuffle(v.begin(), v.end(), default_random_engine(time(0))); for (int i : v) cout << i;",
];

#[test]
fn one_seed_gives_one_session_and_another_gives_another() {
    for chance in CHANCES {
        let program = main_of(chance);
        let first = program.seeded(1);
        assert_eq!(first.end, Ending::Exited(0), "{chance}");
        assert_eq!(first, program.seeded(1), "{chance}");
        assert_ne!(first.tail, program.seeded(2).tail, "{chance}");
    }
}

#[test]
fn addresses_and_process_numbers_are_no_source_of_chance() {
    let program = main_of(
        "int x; cout << &x << (void*)main << malloc(1) << (void*)printf << getpid() << getenv(\"HOME\");",
    );
    assert_eq!(program.seeded(1), program.seeded(2).with_seed(1));
}

trait WithSeed {
    fn with_seed(self, seed: u32) -> Self;
}

impl WithSeed for Transcript {
    fn with_seed(mut self, seed: u32) -> Self {
        self.seed = seed;
        self
    }
}

#[test]
fn rust_chance_and_time_are_fixed() {
    for body in [
        "let m: std::collections::HashMap<i32, i32> = (0..99).map(|i| (i, i)).collect(); println!(\"{:?}\", m.keys().collect::<Vec<_>>());",
        "println!(\"{:?}\", std::time::SystemTime::now());",
        "println!(\"{:?}\", std::time::Instant::now());",
        "use std::io::Read; let mut b = [0; 8]; std::fs::File::open(\"/dev/urandom\").unwrap().read_exact(&mut b).unwrap(); println!(\"{b:?}\");",
        "use std::hash::{BuildHasher, RandomState}; println!(\"{}\", RandomState::new().hash_one(1));",
    ] {
        let program = rust(&format!("fn main() {{ {body} }}"));
        let first = program.seeded(1);
        assert_eq!(first.end, Ending::Exited(0), "{body} {}", first.tail);
        assert_eq!(first, program.seeded(1), "{body}");
        assert_ne!(first.tail, program.seeded(2).tail, "{body}");
    }
}

#[test]
fn the_moment_moves_clocks_and_entropy_but_not_rand() {
    let rand = main_of("cout << rand();");
    let time = main_of("cout << time(0);");
    let device = main_of("cout << random_device()();");
    let at = |moment| Setting { moment, ..Setting::default() };
    assert_eq!(rand.with(&at(1), &[]).tail, rand.with(&at(2), &[]).tail);
    assert_ne!(time.with(&at(1), &[]).tail, time.with(&at(2), &[]).tail);
    assert_ne!(device.with(&at(1), &[]).tail, device.with(&at(2), &[]).tail);
}

#[test]
fn the_generators_are_the_c_librarys() {
    let numbers = "for (int i = 0; i < 1000; i++) cout << rand() << ' ' << random() << '\\n';\
                   srand(0); cout << rand() << '\\n'; srand(333); for (int i = 0; i < 50; i++) cout << rand() << '\\n';\
                   srand(4294967295u); cout << rand() << '\\n'; srandom(9); cout << random() << '\\n';\
                   unsigned s = 77; for (int i = 0; i < 50; i++) cout << rand_r(&s) << '\\n';\
                   cout << drand48() << '\\n'; srand48(-5); for (int i = 0; i < 50; i++) cout << drand48() << lrand48() << mrand48() << '\\n';\
                   unsigned short x[3] = {1, 2, 3}; for (int i = 0; i < 50; i++) cout << erand48(x) << nrand48(x) << jrand48(x) << '\\n';";
    let expected = by_hand(numbers);
    let program = main_of(numbers);
    assert_eq!(program.with(&Setting { seed: 333, base: 333, ..Setting::default() }, &[]).tail, expected);
    let outside = Command::new(program.path()).output().expect("a run");
    assert_eq!(String::from_utf8_lossy(&outside.stdout), expected, "outside of the sandbox nothing changes");
}

#[test]
fn a_seed_shifts_srand_and_calls_are_logged() {
    let shifted = main_of("srand(333); cout << rand(); srand(5); rand();");
    let setting = Setting { seed: 1000, base: 333, ..Setting::default() };
    let session = shifted.with(&setting, &[]);
    assert_eq!(session.tail, by_hand("srand(1000); cout << rand();"));
    assert_eq!((session.seedings, session.seeding_calls), (vec![333, 5], 2));
    let many = main_of("for (int i = 0; i < 100; i++) srand(i);").play(&[]);
    assert_eq!((many.seedings, many.seeding_calls), ((0..16).collect(), 100));
    let none = main_of("cout << rand();").with(&setting, &[]);
    assert_eq!(none.tail, by_hand("srand(668); cout << rand();"));
}

#[test]
fn rigged_values_come_first() {
    let program = main_of("srand(4); for (int i = 0; i < 4; i++) cout << rand() << ' ';");
    let session = program.with(&Setting { rigged: vec![12, 51, 7], ..Setting::default() }, &[]);
    let expected = by_hand("srand(4); cout << \"12 51 7 \" << rand() << ' ';");
    assert_eq!(session.tail, expected);
    let too_many = Setting { rigged: vec![1; 5000], ..Setting::default() };
    assert!(program.stage().play(&too_many, &mut Answers(&[])).is_err());
}

#[test]
fn a_students_own_functions_of_the_same_names_stay() {
    for source in [
        "int rand() { return 4; } int main() { printf(\"%d\", rand()); }",
        "extern \"C\" int rand() { return 4; } int main() { printf(\"%d\", rand()); }",
        "void sleep(int n) { printf(\"%d\", n); } int main() { sleep(4); }",
        "int random() { return 4; } int main() { printf(\"%d\", random()); }",
        "int random(int low, int high) { return low; } int main() { printf(\"%d\", random(4, 9)); }",
        "int time = 4; int main() { printf(\"%d\", time); }",
        "int seeded = 4, ring[5], control, shift, now, lock; int main() { printf(\"%d\", seeded); }",
        "int draw() { return 4; } int fill = 1; int mix; int pass(int x) { return x; } int main() { printf(\"%d\", pass(draw())); }",
        "extern \"C\" int poll(int x) { return x; } int main() { printf(\"%d\", poll(4)); }",
    ] {
        let session = cpp(&format!("extern \"C\" int printf(const char*, ...);\n{source}")).play(&[]);
        assert_eq!((session.tail.as_str(), session.end), ("4", Ending::Exited(0)), "{source}");
    }
}

#[test]
fn waiting_for_time_costs_none() {
    for body in [
        "sleep(3600);",
        "this_thread::sleep_for(chrono::hours(1)); this_thread::sleep_until(chrono::steady_clock::now() + chrono::hours(1)); this_thread::sleep_until(chrono::system_clock::now() + chrono::hours(1));",
        "usleep(3000000000u); timespec t{3600, 0}; nanosleep(&t, &t); clock_nanosleep(CLOCK_MONOTONIC, 0, &t, 0); poll(0, 0, 3600000); timeval v{3600, 0}; select(0, 0, 0, 0, &v);",
        "time_t t = time(0); while (time(0) < t + 60);",
        "clock_t c = clock(); while (clock() < c + 60 * CLOCKS_PER_SEC);",
        "auto t = chrono::steady_clock::now(); while (chrono::steady_clock::now() - t < chrono::minutes(1));",
    ] {
        let session =
            main_of(&format!("{body} cout << \"done\";")).limited(|limits| limits.cpu_ms = 1000).play(&[]);
        assert_eq!((session.tail.as_str(), session.end), ("done", Ending::Exited(0)), "{body}");
    }
    let slept = main_of("time_t t = time(0); sleep(5); cout << time(0) - t;").play(&[]);
    assert_eq!(slept.tail, "5");
    let asked =
        main_of("time_t t = time(0); string a; cin >> a >> a; cout << time(0) - t;").play(&["x", "y"]);
    assert_eq!(asked.tail, "2");
    let session =
        rust("fn main() { std::thread::sleep(std::time::Duration::from_secs(3600)); print!(\"done\"); }")
            .play(&[]);
    assert_eq!(session.tail, "done");
}
