//! `libpi_cuda.so`: the driver of NVIDIA GPUs as a PI plugin. Without CUDA's driver it has no
//! platforms.

use std::sync::Arc;

use tandem_device::{Driver, Result};
use tandem_device_cuda::CudaDriver;

tandem_plugin::export_drivers!(1, drivers);

fn drivers() -> Result<Vec<Arc<dyn Driver>>> {
    Ok(vec![Arc::new(CudaDriver::new())])
}
