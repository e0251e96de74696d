//! Static libraries: the members of an `ar` archive, and archives of files
//! without symbols.

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
    /// In a file of their own, named relative to the archive (thin archive).
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

/// Makes an archive of named files. It has no symbol table: the members are
/// device code, which no linker looks up by symbol.
pub fn write(members: &[(String, Vec<u8>)]) -> std::io::Result<Vec<u8>> {
    let names = members.iter().map(|(name, _)| name.clone().into_bytes()).collect();
    let mut builder = ar::GnuBuilder::new(Vec::new(), names);
    for (name, contents) in members {
        let mut header = ar::Header::new(name.clone().into_bytes(), contents.len() as u64);
        header.set_mode(0o644);
        builder.append(&header, &**contents)?;
    }
    builder.into_inner()
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
    fn written_archives_can_be_read() {
        let long = "a-name-that-does-not-fit-into-sixteen-bytes.o".to_owned();
        let archive = write(&[(long.clone(), b"odd".to_vec()), ("b.o".to_owned(), Vec::new())]).unwrap();
        let members = members(&archive).unwrap();
        assert_eq!(members[0], Member { name: long, contents: Contents::Inside(b"odd") });
        assert_eq!(members[1].contents, Contents::Inside(b""));
    }

    #[test]
    fn no_cut_panics() {
        let bytes = sample();
        for cut in 0..bytes.len() {
            let _ = members(&bytes[..cut]);
        }
    }
}
