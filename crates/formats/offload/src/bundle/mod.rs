//! Offload bundles: the outputs of one source for several targets in one file,
//! in the forms that `clang-offload-bundler` writes.
//!
//! * [`text`]: contents between comment lines, for text files;
//! * [`binary`]: a table in front of the contents, for bitcode and the like;
//!   [`compressed`] packs that form;
//! * [`object`]: sections of an ELF object, each named after its target.
//!
//! [`Target`] is the name under which a part is found again. LLVM 19 pads the
//! names of the kinds that it knows with dashes, DPC++ does not; both are read.

pub mod binary;
pub mod compressed;
pub mod object;
pub mod text;

mod target;

use tandem_image::bytes::Truncated;
pub use target::{Kind, Target, TargetError};

/// The beginning of every binary bundle, and of the names of all marks.
pub(crate) const MAGIC: &str = "__CLANG_OFFLOAD_BUNDLE__";

/// The targets of what `tandem++` compiles.
const HOST_TARGET: &str = "host-x86_64-unknown-linux-gnu";
const SYCL_TARGET: &str = "sycl-spir64-unknown-unknown";

/// One target's part of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Whose part it is.
    pub target: Target,
    /// The part.
    pub contents: Vec<u8>,
}

/// The form of a bundle, which the type of the bundled files decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Marked by comment lines that begin with this.
    Text(&'static str),
    /// A table and the contents.
    Binary,
    /// Sections of the host's object, or [`Form::Binary`] where the host's
    /// part is no object.
    Object,
}

impl Form {
    /// The form for files of a type, by clang-offload-bundler's names of types. Archives (`a`) have no form themselves;
    /// their members do.
    pub fn of_type(name: &str) -> Option<Self> {
        Some(match name {
            "i" | "ii" | "cui" | "hipi" => Self::Text("//"),
            "d" | "s" => Self::Text("#"),
            "ll" => Self::Text(";"),
            "bc" | "gch" | "ast" => Self::Binary,
            "o" => Self::Object,
            _ => return None,
        })
    }
}

/// Why a file could not be read as a bundle.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BundleError {
    /// A field, or the contents of a part, are cut off.
    #[error(transparent)]
    Truncated(#[from] Truncated),
    /// A part begins or ends outside of the file.
    #[error(
        "the part for {target} at byte {offset} with {size} bytes reaches beyond the end of the file ({file_size} bytes)"
    )]
    OutOfBounds {
        /// Whose part it is.
        target: String,
        /// Where it begins according to the table.
        offset: u64,
        /// Its size.
        size: u64,
        /// The size of the file.
        file_size: usize,
    },
    /// Two parts share bytes, or a part overlaps the table.
    #[error("the part for {target} at byte {offset} overlaps the part that ends at byte {end}")]
    Overlap {
        /// Whose part it is.
        target: String,
        /// Where it begins according to the table.
        offset: u64,
        /// The end of the other part, or of the table.
        end: u64,
    },
    /// A target's name cannot be understood.
    #[error("at byte {offset}: {source}")]
    Target {
        /// Where the name is.
        offset: usize,
        /// The error in the name.
        source: TargetError,
    },
    /// A target has two parts.
    #[error("two parts for {0}")]
    Duplicate(String),
    /// Two parts for a processor, of which only one names a feature.
    #[error("the parts for {0} and {1} conflict: only one of them names a feature of the processor")]
    Conflict(String, String),
    /// A part of a text bundle does not end.
    #[error("the part for {target} that begins at byte {offset} has no end mark")]
    NoEnd {
        /// Whose part it is.
        target: String,
        /// Where its mark is.
        offset: usize,
    },
    /// Something about the compressed form.
    #[error(transparent)]
    Compressed(#[from] compressed::CompressedError),
    /// The object is damaged.
    #[error("{0}")]
    Object(#[from] ::object::read::Error),
    /// The device part that the compiler put into an object is damaged.
    #[error(transparent)]
    Part(#[from] crate::fat::FatError),
    /// The sections could not be added or taken away.
    #[error(transparent)]
    Embed(#[from] crate::section::EmbedError),
}

/// Bundles parts. In the object form the host's part carries the others.
pub fn write(form: Form, parts: &[Part], align: u64) -> Result<Vec<u8>, BundleError> {
    if let Some(part) = parts.iter().enumerate().find_map(|(i, part)| {
        let again = parts[..i].iter().any(|other| other.target.matches(&part.target));
        again.then_some(part)
    }) {
        return Err(BundleError::Duplicate(part.target.to_string()));
    }
    check_conflicts(parts)?;
    match form {
        Form::Text(comment) => Ok(text::write(comment, parts)),
        Form::Binary => Ok(binary::write(parts, align)),
        Form::Object => match object::host_object(parts) {
            Some(host) => object::write(host, parts),
            None => Ok(binary::write(parts, align)),
        },
    }
}

/// Refuses parts of which a processor could take two.
pub fn check_conflicts(parts: &[Part]) -> Result<(), BundleError> {
    for (index, Part { target, .. }) in parts.iter().enumerate() {
        if let Some(other) = parts[..index].iter().find(|other| other.target.conflicts(target)) {
            return Err(BundleError::Conflict(other.target.to_string(), target.to_string()));
        }
    }
    Ok(())
}

/// The parts of a bundle, in order; none in a file that is no bundle.
pub fn read(form: Form, bytes: &[u8]) -> Result<Vec<Part>, BundleError> {
    let parts = match form {
        Form::Text(comment) => text::read(comment, bytes)?,
        Form::Binary | Form::Object if compressed::is_compressed(bytes) => binary::read(&compressed::unpack(bytes)?)?,
        Form::Binary => binary::read(bytes)?,
        Form::Object if crate::fat::is_relocatable_object(bytes) => object::read(bytes)?,
        Form::Object => binary::read(bytes)?,
    };
    Ok(parts)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn parts() -> Vec<Part> {
        let part =
            |target: &str, contents: &[u8]| Part { target: target.parse().unwrap(), contents: contents.to_vec() };
        vec![
            part("host-x86_64-unknown-linux-gnu", b"int f();\n"),
            part("sycl-spir64-unknown-unknown", b"device"),
            part("openmp-nvptx64-nvidia-cuda", b""),
        ]
    }

    #[test]
    fn all_forms_give_back_what_they_got() {
        for form in [Form::Text("//"), Form::Text("#"), Form::Binary, Form::Object] {
            for align in [1, 4096] {
                let bundle = write(form, &parts(), align).unwrap();
                assert_eq!(read(form, &bundle).unwrap(), parts(), "{form:?}");
            }
        }
    }

    #[test]
    fn no_bundle_has_no_parts() {
        for form in [Form::Text("//"), Form::Binary, Form::Object] {
            assert_eq!(read(form, b"something else").unwrap(), []);
            assert_eq!(read(form, b"").unwrap(), []);
        }
    }

    #[test]
    fn one_part_a_target() {
        let mut twice = parts();
        twice.push(twice[1].clone());
        let error = write(Form::Binary, &twice, 1).unwrap_err();
        assert_eq!(error.to_string(), "two parts for sycl-spir64-unknown-unknown");
    }
}
