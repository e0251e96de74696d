//! Programs: graphs of blocks, whose statements all work-items of a group or sub-group run alike.

use crate::items;

/// An operand: any may be used where values vary, `U` and `Const` where they
/// must not, `S` and `SubGroupId` too where they must not in a sub-group.
#[derive(Clone, Copy, Debug)]
pub enum Operand {
    V(usize),
    U(usize),
    /// A variable of the work-item's sub-group.
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
        /// Whether a barrier follows the branch.
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
    /// Statements that each work-item runs on its own
    Items(Vec<items::Statement>),
    /// `u = counter of the work-group`, with barriers around
    ReadCounter(usize),
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
    /// The dimension; `None` for the linear id.
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
    pub fn synchronizes(&self) -> bool {
        use Statement::*;
        matches!(
            self,
            Barrier | Exchange { .. } | Guard { .. } | Reduce { .. } | Scan { .. } | Broadcast { .. } | ReadCounter(_)
        )
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
    /// Whether it has item code.
    pub has_items: bool,
    /// Whether item code has integers that are wider than registers, which take long to compile.
    pub has_wide: bool,
    /// Whether it reads the counter of the work-group.
    pub counts: bool,
}
