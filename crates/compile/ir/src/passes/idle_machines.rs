//! Target machines that are not in use.
//!
//! LLVM makes a target machine from lists of features, and the machine makes tables for each kind of function that it
//! meets, which is a notable part of compiling a small kernel (`docs/measurements/performance.md`). Machines are
//! therefore reused, by one compilation at a time. A machine whose compilation met a fatal error is not reused.

use std::sync::{Mutex, MutexGuard, PoisonError};

use llvm_sys::target_machine::LLVMTargetMachineRef;

use crate::base::optimize::Optimize;

/// Most machines that are kept, of all kinds.
const CAPACITY: usize = 4;

/// The properties that a machine is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) triple: &'static str,
    pub(crate) cpu: String,
    pub(crate) features: String,
    pub(crate) optimize: Optimize,
}

struct Machine(Kind, LLVMTargetMachineRef);

// SAFETY: a machine belongs to no thread; nobody else has this one.
unsafe impl Send for Machine {}

static IDLE: Mutex<Vec<Machine>> = Mutex::new(Vec::new());

/// A machine of a kind, which is the caller's from now on.
pub(crate) fn take(kind: &Kind) -> Option<LLVMTargetMachineRef> {
    let mut idle = lock();
    let position = idle.iter().rposition(|Machine(known, _)| known == kind)?;
    Some(idle.remove(position).1)
}

/// Keeps a machine that is the caller's. Returns one that is to be disposed of.
pub(crate) fn keep(kind: &Kind, machine: LLVMTargetMachineRef) -> Option<LLVMTargetMachineRef> {
    let mut idle = lock();
    idle.push(Machine(kind.clone(), machine));
    (idle.len() > CAPACITY).then(|| idle.remove(0).1)
}

fn lock() -> MutexGuard<'static, Vec<Machine>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use crate::base::context::Context;
    use crate::base::optimize::Optimize;
    use crate::base::options::TESTS;
    use crate::passes::target::TargetMachine;
    use crate::values::module::Module;

    fn assembly(machine: &TargetMachine) -> String {
        let text = b"define float @f(float %a, float %b) { %p = fmul float %a, %b ret float %p }";
        let mut module = Module::parse(&Context::new(), text, "product").expect("valid IR");
        machine.prepare(module.edit());
        String::from_utf8(machine.emit_assembly(&mut module).expect("emits")).expect("text")
    }

    #[test]
    fn a_machine_is_used_again_for_its_kind_and_by_one_at_a_time() {
        let _alone = TESTS.lock();
        let make = |features: &str| TargetMachine::x86_64("x86-64-v2", features, Optimize::Default).expect("known");
        let (first, second) = (make(""), make(""));
        assert_ne!(first.raw(), second.raw());
        let (plain, raw) = (assembly(&first), first.raw());
        drop(first);
        let vectors = make("+avx");
        assert_ne!(vectors.raw(), raw);
        assert!(assembly(&vectors).contains("vmulss") && !plain.contains("vmulss"));
        let again = make("");
        assert_eq!((again.raw(), assembly(&again)), (raw, plain));
    }
}
