//! Functions as a whole: signatures, linkage, entry points and execution modes. Their contents are written by
//! [`super::blocks`].

use rspirv::spirv::{
    Capability, Decoration, ExecutionMode, ExecutionModel, FunctionParameterAttribute, LinkageType, Op, Word,
};
use tandem_device_ir::KernelAttribute;
use tandem_ir::{AttributePlace, Function, SPIR_KERNEL};

use super::attributes::{by_value, function_control, is_exported, is_written};
use super::body::Body;
use super::error::{Reason, WriteError};
use super::signatures::Signature;
use super::state::Writer;
use tandem_spirv_binary::assembler::{Stream, with_string};

impl<'m> Writer<'m> {
    /// Writes every function that has a body.
    pub(super) fn write_definitions(&mut self) -> Result<(), WriteError> {
        for function in self.module.functions() {
            if is_written(function) {
                self.write_definition(function)?;
            }
        }
        Ok(())
    }

    /// Declares the functions that definitions call and that are not defined here.
    pub(super) fn write_declarations(&mut self) -> Result<(), WriteError> {
        let called: Vec<_> = self.functions.iter().map(|(function, id)| (*function, *id)).collect();
        for (function, id) in called {
            if is_written(function) {
                continue;
            }
            let mut words = Stream::default();
            self.write_head(function, id, &mut words).map_err(|reason| WriteError::symbol(reason, function.name()))?;
            words.inst(Op::FunctionEnd, &[]);
            self.asm.declarations.append(words);
            self.linkage(id, &function.name(), LinkageType::Import);
        }
        Ok(())
    }

    fn write_definition(&mut self, function: Function<'m>) -> Result<(), WriteError> {
        let id = self.function(function);
        self.describe_function(function);
        let mut words = Stream::default();
        if let Some(line) = self.function_line(function) {
            words.inst(Op::Line, &line);
        }
        let (signature, params) =
            self.write_head(function, id, &mut words).map_err(|reason| WriteError::symbol(reason, function.name()))?;
        Body::new(self, function, &signature, &params).write(&mut words)?;
        words.inst(Op::FunctionEnd, &[]);
        self.asm.definitions.append(words);
        if function.call_conv() != SPIR_KERNEL && is_exported(function) {
            self.linkage(id, &function.name(), LinkageType::Export);
        }
        Ok(())
    }

    /// `OpFunction` and its parameters.
    fn write_head(
        &mut self,
        function: Function<'m>,
        id: Word,
        words: &mut Stream,
    ) -> Result<(Signature, Vec<Word>), Reason> {
        let signature = self.signature(function)?;
        let mut operands = vec![signature.result];
        operands.extend(signature.params.iter().map(|param| param.ty));
        let ty = self.intern(Op::TypeFunction, None, &operands);
        words.inst(Op::Function, &[signature.result, id, function_control(function).bits(), ty]);
        self.asm.name(id, &function.name());
        let mut params = Vec::new();
        for (index, (param, value)) in signature.params.iter().zip(function.params()).enumerate() {
            let id = self.asm.id();
            words.inst(Op::FunctionParameter, &[param.ty, id]);
            self.asm.name(id, &value.name());
            self.decorate_param(function, index as u32, id);
            params.push(id);
        }
        Ok((signature, params))
    }

    fn decorate_param(&mut self, function: Function<'m>, index: u32, id: Word) {
        use FunctionParameterAttribute::*;
        let place = AttributePlace::Param(index);
        let mut attributes = Vec::new();
        if function.call_conv() == SPIR_KERNEL && by_value(function, index).is_some() {
            attributes.push(ByVal);
        }
        let has = |name| function.has_attribute(place, name);
        let known = [
            (NoAlias, has("noalias")),
            (NoCapture, function.has_no_capture(place)),
            (NoWrite, has("readonly")),
            (NoReadWrite, has("readnone")),
        ];
        attributes.extend(known.into_iter().filter(|(_, has)| *has).map(|(attribute, _)| attribute));
        for attribute in attributes {
            self.asm.decorate(id, Decoration::FuncParamAttr, &[attribute as Word]);
        }
        if let Some(align) = function.attribute_int(place, "align") {
            self.asm.decorate(id, Decoration::Alignment, &[align as Word]);
        }
    }

    /// Writes the entry points. They are written last, because an entry point lists the variables that its body uses.
    pub(super) fn write_entry_points(&mut self) -> Result<(), WriteError> {
        let mut interface: Vec<_> = if self.options.version >= (1, 4) {
            self.interface.clone()
        } else {
            self.builtin_variables.values().copied().collect()
        };
        interface.sort_unstable();
        let kernels: Vec<_> = self.functions.iter().map(|(function, id)| (*function, *id)).collect();
        for (function, id) in kernels {
            if function.call_conv() != SPIR_KERNEL || function.is_declaration() {
                continue;
            }
            let mut words = with_string(&[ExecutionModel::Kernel as Word, id], &function.name());
            words.extend(&interface);
            self.asm.entry_points.inst(Op::EntryPoint, &words);
            self.write_execution_modes(function, id).map_err(|reason| WriteError::symbol(reason, function.name()))?;
        }
        Ok(())
    }

    fn write_execution_modes(&mut self, function: Function<'m>, id: Word) -> Result<(), Reason> {
        for (attribute, mode) in [
            (KernelAttribute::RequiredWorkGroupSize, ExecutionMode::LocalSize),
            (KernelAttribute::WorkGroupSizeHint, ExecutionMode::LocalSizeHint),
        ] {
            if let Some(mut sizes) = function.int_metadata(attribute.name()) {
                sizes.resize(3, 1);
                let mut words = vec![id, mode as Word];
                words.extend(sizes.into_iter().map(|size| size as Word));
                self.asm.execution_modes.inst(Op::ExecutionMode, &words);
            }
        }
        if let Some(size) =
            function.int_metadata(KernelAttribute::RequiredSubGroupSize.name()).and_then(|sizes| sizes.first().copied())
        {
            self.require_version("a required sub-group size", (1, 1))?;
            self.asm.capability(Capability::SubgroupDispatch);
            let words = [id, ExecutionMode::SubgroupSize as Word, size as Word];
            self.asm.execution_modes.inst(Op::ExecutionMode, &words);
        }
        if self.options.contraction_off {
            self.asm.execution_modes.inst(Op::ExecutionMode, &[id, ExecutionMode::ContractionOff as Word]);
        }
        Ok(())
    }
}
