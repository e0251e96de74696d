//! Statements of blocks as device IR.

use super::Writer;
use crate::program::{Operand, Relation, Statement, Test};
use crate::{ARRAY, INPUT};

impl Writer {
    pub fn statement(&mut self, statement: &Statement) {
        match *statement {
            Statement::AssignV(v, expr) => self.assign(&format!("%v{v}"), expr),
            Statement::AssignU(u, expr) => self.assign(&format!("%u{u}"), expr),
            Statement::LoadV(v, at) => self.load_input(&format!("%v{v}"), at),
            Statement::LoadU(u, at) => self.load_input(&format!("%u{u}"), at),
            Statement::Barrier => self.barrier(),
            Statement::Exchange { from, to, distance } => {
                let value = self.load(&format!("%v{from}"));
                self.line(format!("store i32 {value}, ptr addrspace(3) %own"));
                self.barrier();
                let far = self.let_be(format!("add i64 %lid64, {distance}"));
                let index = self.let_be(format!("urem i64 {far}, %items64"));
                let address = self.let_be(format!("getelementptr i32, ptr addrspace(3) %lm, i64 {index}"));
                let value = self.let_be(format!("load i32, ptr addrspace(3) {address}"));
                self.store(&value, &format!("%v{to}"));
                self.barrier();
            }
            Statement::Guard { ref tests, from, target, barrier } => {
                let value = self.load(&format!("%v{from}"));
                self.store_local(&value);
                self.barrier();
                let tests: Vec<_> = tests.iter().map(|test| self.test(*test)).collect();
                let all = tests.into_iter().reduce(|left, right| {
                    self.let_be(match barrier {
                        true => format!("and i1 {left}, {right}"),
                        false => format!("select i1 {left}, i1 {right}, i1 false"),
                    })
                });
                let name = self.fresh();
                self.line(format!("br i1 {}, label %then.{name}, label %join.{name}", all.expect("a test")));
                self.label(&format!("then.{name}"));
                let value = self.let_be("load i32, ptr addrspace(3) %own");
                let value = self.mixed(&value, "1");
                self.store_local(&value);
                self.line(format!("br label %join.{name}"));
                self.label(&format!("join.{name}"));
                if barrier {
                    self.barrier();
                }
                let value = self.let_be("load i32, ptr addrspace(3) %own");
                self.store(&value, &format!("%v{target}"));
                self.barrier();
            }
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
            Statement::Reduce { value, target } => {
                let value = self.operand(value);
                let sum = self.let_be(format!("call i32 @__spirv_GroupIAdd.i32(i32 2, i32 0, i32 {value})"));
                self.store(&sum, &format!("%u{target}"));
            }
            Statement::Scan { value, target } => {
                let value = self.operand(value);
                let sum = self.let_be(format!("call i32 @__spirv_GroupIAdd.i32(i32 2, i32 2, i32 {value})"));
                self.store(&sum, &format!("%v{target}"));
            }
            Statement::Broadcast { value, target, item } => {
                let value = self.operand(value);
                let item = self.let_be(format!("urem i64 {item}, %items64"));
                // A one-dimensional id; larger groups have at least three work-items in dimension 0.
                let value =
                    self.let_be(format!("call i32 @__spirv_GroupBroadcast.i32(i32 2, i32 {value}, i64 {item})"));
                self.store(&value, &format!("%u{target}"));
            }
            Statement::Leave { left, right } => {
                let (left, right) = (self.operand(left), self.operand(right));
                let below = self.let_be(format!("icmp slt i32 {left}, {right}"));
                let name = self.fresh();
                self.line(format!("br i1 {below}, label %end, label %stay.{name}"));
                self.label(&format!("stay.{name}"));
            }
            Statement::AssignS(s, expr) => self.assign(&format!("%s{s}"), expr),
            Statement::SubReduce { value, target } => {
                let value = self.operand(value);
                let sum = self.let_be(format!("call i32 @__spirv_GroupIAdd.i32(i32 3, i32 0, i32 {value})"));
                self.store(&sum, &format!("%s{target}"));
            }
            Statement::SubScan { value, target } => {
                let value = self.operand(value);
                let sum = self.let_be(format!("call i32 @__spirv_GroupIAdd.i32(i32 3, i32 1, i32 {value})"));
                self.store(&sum, &format!("%v{target}"));
            }
            Statement::Shuffle { value, from, target } => {
                let (value, from) = (self.operand(value), self.operand(from));
                let from = self.let_be(format!("and i32 {from}, 7"));
                let value = self
                    .let_be(format!("call i32 @__spirv_GroupNonUniformShuffle.i32(i32 3, i32 {value}, i32 {from})"));
                self.store(&value, &format!("%v{target}"));
            }
            Statement::SubIf { left, right, ref body } => {
                let (left, right) = (self.operand(left), self.operand(right));
                let below = self.let_be(format!("icmp slt i32 {left}, {right}"));
                let name = self.fresh();
                self.line(format!("br i1 {below}, label %then.{name}, label %join.{name}"));
                self.label(&format!("then.{name}"));
                body.iter().for_each(|statement| self.statement(statement));
                self.line(format!("br label %join.{name}"));
                self.label(&format!("join.{name}"));
            }
            Statement::SubLoop { count, ref body } => self.counted_loop(count, |writer| {
                body.iter().for_each(|statement| writer.statement(statement));
            }),
            Statement::Items(ref body) => self.items(body),
            Statement::ReadCounter(u) => {
                self.barrier();
                let value = self.let_be("load i32, ptr addrspace(3) %counter");
                self.store(&value, &format!("%u{u}"));
                self.barrier();
            }
            Statement::Mix(v) => {
                let (mix, value) = (self.load("%mix"), self.load(&format!("%v{v}")));
                let mix = self.mixed(&mix, &value);
                self.store(&mix, "%mix");
            }
        }
    }

    pub fn store_local(&mut self, value: &str) {
        self.line(format!("store i32 {value}, ptr addrspace(3) %own"));
    }

    fn test(&mut self, test: Test) -> String {
        let bound = self.operand(test.bound);
        let id = match test.dim {
            None => "%lid".into(),
            Some(dim) => {
                let id = self.let_be(format!("call i64 @__spirv_BuiltInLocalInvocationId(i32 {dim})"));
                self.let_be(format!("trunc i64 {id} to i32"))
            }
        };
        match test.relation {
            Relation::Compares(predicate, factor) => {
                let factor = self.operand(factor);
                let product = self.let_be(format!("mul i32 {id}, {factor}"));
                self.let_be(format!("icmp {predicate} i32 {product}, {bound}"))
            }
            Relation::MultipleOf => {
                let low = self.let_be(format!("and i32 {bound}, 7"));
                let divisor = self.let_be(format!("add i32 {low}, 1"));
                let rest = self.let_be(format!("urem i32 {id}, {divisor}"));
                self.let_be(format!("icmp eq i32 {rest}, 0"))
            }
            Relation::Without => {
                let common = self.let_be(format!("and i32 {id}, {bound}"));
                self.let_be(format!("icmp eq i32 {common}, 0"))
            }
        }
    }

    fn counted_loop(&mut self, count: Operand, body: impl FnOnce(&mut Self)) {
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
