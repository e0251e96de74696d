//! Programs as device IR.

use std::fmt::Write;

use crate::program::{BinaryOp, Block, End, Expr, Operand, Program, Relation, Statement, Test};
use crate::{ARRAY, FUEL, INPUT, MAX_ITEMS, SHARED, UNIFORM, VARYING};

/// Writes a program as device IR.
pub struct Writer {
    text: String,
    names: usize,
}

impl Writer {
    pub fn write(program: &Program, name: &str) -> String {
        let mut writer = Self { text: String::new(), names: 0 };
        writer.prologue(name, program);
        for (id, block) in program.blocks.iter().enumerate() {
            writer.block(id, block);
        }
        writer.epilogue();
        writer.text
    }

    fn line(&mut self, line: impl AsRef<str>) {
        writeln!(self.text, "  {}", line.as_ref()).expect("writing to memory");
    }

    fn label(&mut self, name: &str) {
        writeln!(self.text, "{name}:").expect("writing to memory");
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("x{}", self.names)
    }

    /// Assigns the result of an instruction to a new name.
    fn let_be(&mut self, what: impl AsRef<str>) -> String {
        let name = format!("%{}", self.fresh());
        self.line(format!("{name} = {}", what.as_ref()));
        name
    }

    fn load(&mut self, address: &str) -> String {
        self.let_be(format!("load i32, ptr {address}"))
    }

    fn store(&mut self, value: &str, address: &str) {
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
             define spir_kernel void @{name}(ptr addrspace(1) %input, ptr addrspace(1) %output) {size} {sub_group} {{\nentry:"
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
        if program.leaves {
            // Others read what is there of a work-item that returned before it wrote anything.
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

    fn epilogue(&mut self) {
        self.label("end");
        let mut mix = self.load("%mix");
        for variable in variables() {
            let value = self.load(&variable);
            mix = self.mixed(&mix, &value);
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

    fn barrier(&mut self) {
        self.line("call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)");
    }

    fn statement(&mut self, statement: &Statement) {
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
            Statement::Mix(v) => {
                let (mix, value) = (self.load("%mix"), self.load(&format!("%v{v}")));
                let mix = self.mixed(&mix, &value);
                self.store(&mix, "%mix");
            }
        }
    }

    fn store_local(&mut self, value: &str) {
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
}

/// The names of all variables.
fn variables() -> Vec<String> {
    let names = |letter: char, count: usize| (0..count).map(move |i| format!("%{letter}{i}"));
    names('v', VARYING).chain(names('u', UNIFORM)).chain(names('s', SHARED)).collect()
}

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
