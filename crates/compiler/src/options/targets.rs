//! `-fsycl-targets=` and everything that may differ between targets.

use tandem_image::device_image::targets;

use super::OptionError;

/// What device code is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// SPIR-V, which devices compile when a program runs.
    Spir64,
    /// Code for x86-64 CPUs, compiled ahead of time.
    X86_64,
}

/// All targets.
const ALL: [Target; 2] = [Target::Spir64, Target::X86_64];

impl Target {
    /// The target's name, the architecture of its triple.
    pub fn name(self) -> &'static str {
        match self {
            Self::Spir64 => targets::SPIR64,
            Self::X86_64 => targets::SPIR64_X86_64,
        }
    }

    /// The target of a triple.
    pub fn parse(triple: &str) -> Option<Self> {
        let name = triple.split('-').next().unwrap_or_default();
        ALL.into_iter().find(|target| target.name() == name)
    }

    /// The targets of a list with commas between them, each once.
    pub fn parse_list(list: &str) -> Result<Vec<Self>, OptionError> {
        let mut targets = Vec::new();
        for triple in list.split(',') {
            let target = Self::parse(triple).ok_or_else(|| OptionError::Target(triple.to_owned()))?;
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        Ok(targets)
    }
}

/// Options for the compilers or linkers of devices, as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TargetOptions(Vec<(Option<String>, String)>);

impl TargetOptions {
    /// Adds options, for one triple or for whatever they suit.
    pub fn push(&mut self, triple: Option<&str>, text: &str) {
        self.0.push((triple.map(str::to_owned), text.to_owned()));
    }

    /// The options for one of `targets`. Options without a triple are for the
    /// only target, or, where there are several, for that which is compiled
    /// ahead of time: a portable image must not become less so.
    pub fn of(&self, target: Target, targets: &[Target]) -> String {
        let takes_rest = targets.len() < 2 || target == Target::X86_64;
        let is_for_it = |triple: &Option<String>| match triple {
            Some(triple) => Target::parse(triple) == Some(target),
            None => takes_rest,
        };
        let texts: Vec<&str> =
            self.0.iter().filter(|(triple, _)| is_for_it(triple)).map(|(_, text)| text.as_str()).collect();
        texts.join(" ")
    }
}

/// A device image that is linked in as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedImage {
    /// Its target: the architecture of the triple.
    pub target: String,
    /// The file.
    pub file: String,
}

impl AddedImage {
    /// Parses `TRIPLE:FILE`.
    pub fn parse(pair: &str) -> Result<Self, OptionError> {
        let error = || OptionError::Value {
            option: "-fsycl-add-targets=",
            value: pair.to_owned(),
            expected: "TRIPLE:FILE, several of them separated by commas",
        };
        let (triple, file) = pair.split_once(':').filter(|(_, file)| !file.is_empty()).ok_or_else(error)?;
        let target = triple.split('-').next().filter(|target| !target.is_empty()).ok_or_else(error)?;
        Ok(Self { target: target.to_owned(), file: file.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_targets() {
        let parse = |list| Target::parse_list(list).unwrap();
        assert_eq!(parse("spir64_x86_64-unknown-unknown,spir64,spir64"), [Target::X86_64, Target::Spir64]);
        assert!(Target::parse_list("spir64,").is_err());
    }

    #[test]
    fn options_go_to_the_target_that_they_are_for() {
        let mut options = TargetOptions::default();
        options.push(Some("spir64_x86_64-unknown-unknown"), "-march=avx2");
        options.push(None, "-O1");
        options.push(Some("spir64"), "-g");
        options.push(Some("spir64_gen"), "-device pvc");
        let both = [Target::Spir64, Target::X86_64];
        assert_eq!(options.of(Target::X86_64, &both), "-march=avx2 -O1");
        assert_eq!(options.of(Target::Spir64, &both), "-g");
        assert_eq!(options.of(Target::Spir64, &both[..1]), "-O1 -g");
    }
}
