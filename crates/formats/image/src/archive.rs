//! Static libraries: the members of an `ar` archive.

use std::path::PathBuf;

use object::read::archive::ArchiveFile;

/// An archive that is damaged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("damaged archive: {0}")]
pub struct ArchiveError(#[from] object::read::Error);

/// One member of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member<'a> {
    /// The member's name.
    pub name: String,
    /// Where its bytes are.
    pub contents: Contents<'a>,
}

/// Where the bytes of an archive member are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents<'a> {
    /// In the archive.
    Inside(&'a [u8]),
    /// In a separate file, named relative to the archive (thin archive).
    Outside(PathBuf),
}

/// Whether `bytes` begin as an `ar` archive, thin or not.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"!<arch>\n") || bytes.starts_with(b"!<thin>\n")
}

/// The members of an archive, without its symbol tables.
pub fn members(bytes: &[u8]) -> Result<Vec<Member<'_>>, ArchiveError> {
    let archive = ArchiveFile::parse(bytes)?;
    let mut members = Vec::new();
    for member in archive.members() {
        let member = member?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        let contents = if member.is_thin() {
            Contents::Outside(PathBuf::from(&name))
        } else {
            Contents::Inside(member.data(bytes)?)
        };
        members.push(Member { name, contents });
    }
    Ok(members)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        let mut bytes = b"!<arch>\n".to_vec();
        for (name, contents) in [("a.o/", "first"), ("b.o/", "second")] {
            let size = contents.len();
            bytes.extend(format!("{name:<16}0           0     0     644     {size:<10}`\n").bytes());
            bytes.extend(contents.bytes());
            bytes.resize(bytes.len().next_multiple_of(2), b'\n');
        }
        bytes
    }

    #[test]
    fn members_in_order() {
        let bytes = sample();
        let members = members(&bytes).unwrap();
        let texts: Vec<_> = (members.iter()).map(|member| (member.name.as_str(), member.contents.clone())).collect();
        assert_eq!(texts, [("a.o", Contents::Inside(b"first")), ("b.o", Contents::Inside(b"second")),]);
    }

    #[test]
    fn no_cut_panics() {
        let bytes = sample();
        for cut in 0..bytes.len() {
            let _ = members(&bytes[..cut]);
        }
    }
}
