//! Memory objects and mappings, on devices with separate memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::Mutex;
use tandem_device::*;

/// A device whose addresses are offsets into a list of bytes, which no pointer
/// leads to, from 1000 on.
struct Remote {
    info: DeviceInfo,
    domain: MemoryDomain,
    bytes: Mutex<Vec<u8>>,
    /// The domain of a peer, and whether access to it is enabled.
    peer: Option<(MemoryDomain, AtomicBool)>,
    /// Bytes that are kept for later use, of 100 in all.
    kept: AtomicUsize,
}

const BASE: u64 = 1000;

impl Remote {
    fn new(domain: u64, peer: Option<u64>) -> Self {
        Self {
            info: DeviceInfo { name: format!("Remote {domain}").into(), ..DeviceInfo::default() },
            domain: MemoryDomain(domain),
            bytes: Mutex::default(),
            peer: peer.map(|peer| (MemoryDomain(peer), AtomicBool::new(false))),
            kept: AtomicUsize::new(0),
        }
    }

    fn contents(&self, address: DevicePtr, bytes: usize) -> Vec<u8> {
        let start = (address.0 - BASE) as usize;
        self.bytes.lock()[start..start + bytes].to_vec()
    }
}

impl Device for Remote {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn memory_domain(&self) -> MemoryDomain {
        self.domain
    }

    fn alloc(&self, bytes: usize, _align: usize) -> Result<Allocation> {
        if bytes > 100 - self.kept.load(Ordering::Relaxed) {
            return Err(Error::OutOfMemory { bytes, device: self.info.name.clone() });
        }
        let memory = &mut *self.bytes.lock();
        let address = BASE + memory.len() as u64;
        memory.resize(memory.len() + bytes, 0);
        Ok(Allocation::new(DevicePtr(address), bytes, Box::new(())))
    }

    fn trim(&self) -> bool {
        self.kept.swap(0, Ordering::Relaxed) > 0
    }

    fn compile(&self, _request: &CompileRequest<'_>) -> Result<Arc<dyn Object>> {
        Err(Error::Unsupported("code"))
    }

    fn link(&self, _request: &LinkRequest<'_>) -> Result<Arc<dyn Program>> {
        Err(Error::Unsupported("code"))
    }

    fn accepts(&self, _image: &DeviceCode<'_>) -> Result<u32> {
        Err(Error::Unsupported("code"))
    }

    fn create_queue(&self, _properties: QueueProperties) -> Result<Arc<dyn Queue>> {
        Err(Error::Unsupported("a queue"))
    }

    fn host_transfer(&self) -> Option<&dyn HostTransfer> {
        Some(self)
    }

    fn peers(&self) -> Option<&dyn Peers> {
        self.peer.is_some().then_some(self)
    }
}

impl HostTransfer for Remote {
    fn write(&self, src: HostPtr, dst: DevicePtr, bytes: usize) -> Result<()> {
        let start = (dst.0 - BASE) as usize;
        // SAFETY: the test passes valid memory.
        let src = unsafe { std::slice::from_raw_parts(src.0, bytes) };
        self.bytes.lock()[start..start + bytes].copy_from_slice(src);
        Ok(())
    }

    fn read(&self, src: DevicePtr, dst: HostPtr, bytes: usize) -> Result<()> {
        // SAFETY: the test passes valid memory.
        unsafe { dst.0.copy_from(self.contents(src, bytes).as_ptr(), bytes) };
        Ok(())
    }
}

impl Peers for Remote {
    fn capabilities(&self, domain: MemoryDomain) -> PeerCapabilities {
        let access = self.peer.as_ref().is_some_and(|(peer, _)| *peer == domain);
        PeerCapabilities { access, atomics: false }
    }

    fn set_enabled(&self, _domain: MemoryDomain, enabled: bool) -> Result<()> {
        self.peer.as_ref().unwrap().1.store(enabled, Ordering::Relaxed);
        Ok(())
    }

    fn is_enabled(&self, domain: MemoryDomain) -> bool {
        self.peer.as_ref().is_some_and(|(peer, enabled)| *peer == domain && enabled.load(Ordering::Relaxed))
    }
}

/// The bytes that the host sees.
#[expect(clippy::mut_from_ref, reason = "the bytes are no part of the mapping")]
fn seen(mapping: &Mapping, bytes: usize) -> &mut [u8] {
    // SAFETY: the mapping has so many bytes.
    unsafe { std::slice::from_raw_parts_mut(mapping.address().0, bytes) }
}

#[test]
fn the_first_device_allocates_and_gets_the_initial_contents() {
    let device = Remote::new(1, None);
    let mut host: Vec<u8> = (0..40).collect();
    for (contents, expected) in [
        (InitialContents::Copy(&host.clone()), (0..40).collect::<Vec<_>>()),
        (InitialContents::Use(HostPtr(host.as_mut_ptr())), vec![9; 40]),
    ] {
        let object = MemoryObject::new(40, contents).unwrap();
        let part = MemoryObject::sub_buffer(&object, 16, 8);
        assert_eq!(object.placed(), None);
        // Used memory is read at the first use, copied contents were read at creation.
        host.fill(9);
        let place = part.place(&device).unwrap();
        assert_eq!(place.domain, device.domain);
        assert_eq!(device.contents(place.address, 8), expected[16..24]);
        let whole = object.address(&device).unwrap();
        assert_eq!(whole.offset(16), place.address, "a part is a view");
        assert_eq!(device.contents(whole, 40), expected);
    }
}

#[test]
fn an_allocation_that_fails_leaves_the_object_as_it_was() {
    let object = MemoryObject::new(101, InitialContents::Copy(&[7; 101])).unwrap();
    let part = MemoryObject::sub_buffer(&object, 0, 4);
    let small = Remote::new(1, None);
    assert!(matches!(part.address(&small), Err(Error::OutOfMemory { bytes: 101, .. })), "the whole is allocated");
    assert_eq!(object.placed(), None);
    // The host's domain takes the contents over, without an allocation of the device.
    let host = Remote::new(MemoryDomain::HOST.0, None);
    let address = object.address(&host).unwrap().as_host();
    // SAFETY: the address of the object's memory.
    assert_eq!(unsafe { std::slice::from_raw_parts(address.0, 101) }, [7; 101]);
}

#[test]
fn a_device_without_room_gives_back_what_it_keeps() {
    let device = Remote::new(1, None);
    device.kept.store(60, Ordering::Relaxed);
    let object = MemoryObject::new(50, InitialContents::Undefined).unwrap();
    object.place(&device).unwrap();
    assert_eq!(device.kept.load(Ordering::Relaxed), 0);
    let error = MemoryObject::new(101, InitialContents::Undefined).unwrap().place(&device).unwrap_err();
    assert!(matches!(error, Error::OutOfMemory { bytes: 101, .. }), "{error}");
}

#[test]
fn another_domain_is_out_of_reach_unless_it_is_a_peer() {
    let (first, stranger, peer) = (Remote::new(1, None), Remote::new(2, None), Remote::new(3, Some(1)));
    let object = MemoryObject::new(8, InitialContents::Undefined).unwrap();
    let address = object.address(&first).unwrap();
    let message = object.address(&stranger).unwrap_err().to_string();
    assert!(message.contains("Remote 1") && message.contains("Remote 2"), "{message}");
    assert!(object.address(&peer).is_err(), "not enabled");
    peer.set_enabled(first.domain, true).unwrap();
    assert_eq!(object.address(&peer).unwrap(), address);
    let place = DomainAddress { domain: first.domain, address };
    assert_eq!(object.place(&stranger).unwrap(), place, "copies may know a way");
}

#[test]
fn a_staged_mapping_is_filled_and_written_back_when_its_commands_run() {
    let device = Remote::new(1, None);
    let object = MemoryObject::new(10, InitialContents::Copy(&[1; 10])).unwrap();
    let base = object.address(&device).unwrap();
    let write = |value: u8| device.write(HostPtr([value; 10].as_mut_ptr()), base, 10).unwrap();
    let map = |access| Mapping::new(&object, &device, 2, 4, access).unwrap();

    let mapping = map(MapAccess::Read);
    write(2);
    mapping.map(&device).unwrap();
    assert_eq!(seen(&mapping, 4), [2; 4], "contents of the time when the command runs");
    seen(&mapping, 4).fill(3);
    mapping.unmap(&device).unwrap();
    assert_eq!(device.contents(base, 10), [2; 10], "not mapped for writing");

    let mapping = map(MapAccess::ReadWrite);
    mapping.map(&device).unwrap();
    seen(&mapping, 4)[1] = 3;
    write(4);
    mapping.unmap(&device).unwrap();
    assert_eq!(device.contents(base, 10), [4, 4, 2, 3, 2, 2, 4, 4, 4, 4], "the range alone");

    let mapping = map(MapAccess::Discard);
    seen(&mapping, 4).fill(5);
    mapping.map(&device).unwrap();
    assert_eq!(seen(&mapping, 4), [5; 4], "nothing is read");
    mapping.unmap(&device).unwrap();
    assert_eq!(device.contents(base, 10), [4, 4, 5, 5, 5, 5, 4, 4, 4, 4]);
}

#[test]
fn mappings_of_an_object_over_host_memory_are_at_its_address() {
    let device = Remote::new(1, None);
    let mut host = vec![1u8; 10];
    let object = MemoryObject::new(10, InitialContents::Use(HostPtr(host.as_mut_ptr()))).unwrap();
    let base = object.address(&device).unwrap();
    device.write(HostPtr([6; 10].as_mut_ptr()), base, 10).unwrap();
    let mapping = Mapping::new(&object, &device, 3, 2, MapAccess::Read).unwrap();
    assert_eq!(mapping.address().0, host[3..].as_mut_ptr());
    mapping.map(&device).unwrap();
    assert_eq!(host, [1, 1, 1, 6, 6, 1, 1, 1, 1, 1]);
}

#[test]
fn memory_in_place_needs_no_device() {
    let mut host = vec![1u8; 10];
    let ptr = HostPtr(host.as_mut_ptr());
    let object = MemoryObject::in_place(ptr, 10);
    let part = MemoryObject::sub_buffer(&object, 3, 4);
    let place = part.placed().unwrap();
    assert_eq!((place.domain, place.address), (MemoryDomain::HOST, ptr.as_device().offset(3)));
    // A device of another domain cannot use it.
    let device = Remote::new(1, None);
    assert!(matches!(part.address(&device), Err(Error::Inaccessible { .. })));
}
