//! The parts of the source that have been described so far; see [`super::descriptions`].

use rspirv::spirv::Word;
use rustc_hash::FxHashMap;
use tandem_ir::{DebugNode, Declaration, Function, Module, Scope, Value};

use super::attributes::is_written;

/// The parts that have been described.
#[derive(Default)]
pub(super) struct Descriptions<'m> {
    /// Variables by their stack memory. Without any, nothing is described.
    pub(super) variables: FxHashMap<Value<'m>, Vec<Declaration<'m>>>,
    /// Functions that are written, by their descriptions.
    pub(super) functions: FxHashMap<DebugNode<'m>, Function<'m>>,
    pub(super) nodes: FxHashMap<DebugNode<'m>, Word>,
    /// Instructions that take only strings or nothing.
    pub(super) interned: FxHashMap<(u32, Vec<Word>), Word>,
    pub(super) unit: Option<Word>,
    /// The description of each debug-information scope seen.
    pub(super) scopes: FxHashMap<Scope<'m>, Option<Word>>,
}

impl<'m> Descriptions<'m> {
    pub(super) fn new(module: &'m Module, declarations: Vec<Declaration<'m>>) -> Self {
        let mut descriptions = Self::default();
        let definitions = module.functions().into_iter().filter(|function| is_written(*function));
        let node = |function: Function<'m>| Some((DebugNode::of_scope(module, function.subprogram()?), function));
        descriptions.functions.extend(definitions.filter_map(node));
        for declaration in declarations {
            descriptions.variables.entry(declaration.address).or_default().push(declaration);
        }
        descriptions
    }

    pub(super) fn is_wanted(&self) -> bool {
        !self.variables.is_empty()
    }
}
