//! Kernels for tests: C functions with the calling convention of
//! `docs/internals/boundaries.md`, section 5, compiled by clang into relocatable objects
//! with the metadata that `codegen-cpu` would write. No LLVM library, no SPIR-V.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::fs;
use std::path::Path;
use std::process::Command as Process;
use std::sync::Arc;

use tandem_device::{
    CodeFormat, CompileRequest, Device, DeviceCode, DevicePtr, Driver, Event, Kernel, KernelArgs, KernelLaunch,
    LinkRequest, NdRange, Program, Queue, QueueProperties, Result,
};
use tandem_device_cpu::CpuDriver;
use tandem_device_ir::{Parameter, ParameterKind, PlacedParameter};
use tandem_llvm_version::LLVM;
use tandem_native_cpu::{self as native, NativeKernel};

/// The prelude of every kernel source.
const PRELUDE: &str = r#"
typedef unsigned char u8; typedef unsigned int u32; typedef unsigned long u64;
typedef struct { u32 dims, reserved; u64 global[3], local[3], offset[3], groups[3]; } Launch;
#define ARG(type, at) (*(type const *)(args + (at)))
#define KERNEL(name) \
  void name(const u8 *args, const Launch *launch, const u64 *group, u8 *local, u8 *scratch)
/* Size of this group in a dimension: the last one may be smaller. */
static inline u64 extent(const Launch *l, const u64 *group, int d) {
  u64 rest = l->global[d] - group[d] * l->local[d];
  return rest < l->local[d] ? rest : l->local[d];
}
#define EACH_ITEM \
  for (u64 z = 0; z < extent(launch, group, 2); ++z) \
    for (u64 y = 0; y < extent(launch, group, 1); ++y) \
      for (u64 x = 0; x < extent(launch, group, 0); ++x)
#define GID(d, v) (group[d] * launch->local[d] + (v) + launch->offset[d])
"#;

/// Compiles C to an object with metadata.
pub fn compile(source: &str, flags: &[&str], kernels: &[NativeKernel]) -> Vec<u8> {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    fs::write(path("kernel.c"), format!("{PRELUDE}{source}")).unwrap();
    let mut clang = Process::new(LLVM.program("clang"));
    clang.args(["-c", "-O2", "-fno-stack-protector", "-fno-builtin-printf"]).args(flags);
    execute(clang.arg(path("kernel.c")).arg("-o").arg(path("kernel.o")));
    add_metadata(directory.path(), &native::encode(kernels))
}

fn add_metadata(directory: &Path, metadata: &[u8]) -> Vec<u8> {
    let (object, table) = (directory.join("kernel.o"), directory.join("table"));
    fs::write(&table, metadata).unwrap();
    let section = format!("{}={}", native::KERNELS_SECTION, table.display());
    execute(Process::new(LLVM.program("llvm-objcopy")).arg("--add-section").arg(section).arg(&object));
    fs::read(object).unwrap()
}

fn execute(command: &mut Process) {
    let output = command.output().expect("clang 19 and its tools are installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The metadata of a kernel whose arguments are 8 bytes each.
pub fn kernel(name: &str, args: &[ParameterKind]) -> NativeKernel {
    let arg = |(index, kind): (usize, &ParameterKind)| PlacedParameter {
        parameter: Parameter::word(*kind),
        offset: 8 * index as u32,
    };
    NativeKernel {
        name: name.to_owned(),
        symbol: name.to_owned(),
        args: args.iter().enumerate().map(arg).collect(),
        args_size: 8 * args.len() as u32,
        sub_group_size: 1,
        ..NativeKernel::default()
    }
}

/// Both devices, `cpu` first.
pub fn devices() -> Vec<Arc<dyn Device>> {
    CpuDriver::new().probe().unwrap()
}

/// Loads an object.
pub fn load(device: &dyn Device, object: &[u8]) -> Result<Arc<dyn Program>> {
    let image = DeviceCode { format: CodeFormat::Native, target: &device.info().native_target, bytes: object };
    device.build(&CompileRequest { image, options: "", spec_constants: &[] })
}

/// Compiles and loads one kernel without unusual needs.
pub fn load_kernel(device: &dyn Device, source: &str, info: NativeKernel) -> Arc<dyn Kernel> {
    let object = compile(source, &["-fPIC"], std::slice::from_ref(&info));
    load(device, &object).unwrap().kernel(&info.name).unwrap()
}

/// Compiles images, each with its options and constants, and links them.
pub fn link(device: &dyn Device, requests: &[CompileRequest<'_>]) -> Result<Arc<dyn Program>> {
    let objects: Vec<_> = requests.iter().map(|request| device.compile(request)).collect::<Result<_>>()?;
    device.link(&LinkRequest { objects: &objects, options: "" })
}

/// An in-order queue.
pub fn queue(device: &dyn Device) -> Arc<dyn Queue> {
    device.create_queue(QueueProperties { out_of_order: false, profiling: true }).unwrap()
}

/// Arguments that are all pointers or 8-byte values.
pub fn args(kernel: &dyn Kernel, values: &[u64]) -> KernelArgs {
    let layout = kernel.layout();
    let mut args = KernelArgs::new(layout);
    for (index, (parameter, value)) in kernel.info().parameters.iter().zip(values).enumerate() {
        match parameter.kind {
            ParameterKind::Local => args.set_local(index, *value),
            ParameterKind::Global | ParameterKind::Constant => args.set_pointer(layout, index, DevicePtr(*value)),
            ParameterKind::Value | ParameterKind::Image | ParameterKind::Sampler => {
                args.set_value(layout, index, &value.to_le_bytes());
            }
        }
    }
    args
}

/// Submits a launch.
pub fn launch(queue: &dyn Queue, kernel: &Arc<dyn Kernel>, range: NdRange, args: KernelArgs) -> Event {
    let launch = KernelLaunch { kernel: kernel.clone(), range, args };
    let mut event = None;
    queue.submit(launch.into(), &[], Some(&mut event)).unwrap();
    event.unwrap()
}

/// The address of a slice, as an argument.
pub fn address<T>(slice: &mut [T]) -> u64 {
    slice.as_mut_ptr() as u64
}

/// A range in SPIR-V order.
pub fn range(global: [u64; 3], local: Option<[u64; 3]>, offset: [u64; 3]) -> NdRange {
    NdRange { dims: 3, global, local, offset, is_cooperative: false }
}
