//! Reads the descriptions of functions, types and variables in `OpenCL.DebugInfo.100` as LLVM's debug information.
//!
//! Descriptions are read on demand, from any producer. Unrepresentable or invalid ones are left out: they do not affect
//! the results of a module.

use tandem_ir::{DebugInfoBuilder, DebugMember, DebugType, Declared, Indirection, Qualifier, Scope, Structure};

use super::described::LocalScope;
use super::state::Reader;
use crate::debug_info::{DebugOp, ENCODINGS, flags};
use tandem_spirv_binary::Id;

/// Types and scopes that are nested more deeply are left out: LLVM walks them
/// by recursion.
const MAX_DEPTH: u32 = 64;

/// Pointers are those of the devices' address space.
const POINTER_BITS: u64 = 64;

/// DWARF's code for unsigned numbers, for types without a better description.
const UNSIGNED: u32 = 0x07;

/// Operands that something described shares with others: source, line, column, scope.
struct DeclarationOperands<'m> {
    file: Option<Scope<'m>>,
    line: u32,
    scope: Option<Scope<'m>>,
}

impl<'m> DeclarationOperands<'m> {
    fn site<'a>(&self, name: &'a str) -> Declared<'a, 'm> {
        Declared { name, scope: self.scope, file: self.file, line: self.line }
    }
}

impl<'m, 'w> Reader<'m, 'w> {
    /// A described function, which may no longer have code.
    pub fn described_function(&mut self, id: Id) -> Option<LocalScope<'m>> {
        let (DebugOp::DebugFunction, [name, ty, source, line, _, scope, linkage_name, flags, ..]) =
            self.described(id)?
        else {
            return None;
        };
        let file = self.source_file(Id(*source))?;
        let place = DeclarationOperands { file: self.file_scope(file), line: *line, scope: self.namespace(Id(*scope)) };
        let ty = match self.debug_type(Id(*ty)) {
            Some(ty) => ty,
            None => self.debug_builder()?.function_type(&[None]),
        };
        let (site, linkage_name) = (place.site(self.text(*name)), self.text(*linkage_name));
        let scope = self.debug_builder()?.described_subprogram(&site, linkage_name, ty, flags & flags::LOCAL != 0);
        Some(LocalScope { scope, function: id, file })
    }

    pub fn described(&self, id: Id) -> Option<(DebugOp, &'w [u32])> {
        self.scan.descriptions.get(&id).copied()
    }

    pub fn debug_builder(&self) -> Option<&DebugInfoBuilder<'m>> {
        self.lines.builder.as_ref()
    }

    /// The text of a string's id; empty if there is none.
    pub fn text(&self, id: u32) -> &'w str {
        self.scan.structure.strings.get(&Id(id)).map_or("", String::as_str)
    }

    /// The string of a `DebugSource`.
    fn source_file(&self, id: Id) -> Option<Id> {
        match self.described(id)? {
            (DebugOp::DebugSource, [file, ..]) if self.scan.structure.strings.contains_key(&Id(*file)) => {
                Some(Id(*file))
            }
            _ => None,
        }
    }

    fn place(&mut self, source: u32, line: u32, scope: u32) -> DeclarationOperands<'m> {
        let file = self.source_file(Id(source)).and_then(|file| self.file_scope(file));
        DeclarationOperands { file, line, scope: self.namespace(Id(scope)) }
    }

    /// The namespace of an id; none for compile units and everything else.
    fn namespace(&mut self, id: Id) -> Option<Scope<'m>> {
        if let Some(known) = self.descriptions.namespaces.get(&id) {
            return *known;
        }
        let Some((DebugOp::DebugLexicalBlock, [source, line, _, scope, name])) = self.described(id) else {
            return None;
        };
        let namespace = self.nested(|reader| {
            let place = reader.place(*source, *line, *scope);
            let site = place.site(reader.text(*name));
            Some(reader.debug_builder()?.namespace(&site))
        });
        self.descriptions.namespaces.insert(id, namespace);
        namespace
    }

    /// Reads something that other descriptions are part of, unless it is nested too deeply.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.descriptions.depth >= MAX_DEPTH {
            return None;
        }
        self.descriptions.depth += 1;
        let result = read(self);
        self.descriptions.depth -= 1;
        result
    }

    /// The type of an id; `None` for `void` and for ids that are not types.
    pub fn debug_type(&mut self, id: Id) -> Option<DebugType<'m>> {
        if let Some((ty, depth)) = self.descriptions.types.get(&id) {
            self.descriptions.deepest = self.descriptions.deepest.max(*depth);
            return *ty;
        }
        let (op, operands) = self.described(id)?;
        let deepest = std::mem::take(&mut self.descriptions.deepest);
        let ty = self.nested(|reader| match op {
            DebugOp::DebugTypeComposite => reader.structure(id, operands),
            _ => reader.simple_type(op, operands),
        });
        let depth = self.descriptions.deepest + 1;
        let ty = ty.filter(|_| depth < MAX_DEPTH);
        self.descriptions.deepest = deepest.max(depth);
        self.descriptions.types.insert(id, (ty, depth));
        ty
    }

    fn simple_type(&mut self, op: DebugOp, operands: &'w [u32]) -> Option<DebugType<'m>> {
        match (op, operands) {
            (DebugOp::DebugTypeBasic, [name, bits, encoding, ..]) => {
                let (name, bits) = (self.text(*name), self.integer(*bits)?);
                let encoding = match ENCODINGS.get(*encoding as usize) {
                    // `void`
                    Some(0) if bits == 0 => return None,
                    Some(0) | None => UNSIGNED,
                    Some(encoding) => *encoding,
                };
                Some(self.debug_builder()?.basic_type(name, bits, encoding))
            }
            (DebugOp::DebugTypePointer, [base, _, flags, ..]) => {
                let base = self.debug_type(Id(*base));
                let kind = match flags {
                    flags if base.is_some() && flags & flags::REFERENCE != 0 => Indirection::Reference,
                    flags if base.is_some() && flags & flags::RVALUE_REFERENCE != 0 => Indirection::RvalueReference,
                    _ => Indirection::Pointer,
                };
                Some(self.debug_builder()?.indirection(kind, base, POINTER_BITS))
            }
            (DebugOp::DebugTypeQualifier, [base, qualifier, ..]) => {
                let base = self.debug_type(Id(*base));
                let qualifiers = [Qualifier::Const, Qualifier::Volatile, Qualifier::Restrict, Qualifier::Atomic];
                Some(self.debug_builder()?.qualified(*qualifiers.get(*qualifier as usize)?, base))
            }
            (DebugOp::DebugTypeArray, [element, counts @ ..]) => {
                let element = self.debug_type(Id(*element))?;
                let count = |count: &u32| u32::try_from(self.integer(*count)?).ok().filter(|count| *count > 0);
                let counts: Vec<_> = counts.iter().map(count).collect();
                Some(self.debug_builder()?.array(element, if counts.is_empty() { &[None] } else { &counts }))
            }
            (DebugOp::DebugTypeVector, [element, count, ..]) => {
                let element = self.debug_type(Id(*element))?;
                Some(self.debug_builder()?.vector(element, *count))
            }
            (DebugOp::DebugTypedef, [name, base, source, line, _, scope, ..]) => {
                let (base, place) = (self.debug_type(Id(*base)), self.place(*source, *line, *scope));
                Some(self.debug_builder()?.typedef(&place.site(self.text(*name)), base))
            }
            (DebugOp::DebugTypeFunction, [_, types @ ..]) => {
                let types: Vec<_> = types.iter().map(|id| self.debug_type(Id(*id))).collect();
                Some(self.debug_builder()?.function_type(&types))
            }
            (DebugOp::DebugTypeEnum, [name, base, source, line, _, scope, bits, _, values @ ..]) => {
                let (base, place) = (self.debug_type(Id(*base)), self.place(*source, *line, *scope));
                let value =
                    |[value, name]: &[u32; 2]| Some((self.text(*name).to_owned(), self.integer(*value)? as i64));
                let values: Vec<_> = values.as_chunks::<2>().0.iter().filter_map(value).collect();
                let site = place.site(self.text(*name));
                Some(self.debug_builder()?.enumeration(&site, base, self.integer(*bits)?, &values))
            }
            _ => None,
        }
    }

    /// An integer constant.
    fn integer(&self, id: u32) -> Option<u64> {
        self.constant_u64(Id(id)).ok()
    }

    fn structure(&mut self, id: Id, operands: &'w [u32]) -> Option<DebugType<'m>> {
        let [name, kind, source, line, _, scope, _, bits, flags, members @ ..] = operands else { return None };
        let kind = *[Structure::Class, Structure::Struct, Structure::Union].get(*kind as usize)?;
        let (place, name) = (self.place(*source, *line, *scope), self.text(*name));
        let builder = self.debug_builder()?;
        let Some(bits) = self.integer(*bits).filter(|_| flags & flags::DECLARATION == 0) else {
            return Some(builder.declared_structure(kind, &place.site(name)));
        };
        // Members may lead back to the structure.
        let incomplete = builder.structure(kind, &place.site(name), bits);
        let ty = incomplete.ty();
        self.descriptions.types.insert(id, (Some(ty), 0));
        let members: Vec<_> = members.iter().filter_map(|member| self.member(Id(*member), ty)).collect();
        Some(self.debug_builder()?.complete(incomplete, kind, &place.site(name), &members))
    }

    /// A member of the structure `parent`. A member whose type cannot be represented is kept nevertheless: types that
    /// were reached through it must have a unique structure to point to.
    fn member(&mut self, id: Id, parent: DebugType<'m>) -> Option<DebugMember<'m>> {
        match self.described(id)? {
            (DebugOp::DebugTypeMember, [name, ty, source, line, _, _, offset, bits, ..]) => {
                let (offset, bits) = (self.integer(*offset)?, self.integer(*bits)?);
                let ty = self.debug_type(Id(*ty));
                let file = self.source_file(Id(*source)).and_then(|file| self.file_scope(file));
                let site = Declared { name: self.text(*name), scope: None, file, line: *line };
                let builder = self.debug_builder()?;
                let ty = ty.unwrap_or_else(|| builder.basic_type("", bits, UNSIGNED));
                Some(builder.member(parent, &site, ty, bits, offset))
            }
            (DebugOp::DebugTypeInheritance, [_, base, offset, bits, ..]) => {
                let (offset, bits) = (self.integer(*offset)?, self.integer(*bits)?);
                let base = self.debug_type(Id(*base));
                let builder = self.debug_builder()?;
                let base = base.unwrap_or_else(|| builder.basic_type("", bits, UNSIGNED));
                Some(builder.base_class(parent, base, offset))
            }
            _ => None,
        }
    }
}
