//! Random item code.

use super::memory::RECORD;
use super::{
    Access, Case, Cell, Condition, Division, Expr, LOOPS, Layout, Loop, OWN, Operation, Statement, Tally, Type, Var,
    WIDE,
};
use crate::random::Random;
use crate::{UNIFORM, VARYING};

/// Predicates of LLVM's `icmp`.
pub const PREDICATES: [&str; 10] = ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"];

/// Makes item code.
pub struct Generator<'a> {
    pub random: &'a mut Random,
    /// Whether work-items may return.
    pub leaves: bool,
    /// Whether there are integers that are wider than registers.
    pub wide: bool,
    /// The number of branches and loops that may still be nested.
    depth: usize,
    /// The loops around the current statement.
    loops: usize,
}

impl<'a> Generator<'a> {
    pub fn new(random: &'a mut Random, leaves: bool, wide: bool) -> Self {
        Self { random, leaves, wide, depth: 3, loops: 0 }
    }

    pub fn body(&mut self) -> Vec<Statement> {
        (0..1 + self.random.below(3)).flat_map(|_| self.statements()).collect()
    }

    fn statements(&mut self) -> Vec<Statement> {
        if self.random.one_in(6) { self.members() } else { vec![self.statement()] }
    }

    /// Accesses to several adjacent elements of a work-item.
    fn members(&mut self) -> Vec<Statement> {
        let layout =
            self.random.pick(&[Layout::Columns, Layout::Pairs, Layout::Triples, Layout::Sixes, Layout::Octets]);
        let (ty, first) = (self.ty(), self.random.below(layout.slots()));
        let count = if self.random.one_in(2) { layout.slots() } else { 1 + self.random.below(layout.slots()) };
        let (loads, mixed) = (self.random.one_in(2), self.random.one_in(4));
        let mut member = |at: usize| {
            let slot = Expr::Const(Type::I32, ((first + at) % layout.slots()) as i64);
            let cell = Cell { layout, slot: slot.into(), volatile: self.random.one_in(20) };
            match loads != (mixed && self.random.one_in(2)) {
                true => Statement::Assign(self.var_of(ty), Expr::Cell(ty, cell)),
                false => Statement::StoreCell(cell, self.expr(ty, 1)),
            }
        };
        (0..count).map(&mut member).collect()
    }

    fn statement(&mut self) -> Statement {
        match self.random.below(if self.depth > 0 { 20 } else { 13 }) {
            0..3 => {
                let target = self.var();
                Statement::Assign(target, self.expr(target.ty, 2))
            }
            3 => Statement::StoreArray(self.index(), self.expr(Type::I32, 1)),
            4 => {
                let ty = self.ty();
                let (cell, value) = (self.cell(), self.expr(ty, 2));
                match self.random.one_in(3) {
                    true => Statement::StoreGuarded(self.condition(0), cell, value),
                    false => Statement::StoreCell(cell, value),
                }
            }
            5 => self.divide(),
            6 => self.guarded_load(),
            7 | 8 => self.count(),
            9 => self.load_assignment(),
            10 => self.checked(),
            11 if self.wide => self.wide(),
            11 => self.checked(),
            12 => self.replace(),
            13..16 => self.branch(),
            16 => self.switch(),
            _ if self.loops == LOOPS => self.branch(),
            _ => self.any_loop(),
        }
    }

    /// Statements of a branch or loop, which may end in a jump.
    fn nested(&mut self, may_jump: bool) -> Vec<Statement> {
        self.depth -= 1;
        let mut body = self.body();
        self.depth += 1;
        if may_jump && self.random.one_in(3) {
            body.extend(self.jump());
        }
        body
    }

    fn jump(&mut self) -> Option<Statement> {
        match self.random.below(6) {
            0 if self.leaves => Some(Statement::Return),
            _ if self.loops == 0 => None,
            1 | 2 => Some(Statement::Continue),
            _ => Some(Statement::Break(self.random.below(self.loops))),
        }
    }

    fn branch(&mut self) -> Statement {
        let condition = self.condition(1);
        let then = self.nested(true);
        let otherwise = if self.random.one_in(2) { self.nested(false) } else { Vec::new() };
        Statement::If(condition, then, otherwise)
    }

    fn switch(&mut self) -> Statement {
        let ty = self.int_ty();
        let value = self.expr(ty, 1);
        let count = 1 + self.random.below(4);
        let cases = (0..count as i64).map(|label| {
            // Some cases have two labels.
            let labels = if self.random.one_in(3) { vec![label, 7 - label] } else { vec![label] };
            Case { labels, body: self.nested(true), falls_through: self.random.one_in(3) }
        });
        Statement::Switch { value, cases: cases.collect(), default: self.nested(false) }
    }

    fn any_loop(&mut self) -> Statement {
        match self.random.below(5) {
            0 => {
                let guard = self.condition(0);
                Statement::LoopGuarded(guard, self.repeated())
            }
            1 => Statement::LoopLoaded(self.random.below(UNIFORM), self.repeated()),
            _ => Statement::Loop(self.repeated()),
        }
    }

    fn repeated(&mut self) -> Loop {
        let limit = self.expr(Type::I32, 1);
        let condition = self.random.one_in(3).then(|| self.condition(0));
        let depth = self.loops;
        self.loops += 1;
        let mut body = self.nested(false);
        if self.random.one_in(2) {
            // In the middle: a jump that only some work-items take.
            let at = self.random.below(body.len() + 1);
            let jump = self.jump().unwrap_or(Statement::Continue);
            body.insert(at, Statement::If(self.condition(0), vec![jump], Vec::new()));
        }
        if self.loops < LOOPS && self.depth > 0 && self.random.one_in(2) {
            body.push(self.any_loop());
        }
        self.loops -= 1;
        Loop { depth, limit, condition, tests_last: self.random.one_in(3), body }
    }

    fn divide(&mut self) -> Statement {
        use Division::*;
        let target = self.var();
        let division = self.random.pick(&[Signed, Unsigned, SignedRest, UnsignedRest]);
        Statement::Divide { division, target, left: self.expr(target.ty, 1), right: self.expr(target.ty, 1) }
    }

    fn checked(&mut self) -> Statement {
        let ty = self.int_ty();
        let operation = self.random.pick(&[Operation::Add, Operation::Sub, Operation::Mul]);
        let (left, right) = (self.expr(ty, 1), self.expr(ty, 1));
        Statement::Checked { operation, signed: self.random.one_in(2), target: self.var_of(ty), left, right }
    }

    fn wide(&mut self) -> Statement {
        let index = self.random.below(WIDE.len());
        let operation = (!self.random.one_in(4)).then(|| self.operation());
        Statement::Wide { index, operation, value: self.expr(Type::I64, 2), signed: self.random.one_in(2) }
    }

    fn replace(&mut self) -> Statement {
        let ty = self.int_ty();
        let cell = self.cell();
        // The value of the cell half of the time, otherwise a value that usually differs.
        let expected = if self.random.one_in(2) { Expr::Cell(ty, cell.clone()) } else { self.expr(ty, 1) };
        Statement::Replace { target: self.var_of(ty), cell, expected, value: self.expr(ty, 1) }
    }

    fn guarded_load(&mut self) -> Statement {
        let target = self.var();
        if self.random.one_in(2) {
            let ty = self.random.pick(&[Type::I32, Type::I64]);
            return Statement::LoadInBounds { target, index: self.expr(ty, 2) };
        }
        Statement::LoadGuarded { guard: self.condition(0), target, access: self.access() }
    }

    fn load_assignment(&mut self) -> Statement {
        let target = self.var();
        let value = match self.random.one_in(2) {
            true => Expr::Table(target.ty, self.access()),
            false => Expr::Cell(target.ty, self.cell()),
        };
        Statement::Assign(target, value)
    }

    fn count(&mut self) -> Statement {
        let value = self.expr(Type::I32, 1);
        match self.random.below(5) {
            0 | 1 => Statement::Count(value),
            2 => Statement::Square(value),
            _ => Statement::Tally { tally: self.random.pick(&Tally::ALL), value, retries: self.random.one_in(3) },
        }
    }

    fn condition(&mut self, depth: usize) -> Condition {
        match self.random.below(7) {
            0 if depth > 0 => Condition::Both(self.condition(depth - 1).into(), self.condition(depth - 1).into()),
            1 if depth > 0 => Condition::Either(self.condition(depth - 1).into(), self.condition(depth - 1).into()),
            2 if self.wide => {
                let index = self.random.below(WIDE.len());
                Condition::CompareWide(self.random.pick(&PREDICATES), index, self.expr(Type::I64, 1))
            }
            _ => {
                let ty = self.ty();
                // Comparisons with small numbers divide the work-items more often than others.
                let right = if self.random.one_in(2) { self.constant(ty) } else { self.expr(ty, 1) };
                Condition::Compare(self.random.pick(&PREDICATES), self.expr(ty, 1), right)
            }
        }
    }

    fn ty(&mut self) -> Type {
        // Most values are of 32 bits, as in most programs.
        if self.random.one_in(2) { Type::I32 } else { self.random.pick(&Type::ALL) }
    }

    fn int_ty(&mut self) -> Type {
        self.random.pick(&[Type::I8, Type::I16, Type::I32, Type::I64])
    }

    fn var(&mut self) -> Var {
        let ty = self.ty();
        self.var_of(ty)
    }

    fn var_of(&mut self, ty: Type) -> Var {
        Var { ty, index: self.random.below(if ty == Type::I32 { VARYING } else { OWN }) }
    }

    fn constant(&mut self, ty: Type) -> Expr {
        Expr::Const(ty, self.random.below(40) as i64 - 8)
    }

    /// An index: constant, uniform or varying.
    fn index(&mut self) -> Expr {
        match self.random.below(3) {
            0 => self.constant(Type::I32),
            1 => Expr::Uniform(self.random.below(UNIFORM)),
            _ => self.expr(Type::I32, 1),
        }
    }

    fn access(&mut self) -> Access {
        match self.random.below(5) {
            0 | 1 => Access::Gather(self.index().into()),
            2 => Access::Consecutive(self.random.below(8)),
            3 => Access::Reversed,
            _ => Access::Strided(2 + self.random.below(2)),
        }
    }

    fn cell(&mut self) -> Cell {
        let layout = self.random.pick(&Layout::ALL);
        Cell { layout, slot: self.index().into(), volatile: self.random.one_in(4) }
    }

    fn expr(&mut self, ty: Type, depth: usize) -> Expr {
        if depth == 0 || self.random.one_in(3) {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        match self.random.below(10) {
            0 => Expr::Table(ty, self.access()),
            1 => Expr::Cell(ty, self.cell()),
            2 => Expr::Select(self.condition(0).into(), self.expr(ty, depth).into(), self.expr(ty, depth).into()),
            3 | 4 => {
                let from = self.ty();
                Expr::Convert { value: self.expr(from, depth).into(), to: ty, signed: self.random.one_in(2) }
            }
            5 | 6 if self.wide && ty == Type::I64 => {
                Expr::Wide(self.random.below(WIDE.len()), self.random.pick(&[0, 1, 36, 63, 64]))
            }
            5 if ty == Type::I32 => Expr::Array(self.index().into()),
            _ => Expr::Binary(self.operation(), self.expr(ty, depth).into(), self.expr(ty, depth).into()),
        }
    }

    fn operation(&mut self) -> Operation {
        use Operation::*;
        self.random.pick(&[Add, Add, Sub, Mul, And, Or, Xor, Shl, LShr, AShr])
    }

    fn leaf(&mut self, ty: Type) -> Expr {
        match self.random.below(10) {
            0 => self.constant(ty),
            1 if ty == Type::I32 => Expr::LocalId,
            2 if ty == Type::I32 => Expr::Uniform(self.random.below(UNIFORM)),
            3 if ty == Type::I32 => Expr::Edge,
            4 if ty == Type::I32 => Expr::Record(self.random.below(RECORD)),
            5 if ty == Type::I32 => Expr::Counter(self.random.below(LOOPS)),
            _ => Expr::Var(self.var_of(ty)),
        }
    }
}
