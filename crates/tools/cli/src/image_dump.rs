//! `tandem image dump`: what device code a file carries, for people. Reads
//! objects, archives, executables and shared libraries, DPC++'s included.

use std::fmt::{self, Write as _};

use anyhow::{Context as _, Result};
use tandem_image::archive::{self, Contents};
use tandem_image::device_image::targets;
use tandem_image::reader::images_in_file;
use tandem_image::{DeviceImage, ImageFormat, PropertyValue, spirv};
use tandem_offload::fat::{self, DevicePart};

use crate::names::in_words;
use crate::spirv_dump;

/// Byte arrays are shown up to this length.
const MAX_SHOWN_BYTES: usize = 32;

/// Describes the device code of `file`, whose contents are `bytes`: a SPIR-V module, or a file with
/// device images.
pub fn dump(file: &str, bytes: &[u8]) -> Result<String> {
    let (parts, images) = match ImageFormat::of_bytes(bytes) {
        ImageFormat::Spirv => (Vec::new(), vec![bare_module(file, bytes)?]),
        _ => (device_parts(file, bytes)?, images_in_file(file, bytes)?),
    };
    let mut out = String::new();
    let text = &mut out;
    writeln!(text, "{file}: {}", summary(parts.len(), images.len()))?;
    for (member, part) in &parts {
        write!(text, "\ndevice part")?;
        if let Some(member) = member {
            write!(text, " of {member}")?;
        }
        writeln!(text, ": LLVM bitcode for {}, {} bytes", part.target, part.bitcode.len())?;
        writeln!(text, "  unit {}", part.unit)?;
    }
    for (index, image) in images.iter().enumerate() {
        write_image(text, index, image)?;
    }
    Ok(out)
}

fn bare_module(file: &str, bytes: &[u8]) -> Result<DeviceImage> {
    spirv::device_image(bytes.to_vec(), targets::SPIR64).with_context(|| file.to_owned())
}

fn summary(parts: usize, images: usize) -> String {
    let count = |count, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    match (parts, images) {
        (0, 0) => "no device code".to_owned(),
        (0, _) => count(images, "device image"),
        (_, 0) => count(parts, "device part") + " to be linked",
        _ => format!("{}, {}", count(images, "device image"), count(parts, "device part")),
    }
}

/// The device parts of an object, or of an archive's members.
fn device_parts(file: &str, bytes: &[u8]) -> Result<Vec<(Option<String>, DevicePart)>> {
    if !archive::is_archive(bytes) {
        let parts = parts_of(bytes).with_context(|| file.to_owned())?;
        return Ok(parts.into_iter().map(|part| (None, part)).collect());
    }
    let mut found = Vec::new();
    for member in archive::members(bytes).with_context(|| file.to_owned())? {
        if let Contents::Inside(bytes) = member.contents {
            let parts = parts_of(bytes).with_context(|| format!("{file}({})", member.name))?;
            found.extend(parts.into_iter().map(|part| (Some(member.name.clone()), part)));
        }
    }
    Ok(found)
}

fn parts_of(bytes: &[u8]) -> Result<Vec<DevicePart>, fat::FatError> {
    match fat::is_relocatable_object(bytes) {
        true => fat::parts_in_object(bytes),
        false => Ok(Vec::new()),
    }
}

fn write_image(out: &mut String, index: usize, image: &DeviceImage) -> fmt::Result {
    let (format, target) = (image.actual_format(), &image.target);
    writeln!(out, "\nimage {index}: {format} for {target}, {} bytes", image.bytes.len())?;
    for (what, options) in [("compile", &image.compile_options), ("link", &image.link_options)] {
        if !options.is_empty() {
            writeln!(out, "  {what} options: {options}")?;
        }
    }
    let exports: Vec<_> = image.exports().collect();
    let imports: Vec<_> = image.imports().collect();
    for entry in &image.entries {
        if !exports.contains(&entry.as_str()) {
            write_kernel(out, image, entry)?;
        }
    }
    for (what, names) in [("exports", exports), ("imports", imports)] {
        for name in names {
            writeln!(out, "  {what} {name}{}", in_words(name))?;
        }
    }
    if format == ImageFormat::Spirv {
        spirv_dump::write_description(out, &image.bytes)?;
    }
    for (name, set) in image.properties.sets() {
        writeln!(out, "  [{name}]")?;
        for (key, value) in set {
            writeln!(out, "    {key}{} = {}", in_words(key), shown(value))?;
        }
    }
    Ok(())
}

fn write_kernel(out: &mut String, image: &DeviceImage, name: &str) -> fmt::Result {
    writeln!(out, "  kernel {name}{}", in_words(name))?;
    let layout = match image.kernel_layout(name) {
        None => return Ok(()),
        Some(Err(error)) => return writeln!(out, "    {error}"),
        Some(Ok(layout)) => layout,
    };
    writeln!(out, "    closure of {} bytes", layout.closure_size)?;
    for (index, record) in layout.records.iter().enumerate() {
        writeln!(out, "    argument {index}: {}, {} bytes at {}", record.kind.name(), record.size, record.offset)?;
    }
    Ok(())
}

fn shown(value: &PropertyValue) -> String {
    let array = match value {
        PropertyValue::U32(value) => return value.to_string(),
        PropertyValue::Bytes(array) => array,
    };
    let mut text = match array.bit_len() {
        bits if bits % 8 == 0 => format!("{} bytes:", bits / 8),
        bits => format!("{bits} bits:"),
    };
    for byte in array.bytes().iter().take(MAX_SHOWN_BYTES) {
        text.push_str(&format!(" {byte:02x}"));
    }
    if array.bytes().len() > MAX_SHOWN_BYTES {
        text.push_str(" …");
    }
    text
}

#[cfg(test)]
mod tests {
    use tandem_image::layout::RecordKind;
    use tandem_image::layout::{KernelLayout, Record};
    use tandem_image::property::PropertySetName;
    use tandem_image::{ImageFormat, PropertySetRegistry};
    use tandem_offload::wrapper;

    use tandem_spirv_binary::assembler::{Assembler, with_string};
    use tandem_spirv_binary::grammar::{
        AddressingModel, Capability, Decoration, ExecutionMode, ExecutionModel, LinkageType, MemoryModel, Op,
        SourceLanguage, StorageClass,
    };

    use super::*;

    fn sample() -> DeviceImage {
        let record = |kind, offset, size| Record { kind, offset, size };
        let layout = KernelLayout {
            closure_size: 24,
            records: vec![
                record(RecordKind::UsmPointer, 0, 8),
                record(RecordKind::LocalAccessor, 8, 8),
                record(RecordKind::Value, 16, 4),
            ],
        };
        let mut properties = PropertySetRegistry::new();
        properties.add(PropertySetName::KernelLayout, "_ZTS3Foo@u1", layout.encode());
        properties.add(PropertySetName::ExportedSymbols, "_Z3fooi", 1);
        properties.add(PropertySetName::ImportedSymbols, "bar", 1);
        DeviceImage {
            format: ImageFormat::Spirv,
            target: "spir64".into(),
            compile_options: "-g".into(),
            link_options: String::new(),
            bytes: module(),
            entries: vec!["_ZTS3Foo@u1".into(), "_Z3fooi".into()],
            properties,
        }
    }

    /// A kernel with two parameters and a specialization constant.
    fn module() -> Vec<u8> {
        let mut asm = Assembler::new(AddressingModel::Physical64, MemoryModel::OpenCL);
        asm.capability(Capability::Kernel);
        asm.extension("SPV_KHR_expect_assume");
        let [void, int, pointer, ty, kernel, data, count, constant, import] = [(); 9].map(|()| asm.id());
        asm.instruction_set("OpenCL.std");
        asm.entry_points.inst(Op::EntryPoint, &with_string(&[ExecutionModel::Kernel as u32, kernel], "_ZTS3Foo@u1"));
        asm.execution_modes.inst(Op::ExecutionMode, &[kernel, ExecutionMode::LocalSize as u32, 8, 4, 1]);
        asm.execution_modes.inst(Op::ExecutionMode, &[kernel, ExecutionMode::SubgroupSize as u32, 32]);
        asm.strings.inst(Op::Source, &[SourceLanguage::OpenCL_CPP as u32, 100_000]);
        asm.name(data, "data");
        asm.decorate(constant, Decoration::SpecId, &[7]);
        let import_words = with_string(&[import, Decoration::LinkageAttributes as u32], "_Z3bari");
        asm.annotations.inst(Op::Decorate, &[import_words, vec![LinkageType::Import as u32]].concat());
        asm.globals.inst(Op::TypeVoid, &[void]);
        asm.globals.inst(Op::TypeInt, &[int, 32, 0]);
        asm.globals.inst(Op::TypePointer, &[pointer, StorageClass::CrossWorkgroup as u32, int]);
        asm.globals.inst(Op::TypeFunction, &[ty, void, pointer, int]);
        asm.globals.inst(Op::SpecConstant, &[int, constant, 42]);
        asm.declarations.inst(Op::Function, &[void, import, 0, ty]);
        asm.definitions.inst(Op::Function, &[void, kernel, 0, ty]);
        asm.definitions.inst(Op::FunctionParameter, &[pointer, data]);
        asm.definitions.inst(Op::FunctionParameter, &[int, count]);
        asm.finish((1, 4)).unwrap()
    }

    #[test]
    fn images() {
        let object = wrapper::wrap(&[sample()]).unwrap();
        assert_eq!(
            dump("app.o", &object).unwrap(),
            "\
app.o: 1 device image

image 0: SPIR-V for spir64, 360 bytes
  compile options: -g
  kernel _ZTS3Foo@u1 (Foo)
    closure of 24 bytes
    argument 0: USM pointer, 8 bytes at 0
    argument 1: local accessor, 8 bytes at 8
    argument 2: value, 4 bytes at 16
  exports _Z3fooi (foo(int))
  imports bar
  [SPIR-V]
    version 1.4, made by Khronos 0
    memory model Physical64 OpenCL
    capabilities: Kernel
    extensions: SPV_KHR_expect_assume
    instruction sets: OpenCL.std
    source: OpenCL_CPP 100000
    entry point Kernel _ZTS3Foo@u1 (Foo), work-group size 8 4 1, sub-group size 32
      parameter 0: global pointer data
      parameter 1: i32
    imports function _Z3bari (bar(int))
    specialization constant 7: i32, default 42
  [TANDEM/kernel layout]
    _ZTS3Foo@u1 (Foo) = 40 bytes: 18 00 00 00 03 00 00 00 00 00 00 00 08 00 00 00 02 00 00 00 08 00 00 00 08 00 00 00 00 00 00 00 …
  [SYCL/exported symbols]
    _Z3fooi (foo(int)) = 1
  [SYCL/imported symbols]
    bar = 1
"
        );
    }

    #[test]
    fn bare_modules() {
        let text = dump("foo.spv", &module()).unwrap();
        assert!(text.starts_with("foo.spv: 1 device image\n\nimage 0: SPIR-V for spir64"), "{text}");
        assert!(text.contains("\n  imports _Z3bari (bar(int))\n  [SPIR-V]\n    version 1.4"), "{text}");
        let mut cut = module();
        cut.truncate(cut.len() - 4);
        let error = format!("{:#}", dump("foo.spv", &cut).unwrap_err());
        assert_eq!(
            error,
            "foo.spv: instruction 19 (OpFunctionParameter) at byte 348: \
             the instruction has 3 words, but the module has only 2 left"
        );
    }

    #[test]
    fn modules_as_text() {
        let text = |file: &str, bytes: Vec<u8>| {
            let mut out = Vec::new();
            spirv_dump::write_text(&mut out, file, bytes).map(|written| {
                written.unwrap();
                String::from_utf8(out).unwrap()
            })
        };
        let alone = text("foo.spv", module()).unwrap();
        assert!(alone.starts_with("; SPIR-V\n; Version: 1.4\n"), "{alone}");
        assert!(alone.contains("\n       %data = OpFunctionParameter %_ptr_CrossWorkgroup_uint\n"), "{alone}");
        let object = wrapper::wrap(&[sample(), sample()]).unwrap();
        let expected = format!("; app.o, image 0\n{alone}; app.o, image 1\n{alone}");
        assert_eq!(text("app.o", object).unwrap(), expected);
        let none = text("empty.o", wrapper::wrap(&[]).unwrap()).unwrap_err();
        assert_eq!(none.to_string(), "empty.o has no SPIR-V");
        let mut damaged = sample();
        damaged.bytes.truncate(40);
        let error = text("app.o", wrapper::wrap(&[damaged]).unwrap()).unwrap_err();
        assert!(
            format!("{error:#}").starts_with("app.o, image 0: instruction 1 (OpExtension) at byte 28: "),
            "{error:#}"
        );
    }

    #[test]
    fn device_parts_of_objects() {
        let part = DevicePart { target: "spir64".into(), unit: "u1".into(), bitcode: vec![0; 7] };
        let object = fat::embed(&wrapper::wrap(&[]).unwrap(), &[part]).unwrap();
        assert_eq!(
            dump("a.o", &object).unwrap(),
            "a.o: 1 device part to be linked\n\ndevice part: LLVM bitcode for spir64, 7 bytes\n  unit u1\n"
        );
    }

    #[test]
    fn what_is_no_object_is_an_error() {
        let error = dump("notes.txt", b"hello").unwrap_err().to_string();
        assert!(error.starts_with("notes.txt: "), "{error}");
    }
}
