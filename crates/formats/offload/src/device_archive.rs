//! Archives of device code, written. [`tandem_image::archive`] reads them.

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
    use tandem_image::archive::{Contents, Member, members};

    use super::*;

    #[test]
    fn written_archives_can_be_read() {
        let long = "a-name-that-does-not-fit-into-sixteen-bytes.o".to_owned();
        let archive = write(&[(long.clone(), b"odd".to_vec()), ("b.o".to_owned(), Vec::new())]).unwrap();
        let members = members(&archive).unwrap();
        assert_eq!(members[0], Member { name: long, contents: Contents::Inside(b"odd") });
        assert_eq!(members[1].contents, Contents::Inside(b""));
    }
}
