//! The order of passes: the facts about a module that each one requires, and those that hold after it.

use std::fmt;

/// Something that holds of a module, as a clause: `builtins are lowered`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact(pub &'static str);

/// The facts that hold between the passes of every target. Targets define additional facts.
pub mod facts {
    use super::Fact;

    /// Functions have the names that they have in device IR, which messages show.
    pub const NAMED_AS_IN_SOURCE: Fact = Fact("functions have their names in the source");
    /// The triple and the data layout are the target's.
    pub const LAID_OUT: Fact = Fact("the data layout is the target's");
    /// No kernel needs a symbol that is missing.
    pub const SYMBOLS_DEFINED: Fact = Fact("symbols are defined");
    /// No function of the module has the name of one of the target's library.
    pub const NAMES_PROTECTED: Fact = Fact("names are protected");
    /// The optimizer does not know the values of the host's variables, and may assume that those which are only loaded
    /// are constant.
    pub const HOST_VARIABLES_MARKED: Fact = Fact("variables of the host are marked");
    /// Builtins are plain IR, except for those that have separate passes.
    pub const BUILTINS_LOWERED: Fact = Fact("builtins are lowered");
    /// Functions have the attributes that control LLVM's inliner.
    pub const INLINING_PREPARED: Fact = Fact("inlining is prepared");
    /// Kernels consist of one function, except for calls through pointers.
    pub const INLINED: Fact = Fact("functions are part of the kernels");
    /// Failed assertions are calls of the target's library.
    pub const ASSERTIONS_LOWERED: Fact = Fact("assertions are lowered");
    /// The code is in SSA form, and constants are visible as such.
    pub const SIMPLIFIED: Fact = Fact("the code is simplified");
    /// Matrices are arrays of their work-items.
    pub const MATRICES_LOWERED: Fact = Fact("matrices are lowered");
    /// Asynchronous copies are those of the target.
    pub const COPIES_LOWERED: Fact = Fact("asynchronous copies are lowered");
    /// Images and samplers are handles, and their operations are calls of the target's library.
    pub const IMAGES_LOWERED: Fact = Fact("images are lowered");
    /// Barriers and group operations are data.
    pub const SYNCHRONIZATION_LOWERED: Fact = Fact("synchronization is lowered");
    /// The target's optimization is done.
    pub const OPTIMIZED: Fact = Fact("the code is optimized");
}

/// The place of a pass among others.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The pass.
    pub name: &'static str,
    /// The facts that must hold before it.
    pub needs: &'static [Fact],
    /// The facts that hold after it.
    pub establishes: &'static [Fact],
    /// The facts that no longer hold after it.
    pub destroys: &'static [Fact],
}

/// Passes in an order that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// A pass needs something that does not hold.
    #[error("pass `{pass}` needs that {}, {reason}", .fact.0)]
    Unmet {
        /// The pass.
        pass: &'static str,
        /// The required fact.
        fact: Fact,
        /// Why it does not hold.
        reason: Reason,
    },
    /// Two passes have one name.
    #[error("two passes have the name `{0}`")]
    Twice(&'static str),
    /// There is no pass with this name.
    #[error("unknown pass `{0}`")]
    Unknown(String),
}

/// Why a fact does not hold before a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// This pass, which is before it, destroys the fact.
    Destroyed(&'static str),
    /// This pass, which runs later, establishes the fact.
    Later(&'static str),
    /// No pass establishes the fact.
    Never,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Destroyed(by) => write!(f, "which does not hold after pass `{by}`"),
            Self::Later(by) => write!(f, "which holds only after pass `{by}`"),
            Self::Never => f.write_str("which no pass establishes"),
        }
    }
}

/// Checks that everything holds that passes need, where `given` holds at the beginning.
///
/// # Errors
/// The first pass that is at the wrong place, and the pass that it conflicts with.
pub fn check(given: &[Fact], steps: &[Step]) -> Result<(), OrderError> {
    let mut holds = given.to_vec();
    for (index, step) in steps.iter().enumerate() {
        if steps[..index].iter().any(|earlier| earlier.name == step.name) {
            return Err(OrderError::Twice(step.name));
        }
        if let Some(&fact) = step.needs.iter().find(|fact| !holds.contains(fact)) {
            let reason = reason(fact, &steps[..index], &steps[index..]);
            return Err(OrderError::Unmet { pass: step.name, fact, reason });
        }
        holds.retain(|fact| !step.destroys.contains(fact));
        holds.extend(step.establishes);
    }
    Ok(())
}

fn reason(fact: Fact, before: &[Step], behind: &[Step]) -> Reason {
    let destroys = |step: &&Step| step.destroys.contains(&fact);
    let establishes = |step: &&Step| step.establishes.contains(&fact);
    let destroyed = before.iter().rev().find(destroys).map(|step| Reason::Destroyed(step.name));
    let later = || behind.iter().find(establishes).map(|step| Reason::Later(step.name));
    destroyed.or_else(later).unwrap_or(Reason::Never)
}

#[cfg(test)]
mod tests {
    use super::facts::{BUILTINS_LOWERED, INLINED, NAMED_AS_IN_SOURCE};
    use super::*;

    const LOWER: Step = Step { name: "lower", needs: &[], establishes: &[BUILTINS_LOWERED], destroys: &[] };
    const INLINE: Step = Step { name: "inline", needs: &[BUILTINS_LOWERED], establishes: &[INLINED], destroys: &[] };
    const CHECK: Step = Step { name: "check", needs: &[NAMED_AS_IN_SOURCE], establishes: &[], destroys: &[] };
    const RENAME: Step = Step { name: "rename", needs: &[], establishes: &[], destroys: &[NAMED_AS_IN_SOURCE] };

    fn error(steps: &[Step]) -> String {
        check(&[NAMED_AS_IN_SOURCE], steps).expect_err("a wrong order").to_string()
    }

    #[test]
    fn what_passes_need_holds() {
        assert_eq!(check(&[NAMED_AS_IN_SOURCE], &[CHECK, RENAME, LOWER, INLINE]), Ok(()));
        assert_eq!(check(&[BUILTINS_LOWERED], &[INLINE]), Ok(()));
    }

    #[test]
    fn wrong_orders_name_both_passes() {
        assert_eq!(
            error(&[INLINE, LOWER]),
            "pass `inline` needs that builtins are lowered, which holds only after pass `lower`"
        );
        assert_eq!(
            error(&[RENAME, CHECK]),
            "pass `check` needs that functions have their names in the source, which does not hold after pass `rename`"
        );
        assert_eq!(error(&[INLINE]), "pass `inline` needs that builtins are lowered, which no pass establishes");
    }

    #[test]
    fn names_of_passes_are_unique() {
        assert_eq!(error(&[LOWER, INLINE, LOWER]), "two passes have the name `lower`");
    }

    #[test]
    fn what_was_destroyed_can_be_established_again() {
        let spoil = Step { name: "spoil", needs: &[], establishes: &[], destroys: &[BUILTINS_LOWERED] };
        let again = Step { name: "again", ..LOWER };
        assert_eq!(check(&[], &[LOWER, spoil, again, INLINE]), Ok(()));
        let error = check(&[], &[LOWER, spoil, INLINE]).expect_err("it was destroyed").to_string();
        assert!(error.ends_with("does not hold after pass `spoil`"), "{error}");
    }
}
