//! The products of matrices that the processors have (PTX ISA, `mma`).

use tandem_device_ir::matrix::{COMBINATIONS, Combination, MatrixElement};

use crate::package::Processor;

/// Whether a processor has a product. Volta, `sm_70`, divides matrices in another way than its successors, and
/// has none here.
pub fn has_matrix_product(processor: Processor, combination: Combination) -> bool {
    let oldest = match combination.factors {
        MatrixElement::Half | MatrixElement::Int8 | MatrixElement::UInt8 => Processor(75),
        MatrixElement::BFloat16
        | MatrixElement::TensorFloat32
        | MatrixElement::Float
        | MatrixElement::Double
        | MatrixElement::Int32 => Processor(80),
    };
    processor >= oldest
}

/// The products that a processor has.
pub fn matrix_products(processor: Processor) -> Vec<Combination> {
    COMBINATIONS.iter().copied().filter(|combination| has_matrix_product(processor, *combination)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_processors_have_more() {
        let counts = [70, 75, 80, 90].map(|number| matrix_products(Processor(number)).len());
        assert_eq!(counts, [0, 12, COMBINATIONS.len(), COMBINATIONS.len()]);
    }
}
