//! Attributes of functions, parameters and results.

use llvm_sys::core::*;
use llvm_sys::prelude::*;

use crate::base::strings::copy_str;
use crate::base::version::NO_CAPTURE;
use crate::values::editable::EditableModule;
use crate::values::handles::Function;
use crate::values::types::Type;

/// The position of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributePlace {
    /// The function itself.
    Function,
    /// The returned value.
    Return,
    /// A parameter, counted from zero.
    Param(u32),
}

impl AttributePlace {
    pub(crate) fn index(self) -> u32 {
        match self {
            Self::Function => u32::MAX,
            Self::Return => 0,
            // LLVM keeps a list as long as the last index.
            Self::Param(param) => param.saturating_add(1).min(u32::MAX - 1),
        }
    }
}

/// Attributes that hold a type.
const OF_TYPES: &[&str] = &["byref", "byval", "elementtype", "inalloca", "preallocated", "sret"];
/// Attributes that hold something else than a number, which LLVM's C API makes none of or only some.
const OF_RANGES: &[&str] = &["initializes", "range"];

/// LLVM's number of an attribute; `None` for unknown names.
pub(crate) fn kind(name: &str) -> Option<u32> {
    // SAFETY: LLVM reads as many bytes as the name has.
    let kind = unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) };
    (kind != 0).then_some(kind)
}

/// An attribute that holds a type; `None` for others, and for types without a size.
pub(crate) fn of_type(name: &str, ty: Type<'_>) -> Option<LLVMAttributeRef> {
    let kind = kind(name).filter(|_| OF_TYPES.contains(&name) && ty.is_sized())?;
    // SAFETY: the kind of an attribute that holds a type, in the type's context.
    Some(unsafe { LLVMCreateTypeAttribute(ty.context(), kind, ty.0) })
}

impl<'m> Function<'m> {
    fn attribute(self, place: AttributePlace, name: &str) -> Option<LLVMAttributeRef> {
        let kind = kind(name)?;
        // SAFETY: a function and the kind of an attribute.
        let attribute = unsafe { LLVMGetEnumAttributeAtIndex(self.raw(), place.index(), kind) };
        (!attribute.is_null()).then_some(attribute)
    }

    /// Whether an attribute that LLVM knows (`noinline`, `byval`, …) is present.
    pub fn has_attribute(self, place: AttributePlace, name: &str) -> bool {
        self.attribute(place, name).is_some()
    }

    /// Integer value of an attribute (`align`, `dereferenceable`); 0 for those without.
    pub fn attribute_int(self, place: AttributePlace, name: &str) -> Option<u64> {
        let attribute = self.attribute(place, name)?;
        // SAFETY: a live attribute; the number is asked of those that hold one or nothing.
        unsafe { (LLVMIsEnumAttribute(attribute) != 0).then(|| LLVMGetEnumAttributeValue(attribute)) }
    }

    /// Type of a type attribute (`byval`, `sret`).
    pub fn attribute_type(self, place: AttributePlace, name: &str) -> Option<Type<'m>> {
        let attribute = self.attribute(place, name)?;
        // SAFETY: a live attribute; the type is asked of those that hold one.
        unsafe { (LLVMIsTypeAttribute(attribute) != 0).then(|| Type::new(LLVMGetTypeAttributeValue(attribute))) }
    }

    /// Adds an attribute that LLVM knows, with its integer value or 0.
    pub fn add_attribute(self, module: &EditableModule, place: AttributePlace, name: &str, value: u64) {
        let kind = kind(name).filter(|_| !OF_TYPES.contains(&name) && !OF_RANGES.contains(&name));
        let ctx = self.value().ty().context();
        if self.global().may(module, kind.is_some() && self.has(place), || format!("attribute `{name}` of {self:?}")) {
            // SAFETY: a function that has such a place, and an attribute with a number or nothing.
            unsafe {
                let attribute = LLVMCreateEnumAttribute(ctx, kind.unwrap_or_default(), value);
                LLVMAddAttributeAtIndex(self.raw(), place.index(), attribute);
            }
        }
    }

    /// Adds a type attribute (`byval`, `sret`).
    pub fn add_type_attribute(self, module: &EditableModule, place: AttributePlace, name: &str, ty: Type<'m>) {
        let attribute = of_type(name, ty).filter(|_| self.has(place) && ty.context() == self.value().ty().context());
        let fits = attribute.is_some();
        if self.global().may(module, fits, || format!("attribute `{name}({ty})` of {self:?}")) {
            let attribute = attribute.expect("it fits");
            // SAFETY: a function that has such a place, and an attribute with a type of its context.
            unsafe { LLVMAddAttributeAtIndex(self.raw(), place.index(), attribute) }
        }
    }

    /// Whether this function has such an attribute position.
    fn has(self, place: AttributePlace) -> bool {
        match place {
            AttributePlace::Function | AttributePlace::Return => true,
            // SAFETY: a function.
            AttributePlace::Param(index) => index < unsafe { LLVMCountParams(self.raw()) },
        }
    }

    /// Removes an attribute that LLVM knows.
    pub fn remove_attribute(self, module: &EditableModule, place: AttributePlace, name: &str) {
        let permitted = |_: &u32| self.global().may(module, true, || format!("attribute `{name}` of {self:?}"));
        if let Some(kind) = kind(name).filter(permitted) {
            // SAFETY: a function and the kind of an attribute.
            unsafe { LLVMRemoveEnumAttributeAtIndex(self.raw(), place.index(), kind) }
        }
    }

    /// Whether the function does not keep the pointer that a parameter is (`nocapture`).
    pub fn has_no_capture(self, place: AttributePlace) -> bool {
        let (name, value) = NO_CAPTURE;
        self.attribute_int(place, name) == Some(value)
    }

    /// Says that the function does not keep the pointer that a parameter is.
    pub fn set_no_capture(self, module: &EditableModule, place: AttributePlace) {
        let (name, value) = NO_CAPTURE;
        self.add_attribute(module, place, name, value);
    }

    /// Value of a string attribute of the function (`target-cpu`).
    pub fn string_attribute(self, name: &str) -> Option<String> {
        let (text, len) = (name.as_ptr().cast(), name.len() as u32);
        // SAFETY: a function; LLVM owns the text of the answer.
        unsafe {
            let attr = LLVMGetStringAttributeAtIndex(self.raw(), AttributePlace::Function.index(), text, len);
            (!attr.is_null()).then(|| {
                let mut len = 0;
                let text = LLVMGetStringAttributeValue(attr, &mut len);
                copy_str(text, len as usize)
            })
        }
    }

    /// Sets a string attribute of the function.
    pub fn add_string_attribute(self, module: &EditableModule, name: &str, value: &str) {
        if self.global().may(module, true, || format!("attribute `{name}` of {self:?}")) {
            // SAFETY: a function; LLVM copies the texts.
            unsafe {
                let attr = string_attribute(self.value().ty().context(), name, value);
                LLVMAddAttributeAtIndex(self.raw(), AttributePlace::Function.index(), attr);
            }
        }
    }

    /// Removes a string attribute of the function.
    pub fn remove_string_attribute(self, module: &EditableModule, name: &str) {
        let (text, len) = (name.as_ptr().cast(), name.len() as u32);
        if self.global().may(module, true, || format!("attribute `{name}` of {self:?}")) {
            // SAFETY: a function; unknown names remove nothing.
            unsafe { LLVMRemoveStringAttributeAtIndex(self.raw(), AttributePlace::Function.index(), text, len) }
        }
    }

    /// Removes the string attributes of the function whose kind `keep` refuses.
    pub fn retain_string_attributes(self, module: &EditableModule, keep: impl Fn(&str) -> bool) {
        let index = AttributePlace::Function.index();
        // SAFETY: a function; LLVM fills as many entries as it counts.
        let kinds: Vec<_> = unsafe {
            let mut attrs = vec![std::ptr::null_mut(); LLVMGetAttributeCountAtIndex(self.raw(), index) as usize];
            LLVMGetAttributesAtIndex(self.raw(), index, attrs.as_mut_ptr());
            let texts = attrs.into_iter().filter(|attr| LLVMIsStringAttribute(*attr) != 0).map(|attr| {
                let mut len = 0;
                let kind = LLVMGetStringAttributeKind(attr, &mut len);
                copy_str(kind, len as usize)
            });
            texts.collect()
        };
        kinds.iter().filter(|kind| !keep(kind)).for_each(|kind| self.remove_string_attribute(module, kind));
    }
}

/// A string attribute.
///
/// # Safety
/// The context is live.
pub(crate) unsafe fn string_attribute(ctx: LLVMContextRef, name: &str, value: &str) -> LLVMAttributeRef {
    // SAFETY: a live context; LLVM copies the texts.
    unsafe {
        LLVMCreateStringAttribute(
            ctx,
            name.as_ptr().cast(),
            name.len() as u32,
            value.as_ptr().cast(),
            value.len() as u32,
        )
    }
}
