//! Programs as device IR.

mod groups;
mod statements;

use std::fmt::Write;

use crate::program::{BinaryOp, Block, End, Expr, Operand, Program};
use crate::{ARRAY, FUEL, MAX_ITEMS, SHARED, UNIFORM, VARYING};

/// Writes a program as device IR.
pub struct Writer {
    text: String,
    names: usize,
    /// The loops of item code around the current position.
    pub loops: Vec<String>,
}

impl Writer {
    pub fn write(program: &Program, name: &str) -> String {
        let mut writer = Self { text: String::new(), names: 0, loops: Vec::new() };
        writer.prologue(name, program);
        for (id, block) in program.blocks.iter().enumerate() {
            writer.block(id, block);
        }
        writer.epilogue(program);
        writer.text
    }

    pub fn line(&mut self, line: impl AsRef<str>) {
        writeln!(self.text, "  {}", line.as_ref()).expect("writing to memory");
    }

    pub fn label(&mut self, name: &str) {
        writeln!(self.text, "{name}:").expect("writing to memory");
    }

    pub fn fresh(&mut self) -> String {
        self.names += 1;
        format!("x{}", self.names)
    }

    /// Assigns the result of an instruction to a new name.
    pub fn let_be(&mut self, what: impl AsRef<str>) -> String {
        let name = format!("%{}", self.fresh());
        self.line(format!("{name} = {}", what.as_ref()));
        name
    }

    /// Writes code that runs only if a condition holds.
    pub fn when(&mut self, condition: &str, then: impl FnOnce(&mut Self)) {
        let name = self.fresh();
        self.line(format!("br i1 {condition}, label %then.{name}, label %join.{name}"));
        self.label(&format!("then.{name}"));
        then(self);
        self.line(format!("br label %join.{name}"));
        self.label(&format!("join.{name}"));
    }

    pub fn load(&mut self, address: &str) -> String {
        self.let_be(format!("load i32, ptr {address}"))
    }

    pub fn store(&mut self, value: &str, address: &str) {
        self.line(format!("store i32 {value}, ptr {address}"));
    }

    fn prologue(&mut self, name: &str, program: &Program) {
        let size = program
            .size
            .map_or(String::new(), |[x, y, z]| format!("!reqd_work_group_size !{{i32 {x}, i32 {y}, i32 {z}}}"));
        let sub_group =
            program.sub_group.map_or(String::new(), |size| format!("!intel_reqd_sub_group_size !{{i32 {size}}}"));
        writeln!(
            self.text,
            "@lm.{name} = internal addrspace(3) global [{MAX_ITEMS} x i32] undef\n\
             @counter.{name} = internal addrspace(3) global i32 undef\n\
             define spir_kernel void @{name}({PARAMETERS}) {size} {sub_group} {{\nentry:"
        )
        .expect("writing to memory");
        for variable in variables() {
            self.line(format!("{variable} = alloca i32"));
        }
        self.line("%mix = alloca i32");
        self.line("%fuel = alloca i32");
        self.line(format!("%array = alloca [{ARRAY} x i32]"));
        self.line("%gid64 = call i64 @__spirv_BuiltInGlobalLinearId()");
        self.line("%gid = trunc i64 %gid64 to i32");
        self.line("%lid64 = call i64 @__spirv_BuiltInLocalInvocationIndex()");
        self.line("%lid = trunc i64 %lid64 to i32");
        self.line("%first = sub i32 %gid, %lid");
        let sizes: Vec<_> =
            (0..3).map(|dim| self.let_be(format!("call i64 @__spirv_BuiltInWorkgroupSize(i32 {dim})"))).collect();
        let plane = self.let_be(format!("mul i64 {}, {}", sizes[0], sizes[1]));
        self.line(format!("%items64 = mul i64 {plane}, {}", sizes[2]));
        self.line("%items = trunc i64 %items64 to i32");
        self.line(format!("%own = getelementptr i32, ptr addrspace(3) @lm.{name}, i64 %lid64"));
        self.line(format!("%lm = getelementptr i32, ptr addrspace(3) @lm.{name}, i64 0"));
        let own = self.let_be("add i32 %first, %lid");
        for (value, variable) in [
            (own.as_str(), "v0"),
            ("%lid", "v1"),
            ("7", "v2"),
            ("-3", "v3"),
            ("5", "u0"),
            ("%items", "u1"),
            ("-9", "u2"),
            ("11", "s0"),
            ("-2", "s1"),
            ("17", "mix"),
        ] {
            self.store(value, &format!("%{variable}"));
        }
        self.store(&FUEL.to_string(), "%fuel");
        for i in 0..ARRAY {
            let cell = self.let_be(format!("getelementptr i32, ptr %array, i64 {i}"));
            self.store(&(i + 1).to_string(), &cell);
        }
        self.line(format!("%counter = getelementptr i8, ptr addrspace(3) @counter.{name}, i64 0"));
        if program.has_items {
            self.own_prologue(program.has_wide);
        }
        if program.counts {
            let is_first = self.let_be("icmp eq i32 %lid, 0");
            self.when(&is_first, |writer| writer.line("store i32 0, ptr addrspace(3) %counter"));
            self.barrier();
        }
        if program.leaves {
            // Others also read the element of a work-item that returned before it wrote anything.
            self.store_local("0");
        }
        self.line("br label %b0");
    }

    fn block(&mut self, id: usize, block: &Block) {
        self.label(&format!("b{id}"));
        let fuel = self.load("%fuel");
        let less = self.let_be(format!("sub i32 {fuel}, 1"));
        self.store(&less, "%fuel");
        let spent = self.let_be(format!("icmp eq i32 {fuel}, 0"));
        self.line(format!("br i1 {spent}, label %end, label %run{id}"));
        self.label(&format!("run{id}"));
        for statement in &block.statements {
            self.statement(statement);
        }
        match block.end {
            End::Goto(next) => self.line(format!("br label %b{next}")),
            End::Branch(u, limit, then, otherwise) => {
                let value = self.load(&format!("%u{u}"));
                let below = self.let_be(format!("icmp slt i32 {value}, {limit}"));
                self.line(format!("br i1 {below}, label %b{then}, label %b{otherwise}"));
            }
            End::Switch(u, targets) => {
                let value = self.load(&format!("%u{u}"));
                let case = self.let_be(format!("and i32 {value}, 3"));
                let [a, b, c, d] = targets;
                self.line(format!(
                    "switch i32 {case}, label %b{a} [i32 1, label %b{b} i32 2, label %b{c} i32 3, label %b{d}]"
                ));
            }
            End::Return => self.line("br label %end"),
        }
    }

    fn epilogue(&mut self, program: &Program) {
        self.label("end");
        let mut mix = self.load("%mix");
        for variable in variables() {
            let value = self.load(&variable);
            mix = self.mixed(&mix, &value);
        }
        if program.has_items {
            mix = self.own_values(program.has_wide).iter().fold(mix, |mix, value| self.mixed(&mix, value));
        }
        let address = self.let_be("getelementptr i32, ptr addrspace(1) %output, i64 %gid64");
        self.line(format!("store i32 {mix}, ptr addrspace(1) {address}"));
        self.line("ret void\n}");
    }

    fn mixed(&mut self, mix: &str, value: &str) -> String {
        let times = self.let_be(format!("mul i32 {mix}, 31"));
        self.let_be(format!("add i32 {times}, {value}"))
    }

    fn operand(&mut self, operand: Operand) -> String {
        match operand {
            Operand::V(v) => self.load(&format!("%v{v}")),
            Operand::U(u) => self.load(&format!("%u{u}")),
            Operand::S(s) => self.load(&format!("%s{s}")),
            Operand::LocalId => "%lid".into(),
            Operand::SubGroupId => self.let_be("call i32 @__spirv_BuiltInSubgroupId()"),
            Operand::Const(value) => value.to_string(),
        }
    }

    fn expr(&mut self, expr: Expr) -> String {
        let (left, right) = (self.operand(expr.left), self.operand(expr.right));
        let op = match expr.op {
            BinaryOp::Add => "add",
            BinaryOp::Sub => "sub",
            BinaryOp::Mul => "mul",
            BinaryOp::Xor => "xor",
        };
        self.let_be(format!("{op} i32 {left}, {right}"))
    }

    fn assign(&mut self, variable: &str, expr: Expr) {
        let value = self.expr(expr);
        self.store(&value, variable);
    }

    fn barrier(&mut self) {
        self.line("call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)");
    }
}

/// The names of all variables.
fn variables() -> Vec<String> {
    let names = |letter: char, count: usize| (0..count).map(move |i| format!("%{letter}{i}"));
    names('v', VARYING).chain(names('u', UNIFORM)).chain(names('s', SHARED)).collect()
}

/// The input, an element of output for each work-item, and the memory of item code.
const PARAMETERS: &str = "ptr addrspace(1) %input, ptr addrspace(1) %output, \
     ptr addrspace(1) %tables, ptr addrspace(1) %cells, ptr addrspace(1) %counters, ptr addrspace(1) %edge, ptr addrspace(1) %records";

pub const DECLARATIONS: &str = "
declare i64 @__spirv_BuiltInGlobalLinearId()
declare i64 @__spirv_BuiltInLocalInvocationId(i32)
declare i64 @__spirv_BuiltInLocalInvocationIndex()
declare i64 @__spirv_BuiltInWorkgroupSize(i32)
declare void @__spirv_ControlBarrier(i32, i32, i32)
declare i32 @__spirv_GroupIAdd.i32(i32, i32, i32)
declare i32 @__spirv_BuiltInSubgroupId()
declare i32 @__spirv_GroupNonUniformShuffle.i32(i32, i32, i32)
declare i32 @__spirv_GroupBroadcast.i32(i32, i32, i64)
";
