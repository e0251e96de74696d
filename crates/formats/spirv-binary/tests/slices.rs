//! Slices of modules: their contents, and the treatment of modules that cannot be sliced.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use tandem_spirv_binary::assembler::{Assembler, with_string};
use tandem_spirv_binary::grammar::{
    AddressingModel, Decoration, ExecutionMode, ExecutionModel, LinkageType, MemoryModel, Op, StorageClass,
};
use tandem_spirv_binary::interface::Interface;
use tandem_spirv_binary::slice::{Index, Slice};
use tandem_spirv_binary::text::Text;
use tandem_spirv_binary::{HEADER_WORDS, Words};

/// Two kernels. `first` calls `shared` and uses `table`, whose initial value is the address of
/// `imported`; `second` calls `shared` and uses a specialization constant. Nobody uses `exported`.
fn module() -> Vec<u8> {
    let mut asm = Assembler::new(AddressingModel::Physical64, MemoryModel::OpenCL);
    let [void, function, int, pointer] = std::array::from_fn(|_| asm.id());
    let [first, second, shared, exported, imported] = std::array::from_fn(|_| asm.id());
    let [table, address, constant, group, file] = std::array::from_fn(|_| asm.id());
    for (kernel, name, size) in [(first, "first", 8), (second, "second", 16)] {
        asm.entry_points.inst(Op::EntryPoint, &with_string(&[ExecutionModel::Kernel as u32, kernel], name));
        asm.execution_modes.inst(Op::ExecutionMode, &[kernel, ExecutionMode::LocalSize as u32, size, 1, 1]);
    }
    asm.strings.inst(Op::String, &with_string(&[file], "shared.cpp"));
    for (id, name) in [(shared, "shared"), (table, "table"), (constant, "constant"), (exported, "exported")] {
        asm.name(id, name);
    }
    asm.names.inst(Op::ModuleProcessed, &with_string(&[], "by a test"));
    for (id, name, linkage) in
        [(exported, "exported", LinkageType::Export), (imported, "imported", LinkageType::Import)]
    {
        let words = with_string(&[id, Decoration::LinkageAttributes as u32], name);
        asm.annotations.inst(Op::Decorate, &[words.as_slice(), &[linkage as u32]].concat());
    }
    asm.decorate(constant, Decoration::SpecId, &[3]);
    asm.decorate(group, Decoration::Alignment, &[4]);
    asm.annotations.inst(Op::DecorationGroup, &[group]);
    asm.annotations.inst(Op::GroupDecorate, &[group, table, constant]);
    asm.globals.inst(Op::TypeVoid, &[void]);
    asm.globals.inst(Op::TypeFunction, &[function, void]);
    asm.globals.inst(Op::TypeInt, &[int, 32, 0]);
    asm.globals.inst(Op::TypePointer, &[pointer, StorageClass::CrossWorkgroup as u32, int]);
    asm.globals.inst(Op::ConstantFunctionPointerINTEL, &[pointer, address, imported]);
    asm.globals.inst(Op::Variable, &[pointer, table, StorageClass::CrossWorkgroup as u32, address]);
    asm.globals.inst(Op::SpecConstant, &[int, constant, 7]);
    asm.definitions.inst(Op::Function, &[void, imported, 0, function]);
    asm.definitions.inst(Op::FunctionEnd, &[]);
    for (id, calls, uses) in [(first, shared, table), (second, shared, constant), (shared, 0, 0), (exported, 0, 0)] {
        if id == shared {
            asm.definitions.inst(Op::Line, &[file, 1, 2]);
        }
        asm.definitions.inst(Op::Function, &[void, id, 0, function]);
        let (label, call, copy) = (asm.id(), asm.id(), asm.id());
        asm.definitions.inst(Op::Label, &[label]);
        if calls != 0 {
            asm.definitions.inst(Op::FunctionCall, &[void, call, calls]);
            asm.definitions.inst(Op::CopyObject, &[if uses == table { pointer } else { int }, copy, uses]);
        }
        asm.definitions.inst(Op::Return, &[]);
        asm.definitions.inst(Op::FunctionEnd, &[]);
    }
    asm.finish((1, 4)).expect("short instructions")
}

fn empty(module: &[u8]) -> Slice {
    Slice::new(Arc::new(Index::of(module).expect("an index"))).expect("whole instructions")
}

fn kernel(module: &[u8], name: &str) -> Slice {
    let mut slice = empty(module);
    assert!(slice.require_kernel(name), "{name}");
    slice
}

/// The instructions of a slice, as text.
fn text(slice: &Slice) -> String {
    let words = Words::new(&slice.module()).expect("a module");
    Text::of(&words).expect("whole instructions").to_string()
}

fn counts(text: &str, needles: &[&str]) -> Vec<usize> {
    needles.iter().map(|needle| text.matches(needle).count()).collect()
}

#[test]
fn a_kernel_brings_along_what_it_uses() {
    let module = module();
    let first = kernel(&module, "first");
    assert!(first.has_symbol("imported") && !first.has_symbol("exported") && !first.has_symbol("unknown"));
    let text_of_first = text(&first);
    let needles = ["OpEntryPoint", "\"first\"", "OpExecutionMode", "LocalSize 8", "OpFunction ", "OpLine", "OpString"];
    assert_eq!(counts(&text_of_first, &needles), [1, 1, 1, 1, 3, 1, 1], "{text_of_first}");
    let needles = ["\"table\"", "ConstantFunctionPointer", "\"imported\"", "\"exported\"", "SpecConstant", "SpecId"];
    assert_eq!(counts(&text_of_first, &needles), [1, 1, 1, 0, 0, 0], "{text_of_first}");

    let second = kernel(&module, "second");
    let constants = [&kernel(&module, "first"), &second].map(|slice| slice.constants().collect::<Vec<_>>());
    assert_eq!(constants, [vec![], vec![3]]);
    let second = text(&second);
    let needles =
        ["OpEntryPoint", "\"second\"", "LocalSize 16", "OpFunction ", "OpSpecConstant ", "SpecId", "OpVariable"];
    assert_eq!(counts(&second, &needles), [1, 1, 1, 2, 1, 1, 0], "{second}");
}

#[test]
fn a_group_is_applied_to_targets_that_stay() {
    let module = module();
    let targets = |slice: &Slice| {
        let bytes = slice.module();
        let words = Words::new(&bytes).expect("a module");
        let groups =
            words.instructions().map(|inst| inst.expect("whole")).filter(|inst| inst.op() == Some(Op::GroupDecorate));
        groups.map(|inst| inst.operands.len() - 1).collect::<Vec<_>>()
    };
    assert_eq!(targets(&kernel(&module, "first")), [1]);
    assert_eq!(targets(&kernel(&module, "second")), [1]);
    assert_eq!(targets(&empty(&module)), []);
}

#[test]
fn symbols_are_roots_like_kernels() {
    let mut slice = empty(&module());
    assert!(slice.require_symbol("exported") && slice.has_symbol("exported"));
    let interface = Interface::of(&Words::new(&slice.module()).expect("a module")).expect("well formed");
    assert_eq!((interface.entry_points.len(), interface.symbols.len()), (0, 1));
    assert_eq!(interface.processed, ["by a test"]);
    assert!(!slice.require_symbol("unknown") && !slice.require_kernel("unknown"));
    assert!(slice.require_kernel("first"));
    let interface = Interface::of(&Words::new(&slice.module()).expect("a module")).expect("well formed");
    assert_eq!((interface.entry_points.len(), interface.symbols.len()), (1, 2));
}

#[test]
fn all_kernels_and_symbols_are_the_module_without_what_nobody_uses() {
    let module = module();
    let mut slice = kernel(&module, "first");
    assert!(slice.require_kernel("second") && slice.require_symbol("exported"));
    let count = |bytes: &[u8]| Words::new(bytes).expect("a module").instructions().count();
    // The group is applied to its two targets one by one.
    assert_eq!(count(&slice.module()), count(&module) + 1);
}

#[test]
fn what_is_not_understood_has_no_index() {
    let with = |op: u32| {
        let mut words: Vec<u32> = module().as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        words.insert(HEADER_WORDS, 1 << 16 | op);
        words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>()
    };
    assert!(Index::of(&with(Op::NoLine as u32)).is_some());
    assert!(Index::of(&with(Op::Nop as u32)).is_none(), "nothing that stands before functions");
    assert!(Index::of(&with(0xfff0)).is_none(), "an unknown opcode");
    assert!(Index::of(b"no module").is_none());
}

/// Modules of DPC++ and `spirv-as`, and the one above.
fn modules() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/corpus/spirv");
    let files = fs::read_dir(folder).expect("the corpus").map(|file| fs::read(file.expect("a file").path()));
    files.map(|bytes| bytes.expect("readable")).chain([module()]).collect()
}

/// Slices a module for each of its kernels and symbols.
fn slice_all(bytes: &[u8]) -> usize {
    let Some(index) = Index::of(bytes).map(Arc::new) else { return 0 };
    let Ok(interface) = Words::new(bytes).and_then(|words| Interface::of(&words)) else { return 0 };
    let mut slices = 0;
    for name in interface.entry_points.iter().map(|entry| &entry.name).chain(interface.symbols.iter().map(|s| &s.name))
    {
        let Some(mut slice) = Slice::new(index.clone()) else { return slices };
        if slice.require_kernel(name) || slice.require_symbol(name) {
            Words::new(&slice.module()).expect("a module");
            slices += 1;
        }
    }
    slices
}

#[test]
fn cut_and_changed_modules_have_slices_or_none() {
    for bytes in modules() {
        let interface = Interface::of(&Words::new(&bytes).expect("a module")).expect("well formed");
        let roots = interface.entry_points.len() + interface.symbols.len();
        assert_eq!(slice_all(&bytes), roots);
        // Large modules are cut at some words.
        for end in (0..bytes.len()).step_by(4 * (1 + bytes.len() / 4000)) {
            slice_all(&bytes[..end]);
        }
        let mut state = 1_u32;
        for _ in 0..100 {
            let mut changed = bytes.clone();
            for _ in 0..4 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let at = (state >> 8) as usize % (changed.len() / 4) * 4;
                changed[at] = (state >> 3) as u8;
            }
            slice_all(&changed);
        }
    }
}
