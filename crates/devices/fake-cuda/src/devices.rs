//! The API, devices and contexts.

use std::ffi::{CString, c_char, c_int, c_uint};
use std::sync::Once;

use crate::checks::violation;
use crate::codes::{Code, INVALID_DEVICE, INVALID_VALUE, NO_DEVICE, PEER_ACCESS_ALREADY_ENABLED, SUCCESS};
use crate::config::config;
use crate::exit::at_exit;
use crate::exported::exported;
use crate::hardware::{TOTAL_BYTES, UNITS, pixel_limit};
use crate::parameters::{Capacity, Out, TextOut};
use crate::state::{Kind, context_handle, current_device, enter, set_current, state};

fn check_device(device: c_int) -> Result<(), Code> {
    if (0..config().devices).contains(&device) { Ok(()) } else { Err(INVALID_DEVICE) }
}

exported! {
    fn cuInit(_flags: c_uint) {
        static EXIT: Once = Once::new();
        EXIT.call_once(|| {
            if config().checks_leaks {
                // SAFETY: the function lives as long as the library, which is never closed. Without it, remaining
                // objects are not noticed.
                let _ = unsafe { libc::atexit(at_exit) };
            }
        });
        if config().devices == 0 { Err(NO_DEVICE) } else { Ok(SUCCESS) }
    }

    fn cuDriverGetVersion(version: Out<'_, c_int>) {
        version.set(12040)
    }

    fn cuGetErrorName(code: Code, text: Out<'_, *const c_char>) {
        let name = match code {
            SUCCESS => c"CUDA_SUCCESS",
            1 => c"CUDA_ERROR_INVALID_VALUE",
            2 => c"CUDA_ERROR_OUT_OF_MEMORY",
            218 => c"CUDA_ERROR_INVALID_PTX",
            700 => c"CUDA_ERROR_ILLEGAL_ADDRESS",
            _ => c"CUDA_ERROR_OF_THE_FAKE",
        };
        text.set(name.as_ptr())
    }

    fn cuGetErrorString(code: Code, text: Out<'_, *const c_char>) {
        let name = if code == 700 { c"an illegal memory access was encountered" } else { c"an error of the fake" };
        text.set(name.as_ptr())
    }

    fn cuDeviceGetCount(count: Out<'_, c_int>) {
        count.set(config().devices)
    }

    fn cuDeviceGet(device: Out<'_, c_int>, number: c_int) {
        check_device(number)?;
        device.set(number)
    }

    fn cuDeviceGetName(name: TextOut<'_>, capacity: Capacity, device: c_int) {
        check_device(device)?;
        let text = CString::new(format!("Fake GPU {device}")).map_err(|_| INVALID_VALUE)?;
        name.set(capacity, &text)
    }

    fn cuDeviceGetUuid_v2(uuid: Out<'_, [u8; 16]>, device: c_int) {
        check_device(device)?;
        uuid.set([0xfa, 0x4e, device as u8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    }

    fn cuDeviceGetPCIBusId(name: TextOut<'_>, capacity: Capacity, device: c_int) {
        check_device(device)?;
        let text = CString::new(format!("0000:{:02X}:00.0", device + 1)).map_err(|_| INVALID_VALUE)?;
        name.set(capacity, &text)
    }

    fn cuDeviceTotalMem_v2(bytes: Out<'_, usize>, device: c_int) {
        check_device(device)?;
        bytes.set(TOTAL_BYTES)
    }

    fn cuDeviceGetAttribute(value: Out<'_, c_int>, attribute: c_int, device: c_int) {
        check_device(device)?;
        let number = match attribute {
            1..=3 => 1024,
            4 => 64,
            5 => c_int::MAX,
            6 | 7 => 65535,
            8 => 48 << 10,
            9 => 64 << 10,
            10 => 32,
            13 => 1_980_000,
            16 => UNITS as c_int,
            32 | 83 | 86 | 89 | 95 | 115 => 1,
            36 => 2_619_000,
            37 => 5120,
            38 => 50 << 20,
            39 => 2048,
            75 => 9,
            97 => 227 << 10,
            _ => pixel_limit(attribute).unwrap_or(0),
        };
        value.set(number)
    }

    fn cuDeviceCanAccessPeer(can: Out<'_, c_int>, device: c_int, peer: c_int) {
        check_device(device)?;
        check_device(peer)?;
        can.set((config().has_peers && device != peer).into())
    }

    fn cuDeviceGetP2PAttribute(value: Out<'_, c_int>, _attribute: c_int, device: c_int, peer: c_int) {
        check_device(device)?;
        check_device(peer)?;
        value.set(config().has_peers.into())
    }

    fn cuDevicePrimaryCtxRetain(context: Out<'_, usize>, device: c_int) {
        check_device(device)?;
        if let Some(code) = config().failure("cuDevicePrimaryCtxRetain") {
            return Err(code);
        }
        state().lock().contexts[device as usize].retained += 1;
        context.set(context_handle(device))
    }

    fn cuDevicePrimaryCtxRelease_v2(device: c_int) {
        check_device(device)?;
        let mut state = state().lock();
        let context = &mut state.contexts[device as usize];
        if context.retained == 0 {
            violation("cuDevicePrimaryCtxRelease: it is not retained");
        }
        context.retained -= 1;
        if context.retained > 0 {
            return Ok(SUCCESS);
        }
        // Anything that is left of the context, except for memory of modules, is an error of its creator.
        state.contexts[device as usize].peers.clear();
        state.blocks.retain(|_, block| block.kind != Kind::Variable || block.device != device);
        if state.contexts[device as usize].failed.is_some() {
            return Ok(SUCCESS);
        }
        let left = state.streams.values().any(|stream| stream.device == device && !stream.is_destroyed)
            || state.events.values().any(|event| event.device == device)
            || state.modules.values().any(|module| module.device == device)
            || state.arrays.values().any(|array| array.device == device)
            || state.array_objects.values().any(|object| object.device == device);
        if left {
            violation(&format!("cuDevicePrimaryCtxRelease: device {device} has {}", state.left().join(", ")));
        }
        Ok(SUCCESS)
    }

    fn cuCtxGetCurrent(context: Out<'_, usize>) {
        context.set(current_device().map_or(0, context_handle))
    }

    fn cuCtxSetCurrent(context: usize) {
        Ok(set_current(context))
    }

    fn cuCtxEnablePeerAccess(peer: usize, _flags: c_uint) {
        let (mut state, device) = enter("cuCtxEnablePeerAccess")?;
        let peer = (peer - context_handle(0)) as i32;
        let peers = &mut state.contexts[device as usize].peers;
        if peers.contains(&peer) {
            return Err(PEER_ACCESS_ALREADY_ENABLED);
        }
        peers.push(peer);
        Ok(SUCCESS)
    }
}
