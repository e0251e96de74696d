//! Requirements of device IR on the devices that code is generated for.

use crate::builtin::Builtin;
use crate::feature::Feature;

/// A kind of device that code is generated for, as its code generator describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Device {
    /// Name for messages: `the CPU device`.
    pub name: &'static str,
    /// The optional features that it has.
    pub features: &'static [Feature],
}

impl Device {
    /// Whether it has a feature.
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Whether code for it can call a builtin.
    pub fn provides(&self, builtin: Builtin) -> bool {
        builtin.feature().is_none_or(|feature| self.has(feature))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::Instruction;

    #[test]
    fn devices_provide_what_needs_no_feature_or_one_of_theirs() {
        let plain = Device { name: "plain", features: &[] };
        let timed = Device { name: "timed", features: &[Feature::Clock] };
        let [clock, read, dot] = [Instruction::ReadClockKHR, Instruction::ImageRead, Instruction::Dot]
            .map(|instruction| [plain, timed].map(|device| device.provides(Builtin::Instruction(instruction))));
        assert_eq!((clock, read, dot), ([false, true], [false, false], [true, true]));
    }
}
