//! The tables of supported constructs: `docs/internals/spirv-reader.md` contains them as in the source (`BLESS=1`
//! rewrites them), and for each entry that is read there is a module.

mod support;

use std::fmt::Debug;
use std::path::Path;

use rustc_hash::FxHashSet;
use support::reader_modules;
use tandem_spirv::reader::support::{
    CAPABILITIES, DECORATIONS, EXECUTION_MODES, EXTENSIONS, INSTRUCTIONS, Support, markdown,
};
use tandem_spirv_binary::Words;
use tandem_spirv_binary::grammar::Op;

const BEGIN: &str = "<!-- tables: written by `BLESS=1 cargo test -p tandem-spirv --test support_tables` -->\n";

#[test]
fn tables_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/internals/spirv-reader.md");
    let text = std::fs::read_to_string(&path).expect("the page");
    let (before, tables) = text.split_once(BEGIN).expect("the mark before the tables");
    let expected = format!("\n{}\n", markdown().trim_end());
    if tables == expected {
        return;
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{expected}")).expect("writable");
        return;
    }
    panic!("the tables in {} differ from the source (BLESS=1 rewrites them)", path.display());
}

/// The constructs in the modules of the tests, by number or name.
#[derive(Default)]
struct Said {
    capabilities: FxHashSet<u32>,
    extensions: FxHashSet<String>,
    instructions: FxHashSet<u32>,
    decorations: FxHashSet<u32>,
    execution_modes: FxHashSet<u32>,
}

impl Said {
    fn by_all_modules() -> Self {
        let mut said = Self::default();
        for (name, bytes) in reader_modules() {
            let words = Words::new(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            for inst in words.instructions() {
                let inst = inst.unwrap_or_else(|error| panic!("{name}: {error:?}"));
                let mut ops = inst.cursor();
                said.instructions.insert(inst.opcode.into());
                match inst.op() {
                    Some(Op::Capability) => drop(said.capabilities.insert(inst.operands[0])),
                    Some(Op::Extension) => drop(said.extensions.insert(ops.string().expect("a name"))),
                    Some(Op::Decorate) => drop(said.decorations.insert(inst.operands[1])),
                    Some(Op::ExecutionMode | Op::ExecutionModeId) => {
                        said.execution_modes.insert(inst.operands[1]);
                    }
                    // An operation of a specialization constant.
                    Some(Op::SpecConstantOp) => drop(said.instructions.insert(inst.operands[2])),
                    _ => {}
                }
            }
        }
        said
    }
}

/// The entries of a table that are read and that no module has.
fn missing<T: Copy + Debug>(table: &[(T, Support)], is_said: impl Fn(T) -> bool) -> Vec<String> {
    let read = table.iter().filter(|(_, support)| *support == Support::Read);
    read.filter(|(item, _)| !is_said(*item)).map(|(item, _)| format!("{item:?}")).collect()
}

#[test]
fn whatever_is_read_has_a_module() {
    let said = Said::by_all_modules();
    let untested = [
        missing(CAPABILITIES, |item| said.capabilities.contains(&(item as u32))),
        missing(EXTENSIONS, |item| said.extensions.contains(item)),
        missing(INSTRUCTIONS, |item| said.instructions.contains(&(item as u32))),
        missing(DECORATIONS, |item| said.decorations.contains(&(item as u32))),
        missing(EXECUTION_MODES, |item| said.execution_modes.contains(&(item as u32))),
    ];
    assert!(untested.iter().all(Vec::is_empty), "in no module of tests/reader: {untested:#?}");
}
