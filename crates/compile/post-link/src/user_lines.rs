//! Gives code that is inlined from the headers the source line of the user's call.
//!
//! A fault in `load` of a `vec` is reported at the kernel's line that calls it, and
//! debuggers step over headers.

use std::collections::HashMap;

use tandem_ir::{DebugLoc, EditableModule, Scope};

use super::headers::Headers;

/// Moves code to the innermost call outside of the headers. Code outside of such calls is unchanged.
pub fn run(module: &EditableModule) {
    let headers = Headers::of(module);
    let mut known = HashMap::new();
    for inst in module.functions().into_iter().flat_map(|function| function.insts()) {
        let calls = std::iter::successors(inst.debug_loc(), |location| location.inlined_at());
        let mut outside = calls.enumerate().filter(|(_, location)| !is_in_headers(&headers, &mut known, *location));
        if let Some((1.., location)) = outside.next() {
            inst.set_debug_loc(module, Some(location));
        }
    }
}

fn is_in_headers<'m>(headers: &Headers, known: &mut HashMap<Scope<'m>, bool>, location: DebugLoc<'m>) -> bool {
    let Some(scope) = location.scope() else { return false };
    *known.entry(scope).or_insert_with(|| headers.contain(&location.frame()))
}
