//! `tandem bundle`, `unbundle` and `list`: what `clang-offload-bundler` does.
//!
//! Outputs are written after everything has been read and found good: an error
//! leaves no file behind.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tandem_image::archive::{self, ArchiveError, Contents};
use tandem_image::bundle::compressed::{self, CompressedError};
use tandem_image::bundle::{self, BundleError, Form, Kind, Part, Target, TargetError};

use crate::output::replace_file;

/// What to bundle or unbundle.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The type of the bundled files, such as `o` or `bc`; `a` for an archive
    /// of bundled objects.
    pub file_type: String,
    /// The targets, in the order of the files.
    pub targets: Vec<String>,
    /// The files to read.
    pub inputs: Vec<PathBuf>,
    /// The files to write.
    pub outputs: Vec<PathBuf>,
    /// Unbundling: a target without a part gets an empty file.
    pub allow_missing: bool,
    /// Unbundling: HIP's and OpenMP's kinds count as one.
    pub hip_openmp_compatible: bool,
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
    #[error("'{0}': invalid file type (there are i, ii, cui, hipi, d, ll, bc, s, o, a, gch and ast)")]
    FileType(String),
    /// Archives are unbundled only.
    #[error("an archive cannot be bundled: bundle its objects and archive them")]
    BundleArchive,
    /// Numbers of files and targets that do not fit.
    #[error("{targets} targets, {files} {role} files: their numbers must be the same")]
    Count {
        /// Number of targets.
        targets: usize,
        /// Number of files.
        files: usize,
        /// Input or output.
        role: &'static str,
    },
    /// One file is wanted.
    #[error("{found} {role} files, where one is expected")]
    One {
        /// Number of files.
        found: usize,
        /// Input or output.
        role: &'static str,
    },
    /// Other than one host.
    #[error("{0} host targets, where exactly one is expected")]
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
    /// The bundle cannot be read or made.
    #[error("{file}: {source}")]
    Bundle {
        /// The bundle.
        file: String,
        /// What is wrong with it.
        source: BundleError,
    },
    /// The archive cannot be read.
    #[error("{file}: {source}")]
    Archive {
        /// The archive.
        file: String,
        /// What is wrong with it.
        source: ArchiveError,
    },
    /// Compression.
    #[error("{file}: {source}")]
    Compress {
        /// The file to write.
        file: String,
        /// What is wrong.
        source: CompressedError,
    },
    /// A file operation.
    #[error("{file}: {source}")]
    Io {
        /// The file.
        file: String,
        /// What the system says.
        source: io::Error,
    },
}

type Result<T> = std::result::Result<T, BundlerError>;

/// Puts the inputs, one for each target, into one bundle.
pub fn bundle(request: &Request) -> Result<()> {
    let form = form(&request.file_type)?.ok_or(BundlerError::BundleArchive)?;
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
/// The host's part of a file that is no bundle is the file: a source without
/// device code compiles to that.
pub fn unbundle(request: &Request) -> Result<()> {
    let form = form(&request.file_type)?;
    let targets = targets(request, &request.outputs, "output")?;
    let input = one(&request.inputs, "input")?;
    let bytes = read(input)?;
    let files: Vec<Vec<u8>> = match form {
        Some(form) => {
            let parts = parts(form, &name(input), &bytes)?;
            targets.iter().map(|target| part_of_file(request, input, &bytes, &parts, target)).collect::<Result<_>>()?
        }
        None => {
            let members = members(input, &bytes)?;
            targets.iter().map(|target| part_of_archive(request, input, &members, target)).collect::<Result<_>>()?
        }
    };
    request.outputs.iter().zip(files).try_for_each(|(file, contents)| write(file, &contents))
}

/// The names of the targets that have a part in the input, each once.
pub fn list(request: &Request) -> Result<Vec<String>> {
    let input = one(&request.inputs, "input")?;
    let bytes = read(input)?;
    let mut names: Vec<String> = Vec::new();
    let mut add = |parts: Vec<Part>| {
        for part in parts {
            let name = part.target.to_string();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    };
    match form(&request.file_type)? {
        Some(form) => add(parts(form, &name(input), &bytes)?),
        None => members(input, &bytes)?.into_iter().for_each(|(_, parts)| add(parts)),
    }
    Ok(names)
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

/// An archive of the members' parts for a target. Members without one stay
/// out.
fn part_of_archive(request: &Request, file: &Path, members: &[Member], target: &Target) -> Result<Vec<u8>> {
    let mut found = Vec::new();
    for (member, parts) in members {
        if let Some(part) = parts.iter().find(|part| matches(request, target, part)) {
            found.push((member.clone(), part.contents.clone()));
        }
    }
    if found.is_empty() && !request.allow_missing {
        return Err(BundlerError::Missing { file: name(file), target: target.to_string() });
    }
    archive::write(&found).map_err(|source| BundlerError::Io { file: name(file), source })
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

/// The form of bundles of files of this type; none for archives.
fn form(file_type: &str) -> Result<Option<Form>> {
    match file_type {
        "a" => Ok(None),
        name => Form::of_type(name).map(Some).ok_or_else(|| BundlerError::FileType(name.to_owned())),
    }
}

fn targets(request: &Request, files: &[PathBuf], role: &'static str) -> Result<Vec<Target>> {
    if request.targets.len() != files.len() {
        return Err(BundlerError::Count { targets: request.targets.len(), files: files.len(), role });
    }
    request.targets.iter().map(|name| Ok(name.parse()?)).collect()
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
