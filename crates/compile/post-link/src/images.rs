//! Accesses to images (`docs/internals/boundaries.md`, section 1).
//!
//! C++ has no types of images, so the headers hold 64-bit handles and request an access with a marker, which has
//! coordinates and texels in memory. Each marker becomes SPIR-V's instructions on the image of the handle
//! (`SPV_INTEL_bindless_images`).

use tandem_device_ir::{Builtin, Instruction, Marker};
use tandem_device_ir_llvm::{ImageType, call_builtin};
use tandem_ir::{Builder, EditableModule, FloatPredicate, Function, Type, Value};

use super::diagnostics::Diagnostics;

/// The image operands of `OpImageSampleExplicitLod` for a level of detail, and for two gradients.
const LOD: u64 = 2;
const GRAD: u64 = 4;

const MARKERS: [Marker; 5] = [
    Marker::ImageRead,
    Marker::ImageWrite,
    Marker::ImageSample,
    Marker::ImageSampleLevel,
    Marker::ImageSampleGradients,
];

/// Replaces the markers of a unit.
pub fn lower(module: &EditableModule) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    for marker in MARKERS {
        for call in module.function(marker.symbol()).map(Function::calls).unwrap_or_default() {
            let access = Access { module, builder: Builder::before(module, call) };
            if access.lower(marker, &call.args()).is_none() {
                let place = call.debug_loc().map(|loc| loc.frame());
                diagnostics.error(place, "an access to an image whose shape is not a constant");
            }
            call.erase(module);
        }
    }
    diagnostics.into_result()
}

/// The dimensions of an image, and how kernels use it: the marker's argument `shape`.
#[derive(Clone, Copy)]
struct Shape {
    /// SPIR-V's number: one less than how many there are.
    dimension: u32,
    is_array: bool,
    /// SPIR-V's number of the access qualifier.
    access: u32,
}

impl Shape {
    /// Bits 0 to 2, bit 3, bits 4 and 5.
    fn of(value: Value<'_>) -> Option<Self> {
        let bits = u32::try_from(value.const_u64()?).ok()?;
        let shape = Self { dimension: bits & 7, is_array: bits & 8 != 0, access: bits >> 4 };
        (shape.dimension < 3 && shape.access < 3).then_some(shape)
    }

    /// The components of coordinates; there are vectors of 2 and of 4.
    fn coordinates(self) -> u32 {
        match self.dimension + 1 + u32::from(self.is_array) {
            3 => 4,
            count => count,
        }
    }

    /// The components of gradients, which have no layer.
    fn differences(self) -> u32 {
        self.dimension + 1
    }

    /// The type of this name: `spirv.Image` or `spirv.SampledImage`.
    fn named_type<'m>(self, module: &'m EditableModule, name: &str) -> Type<'m> {
        let ty = ImageType {
            dimension: self.dimension,
            depth: 0,
            arrayed: self.is_array.into(),
            multisampled: 0,
            sampled: 0,
            format: 0,
            access: self.access,
        };
        module.target_type(name, &[module.void()], &ty.operands())
    }
}

/// One access, built before its marker.
struct Access<'m> {
    module: &'m EditableModule,
    builder: Builder<'m>,
}

impl<'m> Access<'m> {
    /// `None` where an argument is not a constant that has a meaning.
    fn lower(&self, marker: Marker, args: &[Value<'m>]) -> Option<()> {
        match (marker, args) {
            (Marker::ImageRead, [handle, shape, texel, coordinates, to]) => {
                let (shape, texel) = (Shape::of(*shape)?, self.texel_type(*texel)?);
                let at = self.load_numbers(shape.coordinates(), self.module.int(32), *coordinates);
                let read = self.call(Instruction::ImageRead, texel, &[self.image(shape, *handle), at]);
                self.store_texel(read, *to);
            }
            (Marker::ImageWrite, [handle, shape, texel, coordinates, from]) => {
                let (shape, texel) = (Shape::of(*shape)?, self.texel_type(*texel)?);
                let at = self.load_numbers(shape.coordinates(), self.module.int(32), *coordinates);
                let texel = self.load(texel, *from);
                self.call(Instruction::ImageWrite, self.module.void(), &[self.image(shape, *handle), at, texel]);
            }
            (Marker::ImageSample, [handle, sampler, shape, texel, coordinates, to]) => {
                let shape = Shape::of(*shape)?;
                let level = [self.module.float().zero()];
                self.sample(shape, *handle, *sampler, *texel, *coordinates, LOD, &level, *to)?;
            }
            (Marker::ImageSampleLevel, [handle, sampler, shape, texel, coordinates, level, to]) => {
                let shape = Shape::of(*shape)?;
                let level = [self.level_of_mipmap(*level)];
                self.sample(shape, *handle, *sampler, *texel, *coordinates, LOD, &level, *to)?;
            }
            (Marker::ImageSampleGradients, [handle, sampler, shape, texel, coordinates, dx, dy, to]) => {
                let shape = Shape::of(*shape)?;
                let gradients = [self.load_gradient(shape, *dx), self.load_gradient(shape, *dy)];
                self.sample(shape, *handle, *sampler, *texel, *coordinates, GRAD, &gradients, *to)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// Samples an image; `operands` describes the operands after the coordinates.
    #[allow(clippy::too_many_arguments, reason = "the operands of the instruction")]
    fn sample(
        &self,
        shape: Shape,
        handle: Value<'m>,
        sampler: Value<'m>,
        texel: Value<'m>,
        coordinates: Value<'m>,
        operands: u64,
        following: &[Value<'m>],
        to: Value<'m>,
    ) -> Option<()> {
        let texel = self.texel_type(texel)?;
        let at = self.load_numbers(shape.coordinates(), self.module.float(), coordinates);
        let sampled = self.sampled_image(shape, handle, sampler);
        let mut args = vec![sampled, at, self.module.int(32).int(operands, false)];
        args.extend(following);
        self.store_texel(self.call(Instruction::ImageSampleExplicitLod, texel, &args), to);
        Some(())
    }

    /// A level of a mipmap. Level 0 is written as -0, so that code generators distinguish it from images without
    /// levels.
    fn level_of_mipmap(&self, level: Value<'m>) -> Value<'m> {
        let float = self.module.float();
        let is_zero = self.builder.fcmp(FloatPredicate::LLVMRealOEQ, level, float.zero());
        self.builder.select(is_zero, float.float(-0.0), level)
    }

    fn call(&self, instruction: Instruction, returns: Type<'m>, args: &[Value<'m>]) -> Value<'m> {
        call_builtin(&self.builder, Builtin::Instruction(instruction), returns, returns, args).value()
    }

    fn image(&self, shape: Shape, handle: Value<'m>) -> Value<'m> {
        self.call(Instruction::ConvertHandleToImageINTEL, shape.named_type(self.module, "spirv.Image"), &[handle])
    }

    fn sampled_image(&self, shape: Shape, handle: Value<'m>, sampler: Value<'m>) -> Value<'m> {
        let sampler_type = self.module.target_type("spirv.Sampler", &[], &[]);
        let sampler = self.call(Instruction::ConvertHandleToSamplerINTEL, sampler_type, &[sampler]);
        let image = self.image(shape, handle);
        self.call(Instruction::SampledImage, shape.named_type(self.module, "spirv.SampledImage"), &[image, sampler])
    }

    /// Four components: 0 are `float`, 1 `int32_t` or `uint32_t`, 2 `half`.
    fn texel_type(&self, kind: Value<'m>) -> Option<Type<'m>> {
        let component = match kind.const_u64()? {
            0 => self.module.float(),
            1 => self.module.int(32),
            2 => self.module.half(),
            _ => return None,
        };
        Some(component.vector(4))
    }

    fn load_numbers(&self, count: u32, number: Type<'m>, from: Value<'m>) -> Value<'m> {
        match count {
            1 => self.load(number, from),
            count => self.load(number.vector(count), from),
        }
    }

    /// One number for each dimension, from four in memory.
    fn load_gradient(&self, shape: Shape, from: Value<'m>) -> Value<'m> {
        let float = self.module.float();
        if shape.differences() < 3 {
            return self.load_numbers(shape.differences(), float, from);
        }
        let four = self.load(float.vector(4), from);
        (0..3).fold(float.vector(3).poison(), |three, lane| {
            let lane = self.module.int(32).int(lane, false);
            self.builder.insert_element(three, self.builder.extract_element(four, lane), lane)
        })
    }

    /// Loads a vector from memory that is aligned for its components.
    fn load(&self, ty: Type<'m>, from: Value<'m>) -> Value<'m> {
        let load = self.builder.load(ty, from);
        load.set_align(self.module, 2);
        load.value()
    }

    fn store_texel(&self, texel: Value<'m>, to: Value<'m>) {
        self.builder.store(texel, to).set_align(self.module, 2);
    }
}

#[cfg(test)]
mod tests {
    use tandem_ir::{Context, Module};

    use super::*;

    /// The calls of builtins, in order, with their results.
    fn calls(module: &Module, function: &str) -> Vec<String> {
        let insts = module.function(function).expect("it is there").insts();
        let callees = insts.into_iter().filter_map(|inst| Some((inst, inst.called_function()?)));
        callees.map(|(inst, callee)| format!("{} {}", inst.ty(), callee.name())).collect()
    }

    #[test]
    fn markers_become_instructions() {
        let text = "
            declare void @__tandem_image_read(i64, i32, i32, ptr, ptr)
            declare void @__tandem_image_write(i64, i32, i32, ptr, ptr)
            declare void @__tandem_image_sample(i64, i64, i32, i32, ptr, ptr)
            define void @f(i64 %image, i64 %sampler, ptr %at, ptr %texel) {
              call void @__tandem_image_read(i64 %image, i32 0, i32 1, ptr %at, ptr %texel)
              call void @__tandem_image_write(i64 %image, i32 18, i32 2, ptr %at, ptr %texel)
              call void @__tandem_image_sample(i64 %image, i64 %sampler, i32 9, i32 0, ptr %at, ptr %texel)
              ret void
            }";
        let mut module = Module::parse(&Context::new(), text.as_bytes(), "images").expect("well-formed");
        lower(module.edit()).expect("constant shapes");
        let row = "target(\"spirv.Image\", void, 0, 0, 0, 0, 0, 0, 0)";
        let volume = "target(\"spirv.Image\", void, 2, 0, 0, 0, 0, 0, 1)";
        let layers = "void, 1, 0, 1, 0, 0, 0, 0)";
        let convert = "__spirv_ConvertHandleToImageINTEL.targetspirvImagevoid";
        let expected = [
            format!("{row} {convert}0000000.i64"),
            "<4 x i32> __spirv_ImageRead.v4i32.targetspirvImagevoid0000000".to_owned(),
            format!("{volume} {convert}2000001.i64"),
            "void __spirv_ImageWrite.targetspirvImagevoid2000001.v4i32.v4f16".to_owned(),
            "target(\"spirv.Sampler\") __spirv_ConvertHandleToSamplerINTEL.targetspirvSampler.i64".to_owned(),
            format!("target(\"spirv.Image\", {layers} {convert}1010000.i64"),
            format!("target(\"spirv.SampledImage\", {layers} __spirv_SampledImage.targetspirvSampledImagevoid1010000")
                + ".targetspirvImagevoid1010000.targetspirvSampler",
            "<4 x float> __spirv_ImageSampleExplicitLod.v4f32.targetspirvSampledImagevoid1010000.f32".to_owned(),
        ];
        assert_eq!(calls(&module, "f"), expected);
        module.verify().expect("valid");
    }

    #[test]
    fn levels_and_gradients_become_image_operands() {
        let text = "
            declare void @__tandem_image_sample_level(i64, i64, i32, i32, ptr, float, ptr)
            declare void @__tandem_image_sample_gradients(i64, i64, i32, i32, ptr, ptr, ptr, ptr)
            define void @f(i64 %image, i64 %sampler, ptr %at, float %level, ptr %dx, ptr %dy, ptr %texel) {
              call void @__tandem_image_sample_level(i64 %image, i64 %sampler, i32 1, i32 0, ptr %at,
                float %level, ptr %texel)
              call void @__tandem_image_sample_level(i64 %image, i64 %sampler, i32 1, i32 0, ptr %at,
                float 0.0, ptr %texel)
              call void @__tandem_image_sample_gradients(i64 %image, i64 %sampler, i32 9, i32 0, ptr %at,
                ptr %dx, ptr %dy, ptr %texel)
              call void @__tandem_image_sample_gradients(i64 %image, i64 %sampler, i32 2, i32 0, ptr %at,
                ptr %dx, ptr %dy, ptr %texel)
              ret void
            }";
        let mut module = Module::parse(&Context::new(), text.as_bytes(), "images").expect("well-formed");
        lower(module.edit()).expect("constant shapes");
        module.verify().expect("valid");
        let text = module.to_string();
        let samples = text.lines().filter(|line| line.contains(" call ") && line.contains("ImageSampleExplicitLod"));
        let operands: Vec<&str> = samples.filter_map(|line| line.split_once(", i32 ").map(|(_, rest)| rest)).collect();
        assert!(operands[0].starts_with("2, float %"), "{}", operands[0]);
        assert!(operands[1].starts_with("2, float -0.000000e+00"), "{}", operands[1]);
        assert!(operands[2].starts_with("4, <2 x float> %"), "{}", operands[2]);
        assert_eq!(operands[2].matches("<2 x float>").count(), 2, "{}", operands[2]);
        assert_eq!(operands[3].matches("<3 x float>").count(), 2, "{}", operands[3]);
    }

    #[test]
    fn shapes_are_constants_with_a_meaning() {
        let text = "
            declare void @__tandem_image_read(i64, i32, i32, ptr, ptr)
            define void @f(i64 %image, i32 %shape, ptr %p) {
              call void @__tandem_image_read(i64 %image, i32 %shape, i32 0, ptr %p, ptr %p)
              call void @__tandem_image_read(i64 %image, i32 3, i32 0, ptr %p, ptr %p)
              call void @__tandem_image_read(i64 %image, i32 48, i32 0, ptr %p, ptr %p)
              call void @__tandem_image_read(i64 %image, i32 1, i32 3, ptr %p, ptr %p)
              ret void
            }";
        let mut module = Module::parse(&Context::new(), text.as_bytes(), "images").expect("well-formed");
        let refused = lower(module.edit()).expect_err("no shape");
        assert_eq!(refused.to_string().matches("whose shape is not a constant").count(), 4, "{refused}");
    }
}
