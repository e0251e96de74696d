//! Input files: their kinds, and the names that are derived from them.

use std::path::Path;

use crate::options::Input;

/// The role of an input for the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// C++ that is compiled for host and device.
    Cxx,
    /// A source of another kind, for the host only.
    HostSource,
    /// A header to be precompiled.
    Header,
    /// Something for the linker: object, archive, library, script.
    Linker,
}

/// Extensions that clang++ takes for C++; `.c` is C++ to it as well.
pub const CXX: &[&str] = &["cpp", "cc", "cxx", "C", "c++", "cp", "CC", "CPP", "CXX", "C++", "c"];
/// Extensions that clang++ takes for headers.
pub const HEADERS: &[&str] = &["h", "H", "hh", "hpp", "hxx", "h++"];
const HOST_SOURCES: &[&str] = &[
    "s", "S", "asm", "sx", "i", "ii", "mi", "mii", "m", "mm", "M", "ll", "bc", "cu", "cui", "hip", "cl", "cppm", "ixx",
    "pcm", "ifs", "f", "F", "f90", "F90", "ast",
];

impl Input {
    /// The kind of this input, by its `-x` language or its extension.
    pub fn kind(&self) -> Kind {
        if let Some(language) = &self.language {
            return match language.as_str() {
                "c++" => Kind::Cxx,
                language if language.ends_with("-header") => Kind::Header,
                _ => Kind::HostSource,
            };
        }
        let extension = Path::new(&self.path).extension();
        let Some(extension) = extension.and_then(|extension| extension.to_str()) else {
            return Kind::Linker;
        };
        if CXX.contains(&extension) {
            Kind::Cxx
        } else if HEADERS.contains(&extension) {
            Kind::Header
        } else if HOST_SOURCES.contains(&extension) {
            Kind::HostSource
        } else {
            Kind::Linker
        }
    }

    /// Whether this is C++ that was preprocessed, for the host, before.
    pub fn is_preprocessed(&self) -> bool {
        match &self.language {
            Some(language) => language == "c++-cpp-output",
            None => self.path.ends_with(".ii"),
        }
    }

    /// The file name without folder and extension.
    pub fn stem(&self) -> &str {
        let stem = Path::new(&self.path).file_stem();
        stem.and_then(|stem| stem.to_str()).unwrap_or("-")
    }

    /// The file name with another extension, in the working directory, as for clang's outputs.
    pub fn with_extension(&self, extension: &str) -> String {
        format!("{}.{extension}", self.stem())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, language: Option<&str>, kind: Kind) {
        let input = Input { path: path.into(), language: language.map(str::to_owned) };
        assert_eq!(input.kind(), kind, "{path}");
    }

    #[test]
    fn kinds() {
        check("a.cpp", None, Kind::Cxx);
        check("d/a.C", None, Kind::Cxx);
        check("a.c", None, Kind::Cxx);
        check("a.c", Some("c"), Kind::HostSource);
        check("-", Some("c++"), Kind::Cxx);
        check("a.hpp", None, Kind::Header);
        check("a", Some("c++-header"), Kind::Header);
        check("a.S", None, Kind::HostSource);
        check("a.ii", None, Kind::HostSource);
        check("a.ii", Some("c++-cpp-output"), Kind::HostSource);
        check("a.o", None, Kind::Linker);
        check("libx.so.1", None, Kind::Linker);
        check("noextension", None, Kind::Linker);
    }
}
