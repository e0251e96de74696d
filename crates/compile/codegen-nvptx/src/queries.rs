//! Ids and sizes: registers of the hardware, and data of the launch.

use tandem_codegen::names::original_name;
use tandem_codegen::query::Query;
use tandem_codegen::{Error, Result};
use tandem_ir::{Builder, EditableModule, Function, Intrinsic, Value};

use crate::entry::LaunchField;
use crate::warp::WARP_SIZE;

/// Registers for each dimension.
const THREAD_ID: [Intrinsic; 3] = [Intrinsic::NvvmThreadIdX, Intrinsic::NvvmThreadIdY, Intrinsic::NvvmThreadIdZ];
const BLOCK_ID: [Intrinsic; 3] = [Intrinsic::NvvmBlockIdX, Intrinsic::NvvmBlockIdY, Intrinsic::NvvmBlockIdZ];
const BLOCK_SIZE: [Intrinsic; 3] = [Intrinsic::NvvmBlockSizeX, Intrinsic::NvvmBlockSizeY, Intrinsic::NvvmBlockSizeZ];
const BLOCK_COUNT: [Intrinsic; 3] =
    [Intrinsic::NvvmBlockCountX, Intrinsic::NvvmBlockCountY, Intrinsic::NvvmBlockCountZ];

/// Replaces the queries of a function. `launch` points to the launch's data, which
/// some functions do not have; `size` is the work-group size that a
/// kernel requires.
///
/// # Errors
/// A query of the launch's data where there is none.
pub fn lower<'m>(
    module: &'m EditableModule,
    function: Function<'m>,
    launch: Option<Value<'m>>,
    size: Option<[u32; 3]>,
) -> Result<()> {
    for inst in function.insts() {
        let Some(query) = Query::of(inst) else { continue };
        let answers = Answers { module, builder: Builder::before(module, inst), launch, size };
        let Some(answer) = answers.answer(query) else {
            let problem = "a function that is called through a pointer queries the size or offset of the range";
            return Err(Error::Construct { function: original_name(function), construct: problem.into(), place: None });
        };
        inst.value().replace_all_uses_with(module, answer);
        inst.erase(module);
    }
    Ok(())
}

struct Answers<'m> {
    module: &'m EditableModule,
    builder: Builder<'m>,
    launch: Option<Value<'m>>,
    size: Option<[u32; 3]>,
}

impl<'m> Answers<'m> {
    /// An `i64`.
    fn answer(&self, query: Query) -> Option<Value<'m>> {
        Some(match query {
            Query::LocalId(dim) => self.extend(self.register(THREAD_ID, dim)),
            Query::GroupId(dim) => self.extend(self.register(BLOCK_ID, dim)),
            // Groups are never cut off: the launch guard ends the work-items beyond the range.
            Query::LocalSize(dim) | Query::Extent(dim) => self.extend(self.local_size(dim)),
            Query::NumGroups(dim) => self.extend(self.register(BLOCK_COUNT, dim)),
            Query::GlobalSize(dim) => self.launch_data(LaunchField::GlobalSize(dim))?,
            Query::GlobalOffset(dim) => self.launch_data(LaunchField::GlobalOffset(dim))?,
            Query::WorkDim => self.launch_data(LaunchField::WorkDim)?,
            Query::SubGroupLocalId => self.extend(self.read(Intrinsic::NvvmLane)),
            Query::SubGroupId => self.extend(self.sub_group_id()),
            Query::SubGroupSize => {
                let first = self.mul(self.sub_group_id(), self.number(WARP_SIZE));
                let rest = self.builder.sub(self.items(), first);
                let args = [rest, self.number(WARP_SIZE)];
                self.extend(self.builder.intrinsic(Intrinsic::Umin, &[rest.ty()], &args).value())
            }
            Query::SubGroupMaxSize => self.extend(self.number(WARP_SIZE)),
            Query::NumSubGroups | Query::NumEnqueuedSubGroups => {
                let rounded = self.builder.add(self.items(), self.number(WARP_SIZE - 1));
                self.extend(self.builder.udiv(rounded, self.number(WARP_SIZE)))
            }
            // The hardware distinguishes the spaces (`NvidiaLibrary::is_in_space`).
            Query::LocalStart | Query::LocalEnd | Query::ScratchEnd | Query::StackEnd => {
                unreachable!("no code asks for it")
            }
        })
    }

    /// Warps are runs of work-items in the order of local ids, dimension 0 first.
    fn sub_group_id(&self) -> Value<'m> {
        let [x, y, z] = [0, 1, 2].map(|dim| self.register(THREAD_ID, dim));
        let [width, height] = [0, 1].map(|dim| self.local_size(dim));
        let row = self.builder.add(self.mul(z, height), y);
        let number = self.builder.add(self.mul(row, width), x);
        self.builder.udiv(number, self.number(WARP_SIZE))
    }

    /// Work-items of a group.
    fn items(&self) -> Value<'m> {
        let [x, y, z] = [0, 1, 2].map(|dim| self.local_size(dim));
        self.mul(self.mul(x, y), z)
    }

    fn local_size(&self, dim: u8) -> Value<'m> {
        match self.size {
            Some(size) => self.number(size[usize::from(dim)]),
            None => self.register(BLOCK_SIZE, dim),
        }
    }

    fn register(&self, registers: [Intrinsic; 3], dim: u8) -> Value<'m> {
        self.read(registers[usize::from(dim)])
    }

    /// An `i32`.
    fn read(&self, register: Intrinsic) -> Value<'m> {
        self.builder.intrinsic(register, &[], &[]).value()
    }

    fn launch_data(&self, field: LaunchField) -> Option<Value<'m>> {
        let (value, long) = (field.load(self.module, &self.builder, self.launch?), self.module.int(64));
        Some(if value.ty() == long { value } else { self.builder.zext(value, long) })
    }

    fn extend(&self, value: Value<'m>) -> Value<'m> {
        self.builder.zext(value, self.module.int(64))
    }

    /// A product that is far from overflowing.
    fn mul(&self, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        let product = self.builder.mul(left, right);
        product.as_inst().into_iter().for_each(|inst| inst.set_wrap_flags(self.module, true, true));
        product
    }

    /// An `i32`.
    fn number(&self, value: u32) -> Value<'m> {
        self.module.int(32).int(value.into(), false)
    }
}
