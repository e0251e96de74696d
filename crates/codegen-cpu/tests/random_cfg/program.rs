//! Random programs.

use crate::{SHARED, UNIFORM, VARYING};

/// A generator of numbers (xorshift).
pub struct Random(pub u64);

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

/// An operand: any may be used where values vary, `U` and `Const` where they
/// must not, `S` and `SubGroupId` too where they must not in a sub-group.
#[derive(Clone, Copy, Debug)]
pub enum Operand {
    V(usize),
    U(usize),
    /// Of the work-item's sub-group.
    S(usize),
    LocalId,
    SubGroupId,
    Const(i32),
}

#[derive(Clone, Copy, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Xor,
}

#[derive(Clone, Copy, Debug)]
pub struct Expr {
    pub op: BinaryOp,
    pub left: Operand,
    pub right: Operand,
}

#[derive(Clone, Debug)]
pub enum Statement {
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
    /// Through local memory: `target = all tests hold ? 31 * from + 1 : from`
    Guard {
        tests: Vec<Test>,
        from: usize,
        target: usize,
        /// Whether there is a barrier behind the branch.
        barrier: bool,
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
    /// `if (left < right) return`, also where some return and others do not.
    Leave {
        left: Operand,
        right: Operand,
    },
    AssignS(usize, Expr),
    /// `s = sum over the sub-group`
    SubReduce {
        value: Operand,
        target: usize,
    },
    /// `v = sum over the work-items of the sub-group up to this one`
    SubScan {
        value: Operand,
        target: usize,
    },
    /// `v = value of the work-item of the sub-group of number from & 7`
    Shuffle {
        value: Operand,
        from: Operand,
        target: usize,
    },
    /// `if (left < right) …`, alike in a sub-group
    SubIf {
        left: Operand,
        right: Operand,
        body: Vec<Statement>,
    },
    /// `for (k = 0; k < (count & 3); ++k) …`, alike in a sub-group
    SubLoop {
        count: Operand,
        body: Vec<Statement>,
    },
}

/// A test of a local id.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// The linear id's, if there is no dimension.
    pub dim: Option<usize>,
    pub relation: Relation,
    pub bound: Operand,
}

#[derive(Clone, Copy, Debug)]
pub enum Relation {
    /// A predicate of LLVM's `icmp`, of the id times a factor.
    Compares(&'static str, Operand),
    /// `id % ((bound & 7) + 1) == 0`
    MultipleOf,
    /// `(id & bound) == 0`
    Without,
}

impl Statement {
    fn synchronizes(&self) -> bool {
        use Statement::*;
        matches!(self, Barrier | Exchange { .. } | Guard { .. } | Reduce { .. } | Scan { .. } | Broadcast { .. })
    }
}

#[derive(Clone, Debug)]
pub enum End {
    Goto(usize),
    /// `u < constant`
    Branch(usize, i32, usize, usize),
    /// `u & 3`
    Switch(usize, [usize; 4]),
    Return,
}

pub struct Block {
    pub statements: Vec<Statement>,
    pub end: End,
}

pub struct Program {
    pub blocks: Vec<Block>,
    /// The one work-group size that the program may have; any if there is none.
    pub size: Option<[u64; 3]>,
    /// The size of its sub-groups, if it uses any.
    pub sub_group: Option<u32>,
    /// Whether work-items may return before others do.
    pub leaves: bool,
}

impl Program {
    pub fn random(random: &mut Random) -> Self {
        let most = if random.below(5) == 0 { 20 } else { 7 };
        let count = 1 + random.below(most);
        // Some without synchronization: they run in chunks.
        let quiet = random.below(3) == 0;
        let sub_group = (random.below(2) == 0).then(|| [4, 8, 16][random.below(3)]);
        let leaves = random.below(2) == 0;
        let blocks = (0..count)
            .map(|_| Block {
                statements: (0..random.below(5))
                    .map(|_| match random.below(8) {
                        0 if leaves => leave(random),
                        number if sub_group.is_some() && number % 2 == 0 => sub_group_statement(random, 2, leaves),
                        _ => statement(random),
                    })
                    .filter(|statement| !quiet || !statement.synchronizes())
                    .collect(),
                end: end(random, count),
            })
            .collect();
        let sizes = [[16, 1, 1], [1, 1, 1], [8, 1, 3], [1, 5, 1], [40, 1, 1]];
        let size = (random.below(3) == 0).then(|| sizes[random.below(sizes.len())]);
        Self { blocks, size, sub_group, leaves }
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

fn shared(random: &mut Random) -> Operand {
    match random.below(4) {
        0 => Operand::SubGroupId,
        1 => uniform(random),
        _ => Operand::S(random.below(SHARED)),
    }
}

/// An operand that varies, in programs with sub-groups.
fn any(random: &mut Random) -> Operand {
    if random.below(3) == 0 { shared(random) } else { varying(random) }
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

fn test(random: &mut Random) -> Test {
    const PREDICATES: [&str; 10] = ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"];
    let relation = match random.below(4) {
        0 => Relation::MultipleOf,
        1 => Relation::Without,
        _ => {
            let factor = if random.below(2) == 0 { Operand::Const(1) } else { uniform(random) };
            Relation::Compares(PREDICATES[random.below(PREDICATES.len())], factor)
        }
    };
    let bound = match random.below(2) {
        0 => Operand::Const(random.below(12) as i32 - 2),
        _ => uniform(random),
    };
    Test { dim: [None, Some(0), Some(0), Some(1), Some(2)][random.below(5)], relation, bound }
}

fn leave(random: &mut Random) -> Statement {
    // Few leave at once, so that there are others to go on.
    let right = Operand::Const(random.below(16) as i32 - 12);
    Statement::Leave { left: varying(random), right }
}

fn statement(random: &mut Random) -> Statement {
    let (v, u) = (random.below(VARYING), random.below(UNIFORM));
    match random.below(20) {
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
        16 | 17 => Statement::Guard {
            tests: (0..1 + random.below(2)).map(|_| test(random)).collect(),
            from: v,
            target: random.below(VARYING),
            barrier: random.below(2) == 0,
        },
        18 => Statement::Broadcast { value: varying(random), target: u, item: random.below(3) },
        _ => Statement::Mix(v),
    }
}

/// A statement that takes sub-groups; blocks in it are nested `depth` times at most.
fn sub_group_statement(random: &mut Random, depth: usize, leaves: bool) -> Statement {
    let (v, s) = (random.below(VARYING), random.below(SHARED));
    match random.below(if depth > 0 { 10 } else { 7 }) {
        0 | 1 => Statement::SubReduce { value: any(random), target: s },
        2 => Statement::SubScan { value: any(random), target: v },
        3 | 4 => Statement::Shuffle { value: any(random), from: any(random), target: v },
        5 => Statement::AssignS(s, expr(random, shared)),
        6 => Statement::AssignV(v, expr(random, any)),
        7 | 8 => {
            Statement::SubIf { left: shared(random), right: shared(random), body: body(random, depth - 1, leaves) }
        }
        _ => Statement::SubLoop { count: shared(random), body: body(random, depth - 1, leaves) },
    }
}

/// Statements that a sub-group can run alone.
fn body(random: &mut Random, depth: usize, leaves: bool) -> Vec<Statement> {
    let alone = |random: &mut Random| match statement(random) {
        own @ (Statement::AssignV(..)
        | Statement::LoadV(..)
        | Statement::If { .. }
        | Statement::Loop { .. }
        | Statement::StoreArray { .. }
        | Statement::LoadArray { .. }
        | Statement::Mix(_)) => own,
        _ => sub_group_statement(random, depth, leaves),
    };
    let one = |random: &mut Random| match random.below(8) {
        0 if leaves => leave(random),
        _ => alone(random),
    };
    (0..1 + random.below(4)).map(|_| one(random)).collect()
}
