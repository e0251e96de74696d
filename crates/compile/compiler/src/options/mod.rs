//! The command line of `tandem++`: clang's options, which pass through to the
//! stages they are for, and DPC++'s, which the driver itself obeys.

use tandem_command_line::post_link_request::{AddedImage, Split};
use tandem_device_target::{Registry, Selection};

pub mod help;
mod intel;
pub mod response;
mod table;
mod targets;

use intel::Meaning;
use table::Spec;
pub(crate) use table::{Form, TABLE};
pub use table::{Role, is_foreign_option};
pub use targets::TargetOptions;
#[cfg(test)]
pub use targets::made_up;

/// Why a command line cannot be obeyed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The command line ends after an option that needs a value.
    #[error("argument to '{0}' is missing")]
    MissingValue(String),
    /// A value that the option does not have.
    #[error("invalid value '{value}' in '{option}'; expected {expected}")]
    Value {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// What it takes.
        expected: &'static str,
    },
    /// An option of Intel's compilers without a counterpart.
    #[error("unknown argument '{option}', an option of Intel's compilers: {advice}")]
    Intel {
        /// The option.
        option: String,
        /// What to do instead.
        advice: &'static str,
    },
    /// A device target that Tandem cannot compile for.
    #[error("SYCL target '{name}' is not supported; supported targets are {known}")]
    Target {
        /// The target.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// `-o` with several outputs.
    #[error("cannot specify -o when generating multiple output files")]
    OutputForMany,
    /// One integration header for several sources.
    #[error("cannot specify -fsycl-int-header= for several sources")]
    HeaderForMany,
}

/// What the driver is asked to produce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Something that only the host compiler has to do with: preprocessed
    /// text, dependencies, static analysis, module interfaces.
    HostOnly,
    /// Diagnostics only.
    SyntaxOnly,
    /// Host assembly.
    Assembly,
    /// One object per source.
    Object,
    /// A program or library.
    Link,
}

/// One word group of the command line, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// An input file.
    Input(Input),
    /// An option for clang, with its separate value where it has one.
    Option {
        /// Which stages it is for.
        role: Role,
        /// The words.
        spelling: Vec<String>,
    },
}

/// An input file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its path; `-` is standard input.
    pub path: String,
    /// The language that `-x` gave it.
    pub language: Option<String>,
}

/// DPC++'s options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyclOptions {
    /// `-fsycl`, and not `-fno-sycl` after it.
    pub enabled: bool,
    /// Not `-nolibsycl`: link the runtime.
    pub link_runtime: bool,
    /// `-fsycl-device-only`.
    pub device_only: bool,
    /// `-fsycl-targets`: what device code is linked for.
    pub targets: Vec<Selection>,
    /// `-fsycl-device-code-split`.
    pub split: Split,
    /// Not `-fno-sycl-dead-args-optimization`.
    pub dead_args: bool,
    /// `-fsycl-link`: stop at the object that holds the device images.
    pub link_images_only: bool,
    /// Not `-fno-sycl-rdc`: units may use each other's device functions.
    pub rdc: bool,
    /// `-fsycl-max-parallel-link-jobs`.
    pub link_jobs: usize,
    /// `-fsycl-int-header`: where the integration header goes.
    pub int_header: Option<String>,
    /// `-fsycl-host-compiler`: what compiles for the host instead of clang.
    pub host_compiler: Option<String>,
    /// `-fsycl-host-compiler-options`: its options.
    pub host_compiler_options: Vec<String>,
    /// `-fsycl-add-targets`: further device images, with their targets.
    pub added_images: Vec<AddedImage>,
    /// `-fsycl-dump-device-code`.
    pub dump_dir: Option<String>,
    /// `-fsycl-id-queries-fit-in-int`.
    pub ids_fit_in_int: bool,
    /// `-Xsycl-target-frontend`: more options for the device pass.
    pub frontend_options: Vec<String>,
    /// `-Xsycl-target-backend`, `-Xs`: the images' compile options.
    pub compile_options: TargetOptions,
    /// `-Xsycl-target-linker`: the images' link options.
    pub link_options: TargetOptions,
}

impl SyclOptions {
    /// No option, with the default target of `registry`.
    fn new(registry: &Registry) -> Self {
        Self {
            enabled: false,
            link_runtime: true,
            device_only: false,
            targets: vec![registry.portable().into()],
            split: Split::default(),
            dead_args: true,
            link_images_only: false,
            rdc: true,
            link_jobs: 1,
            int_header: None,
            host_compiler: None,
            host_compiler_options: Vec::new(),
            added_images: Vec::new(),
            dump_dir: None,
            ids_fit_in_int: false,
            frontend_options: Vec::new(),
            compile_options: TargetOptions::default(),
            link_options: TargetOptions::default(),
        }
    }
}

/// A parsed command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The targets that there are.
    pub registry: Registry,
    /// Inputs and clang's options, in order; those of [`Role::Mode`] only
    /// where the host compiler needs to see them.
    pub words: Vec<Word>,
    /// What to produce.
    pub phase: Phase,
    /// `-o`.
    pub output: Option<String>,
    /// `-v`.
    pub verbose: bool,
    /// `-###`.
    pub dry_run: bool,
    /// `-save-temps`.
    pub save_temps: bool,
    /// DPC++'s options.
    pub sycl: SyclOptions,
    /// DPC++'s options whose effect Tandem does not have.
    pub missing: Vec<String>,
}

impl Options {
    /// Parses a command line without the program's name. `registry` has the targets that it may name.
    pub fn parse(args: impl IntoIterator<Item = String>, registry: Registry) -> Result<Self, OptionError> {
        let mut options = Self {
            registry,
            words: Vec::new(),
            phase: Phase::Link,
            output: None,
            verbose: false,
            dry_run: false,
            save_temps: false,
            sycl: SyclOptions::new(&registry),
            missing: Vec::new(),
        };
        let mut language = None;
        let mut args = args.into_iter();
        let mut only_inputs = false;
        while let Some(word) = args.next() {
            if only_inputs || word == "-" || !word.starts_with('-') {
                let language = language.clone();
                options.words.push(Word::Input(Input { path: word, language }));
            } else if word == "--" {
                only_inputs = true;
            } else {
                options.apply(word, &mut args, &mut language)?;
            }
        }
        Ok(options)
    }

    /// The inputs, in order.
    pub fn inputs(&self) -> impl Iterator<Item = &Input> {
        self.words.iter().filter_map(|word| match word {
            Word::Input(input) => Some(input),
            Word::Option { .. } => None,
        })
    }

    /// The options for clang, in order.
    pub fn options(&self) -> impl Iterator<Item = (Role, &[String])> {
        self.words.iter().filter_map(|word| match word {
            Word::Input(_) => None,
            Word::Option { role, spelling } => Some((*role, spelling.as_slice())),
        })
    }

    /// Whether one of these options for clang is present.
    pub fn has(&self, names: &[&str]) -> bool {
        self.options().any(|(_, spelling)| names.contains(&spelling[0].as_str()))
    }

    /// Whether an option for clang begins with `prefix`.
    pub fn has_prefix(&self, prefix: &str) -> bool {
        self.options().any(|(_, spelling)| spelling[0].starts_with(prefix))
    }

    /// The optimization level of device code, 0 to 3. Without `-O` it is 2, as
    /// in DPC++.
    pub fn device_opt_level(&self) -> u8 {
        let levels = self.options().filter_map(|(_, spelling)| spelling[0].strip_prefix("-O"));
        match levels.last() {
            Some("0") => 0,
            Some("1" | "g") => 1,
            Some("3" | "4" | "fast") => 3,
            _ => 2,
        }
    }

    /// Whether device code is to say which lines of the source it is from: any amount of debug
    /// information has them.
    pub fn device_lines(&self) -> bool {
        let levels = self.options().filter_map(|(_, spelling)| spelling[0].strip_prefix("-g"));
        levels.fold(false, |wanted, level| match level {
            "0" | "gdb0" => false,
            "" | "1" | "2" | "3" | "line-tables-only" | "line-directives-only" => true,
            _ => wanted || level.starts_with("gdb") || level.starts_with("dwarf"),
        })
    }

    /// Whether products and sums of device code may become one operation with one rounding, where the
    /// device has it: unless `-ffp-contract=off` or a strict model of floating point says otherwise.
    pub fn device_contracts(&self) -> bool {
        self.options().fold(true, |contracts, (_, spelling)| match spelling[0].as_str() {
            "-ffp-contract=off" | "-ffp-model=strict" => false,
            "-ffast-math" => true,
            word if word.starts_with("-ffp-contract=") || word.starts_with("-ffp-model=") => true,
            _ => contracts,
        })
    }

    /// How many errors clang shows of a source, `-ferror-limit=`; 0 is all.
    pub fn error_limit(&self) -> usize {
        const DEFAULT: usize = 20;
        let limits = self.options().filter_map(|(_, spelling)| spelling[0].strip_prefix("-ferror-limit="));
        limits.last().and_then(|limit| limit.parse().ok()).unwrap_or(DEFAULT)
    }

    /// Warnings about options without the effect that they have in DPC++.
    pub fn warnings(&self) -> Vec<String> {
        if self.has(&["-w", "-Wno-unused-command-line-argument", "-Qunused-arguments"]) {
            return Vec::new();
        }
        let text = |option| format!("argument '{option}' has no effect [-Wunused-command-line-argument]");
        self.missing.iter().map(text).collect()
    }

    fn apply(
        &mut self,
        word: String,
        args: &mut dyn Iterator<Item = String>,
        language: &mut Option<String>,
    ) -> Result<(), OptionError> {
        if let Some(words) = clang_words(&word, args)? {
            let mut words = words.iter().map(|word| (*word).to_owned());
            while let Some(word) = words.next() {
                self.apply(word, &mut words, language)?;
            }
            return Ok(());
        }
        let Some(spec) = table::find(&word) else {
            self.push(Role::Common, vec![word]);
            return Ok(());
        };
        let (joined, spelling) = read_value(spec, word, args)?;
        // What `-Xsycl-target-…=T value` is for.
        let triple = (spec.form == Form::JoinedAndSeparate).then(|| spelling[0][spec.name.len()..].to_owned());
        // The value, wherever it is.
        let value = joined.unwrap_or_else(|| spelling.last().cloned().unwrap_or_default());
        // What clang's front end does not know is the driver's, as if it stood there alone.
        if spec.name == "-Xclang" && table::is_dpcpp_option(&value) {
            return self.apply(value, args, language);
        }
        match spec.role {
            Role::Mode => self.apply_mode(spec.name, spelling, value, language),
            Role::Sycl if spec.name.starts_with("-foffload-") => self.apply_library(spec.name, value),
            Role::Sycl => self.apply_sycl(spec.name, triple.as_deref(), &value)?,
            Role::SyclIgnored => {}
            Role::SyclMissing => self.missing.push(spelling.join(" ")),
            role => self.push(role, spelling),
        }
        Ok(())
    }

    /// DPC++'s first options for archives with device code: now they are inputs like others.
    fn apply_library(&mut self, name: &str, path: String) {
        let is_whole = name == "-foffload-whole-static-lib=";
        if is_whole {
            self.push(Role::Link, vec!["-Wl,--whole-archive".to_owned()]);
        }
        self.words.push(Word::Input(Input { path, language: None }));
        if is_whole {
            self.push(Role::Link, vec!["-Wl,--no-whole-archive".to_owned()]);
        }
    }

    fn push(&mut self, role: Role, spelling: Vec<String>) {
        self.words.push(Word::Option { role, spelling });
    }

    fn apply_mode(&mut self, name: &str, spelling: Vec<String>, value: String, language: &mut Option<String>) {
        match name {
            "-c" => self.set_phase(Phase::Object),
            "-S" => self.set_phase(Phase::Assembly),
            "-fsyntax-only" => self.set_phase(Phase::SyntaxOnly),
            "-o" | "--output" | "--output=" => self.output = Some(value),
            "-x" | "--language=" => *language = Some(value).filter(|value| value != "none"),
            "-###" => self.dry_run = true,
            "-v" | "--verbose" => self.verbose = true,
            _ if name.contains("save-temps") => {
                self.save_temps = true;
                self.push(Role::Host, spelling);
            }
            _ => {
                self.phase = Phase::HostOnly;
                self.push(Role::Mode, spelling);
            }
        }
    }

    /// Of several phases, the earliest counts, as in clang.
    fn set_phase(&mut self, phase: Phase) {
        let rank = |phase| match phase {
            Phase::HostOnly => 0,
            Phase::SyntaxOnly => 1,
            Phase::Assembly => 2,
            Phase::Object => 3,
            Phase::Link => 4,
        };
        if rank(phase) < rank(self.phase) {
            self.phase = phase;
        }
    }

    fn apply_sycl(&mut self, name: &'static str, triple: Option<&str>, value: &str) -> Result<(), OptionError> {
        let (sycl, registry) = (&mut self.sycl, &self.registry);
        match name {
            "-fsycl" => sycl.enabled = true,
            "-fno-sycl" => sycl.enabled = false,
            "-nolibsycl" => sycl.link_runtime = false,
            "-fsycl-device-only" => sycl.device_only = true,
            "-fsycl-targets=" => sycl.targets = targets::parse_list(value, registry)?,
            "-fsycl-add-targets=" => {
                for pair in value.split(',') {
                    sycl.added_images.push(targets::parse_added_image(pair, registry)?);
                }
            }
            "-fsycl-device-code-split" => sycl.split = Split::Auto,
            "-fno-sycl-device-code-split" => sycl.split = Split::Off,
            "-fsycl-device-code-split=" => sycl.split = split_value(value)?,
            "-fsycl-link" => sycl.link_images_only = true,
            "-fsycl-link=" => {
                sycl.link_images_only = true;
                if !["early", "image"].contains(&value) {
                    return Err(OptionError::Value {
                        option: "-fsycl-link=",
                        value: value.to_owned(),
                        expected: "'early' or 'image'",
                    });
                }
            }
            "-fsycl-dead-args-optimization" => sycl.dead_args = true,
            "-fno-sycl-dead-args-optimization" => sycl.dead_args = false,
            "-fsycl-dump-device-code=" => sycl.dump_dir = Some(value.to_owned()),
            "-fsycl-id-queries-fit-in-int" => sycl.ids_fit_in_int = true,
            "-fno-sycl-id-queries-fit-in-int" => sycl.ids_fit_in_int = false,
            "-fsycl-rdc" => sycl.rdc = true,
            "-fno-sycl-rdc" => sycl.rdc = false,
            "-fsycl-max-parallel-link-jobs=" => sycl.link_jobs = jobs_value(name, value)?,
            "-fsycl-int-header=" => sycl.int_header = Some(value.to_owned()),
            "-fsycl-host-compiler=" => sycl.host_compiler = Some(value.to_owned()),
            "-fsycl-host-compiler-options=" => sycl.host_compiler_options.extend(words_of(value)),
            "-Xsycl-target-frontend" | "-Xsycl-target-frontend=" => {
                sycl.frontend_options.extend(words_of(value));
            }
            "-Xsycl-target-linker" | "-Xsycl-target-linker=" => {
                sycl.link_options.push(triple, value, registry);
            }
            "-Xs" | "-Xsycl-target-backend" | "-Xsycl-target-backend=" => {
                sycl.compile_options.push(triple, value, registry);
            }
            _ => unreachable!("every Role::Sycl option of the table has an arm"),
        }
        Ok(())
    }
}

/// Takes an option's value off the command line. Returns the joined value,
/// where the form has one and no other, and the words of the option.
fn read_value(
    spec: &Spec,
    word: String,
    args: &mut dyn Iterator<Item = String>,
) -> Result<(Option<String>, Vec<String>), OptionError> {
    let joined = word[spec.name.len()..].to_owned();
    let separate = match spec.form {
        Form::Flag | Form::Joined => false,
        Form::Separate | Form::JoinedAndSeparate => true,
        Form::JoinedOrSeparate => joined.is_empty(),
    };
    if !separate {
        return Ok((Some(joined), vec![word]));
    }
    match args.next() {
        Some(value) => Ok((None, vec![word, value])),
        None => Err(OptionError::MissingValue(word)),
    }
}

/// Clang's words for an option of Intel's compilers. `None` where `word` is none.
fn clang_words(
    word: &str,
    args: &mut dyn Iterator<Item = String>,
) -> Result<Option<&'static [&'static str]>, OptionError> {
    let mut value = || args.next().ok_or_else(|| OptionError::MissingValue(word.to_owned()));
    let option = match word == intel::FP_MODEL {
        true => format!("{word}={}", value()?),
        false => word.to_owned(),
    };
    Ok(match intel::meaning(&option) {
        None => None,
        Some(Meaning::Words(words)) => Some(words),
        Some(Meaning::Nothing) => Some(&[]),
        Some(Meaning::NothingWithValue) => {
            value()?;
            Some(&[])
        }
        Some(Meaning::Refused(advice)) => return Err(OptionError::Intel { option, advice }),
    })
}

fn jobs_value(option: &'static str, value: &str) -> Result<usize, OptionError> {
    let number = value.parse().ok().filter(|jobs| *jobs > 0);
    number.ok_or_else(|| OptionError::Value { option, value: value.to_owned(), expected: "a positive number" })
}

fn split_value(value: &str) -> Result<Split, OptionError> {
    Split::parse(value).ok_or_else(|| OptionError::Value {
        option: "-fsycl-device-code-split=",
        value: value.to_owned(),
        expected: "'off', 'per_source', 'per_kernel' or 'auto'",
    })
}

/// The words of an option list in one argument.
fn words_of(list: &str) -> impl Iterator<Item = String> {
    list.split_whitespace().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::made_up::REGISTRY;
    use super::*;

    fn parse(line: &str) -> Result<Options, OptionError> {
        Options::parse(line.split_whitespace().map(str::to_owned), REGISTRY)
    }

    #[track_caller]
    fn check_words(line: &str, expected: &[&str]) {
        let options = parse(line).unwrap();
        let words: Vec<_> = options
            .words
            .iter()
            .map(|word| match word {
                Word::Input(Input { path, language }) => match language {
                    Some(language) => format!("input {path} as {language}"),
                    None => format!("input {path}"),
                },
                Word::Option { role, spelling } => format!("{role:?} {}", spelling.join(" ")),
            })
            .collect();
        assert_eq!(words, expected);
    }

    #[test]
    fn values_are_not_taken_for_inputs() {
        check_words(
            "-I inc -Ia -D X=1 a.cpp -Xlinker b -o out -l m -MF d.d -isystem s -Xclang -foo x.o",
            &[
                "Preprocess -I inc",
                "Preprocess -Ia",
                "Preprocess -D X=1",
                "input a.cpp",
                "Link -Xlinker b",
                "Link -l m",
                "Dependencies -MF d.d",
                "Preprocess -isystem s",
                "Common -Xclang -foo",
                "input x.o",
            ],
        );
    }

    #[test]
    fn front_end_options_of_dpcpp_are_the_drivers() {
        let line = "-Xclang -fsycl-allow-func-ptr -Xclang -fsycl-is-device -Xclang -fenable-sycl-dae \
                    -Xclang -fsycl-id-queries-fit-in-int";
        check_words(line, &["Common -Xclang -fsycl-is-device"]);
        assert!(parse(line).unwrap().sycl.ids_fit_in_int);
    }

    #[test]
    fn languages_apply_to_later_inputs() {
        check_words(
            "a.x -x c++ b.x - -xnone c.x -- -d.x",
            &["input a.x", "input b.x as c++", "input - as c++", "input c.x", "input -d.x"],
        );
    }

    #[test]
    fn the_earliest_phase_counts() {
        let phase = |line| parse(line).unwrap().phase;
        assert_eq!(phase("a.cpp"), Phase::Link);
        assert_eq!(phase("-c a.cpp"), Phase::Object);
        assert_eq!(phase("-c -S a.cpp"), Phase::Assembly);
        assert_eq!(phase("-E -c a.cpp"), Phase::HostOnly);
        assert_eq!(phase("-MM a.cpp"), Phase::HostOnly);
        assert_eq!(phase("-c -fsyntax-only a.cpp"), Phase::SyntaxOnly);
    }

    #[test]
    fn sycl_options() {
        let options = parse(
            "-fsycl -fsycl-targets=portable,portable-unknown-unknown \
             -fsycl-device-code-split=per_kernel -Xsycl-target-backend=portable -a -Xsb \
             -Xsycl-target-linker -c -fsycl-unnamed-lambda",
        )
        .unwrap();
        assert!(options.sycl.enabled);
        assert_eq!(options.sycl.split, Split::PerKernel);
        let target = Selection::from(REGISTRY.portable());
        assert_eq!(options.sycl.targets, [target]);
        assert_eq!(options.sycl.compile_options.of(target, &options.sycl.targets), "-a b");
        assert_eq!(options.sycl.link_options.of(target, &options.sycl.targets), "-c");
        assert_eq!(options.missing, [""; 0]);
        assert_eq!(options.phase, Phase::Link);
        assert!(!parse("-fsycl -fno-sycl").unwrap().sycl.enabled);
    }

    #[test]
    fn options_without_meaning_are_silent() {
        let line = "-fsycl -Wall -Wno-sycl-strict -Wsycl-2017-compat -Werror=sycl-target -sycl-std=2020 \
                    -fsycl-unnamed-lambda -fsycl-id-queries-fit-in-int -fno-sycl-device-lib=all -Xspirv-translator -x";
        assert_eq!(parse(line).unwrap().warnings(), [""; 0]);
        check_words(line, &["Host -Wall"]);
    }

    #[test]
    fn the_last_option_about_contraction_counts() {
        let contracts = |line: &str| parse(line).unwrap().device_contracts();
        assert!(contracts("-fsycl -O2") && !contracts("-fsycl -ffp-contract=off"));
        assert!(contracts("-ffp-contract=off -ffp-contract=fast") && contracts("-ffp-contract=off -ffast-math"));
        assert!(!contracts("-ffp-contract=on -ffp-model=strict") && contracts("-ffp-model=precise"));
    }

    #[test]
    fn options_without_effect_warn() {
        let line = "-fsycl -fsycl-default-sub-group-size 16 -fsycl-of-tomorrow";
        assert_eq!(
            parse(line).unwrap().warnings(),
            [
                "argument '-fsycl-default-sub-group-size 16' has no effect [-Wunused-command-line-argument]",
                "argument '-fsycl-of-tomorrow' has no effect [-Wunused-command-line-argument]"
            ]
        );
        assert_eq!(parse(&format!("{line} -w")).unwrap().warnings(), [""; 0]);
    }

    #[test]
    fn options_of_intels_compilers_become_clangs() {
        check_words(
            "-qopenmp -xHost -fp-model precise -fp-model=consistent -ipo -qopt-report=3 -diag-disable 10441 \
             -diag-disable=remark -no-prec-div -x c++ a.cpp -Xs -ipo",
            &[
                "Host -fopenmp",
                "Common -march=native",
                "Host -Wno-invalid-feature-combination",
                "Common -ffp-model=precise",
                "Common -ffp-model=precise",
                "Common -ffp-contract=off",
                "Host -flto",
                "input a.cpp as c++",
            ],
        );
        check_error(
            "-xMIC-AVX512",
            "unknown argument '-xMIC-AVX512', an option of Intel's compilers: use '-march=' with clang's name of the \
             processor",
        );
        check_error(
            "-fp-model double",
            "unknown argument '-fp-model=double', an option of Intel's compilers: use '-ffp-model=' with 'precise', \
             'strict' or 'fast'",
        );
        check_error("-fp-model", "argument to '-fp-model' is missing");
    }

    #[test]
    fn libraries_with_device_code_are_inputs() {
        check_words(
            "-foffload-static-lib=a.a -foffload-whole-static-lib=b.a",
            &["input a.a", "Link -Wl,--whole-archive", "input b.a", "Link -Wl,--no-whole-archive"],
        );
    }

    #[track_caller]
    fn check_error(line: &str, message: &str) {
        assert_eq!(parse(line).unwrap_err().to_string(), message);
    }

    #[test]
    fn errors() {
        check_error("a.cpp -o", "argument to '-o' is missing");
        check_error(
            "-fsycl-targets=portable,slide-rule",
            "SYCL target 'slide-rule' is not supported; supported targets are 'portable' and 'abacus64'",
        );
        check_error(
            "-fsycl-device-code-split=none",
            "invalid value 'none' in '-fsycl-device-code-split='; expected 'off', \
             'per_source', 'per_kernel' or 'auto'",
        );
        check_error(
            "-fsycl-max-parallel-link-jobs=0",
            "invalid value '0' in '-fsycl-max-parallel-link-jobs='; expected a positive number",
        );
    }

    #[test]
    fn images_may_be_added() {
        let options = parse("-fsycl-add-targets=abacus_10:a.beads,slide-rule:b.bin x.cpp").unwrap();
        let image = |target: &str, file: &str| AddedImage { target: target.into(), file: file.into() };
        assert_eq!(options.sycl.added_images, [image("abacus64", "a.beads"), image("slide", "b.bin")]);
        for wrong in ["portable", "portable:", ":a.spv"] {
            assert!(parse(&format!("-fsycl-add-targets={wrong}")).is_err(), "{wrong}");
        }
    }
}
