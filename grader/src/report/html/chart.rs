//! How the points of a class are spread.

use maud::{Markup, html};

use super::class::Row;
use super::words::count;

/// The bars: whole tens of percent, and all of the points for themselves.
const BARS: usize = 11;

/// A bar's share of the class.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Bar {
    settled: usize,
    open: usize,
}

impl Bar {
    const fn all(self) -> usize {
        self.settled + self.open
    }
}

/// Bars with their numbers on them, and what stands for them where they are not seen.
pub(super) fn distribution(heading: &str, rows: &[Row]) -> Markup {
    let bars = bars(rows);
    let shares: Vec<f64> = rows.iter().filter_map(|row| row.share).collect();
    let most = bars.iter().map(|bar| bar.all()).max().unwrap_or(0).max(1);
    let has_open = bars.iter().any(|bar| bar.open > 0);
    let height = |count: usize| count as f64 / most as f64 * 100.0;
    html! {
        figure.chart {
            figcaption {
                h4 { "Points, percent of those there are" }
                p.cap { (middle(&shares)) @if has_open { " Hatched: with open points, counted at their least." } }
            }
            svg viewBox="0 0 440 140" role="img" aria-label=(told(heading, &bars)) {
                defs {
                    pattern id={ "h-" (heading.replace(' ', "-")) } width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                        rect.bar width="2" height="5" {}
                    }
                }
                @for (index, bar) in bars.iter().enumerate() {
                    @let x = index * 40;
                    @let settled = height(bar.settled);
                    @let open = height(bar.open);
                    @if bar.settled > 0 {
                        rect.bar x=(x + 3) y=(tenths(120.0 - settled)) width="34" height=(tenths(settled)) {}
                    }
                    @if bar.open > 0 {
                        rect.open x=(x + 3) y=(tenths(120.0 - settled - open)) width="34" height=(tenths(open))
                            fill={ "url(#h-" (heading.replace(' ', "-")) ")" } {}
                    }
                    @if bar.all() > 0 {
                        text x=(x + 20) y=(tenths(116.0 - settled - open)) { (bar.all()) }
                    }
                    text.axis x=(x + 20) y="134" { (axis(index)) }
                }
                line x1="0" y1="120.5" x2="440" y2="120.5" {}
            }
        }
    }
}

fn bars(rows: &[Row]) -> [Bar; BARS] {
    let mut bars = [Bar::default(); BARS];
    for row in rows {
        let Some(share) = row.share else { continue };
        // A hair below a whole ten comes of the floating point only.
        let index = ((share * 10.0 + 1e-9).floor() as usize).min(BARS - 1);
        let bar = &mut bars[index];
        if row.open > 0.0 {
            bar.open += 1;
        } else {
            bar.settled += 1;
        }
    }
    bars
}

fn axis(index: usize) -> String {
    if index + 1 == BARS { "100".to_owned() } else { format!("{}–{}", index * 10, index * 10 + 9) }
}

/// The bars in words.
fn told(heading: &str, bars: &[Bar; BARS]) -> String {
    let parts: Vec<String> = bars
        .iter()
        .enumerate()
        .filter(|(_, bar)| bar.all() > 0)
        .map(|(index, bar)| {
            let open = if bar.open > 0 { format!(", {} with open points", bar.open) } else { String::new() };
            format!("{} percent: {}{open}", axis(index), count(bar.all(), "submission"))
        })
        .collect();
    format!("Spread of the points of {heading}. {}.", parts.join("; "))
}

/// The median and the mean.
fn middle(shares: &[f64]) -> String {
    if shares.is_empty() {
        return "No points yet.".to_owned();
    }
    let mut sorted = shares.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (low, high) = (sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2]);
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    format!("Median {}, mean {}, of {}.", percent(f64::midpoint(low, high)), percent(mean), shares.len())
}

fn tenths(length: f64) -> String {
    format!("{length:.1}")
}
