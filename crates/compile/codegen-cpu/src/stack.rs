//! The stack size that kernels need: the frames of the longest chain of calls.
//!
//! Where frames are unknown, the need is an estimate:
//!
//! * A call through a pointer counts as a call of the function that needs most, among those that are exported or whose
//!   addresses are taken.
//! * A call of a function outside of the module counts as [`OUTSIDE_BYTES`].
//!
//! There is no recursion: the validator refuses it.

use rustc_hash::FxHashMap;
use tandem_ir::{EditableModule, Frames, Function, Inst};

use crate::linkage;

/// The assumed stack use of functions of the host's libraries and of other objects.
const OUTSIDE_BYTES: u64 = 32 << 10;
/// The stack use of a call in addition to the frame: the return address, the red zone, and gaps for alignment.
const CALL_BYTES: u64 = 256;

/// The needs of functions of a module.
pub struct StackNeeds<'m> {
    module: &'m EditableModule,
    frames: &'m Frames,
    /// Needs that are known; 0 for functions that are being looked at, which pointers may lead back to.
    known: FxHashMap<Function<'m>, u64>,
}

impl<'m> StackNeeds<'m> {
    /// With the frames that the back end gave the functions.
    pub fn new(module: &'m EditableModule, frames: &'m Frames) -> Self {
        Self { module, frames, known: FxHashMap::default() }
    }

    /// Bytes of stack that a call of a function needs.
    pub fn of(&mut self, function: Function<'m>) -> u64 {
        if function.is_declaration() {
            return if function.name().starts_with("llvm.") { 0 } else { OUTSIDE_BYTES };
        }
        if let Some(known) = self.known.get(&function) {
            return *known;
        }
        self.known.insert(function, 0);
        let calls = function.insts().into_iter().filter(|inst| inst.is_call());
        let deepest = calls.map(|call| self.of_call(call)).max().unwrap_or(0);
        let own = self.frames.get(&function.name()).copied().unwrap_or(0);
        let need = own.saturating_add(CALL_BYTES).saturating_add(deepest);
        self.known.insert(function, need);
        need
    }

    fn of_call(&mut self, call: Inst<'m>) -> u64 {
        match call.called_function() {
            Some(function) => self.of(function),
            None => self.of_pointed(),
        }
    }

    /// The largest need of the functions that pointers may lead to.
    fn of_pointed(&mut self) -> u64 {
        let functions = self.module.functions().into_iter();
        let pointed: Vec<_> = functions.filter(|function| may_be_pointed_to(*function)).collect();
        pointed.into_iter().map(|function| self.of(function)).fold(OUTSIDE_BYTES, u64::max)
    }
}

fn may_be_pointed_to(function: Function<'_>) -> bool {
    let is_direct = |inst: Inst<'_>| inst.called_function() == Some(function);
    let users = function.value().users();
    !function.is_declaration()
        && (linkage::is_export(function) || users.into_iter().any(|user| !user.as_inst().is_some_and(is_direct)))
}
