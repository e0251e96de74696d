//! Item code: statements that each work-item runs on its own, without
//! synchronization, so that work-items diverge in branches, switches and loops.

mod arithmetic;
pub mod generator;
pub mod interpreter;
pub mod memory;
mod writer;

/// Variables of each type but `i32`, whose variables are those of the program.
pub const OWN: usize = 2;
/// Counters of loops, by how deep the loop is nested.
pub const LOOPS: usize = 2;

/// The bits of the variables that are wider than registers.
pub const WIDE: [u32; 2] = [128, 100];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    I8,
    I16,
    I32,
    I64,
    /// All values are integers of less than 1000, so that arithmetic is exact.
    Float,
}

impl Type {
    pub const ALL: [Self; 5] = [Self::I8, Self::I16, Self::I32, Self::I64, Self::Float];

    /// LLVM's name.
    pub fn name(self) -> &'static str {
        ["i8", "i16", "i32", "i64", "float"][self as usize]
    }

    pub fn bytes(self) -> usize {
        [1, 2, 4, 8, 4][self as usize]
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Var {
    pub ty: Type,
    pub index: usize,
}

#[derive(Clone, Copy, Debug)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    /// Shifts take the amount modulo the width.
    Shl,
    LShr,
    AShr,
}

#[derive(Clone, Debug)]
pub enum Expr {
    Var(Var),
    /// A uniform variable of the program.
    Uniform(usize),
    LocalId,
    /// The work-item's element of memory that has one for each and no more.
    Edge,
    /// One of the work-item's elements, which are adjacent, in memory that ends after the last one.
    Record(usize),
    /// The counter of the loop at the given nesting depth, also after the loop.
    Counter(usize),
    Const(Type, i64),
    Binary(Operation, Box<Expr>, Box<Expr>),
    /// To a wider integer with or without the sign. Floats are made of the low nine bits of integers.
    Convert {
        value: Box<Expr>,
        to: Type,
        signed: bool,
    },
    Select(Box<Condition>, Box<Expr>, Box<Expr>),
    /// An element of the private array, of index modulo its size.
    Array(Box<Expr>),
    /// An element of the read-only table of a type.
    Table(Type, Access),
    /// An element that no other work-item writes.
    Cell(Type, Cell),
    /// 64 bits of a wide variable, from a bit on.
    Wide(usize, u32),
}

impl Expr {
    pub fn ty(&self) -> Type {
        match self {
            Self::Var(Var { ty, .. }) | Self::Const(ty, _) | Self::Table(ty, _) | Self::Cell(ty, _) => *ty,
            Self::Convert { to, .. } => *to,
            Self::Binary(_, left, _) | Self::Select(_, left, _) => left.ty(),
            Self::Wide(..) => Type::I64,
            Self::Uniform(_) | Self::LocalId | Self::Edge | Self::Record(_) | Self::Counter(_) | Self::Array(_) => {
                Type::I32
            }
        }
    }
}

/// The index of an element of a table.
#[derive(Clone, Debug)]
pub enum Access {
    /// Any, modulo the size of the table.
    Gather(Box<Expr>),
    /// The global linear id, and a constant.
    Consecutive(usize),
    /// Down from a constant by the global linear id.
    Reversed,
    /// The global linear id times a constant.
    Strided(usize),
}

/// An element of a work-item.
#[derive(Clone, Debug)]
pub struct Cell {
    pub layout: Layout,
    /// The element's number, modulo the number of elements in the layout.
    pub slot: Box<Expr>,
    pub volatile: bool,
}

/// The layout of the work-items' elements; each layout has separate memory.
#[derive(Clone, Copy, Debug)]
pub enum Layout {
    /// The elements of all work-items with the same slot are consecutive.
    Rows,
    /// Rows with the last work-item first.
    Reversed,
    /// The elements of a work-item are consecutive.
    Columns,
    /// Columns with two, three, six or eight elements.
    Pairs,
    Triples,
    Sixes,
    Octets,
}

impl Layout {
    pub const ALL: [Self; 7] =
        [Self::Rows, Self::Reversed, Self::Columns, Self::Pairs, Self::Triples, Self::Sixes, Self::Octets];

    /// Elements of a work-item.
    pub fn slots(self) -> usize {
        [4, 4, 4, 2, 3, 6, 8][self as usize]
    }
}

#[derive(Clone, Debug)]
pub enum Condition {
    /// By a predicate of LLVM's `icmp`; floats take the ordered one of `fcmp`.
    Compare(&'static str, Expr, Expr),
    /// A wide variable with a number of 64 bits.
    CompareWide(&'static str, usize, Expr),
    /// The right one is looked at only where the left one holds.
    Both(Box<Condition>, Box<Condition>),
    Either(Box<Condition>, Box<Condition>),
}

#[derive(Clone, Copy, Debug)]
pub enum Division {
    Signed,
    Unsigned,
    SignedRest,
    UnsignedRest,
}

#[derive(Clone, Debug)]
pub enum Statement {
    Assign(Var, Expr),
    /// `array[index] = value`
    StoreArray(Expr, Expr),
    StoreCell(Cell, Expr),
    /// `p = guard ? &cell : null; if (guard) *p = value`
    StoreGuarded(Condition, Cell, Expr),
    /// `if (right != 0) target = left / right`; for signed integers, the condition is `right > 0`.
    Divide {
        division: Division,
        target: Var,
        left: Expr,
        right: Expr,
    },
    /// `target = left op right; if (it overflows) target = right`
    Checked {
        operation: Operation,
        signed: bool,
        target: Var,
        left: Expr,
        right: Expr,
    },
    /// `wide = wide op value`, or `wide = value` without an operation, of a number of 64 bits. Shifts take it modulo 64.
    Wide {
        index: usize,
        operation: Option<Operation>,
        value: Expr,
        signed: bool,
    },
    /// `target = cell.compare_exchange(expected, value) ? value : cell`, atomically
    Replace {
        target: Var,
        cell: Cell,
        expected: Expr,
        value: Expr,
    },
    /// `if (index < size of the table) target = table[index]`, unsigned
    LoadInBounds {
        target: Var,
        index: Expr,
    },
    /// `p = guard ? &table[index] : null; if (guard) target = *p`
    LoadGuarded {
        guard: Condition,
        target: Var,
        access: Access,
    },
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// Of the value modulo 8
    Switch {
        value: Expr,
        cases: Vec<Case>,
        default: Vec<Statement>,
    },
    Loop(Loop),
    /// `n = guard ? limit : huge; if (guard) loop up to n`
    LoopGuarded(Condition, Loop),
    /// `p = u > 0 ? &table[u & 15] : null; if (local id < u) loop up to *p & 7`
    LoopLoaded(usize, Loop),
    /// Adds to a counter of the work-group.
    Count(Expr),
    /// Combines with a counter of the launch: by one atomic operation, or by compare-and-exchange until it succeeds.
    Tally {
        tally: Tally,
        value: Expr,
        retries: bool,
    },
    /// Adds to the sum of a launch, and adds the growth of its square to another one: the order makes no difference.
    Square(Expr),
    /// Leaves the given number of loops and one more.
    Break(usize),
    Continue,
    Return,
}

impl Statement {
    pub fn is_jump(&self) -> bool {
        matches!(self, Self::Break(_) | Self::Continue | Self::Return)
    }
}

#[derive(Clone, Debug)]
pub struct Case {
    pub labels: Vec<i64>,
    pub body: Vec<Statement>,
    /// Whether the next case, or the default, follows.
    pub falls_through: bool,
}

/// `for (k = 0; k < limit && condition; ++k) body`
#[derive(Clone, Debug)]
pub struct Loop {
    pub depth: usize,
    /// Evaluated once, modulo 8 unless another bound is given.
    pub limit: Expr,
    pub condition: Option<Condition>,
    /// Whether the body runs before the first test.
    pub tests_last: bool,
    pub body: Vec<Statement>,
}

/// The counters of the sum of a launch and of its square, after those of tallies.
pub const SUM: usize = Tally::ALL.len();
pub const SQUARE: usize = SUM + 1;

/// Atomic operations, each with a separate counter: their order makes no difference.
#[derive(Clone, Copy, Debug)]
pub enum Tally {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
}

impl Tally {
    pub const ALL: [Self; 9] =
        [Self::Add, Self::Sub, Self::And, Self::Or, Self::Xor, Self::Max, Self::Min, Self::UMax, Self::UMin];

    /// The initial value of its counter.
    pub fn initial(self) -> i32 {
        if matches!(self, Self::And | Self::UMin) { -1 } else { 0 }
    }
}
