//! Determines the images of a program: the one with the kernel, those that define its imports, and
//! so on.
//!
//! Symbols are searched as the host's dynamic linker would: first in the modules that the program
//! started with, in the linker's order, then in the importing image's own module, then in modules
//! that were opened at run time. If there are several definitions, the first one wins. An image of
//! a library in `LD_PRELOAD` replaces, as a whole, later images that define one of its symbols.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_image::demangle;
use tandem_image::device_global::display_name;
use tandem_image::device_image::ImageFormat;

use super::image::Image;
use super::modules::Rank;
use super::part::Part;
use crate::base::config::Config;
use crate::base::error::{Error, Result};
use crate::devices::device::Device;

/// The formats that a program's images may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Formats {
    /// All images have the same format.
    Same,
    /// Images may have several formats, if the device can link them.
    Mixed,
}

/// How much of its images a program contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// All of them, for every kernel.
    Whole,
    /// The part that one kernel needs, for images that support slicing.
    Kernel,
}

/// The registered images by the symbols that they export.
#[derive(Debug, Default)]
pub(super) struct Exports {
    images: FxHashMap<String, Vec<Arc<Image>>>,
    /// Images of preloaded libraries, in order of search.
    preloaded: Vec<Arc<Image>>,
    /// Symbols with several definitions that a warning was printed for.
    warned: FxHashSet<String>,
}

impl Exports {
    pub(super) fn add(&mut self, image: &Arc<Image>) {
        for symbol in image.exports() {
            self.images.entry(symbol.to_owned()).or_default().push(image.clone());
        }
        if image.rank.is_preloaded() {
            self.preloaded.push(image.clone());
            self.preloaded.sort_by_key(|image| (image.rank, image.number));
        }
    }

    /// Drops the images that are not registered any more.
    pub(super) fn remove_unregistered(&mut self) {
        self.images.retain(|_, images| {
            images.retain(|image| image.is_registered());
            !images.is_empty()
        });
        self.preloaded.retain(|image| image.is_registered());
    }

    /// The parts of a program: that of `main`, which has the kernel, then those that it needs.
    ///
    /// # Errors
    /// All symbols that no image defines for the device.
    ///
    /// # Safety
    /// `main` and the images in this are registered and stay so during the call.
    pub(super) unsafe fn program_of(
        &mut self,
        main: &Arc<Image>,
        extent: Extent,
        registered: &[Arc<Image>],
        device: &Device,
        kernel: &str,
        formats: Formats,
    ) -> Result<Vec<Part>> {
        let main = match extent {
            Extent::Whole => Part::whole(main.clone()),
            Extent::Kernel => Part::of_kernel(main.clone(), kernel),
        };
        let mut open: VecDeque<(usize, String)> = main.imports().map(|symbol| (0, symbol.to_owned())).collect();
        let mut parts = vec![main];
        let mut seen: FxHashSet<String> = FxHashSet::default();
        let mut missing: Vec<String> = Vec::new();
        while let Some((importer, symbol)) = open.pop_front() {
            if !seen.insert(symbol.clone()) {
                continue;
            }
            let known = parts.iter().position(|part| part.image.has_export(&symbol));
            let definer = known.unwrap_or(parts.len());
            match known {
                Some(known) => parts[known].add_symbol(&symbol),
                None => match self.provider(&symbol, &parts[importer].image, device, formats) {
                    Some(image) => parts.push(match extent {
                        Extent::Whole => Part::whole(image),
                        Extent::Kernel => {
                            // SAFETY: the caller's duty.
                            if let Some(code) = unsafe { image.unread_code() } {
                                image.find_parts(&code);
                            }
                            Part::of_symbol(image, &symbol)
                        }
                    }),
                    None => {
                        missing.push(symbol);
                        continue;
                    }
                },
            }
            let imports = parts[definer].imports().filter(|symbol| !seen.contains(*symbol));
            open.extend(imports.map(|symbol| (definer, symbol.to_owned())));
        }
        if missing.is_empty() {
            return Ok(parts);
        }
        Err(Error::UnresolvedImports {
            kernel: demangle::kernel(kernel),
            symbols: missing.iter().map(|symbol| self.describe(symbol)).collect(),
            searched: searched(registered),
        })
    }

    /// The image that defines a symbol for an importing image.
    fn provider(&mut self, symbol: &str, importer: &Image, device: &Device, formats: Formats) -> Option<Arc<Image>> {
        let candidates = self.images.get(symbol)?.iter();
        let can_link = |image: &Image| match formats {
            Formats::Same => is_same_kind(importer, image),
            Formats::Mixed => can_link(device, importer, image),
        };
        let fits = |image: &&Arc<Image>| can_link(image) && !self.is_replaced(image);
        let mut fitting: Vec<Arc<Image>> = candidates.filter(fits).cloned().collect();
        fitting.sort_by_key(|image| {
            let is_foreign = image.rank == Rank::RunTime && image.module() != importer.module();
            (image.rank, is_foreign, !is_same_kind(importer, image), image.number)
        });
        let others = fitting.iter().skip(1).find(|other| is_same_kind(other, &fitting[0]));
        if let Some(other) = others
            && Config::get().warning_level >= 1
            && self.warned.insert(symbol.to_owned())
        {
            eprintln!(
                "tandem: warning: device images of {} and {} both define `{}`; the first one is used",
                fitting[0].library,
                other.library,
                demangle::symbol(symbol)
            );
        }
        fitting.into_iter().next()
    }

    /// Whether an image of a preloaded library takes the place of this one.
    fn is_replaced(&self, image: &Image) -> bool {
        self.preloaded.iter().any(|preloaded| {
            preloaded.rank < image.rank
                && is_same_kind(preloaded, image)
                && image.exports().any(|symbol| preloaded.has_export(symbol))
        })
    }

    /// A missing symbol, and where it is defined for other devices.
    fn describe(&self, symbol: &str) -> String {
        let name = demangle::symbol(symbol);
        match self.images.get(symbol).and_then(|images| images.first()) {
            Some(image) => format!("`{name}` ({} defines it for {} only)", image.library, image.target),
            None => format!("`{name}`"),
        }
    }
}

/// The error of a program that uses undefined device globals.
pub(super) fn undefined(kernel: &str, missing: &[String], registered: &[Arc<Image>]) -> Error {
    Error::UndefinedDeviceGlobals {
        kernel: demangle::kernel(kernel),
        names: missing.iter().map(|name| format!("`{}`", display_name(name))).collect(),
        searched: searched(registered),
    }
}

/// The modules and files of the registered images, for messages.
fn searched(registered: &[Arc<Image>]) -> Vec<String> {
    let mut libraries: Vec<String> =
        registered.iter().map(|image| format!("{} ({})", image.library, image.target)).collect();
    libraries.sort();
    libraries.dedup();
    libraries
}

/// Whether a device can link an image with the one that imports from it: it has
/// the same format, or the device says that it links both formats.
fn can_link(device: &Device, importer: &Image, image: &Image) -> bool {
    let links = |image: &Image| linking_extension(&image.target).is_some_and(|name| device.has_extension(name));
    is_same_kind(importer, image) || (links(importer) && links(image))
}

/// The extension by which a device says that it links images of a target.
fn linking_extension(target: &str) -> Option<&'static str> {
    Some(match target {
        "spir64" => "pi_ext_spirv64_linking",
        "spir64_x86_64" => "pi_ext_spirv64_x86_64_linking",
        "spir64_gen" => "pi_ext_spirv64_gen_linking",
        "spir64_fpga" => "pi_ext_spirv64_fpga_linking",
        _ => return None,
    })
}

fn is_same_kind(one: &Image, other: &Image) -> bool {
    let (a, b) = (one.format(), other.format());
    one.target == other.target && (a == b || a == ImageFormat::None || b == ImageFormat::None)
}
