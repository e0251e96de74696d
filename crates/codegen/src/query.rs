//! Queries: the functions by which code asks, once builtins are lowered, for what
//! only the target knows of a work-item. They are pure, so that LLVM merges and
//! moves them freely. A target replaces them at the end: by induction variables
//! and loads of launch data, or by registers of the hardware.

use tandem_ir::{AttributePlace, Builder, Function, Inst, Module, Value};

use crate::attributes::set_pure;

/// One question of a work-item; dimensions are in SPIR-V order. All answers
/// are `i64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Query {
    /// Id in the work-group.
    LocalId(u8),
    /// Id of the work-group.
    GroupId(u8),
    /// Work-items of a full work-group.
    LocalSize(u8),
    /// Work-items of this work-group: smaller at the end of the range.
    Extent(u8),
    /// Work-items of the launch.
    GlobalSize(u8),
    /// Offset of global ids.
    GlobalOffset(u8),
    /// Work-groups of the launch.
    NumGroups(u8),
    /// Dimensions of the launch.
    WorkDim,
    /// Number of the work-item in its sub-group.
    SubGroupLocalId,
    /// Number of the sub-group in the work-group.
    SubGroupId,
    /// Work-items of this sub-group: fewer in the last one.
    SubGroupSize,
    /// Work-items of a full sub-group.
    SubGroupMaxSize,
    /// Sub-groups of this work-group.
    NumSubGroups,
    /// Sub-groups of a full work-group.
    NumEnqueuedSubGroups,
}

const PREFIX: &str = "tandem.query.";

impl Query {
    /// Calls the query's function.
    pub fn build<'m>(self, module: &'m Module, builder: &Builder<'m>) -> Value<'m> {
        builder.call_function(self.declare(module), &[]).value()
    }

    /// What `inst` asks, if it is a query.
    pub fn of(inst: Inst<'_>) -> Option<Self> {
        if !inst.is_call() {
            return None;
        }
        Self::parse(inst.called_function()?.name().strip_prefix(PREFIX)?)
    }

    /// Whether work-items of a group get different answers.
    pub fn is_varying(self) -> bool {
        self.is_varying_in_sub_group() || self.is_of_sub_group()
    }

    /// Whether work-items of a sub-group get different answers.
    pub fn is_varying_in_sub_group(self) -> bool {
        matches!(self, Self::LocalId(_) | Self::SubGroupLocalId)
    }

    /// Whether the answer depends on the work-item's sub-group.
    pub fn is_of_sub_group(self) -> bool {
        matches!(self, Self::SubGroupLocalId | Self::SubGroupId | Self::SubGroupSize)
    }

    fn declare(self, module: &Module) -> Function<'_> {
        let name = format!("{PREFIX}{}", self.name());
        if let Some(function) = module.function(&name) {
            return function;
        }
        let function = module.add_function(&name, module.int(64).function(&[], false));
        for attribute in ["nounwind", "willreturn", "speculatable", "nofree", "nosync"] {
            function.add_attribute(AttributePlace::Function, attribute, 0);
        }
        set_pure(function);
        function
    }

    fn name(self) -> String {
        match self {
            Self::LocalId(dim) => format!("local_id.{dim}"),
            Self::GroupId(dim) => format!("group_id.{dim}"),
            Self::LocalSize(dim) => format!("local_size.{dim}"),
            Self::Extent(dim) => format!("extent.{dim}"),
            Self::GlobalSize(dim) => format!("global_size.{dim}"),
            Self::GlobalOffset(dim) => format!("global_offset.{dim}"),
            Self::NumGroups(dim) => format!("num_groups.{dim}"),
            Self::WorkDim => "work_dim".into(),
            Self::SubGroupLocalId => "sub_group_local_id".into(),
            Self::SubGroupId => "sub_group_id".into(),
            Self::SubGroupSize => "sub_group_size".into(),
            Self::SubGroupMaxSize => "sub_group_max_size".into(),
            Self::NumSubGroups => "num_sub_groups".into(),
            Self::NumEnqueuedSubGroups => "num_enqueued_sub_groups".into(),
        }
    }

    fn parse(name: &str) -> Option<Self> {
        let (what, dim) = name.split_once('.').unwrap_or((name, "0"));
        let dim = dim.parse().ok().filter(|dim| *dim < 3)?;
        Some(match what {
            "local_id" => Self::LocalId(dim),
            "group_id" => Self::GroupId(dim),
            "local_size" => Self::LocalSize(dim),
            "extent" => Self::Extent(dim),
            "global_size" => Self::GlobalSize(dim),
            "global_offset" => Self::GlobalOffset(dim),
            "num_groups" => Self::NumGroups(dim),
            "work_dim" => Self::WorkDim,
            "sub_group_local_id" => Self::SubGroupLocalId,
            "sub_group_id" => Self::SubGroupId,
            "sub_group_size" => Self::SubGroupSize,
            "sub_group_max_size" => Self::SubGroupMaxSize,
            "num_sub_groups" => Self::NumSubGroups,
            "num_enqueued_sub_groups" => Self::NumEnqueuedSubGroups,
            _ => return None,
        })
    }
}
