//! Opening `libcuda.so.1` and finding its functions.

use std::ffi::{OsString, c_char, c_int, c_uint, c_void};

use libloading::Library;

use super::*;

/// Names another library.
const OVERRIDE: &str = "TANDEM_CUDA_DRIVER";
/// Name of the library that CUDA's driver installs.
const LIBRARY: &str = "libcuda.so.1";

/// Why there is no driver API.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// There is no such library: no driver is installed.
    #[error("{0}")]
    Missing(String),
    /// The library lacks a function.
    #[error("CUDA's driver is too old: {library} has no `{function}`")]
    TooOld {
        /// The library.
        library: String,
        /// The function.
        function: &'static str,
    },
}

/// Opens the library. It is never closed: CUDA's driver does not survive that.
pub fn load() -> Result<Functions, LoadError> {
    let named = tandem_environment::variable_os(OVERRIDE).filter(|path| !path.is_empty());
    let path = named.unwrap_or_else(|| OsString::from(LIBRARY));
    // SAFETY: whoever installed the library or named it trusts its initialization.
    let library = unsafe { Library::new(&path) }.map_err(|error| LoadError::Missing(error.to_string()))?;
    // SAFETY: the types are those that `cuda.h` gives these names.
    let functions = unsafe { Functions::find(&library) };
    let name = |function| LoadError::TooOld { library: path.to_string_lossy().into_owned(), function };
    let functions = functions.map_err(name)?;
    std::mem::forget(library);
    Ok(functions)
}

/// The functions by their names in C; what follows `=` is the exported name.
macro_rules! functions {
    ($($name:ident = $symbol:literal ($($arg:ty),* $(,)?);)*) => {
        /// The functions of the library.
        #[allow(non_snake_case, missing_docs, reason = "the names of cuda.h")]
        #[derive(Clone, Copy)]
        pub struct Functions {
            $(pub $name: unsafe extern "C" fn($($arg),*) -> Code,)*
        }

        impl Functions {
            /// Finds all, or names the first one that is missing.
            ///
            /// # Safety
            /// Functions of the library that have these names have these types.
            unsafe fn find(library: &Library) -> Result<Self, &'static str> {
                Ok(Self {$(
                    // SAFETY: the caller's duty.
                    $name: *unsafe { library.get(concat!($symbol, "\0").as_bytes()) }.map_err(|_| $symbol)?,
                )*})
            }
        }
    };
}

type JitOption = c_int;

functions! {
    cuInit = "cuInit"(c_uint);
    cuDriverGetVersion = "cuDriverGetVersion"(*mut c_int);
    cuGetErrorName = "cuGetErrorName"(Code, *mut *const c_char);
    cuGetErrorString = "cuGetErrorString"(Code, *mut *const c_char);

    cuDeviceGetCount = "cuDeviceGetCount"(*mut c_int);
    cuDeviceGet = "cuDeviceGet"(*mut Device, c_int);
    cuDeviceGetName = "cuDeviceGetName"(*mut c_char, c_int, Device);
    cuDeviceGetUuid = "cuDeviceGetUuid_v2"(*mut Uuid, Device);
    cuDeviceGetPCIBusId = "cuDeviceGetPCIBusId"(*mut c_char, c_int, Device);
    cuDeviceTotalMem = "cuDeviceTotalMem_v2"(*mut usize, Device);
    cuDeviceGetAttribute = "cuDeviceGetAttribute"(*mut c_int, c_int, Device);
    cuDeviceCanAccessPeer = "cuDeviceCanAccessPeer"(*mut c_int, Device, Device);
    cuDeviceGetP2PAttribute = "cuDeviceGetP2PAttribute"(*mut c_int, c_int, Device, Device);

    cuDevicePrimaryCtxRetain = "cuDevicePrimaryCtxRetain"(*mut Context, Device);
    cuDevicePrimaryCtxRelease = "cuDevicePrimaryCtxRelease_v2"(Device);
    cuCtxGetCurrent = "cuCtxGetCurrent"(*mut Context);
    cuCtxSetCurrent = "cuCtxSetCurrent"(Context);
    cuCtxEnablePeerAccess = "cuCtxEnablePeerAccess"(Context, c_uint);

    cuMemGetInfo = "cuMemGetInfo_v2"(*mut usize, *mut usize);
    cuMemPoolCreate = "cuMemPoolCreate"(*mut MemoryPool, *const MemPoolProps);
    cuMemPoolDestroy = "cuMemPoolDestroy"(MemoryPool);
    cuMemPoolSetAttribute = "cuMemPoolSetAttribute"(MemoryPool, c_int, *mut c_void);
    cuMemPoolGetAttribute = "cuMemPoolGetAttribute"(MemoryPool, c_int, *mut c_void);
    cuMemPoolSetAccess = "cuMemPoolSetAccess"(MemoryPool, *const MemAccessDesc, usize);
    cuMemPoolTrimTo = "cuMemPoolTrimTo"(MemoryPool, usize);
    cuMemAllocFromPoolAsync = "cuMemAllocFromPoolAsync"(*mut Address, usize, MemoryPool, Stream);
    cuMemFreeAsync = "cuMemFreeAsync"(Address, Stream);
    cuMemAlloc = "cuMemAlloc_v2"(*mut Address, usize);
    cuMemAllocManaged = "cuMemAllocManaged"(*mut Address, usize, c_uint);
    cuMemFree = "cuMemFree_v2"(Address);
    cuMemHostAlloc = "cuMemHostAlloc"(*mut *mut c_void, usize, c_uint);
    cuMemFreeHost = "cuMemFreeHost"(*mut c_void);
    cuMemHostRegister = "cuMemHostRegister_v2"(*mut c_void, usize, c_uint);
    cuMemHostUnregister = "cuMemHostUnregister"(*mut c_void);
    cuMemPrefetchAsync = "cuMemPrefetchAsync"(Address, usize, Device, Stream);
    cuMemAdvise = "cuMemAdvise"(Address, usize, c_int, Device);
    cuMemGetAddressRange = "cuMemGetAddressRange_v2"(*mut Address, *mut usize, Address);
    cuPointerGetAttributes = "cuPointerGetAttributes"(c_uint, *mut c_int, *mut *mut c_void, Address);

    cuMemcpyAsync = "cuMemcpyAsync"(Address, Address, usize, Stream);
    cuMemcpy3DAsync = "cuMemcpy3DAsync_v2"(*const Memcpy3D, Stream);
    cuArray3DCreate = "cuArray3DCreate_v2"(*mut Array, *const Array3DDescriptor);
    cuArrayDestroy = "cuArrayDestroy"(Array);
    cuMipmappedArrayCreate = "cuMipmappedArrayCreate"(*mut MipmappedArray, *const Array3DDescriptor, c_uint);
    cuMipmappedArrayGetLevel = "cuMipmappedArrayGetLevel"(*mut Array, MipmappedArray, c_uint);
    cuMipmappedArrayDestroy = "cuMipmappedArrayDestroy"(MipmappedArray);
    cuImportExternalMemory = "cuImportExternalMemory"(*mut ExternalMemory, *const ExternalMemoryHandleDesc);
    cuExternalMemoryGetMappedBuffer = "cuExternalMemoryGetMappedBuffer"(
        *mut Address, ExternalMemory, *const ExternalMemoryBufferDesc
    );
    cuExternalMemoryGetMappedMipmappedArray = "cuExternalMemoryGetMappedMipmappedArray"(
        *mut MipmappedArray, ExternalMemory, *const ExternalMemoryMipmappedArrayDesc
    );
    cuDestroyExternalMemory = "cuDestroyExternalMemory"(ExternalMemory);
    cuImportExternalSemaphore = "cuImportExternalSemaphore"(
        *mut ExternalSemaphore, *const ExternalSemaphoreHandleDesc
    );
    cuDestroyExternalSemaphore = "cuDestroyExternalSemaphore"(ExternalSemaphore);
    cuSignalExternalSemaphoresAsync = "cuSignalExternalSemaphoresAsync"(
        *const ExternalSemaphore, *const ExternalSemaphoreParams, c_uint, Stream
    );
    cuWaitExternalSemaphoresAsync = "cuWaitExternalSemaphoresAsync"(
        *const ExternalSemaphore, *const ExternalSemaphoreParams, c_uint, Stream
    );
    cuSurfObjectCreate = "cuSurfObjectCreate"(*mut u64, *const ResourceDesc);
    cuSurfObjectDestroy = "cuSurfObjectDestroy"(u64);
    cuTexObjectCreate = "cuTexObjectCreate"(*mut u64, *const ResourceDesc, *const TextureDesc, *const c_void);
    cuTexObjectDestroy = "cuTexObjectDestroy"(u64);

    cuMemsetD8Async = "cuMemsetD8Async"(Address, u8, usize, Stream);
    cuMemsetD16Async = "cuMemsetD16Async"(Address, u16, usize, Stream);
    cuMemsetD32Async = "cuMemsetD32Async"(Address, c_uint, usize, Stream);
    cuMemsetD2D8Async = "cuMemsetD2D8Async"(Address, usize, u8, usize, usize, Stream);
    cuMemsetD2D16Async = "cuMemsetD2D16Async"(Address, usize, u16, usize, usize, Stream);
    cuMemsetD2D32Async = "cuMemsetD2D32Async"(Address, usize, c_uint, usize, usize, Stream);

    cuStreamCreate = "cuStreamCreate"(*mut Stream, c_uint);
    cuStreamDestroy = "cuStreamDestroy_v2"(Stream);
    cuStreamSynchronize = "cuStreamSynchronize"(Stream);
    cuStreamQuery = "cuStreamQuery"(Stream);
    cuStreamWaitEvent = "cuStreamWaitEvent"(Stream, Event, c_uint);

    cuEventCreate = "cuEventCreate"(*mut Event, c_uint);
    cuEventDestroy = "cuEventDestroy_v2"(Event);
    cuEventRecord = "cuEventRecord"(Event, Stream);
    cuEventQuery = "cuEventQuery"(Event);
    cuEventSynchronize = "cuEventSynchronize"(Event);
    cuEventElapsedTime = "cuEventElapsedTime"(*mut f32, Event, Event);

    cuModuleLoadDataEx = "cuModuleLoadDataEx"(*mut Module, *const c_void, c_uint, *mut JitOption, *mut *mut c_void);
    cuModuleUnload = "cuModuleUnload"(Module);
    cuModuleGetFunction = "cuModuleGetFunction"(*mut Function, Module, *const c_char);
    cuModuleGetGlobal = "cuModuleGetGlobal_v2"(*mut Address, *mut usize, Module, *const c_char);
    cuLinkCreate = "cuLinkCreate_v2"(c_uint, *mut JitOption, *mut *mut c_void, *mut Link);
    cuLinkAddData = "cuLinkAddData_v2"(
        Link, c_int, *mut c_void, usize, *const c_char, c_uint, *mut JitOption, *mut *mut c_void
    );
    cuLinkComplete = "cuLinkComplete"(Link, *mut *mut c_void, *mut usize);
    cuLinkDestroy = "cuLinkDestroy"(Link);

    cuFuncGetAttribute = "cuFuncGetAttribute"(*mut c_int, c_int, Function);
    cuFuncSetAttribute = "cuFuncSetAttribute"(Function, c_int, c_int);
    cuOccupancyMaxActiveBlocksPerMultiprocessor = "cuOccupancyMaxActiveBlocksPerMultiprocessor"(
        *mut c_int, Function, c_int, usize
    );
    cuLaunchKernel = "cuLaunchKernel"(
        Function, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, Stream, *mut *mut c_void, *mut *mut c_void
    );
    cuLaunchKernelEx = "cuLaunchKernelEx"(*const LaunchConfig, Function, *mut *mut c_void, *mut *mut c_void);

    cuStreamBeginCapture = "cuStreamBeginCapture_v2"(Stream, c_int);
    cuStreamEndCapture = "cuStreamEndCapture"(Stream, *mut Graph);
    cuStreamGetCaptureInfo = "cuStreamGetCaptureInfo_v2"(
        Stream, *mut c_int, *mut u64, *mut Graph, *mut *const GraphNode, *mut usize
    );
    cuStreamUpdateCaptureDependencies = "cuStreamUpdateCaptureDependencies"(Stream, *mut GraphNode, usize, c_uint);
    cuGraphInstantiateWithFlags = "cuGraphInstantiateWithFlags"(*mut GraphExec, Graph, u64);
    cuGraphExecKernelNodeSetParams = "cuGraphExecKernelNodeSetParams_v2"(
        GraphExec, GraphNode, *const KernelNodeParams
    );
    cuGraphLaunch = "cuGraphLaunch"(GraphExec, Stream);
    cuGraphExecDestroy = "cuGraphExecDestroy"(GraphExec);
    cuGraphDestroy = "cuGraphDestroy"(Graph);
}
