//! Variables of modules.

use rspirv::spirv::{LinkageType, Op, StorageClass};
use tandem_ir::Linkage;

use super::defs::{BuiltinPointer, Def};
use super::error::{Result, ensure};
use super::state::Reader;
use super::types::address_space;
use super::types::check_align;
use tandem_spirv_binary::Instruction;

/// LLVM's linkage of a decorated definition.
pub(super) fn linkage(decorated: Option<LinkageType>) -> Linkage {
    match decorated {
        None => Linkage::LLVMInternalLinkage,
        Some(LinkageType::LinkOnceODR) => Linkage::LLVMLinkOnceODRLinkage,
        Some(_) => Linkage::LLVMExternalLinkage,
    }
}

/// A symbol name to which LLVM attaches no meaning.
pub(super) fn symbol(name: &str) -> String {
    if name.starts_with("llvm.") { format!("spirv.{name}") } else { name.to_string() }
}

impl<'m, 'w> Reader<'m, 'w> {
    /// `OpVariable` at module level.
    pub fn global_variable(&mut self, inst: &Instruction<'w>) -> Result<()> {
        let mut ops = inst.cursor();
        let (ty, id, class) = (self.value_type(ops.id()?)?, ops.id()?, ops.word()?);
        let pointee = match inst.op() {
            Some(Op::UntypedVariableKHR) => self.type_of_id(ops.id()?)?,
            _ => self.pointee(ty)?,
        };
        self.size_of(pointee)?;
        let decorations = self.scan.decorations(id);
        if let Some(builtin) = decorations.builtin {
            let pointer = BuiltinPointer { builtin, variable: pointee, offset: 0, ty };
            return self.define(id, Def::BuiltinPointer(pointer));
        }
        ensure(class != StorageClass::Input as u32, "a variable of storage class Input that is not a builtin")?;
        let space = address_space(class)?;
        let llvm = self.llvm(pointee);
        let (name, decorated) = match &decorations.linkage {
            Some((name, linkage)) => (name.as_str(), Some(*linkage)),
            None => (self.scan.name(id), None),
        };
        let global = self.module.add_global(&symbol(name), llvm, space);
        let is_import = matches!(decorated, Some(LinkageType::Import));
        global.set_linkage(self.module, linkage(decorated));
        if !ops.is_empty() {
            let initial = self.constant(ops.id()?)?;
            ensure(initial.ty() == llvm, "the initializer has the wrong type")?;
            ensure(!is_import, "an imported variable has no initializer")?;
            global.set_initializer(self.module, initial);
        } else if !is_import {
            // Local memory starts undefined, all other memory as zero.
            let is_local = class == StorageClass::Workgroup as u32;
            global.set_initializer(self.module, if is_local { llvm.undef() } else { llvm.zero() });
        }
        global.set_constant(self.module, decorations.constant || class == StorageClass::UniformConstant as u32);
        if let Some(align) = decorations.alignment {
            global.set_align(self.module, check_align(align)?);
        }
        self.define_value(id, global.value(), ty)
    }
}
