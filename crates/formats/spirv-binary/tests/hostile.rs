//! Damaged and hostile modules: an error or a result, in time and memory that the length of the
//! module bounds.

use std::fs;
use std::path::Path;

use tandem_spirv_binary::assembler::{Assembler, with_string};
use tandem_spirv_binary::description::Description;
use tandem_spirv_binary::grammar::{AddressingModel, ExecutionModel, MemoryModel, Op};
use tandem_spirv_binary::interface::Interface;
use tandem_spirv_binary::text::Text;
use tandem_spirv_binary::{BinaryError, HEADER_WORDS, Words};

/// Modules of DPC++ and `spirv-as`: the seeds of the fuzz target.
fn modules() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/corpus/spirv");
    let files = fs::read_dir(folder).expect("the corpus").map(|file| fs::read(file.expect("a file").path()));
    let modules: Vec<_> = files.map(|bytes| bytes.expect("readable")).collect();
    assert!(modules.len() >= 4);
    modules
}

/// All that is said about a module, and its text.
fn look(bytes: &[u8]) -> Result<(Interface, String), BinaryError> {
    let words = Words::new(bytes)?;
    let interface = Interface::of(&words)?;
    // Descriptions want more than the text does: whole types, for one.
    let _ = Description::of(&words);
    Ok((interface, Text::of(&words)?.to_string()))
}

#[test]
fn instructions_have_all_words_of_a_module() {
    for bytes in modules() {
        let words = Words::new(&bytes).expect("a module");
        let mut again = words.as_slice()[..HEADER_WORDS].to_vec();
        for inst in words.instructions() {
            let inst = inst.expect("whole");
            assert_eq!(inst.location.byte(), again.len() * 4);
            again.push((inst.operands.len() as u32 + 1) << 16 | u32::from(inst.opcode));
            again.extend_from_slice(inst.operands);
        }
        assert_eq!(again, words.as_slice());
    }
}

#[test]
fn a_cut_is_an_error_or_between_instructions() {
    for bytes in modules() {
        let words = Words::new(&bytes).expect("a module");
        let starts: Vec<usize> = words.instructions().map(|inst| inst.expect("whole").location.byte()).collect();
        let whole = look(&bytes).expect("a module").1;
        // The text is compared at each instruction of short modules only: it takes a while.
        let step = if bytes.len() > 2000 { 97 } else { 1 };
        for length in (0..bytes.len()).filter(|length| length % 4 != 0 || length / 4 % step == 0) {
            let is_boundary = length == HEADER_WORDS * 4 || starts.contains(&length);
            match look(&bytes[..length]) {
                Ok((_, text)) => {
                    assert!(is_boundary, "{length}");
                    assert!(text.lines().count() <= whole.lines().count());
                }
                Err(error) => assert!(!is_boundary, "{length}: {error}"),
            }
        }
    }
}

#[test]
fn changed_words_never_panic() {
    for bytes in modules() {
        // Odd, so that all bytes of words have their turn.
        let step = (1 + bytes.len() / 120) | 1;
        for at in (0..bytes.len()).step_by(step) {
            for value in [0, 0x7f, 0xff] {
                let mut changed = bytes.clone();
                changed[at] = value;
                let _ = look(&changed);
            }
        }
    }
}

fn kernel_module() -> Assembler {
    Assembler::new(AddressingModel::Physical64, MemoryModel::OpenCL)
}

#[test]
fn names_do_not_grow_with_the_nesting_of_types() {
    let mut asm = kernel_module();
    let int = asm.id();
    asm.globals.inst(Op::TypeInt, &[int, 32, 0]);
    // Each name is twice as long as the one before.
    let mut inner = int;
    for _ in 0..60 {
        let outer = asm.id();
        asm.globals.inst(Op::TypeArray, &[outer, inner, inner]);
        inner = outer;
    }
    let (_, text) = look(&asm.finish((1, 4)).expect("short")).expect("a module");
    assert!(text.len() < 1 << 20, "{}", text.len());
    assert!(text.contains("%_arr_uint_uint = OpTypeArray %uint %uint\n"), "{text}");
}

#[test]
fn ids_and_counts_reserve_no_memory() {
    let mut asm = kernel_module();
    let far = u32::MAX;
    asm.entry_points.inst(Op::EntryPoint, &with_string(&[ExecutionModel::Kernel as u32, far], "kernel"));
    asm.names.inst(Op::Name, &with_string(&[far - 1], "pointer"));
    asm.globals.inst(Op::TypeVector, &[far - 2, far - 3, far]);
    asm.globals.inst(Op::TypeInt, &[far - 4, far, 0]);
    asm.definitions.inst(Op::Function, &[1, far, 0, 2]);
    asm.definitions.inst(Op::FunctionParameter, &[far - 1, 3]);
    let bytes = asm.finish((1, 4)).expect("short");
    let (interface, text) = look(&bytes).expect("words are all that is asked for");
    assert_eq!(interface.entry_points[0].name, "kernel");
    assert!(text.contains("%v42949672954294967292 = OpTypeVector %4294967292 4294967295\n"), "{text}");
    let error = Description::of(&Words::new(&bytes).expect("a module")).expect_err("no such type");
    assert_eq!(
        error.to_string(),
        "instruction 5 (OpFunction) at byte 100: %4294967294 is not defined (the id is called `pointer`)"
    );
    // A literal of 2^32 bits: its words are missing.
    let mut asm = kernel_module();
    asm.globals.inst(Op::TypeInt, &[1, u32::MAX, 0]);
    asm.globals.inst(Op::Constant, &[1, 2, 3]);
    let error = look(&asm.finish((1, 4)).expect("short")).expect_err("cut");
    assert_eq!(error.to_string(), "instruction 2 (OpConstant) at byte 48: too few operands");
}
