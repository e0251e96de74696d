//! Completes device links (`-fsycl-link=image`) that stopped half-way (`-fsycl-link=early`).

use tandem_command_line::post_link_request::TargetRequest;
use tandem_device_target::{CodeGenerator, Registry, Target};
use tandem_image::DeviceImage;
use tandem_offload::wrapper;

use super::images::{generator_of, generator_options};
use super::{error, images_of};

/// The target that an image of an early link is for in the end.
pub fn target_of(image: &DeviceImage, registry: &Registry) -> Option<&'static Target> {
    registry.targets().find(|target| target.early.is_some_and(|early| early.name == image.target))
}

/// Finishes the images in files, and wraps them together with those that were finished.
///
/// # Errors
/// Files without images of an early link; errors of a code generator.
pub fn finish(
    linked: &[String],
    requests: &[TargetRequest],
    registry: &Registry,
    generators: &[&dyn CodeGenerator],
) -> Result<Vec<u8>, String> {
    let mut images = Vec::new();
    for file in linked {
        let mut of_file = images_of(file)?;
        if of_file.iter().all(|image| target_of(image, registry).is_none()) {
            return Err(error(format!("{file}: no image comes from an early device link (-fsycl-link=early)")));
        }
        for image in &mut of_file {
            if let Some(target) = target_of(image, registry) {
                finish_image(image, target, requests, generators)?;
            }
        }
        images.extend(of_file);
    }
    wrapper::wrap(&images).map_err(error)
}

/// Makes an image of `target` of one of its early link.
fn finish_image(
    image: &mut DeviceImage,
    target: &'static Target,
    requests: &[TargetRequest],
    generators: &[&dyn CodeGenerator],
) -> Result<(), String> {
    let failed = |failure| error(format!("compiling for {}: {failure}", target.name));
    let generator = generator_of(target.into(), generators).map_err(error)?;
    let request = requests.iter().find(|request| request.target.target == target);
    let options = request.map(|request| generator_options(generator, request)).unwrap_or_default();
    for warning in generator.check_options(&options).map_err(failed)? {
        eprintln!("tandem-post-link: warning: {}: {warning}", target.name);
    }
    image.bytes = generator.finish(&image.bytes, &options).map_err(failed)?;
    target.name.clone_into(&mut image.target);
    Ok(())
}
