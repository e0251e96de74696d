//! Code for x86-64 CPUs that is compiled when a program is linked. It is the code that the CPU device generates from
//! the same SPIR-V, but can be linked with other objects.

use tandem_codegen::LinkTime;
use tandem_device_target::{Failure, Generated, Target, known};
use tandem_image::PropertySetRegistry;

use crate::emit::Output;
use crate::options::{Cpu, Options};

/// Options of a link, and warnings about them.
pub struct Request {
    options: Options,
    warnings: Vec<String>,
}

impl LinkTime for Cpu {
    type Request = Request;

    fn target() -> &'static Target {
        &known::X86_64_CPU
    }

    fn request(options: &str, opt_level: u8) -> Result<Request, Failure> {
        let mut request = Options { linkable: true, ..Options::of_link(opt_level) };
        let warnings = request.apply(options)?;
        Ok(Request { options: request, warnings })
    }

    fn warnings(request: &Request) -> &[String] {
        &request.warnings
    }

    fn compilations(request: &Request) -> &[Options] {
        std::slice::from_ref(&request.options)
    }

    fn image(_: &Request, codes: Vec<Output>) -> Result<Generated, Failure> {
        let code = codes.into_iter().next().ok_or("there is no code")?;
        Ok(Generated { bytes: code.object, exports: code.exports, properties: PropertySetRegistry::new() })
    }
}
