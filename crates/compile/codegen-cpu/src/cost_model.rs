//! The parameters by which the [work-group former](crate::workgroup) makes decisions, for one target.
//!
//! The parameters never change the results of a kernel. They bound LLVM's compile time and choose between two forms of
//! code; parameters about speed were measured on x86-64 processors with 256-bit and 512-bit registers.

/// The costs and bounds of one target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostModel {
    /// Bytes of the vectors that loops over work-items are vectorized for.
    pub vector_bytes: u64,
    /// Private memory that each work-item of a chunk may keep on the stack, in bytes.
    pub max_chunk_private_bytes: u64,
    /// Loops of a kernel that are interchanged with the loop over work-items: each adds several vectorized
    /// loops, and LLVM's analyses take time that grows with the square of their number.
    pub max_interchanged_loops: usize,
    /// Joins after synchronization points that need no implicit barrier: each may copy the code after it.
    pub max_plain_joins: usize,
    /// Guards of a kernel that become separate regions: each adds a loop, which takes time to compile.
    pub max_guards: usize,
    /// Regions of a kernel that stay one function. LLVM takes time that grows with the square of their number;
    /// below this one, several functions take longer than one.
    pub max_regions_per_function: usize,
    /// The maximum number of instructions that recompute a value instead of a store and a load.
    pub max_rematerialized_instructions: u32,
    /// Accesses to single elements that a vectorized loop may be made of. They have no vector instruction if the
    /// elements are small, and LLVM would write one for each lane.
    pub max_scalar_accesses: u64,
    /// The largest elements that cannot be gathered, in bytes.
    pub max_scalar_element_bytes: u64,
    /// Adjacent elements of a work-item that are worth a vector.
    pub min_slp_elements: usize,
    /// Instructions of a body without loops that is left to LLVM's loop vectorizer.
    pub max_loop_vectorizer_instructions: usize,
    /// Targets of a branch in vector code.
    pub max_targets: usize,
    /// The maximum number of lanes of vector code, if the width is chosen automatically.
    pub max_lanes: u32,
    /// The same for loops that work-items run in step, with accesses to the same or adjacent memory.
    pub max_lanes_in_step: u32,
    /// Instructions of such loops that differ between lanes.
    pub max_in_step_instructions: usize,
    /// The part of the cost of vector code that may be for lanes by themselves, where a value takes two registers.
    pub max_separate_part: f64,
    /// Private memory that the lanes of vector code may have on the stack, all together, in bytes.
    pub max_lanes_private_bytes: u64,
    /// Instructions of a body that vector code has two forms of: for all lanes, and for some.
    pub max_two_forms_instructions: usize,
    /// Instructions of a block that neighbours run under a mask, even if none of them has to, rather than branch.
    pub max_plain_instructions: usize,
    /// The cost of a load or store for each lane if the lanes' elements are not adjacent, in scalar instructions.
    pub cost_per_gathered_lane: f64,
    /// The cost of spreading the bits of a mask over the elements of a vector in memory that has several elements for
    /// each lane.
    pub cost_per_spread_mask: f64,
    /// The cost of running an instruction separately for each lane, in addition to the instruction itself.
    pub cost_per_separate_lane: f64,
    /// How many times more often than a lane needs it the code of a loop runs if lanes leave it at different times.
    pub idle_in_loop: f64,
    /// The same for search loops, which end when something is found.
    pub idle_in_search: f64,
    /// How many times as fast code for one work-item after the other is if its elements are lanes.
    pub gain_of_elements: f64,
    /// Floating-point operations in a vectorized loop that take the time of gathering one element.
    pub operations_per_gather: usize,
    /// Floating-point operations that a call counts as.
    pub operations_per_call: usize,
}

impl CostModel {
    /// The model of x86-64 processors, whatever their vectors are: LLVM splits wider ones.
    pub const X86_64: Self = Self {
        vector_bytes: 64,
        max_chunk_private_bytes: 1024,
        max_interchanged_loops: 16,
        max_plain_joins: 8,
        max_guards: 16,
        max_regions_per_function: 64,
        max_rematerialized_instructions: 16,
        max_scalar_accesses: 4096,
        max_scalar_element_bytes: 2,
        min_slp_elements: 4,
        max_loop_vectorizer_instructions: 80,
        max_targets: 128,
        max_lanes: 16,
        max_lanes_in_step: 32,
        max_in_step_instructions: 24,
        max_separate_part: 0.1,
        max_lanes_private_bytes: 1 << 16,
        max_two_forms_instructions: 150,
        max_plain_instructions: 12,
        cost_per_gathered_lane: 2.5,
        cost_per_spread_mask: 2.0,
        cost_per_separate_lane: 10.0,
        idle_in_loop: 1.75,
        idle_in_search: 6.0,
        gain_of_elements: 1.5,
        operations_per_gather: 8,
        operations_per_call: 8,
    };

    /// Work-items of a chunk: the number of single-precision values in a vector.
    pub const fn chunk_items(&self) -> u64 {
        self.vector_bytes / size_of::<f32>() as u64
    }
}
