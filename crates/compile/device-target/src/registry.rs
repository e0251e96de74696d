//! Targets by name.

use crate::target::{Code, Processor, Target};

/// The targets of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registry {
    portable: &'static Target,
    ahead_of_time: &'static [&'static Target],
}

impl Registry {
    /// A registry of the target for which nothing but SPIR-V is needed, and those that code is
    /// compiled for ahead of time.
    ///
    /// # Panics
    /// When a target is in the wrong place.
    pub const fn new(portable: &'static Target, ahead_of_time: &'static [&'static Target]) -> Self {
        assert!(matches!(portable.code, Code::Portable));
        let mut index = 0;
        while index < ahead_of_time.len() {
            assert!(matches!(ahead_of_time[index].code, Code::AheadOfTime(_)));
            index += 1;
        }
        Self { portable, ahead_of_time }
    }

    /// The target whose images every device can compile, and which is the default.
    pub const fn portable(&self) -> &'static Target {
        self.portable
    }

    /// All targets, the portable one first. Those of early device links are reached through their targets
    /// ([`Target::early`]).
    pub fn targets(&self) -> impl Iterator<Item = &'static Target> {
        [self.portable].into_iter().chain(self.ahead_of_time.iter().copied())
    }

    /// The target or processor with a name: a target, including that of an early device link, a triple with the
    /// target's name as architecture, or a processor.
    pub fn find(&self, name: &str) -> Option<Selection> {
        let architecture = name.split('-').next().unwrap_or_default();
        self.targets().flat_map(|target| [target].into_iter().chain(target.early)).find_map(|target| {
            let processor = target.processors.iter().find(|processor| processor.name == name);
            (processor.is_some() || target.name == architecture).then_some(Selection { target, processor })
        })
    }

    /// The name in images for a `triple` in options: the target's name or, for unknown triples, the architecture.
    pub fn image_target<'a>(&self, triple: &'a str) -> &'a str {
        match self.find(triple) {
            Some(selection) => selection.target.name,
            None => triple.split('-').next().unwrap_or(triple),
        }
    }

    /// The names of all targets, for messages: `'a', 'b' and 'c'`.
    pub fn names(&self) -> String {
        let names: Vec<String> = self.targets().map(|target| format!("'{}'", target.name)).collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => names.concat(),
        }
    }
}

/// A target, or one of its processors, as a command line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The target.
    pub target: &'static Target,
    /// The processor, if one is named.
    pub processor: Option<&'static Processor>,
}

impl Selection {
    /// The name by which [`Registry::find`] finds it again.
    pub fn name(&self) -> &'static str {
        self.processor.map_or(self.target.name, |processor| processor.name)
    }

    /// The options that the name implies.
    pub fn options(&self) -> &'static str {
        self.processor.map_or("", |processor| processor.options)
    }

    /// Whether a statement about `other` also applies to this: if `other` is the same target as a whole, or the same
    /// processor.
    pub fn is_part_of(&self, other: &Self) -> bool {
        self.target == other.target && (other.processor.is_none() || self.processor == other.processor)
    }
}

impl From<&'static Target> for Selection {
    fn from(target: &'static Target) -> Self {
        Self { target, processor: None }
    }
}

#[cfg(test)]
#[path = "../tests/support/made_up.rs"]
mod made_up;

#[cfg(test)]
mod tests {
    use super::made_up::{PORTABLE, REGISTRY};
    use super::*;

    #[test]
    fn targets_have_names_triples_and_processors() {
        let find = |name| REGISTRY.find(name).map(|found| (found.target.name, found.name(), found.options()));
        assert_eq!(find("abacus64"), Some(("abacus64", "abacus64", "")));
        assert_eq!(find("abacus64-acme-none"), Some(("abacus64", "abacus64", "")));
        assert_eq!(find("abacus_10"), Some(("abacus64", "abacus_10", "-rods=10")));
        assert_eq!(find("portable-unknown-unknown"), Some(("portable", "portable", "")));
        for unknown in ["", "abacus", "abacus_10-acme", "abacus_11"] {
            assert_eq!(find(unknown), None, "{unknown}");
        }
        assert_eq!(REGISTRY.names(), "'portable' and 'abacus64'");
        assert_eq!(["abacus_10", "slide-rule"].map(|name| REGISTRY.image_target(name)), ["abacus64", "slide"]);
    }

    #[test]
    fn what_is_said_of_a_target_is_said_of_its_processors() {
        let [target, processor] = ["abacus64", "abacus_10"].map(|name| REGISTRY.find(name).unwrap());
        assert!(processor.is_part_of(&target) && processor.is_part_of(&processor));
        assert!(!target.is_part_of(&processor) && !target.is_part_of(&Selection::from(&PORTABLE)));
    }
}
