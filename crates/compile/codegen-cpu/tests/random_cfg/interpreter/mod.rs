//! The interpreter: every statement for all work-items of a group at once.

mod statements;

use std::cmp::Ordering;
use std::ops::Range;

use crate::items;
use crate::items::interpreter::{Flow, Run, State};
use crate::items::memory::Memory;
use crate::program::{BinaryOp, End, Expr, Operand, Program, Relation, Statement, Test};
use crate::{FUEL, SHARED, UNIFORM};

/// A work-group in the interpreter.
pub struct Group<'a> {
    input: &'a [i32],
    /// Work-items by dimension.
    extents: [usize; 3],
    /// Work-items of a full sub-group.
    sub_group: usize,
    /// The work-items that run, including those that have returned.
    active: Range<usize>,
    /// Results of those that returned.
    results: Vec<Option<i32>>,
    /// Their cells of local memory.
    local: Vec<i32>,
    states: Vec<State>,
    has_items: bool,
    has_wide: bool,
    /// The counter in local memory.
    counter: i32,
    memory: &'a mut Memory,
    mix: Vec<i32>,
    u: [i32; UNIFORM],
    s: Vec<[i32; SHARED]>,
}

impl<'a> Group<'a> {
    /// `firsts` are the differences of linear global and local ids.
    pub fn run(
        input: &'a [i32],
        memory: &'a mut Memory,
        extents: [usize; 3],
        firsts: &[i32],
        program: &Program,
    ) -> Vec<i32> {
        let items = firsts.len();
        let states = (0..).zip(firsts).map(|(i, first)| State::new(first + i, i)).collect();
        let sub_group = program.sub_group.map_or(items, |size| size as usize);
        let mut group = Group {
            input,
            extents,
            sub_group,
            active: 0..items,
            results: vec![None; items],
            local: vec![0; items],
            states,
            has_items: program.has_items,
            has_wide: program.has_wide,
            counter: 0,
            memory,
            mix: vec![17; items],
            u: [5, items as i32, -9],
            s: vec![[11, -2]; items.div_ceil(sub_group)],
        };
        let (mut at, mut fuel) = (0, FUEL);
        while fuel > 0 && !group.items().is_empty() {
            fuel -= 1;
            let block = &program.blocks[at];
            block.statements.iter().for_each(|statement| group.execute(statement));
            at = match block.end {
                End::Goto(next) => next,
                End::Branch(u, limit, then, otherwise) => {
                    if group.u[u] < limit {
                        then
                    } else {
                        otherwise
                    }
                }
                End::Switch(u, targets) => targets[(group.u[u] & 3) as usize],
                End::Return => break,
            };
        }
        (0..items).map(|i| group.results[i].unwrap_or_else(|| group.result(i))).collect()
    }

    /// The value that a work-item stores when it returns.
    fn result(&self, i: usize) -> i32 {
        let values = self.states[i].v.iter().chain(&self.u).chain(&self.s[i / self.sub_group]);
        let mix = values.fold(self.mix[i], |mix, x| mixed(mix, *x));
        match self.has_items {
            true => self.states[i].own_values(self.has_wide).fold(mix, mixed),
            false => mix,
        }
    }

    /// The work-items that run and have not returned.
    fn items(&self) -> Vec<usize> {
        self.present(self.active.clone())
    }

    /// The work-items that have not returned.
    fn present(&self, items: Range<usize>) -> Vec<usize> {
        items.filter(|i| self.results[*i].is_none()).collect()
    }

    /// The sub-groups that run: number and work-items.
    fn sub_groups(&self) -> Vec<(usize, Range<usize>)> {
        let all = self.active.clone();
        let starts = all.clone().step_by(self.sub_group);
        starts.map(|start| (start / self.sub_group, start..all.end.min(start + self.sub_group))).collect()
    }

    /// Runs statements for one sub-group.
    fn alone(&mut self, items: Range<usize>, body: &[Statement]) {
        let all = std::mem::replace(&mut self.active, items);
        body.iter().for_each(|statement| self.execute(statement));
        self.active = all;
    }

    /// Runs item code for one work-item.
    fn run_item(&mut self, i: usize, body: &[items::Statement]) {
        let (state, uniforms) = (&mut self.states[i], &self.u);
        let mut run = Run { state, uniforms, counter: &mut self.counter, memory: self.memory };
        if run.body(body) == Flow::Return {
            self.results[i] = Some(self.result(i));
        }
    }

    fn value(&self, item: usize, operand: Operand) -> i32 {
        match operand {
            Operand::V(v) => self.states[item].v[v],
            Operand::U(u) => self.u[u],
            Operand::S(s) => self.s[item / self.sub_group][s],
            Operand::LocalId => item as i32,
            Operand::SubGroupId => (item / self.sub_group) as i32,
            Operand::Const(value) => value,
        }
    }

    fn compute(&self, item: usize, expr: Expr) -> i32 {
        let (left, right) = (self.value(item, expr.left), self.value(item, expr.right));
        match expr.op {
            BinaryOp::Add => left.wrapping_add(right),
            BinaryOp::Sub => left.wrapping_sub(right),
            BinaryOp::Mul => left.wrapping_mul(right),
            BinaryOp::Xor => left ^ right,
        }
    }

    fn holds(&self, item: usize, test: Test) -> bool {
        let [width, height, _] = self.extents;
        let id = match test.dim {
            None => item,
            Some(dim) => [item % width, item / width % height, item / width / height][dim],
        } as i32;
        let bound = self.value(item, test.bound);
        match test.relation {
            Relation::Compares(predicate, factor) => {
                let product = id.wrapping_mul(self.value(item, factor));
                let order = match predicate.starts_with('u') {
                    true => (product as u32).cmp(&(bound as u32)),
                    false => product.cmp(&bound),
                };
                is_ordered(predicate, order)
            }
            Relation::MultipleOf => id % ((bound & 7) + 1) == 0,
            Relation::Without => id & bound == 0,
        }
    }
}

/// Whether numbers in this order fulfil a predicate of LLVM's `icmp`.
pub fn is_ordered(predicate: &str, order: Ordering) -> bool {
    match &predicate[predicate.len() - 2..] {
        "eq" => order.is_eq(),
        "ne" => order.is_ne(),
        "lt" => order.is_lt(),
        "le" => order.is_le(),
        "gt" => order.is_gt(),
        _ => order.is_ge(),
    }
}

fn mixed(mix: i32, value: i32) -> i32 {
    mix.wrapping_mul(31).wrapping_add(value)
}
