//! Matrices on any device that has sub-groups of 32 work-items: each work-item accesses its own
//! elements, and gets those of the factors that its elements of a product need by shuffles.

use std::collections::HashMap;

use tandem_device_ir::matrix::{Combination, Matrix, MatrixElement, TILE_RUNS};
use tandem_device_ir::{Builtin, Instruction};
use tandem_device_ir_llvm::declare_builtin;
use tandem_ir::{Intrinsic, Type, Value};

use super::{Access, MatrixCall};
use crate::query::Query;

/// The bits of a `float` that products of [`MatrixElement::TensorFloat32`] take.
const TENSOR_FLOAT_BITS: u64 = 0xffff_e000;

/// The runs of a matrix in memory. With `is_wide`, each run that is contiguous there is aligned to its size, and read
/// in one piece.
pub fn load<'m>(site: MatrixCall<'m>, access: &Access<'m>, is_wide: bool) -> Vec<Value<'m>> {
    let matrix = access.matrix;
    let builder = site.builder();
    let element = site.element_type(matrix.element);
    let runs = access.addresses(site);
    let run = |places: &[Value<'m>]| match is_wide && access.is_along_runs() {
        true => builder.load(site.run_type(matrix), places[0]).value(),
        false => {
            let elements: Vec<_> = places.iter().map(|place| builder.load(element, *place).value()).collect();
            site.run(matrix, &elements)
        }
    };
    runs.chunks(matrix.run() as usize).map(run).collect()
}

/// Writes the runs of a matrix to memory. `is_wide` as for [`load`].
pub fn store<'m>(site: MatrixCall<'m>, access: &Access<'m>, runs: &[Value<'m>], is_wide: bool) {
    let builder = site.builder();
    let addresses = access.addresses(site);
    for (places, run) in addresses.chunks(access.matrix.run() as usize).zip(runs) {
        if is_wide && access.is_along_runs() {
            builder.store(*run, places[0]);
        } else {
            for (index, place) in (0..).zip(places) {
                builder.store(site.element(*run, index), *place);
            }
        }
    }
}

/// The runs of a product.
pub fn multiply_add<'m>(
    site: MatrixCall<'m>,
    combination: Combination,
    [a, b, c]: [Vec<Value<'m>>; 3],
) -> Vec<Value<'m>> {
    let [left, right, accumulator] = combination.matrices();
    let factor = |matrix: Matrix, runs: &[Value<'m>]| Factor {
        matrix,
        elements: elements(site, matrix, runs)
            .into_iter()
            .map(|element| widen(site, matrix.element, element))
            .collect(),
        shared: HashMap::new(),
    };
    // The factor whose elements are in the rows of the accumulator as it is divided, and the other one.
    let (mut along, mut across) = (factor(left, &a), factor(right, &b));
    if accumulator.is_transposed() {
        std::mem::swap(&mut along, &mut across);
    }
    let builder = site.builder();
    let item = builder.trunc(Query::SubGroupLocalId.build(&builder), site.module.int(32));
    let run = builder.urem(item, site.number(TILE_RUNS));
    let row = builder.sub(item, run);
    let col = builder.mul(run, site.number(accumulator.run() * TILE_RUNS));
    let sums: Vec<_> = (0..)
        .zip(elements(site, accumulator, &c))
        .map(|(index, element)| {
            let place = accumulator.place(index);
            let sum = (0..combination.k).fold(widen(site, accumulator.element, element), |sum, k| {
                let left = along.get(site, place.row, k, row);
                let right = across.get(site, place.col, k, col);
                add_product(site, left, right, sum)
            });
            narrow(site, accumulator.element, sum)
        })
        .collect();
    sums.chunks(accumulator.run() as usize).map(|run| site.run(accumulator, run)).collect()
}

/// A factor whose elements work-items get from each other.
struct Factor<'m> {
    matrix: Matrix,
    /// The work-item's own.
    elements: Vec<Value<'m>>,
    /// The elements received so far, by the holder's distance from the first one and the index of the holder's element.
    shared: HashMap<(u32, u32), Value<'m>>,
}

impl<'m> Factor<'m> {
    /// The element of a row and a column of the matrix as it is divided. The row is relative to the one whose elements
    /// are held by the work-items from number `first` on.
    fn get(&mut self, site: MatrixCall<'m>, row: u32, col: u32, first: Value<'m>) -> Value<'m> {
        let (tile_row, run, index) = self.matrix.holder(row, col);
        let behind = tile_row * TILE_RUNS + run;
        let value = self.elements[index as usize];
        *self.shared.entry((behind, index)).or_insert_with(|| {
            let from = site.builder().add(first, site.number(behind));
            shuffle(site, value, from)
        })
    }
}

/// The value of the work-item of a number in the sub-group.
fn shuffle<'m>(site: MatrixCall<'m>, value: Value<'m>, from: Value<'m>) -> Value<'m> {
    let builtin = Builtin::Instruction(Instruction::SubgroupShuffleINTEL);
    let ty = value.ty();
    let function = ty.function(&[ty, from.ty()], false);
    let function = site.module.get_or_declare(&format!("{}.{ty}", builtin.base_name()), function);
    declare_builtin(site.module, function, builtin);
    site.builder().call_function(function, &[value, from]).value()
}

fn elements<'m>(site: MatrixCall<'m>, matrix: Matrix, runs: &[Value<'m>]) -> Vec<Value<'m>> {
    runs.iter().flat_map(|run| (0..matrix.run()).map(|index| site.element(*run, index))).collect()
}

/// An element in the type in which products are computed.
fn widen<'m>(site: MatrixCall<'m>, element: MatrixElement, value: Value<'m>) -> Value<'m> {
    let builder = site.builder();
    let (word, float): (Type<'m>, Type<'m>) = (site.module.int(32), site.module.float());
    match element {
        MatrixElement::BFloat16 => {
            let high = builder.shl(builder.zext(value, word), word.int(16, false));
            builder.bitcast(high, float)
        }
        MatrixElement::Half => builder.fpext(value, float),
        MatrixElement::TensorFloat32 => {
            let bits = builder.and(builder.bitcast(value, word), word.int(TENSOR_FLOAT_BITS, false));
            builder.bitcast(bits, float)
        }
        MatrixElement::Int8 => builder.sext(value, word),
        MatrixElement::UInt8 => builder.zext(value, word),
        MatrixElement::Float | MatrixElement::Double | MatrixElement::Int32 => value,
    }
}

/// An element of an accumulator from the type in which products are computed.
fn narrow<'m>(site: MatrixCall<'m>, element: MatrixElement, value: Value<'m>) -> Value<'m> {
    match element {
        MatrixElement::Half => site.builder().fptrunc(value, site.module.half()),
        _ => value,
    }
}

fn add_product<'m>(site: MatrixCall<'m>, left: Value<'m>, right: Value<'m>, sum: Value<'m>) -> Value<'m> {
    let builder = site.builder();
    match sum.ty().is_float() {
        true => builder.intrinsic(Intrinsic::FmulAdd, &[sum.ty()], &[left, right, sum]).value(),
        false => builder.add(builder.mul(left, right), sum),
    }
}
