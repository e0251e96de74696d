//! Images and samplers as kernels see them, on both devices.

#[path = "support/images.rs"]
mod images;
mod support;

#[test]
fn kernels_get_descriptors_of_rows() {
    for device in support::devices() {
        images::check(&*device, 0);
    }
}
