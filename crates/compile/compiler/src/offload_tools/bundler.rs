//! `tandem bundle`, `unbundle` and `list`: what `clang-offload-bundler` does.
//!
//! Outputs are written after all inputs have been read and found valid: an error leaves no file behind.
//!
//! An archive of bundled objects can be taken apart into an archive for each
//! target (`a`, as LLVM has it), into the only object (`ao`) or into a list of
//! files (`aoo`, as DPC++ has them).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tandem_command_line::output::replace_file;
use tandem_image::archive::{self, ArchiveError, Contents};
use tandem_offload::bundle::compressed::{self, CompressedError};
use tandem_offload::bundle::{self, BundleError, Form, Kind, Part, Target, TargetError};
use tandem_offload::device_archive;

/// A request to bundle or unbundle files.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The type of the bundled files, such as `o` or `bc`; `a`, `ao` or `aoo` for
    /// an archive of bundled objects.
    pub file_type: String,
    /// The targets, in the order of the files.
    pub targets: Vec<String>,
    /// Unbundling archives: objects with a part for one of these are left out.
    pub excluded: Vec<String>,
    /// The files to read.
    pub inputs: Vec<PathBuf>,
    /// The files to write.
    pub outputs: Vec<PathBuf>,
    /// Unbundling: a target without a part gets an empty file.
    pub allow_missing: bool,
    /// Unbundling: HIP's and OpenMP's kinds count as one.
    pub hip_openmp_compatible: bool,
    /// Unbundling archives: targets that differ in features of the processor are
    /// refused.
    pub check_archive: bool,
    /// The folder for the objects of lists; by default, that of the list.
    pub folder: Option<PathBuf>,
    /// Bundling: the alignment of parts in a binary bundle, in bytes.
    pub align: u64,
    /// Bundling: compress a binary bundle.
    pub compress: bool,
}

/// Why nothing was done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BundlerError {
    /// A type that there is not.
    #[error("'{0}': invalid file type (expected i, ii, cui, hipi, d, ll, bc, s, o, a, ao, aoo, gch or ast)")]
    FileType(String),
    /// Archives are unbundled only.
    #[error("an archive cannot be bundled: bundle its objects and archive them")]
    BundleArchive,
    /// Numbers of files and targets that do not fit.
    #[error("{targets} targets, but {files} {role} files: name one {role} file for each target")]
    Count {
        /// Number of targets.
        targets: usize,
        /// Number of files.
        files: usize,
        /// Input or output.
        role: &'static str,
    },
    /// Exactly one file is required.
    #[error("expected one {role} file, found {found}")]
    One {
        /// Number of files.
        found: usize,
        /// Input or output.
        role: &'static str,
    },
    /// Other than one host.
    #[error("expected exactly one host target, found {0}")]
    Hosts(usize),
    /// A target's name.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// A target has no part in the bundle.
    #[error("{file}: no bundle for {target}")]
    Missing {
        /// The bundle.
        file: String,
        /// The target.
        target: String,
    },
    /// An archive has several objects, but only one is allowed.
    #[error("{file}: {count} objects have a part for {target}; use file type aoo for a list of them")]
    Several {
        /// The archive.
        file: String,
        /// Number of parts.
        count: usize,
        /// The target.
        target: String,
    },
    /// The bundle cannot be read or made.
    #[error("{file}: {source}")]
    Bundle {
        /// The bundle.
        file: String,
        /// The error in it.
        source: BundleError,
    },
    /// The archive cannot be read.
    #[error("{file}: {source}")]
    Archive {
        /// The archive.
        file: String,
        /// The error in it.
        source: ArchiveError,
    },
    /// Compression.
    #[error("{file}: {source}")]
    Compress {
        /// The file to write.
        file: String,
        /// The error.
        source: CompressedError,
    },
    /// A file operation.
    #[error("{file}: {source}")]
    Io {
        /// The file.
        file: String,
        /// The system's error.
        source: io::Error,
    },
}

type Result<T> = std::result::Result<T, BundlerError>;

/// The form of a file, by its type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FileType {
    /// A bundle.
    Bundle(Form),
    /// An archive of bundles.
    Archive(Unbundled),
}

/// The result of taking an archive apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unbundled {
    Archive,
    Object,
    List,
}

impl FileType {
    fn parse(name: &str) -> Result<Self> {
        Ok(match name {
            "a" => Self::Archive(Unbundled::Archive),
            "ao" => Self::Archive(Unbundled::Object),
            "aoo" => Self::Archive(Unbundled::List),
            _ => Self::Bundle(Form::of_type(name).ok_or_else(|| BundlerError::FileType(name.to_owned()))?),
        })
    }
}

/// Files that are to be written.
type Files = Vec<(PathBuf, Vec<u8>)>;

/// Puts the inputs, one for each target, into one bundle.
pub fn bundle(request: &Request) -> Result<()> {
    let FileType::Bundle(form) = FileType::parse(&request.file_type)? else {
        return Err(BundlerError::BundleArchive);
    };
    let targets = targets(request, &request.inputs, "input")?;
    let hosts = targets.iter().filter(|target| target.kind == Kind::Host).count();
    if hosts != 1 {
        return Err(BundlerError::Hosts(hosts));
    }
    let output = one(&request.outputs, "output")?;
    let part = |(target, file): (Target, &PathBuf)| Ok(Part { target, contents: read(file)? });
    let parts: Vec<Part> = targets.into_iter().zip(&request.inputs).map(part).collect::<Result<_>>()?;
    let mut bytes = bundle::write(form, &parts, request.align)
        .map_err(|source| BundlerError::Bundle { file: name(output), source })?;
    if request.compress && form == Form::Binary {
        bytes = compressed::pack(&bytes).map_err(|source| BundlerError::Compress { file: name(output), source })?;
    }
    write(output, &bytes)
}

/// Writes the parts of a bundle, one for each target, to the outputs.
///
/// The host's part of a file that is not a bundle is the file itself: a source without device code compiles to that.
pub fn unbundle(request: &Request) -> Result<()> {
    let file_type = FileType::parse(&request.file_type)?;
    let targets = targets(request, &request.outputs, "output")?;
    let input = one(&request.inputs, "input")?;
    let bytes = read(input)?;
    let mut files = Files::new();
    match file_type {
        FileType::Bundle(form) => {
            let parts = parts(form, &name(input), &bytes)?;
            for (target, output) in targets.iter().zip(&request.outputs) {
                files.push((output.clone(), part_of_file(request, input, &bytes, &parts, target)?));
            }
        }
        FileType::Archive(unbundled) => {
            let members = wanted_members(request, input, &bytes)?;
            for (target, output) in targets.iter().zip(&request.outputs) {
                let found = parts_of_archive(request, input, &members, target)?;
                files.extend(of_archive(request, input, unbundled, found, target, output)?);
            }
        }
    }
    files.iter().try_for_each(|(file, contents)| write(file, contents))
}

/// The names of the targets that have a part in the input, each once.
pub fn list(request: &Request) -> Result<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for part in all_parts(request)? {
        let name = part.target.to_string();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names)
}

/// Fails if the input has no part for a target.
pub fn check(request: &Request) -> Result<()> {
    let parts = all_parts(request)?;
    for target in parse_targets(&request.targets)? {
        if !parts.iter().any(|part| matches(request, &target, part)) {
            return Err(BundlerError::Missing {
                file: name(one(&request.inputs, "input")?),
                target: target.to_string(),
            });
        }
    }
    Ok(())
}

/// All parts in the input.
fn all_parts(request: &Request) -> Result<Vec<Part>> {
    let input = one(&request.inputs, "input")?;
    let bytes = read(input)?;
    match FileType::parse(&request.file_type)? {
        FileType::Bundle(form) => parts(form, &name(input), &bytes),
        FileType::Archive(_) => Ok(members(input, &bytes)?.into_iter().flat_map(|(_, parts)| parts).collect()),
    }
}

fn part_of_file(request: &Request, file: &Path, bytes: &[u8], parts: &[Part], target: &Target) -> Result<Vec<u8>> {
    if parts.is_empty() && target.kind == Kind::Host {
        return Ok(bytes.to_vec());
    }
    match parts.iter().find(|part| matches(request, target, part)) {
        Some(part) => Ok(part.contents.clone()),
        None if request.allow_missing => Ok(Vec::new()),
        None => Err(BundlerError::Missing { file: name(file), target: target.to_string() }),
    }
}

/// The members' parts for a target, with the members' names. Members without one
/// stay out.
fn parts_of_archive(
    request: &Request,
    file: &Path,
    members: &[Member],
    target: &Target,
) -> Result<Vec<(String, Vec<u8>)>> {
    let mut found = Vec::new();
    for (member, parts) in members {
        if let Some(part) = parts.iter().find(|part| matches(request, target, part)) {
            found.push((member.clone(), part.contents.clone()));
        }
    }
    if found.is_empty() && !request.allow_missing {
        return Err(BundlerError::Missing { file: name(file), target: target.to_string() });
    }
    Ok(found)
}

/// The files that a target's parts of an archive become.
fn of_archive(
    request: &Request,
    file: &Path,
    unbundled: Unbundled,
    mut found: Vec<(String, Vec<u8>)>,
    target: &Target,
    output: &Path,
) -> Result<Files> {
    let contents = match unbundled {
        Unbundled::Archive => {
            device_archive::write(&found).map_err(|source| BundlerError::Io { file: name(file), source })?
        }
        Unbundled::Object if found.len() > 1 => {
            let (file, target, count) = (name(file), target.to_string(), found.len());
            return Err(BundlerError::Several { file, count, target });
        }
        Unbundled::Object => found.pop().map(|(_, contents)| contents).unwrap_or_default(),
        Unbundled::List => return Ok(listed(request, found, output)),
    };
    Ok(vec![(output.to_owned(), contents)])
}

/// Files with these contents, followed by the list of their names.
fn listed(request: &Request, found: Vec<(String, Vec<u8>)>, output: &Path) -> Files {
    let stem = output.file_stem().unwrap_or_default();
    let place = request.folder.as_ref().map_or_else(|| output.with_file_name(stem), |folder| folder.join(stem));
    let path = |number| PathBuf::from(format!("{}_{number}.o", place.display()));
    let mut files: Files =
        found.into_iter().enumerate().map(|(number, (_, contents))| (path(number), contents)).collect();
    let list: String = files.iter().map(|(file, _)| format!("{}\n", file.display())).collect();
    files.push((output.to_owned(), list.into_bytes()));
    files
}

/// The members of an archive that are not excluded, checked as far as requested.
fn wanted_members(request: &Request, file: &Path, bytes: &[u8]) -> Result<Vec<Member>> {
    let excluded = parse_targets(&request.excluded)?;
    let mut members = members(file, bytes)?;
    members.retain(|(_, parts)| !parts.iter().any(|part| excluded.iter().any(|target| target.matches(&part.target))));
    if request.check_archive {
        for (member, parts) in &members {
            let file = format!("{}({member})", file.display());
            bundle::check_conflicts(parts).map_err(|source| BundlerError::Bundle { file, source })?;
        }
    }
    Ok(members)
}

/// The name of an archive's member, and the parts in it.
type Member = (String, Vec<Part>);

/// The members of an archive, with the parts of each.
fn members(file: &Path, bytes: &[u8]) -> Result<Vec<Member>> {
    let members = archive::members(bytes).map_err(|source| BundlerError::Archive { file: name(file), source })?;
    let with_parts = |member: archive::Member<'_>| {
        let whole_name = format!("{}({})", file.display(), member.name);
        let parts = match member.contents {
            Contents::Inside(bytes) => parts(Form::Object, &whole_name, bytes)?,
            Contents::Outside(path) => parts(Form::Object, &whole_name, &read(&file.with_file_name("").join(path))?)?,
        };
        Ok((member.name, parts))
    };
    members.into_iter().map(with_parts).collect()
}

fn parts(form: Form, file: &str, bytes: &[u8]) -> Result<Vec<Part>> {
    bundle::read(form, bytes).map_err(|source| BundlerError::Bundle { file: file.to_owned(), source })
}

fn matches(request: &Request, target: &Target, part: &Part) -> bool {
    match request.hip_openmp_compatible {
        true => target.matches_across_kinds(&part.target),
        false => target.matches(&part.target),
    }
}

fn targets(request: &Request, files: &[PathBuf], role: &'static str) -> Result<Vec<Target>> {
    if request.targets.len() != files.len() {
        return Err(BundlerError::Count { targets: request.targets.len(), files: files.len(), role });
    }
    parse_targets(&request.targets)
}

fn parse_targets(names: &[String]) -> Result<Vec<Target>> {
    names.iter().map(|name| Ok(name.parse()?)).collect()
}

fn one<'a>(files: &'a [PathBuf], role: &'static str) -> Result<&'a Path> {
    match files {
        [file] => Ok(file),
        _ => Err(BundlerError::One { found: files.len(), role }),
    }
}

fn name(file: &Path) -> String {
    file.display().to_string()
}

fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).map_err(|source| BundlerError::Io { file: name(file), source })
}

fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    replace_file(file, bytes).map_err(|source| BundlerError::Io { file: name(file), source })
}
