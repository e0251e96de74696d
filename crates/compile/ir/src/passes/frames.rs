//! Sizes of stack frames. LLVM's C API has no getter for them, but the back end reports the frame of
//! a function with the attribute `warn-stack-size` in a diagnostic.

use crate::base::context::attached;
use crate::base::error::Result;
use crate::base::frame_report::Frames;
use crate::passes::target::TargetMachine;
use crate::values::module::Module;

/// The function attribute whose value is the largest frame that is not reported.
const ATTRIBUTE: &str = "warn-stack-size";

impl TargetMachine {
    /// A relocatable object of the module, and the stack frames of its functions.
    pub fn emit_object_and_frames(&self, module: &mut Module) -> Result<(Vec<u8>, Frames)> {
        let edited = module.edit();
        for function in edited.definitions() {
            function.add_string_attribute(edited, ATTRIBUTE, "0");
        }
        let context = module.context().raw();
        attached(context, |attached| attached.frames.borrow_mut().clear());
        let object = self.emit_object(module)?;
        Ok((object, attached(context, |attached| attached.frames.take())))
    }
}
