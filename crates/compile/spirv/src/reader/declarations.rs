//! Declarations of functions, with linkage, attributes and execution modes.

use rspirv::spirv::{ExecutionMode, FunctionControl, FunctionParameterAttribute, LinkageType, Op};
use tandem_device_ir::{AddressSpace, KernelAttribute, NO_CONTRACTION};
use tandem_ir::{AttributePlace, EditableModule, Function, Linkage, SPIR_FUNC, SPIR_KERNEL};

use super::defs::Def;
use super::error::{Reason, Result, ensure};
use super::globals::{linkage, symbol};
use super::state::Reader;
use super::support;
use super::types::check_align;
use tandem_spirv_binary::decorations::Decorations;
use tandem_spirv_binary::types::{Shape, TypeRef};
use tandem_spirv_binary::{Id, Malformed};

/// LLVM's `memory` attribute: no access, or only reads.
const MEMORY_NONE: u64 = 0;
const MEMORY_READ: u64 = 0b01_01_01;

impl<'m> Reader<'m, '_> {
    /// The LLVM function of a function's id, declared on first use.
    pub fn declare_function(&mut self, id: Id) -> Result<Function<'m>> {
        match self.def(id) {
            Ok(Def::Function(function)) => return Ok(function),
            Ok(_) => return Err(Reason::Kind { id: id.0, expected: "a function" }),
            Err(_) => {}
        }
        let scan = self.scan;
        let index = *scan.structure.functions.get(&id).ok_or(Reason::Undefined(id.0))?;
        let mut ops = scan.structure.instructions[index].cursor();
        let (returns, _, control, ty) = (ops.id()?, ops.id()?, ops.word()?, ops.id()?);
        let (returns, ty) = (self.type_of_id(returns)?, self.type_of_id(ty)?);
        let Shape::Function { returns: declared, params } = self.shape(ty).clone() else {
            return Err(Reason::Invalid("the function's type is not a function type"));
        };
        ensure(self.llvm(declared) == self.llvm(returns), "the result type differs from the function type's")?;
        params.iter().chain([&returns]).try_for_each(|ty| self.check_value_size(*ty))?;
        let decorations = scan.decorations(id);
        let kernel = scan.kernels.get(&id);
        if let Some((name, LinkageType::Import)) = &decorations.linkage
            && let Some(intrinsic) = self.imported_intrinsic(name, self.llvm(ty))
        {
            self.define(id, Def::Function(intrinsic))?;
            return Ok(intrinsic);
        }
        let (name, linkage) = match (kernel, &decorations.linkage) {
            (Some(name), _) => (symbol(name), Linkage::LLVMExternalLinkage),
            // A kernel's code as an ordinary function, in addition to the kernel of that name.
            (None, Some((name, _))) if self.kernel_names.contains(name.as_str()) => {
                (format!("{}.body", symbol(name)), Linkage::LLVMInternalLinkage)
            }
            (None, Some((name, decorated))) => (symbol(name), linkage(Some(*decorated))),
            (None, None) => (symbol(scan.name(id)), Linkage::LLVMInternalLinkage),
        };
        let function = self.module.add_function(&name, self.llvm(ty));
        let is_import = matches!(decorations.linkage, Some((_, LinkageType::Import)));
        function.global().set_linkage(self.module, if is_import { Linkage::LLVMExternalLinkage } else { linkage });
        function.set_call_conv(self.module, if kernel.is_some() { SPIR_KERNEL } else { SPIR_FUNC });
        support::accept_bits("function control", control, FunctionControl::all().bits())?;
        set_control(self.module, function, FunctionControl::from_bits_retain(control));
        if kernel.is_some() {
            self.set_execution_modes(function, id)?;
        }
        let following =
            scan.structure.instructions[index + 1..].iter().take_while(|inst| inst.op() != Some(Op::FunctionEnd));
        let parameters = following.filter(|inst| inst.op() == Some(Op::FunctionParameter));
        for ((index, inst), ty) in (0..).zip(parameters).zip(params.iter()) {
            let decorations = scan.decorations(inst.cursor_at(1).id()?);
            self.set_parameter_attributes(function, index, *ty, decorations)?;
        }
        self.define(id, Def::Function(function))?;
        Ok(function)
    }

    fn set_parameter_attributes(
        &self,
        function: Function<'m>,
        index: u32,
        ty: TypeRef,
        decorations: &Decorations,
    ) -> Result<()> {
        use FunctionParameterAttribute::*;
        let place = AttributePlace::Param(index);
        let has = |attribute: FunctionParameterAttribute| decorations.has_attribute(attribute);
        let add = |name| function.add_attribute(self.module, place, name, 0);
        let llvm = self.llvm(ty);
        if llvm.is_int() && (has(Zext) || has(Sext)) {
            add(if has(Zext) { "zeroext" } else { "signext" });
        }
        if !llvm.is_pointer() {
            return Ok(());
        }
        if has(ByVal) || has(Sret) {
            let pointee = self.pointee(ty)?;
            self.size_of(pointee)?;
            let is_own = llvm.address_space() == Some(AddressSpace::Generic.number());
            ensure(is_own, "an argument that is passed by value is not in private memory")?;
            // Both need memory of the caller's or callee's own; LLVM takes one of them.
            function.add_type_attribute(
                self.module,
                place,
                if has(ByVal) { "byval" } else { "sret" },
                self.llvm(pointee),
            );
        }
        if has(NoAlias) || decorations.restrict {
            add("noalias");
        }
        if has(NoCapture) {
            function.set_no_capture(self.module, place);
        }
        if has(NoReadWrite) {
            add("readnone");
        } else if has(NoWrite) {
            add("readonly");
        }
        if let Some(align) = decorations.alignment {
            function.add_attribute(self.module, place, "align", check_align(align)?.into());
        }
        if let Some(bytes) = decorations.max_byte_offset {
            function.add_attribute(self.module, place, "dereferenceable", bytes.into());
        }
        Ok(())
    }

    fn set_execution_modes(&self, function: Function<'m>, id: Id) -> Result<()> {
        let Some(modes) = self.scan.modes.get(&id) else { return Ok(()) };
        for (mode, operands) in modes {
            let sizes = || operands.get(..3).ok_or(Malformed::MissingOperand);
            let by_id = || -> Result<Vec<u32>> {
                let ids = sizes()?.iter().map(|id| self.constant_u64(Id(*id)));
                ids.map(|size| u32::try_from(size?).map_err(|_| Reason::Invalid("the size is too large"))).collect()
            };
            match mode {
                ExecutionMode::LocalSize => {
                    function.set_int_metadata(self.module, KernelAttribute::RequiredWorkGroupSize.name(), sizes()?)
                }
                ExecutionMode::LocalSizeId => {
                    function.set_int_metadata(self.module, KernelAttribute::RequiredWorkGroupSize.name(), &by_id()?)
                }
                ExecutionMode::LocalSizeHint => {
                    function.set_int_metadata(self.module, KernelAttribute::WorkGroupSizeHint.name(), sizes()?)
                }
                ExecutionMode::LocalSizeHintId => {
                    function.set_int_metadata(self.module, KernelAttribute::WorkGroupSizeHint.name(), &by_id()?)
                }
                ExecutionMode::ContractionOff => self.module.add_flag(NO_CONTRACTION, 1),
                ExecutionMode::SubgroupSize => {
                    let size = *operands.first().ok_or(Malformed::MissingOperand)?;
                    function.set_int_metadata(self.module, KernelAttribute::RequiredSubGroupSize.name(), &[size]);
                }
                _ => return Err(Reason::unsupported(format!("execution mode {mode:?}"))),
            }
        }
        Ok(())
    }
}

fn set_control(module: &EditableModule, function: Function<'_>, control: FunctionControl) {
    let add = |name, value| function.add_attribute(module, AttributePlace::Function, name, value);
    add("nounwind", 0);
    // Any function may reach a barrier; LLVM drops the attribute where none does.
    add("convergent", 0);
    let opt_none = control.contains(FunctionControl::OPT_NONE_EXT);
    if opt_none {
        add("optnone", 0);
    }
    if opt_none || control.contains(FunctionControl::DONT_INLINE) {
        add("noinline", 0);
    } else if control.contains(FunctionControl::INLINE) {
        add("alwaysinline", 0);
    }
    if control.contains(FunctionControl::CONST) {
        add("memory", MEMORY_NONE);
    } else if control.contains(FunctionControl::PURE) {
        add("memory", MEMORY_READ);
    }
}
