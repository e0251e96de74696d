//! The machine that code is generated for.

use tandem_ir::{Builder, Context, Module, Optimize, TargetMachine};

use crate::error::{Error, Result};
use crate::options::Options;

/// The 64-bit processors that LLVM 19 knows by name. LLVM ends the process where it is asked for another one.
#[rustfmt::skip]
const CPUS: &[&str] = &[
    "alderlake", "amdfam10", "arrowlake", "arrowlake-s", "athlon-fx", "athlon64", "athlon64-sse3", "atom",
    "barcelona", "bdver1", "bdver2", "bdver3", "bdver4", "bonnell", "broadwell", "btver1", "btver2",
    "cannonlake", "cascadelake", "clearwaterforest", "cooperlake", "core-avx-i", "core-avx2", "core2",
    "corei7", "corei7-avx", "emeraldrapids", "goldmont", "goldmont-plus", "gracemont", "grandridge",
    "graniterapids", "graniterapids-d", "haswell", "icelake-client", "icelake-server", "ivybridge", "k8",
    "k8-sse3", "knl", "knm", "lunarlake", "meteorlake", "nehalem", "nocona", "opteron", "opteron-sse3",
    "pantherlake", "penryn", "raptorlake", "rocketlake", "sandybridge", "sapphirerapids", "sierraforest",
    "silvermont", "skx", "skylake", "skylake-avx512", "tigerlake", "tremont", "westmere", "x86-64",
    "x86-64-v2", "x86-64-v3", "x86-64-v4", "znver1", "znver2", "znver3", "znver4", "znver5",
];

/// A target machine and what LLVM's C interface does not tell about it.
pub struct Target {
    /// LLVM's part.
    pub machine: TargetMachine,
    /// Widest vector registers, in bits.
    pub vector_bits: u32,
}

impl Target {
    /// The target of the options.
    pub fn new(options: &Options) -> Result<Self> {
        let optimize = match options.opt_level {
            0 => Optimize::None,
            1 => Optimize::Less,
            2 => Optimize::Default,
            _ => Optimize::Aggressive,
        };
        let Some(cpu) = &options.cpu else {
            let (cpu, features) = TargetMachine::host_cpu();
            let has = |feature: &str| features.split(',').any(|other| other == feature);
            let vector_bits = if has("+avx512f") {
                512
            } else if has("+avx2") {
                256
            } else {
                128
            };
            return Ok(Self { machine: TargetMachine::x86_64(&cpu, &features, optimize)?, vector_bits });
        };
        if !CPUS.contains(&cpu.as_str()) {
            return Err(Error::Options(format!("unknown CPU `{cpu}`")));
        }
        let machine = TargetMachine::x86_64(cpu, "", optimize)?;
        let vector_bits = probe_vector_bits(&machine)?;
        Ok(Self { machine, vector_bits })
    }
}

/// Looks which registers a sum of 16 integers takes.
fn probe_vector_bits(machine: &TargetMachine) -> Result<u32> {
    let mut module = Module::new(&Context::new(), "probe");
    machine.prepare(&module);
    {
        let vector = module.int(32).vector(16);
        let function = module.add_function("probe", vector.function(&[vector, vector], false));
        let builder = Builder::at_end(function.append_block(""));
        let params = function.params();
        builder.ret(builder.add(params[0], params[1]));
    }
    let assembly = String::from_utf8_lossy(&machine.emit_assembly(&mut module)?).into_owned();
    Ok(if assembly.contains("%zmm") {
        512
    } else if assembly.contains("%ymm") {
        256
    } else {
        128
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_of_named_cpus() {
        let bits =
            |cpu: &str| Target::new(&Options { cpu: Some(cpu.into()), ..Options::default() }).map(|t| t.vector_bits);
        assert_eq!(bits("x86-64").ok(), Some(128));
        assert_eq!(bits("x86-64-v3").ok(), Some(256));
        assert_eq!(bits("x86-64-v4").ok(), Some(512));
    }
}
