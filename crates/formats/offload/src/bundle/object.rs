//! The form for objects: the host's object with one section for each part,
//! which the linker drops. A section's name is the marker and its target; the
//! host's section holds one zero byte, for the host's part is the object.
//!
//! The output of `tandem++ -c` ([`fat`]) can be read as such a bundle, too.

use ::object::read::{File, Object as _, ObjectSection as _};

use super::{BundleError, HOST_TARGET, Kind, MAGIC, Part, SYCL_TARGET};
use crate::fat::{self, DevicePart};
use crate::section;

/// The host's part if it is an ELF object.
pub fn host_object(parts: &[Part]) -> Option<&[u8]> {
    let host = parts.iter().find(|part| part.target.kind == Kind::Host)?;
    fat::is_relocatable_object(&host.contents).then_some(&*host.contents)
}

/// Adds all parts to the host's object.
pub fn write(host: &[u8], parts: &[Part]) -> Result<Vec<u8>, BundleError> {
    let mut object = host.to_vec();
    for Part { target, contents } in parts {
        let contents: &[u8] = if target.kind == Kind::Host { &[0] } else { contents };
        object = section::append(&object, &format!("{MAGIC}{target}"), contents, 1)?;
    }
    Ok(object)
}

/// The parts in an object. The host's is the object without the sections.
pub fn read(bytes: &[u8]) -> Result<Vec<Part>, BundleError> {
    let file = File::parse(bytes)?;
    let mut parts = Vec::new();
    for section in file.sections() {
        let Some(name) = section.name()?.strip_prefix(MAGIC) else {
            continue;
        };
        let offset = section.file_range().map_or(0, |(offset, _)| offset as usize);
        let target: super::Target = name.parse().map_err(|source| BundleError::Target { offset, source })?;
        let contents =
            if target.kind == Kind::Host { section::remove(bytes, MAGIC)? } else { section.data()?.to_vec() };
        parts.push(Part { target, contents });
    }
    if parts.is_empty() { parts_of_compiled(bytes) } else { Ok(parts) }
}

/// The host's part and the device part of a translation unit. Objects that were
/// linked from several units have no one part for the device.
fn parts_of_compiled(bytes: &[u8]) -> Result<Vec<Part>, BundleError> {
    let Ok([DevicePart { bitcode, .. }]) = <[DevicePart; 1]>::try_from(fat::parts_in_object(bytes)?) else {
        return Ok(Vec::new());
    };
    let part = |name: &str, contents| -> Result<Part, BundleError> {
        let target = name.parse().map_err(|source| BundleError::Target { offset: 0, source })?;
        Ok(Part { target, contents })
    };
    Ok(vec![part(HOST_TARGET, section::remove(bytes, fat::SECTION)?)?, part(SYCL_TARGET, bitcode)?])
}

#[cfg(test)]
mod tests {
    use ::object::write::{Object, StandardSection};
    use ::object::{Architecture, BinaryFormat, Endianness};

    use super::super::tests::parts;
    use super::*;

    fn host() -> Vec<u8> {
        let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
        let text = object.section_id(StandardSection::Text);
        object.append_section_data(text, &[0xc3], 1);
        object.write().unwrap()
    }

    #[test]
    fn the_host_keeps_its_code() {
        let mut all = parts();
        all[0].contents = host();
        let bundle = write(host_object(&all).unwrap(), &all).unwrap();
        let back = read(&bundle).unwrap();
        assert_eq!(back[1..], all[1..]);
        let names = |bytes: &[u8]| -> Vec<String> {
            let file = File::parse(bytes).unwrap();
            file.sections().map(|section| section.name().unwrap().to_owned()).collect()
        };
        assert!(!names(&back[0].contents).iter().any(|name| name.starts_with(MAGIC)));
        let file = File::parse(&*back[0].contents).unwrap();
        assert_eq!(file.section_by_name(".text").unwrap().data().unwrap(), [0xc3]);
    }

    #[test]
    fn no_cut_panics() {
        let mut all = parts();
        all[0].contents = host();
        let bundle = write(host_object(&all).unwrap(), &all).unwrap();
        for cut in 0..bundle.len() {
            let _ = read(&bundle[..cut]);
        }
    }
}
