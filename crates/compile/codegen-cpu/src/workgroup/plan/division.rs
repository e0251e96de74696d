//! A kernel divided at its synchronization points: the basis of the other parts of a plan.

use std::rc::Rc;

use tandem_ir::Declaration;

use super::liveness::Liveness;
use super::placement::Placements;
use super::regions::Regions;
use crate::cost_model::CostModel;
use crate::workgroup::analyses::{Analyses, Results};

/// The regions of a kernel and the results that follow from them, for one state of the kernel.
pub struct Division<'m> {
    /// The analyses of the kernel in that state.
    pub analyses: Rc<Results<'m>>,
    /// The parts between synchronization points.
    pub regions: Regions,
    /// Where each value is kept.
    pub placements: Placements<'m>,
    /// Liveness at synchronization points.
    pub liveness: Liveness<'m>,
}

impl<'m> Division<'m> {
    /// Divides a kernel as it is; implicit barriers count only if `implicit_barriers` is set.
    pub fn new(
        analyses: &Analyses<'m>,
        implicit_barriers: bool,
        variables: &[Declaration<'m>],
        costs: &CostModel,
    ) -> Self {
        let analyses = analyses.results();
        let regions = Regions::new(analyses.cfg(), implicit_barriers);
        let placements = Placements::new(&analyses, &regions, variables, costs);
        let liveness = Liveness::new(analyses.cfg(), &placements, &regions);
        Self { analyses, regions, placements, liveness }
    }

    /// Whether the kernel still is as it was divided.
    pub fn is_of(&self, analyses: &Analyses<'m>) -> bool {
        Rc::ptr_eq(&self.analyses, &analyses.results())
    }
}
