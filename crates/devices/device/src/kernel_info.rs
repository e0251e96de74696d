//! The driver-independent description of a kernel: name, parameters, sizes. How its code is called is up to the driver.

use tandem_device_ir::Parameter;

/// A kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelInfo {
    /// Name, as in the image.
    pub name: String,
    /// Parameters in order.
    pub parameters: Vec<Parameter>,
    /// The only work-group size that it may be launched with, SPIR-V order.
    pub required_work_group_size: Option<[u32; 3]>,
    /// The work-group size that it was written for, SPIR-V order.
    pub work_group_size_hint: Option<[u32; 3]>,
    /// The only sub-group size that it may run with.
    pub required_sub_group_size: Option<u32>,
    /// Bytes of local memory that it declares itself, in addition to its parameters.
    pub local_bytes: u64,
}

impl KernelInfo {
    /// Size of all arguments in bytes, as
    /// [`DeviceInfo::max_parameter_bytes`](crate::DeviceInfo::max_parameter_bytes) limits it.
    pub fn parameter_bytes(&self) -> usize {
        self.parameters.iter().map(|parameter| parameter.bytes as usize).sum()
    }
}
