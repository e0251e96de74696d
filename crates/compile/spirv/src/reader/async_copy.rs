//! Asynchronous copies between global and local memory, performed by the work-items of the work-group: each copies
//! every n-th element, and the wait is a barrier. No special support by devices is needed.

use tandem_device_ir::{AddressSpace, Builtin, Instruction, MemorySemantics, Scope, Variable};
use tandem_device_ir_llvm::type_suffix;
use tandem_ir::{AttributePlace, Builder, Function, IntPredicate, Linkage, SPIR_FUNC, Type, Value};
use tandem_spirv_binary::Operands;

use super::body::Body;
use super::classes::Class;
use super::defs::Typed;
use super::error::{Reason, Result, ensure};
use tandem_spirv_binary::types::TypeRef;

/// The bits of memory semantics for the memory of work-groups and for global memory.
const LOCAL_AND_GLOBAL_MEMORY: u32 = 0x100 | 0x200;

impl<'m, 'w> Body<'_, 'm, 'w> {
    /// `OpGroupAsyncCopy`: scope, destination, source, number of elements, stride, event.
    pub fn async_copy(&mut self, ty: TypeRef, ops: &mut Operands<'w>) -> Result<Value<'m>> {
        ensure(self.entry.is_some(), "the instruction is not a constant")?;
        self.of_work_group(ops)?;
        let (to_id, from_id) = (ops.id()?, ops.id()?);
        if self.is_volatile(to_id) || self.is_volatile(from_id) {
            return Err(Reason::unsupported("an asynchronous copy of volatile memory"));
        }
        let (to, from) = (self.typed(to_id)?, self.typed(from_id)?);
        let element = self.r.pointee(to.ty)?;
        ensure(self.r.llvm(self.r.pointee(from.ty)?) == self.r.llvm(element), "the two pointers have different types")?;
        self.r.size_of(element)?;
        let wide = self.r.module.int(64);
        let mut number = |body: &mut Self| -> Result<Value<'m>> {
            let number = body.scalar_of(Class::Int, ops)?;
            Ok(body.resize_int(number, wide, false))
        };
        let (count, stride) = (number(self)?, number(self)?);
        let event = self.value_like(self.r.llvm(ty), ops)?;
        let is_local = |pointer: Typed<'m>| pointer.value.ty().address_space() == Some(AddressSpace::Local.number());
        ensure(
            is_local(to) != is_local(from),
            "one pointer must have storage class Workgroup, the other CrossWorkgroup",
        )?;
        // The stride is that of the side in global memory.
        let one = wide.int(1, false);
        let (to_stride, from_stride) = if is_local(to) { (one, stride) } else { (stride, one) };
        let copy = self.copy_function(self.r.llvm(element), to.value.ty(), from.value.ty());
        self.builder.call_function(copy, &[to.value, from.value, count, to_stride, from_stride]);
        Ok(event)
    }

    /// `OpGroupWaitEvents`: scope, number of events, pointer to events.
    pub fn wait_for_copies(&mut self, ops: &mut Operands<'w>) -> Result<()> {
        self.of_work_group(ops)?;
        self.scalar_of(Class::Int, ops)?;
        self.value_of(Class::Pointer, ops)?;
        let scope = self.i32(Scope::Workgroup.number());
        let semantics = self.i32(MemorySemantics::ACQUIRE_RELEASE.bits() | LOCAL_AND_GLOBAL_MEMORY);
        let barrier = Builtin::Instruction(Instruction::ControlBarrier);
        let void = self.r.module.void();
        self.call_builtin(barrier, void, void, &[scope, scope, semantics]);
        Ok(())
    }

    /// The next operand as a scope, which must be the work-group.
    fn of_work_group(&mut self, ops: &mut Operands<'w>) -> Result<()> {
        let scope = self.scalar_of(Class::Int, ops)?.const_u64();
        ensure(scope == Some(Scope::Workgroup.number().into()), "asynchronous copies need scope Workgroup")
    }

    /// The function that copies elements of a type: (to, from, count, stride of to, stride of from).
    fn copy_function(&mut self, element: Type<'m>, to: Type<'m>, from: Type<'m>) -> Function<'m> {
        let module = self.r.module;
        let name = format!("tandem.async_copy.{}.{}.{}", type_suffix(element), type_suffix(to), type_suffix(from));
        if let Some(function) = module.function(&name) {
            return function;
        }
        let (void, wide) = (module.void(), module.int(64));
        let function = module.add_function(&name, void.function(&[to, from, wide, wide, wide], false));
        function.global().set_linkage(module, Linkage::LLVMInternalLinkage);
        function.set_call_conv(module, SPIR_FUNC);
        for attribute in ["nounwind", "convergent", "alwaysinline"] {
            function.add_attribute(module, AttributePlace::Function, attribute, 0);
        }
        let [entry, head, body, end] = ["entry", "head", "copy", "end"].map(|name| function.append_block(module, name));
        let [to, from, count, to_stride, from_stride] = function.params()[..] else { return function };
        let outer = std::mem::replace(&mut self.builder, Builder::at_end(module, entry));
        let first = self.variable_component(Variable::LocalInvocationIndex, None);
        let sizes = [0, 1, 2].map(|dimension| self.variable_component(Variable::WorkgroupSize, Some(dimension)));
        let b = &self.builder;
        let step = b.mul(b.mul(sizes[0], sizes[1]), sizes[2]);
        b.br(head);

        b.position_at_end(head);
        let index = b.phi(wide, "index");
        b.cond_br(b.icmp(IntPredicate::LLVMIntULT, index.value(), count), body, end);

        b.position_at_end(body);
        let at = |pointer, stride| b.gep(element, pointer, &[b.mul(index.value(), stride)], false);
        b.store(b.load(element, at(from, from_stride)).value(), at(to, to_stride));
        let next = b.add(index.value(), step);
        b.br(head);
        index.add_incoming(module, &[(first, entry), (next, body)]);

        b.position_at_end(end);
        b.ret_void();
        self.builder = outer;
        function
    }

    /// A builtin variable, or one dimension of it, as a 64-bit integer.
    fn variable_component(&self, variable: Variable, dimension: Option<u32>) -> Value<'m> {
        let index: Vec<_> = dimension.map(|dimension| self.i32(dimension)).into_iter().collect();
        let ty = self.r.module.int(variable.ty().bits());
        let call = self.call_builtin(Builtin::Variable(variable), ty, ty, &index);
        self.resize_int(call.value(), self.r.module.int(64), false)
    }
}
