//! The `.entry` functions of kernels.
//!
//! | parameter | in PTX |
//! |---|---|
//! | pointer to global or constant memory | 64 bits |
//! | pointer to local memory | offset in dynamic shared memory, 64 bits |
//! | value | itself, or an array of bytes |
//! | at the end: the launch's data | a structure, [`LaunchData`] |

use std::mem::offset_of;

use tandem_codegen::kernel::{self, Argument};
use tandem_codegen::names::original_name;
use tandem_codegen::query::Query;
use tandem_codegen::{Result, call_graph, launch_guard};
use tandem_device_ir::{AddressSpace, KernelAttribute, ParameterKind, PlacedParameter};
use tandem_ir::{
    AttributePlace, Builder, EditableModule, Function, Inst, IntPredicate, Intrinsic, Linkage, Module, Opcode,
    PTX_KERNEL, Type, TypeKind, Value,
};
use tandem_native_cuda::{
    COMMON_PARAMETER_BYTES, CudaKernel, LAUNCH_DATA_BYTES, LOCAL_ARGUMENT_ALIGN, LastGroups, LaunchData,
    MAX_PARAMETER_BYTES,
};

use crate::constant_memory;
use crate::lines;
use crate::local_memory::dynamic_memory;
use crate::symbols::kernel_symbol;
use crate::warp::WARP_SIZE;

/// A value of the launch's data.
#[derive(Clone, Copy)]
pub enum LaunchField {
    /// Work-items of the launch.
    GlobalSize(u8),
    /// Offset of global ids.
    GlobalOffset(u8),
    /// Number of dimensions.
    WorkDim,
    /// Work-items of the last groups ([`LastGroups`]), if work-groups reach beyond the range, else 0.
    LastGroups,
    /// The address at which work-groups wait for each other.
    GroupsBarrier,
}

impl LaunchField {
    /// In bytes from the start.
    fn offset(self) -> usize {
        match self {
            Self::GlobalSize(dim) => offset_of!(LaunchData, global_size) + 8 * usize::from(dim),
            Self::GlobalOffset(dim) => offset_of!(LaunchData, global_offset) + 8 * usize::from(dim),
            Self::WorkDim => offset_of!(LaunchData, work_dim),
            Self::LastGroups => offset_of!(LaunchData, last_groups),
            Self::GroupsBarrier => offset_of!(LaunchData, groups_barrier),
        }
    }

    /// Loads it from the launch's data.
    pub fn load<'m>(self, module: &'m Module, builder: &Builder<'m>, launch: Value<'m>) -> Value<'m> {
        let ty = match self {
            Self::GlobalSize(_) | Self::GlobalOffset(_) => module.int(64),
            Self::WorkDim | Self::LastGroups => module.int(32),
            Self::GroupsBarrier => module.ptr(AddressSpace::Global.number()),
        };
        let load = |ty, offset: usize| {
            let place = builder.gep(module.int(8), launch, &[module.int(64).int(offset as u64, false)], true);
            builder.load(ty, place).value()
        };
        let Self::GlobalOffset(_) = self else { return load(ty, self.offset()) };
        // In words, so that ids of 32 bits are sums of 32 bits.
        let word = |offset| builder.zext(load(module.int(32), offset), ty);
        builder.or(word(self.offset()), builder.shl(word(self.offset() + 4), ty.int(32, false)))
    }
}

/// Makes an entry for each kernel, which calls it; the kernels become functions to be inlined. The properties of the
/// code that a launch needs are still missing.
///
/// A kernel whose parameters do not fit has an entry that traps. Its record has the number of bytes, so that it is
/// never launched, and the other kernels run.
///
/// # Errors
/// Metadata of a kernel that is not three positive sizes.
pub fn build(module: &EditableModule) -> Result<Vec<CudaKernel>> {
    call_graph::kernels(module).into_iter().map(|kernel| entry(module, kernel)).collect()
}

/// The launch's data of an entry: its last parameter.
pub fn launch_data(entry: Function<'_>) -> Option<Value<'_>> {
    entry.params().last().copied().filter(|_| entry.call_conv() == PTX_KERNEL)
}

/// Whether a kernel needs a version of PTX with more room for parameters.
pub fn has_large_parameters(module: &Module) -> bool {
    let bytes = |kernel| layout(&kernel::arguments(module, kernel)).1 + LAUNCH_DATA_BYTES;
    let is_large = |kernel| (COMMON_PARAMETER_BYTES + 1..=MAX_PARAMETER_BYTES).contains(&bytes(kernel));
    call_graph::kernels(module).into_iter().any(is_large)
}

/// The offsets of a kernel's parameters, followed by the launch's data.
fn layout(arguments: &[Argument]) -> (Vec<PlacedParameter>, u32) {
    let mut end = 0_u32;
    let place = |argument: &Argument| {
        let parameter = argument.parameter;
        let align = match parameter.kind {
            ParameterKind::Local
            | ParameterKind::Global
            | ParameterKind::Constant
            | ParameterKind::Image
            | ParameterKind::Sampler => 8,
            ParameterKind::Value => u32::try_from(passed_align(argument)).unwrap_or(u32::MAX / 4),
        };
        let offset = end.next_multiple_of(align);
        end = offset.saturating_add(parameter.bytes).min(u32::MAX / 2);
        PlacedParameter { parameter, offset }
    };
    let arguments = arguments.iter().map(place).collect();
    (arguments, end.next_multiple_of(8))
}

/// The alignment of a value in the parameter buffer. Bytes of a closure have no alignment themselves; they are
/// aligned so that one instruction loads their contents.
fn passed_align(argument: &Argument) -> u64 {
    argument.align.max(argument.parameter.bytes.clamp(1, 8).next_power_of_two().into())
}

fn entry<'m>(module: &'m EditableModule, kernel: Function<'m>) -> Result<CudaKernel> {
    let name = original_name(kernel);
    let arguments = kernel::arguments(module, kernel);
    let (places, launch_offset) = layout(&arguments);
    let parameter_bytes = launch_offset + LAUNCH_DATA_BYTES;
    let described = CudaKernel {
        symbol: kernel_symbol(&name),
        name,
        arguments: places,
        parameter_bytes,
        launch_offset,
        required_work_group_size: kernel::sizes(kernel, KernelAttribute::RequiredWorkGroupSize)?,
        work_group_size_hint: kernel::sizes(kernel, KernelAttribute::WorkGroupSizeHint)?,
        requires_sub_group_size: kernel::sub_group_size(kernel, &[WARP_SIZE])?.is_some(),
        ..CudaKernel::default()
    };
    match parameter_bytes {
        ..=MAX_PARAMETER_BYTES => build_entry(module, kernel, &described, &arguments),
        _ => build_trap(module, kernel, &described),
    }
    Ok(described)
}

/// The entry of a kernel that cannot be launched.
fn build_trap<'m>(module: &'m EditableModule, kernel: Function<'m>, described: &CudaKernel) {
    let launch = module.ptr(AddressSpace::Generic.number());
    let entry = module.add_function(&described.name, module.void().function(&[launch], false));
    entry.set_call_conv(module, PTX_KERNEL);
    set_by_value(module, entry, 0, module.int(64).array(u64::from(LAUNCH_DATA_BYTES) / 8), 8);
    let builder = Builder::at_end(module, entry.append_block(module, "entry"));
    builder.intrinsic(Intrinsic::Trap, &[], &[]);
    builder.ret_void();
    kernel.delete(module);
}

fn build_entry<'m>(module: &'m EditableModule, kernel: Function<'m>, described: &CudaKernel, arguments: &[Argument]) {
    let generic = module.ptr(AddressSpace::Generic.number());
    let types = (0..).zip(kernel.params()).zip(arguments);
    let mut types: Vec<_> =
        types.map(|((index, param), argument)| passed_type(module, kernel, index, param, argument)).collect();
    types.push(generic);
    let entry = module.add_function(&described.name, module.void().function(&types, false));
    entry.set_call_conv(module, PTX_KERNEL);
    if let Some(size) = described.required_work_group_size {
        for (dim, size) in ["x", "y", "z"].into_iter().zip(size) {
            module.annotate_for_nvvm(entry, &format!("reqntid{dim}"), size);
        }
    }
    let builder = Builder::at_end(module, entry.append_block(module, "entry"));
    let mut values = Vec::new();
    for (index, (param, argument)) in (0..).zip(kernel.params().into_iter().zip(arguments)) {
        let passed = entry.params()[index as usize];
        let value = pass(module, &builder, (kernel, entry), index, (param, passed), argument);
        debug_assert_eq!(value.ty(), param.ty());
        values.push(value);
    }
    let launch = entry.params()[values.len()];
    set_by_value(module, entry, values.len() as u32, module.int(64).array(u64::from(LAUNCH_DATA_BYTES) / 8), 8);
    let call = builder.call_function(kernel, &values);
    lines::begin(module, entry, kernel, call);
    builder.ret_void();
    // A launch with a required size consists of full groups.
    if described.required_work_group_size.is_none() {
        let last_groups = |builder: &Builder<'m>| LaunchField::LastGroups.load(module, builder, launch);
        launch_guard::insert(
            module,
            entry,
            |builder| builder.icmp(IntPredicate::LLVMIntNE, last_groups(builder), module.int(32).zero()),
            |builder| is_inside(module, builder, last_groups(builder)),
        );
    }
    for index in 0..values.len() as u32 {
        kernel.remove_attribute(module, AttributePlace::Param(index), "byval");
    }
    kernel.set_call_conv(module, 0);
    kernel.global().set_linkage(module, Linkage::LLVMInternalLinkage);
    kernel.add_attribute(module, AttributePlace::Function, "alwaysinline", 0);
}

/// Whether a work-item of a rounded-up launch is inside of the range: all are, except in the last groups. The test
/// does not use global ids, which may need fewer bits than sizes.
fn is_inside<'m>(module: &'m Module, builder: &Builder<'m>, last_groups: Value<'m>) -> Value<'m> {
    let word = module.int(32);
    let ask = |query: Query| builder.trunc(query.build(builder), word);
    let of_dim = |dim: u8| {
        let is_last = builder.icmp(
            IntPredicate::LLVMIntEQ,
            builder.add(ask(Query::GroupId(dim)), word.int(1, false)),
            ask(Query::NumGroups(dim)),
        );
        let (shift, mask) = LastGroups::field(dim.into());
        let highest =
            builder.and(builder.lshr(last_groups, word.int(shift.into(), false)), word.int(mask.into(), false));
        let is_beyond = builder.icmp(IntPredicate::LLVMIntUGT, ask(Query::LocalId(dim)), highest);
        builder.and(is_last, is_beyond)
    };
    let is_beyond = builder.or(of_dim(0), builder.or(of_dim(1), of_dim(2)));
    builder.not(is_beyond)
}

/// The kernel's parameter for a parameter of the entry.
fn pass<'m>(
    module: &'m EditableModule,
    builder: &Builder<'m>,
    (kernel, entry): (Function<'m>, Function<'m>),
    index: u32,
    (param, passed): (Value<'m>, Value<'m>),
    argument: &Argument,
) -> Value<'m> {
    match argument.parameter.kind {
        ParameterKind::Local => {
            // The memory of a group is far smaller than 4 GiB.
            let word = module.int(32);
            // Vector loads need to know that the memory is aligned.
            let aligned = word.int(u64::from(!(LOCAL_ARGUMENT_ALIGN - 1)), false);
            let offset = builder.zext(builder.and(builder.trunc(passed, word), aligned), module.int(64));
            builder.gep(module.int(8), dynamic_memory(module).value(), &[offset], true)
        }
        ParameterKind::Constant => {
            keep_promises(module, kernel, entry, index);
            constant_memory::from_global(module, builder, passed)
        }
        ParameterKind::Global => {
            keep_promises(module, kernel, entry, index);
            passed
        }
        ParameterKind::Image | ParameterKind::Sampler => passed,
        ParameterKind::Value => match kernel.attribute_type(AttributePlace::Param(index), "byval") {
            Some(ty) => {
                let passed_align = passed_align(argument);
                set_by_value(module, entry, index, ty, passed_align);
                if is_only_loaded(param) {
                    return passed;
                }
                // The kernel may change its copy.
                let copy = builder.alloca(ty, "");
                copy.set_align(module, passed_align as u32);
                let (align, bytes) = (passed_align as u32, module.int(64).int(argument.parameter.bytes.into(), false));
                builder.memcpy(copy.value(), align, passed, align, bytes);
                copy.value()
            }
            None if is_read_in_words(param) => {
                let word = module.int(32);
                set_by_value(module, entry, index, word.array(2), passed_align(argument));
                let half = |offset: u64| {
                    let place = builder.gep(module.int(8), passed, &[module.int(64).int(offset, false)], true);
                    builder.zext(builder.load(word, place).value(), param.ty())
                };
                builder.or(half(0), builder.shl(half(4), param.ty().int(32, false)))
            }
            None => passed,
        },
    }
}

/// Whether a value of 64 bits consists of two numbers of at most 32, because bytes of a closure are passed together.
/// Separate loads keep 32-bit arithmetic from becoming 64-bit arithmetic.
fn is_read_in_words(param: Value<'_>) -> bool {
    let is_cut = |value: Value<'_>| {
        let mut users = value.users().into_iter().map(Value::as_inst);
        users.all(|user| user.is_some_and(|inst| inst.opcode() == Opcode::LLVMTrunc))
    };
    let is_word = |user: Inst<'_>| match user.opcode() {
        Opcode::LLVMTrunc => matches!(user.ty().kind(), TypeKind::Int(..=32)),
        Opcode::LLVMLShr => user.operand(0) == param && user.operand(1).const_u64() == Some(32) && is_cut(user.value()),
        _ => false,
    };
    param.ty().kind() == TypeKind::Int(64)
        && param.has_users()
        && param.users().into_iter().all(|user| user.as_inst().is_some_and(is_word))
}

/// Copies the callers' promises about a pointer to the entry: loads through the read-only cache rely on them.
fn keep_promises<'m>(module: &'m EditableModule, kernel: Function<'m>, entry: Function<'m>, index: u32) {
    let place = AttributePlace::Param(index);
    for promise in ["noalias", "readonly", "readnone", "writeonly"] {
        if kernel.has_attribute(place, promise) {
            entry.add_attribute(module, place, promise, 0);
        }
    }
    if let Some(align) = kernel.attribute_int(place, "align") {
        entry.add_attribute(module, place, "align", align);
    }
}

/// Whether a pointer is used only for loads.
fn is_only_loaded(pointer: Value<'_>) -> bool {
    pointer.users().into_iter().all(|user| {
        let Some(inst) = user.as_inst() else { return false };
        match inst.opcode() {
            Opcode::LLVMLoad => !inst.is_volatile() && inst.ordering().is_none(),
            Opcode::LLVMGetElementPtr => inst.operand(0) == pointer && is_only_loaded(user),
            _ => false,
        }
    })
}

/// The type of an entry's parameter for a kernel's parameter.
fn passed_type<'m>(
    module: &'m EditableModule,
    kernel: Function<'m>,
    index: u32,
    param: Value<'m>,
    argument: &Argument,
) -> Type<'m> {
    let has = |name| kernel.has_attribute(AttributePlace::Param(index), name);
    match argument.parameter.kind {
        ParameterKind::Local => module.int(64),
        ParameterKind::Constant => module.ptr(AddressSpace::Global.number()),
        ParameterKind::Global | ParameterKind::Image | ParameterKind::Sampler => param.ty(),
        ParameterKind::Value if has("byval") || is_read_in_words(param) => module.ptr(AddressSpace::Generic.number()),
        ParameterKind::Value => param.ty(),
    }
}

fn set_by_value<'m>(module: &'m EditableModule, entry: Function<'m>, index: u32, ty: Type<'m>, align: u64) {
    let place = AttributePlace::Param(index);
    entry.add_type_attribute(module, place, "byval", ty);
    for (attribute, value) in [("align", align), ("noalias", 0), ("readonly", 0)] {
        entry.add_attribute(module, place, attribute, value);
    }
}
