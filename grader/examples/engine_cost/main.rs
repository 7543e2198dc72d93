//! What the engine costs on this machine: `cargo run --release -p grader --example engine_cost [PAIRS]`.

#[cfg(target_os = "linux")]
mod cost;

#[cfg(target_os = "linux")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    cost::run()
}

#[cfg(not(target_os = "linux"))]
fn main() {
    eprintln!("The engine runs on Linux only.");
}
