//! The targets of a device link, and all settings that may differ between them.

use tandem_command_line::post_link_request::AddedImage;
use tandem_device_target::{Code, Registry, Selection};

use super::error::OptionError;

/// The targets of a list with commas between them (`-fsycl-targets=`), each once.
pub fn parse_list(list: &str, registry: &Registry) -> Result<Vec<Selection>, OptionError> {
    let mut targets = Vec::new();
    for name in list.split(',') {
        let unknown = || OptionError::Target { name: name.to_owned(), known: registry.names() };
        let target = registry.find(name).ok_or_else(unknown)?;
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    Ok(targets)
}

/// Options for the compilers or linkers of devices, as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TargetOptions(Vec<(Addressee, String)>);

/// The targets of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Addressee {
    /// All targets that it suits.
    Any,
    /// A target or processor.
    One(Selection),
}

impl TargetOptions {
    /// Adds options, for one target or for all that they suit. Options for targets that Tandem does not have are for
    /// other compilers.
    pub fn push(&mut self, triple: Option<&str>, text: &str, registry: &Registry) {
        let addressee = match triple {
            None => Some(Addressee::Any),
            Some(triple) => registry.find(triple).map(Addressee::One),
        };
        self.0.extend(addressee.map(|addressee| (addressee, text.to_owned())));
    }

    /// The options for one of `targets`. Options without a triple are for the only target or, if there are several, for
    /// those that are compiled ahead of time: they must not make a portable image less portable.
    pub fn of(&self, target: Selection, targets: &[Selection]) -> String {
        let takes_rest = targets.len() < 2 || target.target.code != Code::Portable;
        let is_for_it = |addressee: Addressee| match addressee {
            Addressee::One(addressee) => target.is_part_of(&addressee),
            Addressee::Any => takes_rest,
        };
        let texts = self.0.iter().filter(|(addressee, _)| is_for_it(*addressee)).map(|(_, text)| text.as_str());
        texts.collect::<Vec<_>>().join(" ")
    }
}

/// Parses the `TRIPLE:FILE` of a device image that is linked in as it is.
pub fn parse_added_image(pair: &str, registry: &Registry) -> Result<AddedImage, OptionError> {
    let error = || OptionError::Value {
        option: "-fsycl-add-targets=",
        value: pair.to_owned(),
        expected: "TRIPLE:FILE, several of them separated by commas",
    };
    let (triple, file) = pair.split_once(':').filter(|(_, file)| !file.is_empty()).ok_or_else(error)?;
    let target = Some(registry.image_target(triple)).filter(|target| !target.is_empty()).ok_or_else(error)?;
    Ok(AddedImage { target: target.to_owned(), file: file.to_owned() })
}

/// Targets that there are not, for the tests of this crate.
#[cfg(test)]
#[path = "../../../device-target/tests/support/made_up.rs"]
pub mod made_up;

#[cfg(test)]
mod tests {
    use super::made_up::REGISTRY;
    use super::*;

    fn find(name: &str) -> Selection {
        REGISTRY.find(name).unwrap()
    }

    #[test]
    fn lists_of_targets() {
        let parse = |list| parse_list(list, &REGISTRY);
        let names = "abacus64-unknown-unknown,portable,portable,abacus_10";
        assert_eq!(parse(names), Ok(["abacus64", "portable", "abacus_10"].map(find).to_vec()));
        let error = parse("portable,").unwrap_err().to_string();
        assert_eq!(error, "SYCL target '' is not supported; supported targets are 'portable' and 'abacus64'");
    }

    #[test]
    fn options_go_to_the_target_that_they_are_for() {
        let mut options = TargetOptions::default();
        let mut push = |triple, text| options.push(triple, text, &REGISTRY);
        push(Some("abacus64-unknown-unknown"), "-beads=7");
        push(None, "-O1");
        push(Some("portable"), "-g");
        push(Some("slide_rule"), "-length=20");
        push(Some("abacus_10"), "-frame");
        let all = ["portable", "abacus64", "abacus_10"].map(find);
        let [portable, abacus, processor] = all.map(|target| options.of(target, &all));
        assert_eq!([portable, abacus, processor], ["-g", "-beads=7 -O1", "-beads=7 -O1 -frame"]);
        assert_eq!(options.of(all[0], &all[..1]), "-O1 -g");
    }
}
