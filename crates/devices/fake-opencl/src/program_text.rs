//! The contents of a program: a text such as `kernels=copy,fill;exports=f;imports=g;globals=v:8;pipes=p:4`, or a
//! SPIR-V module, of which the names of the kernels are read. With `fails`, a program does not build.

/// The contents of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramText {
    pub kernels: Vec<String>,
    pub exports: Vec<String>,
    pub imports: Vec<String>,
    /// Variables with their sizes.
    pub globals: Vec<(String, usize)>,
    /// Host pipes with the sizes of their packets.
    pub pipes: Vec<(String, usize)>,
    pub fails: bool,
}

/// The first word of a SPIR-V module.
const MAGIC: u32 = 0x0723_0203;
/// `OpEntryPoint`, and its model for kernels.
const ENTRY_POINT: u32 = 15;
const KERNEL_MODEL: u32 = 6;
/// The first bytes of binaries.
const BINARY: &str = "FAKE OPENCL BINARY ";

impl ProgramText {
    /// Reads a program; `None` for bytes that are none.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        match bytes.first_chunk::<4>() {
            Some(word) if u32::from_le_bytes(*word) == MAGIC => Self::of_module(bytes),
            _ => Self::of_text(std::str::from_utf8(bytes).ok()?),
        }
    }

    fn of_text(text: &str) -> Option<Self> {
        let mut program = Self::default();
        for part in text.trim_end_matches('\0').split(';').filter(|part| !part.is_empty()) {
            let (key, list) = part.split_once('=').unwrap_or((part, ""));
            let names = || list.split(',').map(str::to_owned).collect::<Vec<_>>();
            let sized = || -> Option<Vec<(String, usize)>> {
                let pairs = list.split(',').map(|one| one.split_once(':'));
                pairs.map(|pair| pair.and_then(|(name, size)| Some((name.to_owned(), size.parse().ok()?)))).collect()
            };
            match key {
                "kernels" => program.kernels = names(),
                "exports" => program.exports = names(),
                "imports" => program.imports = names(),
                "globals" => program.globals = sized()?,
                "pipes" => program.pipes = sized()?,
                "fails" => program.fails = true,
                _ => return None,
            }
        }
        Some(program)
    }

    fn of_module(bytes: &[u8]) -> Option<Self> {
        let (words, rest) = bytes.as_chunks::<4>();
        let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let mut program = Self::default();
        let mut at = 5;
        while at < words.len() {
            let (length, code) = ((words[at] >> 16) as usize, words[at] & 0xffff);
            let instruction = words.get(at..at + length).filter(|found| !found.is_empty())?;
            if code == ENTRY_POINT && instruction.get(1) == Some(&KERNEL_MODEL) {
                let name: Vec<u8> = instruction.get(3..)?.iter().flat_map(|word| word.to_le_bytes()).collect();
                let end = name.iter().position(|byte| *byte == 0)?;
                program.kernels.push(String::from_utf8_lossy(&name[..end]).into_owned());
            }
            at += length;
        }
        rest.is_empty().then_some(program)
    }

    /// The binary of a program of a type (`CL_PROGRAM_BINARY_TYPE_…`).
    pub fn binary(&self, binary_type: u32) -> Vec<u8> {
        let sized = |list: &[(String, usize)]| -> Vec<String> {
            list.iter().map(|(name, size)| format!("{name}:{size}")).collect()
        };
        let lists = [
            ("kernels", self.kernels.clone()),
            ("exports", self.exports.clone()),
            ("imports", self.imports.clone()),
            ("globals", sized(&self.globals)),
            ("pipes", sized(&self.pipes)),
        ];
        let lists = lists.iter().filter(|(_, names)| !names.is_empty());
        let parts: Vec<String> = lists.map(|(key, names)| format!("{key}={}", names.join(","))).collect();
        format!("{BINARY}{binary_type} {}", parts.join(";")).into_bytes()
    }

    /// The program and the type of a binary; `None` for bytes that are none.
    pub fn of_binary(bytes: &[u8]) -> Option<(Self, u32)> {
        let (binary_type, text) = std::str::from_utf8(bytes).ok()?.strip_prefix(BINARY)?.split_once(' ')?;
        Some((Self::of_text(text)?, binary_type.parse().ok()?))
    }

    /// Several programs as one. Imports that another one exports are resolved.
    pub fn linked(programs: &[&Self]) -> Self {
        let mut all = Self::default();
        for program in programs {
            all.kernels.extend(program.kernels.iter().cloned());
            all.exports.extend(program.exports.iter().cloned());
            all.imports.extend(program.imports.iter().cloned());
            all.globals.extend(program.globals.iter().cloned());
            all.pipes.extend(program.pipes.iter().cloned());
        }
        let exports = all.exports.clone();
        all.imports.retain(|name| !exports.contains(name));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_binaries_are_read() {
        let program = ProgramText::read(b"kernels=copy,fill;imports=f;globals=v:8").expect("a text");
        assert_eq!((program.kernels.len(), program.globals[0].1), (2, 8));
        assert_eq!(ProgramText::of_binary(&program.binary(4)), Some((program.clone(), 4)));
        assert_eq!(ProgramText::read(b"shaders=x"), None);
        let library = ProgramText::read(b"exports=f").expect("a text");
        assert!(ProgramText::linked(&[&program, &library]).imports.is_empty());
    }

    #[test]
    fn modules_have_kernels() {
        let entry = [5 << 16 | ENTRY_POINT, KERNEL_MODEL, 1, u32::from_le_bytes(*b"copy"), 0];
        let words = [&[MAGIC, 0x1_0000, 0, 2, 0][..], &entry].concat();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        assert_eq!(ProgramText::read(&bytes).expect("a module").kernels, ["copy"]);
        assert_eq!(ProgramText::read(&bytes[..bytes.len() - 4]), None);
    }
}
