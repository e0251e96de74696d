//! Images that name kernels of a device instead of having code
//! (`docs/internals/boundaries.md`, section 6): PI 15.47 has no other way to make a
//! program of built-in kernels.

/// The beginning of such an image. Names follow, separated by [`SEPARATOR`], as in the answer to the query for the
/// names.
const MAGIC: &[u8] = b"tandem built-in kernels\n";

/// Between two names.
pub const SEPARATOR: char = ';';

/// The image for these kernels.
pub fn encode(names: &[&str]) -> Vec<u8> {
    [MAGIC, names.join(";").as_bytes()].concat()
}

/// The kernels that an image names; `None` if it is another image, or its names are no text.
pub fn names(image: &[u8]) -> Option<Vec<&str>> {
    let names = str::from_utf8(image.strip_prefix(MAGIC)?).ok()?;
    Some(names.split(SEPARATOR).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive() {
        assert_eq!(names(&encode(&["one", "two"])), Some(vec!["one", "two"]));
        assert_eq!(names(b"\x7fELF"), None);
        assert_eq!(names(&[MAGIC, b"\xff"].concat()), None);
    }
}
