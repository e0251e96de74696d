//! Ends the process on behaviour that OpenCL leaves undefined.

/// Ends the process: a call is wrong.
pub fn violation(text: &str) -> ! {
    eprintln!("fake OpenCL: {text}");
    std::process::abort()
}
