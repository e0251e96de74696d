//! Where the elements of a matrix are in memory.

use tandem_device_ir::matrix::{Matrix, MatrixLayout, TILE_RUNS};
use tandem_ir::{Builder, Value};

use super::MatrixCall;
use crate::query::Query;

/// A matrix in memory.
#[derive(Clone, Copy, Debug)]
pub struct Access<'m> {
    /// Its shape.
    pub matrix: Matrix,
    /// The address of its first element.
    pub memory: Value<'m>,
    /// Elements from one row to the next; of a column-major matrix, from one column to the next.
    pub stride: Value<'m>,
    /// The storage class that the source names for the address.
    pub class: u64,
    /// The order of the elements.
    pub layout: MatrixLayout,
}

impl<'m> Access<'m> {
    /// Whether the elements of a run are adjacent in memory.
    pub fn is_along_runs(&self) -> bool {
        (self.layout == MatrixLayout::RowMajor) != self.matrix.is_transposed()
    }

    /// The offset of a row and a column of the matrix as it is divided, in elements.
    pub fn offset(&self, builder: &Builder<'m>, row: Value<'m>, col: Value<'m>) -> Value<'m> {
        let (far, near) = if self.is_along_runs() { (row, col) } else { (col, row) };
        builder.add(builder.mul(far, self.stride), near)
    }

    /// The addresses of the work-item's elements, in order.
    pub fn addresses(&self, site: MatrixCall<'m>) -> Vec<Value<'m>> {
        let builder = site.builder();
        let long = site.module.int(64);
        let number = |number: u32| long.int(number.into(), false);
        let element = site.element_type(self.matrix.element);
        let item = Query::SubGroupLocalId.build(&builder);
        let row = builder.udiv(item, number(TILE_RUNS));
        let col = builder.mul(builder.urem(item, number(TILE_RUNS)), number(self.matrix.run()));
        let own = builder.gep(element, self.memory, &[self.offset(&builder, row, col)], false);
        let address = |index: u32| {
            let place = self.matrix.place(index);
            let offset = self.offset(&builder, number(place.row), number(place.col));
            builder.gep(element, own, &[offset], false)
        };
        (0..self.matrix.elements().unwrap_or(0)).map(address).collect()
    }
}
