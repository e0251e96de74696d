//! The description of a target.

use tandem_image::ImageFormat;

/// A kind of devices that device code can be linked for.
#[derive(Debug, PartialEq, Eq)]
pub struct Target {
    /// The name in device images, and the architecture of the triples by which options name the
    /// target: `nvptx64` of `nvptx64-nvidia-cuda`.
    pub name: &'static str,
    /// A short description of the target for `tandem++ --help`.
    pub description: &'static str,
    /// Names for processors of the target, which options take in place of a triple.
    pub processors: &'static [Processor],
    /// The format of its images. Drivers select images by this and the name.
    pub format: ImageFormat,
    /// The extension of files with such bytes, where copies are saved.
    pub extension: &'static str,
    /// How the code of an image is made.
    pub code: Code,
    /// The target of device links that stop half-way (`-fsycl-link=early`), where its compiler can do that.
    pub early: Option<&'static Target>,
}

/// A processor that a target can be narrowed to.
#[derive(Debug, PartialEq, Eq)]
pub struct Processor {
    /// The name, such as `nvidia_gpu_sm_80`.
    pub name: &'static str,
    /// The options of the code generator that this name implies.
    pub options: &'static str,
}

/// How the code of an image is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// It is SPIR-V, which devices compile when a program runs.
    Portable,
    /// A [`CodeGenerator`](crate::CodeGenerator) makes it when the program is linked.
    AheadOfTime(Linking),
}

/// How images of a target are linked with each other when a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linking {
    /// Images use functions of other images, except those that the code generator leaves out
    /// ([`Generated::exports`](crate::Generated::exports)).
    Functions,
    /// Images are not linked with each other.
    None,
}
