//! The tables as text, for `docs/internals/device-ir.md`.

use std::fmt::Write;

use crate::builtin::Builtin;
use crate::effects::{Effects, Lowering};
use crate::feature::Feature;
use crate::imported::ImportedFunction;
use crate::instruction::Instruction;
use crate::opencl::OpenClFunction;
use crate::signature::SignatureClass;
use crate::variable::{Variable, Variation};

/// All tables, in Markdown.
pub fn markdown() -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_all(&mut text);
    text
}

fn write_all(text: &mut String) -> std::fmt::Result {
    writeln!(text, "### Variables\n\nCalled as `__spirv_BuiltIn<name>`.\n")?;
    writeln!(text, "| name | number | type | the same for | capability |\n|---|---|---|---|---|")?;
    for variable in Variable::ALL {
        let ty = match variable.ty().lanes() {
            Some(lanes) => format!("{lanes} x i{}", variable.ty().bits()),
            None => format!("i{}", variable.ty().bits()),
        };
        let (name, number, capability) = (variable.name(), *variable as u32, variable.capability().name());
        writeln!(text, "| `{name}` | {number} | {ty} | {} | `{capability}` |", same_for(variable.variation()))?;
    }
    writeln!(text, "\n### Instructions\n\nCalled as `__spirv_<name>`.\n")?;
    writeln!(text, "| name | opcode | role | signature | effects | capability | lowered by | needs |")?;
    writeln!(text, "|---|---|---|---|---|---|---|---|")?;
    for instruction in Instruction::ALL {
        let builtin = Builtin::Instruction(*instruction);
        let capability =
            instruction.capability().map_or("–".to_owned(), |capability| format!("`{}`", capability.name()));
        writeln!(
            text,
            "| `{}` | {} | {} | `{:?}` | {} | {capability} | {} | {} |",
            instruction.name(),
            *instruction as u32,
            instruction.role().name(),
            instruction.signature(),
            effects(builtin.effects()),
            lowering(instruction.lowering()),
            instruction.feature().map_or("–", Feature::name),
        )?;
    }
    writeln!(text, "\n### Functions of `OpenCL.std`\n\nCalled as `__spirv_ocl_<name>`. All devices have them.\n")?;
    writeln!(text, "| name | number | signature | effects | lowered by |\n|---|---|---|---|---|")?;
    for function in OpenClFunction::ALL {
        writeln!(
            text,
            "| `{}` | {} | `{:?}` | {} | {} |",
            function.name(),
            *function as u32,
            function.signature(),
            effects(function.effects()),
            lowering(function.lowering()),
        )?;
    }
    writeln!(text, "\n### Imported functions\n\nCalled as `__spirv_tandem_<name>`. SPIR-V modules import them.\n")?;
    writeln!(text, "| name | signature | effects |\n|---|---|---|")?;
    for function in ImportedFunction::ALL {
        let (name, signature) = (function.name(), function.signature());
        writeln!(text, "| `{name}` | `{signature:?}` | {} |", effects(function.effects()))?;
    }
    writeln!(text, "\n### Signatures\n\n| class | signature |\n|---|---|")?;
    for class in SignatureClass::ALL {
        writeln!(text, "| `{class:?}` | `{}` |", class.signature())?;
    }
    Ok(())
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
