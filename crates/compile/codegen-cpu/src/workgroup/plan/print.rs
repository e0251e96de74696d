//! Plans as text, for tests and for readers.

use std::fmt::{self, Display, Formatter};

use tandem_codegen::analysis::cfg::BlockId;
use tandem_codegen::sync::Sync;
use tandem_ir::{Inst, TypeKind, Value};

use super::guards::Runs;
use super::regions::{Region, RegionId};
use super::{GroupPlan, Plan};

impl Display for GroupPlan<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Group(plan) => write!(f, "the whole group\n{plan}"),
            Self::SubGroups(plan, size) => write!(f, "sub-groups of {size} work-items\n{plan}"),
            Self::Chunks { items, full, rest } => {
                write!(f, "full chunks of {items} work-items\n{full}the rest of a row\n{rest}")
            }
        }
    }
}

impl Display for Plan<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (id, region) in self.regions.iter().enumerate() {
            self.region(f, id, region)?;
        }
        writeln!(f, "  values")?;
        for inst in (0..self.cfg().len()).flat_map(|id| self.cfg().block(id).insts()) {
            if inst.ty().kind() != TypeKind::Void
                && let Some(placement) = self.placements.get(inst.value())
            {
                writeln!(f, "    {}: {placement:?}", name(inst.value()))?;
            }
        }
        writeln!(f, "  scratch memory: {} bytes for each work-item", self.scratch_bytes_per_item())
    }
}

impl Plan<'_> {
    fn region(&self, f: &mut Formatter<'_>, id: RegionId, region: &Region) -> fmt::Result {
        let begins = region.sync.map_or("the entry".into(), |sync| self.point(sync));
        writeln!(f, "  region {id} after {begins}")?;
        let blocks: Vec<_> =
            region.blocks.iter().map(|block| format!("%{}", self.cfg().block(*block).name())).collect();
        writeln!(f, "    blocks: {}", blocks.join(" "))?;
        match self.runs(id) {
            Runs::All => {}
            Runs::One => writeln!(f, "    runs: one work-item")?,
            Runs::Guarded(guard) => {
                let condition = guard.branch.condition().map_or("?".into(), name);
                writeln!(f, "    runs: work-items for which {condition} is {}", guard.holds)?;
            }
        }
        for (_, sync) in &region.exits {
            writeln!(f, "    to {}, live: {}", self.point(*sync), names(self.liveness.at(*sync)))?;
        }
        if region.returns {
            writeln!(f, "    to the end of the kernel")?;
        }
        if self.divergence.of_region(id) {
            writeln!(f, "    divergent: continuations where work-items diverge")?;
        }
        Ok(())
    }

    fn point(&self, sync: BlockId) -> String {
        let block = self.cfg().block(sync);
        let kind = match block.first().and_then(Sync::of) {
            Some(Sync::ImplicitBarrier) => "implicit barrier".into(),
            Some(Sync::Barrier { .. }) => "barrier".into(),
            Some(Sync::Group(_, op)) => format!("{op:?}"),
            Some(Sync::Members(op)) => format!("{op:?} of members"),
            None => "nothing".to_owned(),
        };
        format!("{kind} %{}", block.name())
    }
}

fn names(values: &[Value<'_>]) -> String {
    match values {
        [] => "nothing".into(),
        _ => values.iter().map(|value| name(*value)).collect::<Vec<_>>().join(" "),
    }
}

/// The name of a value, or the instruction that computes it.
fn name(value: Value<'_>) -> String {
    let own = value.name();
    match value.as_inst() {
        _ if !own.is_empty() => format!("%{own}"),
        Some(inst) => format!("({})", operation(inst)),
        None => "?".into(),
    }
}

fn operation(inst: Inst<'_>) -> String {
    match inst.called_function() {
        Some(callee) if inst.is_call() => callee.name(),
        _ => format!("{:?}", inst.opcode()).trim_start_matches("LLVM").to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use tandem_ir::{Context, Module};

    use crate::cost_model::CostModel;
    use crate::workgroup::analyses::Analyses;
    use crate::workgroup::plan::{GroupPlan, Request};
    use crate::workgroup::prepare;

    const PAGE: &str = include_str!("../../../../../../docs/internals/work-group-former.md");

    /// The first block of a language in the page.
    fn block(language: &str) -> &'static str {
        let (_, rest) = PAGE.split_once(&format!("```{language}\n")).expect("the page has such a block");
        rest.split_once("```").expect("blocks end").0
    }

    #[test]
    fn the_example_of_the_documentation_is_true() {
        let declarations = "
            declare i64 @tandem.query.local_id.0() memory(none)
            declare void @tandem.barrier.group(i1)\n";
        let text = format!("{declarations}{}", block("llvm"));
        let ctx = Context::new();
        let mut module = Module::parse(&ctx, text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"));
        let module = module.edit();
        let kernel = module.function("mirror").expect("the example's kernel");
        prepare::run(module, kernel).expect("a kernel that can be formed");
        let request =
            Request { variables: &[], opt_level: 2, vectorizes: true, sub_group_size: 32, costs: CostModel::X86_64 };
        let plan = GroupPlan::new(&mut Analyses::new(module, kernel), request);
        assert_eq!(plan.to_string(), block("plan"));
    }
}
