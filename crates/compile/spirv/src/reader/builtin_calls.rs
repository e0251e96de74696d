//! Calls of the device builtins.
//!
//! A builtin's name is `__spirv_<OpName>` and a suffix that tells overloads
//! apart: the result type, then the type of each operand that is neither of
//! the result type nor `i32`. Two uses that differ all the same (an optional
//! operand) get the types of all operands.

use std::fmt::Write;

use tandem_device_ir::{Builtin, Instruction};
use tandem_device_ir_llvm::declare_builtin;
use tandem_ir::{Inst, Type, TypeKind, Value};

use super::body::Body;
use super::defs::{Sampler, Typed};

impl<'m> Body<'_, 'm, '_> {
    /// A sampler that the module defines.
    pub fn constant_sampler(&self, sampler: &Sampler) -> Typed<'m> {
        let builtin = Builtin::Instruction(Instruction::ConstantSampler);
        let returns = self.r.llvm(sampler.ty);
        let call = self.call_builtin(builtin, returns, returns, &sampler.properties.map(|property| self.i32(property)));
        Typed { value: call.value(), ty: sampler.ty }
    }

    /// Calls the function of a builtin, declared where it is not yet. Its name
    /// says the type `named`, which is that of the result as a rule.
    pub fn call_builtin(&self, builtin: Builtin, named: Type<'m>, returns: Type<'m>, args: &[Value<'m>]) -> Inst<'m> {
        let types: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
        let ty = returns.function(&types, false);
        let module = self.r.module;
        let declare = |name: &str| {
            let function = module.add_function(name, ty);
            declare_builtin(module, function, builtin);
            function
        };
        let name = overload(builtin, named, args);
        let declared = match module.function(&name) {
            Some(function) if function.function_type() == ty => function,
            Some(_) => {
                let full = args.iter().fold(name, |name, arg| name + "." + &suffix(arg.ty()));
                let known = module.function(&full).filter(|function| function.function_type() == ty);
                known.unwrap_or_else(|| declare(&full))
            }
            None => declare(&name),
        };
        self.builder.call_function(declared, args)
    }
}

/// The name of a builtin with the suffix of this overload; variables have one form.
pub(super) fn overload(builtin: Builtin, returns: Type<'_>, args: &[Value<'_>]) -> String {
    let mut name = builtin.base_name();
    if matches!(builtin, Builtin::Variable(_)) {
        return name;
    }
    if returns.kind() != TypeKind::Void {
        name = name + "." + &suffix(returns);
    }
    for ty in args.iter().map(|arg| arg.ty()).filter(|ty| *ty != returns && ty.kind() != TypeKind::Int(32)) {
        name = name + "." + &suffix(ty);
    }
    name
}

/// `i32`, `v4f32`, `p1`, … for the types that operands have.
pub(super) fn suffix(ty: Type<'_>) -> String {
    match ty.kind() {
        TypeKind::Int(bits) => format!("i{bits}"),
        TypeKind::Half => "f16".into(),
        TypeKind::BFloat => "bf16".into(),
        TypeKind::Float => "f32".into(),
        TypeKind::Double => "f64".into(),
        TypeKind::Pointer(space) => format!("p{space}"),
        TypeKind::Vector(element, count) => format!("v{count}{}", suffix(element)),
        TypeKind::Array(element, count) => format!("a{count}{}", suffix(element)),
        TypeKind::Struct => {
            let mut name = String::from("s");
            for field in ty.fields() {
                // Writing to a string does not fail.
                let _ = write!(name, "{}_", suffix(field));
            }
            name
        }
        // The type as LLVM prints it, as far as names may have it.
        _ => ty.to_string().replace(|c: char| !c.is_ascii_alphanumeric(), ""),
    }
}
