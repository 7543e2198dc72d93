//! Compiles the shim that fixes a program's chance and time.

use std::path::{Path, PathBuf};

use super::PlayError;
use crate::sandbox::{Sandbox, SandboxError, Tool, ToolLimits};

/// The shim's source: one text, in parts by what they fix.
pub const SHIM_SOURCE: &str = concat!(
    include_str!("shim/control.c"),
    include_str!("shim/serve.c"),
    include_str!("shim/begin.c"),
    include_str!("shim/rand.c"),
    include_str!("shim/entropy.c"),
    include_str!("shim/time.c"),
    include_str!("shim/input.c"),
    include_str!("shim/ways.c"),
);

/// Compiles the shim to an object file in `folder`, to be linked into a program: for C++ one more file on the command
/// line of `g++`, for Rust `-C link-arg=PATH`. The C compiler that `rustc` links with will do: no `g++` is needed.
pub fn shim_object(sandbox: &Sandbox, folder: &Path) -> Result<PathBuf, PlayError> {
    let source = folder.join("shim.c");
    std::fs::write(&source, SHIM_SOURCE)
        .map_err(|error| PlayError { doing: format!("write {}", source.display()), source: error })?;
    let doing = "compile the part that fixes a program's chance and time".to_owned();
    let failed = |reason: String| PlayError { doing: doing.clone(), source: std::io::Error::other(reason) };
    let output = match sandbox.run(&compiler("cc", folder)) {
        Err(SandboxError::NoProgram(_)) => sandbox.run(&compiler("g++", folder)),
        other => other,
    };
    let output = output.map_err(|error| failed(error.to_string()))?;
    if !output.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(failed(format!("the C compiler ended with {:?}: {said}", output.end)));
    }
    Ok(folder.join("shim.o"))
}

/// A run of a compiler on the shim.
fn compiler(name: &str, folder: &Path) -> Tool {
    let args = ["-x", "c", "-O2", "-fPIC", "-fno-builtin", "-w", "-c", "shim.c", "-o", "shim.o"];
    Tool {
        program: name.into(),
        args: args.iter().map(Into::into).collect(),
        folder: folder.to_owned(),
        env: Vec::new(),
        readable: Vec::new(),
        writable: vec![folder.to_owned()],
        fork: true,
        limits: ToolLimits {
            cpu_seconds: 60,
            wall_seconds: 300,
            memory_mib: Some(2048),
            file_mib: 64,
            output_bytes: 64 << 10,
        },
    }
}
