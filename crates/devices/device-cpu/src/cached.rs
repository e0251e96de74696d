//! Access to the code generator through the persistent cache.

use tandem_codegen_abi::{
    CPU_VECTOR_WIDTH_VARIABLE, DUMP_VARIABLE, Module, TIME_PASSES_VARIABLE, VECTORIZE_REPORT_VARIABLE,
};
use tandem_device::Result;
use tandem_device_code::cache::Key;
use tandem_device_code::{CodeCache, Generated, Lookup};
use tandem_native_cpu::package::Part;

use crate::codegen::{self, Job, Output};
use crate::probe;

/// With one of these variables, which dump the stages or report on them, every kernel is compiled anew.
static CACHE: CodeCache = CodeCache::new(&[DUMP_VARIABLE, TIME_PASSES_VARIABLE, VECTORIZE_REPORT_VARIABLE]);

/// The unit that a part is compiled to.
pub fn unit(part: &Part) -> Result<Generated> {
    generate(&unit_job(part), &[part], &part.options, Lookup::Cache)
}

/// The job that compiles a part to a unit.
pub fn unit_job(part: &Part) -> Job<'_> {
    let inputs = vec![Module { bytes: &part.code, has_kernels: true }];
    Job { inputs, options: part.options.clone(), constants: &part.constants, output: Output::Unit }
}

/// Returns the result of a job for these units; `options` holds everything else that it depends on.
pub fn generate(job: &Job<'_>, parts: &[&Part], options: &str, lookup: Lookup) -> Result<Generated> {
    let image_bytes = parts.iter().map(|part| part.code.len()).sum();
    CACHE.get(lookup, || cache_key(parts, options, job.output), image_bytes, || codegen::compile(job))
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
