//! Text that would act on a terminal, on a browser, on a spreadsheet, or on the reader.

use std::process::Command;

use crate::class::{Class, LEGAL, USUAL, acts};

/// Clears the screen, colours, conceals, writes to the clipboard, links, and turns text around.
const NASTY: &str = "\u{1b}[2J\u{1b}[8m\u{1b}]52;c;cm0gLXJm\u{7}\u{1b}]8;;http://x\u{1b}\\\u{9b}31m\u{9d}0;x\u{9c}\r\u{8}\u{7f}\
                     \u{202e}elif\u{2066}\u{200b}\u{feff}\u{ad}\u{61c}\u{e0041}<script>alert(1)</script>=cmd|'/C calc'!A0";

/// The same as C++ writes it in a string.
fn escaped() -> String {
    NASTY.bytes().map(|byte| format!("\\{byte:03o}")).collect::<Vec<_>>().concat()
}

fn class() -> Class {
    let class = Class::new();
    class.innocents();
    let nasty = escaped();
    let says = |place: &str, code: &str| LEGAL.replace(place, code);
    let put = |student: &str, text: &str| class.hand_in(student, &[("main.cpp", text.as_bytes())]);
    let middle = "/* in the middle of a round */";
    put("crashes", &says(middle, &format!("cout << \"{nasty}\" << endl; abort();")));
    put("floods", &says(middle, &format!("for (;;) cout << \"{nasty}\";")));
    put("questions", &LEGAL.replace("Enter bet:", &format!("{nasty} ?")));
    put("cards", &LEGAL.replace("\"Ace\"", &format!("\"Ace{nasty}\"")));
    put("only says", &format!("#include <cstdio>\nint main() {{ puts(\"{nasty}\"); return 3; }}\n"));
    put("error", &format!("#error {NASTY}\n{LEGAL}"));
    put("assertion", &format!("static_assert(false, \"a\\nzz innocent  14\\n{NASTY}\");\n{LEGAL}"));
    put("warning", &format!("#warning {}\n{LEGAL}", NASTY.replace('\r', "")));
    put("identifier", &format!("int \u{202e}x = y\u{200b}z;\n{LEGAL}"));
    put("include", &format!("#include \"{}\"\n{LEGAL}", NASTY.replace(['"', '\r'], "")));
    put("undefined", &format!("void f() asm(\"{nasty}\");\n{}", says("/* at the start */", "f();")));
    odd_names(&class);
    let manifest = "[package]\nname = \"x\"\nversion = \"0.1.0\"\n";
    let toml = "\\u001b[2J\\u009b\\u202e\\nzz innocent  14";
    let cargo = [
        (
            "bins",
            format!(
                "{manifest}[[bin]]\nname = \"a{toml}\"\npath = \"a\"\n[[bin]]\nname = \"b{toml}\"\npath = \"b\"\n"
            ),
        ),
        ("keys", format!("{manifest}\"{toml}\" = 1\n\"{toml}\" = 1\n")),
        ("crates", format!("{manifest}[dependencies]\n\"{toml}\" = {{ path = \"{toml}\" }}\n")),
        ("edition", format!("{manifest}edition = \"{toml}\"\n")),
    ];
    for (student, text) in &cargo {
        class.hand_in(student, &[("Cargo.toml", text.as_bytes()), ("src/main.rs", b"fn main() {}")]);
    }
    let error = format!("compile_error!(\"{}\");\nfn main() {{}}\n", NASTY.replace('\\', ""));
    class.hand_in("rust", &[("main.rs", error.as_bytes())]);
    class
}

/// Students, files and strays with such names.
fn odd_names(class: &Class) {
    let name = NASTY.replace('/', "").chars().take(60).collect::<String>();
    class.hand_in(&name, &[("main.cpp", LEGAL.as_bytes())]);
    class.hand_in(format!("{name}2"), &[(format!("{name}.cpp"), format!("#error\n{LEGAL}").as_bytes())]);
    class.hand_in(format!("{name}3"), &[(format!("{name}.txt"), b"x")]);
    class.hand_in(
        format!("{name}4"),
        &[
            (format!("{name}.cpp"), LEGAL.as_bytes()),
            (format!("{name}2.cpp"), format!("{LEGAL}//").as_bytes()),
        ],
    );
    // Beside the students, so that the class's own remarks name it.
    std::fs::write(class.folder().join(format!("{name}.doc")), "x").expect("a file");
    std::os::unix::fs::symlink("/", class.folder().join(format!("{name}.link"))).expect("a link");
}

#[test]
fn no_text_of_a_hand_in_acts_on_its_reader() {
    let class = class();
    let judged = class.judge(USUAL);
    judged.fails("crashes", &["exits-cleanly"]);
    judged.is("error", "not-built", "#error");
    judged.is_full("warning");
    assert!(judged.errors.contains("was not followed"), "the class's remarks are shown: {}", judged.errors);
    let forged =
        judged.human.lines().chain(judged.errors.lines()).filter(|line| line.starts_with("zz innocent"));
    assert_eq!(forged.count(), 1, "{}", judged.human);
    // One student's own screens.
    for student in ["crashes", "error", "only says", "bins", "questions"] {
        for command in [&["verify"][..], &["play", "--answers", "50,n,n"]] {
            let mut grader = class.command(USUAL);
            grader.args(command).args([student, "-a", "casino"]);
            if command[0] == "verify" {
                grader.args(["--specs", "../specs"]);
            }
            let output = grader.output().expect("the command runs");
            shows_nothing_raw(&output.stdout);
            shows_nothing_raw(&output.stderr);
        }
    }
    let missing =
        class.command(USUAL).args(["check", &format!("no{NASTY}")]).output().expect("the command runs");
    assert_eq!(missing.status.code(), Some(2));
    shows_nothing_raw(&missing.stderr);
}

/// The same on a terminal, where there is progress as well.
#[test]
fn progress_on_a_terminal_shows_no_text_raw() {
    let class = Class::new();
    odd_names(&class);
    let usual = class.command(USUAL);
    let line =
        format!("{:?} check . -a casino --only builds --seeds 1 -j 1 -o ../grades", usual.get_program());
    let mut script = Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).current_dir(class.folder());
    script.env("TMPDIR", class.home().join("tmp")).env("TERM", "xterm");
    let Ok(output) = script.output() else {
        eprintln!("`script` is not here, so there is no terminal to look at");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("graded"), "{said}");
    // Clearing lines and hiding the cursor is the bar's own business; what hand-ins say is not.
    for bad in [
        "\u{1b}[2J",
        "\u{1b}[8m",
        "\u{1b}]",
        "\u{9b}",
        "\u{9d}",
        "\u{7}",
        "\u{8}",
        "\u{202e}",
        "\u{200b}",
        "\u{e0041}",
    ] {
        assert!(!said.contains(bad), "{bad:?} in {said:?}");
    }
}

fn shows_nothing_raw(bytes: &[u8]) {
    let text = String::from_utf8(bytes.to_vec()).expect("reports are text");
    let styles = ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[31m", "\u{1b}[32m", "\u{1b}[33m"];
    let plain = styles.iter().fold(text, |text, style| text.replace(style, ""));
    assert!(!plain.chars().any(|c| acts(c) && c != '\t'), "{plain:?}");
}
