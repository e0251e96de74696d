//! Types of images and samplers: LLVM's target types `spirv.Image`, `spirv.SampledImage` and
//! `spirv.Sampler`.

use tandem_ir::{Type, TypeKind};

/// A type of images, samplers or images with samplers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandleType {
    /// An image.
    Image(ImageType),
    /// An image with the sampler that reads it.
    SampledImage(ImageType),
    /// A sampler.
    Sampler,
}

/// The operands of `OpTypeImage`, with SPIR-V's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageType {
    /// Dimension (`Dim`).
    pub dimension: u32,
    /// Whether it holds depths: 0, 1, or 2 for unknown.
    pub depth: u32,
    /// 1 for arrays of images.
    pub arrayed: u32,
    /// 1 if pixels have several samples.
    pub multisampled: u32,
    /// Whether it is used with a sampler: 0 for unknown.
    pub sampled: u32,
    /// Format (`Image Format`).
    pub format: u32,
    /// Access qualifier.
    pub access: u32,
}

impl ImageType {
    /// The operands in the order of `OpTypeImage`.
    pub fn operands(self) -> [u32; 7] {
        let Self { dimension, depth, arrayed, multisampled, sampled, format, access } = self;
        [dimension, depth, arrayed, multisampled, sampled, format, access]
    }
}

impl HandleType {
    /// The handle that one of LLVM's types represents. LLVM's C API exposes a target type's name and properties only as
    /// text: `target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0)`.
    pub fn of(ty: Type<'_>) -> Option<Self> {
        if ty.kind() != TypeKind::Other {
            return None;
        }
        let text = ty.to_string();
        let (name, rest) = text.strip_prefix("target(\"")?.strip_suffix(')')?.split_once('"')?;
        match name {
            "spirv.Image" => image_type(rest).map(Self::Image),
            "spirv.SampledImage" => image_type(rest).map(Self::SampledImage),
            "spirv.Sampler" => rest.is_empty().then_some(Self::Sampler),
            _ => None,
        }
    }
}

fn image_type(rest: &str) -> Option<ImageType> {
    let numbers = rest.strip_prefix(", void, ")?.split(", ").map(|number| number.parse().ok());
    let [dimension, depth, arrayed, multisampled, sampled, format, access] =
        numbers.collect::<Option<Vec<u32>>>()?.try_into().ok()?;
    Some(ImageType { dimension, depth, arrayed, multisampled, sampled, format, access })
}

#[cfg(test)]
mod tests {
    use tandem_ir::{Context, Module};

    use super::*;

    #[test]
    fn types_of_llvm_are_told_apart() {
        let module = Module::new(&Context::new(), "types");
        let image = ImageType { dimension: 1, depth: 0, arrayed: 1, multisampled: 0, sampled: 2, format: 0, access: 1 };
        let numbers = image.operands();
        assert_eq!(numbers, [1, 0, 1, 0, 2, 0, 1]);
        let of = |name, types: &[_], numbers: &[u32]| HandleType::of(module.target_type(name, types, numbers));
        assert_eq!(of("spirv.Image", &[module.void()], &numbers), Some(HandleType::Image(image)));
        assert_eq!(of("spirv.SampledImage", &[module.void()], &numbers), Some(HandleType::SampledImage(image)));
        assert_eq!(of("spirv.Sampler", &[], &[]), Some(HandleType::Sampler));
        assert_eq!(of("spirv.Image", &[module.void()], &[1]), None);
        assert_eq!(of("spirv.Event", &[], &[]), None);
        assert_eq!(HandleType::of(module.int(64)), None);
    }
}
