//! A target's image library.

use tandem_ir::{Builder, Value};

/// The type of a texel's four components in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Components {
    /// `float`: formats of floating-point and normalized channels.
    Floats,
    /// `i32`: formats of integers.
    Integers,
}

/// An image that code accesses.
#[derive(Clone, Copy)]
pub struct Image<'m> {
    /// The handle, an `i64`.
    pub handle: Value<'m>,
    /// Coordinates without the layer: 1, 2 or 3.
    pub dimensions: u32,
    /// Whether a layer follows the coordinates.
    pub is_array: bool,
}

impl Image<'_> {
    /// Coordinates with the layer.
    pub fn coordinates(&self) -> u32 {
        self.dimensions + u32::from(self.is_array)
    }
}

/// The image library of a target. Code is emitted by the given builder.
///
/// Coordinates come in threes, x first; an array's layer follows the last one, the rest is 0. Texels are vectors of
/// four [`Components`]. The semantics are those of OpenCL C, sections 6.15.15 and 8.
pub trait ImageLibrary {
    /// The texel at integer coordinates (`i32`), without a sampler.
    fn read<'m>(&self, builder: &Builder<'m>, image: Image<'m>, at: [Value<'m>; 3], texel: Components) -> Value<'m>;

    /// Writes a texel at integer coordinates (`i32`).
    fn write<'m>(&self, builder: &Builder<'m>, image: Image<'m>, at: [Value<'m>; 3], texel: Value<'m>);

    /// The texel that a sampler, an `i64`, returns for the image at coordinates of type `float`.
    fn sample<'m>(
        &self,
        builder: &Builder<'m>,
        image: Image<'m>,
        sampler: Value<'m>,
        at: [Value<'m>; 3],
        texel: Components,
    ) -> Value<'m>;

    /// The same at a level of detail of a mipmap, a `float`.
    fn sample_level<'m>(
        &self,
        builder: &Builder<'m>,
        image: Image<'m>,
        sampler: Value<'m>,
        at: [Value<'m>; 3],
        level: Value<'m>,
        texel: Components,
    ) -> Value<'m>;

    /// The same at the level of detail of two gradients, each of which has differences of type `float`.
    fn sample_gradients<'m>(
        &self,
        builder: &Builder<'m>,
        image: Image<'m>,
        sampler: Value<'m>,
        at: [Value<'m>; 3],
        gradients: [[Value<'m>; 3]; 2],
        texel: Components,
    ) -> Value<'m>;

    /// How many levels an image has, an `i32`.
    fn levels<'m>(&self, builder: &Builder<'m>, image: Image<'m>) -> Value<'m>;

    /// The level of an image that is nearest to a number, an `i32`, as an image.
    fn level<'m>(&self, builder: &Builder<'m>, image: Image<'m>, level: Value<'m>) -> Image<'m>;

    /// Texels or layers along a coordinate, an `i32`.
    fn extent<'m>(&self, builder: &Builder<'m>, image: Image<'m>, coordinate: u32) -> Value<'m>;

    /// SPIR-V's number of the order of channels, an `i32`.
    fn channel_order<'m>(&self, builder: &Builder<'m>, image: Image<'m>) -> Value<'m>;

    /// SPIR-V's number of the type of channels, an `i32`.
    fn channel_type<'m>(&self, builder: &Builder<'m>, image: Image<'m>) -> Value<'m>;

    /// The handle of a sampler that code defines, by SPIR-V's Sampler Addressing Mode.
    fn constant_sampler(&self, addressing: u32, normalized: bool, linear: bool) -> u64;
}
