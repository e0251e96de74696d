//! Item code as device IR.

mod combined;
mod values;

use super::memory::{TABLE, table};
use super::{Case, Cell, Condition, Division, Expr, LOOPS, Loop, OWN, Statement, Type, Var, WIDE};
use crate::writer::Writer;
use values::volatile;

/// The address of a variable.
fn address(Var { ty, index }: Var) -> String {
    match ty {
        Type::I32 => format!("%v{index}"),
        _ => format!("%own.{}.{index}", ty.name()),
    }
}

/// The variables of all types but `i32`.
fn own_variables() -> impl Iterator<Item = Var> {
    let others = Type::ALL.into_iter().filter(|ty| *ty != Type::I32);
    others.flat_map(|ty| (0..OWN).map(move |index| Var { ty, index }))
}

impl Writer {
    /// Declares the variables that only item code has, as a work-item begins.
    pub fn own_prologue(&mut self, has_wide: bool) {
        for depth in 0..LOOPS {
            self.line(format!("%k{depth} = alloca i32"));
            self.store("0", &format!("%k{depth}"));
        }
        self.line("%seen = alloca i32");
        if has_wide {
            self.wide_prologue();
        }
        for var in own_variables() {
            let name = var.ty.name();
            self.line(format!("{} = alloca {name}", address(var)));
            let first = match var.ty {
                Type::Float => self.let_be("sitofp i32 %lid to float"),
                Type::I64 => self.let_be("sext i32 %lid to i64"),
                _ => self.let_be(format!("trunc i32 %lid to {name}")),
            };
            let second = if var.ty == Type::Float { "-3.0" } else { "-3" };
            self.store_var(var, [first.as_str(), second][var.index]);
        }
    }

    /// The values of these variables, as the result takes them.
    pub fn own_values(&mut self, has_wide: bool) -> Vec<String> {
        let mut values: Vec<_> = own_variables()
            .map(|var| {
                let value = self.load_var(var);
                match var.ty {
                    Type::Float => self.let_be(format!("fptosi float {value} to i32")),
                    Type::I64 => {
                        let high = self.let_be(format!("ashr i64 {value}, 32"));
                        let both = self.let_be(format!("xor i64 {value}, {high}"));
                        self.let_be(format!("trunc i64 {both} to i32"))
                    }
                    ty => self.let_be(format!("sext {} {value} to i32", ty.name())),
                }
            })
            .collect();
        values.extend((0..LOOPS).map(|depth| self.load(&format!("%k{depth}"))));
        if has_wide {
            values.extend((0..WIDE.len()).map(|index| self.wide_digest(index)));
        }
        values
    }

    pub fn items(&mut self, body: &[Statement]) {
        let end = format!("items.{}", self.fresh());
        self.body(body, &end);
        self.label(&end);
    }

    /// Writes statements, and the branch to `next`.
    fn body(&mut self, body: &[Statement], next: &str) {
        body.iter().for_each(|statement| self.item_statement(statement));
        if !body.last().is_some_and(Statement::is_jump) {
            self.line(format!("br label %{next}"));
        }
    }

    fn item_statement(&mut self, statement: &Statement) {
        match statement {
            Statement::If(condition, then, otherwise) => self.branch(condition, then, otherwise),
            Statement::Switch { value, cases, default } => self.switch(value, cases, default),
            Statement::Loop(code) => {
                let limit = self.limit(&code.limit);
                self.repeat(code, &limit);
            }
            Statement::LoopGuarded(guard, code) => self.guarded_loop(guard, code),
            Statement::LoopLoaded(u, code) => self.loaded_loop(*u, code),
            Statement::Break(level) => {
                let at = self.loops.len() - 1 - level;
                self.line(format!("br label %done.{}", self.loops[at]));
            }
            Statement::Continue => {
                let name = self.loops.last().expect("a loop is around it");
                self.line(format!("br label %next.{name}"));
            }
            Statement::Return => self.line("br label %end"),
            _ => self.simple(statement),
        }
    }

    /// A statement that leads to the next one.
    fn simple(&mut self, statement: &Statement) {
        match statement {
            Statement::Assign(target, value) => {
                let value = self.value(value);
                self.store_var(*target, &value);
            }
            Statement::StoreArray(index, value) => {
                let value = self.value(value);
                let cell = self.array_element(index);
                self.store(&value, &cell);
            }
            Statement::StoreCell(cell, expr) => {
                let (ty, value) = (expr.ty(), self.value(expr));
                let (address, volatile) = (self.cell(ty, cell), volatile(cell));
                self.line(format!("store{volatile} {} {value}, ptr addrspace(1) {address}", ty.name()));
            }
            Statement::StoreGuarded(guard, cell, value) => self.store_guarded(guard, cell, value),
            Statement::Divide { division, target, left, right } => self.divide(*division, *target, left, right),
            Statement::LoadInBounds { target, index } => {
                let (ty, value) = (index.ty().name(), self.value(index));
                let inside = self.let_be(format!("icmp ult {ty} {value}, {TABLE}"));
                let index = self.extended(index.ty(), &value);
                let address = self.element("%tables", table(target.ty), target.ty, &index);
                self.when(&inside, |writer| writer.load_global(*target, &address));
            }
            Statement::LoadGuarded { guard, target, access } => {
                let guard = self.condition(guard);
                let address = self.table_address(target.ty, access);
                let address = self.valid_if(&guard, &address);
                self.when(&guard, |writer| writer.load_global(*target, &address));
            }
            Statement::Count(value) => {
                let value = self.value(value);
                self.let_be(format!("atomicrmw add ptr addrspace(3) %counter, i32 {value} monotonic"));
            }
            Statement::Square(value) => self.square(value),
            Statement::Tally { tally, value, retries: false } => self.tally(*tally, value),
            Statement::Tally { tally, value, retries: true } => self.retried_tally(*tally, value),
            Statement::Checked { operation, signed, target, left, right } => {
                self.checked(*operation, *signed, *target, [left, right]);
            }
            Statement::Wide { index, operation, value, signed } => self.wide(*index, *operation, value, *signed),
            Statement::Replace { target, cell, expected, value } => self.replace(*target, cell, expected, value),
            _ => unreachable!("{statement:?} is no simple statement"),
        }
    }

    fn store_guarded(&mut self, guard: &Condition, cell: &Cell, value: &Expr) {
        let (ty, value) = (value.ty(), self.value(value));
        let guard = self.condition(guard);
        let address = self.cell(ty, cell);
        let address = self.valid_if(&guard, &address);
        self.when(&guard, |writer| {
            writer.line(format!("store{} {} {value}, ptr addrspace(1) {address}", volatile(cell), ty.name()));
        });
    }

    /// An address where a condition holds, else null.
    fn valid_if(&mut self, condition: &str, address: &str) -> String {
        self.let_be(format!("select i1 {condition}, ptr addrspace(1) {address}, ptr addrspace(1) null"))
    }

    fn branch(&mut self, condition: &Condition, then: &[Statement], otherwise: &[Statement]) {
        let condition = self.condition(condition);
        let name = self.fresh();
        let join = format!("join.{name}");
        let other = if otherwise.is_empty() { join.clone() } else { format!("else.{name}") };
        self.line(format!("br i1 {condition}, label %then.{name}, label %{other}"));
        self.label(&format!("then.{name}"));
        self.body(then, &join);
        if !otherwise.is_empty() {
            self.label(&other);
            self.body(otherwise, &join);
        }
        self.label(&join);
    }

    fn switch(&mut self, value: &Expr, cases: &[Case], default: &[Statement]) {
        let (ty, value) = (value.ty().name(), self.value(value));
        let value = self.let_be(format!("and {ty} {value}, 7"));
        let name = self.fresh();
        let label = |at: usize| if at < cases.len() { format!("case.{name}.{at}") } else { format!("default.{name}") };
        let labels = cases.iter().enumerate().flat_map(|(at, case)| case.labels.iter().map(move |value| (at, value)));
        let labels: Vec<_> = labels.map(|(at, value)| format!("{ty} {value}, label %{}", label(at))).collect();
        self.line(format!("switch {ty} {value}, label %default.{name} [{}]", labels.join(" ")));
        for (at, case) in cases.iter().enumerate() {
            self.label(&label(at));
            let next = if case.falls_through { label(at + 1) } else { format!("join.{name}") };
            self.body(&case.body, &next);
        }
        self.label(&label(cases.len()));
        self.body(default, &format!("join.{name}"));
        self.label(&format!("join.{name}"));
    }

    fn limit(&mut self, limit: &Expr) -> String {
        let limit = self.value(limit);
        self.let_be(format!("and i32 {limit}, 7"))
    }

    fn guarded_loop(&mut self, guard: &Condition, code: &Loop) {
        let limit = self.limit(&code.limit);
        let guard = self.condition(guard);
        let limit = self.let_be(format!("select i1 {guard}, i32 {limit}, i32 {}", i32::MAX));
        self.when(&guard, |writer| writer.repeat(code, &limit));
    }

    fn loaded_loop(&mut self, u: usize, code: &Loop) {
        let u = self.load(&format!("%u{u}"));
        let index = self.let_be(format!("and i32 {u}, 15"));
        let index = self.extended(Type::I32, &index);
        let address = self.element("%tables", table(Type::I32), Type::I32, &index);
        let is_valid = self.let_be(format!("icmp sgt i32 {u}, 0"));
        let address = self.valid_if(&is_valid, &address);
        let guard = self.let_be(format!("icmp slt i32 %lid, {u}"));
        self.when(&guard, |writer| {
            let limit = writer.let_be(format!("load i32, ptr addrspace(1) {address}"));
            let limit = writer.let_be(format!("and i32 {limit}, 7"));
            writer.repeat(code, &limit);
        });
    }

    fn repeat(&mut self, code: &Loop, limit: &str) {
        let name = self.fresh();
        let counter = format!("%k{}", code.depth);
        self.store("0", &counter);
        let first = if code.tests_last { "body" } else { "head" };
        self.line(format!("br label %{first}.{name}"));
        self.label(&format!("head.{name}"));
        let k = self.load(&counter);
        let mut goes_on = self.let_be(format!("icmp slt i32 {k}, {limit}"));
        if let Some(condition) = &code.condition {
            let holds = self.condition(condition);
            goes_on = self.let_be(format!("and i1 {goes_on}, {holds}"));
        }
        self.line(format!("br i1 {goes_on}, label %body.{name}, label %done.{name}"));
        self.label(&format!("body.{name}"));
        self.loops.push(name.clone());
        self.body(&code.body, &format!("next.{name}"));
        self.loops.pop();
        self.label(&format!("next.{name}"));
        let k = self.load(&counter);
        let more = self.let_be(format!("add i32 {k}, 1"));
        self.store(&more, &counter);
        self.line(format!("br label %head.{name}"));
        self.label(&format!("done.{name}"));
    }

    fn divide(&mut self, division: Division, target: Var, left: &Expr, right: &Expr) {
        let (ty, left, right) = (target.ty.name(), self.value(left), self.value(right));
        let (operation, guard) = match division {
            _ if target.ty == Type::Float => ("fdiv", "fcmp one"),
            Division::Signed => ("sdiv", "icmp sgt"),
            Division::SignedRest => ("srem", "icmp sgt"),
            Division::Unsigned => ("udiv", "icmp ne"),
            Division::UnsignedRest => ("urem", "icmp ne"),
        };
        let zero = if target.ty == Type::Float { "0.0" } else { "0" };
        let guard = self.let_be(format!("{guard} {ty} {right}, {zero}"));
        self.when(&guard, |writer| {
            let mut value = writer.let_be(format!("{operation} {ty} {left}, {right}"));
            if target.ty == Type::Float {
                value = writer.small(&value);
            }
            writer.store_var(target, &value);
        });
    }
}
