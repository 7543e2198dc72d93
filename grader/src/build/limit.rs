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
    let printed = String::from_utf8_lossy(&output.stderr);
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| printed.contains(phrase));
    let failed = |sentence: String| Ok(Some(Outcome::Failed { diagnostics: sentence }));
    if output.end == Ending::CpuLimit || says(&["CPU time limit exceeded"]) {
        return failed(format!(
            "the compiler used more than {} s on this program and was stopped",
            spec.cpu_seconds
        ));
    }
    if output.end == Ending::OutputLimit {
        return failed(format!(
            "the compiler printed more than {} KiB about this program and was stopped",
            OUTPUT >> 10
        ));
    }
    if output.end == Ending::WallLimit {
        return Err(BuildError::Stalled { tool, seconds: of(spec).wall_seconds });
    }
    if says(&["memory exhausted", "out of memory", "annot allocate memory", "memory allocation of"]) {
        return failed(format!(
            "the compiler used more than {} MiB of memory on this program",
            spec.memory_mib
        ));
    }
    if says(&["File size limit exceeded", "File too large"]) || output.end == Ending::Signalled(libc::SIGXFSZ)
    {
        return failed(format!(
            "the compiler wrote more than {FILE_MIB} MiB for this program and was stopped"
        ));
    }
    if says(&["Killed signal terminated"]) || output.end == Ending::Signalled(libc::SIGKILL) {
        return Err(BuildError::Killed { tool });
    }
    let crashed = matches!(output.end, Ending::Signalled(_));
    if crashed || says(&["internal compiler error", "the compiler unexpectedly panicked"]) {
        let why = format!("{tool} itself crashed on this program; compile it with another version to see");
        return Ok(Some(Outcome::Refused { why }));
    }
    Ok(None)
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
            (Ending::Exited(1), "internal compiler error: in x", "Ok(Some(Refused"),
        ];
        for (end, stderr, expected) in cases {
            let output = ToolOutput { end, stdout: Vec::new(), stderr: stderr.into() };
            let told = format!("{:?}", hit("g++", &spec, &output));
            assert!(told.contains(expected), "{output:?}: {told}");
        }
    }
}
