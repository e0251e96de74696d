//! The process that judges: a module's name in, its verdict out, line by line.

use std::io::{Write, stdin, stdout};
use std::path::Path;
use std::process::{Command, Stdio};

use tandem_codegen::compile::compile;
use tandem_codegen_cpu::Options;
use tandem_ir::Context;
use tandem_spirv::reader::{ReaderOptions, read};

use crate::modules::{ModuleName, Modules};
use crate::support::expected;
use crate::verdict::Verdict;

pub fn run() {
    let mut modules = Modules::default();
    for line in stdin().lines().map_while(Result::ok) {
        let name = ModuleName::parse(&line);
        let verdict = match modules.bytes(&name) {
            Ok(bytes) => judge(&name, &bytes),
            Err(problem) => Verdict { steps: [None, Some(Err(problem)), None, None] },
        };
        println!("{verdict}");
        // The parent process waits for each line.
        let _ = stdout().flush();
    }
}

fn judge(name: &ModuleName, bytes: &[u8]) -> Verdict {
    let options = ReaderOptions { name: "module", ..ReaderOptions::default() };
    let is_read = read(&Context::new(), bytes, &options).map(drop).map_err(|error| error.reason.to_string());
    let (mut is_compiled, mut is_right) = (None, None);
    if is_read.is_ok() {
        // Definitions from other modules may be missing.
        let options = Options { linkable: true, ..Options::default() };
        let compiled = compile(&[bytes], &options);
        is_compiled = Some(compiled.as_ref().map(drop).map_err(ToString::to_string));
        let run = name.file.with_extension("run");
        if let (Ok(output), None, true) = (compiled, name.image, run.is_file()) {
            is_right = Some(expected::check(output, &run));
        }
    }
    Verdict { steps: [validate(bytes), Some(is_read), is_compiled, is_right] }
}

/// Runs `spirv-val`; `None` if it is not installed.
fn validate(bytes: &[u8]) -> Option<Result<(), String>> {
    let minor = bytes.get(5).copied().unwrap_or(0);
    let tool = Path::new("spirv-val");
    let mut child = Command::new(tool)
        .args(["--target-env", &format!("spv1.{minor}"), "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    // It may refuse the module before it has read all of it.
    let _ = child.stdin.take()?.write_all(bytes);
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let problem = || text.lines().next().unwrap_or_default().to_owned();
    Some(if output.status.success() { Ok(()) } else { Err(problem()) })
}
