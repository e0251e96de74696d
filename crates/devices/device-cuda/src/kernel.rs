//! Kernels.

use std::any::Any;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use tandem_device::{
    Allocation, ArgumentLayout, Error, Kernel, KernelInfo, KernelLimits, NativeHandle, NdRange, Result,
};
use tandem_device_ir::Parameter;
use tandem_native_cuda::{self as native, LAUNCH_DATA_BYTES, LOCAL_ARGUMENT_ALIGN, WARP_SIZE};

use crate::api::Function;
use crate::loaded_code::LoadedCode;
use crate::sys;

/// Block sizes among which ranges without one are given the best; the first of several.
const BLOCK_SIZES: [u32; 4] = [256, 512, 128, 1024];

/// A kernel of a loaded program.
pub struct CudaKernel {
    info: KernelInfo,
    layout: ArgumentLayout,
    launch_data: ArgumentLayout,
    record: native::CudaKernel,
    function: Function,
    limits: KernelLimits,
    max_private_bytes: u64,
    /// Dynamic shared memory that launches may use; more must be requested.
    allowed_shared: AtomicU32,
    /// Where dynamic shared memory begins in a group's shared memory, in bytes.
    dynamic_start: u64,
    /// The block size for ranges without one.
    block: OnceLock<u32>,
    code: Arc<LoadedCode>,
}

impl CudaKernel {
    /// A kernel of a module's table, on a device that can have so much private memory for each
    /// work-item.
    pub fn new(record: native::CudaKernel, code: &Arc<LoadedCode>, max_private_bytes: u64) -> Result<Self> {
        let function = code.module().function(&record.symbol).map_err(|error| {
            let text = |error| format!("the code of kernel `{}` has no `{}`: {error}", record.name, record.symbol);
            error.unless_ended(|error| Error::UnsupportedImage(text(error)))
        })?;
        let parameters: Vec<Parameter> = record.arguments.iter().map(|argument| argument.parameter).collect();
        let offsets: Vec<u32> = record.arguments.iter().map(|argument| argument.offset).collect();
        let layout = ArgumentLayout::new(&parameters, &offsets, record.parameter_bytes);
        let data = Parameter::value(LAUNCH_DATA_BYTES);
        let launch_data = ArgumentLayout::new(&[data], &[record.launch_offset], record.parameter_bytes);
        let info = KernelInfo {
            name: record.name.clone(),
            parameters,
            required_work_group_size: record.required_work_group_size,
            work_group_size_hint: record.work_group_size_hint,
            required_sub_group_size: record.requires_sub_group_size.then_some(WARP_SIZE),
            local_bytes: u64::from(record.static_local_bytes) + u64::from(record.dynamic_local_bytes),
        };
        let required = info.required_work_group_size.map(|size| size.iter().map(|&n| n as usize).product());
        let limits = KernelLimits {
            max_work_group_size: required
                .unwrap_or_else(|| function.attribute(sys::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)),
            preferred_multiple: WARP_SIZE as usize,
            max_sub_group_size: WARP_SIZE as usize,
            private_bytes: function.attribute(sys::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES) as u64,
            registers: function.attribute(sys::CU_FUNC_ATTRIBUTE_NUM_REGS) as u32,
        };
        let allowed = function.attribute(sys::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) as u32;
        let static_bytes = function.attribute(sys::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES) as u64;
        let dynamic_start = static_bytes.next_multiple_of(LOCAL_ARGUMENT_ALIGN.into());
        let (allowed_shared, block, code) = (AtomicU32::new(allowed), OnceLock::new(), Arc::clone(code));
        Ok(Self {
            info,
            layout,
            launch_data,
            record,
            function,
            limits,
            max_private_bytes,
            allowed_shared,
            dynamic_start,
            block,
            code,
        })
    }

    /// CUDA's kernel.
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// The package's description of it.
    pub fn record(&self) -> &native::CudaKernel {
        &self.record
    }

    /// Where the launch's data are: the one parameter of this layout.
    pub fn launch_data(&self) -> &ArgumentLayout {
        &self.launch_data
    }

    /// The offset of a local-memory argument of `bytes` bytes in dynamic shared memory, of which `used` bytes are
    /// taken; `None` if the number is too large. CUDA places a group's shared memory at a multiple of 1024.
    pub fn local_offset(&self, used: u64, bytes: u64) -> Option<u64> {
        let align = Allocation::alignment_of(usize::try_from(bytes).ok()?) as u64;
        Some(self.dynamic_start.checked_add(used)?.checked_next_multiple_of(align)? - self.dynamic_start)
    }

    /// The size of work-groups in work-items of a range without one. The context is current.
    pub fn block(&self) -> u32 {
        *self.block.get_or_init(|| {
            let limit = self.limits.max_work_group_size as u32;
            let shared = self.record.dynamic_local_bytes as usize;
            let running = |threads: u32| {
                self.function.blocks_per_multiprocessor(threads, shared).map_or(0, |blocks| blocks * threads)
            };
            let sizes = BLOCK_SIZES.into_iter().filter(|size| *size <= limit);
            // If several sizes have the same number of running threads, the last maximum is the first in the list.
            sizes.rev().max_by_key(|threads| running(*threads)).unwrap_or(limit)
        })
    }

    /// Makes sure that a launch may use this much dynamic shared memory. The context is current.
    pub fn allow_shared_bytes(&self, bytes: u32) -> Result<()> {
        if bytes <= self.allowed_shared.load(Ordering::Relaxed) {
            return Ok(());
        }
        let result = self.function.allow_shared_bytes(bytes);
        result.map_err(|error| {
            let total = u64::from(bytes) + u64::from(self.record.static_local_bytes);
            let text = |error| format!("{self:?} cannot have {total} bytes of local memory: {error}");
            error.unless_ended(|error| Error::OutOfResources(text(error)))
        })?;
        self.allowed_shared.fetch_max(bytes, Ordering::Relaxed);
        Ok(())
    }

    /// How many work-groups run on one compute unit at a time; 0 for such as never do.
    pub fn groups_per_unit(&self, items: u64, local_bytes: u64) -> u64 {
        let shared = local_bytes.saturating_sub(u64::from(self.record.static_local_bytes));
        let Ok(_current) = self.code.module().context().enter() else { return 0 };
        let (Ok(items), Ok(shared)) = (u32::try_from(items), u32::try_from(shared)) else { return 0 };
        if self.allow_shared_bytes(shared).is_err() {
            return 0;
        }
        self.function.blocks_per_multiprocessor(items, shared as usize).map_or(0, u64::from)
    }

    /// The assertion that failed while it ran, once.
    pub fn take_assertion(&self) -> Option<Error> {
        if self.record.may_assert { self.code.take_assertion() } else { None }
    }
}

impl std::fmt::Debug for CudaKernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (self as &dyn Kernel).fmt(f)
    }
}

impl Kernel for CudaKernel {
    fn info(&self) -> &KernelInfo {
        &self.info
    }

    fn layout(&self) -> &ArgumentLayout {
        &self.layout
    }

    fn limits(&self) -> KernelLimits {
        self.limits
    }

    fn check_memory(&self, _range: &NdRange) -> Result<()> {
        let (needed, most) = (self.limits.private_bytes, self.max_private_bytes);
        if needed <= most {
            return Ok(());
        }
        let text = format!("{self:?} needs {needed} bytes of private memory for each work-item; the limit is {most}");
        Err(Error::OutOfResources(text))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn native_handle(&self) -> Option<NativeHandle> {
        Some(NativeHandle(self.function.raw().0))
    }
}
