//! Queries and updates of a graph's nodes.

use std::sync::Arc;

use super::group::{CommandGroup, Work};
use super::modifiable::Node;
use crate::base::error::{Error, Result};
use crate::base::object::Object;
use crate::submission::{Groups, NdRange};

impl Node {
    /// The nodes that it depends on directly; none if the graph is gone.
    pub fn predecessors(&self) -> Vec<Arc<Object<Self>>> {
        self.graph.upgrade().map_or_else(Vec::new, |graph| graph.predecessors(self.index))
    }

    /// The nodes that depend on it directly; none if the graph is gone.
    pub fn successors(&self) -> Vec<Arc<Object<Self>>> {
        self.graph.upgrade().map_or_else(Vec::new, |graph| graph.successors(self.index))
    }

    /// Gives a kernel a new range with the same number of dimensions. Executable graphs need an
    /// update for this to take effect.
    pub fn set_range(&self, mut range: NdRange) -> Result<()> {
        let mut group = self.group.lock();
        let Some((kernel, old)) = group.kernel() else {
            let kind = self.kind.name();
            return Err(Error::Invalid(format!("the range of a {kind} node cannot be changed: it runs no kernel")));
        };
        if old.dims != range.dims {
            let (old, new) = (old.dims, range.dims);
            return Err(Error::Invalid(format!("the kernel has {old} dimensions, but its new range has {new}")));
        }
        range.groups = old.groups;
        if old.groups == Groups::Hierarchical && range.local != old.local {
            return Err(Error::Invalid("the work-groups of a hierarchical kernel keep their size".to_owned()));
        }
        if let Some(graph) = self.graph() {
            range.check_kernel(kernel, graph.device())?;
        }
        let mut new = CommandGroup::clone(&group);
        if let Work::Kernel { range: place, .. } = &mut new.work {
            *place = range;
        }
        *group = Arc::new(new);
        Ok(())
    }
}
