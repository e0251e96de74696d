//! Describes functions, types and variables of the source, in the instructions of [`DEBUG_INFO`]. They follow the
//! module's types and constants, each after those that it refers to; only members follow their structures, so that
//! structures can be recursive.
//!
//! Modules without variables have no descriptions: [`super::debug`]'s lines are enough for them.

use rspirv::spirv::{Capability, Op, SourceLanguage, StorageClass, Word};
use tandem_ir::{DebugKind, DebugNode, Declaration, Function, Qualifier, Scope, Structure};

use super::state::Writer;

use crate::debug_info::{DEBUG_INFO, DebugOp, ENCODINGS, VERSION, flags};

/// Tags of DWARF (`DW_TAG_*`) that [`tandem_ir`] has no names for.
mod tag {
    pub const ARRAY: u32 = 0x01;
    pub const ENUMERATION: u32 = 0x04;
    pub const MEMBER: u32 = 0x0d;
    pub const POINTER: u32 = 0x0f;
    pub const REFERENCE: u32 = 0x10;
    pub const TYPEDEF: u32 = 0x16;
    pub const INHERITANCE: u32 = 0x1c;
    pub const UNSPECIFIED: u32 = 0x3b;
    pub const RVALUE_REFERENCE: u32 = 0x42;
}

/// Source, line and column, as most instructions take them.
type LineOperands = [Word; 3];

impl<'m> Writer<'m> {
    /// Describes a function that is about to be written.
    pub(super) fn describe_function(&mut self, function: Function<'m>) {
        if let Some(subprogram) = function.subprogram().filter(|_| self.descriptions.is_wanted()) {
            self.local_node(DebugNode::of_scope(self.module, subprogram));
        }
    }

    /// The description of a function, which may no longer have separate code.
    pub(super) fn described_function(&mut self, node: DebugNode<'m>) -> Word {
        let [source, line, column] = self.place(node);
        // The first function's file is the unit's.
        self.unit(source);
        let ty = match node.ty().filter(|ty| ty.kind() == DebugKind::FunctionType) {
            Some(ty) => self.described_type(Some(ty)),
            None => self.function_type_of(&[None]),
        };
        let [name, linkage_name] = [node.name(), node.linkage_name()].map(|text| self.string(&text));
        let scope = self.namespace(node);
        let function = self.descriptions.functions.get(&node).copied();
        let local = if function.is_some_and(|function| function.global().is_local()) { flags::LOCAL } else { 0 };
        let flags = flags::DEFINITION | local;
        let code = match function {
            Some(function) => self.function(function),
            None => self.nothing(),
        };
        let operands = [name, ty, source, line, column, scope, linkage_name, flags, line, code];
        let id = self.describe(DebugOp::DebugFunction, &operands);
        self.descriptions.nodes.insert(node, id);
        id
    }

    pub(super) fn describe(&mut self, op: DebugOp, operands: &[Word]) -> Word {
        let id = self.asm.id();
        self.describe_as(id, op, operands);
        id
    }

    fn describe_as(&mut self, id: Word, op: DebugOp, operands: &[Word]) {
        let words = self.extended(id, op, operands);
        self.asm.descriptions.inst(Op::ExtInst, &words);
    }

    pub(super) fn extended(&mut self, id: Word, op: DebugOp, operands: &[Word]) -> Vec<Word> {
        let mut words = vec![self.void_type(), id, self.asm.instruction_set(DEBUG_INFO), op as Word];
        words.extend_from_slice(operands);
        words
    }

    /// An instruction that is the same for the same operands.
    pub(super) fn interned_description(&mut self, op: DebugOp, operands: &[Word]) -> Word {
        let key = (op as u32, operands.to_vec());
        if let Some(id) = self.descriptions.interned.get(&key) {
            return *id;
        }
        let id = self.describe(op, operands);
        self.descriptions.interned.insert(key, id);
        id
    }

    fn nothing(&mut self) -> Word {
        self.interned_description(DebugOp::DebugInfoNone, &[])
    }

    fn source(&mut self, file: Scope<'m>) -> Word {
        let path = self.file(file);
        self.interned_description(DebugOp::DebugSource, &[path])
    }

    fn unit(&mut self, source: Word) -> Word {
        if let Some(unit) = self.descriptions.unit {
            return unit;
        }
        const DWARF_VERSION: Word = 4;
        let language = SourceLanguage::OpenCL_CPP as Word;
        let unit = self.describe(DebugOp::DebugCompilationUnit, &[VERSION, DWARF_VERSION, source, language]);
        self.descriptions.unit = Some(unit);
        unit
    }

    pub(super) fn place(&mut self, node: DebugNode<'m>) -> LineOperands {
        let source = match node.file() {
            Some(file) => self.source(file),
            None => {
                let unknown = self.string("");
                self.interned_description(DebugOp::DebugSource, &[unknown])
            }
        };
        [source, node.line(), 0]
    }

    /// The namespace that something is in, or the compile unit. Classes and functions around it are left out.
    fn namespace(&mut self, node: DebugNode<'m>) -> Word {
        let mut parent = node.scope();
        while let Some(scope) = parent.filter(|scope| scope.kind() != DebugKind::Namespace) {
            parent = scope.scope();
        }
        let [source, line, column] = self.place(node);
        let Some(namespace) = parent else { return self.unit(source) };
        if let Some(id) = self.descriptions.nodes.get(&namespace) {
            return *id;
        }
        let scope = self.namespace(namespace);
        let name = self.string(&namespace.name());
        // A block with a name is a namespace.
        let id = self.describe(DebugOp::DebugLexicalBlock, &[source, line, column, scope, name]);
        self.descriptions.nodes.insert(namespace, id);
        id
    }

    /// The description of `void`: a pointer's pointee must be a type.
    fn void(&mut self) -> Word {
        let (name, bits) = (self.string("void"), self.int_constant(32, 0));
        self.interned_description(DebugOp::DebugTypeBasic, &[name, bits, 0])
    }

    /// The description of a type; that of `void` if there is none.
    fn described_type(&mut self, node: Option<DebugNode<'m>>) -> Word {
        let Some(node) = node else { return self.void() };
        if let Some(id) = self.descriptions.nodes.get(&node) {
            return *id;
        }
        let structure = structure(node);
        if let Some(structure) = structure {
            return self.described_structure(node, structure);
        }
        let id = match (node.kind(), node.tag()) {
            (DebugKind::BasicType, tag::UNSPECIFIED) => self.void(),
            (DebugKind::BasicType, _) => self.basic_type(node),
            (DebugKind::FunctionType, _) => self.function_type_of(&node.elements()),
            (_, tag::ARRAY) => self.array_type_of(node),
            (_, tag::ENUMERATION) => self.enumeration(node),
            (_, tag::TYPEDEF) => {
                let name = self.string(&node.name());
                let base = self.described_type(node.ty());
                let ([source, line, column], scope) = (self.place(node), self.namespace(node));
                self.describe(DebugOp::DebugTypedef, &[name, base, source, line, column, scope])
            }
            (_, tag) => match (indirection(tag), qualifier(tag)) {
                (Some(flags), _) => {
                    let base = self.described_type(node.ty());
                    self.asm.capability(Capability::GenericPointer);
                    self.describe(DebugOp::DebugTypePointer, &[base, StorageClass::Generic as Word, flags])
                }
                (_, Some(qualifier)) => {
                    let base = self.described_type(node.ty());
                    self.describe(DebugOp::DebugTypeQualifier, &[base, qualifier])
                }
                // Pointers to members, for one: their bits.
                _ => self.unknown_type(node),
            },
        };
        // A structure that the type leads to may lead back to it.
        *self.descriptions.nodes.entry(node).or_insert(id)
    }

    fn basic_type(&mut self, node: DebugNode<'m>) -> Word {
        const NAMES: [&str; ENCODINGS.len()] =
            ["", "address", "boolean", "float", "signed", "signed_char", "unsigned", "unsigned_char"];
        let encoding = node.encoding().unwrap_or_default();
        let encoding = match encoding.strip_prefix("DW_ATE_").unwrap_or_default() {
            "UTF" => "unsigned",
            known => known,
        };
        let number = NAMES.iter().position(|name| *name == encoding).unwrap_or(0);
        let (name, bits) = (self.string(&node.name()), self.int_constant(32, node.bits()));
        self.describe(DebugOp::DebugTypeBasic, &[name, bits, number as Word])
    }

    /// A type of the same size without further information.
    fn unknown_type(&mut self, node: DebugNode<'m>) -> Word {
        const UNSIGNED: Word = 6;
        let (name, bits) = (self.string(&node.name()), self.int_constant(32, node.bits()));
        self.describe(DebugOp::DebugTypeBasic, &[name, bits, UNSIGNED])
    }

    /// The result's type and those of the parameters.
    fn function_type_of(&mut self, types: &[Option<DebugNode<'m>>]) -> Word {
        let result = match types.first().copied().flatten() {
            Some(result) => self.described_type(Some(result)),
            None => self.void_type(),
        };
        let mut operands = vec![0, result];
        for param in types.iter().skip(1) {
            operands.push(self.described_type(*param));
        }
        self.describe(DebugOp::DebugTypeFunction, &operands)
    }

    /// An array, or a vector of the compiler's own.
    fn array_type_of(&mut self, node: DebugNode<'m>) -> Word {
        let element = self.described_type(node.ty());
        let dimensions = node.elements();
        let mut counts = dimensions.into_iter().map(|dimension| dimension.and_then(DebugNode::count).unwrap_or(0));
        if node.is_vector() {
            let count = counts.next().unwrap_or(0) as Word;
            return self.describe(DebugOp::DebugTypeVector, &[element, count]);
        }
        let mut operands = vec![element];
        for count in counts {
            // The count of an array of unknown bound is -1; spirv-val requires one.
            let count = u32::try_from(count).unwrap_or(0).max(1);
            operands.push(self.int_constant(32, count.into()));
        }
        self.describe(DebugOp::DebugTypeArray, &operands)
    }

    fn enumeration(&mut self, node: DebugNode<'m>) -> Word {
        let name = self.string(&node.name());
        let base = self.described_type(node.ty());
        let ([source, line, column], scope) = (self.place(node), self.namespace(node));
        let bits = self.int_constant(32, node.bits());
        let mut operands = vec![name, base, source, line, column, scope, bits, 0];
        for value in node.elements().into_iter().flatten() {
            let number = self.int_constant(64, value.enumerator_value().unwrap_or(0) as u64);
            operands.extend([number, self.string(&value.name())]);
        }
        self.describe(DebugOp::DebugTypeEnum, &operands)
    }

    fn described_structure(&mut self, node: DebugNode<'m>, structure: Structure) -> Word {
        let id = self.asm.id();
        self.descriptions.nodes.insert(node, id);
        let is_member = |member: &DebugNode<'m>| matches!(member.tag(), tag::MEMBER | tag::INHERITANCE);
        let is_member = |member: &DebugNode<'m>| is_member(member) && !member.is_declaration_or_static();
        let members: Vec<_> = node.elements().into_iter().flatten().filter(is_member).collect();
        let ids: Vec<_> = members.iter().map(|_| self.asm.id()).collect();
        let name = self.string(&node.name());
        let ([source, line, column], scope) = (self.place(node), self.namespace(node));
        let is_declared = node.is_declaration_or_static();
        let bits = if is_declared { self.nothing() } else { self.int_constant(64, node.bits()) };
        let flags = if is_declared { flags::DECLARATION } else { 0 };
        let kind = match structure {
            Structure::Class => 0,
            Structure::Struct => 1,
            Structure::Union => 2,
        };
        let mut operands = vec![name, kind, source, line, column, scope, name, bits, flags];
        operands.extend(&ids);
        self.describe_as(id, DebugOp::DebugTypeComposite, &operands);
        for (member, member_id) in members.into_iter().zip(ids) {
            let ty = self.described_type(member.ty());
            let [offset, bits] = [member.offset_bits(), member.bits()].map(|bits| self.int_constant(64, bits));
            if member.tag() == tag::INHERITANCE {
                let bits = member.ty().map_or(bits, |base| self.int_constant(64, base.bits()));
                self.describe_as(member_id, DebugOp::DebugTypeInheritance, &[id, ty, offset, bits, 0]);
            } else {
                let name = self.string(&member.name());
                let [source, line, column] = self.place(member);
                let operands = [name, ty, source, line, column, id, offset, bits, 0];
                self.describe_as(member_id, DebugOp::DebugTypeMember, &operands);
            }
        }
        id
    }

    pub(super) fn variable(&mut self, declaration: &Declaration<'m>) -> Option<Word> {
        let node = DebugNode::of_variable(self.module, declaration.variable);
        if let Some(id) = self.descriptions.nodes.get(&node) {
            return Some(*id);
        }
        let scope = self.local_node(node.scope()?)?;
        let name = self.string(&node.name());
        let ty = self.described_type(node.ty());
        let [source, line, column] = self.place(node);
        let flags = if node.is_artificial() { flags::ARTIFICIAL } else { 0 };
        let mut operands = vec![name, ty, source, line, column, scope, flags];
        operands.extend(node.parameter_number());
        let id = self.describe(DebugOp::DebugLocalVariable, &operands);
        self.descriptions.nodes.insert(node, id);
        Some(id)
    }
}

/// Flags of types that refer to another one.
fn indirection(tag: u32) -> Option<Word> {
    match tag {
        tag::POINTER => Some(0),
        tag::REFERENCE => Some(flags::REFERENCE),
        tag::RVALUE_REFERENCE => Some(flags::RVALUE_REFERENCE),
        _ => None,
    }
}

/// Qualifiers in the set's order.
fn qualifier(tag: u32) -> Option<Word> {
    let qualifiers = [Qualifier::Const, Qualifier::Volatile, Qualifier::Restrict, Qualifier::Atomic];
    qualifiers.iter().position(|qualifier| *qualifier as u32 == tag).map(|number| number as Word)
}

fn structure(node: DebugNode<'_>) -> Option<Structure> {
    let structures = [Structure::Class, Structure::Struct, Structure::Union];
    let is_composite = node.kind() == DebugKind::CompositeType;
    structures.into_iter().find(|structure| is_composite && *structure as u32 == node.tag())
}
