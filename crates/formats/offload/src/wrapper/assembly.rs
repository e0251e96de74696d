//! A wrapper object as text of LLVM IR, for build steps that expect bitcode of
//! `clang-offload-wrapper`: clang, llc and llvm-link take either. The module is
//! the object's assembly and nothing else.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use object::read::{File, Object as _, ObjectSection as _, ObjectSymbol as _, RelocationTarget};
use object::{RelocationFlags, SectionFlags, SectionIndex, SymbolSection, elf};

use super::WrapError;

/// Something in a section's bytes.
enum Item {
    /// A symbol begins.
    Label(String),
    /// An address: a directive, and its size in bytes.
    Address(String, usize),
}

/// The text for an object that [`super::wrap`] made.
pub fn of_object(object: &[u8]) -> Result<String, WrapError> {
    let file = File::parse(object).map_err(WrapError::Read)?;
    let mut assembly = String::new();
    for symbol in file.symbols().filter(|symbol| symbol.is_global() || symbol.is_undefined()) {
        let name = symbol.name().map_err(WrapError::Read)?;
        if !name.is_empty() {
            let binding = if symbol.is_weak() { ".weak" } else { ".globl" };
            put(&mut assembly, format_args!("{binding} \"{name}\""));
        }
    }
    for section in file.sections() {
        let SectionFlags::Elf { sh_type, sh_flags } = section.flags() else { continue };
        let kind = match sh_type {
            elf::SHT_PROGBITS => "progbits",
            elf::SHT_INIT_ARRAY => "init_array",
            elf::SHT_FINI_ARRAY => "fini_array",
            _ => continue,
        };
        let flags: String = [(elf::SHF_ALLOC, 'a'), (elf::SHF_WRITE, 'w'), (elf::SHF_EXECINSTR, 'x')]
            .into_iter()
            .filter_map(|(flag, letter)| (sh_flags & flag != elf::SectionFlags(0)).then_some(letter))
            .collect();
        let name = section.name().map_err(WrapError::Read)?;
        put(&mut assembly, format_args!(".section \"{name}\",\"{flags}\",@{kind}"));
        put(&mut assembly, format_args!(".balign {}", section.align().max(1)));
        put(&mut assembly, format_args!("{}:", section_label(section.index())));
        put_contents(&mut assembly, section.data().map_err(WrapError::Read)?, items(&file, section.index())?);
    }
    Ok(format!("target triple = \"x86_64-unknown-linux-gnu\"\n\n{assembly}"))
}

/// Labels and addresses of a section, by offset.
fn items(file: &File<'_>, index: SectionIndex) -> Result<BTreeMap<u64, Vec<Item>>, WrapError> {
    let mut items: BTreeMap<u64, Vec<Item>> = BTreeMap::new();
    for symbol in file.symbols().filter(|symbol| symbol.section() == SymbolSection::Section(index)) {
        let name = symbol.name().map_err(WrapError::Read)?;
        if !name.is_empty() {
            items.entry(symbol.address()).or_default().push(Item::Label(name.to_owned()));
        }
    }
    for (offset, relocation) in file.section_by_index(index).map_err(WrapError::Read)?.relocations() {
        let RelocationTarget::Symbol(symbol) = relocation.target() else { continue };
        let symbol = file.symbol_by_index(symbol).map_err(WrapError::Read)?;
        let target = match (symbol.name().unwrap_or_default(), symbol.section_index()) {
            ("", Some(section)) => section_label(section),
            (name, _) => format!("\"{name}\""),
        };
        let addend = relocation.addend();
        let (directive, size) = match relocation.flags() {
            RelocationFlags::Elf { r_type: elf::R_X86_64_64 } => (format!(".quad {target}+{addend}"), 8),
            RelocationFlags::Elf { r_type: elf::R_X86_64_PLT32 } => (format!(".long {target}@PLT-.+({addend})"), 4),
            _ => (format!(".long {target}-.+({addend})"), 4),
        };
        items.entry(offset).or_default().push(Item::Address(directive, size));
    }
    Ok(items)
}

fn section_label(section: SectionIndex) -> String {
    format!(".Lsection{}", section.0)
}

fn put_contents(assembly: &mut String, data: &[u8], items: BTreeMap<u64, Vec<Item>>) {
    let mut at = 0;
    for (offset, items) in items {
        let offset = (offset as usize).min(data.len());
        put_bytes(assembly, data.get(at..offset).unwrap_or_default());
        at = at.max(offset);
        for item in items {
            match item {
                Item::Label(name) => put(assembly, format_args!("\"{name}\":")),
                Item::Address(directive, size) => {
                    put(assembly, format_args!("{directive}"));
                    at += size;
                }
            }
        }
    }
    put_bytes(assembly, data.get(at..).unwrap_or_default());
}

fn put_bytes(assembly: &mut String, bytes: &[u8]) {
    for line in bytes.chunks(64) {
        let list: Vec<String> = line.iter().map(u8::to_string).collect();
        put(assembly, format_args!(".byte {}", list.join(",")));
    }
}

/// Adds a line of assembly, in the quotes of LLVM IR.
fn put(assembly: &mut String, line: std::fmt::Arguments<'_>) {
    let line = line.to_string().replace('\\', "\\5C").replace('"', "\\22");
    writeln!(assembly, "module asm \"{line}\"").expect("writing to a string cannot fail");
}
