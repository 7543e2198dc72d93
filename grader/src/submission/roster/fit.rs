//! Whose submissions are whose.

use super::super::download::Layout;
use super::super::find::Found;
use super::super::gather::Gathered;
use super::super::{HandIn, Submission, Work};
use super::names::{plain, spellings};
use super::{Person, Roster};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// People by something they are known by; those that several are known by belong to nobody.
#[derive(Default)]
struct Index(BTreeMap<String, Option<usize>>);

impl Index {
    fn add(&mut self, key: String, person: usize) {
        if !key.is_empty() {
            self.0
                .entry(key)
                .and_modify(|known| *known = known.filter(|known| *known == person))
                .or_insert(Some(person));
        }
    }

    fn get(&self, key: &str) -> Option<usize> {
        self.0.get(key).copied().flatten()
    }
}

/// The people of a roster by all they are known by.
#[derive(Default)]
struct Directory {
    ids: Index,
    emails: Index,
    /// What stands before the `@`.
    boxes: Index,
    names: Index,
}

impl Directory {
    fn new(people: &[Person]) -> Self {
        let mut directory = Self::default();
        for (at, person) in people.iter().enumerate() {
            for id in &person.ids {
                directory.ids.add(plain(id), at);
            }
            for name in person.name.iter().flat_map(|name| spellings(name)) {
                directory.names.add(name, at);
            }
            if let Some(email) = &person.email {
                directory.emails.add(email.to_lowercase(), at);
                directory.boxes.add(plain(email.split('@').next().unwrap_or_default()), at);
            }
            // A login may be an address.
            for id in person.ids.iter().filter(|id| id.contains('@')) {
                directory.emails.add(id.to_lowercase(), at);
                directory.boxes.add(plain(id.split('@').next().unwrap_or_default()), at);
            }
        }
        directory
    }

    /// Who handed this in.
    fn owner(&self, student: &str, hand_in: &HandIn) -> Option<usize> {
        let email = hand_in.email.as_ref().and_then(|email| self.emails.get(&email.to_lowercase()));
        let name = hand_in.name.as_deref().unwrap_or(student);
        let name = self.names.get(&plain(name)).or_else(|| self.names.get(&plain(student)));
        let id = hand_in.id.as_ref().and_then(|id| self.ids.get(&plain(id)));
        // A number of one system may be that of somebody else in another: a name that is one person's says more.
        let key = plain(student);
        email.or(name).or(id).or_else(|| self.ids.get(&key)).or_else(|| self.boxes.get(&key)).or_else(|| {
            let id = hand_in.id.as_ref()?;
            self.boxes.get(&plain(id))
        })
    }
}

impl Roster {
    /// Brings what the roster knows to the submissions, adds a row for everybody who handed in nothing, and tells of
    /// submissions that are nobody's.
    pub(in super::super) fn fit(&self, found: &mut Found) {
        let directory = Directory::new(&self.people);
        let mut owners: BTreeMap<usize, String> = BTreeMap::new();
        let mut remarks = Vec::new();
        for submission in &mut found.submissions {
            let student = &submission.student;
            let members: Vec<usize> = submission
                .hand_in
                .members
                .iter()
                .filter_map(|name| directory.names.get(&plain(name)))
                .collect();
            let owner = directory.owner(student, &submission.hand_in).or(members.first().copied());
            let Some(owner) = owner else {
                remarks.push(format!("`{student}` is nobody on the roster"));
                continue;
            };
            for at in std::iter::once(owner).chain(members).collect::<BTreeSet<usize>>() {
                if let Some(other) = owners.insert(at, student.clone()) {
                    let who = self.people[at].told();
                    remarks.push(format!("`{other}` and `{student}` are both {who} on the roster"));
                }
            }
            self.people[owner].sign(&mut submission.hand_in);
        }
        let is_canvas = found.layouts.iter().any(|(layout, _)| *layout == Layout::Canvas);
        let mut taken: BTreeSet<String> = found.submissions.iter().map(|one| one.student.clone()).collect();
        for (at, person) in self.people.iter().enumerate().filter(|(at, _)| !owners.contains_key(at)) {
            let student = person.key(is_canvas);
            let free =
                [student.clone(), format!("{student}_{}", person.ids.first().map_or("", String::as_str))]
                    .into_iter()
                    .find(|name| !taken.contains(name))
                    .unwrap_or_else(|| format!("{student} (line {})", self.people[at].line));
            taken.insert(free.clone());
            let mut hand_in = HandIn::default();
            person.sign(&mut hand_in);
            let Gathered { work, remarks, key } = Gathered::of(Work::Missing, Vec::new());
            let root = PathBuf::new();
            found.missing += 1;
            found.submissions.push(Submission { student: free, root, work, remarks, hand_in, key });
        }
        found.remarks.extend(remarks);
    }
}

impl Person {
    /// Writes into a submission what it does not tell itself.
    fn sign(&self, hand_in: &mut HandIn) {
        let fill = |to: &mut Option<String>, from: Option<&String>| {
            if to.is_none() {
                *to = from.cloned();
            }
        };
        fill(&mut hand_in.name, self.name.as_ref());
        fill(&mut hand_in.id, self.ids.first());
        fill(&mut hand_in.email, self.email.as_ref());
        fill(&mut hand_in.section, self.section.as_ref());
    }

    /// What the person is called in a message.
    fn told(&self) -> &str {
        let id = self.ids.first();
        self.name.as_ref().or(id).or(self.email.as_ref()).map_or("somebody", String::as_str)
    }

    /// What the person would be called had there been a submission.
    fn key(&self, is_canvas: bool) -> String {
        match &self.name {
            Some(name) if is_canvas => {
                let last_first = match (name.contains(','), name.rsplit_once(' ')) {
                    (false, Some((first, last))) => format!("{last}{first}"),
                    _ => name.clone(),
                };
                last_first.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == '_').collect()
            }
            _ => self.told().to_owned(),
        }
    }
}
