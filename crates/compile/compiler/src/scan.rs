//! A quick scan of a translation unit's source before it is compiled, including the user's own headers, to answer three
//! questions cheaply:
//!
//! * can it contain device code at all? Most files of a large project include no SYCL header, and need no device pass;
//! * does it use kernel attributes ([`crate::attributes`])? Only then is the device pass run over preprocessed text;
//! * is SYCL's header included first? Then its precompiled form may replace it ([`crate::precompiled`]).
//!
//! Conditional compilation is not evaluated, so the answers err on the safe side. An include that cannot be followed
//! counts as one of SYCL.

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use memchr::memmem;

use crate::attributes::mentions_kernel_attribute;
use crate::options::Options;

/// The findings of a quick scan of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// The unit may contain device code.
    pub may_use_sycl: bool,
    /// The unit may use kernel attributes.
    pub may_use_attributes: bool,
    /// Only comments and standard headers precede SYCL's header.
    pub begins_with_sycl: bool,
}

/// The names of SYCL's header: its own, and the one that DPC++'s driver also finds.
pub const SYCL_HEADERS: [&str; 2] = ["sycl/sycl.hpp", "sycl.hpp"];

/// C and POSIX headers, which never lead to SYCL. C++ standard headers need no
/// list: they are the names without a dot.
const SYSTEM_HEADERS: &[&str] = &[
    "aio.h",
    "alloca.h",
    "assert.h",
    "complex.h",
    "ctype.h",
    "dirent.h",
    "dlfcn.h",
    "errno.h",
    "execinfo.h",
    "fcntl.h",
    "fenv.h",
    "float.h",
    "getopt.h",
    "glob.h",
    "grp.h",
    "inttypes.h",
    "iso646.h",
    "limits.h",
    "link.h",
    "locale.h",
    "malloc.h",
    "math.h",
    "memory.h",
    "netdb.h",
    "omp.h",
    "poll.h",
    "pthread.h",
    "pwd.h",
    "regex.h",
    "sched.h",
    "semaphore.h",
    "setjmp.h",
    "signal.h",
    "spawn.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "string.h",
    "strings.h",
    "syslog.h",
    "tgmath.h",
    "threads.h",
    "time.h",
    "uchar.h",
    "unistd.h",
    "utime.h",
    "wait.h",
    "wchar.h",
    "wctype.h",
    "x86intrin.h",
    "immintrin.h",
    "emmintrin.h",
    "xmmintrin.h",
    "cpuid.h",
];

/// Folders of the system's headers that never lead to SYCL.
const SYSTEM_FOLDERS: &[&str] = &["sys/", "bits/", "linux/", "asm/", "arpa/", "net/", "netinet/"];

/// Looks at `source` and the headers that it includes.
pub fn scan(source: &Path, options: &Options) -> Scan {
    let mut scanner = Scanner::new(options);
    scanner.pending.push(source.to_owned());
    scanner.result.begins_with_sycl = fs::read(source).is_ok_and(|text| begins_with_sycl(&text));
    for header in forced_includes(options) {
        scanner.include(&header, Path::new("."), true);
    }
    while let Some(file) = scanner.pending.pop() {
        if scanner.result.may_use_sycl && scanner.result.may_use_attributes {
            break;
        }
        scanner.read(&file);
    }
    scanner.result
}

struct Scanner {
    /// Searched for `#include "…"`, after the includer's own directory.
    quote_dirs: Vec<PathBuf>,
    /// Searched for every include.
    dirs: Vec<PathBuf>,
    /// Files and the directories in which they were found. Paths do not identify them: headers that include each other
    /// by `../` have ever longer ones.
    seen: HashSet<[(u64, u64); 2]>,
    pending: Vec<PathBuf>,
    result: Scan,
}

impl Scanner {
    fn new(options: &Options) -> Self {
        let dirs_of = |names: &[&str]| -> Vec<PathBuf> {
            (options.options()).filter_map(|(_, spelling)| option_value(spelling, names)).map(PathBuf::from).collect()
        };
        Self {
            quote_dirs: dirs_of(&["-iquote"]),
            dirs: dirs_of(&["-I", "-isystem", "-idirafter", "--include-directory"]),
            seen: HashSet::new(),
            pending: Vec::new(),
            result: Scan::default(),
        }
    }

    fn read(&mut self, file: &Path) {
        // A source that cannot be read is for clang to report.
        let Ok(text) = fs::read(file) else {
            self.result.may_use_sycl = true;
            return;
        };
        self.result.may_use_attributes |= mentions_kernel_attribute(&text);
        let dir = file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
        for line in text.split(|byte| *byte == b'\n') {
            match directive(line) {
                None => {}
                Some(Directive::Include { name, quoted }) => self.include(name, dir, quoted),
                Some(Directive::Unknown) => self.result.may_use_sycl = true,
            }
        }
    }

    fn include(&mut self, name: &str, dir: &Path, quoted: bool) {
        let own = quoted.then_some(dir).into_iter();
        let quote_dirs = self.quote_dirs.iter().filter(|_| quoted);
        let found = own
            .chain(quote_dirs.map(PathBuf::as_path))
            .chain(self.dirs.iter().map(PathBuf::as_path))
            .map(|dir| dir.join(name))
            .find_map(|path| Some((file_identity(&path)?, path)));
        match found {
            Some((identity, path)) => {
                if self.seen.insert(identity) {
                    self.pending.push(path);
                }
            }
            None => self.result.may_use_sycl |= !is_system_header(name),
        }
    }
}

/// The identity of a file and its directory. `None` if it is not a file.
fn file_identity(path: &Path) -> Option<[(u64, u64); 2]> {
    let file = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let dir = fs::metadata(path.parent()?).ok()?;
    Some([file, dir].map(|metadata| (metadata.dev(), metadata.ino())))
}

fn is_system_header(name: &str) -> bool {
    let is_cxx = !name.contains(['.', '/']);
    let in_folder = SYSTEM_FOLDERS.iter().any(|folder| name.starts_with(folder));
    is_cxx || in_folder || SYSTEM_HEADERS.contains(&name)
}

/// The headers of `-include`, also where it is passed to cc1.
fn forced_includes(options: &Options) -> Vec<String> {
    let mut found = Vec::new();
    let mut cc1_wants_value = false;
    for (_, spelling) in options.options() {
        found.extend(option_value(spelling, &["-include", "-imacros"]).map(str::to_owned));
        if spelling[0] == "-Xclang" {
            let value = &spelling[1];
            if cc1_wants_value {
                found.push(value.clone());
            }
            cc1_wants_value = !cc1_wants_value && value == "-include";
        }
    }
    found
}

/// The value of an option that is one of `names`, joined or separate.
fn option_value<'a>(spelling: &'a [String], names: &[&str]) -> Option<&'a str> {
    names.iter().find_map(|name| match spelling {
        [option, value] if option == name => Some(value.as_str()),
        [option] => option.strip_prefix(name).filter(|value| !value.is_empty()),
        _ => None,
    })
}

/// The header of SYCL that a source itself includes, as far as can be determined without a preprocessor.
pub fn included_sycl_header(text: &[u8]) -> Option<&str> {
    text.split(|byte| *byte == b'\n').find_map(|line| match directive(line) {
        Some(Directive::Include { name, .. }) if SYCL_HEADERS.contains(&name) || name == "CL/sycl.hpp" => Some(name),
        _ => None,
    })
}

/// Whether `#include <sycl/sycl.hpp>` precedes anything that could change its meaning.
fn begins_with_sycl(text: &[u8]) -> bool {
    let mut in_comment = false;
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii();
        if in_comment {
            in_comment = !line.ends_with(b"*/");
            if !in_comment || memmem::find(line, b"*/").is_none() {
                continue;
            }
            // Code after a comment.
            return false;
        }
        match directive(line) {
            Some(Directive::Include { name, quoted: false }) if SYCL_HEADERS.contains(&name) => return true,
            Some(Directive::Include { name, quoted: false }) if is_system_header(name) => {}
            None if line.is_empty() || line.starts_with(b"//") => {}
            None if line.starts_with(b"/*") => {
                let closed = memmem::find(line, b"*/").is_some();
                if closed && !line.ends_with(b"*/") {
                    return false;
                }
                in_comment = !closed;
            }
            _ => return false,
        }
    }
    false
}

/// A preprocessing directive that matters here.
#[derive(Debug, PartialEq, Eq)]
enum Directive<'a> {
    Include {
        name: &'a str,
        quoted: bool,
    },
    /// An include or import whose file cannot be determined.
    Unknown,
}

fn directive(line: &[u8]) -> Option<Directive<'_>> {
    let line = line.trim_ascii();
    if line.starts_with(b"import ") || line.starts_with(b"export import ") {
        return Some(Directive::Unknown);
    }
    let directive = line.strip_prefix(b"#")?.trim_ascii_start();
    let after =
        ["include_next", "include", "import"].iter().find_map(|word| directive.strip_prefix(word.as_bytes()))?;
    let after = after.trim_ascii_start();
    let close = match after.first() {
        Some(b'"') => b'"',
        Some(b'<') => b'>',
        _ => return Some(Directive::Unknown),
    };
    let name = &after[1..];
    let end = name.iter().position(|byte| *byte == close);
    let name = end.and_then(|end| std::str::from_utf8(&name[..end]).ok());
    Some(match name {
        Some(name) => Directive::Include { name, quoted: close == b'"' },
        None => Directive::Unknown,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::made_up;

    #[track_caller]
    fn check(files: &[(&str, &str)], args: &[&str], expected: Scan) {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let place = |arg: &&str| arg.replace("DIR", dir.path().to_str().unwrap());
        let options = Options::parse(args.iter().map(place), made_up::REGISTRY).unwrap();
        let found = scan(&dir.path().join("a.cpp"), &options);
        assert_eq!(Scan { begins_with_sycl: false, ..found }, expected);
    }

    const HOST: Scan = Scan { may_use_sycl: false, may_use_attributes: false, begins_with_sycl: false };
    const SYCL: Scan = Scan { may_use_sycl: true, ..HOST };
    const BOTH: Scan = Scan { may_use_sycl: true, may_use_attributes: true, ..HOST };

    #[test]
    fn host_sources() {
        check(&[("a.cpp", "#include <vector>\n#  include <sys/stat.h>")], &[], HOST);
        let files = [("a.cpp", "#include \"h/b.h\""), ("h/b.h", "#include \"c.h\""), ("h/c.h", "")];
        check(&files, &[], HOST);
    }

    #[test]
    fn sycl_sources() {
        check(&[("a.cpp", "#include <sycl/sycl.hpp>")], &[], SYCL);
        check(&[("a.cpp", "# include HEADER")], &[], SYCL);
        check(&[("a.cpp", "#include \"unknown.h\"")], &[], SYCL);
        check(&[("a.cpp", "import sycl;")], &[], SYCL);
        let files = [("a.cpp", "#include <b.h>"), ("i/b.h", "#include <CL/sycl.hpp>")];
        check(&files, &["-IDIR/i"], SYCL);
        check(&files, &["-isystem", "DIR/i"], SYCL);
    }

    #[test]
    fn headers_that_include_each_other() {
        let files = [
            ("a.cpp", "#include \"x/b.h\""),
            ("x/b.h", "#include \"../y/c.h\"\n#include \"../y/d.h\""),
            ("y/c.h", "#include \"../x/b.h\"\n#include \"../y/d.h\""),
            ("y/d.h", "#include \"../x/b.h\"\n#include \"../y/c.h\""),
        ];
        check(&files, &[], HOST);
    }

    #[test]
    fn forced_headers() {
        let files = [("a.cpp", ""), ("b.h", "#include <sycl/sycl.hpp>")];
        check(&files, &["-include", "DIR/b.h"], SYCL);
        check(&files, &["-Xclang", "-include", "-Xclang", "DIR/b.h"], SYCL);
        check(&files, &[], HOST);
    }

    #[test]
    fn attributes() {
        let files =
            [("a.cpp", "#include <sycl/sycl.hpp>\n#include \"k.h\""), ("k.h", "[[sycl::reqd_work_group_size(1)]]")];
        check(&files, &[], BOTH);
    }

    #[test]
    fn missing_sources_are_left_to_clang() {
        check(&[], &[], SYCL);
    }

    #[test]
    fn what_comes_first() {
        for text in [
            "#include <sycl/sycl.hpp>\nint x;",
            "// a comment\n\n#include <vector>\n#include <stdio.h>\n # include <sycl/sycl.hpp>",
            "/* a\n comment */\n/* another */\n#include <sycl/sycl.hpp>",
            "#include <sycl.hpp>",
        ] {
            assert!(begins_with_sycl(text.as_bytes()), "{text}");
        }
        for text in [
            "int x;",
            "#define X\n#include <sycl/sycl.hpp>",
            "#include \"a.h\"\n#include <sycl/sycl.hpp>",
            "#include \"sycl/sycl.hpp\"",
            "#ifdef X\n#include <sycl/sycl.hpp>",
            "/* */ int x;\n#include <sycl/sycl.hpp>",
            "/*\n*/ int x;\n#include <sycl/sycl.hpp>",
            "/*\n#include <sycl/sycl.hpp>",
        ] {
            assert!(!begins_with_sycl(text.as_bytes()), "{text}");
        }
    }
}
