//! SYCL on an NVIDIA GPU, compared with the same work through CUDA's driver API in one process
//! (`cuda/costs.cpp`), and the start of a process compared with nvcc's build of its twin.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::measure::{Bench, Sample, finish, heading, row, run as run_command};

/// The environment's choice of devices.
const SELECTOR: &str = "ONEAPI_DEVICE_SELECTOR";

/// Prints the tables.
pub fn run(bench: &Bench) -> Result<()> {
    let target = format!("-fsycl-targets=nvidia_gpu_{}", processor()?);
    costs(bench, &target)?;
    println!();
    start(bench, &target)
}

/// The first GPU, such as `sm_90`.
fn processor() -> Result<String> {
    let output = Command::new("nvidia-smi")
        .args(["--query-gpu=compute_cap", "--format=csv,noheader"])
        .output()
        .context("`nvidia-smi` tells the processor of the GPU")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let capability = text.lines().next().unwrap_or_default().trim().replace('.', "");
    ensure!(!capability.is_empty(), "`nvidia-smi` finds no GPU");
    Ok(format!("sm_{capability}"))
}

fn costs(bench: &Bench, target: &str) -> Result<()> {
    let exe = bench.build_with("cuda/costs.cpp", &[target, "-ldl"])?;
    let mut program = bench.program(&exe);
    let finished = finish(program.env(SELECTOR, "cuda:*"))?;
    heading("SYCL beside CUDA's driver API (costs)", &["what", "unit", "SYCL", "CUDA", "CUDA's time / SYCL's"]);
    for line in finished.stdout.lines() {
        let cells: Vec<String> = line.split('|').map(str::to_owned).collect();
        ensure!(cells.len() == 5, "`{line}` is no measurement");
        row(&cells);
    }
    Ok(())
}

fn start(bench: &Bench, target: &str) -> Result<()> {
    let compiled = bench.build_with("cuda/start.cpp", &[target])?;
    let portable = bench.build("cuda/start.cpp")?;
    let command = |exe: &Path, selector: &str| {
        let mut command = bench.program(exe);
        command.env(SELECTOR, selector);
        command
    };
    let cuda = twin(bench, target)?;
    let [twin] = bench.interleave([command(&cuda, "")], || Ok(()))?;
    let [ahead, warm, again] = bench
        .interleave([command(&compiled, "cuda:*"), command(&portable, "cuda:*"), command(&cuda, "")], || Ok(()))?;
    let [cold] = bench.interleave([command(&portable, "cuda:*")], || {
        let _ = fs::remove_dir_all(bench.cache());
        Ok(())
    })?;
    let mut without = command(&portable, "native_cpu:*");
    without.env("TANDEM_CUDA_DRIVER", "/nonexistent/libcuda.so.1");
    let [cpu, no_driver] = bench.interleave([command(&portable, "native_cpu:*"), without], || Ok(()))?;
    heading("Process start to first result (start)", &["program", "ms (min)", "beside CUDA's"]);
    let lines: [(&str, &Sample); 7] = [
        ("CUDA's, nvcc", &again),
        ("the same, alone before", &twin),
        ("ahead of time", &ahead),
        ("just in time, cold cache", &cold),
        ("just in time, warm cache", &warm),
        ("`native_cpu:*`", &cpu),
        ("`native_cpu:*`, no driver of CUDA", &no_driver),
    ];
    for (name, sample) in lines {
        let ratio = format!("{:.2}", sample.median_ms() / again.median_ms());
        row(&[name.into(), format!("{:.1} ({:.1})", sample.median_ms(), sample.min_ms()), ratio]);
    }
    Ok(())
}

/// nvcc's build of `start.cu` for the processor of a target.
fn twin(bench: &Bench, target: &str) -> Result<std::path::PathBuf> {
    let exe = bench.scratch("start-nvcc");
    let architecture = target.rsplit("nvidia_gpu_").next().unwrap_or_default();
    let mut nvcc = Command::new("nvcc");
    nvcc.args(["-O3", &format!("-arch={architecture}")]).arg(bench.source("cuda/start.cu")).arg("-o").arg(&exe);
    run_command(&mut nvcc)?;
    Ok(exe)
}
