//! What must come up while a legal program is played, told from the facts of its sessions alone.

use std::path::{Path, PathBuf};

use grader::assignment::casino::facts::{Next, Round, Session};
use grader::assignment::casino::{Casino, Observed, observe};
use grader::assignment::{Seeds, Task};
use grader::build::{Builder, Outcome, Toolchain};
use grader::play::{LiveStage, shim_object};
use grader::sandbox::{Sandbox, SandboxMode};
use grader::spec::{Shelf, Spec};
use grader::submission::{self, Work};
use reference::cards::Rank;
use reference::casino::{busted, card_value};

/// The legal samples whose cards other seeds change: C++ programs, and one whose generator the clock seeds.
fn reseedable() -> Vec<PathBuf> {
    let class = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/casino/submissions");
    let names = std::fs::read_dir(&class).expect("the samples can be listed");
    let mut paths: Vec<PathBuf> = names
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            name.starts_with(|c: char| c.is_ascii_digit()) && !name.contains("rust")
        })
        .collect();
    paths.sort();
    paths
}

/// Plays a sample as a class run does.
fn sessions(path: &Path, sandbox: &Sandbox, toolchain: &Toolchain, shim: &Path, spec: &Spec) -> Vec<Session> {
    let found = submission::find(&[path.to_owned()]).expect("the sample is found").submissions;
    let Work::Program(program) = &found[0].work else { panic!("{} is a program", path.display()) };
    let scratch = tempfile::tempdir().expect("a folder to build in");
    let builder = Builder { sandbox, toolchain, spec: &spec.build, shim: Some(shim), ahead: None };
    let built = builder.build(program, scratch.path()).expect("the compiler runs");
    let Outcome::Program { exe, .. } = built.outcome else { panic!("{} compiles", path.display()) };
    let mut stage = LiveStage::new(sandbox, &exe, &spec.limits).expect("the program can be played");
    let mut task = Task {
        workbench: None,
        stage: &mut stage,
        spec,
        sources: &[],
        language: program.language,
        seeds: Seeds { salt: String::new() },
        sessions: None,
        replay: String::new(),
    };
    match observe(&mut task).expect("the sessions are played") {
        Observed::Followed(survey) => survey.sessions,
        Observed::Lost(reason) => panic!("{}: {reason}", path.display()),
    }
}

fn ranks(round: &Round) -> Vec<Rank> {
    round.player.cards.iter().filter_map(|seen| seen.name.rank).collect()
}

/// The running totals of a hand, each with whether an ace was counted 11 so far.
fn running(ranks: &[Rank]) -> Vec<(i64, bool)> {
    let (mut total, mut high) = (0, false);
    let step = |&rank: &Rank| {
        let value = card_value(rank, total);
        high |= rank == Rank::Ace && value == 11;
        total += value;
        (total, high)
    };
    ranks.iter().map(step).collect()
}

fn dealer_reaches(round: &Round, wanted: i64) -> bool {
    let ranks: Vec<Rank> = round.dealer.cards.iter().filter_map(|seen| seen.name.rank).collect();
    running(&ranks).iter().skip(1).any(|(total, _)| *total == wanted)
}

fn both_21(round: &Round) -> bool {
    let dealer: Vec<Rank> = round.dealer.cards.iter().filter_map(|seen| seen.name.rank).collect();
    let last = |ranks: &[Rank]| running(ranks).last().map(|(total, _)| *total);
    last(&ranks(round)) == Some(21) && last(&dealer) == Some(21)
}

/// Bets tried above the money in a row before a round.
fn overbets(round: &Round) -> usize {
    let money = round.bets.iter().find_map(|bet| bet.money).unwrap_or(i64::MAX);
    round.bets.iter().take_while(|bet| bet.bet > money).count()
}

fn stakes_all(round: &Round) -> bool {
    let bet = round.bet();
    round.dealt() && bet.money == Some(bet.bet)
}

/// All that was staked is lost in the program's last round, and it ended by itself.
fn goes_broke(session: &Session) -> bool {
    session.rounds.last().is_some_and(|round| {
        round.next == Next::Ended
            && stakes_all(round)
            && running(&ranks(round)).last().is_some_and(|(t, _)| busted(*t))
    })
}

/// The program ended after a round that began with enough to pass $1000 by winning, and was not lost by a bust.
fn goes_rich(session: &Session) -> bool {
    session.rounds.last().is_some_and(|round| {
        let bet = round.bet();
        let after = bet.money.map(|money| money + bet.bet);
        let over = running(&ranks(round)).last().is_some_and(|(total, _)| busted(*total));
        round.next == Next::Ended && after.is_some_and(|money| money > 1000) && !over
    })
}

#[test]
fn every_rare_event_comes_up_on_every_legal_sample_that_can_be_reseeded() {
    let sandbox = Sandbox::probe(SandboxMode::Auto).expect("a sandbox");
    let toolchain = Toolchain::detect();
    let folder = tempfile::tempdir().expect("a folder for the shim");
    let shim = shim_object(&sandbox, folder.path()).expect("the shim compiles");
    let spec = Shelf::Embedded.load(&Casino).expect("the spec is right").spec;
    let samples = reseedable();
    assert!(samples.len() >= 12, "there are enough legal samples: {}", samples.len());
    for path in samples {
        let sessions = sessions(&path, &sandbox, &toolchain, &shim, &spec);
        let rounds = || sessions.iter().flat_map(|session| &session.rounds);
        let shown =
            |amount: i64| rounds().any(|round| round.bets.iter().any(|bet| bet.money == Some(amount)));
        let first_again_no = |session: &Session| {
            session.rounds.len() == 1
                && matches!(session.rounds[0].next, Next::Again { yes: Some(false), .. })
        };
        let events = [
            ("exactly $1000, and on", shown(1000)),
            ("three overbets in a row", rounds().any(|round| overbets(round) >= 3)),
            ("all-in", rounds().any(stakes_all)),
            ("two aces dealt", rounds().any(|round| ranks(round).starts_with(&[Rank::Ace, Rank::Ace]))),
            (
                "an 11-ace going over",
                rounds()
                    .any(|round| running(&ranks(round)).iter().any(|(total, high)| *high && busted(*total))),
            ),
            ("21 against 21", rounds().any(both_21)),
            ("dealer at 16", rounds().any(|round| dealer_reaches(round, 16))),
            ("dealer at 17", rounds().any(|round| dealer_reaches(round, 17))),
            ("broke", sessions.iter().any(goes_broke)),
            ("rich", sessions.iter().any(goes_rich)),
            ("n at the first play-again question", sessions.iter().any(first_again_no)),
        ];
        let missing: Vec<&str> = events.iter().filter(|(_, seen)| !seen).map(|(name, _)| *name).collect();
        assert!(missing.is_empty(), "{}: never came up: {missing:?}", path.display());
    }
}
