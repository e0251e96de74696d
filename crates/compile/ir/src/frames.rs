//! Sizes of stack frames. LLVM's C API has no getter for them, but the back end reports the frame of
//! a function with the attribute `warn-stack-size` in a diagnostic.

use std::collections::HashMap;

use crate::context::attached;
use crate::{Module, Result, TargetMachine};

/// The function attribute whose value is the largest frame that is not reported.
const ATTRIBUTE: &str = "warn-stack-size";

/// Bytes of stack that functions take by themselves, by the name of the function. Functions that
/// are not there take none.
pub type Frames = HashMap<String, u64>;

impl TargetMachine {
    /// A relocatable object of the module, and the stack frames of its functions.
    pub fn emit_object_and_frames(&self, module: &mut Module) -> Result<(Vec<u8>, Frames)> {
        for function in module.functions().into_iter().filter(|function| !function.is_declaration()) {
            function.add_string_attribute(ATTRIBUTE, "0");
        }
        let context = module.context().raw();
        attached(context, |attached| attached.frames.borrow_mut().clear());
        let object = self.emit_object(module)?;
        Ok((object, attached(context, |attached| attached.frames.take())))
    }
}

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
