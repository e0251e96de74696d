//! Linking of device code: every way in which it comes into a program, times
//! everything that can be needed of it. The outcome is the table in
//! `docs/dynamic-linking.md`; `BLESS=1` rewrites the table, when all rows are run.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, ensure};
use libtest_mimic::{Arguments, Failed, Trial};
use tandem_tests::{prefix, root, run, script, transcript};

/// A kernel's dependency on other parts of the program.
struct Feature {
    /// Row of the table, and macro of the program.
    name: &'static str,
    /// The number of parts, not counting the one with the kernel.
    parts: u32,
}

const FEATURES: [Feature; 8] = [
    Feature { name: "function", parts: 1 },
    Feature { name: "pointer", parts: 1 },
    Feature { name: "global", parts: 1 },
    Feature { name: "chain", parts: 3 },
    Feature { name: "cycle", parts: 2 },
    Feature { name: "missing", parts: 1 },
    Feature { name: "duplicate", parts: 2 },
    Feature { name: "format", parts: 1 },
];

/// How device code comes into the program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Object,
    Archive,
    Library,
    Dlopen,
    DeviceDlopen,
}

const WAYS: [Way; 5] = [Way::Object, Way::Archive, Way::Library, Way::Dlopen, Way::DeviceDlopen];
const DOCUMENT: &str = "docs/dynamic-linking.md";
const MARK: &str = "<!-- table of tests/linking.rs -->\n";
const HEAD: &str =
    "| needed | object | archive | shared library | dlopen | device_dlopen |\n|---|---|---|---|---|---|\n";

fn main() -> ExitCode {
    let args = Arguments::from_args();
    let prefix = match prefix() {
        Ok(prefix) => prefix,
        Err(error) => {
            eprintln!("{error:#}");
            return ExitCode::FAILURE;
        }
    };
    let rows = Arc::new(Mutex::new(vec![None; FEATURES.len()]));
    let trials = FEATURES.iter().enumerate().map(|(index, feature)| {
        let (rows, prefix) = (rows.clone(), prefix.clone());
        let test = move || {
            let row = row(feature, &prefix).map_err(|error| Failed::from(format!("{error:#}")))?;
            let is_known = std::env::var_os("BLESS").is_some() || document()?.contains(&row);
            rows.lock().map_err(|_| "another test panicked")?[index] = Some(row.clone());
            if is_known { Ok(()) } else { Err(Failed::from(format!("{DOCUMENT} does not have this row:\n{row}"))) }
        };
        Trial::test(feature.name, test)
    });
    let conclusion = libtest_mimic::run(&args, trials.collect());
    let rows: Option<Vec<String>> = rows.lock().map_or(None, |rows| rows.iter().cloned().collect());
    if let Some(rows) = rows.filter(|_| std::env::var_os("BLESS").is_some())
        && let Err(error) = bless(&rows.concat())
    {
        eprintln!("{error:#}");
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

fn document() -> Result<String, String> {
    fs::read_to_string(root().join(DOCUMENT)).map_err(|error| format!("{DOCUMENT}: {error}"))
}

fn bless(rows: &str) -> Result<()> {
    let text = document().map_err(anyhow::Error::msg)?;
    let (before, rest) = text.split_once(MARK).context("the document has no mark")?;
    let (_, after) = rest.split_once(MARK).context("the document has no second mark")?;
    Ok(fs::write(root().join(DOCUMENT), format!("{before}{MARK}{HEAD}{rows}{MARK}{after}"))?)
}

/// Builds a feature's parts once, puts them together in every way, and runs it.
fn row(feature: &Feature, prefix: &Path) -> Result<String> {
    let folder = tempfile::tempdir()?;
    let shell = |text: &str| {
        let mut command = Command::new("bash");
        command.arg("-ec").arg(script(text)).current_dir(folder.path());
        command.env("CXX", prefix.join("bin/tandem++")).env("SRC", root().join("tests/linking/program.cpp"));
        command.env("SYCL_CACHE_DIR", folder.path().join("cache")).env("SYCL_RT_WARNING_LEVEL", "1");
        command
    };
    let step = |text: &str| {
        let output = run(&mut shell(text))?;
        ensure!(output.status.success(), "`{text}` failed: {}", transcript(&output));
        Ok(output)
    };
    let define = format!("-DFEATURE_{}=1", feature.name.to_uppercase());
    let compile = format!("$CXX -fsycl -O1 -fPIC -c $SRC {define}");
    step(&format!("{compile} -DPART=0 -o main.o; {compile} -DPART=0 -DSTUBS -o stubs.o"))?;
    for part in 1..=feature.parts {
        step(&format!("{compile} -DPART={part} -o part{part}.o"))?;
    }
    if feature.name == "format" {
        let dump = "-shared -fsycl-dump-device-code=other -fsycl-device-code-split=off";
        step(&format!(
            "{compile} -DPART=2 -o other.o; $CXX -fsycl {dump} other.o -o other.so; mv other/*.spv other.spv"
        ))?;
    }
    let mut cells = String::new();
    for way in WAYS {
        let run = way.build(feature, &step)?;
        let output = step(&run)?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let warnings = String::from_utf8_lossy(&output.stderr);
        cells += &format!(" {} |", outcome(feature.name, &printed, &warnings).with_context(|| transcript(&output))?);
    }
    Ok(format!("| {} |{cells}\n", feature.title()))
}

impl Feature {
    fn title(&self) -> &'static str {
        match self.name {
            "function" => "a function",
            "pointer" => "a function pointer, called from another image",
            "global" => "a device global, and a function that uses it",
            "chain" => "a chain of three",
            "cycle" => "two that need each other",
            "missing" => "a function that nobody defines",
            "duplicate" => "a function with two definitions",
            _ => "a function of another device's format",
        }
    }
}

impl Way {
    /// Puts the program together. Returns the command that runs it.
    fn build(self, feature: &Feature, step: &dyn Fn(&str) -> Result<std::process::Output>) -> Result<String> {
        let list = |name: &dyn Fn(u32) -> String| (1..=feature.parts).map(name).collect::<Vec<_>>().join(" ");
        let objects = list(&|part| format!("part{part}.o"));
        let split = "-fsycl -fsycl-device-code-split=per_kernel";
        let foreign = if feature.name == "format" { "-fsycl-add-targets=nvptx64-nvidia-cuda:other.spv" } else { "" };
        let library = |part: u32, more: &str| format!("$CXX -fsycl -shared {more} part{part}.o -o libpart{part}.so");
        Ok(match self {
            Self::Object => {
                step(&format!("$CXX {split} {foreign} main.o {objects} -o program"))?;
                "./program".to_owned()
            }
            Self::Archive => {
                step(&format!("ar rcs libparts.a {objects}; $CXX {split} {foreign} main.o libparts.a -o program"))?;
                "./program".to_owned()
            }
            Self::Library => {
                step(&(1..=feature.parts).map(|part| library(part, foreign)).collect::<Vec<_>>().join("; "))?;
                let libraries = list(&|part| format!("-lpart{part}"));
                let rest = "-Wl,-rpath,'$ORIGIN' -Wl,--no-as-needed -Wl,--allow-shlib-undefined";
                step(&format!("$CXX {split} main.o -L. {rest} {libraries} -o program"))?;
                "./program".to_owned()
            }
            Self::Dlopen => {
                step(&format!("$CXX {split} stubs.o -o stubs"))?;
                format!("./stubs {}", list(&|part| format!("./libpart{part}.so")))
            }
            Self::DeviceDlopen if foreign.is_empty() => {
                let dump =
                    |part| format!("$CXX -fsycl -shared -fsycl-dump-device-code=dump{part} part{part}.o -o dumped.so");
                let save = |part| format!("{}; mv dump{part}/*-0.spv part{part}.spv", dump(part));
                step(&(1..=feature.parts).map(save).collect::<Vec<_>>().join("; "))?;
                format!("./stubs {}", list(&|part| format!("device:part{part}.spv")))
            }
            Self::DeviceDlopen => "./stubs device:./libpart1.so".to_owned(),
        })
    }
}

/// The meaning of a program's output, in the words of the table.
fn outcome(feature: &str, printed: &str, warnings: &str) -> Result<&'static str> {
    let kernel = "kernel `main::needs_first` needs device functions that no device image defines: ";
    Ok(match feature {
        "function" | "pointer" | "global" | "duplicate" => {
            ensure!(printed == "result 21\n", "wrong output");
            let is_warned = warnings.contains("both define `first(int)`; the first one is used");
            match (feature, is_warned) {
                ("duplicate", true) => "the first one, with a warning",
                ("duplicate", false) => "the first one",
                _ => "works",
            }
        }
        "chain" | "cycle" => {
            ensure!(printed == "result 22\n", "wrong output");
            "works"
        }
        "missing" => {
            let rest = printed.strip_prefix(kernel).context("no error")?;
            ensure!(rest.starts_with("`first(int)`; searched: "), "the error does not name what is missing");
            "error: names it, the kernel, and what was searched"
        }
        _ => {
            let rest = printed.strip_prefix(kernel).context("no error")?;
            ensure!(rest.starts_with("`first(int)` (") && rest.contains("defines it for nvptx64 only)"), "wrong error");
            "error: names the other device"
        }
    })
}
