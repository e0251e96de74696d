//! Keys: everything that compiled code depends on.
//!
//! A key is a list of fields, each a name and a value with their lengths, so
//! that different inputs cannot run into one another. It is kept in its entry
//! and compared as a whole.

use tandem_image::spirv;

use super::hash;

/// Everything that a compiled program depends on.
///
/// ```
/// use tandem_device_code::cache::Key;
/// let mut key = Key::new();
/// key.field("device", b"cpu").field("options", b"-g").images(&[b"..."]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Key {
    bytes: Vec<u8>,
}

/// Name of the fields with the images.
const IMAGE: &str = "image";

impl Key {
    /// An empty key.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one input.
    pub fn field(&mut self, name: &str, value: &[u8]) -> &mut Self {
        for part in [name.as_bytes(), value] {
            self.bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
            self.bytes.extend_from_slice(part);
        }
        self
    }

    /// Adds the images of a program, sorted by the symbols that they define: a
    /// program is the same whichever of its kernels was needed first. Where two
    /// images define one symbol, the first definition is linked, so then the
    /// order stays.
    pub fn images(&mut self, images: &[&[u8]]) -> &mut Self {
        for image in in_order_of_symbols(images) {
            self.field(IMAGE, image);
        }
        self
    }

    /// The fields, in order. A key that is cut off ends early.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let mut rest = self.bytes.as_slice();
        std::iter::from_fn(move || {
            let name = std::str::from_utf8(take_part(&mut rest)?).ok()?;
            Some((name, take_part(&mut rest)?))
        })
    }

    /// The names of the kernels in the key's images, where these are SPIR-V.
    pub fn kernels(&self) -> Vec<String> {
        let images = self.fields().filter(|(name, _)| *name == IMAGE);
        images.filter_map(|(_, image)| spirv::interface(image).ok()).flat_map(|interface| interface.kernels).collect()
    }

    pub(super) fn from_bytes(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The name of the key's entry, without an extension.
    pub(super) fn entry_name(&self) -> String {
        let [low, high] = hash::hash128(&self.bytes);
        format!("{low:016x}{high:016x}")
    }
}

/// The bytes of the first part, which is taken off.
fn take_part<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, behind) = rest.split_first_chunk::<8>()?;
    let (part, behind) = behind.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    *rest = behind;
    Some(part)
}

fn in_order_of_symbols<'a>(images: &[&'a [u8]]) -> Vec<&'a [u8]> {
    let mut images = images.to_vec();
    if images.len() < 2 {
        return images;
    }
    let mut by_symbols: Vec<(Vec<String>, &[u8])> =
        images.iter().map(|image| (defined_symbols(image), *image)).collect();
    let mut all: Vec<&String> = by_symbols.iter().flat_map(|(symbols, _)| symbols).collect();
    let total = all.len();
    all.sort_unstable();
    all.dedup();
    if all.len() == total {
        by_symbols.sort();
        images = by_symbols.into_iter().map(|(_, image)| image).collect();
    }
    images
}

/// The symbols that an image defines, sorted; empty if it is no SPIR-V.
fn defined_symbols(image: &[u8]) -> Vec<String> {
    let interface = spirv::interface(image).unwrap_or_default();
    let mut symbols: Vec<String> = interface.kernels.into_iter().chain(interface.exports).collect();
    symbols.sort_unstable();
    symbols
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module with kernels of these names, each of up to three letters.
    fn module(kernels: &[&str]) -> Vec<u8> {
        let mut words = vec![0x0723_0203, 0x0001_0000, 0, 100, 0];
        for (id, kernel) in (1..).zip(kernels) {
            let mut name = [0; 4];
            name[..kernel.len()].copy_from_slice(kernel.as_bytes());
            words.extend([4 << 16 | 15, 6, id, u32::from_le_bytes(name)]);
        }
        words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect()
    }

    fn key(images: &[&[u8]]) -> Key {
        let mut key = Key::new();
        key.field("device", b"cpu").images(images);
        key
    }

    #[test]
    fn field_boundaries_are_part_of_the_key() {
        let (mut left, mut right) = (Key::new(), Key::new());
        left.field("ab", b"c");
        right.field("a", b"bc");
        assert_ne!(left, right);
    }

    #[test]
    fn fields_are_read_back() {
        let mut key = key(&[&module(&["one", "two"])]);
        key.field("options", b"");
        let names: Vec<&str> = key.fields().map(|(name, _)| name).collect();
        assert_eq!(names, ["device", "image", "options"]);
        assert_eq!(key.kernels(), ["one", "two"]);
        for len in 0..key.bytes.len() {
            assert!(Key::from_bytes(key.bytes[..len].to_vec()).fields().count() < 3);
        }
    }

    #[test]
    fn the_order_of_images_does_not_matter() {
        let (a, b, c) = (module(&["a"]), module(&["c", "b"]), module(&["d"]));
        assert_eq!(key(&[&a, &b, &c]), key(&[&c, &a, &b]));
        assert_ne!(key(&[&a, &b]), key(&[&a, &b, &c]));
    }

    #[test]
    fn the_order_of_definitions_of_one_symbol_matters() {
        let (a, b) = (module(&["a", "x"]), module(&["b", "x"]));
        assert_ne!(key(&[&a, &b]), key(&[&b, &a]));
    }
}
