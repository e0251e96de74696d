//! Mappings of buffers.

use std::sync::Arc;

use tandem_device::{Command, Device, HostPtr, InitialContents, MapAccess, Mapping, MemoryObject};

use crate::{Subject, buffer, contents, pattern, run};

/// Maps bytes 10 to 30 of a buffer, lets `host` use them, and unmaps them.
fn with_mapping(
    device: &Arc<dyn Device>,
    object: &Arc<MemoryObject>,
    access: MapAccess,
    host: impl FnOnce(&mut [u8]),
) -> HostPtr {
    let mapping = Mapping::new(object, &**device, 10, 20, access).expect("a mapping");
    run(device, Command::Map(Arc::clone(&mapping))).expect("map");
    // SAFETY: the mapping has 20 bytes, and its command has run.
    host(unsafe { std::slice::from_raw_parts_mut(mapping.address().0, 20) });
    run(device, Command::Unmap(Arc::clone(&mapping))).expect("unmap");
    mapping.address()
}

/// The host reads what the buffer holds.
pub fn reading<S: Subject>(device: &Arc<dyn Device>) {
    let object = buffer(&pattern(40));
    with_mapping(device, &object, MapAccess::Read, |bytes| assert_eq!(bytes, &pattern(40)[10..30]));
    assert_eq!(contents(device, &object), pattern(40));
}

/// What the host writes arrives, and the rest of the range stays.
pub fn writing<S: Subject>(device: &Arc<dyn Device>) {
    let object = buffer(&pattern(40));
    with_mapping(device, &object, MapAccess::ReadWrite, |bytes| bytes[5] = 99);
    let mut expected = pattern(40);
    expected[15] = 99;
    assert_eq!(contents(device, &object), expected);
}

/// A range that is overwritten need not be read.
pub fn discarding<S: Subject>(device: &Arc<dyn Device>) {
    let object = buffer(&pattern(40));
    with_mapping(device, &object, MapAccess::Discard, |bytes| bytes.fill(3));
    let mut expected = pattern(40);
    expected[10..30].fill(3);
    assert_eq!(contents(device, &object), expected);
}

/// Mappings of a buffer over the caller's memory are in that memory.
pub fn host_memory<S: Subject>(device: &Arc<dyn Device>) {
    let mut memory = pattern(40);
    let pointer = HostPtr(memory.as_mut_ptr());
    let object = MemoryObject::new(40, InitialContents::Use(pointer)).expect("a buffer");
    assert_eq!(contents(device, &object), pattern(40));
    let address = with_mapping(device, &object, MapAccess::Read, |bytes| assert_eq!(bytes, &pattern(40)[10..30]));
    assert_eq!(address, pointer.offset(10));
}
