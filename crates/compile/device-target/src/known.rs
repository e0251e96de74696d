//! The targets of Tandem. The code generator of each that is compiled ahead of time is in the list
//! of `tandem-post-link` (`crates/tools/cli/src/bin/tandem_post_link.rs`).

use tandem_image::ImageFormat;
use tandem_image::device_image::targets;

use crate::registry::Registry;
use crate::target::{Code, Linking, Processor, Target};

/// All.
pub const REGISTRY: Registry = Registry::new(&SPIR64, AHEAD_OF_TIME);

const AHEAD_OF_TIME: &[&Target] = &[&X86_64_CPU, &NVIDIA_GPU];

/// SPIR-V.
pub static SPIR64: Target = Target {
    name: targets::SPIR64,
    description: "SPIR-V, which devices compile when the program runs",
    processors: &[],
    format: ImageFormat::Spirv,
    extension: "spv",
    code: Code::Portable,
};

/// Code for x86-64 CPUs. A function with barriers must be in the kernel itself, and is left out.
pub static X86_64_CPU: Target = Target {
    name: targets::SPIR64_X86_64,
    description: "code for x86-64 CPUs (-march=..., -O...)",
    processors: &[],
    format: ImageFormat::Native,
    extension: "o",
    code: Code::AheadOfTime(Linking::Functions),
};

/// Code for NVIDIA's GPUs, under the name that DPC++ gives its images for them. What uses functions
/// of other images is linked from SPIR-V.
pub static NVIDIA_GPU: Target = Target {
    name: targets::NVPTX64,
    description: "code for NVIDIA GPUs (--cuda-gpu-arch=sm_90, --ptxas-path=..., -O...)",
    processors: NVIDIA_PROCESSORS,
    format: ImageFormat::Native,
    extension: "cuda",
    code: Code::AheadOfTime(Linking::None),
};

/// DPC++'s names, from Volta on: older processors lack what the code needs.
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
        for processor in NVIDIA_PROCESSORS {
            let number = processor.name.strip_prefix("nvidia_gpu_").expect("DPC++'s prefix");
            assert_eq!(processor.options, format!("--cuda-gpu-arch={number}"));
        }
    }
}
