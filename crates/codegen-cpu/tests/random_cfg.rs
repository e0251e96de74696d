//! Random kernels against an interpreter.
//!
//! A program is a random graph of blocks (irreducible loops, switches and
//! several exits included) whose branches between blocks are uniform; within
//! blocks there are barriers, exchanges through local memory, group operations,
//! divergent branches and loops, and private arrays that live across all of
//! that. The interpreter runs every statement for all work-items of a group at
//! once, so that it needs to know nothing of regions.
//!
//! `TANDEM_RANDOM_PROGRAMS` sets how many programs run, `TANDEM_RANDOM_SEED`
//! where they start, `TANDEM_RANDOM_LEVEL` the optimization level.

mod support;

use std::fmt::Write;

use support::{Range, load_with, memory};
use tandem_codegen_cpu::Options;

const VARYING: usize = 4;
const UNIFORM: usize = 3;
const ARRAY: usize = 4;
const INPUT: usize = 16;
const MAX_ITEMS: usize = 64;
const FUEL: i32 = 40;

/// A generator of numbers (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

/// An operand: any may be used where values vary, `U` and `Const` where they must not.
#[derive(Clone, Copy, Debug)]
enum Operand {
    V(usize),
    U(usize),
    LocalId,
    Const(i32),
}

#[derive(Clone, Copy, Debug)]
enum BinaryOp {
    Add,
    Sub,
    Mul,
    Xor,
}

#[derive(Clone, Copy, Debug)]
struct Expr {
    op: BinaryOp,
    left: Operand,
    right: Operand,
}

#[derive(Clone, Debug)]
enum Statement {
    AssignV(usize, Expr),
    AssignU(usize, Expr),
    /// `v = input[operand & 15]`, of uniform or varying address.
    LoadV(usize, Operand),
    LoadU(usize, Operand),
    Barrier,
    /// Neighbours exchange values through local memory.
    Exchange {
        from: usize,
        to: usize,
        distance: usize,
    },
    /// `if (left < right) target = then; else target = otherwise`
    If {
        left: Operand,
        right: Operand,
        target: usize,
        then: Expr,
        otherwise: Expr,
    },
    /// `for (k = 0; k < (count & 3); ++k) target = target op operand`
    Loop {
        count: Operand,
        target: usize,
        body: Expr,
    },
    /// `array[index & 3] = value`
    StoreArray {
        index: Operand,
        value: Operand,
    },
    /// `v = array[index & 3]`
    LoadArray {
        index: Operand,
        target: usize,
    },
    /// `u = sum over the group`
    Reduce {
        value: Operand,
        target: usize,
    },
    /// `v = sum over the work-items before`
    Scan {
        value: Operand,
        target: usize,
    },
    /// `u = value of the work-item`
    Broadcast {
        value: Operand,
        target: usize,
        item: usize,
    },
    Mix(usize),
}

impl Statement {
    fn synchronizes(&self) -> bool {
        use Statement::*;
        matches!(self, Barrier | Exchange { .. } | Reduce { .. } | Scan { .. } | Broadcast { .. })
    }
}

#[derive(Clone, Debug)]
enum End {
    Goto(usize),
    /// `u < constant`
    Branch(usize, i32, usize, usize),
    /// `u & 3`
    Switch(usize, [usize; 4]),
    Return,
}

struct Block {
    statements: Vec<Statement>,
    end: End,
}

struct Program {
    blocks: Vec<Block>,
    /// The one work-group size that the program may have; any if there is none.
    size: Option<[u64; 3]>,
}

impl Program {
    fn random(random: &mut Random) -> Self {
        let most = if random.below(5) == 0 { 20 } else { 7 };
        let count = 1 + random.below(most);
        // Some without synchronization: they run in chunks.
        let quiet = random.below(3) == 0;
        let blocks = (0..count)
            .map(|_| Block {
                statements: (0..random.below(5))
                    .map(|_| statement(random))
                    .filter(|statement| !quiet || !statement.synchronizes())
                    .collect(),
                end: end(random, count),
            })
            .collect();
        let sizes = [[16, 1, 1], [1, 1, 1], [8, 1, 3], [1, 5, 1], [40, 1, 1]];
        let size = (random.below(3) == 0).then(|| sizes[random.below(sizes.len())]);
        Self { blocks, size }
    }
}

fn end(random: &mut Random, count: usize) -> End {
    let mut target = || random.below(count);
    let targets = [target(), target(), target(), target()];
    let u = random.below(UNIFORM);
    match random.below(8) {
        0 => End::Return,
        1 | 2 => End::Goto(targets[0]),
        3 => End::Switch(u, targets),
        _ => End::Branch(u, random.below(64) as i32 - 32, targets[0], targets[1]),
    }
}

fn varying(random: &mut Random) -> Operand {
    match random.below(6) {
        0 => Operand::LocalId,
        1 => uniform(random),
        _ => Operand::V(random.below(VARYING)),
    }
}

fn uniform(random: &mut Random) -> Operand {
    match random.below(3) {
        0 => Operand::Const(random.below(200) as i32 - 100),
        _ => Operand::U(random.below(UNIFORM)),
    }
}

fn expr(random: &mut Random, operand: fn(&mut Random) -> Operand) -> Expr {
    let op = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Xor][random.below(4)];
    Expr { op, left: operand(random), right: operand(random) }
}

fn statement(random: &mut Random) -> Statement {
    let (v, u) = (random.below(VARYING), random.below(UNIFORM));
    match random.below(18) {
        0 | 1 => Statement::AssignV(v, expr(random, varying)),
        2 | 3 => Statement::AssignU(u, expr(random, uniform)),
        4 => Statement::LoadV(v, varying(random)),
        5 => Statement::LoadU(u, uniform(random)),
        6 | 7 => Statement::Barrier,
        8 | 9 => Statement::Exchange { from: v, to: random.below(VARYING), distance: random.below(5) },
        10 => Statement::If {
            left: varying(random),
            right: varying(random),
            target: v,
            then: expr(random, varying),
            otherwise: expr(random, varying),
        },
        11 => Statement::Loop { count: varying(random), target: v, body: expr(random, varying) },
        12 => Statement::StoreArray { index: varying(random), value: varying(random) },
        13 => Statement::LoadArray { index: varying(random), target: v },
        14 => Statement::Reduce { value: varying(random), target: u },
        15 => Statement::Scan { value: varying(random), target: v },
        16 => Statement::Broadcast { value: varying(random), target: u, item: random.below(3) },
        _ => Statement::Mix(v),
    }
}

/// A work-group in the interpreter.
struct Group<'a> {
    input: &'a [i32],
    v: Vec<[i32; VARYING]>,
    arrays: Vec<[i32; ARRAY]>,
    mix: Vec<i32>,
    u: [i32; UNIFORM],
}

impl Group<'_> {
    /// `firsts` are the differences of linear global and local ids.
    fn run(input: &[i32], firsts: &[i32], program: &Program) -> Vec<i32> {
        let items = firsts.len();
        let v = (0..).zip(firsts).map(|(i, first)| [first + i, i, 7, -3]).collect();
        let mut group =
            Group { input, v, arrays: vec![[1, 2, 3, 4]; items], mix: vec![17; items], u: [5, items as i32, -9] };
        let (mut at, mut fuel) = (0, FUEL);
        while fuel > 0 {
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
        let finish = |i: usize| group.v[i].iter().chain(&group.u).fold(group.mix[i], |mix, x| mixed(mix, *x));
        (0..items).map(finish).collect()
    }

    fn items(&self) -> std::ops::Range<usize> {
        0..self.v.len()
    }

    fn value(&self, item: usize, operand: Operand) -> i32 {
        match operand {
            Operand::V(v) => self.v[item][v],
            Operand::U(u) => self.u[u],
            Operand::LocalId => item as i32,
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

    fn execute(&mut self, statement: &Statement) {
        match *statement {
            Statement::AssignV(v, expr) => self.items().for_each(|i| self.v[i][v] = self.compute(i, expr)),
            Statement::AssignU(u, expr) => self.u[u] = self.compute(0, expr),
            Statement::LoadV(v, at) => {
                self.items().for_each(|i| self.v[i][v] = self.input[(self.value(i, at) & 15) as usize]);
            }
            Statement::LoadU(u, at) => self.u[u] = self.input[(self.value(0, at) & 15) as usize],
            Statement::Barrier => {}
            Statement::Exchange { from, to, distance } => {
                let values: Vec<_> = self.items().map(|i| self.v[i][from]).collect();
                self.items().for_each(|i| self.v[i][to] = values[(i + distance) % values.len()]);
            }
            Statement::If { left, right, target, then, otherwise } => self.items().for_each(|i| {
                let chosen = if self.value(i, left) < self.value(i, right) { then } else { otherwise };
                self.v[i][target] = self.compute(i, chosen);
            }),
            Statement::Loop { count, target, body } => self.items().for_each(|i| {
                // The count is taken once; the body may change what it came from.
                for _ in 0..self.value(i, count) & 3 {
                    self.v[i][target] = self.compute(i, body);
                }
            }),
            Statement::StoreArray { index, value } => self.items().for_each(|i| {
                let (cell, value) = (self.value(i, index) & 3, self.value(i, value));
                self.arrays[i][cell as usize] = value;
            }),
            Statement::LoadArray { index, target } => {
                self.items().for_each(|i| self.v[i][target] = self.arrays[i][(self.value(i, index) & 3) as usize])
            }
            Statement::Reduce { value, target } => {
                self.u[target] = self.items().map(|i| self.value(i, value)).fold(0, i32::wrapping_add);
            }
            Statement::Scan { value, target } => {
                let values: Vec<_> = self.items().map(|i| self.value(i, value)).collect();
                let mut sum = 0_i32;
                for (i, value) in values.into_iter().enumerate() {
                    self.v[i][target] = sum;
                    sum = sum.wrapping_add(value);
                }
            }
            Statement::Broadcast { value, target, item } => {
                self.u[target] = self.value(item % self.v.len(), value);
            }
            Statement::Mix(v) => self.items().for_each(|i| self.mix[i] = mixed(self.mix[i], self.v[i][v])),
        }
    }
}

fn mixed(mix: i32, value: i32) -> i32 {
    mix.wrapping_mul(31).wrapping_add(value)
}

/// Writes a program as device IR.
struct Writer {
    text: String,
    names: usize,
}

impl Writer {
    fn write(program: &Program, name: &str) -> String {
        let mut writer = Self { text: String::new(), names: 0 };
        writer.prologue(name, program.size);
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

    fn prologue(&mut self, name: &str, size: Option<[u64; 3]>) {
        let size =
            size.map_or(String::new(), |[x, y, z]| format!("!reqd_work_group_size !{{i32 {x}, i32 {y}, i32 {z}}}"));
        writeln!(
            self.text,
            "@lm.{name} = internal addrspace(3) global [{MAX_ITEMS} x i32] undef\n\
             define spir_kernel void @{name}(ptr addrspace(1) %input, ptr addrspace(1) %output) {size} {{\nentry:"
        )
        .expect("writing to memory");
        for variable in (0..VARYING).map(|v| format!("v{v}")).chain((0..UNIFORM).map(|u| format!("u{u}"))) {
            self.line(format!("%{variable} = alloca i32"));
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
            ("17", "mix"),
        ] {
            self.store(value, &format!("%{variable}"));
        }
        self.store(&FUEL.to_string(), "%fuel");
        for i in 0..ARRAY {
            let cell = self.let_be(format!("getelementptr i32, ptr %array, i64 {i}"));
            self.store(&(i + 1).to_string(), &cell);
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
        for variable in (0..VARYING).map(|v| format!("%v{v}")).chain((0..UNIFORM).map(|u| format!("%u{u}"))) {
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
            Operand::LocalId => "%lid".into(),
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
            Statement::Loop { count, target, body } => self.divergent_loop(count, target, body),
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
            Statement::Mix(v) => {
                let (mix, value) = (self.load("%mix"), self.load(&format!("%v{v}")));
                let mix = self.mixed(&mix, &value);
                self.store(&mix, "%mix");
            }
        }
    }

    fn divergent_loop(&mut self, count: Operand, target: usize, body: Expr) {
        let count = self.operand(count);
        let count = self.let_be(format!("and i32 {count}, 3"));
        let name = self.fresh();
        self.line(format!("br label %before.{name}"));
        self.label(&format!("before.{name}"));
        self.line(format!("br label %head.{name}"));
        self.label(&format!("head.{name}"));
        self.line(format!("%k.{name} = phi i32 [ 0, %before.{name} ], [ %n.{name}, %body.{name} ]"));
        let more = self.let_be(format!("icmp slt i32 %k.{name}, {count}"));
        self.line(format!("br i1 {more}, label %body.{name}, label %done.{name}"));
        self.label(&format!("body.{name}"));
        self.assign(&format!("%v{target}"), body);
        self.line(format!("%n.{name} = add i32 %k.{name}, 1"));
        self.line(format!("br label %head.{name}"));
        self.label(&format!("done.{name}"));
    }
}

const DECLARATIONS: &str = "
declare i64 @__spirv_BuiltInGlobalLinearId()
declare i64 @__spirv_BuiltInLocalInvocationIndex()
declare i64 @__spirv_BuiltInWorkgroupSize(i32)
declare void @__spirv_ControlBarrier(i32, i32, i32)
declare i32 @__spirv_GroupIAdd.i32(i32, i32, i32)
declare i32 @__spirv_GroupBroadcast.i32(i32, i32, i64)
";

/// Launches: whole and partial groups, one to three dimensions; whole groups only where their size is fixed.
fn ranges(size: Option<[u64; 3]>) -> Vec<Range> {
    if let Some(local) = size {
        return vec![Range { global: [2 * local[0], local[1], 2 * local[2]], local, offset: [3, 0, 1] }];
    }
    vec![
        Range::linear(14, 7),
        Range::linear(19, 8),
        Range::linear(70, 40),
        Range { global: [4, 3, 4], local: [4, 3, 2], offset: [5, 6, 7] },
    ]
}

/// Results of a launch by the interpreter, by linear global id.
fn expected(program: &Program, input: &[i32], range: Range) -> Vec<i32> {
    let mut output = vec![0; range.global.iter().product::<u64>() as usize];
    let groups = [0, 1, 2].map(|dim| range.global[dim].div_ceil(range.local[dim]));
    for group in 0..groups.iter().product::<u64>() {
        let group = [group % groups[0], group / groups[0] % groups[1], group / groups[0] / groups[1]];
        let first = [0, 1, 2].map(|dim| group[dim] * range.local[dim]);
        let extent = [0, 1, 2].map(|dim| range.local[dim].min(range.global[dim] - first[dim]));
        let id = |x: u64, y: u64, z: u64| {
            let [x, y, z] = [first[0] + x, first[1] + y, first[2] + z];
            ((z * range.global[1] + y) * range.global[0] + x) as usize
        };
        let items: Vec<_> = (0..extent[2])
            .flat_map(|z| (0..extent[1]).flat_map(move |y| (0..extent[0]).map(move |x| (x, y, z))))
            .map(|(x, y, z)| id(x, y, z))
            .collect();
        let firsts: Vec<_> = (0..).zip(&items).map(|(i, id)| *id as i32 - i).collect();
        let results = Group::run(input, &firsts, program);
        items.into_iter().zip(results).for_each(|(id, result)| output[id] = result);
    }
    output
}

/// Compiles and runs the programs of `count` seeds.
fn check(first: u64, count: u64, options: &Options) {
    let programs: Vec<_> = (first..first + count)
        .map(|seed| Program::random(&mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)))
        .collect();
    let mut text = DECLARATIONS.to_owned();
    for (i, program) in programs.iter().enumerate() {
        text += &Writer::write(program, &format!("k{i}"));
    }
    let loaded = load_with(&text, options);
    let mut input: Vec<i32> = (0..INPUT as i32).map(|i| i * 37 % 23 - 11).collect();
    for (i, program) in programs.iter().enumerate() {
        for range in ranges(program.size) {
            let expected = expected(program, &input, range);
            let mut output = vec![0_i32; expected.len()];
            loaded.launch(&format!("k{i}"), &mut [memory(&mut input), memory(&mut output)], range);
            let seed = first + i as u64;
            assert!(
                output == expected,
                "seed {seed}, {range:?}\n{output:?}\n{expected:?}\n{}",
                Writer::write(program, "k")
            );
        }
    }
}

fn from_env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn random_programs() {
    let (count, seed) = (from_env("TANDEM_RANDOM_PROGRAMS", 80), from_env("TANDEM_RANDOM_SEED", 1));
    const BATCH: u64 = 20;
    for first in (seed..seed + count).step_by(BATCH as usize) {
        let opt_level = if first / BATCH % 4 == 3 { 0 } else { 2 };
        let opt_level = from_env("TANDEM_RANDOM_LEVEL", opt_level) as u32;
        check(first, BATCH.min(seed + count - first), &Options { opt_level, ..Options::from_env() });
    }
}
