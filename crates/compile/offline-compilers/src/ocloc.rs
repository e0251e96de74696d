//! Intel's GPUs: `ocloc`, the offline compiler of the OpenCL and Level Zero driver.

use tandem_command_line::words::split;
use tandem_device_target::{CodeGenerator, DeviceCode, Failure, Generated, Target, known};

use crate::module;
use crate::program::Program;

const PROGRAM: Program = Program {
    name: "ocloc",
    install: "Debian's package intel-opencl-icd has it, so do Intel's packages intel-ocloc and the oneAPI toolkit",
    home: None,
    folder: "/opt/intel/oneapi/ocloc/latest/bin",
};

/// Code for Intel's GPUs.
#[derive(Clone, Copy, Debug)]
pub struct Ocloc;

impl CodeGenerator for Ocloc {
    fn target(&self) -> &'static Target {
        &known::INTEL_GPU
    }

    fn check_options(&self, options: &str) -> Result<Vec<String>, Failure> {
        if Options::parse(options).devices.is_empty() {
            return Err("no device is named: use -Xsycl-target-backend=spir64_gen \"-device pvc\", or a name such as \
                        intel_gpu_pvc in -fsycl-targets="
                .into());
        }
        PROGRAM.find()?;
        Ok(Vec::new())
    }

    fn generate(&self, code: &DeviceCode<'_>) -> Result<Generated, Failure> {
        module::check(code)?;
        let options = Options::parse(code.options);
        let arguments = |input, output| options.arguments(input, output, code.opt_level);
        let bytes = PROGRAM.run(code.spirv, ["module.spv", "module.bin"], arguments)?;
        Ok(Generated { bytes, ..Generated::default() })
    }

    fn options_are_for_devices(&self) -> bool {
        false
    }

    /// A binary of `ocloc` has code for several devices.
    fn joins_processors(&self) -> bool {
        true
    }
}

/// The options of a link.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    /// `-device`, one or several with commas between them, each once.
    devices: Vec<String>,
    /// `-options`: the options of the driver's compiler.
    compiler: Vec<String>,
    /// All others.
    rest: Vec<String>,
}

impl Options {
    fn parse(text: &str) -> Self {
        let mut options = Self::default();
        let mut words = split(text).into_iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "-device" => {
                    for device in words.next().iter().flat_map(|names| names.split(',')) {
                        if !device.is_empty() && !options.devices.iter().any(|known| known == device) {
                            options.devices.push(device.to_owned());
                        }
                    }
                }
                "-options" => options.compiler.extend(words.next()),
                "-g" => options.compiler.push(word),
                _ => options.rest.push(word),
            }
        }
        options
    }

    fn arguments(&self, input: String, output: String, opt_level: u8) -> Vec<String> {
        let fixed = ["-output".to_owned(), output, "-file".to_owned(), input];
        let mut arguments = fixed.to_vec();
        arguments.extend(["-output_no_suffix", "-spirv_input"].map(str::to_owned));
        let unoptimized = (opt_level == 0).then(|| "-cl-opt-disable".to_owned());
        let compiler: Vec<String> = unoptimized.into_iter().chain(self.compiler.iter().cloned()).collect();
        if !compiler.is_empty() {
            arguments.extend(["-options".to_owned(), compiler.join(" ")]);
        }
        arguments.extend(["-device".to_owned(), self.devices.join(",")]);
        arguments.extend(self.rest.iter().cloned());
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str, opt_level: u8) -> String {
        Options::parse(text).arguments("in".to_owned(), "out".to_owned(), opt_level).join("|")
    }

    #[test]
    fn command_lines_of_dpcpp() {
        let start = "-output|out|-file|in|-output_no_suffix|-spirv_input|";
        assert_eq!(arguments("-device pvc", 2), format!("{start}-device|pvc"));
        let options = "-g -device pvc -q -device acm_g10,pvc -options '-cl-fast -x' -options -y";
        assert_eq!(arguments(options, 2), format!("{start}-options|-g -cl-fast -x -y|-device|pvc,acm_g10|-q"));
        assert_eq!(arguments("-device *", 0), format!("{start}-options|-cl-opt-disable|-device|*"));
    }

    #[test]
    fn a_device_has_to_be_named() {
        for options in ["", "-q", "-device", "-device ''"] {
            let error = Ocloc.check_options(options).unwrap_err().to_string();
            assert!(error.starts_with("no device is named") && error.contains("intel_gpu_pvc"), "{options}: {error}");
        }
    }
}
