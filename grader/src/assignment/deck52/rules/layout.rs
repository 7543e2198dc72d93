//! The one rule about layout.

use super::{Findings, Rule, Session, games, rule};
use crate::assignment::deck52::reading::Reading;

rule! {
    /// Each hand is printed in a left-justified field of 20 columns.
    ///
    /// Handout: "all of the cards must be in a left-justified field, 20 characters wide".
    /// Broken by: no field at all, another width, right-justified hands.
    /// Accepted: any labels before it and anything after it. A hand of 19 columns or more may push what follows, as
    /// `setw` does, and is not judged; nor is one printed over several lines.
    FIELD_20 = "field-20", "Hands stand in a left-justified field of 20", field_20;
}

/// The field's width; a blank before the bracket may belong to what follows.
const WIDTHS: [usize; 2] = [20, 21];

/// The longest hand that surely leaves room in its field.
const LONGEST: usize = 18;

fn field_20(sessions: &[Session], reading: &Reading) -> Findings {
    let mut findings = Findings::default();
    // A sentence that names cards is no hand where hands stand on lines of their own as well.
    let on_lines = games(sessions, reading)
        .into_iter()
        .any(|game| game.session.shows.iter().any(|show| show.field.is_some_and(|field| !field.prose)));
    for game in games(sessions, reading) {
        for show in &game.session.shows {
            let Some(field) =
                show.field.filter(|field| show.whole && field.hand <= LONGEST && !(on_lines && field.prose))
            else {
                continue;
            };
            findings.see();
            if !WIDTHS.contains(&field.width) {
                let what = format!("A hand stands in {} columns.", field.width);
                let expected = "The cards of a hand stand in a left-justified field, 20 characters wide.";
                findings.broken.push(game.breach(show.place.turn, what, expected));
            }
        }
    }
    findings
}
