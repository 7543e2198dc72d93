//! Whose submissions are whose.

use super::super::download::Layout;
use super::super::find::Found;
use super::super::gather::Gathered;
use super::super::{HandIn, Submission, Work};
use super::names::{plain, spellings};
use super::{Person, Roster};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// People by something they are known by, which may be the same for several.
#[derive(Default)]
struct Index(BTreeMap<String, BTreeSet<usize>>);

impl Index {
    fn add(&mut self, key: String, person: usize) {
        if !key.is_empty() {
            self.0.entry(key).or_default().insert(person);
        }
    }

    /// Those who are known by this.
    fn all(&self, key: &str) -> BTreeSet<usize> {
        self.0.get(key).cloned().unwrap_or_default()
    }

    /// The only one who is known by this.
    fn get(&self, key: &str) -> Option<usize> {
        one(&self.all(key))
    }
}

fn one(people: &BTreeSet<usize>) -> Option<usize> {
    people.first().copied().filter(|_| people.len() == 1)
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

    /// Who handed this in; else all whom it could be, by what it tells first.
    fn owner(&self, student: &str, hand_in: &HandIn) -> Result<usize, BTreeSet<usize>> {
        let key = plain(student);
        let id = hand_in.id.as_deref().map(plain).unwrap_or_default();
        let email = hand_in.email.as_deref().map(str::to_lowercase).unwrap_or_default();
        let name = hand_in.name.as_deref().map_or_else(|| key.clone(), plain);
        let address = student.to_lowercase();
        let (local, _) = address.split_once('@').unwrap_or_default();
        // A number of one system may be that of somebody else in another: a name that is one person's says more.
        let kinds = [
            self.emails.all(&email),
            self.emails.all(&address),
            self.names.all(&name),
            self.names.all(&key),
            self.ids.all(&id),
            self.ids.all(&key),
            self.boxes.all(&key),
            self.boxes.all(&plain(local)),
            self.boxes.all(&id),
        ];
        let several = || kinds.iter().find(|people| people.len() > 1).cloned().unwrap_or_default();
        kinds.iter().find_map(one).ok_or_else(several)
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
            let HandIn { members, addresses, .. } = &submission.hand_in;
            let member = |(nth, name): (usize, &String)| {
                let address = addresses.get(nth).filter(|address| !address.is_empty());
                let by_address = address.and_then(|address| directory.emails.get(&address.to_lowercase()));
                by_address.or_else(|| directory.names.get(&plain(name)))
            };
            let members: Vec<usize> = members.iter().enumerate().filter_map(member).collect();
            let owner = directory.owner(student, &submission.hand_in);
            let owner = match owner.or_else(|several| members.first().copied().ok_or(several)) {
                Ok(owner) => owner,
                Err(several) => {
                    remarks.push(self.unowned(student, &several));
                    continue;
                }
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

    /// The remark on a hand-in that is no one person's.
    fn unowned(&self, student: &str, several: &BTreeSet<usize>) -> String {
        let person = |at: &usize| {
            let person = &self.people[*at];
            match person.ids.first().or(person.email.as_ref()) {
                Some(id) if id != person.told() => format!("{} ({id})", person.told()),
                _ => format!("{} (line {})", person.told(), person.line),
            }
        };
        let people: Vec<String> = several.iter().map(person).collect();
        if people.is_empty() {
            return format!("`{student}` is nobody on the roster");
        }
        format!("`{student}` fits several on the roster: {}", people.join(", "))
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
