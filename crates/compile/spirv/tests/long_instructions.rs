//! Constants, switches and phis that do not fit into the 65,535 words of an instruction.

mod support;

use std::fmt::Write as _;

use support::{device_ir, validate};
use tandem_ir::{Context, Function, Inst, Module, Opcode, TypeKind, Value, ValueKind};
use tandem_spirv::reader::{ReaderOptions, read};
use tandem_spirv::writer::{WriterOptions, write};

const MEMBERS: u64 = 70_000;
const CASES: u64 = 40_000;

/// A module with a variable `@table`, of which a kernel loads a byte.
fn module_with(table: &str) -> String {
    format!(
        "target datalayout = \"e-i64:64-i128:128-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64\"
target triple = \"spir64-unknown-unknown\"
@table = internal addrspace(1) constant {table}
define spir_kernel void @k(ptr addrspace(1) %p, i64 %i) {{
  %element = getelementptr inbounds i8, ptr addrspace(1) @table, i64 %i
  %value = load i8, ptr addrspace(1) %element
  store i8 %value, ptr addrspace(1) %p
  ret void
}}"
    )
}

/// `open`, the elements `element(0)` to `element(MEMBERS - 1)` with commas between them, and `close`.
fn members(open: &str, element: impl Fn(u64) -> String, close: &str) -> String {
    let elements: Vec<_> = (0..MEMBERS).map(element).collect();
    format!("{open}{}{close}", elements.join(", "))
}

/// A structure with a field for each index, of type `type_of(index)` and value `value_of(index)`.
fn structure(open: &str, type_of: fn(u64) -> &'static str, value_of: fn(u64) -> String, close: &str) -> String {
    let ty = members(open, |index| type_of(index).to_owned(), close);
    let value = members(open, |index| format!("{} {}", type_of(index), value_of(index)), close);
    format!("{ty} {value}")
}

/// Writes the bytes of a constant to `bytes`, which is as long; padding stays.
fn fill(module: &Module, value: Value<'_>, bytes: &mut [u8]) {
    let ty = value.ty();
    let each = |count: u64, offset: &dyn Fn(u64) -> u64, bytes: &mut [u8]| {
        for index in 0..count {
            let member = value.aggregate_element(index as u32).expect("a member");
            let (begin, size) = (offset(index) as usize, module.size_of(member.ty()) as usize);
            fill(module, member, &mut bytes[begin..begin + size]);
        }
    };
    match (value.kind(), ty.kind()) {
        (ValueKind::ConstInt, _) => {
            let number = value.const_u64().expect("64 bits").to_le_bytes();
            bytes.copy_from_slice(&number[..bytes.len()]);
        }
        (ValueKind::ConstAggregate, TypeKind::Struct) => {
            let offset = |index| module.offset_of(ty, index as u32);
            each(ty.field_count().into(), &offset, bytes);
        }
        (ValueKind::ConstAggregate, TypeKind::Array(element, len)) => {
            each(len, &|index| index * module.size_of(element), bytes);
        }
        (ValueKind::ConstAggregate, TypeKind::Vector(element, len)) => {
            each(len.into(), &|index| index * module.size_of(element), bytes);
        }
        (ValueKind::ConstZero | ValueKind::ConstNull | ValueKind::Undef, _) => {}
        (kind, _) => panic!("{kind:?}: {value}"),
    }
}

fn table_bytes(module: &Module) -> Vec<u8> {
    let table = module.globals().into_iter().find(|global| global.name() == "table").expect("kept by name");
    let initial = table.initializer().expect("an initial value");
    let mut bytes = vec![0; module.size_of(initial.ty()) as usize];
    fill(module, initial, &mut bytes);
    bytes
}

/// The module's SPIR-V, read again.
fn written_and_read(ctx: &Context, text: &str) -> Module {
    let module = device_ir(text.as_bytes()).expect("device IR");
    let bytes = write(&module, &WriterOptions::default()).expect("writable");
    validate(&bytes, "spv1.4").unwrap_or_else(|error| panic!("{}", &error[..error.len().min(200)]));
    read(ctx, &bytes, &ReaderOptions::default()).expect("what was written")
}

#[test]
fn initial_values_keep_their_bytes() {
    let number = |index: u64| (index * 40_503 % 65_536).to_string();
    let tables = [
        members(&format!("[{MEMBERS} x i16] ["), |index| format!("i16 {}", number(index)), "]"),
        members(
            &format!("[{MEMBERS} x {{ i8, i64 }}] ["),
            |index| format!("{{ i8, i64 }} {{ i8 {}, i64 {index} }}", index % 256),
            "]",
        ),
        structure("<{ ", |index| ["i32", "i8"][index as usize % 2], |index| (index % 200).to_string(), " }>"),
        structure("{ ", |index| ["i8", "i64", "i16"][index as usize % 3], |index| (index % 200).to_string(), " }"),
        format!("{{ i8, [{MEMBERS} x i8], i32 }} {{ i8 1, [{MEMBERS} x i8] {}, i32 2 }}", {
            members("[", |index| format!("i8 {}", index % 256), "]")
        }),
        "{ i32, [0 x i64] } { i32 7, [0 x i64] zeroinitializer }".to_owned(),
        "[2 x <5 x i32>] [<5 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5>, <5 x i32> <i32 6, i32 7, i32 8, i32 9, i32 10>]"
            .to_owned(),
    ];
    for table in tables {
        let text = module_with(&table);
        let original = Module::parse(&Context::new(), text.as_bytes(), "test").expect("IR");
        let ctx = Context::new();
        let read = written_and_read(&ctx, &text);
        assert_eq!(table_bytes(&read), table_bytes(&original), "{}", &table[..table.len().min(60)]);
    }
}

/// Where each value of a kernel's switches leads to: the number that the block there stores.
fn cases_of(kernel: Function<'_>) -> Vec<(i64, u64)> {
    let switches = kernel.insts().into_iter().filter(|inst| inst.opcode() == Opcode::LLVMSwitch);
    let mut cases: Vec<_> = switches
        .flat_map(Inst::switch_cases)
        .map(|(value, block)| {
            let store = block.insts().into_iter().find(|inst| inst.opcode() == Opcode::LLVMStore).expect("a store");
            (value.const_i64().expect("a case"), store.operand(0).const_u64().expect("a number"))
        })
        .collect();
    cases.sort_unstable();
    cases
}

#[test]
fn long_switches_are_chains() {
    for ty in ["i64", "i32"] {
        let mut text = format!(
            "target triple = \"spir64-unknown-unknown\"
define spir_kernel void @k(ptr addrspace(1) %p, {ty} %x) {{
entry:
  switch {ty} %x, label %exit ["
        );
        (0..CASES).for_each(|index| write!(text, "{ty} {}, label %case{index} ", index * 7).expect("text"));
        text.push_str("]\n");
        for index in 0..CASES {
            writeln!(text, "case{index}:\n  store i64 {index}, ptr addrspace(1) %p\n  br label %exit").expect("text");
        }
        text.push_str("exit:\n  %r = phi i64 [ 1, %entry ]");
        (0..CASES).for_each(|index| write!(text, ", [ {}, %case{index} ]", index + 5).expect("text"));
        text.push_str("\n  store i64 %r, ptr addrspace(1) %p\n  ret void\n}");
        let ctx = Context::new();
        let read = written_and_read(&ctx, &text);
        read.verify().expect("valid");
        let expected: Vec<_> = (0..CASES).map(|index| ((index * 7) as i64, index)).collect();
        assert_eq!(cases_of(read.function("k").expect("written")), expected);
    }
}

#[test]
fn phis_take_from_each_switch_of_a_chain() {
    // Every other case leads where the default leads.
    let mut text = "target triple = \"spir64-unknown-unknown\"
define spir_kernel void @k(ptr addrspace(1) %p, i64 %x) {
entry:
  switch i64 %x, label %exit ["
        .to_owned();
    for index in 0..CASES {
        write!(text, "i64 {index}, label %{} ", ["exit", "other"][index as usize % 2]).expect("text");
    }
    let entries = vec!["[ 3, %entry ]"; CASES as usize / 2];
    write!(
        text,
        "]\nother:\n  %o = phi i64 {}\n  store i64 %o, ptr addrspace(1) %p\n  br label %exit
exit:\n  %r = phi i64 [ 4, %other ], [ 3, %entry ], {}\n  store i64 %r, ptr addrspace(1) %p\n  ret void\n}}",
        entries.join(", "),
        entries.join(", ")
    )
    .expect("text");
    let ctx = Context::new();
    let read = written_and_read(&ctx, &text);
    read.verify().expect("valid");
}
