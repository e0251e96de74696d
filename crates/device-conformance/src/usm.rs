//! Unified shared memory.

use std::sync::Arc;

use tandem_device::{Command, Device, DevicePtr, FillPattern, Location, Usm, UsmCapabilities, UsmKind};

use crate::{Subject, host, pattern, queue, submit};

/// The kinds and what the device says of them.
fn capabilities(device: &Arc<dyn Device>) -> [(UsmKind, UsmCapabilities); 3] {
    let info = device.info();
    [(UsmKind::Host, info.usm_host), (UsmKind::Device, info.usm_device), (UsmKind::Shared, info.usm_single_shared)]
}

fn of(device: &Arc<dyn Device>) -> Option<&dyn Usm> {
    let offers = capabilities(device).iter().any(|(_, offered)| offered.access);
    assert!(device.usm().is_some() || !offers, "USM is offered");
    device.usm()
}

/// Kinds that the device offers can be allocated and queried, others cannot.
pub fn kinds<S: Subject>(device: &Arc<dyn Device>) {
    let Some(usm) = of(device) else { return };
    for (kind, offered) in capabilities(device) {
        let allocated = usm.alloc(kind, 1000, 256);
        assert_eq!(allocated.is_ok(), offered.access, "{kind:?}: {:?}", allocated.err());
        let Ok(address) = allocated else { continue };
        assert_eq!(address.0 % 256, 0);
        for inside in [0, 999] {
            let info = usm.query(address.offset(inside)).expect("an address of the allocation");
            assert_eq!((info.kind, info.base, info.size), (kind, address, 1000));
        }
        assert_eq!(usm.query(address.offset(1000)).filter(|info| info.base == address), None);
        usm.free(address).expect("it was allocated");
        assert_eq!(usm.query(address), None);
    }
}

/// Memory that the host can use is zero at first, also where it was used before.
pub fn first_contents<S: Subject>(device: &Arc<dyn Device>) {
    let Some(usm) = of(device) else { return };
    let queue = queue(device, false);
    let offered = capabilities(device).into_iter().filter(|(kind, offered)| *kind != UsmKind::Device && offered.access);
    for ((kind, _), bytes) in offered.flat_map(|offered| [64, 4096, 1 << 18].map(|bytes| (offered, bytes))) {
        for _ in 0..4 {
            let address = usm.alloc(kind, bytes, 0).expect("the kind is offered");
            let mut result = vec![1; bytes];
            let read = Command::Copy { src: Location::Usm(address), dst: host(&mut result), bytes };
            submit(&*queue, read, &[]).wait().expect("a read");
            assert!(result.iter().all(|&byte| byte == 0), "{kind:?}, {bytes} bytes");
            let pattern = FillPattern::from_slice(&[0xff]);
            let fill = Command::Fill { dst: Location::Usm(address), pattern, bytes };
            submit(&*queue, fill, &[]).wait().expect("a fill");
            usm.free(address).expect("it was allocated");
        }
    }
}

/// Commands read and write USM.
pub fn contents<S: Subject>(device: &Arc<dyn Device>) {
    let Some(usm) = of(device) else { return };
    let queue = queue(device, false);
    for (kind, _) in capabilities(device).into_iter().filter(|(_, offered)| offered.access) {
        let address = usm.alloc(kind, 100, 0).expect("the kind is offered");
        let (mut source, mut result) = (pattern(100), vec![0; 100]);
        let write = Command::Copy { src: host(&mut source), dst: Location::Usm(address), bytes: 100 };
        submit(&*queue, write, &[]);
        let fill = Command::Fill {
            dst: Location::Usm(address.offset(20)),
            pattern: FillPattern::from_slice(&[1, 2]),
            bytes: 4,
        };
        submit(&*queue, fill, &[]);
        let read = Command::Copy { src: Location::Usm(address), dst: host(&mut result), bytes: 100 };
        submit(&*queue, read, &[]).wait().expect("a read");
        source[20..24].copy_from_slice(&[1, 2, 1, 2]);
        assert_eq!(result, source, "{kind:?}");
        usm.free(address).expect("it was allocated");
    }
}

/// Addresses that are not of USM are not known, and cannot be freed.
pub fn unknown_addresses<S: Subject>(device: &Arc<dyn Device>) {
    let Some(usm) = of(device) else { return };
    let local = 0_u64;
    let address = DevicePtr(&raw const local as u64);
    assert_eq!(usm.query(address), None);
    assert!(usm.free(address).is_err());
}
