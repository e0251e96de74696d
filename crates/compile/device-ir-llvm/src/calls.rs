//! Calls of the device builtins.
//!
//! A builtin's name is `__spirv_<OpName>` and a suffix that distinguishes overloads: the result type, then the type of
//! each operand that is neither of the result type nor `i32`. Two uses that differ all the same (an optional operand)
//! get the types of all operands.

use std::fmt::Write;

use tandem_device_ir::Builtin;
use tandem_ir::{Builder, Inst, Type, TypeKind, Value};

use crate::effects::declare_builtin;

/// Calls the function of a builtin, declaring it if necessary. Its name contains the type `named`, which is usually
/// that of the result.
pub fn call_builtin<'m>(
    builder: &Builder<'m>,
    builtin: Builtin,
    named: Type<'m>,
    returns: Type<'m>,
    args: &[Value<'m>],
) -> Inst<'m> {
    let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
    let ty = returns.function(&types, false);
    let module = builder.module();
    let declare = |name: &str| {
        let function = module.add_function(name, ty);
        declare_builtin(module, function, builtin);
        function
    };
    let name = overload(builtin, named, args);
    let declared = match module.function(&name) {
        Some(function) if function.function_type() == ty => function,
        Some(_) => {
            let full = args.iter().fold(name, |name, arg| name + "." + &type_suffix(arg.ty()));
            let known = module.function(&full).filter(|function| function.function_type() == ty);
            known.unwrap_or_else(|| declare(&full))
        }
        None => declare(&name),
    };
    builder.call_function(declared, args)
}

/// The name of a builtin with the suffix of this overload; variables have one form.
pub fn overload(builtin: Builtin, returns: Type<'_>, args: &[Value<'_>]) -> String {
    let mut name = builtin.base_name();
    if matches!(builtin, Builtin::Variable(_)) {
        return name;
    }
    if returns.kind() != TypeKind::Void {
        name = name + "." + &type_suffix(returns);
    }
    for ty in args.iter().map(|arg| arg.ty()).filter(|ty| *ty != returns && ty.kind() != TypeKind::Int(32)) {
        name = name + "." + &type_suffix(ty);
    }
    name
}

/// `i32`, `v4f32`, `p1`, … for the types that operands have.
pub fn type_suffix(ty: Type<'_>) -> String {
    match ty.kind() {
        TypeKind::Int(bits) => format!("i{bits}"),
        TypeKind::Half => "f16".into(),
        TypeKind::BFloat => "bf16".into(),
        TypeKind::Float => "f32".into(),
        TypeKind::Double => "f64".into(),
        TypeKind::Pointer(space) => format!("p{space}"),
        TypeKind::Vector(element, count) => format!("v{count}{}", type_suffix(element)),
        TypeKind::Array(element, count) => format!("a{count}{}", type_suffix(element)),
        TypeKind::Struct => {
            let mut name = String::from("s");
            for field in ty.fields() {
                // Writing to a string does not fail.
                let _ = write!(name, "{}_", type_suffix(field));
            }
            name
        }
        // The type as LLVM prints it, as far as names may have it.
        _ => ty.to_string().replace(|c: char| !c.is_ascii_alphanumeric(), ""),
    }
}
