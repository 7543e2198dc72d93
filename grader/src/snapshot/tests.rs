use super::*;

#[test]
fn the_first_rung_that_matches_is_reported() {
    let published = "You win $50.\nPlay again? (y/n):\n";
    let cases = [
        (published, Rung::Bytes),
        ("You win $50.\r\nPlay again? (y/n):\r\n", Rung::LineEnds),
        ("You win $50.\nPlay again? (y/n):", Rung::LineEnds),
        ("You win $50.  \n\n\tPLAY AGAIN? (Y/N): ", Rung::Layout),
        ("You win $50!\nPlay again (y/n)?\n", Rung::Words),
        ("You win 50.\nPlay again? (y/n):\n", Rung::Different),
        ("You won $50.\nPlay again? (y/n):\n", Rung::Different),
        ("", Rung::Different),
    ];
    for (actual, rung) in cases {
        assert_eq!(compare(published, actual), rung, "{actual:?}");
        assert_eq!(compare(actual, published), rung, "{actual:?}, the other way round");
    }
}

fn sheet(pieces: &[(&str, &str)]) -> Sheet {
    let pieces = pieces.iter().flat_map(|(said, typed)| {
        let typed = (!typed.is_empty()).then(|| Piece::Typed((*typed).to_owned()));
        std::iter::once(Piece::Said((*said).to_owned())).chain(typed)
    });
    Sheet { pieces: pieces.collect() }
}

#[test]
fn the_diff_shows_words_with_the_answers_in_place() {
    let published = sheet(&[
        ("You have $100. Enter bet:\n", "50"),
        ("Your cards are:\nTen of Clubs\nAce of Spades\nThe dealer's cards are:\nKing of Hearts\n", ""),
        ("Seven of Clubs\nThe dealer's total is 17.\nYou win $50.\nPlay again? (y/n):\n", "y"),
    ]);
    let program = sheet(&[
        ("You have $100. Enter bet: ", "50"),
        ("Your cards are:\nTen of Clubs\nAce of Spades\nThe dealer's cards are:\nKing of Hearts\n", ""),
        ("Seven of  Clubs\nThe dealer's total is 17.\r\nYou won $50!\nPlay again? (y/n):\n", "y"),
    ]);
    insta::assert_snapshot!(diff(&published, &program), @r"
    You have $100. Enter bet:[-¶-]
    {+·+}‹50›
    Your cards are:
    Ten of Clubs
    …
    The dealer's cards are:
    King of Hearts
    Seven of[-·-]{+··+}Clubs
    The dealer's total is 17.{+␍+}
    You [-win-]{+won+} $50[-.-]{+!+}
    Play again? (y/n):
    ‹y›
    ");
    assert_eq!(diff(&program, &program), "…\n", "no difference, nothing shown");
}

#[test]
fn a_sheet_reads_like_a_snapshot() {
    let sheet = sheet(&[("Bet: ", "50"), ("Again?\n", "n"), ("Bye", "")]);
    assert_eq!(sheet.text(), "Bet: 50\nAgain?\nn\nBye");
}

#[test]
fn a_snapshot_file_gives_its_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("one.snap");
    std::fs::write(&path, "---\nsource: x.rs\nexpression: text\n---\nYou have $100.\n---\n50\n")
        .expect("a file");
    assert_eq!(read(&path).expect("it is whole"), "You have $100.\n---\n50\n");
}

#[test]
fn what_is_no_snapshot_says_how_to_mend_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("one.snap");
    let mend = "`cargo xtask fixtures` makes the snapshots anew";
    let missing = read(&path).expect_err("it is missing").to_string();
    assert!(missing.contains("cannot read the snapshot") && missing.ends_with(mend), "{missing}");
    let broken = [
        ("You have $100.\n", "it does not begin with a line `---`"),
        ("---\nsource: x.rs\nYou have", "its header has no end"),
        ("---\nsource: x.rs\n---\n\n", "there is nothing after its header"),
    ];
    for (text, wrong) in broken {
        std::fs::write(&path, text).expect("a file");
        let error = read(&path).expect_err(wrong).to_string();
        assert!(error.contains("one.snap is no snapshot") && error.contains(wrong), "{error}");
        assert!(error.ends_with(mend), "{error}");
    }
}
