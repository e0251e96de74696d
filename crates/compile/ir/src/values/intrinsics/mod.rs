//! The intrinsics of LLVM: calling them, and recognizing calls of them.
//!
//! LLVM's C API finds an intrinsic by name, and trusts its caller to name the types that it is overloaded on: one too
//! few is undefined behaviour. Here an intrinsic is a value of [`Intrinsic`], and the [table] defines its types.

mod table;

use std::collections::HashMap;
use std::sync::OnceLock;

use llvm_sys::core::*;

use crate::base::refusal::check;
use crate::values::editable::EditableModule;
use crate::values::handles::{Function, Inst, Value};
use crate::values::module::Module;
use crate::values::types::{Type, TypeKind};
pub use table::Intrinsic;

/// A type that an intrinsic is overloaded on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overload {
    /// A type that values have.
    Any,
    /// An integer or a vector of integers.
    Int,
    /// A floating-point type or a vector of such.
    Float,
    /// A vector of integers.
    Ints,
    /// A vector of floating-point values.
    Floats,
    /// A vector.
    Vector,
    /// A pointer.
    Pointer,
    /// A vector of pointers.
    Pointers,
    /// A pointer or a vector of pointers.
    Address,
}

impl Overload {
    fn is(self, ty: Type<'_>) -> bool {
        let is_vector = matches!(ty.kind(), TypeKind::Vector(..));
        match self {
            Self::Any => ty.is_first_class(),
            Self::Int => ty.scalar().is_int(),
            Self::Float => ty.scalar().is_float(),
            Self::Ints => is_vector && ty.scalar().is_int(),
            Self::Floats => is_vector && ty.scalar().is_float(),
            Self::Vector => is_vector,
            Self::Pointer => ty.is_pointer(),
            Self::Pointers => is_vector && ty.scalar().is_pointer(),
            Self::Address => ty.scalar().is_pointer(),
        }
    }
}

impl Intrinsic {
    /// The intrinsic of a symbol with its types (`llvm.sqrt.v4f32`), as foreign modules import it.
    pub fn of_symbol(symbol: &str) -> Option<Self> {
        let is_rest = |rest: &str| rest.is_empty() || rest.starts_with('.');
        let named = |intrinsic: &Self| symbol.strip_prefix(intrinsic.name()).is_some_and(is_rest);
        // `llvm.memcpy.inline` begins as `llvm.memcpy` does.
        Self::ALL.iter().copied().filter(named).max_by_key(|intrinsic| intrinsic.name().len())
    }

    /// Whether it copies, moves or fills a block of memory.
    pub const fn is_memory_block(self) -> bool {
        matches!(self, Self::Memcpy | Self::MemcpyInline | Self::Memmove | Self::Memset | Self::MemsetInline)
    }

    /// Whether it is part of how exceptions are thrown and caught (`llvm.eh.*`).
    pub const fn is_about_exceptions(self) -> bool {
        use Intrinsic::*;
        matches!(
            self,
            EhDwarfCfa
                | EhReturnI32
                | EhReturnI64
                | EhSjljCallSite
                | EhSjljFunctionContext
                | EhSjljLongJump
                | EhSjljLsda
                | EhSjljSetJump
                | EhSjljSetUpDispatch
                | EhTypeIdFor
                | EhUnwindInit
        )
    }

    /// Whether it combines the elements of a vector (`llvm.vector.reduce.*`).
    pub const fn is_reduction(self) -> bool {
        use Intrinsic::*;
        matches!(
            self,
            VectorReduceAdd
                | VectorReduceAnd
                | VectorReduceFadd
                | VectorReduceFmax
                | VectorReduceFmaximum
                | VectorReduceFmin
                | VectorReduceFminimum
                | VectorReduceFmul
                | VectorReduceMul
                | VectorReduceOr
                | VectorReduceSmax
                | VectorReduceSmin
                | VectorReduceUmax
                | VectorReduceUmin
                | VectorReduceXor
        )
    }

    /// LLVM's number of it; 0 for a name unknown to LLVM.
    fn id(self) -> u32 {
        let name = self.name();
        // SAFETY: LLVM reads as many bytes as the name has.
        unsafe { LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len()) }
    }

    fn of_id(id: u32) -> Option<Self> {
        static BY_ID: OnceLock<HashMap<u32, Intrinsic>> = OnceLock::new();
        let by_id = BY_ID.get_or_init(|| Self::ALL.iter().map(|intrinsic| (intrinsic.id(), *intrinsic)).collect());
        by_id.get(&id).copied()
    }
}

impl Module {}

impl EditableModule {
    /// An LLVM intrinsic, overloaded on `types`; declared if it is not yet. Types that it is not
    /// overloaded on are refused.
    pub fn intrinsic<'m>(&'m self, intrinsic: Intrinsic, types: &[Type<'m>]) -> Function<'m> {
        let overloads = intrinsic.overloads();
        let fits = overloads.len() == types.len()
            && overloads.iter().zip(types).all(|(overload, ty)| overload.is(*ty))
            && types.iter().all(|ty| ty.context() == self.context().raw());
        let name = intrinsic.name();
        if !check(self.context().raw(), fits, || format!("intrinsic `{name}` on {types:?}")) {
            return self.add_function(name, self.void().function(&[], false));
        }
        let mut raw: Vec<_> = types.iter().map(|ty| ty.0).collect();
        // SAFETY: an intrinsic that LLVM has, and the types that it is overloaded on.
        unsafe {
            Function(Value::new(LLVMGetIntrinsicDeclaration(self.raw(), intrinsic.id(), raw.as_mut_ptr(), raw.len())))
        }
    }
}

impl Function<'_> {
    /// The intrinsic that it is; `None` also for those that are not in the table.
    pub fn intrinsic(self) -> Option<Intrinsic> {
        // SAFETY: a function.
        match unsafe { LLVMGetIntrinsicID(self.raw()) } {
            0 => None,
            id => Intrinsic::of_id(id),
        }
    }
}

impl Inst<'_> {
    /// The intrinsic that it calls; `None` also for those that are not in the table.
    pub fn intrinsic(self) -> Option<Intrinsic> {
        self.called_function()?.intrinsic()
    }

    /// Whether it calls an intrinsic of LLVM, be it in the table or not.
    pub fn calls_intrinsic(self) -> bool {
        // SAFETY: an instruction.
        unsafe { !LLVMIsAIntrinsicInst(self.value().0).is_null() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Intrinsic, Overload};
    use crate::base::context::Context;
    use crate::build::builder::Builder;
    use crate::values::module::Module;
    use crate::values::types::Type;

    /// A type of each kind of overload.
    fn sample(module: &Module, overload: Overload) -> Type<'_> {
        match overload {
            Overload::Any | Overload::Int => module.int(32),
            Overload::Float => module.float(),
            Overload::Ints => module.int(32).vector(4),
            Overload::Floats | Overload::Vector => module.float().vector(4),
            Overload::Pointer | Overload::Address => module.ptr(0),
            Overload::Pointers => module.ptr(0).vector(4),
        }
    }

    #[test]
    fn llvm_has_all_on_these_types() {
        let mut module = Module::new(&Context::new(), "test");
        let module = module.edit();
        for intrinsic in Intrinsic::ALL {
            assert_ne!(intrinsic.id(), 0, "{intrinsic:?}");
            let types: Vec<_> = intrinsic.overloads().iter().map(|overload| sample(module, *overload)).collect();
            // SAFETY: the number of an intrinsic.
            let is_overloaded = unsafe { llvm_sys::core::LLVMIntrinsicIsOverloaded(intrinsic.id()) } != 0;
            assert_eq!(is_overloaded, !types.is_empty(), "{intrinsic:?}");
            let function = module.intrinsic(*intrinsic, &types);
            assert_eq!(function.intrinsic(), Some(*intrinsic));
            assert_eq!(Intrinsic::of_symbol(&function.name()), Some(*intrinsic));
        }
    }

    #[test]
    fn overloads_are_as_many_as_llvm_derives() {
        for intrinsic in Intrinsic::ALL.iter().filter(|intrinsic| !intrinsic.overloads().is_empty()) {
            let mut module = Module::new(&Context::new(), "test");
            let module = module.edit();
            let types: Vec<_> = intrinsic.overloads().iter().map(|overload| sample(module, *overload)).collect();
            let function = module.add_function("f", module.void().function(&[], false));
            let builder = Builder::at_end(module, function.append_block(module, "entry"));
            let callee = module.intrinsic(*intrinsic, &types);
            let args: Vec<_> = callee.function_type().params().into_iter().map(Type::zero).collect();
            builder.call_function(callee, &args);
            builder.ret_void();
            // The verifier derives the types from the arguments, and compares the names that follow. Other errors about
            // the zeros do not matter here.
            if let Err(error) = module.verify() {
                assert!(!error.to_string().contains("mangled"), "{intrinsic:?}: {error}");
            }
        }
    }

    #[test]
    fn symbols() {
        assert_eq!(Intrinsic::of_symbol("llvm.usub.sat.v4i32"), Some(Intrinsic::UsubSat));
        assert_eq!(Intrinsic::of_symbol("llvm.memcpy.inline.p0.p0.i64"), Some(Intrinsic::MemcpyInline));
        assert_eq!(Intrinsic::of_symbol("llvm.usub.saturated.i32"), None);
        assert_eq!(Intrinsic::of_symbol("usub.sat.i32"), None);
    }
}
