//! GitHub Classroom: a clone for each student, `assignment-username`, the same assignment in front of all.

use super::super::HandIn;
use super::super::tree::{Item, ItemKind};
use super::{Download, Hand, Layout, Part, commit, gather, most};
use std::path::Path;

pub(super) fn recognise(items: &[Item]) -> Option<Download> {
    let is_clone = |item: &Item| {
        let is_folder = matches!(item.kind, ItemKind::Folder);
        let git = item.real.join(".git");
        is_folder && git.symlink_metadata().is_ok_and(|meta| meta.is_dir()) && holds_head(&git)
    };
    let (clones, strays) = most(items, |item| is_clone(item).then(|| item.clone()))?;
    if clones.len() < 2 {
        return None;
    }
    let names: Vec<&str> = clones.iter().map(|item| item.name.as_str()).collect();
    let prefix = common(&names)?;
    let hands = clones.iter().map(|item| {
        let user = &item.name[prefix..];
        let part = Part { name: item.name.clone(), real: item.real.clone(), is_folder: true, rank: 0 };
        let submitted = commit::last(&item.real.join(".git"));
        let hand_in = HandIn { id: Some(user.to_owned()), submitted, ..HandIn::default() };
        let hand = Hand { student: user.to_owned(), hand_in, parts: vec![part], ..Hand::default() };
        (item.name.clone(), hand)
    });
    Some(Download { layout: Layout::Classroom, hands: gather(hands.collect()), strays })
}

fn holds_head(git: &Path) -> bool {
    git.join("HEAD").symlink_metadata().is_ok_and(|meta| meta.is_file())
}

/// How long the beginning is that all names share, up to and with a dash; every name goes on after it. Users' names may
/// hold dashes themselves, and two of them may begin alike: the longest beginning is still only what *all* share.
fn common(names: &[&str]) -> Option<usize> {
    let first = names.first()?;
    let ends = first.match_indices('-').map(|(at, _)| at + 1).rev();
    ends.into_iter()
        .find(|end| names.iter().all(|name| name.starts_with(&first[..*end]) && name.len() > *end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_assignment_is_what_all_names_share() {
        let cases: [(&[&str], Option<&str>); 4] = [
            (&["lab-5-ann", "lab-5-bo"], Some("lab-5-")),
            (&["lab-5-ann-lee", "lab-5-ann-fox", "lab-5-bo"], Some("lab-5-")),
            (&["ann", "bo"], None),
            (&["a-b", "c-d"], None),
        ];
        for (names, expected) in cases {
            assert_eq!(common(names).map(|end| &names[0][..end]), expected);
        }
    }
}
