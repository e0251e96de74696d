//! The tables as text, for `docs/internals/device-ir.md`.

use std::fmt::{Result, Write};

use crate::builtin::Builtin;
use crate::effects::{Effects, Lowering};
use crate::feature::Feature;
use crate::imported::ImportedFunction;
use crate::instruction::Instruction;
use crate::opencl::OpenClFunction;
use crate::role::Role;
use crate::signature_class::SignatureClass;
use crate::variable::{Variable, Variation};

/// All tables, in Markdown.
pub fn markdown() -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_all(&mut text);
    text
}

fn write_all(text: &mut String) -> Result {
    write_variables(text)?;
    write_instructions(text)?;
    write_opencl(text)?;
    write_imported(text)?;
    write_classes(text)
}

fn write_variables(text: &mut String) -> Result {
    writeln!(text, "### Variables\n\nCalled as `__spirv_BuiltIn<name>`.\n")?;
    writeln!(text, "| call | semantics | number | type | the same for | capability |\n|---|---|---|---|---|---|")?;
    for variable in Variable::ALL {
        let ty = match variable.ty().lanes() {
            Some(lanes) => format!("{lanes} x i{}", variable.ty().bits()),
            None => format!("i{}", variable.ty().bits()),
        };
        writeln!(
            text,
            "| {} | {} | {} | {ty} | {} | `{}` |",
            call(variable.name(), Builtin::Variable(*variable)),
            variable.semantics(),
            *variable as u32,
            same_for(variable.variation()),
            variable.capability().name(),
        )?;
    }
    Ok(())
}

/// A table for each role, in order of the first opcode.
fn write_instructions(text: &mut String) -> Result {
    writeln!(text, "\n### Instructions\n\nCalled as `__spirv_<name>`.")?;
    let mut roles: Vec<&str> = Vec::new();
    for role in Instruction::ALL.iter().map(|instruction| instruction.role()) {
        if !roles.contains(&role.name()) {
            roles.push(role.name());
            write_instructions_of(text, role)?;
        }
    }
    Ok(())
}

fn write_instructions_of(text: &mut String, role: Role) -> Result {
    writeln!(text, "\n#### Role: {}\n\nEffects: {}.\n", role.name(), effects(role.effects()))?;
    writeln!(text, "| call | semantics | opcode | signature | capability | lowered by | needs |")?;
    writeln!(text, "|---|---|---|---|---|---|---|")?;
    for instruction in Instruction::ALL.iter().filter(|instruction| instruction.role().name() == role.name()) {
        writeln!(
            text,
            "| {} | {} | {} | `{:?}` | {} | {} | {} |",
            call(instruction.name(), Builtin::Instruction(*instruction)),
            instruction.semantics(),
            *instruction as u32,
            instruction.signature(),
            instruction.capability().map_or("–".to_owned(), |capability| format!("`{}`", capability.name())),
            lowering(instruction.lowering()),
            instruction.feature().map_or("–", Feature::name),
        )?;
    }
    Ok(())
}

fn write_opencl(text: &mut String) -> Result {
    writeln!(text, "\n### Functions of `OpenCL.std`\n\nCalled as `__spirv_ocl_<name>`. All devices have them.\n")?;
    writeln!(text, "| call | semantics | number | signature | effects | lowered by |\n|---|---|---|---|---|---|")?;
    for function in OpenClFunction::ALL {
        writeln!(
            text,
            "| {} | {} | {} | `{:?}` | {} | {} |",
            call(function.name(), Builtin::OpenCl(*function)),
            function.semantics(),
            *function as u32,
            function.signature(),
            effects(function.effects()),
            lowering(function.lowering()),
        )?;
    }
    Ok(())
}

fn write_imported(text: &mut String) -> Result {
    writeln!(text, "\n### Imported functions\n\nCalled as `__spirv_tandem_<name>`. SPIR-V modules import them.\n")?;
    writeln!(text, "| call | semantics | signature | effects |\n|---|---|---|---|")?;
    for function in ImportedFunction::ALL {
        let (call, semantics) = (call(function.name(), Builtin::Imported(*function)), function.semantics());
        let (class, effects) = (function.signature(), effects(function.effects()));
        writeln!(text, "| {call} | {semantics} | `{class:?}` | {effects} |")?;
    }
    Ok(())
}

fn write_classes(text: &mut String) -> Result {
    writeln!(text, "\n### Signatures\n\n| class | signature |\n|---|---|")?;
    for class in SignatureClass::ALL {
        writeln!(text, "| `{class:?}` | `{}` |", class.signature())?;
    }
    Ok(())
}

/// A name with the operands; `?` marks those that may be missing.
fn call(name: &str, builtin: Builtin) -> String {
    let names = builtin.operands();
    let (optional, variadic) =
        builtin.signature().map_or((names.len(), false), |signature| (signature.optional, signature.variadic));
    let required = names.len() - optional;
    let marked = names
        .iter()
        .enumerate()
        .map(|(index, name)| if index < required { (*name).to_owned() } else { format!("{name}?") });
    let operands: Vec<_> = marked.chain(variadic.then(|| "…".to_owned())).collect();
    format!("`{name}({})`", operands.join(", "))
}

const fn same_for(variation: Variation) -> &'static str {
    match variation {
        Variation::Launch => "launch",
        Variation::Workgroup => "work-group",
        Variation::Subgroup => "sub-group",
        Variation::WorkItem => "work-item",
    }
}

const fn effects(effects: Effects) -> &'static str {
    match effects {
        Effects::Pure => "none",
        Effects::Memory => "memory",
        Effects::Convergent => "convergent",
    }
}

const fn lowering(lowering: Lowering) -> &'static str {
    match lowering {
        Lowering::Reader => "reader",
        Lowering::Target => "target",
    }
}
