//! A plugin that ends the process at queries that PI does not define is not asked any, by the
//! runtime or by the program. Most other tests run through that plugin, too: the mock's GPUs are
//! its devices.

mod mock;

use mock::*;
use tandem_runtime::pi::{PI_EXT_TANDEM_DEVICE_INFO_MATRIX_COMBINATIONS, PiDeviceInfo};

#[test]
fn a_device_has_no_aspect_of_which_its_plugin_knows_nothing() {
    let has: Vec<u32> = (0..100).filter(|&aspect| gpu().has_aspect(aspect)).collect();
    const GPU: u32 = 2;
    const EXT_INTEL_MATRIX: u32 = 58;
    assert!(has.contains(&GPU) && !has.contains(&EXT_INTEL_MATRIX), "{has:?}");
}

#[test]
fn a_program_gets_an_error_for_an_undefined_query() {
    for param in [PI_EXT_TANDEM_DEVICE_INFO_MATRIX_COMBINATIONS, PiDeviceInfo(0xdead_beef)] {
        let error = gpu().info(param).unwrap_err();
        assert!(error.to_string().contains("does not announce"), "{error}");
    }
}
