//! The GPUs' plugin: the mock's entries, except that queries with values which PI does not define
//! end the process.

use std::ffi::c_void;
use std::sync::OnceLock;

use tandem_runtime::pi::*;

use super::entries::{REMOTE, one_platform};

static ENTRIES: OnceLock<PiFunctionTable> = OnceLock::new();

/// Defines the entries that answer queries.
macro_rules! strict {
    ($($name:ident($($object:ident: $type:ty),*; $param:ty);)*) => {
        $(
            #[allow(non_snake_case, reason = "the name of C")]
            unsafe extern "C" fn $name(
                $($object: $type,)*
                param: $param,
                size: usize,
                value: *mut c_void,
                size_ret: *mut usize,
            ) -> PiResult {
                if param.name().is_none() {
                    eprintln!("{}: unsupported {param:?}", stringify!($name));
                    std::process::abort();
                }
                let entry = ENTRIES.get().and_then(|entries| entries.$name).expect("the mock has every entry");
                // SAFETY: the caller's duty is the same.
                unsafe { entry($($object,)* param, size, value, size_ret) }
            }
        )*

        /// The plugin's table, over the mock's.
        pub fn table(entries: PiFunctionTable) -> PiFunctionTable {
            let table = PiFunctionTable {
                piPlatformsGet: Some(platforms_get),
                piTearDown: Some(tear_down),
                $($name: Some($name),)*
                ..entries
            };
            assert!(ENTRIES.set(entries).is_ok(), "the plugin is made once");
            table
        }
    };
}
strict! {
    piPlatformGetInfo(platform: PiPlatform; PiPlatformInfo);
    piDeviceGetInfo(device: PiDevice; PiDeviceInfo);
    piContextGetInfo(context: PiContext; PiContextInfo);
    piQueueGetInfo(queue: PiQueue; PiQueueInfo);
    piMemGetInfo(mem: PiMem; PiMemInfo);
    piMemImageGetInfo(image: PiMem; PiImageInfo);
    piProgramGetInfo(program: PiProgram; PiProgramInfo);
    piProgramGetBuildInfo(program: PiProgram, device: PiDevice; PiProgramBuildInfo);
    piKernelGetInfo(kernel: PiKernel; PiKernelInfo);
    piKernelGetGroupInfo(kernel: PiKernel, device: PiDevice; PiKernelGroupInfo);
    piEventGetInfo(event: PiEvent; PiEventInfo);
    piEventGetProfilingInfo(event: PiEvent; PiProfilingInfo);
    piSamplerGetInfo(sampler: PiSampler; PiSamplerInfo);
    piextUSMGetMemAllocInfo(context: PiContext, ptr: *const c_void; PiMemAllocInfo);
    piextPeerAccessGetInfo(device: PiDevice, peer: PiDevice; PiPeerAttr);
}

unsafe extern "C" fn platforms_get(capacity: u32, out: *mut PiPlatform, count: *mut u32) -> PiResult {
    // SAFETY: the caller's duty.
    unsafe { one_platform(REMOTE, capacity, out, count) };
    PI_SUCCESS
}

/// The entries' own plugin is what counts.
unsafe extern "C" fn tear_down(_parameter: *mut c_void) -> PiResult {
    PI_SUCCESS
}
