//! The device globals that registered images use, and what each stands for: the
//! object of the host that the image's entry leads to, or else what the host's
//! dynamic linker would find under its name.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tandem_image::device_global::DeviceGlobal;

use super::image::Image;
use super::modules::Rank;
use crate::device_global::{Definition, HostVariable, Identity, Origin};
use crate::submission::Address;

/// A device global of an image.
#[derive(Clone, Debug)]
pub(crate) struct ImageGlobal {
    pub(crate) name: String,
    /// What the image says of it.
    pub(crate) global: Arc<DeviceGlobal>,
    /// Address of the object on the host; 0 where its module has none.
    pub(crate) address: usize,
}

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

    /// The variables of a program that the runtime gives memory to; the names
    /// that nobody defines are the error.
    pub(super) fn of_program(&self, images: &[Arc<Image>]) -> Result<Vec<Definition>, Vec<String>> {
        let (mut definitions, mut missing) = (Vec::<Definition>::new(), Vec::new());
        for image in images {
            for global in image.globals.iter().filter(|global| !global.global.image_scope) {
                if definitions.iter().any(|known| known.name == global.name) || missing.contains(&global.name) {
                    continue;
                }
                match self.resolve(image, global) {
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

    /// The variable that an object of the host stands for.
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

/// Looks for an image's own definition of a variable.
fn defined<'a>(name: &'a str) -> impl FnMut(&'a Arc<Image>) -> Option<(&'a Arc<Image>, &'a ImageGlobal)> {
    move |image| {
        let global = image.global(name)?;
        global.global.definition.is_some().then_some((image, global))
    }
}
