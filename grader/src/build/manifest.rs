//! Reads as much of a student's `Cargo.toml` as decides how it is built.

use crate::submission::SourceFile;
use std::collections::BTreeSet;
use toml::{Table, Value};

/// What a manifest says.
#[derive(Debug)]
pub(super) struct Manifest {
    table: Table,
}

impl Manifest {
    /// Reads a manifest; the error is Cargo's kind of sentence, with its place.
    pub(super) fn read(file: &SourceFile) -> Result<Self, String> {
        let told = |error: &toml::de::Error| {
            let line = error.span().map(|span| file.text[..span.start].matches('\n').count() + 1);
            let at = line.map_or(file.path.clone(), |line| format!("{}:{line}", file.path));
            format!("{at}: error: {}", error.message())
        };
        file.text.parse::<Table>().map(|table| Manifest { table }).map_err(|error| told(&error))
    }

    /// Why it is not built: it would run code of the student's own while compiling.
    pub(super) fn refusal(&self) -> Option<&'static str> {
        let package = self.section("package");
        let runs_script =
            package.and_then(|table| table.get("build")).is_some_and(|build| build.as_bool() != Some(false));
        let library = self.section("lib");
        let is_macro =
            |key: &str| library.and_then(|table| table.get(key)).and_then(Value::as_bool) == Some(true);
        let types = ["crate-type", "crate_type"].into_iter().filter_map(|key| library?.get(key)?.as_array());
        let is_of_macros = types.flatten().any(|kind| kind.as_str() == Some("proc-macro"));
        if runs_script {
            Some("Cargo.toml names a build script")
        } else if is_macro("proc-macro") || is_macro("proc_macro") || is_of_macros {
            Some("Cargo.toml declares a procedural macro")
        } else {
            None
        }
    }

    /// The names of the programs it makes, given the paths of its sources.
    pub(super) fn programs(&self, sources: &[SourceFile]) -> BTreeSet<String> {
        let package = self.section("package");
        let text =
            |key: &str| package.and_then(|table| table.get(key)).and_then(Value::as_str).map(str::to_owned);
        if let Some(name) = text("default-run") {
            return BTreeSet::from([name]);
        }
        let declared = self.table.get("bin").and_then(Value::as_array).into_iter().flatten();
        let field = |bin: &Value, key: &str| bin.get(key).and_then(Value::as_str).map(str::to_owned);
        let mut programs = BTreeSet::new();
        let mut paths = BTreeSet::new();
        for bin in declared {
            programs.extend(field(bin, "name"));
            paths.extend(field(bin, "path"));
        }
        for file in sources.iter().filter(|file| !paths.contains(&file.path)) {
            let of_its_own = file.path.strip_prefix("src/bin/").map(|bin| bin.trim_end_matches("/main.rs"));
            match of_its_own {
                _ if file.path == "src/main.rs" => programs.extend(text("name")),
                Some(bin) if !bin.contains('/') => {
                    programs.insert(bin.trim_end_matches(".rs").to_owned());
                }
                _ => {}
            }
        }
        programs
    }

    /// Whether it describes a package, not only a workspace.
    pub(super) fn has_package(&self) -> bool {
        self.section("package").is_some()
    }

    /// Whether it is a workspace, or part of one.
    pub(super) fn has_workspace(&self) -> bool {
        self.table.contains_key("workspace")
            || self.section("package").is_some_and(|table| table.contains_key("workspace"))
    }

    fn section(&self, name: &str) -> Option<&Table> {
        self.table.get(name).and_then(Value::as_table)
    }
}
