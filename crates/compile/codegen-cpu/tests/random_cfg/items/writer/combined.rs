//! Atomic operations, arithmetic that detects overflows, and integers that are wider than registers.

use crate::items::{Cell, Expr, Operation, SQUARE, SUM, Tally, Type, Var, WIDE};
use crate::writer::Writer;

impl Writer {
    pub(super) fn tally(&mut self, tally: Tally, value: &Expr) {
        let value = self.value(value);
        let cell = self.counter(tally as usize);
        let operation = format!("{tally:?}").to_lowercase();
        self.let_be(format!("atomicrmw {operation} ptr addrspace(1) {cell}, i32 {value} monotonic"));
    }

    /// A work-item that finds `old` adds `(2 old + value) value` to the square.
    pub(super) fn square(&mut self, value: &Expr) {
        let value = self.value(value);
        let (sum, square) = (self.counter(SUM), self.counter(SQUARE));
        let old = self.let_be(format!("atomicrmw add ptr addrspace(1) {sum}, i32 {value} monotonic"));
        let twice = self.let_be(format!("shl i32 {old}, 1"));
        let both = self.let_be(format!("add i32 {twice}, {value}"));
        let growth = self.let_be(format!("mul i32 {both}, {value}"));
        self.let_be(format!("atomicrmw add ptr addrspace(1) {square}, i32 {growth} monotonic"));
    }

    /// Combines by compare-and-exchange until it succeeds.
    pub(super) fn retried_tally(&mut self, tally: Tally, value: &Expr) {
        let value = self.value(value);
        let cell = self.counter(tally as usize);
        let first = self.let_be(format!("load i32, ptr addrspace(1) {cell}"));
        self.store(&first, "%seen");
        let name = self.fresh();
        self.line(format!("br label %try.{name}"));
        self.label(&format!("try.{name}"));
        let seen = self.load("%seen");
        let new = match tally {
            Tally::Max | Tally::Min | Tally::UMax | Tally::UMin => {
                let function = if matches!(tally, Tally::Max | Tally::Min) { "s" } else { "" };
                let function = format!("{function}{tally:?}").to_lowercase();
                self.let_be(format!("call i32 @llvm.{function}.i32(i32 {seen}, i32 {value})"))
            }
            _ => self.let_be(format!("{} i32 {seen}, {value}", format!("{tally:?}").to_lowercase())),
        };
        let (old, is_done) = self.exchange(Type::I32, &cell, &seen, &new);
        self.store(&old, "%seen");
        self.line(format!("br i1 {is_done}, label %done.{name}, label %try.{name}"));
        self.label(&format!("done.{name}"));
    }

    fn counter(&mut self, number: usize) -> String {
        self.let_be(format!("getelementptr i32, ptr addrspace(1) %counters, i64 {number}"))
    }

    /// Compares and exchanges: returns the previous value, and whether it was replaced.
    fn exchange(&mut self, ty: Type, address: &str, expected: &str, value: &str) -> (String, String) {
        let ty = ty.name();
        let operands = format!("ptr addrspace(1) {address}, {ty} {expected}, {ty} {value}");
        let pair = self.let_be(format!("cmpxchg {operands} monotonic monotonic"));
        let member = |writer: &mut Self, index| writer.let_be(format!("extractvalue {{ {ty}, i1 }} {pair}, {index}"));
        (member(self, 0), member(self, 1))
    }

    pub(super) fn replace(&mut self, target: Var, cell: &Cell, expected: &Expr, value: &Expr) {
        let (expected, value) = (self.value(expected), self.value(value));
        let address = self.cell(target.ty, cell);
        let (old, is_replaced) = self.exchange(target.ty, &address, &expected, &value);
        self.store_var(target, &old);
        self.when(&is_replaced, |writer| writer.store_var(target, &value));
    }

    pub(super) fn checked(&mut self, operation: Operation, signed: bool, target: Var, operands: [&Expr; 2]) {
        let ty = target.ty.name();
        let [left, right] = operands.map(|operand| self.value(operand));
        let function = format!("{}{operation:?}", if signed { 's' } else { 'u' }).to_lowercase();
        let call = format!("@llvm.{function}.with.overflow.{ty}({ty} {left}, {ty} {right})");
        let pair = self.let_be(format!("call {{ {ty}, i1 }} {call}"));
        let value = self.let_be(format!("extractvalue {{ {ty}, i1 }} {pair}, 0"));
        let overflows = self.let_be(format!("extractvalue {{ {ty}, i1 }} {pair}, 1"));
        self.store_var(target, &value);
        self.when(&overflows, |writer| writer.store_var(target, &right));
    }

    /// Declares the wide variables.
    pub(super) fn wide_prologue(&mut self) {
        for (index, bits) in WIDE.into_iter().enumerate() {
            self.line(format!("%wide{index} = alloca i{bits}"));
            let first = self.let_be(format!("sext i32 %lid to i{bits}"));
            let value = [first.as_str(), "-3"][index];
            self.store_wide(index, value);
        }
    }

    pub(super) fn wide(&mut self, index: usize, operation: Option<Operation>, value: &Expr, signed: bool) {
        let (bits, mut value) = (WIDE[index], self.value(value));
        if matches!(operation, Some(Operation::Shl | Operation::LShr | Operation::AShr)) {
            value = self.let_be(format!("and i64 {value}, 63"));
        }
        let extension = if signed { "sext" } else { "zext" };
        let mut value = self.let_be(format!("{extension} i64 {value} to i{bits}"));
        if let Some(operation) = operation {
            let wide = self.load_wide(index);
            let operation = format!("{operation:?}").to_lowercase();
            value = self.let_be(format!("{operation} i{bits} {wide}, {value}"));
        }
        self.store_wide(index, &value);
    }

    /// The bits of a wide variable in 32 bits.
    pub(super) fn wide_digest(&mut self, index: usize) -> String {
        let (bits, wide) = (WIDE[index], self.load_wide(index));
        let digest = [64, 32].into_iter().fold(wide.clone(), |digest, amount| {
            let high = self.let_be(format!("lshr i{bits} {wide}, {amount}"));
            self.let_be(format!("xor i{bits} {digest}, {high}"))
        });
        self.let_be(format!("trunc i{bits} {digest} to i32"))
    }

    pub(super) fn load_wide(&mut self, index: usize) -> String {
        self.let_be(format!("load i{}, ptr %wide{index}", WIDE[index]))
    }

    fn store_wide(&mut self, index: usize, value: &str) {
        self.line(format!("store i{} {value}, ptr %wide{index}", WIDE[index]));
    }
}
