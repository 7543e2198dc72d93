//! The extra credit, which is switched on part by part.

use crate::script::{Script, ScriptError};

/// Which parts of the extra credit are played; by default none, and then nothing of them shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// The player is asked whether an ace counts 1 or 11, and the dealer counts 11 where that makes 20 or 21.
    pub aces: bool,
    /// Player and dealer may split two cards of the same value into two hands.
    pub split: bool,
}

impl Options {
    /// The names by which a script switches the parts on.
    pub const NAMES: [&str; 2] = ["aces", "split"];

    /// What a script switches on. It is an error if it has an option the game does not know.
    ///
    /// ```
    /// use reference::deck52::Options;
    /// use reference::script::Script;
    ///
    /// let script = Script::parse("my.script", "seed 7\noption aces\nhit stand\n")?;
    /// assert_eq!(Options::from_script(&script)?, Options { aces: true, split: false });
    /// # Ok::<(), reference::script::ScriptError>(())
    /// ```
    pub fn from_script(script: &Script) -> Result<Self, ScriptError> {
        script.expect_options(&Self::NAMES)?;
        let [aces, split] = Self::NAMES.map(|name| script.has_option(name));
        Ok(Self { aces, split })
    }
}
