//! The device globals that registered images use, and the variable for each: the host object in the
//! image's entry, or otherwise the symbol that the host's dynamic linker would find.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tandem_image::device_image::{DeviceImage, ImageFormat, targets};
use tandem_image::property::PropertySetName;
use tandem_image::spirv;

use super::image::Image;
use super::image_global::ImageGlobal;
use super::modules::Rank;
use super::part::Part;
use super::resolve::undefined;
use crate::base::address::Address;
use crate::base::error::Result;
use crate::programs::device_global::{Definition, HostVariable, Identity, Origin};

/// The registered images by the device globals that they use.
#[derive(Debug, Default)]
pub(super) struct Globals {
    by_name: FxHashMap<String, Vec<Arc<Image>>>,
    by_address: FxHashMap<usize, Vec<Arc<Image>>>,
}

impl Globals {
    pub(super) fn add(&mut self, image: &Arc<Image>) {
        for global in &image.globals {
            self.by_name.entry(global.name.clone()).or_default().push(image.clone());
            if global.address != 0 {
                self.by_address.entry(global.address).or_default().push(image.clone());
            }
        }
    }

    /// Drops the images that are not registered any more.
    pub(super) fn remove_unregistered(&mut self) {
        let keep = |images: &mut Vec<Arc<Image>>| {
            images.retain(|image| image.is_registered());
            !images.is_empty()
        };
        self.by_name.retain(|_, images| keep(images));
        self.by_address.retain(|_, images| keep(images));
    }

    /// The variables of a program that the runtime allocates. The error lists the undefined names.
    pub(super) fn of_program(&self, parts: &[Part]) -> Result<Vec<Definition>, Vec<String>> {
        let (mut definitions, mut missing) = (Vec::<Definition>::new(), Vec::new());
        for part in parts {
            for global in part.globals().filter(|global| !global.global.image_scope) {
                if definitions.iter().any(|known| known.name == global.name) || missing.contains(&global.name) {
                    continue;
                }
                match self.resolve(&part.image, global) {
                    Some(definition) => definitions.push(definition),
                    None => missing.push(global.name.clone()),
                }
            }
        }
        if missing.is_empty() { Ok(definitions) } else { Err(missing) }
    }

    /// The variable that an image means by a name.
    fn resolve(&self, image: &Arc<Image>, global: &ImageGlobal) -> Option<Definition> {
        let mut candidates = self.by_name.get(&global.name)?.clone();
        candidates.sort_by_key(|other| {
            let is_foreign = other.rank == Rank::RunTime && other.module() != image.module();
            (!Arc::ptr_eq(other, image) || global.address == 0, other.rank, is_foreign, other.number)
        });
        let with_address = candidates.iter().find_map(|other| {
            let address = other.global(&global.name)?.address;
            (address != 0).then_some(address)
        });
        match with_address {
            Some(address) => Some(self.of_host(HostVariable {
                address: Address::new(address as *const _),
                size: global.global.size as usize,
                align: 0,
                image_scope: false,
            })),
            None => {
                let (image, global) = candidates.iter().find_map(defined(&global.name))?;
                let identity = Identity::Name(global.name.clone());
                let origin = Origin::Image(image.clone(), global.global.clone());
                Some(Definition { name: global.name.clone(), identity, origin })
            }
        }
        .map(|definition| Definition { name: global.name.clone(), ..definition })
    }

    /// The variable that a host object represents.
    pub(super) fn of_host(&self, variable: HostVariable) -> Definition {
        let address = variable.address.get();
        let images = self.by_address.get(&address).map_or(&[][..], Vec::as_slice);
        let origin = images.iter().find_map(|image| {
            let global = image.globals.iter().find(|global| global.address == address)?;
            global.global.definition.as_ref()?;
            Some(Origin::Image(image.clone(), global.global.clone()))
        });
        let name = images.iter().find_map(|image| image.globals.iter().find(|global| global.address == address));
        Definition {
            name: name.map(|global| global.name.clone()).unwrap_or_default(),
            identity: Identity::Host(address),
            origin: origin.unwrap_or(Origin::Host(variable)),
        }
    }

    /// The images that use the variable with an object on the host.
    pub(super) fn users_of(&self, address: usize) -> Vec<Arc<Image>> {
        self.by_address.get(&address).cloned().unwrap_or_default()
    }
}

/// The variables of a bare SPIR-V module, from its own text. An unreadable module has none.
pub(super) fn of_spirv(spirv: &[u8], kernel: &str) -> Result<Vec<Definition>> {
    let properties = spirv::interface(spirv).map(|interface| interface.properties).unwrap_or_default();
    if properties.set(PropertySetName::DeviceGlobals).is_none() {
        return Ok(Vec::new());
    }
    let image = DeviceImage {
        format: ImageFormat::Spirv,
        target: targets::SPIR64.to_owned(),
        compile_options: String::new(),
        link_options: String::new(),
        bytes: Vec::new(),
        entries: Vec::new(),
        properties,
    };
    let image = Arc::new(Image::of_file("the SPIR-V module", image)?);
    let mut globals = Globals::default();
    globals.add(&image);
    let program = globals.of_program(&[Part::whole(image.clone())]);
    program.map_err(|missing| undefined(kernel, &missing, &[image]))
}

/// Looks for an image's own definition of a variable.
fn defined<'a>(name: &'a str) -> impl FnMut(&'a Arc<Image>) -> Option<(&'a Arc<Image>, &'a ImageGlobal)> {
    move |image| {
        let global = image.global(name)?;
        global.global.definition.is_some().then_some((image, global))
    }
}

#[cfg(test)]
mod tests {
    use tandem_image::PropertySetRegistry;
    use tandem_image::device_global;

    use tandem_image::device_global::DeviceGlobal;

    use super::*;

    /// A SPIR-V module that says nothing but its properties.
    fn module(global: &DeviceGlobal) -> Vec<u8> {
        let mut properties = PropertySetRegistry::new();
        global.add_to(&mut properties, "counter");
        let mut words = vec![0x0723_0203_u32, 0x0001_0400, 0, 1, 0];
        for text in spirv::embedded(&properties) {
            let mut bytes = text.into_bytes();
            bytes.resize(bytes.len() / 4 * 4 + 4, 0);
            let length = bytes.len() as u32 / 4 + 1;
            words.push(length << 16 | 330);
            words.extend(bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)));
        }
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn a_bare_module_defines_its_variables_by_name() {
        let definition = device_global::Definition { align: 4, initial: vec![7] };
        let mut global = DeviceGlobal { size: 4, image_scope: false, definition: Some(definition) };
        let found = of_spirv(&module(&global), "kernel").unwrap();
        let [Definition { name, identity, origin: Origin::Image(_, known) }] = found.as_slice() else {
            panic!("{} definitions", found.len());
        };
        assert_eq!((name.as_str(), identity), ("counter", &Identity::Name("counter".to_owned())));
        assert_eq!(**known, global);

        global.definition = None;
        let error = of_spirv(&module(&global), "kernel").map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("`kernel` uses device globals") && error.contains("`counter`"), "{error}");

        // Variables of the program need no memory of the device's.
        global.image_scope = true;
        assert!(of_spirv(&module(&global), "kernel").unwrap().is_empty());
        assert!(of_spirv(b"no module", "kernel").unwrap().is_empty());
    }
}
