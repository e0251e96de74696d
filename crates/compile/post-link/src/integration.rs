//! The integration header (`-fsycl-int-header`): the data on a unit's device code for a host compiler without SYCL, and
//! for people.
//!
//! The headers need the unit's id. Kernels, arguments and specialization constants are tables of constants, as in
//! [`kernel_info`].

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tandem_image::demangle;
use tandem_image::layout::{Record, RecordKind};
use tandem_ir::{Context, Function, Module};

use super::diagnostics::Diagnostics;
use super::kernel_info;

/// The part that does not depend on the unit.
const DECLARATIONS: &str = "\
namespace sycl {
inline namespace _V1 {
namespace detail::integration {
enum class argument_kind { value, accessor, local_accessor, pointer, private_memory };
struct argument {
  argument_kind kind;
  unsigned offset, size;  // in the kernel's closure, in bytes
};
struct kernel {
  const char *name;
  unsigned closure_size;
  unsigned first_argument, arguments;  // in the table of arguments
};
struct spec_constant {
  const char *name;
  unsigned size;
};
namespace {
";

/// The header of a processed unit; `bitcode` is empty if the unit has no device code. `source` is named in a comment.
pub fn integration_header(bitcode: &[u8], unit: &str, source: &str) -> Result<String, Diagnostics> {
    let mut header = format!(
        "// Integration header of {source}, written by tandem++.\n#pragma once\n\n\
         #ifndef __SYCL_TU_ID\n#define __SYCL_TU_ID {}\n#endif\n\n{DECLARATIONS}",
        literal(unit)
    );
    let ctx = Context::new();
    let module = match bitcode {
        [] => Module::new(&ctx, source),
        bitcode => Module::parse(&ctx, bitcode, source)?,
    };
    let kernels: Vec<Function<'_>> =
        module.functions().into_iter().filter(|function| kernel_info::is_kernel(*function)).collect();
    let (mut arguments, mut rows) = (Vec::new(), Vec::new());
    let mut constants = BTreeMap::new();
    for kernel in kernels {
        let layout = kernel_info::layout(kernel).unwrap_or_default();
        let name = kernel.name();
        let (size, count) = (layout.closure_size, layout.records.len());
        rows.push(format!(
            "  // {}\n  {{{}, {size}, {}, {count}}},\n",
            demangle::kernel(&name).replace(['\n', '\\'], " "),
            literal(&name),
            arguments.len()
        ));
        arguments.extend(layout.records.iter().map(argument));
        constants.extend(kernel_info::spec_constants(kernel));
    }
    let constants = constants.iter().map(|(name, size)| format!("  {{{}, {size}}},\n", literal(name))).collect();
    put_table(&mut header, "argument", "arguments", arguments);
    put_table(&mut header, "kernel", "kernels", rows);
    put_table(&mut header, "spec_constant", "spec_constants", constants);
    header.push_str("} // namespace\n} // namespace detail::integration\n} // namespace _V1\n} // namespace sycl\n");
    Ok(header)
}

fn argument(record: &Record) -> String {
    let kind = match record.kind {
        RecordKind::Value => "value",
        RecordKind::Accessor => "accessor",
        RecordKind::LocalAccessor => "local_accessor",
        RecordKind::UsmPointer => "pointer",
        RecordKind::PrivateMemory => "private_memory",
        RecordKind::Image => "image",
        RecordKind::Sampler => "sampler",
    };
    format!("  {{argument_kind::{kind}, {}, {}}},\n", record.offset, record.size)
}

/// C++ has no empty arrays: a table ends with an element of zeros.
fn put_table(header: &mut String, ty: &str, name: &str, rows: Vec<String>) {
    let rows: String = rows.concat();
    // Writing to a string cannot fail.
    let _ = write!(header, "[[maybe_unused]] constexpr {ty} {name}[] = {{\n{rows}  {{}}}};\n");
}

fn literal(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: &str = r#"
define spir_kernel void @"_ZTS6reduce"(ptr addrspace(1) %a, i32 %n) "tandem-layout"="24;1:0:8,0:16:4" "tandem-spec-constants"="4;_ZTSfactor" {
  ret void
}
define spir_kernel void @"_ZTS4none"() "tandem-layout"="1;" {
  ret void
}"#;

    #[test]
    fn kernels_arguments_and_constants_are_listed() {
        let header = integration_header(UNIT.as_bytes(), "u1", "a.cpp").expect("valid");
        for part in [
            "#define __SYCL_TU_ID \"u1\"",
            "{argument_kind::accessor, 0, 8},\n  {argument_kind::value, 16, 4},\n",
            "{\"_ZTS6reduce\", 24, 0, 2}",
            "{\"_ZTS4none\", 1, 2, 0}",
            "{\"_ZTSfactor\", 4}",
        ] {
            assert!(header.contains(part), "{part} in\n{header}");
        }
        assert!(integration_header(b"", "u1", "a.cpp").expect("valid").contains("kernels[] = {\n  {}};"));
    }
}
