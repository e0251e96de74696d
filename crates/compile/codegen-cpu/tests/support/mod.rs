//! Compiles device IR, loads the object into this process and launches its
//! kernels, one work-group after the other.

#![allow(dead_code, reason = "each test uses a part of it")]

pub mod expected;

use std::process::Command;

use tandem_codegen::compile::compile_module;
use tandem_codegen_cpu::{DEVICE, Options, Output};
use tandem_device_ir::{Device, ParameterKind};
use tandem_device_ir_llvm::{Expectations, Invalid, Validated, declare_effects, validate};
use tandem_ir::{Context, Module};
use tandem_llvm_version::LLVM;
use tandem_native_cpu::{ImageDescriptor, LaunchInfo, NativeKernel, WorkGroupFn, decode};

/// Compiled kernels in this process.
pub struct Program {
    library: libloading::Library,
    pub kernels: Vec<NativeKernel>,
}

/// One kernel argument.
pub enum Arg<'a> {
    /// Memory that the kernel accesses.
    Memory(&'a mut [u8]),
    /// Bytes by value.
    Value(Vec<u8>),
    /// Local memory of the given number of bytes.
    Local(usize),
    /// The descriptor of an image.
    Image(&'a ImageDescriptor),
    /// The word of a sampler.
    Sampler(u64),
}

/// Sizes of a launch, in SPIR-V order.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    pub global: [u64; 3],
    pub local: [u64; 3],
    pub offset: [u64; 3],
}

impl Range {
    /// One dimension, no offset.
    pub fn linear(global: u64, local: u64) -> Self {
        Self { global: [global, 1, 1], local: [local, 1, 1], offset: [0; 3] }
    }
}

/// Reads device IR for CPUs.
pub fn parse(text: &str) -> Validated {
    validated(text, Some(&DEVICE)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Reads device IR, for a device if one is named. On error, returns the validator's violations.
pub fn validated(text: &str, device: Option<&'static Device>) -> Result<Validated, Invalid> {
    let module = Module::parse(&Context::new(), text.as_bytes(), "test");
    let mut module = module.unwrap_or_else(|error| panic!("{error}\n{text}"));
    declare_effects(module.edit());
    validate(module, &Expectations { device, layout: None })
}

/// Device IR of kernels in OpenCL C; `source` is relative to the crate.
pub fn device_ir(source: &str) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    let output = Command::new(LLVM.program("clang"))
        .args(["-x", "cl", "-cl-std=CL3.0", "-cl-no-stdinc", "--target=spir64", "-O2", "-S", "-emit-llvm"])
        .args(["-gline-tables-only", "-fno-vectorize", "-fno-slp-vectorize", "-include"])
        .arg(format!("{root}/tests/support/device.h"))
        .arg(format!("{root}/{source}"))
        .args(["-o", "-"])
        .output()
        .expect("clang 19 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("IR is text")
}

/// Compiles device IR with the given options and loads it.
pub fn load_with(text: &str, options: &Options) -> Program {
    let output = compile_module(parse(text), options).unwrap_or_else(|error| panic!("{error}\n{text}"));
    load_object(output)
}

/// Loads a compiled object.
pub fn load_object(Output { object, kernels, .. }: Output) -> Program {
    assert_eq!(section_of(&object), kernels);
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (input, output) = (dir.path().join("kernels.o"), dir.path().join("kernels.so"));
    std::fs::write(&input, object).expect("writable");
    let linked = Command::new(LLVM.program("ld.lld"))
        .args(["-shared", "-L/lib/x86_64-linux-gnu", "-l:libmvec.so.1", "-l:libm.so.6"])
        .arg(&input)
        .arg("-o")
        .arg(&output)
        .status()
        .expect("lld runs");
    assert!(linked.success());
    // SAFETY: the object holds functions and constant data only, no initializers.
    let library = unsafe { libloading::Library::new(&output) }.unwrap_or_else(|error| panic!("{error}"));
    Program { library, kernels }
}

/// Compiles device IR and loads it.
pub fn load(text: &str) -> Program {
    load_with(text, &Options::from_env())
}

/// The kernel table in the object's metadata section.
pub fn section_of(object: &[u8]) -> Vec<NativeKernel> {
    use object::{Object, ObjectSection};
    let file = object::File::parse(object).expect("an object");
    let section = file.section_by_name(tandem_native_cpu::KERNELS_SECTION).expect("a kernel table");
    decode(section.data().expect("in the file")).expect("well-formed")
}

/// Memory with the alignment that blocks have.
struct Block {
    bytes: Vec<u8>,
    start: usize,
}

impl Block {
    fn new(size: usize, fill: u8) -> Self {
        let bytes = vec![fill; size + 128];
        let start = bytes.as_ptr().align_offset(64);
        Self { bytes, start }
    }

    fn as_mut_ptr(&mut self) -> *mut u8 {
        self.bytes[self.start..].as_mut_ptr()
    }
}

impl Program {
    /// Metadata of a kernel.
    pub fn kernel(&self, name: &str) -> &NativeKernel {
        self.kernels.iter().find(|kernel| kernel.name == name).expect("the kernel exists")
    }

    /// Runs all work-groups of a launch.
    pub fn launch(&self, name: &str, args: &mut [Arg<'_>], range: Range) {
        let prepared = Launch::new(self, name, args, range);
        prepared.run();
    }

    /// The work-group function of a kernel.
    pub fn function(&self, kernel: &NativeKernel) -> WorkGroupFn {
        // SAFETY: the symbol is a work-group function by the object's metadata.
        unsafe { *self.library.get::<WorkGroupFn>(kernel.symbol.as_bytes()).expect("defined") }
    }
}

/// A launch whose arguments are in place.
pub struct Launch {
    function: WorkGroupFn,
    info: LaunchInfo,
    args: Block,
    local_bytes: usize,
    scratch_bytes: usize,
}

impl Launch {
    pub fn new(program: &Program, name: &str, args: &mut [Arg<'_>], range: Range) -> Self {
        let kernel = program.kernel(name);
        assert_eq!(kernel.args.len(), args.len(), "arguments of {name}");
        let mut block = Block::new(kernel.args_size as usize, 0);
        let mut local_bytes = kernel.local_bytes as usize;
        for (arg, info) in args.iter_mut().zip(&kernel.args) {
            let bytes = match arg {
                Arg::Memory(memory) => {
                    assert!(info.parameter.kind.is_pointer());
                    (memory.as_mut_ptr() as u64).to_le_bytes().to_vec()
                }
                Arg::Value(bytes) => {
                    assert_eq!(info.parameter.kind, ParameterKind::Value);
                    bytes.clone()
                }
                Arg::Image(descriptor) => {
                    assert_eq!(info.parameter.kind, ParameterKind::Image);
                    (std::ptr::from_ref(*descriptor) as u64).to_le_bytes().to_vec()
                }
                Arg::Sampler(word) => {
                    assert_eq!(info.parameter.kind, ParameterKind::Sampler);
                    word.to_le_bytes().to_vec()
                }
                Arg::Local(size) => {
                    assert_eq!(info.parameter.kind, ParameterKind::Local);
                    let offset = local_bytes.next_multiple_of(64);
                    local_bytes = offset + *size;
                    (offset as u64).to_le_bytes().to_vec()
                }
            };
            assert_eq!(bytes.len(), info.parameter.bytes as usize);
            let at = block.start + info.offset as usize;
            block.bytes[at..at + bytes.len()].copy_from_slice(&bytes);
        }
        let items: u64 = range.local.iter().product();
        let info = LaunchInfo {
            work_dim: 3,
            reserved: 0,
            global_size: range.global,
            local_size: range.local,
            global_offset: range.offset,
            num_groups: [0, 1, 2].map(|dim| range.global[dim].div_ceil(range.local[dim])),
        };
        let scratch_bytes = (kernel.scratch_bytes_per_item * items) as usize + 64;
        Self { function: program.function(kernel), info, args: block, local_bytes, scratch_bytes }
    }

    pub fn run(&self) {
        // The memory is filled with garbage, which exposes code that relies on fresh memory. Scratch memory follows
        // local memory.
        let local_bytes = self.local_bytes.next_multiple_of(64);
        let mut block = Block::new(local_bytes + self.scratch_bytes, 0xa5);
        let local = block.as_mut_ptr();
        let scratch = local.wrapping_add(local_bytes);
        let args = self.args.bytes[self.args.start..].as_ptr();
        let groups = self.info.num_groups;
        for z in 0..groups[2] {
            for y in 0..groups[1] {
                for x in 0..groups[0] {
                    let group = [x, y, z];
                    // SAFETY: the blocks have the sizes and alignments that the metadata asks for.
                    unsafe {
                        (self.function)(args, &self.info, group.as_ptr(), local, scratch);
                    }
                }
            }
        }
    }
}

/// The bytes of a slice of numbers.
pub fn bytes<T: Copy>(values: &mut [T]) -> &mut [u8] {
    // SAFETY: numbers have no padding and any bytes are valid.
    unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), size_of_val(values)) }
}

/// A value argument.
pub fn value<T: Copy>(value: T) -> Arg<'static> {
    let mut value = [value];
    Arg::Value(bytes(&mut value).to_vec())
}

/// A memory argument.
pub fn memory<T: Copy>(values: &mut [T]) -> Arg<'_> {
    Arg::Memory(bytes(values))
}
