//! The targets of Tandem. The code generator of each that is compiled ahead of time is in the list
//! of `tandem-post-link` (`crates/tools/cli/src/bin/tandem_post_link.rs`).

use tandem_image::ImageFormat;
use tandem_image::device_image::targets;

use crate::intel_gpus;
use crate::registry::Registry;
use crate::target::{Code, Linking, Processor, Target};

/// All targets.
pub const REGISTRY: Registry = Registry::new(&SPIR64, AHEAD_OF_TIME);

const AHEAD_OF_TIME: &[&Target] = &[&X86_64_CPU, &NVIDIA_GPU, &INTEL_GPU, &FPGA];

/// SPIR-V.
pub static SPIR64: Target = Target {
    name: targets::SPIR64,
    description: "SPIR-V, compiled by devices at run time",
    processors: &[],
    format: ImageFormat::Spirv,
    extension: "spv",
    code: Code::Portable,
    early: None,
};

/// Code for x86-64 CPUs. A function with barriers must be in the kernel itself, and is left out.
pub static X86_64_CPU: Target = Target {
    name: targets::SPIR64_X86_64,
    description: "code for x86-64 CPUs (-march=..., -O...)",
    processors: &[],
    format: ImageFormat::Native,
    extension: "o",
    code: Code::AheadOfTime(Linking::Functions),
    early: None,
};

/// Code for NVIDIA's GPUs, under the name that DPC++ gives its images for them. Code that uses functions of other
/// images is linked from SPIR-V.
pub static NVIDIA_GPU: Target = Target {
    name: targets::NVPTX64,
    description: "code for NVIDIA GPUs (--cuda-gpu-arch=sm_90, --ptxas-path=..., -O...)",
    processors: NVIDIA_PROCESSORS,
    format: ImageFormat::Native,
    extension: "cuda",
    code: Code::AheadOfTime(Linking::None),
    early: None,
};

/// DPC++'s names, from Volta on: older processors lack features that the code needs.
const NVIDIA_PROCESSORS: &[Processor] = &[
    Processor { name: "nvidia_gpu_sm_70", options: "--cuda-gpu-arch=sm_70" },
    Processor { name: "nvidia_gpu_sm_72", options: "--cuda-gpu-arch=sm_72" },
    Processor { name: "nvidia_gpu_sm_75", options: "--cuda-gpu-arch=sm_75" },
    Processor { name: "nvidia_gpu_sm_80", options: "--cuda-gpu-arch=sm_80" },
    Processor { name: "nvidia_gpu_sm_86", options: "--cuda-gpu-arch=sm_86" },
    Processor { name: "nvidia_gpu_sm_87", options: "--cuda-gpu-arch=sm_87" },
    Processor { name: "nvidia_gpu_sm_89", options: "--cuda-gpu-arch=sm_89" },
    Processor { name: "nvidia_gpu_sm_90", options: "--cuda-gpu-arch=sm_90" },
    Processor { name: "nvidia_gpu_sm_90a", options: "--cuda-gpu-arch=sm_90a" },
];

/// Code for Intel's GPUs, under DPC++'s name, by Intel's offline compiler. Its images are not linked with others: the
/// driver determines whether binaries can be linked.
pub static INTEL_GPU: Target = Target {
    name: targets::SPIR64_GEN,
    description: "code for Intel GPUs, by Intel's ocloc (-device pvc); processors: intel_gpu_bdw (Broadwell) to \
                  intel_gpu_ptl_u (Panther Lake), see docs/options.md",
    processors: intel_gpus::PROCESSORS,
    format: ImageFormat::Native,
    extension: "bin",
    code: Code::AheadOfTime(Linking::None),
    early: None,
};

/// Code for FPGAs, by Intel's compiler for them.
pub static FPGA: Target = Target {
    name: targets::SPIR64_FPGA,
    description: "code for FPGAs, by Intel's aoc",
    processors: &[],
    format: ImageFormat::Native,
    extension: "aocx",
    code: Code::AheadOfTime(Linking::None),
    early: Some(&EARLY_FPGA),
};

/// The intermediate result of `aoc`, under DPC++'s name for it. No device accepts it.
pub static EARLY_FPGA: Target = Target {
    name: targets::FPGA_AOCR,
    description: "reports for FPGAs, and the input of -fsycl-link=image",
    processors: &[],
    format: ImageFormat::Native,
    extension: "aocr",
    code: Code::AheadOfTime(Linking::None),
    early: None,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_dpcpp_are_understood() {
        let find = |name| REGISTRY.find(name).map(|found| (found.target.name, found.options()));
        assert_eq!(find("nvptx64-nvidia-cuda"), Some(("nvptx64", "")));
        assert_eq!(find("nvidia_gpu_sm_90"), Some(("nvptx64", "--cuda-gpu-arch=sm_90")));
        assert_eq!(find("spir64_x86_64-unknown-unknown"), Some(("spir64_x86_64", "")));
        assert_eq!(find("nvidia_gpu_sm_35"), None);
        assert_eq!(find("spir64_gen-unknown-unknown"), Some(("spir64_gen", "")));
        assert_eq!(find("intel_gpu_pvc"), Some(("spir64_gen", "-device pvc")));
        assert_eq!(find("intel_gpu_12_0_0"), Some(("spir64_gen", "-device tgllp")));
        assert_eq!(find("intel_gpu_"), None);
        assert_eq!(find("fpga_aocr"), Some(("fpga_aocr", "")));
        assert!(REGISTRY.names().ends_with("'spir64_gen' and 'spir64_fpga'"));
        for processor in NVIDIA_PROCESSORS {
            let number = processor.name.strip_prefix("nvidia_gpu_").expect("DPC++'s prefix");
            assert_eq!(processor.options, format!("--cuda-gpu-arch={number}"));
        }
    }
}
