//! One student's screen.

use std::fmt::Write as _;

use anstyle::Style;

use super::evidence::{Reader, evidence};
use super::style::{BAD, FAINT, GOOD, OPEN, STRONG, paint};
use super::wrap::wrap;
use super::{harmless, harmless_line, number, span};
use crate::assignment::{RuleEntry, Status};
use crate::grade::{BUILDS_RULE, Graded, Scored, State};

/// The points, then what to mend first, then the rest: for each fault the rule in plain words, what the program did, what
/// was expected, and how to see it again. Hidden checks come last and without a name. Sentences are put into lines of `width` characters; what the program printed
/// stays as it is.
pub fn student(graded: &Graded, rules: &[RuleEntry], width: usize) -> String {
    let mut text = wrap(&headline(graded), width, "", "  ");
    let own_reason = matches!(graded.state, State::Review | State::Fault | State::NoSource);
    let reason = usize::from(own_reason).min(graded.remarks.len());
    for remark in &graded.remarks[..reason] {
        text.push_str(&told(FAINT, "why:", remark, width));
    }
    let faults = if own_reason { Vec::new() } else { faults(graded) };
    for (index, scored) in faults.iter().enumerate() {
        if index == 1 {
            let _ = writeln!(text, "\n{}", paint(STRONG, &format!("After that, {} more:", faults.len() - 1)));
        }
        let word = if index == 0 { "Fix this first" } else { "Fix" };
        text.push_str(&fault(scored, word, rules, width));
        if index == 0 {
            text.push_str(&blocked(scored, graded, width));
        }
    }
    if !own_reason {
        for scored in with(graded, Status::Review).iter().filter(|scored| scored.is_open()) {
            text.push_str(&fault(scored, "A person looks at this", rules, width));
        }
    }
    lists(&mut text, graded, width);
    for remark in &graded.remarks[reason..] {
        text.push_str(&told(FAINT, "remark, which costs nothing:", remark, width));
    }
    if let [first, _, ..] = faults.as_slice() {
        let last = format!("{}. To fix first: {}, at the top.", headline(graded), called(first));
        let _ = write!(text, "\n{}", wrap(&last, width, "", "  "));
    }
    text
}

/// What held and what was not judged, by the names of the rules.
fn lists(text: &mut String, graded: &Graded, width: usize) {
    // Of a program that was not built the fault itself says that all others wait for it.
    let is_built = !matches!(graded.state, State::NotBuilt | State::NoSource);
    let skipped = if is_built { with(graded, Status::Skipped) } else { Vec::new() };
    let mut reasons: Vec<&str> = Vec::new();
    for scored in &skipped {
        if !reasons.contains(&why(scored)) {
            reasons.push(why(scored));
        }
    }
    let (offered, asked): (Vec<_>, Vec<_>) =
        with(graded, Status::Unseen).into_iter().partition(|scored| scored.extra);
    let mut lists = list(GOOD, ("holds", "hold"), &with(graded, Status::Pass), width);
    for reason in reasons {
        let checks: Vec<&Scored> = skipped.iter().copied().filter(|scored| why(scored) == reason).collect();
        let has_points = checks.iter().any(|scored| scored.possible > 0.0);
        let what = if has_points { "could not be judged and earns nothing yet" } else { "is not asked here" };
        let many = if has_points { "could not be judged and earn nothing yet" } else { "are not asked here" };
        lists.push_str(&list(FAINT, (what, many), &checks, width));
        let reason = harmless_line(reason.trim_start_matches("Not judged: "));
        if !reason.is_empty() {
            lists.push_str(&wrap(&format!("why: {reason}"), width, "  ", "    "));
        }
    }
    let what = "never came up while your program was played: a person looks at it";
    lists.push_str(&list(OPEN, (what, what), &asked, width));
    let what = "of extra credit: not tried";
    lists.push_str(&list(FAINT, (what, what), &offered, width));
    if !lists.is_empty() {
        let _ = write!(text, "\n{lists}");
    }
}

/// A heading with the number of rules, for one and for many, and their ids below it.
fn list(style: Style, (one, many): (&str, &str), checks: &[&Scored], width: usize) -> String {
    let heading = match checks.len() {
        0 => return String::new(),
        1 => format!("1 rule {one}:"),
        count => format!("{count} rules {many}:"),
    };
    let heading = wrap(&heading, width, "", "  ");
    let (hidden, open): (Vec<&Scored>, Vec<&Scored>) = checks.iter().partition(|scored| scored.hidden);
    let mut names: Vec<String> = open.into_iter().map(|scored| called(scored).to_owned()).collect();
    match hidden.as_slice() {
        [] => {}
        [one] => names.push(called(one).to_owned()),
        some => names.push(format!("{} hidden checks", some.len())),
    }
    format!("{}\n{}", paint(style, heading.trim_end()), wrap(&names.join(", "), width, "  ", "  "))
}

/// What a rule is called: a hidden one has no name here.
fn called(scored: &Scored) -> &str {
    if scored.hidden { "a hidden check" } else { scored.check.id }
}

/// Why a rule was not judged; nothing is told of a hidden one.
fn why(scored: &Scored) -> &str {
    if scored.hidden { "" } else { &scored.check.message }
}

fn headline(graded: &Graded) -> String {
    let whose = harmless_line(&graded.whose.path);
    match graded.state {
        State::Graded => {
            let extra = if graded.extra > 0.0 {
                format!(", and {} of extra credit", number(graded.extra))
            } else {
                String::new()
            };
            let open = if graded.open > 0.0 {
                format!(" ({} are open until a person has looked)", number(graded.open))
            } else {
                String::new()
            };
            format!("{whose}: {} of {} points{extra}{open}", span(graded), number(graded.possible))
        }
        State::Review => format!("{whose}: a person must look at this"),
        State::NotBuilt => format!("{whose}: it does not compile"),
        State::NoSource => format!("{whose}: there is no source file"),
        State::Fault => format!("{whose}: the grader failed, which is not your fault"),
    }
}

/// The rules with this verdict. Hidden ones come last: their place in the spec would tell which they are.
fn with(graded: &Graded, status: Status) -> Vec<&Scored> {
    let mut checks: Vec<&Scored> =
        graded.checks.iter().filter(|scored| scored.check.status == status).collect();
    checks.sort_by_key(|scored| scored.hidden);
    checks
}

/// What failed, the one first whose mending brings the most: its own points and those of what waits for it.
fn faults(graded: &Graded) -> Vec<&Scored> {
    let mut faults = with(graded, Status::Fail);
    let worth = |scored: &Scored| {
        let waiting: f64 = waiting(scored, graded).iter().map(|other| other.possible).sum();
        scored.possible - scored.points + waiting
    };
    // Stable: of equals the one that the spec has first.
    faults.sort_by(|a, b| a.hidden.cmp(&b.hidden).then(worth(b).total_cmp(&worth(a))));
    faults
}

/// The rules that could not be judged because of this one: all where it does not compile, else those that say so.
fn waiting<'a>(scored: &Scored, graded: &'a Graded) -> Vec<&'a Scored> {
    let id = scored.check.id;
    if scored.hidden {
        return Vec::new();
    }
    let names_it =
        |message: &str| message.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == id);
    let skipped = with(graded, Status::Skipped).into_iter();
    skipped.filter(|other| id == BUILDS_RULE.id || names_it(&other.check.message)).collect()
}

/// What a fault keeps from being judged.
fn blocked(scored: &Scored, graded: &Graded, width: usize) -> String {
    let waiting: Vec<&str> = waiting(scored, graded).iter().map(|other| called(other)).collect();
    match waiting.as_slice() {
        [] => String::new(),
        [one] => wrap(&format!("until then {one} cannot be judged"), width, "  ", "    "),
        some => wrap(&format!("until then {} other rules cannot be judged", some.len()), width, "  ", "    "),
    }
}

fn fault(scored: &Scored, word: &str, rules: &[RuleEntry], width: usize) -> String {
    let check = &scored.check;
    let style = if check.status == Status::Fail { BAD } else { OPEN };
    let all = std::iter::once(&BUILDS_RULE).chain(rules);
    let title = all.into_iter().find(|rule| rule.id == check.id).map_or(check.id, |rule| rule.title);
    let worth = number(scored.possible);
    let told = if scored.hidden { "A hidden check.".to_owned() } else { format!("The rule: {title}") };
    let head = wrap(&format!("{word}, worth {worth} points. {told}"), width, "", "  ");
    let mut text = String::from("\n");
    for line in head.lines() {
        let _ = writeln!(text, "{}", paint(style, line));
    }
    if scored.hidden {
        return text;
    }
    text.push_str(&wrap(harmless(&check.message).trim(), width, "  ", "  "));
    if let Some(proof) = &check.evidence {
        text.push_str(&evidence(proof, Reader::Student, Some(width)));
    }
    if check.status == Status::Fail {
        let _ = writeln!(text, "  the whole rule: grader explain {}", check.id);
    }
    text
}

fn told(style: Style, head: &str, remark: &str, width: usize) -> String {
    let lines = wrap(&format!("{head} {}", harmless(remark).trim()), width, "", "  ");
    format!("\n{}{}", paint(style, head), &lines[head.len().min(lines.len())..])
}
