//! Collects the device parts of everything that is linked: objects, members of
//! archives, and static libraries that `-l` finds, in the order of the command
//! line.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use tandem_image::archive::{self, ArchiveError, Contents};
use tandem_offload::bundle::{self, BundleError, Form};
use tandem_offload::fat::{self, DevicePart, FatError};

use crate::archive_member::ArchiveMember;
use crate::host;
use crate::inputs::Kind;
use crate::options::{Options, Word};

/// The linker's default library directories.
const SYSTEM_DIRS: &[&str] =
    &["/usr/local/lib", host::LIBRARY_DIRS[0], host::LIBRARY_DIRS[1], "/lib64", "/usr/lib64", "/lib", "/usr/lib"];

/// Why device parts could not be collected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CollectError {
    /// The file cannot be read.
    #[error("{file}: {source}")]
    Read {
        /// The file.
        file: String,
        /// The system's error.
        source: io::Error,
    },
    /// The archive is damaged.
    #[error("{file}: {source}")]
    Archive {
        /// The archive.
        file: String,
        /// The parser's error.
        source: ArchiveError,
    },
    /// The object, or its device part, is damaged.
    #[error("{file}: {source}")]
    Part {
        /// The object, with its archive.
        file: String,
        /// The error in the object.
        source: FatError,
    },
    /// The object has device code of another kind.
    #[error("{file}: device code for '{target}' cannot be linked with '{}'", fat::DEVICE_IR)]
    Target {
        /// The object, with its archive.
        file: String,
        /// The kind of device code that it has.
        target: String,
    },
    /// The code bundled with an object is damaged.
    #[error("{file}: {source}")]
    Bundle {
        /// The object, with its archive.
        file: String,
        /// The error in the bundle.
        source: BundleError,
    },
}

/// A device part and the object that contains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPart {
    /// The object's path; `archive(member)` for members of archives.
    pub file: String,
    /// The part. Its target identifies the origin: [`fat::DEVICE_IR`] for code that `tandem++` compiled, otherwise the
    /// target of a bundle, whose code has not been processed.
    pub part: DevicePart,
    /// The object's position, if it is in an archive.
    pub member: Option<ArchiveMember>,
}

/// The device code in the inputs of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Device parts that are to be linked.
    pub parts: Vec<FoundPart>,
    /// Objects with the images of an earlier device link (`-fsycl-link`), which
    /// are there to be used.
    pub linked: Vec<String>,
}

/// Collects the device parts of all inputs that are not sources.
pub fn collect(options: &Options) -> Result<Found, CollectError> {
    let mut collector = Collector::new(options);
    for word in &options.words {
        match word {
            Word::Input(input) if input.kind() == Kind::Linker => {
                collector.file(Path::new(&input.path))?;
            }
            Word::Input(_) => {}
            Word::Option { spelling, .. } => collector.option(spelling)?,
        }
    }
    Ok(collector.found)
}

struct Collector {
    library_dirs: Vec<PathBuf>,
    /// Whether `-l` takes archives only.
    is_static: bool,
    seen: HashSet<PathBuf>,
    found: Found,
}

impl Collector {
    fn new(options: &Options) -> Self {
        let mut library_dirs: Vec<PathBuf> =
            (options.options()).filter_map(|(_, spelling)| library_dir(spelling)).map(PathBuf::from).collect();
        if let Some(path) = std::env::var_os("LIBRARY_PATH") {
            library_dirs.extend(std::env::split_paths(&path));
        }
        library_dirs.extend(SYSTEM_DIRS.iter().map(PathBuf::from));
        Self {
            library_dirs,
            is_static: options.has(&["-static", "--static", "-static-pie"]),
            seen: HashSet::new(),
            found: Found::default(),
        }
    }

    fn option(&mut self, spelling: &[String]) -> Result<(), CollectError> {
        match spelling {
            [option, name] if option == "-l" => self.library(name),
            [option, word] if option == "-Xlinker" => self.linker_word(word),
            [option] => {
                if let Some(words) = option.strip_prefix("-Wl,") {
                    words.split(',').try_for_each(|word| self.linker_word(word))
                } else if let Some(name) = option.strip_prefix("-l") {
                    self.library(name)
                } else {
                    Ok(())
                }
            }
            _ => Ok(()),
        }
    }

    fn linker_word(&mut self, word: &str) -> Result<(), CollectError> {
        match word {
            "-Bstatic" | "-static" | "-dn" | "-non_shared" => self.is_static = true,
            "-Bdynamic" | "-dy" | "-call_shared" => self.is_static = false,
            _ if word.ends_with(".a") || word.ends_with(".o") => {
                let path = Path::new(word);
                if path.is_file() {
                    self.file(path)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// `-l name`: the first directory that has the library is used, and in it a shared library takes precedence over an
    /// archive.
    fn library(&mut self, name: &str) -> Result<(), CollectError> {
        let names = match name.strip_prefix(':') {
            Some(file) => vec![file.to_owned()],
            None if self.is_static => vec![format!("lib{name}.a")],
            None => vec![format!("lib{name}.so"), format!("lib{name}.a")],
        };
        let found = self
            .library_dirs
            .iter()
            .flat_map(|dir| names.iter().map(|name| dir.join(name)))
            .find(|path| path.is_file());
        match found {
            Some(path) => self.file(&path),
            None => Ok(()),
        }
    }

    fn file(&mut self, path: &Path) -> Result<(), CollectError> {
        if !self.seen.insert(path.to_owned()) {
            return Ok(());
        }
        let name = path.display().to_string();
        let Some(bytes) = read_if_relevant(path).map_err(|source| CollectError::Read { file: name.clone(), source })?
        else {
            return Ok(());
        };
        if !archive::is_archive(&bytes) {
            return self.object(&name, &name, None, &bytes);
        }
        let members =
            archive::members(&bytes).map_err(|source| CollectError::Archive { file: name.clone(), source })?;
        for member in members {
            let file = format!("{name}({})", member.name);
            let place = Some(ArchiveMember::new(&name, &member.name));
            match member.contents {
                Contents::Inside(bytes) => self.object(&name, &file, place, bytes)?,
                Contents::Outside(member) => {
                    let path = path.with_file_name(member);
                    let bytes = fs::read(&path)
                        .map_err(|source| CollectError::Read { file: path.display().to_string(), source })?;
                    self.object(&name, &file, place, &bytes)?;
                }
            }
        }
        Ok(())
    }

    /// Collects the parts of an object. `path` is that of the file, `file` names the object in it.
    fn object(
        &mut self,
        path: &str,
        file: &str,
        member: Option<ArchiveMember>,
        bytes: &[u8],
    ) -> Result<(), CollectError> {
        if !fat::is_relocatable_object(bytes) {
            return Ok(());
        }
        let unreadable = |source| CollectError::Part { file: file.to_owned(), source };
        let parts = fat::parts_in_object(bytes).map_err(unreadable)?;
        if fat::is_linked(bytes).map_err(unreadable)? {
            self.found.linked.push(path.to_owned());
        }
        if parts.is_empty() {
            return self.bundled(file, member, bytes);
        }
        for part in parts {
            if part.target != fat::DEVICE_IR {
                return Err(CollectError::Target { file: file.to_owned(), target: part.target });
            }
            self.found.parts.push(FoundPart { file: file.to_owned(), part, member: member.clone() });
        }
        Ok(())
    }

    /// Collects code that was bundled with an object explicitly. Objects that register images have sections of the same
    /// names, but none for the host.
    fn bundled(&mut self, file: &str, member: Option<ArchiveMember>, bytes: &[u8]) -> Result<(), CollectError> {
        let bundle = bundle::read(Form::Object, bytes);
        let parts = bundle.map_err(|source| CollectError::Bundle { file: file.to_owned(), source })?;
        if parts.iter().all(|part| part.target.kind != bundle::Kind::Host) {
            return Ok(());
        }
        for part in parts {
            let is_ours = part.target.kind == bundle::Kind::Sycl && part.target.architecture() == fat::DEVICE_IR;
            if is_ours && !part.contents.is_empty() {
                let (target, unit) = (part.target.to_string(), String::new());
                let part = DevicePart { target, unit, bitcode: part.contents };
                self.found.parts.push(FoundPart { file: file.to_owned(), part, member: member.clone() });
            }
        }
        Ok(())
    }
}

/// The directory that an option adds to the search for libraries.
fn library_dir(spelling: &[String]) -> Option<&str> {
    match spelling {
        [option, dir] if option == "-L" || option == "--library-directory" => Some(dir),
        [option] => option.strip_prefix("--library-directory=").or_else(|| option.strip_prefix("-L")),
        _ => None,
    }
}

/// The bytes of an object or archive; `None` for anything else, such as shared
/// libraries and linker scripts. Missing files are for the linker to report.
fn read_if_relevant(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let Ok(mut file) = fs::File::open(path) else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    file.by_ref().take(64).read_to_end(&mut bytes)?;
    if !archive::is_archive(&bytes) && !fat::is_relocatable_object(&bytes) {
        return Ok(None);
    }
    file.read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}
