//! Kernels as objects (`sycl::kernel`; SYCL 2020, 4.11.14).

use std::sync::Arc;

use tandem_image::demangle;
use tandem_pi_abi::constants::*;
use tandem_pi_host as pi;

use super::KernelBundle;
use crate::base::error::{Error, Result};
use crate::base::native_handles::NativeHandles;
use crate::base::object::{Kind, Object};
use crate::devices::device::Device;
use crate::programs::KernelId;
use crate::programs::context::Context;
use crate::programs::kernel::Kernel;

/// A kernel of an executable bundle.
#[derive(Debug)]
pub struct BundleKernel {
    bundle: Arc<Object<KernelBundle>>,
    variants: Vec<Variant>,
    /// Its arguments are set one by one.
    has_parameters: bool,
}

/// The kernel as built for one device.
#[derive(Debug)]
struct Variant {
    device: Arc<Object<Device>>,
    kernel: Arc<Kernel>,
    required_sub_group_size: u32,
}

impl Kind for BundleKernel {
    const TAG: u64 = 0x6b65_726e_656c_5f31;
}

impl BundleKernel {
    /// The kernel of this identity; fails if the bundle does not have it.
    pub fn new(bundle: &Arc<Object<KernelBundle>>, id: &KernelId) -> Result<Arc<Object<Self>>> {
        let (mut variants, mut has_parameters) = (Vec::new(), false);
        for image in bundle.images() {
            has_parameters |= image.image().is_built_in() && id.is_in(image.image());
            for device in image.devices_with(id) {
                variants.push(Variant {
                    device: device.clone(),
                    kernel: image.kernel(id.name(), device)?,
                    required_sub_group_size: image.image().required_sub_group_size(id.name()).unwrap_or_default(),
                });
            }
        }
        if variants.is_empty() {
            let name = demangle::kernel(id.name());
            return Err(Error::Invalid(format!("kernel `{name}` is not in the kernel bundle")));
        }
        Ok(Object::new(Self { bundle: bundle.clone(), variants, has_parameters }))
    }

    /// Around a kernel of the back end, and its program if that is still there.
    pub(crate) fn around(kernel: pi::Kernel, context: &Arc<Object<Context>>) -> Result<Arc<Object<Self>>> {
        let kernel = Kernel::around(kernel, context.pi())?;
        let devices = context.devices().to_vec();
        let variant = |device: &Arc<Object<Device>>| Variant {
            device: device.clone(),
            kernel: kernel.clone(),
            required_sub_group_size: 0,
        };
        let variants = devices.iter().map(variant).collect();
        let bundle = KernelBundle::of_native(kernel.program().cloned(), context, devices);
        Ok(Object::new(Self { bundle, variants, has_parameters: true }))
    }

    fn variant(&self, device: &Arc<Object<Device>>) -> Result<&Variant> {
        // A build for a device also serves its sub-devices.
        let mut wholes = std::iter::successors(Some(device), |device| device.parent());
        let found = wholes.find_map(|whole| self.variants.iter().find(|variant| Arc::ptr_eq(&variant.device, whole)));
        found.ok_or_else(|| Error::Invalid(format!("the kernel was not built for {}", device.name())))
    }

    /// Adds the back end's kernels.
    pub(crate) fn native_kernel(&self, found: &mut NativeHandles) -> Result<()> {
        self.variants[0].kernel.native_kernel(found)
    }

    /// The bundle that the kernel is from.
    pub fn bundle(&self) -> &Arc<Object<KernelBundle>> {
        &self.bundle
    }

    /// The kernel for a launch with explicit arguments. Only built-in kernels and back-end kernels
    /// have parameters that a program can name.
    pub fn for_arguments(&self, device: &Arc<Object<Device>>) -> Result<&Arc<Kernel>> {
        let name = || demangle::kernel(&self.variants[0].kernel.name());
        if !self.has_parameters {
            return Err(Error::Invalid(format!("kernel `{}` takes the captures of its lambda, not arguments", name())));
        }
        Ok(&self.variant(device)?.kernel)
    }

    /// The maximum number of work-groups of this size (in SYCL's dimension order) that can wait for each other on a
    /// device, given the local memory in bytes that the launch adds to the kernel's own; 0 if the device cannot run
    /// such groups at all.
    pub fn max_cooperative_groups(
        &self,
        device: &Arc<Object<Device>>,
        local: &[usize],
        local_bytes: usize,
    ) -> Result<usize> {
        let mut sizes = [1; 3];
        for (size, given) in sizes.iter_mut().zip(local.iter().rev()) {
            *size = *given;
        }
        self.variant(device)?.kernel.max_cooperative_groups(device, sizes, local_bytes)
    }

    /// A `PI_KERNEL_INFO_*` property, as bytes.
    pub fn info(&self, param: PiKernelInfo) -> Result<Vec<u8>> {
        if param == PI_KERNEL_INFO_NUM_ARGS && !self.has_parameters {
            return Err(Error::Invalid(
                "info::kernel::num_args is for built-in kernels, not for those of SYCL".to_owned(),
            ));
        }
        self.variants[0].kernel.info(param)
    }

    /// A `PI_KERNEL_GROUP_INFO_*` property, or one of sub-groups, as bytes in
    /// SYCL's form: ranges have their fastest dimension last.
    pub fn device_info(&self, device: &Arc<Object<Device>>, param: u32) -> Result<Vec<u8>> {
        let variant = self.variant(device)?;
        let kernel = &variant.kernel;
        match PiKernelGroupInfo(param) {
            PI_KERNEL_GROUP_INFO_GLOBAL_WORK_SIZE
                if !self.has_parameters && !device.device_type().intersects(PI_DEVICE_TYPE_CUSTOM) =>
            {
                Err(Error::Invalid(
                    "info::kernel_device_specific::global_work_size is for custom devices and built-in kernels"
                        .to_owned(),
                ))
            }
            group_param @ (PI_KERNEL_GROUP_INFO_COMPILE_WORK_GROUP_SIZE | PI_KERNEL_GROUP_INFO_GLOBAL_WORK_SIZE) => {
                let mut sizes = kernel.group_info::<[usize; 3]>(device, group_param)?;
                sizes.reverse();
                Ok(sizes.iter().flat_map(|size| size.to_ne_bytes()).collect())
            }
            group_param @ PI_KERNEL_GROUP_INFO_NUM_REGS => {
                Ok(kernel.group_info::<u32>(device, group_param)?.to_ne_bytes().to_vec())
            }
            _ => match PiKernelSubGroupInfo(param) {
                PI_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL => Ok(variant.required_sub_group_size.to_ne_bytes().to_vec()),
                param @ (PI_KERNEL_MAX_SUB_GROUP_SIZE
                | PI_KERNEL_MAX_NUM_SUB_GROUPS
                | PI_KERNEL_COMPILE_NUM_SUB_GROUPS) => Ok(kernel.sub_group_info(device, param)?.to_ne_bytes().to_vec()),
                _ => Ok(kernel.group_info::<u64>(device, PiKernelGroupInfo(param))?.to_ne_bytes().to_vec()),
            },
        }
    }
}
