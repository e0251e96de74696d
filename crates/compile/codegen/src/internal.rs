//! The names that code generators create in a module and find again later: placeholder functions, which the target
//! replaces, and memory of the target. This table contains all of them.

use std::fmt::Display;

use tandem_ir::{Inst, Opcode};

/// The prefix of all these names, which no name in a source has.
const PREFIX: &str = "tandem.";

macro_rules! internals {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The role of a name that begins with `tandem.`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Internal {
            $($(#[$doc])* #[doc = concat!("(`tandem.", $text, "`)")] $name,)*
        }

        impl Internal {
            const ALL: &[Internal] = &[$(Self::$name),*];

            const fn text(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

// Names that end in a dot are followed by a rest: the query, the operation, a type, an offset.
internals! {
    /// A [query](crate::query).
    Query = "query.",
    /// A barrier of the work-group.
    GroupBarrier = "barrier.group",
    /// A barrier of the sub-group.
    SubGroupBarrier = "barrier.subgroup",
    /// A barrier that a target's passes insert.
    ImplicitBarrier = "implicit_barrier",
    /// The wait for the other work-groups of a cooperative launch.
    WaitForGroups = "wait_for_groups",
    /// An operation of the work-group.
    GroupOperation = "group.",
    /// An operation of the sub-group.
    SubGroupOperation = "subgroup.",
    /// An operation of some work-items of a sub-group.
    MembersOperation = "members.",
    /// An operand of such an operation.
    GroupOperand = "group_operand.",
    /// The address of a kernel's variable in local memory, at an offset.
    LocalVariable = "local.",
    /// A defined function, whose own name the rest is.
    Defined = "defined.",
    /// Local memory whose size the launch decides.
    DynamicMemory = "dynamic_memory",
    /// Local memory through which a work-group exchanges values.
    Exchange = "exchange",
    /// Local memory that records which sub-groups of a work-group participate in an exchange.
    Present = "present",
    /// The function that a failed assertion calls.
    FailAssertion = "fail_assertion",
    /// The function that waits at a barrier of the launch for the other work-groups.
    WaitAtBarrier = "wait_at_barrier",
}

impl Internal {
    /// The name of one that has no rest.
    pub fn name(self) -> String {
        self.name_with("")
    }

    /// The name with its rest.
    pub fn name_with(self, rest: impl Display) -> String {
        format!("{PREFIX}{}{rest}", self.text())
    }

    /// The role of a name, and its rest.
    pub fn of(name: &str) -> Option<(Self, &str)> {
        let name = name.strip_prefix(PREFIX)?;
        Self::ALL.iter().find_map(|internal| match internal.text() {
            text if text.ends_with('.') => Some((*internal, name.strip_prefix(text)?)),
            text => (name == text).then_some((*internal, "")),
        })
    }

    /// The role of the function that an instruction calls, with the rest of its name.
    pub fn called_by(inst: Inst<'_>) -> Option<(Self, String)> {
        if inst.opcode() != Opcode::LLVMCall {
            return None;
        }
        let name = inst.called_function()?.name();
        Self::of(&name).map(|(internal, rest)| (internal, rest.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::Internal;

    #[test]
    fn names_are_found_again() {
        for internal in Internal::ALL {
            let rest = if internal.text().ends_with('.') { "rest.i32" } else { "" };
            assert_eq!(Internal::of(&internal.name_with(rest)), Some((*internal, rest)));
        }
        assert_eq!(Internal::of("tandem.barrier.group.1"), None);
        assert_eq!(Internal::of("tandem.other"), None);
        assert_eq!(Internal::of("query.work_dim"), None);
    }
}
