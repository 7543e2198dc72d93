//! `reference crowns points`.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufWriter, IsTerminal, Write};

use anyhow::anyhow;
use clap::Args;
use reference::crowns::{Card, Rank, Scoring, TooManyCards, arrange, points, read_hand};

use crate::Stop;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Count runs too.
    #[arg(long)]
    runs: bool,
    /// Cards of this rank are wild: 3 to 13, or J, Q, K.
    #[arg(long, value_name = "RANK", value_parser = rank)]
    wild: Option<Rank>,
    /// Show the melds and what is left below the points.
    #[arg(long)]
    melds: bool,
}

fn rank(name: &str) -> Result<Rank, String> {
    Rank::from_name(name).ok_or_else(|| "write a number from 3 to 13, or J, Q or K".to_owned())
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Stop> {
    let scoring = Scoring { runs: arguments.runs, wild: arguments.wild, ..Scoring::BOOKS };
    let stdout = io::stdout().lock();
    // At a terminal each answer follows its line at once; many hands from a file are printed in blocks.
    let mut output: Box<dyn Write> =
        if stdout.is_terminal() { Box::new(stdout) } else { Box::new(BufWriter::new(stdout)) };
    let mut input = io::stdin().lock();
    let (mut number, mut bad) = (0, 0);
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes)? != 0 {
        number += 1;
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end();
        if !line.is_empty() && !line.trim_start().starts_with('#') {
            match score(line, scoring, arguments.melds) {
                Ok(text) => output.write_all(text.as_bytes())?,
                Err(problem) => {
                    // What was printed before comes before in a terminal or a log of both, too.
                    output.flush()?;
                    eprintln!("error: {}", problem.shown(number, line));
                    bad += 1;
                }
            }
        }
        bytes.clear();
    }
    output.flush()?;
    match bad {
        0 => Ok(()),
        1 => Err(Stop::Usage(anyhow!("one line is no hand that can be scored; the others are scored"))),
        _ => Err(Stop::Usage(anyhow!("{bad} lines are no hands that can be scored; the others are scored"))),
    }
}

/// Why a line is not scored.
struct Problem {
    message: String,
    /// The column, in characters from 1.
    column: usize,
    next_step: &'static str,
}

impl Problem {
    /// The problem in its place, as problems of scripts are shown.
    fn shown(&self, number: usize, line: &str) -> String {
        let Self { message, column, next_step } = self;
        let margin = " ".repeat(number.to_string().len());
        // A tab stays a tab, so that the caret stands under the character it points at.
        let before = line.chars().take(column - 1);
        let indent: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        format!(
            "standard input:{number}:{column}: {message}\n{margin} |\n{number} | {line}\n{margin} | {indent}^\n\
             {margin} = next: {next_step}"
        )
    }
}

/// What is printed for a hand.
fn score(line: &str, scoring: Scoring, melds: bool) -> Result<String, Problem> {
    let hand = read_hand(line).map_err(|error| Problem {
        message: error.to_string(),
        column: error.column,
        next_step: "write cards such as 7S, 10P, QH and JK, or 7 of Stars and Joker",
    })?;
    let too_large = |error: TooManyCards| Problem {
        message: error.to_string(),
        column: line.chars().take_while(|c| c.is_whitespace()).count() + 1,
        next_step: "write one hand a line",
    };
    if !melds {
        return points(&hand, scoring).map(|points| format!("{points}\n")).map_err(too_large);
    }
    let arrangement = arrange(&hand, scoring).map_err(too_large)?;
    let mut text = format!("{}\n", arrangement.points);
    for meld in &arrangement.melds {
        let _ = writeln!(text, "  {meld}");
    }
    if !arrangement.left.is_empty() {
        let left: Vec<String> = arrangement.left.into_iter().map(Card::short_name).collect();
        let _ = writeln!(text, "  left {}", left.join(" "));
    }
    Ok(text)
}
