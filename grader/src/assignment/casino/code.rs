//! What the source shows of `seed-333` and play may not: `srand` called again before any card is drawn.

use super::super::{Check, Evidence, Status, Task};
use crate::play::PlayError;
use crate::source::{Call, Code, Place};

/// The rule.
const SEED_333: &str = "seed-333";

/// Lets the source have its say where play found nothing wrong with the seed.
pub(super) fn judge_seed(task: &mut Task<'_>, checks: &mut [Check]) -> Result<(), PlayError> {
    let Some(check) = checks.iter_mut().find(|check| check.id == SEED_333) else { return Ok(()) };
    let held = matches!(check.status, Status::Pass | Status::Unseen);
    if !held || !task.sources.iter().any(|(_, text)| text.contains("srand")) {
        return Ok(());
    }
    // A source that cannot be read leaves the rule to play.
    let Ok(code) = task.code()? else { return Ok(()) };
    if let Some((message, evidence)) = seeded_again(&code) {
        check.status = Status::Fail;
        check.seen = check.seen.max(1);
        check.broken = 1;
        check.message = message;
        check.evidence = Some(evidence);
    }
    Ok(())
}

/// Where a program calls `srand` a second time for certain, if it does.
fn seeded_again(code: &Code) -> Option<(String, Evidence)> {
    if code.functions().iter().any(|one| one.name == "srand") {
        return None;
    }
    let calls: Vec<(&Call, u32)> = code
        .calls()
        .iter()
        .filter(|call| call.callee == "srand")
        .map(|call| (call, code.runs(call)))
        .filter(|(_, runs)| *runs > 0)
        .collect();
    if let Some((call, _)) = calls.iter().find(|(_, runs)| *runs > 1) {
        let within = call.function.map_or("", |at| &code.functions()[at].name);
        let message = format!(
            "srand is called again and again (in `{within}`, {}:{}); the handout asks for srand(333) once, at the start.",
            call.file, call.line
        );
        return Some((message, evidence(code, call)));
    }
    let [(first, _), (second, _), ..] = calls.as_slice() else { return None };
    let message = format!(
        "srand is called {} times, at {}:{} and at {}:{}; the handout asks for srand(333) exactly once.",
        calls.len(),
        first.file,
        first.line,
        second.file,
        second.line
    );
    Some((message, evidence(code, second)))
}

fn evidence(code: &Code, call: &Call) -> Evidence {
    let excerpt = code.line(Place { file: &call.file, line: call.line }).to_owned();
    Evidence::Source { file: call.file.clone(), line: call.line, excerpt }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Preprocessed;

    fn found(text: &str) -> Option<String> {
        let unit = Preprocessed { path: "main.cpp".to_owned(), text: format!("# 1 \"main.cpp\"\n{text}") };
        let code = Code::parse(&[unit], &[("main.cpp".to_owned(), text.to_owned())]).expect("it can be read");
        seeded_again(&code).map(|(message, _)| message)
    }

    #[test]
    fn one_call_at_most_is_left_to_play() {
        let cases = [
            "int main() { srand(333); play(); }",
            "const int SEED = 333; int main() { std::srand(static_cast<unsigned>(SEED)); }",
            "int main() { while (again) { play(); } }",
            "int draw_card() { static bool seeded = false; if (!seeded) { srand(333); seeded = true; } return rand(); } int main() { draw_card(); draw_card(); }",
            "int draw_card() { static bool first = (srand(333), true); return rand(); } int main() { draw_card(); }",
            "int main(int n, char **) { if (n > 1) srand(atoi(\"1\")); else srand(333); }",
            "void debug() { srand(1); } int main() { srand(333); }",
            "int main() { srand(333); if (false) { srand(1); } }",
            "int main() { do { srand(333); } while (false); }",
            "int main() { while (true) { srand(333); play(); break; } }",
            "int main() { for (srand(333); again(); ) play(); }",
            "struct Game { Game() { srand(333); } }; int main() { Game game; }",
            "struct Game { Game() { srand(333); } Game(int x) { } }; int main() { srand(333); Game game(3); }",
            "struct Game { Game() { srand(333); } }; Game one(); void f(Game &game) { } int main() { srand(333); Game *game = 0; }",
            "void seed() { srand(333); } int main() { seed(); // srand(333);\n }",
            "void srand(int x) { } int main() { srand(1); srand(2); }",
            "void a() { b(); } void b() { srand(333); a(); } int main() { }",
        ];
        for text in cases {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn a_second_call_is_found() {
        let cases = [
            ("int main() { srand(333);\n srand(333); play(); }", "2 times, at main.cpp:1 and at main.cpp:2"),
            ("int main() { srand(time(0)); srand(333); }", "2 times"),
            ("void play() { srand(333); } int main() { srand(333); play(); }", "2 times"),
            ("int main() { do { srand(333); play(); } while (again); }", "in `main`"),
            ("int main() { for (int i = 0; i < 5; i++) srand(333); }", "again and again"),
            (
                "int draw_card() { srand(333); return rand(); } int main() { draw_card(); draw_card(); }",
                "in `draw_card`",
            ),
            (
                "int draw_card() { srand(333); return rand(); } int main() { while (more()) if (hit()) draw_card(); draw_card(); draw_card(); }",
                "in `draw_card`",
            ),
            ("void play() { srand(333); } int main() { while (more()) { play(); } }", "in `play`"),
            (
                "class Game { public: Game() { srand(333); } }; int main() { srand(333); Game game; }",
                "2 times",
            ),
            (
                "struct Game { Game(); }; Game::Game() { srand(333); } int main() { srand(333); while (again()) { Game game(3); } }",
                "again and again",
            ),
            ("int x = (srand(1), 0); int main() { srand(333); }", "2 times"),
        ];
        for (text, says) in cases {
            let said = found(text).unwrap_or_default();
            assert!(said.contains(says), "{text}: {said}");
        }
    }
}
