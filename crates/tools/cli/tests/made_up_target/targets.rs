//! Two made-up targets. Code for an abacus is made in process, and its images are self-contained. Code for a loom is
//! punched by a separate program, and can be linked.

use std::io::Write as _;
use std::process::{Command, Stdio};

use tandem_device_target::{
    Code, CodeGenerator, DeviceCode, Failure, Generated, Linking, Processor, Registry, Target, known,
};
use tandem_image::property::PropertySetName;
use tandem_image::spirv;
use tandem_image::{ImageFormat, PropertySetRegistry};

/// Portable code, both targets, and one that nothing makes code for.
pub const REGISTRY: Registry = Registry::new(&known::SPIR64, AHEAD_OF_TIME);

const AHEAD_OF_TIME: &[&Target] = &[&ABACUS, &LOOM, &SLIDE_RULE];

/// The code generators for them.
pub const CODE_GENERATORS: &[&dyn CodeGenerator] = &[&Counter, &Puncher];

static ABACUS: Target = Target {
    name: "abacus64",
    description: "beads on rods (-beads=N)",
    processors: &[
        Processor { name: "abacus_10", options: "-rods=10" },
        Processor { name: "abacus_13", options: "-rods=13" },
    ],
    format: ImageFormat::Native,
    extension: "beads",
    code: Code::AheadOfTime(Linking::None),
    early: None,
};

static LOOM: Target = Target {
    name: "loom",
    description: "punched cards",
    processors: &[],
    format: ImageFormat::Other(77),
    extension: "card",
    code: Code::AheadOfTime(Linking::Functions),
    early: None,
};

static SLIDE_RULE: Target = Target {
    name: "slide_rule",
    description: "nothing here",
    processors: &[],
    format: ImageFormat::Native,
    extension: "rule",
    code: Code::AheadOfTime(Linking::None),
    early: None,
};

/// Counts the kernels of a module. A kernel whose name has `Abstract` in it cannot be counted.
#[derive(Debug)]
struct Counter;

impl CodeGenerator for Counter {
    fn target(&self) -> &'static Target {
        &ABACUS
    }

    fn check_options(&self, options: &str) -> Result<Vec<String>, Failure> {
        let mut warnings = Vec::new();
        for word in options.split_whitespace() {
            match word.split_once('=') {
                Some(("-beads", "0")) => return Err("an abacus needs beads".into()),
                Some(("-beads" | "-rods", _)) => {}
                _ => warnings.push(format!("`{word}` moves no bead")),
            }
        }
        Ok(warnings)
    }

    fn generate(&self, code: &DeviceCode<'_>) -> Result<Generated, Failure> {
        let interface = spirv::interface(code.spirv)?;
        if let Some(kernel) = interface.kernels.iter().find(|kernel| kernel.contains("Abstract")) {
            return Err(format!("{kernel} has no number").into());
        }
        let text = format!("{} kernels, -O{}, {}", interface.kernels.len(), code.opt_level, code.options);
        let mut properties = PropertySetRegistry::new();
        properties.add(PropertySetName::Misc, "rods", code.options.split_whitespace().count() as u32);
        Ok(Generated { bytes: text.into_bytes(), exports: interface.exports, properties })
    }
}

/// Has another program read the module. Functions whose names have `secret` in them are not punched.
#[derive(Debug)]
struct Puncher;

impl CodeGenerator for Puncher {
    fn target(&self) -> &'static Target {
        &LOOM
    }

    fn check_options(&self, _options: &str) -> Result<Vec<String>, Failure> {
        Ok(Vec::new())
    }

    fn generate(&self, code: &DeviceCode<'_>) -> Result<Generated, Failure> {
        let interface = spirv::interface(code.spirv)?;
        let mut tool =
            Command::new("od").args(["-An", "-tx4", "-N4"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        // The tool may stop reading before the end.
        let _ = tool.stdin.take().ok_or("no pipe")?.write_all(code.spirv);
        let output = tool.wait_with_output()?;
        if !output.status.success() {
            return Err(format!("od ended with {}", output.status).into());
        }
        let exports = interface.exports.into_iter().filter(|name| !name.contains("secret")).collect();
        Ok(Generated { bytes: output.stdout, exports, properties: PropertySetRegistry::new() })
    }
}
