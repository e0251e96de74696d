//! The API, devices and contexts.

use std::ffi::{c_char, c_int, c_uint};
use std::sync::Once;

use crate::checks::violation;
use crate::codes::{Code, INVALID_DEVICE, INVALID_VALUE, NO_DEVICE, PEER_ACCESS_ALREADY_ENABLED, SUCCESS};
use crate::config::config;
use crate::exit::at_exit;
use crate::exported::{exported, store};
use crate::hardware::{TOTAL_BYTES, UNITS};
use crate::state::{Kind, context_handle, current_device, enter, set_current, state};

fn check_device(device: c_int) -> Result<(), Code> {
    if (0..config().devices).contains(&device) { Ok(()) } else { Err(INVALID_DEVICE) }
}

exported! {
    fn cuInit(_flags: c_uint) {
        static EXIT: Once = Once::new();
        EXIT.call_once(|| {
            // SAFETY: the function lives as long as the library, which is never closed. Without it,
            // what is left is not noticed.
            let _ = unsafe { libc::atexit(at_exit) };
        });
        if config().devices == 0 { Err(NO_DEVICE) } else { Ok(SUCCESS) }
    }

    fn cuDriverGetVersion(version: *mut c_int) {
        // SAFETY: the caller's duty.
        Ok(unsafe { store(version, 12040) })
    }

    fn cuGetErrorName(code: Code, text: *mut *const c_char) {
        let name = match code {
            SUCCESS => c"CUDA_SUCCESS",
            1 => c"CUDA_ERROR_INVALID_VALUE",
            2 => c"CUDA_ERROR_OUT_OF_MEMORY",
            218 => c"CUDA_ERROR_INVALID_PTX",
            700 => c"CUDA_ERROR_ILLEGAL_ADDRESS",
            _ => c"CUDA_ERROR_OF_THE_FAKE",
        };
        // SAFETY: the caller's duty.
        Ok(unsafe { store(text, name.as_ptr()) })
    }

    fn cuGetErrorString(code: Code, text: *mut *const c_char) {
        let name = if code == 700 { c"an illegal memory access was encountered" } else { c"an error of the fake" };
        // SAFETY: the caller's duty.
        Ok(unsafe { store(text, name.as_ptr()) })
    }

    fn cuDeviceGetCount(count: *mut c_int) {
        // SAFETY: the caller's duty.
        Ok(unsafe { store(count, config().devices) })
    }

    fn cuDeviceGet(device: *mut c_int, number: c_int) {
        check_device(number)?;
        // SAFETY: the caller's duty.
        Ok(unsafe { store(device, number) })
    }

    fn cuDeviceGetName(name: *mut c_char, capacity: c_int, device: c_int) {
        check_device(device)?;
        let text = format!("Fake GPU {device}\0");
        if text.len() > capacity as usize {
            return Err(INVALID_VALUE);
        }
        // SAFETY: there is room.
        unsafe { name.cast::<u8>().copy_from(text.as_ptr(), text.len()) };
        Ok(SUCCESS)
    }

    fn cuDeviceGetUuid_v2(uuid: *mut [u8; 16], device: c_int) {
        check_device(device)?;
        // SAFETY: the caller's duty.
        Ok(unsafe { store(uuid, [0xfa, 0x4e, device as u8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]) })
    }

    fn cuDeviceGetPCIBusId(name: *mut c_char, capacity: c_int, device: c_int) {
        check_device(device)?;
        let text = format!("0000:{:02X}:00.0\0", device + 1);
        if text.len() > capacity as usize {
            return Err(INVALID_VALUE);
        }
        // SAFETY: there is room.
        unsafe { name.cast::<u8>().copy_from(text.as_ptr(), text.len()) };
        Ok(SUCCESS)
    }

    fn cuDeviceTotalMem_v2(bytes: *mut usize, device: c_int) {
        check_device(device)?;
        // SAFETY: the caller's duty.
        Ok(unsafe { store(bytes, TOTAL_BYTES) })
    }

    fn cuDeviceGetAttribute(value: *mut c_int, attribute: c_int, device: c_int) {
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
            _ => 0,
        };
        // SAFETY: the caller's duty.
        Ok(unsafe { store(value, number) })
    }

    fn cuDeviceCanAccessPeer(can: *mut c_int, device: c_int, peer: c_int) {
        check_device(device)?;
        check_device(peer)?;
        // SAFETY: the caller's duty.
        Ok(unsafe { store(can, (config().has_peers && device != peer).into()) })
    }

    fn cuDeviceGetP2PAttribute(value: *mut c_int, _attribute: c_int, device: c_int, peer: c_int) {
        check_device(device)?;
        check_device(peer)?;
        // SAFETY: the caller's duty.
        Ok(unsafe { store(value, config().has_peers.into()) })
    }

    fn cuDevicePrimaryCtxRetain(context: *mut usize, device: c_int) {
        check_device(device)?;
        if let Some(code) = config().failure("cuDevicePrimaryCtxRetain") {
            return Err(code);
        }
        state().lock().contexts[device as usize].retained += 1;
        // SAFETY: the caller's duty.
        Ok(unsafe { store(context, context_handle(device)) })
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
        // What is left of the context is an error of whoever made it, but for memory of modules.
        state.contexts[device as usize].peers.clear();
        state.blocks.retain(|_, block| block.kind != Kind::Variable || block.device != device);
        if state.contexts[device as usize].failed.is_some() {
            return Ok(SUCCESS);
        }
        let left = state.streams.values().any(|stream| stream.device == device && !stream.is_destroyed)
            || state.events.values().any(|event| event.device == device)
            || state.modules.values().any(|module| module.device == device);
        if left {
            violation(&format!("cuDevicePrimaryCtxRelease: device {device} has {}", state.left().join(", ")));
        }
        Ok(SUCCESS)
    }

    fn cuCtxGetCurrent(context: *mut usize) {
        // SAFETY: the caller's duty.
        Ok(unsafe { store(context, current_device().map_or(0, context_handle)) })
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
