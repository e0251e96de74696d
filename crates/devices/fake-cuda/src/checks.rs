//! Checks: behavior that CUDA leaves undefined ends the process.

/// Ends the process: a call is wrong.
pub fn violation(text: &str) -> ! {
    eprintln!("fake CUDA: {text}");
    std::process::abort()
}
