//! Copies and fills of blocks of memory, as loads and stores of whole words.
//!
//! LLVM's back-end expands the remaining ones after the optimizer, long ones into loops over bytes. The optimizer
//! sees through loads and stores: private arrays that are only copied become registers.

use tandem_ir::{Block, Builder, EditableModule, Function, Inst, IntPredicate, Intrinsic, Type, Value};

use crate::alignment::is_multiple;

/// Bytes of the widest access.
const WIDEST: u32 = 8;
/// The most words of a block without a loop.
const MAX_UNROLLED: u64 = 16;

/// Expands what copies and fills blocks of memory in a function.
pub fn lower<'m>(module: &'m EditableModule, function: Function<'m>) {
    for inst in function.insts() {
        if let Some(block) = MemoryBlock::of(module, inst) {
            block.expand();
            inst.erase(module);
        }
    }
}

/// A block of memory that an instruction copies or fills.
struct MemoryBlock<'m> {
    module: &'m EditableModule,
    inst: Inst<'m>,
    contents: Contents<'m>,
    /// In bytes.
    size: Value<'m>,
    /// The unit of loads and stores.
    word: Type<'m>,
    word_bytes: u32,
}

/// The source of a block's bytes.
enum Contents<'m> {
    /// The bytes at an address.
    Copy(Value<'m>),
    /// A byte.
    Fill(Value<'m>),
}

impl<'m> MemoryBlock<'m> {
    /// `None` for other instructions, and for blocks that are left to the back-end: volatile ones, and those that may
    /// overlap and are longer than a few words.
    fn of(module: &'m EditableModule, inst: Inst<'m>) -> Option<Self> {
        let intrinsic = inst.intrinsic().filter(|intrinsic| intrinsic.is_memory_block())?;
        let [size, is_volatile] = [2, 3].map(|index| inst.operand(index));
        if is_volatile.const_u64() != Some(0) {
            return None;
        }
        let align = |index: u32| inst.argument_align(index).unwrap_or(1).clamp(1, WIDEST);
        let (contents, align) = match intrinsic {
            Intrinsic::Memset | Intrinsic::MemsetInline => (Contents::Fill(inst.operand(1)), align(0)),
            _ => (Contents::Copy(inst.operand(1)), align(0).min(align(1))),
        };
        let word_bytes = match size.const_u64() {
            Some(_) => align,
            None if is_multiple(module, size, align) => align,
            None => 1,
        };
        let block = Self { module, inst, contents, size, word: module.int(word_bytes * 8), word_bytes };
        (intrinsic != Intrinsic::Memmove || block.pieces().is_some()).then_some(block)
    }

    /// Offsets and sizes in bytes of the accesses that make up a block of a few words.
    fn pieces(&self) -> Option<Vec<(u64, u32)>> {
        let size = self.size.const_u64()?;
        (size.div_ceil(self.word_bytes.into()) <= MAX_UNROLLED).then(|| self.pieces_from(0, size))
    }

    fn pieces_from(&self, mut offset: u64, end: u64) -> Vec<(u64, u32)> {
        let mut pieces = Vec::new();
        while offset < end {
            let mut bytes = self.word_bytes;
            while u64::from(bytes) > end - offset {
                bytes /= 2;
            }
            pieces.push((offset, bytes));
            offset += u64::from(bytes);
        }
        pieces
    }

    fn expand(&self) {
        if let Some(pieces) = self.pieces() {
            return self.access(&pieces);
        }
        let word_bytes = u64::from(self.word_bytes);
        if let Some(size) = self.size.const_u64() {
            let words = size / word_bytes;
            self.access(&self.pieces_from(words * word_bytes, size));
        }
        self.access_in_loop();
    }

    /// Copies or fills pieces. All loads come before all stores: the blocks may overlap.
    fn access(&self, pieces: &[(u64, u32)]) {
        let builder = Builder::before(self.module, self.inst);
        let at = |pointer: Value<'m>, offset: u64| {
            let offset = self.module.int(64).int(offset, false);
            builder.gep(self.module.int(8), pointer, &[offset], true)
        };
        let contents = |&(offset, bytes): &(u64, u32)| {
            let ty = self.module.int(bytes * 8);
            match self.contents {
                Contents::Copy(source) => {
                    let value = builder.load(ty, at(source, offset));
                    value.set_align(self.module, bytes);
                    value.value()
                }
                Contents::Fill(byte) => repeated(&builder, byte, ty),
            }
        };
        let values: Vec<_> = pieces.iter().map(contents).collect();
        for (&(offset, bytes), value) in pieces.iter().zip(values) {
            builder.store(value, at(self.inst.operand(0), offset)).set_align(self.module, bytes);
        }
    }

    /// Copies or fills the whole words of a block, one in each step.
    fn access_in_loop(&self) {
        let index_type = self.module.int(64);
        let after = self.inst.block().expect("an instruction of a function");
        let before = after.split_before(self.module, self.inst, "accessed");
        before.terminator().expect("split blocks branch").erase(self.module);
        let step: Block<'m> = after.insert_before(self.module, "word");
        let entry = Builder::at_end(self.module, before);
        let size = match self.size.ty() == index_type {
            true => self.size,
            false => entry.zext(self.size, index_type),
        };
        let words = entry.lshr(size, index_type.int(self.word_bytes.trailing_zeros().into(), false));
        let value = match self.contents {
            Contents::Fill(byte) => Some(repeated(&entry, byte, self.word)),
            Contents::Copy(_) => None,
        };
        entry.cond_br(entry.icmp(IntPredicate::LLVMIntEQ, words, index_type.zero()), after, step);

        let builder = Builder::at_end(self.module, step);
        let index = builder.phi(index_type, "index");
        let at = |pointer: Value<'m>| builder.gep(self.word, pointer, &[index.value()], true);
        let value = value.unwrap_or_else(|| {
            let load = builder.load(self.word, at(self.inst.operand(1)));
            load.set_align(self.module, self.word_bytes);
            load.value()
        });
        builder.store(value, at(self.inst.operand(0))).set_align(self.module, self.word_bytes);
        let next = builder.add(index.value(), index_type.int(1, false));
        index.add_incoming(self.module, &[(index_type.zero(), before), (next, step)]);
        builder.cond_br(builder.icmp(IntPredicate::LLVMIntEQ, next, words), after, step);
    }
}

/// A byte in each byte of an integer.
fn repeated<'m>(builder: &Builder<'m>, byte: Value<'m>, ty: Type<'m>) -> Value<'m> {
    builder.mul(builder.zext(byte, ty), ty.int(0x0101_0101_0101_0101, false))
}
