//! Operations that exist as instructions and as constant expressions:
//! pointers and their casts, and scalar conversions of addresses.
//!
//! LLVM's pointers are opaque, SPIR-V's are typed. Each pointer value keeps the type from its definition (a variable's
//! type, the result of an access chain, otherwise `i8*`) and is cast where a use requires another one. Its storage
//! class is its *natural* one: a pointer into a variable of address space 0 stays `Function` or `CrossWorkgroup` until
//! it is required to be `Generic`.

use rspirv::spirv::{Op, StorageClass, Word};
use tandem_ir::{Opcode, Type, TypeKind, Value, ValueKind};

use super::error::Reason;
use super::legal_types::legal_width;
use super::state::{PointerType, Writer};

/// Something that instructions can be added to: a function's body, or the
/// module's constants.
pub(super) trait Emitter<'m> {
    /// The module under construction.
    fn writer(&mut self) -> &mut Writer<'m>;

    /// Adds an operation and answers its result.
    fn emit(&mut self, op: Op, ty: Word, operands: &[Word]) -> Word;

    /// Id of a value in the form of an operand; pointers are plain `i8*`.
    fn value(&mut self, value: Value<'m>) -> Result<Word, Reason>;

    /// Id and natural type of a pointer.
    fn pointer(&mut self, value: Value<'m>) -> Result<(Word, PointerType), Reason>;

    /// A pointer as the given type.
    fn pointer_as(&mut self, value: Value<'m>, to: PointerType) -> Result<Word, Reason> {
        if matches!(value.kind(), ValueKind::ConstNull | ValueKind::Undef | ValueKind::Poison) {
            let ty = self.writer().pointer_type(to);
            let op = if value.kind() == ValueKind::ConstNull { Op::ConstantNull } else { Op::Undef };
            return Ok(self.writer().intern(op, Some(ty), &[]));
        }
        let (id, from) = self.pointer(value)?;
        Ok(self.cast_pointer(id, from, to))
    }

    /// A pointer to `pointee` in its natural storage class.
    fn pointer_to(&mut self, value: Value<'m>, pointee: Word) -> Result<(Word, PointerType), Reason> {
        let (id, from) = self.pointer(value)?;
        let to = PointerType { pointee, ..from };
        Ok((self.cast_pointer(id, from, to), to))
    }

    /// Like [`pointer_to`](Self::pointer_to), for builtins, which take a pointer of any kind: a global or local pointer
    /// that was made generic only for the call is not cast.
    fn builtin_pointer_to(&mut self, value: Value<'m>, pointee: Word) -> Result<Word, Reason> {
        let opcode = value.as_inst().map(|inst| inst.opcode()).or(value.const_opcode());
        let origin = match opcode {
            Some(Opcode::LLVMAddrSpaceCast) => value.operands()[0],
            _ => value,
        };
        let is_castable = matches!(origin.ty().address_space(), Some(1 | 3));
        Ok(self.pointer_to(if is_castable { origin } else { value }, pointee)?.0)
    }

    /// Casts a pointer, in the number of steps that SPIR-V requires.
    fn cast_pointer(&mut self, mut id: Word, from: PointerType, to: PointerType) -> Word {
        let is_code = |ty: PointerType| ty.storage == StorageClass::CodeSectionINTEL;
        if from.pointee != to.pointee && !is_code(from) && !is_code(to) {
            let ty = self.writer().pointer_type(PointerType { pointee: to.pointee, ..from });
            id = self.emit(Op::Bitcast, ty, &[id]);
        }
        if from == to || from.storage == to.storage && !is_code(to) {
            return id;
        }
        let ty = self.writer().pointer_type(to);
        let generic = |storage| {
            matches!(storage, StorageClass::Function | StorageClass::CrossWorkgroup | StorageClass::Workgroup)
        };
        match (from.storage, to.storage) {
            (storage, StorageClass::Generic) if generic(storage) => self.emit(Op::PtrCastToGeneric, ty, &[id]),
            (StorageClass::Generic, storage) if generic(storage) => self.emit(Op::GenericCastToPtr, ty, &[id]),
            _ => {
                let int = self.writer().int_type(64);
                let address = self.emit(Op::ConvertPtrToU, int, &[id]);
                self.emit(Op::ConvertUToPtr, ty, &[address])
            }
        }
    }

    /// The operation of an instruction or constant expression whose result is
    /// a pointer, and that computes it from another pointer or an address.
    fn pointer_operation(&mut self, value: Value<'m>, opcode: Opcode) -> Result<(Word, PointerType), Reason> {
        let operands = value.operands();
        match opcode {
            Opcode::LLVMGetElementPtr => self.access_chain(value),
            Opcode::LLVMBitCast | Opcode::LLVMFreeze => self.pointer(operands[0]),
            Opcode::LLVMAddrSpaceCast => {
                let to = self.default_pointer(value.ty())?;
                let (id, from) = self.pointer(operands[0])?;
                let to = PointerType { pointee: from.pointee, ..to };
                Ok((self.cast_pointer(id, from, to), to))
            }
            Opcode::LLVMIntToPtr => {
                let to = self.default_pointer(value.ty())?;
                let address = self.index(operands[0], false)?;
                let ty = self.writer().pointer_type(to);
                Ok((self.emit(Op::ConvertUToPtr, ty, &[address]), to))
            }
            _ => Err(Reason::Operation(value.to_string())),
        }
    }

    /// `i8*` in the storage class of the address space.
    fn default_pointer(&mut self, ty: Type<'m>) -> Result<PointerType, Reason> {
        let space = ty.address_space().filter(|_| ty.is_pointer()).ok_or_else(|| Reason::Type(ty.to_string()))?;
        let storage = super::types::storage_class(space)?;
        Ok(self.writer().plain_pointer(storage))
    }

    /// Address arithmetic: an access chain over the source type, or over
    /// bytes where SPIR-V cannot spell that.
    fn access_chain(&mut self, value: Value<'m>) -> Result<(Word, PointerType), Reason> {
        let source = value.gep_source_type().ok_or_else(|| Reason::Operation(value.to_string()))?;
        let operands = value.operands();
        let (base, indices) = operands.split_first().ok_or_else(|| Reason::Operation(value.to_string()))?;
        if !value.ty().is_pointer() {
            return Err(Reason::Type(value.ty().to_string()));
        }
        if indices.iter().all(|index| index.const_u64() == Some(0)) {
            return self.pointer(*base);
        }
        if !self.writer().has_plain_layout(source) {
            return self.byte_chain(value, source, *base, indices);
        }
        let pointee = self.writer().memory_type(source)?;
        let (id, from) = self.pointer_to(*base, pointee)?;
        let mut words = vec![id, self.index(indices[0], true)?];
        let mut ty = source;
        for index in &indices[1..] {
            match ty.kind() {
                TypeKind::Struct => {
                    let field = index.const_u64().unwrap_or(0);
                    words.push(self.writer().int_constant(32, field));
                    ty = ty.fields()[field as usize];
                }
                TypeKind::Array(element, _) | TypeKind::Vector(element, _) => {
                    words.push(self.index(*index, true)?);
                    ty = element;
                }
                _ => return Err(Reason::Operation(value.to_string())),
            }
        }
        let to = PointerType { pointee: self.writer().memory_type(ty)?, ..from };
        let id = self.writer().pointer_type(to);
        let op = self.chain_op(value);
        Ok((self.emit(op, id, &words), to))
    }

    /// Address arithmetic in bytes, by LLVM's data layout.
    fn byte_chain(
        &mut self,
        value: Value<'m>,
        source: Type<'m>,
        base: Value<'m>,
        indices: &[Value<'m>],
    ) -> Result<(Word, PointerType), Reason> {
        let int = self.writer().int_type(64);
        let module = self.writer().module;
        let mut constant = 0_i64;
        let mut dynamic: Option<Word> = None;
        let mut ty = source;
        for (position, index) in indices.iter().enumerate() {
            let stride = match ty.kind() {
                _ if position == 0 => module.size_of(ty),
                TypeKind::Struct => {
                    let field = index.const_u64().unwrap_or(0) as u32;
                    constant = constant.wrapping_add(module.offset_of(ty, field) as i64);
                    ty = ty.fields()[field as usize];
                    continue;
                }
                TypeKind::Array(element, _) | TypeKind::Vector(element, _) => {
                    ty = element;
                    module.size_of(element)
                }
                _ => return Err(Reason::Operation(value.to_string())),
            };
            if let Some(fixed) = index.const_i64() {
                constant = constant.wrapping_add(fixed.wrapping_mul(stride as i64));
                continue;
            }
            let index = self.index(*index, true)?;
            let stride = self.writer().int_constant(64, stride);
            let scaled = self.emit(Op::IMul, int, &[index, stride]);
            dynamic = Some(match dynamic {
                Some(sum) => self.emit(Op::IAdd, int, &[sum, scaled]),
                None => scaled,
            });
        }
        let fixed = self.writer().int_constant(64, constant as u64);
        let offset = match dynamic {
            Some(sum) => self.emit(Op::IAdd, int, &[sum, fixed]),
            None => fixed,
        };
        let byte = self.writer().int_type(8);
        let (id, to) = self.pointer_to(base, byte)?;
        let ty = self.writer().pointer_type(to);
        let op = self.chain_op(value);
        Ok((self.emit(op, ty, &[id, offset]), to))
    }

    /// An integer as 64 bits, sign- or zero-extended: an index or an address.
    fn index(&mut self, value: Value<'m>, signed: bool) -> Result<Word, Reason> {
        if let (Some(bits), Some(extended)) = (value.const_u64(), value.const_i64()) {
            return Ok(self.writer().int_constant(64, if signed { extended as u64 } else { bits }));
        }
        let int = self.writer().int_type(64);
        match value.ty().kind() {
            TypeKind::Int(64) => self.value(value),
            TypeKind::Int(1) => {
                let id = self.value(value)?;
                let one = self.writer().int_constant(64, if signed { u64::MAX } else { 1 });
                let zero = self.writer().int_constant(64, 0);
                Ok(self.emit(Op::Select, int, &[id, one, zero]))
            }
            TypeKind::Int(bits) if bits < 64 => {
                let id = self.value(value)?;
                Ok(self.extend(id, bits, 64, signed))
            }
            _ => Err(Reason::Type(value.ty().to_string())),
        }
    }

    /// Extends a scalar of `bits` bits, in the width that holds it, to `width`.
    fn extend(&mut self, id: Word, bits: u32, width: u32, signed: bool) -> Word {
        let ty = self.writer().int_type(width);
        let held = legal_width(bits).unwrap_or(bits);
        let op = if signed && held == bits { Op::SConvert } else { Op::UConvert };
        let wide = if held == width { id } else { self.emit(op, ty, &[id]) };
        if !signed || held == bits {
            return wide;
        }
        // Odd widths are kept zero-extended: the sign bit moves up and back.
        let shift = self.writer().int_constant(width, u64::from(width - bits));
        let up = self.emit(Op::ShiftLeftLogical, ty, &[wide, shift]);
        self.emit(Op::ShiftRightArithmetic, ty, &[up, shift])
    }

    /// A conversion or arithmetic operation whose operands are constants that
    /// contain addresses.
    fn operation(&mut self, value: Value<'m>, opcode: Opcode) -> Result<Word, Reason> {
        let ty = self.writer().value_type(value.ty())?;
        let operands = value.operands();
        let op = match opcode {
            Opcode::LLVMPtrToInt => return self.pointer_to_int(operands[0], value.ty()),
            Opcode::LLVMAdd => Op::IAdd,
            Opcode::LLVMSub => Op::ISub,
            Opcode::LLVMXor => Op::BitwiseXor,
            Opcode::LLVMTrunc => Op::UConvert,
            _ => return Err(Reason::Operation(value.to_string())),
        };
        // Only whole widths occur here: addresses and their parts.
        if !matches!(value.ty().kind(), TypeKind::Int(8 | 16 | 32 | 64)) {
            return Err(Reason::Operation(value.to_string()));
        }
        let ids = operands.into_iter().map(|operand| self.value(operand)).collect::<Result<Vec<_>, _>>()?;
        Ok(self.emit(op, ty, &ids))
    }

    /// `ptrtoint`.
    fn pointer_to_int(&mut self, pointer: Value<'m>, to: Type<'m>) -> Result<Word, Reason> {
        let plain = self.default_pointer(pointer.ty())?;
        // Private and global pointers become generic first: an address is one
        // number wherever it is taken.
        let id = self.pointer_as(pointer, plain)?;
        let int = self.writer().int_type(64);
        let address = self.emit(Op::ConvertPtrToU, int, &[id]);
        match to.kind() {
            TypeKind::Int(64) => Ok(address),
            TypeKind::Int(bits @ (8 | 16 | 32)) => {
                let ty = self.writer().int_type(bits);
                Ok(self.emit(Op::UConvert, ty, &[address]))
            }
            _ => Err(Reason::Type(to.to_string())),
        }
    }

    /// The access chain that keeps LLVM's knowledge of the bounds.
    fn chain_op(&mut self, value: Value<'m>) -> Op {
        let is_in_bounds = value.is_in_bounds() && !self.writer().frozen.contains(&value);
        if is_in_bounds { Op::InBoundsPtrAccessChain } else { Op::PtrAccessChain }
    }
}
