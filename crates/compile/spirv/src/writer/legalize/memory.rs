//! Block fills and moves, and accesses of odd widths.
//!
//! Short blocks of constant size become a few wide accesses. Others call a
//! helper with a loop over bytes, or over words where size and alignment are
//! known to allow it. There is one for each address space and width; consumers
//! recognize such loops.

use tandem_ir::{Block, Builder, Function, IntPredicate, Linkage, Ordering, SPIR_FUNC, Type, TypeKind, Value};

use super::{Expander, Expansion};

/// The most accesses that a block operation is unrolled to.
const MAX_UNROLLED: u64 = 16;

impl<'m> Expander<'m> {
    /// `llvm.memset`
    pub(super) fn memset(&self) -> Expansion<'m> {
        let [dst, byte, size] = [0, 1, 2].map(|index| self.inst.operand(index));
        self.fill(dst, byte, size, self.inst.argument_align(0).unwrap_or(1));
        Expansion::Drop
    }

    /// `llvm.memmove`
    pub(super) fn memmove(&self) -> Expansion<'m> {
        let [dst, src, size] = [0, 1, 2].map(|index| self.inst.operand(index));
        let [to, from] = [0, 1].map(|index| self.inst.argument_align(index).unwrap_or(1));
        self.move_block(dst, src, size, [to, from]);
        Expansion::Drop
    }

    /// Sets a block to copies of one byte.
    pub(super) fn fill(&self, dst: Value<'m>, byte: Value<'m>, size: Value<'m>, align: u32) {
        let Some(chunks) = chunks(size, align) else {
            let word = word_of(size, align);
            let helper = self.memset_helper(dst.ty(), word);
            self.builder.call_function(helper, &[dst, self.repeated(byte, word), self.words(size, word)]);
            return;
        };
        for (offset, bytes) in chunks {
            self.builder
                .store(self.repeated(byte, bytes), self.at(dst, offset))
                .set_align(self.module, align_at(align, offset));
        }
    }

    /// A byte in each of the bytes of an integer.
    fn repeated(&self, byte: Value<'m>, bytes: u32) -> Value<'m> {
        if bytes == 1 {
            return byte;
        }
        let ty = self.module.int(bytes * 8);
        self.builder.mul(self.builder.zext(byte, ty), ty.int(0x0101_0101_0101_0101, false))
    }

    /// A size in words, which it is a multiple of.
    fn words(&self, size: Value<'m>, word: u32) -> Value<'m> {
        let size = self.as_size(size);
        if word == 1 {
            return size;
        }
        self.builder.lshr(size, size.ty().int(word.trailing_zeros().into(), false))
    }

    /// Copies a block over one that it may overlap; the alignments are those
    /// of destination and source.
    pub(super) fn move_block(&self, dst: Value<'m>, src: Value<'m>, size: Value<'m>, [to, from]: [u32; 2]) {
        let Some(chunks) = chunks(size, to.min(from)) else {
            let word = word_of(size, to.min(from));
            let helper = self.memmove_helper(dst.ty(), src.ty(), word);
            self.builder.call_function(helper, &[dst, src, self.words(size, word)]);
            return;
        };
        // All loads precede all stores: the blocks may overlap.
        let load = |(offset, bytes): &(u64, u32)| {
            let value = self.builder.load(self.module.int(bytes * 8), self.at(src, *offset));
            value.set_align(self.module, align_at(from, *offset));
            value.value()
        };
        let values: Vec<_> = chunks.iter().map(load).collect();
        for ((offset, _), value) in chunks.into_iter().zip(values) {
            self.builder.store(value, self.at(dst, offset)).set_align(self.module, align_at(to, offset));
        }
    }

    /// A load of a width that memory does not have: in pieces.
    pub(super) fn load(&self) -> Expansion<'m> {
        let Some(bits) = self.odd_access(self.inst.ty()) else { return Expansion::Keep };
        let bytes = bits.div_ceil(8);
        let whole = self.module.int(bytes * 8);
        let mut value = whole.zero();
        for (offset, piece) in pieces(bytes) {
            let part = self.builder.load(self.module.int(piece * 8), self.at(self.inst.operand(0), offset));
            part.set_align(self.module, align_at(self.inst.align().unwrap_or(1), offset));
            part.set_volatile(self.module, self.inst.is_volatile());
            let wide = self.builder.zext(part.value(), whole);
            let shifted = self.builder.shl(wide, whole.int(offset * 8, false));
            value = self.builder.or(value, shifted);
        }
        let value = self.builder.trunc(value, self.module.int(bits));
        Expansion::Replace(self.bits_as(value, self.inst.ty()))
    }

    /// A store of a width that memory does not have: in pieces.
    pub(super) fn store(&self) -> Expansion<'m> {
        let value = self.inst.operand(0);
        let Some(bits) = self.odd_access(value.ty()) else { return Expansion::Keep };
        let bytes = bits.div_ceil(8);
        let whole = self.module.int(bytes * 8);
        let value = self.builder.zext(self.to_bits(value), whole);
        for (offset, piece) in pieces(bytes) {
            let shifted = self.builder.lshr(value, whole.int(offset * 8, false));
            let part = self.builder.trunc(shifted, self.module.int(piece * 8));
            let store = self.builder.store(part, self.at(self.inst.operand(1), offset));
            store.set_align(self.module, align_at(self.inst.align().unwrap_or(1), offset));
            store.set_volatile(self.module, self.inst.is_volatile());
        }
        Expansion::Drop
    }

    /// Bits of a plain access that must be taken apart. Single booleans stay:
    /// the writer gives them a byte.
    fn odd_access(&self, ty: Type<'m>) -> Option<u32> {
        if self.inst.ordering() != Some(Ordering::LLVMAtomicOrderingNotAtomic) {
            return None;
        }
        match ty.kind() {
            TypeKind::Int(bits) if bits < 64 && !matches!(bits, 1 | 8 | 16 | 32) => Some(bits),
            TypeKind::Vector(element, len) if element.kind() == TypeKind::Int(1) => Some(len),
            _ => None,
        }
    }

    /// `pointer` plus a number of bytes.
    fn at(&self, pointer: Value<'m>, offset: u64) -> Value<'m> {
        if offset == 0 {
            return pointer;
        }
        self.builder.gep(self.module.int(8), pointer, &[self.module.int(64).int(offset, false)], true)
    }

    pub(super) fn as_size(&self, size: Value<'m>) -> Value<'m> {
        let int = self.module.int(64);
        if size.ty() == int { size } else { self.builder.zext(size, int) }
    }

    /// The helper that stores a number of words of `bytes` bytes.
    fn memset_helper(&self, dst: Type<'m>, bytes: u32) -> Function<'m> {
        let name = format!("__tandem_memset{}.p{}", width(bytes), dst.address_space().unwrap_or(0));
        let (int, word) = (self.module.int(64), self.module.int(bytes * 8));
        self.helper(&name, self.module.void(), &[dst, word, int], |helper| {
            let [dst, value, size] = helper.params()[..] else { return };
            let [entry, body, exit] = ["entry", "loop", "exit"].map(|name| helper.append_block(self.module, name));
            let builder = Builder::at_end(self.module, entry);
            builder.cond_br(builder.icmp(IntPredicate::LLVMIntEQ, size, int.zero()), exit, body);
            let builder = Builder::at_end(self.module, body);
            let index = builder.phi(int, "i");
            builder.store(value, builder.gep(word, dst, &[index.value()], true)).set_align(self.module, bytes);
            let next = builder.add(index.value(), int.int(1, false));
            index.add_incoming(self.module, &[(int.zero(), entry), (next, body)]);
            builder.cond_br(builder.icmp(IntPredicate::LLVMIntEQ, next, size), exit, body);
            Builder::at_end(self.module, exit).ret_void();
        })
    }

    /// The helper that moves a number of words of `bytes` bytes.
    fn memmove_helper(&self, dst: Type<'m>, src: Type<'m>, bytes: u32) -> Function<'m> {
        let space = |ty: Type<'m>| ty.address_space().unwrap_or(0);
        let name = format!("__tandem_memmove{}.p{}.p{}", width(bytes), space(dst), space(src));
        let int = self.module.int(64);
        self.helper(&name, self.module.void(), &[dst, src, int], |helper| {
            let [dst, src, size] = helper.params()[..] else { return };
            let builder = Builder::at_end(self.module, helper.append_block(self.module, "entry"));
            let [direction, forward, backward, exit] =
                ["direction", "forward", "backward", "exit"].map(|name| helper.append_block(self.module, name));
            builder.cond_br(builder.icmp(IntPredicate::LLVMIntEQ, size, int.zero()), exit, direction);
            let builder = Builder::at_end(self.module, direction);
            // Copying upwards is right unless the destination begins inside the source.
            let distance = builder.sub(builder.ptrtoint(dst, int), builder.ptrtoint(src, int));
            let length = match bytes {
                1 => size,
                _ => builder.shl(size, int.int(bytes.trailing_zeros().into(), false)),
            };
            builder.cond_br(builder.icmp(IntPredicate::LLVMIntUGE, distance, length), forward, backward);
            self.copy_loop(forward, direction, exit, [dst, src, size], bytes, false);
            self.copy_loop(backward, direction, exit, [dst, src, size], bytes, true);
            Builder::at_end(self.module, exit).ret_void();
        })
    }

    /// A loop over the words of a non-empty block, upwards or downwards.
    fn copy_loop(
        &self,
        body: Block<'m>,
        from: Block<'m>,
        exit: Block<'m>,
        [dst, src, size]: [Value<'m>; 3],
        bytes: u32,
        down: bool,
    ) {
        let (int, word) = (self.module.int(64), self.module.int(bytes * 8));
        let one = int.int(1, false);
        let builder = Builder::at_end(self.module, body);
        let counter = builder.phi(int, "i");
        let index = if down { builder.sub(counter.value(), one) } else { counter.value() };
        let value = builder.load(word, builder.gep(word, src, &[index], true));
        value.set_align(self.module, bytes);
        builder.store(value.value(), builder.gep(word, dst, &[index], true)).set_align(self.module, bytes);
        let (start, next, end) =
            if down { (size, index, int.zero()) } else { (int.zero(), builder.add(index, one), size) };
        counter.add_incoming(self.module, &[(start, from), (next, body)]);
        builder.cond_br(builder.icmp(IntPredicate::LLVMIntEQ, next, end), exit, body);
    }

    /// The internal function of that name, built at its first use.
    pub(super) fn helper(
        &self,
        name: &str,
        result: Type<'m>,
        params: &[Type<'m>],
        build: impl FnOnce(Function<'m>),
    ) -> Function<'m> {
        if let Some(helper) = self.module.function(name) {
            return helper;
        }
        let helper = self.module.add_function(name, result.function(params, false));
        helper.set_call_conv(self.module, SPIR_FUNC);
        helper.global().set_linkage(self.module, Linkage::LLVMInternalLinkage);
        build(helper);
        helper
    }
}

/// Bytes of the words that a block consists of: one unless its size is constant.
fn word_of(size: Value<'_>, align: u32) -> u32 {
    size.const_u64().map_or(1, |size| 1 << size.trailing_zeros().min(align.clamp(1, 8).trailing_zeros()))
}

/// The suffix for words of `bytes` bytes in the name of a helper.
fn width(bytes: u32) -> String {
    if bytes == 1 { String::new() } else { format!(".i{}", bytes * 8) }
}

/// The accesses (offset, bytes) that cover a block of constant size, as wide
/// as its alignment allows; `None` when they would be too many.
fn chunks(size: Value<'_>, align: u32) -> Option<Vec<(u64, u32)>> {
    let size = size.const_u64()?;
    let widest = u64::from(align.clamp(1, 8));
    if size.div_ceil(widest) > MAX_UNROLLED {
        return None;
    }
    let mut chunks = Vec::new();
    let mut offset = 0;
    while offset < size {
        let mut bytes = widest;
        while bytes > size - offset {
            bytes /= 2;
        }
        chunks.push((offset, bytes as u32));
        offset += bytes;
    }
    Some(chunks)
}

/// Offsets and widths in bytes, powers of two, that make up `bytes`.
fn pieces(bytes: u32) -> Vec<(u64, u32)> {
    let mut offset = 0;
    let mut pieces = Vec::new();
    for width in [4, 2, 1] {
        while bytes - offset >= width {
            pieces.push((u64::from(offset), width));
            offset += width;
        }
    }
    pieces
}

/// Alignment at an offset of an aligned object.
fn align_at(align: u32, offset: u64) -> u32 {
    if offset == 0 { align.max(1) } else { align.max(1).min(1 << offset.trailing_zeros().min(30)) }
}
