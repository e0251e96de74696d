//! The machine that code is generated for.

use tandem_codegen::{Error, Result};
use tandem_ir::{Builder, Context, Module, Optimize, TargetMachine, X86_64_PROCESSORS};
use tandem_native_cpu::FEATURES;

use crate::cost_model::CostModel;

/// Alternative names of processors that DPC++'s users know: instruction sets, and short forms of names.
const ALIASES: &[(&str, &str)] = &[
    ("sse42", "x86-64-v2"),
    ("avx", "sandybridge"),
    ("avx2", "x86-64-v3"),
    ("avx512", "x86-64-v4"),
    ("wsm", "westmere"),
    ("snb", "sandybridge"),
    ("ivb", "ivybridge"),
    ("hsw", "haswell"),
    ("bdw", "broadwell"),
    ("skl", "skylake"),
    ("clx", "cascadelake"),
    ("icl", "icelake-client"),
    ("icx", "icelake-server"),
    ("spr", "sapphirerapids"),
];

/// A target machine, and properties that LLVM's C interface does not expose.
pub struct Target {
    /// LLVM's part.
    pub machine: TargetMachine,
    /// Widest vector registers, in bits.
    pub vector_bits: u32,
    /// The features of the processor that code may use.
    pub features: Vec<&'static str>,
    /// The cost model for work-group formation.
    pub costs: CostModel,
}

impl Target {
    /// The target of a processor's name, `None` for the processor that this runs on.
    ///
    /// # Errors
    /// Names of no processor.
    pub fn new(cpu: Option<&str>, opt_level: u32) -> Result<Self> {
        let optimize = match opt_level {
            0 => Optimize::None,
            1 => Optimize::Less,
            2 => Optimize::Default,
            _ => Optimize::Aggressive,
        };
        let Some(cpu) = cpu else {
            let (cpu, features) = TargetMachine::host_cpu();
            let has = |feature: &str| features.split(',').any(|other| other == feature);
            let vector_bits = if has("+avx512f") {
                512
            } else if has("+avx2") {
                256
            } else {
                128
            };
            let machine = TargetMachine::x86_64(cpu, features, optimize)?;
            let features = FEATURES.into_iter().filter(|feature| has(&format!("+{feature}"))).collect();
            return Ok(Self { machine, vector_bits, features, costs: CostModel::X86_64 });
        };
        let cpu = ALIASES.iter().find(|(alias, _)| *alias == cpu).map_or(cpu, |(_, cpu)| cpu);
        if !X86_64_PROCESSORS.contains(&cpu) {
            return Err(Error::Options(format!("unknown CPU `{cpu}`")));
        }
        let machine = TargetMachine::x86_64(cpu, "", optimize)?;
        let (vector_bits, features) = (probe_vector_bits(&machine)?, probe_features(&machine, cpu)?);
        Ok(Self { machine, vector_bits, features, costs: CostModel::X86_64 })
    }
}

/// Finds out which features a processor has: LLVM inlines a function that uses
/// one only into functions that have it as well.
fn probe_features(machine: &TargetMachine, cpu: &str) -> Result<Vec<&'static str>> {
    let mut module = Module::new(&Context::new(), "features");
    let edited = module.edit();
    machine.prepare(edited);
    for feature in FEATURES {
        let add = |name: &str, cpu: &str, features: &str| {
            let function = edited.add_function(name, edited.void().function(&[], false));
            function.add_string_attribute(edited, "target-cpu", cpu);
            function.add_string_attribute(edited, "target-features", features);
            (function, Builder::at_end(edited, function.append_block(edited, "")))
        };
        let (user, builder) = add(&format!("user.{feature}"), "x86-64", &format!("+{feature}"));
        builder.ret_void();
        let (_, builder) = add(feature, cpu, "");
        builder.call_function(user, &[]);
        builder.ret_void();
    }
    module.run_passes("cgscc(inline)", Some(machine))?;
    let is_inlined = |feature: &&str| module.function(feature).is_some_and(|function| function.insts().len() == 1);
    Ok(FEATURES.into_iter().filter(is_inlined).collect())
}

/// Looks which registers a sum of 16 integers takes.
fn probe_vector_bits(machine: &TargetMachine) -> Result<u32> {
    let mut module = Module::new(&Context::new(), "probe");
    let edited = module.edit();
    machine.prepare(edited);
    let vector = edited.int(32).vector(16);
    let function = edited.add_function("probe", vector.function(&[vector, vector], false));
    let builder = Builder::at_end(edited, function.append_block(edited, ""));
    let params = function.params();
    builder.ret(builder.add(params[0], params[1]));
    drop(builder);
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
        let bits = |cpu| Target::new(Some(cpu), 2).map(|target| target.vector_bits);
        assert_eq!(bits("x86-64").ok(), Some(128));
        assert_eq!(bits("x86-64-v3").ok(), Some(256));
        assert_eq!(bits("x86-64-v4").ok(), Some(512));
    }
    #[test]
    fn features_of_named_cpus() {
        let features = |cpu| {
            let target = Target::new(Some(cpu), 2);
            target.map(|target| target.features.join(" ")).unwrap_or_default()
        };
        assert_eq!(features("x86-64"), "");
        assert_eq!(features("sse42"), "popcnt sse3 ssse3 sse4.1 sse4.2");
        let v3 = "popcnt sse3 ssse3 sse4.1 sse4.2 movbe lzcnt bmi bmi2 avx f16c fma avx2";
        assert_eq!(features("x86-64-v3"), v3);
        assert_eq!(features("x86-64-v4"), format!("{v3} avx512f avx512cd avx512bw avx512dq avx512vl"));
        assert!(features("znver4").contains("sse4a") && features("znver4").contains("avx512bf16"));
        assert!(features("sapphirerapids").ends_with("avx512bf16 avx512fp16"));
    }
}
