//! Device libraries: device code that a program opens at run time.

use std::ffi::c_int;

use tandem_runtime::device_library::DeviceLibrary;
use tandem_runtime::object::Object;

use crate::abi::DeviceLibraryHandle;
use crate::call::producing;
use crate::parameters::{Out, Text};

/// `tandem_device_library_open`
#[unsafe(no_mangle)]
pub extern "C" fn tandem_device_library_open(path: Text<'_>, out: Out<'_, DeviceLibraryHandle>) -> c_int {
    producing(|| out.give(Object::new(DeviceLibrary::open(path.path("the path of the device library")?)?)))
}
