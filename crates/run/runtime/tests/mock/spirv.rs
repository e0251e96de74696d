//! Modules that are SPIR-V, so that the runtime can slice them.

use tandem_spirv_binary::Words;
use tandem_spirv_binary::assembler::{Assembler, with_string};
use tandem_spirv_binary::grammar::{AddressingModel, Decoration, ExecutionModel, LinkageType, MemoryModel, Op};
use tandem_spirv_binary::interface::Interface;

/// The role of a function for other modules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Kernel,
    Export,
    Import,
}

/// A module of functions, each with the places of those that it calls.
pub fn module(functions: &[(Role, &str, &[usize])]) -> Vec<u8> {
    let mut asm = Assembler::new(AddressingModel::Physical64, MemoryModel::OpenCL);
    let (void, ty) = (asm.id(), asm.id());
    asm.globals.inst(Op::TypeVoid, &[void]);
    asm.globals.inst(Op::TypeFunction, &[ty, void]);
    let ids: Vec<u32> = functions.iter().map(|_| asm.id()).collect();
    for (&id, &(role, name, calls)) in ids.iter().zip(functions) {
        let linkage = if role == Role::Import { LinkageType::Import } else { LinkageType::Export };
        if role == Role::Kernel {
            asm.entry_points.inst(Op::EntryPoint, &with_string(&[ExecutionModel::Kernel as u32, id], name));
        } else {
            let words = with_string(&[id, Decoration::LinkageAttributes as u32], name);
            asm.annotations.inst(Op::Decorate, &[words.as_slice(), &[linkage as u32]].concat());
        }
        asm.definitions.inst(Op::Function, &[void, id, 0, ty]);
        if role != Role::Import {
            let label = asm.id();
            asm.definitions.inst(Op::Label, &[label]);
            for callee in calls {
                let call = asm.id();
                asm.definitions.inst(Op::FunctionCall, &[void, call, ids[*callee]]);
            }
            asm.definitions.inst(Op::Return, &[]);
        }
        asm.definitions.inst(Op::FunctionEnd, &[]);
    }
    asm.finish((1, 4)).unwrap()
}

/// The mock's text for a module: its interface. `None` for what is not SPIR-V.
pub fn describe(bytes: &[u8]) -> Option<String> {
    let interface = Interface::of(&Words::new(bytes).ok()?).ok()?;
    let kernels: Vec<String> = interface.entry_points.into_iter().map(|entry| entry.name).collect();
    let symbols = |wanted: LinkageType| -> Vec<String> {
        let found = interface.symbols.iter().filter(|symbol| symbol.linkage == wanted);
        found.map(|symbol| symbol.name.clone()).collect()
    };
    let lists =
        [("kernels", kernels), ("exports", symbols(LinkageType::Export)), ("imports", symbols(LinkageType::Import))];
    let lists = lists.iter().filter(|(_, names)| !names.is_empty());
    Some(lists.map(|(key, names)| format!("{key}={}", names.join(","))).collect::<Vec<_>>().join(";"))
}
