//! Wide integers as arguments and results of functions.

use tandem_device_ir::Callee;
use tandem_ir::{AttributePlace, EditableModule, Function, Inst, Module, Type, Value};

use super::splitter::{Params, Split, Splitter};
use super::types::split_type;
use super::words::Words;

impl<'m> Splitter<'m> {
    /// A call of a function that takes or returns wide integers.
    pub(super) fn call(&self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        if inst.calls_intrinsic() {
            return self.intrinsic(words, inst);
        }
        let (old, callee) = (inst.called_type()?, inst.callee()?);
        let ty = split_type(self.module, old)?;
        if callee.as_function().is_some_and(|function| function.function_type() != ty) {
            return None;
        }
        let args = inst.args().into_iter().map(|arg| self.whole(words, arg));
        let call = words.builder.call(ty, callee, &args.collect::<Option<Vec<_>>>()?);
        call.call_like(self.module, inst, |place| stays(self.module, old, place));
        Some(words.as_split(call.value(), inst.ty()))
    }

    /// `ret`
    pub(super) fn ret(&self, words: &Words<'m>, inst: Inst<'m>) -> Option<Split<'m>> {
        words.builder.ret(self.whole(words, inst.operand(0))?);
        Some(Split::Effect)
    }
}

/// Gives functions other types if they take or return wide integers. Their code is to be split.
pub(super) fn retype_functions(module: &EditableModule) -> Params<'_> {
    let mut params = Params::default();
    for function in module.functions() {
        if let Some(ty) = split_type(module, function.function_type()).filter(|_| may_change(function)) {
            let new = module.add_function("", ty);
            new.take_place_of(module, function, |place| stays(module, function.function_type(), place));
            params.insert(new, move_params(module, function, new));
        }
    }
    params
}

/// Whether the type of a function is the program's.
fn may_change(function: Function<'_>) -> bool {
    let name = function.name();
    !(function.is_declaration() && (name.starts_with("llvm.") || Callee::of(&name).builtin().is_some()))
}

/// Makes users of the parameters of one function use those of another one, except those of other types.
fn move_params<'m>(module: &'m EditableModule, from: Function<'m>, to: Function<'m>) -> Vec<(Value<'m>, Value<'m>)> {
    let mut split = Vec::new();
    for (old, new) in from.params().into_iter().zip(to.params()) {
        new.set_name(module, &old.name());
        if split_type(module, old.ty()).is_some() {
            split.push((old, new));
        } else {
            old.replace_all_uses_with(module, new);
        }
    }
    split
}

/// Whether the parameter or result at a position of a function of type `ty` keeps its type, and so its attributes.
fn stays<'m>(module: &'m Module, ty: Type<'m>, place: AttributePlace) -> bool {
    let ty = match place {
        AttributePlace::Function => return true,
        AttributePlace::Return => ty.return_type(),
        AttributePlace::Param(index) => match ty.params().get(index as usize) {
            Some(param) => *param,
            None => return true,
        },
    };
    split_type(module, ty).is_none()
}
