//! A call of a builtin, and the small tools that lowering it takes.

use tandem_ir::{AttributePlace, Builder, EditableModule, FloatPredicate, Inst, Intrinsic, Type, TypeKind, Value};

use crate::attributes::set_pure;

/// LLVM's fast-math flags that fit functions of implementation-defined
/// accuracy: reassociation, reciprocals, contraction, approximate functions.
const NATIVE: u32 = 1 | 1 << 4 | 1 << 5 | 1 << 6;

/// A call; its lowered code is built before it.
pub struct Call<'m> {
    /// The module that contains it.
    pub module: &'m EditableModule,
    /// A builder before it.
    pub builder: Builder<'m>,
    /// The call.
    pub inst: Inst<'m>,
    /// Its arguments.
    pub args: Vec<Value<'m>>,
}

impl<'m> Call<'m> {
    /// `i32`.
    pub fn int(&self) -> Type<'m> {
        self.module.int(32)
    }

    /// An index constant.
    pub fn index(&self, index: u32) -> Value<'m> {
        self.int().int(index.into(), false)
    }

    /// A call of an intrinsic that is overloaded on its first operand's type.
    pub fn intrinsic(&self, intrinsic: Intrinsic, args: &[Value<'m>]) -> Value<'m> {
        self.builder.intrinsic(intrinsic, &[args[0].ty()], args).value()
    }

    /// Like [`intrinsic`](Self::intrinsic), with the fast-math flags that `native_` functions allow.
    pub fn native_intrinsic(&self, intrinsic: Intrinsic, args: &[Value<'m>]) -> Value<'m> {
        self.native(self.intrinsic(intrinsic, args))
    }

    /// Allows a value to be approximate.
    pub fn native(&self, value: Value<'m>) -> Value<'m> {
        if let Some(inst) = value.as_inst() {
            inst.set_fast_math(self.module, NATIVE);
        }
        value
    }

    /// The address of a new variable on the stack.
    pub fn variable(&self, ty: Type<'m>) -> Value<'m> {
        let entry = self.inst.block().and_then(|block| block.function().entry()).expect("calls are in functions");
        Builder::at_start(self.module, entry).alloca(ty, "out").value()
    }

    /// A call of an external function that touches no memory.
    pub fn external(&self, name: &str, result: Type<'m>, args: &[Value<'m>]) -> Value<'m> {
        self.call_external(name, result, args, true)
    }

    /// `name(args, &out)`: (result, stored value).
    pub fn external_with_out(
        &self,
        name: &str,
        result: Type<'m>,
        args: &[Value<'m>],
        out: Type<'m>,
    ) -> (Value<'m>, Value<'m>) {
        let slot = self.variable(out);
        let args: Vec<_> = args.iter().copied().chain([slot]).collect();
        let result = self.call_external(name, result, &args, false);
        (result, self.builder.load(out, slot).value())
    }

    fn call_external(&self, name: &str, result: Type<'m>, args: &[Value<'m>], is_pure: bool) -> Value<'m> {
        let params: Vec<_> = args.iter().map(|arg| arg.ty()).collect();
        let function = self.module.get_or_declare(name, result.function(&params, false));
        for attribute in ["nounwind", "willreturn", "nofree"] {
            function.add_attribute(self.module, AttributePlace::Function, attribute, 0);
        }
        if is_pure {
            set_pure(self.module, function);
        }
        self.builder.call_function(function, args).value()
    }

    /// Runs `compute` in single precision if the type is half; a result whose type differs from that of the arguments
    /// is unchanged.
    pub fn in_float(&self, args: &[Value<'m>], compute: impl FnOnce(&[Value<'m>]) -> Value<'m>) -> Value<'m> {
        let ty = args[0].ty();
        if ty.kind() != TypeKind::Half {
            return compute(args);
        }
        let float = self.module.float();
        let wide: Vec<_> =
            args.iter().map(|arg| if arg.ty() == ty { self.builder.fpext(*arg, float) } else { *arg }).collect();
        let result = compute(&wide);
        if result.ty() == float { self.builder.fptrunc(result, ty) } else { result }
    }

    /// Runs `compute` in double precision if the type is shorter.
    pub fn in_double(&self, args: &[Value<'m>], compute: impl FnOnce(&[Value<'m>]) -> Value<'m>) -> Value<'m> {
        let (ty, double) = (args[0].ty(), self.module.double());
        if ty == double {
            return compute(args);
        }
        let wide: Vec<_> =
            args.iter().map(|arg| if arg.ty() == ty { self.builder.fpext(*arg, double) } else { *arg }).collect();
        self.builder.fptrunc(compute(&wide), ty)
    }

    /// Applies `compute` to each element; scalars among vector arguments are used for every element.
    pub fn elementwise(&self, compute: impl Fn(&[Value<'m>]) -> Value<'m>) -> Value<'m> {
        let Some(len) = self.args.iter().find_map(|arg| vector_len(arg.ty())) else {
            return compute(&self.args);
        };
        let elements: Vec<_> = (0..len)
            .map(|i| {
                let parts: Vec<_> = self.args.iter().map(|arg| self.element(*arg, i)).collect();
                compute(&parts)
            })
            .collect();
        self.vector(&elements)
    }

    /// Element `index` of a vector, or the scalar itself.
    pub fn element(&self, value: Value<'m>, index: u32) -> Value<'m> {
        match vector_len(value.ty()) {
            Some(_) => self.builder.extract_element(value, self.index(index)),
            None => value,
        }
    }

    /// A vector of these elements; the element itself if there is only one.
    pub fn vector(&self, elements: &[Value<'m>]) -> Value<'m> {
        let ty = elements[0].ty().vector(elements.len() as u32);
        (0..)
            .zip(elements)
            .fold(ty.poison(), |vector, (i, element)| self.builder.insert_element(vector, *element, self.index(i)))
    }

    /// All elements of a vector, or the scalar.
    pub fn elements(&self, value: Value<'m>) -> Vec<Value<'m>> {
        (0..vector_len(value.ty()).unwrap_or(1)).map(|i| self.element(value, i)).collect()
    }

    /// A floating-point constant of the scalar type of `like`.
    pub fn float_like(&self, like: Value<'m>, value: f64) -> Value<'m> {
        like.ty().scalar().float(value)
    }

    /// Whether a floating-point value is less than another.
    pub fn less(&self, left: Value<'m>, right: Value<'m>) -> Value<'m> {
        self.builder.fcmp(FloatPredicate::LLVMRealOLT, left, right)
    }

    /// Fits an integer result to the width that the call has.
    pub fn resize(&self, value: Value<'m>, ty: Type<'m>) -> Value<'m> {
        match (value.ty().kind(), ty.kind()) {
            (TypeKind::Int(from), TypeKind::Int(to)) if from > to => self.builder.trunc(value, ty),
            (TypeKind::Int(from), TypeKind::Int(to)) if from < to => self.builder.zext(value, ty),
            _ => value,
        }
    }
}

/// Number of elements of a vector type.
pub fn vector_len(ty: Type<'_>) -> Option<u32> {
    match ty.kind() {
        TypeKind::Vector(_, len) => Some(len),
        _ => None,
    }
}
