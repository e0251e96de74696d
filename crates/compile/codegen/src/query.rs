//! Queries: once builtins are lowered, the functions by which code obtains data on a work-item that only the target
//! knows. They are pure, so that LLVM merges and moves them freely. A target replaces them at the end: by induction
//! variables and loads of launch data, or by registers of the hardware.

use tandem_ir::{AttributePlace, Builder, EditableModule, Function, Inst, Value};

use crate::attributes::set_pure;
use crate::internal::Internal;

macro_rules! queries {
    (
        of a dimension { $($(#[$dim_doc:meta])* $of_dim:ident = $dim_text:literal,)* }
        others { $($(#[$doc:meta])* $other:ident = $text:literal,)* }
    ) => {
        /// A query about a work-item; dimensions are in SPIR-V order. All answers are `i64`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Query {
            $($(#[$dim_doc])* $of_dim(u8),)*
            $($(#[$doc])* $other,)*
        }

        impl Query {
            fn name(self) -> String {
                match self {
                    $(Self::$of_dim(dim) => format!("{}.{dim}", $dim_text),)*
                    $(Self::$other => $text.to_owned(),)*
                }
            }

            fn parse(name: &str) -> Option<Self> {
                let (what, dim) = name.split_once('.').unwrap_or((name, "0"));
                let dim = dim.parse().ok().filter(|dim| *dim < 3)?;
                match what {
                    $($dim_text => Some(Self::$of_dim(dim)),)*
                    $($text => Some(Self::$other),)*
                    _ => None,
                }
            }
        }
    };
}

queries! {
    of a dimension {
        /// Id in the work-group.
        LocalId = "local_id",
        /// Id of the work-group.
        GroupId = "group_id",
        /// Work-items of a full work-group.
        LocalSize = "local_size",
        /// Work-items of this work-group: smaller at the end of the range.
        Extent = "extent",
        /// Work-items of the launch.
        GlobalSize = "global_size",
        /// Offset of global ids.
        GlobalOffset = "global_offset",
        /// Work-groups of the launch.
        NumGroups = "num_groups",
    }
    others {
        /// Dimensions of the launch.
        WorkDim = "work_dim",
        /// Number of the work-item in its sub-group.
        SubGroupLocalId = "sub_group_local_id",
        /// Number of the sub-group in the work-group.
        SubGroupId = "sub_group_id",
        /// Work-items of this sub-group: fewer in the last one.
        SubGroupSize = "sub_group_size",
        /// Work-items of a full sub-group.
        SubGroupMaxSize = "sub_group_max_size",
        /// Sub-groups of this work-group.
        NumSubGroups = "num_sub_groups",
        /// Sub-groups of a full work-group.
        NumEnqueuedSubGroups = "num_enqueued_sub_groups",
        /// The address where the work-group's local memory begins. This and the next three are for
        /// targets whose spaces are ranges of addresses.
        LocalStart = "local_start",
        /// The address where local memory ends, and the memory begins in which work-items keep
        /// private data across barriers.
        LocalEnd = "local_end",
        /// The end address of that memory.
        ScratchEnd = "scratch_end",
        /// The address where the stack of the work-items ends, upwards.
        StackEnd = "stack_end",
    }
}

impl Query {
    /// Calls the query's function.
    pub fn build<'m>(self, builder: &Builder<'m>) -> Value<'m> {
        builder.call_function(self.declare(builder.module()), &[]).value()
    }

    /// The query that `inst` is, if any.
    pub fn of(inst: Inst<'_>) -> Option<Self> {
        match Internal::called_by(inst)? {
            (Internal::Query, name) => Self::parse(&name),
            _ => None,
        }
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

    fn declare(self, module: &EditableModule) -> Function<'_> {
        let name = Internal::Query.name_with(self.name());
        if let Some(function) = module.function(&name) {
            return function;
        }
        let function = module.add_function(&name, module.int(64).function(&[], false));
        for attribute in ["nounwind", "willreturn", "speculatable", "nofree", "nosync"] {
            function.add_attribute(module, AttributePlace::Function, attribute, 0);
        }
        set_pure(module, function);
        function
    }
}
