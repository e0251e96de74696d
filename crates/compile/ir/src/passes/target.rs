//! Target machines: from a module to machine code.

use std::sync::{LazyLock, Once};

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::*;
use llvm_sys::target_machine::*;

use crate::base::error::{Error, Result};
use crate::base::optimize::Optimize;
use crate::base::options::{CodeGeneration, Purpose};
use crate::base::strings::{c_string, take_message};
use crate::passes::idle_machines::{self, Kind};
use crate::values::editable::EditableModule;
use crate::values::module::Module;

/// A code generator for one triple, CPU and feature set.
pub struct TargetMachine {
    raw: LLVMTargetMachineRef,
    kind: Kind,
    /// Whose options code is generated with.
    purpose: Purpose,
}

impl TargetMachine {
    /// For x86-64 position-independent code; `cpu` and `features` in LLVM's
    /// syntax (`"skylake-avx512"`, `"+avx2,+fma"`).
    pub fn x86_64(cpu: &str, features: &str, optimize: Optimize) -> Result<Self> {
        static INIT: Once = Once::new();
        // SAFETY: registration of the x86 target, once.
        INIT.call_once(|| unsafe {
            LLVMInitializeX86TargetInfo();
            LLVMInitializeX86Target();
            LLVMInitializeX86TargetMC();
            LLVMInitializeX86AsmPrinter();
        });
        Self::create("x86_64-unknown-linux-gnu", cpu, features, optimize, Purpose::Cpu)
    }

    /// A machine for PTX, the assembly of NVIDIA's GPUs; `processor` is one that LLVM knows (`"sm_80"`), `features` the
    /// version of PTX (`"+ptx70"`).
    pub fn nvptx64(processor: &str, features: &str, optimize: Optimize) -> Result<Self> {
        static INIT: Once = Once::new();
        // SAFETY: registration of the NVPTX target, once.
        INIT.call_once(|| unsafe {
            LLVMInitializeNVPTXTargetInfo();
            LLVMInitializeNVPTXTarget();
            LLVMInitializeNVPTXTargetMC();
            LLVMInitializeNVPTXAsmPrinter();
        });
        Self::create("nvptx64-nvidia-cuda", processor, features, optimize, Purpose::Ptx { may_fuse: false })
    }

    /// A machine for passes on device code that has no machine yet: address space 0 is the flat one, which passes that
    /// infer address spaces query from the machine. No code is generated with it.
    pub fn of_flat_memory() -> Result<Self> {
        Self::nvptx64("", "", Optimize::Default)
    }

    /// (CPU name, feature string) of the machine this runs on.
    pub fn host_cpu() -> &'static (String, String) {
        static HOST: LazyLock<(String, String)> = LazyLock::new(|| {
            // SAFETY: LLVM allocates both texts; they are freed by the copy.
            unsafe { (take_message(LLVMGetHostCPUName()), take_message(LLVMGetHostCPUFeatures())) }
        });
        &HOST
    }

    fn create(triple: &'static str, cpu: &str, features: &str, optimize: Optimize, purpose: Purpose) -> Result<Self> {
        let kind = Kind { triple, cpu: cpu.to_owned(), features: features.to_owned(), optimize };
        let raw = idle_machines::take(&kind).map_or_else(|| make(&kind), Ok)?;
        Ok(Self { raw, kind, purpose })
    }

    /// Lets NVIDIA's assembler make one operation of products and sums in the PTX that is emitted.
    pub fn fuse_in_ptx(&mut self) {
        self.purpose = Purpose::Ptx { may_fuse: true };
    }

    /// Sets the module's triple and data layout to this machine's.
    pub fn prepare(&self, module: &EditableModule) {
        // SAFETY: a live machine and module; layout and triple are freed after use.
        unsafe {
            let layout = LLVMCreateTargetDataLayout(self.raw);
            LLVMSetModuleDataLayout(module.raw(), layout);
            LLVMDisposeTargetData(layout);
            let triple = LLVMGetTargetMachineTriple(self.raw);
            LLVMSetTarget(module.raw(), triple);
            LLVMDisposeMessage(triple);
        }
    }

    /// A relocatable object of the module.
    pub fn emit_object(&self, module: &mut Module) -> Result<Vec<u8>> {
        self.emit(module, LLVMCodeGenFileType::LLVMObjectFile)
    }

    /// The module's assembly text.
    pub fn emit_assembly(&self, module: &mut Module) -> Result<Vec<u8>> {
        self.emit(module, LLVMCodeGenFileType::LLVMAssemblyFile)
    }

    fn emit(&self, module: &mut Module, kind: LLVMCodeGenFileType) -> Result<Vec<u8>> {
        let _options = CodeGeneration::begin(self.purpose);
        self.emit_plain(module, kind)
    }

    /// Emits with the options that the process has.
    pub(crate) fn emit_plain(&self, module: &mut Module, kind: LLVMCodeGenFileType) -> Result<Vec<u8>> {
        module.settle()?;
        let mut buffer: LLVMMemoryBufferRef = std::ptr::null_mut();
        let mut message = std::ptr::null_mut();
        // SAFETY: a live machine and a valid module; the buffer is copied, then freed.
        unsafe {
            let failed = LLVMTargetMachineEmitToMemoryBuffer(self.raw, module.raw(), kind, &mut message, &mut buffer);
            if failed != 0 {
                return Err(Error::Target { target: name(&self.kind), message: take_message(message) });
            }
            let bytes =
                std::slice::from_raw_parts(LLVMGetBufferStart(buffer).cast(), LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            Ok(bytes)
        }
    }

    pub(crate) fn raw(&self) -> LLVMTargetMachineRef {
        self.raw
    }
}

impl Drop for TargetMachine {
    fn drop(&mut self) {
        if let Some(raw) = idle_machines::keep(&self.kind, self.raw) {
            // SAFETY: ours to free.
            unsafe { LLVMDisposeTargetMachine(raw) }
        }
    }
}

/// The name of a machine for messages.
fn name(kind: &Kind) -> String {
    format!("{} ({})", kind.triple, kind.cpu)
}

/// A machine of a kind.
fn make(kind: &Kind) -> Result<LLVMTargetMachineRef> {
    let (triple, cpu, features) = (c_string(kind.triple), c_string(&kind.cpu), c_string(&kind.features));
    let mut target = std::ptr::null_mut();
    let mut message = std::ptr::null_mut();
    let level = match kind.optimize {
        Optimize::None => LLVMCodeGenOptLevel::LLVMCodeGenLevelNone,
        Optimize::Less => LLVMCodeGenOptLevel::LLVMCodeGenLevelLess,
        Optimize::Default => LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
        Optimize::Aggressive => LLVMCodeGenOptLevel::LLVMCodeGenLevelAggressive,
    };
    // SAFETY: terminated texts; LLVM copies them; the message is ours.
    let raw = unsafe {
        if LLVMGetTargetFromTriple(triple.as_ptr(), &mut target, &mut message) != 0 {
            return Err(Error::Target { target: name(kind), message: take_message(message) });
        }
        LLVMCreateTargetMachine(
            target,
            triple.as_ptr(),
            cpu.as_ptr(),
            features.as_ptr(),
            level,
            LLVMRelocMode::LLVMRelocPIC,
            LLVMCodeModel::LLVMCodeModelSmall,
        )
    };
    if raw.is_null() {
        return Err(Error::Target { target: name(kind), message: "no such CPU or feature".into() });
    }
    Ok(raw)
}
