//! The `.entry` functions of kernels.
//!
//! | parameter | in PTX |
//! |---|---|
//! | pointer to global or constant memory | 64 bits |
//! | pointer to local memory | offset in dynamic shared memory, 32 bits |
//! | value | itself, or an array of bytes |
//! | at the end: the launch's data ([`LaunchField`]) | [`LAUNCH_DATA_BYTES`] bytes |

use tandem_codegen::internal::Internal;
use tandem_codegen::kernel::{self, Argument, ArgumentKind};
use tandem_codegen::names::original_name;
use tandem_codegen::{Error, Result, call_graph, launch_guard};
use tandem_device_ir::{AddressSpace, KernelAttribute};
use tandem_ir::{AttributePlace, Builder, Function, Global, Linkage, Module, PTX_KERNEL, Type, Value};

use crate::constant_memory;
use crate::symbols::ptx_name;

/// Bytes of the launch's data.
pub const LAUNCH_DATA_BYTES: u64 = 56;

/// Bytes of parameters that every processor and version of PTX has room for.
const MAX_PARAMETER_BYTES: u64 = 4352;

/// Alignment of the shared memory whose size the launch chooses, in bytes: enough for vectors of 16
/// doubles.
const DYNAMIC_MEMORY_ALIGN: u32 = 128;

/// A value of the launch's data, 64 bits each.
#[derive(Clone, Copy)]
pub enum LaunchField {
    /// Work-items of the launch.
    GlobalSize(u8),
    /// Offset of global ids.
    GlobalOffset(u8),
    /// Number of dimensions.
    WorkDim,
}

impl LaunchField {
    /// In bytes from the start.
    pub const fn offset(self) -> u64 {
        match self {
            Self::GlobalSize(dim) => 8 * dim as u64,
            Self::GlobalOffset(dim) => 24 + 8 * dim as u64,
            Self::WorkDim => 48,
        }
    }
}

/// A parameter of an entry, without the launch's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// What a launch passes.
    pub kind: ArgumentKind,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
}

/// What a driver has to know of a kernel.
#[derive(Clone, Debug)]
pub struct PtxKernel {
    /// Its name in device IR.
    pub name: String,
    /// Its name in PTX.
    pub symbol: String,
    /// Its parameters; the launch's data follow.
    pub parameters: Vec<Parameter>,
    /// The work-group size that it must be launched with, x first.
    pub required_work_group_size: Option<[u32; 3]>,
}

/// Makes an entry for each kernel, which calls it; the kernels become functions
/// to be inlined.
///
/// # Errors
/// Metadata of a kernel that is not three positive sizes, and more parameters than
/// there is room for.
pub fn build(module: &Module) -> Result<Vec<PtxKernel>> {
    call_graph::kernels(module).into_iter().map(|kernel| entry(module, kernel)).collect()
}

/// The launch's data of an entry: its last parameter.
pub fn launch_data(entry: Function<'_>) -> Option<Value<'_>> {
    entry.params().last().copied()
}

fn entry<'m>(module: &'m Module, kernel: Function<'m>) -> Result<PtxKernel> {
    let arguments = kernel::arguments(module, kernel);
    let required_work_group_size = kernel::sizes(kernel, KernelAttribute::RequiredWorkGroupSize)?;
    let name = original_name(kernel);
    let place = |end: u64, argument: &Argument| end.next_multiple_of(argument.align) + argument.size;
    let bytes = arguments.iter().fold(0, place).next_multiple_of(8) + LAUNCH_DATA_BYTES;
    if bytes > MAX_PARAMETER_BYTES {
        let problem =
            format!("{bytes} bytes of parameters, where the NVIDIA device has room for {MAX_PARAMETER_BYTES}");
        return Err(Error::in_kernel(&name, problem));
    }
    launch_guard::insert(module, kernel);
    let generic = module.ptr(AddressSpace::Generic.number());
    let types = (0..).zip(kernel.params()).zip(&arguments);
    let mut types: Vec<_> =
        types.map(|((index, param), argument)| passed_type(module, kernel, index, param, argument)).collect();
    types.push(generic);
    let entry = module.add_function(&name, module.void().function(&types, false));
    entry.set_call_conv(PTX_KERNEL);
    let builder = Builder::at_end(entry.append_block("entry"));
    let mut values = Vec::new();
    for (index, (param, argument)) in (0..).zip(kernel.params().into_iter().zip(&arguments)) {
        let passed = entry.params()[index as usize];
        let by_value = kernel.attribute_type(AttributePlace::Param(index), "byval");
        values.push(match argument.kind {
            ArgumentKind::Local => {
                let memory = dynamic_memory(module);
                builder.gep(module.int(8), memory.value(), &[passed], true)
            }
            ArgumentKind::Constant => constant_memory::from_global(module, &builder, passed),
            ArgumentKind::Global => passed,
            ArgumentKind::Value => match by_value {
                Some(ty) => {
                    set_by_value(entry, index, ty, argument.align);
                    // The kernel may change its copy.
                    let copy = builder.alloca(ty, "");
                    copy.set_align(argument.align as u32);
                    let (align, bytes) = (argument.align as u32, module.int(64).int(argument.size, false));
                    builder.memcpy(copy.value(), align, passed, align, bytes);
                    copy.value()
                }
                None => passed,
            },
        });
        debug_assert_eq!(values.last().map(|value| value.ty()), Some(param.ty()));
    }
    let data = module.int(64).array(LAUNCH_DATA_BYTES / 8);
    set_by_value(entry, values.len() as u32, data, 8);
    builder.call_function(kernel, &values);
    builder.ret_void();
    for index in 0..values.len() as u32 {
        kernel.remove_attribute(AttributePlace::Param(index), "byval");
    }
    kernel.set_call_conv(0);
    kernel.global().set_linkage(Linkage::LLVMInternalLinkage);
    kernel.add_attribute(AttributePlace::Function, "alwaysinline", 0);
    let parameter = |argument: &Argument| match argument.kind {
        ArgumentKind::Local => Parameter { kind: argument.kind, size: 4, align: 4 },
        _ => Parameter { kind: argument.kind, size: argument.size, align: argument.align },
    };
    let symbol = ptx_name(&name);
    Ok(PtxKernel { name, symbol, parameters: arguments.iter().map(parameter).collect(), required_work_group_size })
}

/// The type of an entry's parameter for a kernel's.
fn passed_type<'m>(
    module: &'m Module,
    kernel: Function<'m>,
    index: u32,
    param: Value<'m>,
    argument: &Argument,
) -> Type<'m> {
    let has = |name| kernel.has_attribute(AttributePlace::Param(index), name);
    match argument.kind {
        ArgumentKind::Local => module.int(32),
        ArgumentKind::Constant => module.ptr(AddressSpace::Global.number()),
        ArgumentKind::Global => param.ty(),
        ArgumentKind::Value if has("byval") => module.ptr(AddressSpace::Generic.number()),
        ArgumentKind::Value => param.ty(),
    }
}

fn set_by_value<'m>(entry: Function<'m>, index: u32, ty: Type<'m>, align: u64) {
    let place = AttributePlace::Param(index);
    entry.add_type_attribute(place, "byval", ty);
    for (attribute, value) in [("align", align), ("noalias", 0), ("readonly", 0)] {
        entry.add_attribute(place, attribute, value);
    }
}

fn dynamic_memory(module: &Module) -> Global<'_> {
    let name = Internal::DynamicMemory.name();
    module.global(&name).unwrap_or_else(|| {
        let memory = module.add_global(&name, module.int(8).array(0), AddressSpace::Local.number());
        memory.set_align(DYNAMIC_MEMORY_ALIGN);
        memory
    })
}
