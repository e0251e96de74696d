//! The kernel that the devices have without an image.
//!
//! `tandem_iota(global ulong *out, ulong first)` writes `first + n` to `out[n]`, where
//! `n` is the number of the work-item in the range, dimension 0 fastest.

use std::any::Any;
use std::sync::Arc;

use tandem_device::{
    ArgumentLayout, BuiltInKernels, Device, Error, Kernel, KernelInfo, KernelLaunch, KernelLimits, Program, Result,
};
use tandem_device_ir::{Parameter, ParameterKind};

use crate::device::IslandDevice;

/// Its name.
const IOTA: &str = "tandem_iota";
/// The parameters.
const OUT: usize = 0;
const FIRST: usize = 1;

impl BuiltInKernels for IslandDevice {
    fn names(&self) -> &[&'static str] {
        &[IOTA]
    }

    fn program(&self, names: &[&str]) -> Result<Arc<dyn Program>> {
        match names {
            [IOTA] => Ok(Arc::new(BuiltInProgram([Arc::new(Iota::new(self.info().max_work_group_size))]))),
            _ => Err(Error::Build { log: format!("the only built-in kernel is `{IOTA}`, not {}", names.join(", ")) }),
        }
    }
}

struct BuiltInProgram([Arc<dyn Kernel>; 1]);

impl Program for BuiltInProgram {
    fn kernels(&self) -> &[Arc<dyn Kernel>] {
        &self.0
    }

    fn binary(&self) -> Result<Vec<u8>> {
        Ok(Vec::new())
    }
}

/// The kernel.
pub struct Iota {
    info: KernelInfo,
    layout: ArgumentLayout,
    max_work_group_size: usize,
}

impl Iota {
    fn new(max_work_group_size: usize) -> Self {
        let parameters = vec![Parameter::word(ParameterKind::Global), Parameter::value(8)];
        let layout = ArgumentLayout::natural(&parameters);
        let info = KernelInfo { name: IOTA.to_owned(), parameters, ..KernelInfo::default() };
        Self { info, layout, max_work_group_size }
    }

    /// Runs a launch of it, with the memory open that it writes.
    pub fn run(&self, launch: &KernelLaunch, device: &IslandDevice) -> Result<()> {
        let word = |parameter| {
            let bytes = launch.args.bytes(&self.layout, parameter);
            u64::from_le_bytes(bytes.try_into().expect("both parameters have 8 bytes"))
        };
        let buffer = launch.args.memory().iter().find(|argument| argument.parameter == OUT);
        let out = buffer.map_or(Ok(word(OUT)), |argument| Ok(argument.object.address(device)?.0))? as *mut u64;
        if out.is_null() && launch.range.items() > 0 {
            return Err(Error::Execution(format!("kernel `{IOTA}` was launched with a null pointer")));
        }
        let first = word(FIRST);
        for number in 0..launch.range.items() {
            // SAFETY: the code that launches the kernel passes memory for all work-items, and it is open.
            unsafe { out.add(number as usize).write_unaligned(first.wrapping_add(number)) };
        }
        Ok(())
    }
}

impl Kernel for Iota {
    fn info(&self) -> &KernelInfo {
        &self.info
    }

    fn layout(&self) -> &ArgumentLayout {
        &self.layout
    }

    fn limits(&self) -> KernelLimits {
        KernelLimits {
            max_work_group_size: self.max_work_group_size,
            preferred_multiple: 1,
            max_sub_group_size: 1,
            private_bytes: 0,
            registers: 0,
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
