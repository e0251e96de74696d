//! Objects, programs and kernels: the compilation group of the driver API.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use tandem_image::demangle;

use crate::args::ArgumentLayout;
use crate::error::Result;
use crate::kernel_info::KernelInfo;
use crate::memory::DevicePtr;
use crate::native_handle::NativeHandle;
use crate::range::NdRange;

/// Format of device code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CodeFormat {
    /// A SPIR-V module.
    SpirV,
    /// Code for one device, as [`Program::binary`] and [`Object::binary`] return it.
    Native,
    /// LLVM bitcode.
    LlvmBitcode,
}

/// The code of one device image: all that a driver sees of it.
#[derive(Clone, Copy)]
pub struct DeviceCode<'a> {
    /// Format of the bytes.
    pub format: CodeFormat,
    /// Device target specification, such as `spir64` or `native_cpu`.
    pub target: &'a str,
    /// The bytes.
    pub bytes: &'a [u8],
}

impl fmt::Debug for DeviceCode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} image for `{}`, {} bytes", self.format, self.target, self.bytes.len())
    }
}

/// The value of a specialization constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecConstant<'a> {
    /// `SpecId` of the constant.
    pub id: u32,
    /// The value, little endian.
    pub bytes: &'a [u8],
}

/// An image's description of one of its specialization constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecConstantInfo {
    /// `SpecId` of the constant.
    pub id: u32,
    /// Bytes of a value.
    pub bytes: usize,
    /// The value where none is set, in the lowest bytes.
    pub default: u64,
}

/// A unit to compile: an image, and the settings that apply only to it.
#[derive(Clone, Copy, Debug)]
pub struct CompileRequest<'a> {
    /// The image.
    pub image: DeviceCode<'a>,
    /// Options as the user wrote them.
    pub options: &'a str,
    /// Its specialization constants that have values: some of those that
    /// [`Device::spec_constants`](crate::Device::spec_constants) lists, where it does. Others
    /// change nothing.
    pub spec_constants: &'a [SpecConstant<'a>],
}

/// The objects to link into a program.
#[derive(Clone, Copy)]
pub struct LinkRequest<'a> {
    /// The objects, at least one, of the same device or of one that it is a part of.
    /// Of several definitions of a symbol, the first one counts.
    pub objects: &'a [Arc<dyn Object>],
    /// Options as the user wrote them. They follow those of each unit.
    pub options: &'a str,
}

/// A compiled unit. Its symbols may be undefined.
pub trait Object: Send + Sync + Any {
    /// Bytes from which [`Device::compile`](crate::Device::compile) makes the same
    /// object again, as an image of [`CodeFormat::Native`]: options and values of
    /// specialization constants included.
    fn binary(&self) -> Result<Vec<u8>>;

    /// Warnings of the compilation; empty when there are none.
    fn log(&self) -> &str {
        ""
    }

    /// The driver's own type, for its linker.
    fn as_any(&self) -> &dyn Any;
}

/// A built program for one device.
pub trait Program: Send + Sync {
    /// Its kernels. Any thread; does not block.
    fn kernels(&self) -> &[Arc<dyn Kernel>];

    /// The kernel of this name.
    fn kernel(&self, name: &str) -> Option<Arc<dyn Kernel>> {
        self.kernels().iter().find(|kernel| kernel.info().name == name).cloned()
    }

    /// Bytes from which [`Device::build`](crate::Device::build) makes the same
    /// program again, as an image of [`CodeFormat::Native`]: all of it, also where
    /// it was linked from several objects.
    fn binary(&self) -> Result<Vec<u8>>;

    /// Warnings of the link, or of the build; empty when there are none.
    fn log(&self) -> &str {
        ""
    }

    /// Address of a global variable or function of the program, if the driver can determine it.
    fn symbol(&self, _name: &str) -> Option<DevicePtr> {
        None
    }

    /// Addresses of all global variables of this name: if a program was linked from several objects, each may have its
    /// own, and a caller that writes to one writes to all.
    fn variables(&self, name: &str) -> Vec<DevicePtr> {
        self.symbol(name).into_iter().collect()
    }

    /// The program of the back end. The same each time, and valid as long as this one.
    fn native_handle(&self) -> Option<NativeHandle> {
        None
    }
}

/// Limits of one kernel on one device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelLimits {
    /// Largest work-group.
    pub max_work_group_size: usize,
    /// Work-group sizes that are multiples of this are fast.
    pub preferred_multiple: usize,
    /// Largest sub-group.
    pub max_sub_group_size: usize,
    /// Private memory per work-item in bytes.
    pub private_bytes: u64,
    /// Registers per work-item; 0 when unknown.
    pub registers: u32,
}

/// A kernel of a built program. It keeps the program's code alive.
pub trait Kernel: Send + Sync + Any {
    /// Name, parameters and memory needs. Any thread; does not block.
    fn info(&self) -> &KernelInfo;

    /// Where the driver wants the arguments. Constant; called for each argument
    /// that is set; does not allocate.
    fn layout(&self) -> &ArgumentLayout;

    /// Limits on the device that it was built for.
    fn limits(&self) -> KernelLimits;

    /// Refuses a launch if the device has too little memory for its work-items, apart from local
    /// memory. Any thread; does not block, and allocates only to refuse.
    ///
    /// # Errors
    /// [`Error::OutOfResources`](crate::Error::OutOfResources).
    fn check_memory(&self, _range: &NdRange) -> Result<()> {
        Ok(())
    }

    /// The driver's own type, for its executor.
    fn as_any(&self) -> &dyn Any;

    /// The kernel of the back end. The same each time, and valid as long as this one.
    fn native_handle(&self) -> Option<NativeHandle> {
        None
    }
}

impl fmt::Debug for dyn Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kernel `{}`", demangle::kernel(&self.info().name))
    }
}
