//! Statements of groups and sub-groups as device IR.

use super::Writer;
use crate::program::{Relation, Statement, Test};

impl Writer {
    /// Barriers and operations of a work-group.
    pub fn group_statement(&mut self, statement: &Statement) {
        match *statement {
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
                self.when(&all.expect("a test"), |writer| {
                    let value = writer.let_be("load i32, ptr addrspace(3) %own");
                    let value = writer.mixed(&value, "1");
                    writer.store_local(&value);
                });
                if barrier {
                    self.barrier();
                }
                let value = self.let_be("load i32, ptr addrspace(3) %own");
                self.store(&value, &format!("%v{target}"));
                self.barrier();
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
            Statement::ReadCounter(u) => {
                self.barrier();
                let value = self.let_be("load i32, ptr addrspace(3) %counter");
                self.store(&value, &format!("%u{u}"));
                self.barrier();
            }
            _ => self.sub_group_statement(statement),
        }
    }

    /// The operations that work-items of a sub-group execute together.
    fn sub_group_statement(&mut self, statement: &Statement) {
        match *statement {
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
                self.when(&below, |writer| body.iter().for_each(|statement| writer.statement(statement)));
            }
            Statement::SubLoop { count, ref body } => self.counted_loop(count, |writer| {
                body.iter().for_each(|statement| writer.statement(statement));
            }),
            _ => unreachable!("{statement:?} is no statement of sub-groups"),
        }
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
}
