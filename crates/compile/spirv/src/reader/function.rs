//! Functions: declarations with linkage, attributes and execution modes, and
//! the walk over their definitions.

use rspirv::spirv::{ExecutionMode, FunctionControl, FunctionParameterAttribute, LinkageType, Op};
use tandem_device_ir::{AddressSpace, KernelAttribute, NO_CONTRACTION};
use tandem_ir::{AttributePlace, Builder, Function, Linkage, SPIR_FUNC, SPIR_KERNEL};

use super::Reader;
use super::body::Body;
use super::defs::Def;
use super::error::{Reason, Result, ensure};
use super::globals::{linkage, symbol};
use super::memory::check_align;
use super::support;
use super::types::{Shape, TypeRef};
use tandem_spirv_binary::decorations::Decorations;
use tandem_spirv_binary::{Id, Instruction, Location, Malformed};

/// LLVM's `memory` attribute: no access, or only reads.
const MEMORY_NONE: u64 = 0;
const MEMORY_READ: u64 = 0b01_01_01;

impl<'m, 'w> Reader<'m, 'w> {
    /// Declares all functions, so that calls may precede definitions.
    pub fn declare_functions(&mut self) -> Result<(), (Location, Reason)> {
        for inst in &self.scan.structure.instructions[self.scan.structure.functions_start..] {
            if inst.op() == Some(Op::Function) {
                let id = inst.cursor_at(1).id().map_err(|reason| (inst.location, reason.into()))?;
                if !self.scan.wrappers.contains(&id) {
                    self.declare_function(id).map_err(|reason| (inst.location, reason))?;
                }
            }
        }
        Ok(())
    }

    /// Fills all functions.
    pub fn define_functions(&mut self) -> Result<(), (Location, Reason)> {
        let scan = self.scan;
        let mut rest = &scan.structure.instructions[scan.structure.functions_start..];
        while let Some(first) = rest.first() {
            // Lines may stand between functions.
            if matches!(first.op(), Some(Op::Line | Op::NoLine | Op::Nop)) {
                rest = &rest[1..];
                continue;
            }
            let end = rest.iter().position(|inst| inst.op() == Some(Op::FunctionEnd));
            let Some(end) = end else {
                let last = rest.last().unwrap_or(first);
                return Err((last.location, Reason::Invalid("the function has no end")));
            };
            if first.cursor_at(1).id().is_ok_and(|id| !scan.wrappers.contains(&id)) {
                self.define_function(&rest[..end])?;
            }
            rest = &rest[end + 1..];
        }
        Ok(())
    }

    /// The LLVM function of a function's id, declared when first asked for.
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
            return Err(Reason::Invalid("the function's type is no function type"));
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
            // A kernel's code as an ordinary function, beside the kernel of that name.
            (None, Some((name, _))) if self.kernel_names.contains(name.as_str()) => {
                (format!("{}.body", symbol(name)), Linkage::LLVMInternalLinkage)
            }
            (None, Some((name, decorated))) => (symbol(name), linkage(Some(*decorated))),
            (None, None) => (symbol(scan.name(id)), Linkage::LLVMInternalLinkage),
        };
        let function = self.module.add_function(&name, self.llvm(ty));
        let is_import = matches!(decorations.linkage, Some((_, LinkageType::Import)));
        function.global().set_linkage(if is_import { Linkage::LLVMExternalLinkage } else { linkage });
        function.set_call_conv(if kernel.is_some() { SPIR_KERNEL } else { SPIR_FUNC });
        support::accept_bits("function control", control, FunctionControl::all().bits())?;
        set_control(function, FunctionControl::from_bits_retain(control));
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

    fn define_function(&mut self, instructions: &'w [Instruction<'w>]) -> Result<(), (Location, Reason)> {
        let [first, rest @ ..] = instructions else { return Ok(()) };
        let (function, rest) = self.function_parameters(first, rest).map_err(|reason| (first.location, reason))?;
        if rest.iter().all(|inst| matches!(inst.op(), Some(Op::Line | Op::NoLine | Op::Nop))) {
            // A declaration; without Import linkage nothing could ever define it.
            function.global().set_linkage(Linkage::LLVMExternalLinkage);
            return Ok(());
        }
        let mut entry = None;
        for inst in rest.iter().filter(|inst| inst.op() == Some(Op::Label)) {
            let label = inst.cursor().id().map_err(Reason::from).and_then(|id| {
                let block = function.append_block(self.scan.name(id));
                entry = entry.or(Some(block));
                self.define(id, Def::Block(block))
            });
            label.map_err(|reason| (inst.location, reason))?;
        }
        let entry = entry.ok_or((first.location, Reason::Invalid("the function has no block")))?;
        let mut body = Body::new(self, function, Builder::at_end(entry));
        body.entry = Some(entry);
        let id = first.cursor_at(1).id().map_err(|reason| (first.location, reason.into()))?;
        body.fill(id, rest)
    }

    /// Defines a function's parameters; yields the instructions after them.
    fn function_parameters(
        &mut self,
        first: &Instruction<'w>,
        rest: &'w [Instruction<'w>],
    ) -> Result<(Function<'m>, &'w [Instruction<'w>])> {
        ensure(first.op() == Some(Op::Function), "the instruction is in no function")?;
        let function = self.declare_function(first.cursor_at(1).id()?)?;
        ensure(function.is_declaration(), "the function is defined twice")?;
        let is_parameter = |inst: &&Instruction<'w>| {
            matches!(inst.op(), Some(Op::FunctionParameter | Op::Line | Op::NoLine | Op::Nop))
        };
        let count = rest.iter().take_while(is_parameter).count();
        let parameters = rest[..count].iter().filter(|inst| inst.op() == Some(Op::FunctionParameter));
        let values = function.params();
        ensure(
            parameters.clone().count() == values.len(),
            "the number of parameters differs from the function type's",
        )?;
        for (inst, value) in parameters.zip(values) {
            let mut ops = inst.cursor();
            let (ty, id) = (self.value_type(ops.id()?)?, ops.id()?);
            value.set_name(self.scan.name(id));
            self.define_value(id, value, ty)?;
        }
        Ok((function, &rest[count..]))
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
        let add = |name| function.add_attribute(place, name, 0);
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
            ensure(is_own, "what is passed by value is no memory of the function")?;
            // Both need memory of the caller's or callee's own; LLVM takes one of them.
            function.add_type_attribute(place, if has(ByVal) { "byval" } else { "sret" }, self.llvm(pointee));
        }
        if has(NoAlias) || decorations.restrict {
            add("noalias");
        }
        if has(NoCapture) {
            function.set_no_capture(place);
        }
        if has(NoReadWrite) {
            add("readnone");
        } else if has(NoWrite) {
            add("readonly");
        }
        if let Some(align) = decorations.alignment {
            function.add_attribute(place, "align", check_align(align)?.into());
        }
        if let Some(bytes) = decorations.max_byte_offset {
            function.add_attribute(place, "dereferenceable", bytes.into());
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
                    function.set_int_metadata(KernelAttribute::RequiredWorkGroupSize.name(), sizes()?)
                }
                ExecutionMode::LocalSizeId => {
                    function.set_int_metadata(KernelAttribute::RequiredWorkGroupSize.name(), &by_id()?)
                }
                ExecutionMode::LocalSizeHint => {
                    function.set_int_metadata(KernelAttribute::WorkGroupSizeHint.name(), sizes()?)
                }
                ExecutionMode::LocalSizeHintId => {
                    function.set_int_metadata(KernelAttribute::WorkGroupSizeHint.name(), &by_id()?)
                }
                ExecutionMode::ContractionOff => self.module.add_flag(NO_CONTRACTION, 1),
                ExecutionMode::SubgroupSize => {
                    let size = *operands.first().ok_or(Malformed::MissingOperand)?;
                    function.set_int_metadata(KernelAttribute::RequiredSubGroupSize.name(), &[size]);
                }
                _ => return Err(Reason::unsupported(format!("execution mode {mode:?}"))),
            }
        }
        Ok(())
    }
}

fn set_control(function: Function<'_>, control: FunctionControl) {
    let add = |name, value| function.add_attribute(AttributePlace::Function, name, value);
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
