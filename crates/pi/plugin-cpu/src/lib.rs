//! `libpi_native_cpu.so`: the CPU driver as a PI plugin.
//!
//! The single-threaded `basic` device, device 1 of the back-end, is hidden unless
//! `TANDEM_BASIC_DEVICE=1` is set.

mod visible;

use std::sync::Arc;

use tandem_device::{Driver, Result};
use tandem_device_cpu::CpuDriver;
use visible::Visible;

tandem_plugin::export_drivers!(1, drivers);

fn drivers() -> Result<Vec<Arc<dyn Driver>>> {
    Ok(vec![Arc::new(Visible(CpuDriver::new()))])
}
