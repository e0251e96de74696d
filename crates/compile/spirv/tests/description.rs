//! Descriptions of the writer's modules, and errors for damaged ones.

mod support;

use tandem_spirv::writer::{WriterOptions, write};
use tandem_spirv_binary::description::{Description, Param, Source, SpecConstant, Symbol};
use tandem_spirv_binary::{BinaryError, Words};

const INPUT: &str = r#"
@table = addrspace(1) global i32 3
@other = external addrspace(1) global i32
declare spir_func i32 @imported(i32)
declare spir_func i64 @__spirv_SpecConstant.i64(i32, i64)

define spir_func i32 @exported(i32 %x) {
  %y = load i32, ptr addrspace(1) @other
  %z = call spir_func i32 @imported(i32 %y)
  ret i32 %z
}

define spir_kernel void @first(ptr addrspace(1) %data, ptr addrspace(3) %scratch, <4 x float> %v, ptr byval([9 x i8]) %object) !reqd_work_group_size !0 !intel_reqd_sub_group_size !1 {
  %n = call spir_func i64 @__spirv_SpecConstant.i64(i32 4, i64 77)
  store i64 %n, ptr addrspace(1) %data
  ret void
}

define spir_kernel void @second() {
  ret void
}

!0 = !{i32 8, i32 4, i32 1}
!1 = !{i32 32}
"#;

fn written() -> Vec<u8> {
    let module = support::device_ir(INPUT.as_bytes()).expect("device IR");
    write(&module, &WriterOptions::default()).expect("writable")
}

fn describe(bytes: &[u8]) -> Result<Description, BinaryError> {
    Description::of(&Words::new(bytes)?)
}

#[test]
fn kernels_symbols_and_constants() {
    let Description { entry_points: kernels, imports, exports, spec_constants, .. } =
        describe(&written()).expect("a module");
    assert_eq!(kernels.iter().map(|kernel| kernel.name.as_str()).collect::<Vec<_>>(), ["first", "second"]);
    let param = |name: &str, ty: &str| Param { name: name.into(), ty: ty.into() };
    let expected = [
        param("data", "global pointer"),
        param("scratch", "local pointer"),
        param("v", "v4f32"),
        param("object", "private pointer"),
    ];
    assert_eq!(kernels[0].params, expected);
    assert_eq!(kernels[0].local_size, Some([8, 4, 1]));
    assert_eq!(kernels[0].sub_group_size, Some(32));
    assert_eq!(kernels[1].local_size, None);

    let symbol = |name: &str, is_function| Symbol { name: name.into(), is_function };
    assert_eq!(imports, [symbol("other", false), symbol("imported", true)]);
    assert_eq!(exports, [symbol("table", false), symbol("exported", true)]);
    assert_eq!(spec_constants, [SpecConstant { id: 4, ty: "i64".into(), bytes: 8, default: 77 }]);
}

#[test]
fn head() {
    let Description { version, generator, capabilities, instruction_sets, memory_model, sources, .. } =
        describe(&written()).expect("a module");
    assert_eq!((version, generator), ((1, 4), (0, 0)));
    assert!(capabilities.contains(&"Linkage".to_owned()), "{capabilities:?}");
    assert_eq!(instruction_sets, [""; 0]);
    assert_eq!(memory_model, Some(("Physical64".into(), "OpenCL".into())));
    assert_eq!(sources, [Source { language: "OpenCL_CPP".into(), version: 100_000, file: None }]);
}

#[test]
fn either_byte_order() {
    let swapped: Vec<u8> = written().chunks(4).flat_map(|word| word.iter().rev().copied()).collect();
    assert_eq!(describe(&swapped).expect("a module"), describe(&written()).expect("a module"));
}

#[test]
fn every_truncation_is_an_error_or_a_shorter_module() {
    let whole = written();
    for len in 0..whole.len() {
        match describe(&whole[..len]) {
            // A cut between instructions leaves a smaller module, unless a kernel is cut off.
            Ok(description) => assert!(len % 4 == 0 && len >= 20, "{len}: {description:?}"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn damaged_words_never_panic() {
    let whole = written();
    for at in 0..whole.len() {
        for value in [0, 1, 0x7f, 0xff] {
            let mut damaged = whole.clone();
            damaged[at] = value;
            let _ = describe(&damaged);
        }
    }
}

#[test]
fn errors_name_the_instruction_and_its_byte() {
    let mut bytes = written();
    bytes.truncate(bytes.len() - 4);
    let last = u32::from_le_bytes([bytes[20], bytes[21], bytes[22], bytes[23]]);
    assert_eq!(last, 0x0002_0011, "the first instruction declares a capability");
    bytes[22] = 0xff;
    bytes[23] = 0xff;
    let error = describe(&bytes).expect_err("cut").to_string();
    assert!(error.starts_with("instruction 0 (OpCapability) at byte 20: "), "{error}");
}
