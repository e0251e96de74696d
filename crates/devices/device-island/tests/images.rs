//! Images and samplers as kernels see them.

#[path = "../../device-cpu/tests/support/images.rs"]
mod images;
#[path = "../../device-cpu/tests/support/mod.rs"]
mod support;

use tandem_device::{
    ChannelOrder, ChannelType, Driver, Error, HostPixels, HostPtr, ImageDescription, ImageKind, PixelFormat,
};
use tandem_device_island::{IslandDriver, Spec};

#[test]
fn kernels_get_descriptors_of_tiles() {
    let driver = IslandDriver::new(0, Spec::parse("memory=16M").expect("valid"));
    images::check(&*driver.probe().expect("a device").remove(0), 2);
}

#[test]
fn an_image_without_memory_or_device_cannot_be_had() {
    let format = PixelFormat { order: ChannelOrder::R, channel: ChannelType::Float };
    let flat = ImageDescription { kind: ImageKind::D2, format, size: [8, 8, 1], layers: 1, levels: 1, buffer: None };
    let driver = IslandDriver::new(0, Spec::parse("memory=16M,fail-alloc=1").expect("valid"));
    let device = driver.probe().expect("a device").remove(0);
    let images = device.images().expect("the device has images");
    let error = images.create(&flat).expect_err("it is to fail");
    assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
    let image = images.create(&flat).expect("the second allocation does not fail");

    tandem_device_island::lose_device(&*device);
    let mut pixels = [0_u8; 256];
    let pixels = HostPixels { first: HostPtr(pixels.as_mut_ptr()), row_pitch: 32, slice_pitch: 256 };
    for error in [images.create(&flat).err(), images.write(&*image, pixels).err()] {
        assert!(matches!(error, Some(Error::DeviceLost(_))), "{error:?}");
    }
}
