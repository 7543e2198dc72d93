//! What was put together and judged of a program's games so far: more games are played because of it, and each is
//! looked at once.

use super::course::Course;
use super::facts::Session;
use super::reading::Reading;
use super::referee::Docket;

/// The games of one program, in the order played; each call gets all of them, those known and those new.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// The games put together, by `base`.
    courses: Vec<Course>,
    base: Reading,
    /// The games judged, by `reading`.
    docket: Docket,
    reading: Reading,
}

impl Record {
    /// The habits that all games show.
    pub(super) fn learn(&mut self, sessions: &[Session]) -> Reading {
        let base = Reading::of_lines(sessions);
        if !self.base.walks_as(&base) {
            self.courses.clear();
        }
        self.base = base.clone();
        let new = sessions.iter().skip(self.courses.len());
        self.courses.extend(new.map(|session| Course::of(session, &base)));
        base.completed(sessions, &self.courses)
    }

    /// What the rules found in all games, one by one.
    pub(super) fn judge(&mut self, sessions: &[Session], reading: &Reading) -> &Docket {
        if self.reading != *reading {
            self.docket = Docket::default();
            self.reading = reading.clone();
        }
        let same = self.base.walks_as(reading);
        for (nth, session) in sessions.iter().enumerate().skip(self.docket.games()) {
            if same && nth == self.courses.len() {
                self.courses.push(Course::of(session, reading));
            }
            match self.courses.get(nth).filter(|_| same) {
                Some(course) => self.docket.add(session, course, reading),
                None => self.docket.add(session, &Course::of(session, reading), reading),
            }
        }
        &self.docket
    }

    /// The same, once all was played; nothing else is kept.
    pub(super) fn close(mut self, sessions: &[Session], reading: &Reading) -> Docket {
        self.judge(sessions, reading);
        self.docket
    }

    /// A game as it was put together, if another reading would do it the same way.
    pub(super) fn course(&self, nth: usize, reading: &Reading) -> Option<&Course> {
        self.courses.get(nth).filter(|_| self.base.walks_as(reading))
    }
}
