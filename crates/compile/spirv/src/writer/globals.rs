//! Module-scope variables: those of the program, and the builtin ones.

use rspirv::spirv::{Decoration, LinkageType, Op, StorageClass, Word};
use tandem_device_ir::{Builtin, Capability, Variable, VariableType};
use tandem_ir::{Global, Value, ValueKind};

use super::constants::Form;
use super::emitter::Emitter;
use super::error::{Reason, WriteError};
use super::state::{PointerType, Writer};
use tandem_spirv_binary::assembler::with_string;

impl<'m> Writer<'m> {
    /// Writes the variables that other modules may name, used or not.
    pub(super) fn write_exported_variables(&mut self) -> Result<(), WriteError> {
        for global in self.module.globals() {
            let internal = global.is_local() || global.is_declaration() || global.name().starts_with("llvm.");
            if !internal {
                self.global(global).map_err(|reason| WriteError::symbol(reason, global.name()))?;
            }
        }
        Ok(())
    }

    /// Id and natural type of a constant address.
    pub(super) fn constant_pointer(&mut self, value: Value<'m>) -> Result<(Word, PointerType), Reason> {
        if let Some(global) = value.as_global() {
            return self.global(global);
        }
        match value.kind() {
            ValueKind::Alias => {
                let aliasee = self.module.aliasee(value).ok_or_else(|| Reason::Operation(value.to_string()))?;
                self.constant_pointer(aliasee)
            }
            ValueKind::Function => {
                let function = value.as_function().ok_or_else(|| Reason::Operation(value.to_string()))?;
                self.function_pointer(function)
            }
            ValueKind::ConstNull | ValueKind::Undef | ValueKind::Poison => {
                let ty = self.default_pointer(value.ty())?;
                Ok((self.pointer_as(value, ty)?, ty))
            }
            _ => {
                let opcode = value.const_opcode().ok_or_else(|| Reason::Operation(value.to_string()))?;
                self.pointer_operation(value, opcode)
            }
        }
    }

    /// The variable of a global, written at its first use.
    fn global(&mut self, global: Global<'m>) -> Result<(Word, PointerType), Reason> {
        if let Some(known) = self.globals.get(&global.value()) {
            return known.ok_or(Reason::CyclicInitializer);
        }
        self.globals.insert(global.value(), None);
        let storage = match global.address_space() {
            0 | 1 => StorageClass::CrossWorkgroup,
            2 => StorageClass::UniformConstant,
            3 => StorageClass::Workgroup,
            other => return Err(Reason::AddressSpace(other)),
        };
        let ty = PointerType { storage, pointee: self.memory_type(global.value_type())? };
        let result_type = self.pointer_type(ty);
        let mut words = vec![result_type, 0, storage as Word];
        // Work-group memory has no initial value in OpenCL.
        let initial = global.initializer().filter(|_| storage != StorageClass::Workgroup);
        if let Some(initial) = initial.filter(|value| !matches!(value.kind(), ValueKind::Undef | ValueKind::Poison)) {
            words.push(self.initial_value(initial).map_err(|reason| in_variable(global, reason))?);
        }
        let id = self.asm.id();
        words[1] = id;
        self.asm.globals.inst(Op::Variable, &words);
        self.describe_global(global, id, storage);
        self.globals.insert(global.value(), Some((id, ty)));
        self.interface.push(id);
        Ok((id, ty))
    }

    fn initial_value(&mut self, value: Value<'m>) -> Result<Word, Reason> {
        let id = self.constant(value, Form::Memory)?;
        self.asm.globals.too_long().map_or(Ok(id), |error| Err(error.into()))
    }

    fn describe_global(&mut self, global: Global<'m>, id: Word, storage: StorageClass) {
        self.asm.name(id, &global.name());
        if global.is_constant() && storage == StorageClass::CrossWorkgroup {
            self.asm.decorate(id, Decoration::Constant, &[]);
        }
        if global.align() != 0 {
            self.asm.decorate(id, Decoration::Alignment, &[global.align()]);
        }
        if global.is_declaration() {
            self.linkage(id, &global.name(), LinkageType::Import);
        } else if !global.is_local() {
            self.linkage(id, &global.name(), LinkageType::Export);
        }
    }

    /// Makes an id visible to, or from, other modules.
    pub(super) fn linkage(&mut self, id: Word, name: &str, linkage: LinkageType) {
        self.asm.capability(rspirv::spirv::Capability::Linkage);
        let mut words = with_string(&[id, Decoration::LinkageAttributes as Word], name);
        words.push(linkage as Word);
        self.asm.annotations.inst(Op::Decorate, &words);
    }

    /// The input variable of a builtin, and the type of its value.
    pub(super) fn builtin_variable(&mut self, variable: Variable) -> Result<(Word, VariableType), Reason> {
        let ty = variable.ty();
        if let Some(id) = self.builtin_variables.get(&variable) {
            return Ok((*id, ty));
        }
        self.require_capability(variable.capability(), "sub-group masks")?;
        let pointee = self.variable_type_id(ty);
        let pointer = self.pointer_type(PointerType { storage: StorageClass::Input, pointee });
        let id = self.asm.id();
        self.asm.globals.inst(Op::Variable, &[pointer, id, StorageClass::Input as Word]);
        self.asm.name(id, &Builtin::Variable(variable).base_name());
        self.asm.decorate(id, Decoration::BuiltIn, &[variable as Word]);
        self.asm.decorate(id, Decoration::Constant, &[]);
        self.builtin_variables.insert(variable, id);
        self.interface.push(id);
        Ok((id, ty))
    }

    /// Type of a builtin variable's value.
    pub(super) fn variable_type_id(&mut self, ty: VariableType) -> Word {
        match ty {
            VariableType::SizeVector3 => {
                let size = self.int_type(64);
                self.vector_type(size, 3)
            }
            VariableType::Size => self.int_type(64),
            VariableType::U32 => self.int_type(32),
            VariableType::U32Vector4 => {
                let int = self.int_type(32);
                self.vector_type(int, 4)
            }
        }
    }

    /// Declares the requirements of a builtin.
    pub(super) fn require_capability(&mut self, capability: Capability, what: &'static str) -> Result<(), Reason> {
        self.require_version(what, capability.version())?;
        if let Some(known) = rspirv::spirv::Capability::from_u32(capability as u32) {
            self.asm.capability(known);
        }
        Ok(())
    }
}

/// The error in a variable's initial value. An error in another variable, whose address the value contains, names that
/// one.
fn in_variable(global: Global<'_>, reason: Reason) -> Reason {
    match reason {
        Reason::InitialValue { .. } => reason,
        reason => Reason::InitialValue { variable: global.name(), reason: Box::new(reason) },
    }
}
