//! Decorations: a module's statements about its ids and about members of structures, in addition to the instructions
//! that define them.

use rspirv::spirv::{BuiltIn, Decoration, FPRoundingMode, FunctionParameterAttribute, LinkageType, Op};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::Malformed;
use crate::operands::{Id, Operands};
use crate::words::Instruction;

type Result<T, E = Malformed> = std::result::Result<T, E>;

/// The decorations of one id that say something of kernels. Others are not kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decorations {
    /// The builtin variable that it is.
    pub builtin: Option<BuiltIn>,
    /// Alignment in bytes, as the module gives it.
    pub alignment: Option<u32>,
    /// The number by which a specialization constant gets its value.
    pub spec_id: Option<u32>,
    /// Its name for other modules.
    pub linkage: Option<(String, LinkageType)>,
    /// Bits of `FPFastMathMode`, unknown ones too.
    pub fast_math: u32,
    /// Its operation is not contracted with others.
    pub no_contraction: bool,
    /// Its operation does not exceed the range of signed numbers.
    pub no_signed_wrap: bool,
    /// Its operation does not exceed the range of unsigned numbers.
    pub no_unsigned_wrap: bool,
    /// Every access to the object is volatile.
    pub volatile: bool,
    /// The variable does not change.
    pub constant: bool,
    /// The structure has no padding.
    pub packed: bool,
    /// The conversion saturates.
    pub saturated: bool,
    /// No other pointer of the function leads to the object.
    pub restrict: bool,
    /// How its operation rounds.
    pub rounding: Option<FPRoundingMode>,
    /// Largest error of its operation, in ULP.
    pub max_error: Option<f32>,
    /// Set of `FunctionParameterAttribute`s, one bit each.
    pub param_attributes: u32,
    /// The number of bytes after the pointer that can be read.
    pub max_byte_offset: Option<u32>,
}

/// The decorations of a module.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    of_ids: FxHashMap<Id, Decorations>,
    /// Structures and the numbers of their members.
    volatile_members: FxHashSet<(Id, u32)>,
    none: Decorations,
    /// Groups and their targets, once all are known.
    groups: Vec<(Id, Id)>,
    member_groups: Vec<(Id, Id, u32)>,
}

impl Annotations {
    /// Records the statements of an instruction about other ids; does nothing if it is no annotation.
    ///
    /// # Errors
    /// When an operand is missing, or invalid.
    pub fn take(&mut self, inst: &Instruction<'_>) -> Result<()> {
        let mut ops = inst.cursor();
        match inst.op() {
            Some(Op::Decorate | Op::DecorateId | Op::DecorateString) => {
                let id = ops.id()?;
                self.of_ids.entry(id).or_default().add(&mut ops)?;
            }
            Some(Op::MemberDecorate | Op::MemberDecorateString) => {
                let (structure, member) = (ops.id()?, ops.word()?);
                if ops.word()? == Decoration::Volatile as u32 {
                    self.volatile_members.insert((structure, member));
                }
            }
            Some(Op::GroupDecorate) => {
                let group = ops.id()?;
                self.groups.extend(ops.ids().map(|target| (group, target)));
            }
            Some(Op::GroupMemberDecorate) => {
                let group = ops.id()?;
                while !ops.is_empty() {
                    self.member_groups.push((group, ops.id()?, ops.word()?));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Gives the decorations of groups to their targets. All annotations have been taken.
    pub fn spread_groups(&mut self) {
        for (group, target) in std::mem::take(&mut self.groups) {
            let decorations = self.of(group).clone();
            self.of_ids.entry(target).or_default().merge(&decorations);
        }
        for (group, structure, member) in std::mem::take(&mut self.member_groups) {
            if self.of(group).volatile {
                self.volatile_members.insert((structure, member));
            }
        }
    }

    /// The decorations of an id.
    pub fn of(&self, id: Id) -> &Decorations {
        self.of_ids.get(&id).unwrap_or(&self.none)
    }

    /// All ids that are decorated.
    pub fn iter(&self) -> impl Iterator<Item = (Id, &Decorations)> {
        self.of_ids.iter().map(|(id, decorations)| (*id, decorations))
    }

    /// Whether accesses to a member of a structure are volatile.
    pub fn is_volatile_member(&self, structure: Id, member: u32) -> bool {
        self.volatile_members.contains(&(structure, member))
    }

    /// Whether anything is volatile.
    pub fn has_volatile(&self) -> bool {
        !self.volatile_members.is_empty() || self.of_ids.values().any(|all| all.volatile)
    }
}

impl Decorations {
    /// Whether they ask something of how a value is computed, which only some instructions can do.
    pub fn are_demanding(&self) -> bool {
        self.saturated || self.rounding.is_some() || self.max_error.is_some()
    }

    /// Whether a parameter has an attribute.
    pub fn has_attribute(&self, attribute: FunctionParameterAttribute) -> bool {
        self.param_attributes & bit(attribute) != 0
    }

    fn add(&mut self, ops: &mut Operands<'_>) -> Result<()> {
        match Decoration::from_u32(ops.word()?) {
            Some(Decoration::BuiltIn) => self.builtin = Some(known("builtin", ops.word()?, BuiltIn::from_u32)?),
            Some(Decoration::Alignment) => self.alignment = Some(ops.word()?),
            Some(Decoration::SpecId) => self.spec_id = Some(ops.word()?),
            Some(Decoration::LinkageAttributes) => {
                let name = ops.string()?;
                self.linkage = Some((name, known("linkage type", ops.word()?, LinkageType::from_u32)?));
            }
            Some(Decoration::FPFastMathMode) => self.fast_math |= ops.word()?,
            Some(Decoration::FPMaxErrorDecorationINTEL) => self.max_error = Some(f32::from_bits(ops.word()?)),
            Some(Decoration::NoContraction) => self.no_contraction = true,
            Some(Decoration::NoSignedWrap) => self.no_signed_wrap = true,
            Some(Decoration::NoUnsignedWrap) => self.no_unsigned_wrap = true,
            Some(Decoration::Volatile) => self.volatile = true,
            Some(Decoration::Constant) => self.constant = true,
            Some(Decoration::CPacked) => self.packed = true,
            Some(Decoration::SaturatedConversion) => self.saturated = true,
            Some(Decoration::Restrict) => self.restrict = true,
            Some(Decoration::FPRoundingMode) => {
                self.rounding = Some(known("rounding mode", ops.word()?, FPRoundingMode::from_u32)?);
            }
            Some(Decoration::FuncParamAttr) => {
                let attribute = known("parameter attribute", ops.word()?, FunctionParameterAttribute::from_u32)?;
                self.param_attributes |= bit(attribute);
            }
            Some(Decoration::MaxByteOffset) => self.max_byte_offset = Some(ops.word()?),
            _ => {}
        }
        Ok(())
    }

    /// Adds a group's decorations; names are never a group's.
    fn merge(&mut self, other: &Self) {
        self.builtin = self.builtin.or(other.builtin);
        self.alignment = self.alignment.or(other.alignment);
        self.spec_id = self.spec_id.or(other.spec_id);
        self.fast_math |= other.fast_math;
        self.no_contraction |= other.no_contraction;
        self.no_signed_wrap |= other.no_signed_wrap;
        self.no_unsigned_wrap |= other.no_unsigned_wrap;
        self.volatile |= other.volatile;
        self.constant |= other.constant;
        self.packed |= other.packed;
        self.saturated |= other.saturated;
        self.restrict |= other.restrict;
        self.rounding = self.rounding.or(other.rounding);
        self.max_error = self.max_error.or(other.max_error);
        self.param_attributes |= other.param_attributes;
        self.max_byte_offset = self.max_byte_offset.or(other.max_byte_offset);
    }
}

/// The bit of an attribute in a set; none for promises about alignments, whose numbers are large.
fn bit(attribute: FunctionParameterAttribute) -> u32 {
    1u32.checked_shl(attribute as u32).unwrap_or(0)
}

/// The enumerant of a number, or the error.
fn known<T>(what: &'static str, value: u32, from: impl FnOnce(u32) -> Option<T>) -> Result<T> {
    from(value).ok_or(Malformed::Unknown { what, value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembler::Stream;
    use crate::words::Words;
    use rspirv::spirv::MAGIC_NUMBER;

    fn annotations(instructions: &[(Op, &[u32])]) -> Result<Annotations> {
        let mut stream = Stream::default();
        instructions.iter().for_each(|(op, operands)| stream.inst(*op, operands));
        let header = [MAGIC_NUMBER, 0x0001_0400, 0, 10, 0];
        let bytes: Vec<u8> = header.iter().chain(stream.words()).flat_map(|word| word.to_le_bytes()).collect();
        let words = Words::new(&bytes).expect("a header");
        let mut annotations = Annotations::default();
        words.instructions().try_for_each(|inst| annotations.take(&inst.expect("whole")))?;
        annotations.spread_groups();
        Ok(annotations)
    }

    #[test]
    fn groups_give_their_decorations_to_ids_and_members() {
        let all = annotations(&[
            (Op::Decorate, &[1, Decoration::Volatile as u32]),
            (Op::Decorate, &[1, Decoration::Alignment as u32, 16]),
            (Op::DecorationGroup, &[1]),
            (Op::Decorate, &[2, Decoration::Alignment as u32, 4]),
            (Op::GroupDecorate, &[1, 2, 3]),
            (Op::GroupMemberDecorate, &[1, 4, 0, 4, 2]),
        ])
        .expect("well formed");
        assert_eq!((all.of(Id(2)).alignment, all.of(Id(3)).alignment), (Some(4), Some(16)));
        assert!(all.of(Id(2)).volatile && all.of(Id(3)).volatile && all.has_volatile());
        let volatile: Vec<u32> = (0..4).filter(|member| all.is_volatile_member(Id(4), *member)).collect();
        assert_eq!(volatile, [0, 2]);
        assert_eq!(*all.of(Id(9)), Decorations::default());
    }

    #[test]
    fn what_stands_for_nothing_is_named() {
        let unknown = |decoration: Decoration, value: u32| {
            annotations(&[(Op::Decorate, &[1, decoration as u32, value])]).expect_err("unknown")
        };
        let expected = Malformed::Unknown { what: "builtin", value: 99_999 };
        assert_eq!(unknown(Decoration::BuiltIn, 99_999), expected);
        assert_eq!(unknown(Decoration::FPRoundingMode, 77), Malformed::Unknown { what: "rounding mode", value: 77 });
        let cut = annotations(&[(Op::Decorate, &[1, Decoration::Alignment as u32])]);
        assert_eq!(cut.expect_err("cut"), Malformed::MissingOperand);
        let cut = annotations(&[(Op::GroupMemberDecorate, &[1, 4])]);
        assert_eq!(cut.expect_err("cut"), Malformed::MissingOperand);
    }
}
