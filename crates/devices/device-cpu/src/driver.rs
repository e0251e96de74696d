//! The driver: one platform with the device `cpu`, and the single-threaded
//! device `basic`, the simplest driver and the reference in tests.

use std::sync::{Arc, OnceLock};

use tandem_device::{Context, Device, Driver, HOST_PIPES, PlatformInfo, Result};
use tandem_device_queue::{Binding, Dispatcher, Tuning};

use crate::context::CpuContext;
use crate::device::{CpuDevice, Processor};
use crate::usm::Registry;
use crate::work_group_pool::WorkGroupPool;
use crate::{info, probe, processors};

/// `ext_oneapi_native_cpu`.
const BACKEND: u32 = 6;

/// The CPU driver.
#[derive(Debug, Default)]
pub struct CpuDriver;

impl CpuDriver {
    /// The driver. Nothing is started before it probes.
    pub fn new() -> Self {
        Self
    }
}

impl Driver for CpuDriver {
    fn name(&self) -> &str {
        info::NATIVE_TARGET
    }

    fn platform(&self) -> PlatformInfo {
        PlatformInfo {
            name: "Tandem Native CPU".to_owned(),
            vendor: "Tandem".to_owned(),
            version: concat!("OpenCL 3.0 Tandem ", env!("CARGO_PKG_VERSION")).to_owned(),
            profile: "FULL_PROFILE".to_owned(),
            extensions: Vec::new(),
            backend: BACKEND,
        }
    }

    fn probe(&self) -> Result<Vec<Arc<dyn Device>>> {
        let (memory, _) = probe::memory();
        let usm = Arc::new(Registry::new(memory));
        let cpu: Arc<dyn Device> = cpu(Arc::clone(&usm));
        let basic: Arc<dyn Device> = basic(usm);
        Ok(vec![cpu, basic])
    }

    fn create_context(&self, devices: &[Arc<dyn Device>]) -> Result<Arc<dyn Context>> {
        Ok(Arc::new(CpuContext::new(devices)?))
    }
}

/// The device `cpu`: work-groups run on all threads, queues on separate ones.
fn cpu(usm: Arc<Registry>) -> Arc<CpuDevice> {
    let threads = probe::threads();
    let info = info::describe(probe::brand().into(), threads);
    let processors: Arc<[usize]> = processors::allowed().into();
    let units = processors.iter().copied().cycle().take(threads).collect();
    // A thread that starts another one may be bound, to the processors of a sub-device.
    let (workers, queues) = (Arc::clone(&processors), Arc::clone(&processors));
    let pool = WorkGroupPool::new(threads, move |_| processors::bind(&workers));
    let binding = Binding { bind: Box::new(move || processors::bind(&queues)), is_exclusive: false };
    let available = std::thread::available_parallelism().map_or(1, usize::from);
    let dispatcher = Dispatcher::bound_threads("tandem-queue", Tuning::for_cpus(available), binding);
    let processor = Processor { info, units, pool: Some(pool), dispatcher, whole: None, watch: OnceLock::new() };
    CpuDevice::new(Arc::new(processor), usm)
}

/// The device `basic`: no threads at all; commands run inside of the
/// submission, or of the call that completes their last dependency.
fn basic(usm: Arc<Registry>) -> Arc<CpuDevice> {
    let mut info = info::describe(format!("{} (basic)", probe::brand()).into(), 1);
    // A command that waited for a word would keep the kernel from running that writes it.
    info.extensions.retain(|name| name != HOST_PIPES);
    let (units, dispatcher) = (Vec::new(), Dispatcher::inline());
    let processor = Processor { info, units, pool: None, dispatcher, whole: None, watch: OnceLock::new() };
    CpuDevice::new(Arc::new(processor), usm)
}
