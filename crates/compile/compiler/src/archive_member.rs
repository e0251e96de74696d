//! A member of an archive, as messages and lines of linkers name it.

/// A member of an archive. Linkers write the paths of archives as they found them,
/// so that only file names are compared: at worst a member too many counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArchiveMember {
    archive: String,
    member: String,
}

impl ArchiveMember {
    /// A member of the archive in a file.
    pub fn new(archive: &str, member: &str) -> Self {
        Self { archive: file_name(archive), member: file_name(member) }
    }

    /// The member that a line of `--trace` names: `archive(member)`, or
    /// `(archive)member` as GNU ld has it.
    pub fn from_trace(line: &str) -> Option<Self> {
        let line = line.trim();
        let (archive, member) = match line.strip_prefix('(') {
            Some(rest) => rest.split_once(')')?,
            None => line.strip_suffix(')')?.split_once('(')?,
        };
        Some(Self::new(archive, member))
    }
}

fn file_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_linkers() {
        let member = Some(ArchiveMember::new("lib/liba.a", "b.o"));
        for line in ["./liba.a(b.o)", "liba.a(sub/b.o)", "(./liba.a)b.o", "liba.a(b.o)\n"] {
            assert_eq!(ArchiveMember::from_trace(line), member, "{line}");
        }
        for line in ["main.o", "./liba.a", "/lib/libc.so.6", ""] {
            assert_eq!(ArchiveMember::from_trace(line), None, "{line}");
        }
    }
}
