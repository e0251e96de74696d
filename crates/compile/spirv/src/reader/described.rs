//! The tables of debug information: the parts that have been read so far, and the locations of code.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_ir::{DebugInfoBuilder, DebugLoc, DebugType, Declaration, Scope};
use tandem_spirv_binary::Id;

/// A function or a block in it.
#[derive(Clone, Copy)]
pub(super) struct LocalScope<'m> {
    pub scope: Scope<'m>,
    /// The function's description; if there is none, the function itself.
    pub function: Id,
    /// The string that is the file of the scope's lines.
    pub file: Id,
}

/// Where a run of instructions is.
#[derive(Clone, Copy)]
pub(super) struct CodeScope<'m> {
    pub local: LocalScope<'m>,
    /// The call that the scope's function is inlined at.
    pub inlined_at: Option<DebugLoc<'m>>,
}

/// Debug information of the module; started by the first line or description.
#[derive(Default)]
pub(super) struct LineTable<'m> {
    pub builder: Option<DebugInfoBuilder<'m>>,
    pub files: FxHashMap<Id, Scope<'m>>,
}

/// Debug information of one function.
pub(super) struct LineScope<'m> {
    /// The function as a whole.
    pub own: CodeScope<'m>,
    /// The scope of code, if it is described.
    pub scope: Option<CodeScope<'m>>,
    /// File, line and column of code.
    pub line: Option<(Id, u32, u32)>,
    /// Blocks of other files.
    pub blocks: FxHashMap<(Scope<'m>, Id), Scope<'m>>,
    /// Variables that have been declared, and the numbers of parameters among them.
    pub declared: FxHashSet<Id>,
    pub params: FxHashSet<u32>,
    pub declarations: Vec<Declaration<'m>>,
}

/// The descriptions that have been read.
#[derive(Default)]
pub(super) struct Descriptions<'m> {
    /// Types, with their nesting depth.
    pub types: FxHashMap<Id, (Option<DebugType<'m>>, u32)>,
    pub namespaces: FxHashMap<Id, Option<Scope<'m>>>,
    pub local_scopes: FxHashMap<Id, Option<LocalScope<'m>>>,
    /// The depth of the type or scope that is being read.
    pub depth: u32,
    /// The depth of the deepest part that has been met.
    pub deepest: u32,
}
