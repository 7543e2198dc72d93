//! Where games are played: at a terminal or pipe, or from a script.

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, anyhow};
use reference::replay::{Play, Replay};
use reference::script::Script;

/// Reads a script that switches on no options but these.
pub(crate) fn read_script(path: &Path, options: &[&str]) -> anyhow::Result<Script> {
    let name = path.display().to_string();
    let bytes = fs::read(path).with_context(|| {
        format!("cannot read the script {name}; check its path, or play by hand without --script")
    })?;
    let text = String::from_utf8(bytes)
        .map_err(|_| anyhow!("the script {name} is not UTF-8 text; save it as plain text and try again"))?;
    let script = Script::parse(&name, &text)?;
    script.expect_options(options)?;
    Ok(script)
}

/// Prints what came of a script, and on standard error where it and the game did not fit together.
pub(crate) fn print_replay<Round>(replay: &Replay<Round>, script: &Script) -> io::Result<()> {
    io::stdout().write_all(replay.text.as_bytes())?;
    if !replay.text.ends_with('\n') && io::stdout().is_terminal() {
        // The notes must not stand where the missing answer would.
        io::stdout().write_all(b"\n")?;
    }
    io::stdout().flush()?;
    for note in &replay.notes {
        eprintln!("note: {}: {note}", script.name);
    }
    Ok(())
}

/// Plays a game with the lines of standard input for answers. If they end before the game, so does the game, and
/// `farewell` adds what there is to say of it.
pub(crate) fn play_by_hand<G: Play>(mut game: G, farewell: impl Fn(&G) -> String) -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    loop {
        let (said, question) = game.listen();
        output.write_all(said.as_bytes())?;
        output.flush()?;
        if question.is_none() {
            return Ok(());
        }
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            // After ^D the terminal's cursor still stands on the line where the answer would be.
            let line_end = if io::stdin().is_terminal() { "\n" } else { "" };
            eprintln!("{line_end}The input has ended, and so does the game.{}", farewell(&game));
            return Ok(());
        }
        game.answer(&String::from_utf8_lossy(&line));
    }
}
