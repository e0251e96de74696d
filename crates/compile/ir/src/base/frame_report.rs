//! LLVM's report of stack frames.

use std::collections::HashMap;

/// Bytes of stack that functions take by themselves, by the name of the function. Functions that
/// are not there take none.
pub type Frames = HashMap<String, u64>;

/// Function and bytes of a report: `f.cpp:3:0: stack frame size (72) exceeds limit (0) in function 'f'`.
pub(crate) fn read_report(text: &str) -> Option<(&str, u64)> {
    let (frame, function) = text.split_once(") exceeds limit (0) in function '")?;
    let (_, bytes) = frame.rsplit_once("stack frame size (")?;
    Some((function.strip_suffix('\'')?, bytes.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::read_report;

    #[test]
    fn reports_are_read() {
        let report =
            |name: &str| format!("f (1).cpp:3:0: stack frame size (4194320) exceeds limit (0) in function '{name}'");
        assert_eq!(read_report(&report("f")), Some(("f", 4_194_320)));
        assert_eq!(read_report(&report("it's 'so'")), Some(("it's 'so'", 4_194_320)));
        assert_eq!(read_report("stack frame size (x) exceeds limit (0) in function 'f'"), None);
        assert_eq!(read_report("loop not vectorized"), None);
    }
}
