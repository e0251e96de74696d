//! Functions of the C library that are more than one operation: rounding to
//! integers, and blocks of memory ([`ExpandedFunction`] names them).

use tandem_device_ir::{CFunction, Callee, ExpandedFunction};
use tandem_ir::{Builder, Function, IntPredicate, Intrinsic, Value};

use super::{Expander, Expansion};

impl<'m> Expander<'m> {
    /// A call of a function that nothing in the module defines.
    pub(super) fn c_function(&self, name: &str) -> Expansion<'m> {
        let args = self.inst.args();
        let Callee::C(CFunction::Expanded(function)) = Callee::of(name) else { return Expansion::Keep };
        if self.inst.called_function().is_none_or(|function| !function.is_declaration()) {
            return Expansion::Keep;
        }
        match (function, &args[..]) {
            (ExpandedFunction::RoundToEven, [_]) => Expansion::Replace(self.round_to_int(Intrinsic::Rint)),
            (ExpandedFunction::RoundAway, [_]) => Expansion::Replace(self.round_to_int(Intrinsic::Round)),
            (ExpandedFunction::SinCos, [angle, sine, cosine]) => {
                for (name, to) in [(Intrinsic::Sin, sine), (Intrinsic::Cos, cosine)] {
                    self.builder.store(self.call_intrinsic(name, angle.ty(), &[*angle]), *to);
                }
                Expansion::Drop
            }
            (ExpandedFunction::CopyMemory, [dst, src, size]) => {
                self.builder.memcpy(*dst, 1, *src, 1, self.as_size(*size));
                Expansion::Replace(*dst)
            }
            (ExpandedFunction::MoveMemory, [dst, src, size]) => {
                self.move_block(*dst, *src, *size, [1, 1]);
                Expansion::Replace(*dst)
            }
            (ExpandedFunction::SetMemory, [dst, value, size]) => {
                let byte = self.builder.trunc(*value, self.module.int(8));
                self.fill(*dst, byte, *size, 1);
                Expansion::Replace(*dst)
            }
            (ExpandedFunction::CompareMemory, [left, right, size]) => {
                let helper = self.compare_helper();
                let size = self.as_size(*size);
                Expansion::Replace(self.builder.call_function(helper, &[*left, *right, size]).value())
            }
            (ExpandedFunction::StringLength, [text]) => {
                Expansion::Replace(self.builder.call_function(self.length_helper(), &[*text]).value())
            }
            _ => Expansion::Keep,
        }
    }

    /// `int memcmp(const void *, const void *, size_t)`
    fn compare_helper(&self) -> Function<'m> {
        let (ptr, int, result) = (self.module.ptr(0), self.module.int(64), self.module.int(32));
        self.helper("__tandem_memcmp", result, &[ptr, ptr, int], |helper| {
            let [left, right, size] = helper.params()[..] else { return };
            let [entry, body, next, differ, same] =
                ["entry", "loop", "next", "differ", "same"].map(|name| helper.append_block(self.module, name));
            let b = Builder::at_end(self.module, entry);
            b.cond_br(b.icmp(IntPredicate::LLVMIntEQ, size, int.zero()), same, body);

            let b = Builder::at_end(self.module, body);
            let index = b.phi(int, "i");
            let [left, right] = [left, right].map(|from| self.byte_at(&b, from, index.value()));
            b.cond_br(b.icmp(IntPredicate::LLVMIntEQ, left, right), next, differ);

            let b = Builder::at_end(self.module, next);
            let following = b.add(index.value(), int.int(1, false));
            index.add_incoming(self.module, &[(int.zero(), entry), (following, next)]);
            b.cond_br(b.icmp(IntPredicate::LLVMIntEQ, following, size), same, body);

            let b = Builder::at_end(self.module, differ);
            b.ret(b.sub(b.zext(left, result), b.zext(right, result)));
            Builder::at_end(self.module, same).ret(result.zero());
        })
    }

    /// `size_t strlen(const char *)`
    fn length_helper(&self) -> Function<'m> {
        let (ptr, int) = (self.module.ptr(0), self.module.int(64));
        self.helper("__tandem_strlen", int, &[ptr], |helper| {
            let [entry, body, exit] = ["entry", "loop", "exit"].map(|name| helper.append_block(self.module, name));
            Builder::at_end(self.module, entry).br(body);
            let b = Builder::at_end(self.module, body);
            let index = b.phi(int, "i");
            let byte = self.byte_at(&b, helper.params()[0], index.value());
            let following = b.add(index.value(), int.int(1, false));
            index.add_incoming(self.module, &[(int.zero(), entry), (following, body)]);
            b.cond_br(b.icmp(IntPredicate::LLVMIntEQ, byte, byte.ty().zero()), exit, body);
            Builder::at_end(self.module, exit).ret(index.value());
        })
    }

    fn byte_at(&self, builder: &Builder<'m>, base: Value<'m>, index: Value<'m>) -> Value<'m> {
        let byte = self.module.int(8);
        builder.load(byte, builder.gep(byte, base, &[index], true)).value()
    }
}
