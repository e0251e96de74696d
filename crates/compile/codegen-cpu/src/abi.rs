//! The interface of work-group functions: their parameters, the argument
//! block and launch data. `docs/internals/boundaries.md`, section 5, states it.

use std::mem::offset_of;

use rustc_hash::FxHashMap;
use tandem_codegen::kernel::{self, Argument};
use tandem_codegen::names::original_name;
use tandem_codegen::query::Query;
use tandem_device_ir::{AddressSpace, ParameterKind, PlacedParameter};
use tandem_ir::{
    AttributePlace, Builder, EditableModule, Function, IntPredicate, Intrinsic, Linkage, Module, Type, Value,
};
use tandem_native_cpu::LaunchInfo;

/// Prefix of work-group functions' symbols.
pub const SYMBOL_PREFIX: &str = "__tandem_wg_";
/// Address space of local memory.
const LOCAL_SPACE: u32 = AddressSpace::Local.number();
/// Alignment of the argument block and of the scratch block, in bytes.
const BLOCK_ALIGN: u64 = 64;

/// Bytes of the scratch block in addition to the work-items' memory.
const SCRATCH_EXTRA: u64 = 64;

/// Parameters of a work-group function, in order.
#[derive(Clone, Copy)]
enum Param {
    Args,
    Launch,
    GroupId,
    Local,
    Scratch,
}

/// How many parameters work-group functions have.
const PARAMS: usize = Param::Scratch as usize + 1;

/// Where each kernel parameter is in the argument block, and the block's size.
pub fn layout_args(module: &Module, kernel: Function<'_>) -> (Vec<PlacedParameter>, u32) {
    let mut size = 0_u64;
    let mut place = |argument: Argument| {
        let offset = size.next_multiple_of(argument.align.min(BLOCK_ALIGN));
        size = offset + u64::from(argument.parameter.bytes);
        // Argument blocks are a few kilobytes at most: the front ends refuse larger ones.
        PlacedParameter { parameter: argument.parameter, offset: offset as u32 }
    };
    let args = kernel::arguments(module, kernel).into_iter().map(&mut place).collect();
    (args, size.next_multiple_of(8) as u32)
}

/// A kernel may change its copy of a `byval` parameter, but not the argument block, which all work-items share: each
/// gets a copy on the stack. If the kernel only reads it, LLVM removes the copy again, because nothing else writes to
/// the block.
pub fn copy_by_value_params<'m>(module: &'m EditableModule, kernel: Function<'m>) {
    let entry = kernel.entry().expect("kernels have bodies");
    for (index, param) in (0..).zip(kernel.params()) {
        let place = AttributePlace::Param(index);
        let Some(ty) = kernel.attribute_type(place, "byval") else {
            continue;
        };
        let builder = Builder::at_start(module, entry);
        let align = kernel.attribute_int(place, "align").unwrap_or(1).max(module.align_of(ty).into()) as u32;
        let copy = builder.alloca(ty, "");
        copy.set_align(module, align);
        param.replace_all_uses_with(module, copy.value());
        builder.memcpy(copy.value(), align, param, align, module.int(64).int(module.size_of(ty), false));
        kernel.add_attribute(module, place, "noalias", 0);
        kernel.add_attribute(module, place, "readonly", 0);
    }
}

/// Sets the attributes of functions that begin with the parameters of work-group functions, where the argument block
/// has `args_size` bytes.
fn set_attributes(module: &EditableModule, function: Function<'_>, args_size: u64) {
    // The blocks are the launch's own: nothing else points into them.
    for (param, size, align) in [
        (Param::Args, args_size, BLOCK_ALIGN),
        (Param::Launch, size_of::<LaunchInfo>() as u64, align_of::<LaunchInfo>() as u64),
        (Param::GroupId, 24, 8),
        (Param::Local, 0, 1),
        (Param::Scratch, 0, BLOCK_ALIGN),
    ] {
        let place = AttributePlace::Param(param as u32);
        function.add_attribute(module, place, "noalias", 0);
        function.add_attribute(module, place, "align", align);
        if size > 0 {
            function.add_attribute(module, place, "dereferenceable", size);
        }
        if matches!(param, Param::Args | Param::Launch | Param::GroupId) {
            function.add_attribute(module, place, "readonly", 0);
        }
    }
    for (attribute, value) in [("nounwind", 0), ("mustprogress", 0), ("uwtable", 2)] {
        function.add_attribute(module, AttributePlace::Function, attribute, value);
    }
}

/// A work-group function under construction, and the values of its first block.
pub struct Prologue<'m> {
    module: &'m EditableModule,
    /// The work-group function.
    pub function: Function<'m>,
    /// At the end of the first block, which has no terminator until the end.
    pub builder: Builder<'m>,
    answers: FxHashMap<Query, Value<'m>>,
    sizes: Sizes,
    args_size: u64,
}

/// The group sizes known at compile time.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The work-group size.
    pub work_group: Option<[u32; 3]>,
    /// The size of full sub-groups.
    pub sub_group: u32,
    /// Bytes that each work-item keeps in the scratch block.
    pub scratch_bytes_per_item: u64,
}

impl<'m> Prologue<'m> {
    /// Declares the work-group function of `kernel` and opens its first block.
    pub fn new(module: &'m EditableModule, kernel: Function<'m>, args_size: u32, sizes: Sizes) -> Self {
        let function = module.add_function(
            &format!("{SYMBOL_PREFIX}{}", original_name(kernel)),
            module.void().function(&[module.ptr(0); PARAMS], false),
        );
        set_attributes(module, function, args_size.into());
        let builder = Builder::at_end(module, function.append_block(module, "prologue"));
        Self { module, function, builder, answers: FxHashMap::default(), sizes, args_size: args_size.into() }
    }

    /// Declares a function of this module that takes the work-group function's
    /// parameters and more.
    pub fn declare_part(&self, name: &str, result: Type<'m>, more: &[Type<'m>]) -> Function<'m> {
        let own = self.function.params();
        let types: Vec<_> = own.iter().map(|param| param.ty()).chain(more.iter().copied()).collect();
        let name = format!("{}.{name}", self.function.name());
        let function = self.module.add_function(&name, result.function(&types, false));
        function.global().set_linkage(self.module, Linkage::LLVMInternalLinkage);
        set_attributes(self.module, function, self.args_size);
        function
    }

    /// Opens the first block of a function that begins with the work-group function's parameters.
    pub fn of_part(&self, function: Function<'m>) -> Self {
        let builder = Builder::at_end(self.module, function.append_block(self.module, "prologue"));
        Self { function, builder, answers: FxHashMap::default(), ..*self }
    }

    /// The parameters that work-group functions have.
    pub fn params(&self) -> Vec<Value<'m>> {
        let mut params = self.function.params();
        params.truncate(PARAMS);
        params
    }

    /// The kernel's parameters, loaded from the argument block.
    pub fn load_args(&self, kernel: Function<'m>, args: &[PlacedParameter]) -> Vec<Value<'m>> {
        let params = kernel.params();
        params
            .into_iter()
            .zip(args)
            .enumerate()
            .map(|(index, (param, arg))| {
                let address = self.offset(self.param(Param::Args), arg.offset.into());
                if kernel.has_attribute(AttributePlace::Param(index as u32), "byval") {
                    return address;
                }
                match arg.parameter.kind {
                    ParameterKind::Local => {
                        let offset = self.load_u64(address);
                        self.local(offset)
                    }
                    ParameterKind::Global
                    | ParameterKind::Constant
                    | ParameterKind::Value
                    | ParameterKind::Image
                    | ParameterKind::Sampler => self.builder.load(param.ty(), address).value(),
                }
            })
            .collect()
    }

    /// A pointer into the group's local memory.
    pub fn local(&self, offset: Value<'m>) -> Value<'m> {
        let address = self.builder.gep(self.module.int(8), self.param(Param::Local), &[offset], true);
        self.builder.address_space_cast(address, self.module.ptr(LOCAL_SPACE))
    }

    /// A pointer into the scratch block.
    pub fn scratch(&self, offset: Value<'m>) -> Value<'m> {
        self.builder.gep(self.module.int(8), self.param(Param::Scratch), &[offset], true)
    }

    /// The answer to a query that is the same for the whole group.
    pub fn answer(&mut self, query: Query) -> Value<'m> {
        if let Some(answer) = self.answers.get(&query) {
            return *answer;
        }
        let answer = self.compute(query);
        self.answers.insert(query, answer);
        answer
    }

    fn compute(&mut self, query: Query) -> Value<'m> {
        let long = self.module.int(64);
        let array = |field: usize, dim: u8| field + 8 * usize::from(dim);
        let launch = match query {
            Query::LocalSize(dim) | Query::Extent(dim) if self.sizes.work_group.is_some() => {
                let size = self.sizes.work_group.expect("just tested")[usize::from(dim)];
                return long.int(size.into(), false);
            }
            Query::SubGroupMaxSize => return long.int(self.sizes.sub_group.into(), false),
            Query::NumSubGroups => return self.sub_groups_of(Query::Extent),
            Query::NumEnqueuedSubGroups => return self.sub_groups_of(Query::LocalSize),
            Query::Extent(dim) => return self.extent(dim),
            Query::GroupId(dim) => {
                let address = self.offset(self.param(Param::GroupId), 8 * u64::from(dim));
                return self.load_u64(address);
            }
            Query::WorkDim => {
                let address = self.offset(self.param(Param::Launch), offset_of!(LaunchInfo, work_dim) as u64);
                let dim = self.builder.load(self.module.int(32), address).value();
                return self.builder.zext(dim, long);
            }
            // The scratch block follows local memory.
            Query::LocalStart => return self.address(self.param(Param::Local)),
            Query::LocalEnd => return self.address(self.param(Param::Scratch)),
            Query::ScratchEnd => {
                let items = self.product(Query::LocalSize);
                let bytes = self.builder.mul(items, long.int(self.sizes.scratch_bytes_per_item, false));
                return self.address(self.scratch(self.builder.add(bytes, long.int(SCRATCH_EXTRA, false))));
            }
            // The ids are in the frame of the launch, which calls this function.
            Query::StackEnd => return self.address(self.param(Param::GroupId)),
            Query::LocalSize(dim) => array(offset_of!(LaunchInfo, local_size), dim),
            Query::GlobalSize(dim) => array(offset_of!(LaunchInfo, global_size), dim),
            Query::GlobalOffset(dim) => array(offset_of!(LaunchInfo, global_offset), dim),
            Query::NumGroups(dim) => array(offset_of!(LaunchInfo, num_groups), dim),
            Query::LocalId(_) | Query::SubGroupLocalId | Query::SubGroupId | Query::SubGroupSize => {
                unreachable!("the answer varies within the group")
            }
        };
        let address = self.offset(self.param(Param::Launch), launch as u64);
        self.load_u64(address)
    }

    /// Work-items of this group: fewer in the last groups of a range that the
    /// group size does not divide, but never none.
    fn extent(&mut self, dim: u8) -> Value<'m> {
        let size = self.answer(Query::LocalSize(dim));
        let global = self.answer(Query::GlobalSize(dim));
        let group = self.answer(Query::GroupId(dim));
        let first = self.builder.mul(group, size);
        let rest = self.builder.sub(global, first);
        let extent = self.builder.intrinsic(Intrinsic::Umin, &[size.ty()], &[size, rest]).value();
        let some = self.builder.icmp(IntPredicate::LLVMIntNE, extent, extent.ty().zero());
        self.builder.intrinsic(Intrinsic::Assume, &[], &[some]);
        extent
    }

    /// Work-items of this group.
    pub fn items(&mut self) -> Value<'m> {
        self.product(Query::Extent)
    }

    fn product(&mut self, size: fn(u8) -> Query) -> Value<'m> {
        let [x, y, z] = [0, 1, 2].map(|dim| self.answer(size(dim)));
        self.builder.mul(self.builder.mul(x, y), z)
    }

    /// The number of sub-groups for the product of these sizes; the last one may be partial.
    fn sub_groups_of(&mut self, size: fn(u8) -> Query) -> Value<'m> {
        let items = self.product(size);
        let number = |value: u32| items.ty().int(value.into(), false);
        // Sizes are powers of two.
        let rounded = self.builder.add(items, number(self.sizes.sub_group - 1));
        self.builder.lshr(rounded, number(self.sizes.sub_group.ilog2()))
    }

    fn param(&self, param: Param) -> Value<'m> {
        self.function.params()[param as usize]
    }

    fn offset(&self, base: Value<'m>, bytes: u64) -> Value<'m> {
        self.builder.gep(self.module.int(8), base, &[self.module.int(64).int(bytes, false)], true)
    }

    fn address(&self, pointer: Value<'m>) -> Value<'m> {
        self.builder.ptrtoint(pointer, self.module.int(64))
    }

    fn load_u64(&self, address: Value<'m>) -> Value<'m> {
        self.builder.load(self.module.int(64), address).value()
    }
}
