//! The devices that a driver finds, and their descriptions.

use tandem_device::{CodeFormat, DeviceCode, Error, LocalMemoryKind};

use crate::rule::{Group, Need, Rule};
use crate::target::TestedDevice;

/// The rules.
pub const GROUP: Group = Group {
    name: "probe",
    rules: &[
        Rule {
            name: "again",
            text: "once everything that it found is gone, a driver finds the same devices again",
            needs: Need::Nothing,
            check: again,
        },
        Rule {
            name: "platform",
            text: "driver and platform have names and a version",
            needs: Need::Nothing,
            check: platform,
        },
        Rule { name: "names", text: "a device has a name and a target", needs: Need::Nothing, check: names },
        Rule {
            name: "limits",
            text: "limits are positive and agree with one another",
            needs: Need::Nothing,
            check: limits,
        },
        Rule {
            name: "foreign_images",
            text: "images that the device cannot take are refused with `UnsupportedImage`, which says why",
            needs: Need::Nothing,
            check: foreign_images,
        },
    ],
};

fn again(target: &TestedDevice) {
    let names: Vec<_> = target.probed.devices.iter().map(|device| device.info().name.clone()).collect();
    assert_eq!(target.probed.before, names);
}

fn platform(target: &TestedDevice) {
    let driver = (target.subject.driver)();
    let platform = driver.platform();
    assert!(![driver.name(), &platform.name, &platform.vendor, &platform.version].contains(&""), "{platform:?}");
    assert!(driver.name().bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{}", driver.name());
}

fn names(target: &TestedDevice) {
    let info = target.device().info();
    assert!(!info.name.is_empty() && !info.native_target.is_empty());
    assert!(info.available, "devices that cannot be used are not found");
}

fn limits(target: &TestedDevice) {
    let info = target.device().info();
    assert!(info.compute_units > 0 && [32, 64].contains(&info.address_bits));
    assert!((1..=3).contains(&info.max_work_item_dims));
    assert!(info.max_work_group_size > 0);
    let sizes = &info.max_work_item_sizes[..info.max_work_item_dims as usize];
    assert!(sizes.iter().all(|size| *size > 0) && info.max_work_group_size <= sizes.iter().product(), "{sizes:?}");
    assert!(info.max_alloc_bytes > 0 && info.max_alloc_bytes <= info.global_mem_bytes);
    assert_eq!(target.device().images().is_some(), info.images.supported);
    assert!(info.max_parameter_bytes > 0);
    assert_eq!(info.local_mem_kind == LocalMemoryKind::None, info.local_mem_bytes == 0);
}

fn foreign_images(target: &TestedDevice) {
    let image = |format, name, bytes| target.device().accepts(&DeviceCode { format, target: name, bytes });
    let native = &*target.device().info().native_target;
    for refused in [
        image(CodeFormat::LlvmBitcode, native, b"BC\xc0\xde"),
        image(CodeFormat::Native, "a target that does not exist", b""),
        image(CodeFormat::SpirV, "a target that does not exist", b""),
    ] {
        let error = refused.expect_err("an image for another device");
        assert!(matches!(&error, Error::UnsupportedImage(reason) if !reason.is_empty()), "{error}");
    }
}
