//! The directives in the comments of a program.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::{Context, Result, bail, ensure};
use regex::Regex;

use super::devices::{Device, Pattern, Requirement};
use super::matching::Expected;

/// Options of every program that is compiled without a `STEP`.
const DEFAULT_FLAGS: &str = "-fsycl -O2 -std=c++17";

/// The variable that adds options to them.
const OPTIONS: &str = "E2E_OPTIONS";

/// A comment that starts with a word in capital letters and a colon.
static DIRECTIVE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\s*//+\s*([A-Z][A-Z_-]+)\s*:(?: (.*)|())$").expect("valid"));

/// One program and what is expected of it.
#[derive(Debug)]
pub struct Program {
    /// The file.
    pub source: PathBuf,
    /// Shell commands that build it.
    pub steps: Vec<String>,
    /// Shell commands that run it, in place of the program with its arguments.
    pub runs: Vec<String>,
    /// Arguments of the program.
    pub args: String,
    /// Environment of the program.
    pub env: Vec<(String, String)>,
    /// Lines of standard output.
    pub stdout: Vec<Expected>,
    /// Lines of standard error.
    pub stderr: Vec<Expected>,
    /// Patterns for the compiler's messages if compiling must fail.
    pub errors: Vec<Regex>,
    /// Patterns for the compiler's messages if compiling succeeds.
    pub warnings: Vec<Regex>,
    /// How the program ends.
    pub exit: Exit,
    /// The program's requirements for a device.
    pub requirements: Vec<Requirement>,
    /// Devices on which the program is not run.
    pub unsupported: Vec<Exception>,
    /// Devices on which the program fails.
    pub expected_failures: Vec<Exception>,
}

/// How a program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// With this status.
    Status(i32),
    /// By a signal.
    Signal,
}

/// Devices that are treated otherwise, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// The devices.
    pub devices: Pattern,
    /// Why.
    pub reason: String,
}

impl Program {
    /// Reads the directives of a file.
    ///
    /// # Errors
    /// When there are none that expect something, or one is not understood.
    pub fn parse(source: &Path) -> Result<Self> {
        Self::parse_text(source, &fs::read_to_string(source)?, std::env::var(OPTIONS).ok())
    }

    /// Reads a text; `options` are further ones of every program that is compiled without a `STEP`.
    fn parse_text(source: &Path, text: &str, options: Option<String>) -> Result<Self> {
        let mut program = Self {
            source: source.to_owned(),
            steps: Vec::new(),
            runs: Vec::new(),
            args: String::new(),
            env: Vec::new(),
            stdout: Vec::new(),
            stderr: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
            exit: Exit::Status(0),
            requirements: Vec::new(),
            unsupported: Vec::new(),
            expected_failures: Vec::new(),
        };
        let mut flags = None;
        for (index, line) in text.lines().enumerate() {
            let Some(found) = DIRECTIVE.captures(line) else { continue };
            let text = found.get(2).map_or("", |text| text.as_str().trim_end());
            program.add(&found[1], text, &mut flags).with_context(|| format!("line {}: `{line}`", index + 1))?;
        }
        program.check(flags.is_some())?;
        if program.steps.is_empty() {
            let flags = flags.map(|flags: String| format!(" {flags}")).unwrap_or_default();
            let of_all = options.iter().map(|options| format!(" {options}")).collect::<String>();
            program.steps.push(format!("$CXX {DEFAULT_FLAGS}{of_all}{flags} $SRC -o $EXE"));
        }
        Ok(program)
    }

    fn add(&mut self, directive: &str, text: &str, flags: &mut Option<String>) -> Result<()> {
        ensure!(!text.is_empty(), "the directive has no text");
        match directive {
            "FLAGS" => ensure!(flags.replace(text.into()).is_none(), "a second FLAGS"),
            "ARGS" => self.args = text.into(),
            "ENV" => {
                let (key, value) = text.split_once('=').context("ENV wants KEY=VALUE")?;
                self.env.push((key.into(), value.into()));
            }
            "STEP" => self.steps.push(text.into()),
            "RUN" => self.runs.push(text.into()),
            "EXPECT" => self.stdout.push(Expected::line(text)),
            "EXPECT-LIKE" => self.stdout.push(Expected::like(text)?),
            "EXPECT-STDERR" => self.stderr.push(Expected::line(text)),
            "EXPECT-STDERR-LIKE" => self.stderr.push(Expected::like(text)?),
            "EXPECT-ERROR" => self.errors.push(Regex::new(text)?),
            "EXPECT-WARNING" => self.warnings.push(Regex::new(text)?),
            "EXIT" if text == "signal" => self.exit = Exit::Signal,
            "EXIT" => self.exit = Exit::Status(text.parse().context("EXIT is a status or `signal`")?),
            "REQUIRES" => {
                for requirement in text.split(',') {
                    self.requirements.push(requirement.trim().parse()?);
                }
            }
            "UNSUPPORTED" => self.unsupported.push(Exception::parse(text)?),
            "XFAIL" => self.expected_failures.push(Exception::parse(text)?),
            _ => bail!("unknown directive `{directive}`"),
        }
        Ok(())
    }

    fn check(&self, has_flags: bool) -> Result<()> {
        let of_run = !self.stdout.is_empty() || !self.stderr.is_empty() || self.exit != Exit::Status(0);
        let of_compiler = !self.errors.is_empty() || !self.warnings.is_empty();
        ensure!(of_run || of_compiler, "the program expects nothing");
        ensure!(self.errors.is_empty() || !of_run, "EXPECT-ERROR leaves nothing to run");
        ensure!(
            self.errors.is_empty() || self.warnings.is_empty(),
            "EXPECT-ERROR and EXPECT-WARNING exclude each other"
        );
        ensure!(self.steps.is_empty() || !has_flags, "FLAGS has no effect beside STEP");
        ensure!(self.runs.is_empty() || self.args.is_empty(), "ARGS has no effect beside RUN");
        Ok(())
    }

    /// Why the program cannot be run on a device, if so.
    pub fn reason_to_skip(&self, device: &Device) -> Option<String> {
        if let Some(exception) = self.unsupported.iter().find(|exception| exception.devices.matches(device)) {
            return Some(exception.reason.clone());
        }
        let missing = self.requirements.iter().find(|requirement| !device.meets(requirement))?;
        Some(format!("the device lacks {missing}"))
    }

    /// Why the program is expected to fail on a device, if so.
    pub fn expected_failure(&self, device: &Device) -> Option<&str> {
        let exception = self.expected_failures.iter().find(|exception| exception.devices.matches(device))?;
        Some(&exception.reason)
    }

    /// Checks that the required aspects are such as the devices know.
    ///
    /// # Errors
    /// Names the aspect that no device knows, which would never be met.
    pub fn check_requirements(&self, devices: &[Device]) -> Result<()> {
        for requirement in &self.requirements {
            ensure!(devices.iter().all(|device| device.knows(requirement)), "SYCL has no `{requirement}`");
        }
        Ok(())
    }
}

impl Exception {
    /// `PATTERN (reason)`.
    fn parse(text: &str) -> Result<Self> {
        let parts = text.split_once(" (").and_then(|(devices, rest)| Some((devices, rest.strip_suffix(')')?)));
        let (devices, reason) = parts.context("wants DEVICES (reason)")?;
        ensure!(!reason.trim().is_empty(), "the reason is empty");
        Ok(Self { devices: devices.parse()?, reason: reason.trim().into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Program> {
        Program::parse_text(Path::new("program.cpp"), text, None)
    }

    fn error(text: &str) -> String {
        format!("{:#}", parse(text).expect_err(text))
    }

    #[test]
    fn flags_extend_the_default_step() {
        let program = parse("// FLAGS: -O0 -g\n// EXPECT: 1\n").expect("valid");
        assert_eq!(program.steps, ["$CXX -fsycl -O2 -std=c++17 -O0 -g $SRC -o $EXE"]);
        assert_eq!(program.exit, Exit::Status(0));
        let text = "// FLAGS: -g\n// EXPECT: 1\n";
        let program = Program::parse_text(Path::new("program.cpp"), text, Some("-O1".into())).expect("valid");
        assert_eq!(program.steps, ["$CXX -fsycl -O2 -std=c++17 -O1 -g $SRC -o $EXE"]);
    }

    #[test]
    fn steps_replace_the_default_step() {
        let program = parse("// STEP: a\n// STEP: b\n// RUN: c\n// EXIT: signal\n").expect("valid");
        assert_eq!((program.steps, program.runs), (vec!["a".into(), "b".into()], vec!["c".into()]));
        assert_eq!(program.exit, Exit::Signal);
    }

    #[test]
    fn requirements_are_listed_by_commas_and_exceptions_have_reasons() {
        let text =
            "// REQUIRES: aspect:fp64, sub_group_size:32\n// XFAIL: opencl:* (rounds (down) twice)\n// EXPECT: 1";
        let program = parse(text).expect("valid");
        assert_eq!(program.requirements.len(), 2);
        assert_eq!(program.expected_failures[0].reason, "rounds (down) twice");
    }

    #[test]
    fn prose_with_a_colon_is_no_directive() {
        assert!(parse("// Adds: one.\nint a; // EXPECT\n// EXPECT: 1\n").is_ok());
    }

    #[test]
    fn misspelled_directives_are_errors() {
        for line in ["// EXPECTS: 1", "// EXPECT_LIKE: 1", "  // NOTE: x", "//STEPS: x"] {
            let message = error(&format!("// EXPECT: 1\n{line}\n"));
            assert!(message.contains("line 2") && message.contains("unknown directive"), "{message}");
        }
    }

    #[test]
    fn malformed_directives_are_errors() {
        let cases = [
            ("", "expects nothing"),
            ("// EXPECT:", "no text"),
            ("// EXPECT-LIKE: (", "regex"),
            ("// EXIT: one", "status"),
            ("// ENV: A", "KEY=VALUE"),
            ("// REQUIRES: fp64", "`fp64`"),
            ("// REQUIRES: sub_group_size:x", "`sub_group_size:x`"),
            ("// XFAIL: native_cpu:cpu", "(reason)"),
            ("// XFAIL: native_cpu:cpu ()", "reason is empty"),
            ("// UNSUPPORTED: cpu (slow)", "`cpu`"),
            ("// EXPECT: 1\n// EXPECT-ERROR: 1", "nothing to run"),
            ("// EXPECT: 1\n// STEP: a\n// FLAGS: b", "beside STEP"),
            ("// EXPECT: 1\n// RUN: a\n// ARGS: b", "beside RUN"),
            ("// EXPECT: 1\n// FLAGS: a\n// FLAGS: b", "second FLAGS"),
        ];
        for (text, part) in cases {
            let message = error(text);
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
