//! The modules to judge, and their bytes.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use tandem_image::reader::images_in_file;
use tandem_image::{DeviceImage, ImageFormat};

/// A module: a separate file, or an image of a library by number.
#[derive(Clone, Debug)]
pub struct ModuleName {
    pub file: PathBuf,
    pub image: Option<usize>,
}

impl fmt::Display for ModuleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.image {
            Some(image) => write!(f, "{}#{image}", self.file.display()),
            None => write!(f, "{}", self.file.display()),
        }
    }
}

impl ModuleName {
    /// The module of a text that [`Display`](fmt::Display) wrote.
    pub fn parse(text: &str) -> Self {
        let library = text.rsplit_once('#').and_then(|(file, image)| Some((file, image.parse().ok()?)));
        match library {
            Some((file, image)) => Self { file: file.into(), image: Some(image) },
            None => Self { file: text.into(), image: None },
        }
    }
}

/// All modules in files, and in folders and the folders in them, in order of their names.
pub fn below(paths: &[PathBuf]) -> Result<Vec<ModuleName>, String> {
    let mut found = Vec::new();
    for path in paths {
        collect(path, true, &mut found).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(found)
}

fn collect(path: &Path, is_named: bool, found: &mut Vec<ModuleName>) -> Result<(), String> {
    if path.is_dir() {
        let entries = fs::read_dir(path).map_err(|error| error.to_string())?;
        let mut entries: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        entries.sort();
        return entries.iter().try_for_each(|entry| collect(entry, false, found));
    }
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("so") => match spirv_images(path) {
            Ok(images) => {
                found.extend((0..images.len()).map(|image| ModuleName { file: path.to_owned(), image: Some(image) }));
            }
            Err(error) if is_named => return Err(error),
            Err(error) => eprintln!("{error}"),
        },
        extension if is_named || extension == Some("spv") => {
            found.push(ModuleName { file: path.to_owned(), image: None });
        }
        _ => {}
    }
    Ok(())
}

fn spirv_images(path: &Path) -> Result<Vec<DeviceImage>, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let mut images = images_in_file(&path.to_string_lossy(), &bytes).map_err(|error| error.to_string())?;
    images.retain(|image| image.actual_format() == ImageFormat::Spirv);
    Ok(images)
}

/// Reads modules; remembers the library that it read last.
#[derive(Default)]
pub struct Modules {
    library: Option<(PathBuf, Vec<DeviceImage>)>,
}

impl Modules {
    pub fn bytes(&mut self, name: &ModuleName) -> Result<Vec<u8>, String> {
        let Some(image) = name.image else { return fs::read(&name.file).map_err(|error| error.to_string()) };
        let library = match self.library.take() {
            Some(library) if library.0 == name.file => library,
            _ => (name.file.clone(), spirv_images(&name.file)?),
        };
        let (_, images) = self.library.insert(library);
        images.get(image).map(|image| image.bytes.clone()).ok_or_else(|| "no such image".to_owned())
    }
}
