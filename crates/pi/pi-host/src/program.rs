//! Programs and kernels.

use std::ffi::{CStr, CString, c_void};

use super::{Plain, Sampler};
use crate::info::{query_bytes, query_value, text};
use crate::owned::{Context, Device, Kernel, Mem, Owned, Program, Queue};
use crate::plugin::PiError;
use tandem_pi_abi::constants::*;
use tandem_pi_abi::types::*;

impl Program {
    /// A program from SPIR-V.
    pub fn from_il(context: &Context, il: &[u8]) -> Result<Self, PiError> {
        let plugin = context.plugin();
        Self::create(plugin, "piProgramCreate", |out| {
            // SAFETY: the bytes are copied before the call returns.
            unsafe { plugin.piProgramCreate(context.raw(), il.as_ptr().cast(), il.len(), out) }
        })
    }

    /// A program from native code, the same for each device.
    pub fn from_binary(context: &Context, devices: &[Device], binary: &[u8]) -> Result<Self, PiError> {
        let plugin = context.plugin();
        let raws = raw_devices(devices);
        let lengths = vec![binary.len(); devices.len()];
        let mut binaries = vec![binary.as_ptr(); devices.len()];
        let mut status = vec![0_i32; devices.len()];
        Self::create(plugin, "piProgramCreateWithBinary", |out| {
            // SAFETY: the arrays have one element per device, and the bytes are
            // copied before the call returns.
            unsafe {
                plugin.piProgramCreateWithBinary(
                    context.raw(),
                    raws.len() as u32,
                    raws.as_ptr(),
                    lengths.as_ptr(),
                    binaries.as_mut_ptr(),
                    0,
                    std::ptr::null(),
                    status.as_mut_ptr(),
                    out,
                )
            }
        })
    }

    /// Sets the value of a specialization constant before the program is built.
    pub fn set_specialization_constant(&self, id: u32, value: &[u8]) -> Result<(), PiError> {
        // SAFETY: the bytes are copied before the call returns.
        let code = unsafe {
            self.plugin().piextProgramSetSpecializationConstant(self.raw(), id, value.len(), value.as_ptr().cast())
        };
        self.plugin().check("piextProgramSetSpecializationConstant", code)
    }

    /// Writes to a variable of a built program, and waits until that is done.
    pub fn write_global(&self, queue: &Queue, name: &str, bytes: &[u8]) -> Result<(), PiError> {
        const CALL: &str = "piextEnqueueDeviceGlobalVariableWrite";
        let name = c_text(CALL, name)?;
        // SAFETY: live objects; the bytes are read before the call returns, since it blocks.
        let code = unsafe {
            self.plugin().piextEnqueueDeviceGlobalVariableWrite(
                queue.raw(),
                self.raw(),
                name.as_ptr(),
                PI_TRUE,
                bytes.len(),
                0,
                bytes.as_ptr().cast(),
                0,
                std::ptr::null(),
                std::ptr::null_mut(),
            )
        };
        self.plugin().check(CALL, code)
    }

    /// The address of a variable of a built program, on a device.
    pub fn global_address(&self, device: &Device, name: &str) -> Result<*mut c_void, PiError> {
        const CALL: &str = "piextGetGlobalVariablePointer";
        let name = c_text(CALL, name)?;
        let (mut size, mut address) = (0, std::ptr::null_mut());
        // SAFETY: live objects, and places for the results.
        let code = unsafe {
            self.plugin().piextGetGlobalVariablePointer(
                device.raw(),
                self.raw(),
                name.as_ptr(),
                &raw mut size,
                &raw mut address,
            )
        };
        self.plugin().check(CALL, code)?;
        Ok(address)
    }

    /// Compiles and links only this program.
    pub fn build(&self, devices: &[Device], options: &str) -> Result<(), PiError> {
        let raws = raw_devices(devices);
        let options = c_options("piProgramBuild", options)?;
        // SAFETY: live devices and a terminated text; no callback.
        let code = unsafe {
            self.plugin().piProgramBuild(
                self.raw(),
                raws.len() as u32,
                raws.as_ptr(),
                options.as_ptr(),
                None,
                std::ptr::null_mut(),
            )
        };
        self.plugin().check("piProgramBuild", code)
    }

    /// Compiles the program for a later [`Program::link`].
    pub fn compile(&self, devices: &[Device], options: &str) -> Result<(), PiError> {
        let raws = raw_devices(devices);
        let options = c_options("piProgramCompile", options)?;
        // SAFETY: live devices and a terminated text; no headers, no callback.
        let code = unsafe {
            self.plugin().piProgramCompile(
                self.raw(),
                raws.len() as u32,
                raws.as_ptr(),
                options.as_ptr(),
                0,
                std::ptr::null(),
                std::ptr::null_mut(),
                None,
                std::ptr::null_mut(),
            )
        };
        self.plugin().check("piProgramCompile", code)
    }

    /// Links compiled programs into an executable one.
    pub fn link(context: &Context, devices: &[Device], options: &str, inputs: &[&Program]) -> Result<Self, LinkError> {
        let plugin = context.plugin();
        let raws = raw_devices(devices);
        let inputs: Vec<PiProgram> = inputs.iter().map(|program| program.raw()).collect();
        let options = c_options("piProgramLink", options)?;
        let mut raw = PiProgram::NULL;
        // SAFETY: live objects and a terminated text; no callback.
        let code = unsafe {
            plugin.piProgramLink(
                context.raw(),
                raws.len() as u32,
                raws.as_ptr(),
                options.as_ptr(),
                inputs.len() as u32,
                inputs.as_ptr(),
                None,
                std::ptr::null_mut(),
                &raw mut raw,
            )
        };
        // A program that failed to link is returned all the same: it has the log.
        // SAFETY: the call created it with one reference.
        let program = (!raw.is_null()).then(|| unsafe { Self::from_raw(plugin, raw) });
        match (plugin.check("piProgramLink", code), program) {
            (Ok(()), Some(program)) => Ok(program),
            (Ok(()), None) => Err(plugin.null_result("piProgramLink").into()),
            (Err(error), program) => Err(LinkError { error, program }),
        }
    }

    /// The type of the binary that the program has for a device.
    pub fn binary_type(&self, device: &Device) -> Result<PiProgramBinaryType, PiError> {
        let number: u32 = query_value(self.plugin(), "piProgramGetBuildInfo", |size, value, size_ret| {
            // SAFETY: the pointers are those of the query protocol.
            unsafe {
                self.plugin().piProgramGetBuildInfo(
                    self.raw(),
                    device.raw(),
                    PI_PROGRAM_BUILD_INFO_BINARY_TYPE,
                    size,
                    value,
                    size_ret,
                )
            }
        })?;
        Ok(PiProgramBinaryType(number))
    }

    /// The log of the last build for a device.
    pub fn build_log(&self, device: &Device) -> Result<String, PiError> {
        query_bytes(self.plugin(), "piProgramGetBuildInfo", |size, value, size_ret| {
            // SAFETY: the pointers are those of the query protocol.
            unsafe {
                self.plugin().piProgramGetBuildInfo(
                    self.raw(),
                    device.raw(),
                    PI_PROGRAM_BUILD_INFO_LOG,
                    size,
                    value,
                    size_ret,
                )
            }
        })
        .map(text)
    }

    /// The names of the kernels of a built program.
    pub fn kernel_names(&self) -> Result<Vec<String>, PiError> {
        let names = self.info_text(PI_PROGRAM_INFO_KERNEL_NAMES)?;
        Ok(names.split(';').filter(|name| !name.is_empty()).map(str::to_owned).collect())
    }

    /// The native code of a built program, one per device.
    pub fn binaries(&self) -> Result<Vec<Vec<u8>>, PiError> {
        let sizes: Vec<usize> = self.info_list(PI_PROGRAM_INFO_BINARY_SIZES)?;
        let mut binaries: Vec<Vec<u8>> = sizes.iter().map(|&size| vec![0; size]).collect();
        let mut pointers: Vec<*mut u8> = binaries.iter_mut().map(Vec::as_mut_ptr).collect();
        // SAFETY: one pointer per device, each to as many bytes as were asked for.
        let code = unsafe {
            self.plugin().piProgramGetInfo(
                self.raw(),
                PI_PROGRAM_INFO_BINARIES,
                size_of_val(pointers.as_slice()),
                pointers.as_mut_ptr().cast(),
                std::ptr::null_mut(),
            )
        };
        self.plugin().check("piProgramGetInfo", code).map(|()| binaries)
    }
}

/// A failed link. The failed program, if there is one, has the log.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct LinkError {
    /// The error that the call reported.
    pub error: PiError,
    /// The program that did not link.
    pub program: Option<Program>,
}

impl From<PiError> for LinkError {
    fn from(error: PiError) -> Self {
        Self { error, program: None }
    }
}

fn raw_devices(devices: &[Device]) -> Vec<PiDevice> {
    devices.iter().map(Owned::raw).collect()
}

fn c_options(call: &'static str, options: &str) -> Result<CString, PiError> {
    CString::new(options)
        .map_err(|_| PiError::of_host(call, PI_ERROR_INVALID_BUILD_OPTIONS, "the options contain a zero byte"))
}

fn c_text(call: &'static str, text: &str) -> Result<CString, PiError> {
    CString::new(text).map_err(|_| PiError::of_host(call, PI_ERROR_INVALID_VALUE, "a name contains a zero byte"))
}

impl Kernel {
    /// The kernel of this name in a built program.
    pub fn new(program: &Program, name: &CStr) -> Result<Self, PiError> {
        let plugin = program.plugin();
        Self::create(plugin, "piKernelCreate", |out| {
            // SAFETY: a terminated text, and a place for the result.
            unsafe { plugin.piKernelCreate(program.raw(), name.as_ptr(), out) }
        })
    }

    /// Sets an argument that is passed by value.
    #[inline]
    pub fn set_arg(&self, index: u32, value: &[u8]) -> Result<(), PiError> {
        // SAFETY: the bytes are copied before the call returns.
        let code = unsafe { self.plugin().piKernelSetArg(self.raw(), index, value.len(), value.as_ptr().cast()) };
        self.plugin().check("piKernelSetArg", code)
    }

    /// Sets the size of an argument in local memory. OpenCL, and so PI, has no local memory of size
    /// zero: one byte is used instead.
    #[inline]
    pub fn set_arg_local(&self, index: u32, bytes: usize) -> Result<(), PiError> {
        let bytes = bytes.max(1);
        // SAFETY: a null value asks for local memory.
        let code = unsafe { self.plugin().piKernelSetArg(self.raw(), index, bytes, std::ptr::null()) };
        self.plugin().check("piKernelSetArg", code)
    }

    /// Sets an argument to a memory object. `access` is one of `PI_ACCESS_*`.
    #[inline]
    pub fn set_arg_mem(&self, index: u32, mem: &Mem, access: u32) -> Result<(), PiError> {
        let property =
            PiMemObjProperty { kind: PI_KERNEL_ARG_MEM_OBJ_ACCESS, next: std::ptr::null(), mem_access: access };
        let mem = mem.raw();
        // SAFETY: both pointers are valid for the call.
        let code =
            unsafe { self.plugin().piextKernelSetArgMemObj(self.raw(), index, &raw const property, &raw const mem) };
        self.plugin().check("piextKernelSetArgMemObj", code)
    }

    /// Sets an argument to a USM pointer.
    ///
    /// # Safety
    /// The kernel's use of the pointer is allowed for every launch until the argument is set anew.
    #[inline]
    pub unsafe fn set_arg_pointer(&self, index: u32, ptr: *const c_void) -> Result<(), PiError> {
        // SAFETY: the pointer's value is copied before the call returns.
        let code = unsafe {
            self.plugin().piextKernelSetArgPointer(
                self.raw(),
                index,
                size_of::<*const c_void>(),
                (&raw const ptr).cast(),
            )
        };
        self.plugin().check("piextKernelSetArgPointer", code)
    }

    /// Sets an argument to a sampler.
    pub fn set_arg_sampler(&self, index: u32, sampler: &Sampler) -> Result<(), PiError> {
        let sampler = sampler.raw();
        // SAFETY: the pointer is valid for the call.
        let code = unsafe { self.plugin().piextKernelSetArgSampler(self.raw(), index, &raw const sampler) };
        self.plugin().check("piextKernelSetArgSampler", code)
    }

    /// Declares that the kernel may access USM that is not among its arguments.
    pub fn set_indirect_access(&self) -> Result<(), PiError> {
        let yes = PI_TRUE;
        // SAFETY: the value is copied before the call returns.
        let code = unsafe {
            self.plugin().piKernelSetExecInfo(
                self.raw(),
                PI_USM_INDIRECT_ACCESS,
                size_of::<PiBool>(),
                (&raw const yes).cast(),
            )
        };
        self.plugin().check("piKernelSetExecInfo", code)
    }

    /// A property of the kernel's work-groups on a device.
    pub fn group_info<T: Plain>(&self, device: &Device, param: PiKernelGroupInfo) -> Result<T, PiError> {
        query_value(self.plugin(), "piKernelGetGroupInfo", |size, value, size_ret| {
            // SAFETY: the pointers are those of the query protocol.
            unsafe { self.plugin().piKernelGetGroupInfo(self.raw(), device.raw(), param, size, value, size_ret) }
        })
    }

    /// The maximum number of work-groups in a cooperative launch, for groups of `items` work-items
    /// and arguments that take `local_bytes` bytes of local memory; 0 if no launch can have such
    /// groups.
    pub fn max_cooperative_groups(&self, items: usize, local_bytes: usize) -> Result<u32, PiError> {
        let mut count = 0;
        // SAFETY: a place for the result.
        let code = unsafe {
            self.plugin().piextKernelSuggestMaxCooperativeGroupCount(self.raw(), items, local_bytes, &raw mut count)
        };
        self.plugin().check("piextKernelSuggestMaxCooperativeGroupCount", code)?;
        Ok(count)
    }

    /// A property of the kernel's sub-groups on a device.
    pub fn sub_group_info(&self, device: &Device, param: PiKernelSubGroupInfo) -> Result<u32, PiError> {
        query_value(self.plugin(), "piKernelGetSubGroupInfo", |size, value, size_ret| {
            // SAFETY: the pointers are those of the query protocol; no input.
            unsafe {
                self.plugin().piKernelGetSubGroupInfo(
                    self.raw(),
                    device.raw(),
                    param,
                    0,
                    std::ptr::null(),
                    size,
                    value,
                    size_ret,
                )
            }
        })
    }
}
