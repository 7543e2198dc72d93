//! The text of a harness.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::caller::Caller;
use crate::build::{Harness, Workbench};
use crate::play::PlayError;
use crate::source::Function;

/// What stands before the program's sources, and after them in every harness.
const LINE: &str = include_str!("harness/line.h");
const CALLS: &str = include_str!("harness/calls.h");

/// The ways of calling that a harness knows beside the common ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Functions that draw a card, or name a rank or suit by its number.
    Draw,
    /// Functions of an array of 52 cards, and random numbers.
    Deck,
}

impl Shape {
    fn text(self) -> &'static str {
        match self {
            Self::Draw => include_str!("harness/draw.h"),
            Self::Deck => concat!(
                include_str!("harness/parts.h"),
                include_str!("harness/array.h"),
                include_str!("harness/deck.h"),
            ),
        }
    }
}

/// What a function's parameters are for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parts {
    /// The types of result and parameters by which it is known among several functions of its name, or with which a
    /// template is filled in.
    pub kind: Option<(String, Vec<String>)>,
    /// How many parameters a call must give, from the first.
    pub taken: usize,
    /// How many of them tell a player.
    pub players: usize,
    /// Those that tell how many cards there are: a bit each.
    pub sizes: u32,
}

/// Two objects that stand for players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objects {
    /// Their class.
    pub class: String,
    /// Statements that each make one and return a pointer to it.
    pub makers: [String; 2],
}

/// Functions to call, as they are put together for one harness.
#[derive(Debug, Clone)]
pub struct Sheet {
    shape: Shape,
    code: String,
    entries: String,
    files: BTreeSet<String>,
    functions: usize,
    objects: bool,
}

impl Sheet {
    /// An empty one.
    pub fn new(shape: Shape) -> Self {
        let (code, entries) = (String::new(), String::new());
        Self { shape, code, entries, files: BTreeSet::new(), functions: 0, objects: false }
    }

    /// Adds a function by its address, which is had as whatever type the harness asks for, so that the compiler picks
    /// from overloads and templates. Its commands are `fits` and `call` with the number returned.
    pub fn by_type(&mut self, function: &Function, fits: &str, call: &str) -> usize {
        let path = path(function);
        // In place of an expression in a signature, which the compiler could not mangle for a member.
        let code = format!(
            "template <class T, class = T> struct as {{ static constexpr bool fits = false; }};\n    \
             template <class T> struct as<T, decltype(static_cast<T>(&{path}))> {{\n        \
             static constexpr bool fits = true;\n        \
             static T get() {{ return static_cast<T>(&{path}); }}\n    }};"
        );
        self.add(function, &code, fits, call)
    }

    /// Adds a function by a call with one argument of whatever type, so that the compiler converts it; its own type is
    /// looked at as well unless it is one of several. Its commands are `fits` and `call` with the number returned.
    pub fn by_argument(&mut self, function: &Function, several: bool, fits: &str, call: &str) -> usize {
        let path = path(function);
        let called = if function.needs_object {
            format!("grader_unit::object<{}>().{}", owner(function), function.name)
        } else {
            path.clone()
        };
        let pointer = if several { "void".to_owned() } else { format!("decltype(&{path})") };
        let code = format!(
            "typedef {pointer} pointer;\n    template <class N> static auto call(N &n) -> decltype({called}(n)) {{ return {called}(n); }}"
        );
        self.add(function, &code, fits, call)
    }

    /// Adds a function by the parameters it must be given, of which some have a part of their own. `commands` is what
    /// the shape calls such a function (`deck` for `deck_fits` and `deck_call`), and `init` the number of the function
    /// that initialises the array, which decides what the array is. Its commands are `fits` and `call` with the number
    /// returned.
    pub fn by_parts(
        &mut self,
        function: &Function,
        parts: &Parts,
        commands: &str,
        init: Option<usize>,
    ) -> usize {
        let path = path(function);
        let called = if function.needs_object {
            format!("grader_unit::object<{}>().{}", owner(function), function.name)
        } else {
            path.clone()
        };
        let pointer = match &parts.kind {
            Some((returns, kinds)) => format!("{returns} (*pointer)({})", kinds.join(", ")),
            None => format!("decltype(&{path}) pointer"),
        };
        let Parts { taken, players, sizes, .. } = parts;
        let made = if self.objects { "grader_players" } else { "void" };
        let code = format!(
            "typedef {pointer};\n    typedef {made} made;\n    \
             static constexpr int taken = {taken}, players = {players};\n    \
             static constexpr unsigned sizes = {sizes};\n    \
             template <class... A> static auto call(A &&...a) -> decltype({called}(static_cast<A &&>(a)...))\n    \
             {{ return {called}(static_cast<A &&>(a)...); }}"
        );
        let n = self.functions;
        let init = init.unwrap_or(n);
        let with = |what: &str| format!("grader_unit::{commands}_{what}<grader_f{n}, grader_f{init}>");
        self.write(function, &code, &with("fits"), &with("call"))
    }

    /// Adds the objects that functions added later may be given as players.
    pub fn make(&mut self, objects: &Objects) {
        let Objects { class, makers: [one, other] } = objects;
        self.objects = true;
        let _ = writeln!(
            self.code,
            "struct grader_players {{\n    typedef {class} type;\n    \
             static {class} *one() {{\n        {one}\n    }}\n    \
             static {class} *other() {{\n        {other}\n    }}\n    \
             static {class} *who(long long n)\n    {{\n        static {class} *made[] = {{one(), other()}};\n        \
             return made[n == 1];\n    }}\n}};"
        );
    }

    /// Adds a command that the shape carries out with one of the functions.
    pub fn command(&mut self, name: &str, what: &str, function: usize) {
        let f = format!("grader_f{function}");
        let _ = writeln!(self.entries, "    {{\"{name}\", grader_unit::{what}<{f}, {f}>}},");
    }

    /// Adds a function; `fits` and `call` are templates of the shape that are given it.
    fn add(&mut self, function: &Function, code: &str, fits: &str, call: &str) -> usize {
        let n = self.functions;
        let with = |what: &str| format!("grader_unit::{what}<grader_f{n}>");
        self.write(function, code, &with(fits), &with(call))
    }

    fn write(&mut self, function: &Function, code: &str, fits: &str, call: &str) -> usize {
        let n = self.functions;
        let owner = owner(function);
        self.functions += 1;
        self.files.insert(function.file.clone());
        let _ = writeln!(self.code, "struct grader_f{n} {{\n    typedef {owner} owner;\n    {code}\n}};");
        let _ = writeln!(self.entries, "    {{\"fits{n}\", {fits}}},\n    {{\"call{n}\", {call}}},");
        n
    }

    /// Compiles it; a refusal has the compiler's first errors.
    pub fn compile(&self, workbench: &mut dyn Workbench) -> Result<Result<Caller, String>, PlayError> {
        let files: Vec<String> = self.files.iter().cloned().collect();
        Ok(match workbench.harness(&self.text(), &files)? {
            Harness::Ready { stage, secret } => Ok(Caller::new(stage, secret)),
            Harness::Refused(why) => Err(why),
        })
    }

    /// The text of the harness, as a [`Workbench`] takes it.
    pub fn text(&self) -> String {
        let Self { shape, code, entries, .. } = self;
        let shape = shape.text();
        format!(
            "{LINE}\n%SOURCES%\n{CALLS}\n{shape}\n{code}\n\
             static const grader_unit::Entry grader_entries[] = {{\n{entries}}};\n\
             extern \"C\" int __real_main(int, char **);\n\
             extern \"C\" int __wrap_main(int count, char **words)\n{{\n    \
             if (!count || words[0][2] != 'h')\n        return __real_main(count, words);\n    \
             return grader_unit::serve(grader_entries, sizeof grader_entries / sizeof *grader_entries);\n}}\n"
        )
    }
}

/// A function's name with all it belongs to, from the global scope on (`::Deck::draw_card`).
pub(crate) fn path(function: &Function) -> String {
    let scope = owner_path(function);
    format!("{scope}::{}", function.name)
}

/// The class that an object is needed of to call a function, as C++; `void` where none is.
pub(crate) fn owner(function: &Function) -> String {
    if function.needs_object { owner_path(function) } else { "void".to_owned() }
}

/// What a function belongs to, from the global scope on; scopes without a name are seen through.
fn owner_path(function: &Function) -> String {
    let named = |part: &&str| !part.is_empty() && !part.starts_with(['(', '{', '<']);
    function.scope.split("::").filter(named).fold(String::new(), |path, part| path + "::" + part)
}
