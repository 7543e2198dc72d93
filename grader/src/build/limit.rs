//! Tells the limits a compiler ran into from what is wrong with a source.

use super::{BuildError, Outcome};
use crate::sandbox::{ToolLimits, ToolOutput};
use crate::spec::BuildSpec;
use crate::transcript::Ending;

/// The most a compiler may print, in bytes.
const OUTPUT: usize = 1 << 20;
/// The largest file a compiler may write, in MiB.
const FILE_MIB: u64 = 256;

/// The limits of one compiler run.
pub(super) fn of(spec: &BuildSpec) -> ToolLimits {
    let cpu_seconds = u64::from(spec.cpu_seconds);
    ToolLimits {
        cpu_seconds,
        wall_seconds: cpu_seconds * 6 + 30,
        memory_mib: Some(u64::from(spec.memory_mib)),
        file_mib: FILE_MIB,
        output_bytes: OUTPUT,
    }
}

/// What ended a compiler, where it was not its own decision about the source; `None` where it was. Machine faults are
/// errors.
pub(super) fn hit(
    tool: &'static str,
    spec: &BuildSpec,
    output: &ToolOutput,
) -> Result<Option<Outcome>, BuildError> {
    if output.success() {
        return Ok(None);
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    let printed: String =
        stderr.lines().filter(|line| is_the_tools(line)).flat_map(|line| [line, "\n"]).collect();
    if let Some(diagnostics) = sentence(spec, &output.end, &printed) {
        return Ok(Some(Outcome::Failed { diagnostics }));
    }
    let says = |phrase: &str| printed.contains(phrase);
    // A message may hold line ends of the student's (`static_assert`), and after one any text: with errors of its own a
    // source does not compile, whatever else is said.
    let has_errors = stderr.lines().any(|line| line.starts_with("./") && line.contains(": error: "));
    if stderr.lines().any(is_full) {
        return Err(BuildError::Full { tool });
    }
    match output.end {
        Ending::WallLimit => Err(BuildError::Stalled { tool, seconds: of(spec).wall_seconds }),
        Ending::Signalled(libc::SIGKILL) => Err(BuildError::Killed { tool }),
        _ if says("Killed signal terminated") && !has_errors => Err(BuildError::Killed { tool }),
        Ending::Signalled(_) => Ok(Some(crashed(tool))),
        _ if says("internal compiler error") || says("the compiler unexpectedly panicked") => {
            Ok(Some(crashed(tool)))
        }
        _ => Ok(None),
    }
}

/// The limit the program made the compiler hit, in a sentence.
fn sentence(spec: &BuildSpec, end: &Ending, printed: &str) -> Option<String> {
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| printed.contains(phrase));
    let (did, limit) = if *end == Ending::CpuLimit || says(&["CPU time limit exceeded"]) {
        ("used", format!("{} s", spec.cpu_seconds))
    } else if *end == Ending::OutputLimit {
        ("printed", format!("{} KiB", OUTPUT >> 10))
    } else if says(&["memory exhausted", "out of memory", "annot allocate memory", "memory allocation of"]) {
        ("used", format!("{} MiB of memory", spec.memory_mib))
    } else if says(&["File size limit exceeded", "File too large"])
        || *end == Ending::Signalled(libc::SIGXFSZ)
    {
        ("wrote", format!("{FILE_MIB} MiB"))
    } else {
        return None;
    };
    Some(format!("the compiler {did} more than {limit} on this program and was stopped"))
}

fn crashed(tool: &str) -> Outcome {
    let why = format!("{tool} itself crashed on this program; compile it with another version to see");
    Outcome::Refused { why }
}

/// Whether a line says that the disk is full, in the words of the compiler, its assembler or its linker.
fn is_full(line: &str) -> bool {
    let wrote = ["fatal error: error writing to", "fatal error: when writing output", "error closing"];
    let is_writers = is_the_tools(line)
        || line.starts_with("{standard input}")
        || wrote.iter().any(|phrase| line.contains(phrase));
    is_writers && line.contains("No space left on device")
}

/// Whether a line is about the tool, not about the source: there a student's `#error out of memory` could stand.
fn is_the_tools(line: &str) -> bool {
    let is_assemblers = line.contains(": Error: ") || line.contains(": Warning: ");
    let about_source = line.starts_with(['{', ' ']) || line.starts_with("./") || line.contains(": error: ");
    let about_source = about_source || is_assemblers;
    !about_source || (line.contains(": internal compiler error: ") && !line.contains(": error: "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_named_and_machine_faults_are_not_the_students() {
        let spec = BuildSpec {
            cpp_flags: Vec::new(),
            rust_edition: "2021".into(),
            cpu_seconds: 20,
            memory_mib: 512,
        };
        let cases = [
            (Ending::Exited(1), "a.cpp:1:1: error: x", "Ok(None)"),
            (
                Ending::Exited(1),
                "./a.cpp:1:2: error: #error out of memory, Killed signal terminated",
                "Ok(None)",
            ),
            (
                Ending::Exited(1),
                "./a.cpp:1:2: error: static assertion failed: x\nKilled signal terminated program cc1plus",
                "Ok(None)",
            ),
            (Ending::Exited(1), "/tmp/a.s:5: Error: Killed signal terminated", "Ok(None)"),
            (
                Ending::Exited(1),
                "./a.cpp:1:2: internal compiler error: Segmentation fault",
                "Ok(Some(Refused",
            ),
            (Ending::CpuLimit, "", "more than 20 s"),
            (
                Ending::Exited(1),
                "g++: fatal error: CPU time limit exceeded signal terminated",
                "more than 20 s",
            ),
            (Ending::OutputLimit, "", "more than 1024 KiB"),
            (Ending::WallLimit, "", "Err(Stalled"),
            (
                Ending::Exited(1),
                "virtual memory exhausted: Cannot allocate memory",
                "more than 512 MiB of memory",
            ),
            (Ending::Signalled(6), "memory allocation of 9 bytes failed", "more than 512 MiB of memory"),
            (
                Ending::Exited(1),
                "File size limit exceeded signal terminated program as",
                "wrote more than 256 MiB",
            ),
            (Ending::Exited(1), "Killed signal terminated program cc1plus", "Err(Killed"),
            (Ending::Signalled(11), "", "Ok(Some(Refused"),
            (
                Ending::Exited(1),
                "{standard input}: Fatal error: can't write 9 bytes to section .text of a.o: 'No space left on device'",
                "Err(Full",
            ),
            (
                Ending::Exited(1),
                "./a.cpp:9:1: fatal error: error writing to /t/a.s: No space left on device",
                "Err(Full",
            ),
            (Ending::Exited(1), "/usr/bin/ld: final link failed: No space left on device", "Err(Full"),
            (Ending::Exited(1), "./a.cpp:1:2: error: #error No space left on device", "Ok(None)"),
            (Ending::Exited(1), "internal compiler error: in x", "Ok(Some(Refused"),
        ];
        for (end, stderr, expected) in cases {
            let output = ToolOutput { end, stdout: Vec::new(), stderr: stderr.into() };
            let told = format!("{:?}", hit("g++", &spec, &output));
            assert!(told.contains(expected), "{output:?}: {told}");
        }
    }
}
