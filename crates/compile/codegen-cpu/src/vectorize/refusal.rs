//! Why a loop over work-items stays as it is.

use std::fmt::{self, Display, Formatter};

use tandem_codegen::analysis::pointers::derived;
use tandem_ir::{Inst, TypeKind, Value};

use super::instructions::has_vectors;
use super::item_loop::ItemLoop;

/// Why a loop stays as it is.
pub enum Refusal<'m> {
    /// It has no loops, few branches and no calls of the mathematics library: LLVM vectorizes it as well.
    Straight(Box<ItemLoop<'m>>),
    /// It has a loop with several entries or several latches.
    Irreducible,
    /// It has a branch with too many targets: the lanes together would run most of them.
    ManyTargets(Inst<'m>),
    /// A work-item computes something that has no vectors.
    Type(Inst<'m>),
    /// It has stack memory whose address escapes, by this user.
    Escapes(Value<'m>),
    /// It has so much memory on the stack that that of all lanes is far from the processor.
    LargeVariables {
        /// The largest variable.
        largest: Inst<'m>,
        /// The size of all variables of a work-item.
        bytes: u64,
        /// The size that they may have.
        most: u64,
    },
    /// A value leaves a loop without a phi.
    NotClosed,
}

impl<'m> Refusal<'m> {
    /// The instructions that are the reason; those without source lines have others after them.
    pub fn causes(&self) -> Vec<Inst<'m>> {
        match self {
            Self::Type(inst) | Self::ManyTargets(inst) => vec![*inst],
            Self::Escapes(user) => user.as_inst().into_iter().collect(),
            Self::LargeVariables { largest, .. } => derived(*largest).map_or_else(|_| Vec::new(), |(_, users)| users),
            Self::Straight(_) | Self::Irreducible | Self::NotClosed => Vec::new(),
        }
    }
}

impl Display for Refusal<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Straight(_) => f.write_str("no loops and few branches"),
            Self::Irreducible => f.write_str("control enters a loop at several places"),
            Self::ManyTargets(inst) => write!(f, "a branch has {} targets", inst.successors().len()),
            Self::Type(inst) => write!(f, "{}", without_vectors(*inst)),
            Self::Escapes(_) => f.write_str("the address of a private variable is stored, passed on or converted"),
            Self::LargeVariables { bytes, most, .. } => {
                write!(f, "its private variables have {bytes} bytes, more than {most}")
            }
            Self::NotClosed => f.write_str("a value leaves a loop without a phi"),
        }
    }
}

/// Why an instruction has no vector form.
fn without_vectors(inst: Inst<'_>) -> String {
    let types = [inst.ty()].into_iter().chain(inst.operands().into_iter().map(Value::ty));
    let ty = types.into_iter().find(|ty| !has_vectors(*ty) && ty.kind() != TypeKind::Void);
    match ty.map(|ty| ty.kind()) {
        Some(TypeKind::Int(bits)) => format!("integers of {bits} bits have no vector form"),
        _ => "vectors and arrays have no vector form as values".to_owned(),
    }
}
