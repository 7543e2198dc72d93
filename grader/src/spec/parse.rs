//! From a file's text to a [`Spec`].

use std::collections::BTreeMap;

use regex::{Regex, RegexBuilder};
use serde::Deserialize;
use toml::Spanned;

use super::{
    BUILDS, BuildSpec, GradingSpec, LateSpec, LimitSpec, Loaded, PlaySpec, Problem, RulePoints, Share, Spec,
    SpecError,
};
use crate::assignment::Assignment;

/// A table whose keys are free; its order in the file is found again by the spans.
type Table<T> = BTreeMap<Spanned<String>, Spanned<T>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSpec {
    id: Spanned<String>,
    title: String,
    seed: u32,
    build: RawBuild,
    limits: RawLimits,
    play: RawPlay,
    #[serde(default)]
    grading: RawGrading,
    late: Option<RawLate>,
    #[serde(default)]
    questions: Table<Vec<Spanned<String>>>,
    points: Table<f64>,
    #[serde(default)]
    extra: Table<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBuild {
    cpp_flags: Vec<String>,
    rust_edition: Spanned<String>,
    cpu_seconds: Spanned<u32>,
    memory_mib: Spanned<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLimits {
    cpu_ms: Spanned<u32>,
    wall_seconds: Spanned<u32>,
    output_kib: Spanned<u32>,
    memory_mib: Spanned<u32>,
    answers: Spanned<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlay {
    witness: Spanned<u32>,
    sessions: Spanned<u32>,
    shrink_sessions: u32,
    sample_scripts: Vec<String>,
    text_share: Spanned<f64>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct RawGrading {
    hidden: Vec<Spanned<String>>,
    extra_cap: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLate {
    due: Option<Spanned<String>>,
    #[serde(default)]
    grace_minutes: u32,
    hours: Spanned<f64>,
    percent: Spanned<f64>,
    most: Spanned<f64>,
    #[serde(default)]
    of: Share,
}

/// Reads a spec; `file` is how the file is named in messages.
///
/// The rule ids known are the assignment's own and `builds`.
pub fn parse(file: &str, text: &str, assignment: &dyn Assignment) -> Result<Loaded, SpecError> {
    let raw: RawSpec =
        toml::from_str(text).map_err(|error| SpecError::Wrong(vec![syntax(file, text, &error)]))?;
    let mut reader = Reader { file, text, problems: Vec::new() };
    let id = reader.id(&raw.id, assignment);
    let mut rules = reader.points(&raw.points, assignment, false);
    rules.extend(reader.points(&raw.extra, assignment, true));
    reader.named_once(&raw);
    let build = reader.build(raw.build);
    let limits = reader.limits(&raw.limits);
    let play = reader.play(raw.play);
    let questions = reader.questions(raw.questions, assignment);
    let grading = reader.grading(&raw.grading, raw.late.as_ref(), &rules);
    if !reader.problems.is_empty() {
        return Err(SpecError::Wrong(reader.problems));
    }
    let spec = Spec {
        id,
        title: raw.title,
        seed: raw.seed,
        rules,
        build,
        limits,
        play,
        questions,
        grading,
        samples: Vec::new(),
    };
    let warnings = doubts(file, text, &spec);
    Ok(Loaded { spec, warnings })
}

/// Collects the problems of one file, so that an instructor sees all of them at once.
struct Reader<'a> {
    file: &'a str,
    text: &'a str,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn problem<T>(&self, at: &Spanned<T>, message: impl Into<String>) -> Problem {
        Problem::new(self.file, self.text, at.span(), message)
    }

    fn id(&mut self, id: &Spanned<String>, assignment: &dyn Assignment) -> String {
        let (written, wanted) = (id.get_ref(), assignment.id());
        if written != wanted {
            let message = format!("this is the spec of `{written}`, but `{wanted}` was looked for");
            self.problems.push(self.problem(id, message).help(format!("write id = \"{wanted}\"")));
        }
        wanted.to_owned()
    }

    /// A rule in both tables would count twice.
    fn named_once(&mut self, raw: &RawSpec) {
        for id in raw.extra.keys().filter(|id| raw.points.contains_key(*id)) {
            let message = format!("`{}` has points above as well", id.get_ref());
            let help = "name it under [points] if it is asked for, under [extra] if it is offered";
            self.problems.push(self.problem(id, message).help(help));
        }
    }

    fn points(&mut self, table: &Table<f64>, assignment: &dyn Assignment, extra: bool) -> Vec<RulePoints> {
        let known: Vec<&'static str> =
            std::iter::once(BUILDS).chain(assignment.rules().iter().map(|rule| rule.id)).collect();
        let mut rules = Vec::new();
        for (id, points) in in_file_order(table) {
            let value = *points.get_ref();
            if !value.is_finite() || value < 0.0 {
                let message = format!("a rule cannot be worth {value} points");
                self.problems.push(self.problem(points, message).help("write 0 or a positive number"));
            }
            if let Some(name) = known.iter().find(|name| *name == id.get_ref()) {
                rules.push(RulePoints { id: name, points: value, extra });
            } else {
                let message = format!("`{}` has no rule `{}`", assignment.id(), id.get_ref());
                let problem = self.problem(id, message);
                self.problems.push(problem.suggest(id.get_ref(), &known));
            }
        }
        rules
    }

    fn positive(&mut self, value: &Spanned<u32>) -> u32 {
        if *value.get_ref() == 0 {
            self.problems.push(
                self.problem(value, "this must be at least 1").help("there is no way to say `unlimited`"),
            );
        }
        *value.get_ref()
    }

    fn build(&mut self, raw: RawBuild) -> BuildSpec {
        const EDITIONS: &[&str] = &["2015", "2018", "2021", "2024"];
        let edition = raw.rust_edition.get_ref();
        if !EDITIONS.contains(&edition.as_str()) {
            let problem = self.problem(&raw.rust_edition, format!("there is no Rust edition `{edition}`"));
            self.problems.push(problem.suggest(edition, EDITIONS));
        }
        BuildSpec {
            cpp_flags: raw.cpp_flags,
            cpu_seconds: self.positive(&raw.cpu_seconds),
            memory_mib: self.positive(&raw.memory_mib),
            rust_edition: raw.rust_edition.into_inner(),
        }
    }

    fn limits(&mut self, raw: &RawLimits) -> LimitSpec {
        LimitSpec {
            cpu_ms: self.positive(&raw.cpu_ms),
            wall_seconds: self.positive(&raw.wall_seconds),
            output_kib: self.positive(&raw.output_kib),
            memory_mib: self.positive(&raw.memory_mib),
            answers: self.positive(&raw.answers),
        }
    }

    fn play(&mut self, raw: RawPlay) -> PlaySpec {
        let share = *raw.text_share.get_ref();
        if !(0.0..=1.0).contains(&share) {
            let problem = self.problem(&raw.text_share, format!("a share cannot be {share}"));
            self.problems.push(problem.help("write a number from 0.0 to 1.0"));
        }
        PlaySpec {
            witness: self.positive(&raw.witness),
            sessions: self.positive(&raw.sessions),
            shrink_sessions: raw.shrink_sessions,
            sample_scripts: raw.sample_scripts,
            text_share: share,
        }
    }

    fn grading(&mut self, raw: &RawGrading, late: Option<&RawLate>, rules: &[RulePoints]) -> GradingSpec {
        let known: Vec<&'static str> = rules.iter().map(|rule| rule.id).collect();
        let mut hidden = Vec::new();
        for id in &raw.hidden {
            if let Some(name) = known.iter().find(|name| *name == id.get_ref()) {
                hidden.push(*name);
            } else {
                let message = format!("`{}` has no points above, so it cannot be hidden", id.get_ref());
                self.problems.push(self.problem(id, message).suggest(id.get_ref(), &known));
            }
        }
        let extra_cap = raw.extra_cap.as_ref().map(|cap| self.between(cap, 0.0, f64::MAX));
        GradingSpec { hidden, extra_cap, late: late.map(|late| self.late(late)) }
    }

    fn late(&mut self, raw: &RawLate) -> LateSpec {
        let due = raw.due.as_ref().and_then(|due| {
            let time = due.get_ref().parse().ok();
            if time.is_none() {
                let message = format!("`{}` is no time with a time zone", due.get_ref());
                let help = "write it like \"2026-11-20T23:59:00+01:00\"";
                self.problems.push(self.problem(due, message).help(help));
            }
            time
        });
        LateSpec {
            due,
            grace_minutes: raw.grace_minutes,
            hours: self.between(&raw.hours, 0.01, 10_000.0),
            percent: self.between(&raw.percent, 0.0, 100.0),
            most: self.between(&raw.most, 0.0, 100.0),
            of: raw.of,
        }
    }

    fn between(&mut self, value: &Spanned<f64>, least: f64, most: f64) -> f64 {
        let written = *value.get_ref();
        if !(least..=most).contains(&written) {
            let range = if most > 1e9 { format!("{least} or more") } else { format!("{least} to {most}") };
            let problem = self.problem(value, format!("this cannot be {written}"));
            self.problems.push(problem.help(format!("write a number, {range}")));
        }
        written
    }

    fn questions(
        &mut self,
        table: Table<Vec<Spanned<String>>>,
        assignment: &dyn Assignment,
    ) -> Vec<(String, Vec<Regex>)> {
        let known = assignment.questions();
        let mut rows: Vec<_> = table.into_iter().collect();
        rows.sort_by_key(|(kind, _)| kind.span().start);
        rows.into_iter()
            .map(|(kind, patterns)| {
                if !known.contains(&kind.get_ref().as_str()) {
                    let message =
                        format!("`{}` has no question of the kind `{}`", assignment.id(), kind.get_ref());
                    self.problems.push(self.problem(&kind, message).suggest(kind.get_ref(), known));
                }
                let patterns = patterns.get_ref().iter().filter_map(|pattern| self.pattern(pattern));
                (kind.get_ref().clone(), patterns.collect())
            })
            .collect()
    }

    fn pattern(&mut self, pattern: &Spanned<String>) -> Option<Regex> {
        match RegexBuilder::new(pattern.get_ref()).case_insensitive(true).build() {
            Ok(regex) => Some(regex),
            Err(error) => {
                let problem = self.bad_pattern(pattern, &error);
                self.problems.push(problem);
                None
            }
        }
    }

    /// Points into the string where its text in the file is the pattern itself, at the whole string where escapes
    /// make the two differ.
    fn bad_pattern(&self, pattern: &Spanned<String>, error: &regex::Error) -> Problem {
        let help = "patterns are regular expressions as of docs.rs/regex; write \\( for a bracket, \\? for a \
                    question mark, and keep patterns in 'single quotes'";
        let whole = pattern.span();
        let Err(regex_syntax::Error::Parse(parse)) = regex_syntax::parse(pattern.get_ref()) else {
            return self.problem(pattern, format!("this pattern cannot be used: {error}")).help(help);
        };
        let inner = whole.start + 1..whole.end.saturating_sub(1);
        let exact = self.text.get(inner.clone()) == Some(pattern.get_ref().as_str());
        let span = if exact {
            inner.start + parse.span().start.offset..inner.start + parse.span().end.offset
        } else {
            whole
        };
        let message = format!("this is no regular expression: {}", parse.kind());
        Problem::new(self.file, self.text, span, message).help(help)
    }
}

fn in_file_order<T>(table: &Table<T>) -> Vec<(&Spanned<String>, &Spanned<T>)> {
    let mut rows: Vec<_> = table.iter().collect();
    rows.sort_by_key(|(key, _)| key.span().start);
    rows
}

/// What is wrong with the form of the file: no TOML, an unknown or missing key, a value of another type.
fn syntax(file: &str, text: &str, error: &toml::de::Error) -> Problem {
    let message = error.message();
    let span = error.span().unwrap_or(0..0);
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let problem = |said: String| Problem::new(file, text, span.clone(), said);
    if message.starts_with("unknown field")
        && let Some((&written, known)) = names.split_first()
    {
        return problem(format!("unknown key `{written}`")).suggest(written, known);
    }
    if message.starts_with("missing field")
        && let Some(&name) = names.first()
    {
        let said = problem(format!("the key `{name}` is missing"));
        return said.help("no key has a default: compare with specs/casino.toml");
    }
    for kind in ["type", "value"] {
        if let Some(wrong) = message.strip_prefix(&format!("invalid {kind}: ")) {
            let wrong = wrong.replace("f64", "a number").replace("u32", "a whole number from 0");
            return problem(format!("wrong {kind}: this is {wrong}"));
        }
    }
    problem(message.lines().collect::<Vec<_>>().join(" "))
}

/// What is allowed but probably not meant.
fn doubts(file: &str, text: &str, spec: &Spec) -> Vec<Problem> {
    let sum = spec.possible();
    if (sum - 100.0).abs() < 1e-9 {
        return Vec::new();
    }
    let at = text.find("[points]").unwrap_or(0);
    let span = at..at + "[points]".len();
    vec![
        Problem::new(file, text, span, format!("warning: the points sum to {sum}, not to 100"))
            .help("grades will be out of this sum"),
    ]
}
