//! The proof of a verdict on a page.

use maud::{Markup, html};

use super::Audience;
use super::text::{Block, Line, name, sentence};
use crate::grade::EvidenceEntry;

/// What shows that the verdict is right, and how to see it again.
pub(super) fn proof(evidence: &EvidenceEntry, audience: Audience) -> Markup {
    match evidence {
        EvidenceEntry::Play { seed, player, answers, excerpt, expected, at_home, replay, diff } => html! {
            (asked(expected))
            (transcript(excerpt))
            @if !diff.is_empty() {
                p.cap { "Against the published run: " del { "missing" } ", " ins { "added" } ", ‹typed›" }
                (words(diff))
            }
            dl.facts {
                dt { "Seed" } dd { code { (seed) } }
                dt { "Answers" } dd { (typed(answers)) }
                @if audience == Audience::Teacher { dt { "Found by" } dd { "a player who " (Line(player)) } }
            }
            @if audience == Audience::Student && *at_home {
                p.again {
                    @if answers.is_empty() { "To see it: run your program." }
                    @else { "To see it: run your program and type these answers, one at each question." }
                    " (On Linux; the rand() of other systems deals other cards.)"
                }
            } @else {
                (command("To see it again", replay))
            }
        },
        EvidenceEntry::Call { function, arguments, result, expected, replay } => html! {
            dl.facts {
                dt { "Call" } dd { code { (Line(function)) "(" (Line(arguments)) ")" } }
                dt { "Result" } dd { (sentence(result)) }
            }
            (asked(expected))
            @if !replay.is_empty() { (command("To see it, put this into your main", replay)) }
        },
        EvidenceEntry::Source { file, line, excerpt } => html! {
            p.place { (name(file)) ", line " (line) }
            pre.source tabindex="0" { (Block(excerpt.trim_end())) }
        },
    }
}

fn asked(expected: &str) -> Markup {
    html! { @if !expected.is_empty() { p.expected { b { "Expected: " } (sentence(expected)) } } }
}

fn typed(answers: &[String]) -> Markup {
    html! {
        @if answers.is_empty() { "none" }
        @for (index, answer) in answers.iter().enumerate() {
            @if index > 0 { " " }
            @if answer.is_empty() { kbd.key { "Enter" } } @else { kbd { (Line(answer)) } }
        }
    }
}

/// A command or lines of code, to be copied.
fn command(what: &str, text: &str) -> Markup {
    html! {
        div.again {
            span.cap { (what) }
            div.copy { pre tabindex="0" { code { (Block(text)) } } }
        }
    }
}

/// A line of a transcript as the results hold it.
#[derive(Debug, PartialEq, Eq)]
enum Shown<'a> {
    /// What was typed.
    Typed(&'a str),
    /// What the program printed, and the grader's note beside it.
    Said(&'a str, Option<&'a str>),
    /// Where lines are left out.
    Gap(&'a str),
}

/// What the program printed stands behind two blanks, so that it cannot look like an answer; and a line of its own that
/// looks like one with a note, or like a gap, has a real note behind it.
fn shown(line: &str) -> Shown<'_> {
    if let Some(answer) = line.strip_prefix('>') {
        return Shown::Typed(answer.trim_start());
    }
    let said = line.strip_prefix("  ").unwrap_or(line);
    match said.rsplit_once("  <- ") {
        Some((said, note)) => Shown::Said(said.trim_end(), Some(note)),
        None if said.starts_with("[… ") && said.ends_with(" lines …]") => Shown::Gap(said),
        None => Shown::Said(said, None),
    }
}

/// A session: the program's words plain, answers bold behind `>`, notes of the grader's in italics behind an arrow.
pub(super) fn transcript(excerpt: &str) -> Markup {
    html! {
        pre.play tabindex="0" {
            @for line in excerpt.lines() {
                @match shown(line) {
                    Shown::Typed(answer) => {
                        b.typed { span.sr { "typed: " } @if answer.is_empty() { i { "(Enter)" } } @else { (Line(answer)) } }
                    }
                    Shown::Said(said, note) => {
                        span.said { (Line(said)) }
                        @if let Some(note) = note { em.note { span.sr { " grader’s note: " } (Line(note)) } }
                    }
                    Shown::Gap(gap) => { em.gap { (Line(gap)) } }
                }
                "\n"
            }
        }
    }
}

/// A diff of words: what is missing struck through, what was added underlined.
pub(super) fn words(diff: &str) -> Markup {
    html! {
        pre.diff tabindex="0" {
            @for line in diff.lines() {
                @for piece in pieces(line) {
                    @match piece {
                        Piece::Same(text) => { (Line(text)) }
                        Piece::Missing(text) => { del { span.sr { "missing: " } (Line(text)) } }
                        Piece::Added(text) => { ins { span.sr { "added: " } (Line(text)) } }
                    }
                }
                "\n"
            }
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Piece<'a> {
    Same(&'a str),
    Missing(&'a str),
    Added(&'a str),
}

/// The pieces of a diff's line: `[-missing-]`, `{+added+}` and what is the same.
fn pieces(mut line: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    while let Some(at) = [line.find("[-"), line.find("{+")].into_iter().flatten().min() {
        let is_missing = line[at..].starts_with("[-");
        let Some(length) = line[at + 2..].find(if is_missing { "-]" } else { "+}" }) else { break };
        let (before, inner) = (&line[..at], &line[at + 2..at + 2 + length]);
        if !before.is_empty() {
            pieces.push(Piece::Same(before));
        }
        pieces.push(if is_missing { Piece::Missing(inner) } else { Piece::Added(inner) });
        line = &line[at + length + 4..];
    }
    if !line.is_empty() {
        pieces.push(Piece::Same(line));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_notes_and_gaps_are_told_from_what_was_printed() {
        assert_eq!(shown("> 50"), Shown::Typed("50"));
        assert_eq!(shown("> "), Shown::Typed(""));
        assert_eq!(shown("  > 50"), Shown::Said("> 50", None));
        assert_eq!(shown("  Total: 21      <- 10 + A"), Shown::Said("Total: 21", Some("10 + A")));
        assert_eq!(shown("  a  <- b  <- c"), Shown::Said("a  <- b", Some("c")));
        assert_eq!(shown("  [… 12 lines …]"), Shown::Gap("[… 12 lines …]"));
    }

    #[test]
    fn a_diff_falls_into_pieces() {
        use Piece::{Added, Missing, Same};
        assert_eq!(pieces("a [-b-]{+c+} d"), [Same("a "), Missing("b"), Added("c"), Same(" d")]);
        assert_eq!(pieces("[-b"), [Same("[-b")]);
        assert_eq!(pieces(""), []);
    }
}
