//! Types of generated values.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scalar {
    Int(u32),
    Float,
    Double,
}

/// A scalar, or a vector of the given number of lanes (0 for scalars).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ty {
    pub(super) scalar: Scalar,
    pub(super) lanes: u32,
}

impl Ty {
    pub(super) fn int(bits: u32) -> Self {
        Self { scalar: Scalar::Int(bits), lanes: 0 }
    }

    pub(super) fn bits(self) -> u32 {
        match self.scalar {
            Scalar::Int(bits) => bits,
            Scalar::Float => 32,
            Scalar::Double => 64,
        }
    }

    pub(super) fn is_int(self) -> bool {
        matches!(self.scalar, Scalar::Int(_))
    }

    pub(super) fn element(self) -> Self {
        Self { lanes: 0, ..self }
    }

    pub(super) fn with(self, scalar: Scalar) -> Self {
        Self { scalar, ..self }
    }

    pub(super) fn text(self) -> String {
        let scalar = match self.scalar {
            Scalar::Int(bits) => format!("i{bits}"),
            Scalar::Float => "float".into(),
            Scalar::Double => "double".into(),
        };
        if self.lanes == 0 { scalar } else { format!("<{} x {scalar}>", self.lanes) }
    }

    /// The suffix in the names of intrinsics.
    pub(super) fn suffix(self) -> String {
        let scalar = match self.scalar {
            Scalar::Int(bits) => format!("i{bits}"),
            Scalar::Float => "f32".into(),
            Scalar::Double => "f64".into(),
        };
        if self.lanes == 0 { scalar } else { format!("v{}{scalar}", self.lanes) }
    }
}
