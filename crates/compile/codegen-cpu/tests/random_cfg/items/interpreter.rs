//! The interpreter of item code: one work-item after the other.

use super::arithmetic::{binary, checked, converted, divided, wide_binary, wide_unsigned, wide_wrapped};
use super::memory::{self, Memory, RECORD, TABLE, float, unsigned, wrapped};
use super::{Access, Case, Cell, Condition, Expr, LOOPS, Loop, OWN, SQUARE, SUM, Statement, Tally, Type, Var, WIDE};
use crate::{ARRAY, UNIFORM, VARYING};

/// The variables of a work-item.
pub struct State {
    pub global_id: i32,
    pub local_id: i32,
    pub v: [i32; VARYING],
    pub array: [i32; ARRAY],
    /// The variables by type; those of `i32` are not used.
    pub own: [[i64; OWN]; Type::ALL.len()],
    pub counters: [i32; LOOPS],
    /// The wide variables, with their sign.
    pub wide: [i128; WIDE.len()],
}

impl State {
    /// The state of a work-item at its beginning.
    pub fn new(global_id: i32, local_id: i32) -> Self {
        let own = Type::ALL.map(|ty| match ty {
            Type::Float => [float(local_id as f32), float(-3.0)],
            _ => [wrapped(ty, i64::from(local_id)), -3],
        });
        let v = [global_id, local_id, 7, -3];
        let wide = [local_id.into(), -3];
        Self { global_id, local_id, v, array: [1, 2, 3, 4], own, counters: [0; LOOPS], wide }
    }

    /// The values that item code has changed, for the result of the work-item.
    pub fn own_values(&self, has_wide: bool) -> impl Iterator<Item = i32> {
        let value = |ty, value: i64| match ty {
            Type::Float => f32::from_bits(value as u32) as i32,
            Type::I64 => (value ^ (value >> 32)) as i32,
            _ => value as i32,
        };
        let wide = self.wide.iter().zip(WIDE).filter(move |_| has_wide).map(|(wide, bits)| {
            let unsigned = wide_unsigned(bits, *wide);
            (unsigned ^ (unsigned >> 64) ^ (unsigned >> 32)) as i32
        });
        let others = Type::ALL.into_iter().filter(|ty| *ty != Type::I32);
        others.flat_map(move |ty| self.own[ty as usize].map(|own| value(ty, own))).chain(self.counters).chain(wide)
    }
}

/// The control flow after a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    Next,
    Break(usize),
    Continue,
    Return,
}

/// A work-item that runs.
pub struct Run<'a> {
    pub state: &'a mut State,
    pub uniforms: &'a [i32; UNIFORM],
    /// The counter of the work-group.
    pub counter: &'a mut i32,
    pub memory: &'a mut Memory,
}

impl Run<'_> {
    pub fn body(&mut self, body: &[Statement]) -> Flow {
        for statement in body {
            let flow = self.statement(statement);
            if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    fn statement(&mut self, statement: &Statement) -> Flow {
        match statement {
            Statement::If(condition, then, otherwise) => {
                let body = if self.holds(condition) { then } else { otherwise };
                return self.body(body);
            }
            Statement::Switch { value, cases, default } => return self.switch(value, cases, default),
            Statement::Loop(code) => {
                let limit = self.value(&code.limit) & 7;
                return self.repeat(code, limit);
            }
            Statement::LoopGuarded(guard, code) => {
                let limit = self.value(&code.limit) & 7;
                return if self.holds(guard) { self.repeat(code, limit) } else { Flow::Next };
            }
            Statement::LoopLoaded(u, code) => {
                let u = self.uniforms[*u];
                if self.state.local_id < u {
                    let limit = self.table(Type::I32, (u & 15) as usize) & 7;
                    return self.repeat(code, limit);
                }
            }
            Statement::Break(level) => return Flow::Break(*level),
            Statement::Continue => return Flow::Continue,
            Statement::Return => return Flow::Return,
            _ => self.simple(statement),
        }
        Flow::Next
    }

    fn switch(&mut self, value: &Expr, cases: &[Case], default: &[Statement]) -> Flow {
        let value = self.value(value) & 7;
        let first = cases.iter().position(|case| case.labels.contains(&value));
        for case in first.map_or(&[][..], |first| &cases[first..]) {
            let flow = self.body(&case.body);
            if flow != Flow::Next || !case.falls_through {
                return flow;
            }
        }
        self.body(default)
    }

    fn repeat(&mut self, code: &Loop, limit: i64) -> Flow {
        let goes_on = |run: &Self, k| k < limit && code.condition.as_ref().is_none_or(|condition| run.holds(condition));
        self.state.counters[code.depth] = 0;
        let mut is_tested = !code.tests_last;
        loop {
            if is_tested && !goes_on(self, i64::from(self.state.counters[code.depth])) {
                return Flow::Next;
            }
            is_tested = true;
            match self.body(&code.body) {
                Flow::Break(0) => return Flow::Next,
                Flow::Break(level) => return Flow::Break(level - 1),
                Flow::Return => return Flow::Return,
                Flow::Next | Flow::Continue => self.state.counters[code.depth] += 1,
            }
        }
    }

    /// A statement that leads to the next one.
    fn simple(&mut self, statement: &Statement) {
        match statement {
            Statement::Assign(target, value) => self.assign(*target, self.value(value)),
            Statement::StoreArray(index, value) => {
                self.state.array[self.value(index) as usize % ARRAY] = self.value(value) as i32;
            }
            Statement::StoreCell(cell, value) => self.store_cell(cell, value),
            Statement::StoreGuarded(guard, cell, value) => {
                if self.holds(guard) {
                    self.store_cell(cell, value);
                }
            }
            Statement::Divide { division, target, left, right } => {
                if let Some(value) = divided(*division, target.ty, self.value(left), self.value(right)) {
                    self.assign(*target, value);
                }
            }
            Statement::Checked { operation, signed, target, left, right } => {
                let (left, right) = (self.value(left), self.value(right));
                let (value, overflows) = checked(*operation, target.ty, *signed, left, right);
                self.assign(*target, if overflows { right } else { value });
            }
            Statement::Wide { index, operation, value, signed } => {
                let value = self.value(value);
                let value = if *signed { i128::from(value) } else { i128::from(value as u64) };
                let (wide, bits) = (&mut self.state.wide[*index], WIDE[*index]);
                *wide = match operation {
                    Some(operation) => wide_binary(*operation, bits, *wide, value),
                    None => wide_wrapped(bits, value),
                };
            }
            Statement::Replace { target, cell, expected, value } => self.replace(*target, cell, expected, value),
            Statement::LoadInBounds { target, index } => {
                let index = unsigned(index.ty(), self.value(index));
                if index < TABLE as u64 {
                    self.assign(*target, self.table(target.ty, index as usize));
                }
            }
            Statement::LoadGuarded { guard, target, access } => {
                if self.holds(guard) {
                    self.assign(*target, self.table(target.ty, self.table_index(access)));
                }
            }
            Statement::Count(value) => *self.counter = self.counter.wrapping_add(self.value(value) as i32),
            Statement::Square(value) => {
                let value = self.value(value) as i32;
                let old = self.memory.counters[SUM];
                self.memory.counters[SUM] = old.wrapping_add(value);
                let growth = old.wrapping_mul(2).wrapping_add(value).wrapping_mul(value);
                self.memory.counters[SQUARE] = self.memory.counters[SQUARE].wrapping_add(growth);
            }
            Statement::Tally { tally, value, .. } => {
                let value = self.value(value) as i32;
                let counter = &mut self.memory.counters[*tally as usize];
                *counter = match tally {
                    Tally::Add => counter.wrapping_add(value),
                    Tally::Sub => counter.wrapping_sub(value),
                    Tally::And => *counter & value,
                    Tally::Or => *counter | value,
                    Tally::Xor => *counter ^ value,
                    Tally::Max => value.max(*counter),
                    Tally::Min => value.min(*counter),
                    Tally::UMax => (value as u32).max(*counter as u32) as i32,
                    Tally::UMin => (value as u32).min(*counter as u32) as i32,
                };
            }
            _ => unreachable!("{statement:?} is no simple statement"),
        }
    }

    fn assign(&mut self, Var { ty, index }: Var, value: i64) {
        match ty {
            Type::I32 => self.state.v[index] = value as i32,
            _ => self.state.own[ty as usize][index] = value,
        }
    }

    fn replace(&mut self, target: Var, cell: &Cell, expected: &Expr, value: &Expr) {
        let (start, index) = (memory::cells(target.ty, cell.layout), self.cell_index(cell));
        let (expected, value) = (self.value(expected), self.value(value));
        let old = memory::read(&self.memory.cells, start, index, target.ty);
        if old == expected {
            memory::write(&mut self.memory.cells, start, index, target.ty, value);
        }
        self.assign(target, if old == expected { value } else { old });
    }

    fn store_cell(&mut self, cell: &Cell, value: &Expr) {
        let (ty, index) = (value.ty(), self.cell_index(cell));
        let value = self.value(value);
        memory::write(&mut self.memory.cells, memory::cells(ty, cell.layout), index, ty, value);
    }

    fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Both(left, right) => self.holds(left) && self.holds(right),
            Condition::Either(left, right) => self.holds(left) | self.holds(right),
            Condition::CompareWide(predicate, index, right) => {
                let (bits, left, right) = (WIDE[*index], self.state.wide[*index], i128::from(self.value(right)));
                let order = match predicate.starts_with('u') {
                    true => wide_unsigned(bits, left).cmp(&wide_unsigned(bits, right)),
                    false => left.cmp(&right),
                };
                crate::interpreter::is_ordered(predicate, order)
            }
            Condition::Compare(predicate, left, right) => {
                let (ty, left, right) = (left.ty(), self.value(left), self.value(right));
                let order = match ty {
                    Type::Float => f32::from_bits(left as u32).total_cmp(&f32::from_bits(right as u32)),
                    _ if predicate.starts_with('u') => unsigned(ty, left).cmp(&unsigned(ty, right)),
                    _ => left.cmp(&right),
                };
                crate::interpreter::is_ordered(predicate, order)
            }
        }
    }

    fn value(&self, expr: &Expr) -> i64 {
        match expr {
            Expr::Var(Var { ty: Type::I32, index }) => self.state.v[*index].into(),
            Expr::Var(Var { ty, index }) => self.state.own[*ty as usize][*index],
            Expr::Uniform(u) => self.uniforms[*u].into(),
            Expr::LocalId => self.state.local_id.into(),
            Expr::Edge => memory::edge_number(self.state.global_id).into(),
            Expr::Record(member) => memory::edge_number(self.state.global_id * RECORD as i32 + *member as i32).into(),
            Expr::Counter(depth) => self.state.counters[*depth].into(),
            Expr::Const(Type::Float, value) => float(*value as f32),
            Expr::Const(_, value) => *value,
            Expr::Binary(operation, left, right) => binary(*operation, left.ty(), self.value(left), self.value(right)),
            Expr::Convert { value, to, signed } => converted(value.ty(), *to, *signed, self.value(value)),
            Expr::Select(condition, then, otherwise) => {
                self.value(if self.holds(condition) { then } else { otherwise })
            }
            Expr::Array(index) => self.state.array[self.value(index) as usize % ARRAY].into(),
            Expr::Wide(index, first) => (wide_unsigned(WIDE[*index], self.state.wide[*index]) >> first) as i64,
            Expr::Table(ty, access) => self.table(*ty, self.table_index(access)),
            Expr::Cell(ty, cell) => {
                memory::read(&self.memory.cells, memory::cells(*ty, cell.layout), self.cell_index(cell), *ty)
            }
        }
    }

    fn table(&self, ty: Type, index: usize) -> i64 {
        memory::read(&self.memory.tables, memory::table(ty), index, ty)
    }

    fn table_index(&self, access: &Access) -> usize {
        let id = self.state.global_id as usize;
        match access {
            Access::Gather(index) => self.value(index) as usize % TABLE,
            Access::Consecutive(first) => id + first,
            Access::Reversed => TABLE - 1 - id,
            Access::Strided(stride) => id * stride,
        }
    }

    fn cell_index(&self, cell: &Cell) -> usize {
        let (first, slot, id) = memory::cell_index(cell.layout);
        let number = self.value(&cell.slot).rem_euclid(cell.layout.slots() as i64);
        (first + slot * number + id * i64::from(self.state.global_id)) as usize
    }
}
