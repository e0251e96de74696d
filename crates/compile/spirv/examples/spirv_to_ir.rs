//! Prints the device IR of a SPIR-V module: `spirv_to_ir FILE.spv`.

use tandem_ir::Context;
use tandem_spirv::reader::{ReaderOptions, read};

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: spirv_to_ir FILE.spv");
        std::process::exit(2);
    };
    let result = std::fs::read(&path).map_err(|err| format!("{path}: {err}")).and_then(|bytes| {
        let options = ReaderOptions { name: &path, ..Default::default() };
        read(&Context::new(), &bytes, &options).map_err(|err| err.to_string())
    });
    match result {
        Ok(module) => print!("{module}"),
        Err(message) => {
            eprintln!("{message}");
            std::process::exit(1);
        }
    }
}
