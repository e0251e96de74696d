//! Matrices that the work-items of a sub-group hold together (`joint_matrix`): the distribution of elements, and the
//! available products.
//!
//! Each of the [`SUB_GROUP_SIZE`] work-items has an array with its share of the elements. So a function of each
//! element, a copy and a fill are plain code, and only operations across work-items are builtins: loads, stores,
//! products. Code generators lower them before arrays become registers.
//!
//! The matrix is divided into tiles of 8 rows, and each row of a tile is divided among four
//! work-items, which have a *run* of neighbours each. Work-item `l` has row `l / 4` of each tile and
//! its run number `l % 4`. The array has the work-item's runs of all tiles, those of the first
//! column of tiles first. A right factor is divided so by its columns, as if it were transposed; so
//! is an accumulator of eight rows and more columns. NVIDIA's `mma` instructions divide matrices in
//! this way, which suits other devices as well as any.

/// Work-items of the sub-groups that hold matrices.
pub const SUB_GROUP_SIZE: u32 = 32;
/// Rows of a tile.
pub const TILE_ROWS: u32 = 8;
/// The most elements that a work-item has of a matrix.
const MAX_ELEMENTS: u32 = 64;
/// Work-items that share a row of a tile.
pub const TILE_RUNS: u32 = 4;

macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $number:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        pub enum $name {
            $($(#[$variant_doc])* $variant = $number,)*
        }

        impl $name {
            /// The one of a number.
            pub const fn from_number(number: u64) -> Option<Self> {
                match number {
                    $($number => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

numbered! {
    /// The position of a matrix in a product.
    MatrixUse {
        /// The left factor.
        A = 0,
        /// The right factor.
        B = 1,
        /// The matrix that the product is added to, and the result.
        Accumulator = 2,
    }
}

numbered! {
    /// In which order memory holds the elements.
    MatrixLayout {
        /// Row by row.
        RowMajor = 0,
        /// Column by column.
        ColumnMajor = 1,
    }
}

numbered! {
    /// The elements of a matrix, with the numbers of `matrix_type`.
    MatrixElement {
        /// Brain floating point, as `i16`.
        BFloat16 = 0,
        /// `half`.
        Half = 1,
        /// `float`, of which products take the sign, the exponent and 10 bits of the mantissa.
        TensorFloat32 = 2,
        /// `float`.
        Float = 3,
        /// `double`.
        Double = 4,
        /// Signed `i8`.
        Int8 = 5,
        /// Signed `i32`.
        Int32 = 7,
        /// Unsigned `i8`.
        UInt8 = 9,
    }
}

impl MatrixElement {
    /// Size in bytes.
    pub const fn size(self) -> u32 {
        match self {
            Self::Int8 | Self::UInt8 => 1,
            Self::BFloat16 | Self::Half => 2,
            Self::TensorFloat32 | Self::Float | Self::Int32 => 4,
            Self::Double => 8,
        }
    }

    /// Name for messages: that of SYCL's type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BFloat16 => "bfloat16",
            Self::Half => "half",
            Self::TensorFloat32 => "tf32",
            Self::Float => "float",
            Self::Double => "double",
            Self::Int8 => "int8_t",
            Self::Int32 => "int32_t",
            Self::UInt8 => "uint8_t",
        }
    }
}

/// The shape of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Matrix {
    /// Its position in a product.
    pub usage: MatrixUse,
    /// Its elements.
    pub element: MatrixElement,
    /// Number of rows.
    pub rows: u32,
    /// Number of columns.
    pub cols: u32,
}

/// Where an element of a work-item is: in the matrix as it is divided, from the work-item's row of
/// the first tile and its run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementOffset {
    /// Rows before that of the tile.
    pub row: u32,
    /// Columns before the tile, and the place in the run.
    pub col: u32,
}

impl Matrix {
    /// Whether rows and columns change places when the matrix is divided.
    pub const fn is_transposed(self) -> bool {
        match self.usage {
            MatrixUse::A => false,
            MatrixUse::B => true,
            MatrixUse::Accumulator => self.rows == TILE_ROWS && self.cols > TILE_ROWS,
        }
    }

    /// Elements of a run.
    pub const fn run(self) -> u32 {
        match self.usage {
            MatrixUse::A | MatrixUse::B if self.element.size() < 4 => 4 / self.element.size(),
            MatrixUse::A | MatrixUse::B => 1,
            MatrixUse::Accumulator => 2,
        }
    }

    /// Columns of a tile.
    pub const fn tile_cols(self) -> u32 {
        TILE_RUNS * self.run()
    }

    /// Numbers of tiles: vertically, and horizontally.
    pub const fn tiles(self) -> (u32, u32) {
        let (rows, cols) = if self.is_transposed() { (self.cols, self.rows) } else { (self.rows, self.cols) };
        (rows / TILE_ROWS, cols / self.tile_cols())
    }

    /// Elements that each work-item has; `None` for shapes without whole tiles, and for larger ones.
    pub const fn elements(self) -> Option<u32> {
        let (down, across) = self.tiles();
        let elements = down as u64 * across as u64 * self.run() as u64;
        let is_whole = elements > 0 && elements * SUB_GROUP_SIZE as u64 == self.rows as u64 * self.cols as u64;
        if is_whole && elements <= MAX_ELEMENTS as u64 { Some(elements as u32) } else { None }
    }

    /// Where element `index` of a work-item is.
    pub const fn place(self, index: u32) -> ElementOffset {
        let (run, down) = (self.run(), self.tiles().0);
        let tile = index / run;
        ElementOffset { row: tile % down * TILE_ROWS, col: tile / down * self.tile_cols() + index % run }
    }

    /// The holder of an element of the divided matrix: (row in the tile, number of the run, index in the work-item's
    /// array).
    pub const fn holder(self, row: u32, col: u32) -> (u32, u32, u32) {
        let (run, down) = (self.run(), self.tiles().0);
        let tile = row / TILE_ROWS + col / self.tile_cols() * down;
        (row % TILE_ROWS, col % self.tile_cols() / run, tile * run + col % run)
    }
}

/// A product that devices have: `m` by `k` times `k` by `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combination {
    /// Rows of the left factor.
    pub m: u32,
    /// Columns of the right factor.
    pub n: u32,
    /// Columns of the left factor.
    pub k: u32,
    /// Elements of the factors.
    pub factors: MatrixElement,
    /// Elements of the accumulator.
    pub accumulator: MatrixElement,
}

impl Combination {
    /// The left factor, the right factor, the accumulator.
    pub const fn matrices(self) -> [Matrix; 3] {
        let Self { m, n, k, factors, accumulator } = self;
        [
            Matrix { usage: MatrixUse::A, element: factors, rows: m, cols: k },
            Matrix { usage: MatrixUse::B, element: factors, rows: k, cols: n },
            Matrix { usage: MatrixUse::Accumulator, element: accumulator, rows: m, cols: n },
        ]
    }
}

impl std::fmt::Display for Combination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { m, n, k, factors, accumulator } = self;
        write!(f, "{m}x{n}x{k} of {} to {}", factors.name(), accumulator.name())
    }
}

macro_rules! combinations {
    ($($m:literal x $n:literal x $k:literal, $factors:ident, $accumulator:ident;)*) => {
        /// The products that device code can have. A device may lack some.
        pub const COMBINATIONS: &[Combination] = &[$(Combination {
            m: $m,
            n: $n,
            k: $k,
            factors: MatrixElement::$factors,
            accumulator: MatrixElement::$accumulator,
        }),*];
    };
}

combinations! {
    16 x 16 x 16, Half, Float;
    8 x 32 x 16, Half, Float;
    32 x 8 x 16, Half, Float;
    16 x 16 x 16, Half, Half;
    8 x 32 x 16, Half, Half;
    32 x 8 x 16, Half, Half;
    16 x 16 x 16, BFloat16, Float;
    8 x 32 x 16, BFloat16, Float;
    32 x 8 x 16, BFloat16, Float;
    16 x 16 x 16, Int8, Int32;
    8 x 32 x 16, Int8, Int32;
    32 x 8 x 16, Int8, Int32;
    16 x 16 x 16, UInt8, Int32;
    8 x 32 x 16, UInt8, Int32;
    32 x 8 x 16, UInt8, Int32;
    16 x 16 x 8, TensorFloat32, Float;
    8 x 8 x 4, Double, Double;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place_of(matrix: Matrix, item: u32, index: u32) -> (u32, u32) {
        let place = matrix.place(index);
        (place.row + item / TILE_RUNS, place.col + item % TILE_RUNS * matrix.run())
    }

    #[test]
    fn each_element_has_one_holder() {
        for matrix in COMBINATIONS.iter().flat_map(|combination| combination.matrices()) {
            let elements = matrix.elements().expect("whole tiles");
            let mut seen = std::collections::HashSet::new();
            for (item, index) in (0..SUB_GROUP_SIZE).flat_map(|item| (0..elements).map(move |index| (item, index))) {
                let (row, col) = place_of(matrix, item, index);
                let (rows, cols) =
                    if matrix.is_transposed() { (matrix.cols, matrix.rows) } else { (matrix.rows, matrix.cols) };
                assert!(row < rows && col < cols && seen.insert((row, col)), "{matrix:?} {item} {index}");
                let (tile_row, run, at) = matrix.holder(row, col);
                assert_eq!((tile_row * TILE_RUNS + run, at), (item, index), "{matrix:?}");
            }
        }
    }

    #[test]
    fn a_left_factor_is_divided_as_by_mma() {
        // m16n8k16 of 16-bit elements: a4 and a5 are in row 0, columns 8 and 9, of work-item 0.
        let matrix = Matrix { usage: MatrixUse::A, element: MatrixElement::Half, rows: 16, cols: 16 };
        assert_eq!([0, 2, 4, 6, 7].map(|index| place_of(matrix, 0, index)), [(0, 0), (8, 0), (0, 8), (8, 8), (8, 9)]);
        assert_eq!(place_of(matrix, 5, 1), (1, 3));
    }

    #[test]
    fn shapes_without_whole_tiles() {
        for (rows, cols) in [(0, 0), (8, 3), (12, 16), (16, 12), (u32::MAX, u32::MAX)] {
            let matrix = Matrix { usage: MatrixUse::A, element: MatrixElement::Half, rows, cols };
            assert_eq!(matrix.elements(), None);
        }
    }
}
