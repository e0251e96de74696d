//! The table of builtins and the compiler agree: the builtins that CPUs have according to the table compile from device
//! IR through SPIR-V to an object, and the validator refuses all others.

mod support;

use support::validated;
use tandem_codegen::compile::compile;
use tandem_codegen_cpu::{DEVICE, Options};
use tandem_device_ir::{
    Builtin, ImportedFunction, Instruction, Kind, Scalar, Signature, SignatureClass, Slot, ValueType, VariableType,
};
use tandem_spirv::writer::{WriterOptions, write};

#[test]
fn every_builtin_of_cpus_compiles() {
    let failures: Vec<_> = on_cpus().filter_map(|builtin| compiles(&kernel(builtin, None)).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn other_builtins_are_refused_by_name() {
    for builtin in Builtin::all().filter(|builtin| !DEVICE.provides(*builtin)) {
        let message = refused(&kernel(builtin, None));
        let expected = format!("kernel `k`: `{}` is not supported on the CPU device", builtin.base_name());
        assert_eq!(message, expected);
    }
}

#[test]
fn no_parameter_takes_an_array() {
    for builtin in on_cpus() {
        let params = builtin.signature().map_or(0, |signature| required(&signature).len());
        for wrong in 0..params {
            let message = refused(&kernel(builtin, Some(wrong)));
            let start = format!("kernel `k`: `{}` has the signature", builtin.base_name());
            assert!(message.starts_with(&start), "{message}");
        }
    }
}

fn on_cpus() -> impl Iterator<Item = Builtin> {
    Builtin::all().filter(|builtin| DEVICE.provides(*builtin))
}

/// Compiles device IR through SPIR-V, as for a device.
fn compiles(text: &str) -> Result<(), String> {
    let module = validated(text, None).map_err(|error| format!("{error}\n{text}"))?;
    let spirv = write(&module, &WriterOptions::default()).map_err(|error| format!("{error}\n{text}"))?;
    compile(&[&spirv], &Options::default()).map_err(|error| format!("{error}\n{text}")).map(|_| ())
}

fn refused(text: &str) -> String {
    validated(text, Some(&DEVICE)).expect_err(text).to_string()
}

/// A kernel that calls a builtin; the parameter `wrong` is an array.
fn kernel(builtin: Builtin, wrong: Option<usize>) -> String {
    let (result, args) = match (builtin, builtin.signature()) {
        (Builtin::Variable(variable), _) => match variable.ty() {
            VariableType::SizeVector3 | VariableType::U32Vector4 => ("i64".to_owned(), vec!["i32 1".to_owned()]),
            VariableType::Size | VariableType::U32 => ("i64".to_owned(), Vec::new()),
        },
        (_, Some(signature)) => call(builtin, &signature, wrong),
        (_, None) => unreachable!("only variables have no slots"),
    };
    let params: Vec<_> = args.iter().map(|arg| arg.rsplit_once(' ').expect("type and value").0).collect();
    let (name, params, args) = (builtin.base_name(), params.join(", "), args.join(", "));
    let (define, store) = match result.as_str() {
        "void" => (String::new(), String::new()),
        // Images and samplers are not stored.
        opaque if opaque.starts_with("target") => ("%r = ".to_owned(), String::new()),
        _ => ("%r = ".to_owned(), format!("store {result} %r, ptr addrspace(1) %p\n")),
    };
    format!(
        "declare {result} @{name}({params})
         define spir_kernel void @k(ptr addrspace(1) %p, {value} %v) {{
           {define}call {result} @{name}({args})
           {store}
           ret void
         }}",
        value = builtin.signature().map_or("i32".to_owned(), |signature| text(value_of(&signature))),
    )
}

/// The result's type and the arguments of a call.
fn call(builtin: Builtin, signature: &Signature, wrong: Option<usize>) -> (String, Vec<String>) {
    let value = value_of(signature);
    let is_constant = builtin == Builtin::Instruction(Instruction::SpecConstant);
    let argument = |(index, slot): (usize, &Slot)| {
        let ty = text(slot_type(*slot, value));
        match slot {
            _ if wrong == Some(index) => "[2 x i8] zeroinitializer".to_owned(),
            Slot::Value(_) if is_constant => format!("{ty} 1"),
            Slot::Value(_) => format!("{ty} %v"),
            Slot::Pointer | Slot::Out => format!("{ty} %p"),
            Slot::Scope | Slot::GroupScope => format!("{ty} 3"),
            Slot::Semantics => format!("{ty} 0"),
            Slot::GroupOperation => format!("{ty} 0"),
            Slot::Opaque => {
                opaque(builtin.operands()[index]).map_or(format!("{ty} zeroinitializer"), |ty| ty + " poison")
            }
            // A cluster size, a number of elements, a storage class.
            Slot::Literal => format!("{ty} {}", literal(builtin, index)),
            _ => format!("{ty} zeroinitializer"),
        }
    };
    let mut args: Vec<String> = required(signature).iter().enumerate().map(argument).collect();
    if builtin == Builtin::Instruction(Instruction::ImageSampleExplicitLod) {
        args.extend(["i32 2".to_owned(), "float 0.0".to_owned()]);
    }
    let made = match builtin {
        Builtin::Instruction(Instruction::ConstantSampler | Instruction::ConvertHandleToSamplerINTEL) => "sampler",
        Builtin::Instruction(Instruction::Image | Instruction::ConvertHandleToImageINTEL) => "image",
        Builtin::Instruction(Instruction::SampledImage | Instruction::ConvertHandleToSampledImageINTEL) => {
            "sampled_image"
        }
        _ => "",
    };
    (opaque(made).unwrap_or_else(|| text(slot_type(signature.result, value))), args)
}

/// The type of an image of one dimension or a sampler, by the name of the operand.
fn opaque(operand: &str) -> Option<String> {
    let image = |name: &str| format!("target(\"spirv.{name}\", void, 0, 0, 0, 0, 0, 0, 0)");
    match operand {
        "image" => Some(image("Image")),
        "sampled_image" => Some(image("SampledImage")),
        "sampler" => Some("target(\"spirv.Sampler\")".to_owned()),
        _ => None,
    }
}

fn required(signature: &Signature) -> &'static [Slot] {
    &signature.params[..signature.params.len() - signature.optional]
}

fn literal(builtin: Builtin, index: usize) -> u32 {
    match builtin {
        // Storage class `CrossWorkgroup`.
        Builtin::Instruction(Instruction::GenericCastToPtrExplicit) => 5,
        // Rounding to even.
        Builtin::OpenCl(_) if index == 3 => 0,
        Builtin::Instruction(Instruction::GroupNonUniformQuadSwap) => 1,
        // Storage class, row-major, a left factor, half, 16 x 16.
        Builtin::Imported(ImportedFunction::MatrixLoad | ImportedFunction::MatrixStore) => {
            [5, 0, 0, 1, 16, 16][index - 3]
        }
        Builtin::Imported(ImportedFunction::MatrixFill) => [0, 1, 16, 16][index - 2],
        // 16 x 16 x 16, half to float.
        Builtin::Imported(ImportedFunction::MatrixMultiplyAdd) => [16, 16, 16, 1, 3][index - 4],
        // Or, of all.
        Builtin::Imported(ImportedFunction::MembersCombine) => [11, 0][index - 2],
        _ => 4,
    }
}

/// A type that the builtin is overloaded on.
fn value_of(signature: &Signature) -> ValueType {
    let slots = || [signature.result].into_iter().chain(signature.params.iter().copied());
    let kind = slots().find_map(|slot| match slot {
        Slot::Value(kind) => Some(kind),
        _ => None,
    });
    // Scalars would be packed vectors, of a format.
    let is_dot =
        *signature == SignatureClass::IntDot.signature() || *signature == SignatureClass::IntDotSum.signature();
    let of_vector = is_dot || slots().any(|slot| slot == Slot::ElementOfValue);
    match kind {
        Some(kind) if of_vector => ValueType { lanes: Some(4), ..kind_type(kind) },
        Some(kind) => kind_type(kind),
        None => ValueType::scalar(Scalar::Int(32)),
    }
}

fn kind_type(kind: Kind) -> ValueType {
    let vector = |scalar| ValueType { scalar, lanes: Some(4) };
    match kind {
        Kind::Floats => ValueType::scalar(Scalar::Float),
        Kind::Floats3Or4 => vector(Scalar::Float),
        Kind::Ints16 => ValueType::scalar(Scalar::Int(16)),
        Kind::Ints | Kind::Ints32 | Kind::Any | Kind::Numbers => ValueType::scalar(Scalar::Int(32)),
        Kind::Bools => ValueType::scalar(Scalar::Int(1)),
        Kind::Vectors => vector(Scalar::Int(32)),
        Kind::Pointers => ValueType::scalar(Scalar::Pointer(1)),
    }
}

fn slot_type(slot: Slot, value: ValueType) -> ValueType {
    let int = |bits| ValueType { scalar: Scalar::Int(bits), lanes: value.lanes };
    let bits = value.scalar.bits().unwrap_or(32);
    match slot {
        Slot::Void => ValueType::scalar(Scalar::Void),
        Slot::Value(_) => value,
        Slot::ElementOfValue => ValueType::scalar(value.scalar),
        Slot::Other(kind) => kind_type(kind),
        Slot::PerElement(kind) => ValueType { lanes: value.lanes, ..kind_type(kind) },
        Slot::IntOfWidth | Slot::Int32PerElement => int(bits),
        Slot::IntOfHalfWidth => int(bits / 2),
        Slot::Bool => ValueType::scalar(Scalar::Int(1)),
        Slot::Mask => ValueType { scalar: Scalar::Int(32), lanes: Some(4) },
        Slot::Pointer | Slot::Out => ValueType::scalar(Scalar::Pointer(1)),
        Slot::Opaque => ValueType::scalar(Scalar::Int(64)),
        Slot::Int
        | Slot::Index
        | Slot::Scope
        | Slot::GroupScope
        | Slot::Semantics
        | Slot::GroupOperation
        | Slot::Literal => ValueType::scalar(Scalar::Int(32)),
    }
}

fn text(ty: ValueType) -> String {
    ty.to_string()
}
