//! Values of item code, and the addresses that they are loaded from.

use super::address;
use crate::ARRAY;
use crate::items::memory::{RECORD, TABLE, cell_index, cells, table};
use crate::items::{Access, Cell, Condition, Expr, Operation, Type, Var, WIDE};
use crate::writer::Writer;

impl Writer {
    pub(super) fn condition(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::Both(left, right) => {
                let (left, right) = (self.condition(left), self.condition(right));
                self.let_be(format!("select i1 {left}, i1 {right}, i1 false"))
            }
            Condition::Either(left, right) => {
                let (left, right) = (self.condition(left), self.condition(right));
                self.let_be(format!("or i1 {left}, {right}"))
            }
            Condition::CompareWide(predicate, index, right) => {
                let (left, right) = (self.load_wide(*index), self.value(right));
                let right = self.let_be(format!("sext i64 {right} to i{}", WIDE[*index]));
                self.let_be(format!("icmp {predicate} i{} {left}, {right}", WIDE[*index]))
            }
            Condition::Compare(predicate, left, right) => {
                let (ty, left, right) = (left.ty(), self.value(left), self.value(right));
                let compare = match ty {
                    // `one` is the float's `ne`, `oeq` its `eq`.
                    Type::Float => format!("fcmp o{}", &predicate[predicate.len() - 2..]),
                    _ => format!("icmp {predicate}"),
                };
                self.let_be(format!("{compare} {} {left}, {right}", ty.name()))
            }
        }
    }

    pub(super) fn value(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Var(var) => self.load_var(*var),
            Expr::Uniform(u) => self.load(&format!("%u{u}")),
            Expr::LocalId => "%lid".into(),
            Expr::Edge => {
                let address = self.let_be("getelementptr i32, ptr addrspace(1) %edge, i64 %gid64");
                self.let_be(format!("load i32, ptr addrspace(1) {address}"))
            }
            Expr::Record(member) => {
                let index = self.let_be(format!("mul i64 %gid64, {RECORD}"));
                let index = self.let_be(format!("add i64 {index}, {member}"));
                let address = self.let_be(format!("getelementptr i32, ptr addrspace(1) %records, i64 {index}"));
                self.let_be(format!("load i32, ptr addrspace(1) {address}"))
            }
            Expr::Counter(depth) => self.load(&format!("%k{depth}")),
            Expr::Const(Type::Float, value) => format!("{value}.0"),
            Expr::Const(_, value) => value.to_string(),
            Expr::Binary(operation, left, right) => self.binary(*operation, left, right),
            Expr::Convert { value, to, signed } => self.convert(value, *to, *signed),
            Expr::Select(condition, then, otherwise) => {
                let ty = then.ty().name();
                let condition = self.condition(condition);
                let (then, otherwise) = (self.value(then), self.value(otherwise));
                self.let_be(format!("select i1 {condition}, {ty} {then}, {ty} {otherwise}"))
            }
            Expr::Array(index) => {
                let cell = self.array_element(index);
                self.load(&cell)
            }
            Expr::Wide(index, first) => {
                let wide = self.load_wide(*index);
                let shifted = self.let_be(format!("lshr i{} {wide}, {first}", WIDE[*index]));
                self.let_be(format!("trunc i{} {shifted} to i64", WIDE[*index]))
            }
            Expr::Table(ty, access) => {
                let address = self.table_address(*ty, access);
                self.let_be(format!("load {}, ptr addrspace(1) {address}", ty.name()))
            }
            Expr::Cell(ty, cell) => {
                let (address, volatile) = (self.cell(*ty, cell), volatile(cell));
                self.let_be(format!("load{volatile} {}, ptr addrspace(1) {address}", ty.name()))
            }
        }
    }

    pub(super) fn binary(&mut self, operation: Operation, left: &Expr, right: &Expr) -> String {
        let (ty, left, mut right) = (left.ty(), self.value(left), self.value(right));
        if ty == Type::Float {
            let operation = match operation {
                Operation::Add => "fadd",
                Operation::Sub => "fsub",
                _ => "fmul",
            };
            let value = self.let_be(format!("{operation} float {left}, {right}"));
            return self.small(&value);
        }
        if matches!(operation, Operation::Shl | Operation::LShr | Operation::AShr) {
            right = self.let_be(format!("and {} {right}, {}", ty.name(), 8 * ty.bytes() - 1));
        }
        let operation = format!("{operation:?}").to_lowercase();
        self.let_be(format!("{operation} {} {left}, {right}", ty.name()))
    }

    /// A float's integer part modulo 1000.
    pub(super) fn small(&mut self, value: &str) -> String {
        let whole = self.let_be(format!("fptosi float {value} to i32"));
        let rest = self.let_be(format!("srem i32 {whole}, 1000"));
        self.let_be(format!("sitofp i32 {rest} to float"))
    }

    pub(super) fn convert(&mut self, value: &Expr, to: Type, signed: bool) -> String {
        let (from, value) = (value.ty(), self.value(value));
        let cast = match (from, to) {
            _ if from == to => return value,
            (Type::Float, Type::I8) => {
                let wide = self.let_be(format!("fptosi float {value} to i16"));
                return self.let_be(format!("trunc i16 {wide} to i8"));
            }
            (Type::Float, _) => "fptosi",
            (_, Type::Float) => {
                let wide = self.extended(from, &value);
                let low = self.let_be(format!("and i64 {wide}, 511"));
                return self.let_be(format!("sitofp i64 {low} to float"));
            }
            _ if from.bytes() > to.bytes() => "trunc",
            _ if signed => "sext",
            _ => "zext",
        };
        self.let_be(format!("{cast} {} {value} to {}", from.name(), to.name()))
    }

    /// An integer of 64 bits.
    pub(super) fn extended(&mut self, ty: Type, value: &str) -> String {
        match ty {
            Type::I64 => value.to_owned(),
            _ => self.let_be(format!("sext {} {value} to i64", ty.name())),
        }
    }

    pub(super) fn load_var(&mut self, var: Var) -> String {
        self.let_be(format!("load {}, ptr {}", var.ty.name(), address(var)))
    }

    pub(super) fn store_var(&mut self, var: Var, value: &str) {
        self.line(format!("store {} {value}, ptr {}", var.ty.name(), address(var)));
    }

    pub(super) fn load_global(&mut self, target: Var, address: &str) {
        let value = self.let_be(format!("load {}, ptr addrspace(1) {address}", target.ty.name()));
        self.store_var(target, &value);
    }

    pub(super) fn array_element(&mut self, index: &Expr) -> String {
        let index = self.value(index);
        let index = self.let_be(format!("and i32 {index}, {}", ARRAY - 1));
        self.let_be(format!("getelementptr i32, ptr %array, i32 {index}"))
    }

    /// The address of an element in memory, whose elements begin at `start`.
    pub(super) fn element(&mut self, memory: &str, start: usize, ty: Type, index: &str) -> String {
        let start = self.let_be(format!("getelementptr i8, ptr addrspace(1) {memory}, i64 {start}"));
        self.let_be(format!("getelementptr {}, ptr addrspace(1) {start}, i64 {index}", ty.name()))
    }

    pub(super) fn table_address(&mut self, ty: Type, access: &Access) -> String {
        let index = match access {
            Access::Gather(index) => {
                let (ty, index) = (index.ty(), self.value(index));
                let index = self.extended(ty, &index);
                self.let_be(format!("and i64 {index}, {}", TABLE - 1))
            }
            Access::Consecutive(first) => self.let_be(format!("add i64 %gid64, {first}")),
            Access::Reversed => self.let_be(format!("sub i64 {}, %gid64", TABLE - 1)),
            Access::Strided(stride) => self.let_be(format!("mul i64 %gid64, {stride}")),
        };
        self.element("%tables", table(ty), ty, &index)
    }

    /// The rest of a number by a small one; not negative.
    fn modulo(&mut self, number: &str, by: usize) -> String {
        if by.is_power_of_two() {
            return self.let_be(format!("and i64 {number}, {}", by - 1));
        }
        let rest = self.let_be(format!("srem i64 {number}, {by}"));
        let above = self.let_be(format!("add i64 {rest}, {by}"));
        let is_negative = self.let_be(format!("icmp slt i64 {rest}, 0"));
        self.let_be(format!("select i1 {is_negative}, i64 {above}, i64 {rest}"))
    }

    pub(super) fn cell(&mut self, ty: Type, cell: &Cell) -> String {
        let (first, slot, id) = cell_index(cell.layout);
        let number = self.value(&cell.slot);
        let number = self.extended(cell.slot.ty(), &number);
        let number = self.modulo(&number, cell.layout.slots());
        let row = self.let_be(format!("mul i64 {number}, {slot}"));
        let column = self.let_be(format!("mul i64 %gid64, {id}"));
        let index = self.let_be(format!("add i64 {row}, {column}"));
        let index = self.let_be(format!("add i64 {index}, {first}"));
        self.element("%cells", cells(ty, cell.layout), ty, &index)
    }
}

pub(super) fn volatile(cell: &Cell) -> &'static str {
    if cell.volatile { " volatile" } else { "" }
}
