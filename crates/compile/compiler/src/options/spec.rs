//! The description of one option: its spelling and its effect.

use super::error::OptionError;
use super::parsed::Options;
use super::words::Role;

/// How an option and its value are spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The word itself.
    Flag,
    /// The value follows in the same word.
    Joined,
    /// The value is the next word.
    Separate,
    /// Either.
    JoinedOrSeparate,
    /// One value in the same word, and another one in the next.
    JoinedAndSeparate,
}

/// The effect of an option.
#[derive(Clone, Copy, Debug)]
pub enum Action {
    /// It is passed to clang, in the stages of a role.
    Pass(Role),
    /// It changes a setting of the driver.
    Switch(fn(&mut Options)),
    /// It does something with its value.
    Set(Setter),
    /// It makes no difference here.
    Nothing,
    /// It has an effect that Tandem does not have.
    Missing,
}

/// The effect of an option with a value.
pub type Setter = fn(&mut State, &Given<'_>) -> Result<(), OptionError>;

/// The command line as far as it was read.
#[derive(Debug)]
pub struct State {
    pub options: Options,
    /// `-x`: the language of the inputs that follow.
    pub language: Option<String>,
}

/// An option as it was given.
#[derive(Debug)]
pub struct Given<'a> {
    /// Its name in the table.
    pub name: &'static str,
    /// All words.
    pub spelling: &'a [String],
    /// The value, wherever it is.
    pub value: &'a str,
    /// The value in the same word if the next word has another one, as in `-Xsycl-target-…=T value`.
    pub triple: Option<&'a str>,
}

/// One option.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The option, or its beginning for forms with a joined value.
    pub name: &'static str,
    /// How its value is spelled.
    pub form: Form,
    /// The option's effect.
    pub action: Action,
}

/// An option for clang.
pub const fn pass(name: &'static str, form: Form, role: Role) -> Spec {
    Spec { name, form, action: Action::Pass(role) }
}

/// An option without a value.
pub const fn switch(name: &'static str, change: fn(&mut Options)) -> Spec {
    Spec { name, form: Form::Flag, action: Action::Switch(change) }
}

/// An option with a value, or with words that count.
pub const fn set(name: &'static str, form: Form, setter: Setter) -> Spec {
    Spec { name, form, action: Action::Set(setter) }
}

/// An option that makes no difference.
pub const fn nothing(name: &'static str, form: Form) -> Spec {
    Spec { name, form, action: Action::Nothing }
}

/// An option whose effect Tandem does not have.
pub const fn missing(name: &'static str, form: Form) -> Spec {
    Spec { name, form, action: Action::Missing }
}
