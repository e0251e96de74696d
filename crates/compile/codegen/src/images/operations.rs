//! Operations on images, as calls of the target's image library.

use tandem_device_ir::{Builtin, Instruction, Role};
use tandem_device_ir_llvm::{HandleType, ImageType};
use tandem_ir::{Builder, EditableModule, Inst, IntPredicate, Type, TypeKind, Value};

use super::handles::Handles;
use super::library::{Components, Image, ImageLibrary};
use super::refuse;
use crate::error::Result;

/// Whether a builtin is one of images and samplers.
pub(super) fn is_of_images(builtin: Builtin) -> bool {
    matches!(builtin, Builtin::Instruction(instruction) if instruction.role() == Role::Image)
}

/// The level of detail follows.
const LOD: u64 = 0x2;
/// Two gradients follow.
const GRAD: u64 = 0x4;
/// Bits of image operands that have a meaning, or change nothing: no cache is passed by.
/// The others are SignExtend and Nontemporal.
const KNOWN_OPERANDS: u64 = LOD | GRAD | 0x1000 | ZERO_EXTEND | 0x4000;
/// Texels of short integers are extended by zeros.
const ZERO_EXTEND: u64 = 0x2000;

/// Lowers an instruction, if it is an operation on an image. Instructions that only make images and samplers emit no
/// code.
///
/// # Errors
/// Images that devices do not have, and values that [`Handles::parts`] refuses.
pub(super) fn lower<'m>(
    module: &'m EditableModule,
    handles: &mut Handles<'_, 'm>,
    inst: Inst<'m>,
    library: &dyn ImageLibrary,
) -> Result<()> {
    let Some(Builtin::Instruction(instruction)) = handles.builtin(inst).filter(|builtin| is_of_images(*builtin)) else {
        return Ok(());
    };
    let lowering = Lowering { builder: Builder::before(module, inst), inst, args: inst.args(), library };
    let result = match instruction {
        Instruction::ConstantSampler => return handles.define_constant_sampler(inst, library),
        Instruction::ConvertHandleToImageINTEL
        | Instruction::ConvertHandleToSamplerINTEL
        | Instruction::ConvertHandleToSampledImageINTEL
        | Instruction::SampledImage
        | Instruction::Image => return handles.parts(inst.value(), inst).map(drop),
        Instruction::ImageRead | Instruction::ImageFetch => Some(lowering.read(handles)?),
        Instruction::ImageSampleExplicitLod => Some(lowering.sample(handles)?),
        Instruction::ImageWrite => {
            lowering.write(handles)?;
            None
        }
        _ => Some(lowering.query(handles, instruction)?),
    };
    if let Some(result) = result.filter(|_| inst.value().has_users()) {
        inst.value().replace_all_uses_with(module, result);
    }
    inst.erase(module);
    Ok(())
}

/// An operation that is being lowered.
struct Lowering<'a, 'm> {
    builder: Builder<'m>,
    inst: Inst<'m>,
    args: Vec<Value<'m>>,
    library: &'a dyn ImageLibrary,
}

impl<'m> Lowering<'_, 'm> {
    /// The image of the first argument.
    fn image(&self, handles: &mut Handles<'_, 'm>) -> Result<Image<'m>> {
        let value = self.args[0];
        let ty = match HandleType::of(value.ty()) {
            Some(HandleType::Image(ty) | HandleType::SampledImage(ty)) => ty,
            _ => return Err(refuse(self.inst, format!("a value of type {} is not an image", value.ty()))),
        };
        let handle = handles.parts(value, self.inst)?[0];
        Ok(Image { handle, dimensions: self.dimensions(ty)?, is_array: ty.arrayed != 0 })
    }

    fn dimensions(&self, ty: ImageType) -> Result<u32> {
        if ty.multisampled != 0 {
            return Err(refuse(self.inst, "images with several samples are not supported"));
        }
        match ty.dimension {
            // 1D and buffers, 2D, 3D.
            0 | 5 => Ok(1),
            1 => Ok(2),
            2 if ty.arrayed == 0 => Ok(3),
            _ => Err(refuse(self.inst, "cubes, rectangles and arrays of 3D images are not supported")),
        }
    }

    /// Coordinates of an image in threes, elements of the type that `convert` makes.
    fn coordinates(
        &self,
        image: Image<'m>,
        convert: impl Fn(&Self, Value<'m>) -> Option<Value<'m>>,
        filler: Value<'m>,
    ) -> Result<[Value<'m>; 3]> {
        let elements = self.elements(self.args[1]);
        let mut at = [filler; 3];
        if elements.len() < image.coordinates() as usize {
            return Err(refuse(
                self.inst,
                format!("an image with {} coordinates is accessed with fewer", image.coordinates()),
            ));
        }
        for (place, element) in at.iter_mut().zip(elements).take(image.coordinates() as usize) {
            let converted = convert(self, element);
            *place = converted.ok_or_else(|| refuse(self.inst, "the coordinates have the wrong type"))?;
        }
        Ok(at)
    }

    fn int_coordinates(&self, image: Image<'m>) -> Result<[Value<'m>; 3]> {
        let int = self.builder.module().int(32);
        self.coordinates(image, |this, value| this.as_int(value), int.zero())
    }

    /// An `i32`. A value that does not fit becomes -1, which is out of range as well.
    fn as_int(&self, value: Value<'m>) -> Option<Value<'m>> {
        let int = self.builder.module().int(32);
        match value.ty().kind() {
            TypeKind::Int(32) => Some(value),
            TypeKind::Int(bits) if bits < 32 => Some(self.builder.sext(value, int)),
            TypeKind::Int(_) => {
                let narrow = self.builder.trunc(value, int);
                let is_same = self.builder.icmp(IntPredicate::LLVMIntEQ, self.builder.sext(narrow, value.ty()), value);
                Some(self.builder.select(is_same, narrow, int.int(u64::from(u32::MAX), false)))
            }
            _ => None,
        }
    }

    fn as_float(&self, value: Value<'m>) -> Option<Value<'m>> {
        let float = self.builder.module().float();
        match value.ty().kind() {
            TypeKind::Float => Some(value),
            TypeKind::Half => Some(self.builder.fpext(value, float)),
            TypeKind::Double => Some(self.builder.fptrunc(value, float)),
            TypeKind::Int(_) => Some(self.builder.sitofp(value, float)),
            _ => None,
        }
    }

    /// The bits of the image operands at an argument.
    fn operands(&self, at: usize) -> Result<u64> {
        let bits = self.args.get(at).map_or(Some(0), |mask| mask.const_u64());
        match bits {
            Some(bits) if bits & !KNOWN_OPERANDS == 0 => Ok(bits),
            _ => Err(refuse(self.inst, "image operands other than the level of detail are not supported")),
        }
    }

    fn read(&self, handles: &mut Handles<'_, 'm>) -> Result<Value<'m>> {
        let image = self.level_of(self.image(handles)?, 2)?;
        let components = self.components(self.inst.ty())?;
        let texel = self.library.read(&self.builder, image, self.int_coordinates(image)?, components);
        self.result(texel)
    }

    fn sample(&self, handles: &mut Handles<'_, 'm>) -> Result<Value<'m>> {
        let operands = self.operands(2)?;
        let image = self.image(handles)?;
        let Some(sampler) = handles.parts(self.args[0], self.inst)?.get(1).copied() else {
            return Err(refuse(self.inst, "an image is sampled without a sampler"));
        };
        let float = self.builder.module().float();
        let at = self.coordinates(image, Self::as_float, float.float(0.0))?;
        let components = self.components(self.inst.ty())?;
        let texel = match self.args.get(3..).unwrap_or_default() {
            [dx, dy, ..] if operands & GRAD != 0 => {
                let gradients = [self.gradient(image, *dx)?, self.gradient(image, *dy)?];
                self.library.sample_gradients(&self.builder, image, sampler, at, gradients, components)
            }
            // Programs read images that are not mipmaps at level 0; level 0 of mipmaps is -0
            // (`docs/internals/boundaries.md`, section 1).
            [level, ..] if operands & LOD != 0 && !is_zero(*level) => {
                let level =
                    self.as_float(*level).ok_or_else(|| refuse(self.inst, "the level of detail is not a number"))?;
                self.library.sample_level(&self.builder, image, sampler, at, level, components)
            }
            _ => self.library.sample(&self.builder, image, sampler, at, components),
        };
        self.result(texel)
    }

    /// The differences of coordinates without the layer.
    fn gradient(&self, image: Image<'m>, of: Value<'m>) -> Result<[Value<'m>; 3]> {
        let mut gradient = [self.builder.module().float().float(0.0); 3];
        let elements = self.elements(of);
        if elements.len() < image.dimensions as usize {
            return Err(refuse(
                self.inst,
                format!("an image with {} dimensions is sampled with shorter gradients", image.dimensions),
            ));
        }
        for (place, element) in gradient.iter_mut().zip(elements).take(image.dimensions as usize) {
            *place = self.as_float(element).ok_or_else(|| refuse(self.inst, "the gradients have the wrong type"))?;
        }
        Ok(gradient)
    }

    /// The level of an image that is read or written, from the image operands at an argument.
    fn level_of(&self, image: Image<'m>, at: usize) -> Result<Image<'m>> {
        let operands = self.operands(at)?;
        match self.args.get(at + 1) {
            Some(level) if operands & LOD != 0 && level.const_u64() != Some(0) => {
                let level = self.as_int(*level).ok_or_else(|| refuse(self.inst, "the level is not an integer"))?;
                Ok(self.library.level(&self.builder, image, level))
            }
            _ => Ok(image),
        }
    }

    fn write(&self, handles: &mut Handles<'_, 'm>) -> Result<()> {
        let operands = self.operands(3)?;
        let image = self.level_of(self.image(handles)?, 3)?;
        let texel = self.args[2];
        let components = self.components(texel.ty())?;
        let element = component_type(&self.builder, components);
        let elements = self.elements(texel).into_iter().take(4);
        let mut four = vec![element.zero(); 4];
        for (place, value) in four.iter_mut().zip(elements) {
            *place = self.widen(value, element, operands & ZERO_EXTEND != 0);
        }
        self.library.write(&self.builder, image, self.int_coordinates(image)?, self.vector(&four));
        Ok(())
    }

    fn query(&self, handles: &mut Handles<'_, 'm>, instruction: Instruction) -> Result<Value<'m>> {
        let image = self.image(handles)?;
        let int = self.builder.module().int(32);
        let one = match instruction {
            Instruction::ImageQueryFormat => self.library.channel_type(&self.builder, image),
            Instruction::ImageQueryOrder => self.library.channel_order(&self.builder, image),
            Instruction::ImageQueryLevels => self.library.levels(&self.builder, image),
            Instruction::ImageQuerySamples => int.int(1, false),
            Instruction::ImageQuerySize | Instruction::ImageQuerySizeLod => {
                let level = self.args.get(1).filter(|level| level.const_u64() != Some(0));
                let level = level.and_then(|level| self.as_int(*level));
                let image = level.map_or(image, |level| self.library.level(&self.builder, image, level));
                let extents = (0..image.coordinates()).map(|at| self.library.extent(&self.builder, image, at));
                return Ok(self.sizes(&extents.collect::<Vec<_>>()));
            }
            _ => return Err(refuse(self.inst, format!("`{}` is not supported", instruction.name()))),
        };
        Ok(self.resize(one, self.inst.ty()))
    }

    /// Sizes in the type of the instruction; 1 for elements that the image does not have.
    fn sizes(&self, extents: &[Value<'m>]) -> Value<'m> {
        let ty = self.inst.ty();
        let TypeKind::Vector(element, lanes) = ty.kind() else {
            return self.resize(extents[0], ty);
        };
        let size = |at: u32| extents.get(at as usize).map_or(element.int(1, false), |size| self.resize(*size, element));
        self.vector(&(0..lanes).map(size).collect::<Vec<_>>())
    }

    /// The register type of a texel's components, for a texel of type `ty`.
    fn components(&self, ty: Type<'m>) -> Result<Components> {
        match ty.scalar().kind() {
            TypeKind::Float | TypeKind::Half => Ok(Components::Floats),
            TypeKind::Int(8 | 16 | 32) => Ok(Components::Integers),
            _ => Err(refuse(self.inst, format!("texels of type {ty} are not supported"))),
        }
    }

    /// A texel in the type that the instruction has.
    fn result(&self, texel: Value<'m>) -> Result<Value<'m>> {
        let ty = self.inst.ty();
        let (scalar, lanes) = match ty.kind() {
            TypeKind::Vector(element, lanes @ 1..=4) => (element, Some(lanes)),
            TypeKind::Vector(..) => return Err(refuse(self.inst, "a texel has more than four components")),
            _ => (ty, None),
        };
        let narrow = |value: Value<'m>| match scalar.kind() {
            TypeKind::Half => self.builder.fptrunc(value, scalar),
            TypeKind::Int(bits) if bits < 32 => self.builder.trunc(value, scalar),
            _ => value,
        };
        let elements: Vec<_> = self.elements(texel).into_iter().take(lanes.unwrap_or(1) as usize).map(narrow).collect();
        Ok(if lanes.is_some() { self.vector(&elements) } else { elements[0] })
    }

    fn widen(&self, value: Value<'m>, ty: Type<'m>, by_zeros: bool) -> Value<'m> {
        match value.ty().kind() {
            TypeKind::Half => self.builder.fpext(value, ty),
            TypeKind::Int(bits) if bits < 32 && by_zeros => self.builder.zext(value, ty),
            TypeKind::Int(bits) if bits < 32 => self.builder.sext(value, ty),
            _ => value,
        }
    }

    fn resize(&self, value: Value<'m>, ty: Type<'m>) -> Value<'m> {
        match ty.kind() {
            TypeKind::Int(bits) if bits < 32 => self.builder.trunc(value, ty),
            TypeKind::Int(bits) if bits > 32 => self.builder.zext(value, ty),
            _ => value,
        }
    }

    fn elements(&self, value: Value<'m>) -> Vec<Value<'m>> {
        let TypeKind::Vector(_, lanes) = value.ty().kind() else { return vec![value] };
        let index = |lane: u32| self.builder.module().int(32).int(lane.into(), false);
        (0..lanes).map(|lane| self.builder.extract_element(value, index(lane))).collect()
    }

    fn vector(&self, elements: &[Value<'m>]) -> Value<'m> {
        let index = |lane: u32| self.builder.module().int(32).int(lane.into(), false);
        let ty = elements[0].ty().vector(elements.len() as u32);
        (0..)
            .zip(elements)
            .fold(ty.poison(), |vector, (lane, element)| self.builder.insert_element(vector, *element, index(lane)))
    }
}

/// Whether a level of detail is the constant 0, not -0.
fn is_zero(level: Value<'_>) -> bool {
    level.const_float_bits() == Some(0) || level.const_u64() == Some(0)
}

/// The type of a component in registers.
fn component_type<'m>(builder: &Builder<'m>, components: Components) -> Type<'m> {
    match components {
        Components::Floats => builder.module().float(),
        Components::Integers => builder.module().int(32),
    }
}
