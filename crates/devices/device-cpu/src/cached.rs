//! The code generator behind the persistent cache. What is in the cache is made
//! without loading LLVM.

use std::sync::OnceLock;

use tandem_codegen_abi::{CPU_VECTOR_WIDTH_VARIABLE, DUMP_VARIABLE, VECTORIZE_REPORT_VARIABLE};
use tandem_device::Result;
use tandem_device_code::cache::{Cache, Key};
use tandem_device_code::codegen_library;
use tandem_native_cpu::package::Part;

use crate::codegen::{self, Job, Output};
use crate::object::unit_job;
use crate::probe;

/// What the code generator gave, now or before.
pub struct Generated {
    /// A unit or an object.
    pub code: Vec<u8>,
    /// Warnings, where it was made now.
    pub log: String,
    /// It was in the cache.
    pub is_cached: bool,
}

/// Whether what is in the cache will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// It will.
    Cache,
    /// It was of no use.
    Nothing,
}

/// The unit that a part is compiled to.
pub fn unit(part: &Part) -> Result<Generated> {
    generate(&unit_job(part), &[part], &part.options, Lookup::Cache)
}

/// What a job gives for these units; `options` has what it depends on beyond them.
pub fn generate(job: &Job<'_>, parts: &[&Part], options: &str, lookup: Lookup) -> Result<Generated> {
    let compile = || codegen::compile(job);
    let Some(cache) = cache() else {
        let compiled = compile()?;
        return Ok(Generated { code: compiled.code, log: compiled.log, is_cached: false });
    };
    let key = cache_key(parts, options, job.output);
    if lookup == Lookup::Cache
        && let Some(code) = cache.get(&key).and_then(codegen_library::without_note)
    {
        return Ok(Generated { code, log: String::new(), is_cached: true });
    }
    let compiled = compile()?;
    let image_bytes = parts.iter().map(|part| part.code.len()).sum();
    cache.put(&key, image_bytes, &codegen_library::with_note(&compiled.code, compiled.llvm));
    Ok(Generated { code: compiled.code, log: compiled.log, is_cached: false })
}

/// The persistent cache, if the environment wants one. Who wants to see the stages of each kernel has all of them
/// compiled.
fn cache() -> Option<&'static Cache> {
    static CACHE: OnceLock<Option<Cache>> = OnceLock::new();
    let is_set = |name| tandem_environment::variable_os(name).is_some_and(|value| !value.is_empty());
    let is_watched = || is_set(DUMP_VARIABLE) || is_set(VECTORIZE_REPORT_VARIABLE);
    CACHE.get_or_init(|| if is_watched() { None } else { Cache::from_env() }).as_ref()
}

/// Everything that the result depends on. Units that agree in options and
/// constants give the same entry in any order.
fn cache_key(parts: &[&Part], options: &str, output: Output) -> Key {
    let mut key = Key::new();
    key.field("device", b"native_cpu");
    key.field("driver version", env!("CARGO_PKG_VERSION").as_bytes());
    key.field("processor", &probe::fingerprint());
    key.field("toolchain", &codegen::identity());
    key.field("output", output.name().as_bytes());
    key.field("options", options.as_bytes());
    let width = tandem_environment::variable(CPU_VECTOR_WIDTH_VARIABLE);
    key.field("vector width", width.unwrap_or_default().as_bytes());
    let images: Vec<&[u8]> = parts.iter().map(|part| part.code.as_slice()).collect();
    let facts = |part: &Part| {
        let mut constants = part.constants.clone();
        constants.sort_by_key(|(id, _)| *id);
        (part.options.clone(), constants)
    };
    let mut all = parts.iter().map(|part| facts(part));
    let first = all.next().unwrap_or_default();
    if all.all(|other| other == first) {
        constants_field(&mut key, &first.1);
        key.images(&images);
        return key;
    }
    for (part, image) in parts.iter().zip(images) {
        let (options, constants) = facts(part);
        key.field("unit options", options.as_bytes());
        constants_field(&mut key, &constants);
        key.images(&[image]);
    }
    key
}

fn constants_field(key: &mut Key, constants: &[(u32, Vec<u8>)]) {
    for (id, value) in constants {
        key.field("spec id", &id.to_le_bytes());
        key.field("spec value", value);
    }
}
