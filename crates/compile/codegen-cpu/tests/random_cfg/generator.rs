//! Random programs.

use crate::items::generator::{Generator, PREDICATES};
use crate::program::{BinaryOp, Block, End, Expr, Operand, Program, Relation, Statement, Test};
use crate::random::Random;
use crate::{SHARED, UNIFORM, VARYING};

/// The kinds of statements that a program may contain.
#[derive(Clone, Copy)]
struct Kinds {
    /// Whether none synchronizes: the work-items run in chunks.
    quiet: bool,
    leaves: bool,
    items: bool,
    wide: bool,
    sub_groups: bool,
}

impl Program {
    pub fn random(random: &mut Random) -> Self {
        let most = if random.below(5) == 0 { 20 } else { 7 };
        let count = 1 + random.below(most);
        let sub_group = random.one_in(2).then(|| random.pick(&[4, 8, 16]));
        let kinds = Kinds {
            quiet: random.one_in(3),
            leaves: random.one_in(2),
            items: !random.one_in(4),
            wide: random.one_in(8),
            sub_groups: sub_group.is_some(),
        };
        let block = |_| Block { statements: statements(random, kinds), end: end(random, count) };
        let blocks: Vec<_> = (0..count).map(block).collect();
        let mut statements = blocks.iter().flat_map(|block| &block.statements);
        let counts = statements.any(|statement| matches!(statement, Statement::ReadCounter(_)));
        let sizes = [[16, 1, 1], [1, 1, 1], [8, 1, 3], [1, 5, 1], [40, 1, 1], [64, 1, 1], [16, 4, 1], [33, 1, 1]];
        let size = random.one_in(3).then(|| random.pick(&sizes));
        Self { blocks, size, sub_group, leaves: kinds.leaves, has_items: kinds.items, has_wide: kinds.wide, counts }
    }
}

/// The statements of a block.
fn statements(random: &mut Random, kinds: Kinds) -> Vec<Statement> {
    let mut all = Vec::new();
    for _ in 0..random.below(5) {
        match random.below(8) {
            0 if kinds.leaves => all.push(leave(random)),
            1..4 if kinds.items => {
                all.push(items(random, kinds));
                // Reads of the work-items' counters, which would otherwise be too rare.
                all.extend(random.one_in(3).then(|| Statement::ReadCounter(random.below(UNIFORM))));
            }
            number if kinds.sub_groups && number % 2 == 0 => all.push(sub_group_statement(random, 2, kinds)),
            _ => all.push(statement(random)),
        }
    }
    all.retain(|statement| !kinds.quiet || !statement.synchronizes());
    all
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
    let relation = match random.below(4) {
        0 => Relation::MultipleOf,
        1 => Relation::Without,
        _ => {
            let factor = if random.below(2) == 0 { Operand::Const(1) } else { uniform(random) };
            Relation::Compares(random.pick(&PREDICATES), factor)
        }
    };
    let bound = match random.below(2) {
        0 => Operand::Const(random.below(12) as i32 - 2),
        _ => uniform(random),
    };
    Test { dim: [None, Some(0), Some(0), Some(1), Some(2)][random.below(5)], relation, bound }
}

fn leave(random: &mut Random) -> Statement {
    // Only a few leave at a time, so that others continue.
    let right = Operand::Const(random.below(16) as i32 - 12);
    Statement::Leave { left: varying(random), right }
}

/// Code that each work-item runs on its own.
fn items(random: &mut Random, kinds: Kinds) -> Statement {
    Statement::Items(Generator::new(random, kinds.leaves, kinds.wide).body())
}

fn statement(random: &mut Random) -> Statement {
    let (v, u) = (random.below(VARYING), random.below(UNIFORM));
    match random.below(21) {
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
        18 => Statement::ReadCounter(u),
        19 => Statement::Broadcast { value: varying(random), target: u, item: random.below(3) },
        _ => Statement::Mix(v),
    }
}

/// A statement that takes sub-groups; blocks in it are nested `depth` times at most.
fn sub_group_statement(random: &mut Random, depth: usize, kinds: Kinds) -> Statement {
    let (v, s) = (random.below(VARYING), random.below(SHARED));
    match random.below(if depth > 0 { 10 } else { 7 }) {
        0 | 1 => Statement::SubReduce { value: any(random), target: s },
        2 => Statement::SubScan { value: any(random), target: v },
        3 | 4 => Statement::Shuffle { value: any(random), from: any(random), target: v },
        5 => Statement::AssignS(s, expr(random, shared)),
        6 => Statement::AssignV(v, expr(random, any)),
        7 | 8 => Statement::SubIf { left: shared(random), right: shared(random), body: body(random, depth - 1, kinds) },
        _ => Statement::SubLoop { count: shared(random), body: body(random, depth - 1, kinds) },
    }
}

/// Statements that a sub-group can run independently of others.
fn body(random: &mut Random, depth: usize, kinds: Kinds) -> Vec<Statement> {
    let alone = |random: &mut Random| match statement(random) {
        own @ (Statement::AssignV(..)
        | Statement::LoadV(..)
        | Statement::If { .. }
        | Statement::Loop { .. }
        | Statement::StoreArray { .. }
        | Statement::LoadArray { .. }
        | Statement::Mix(_)) => own,
        _ => sub_group_statement(random, depth, kinds),
    };
    let one = |random: &mut Random| match random.below(8) {
        0 if kinds.leaves => leave(random),
        1 if kinds.items => items(random, kinds),
        _ => alone(random),
    };
    (0..1 + random.below(4)).map(|_| one(random)).collect()
}
