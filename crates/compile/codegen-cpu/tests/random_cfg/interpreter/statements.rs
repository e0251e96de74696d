//! Statements of blocks, for all work-items at once.

use super::{Group, mixed};
use crate::program::Statement;

impl Group<'_> {
    pub(super) fn execute(&mut self, statement: &Statement) {
        match *statement {
            Statement::AssignV(v, expr) => {
                self.items().into_iter().for_each(|i| self.states[i].v[v] = self.compute(i, expr))
            }
            Statement::AssignU(u, expr) => self.u[u] = self.compute(0, expr),
            Statement::LoadV(v, at) => {
                self.items()
                    .into_iter()
                    .for_each(|i| self.states[i].v[v] = self.input[(self.value(i, at) & 15) as usize]);
            }
            Statement::LoadU(u, at) => self.u[u] = self.input[(self.value(0, at) & 15) as usize],
            Statement::If { left, right, target, then, otherwise } => self.items().into_iter().for_each(|i| {
                let chosen = if self.value(i, left) < self.value(i, right) { then } else { otherwise };
                self.states[i].v[target] = self.compute(i, chosen);
            }),
            Statement::Loop { count, target, body } => self.items().into_iter().for_each(|i| {
                // The count is evaluated once; the body may change its operands.
                for _ in 0..self.value(i, count) & 3 {
                    self.states[i].v[target] = self.compute(i, body);
                }
            }),
            Statement::StoreArray { index, value } => self.items().into_iter().for_each(|i| {
                let (cell, value) = (self.value(i, index) & 3, self.value(i, value));
                self.states[i].array[cell as usize] = value;
            }),
            Statement::LoadArray { index, target } => self
                .items()
                .into_iter()
                .for_each(|i| self.states[i].v[target] = self.states[i].array[(self.value(i, index) & 3) as usize]),
            Statement::Leave { left, right } => {
                let leaving = self.items().into_iter().filter(|i| self.value(*i, left) < self.value(*i, right));
                for i in leaving.collect::<Vec<_>>() {
                    self.results[i] = Some(self.result(i));
                }
            }
            Statement::Items(ref body) => self.items().into_iter().for_each(|i| self.run_item(i, body)),
            Statement::Mix(v) => {
                self.items().into_iter().for_each(|i| self.mix[i] = mixed(self.mix[i], self.states[i].v[v]))
            }
            _ => self.execute_in_group(statement),
        }
    }

    /// Barriers and operations of a work-group.
    fn execute_in_group(&mut self, statement: &Statement) {
        match *statement {
            Statement::Barrier => {}
            Statement::Exchange { from, to, distance } => {
                self.items().into_iter().for_each(|i| self.local[i] = self.states[i].v[from]);
                let count = self.local.len();
                self.items().into_iter().for_each(|i| self.states[i].v[to] = self.local[(i + distance) % count]);
            }
            Statement::Guard { ref tests, from, target, .. } => self.items().into_iter().for_each(|i| {
                let value = self.states[i].v[from];
                let holds = tests.iter().all(|test| self.holds(i, *test));
                self.states[i].v[target] = if holds { mixed(value, 1) } else { value };
                self.local[i] = self.states[i].v[target];
            }),
            Statement::Reduce { value, target } => {
                self.u[target] = self.items().into_iter().map(|i| self.value(i, value)).fold(0, i32::wrapping_add);
            }
            Statement::Scan { value, target } => {
                let mut sum = 0_i32;
                for i in self.items() {
                    let value = self.value(i, value);
                    self.states[i].v[target] = sum;
                    sum = sum.wrapping_add(value);
                }
            }
            Statement::Broadcast { value, target, item } => {
                // If the named work-item has returned, the first one that has not is used instead.
                let named = item % self.states.len();
                let named = Some(named).filter(|named| self.results[*named].is_none());
                if let Some(from) = named.or_else(|| self.items().first().copied()) {
                    self.u[target] = self.value(from, value);
                }
            }
            Statement::ReadCounter(u) => self.u[u] = self.counter,
            _ => self.execute_in_sub_groups(statement),
        }
    }

    /// The operations that work-items of a sub-group execute together.
    fn execute_in_sub_groups(&mut self, statement: &Statement) {
        match *statement {
            Statement::AssignS(s, expr) => {
                for (number, items) in self.sub_groups() {
                    self.s[number][s] = self.compute(items.start, expr);
                }
            }
            Statement::SubReduce { value, target } => {
                for (number, items) in self.sub_groups() {
                    let values = self.present(items).into_iter().map(|i| self.value(i, value));
                    self.s[number][target] = values.fold(0, i32::wrapping_add);
                }
            }
            Statement::SubScan { value, target } => {
                for (_, items) in self.sub_groups() {
                    let mut sum = 0_i32;
                    for i in self.present(items) {
                        sum = sum.wrapping_add(self.value(i, value));
                        self.states[i].v[target] = sum;
                    }
                }
            }
            Statement::Shuffle { value, from, target } => {
                for (_, items) in self.sub_groups() {
                    let values: Vec<_> = items.clone().map(|i| self.value(i, value)).collect();
                    let froms: Vec<_> = items.clone().map(|i| (self.value(i, from) & 7) as usize).collect();
                    for i in self.present(items.clone()) {
                        // A work-item that is not there leaves each its own value.
                        let lane = i - items.start;
                        let from = items.start + froms[lane];
                        let is_there = from < items.end && self.results[from].is_none();
                        self.states[i].v[target] = values[if is_there { froms[lane] } else { lane }];
                    }
                }
            }
            Statement::SubIf { left, right, ref body } => {
                for (_, items) in self.sub_groups() {
                    if self.value(items.start, left) < self.value(items.start, right) {
                        self.alone(items, body);
                    }
                }
            }
            Statement::SubLoop { count, ref body } => {
                for (_, items) in self.sub_groups() {
                    for _ in 0..self.value(items.start, count) & 3 {
                        self.alone(items.clone(), body);
                    }
                }
            }
            _ => unreachable!("{statement:?} is no statement of sub-groups"),
        }
    }
}
