//! Matrices in the registers of Tensor Cores: `ldmatrix` from local memory, `mma` for products.
//!
//! `tandem_device_ir::matrix` divides matrices as these instructions do: a tile row of 16 bytes is a row of
//! `ldmatrix`, and a work-item's runs of vertically and horizontally adjacent tiles are the operands of `mma`. A
//! transposed accumulator is the product of the transposed factors.

use tandem_codegen::matrix::{Access, MatrixCall, MatrixTarget, portable};
use tandem_codegen::query::Query;
use tandem_device_ir::AddressSpace;
use tandem_device_ir::matrix::{Combination, Matrix, MatrixElement, TILE_ROWS, TILE_RUNS};
use tandem_ir::{Block, Builder, IntPredicate, Intrinsic, TypeKind, Value};
use tandem_native_cuda::has_matrix_product;

use crate::alignment::is_multiple;
use crate::options::Processor;

/// SPIR-V's storage class of local memory.
const WORKGROUP: u64 = 4;
/// Bytes of a row of a tile, as `ldmatrix` loads it, and its alignment.
const LOADED_ROW: u32 = 16;
/// The oldest processor whose `mma` takes whole runs of factors; earlier ones take halves of them.
const HAS_LARGE_MMA: Processor = Processor(80);
/// The oldest processor with `ldmatrix`.
const HAS_LDMATRIX: Processor = Processor(75);

/// The matrices of a processor.
pub struct TensorCores(pub Processor);

impl MatrixTarget for TensorCores {
    fn name(&self) -> String {
        self.0.name()
    }

    fn has(&self, combination: Combination) -> bool {
        has_matrix_product(self.0, combination)
    }

    fn load<'m>(&self, site: MatrixCall<'m>, access: &Access<'m>) -> Vec<Value<'m>> {
        let row = access.matrix.tile_cols() * access.matrix.element.size();
        let in_tiles = self.0 >= HAS_LDMATRIX && access.class == WORKGROUP && row == LOADED_ROW;
        if in_tiles && (access.is_along_runs() || access.matrix.element.size() == 2) {
            return if_aligned(site, access, LOADED_ROW, || load_tiles(site, access));
        }
        match access.is_along_runs() && access.matrix.run() > 1 {
            true => if_aligned(site, access, run_size(access.matrix), || portable::load(site, access, true)),
            false => portable::load(site, access, false),
        }
    }

    fn store<'m>(&self, site: MatrixCall<'m>, access: &Access<'m>, runs: &[Value<'m>]) {
        let store = |is_wide| {
            portable::store(site, access, runs, is_wide);
            Vec::new()
        };
        let align = run_size(access.matrix);
        if !access.is_along_runs() || access.matrix.run() == 1 {
            store(false);
        } else if is_known_aligned(site, access, align) {
            store(true);
        } else {
            choose(site, is_aligned(site, access, align), || store(true), || store(false));
        }
    }

    fn multiply_add<'m>(
        &self,
        site: MatrixCall<'m>,
        combination: Combination,
        [a, b, mut c]: [Vec<Value<'m>>; 3],
    ) -> Vec<Value<'m>> {
        let [left, right, accumulator] = combination.matrices();
        let mma = Mma::of(self.0, combination);
        let registers = |matrix: Matrix, runs: Vec<Value<'m>>| Tiles {
            down: matrix.tiles().0,
            runs: runs.into_iter().map(|run| mma.register(site, run)).collect(),
        };
        let across = left.tiles().1;
        let (rows, cols) = match accumulator.is_transposed() {
            false => (registers(left, a), registers(right, b)),
            true => (registers(right, b), registers(left, a)),
        };
        for (row, col) in (0..rows.down / mma.rows).flat_map(|row| (0..cols.down).map(move |col| (row, col))) {
            let results = || (0..mma.rows).map(|tile| (mma.rows * row + tile + col * rows.down) as usize);
            let mut sums: Vec<_> = results().flat_map(|tile| mma.sums(site, c[tile])).collect();
            for first in (0..across).step_by(mma.depth as usize) {
                let depth = first..first + mma.depth;
                let left = depth.clone().flat_map(|k| (0..mma.rows).map(move |tile| (mma.rows * row + tile, k)));
                let left = left.map(|(tile, k)| rows.at(tile, k));
                let args: Vec<_> = left.chain(depth.map(|k| cols.at(col, k))).chain(sums.iter().copied()).collect();
                let product = site.builder().intrinsic(mma.intrinsic, &[], &args).value();
                sums = (0..sums.len() as u32).map(|index| site.builder().extract_value(product, index)).collect();
            }
            for (tile, sums) in results().zip(sums.chunks(sums.len() / mma.rows as usize)) {
                c[tile] = if sums.len() == 1 { sums[0] } else { site.run(accumulator, sums) };
            }
        }
        c
    }
}

/// A factor in registers.
struct Tiles<'m> {
    /// The number of tiles below each other.
    down: u32,
    /// The work-item's run of each tile.
    runs: Vec<Value<'m>>,
}

impl<'m> Tiles<'m> {
    fn at(&self, row: u32, col: u32) -> Value<'m> {
        self.runs[(row + col * self.down) as usize]
    }
}

/// A variant of `mma`.
#[derive(Clone, Copy)]
struct Mma {
    intrinsic: Intrinsic,
    /// Tiles of the accumulator, below each other.
    rows: u32,
    /// The number of adjacent tiles of the factors.
    depth: u32,
    /// Whether operands of the factors are integers; otherwise they are as in memory.
    has_words: bool,
}

impl Mma {
    fn of(processor: Processor, combination: Combination) -> Self {
        let is_large = processor >= HAS_LARGE_MMA;
        let (intrinsic, rows, depth, has_words) = match (combination.factors, combination.accumulator) {
            (MatrixElement::Half, MatrixElement::Half) if is_large => (Intrinsic::NvvmMmaHalf, 2, 2, false),
            (MatrixElement::Half, MatrixElement::Half) => (Intrinsic::NvvmMmaHalfK8, 2, 1, false),
            (MatrixElement::Half, _) if is_large => (Intrinsic::NvvmMmaHalfToFloat, 2, 2, false),
            (MatrixElement::Half, _) => (Intrinsic::NvvmMmaHalfToFloatK8, 2, 1, false),
            (MatrixElement::BFloat16, _) => (Intrinsic::NvvmMmaBfloat16, 2, 2, true),
            (MatrixElement::TensorFloat32 | MatrixElement::Float, _) => (Intrinsic::NvvmMmaTf32, 2, 2, true),
            (MatrixElement::Double, _) => (Intrinsic::NvvmMmaDouble, 1, 1, false),
            (MatrixElement::UInt8, _) if is_large => (Intrinsic::NvvmMmaUint8, 2, 1, true),
            (MatrixElement::UInt8, _) => (Intrinsic::NvvmMmaUint8M8, 1, 1, true),
            (MatrixElement::Int8 | MatrixElement::Int32, _) if is_large => (Intrinsic::NvvmMmaInt8, 2, 1, true),
            (MatrixElement::Int8 | MatrixElement::Int32, _) => (Intrinsic::NvvmMmaInt8M8, 1, 1, true),
        };
        Self { intrinsic, rows, depth, has_words }
    }

    /// A run of a factor as an operand.
    fn register<'m>(self, site: MatrixCall<'m>, run: Value<'m>) -> Value<'m> {
        if self.has_words { site.builder().bitcast(run, site.module.int(32)) } else { run }
    }

    /// A run of the accumulator as operands: halves stay together.
    fn sums<'m>(self, site: MatrixCall<'m>, run: Value<'m>) -> Vec<Value<'m>> {
        match run.ty().kind() {
            TypeKind::Vector(element, count) if element.kind() != TypeKind::Half => {
                (0..count).map(|index| site.element(run, index)).collect()
            }
            _ => vec![run],
        }
    }
}

fn run_size(matrix: Matrix) -> u32 {
    matrix.run() * matrix.element.size()
}

/// The runs of a matrix in local memory, by `ldmatrix`.
fn load_tiles<'m>(site: MatrixCall<'m>, access: &Access<'m>) -> Vec<Value<'m>> {
    let builder = site.builder();
    let word = site.module.int(32);
    let matrix = access.matrix;
    let local = builder.address_space_cast(access.memory, site.module.ptr(AddressSpace::Local.number()));
    let stride = builder.trunc(access.stride, word);
    let item = builder.trunc(Query::SubGroupLocalId.build(&builder), word);
    // Eight work-items name the rows of a tile each.
    let row = builder.urem(item, site.number(TILE_ROWS));
    let turn = builder.udiv(item, site.number(TILE_ROWS));
    let (down, across) = matrix.tiles();
    let tiles = down * across;
    let count = tiles.min(TILE_RUNS);
    let is_along = access.is_along_runs();
    let intrinsic = match (count, is_along) {
        (1, true) => Intrinsic::NvvmLoadMatrix1,
        (1, false) => Intrinsic::NvvmLoadMatrixTransposed1,
        (2, true) => Intrinsic::NvvmLoadMatrix2,
        (2, false) => Intrinsic::NvvmLoadMatrixTransposed2,
        (_, true) => Intrinsic::NvvmLoadMatrix4,
        (_, false) => Intrinsic::NvvmLoadMatrixTransposed4,
    };
    let mut runs = Vec::new();
    for first in (0..tiles).step_by(count as usize) {
        let tile = builder.add(builder.urem(turn, site.number(count)), site.number(first));
        let tile_row = builder.mul(builder.urem(tile, site.number(down)), site.number(TILE_ROWS));
        let tile_col = builder.mul(builder.udiv(tile, site.number(down)), site.number(matrix.tile_cols()));
        let (far, near) = if is_along { (tile_row, tile_col) } else { (tile_col, tile_row) };
        let offset = builder.add(builder.mul(builder.add(far, row), stride), near);
        let offset = builder.zext(offset, site.module.int(64));
        let address = builder.gep(site.element_type(matrix.element), local, &[offset], false);
        let loaded = builder.intrinsic(intrinsic, &[address.ty()], &[address]).value();
        for index in 0..count {
            let register = if count == 1 { loaded } else { builder.extract_value(loaded, index) };
            runs.push(builder.bitcast(register, site.run_type(matrix)));
        }
    }
    runs
}

/// Uses the runs that `load` builds if the matrix is aligned, and loads element by element otherwise.
fn if_aligned<'m>(
    site: MatrixCall<'m>,
    access: &Access<'m>,
    align: u32,
    load: impl FnOnce() -> Vec<Value<'m>>,
) -> Vec<Value<'m>> {
    if is_known_aligned(site, access, align) {
        return load();
    }
    choose(site, is_aligned(site, access, align), load, || portable::load(site, access, false))
}

/// Whether each row of a matrix, or each column, begins at a multiple of `align` bytes, if that is known.
fn is_known_aligned(site: MatrixCall<'_>, access: &Access<'_>, align: u32) -> bool {
    let size = access.matrix.element.size();
    let is_stride = size >= align || is_multiple(site.module, access.stride, align / size);
    is_stride && is_multiple(site.module, access.memory, align)
}

/// The same test as [`is_known_aligned`], as a condition at run time.
fn is_aligned<'m>(site: MatrixCall<'m>, access: &Access<'m>, align: u32) -> Value<'m> {
    let builder = site.builder();
    let long = site.module.int(64);
    let size = long.int(access.matrix.element.size().into(), false);
    let bits = builder.or(builder.ptrtoint(access.memory, long), builder.mul(access.stride, size));
    let rest = builder.and(bits, long.int(u64::from(align) - 1, false));
    builder.icmp(IntPredicate::LLVMIntEQ, rest, long.zero())
}

/// Builds both alternatives before the call, and a branch between them. Returns the values of the alternative that is
/// taken.
fn choose<'m>(
    site: MatrixCall<'m>,
    condition: Value<'m>,
    then: impl FnOnce() -> Vec<Value<'m>>,
    otherwise: impl FnOnce() -> Vec<Value<'m>>,
) -> Vec<Value<'m>> {
    let after = site.inst.block().expect("calls are in blocks");
    let before = after.split_before(site.module, site.inst, "aligned");
    let then = then();
    let then_block = after.split_before(site.module, site.inst, "unaligned");
    let otherwise = otherwise();
    let else_block = after.split_before(site.module, site.inst, "accessed");
    let reopen = |end: Block<'m>| {
        end.terminator().expect("split blocks branch").erase(site.module);
        Builder::at_end(site.module, end)
    };
    reopen(before).cond_br(condition, then_block, else_block);
    reopen(then_block).br(after);
    then.into_iter()
        .zip(otherwise)
        .map(|(left, right)| {
            let phi = site.builder().phi(left.ty(), "");
            phi.add_incoming(site.module, &[(left, then_block), (right, else_block)]);
            phi.value()
        })
        .collect()
}
