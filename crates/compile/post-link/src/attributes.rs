//! Kernel attributes that are written as code (`docs/internals/boundaries.md`, section 1): the headers write the
//! properties of a kernel as `__tandem_kernel_attribute("sycl_X", args…)` into a function around the user's functor.
//! Such a call is equivalent to an annotation on that function.

use tandem_device_ir::Marker;
use tandem_ir::{EditableModule, Inst};

use super::diagnostics::Diagnostics;
use super::{kernel_attributes, markers};

const MARKER: &str = Marker::KernelAttribute.symbol();

/// Turns the markers of a unit into attributes of the functions that hold
/// them.
pub fn lower(module: &EditableModule) -> Result<(), Diagnostics> {
    let Some(marker) = module.function(MARKER) else {
        return Ok(());
    };
    let mut diagnostics = Diagnostics::default();
    for call in marker.calls() {
        if lower_call(module, call).is_none() {
            let place = call.debug_loc().map(|loc| loc.frame());
            diagnostics.error(place, "the value of a kernel property is not a constant");
        }
        call.erase(module);
    }
    diagnostics.into_result()
}

/// `None` when the marker's arguments are not constants.
fn lower_call(module: &EditableModule, call: Inst<'_>) -> Option<()> {
    let args = call.args();
    let (kind, values) = args.split_first()?;
    let values = values.iter().map(|value| value.const_u64()).collect::<Option<Vec<u64>>>()?;
    kernel_attributes::add_property(module, call.block()?.function(), &markers::literal(*kind)?, &values);
    Some(())
}
