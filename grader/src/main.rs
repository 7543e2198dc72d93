//! The `grader` command: parses and calls.

#[cfg(target_os = "linux")]
fn main() -> grader::cli::Exit {
    use clap::Parser as _;
    grader::cli::Cli::parse().run()
}

#[cfg(not(target_os = "linux"))]
fn main() -> std::process::ExitCode {
    eprintln!("{}", elsewhere(std::env::consts::OS));
    std::process::ExitCode::from(2)
}

/// What to say on a system whose kernel cannot confine programs the way the grader needs.
#[cfg(any(test, not(target_os = "linux")))]
fn elsewhere(system: &str) -> String {
    let way = match system {
        "windows" => {
            "Install WSL (`wsl --install` in a terminal, then restart) and run the same command in its shell."
        }
        "macos" => "Run it in a Linux container or virtual machine, or on your school's Linux server.",
        _ => "Run it on a Linux machine, or in a Linux virtual machine.",
    };
    format!("grader: student programs are only run inside a Linux sandbox, and this is {system}. {way}")
}

#[cfg(test)]
mod tests {
    use super::elsewhere;

    #[test]
    fn other_systems_are_shown_the_way() {
        assert!(elsewhere("windows").contains("WSL"));
        assert!(elsewhere("macos").contains("this is macos") && !elsewhere("macos").contains("WSL"));
        assert!(elsewhere("freebsd").contains("Linux machine"));
    }
}
