//! Statements of blocks as device IR.

use super::Writer;
use crate::program::{Operand, Statement};
use crate::{ARRAY, INPUT};

impl Writer {
    pub fn statement(&mut self, statement: &Statement) {
        match *statement {
            Statement::AssignV(v, expr) => self.assign(&format!("%v{v}"), expr),
            Statement::AssignU(u, expr) => self.assign(&format!("%u{u}"), expr),
            Statement::LoadV(v, at) => self.load_input(&format!("%v{v}"), at),
            Statement::LoadU(u, at) => self.load_input(&format!("%u{u}"), at),
            Statement::If { left, right, target, then, otherwise } => {
                let (left, right) = (self.operand(left), self.operand(right));
                let below = self.let_be(format!("icmp slt i32 {left}, {right}"));
                let name = self.fresh();
                self.line(format!("br i1 {below}, label %then.{name}, label %else.{name}"));
                for (branch, expr) in [("then", then), ("else", otherwise)] {
                    self.label(&format!("{branch}.{name}"));
                    self.assign(&format!("%v{target}"), expr);
                    self.line(format!("br label %join.{name}"));
                }
                self.label(&format!("join.{name}"));
            }
            Statement::Loop { count, target, body } => {
                self.counted_loop(count, |writer| writer.assign(&format!("%v{target}"), body));
            }
            Statement::StoreArray { index, value } => {
                let value = self.operand(value);
                let cell = self.array_cell(index);
                self.store(&value, &cell);
            }
            Statement::LoadArray { index, target } => {
                let cell = self.array_cell(index);
                let value = self.load(&cell);
                self.store(&value, &format!("%v{target}"));
            }
            Statement::Leave { left, right } => {
                let (left, right) = (self.operand(left), self.operand(right));
                let below = self.let_be(format!("icmp slt i32 {left}, {right}"));
                let name = self.fresh();
                self.line(format!("br i1 {below}, label %end, label %stay.{name}"));
                self.label(&format!("stay.{name}"));
            }
            Statement::Items(ref body) => self.items(body),
            Statement::Mix(v) => {
                let (mix, value) = (self.load("%mix"), self.load(&format!("%v{v}")));
                let mix = self.mixed(&mix, &value);
                self.store(&mix, "%mix");
            }
            _ => self.group_statement(statement),
        }
    }

    pub fn store_local(&mut self, value: &str) {
        self.line(format!("store i32 {value}, ptr addrspace(3) %own"));
    }

    pub fn counted_loop(&mut self, count: Operand, body: impl FnOnce(&mut Self)) {
        let count = self.operand(count);
        let count = self.let_be(format!("and i32 {count}, 3"));
        let name = self.fresh();
        self.line(format!("%k.{name} = alloca i32"));
        self.store("0", &format!("%k.{name}"));
        self.line(format!("br label %head.{name}"));
        self.label(&format!("head.{name}"));
        let k = self.load(&format!("%k.{name}"));
        let more = self.let_be(format!("icmp slt i32 {k}, {count}"));
        self.line(format!("br i1 {more}, label %body.{name}, label %done.{name}"));
        self.label(&format!("body.{name}"));
        body(self);
        let k = self.load(&format!("%k.{name}"));
        let next = self.let_be(format!("add i32 {k}, 1"));
        self.store(&next, &format!("%k.{name}"));
        self.line(format!("br label %head.{name}"));
        self.label(&format!("done.{name}"));
    }

    fn load_input(&mut self, variable: &str, at: Operand) {
        let at = self.operand(at);
        let index = self.let_be(format!("and i32 {at}, {}", INPUT - 1));
        let address = self.let_be(format!("getelementptr i32, ptr addrspace(1) %input, i32 {index}"));
        let value = self.let_be(format!("load i32, ptr addrspace(1) {address}"));
        self.store(&value, variable);
    }

    fn array_cell(&mut self, index: Operand) -> String {
        let index = self.operand(index);
        let index = self.let_be(format!("and i32 {index}, {}", ARRAY - 1));
        self.let_be(format!("getelementptr i32, ptr %array, i32 {index}"))
    }
}
