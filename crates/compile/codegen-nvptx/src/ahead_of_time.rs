//! Code for NVIDIA's GPUs that is compiled when a program is linked: a package with PTX, and with
//! machine code for the processors that the options name, where NVIDIA's assembler is found.

use std::path::PathBuf;

use tandem_codegen::{LinkTime, TargetOptions};
use tandem_device_target::{Failure, Generated, Target, known};
use tandem_native_cuda::{Code, CodeKind, Package};

use crate::options::{Nvptx, Options, Processor};
use crate::ptxas::Ptxas;

/// The supported processors. At run time, the code for the device's processor is used.
const PROCESSORS: [u32; 15] = [70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121];

impl LinkTime for Nvptx {
    type Request = Request;

    fn target() -> &'static Target {
        &known::NVIDIA_GPU
    }

    fn request(options: &str, opt_level: u8) -> Result<Request, Failure> {
        Request::parse(options, opt_level)
    }

    fn warnings(request: &Request) -> &[String] {
        &request.warnings
    }

    fn compilations(request: &Request) -> &[Options] {
        &request.compilations
    }

    fn image(request: &Request, codes: Vec<Package>) -> Result<Generated, Failure> {
        let mut whole: Option<Package> = None;
        for (mut package, options) in codes.into_iter().zip(&request.compilations) {
            if let Some(ptxas) = request.assembler.as_ref().filter(|_| request.names_processors) {
                assemble(&mut package, ptxas, options)?;
            }
            match &mut whole {
                None => whole = Some(package),
                Some(whole) => add(whole, package, options.target.processor)?,
            }
        }
        Ok(Generated { bytes: whole.unwrap_or_default().encode(), ..Generated::default() })
    }
}

/// Adds machine code to a package of PTX.
fn assemble(package: &mut Package, ptxas: &Ptxas, options: &Options) -> Result<(), Failure> {
    let processor = options.target.processor;
    for ptx in std::mem::take(&mut package.codes) {
        let bytes = ptxas.assemble(&ptx.bytes, processor, options.opt_level, options.target.has_lines)?;
        package.codes.extend([Code { kind: CodeKind::Cubin, processor, bytes }, ptx]);
    }
    Ok(())
}

/// Adds the code for another processor, whose kernels must be called in the same way.
fn add(whole: &mut Package, other: Package, processor: Processor) -> Result<(), Failure> {
    if whole.kernels != other.kernels || whole.variables != other.variables {
        let name = processor.name();
        return Err(format!("kernels differ for {name}: select it as a separate target, nvidia_gpu_{name}").into());
    }
    whole.codes.extend(other.codes);
    Ok(())
}

/// The requests in the options of a link.
pub struct Request {
    /// One for each processor.
    compilations: Vec<Options>,
    /// Whether the processors are those that the options name; without any, code is for all.
    names_processors: bool,
    assembler: Option<Ptxas>,
    warnings: Vec<String>,
}

impl Request {
    /// Reads options as clang and DPC++ name them.
    fn parse(text: &str, opt_level: u8) -> Result<Self, Failure> {
        let (mut processors, mut ptxas, mut rest) = (Vec::new(), Assembler::Found, Vec::new());
        for word in text.split_whitespace() {
            match word.split_once('=') {
                Some(("--cuda-gpu-arch" | "--offload-arch" | "-march" | "-mcpu", names)) => {
                    names.split(',').try_for_each(|name| add_processor(&mut processors, name))?;
                }
                Some(("--ptxas-path", "")) => ptxas = Assembler::None,
                Some(("--ptxas-path", path)) => ptxas = Assembler::Named(path.into()),
                _ => rest.push(word),
            }
        }
        let mut options = Options::of_link(opt_level);
        let warnings = options.apply(&rest.join(" "))?;
        let names_processors = !processors.is_empty();
        // Code for the oldest processor runs on all.
        let processors = if names_processors { processors } else { vec![Processor::OLDEST] };
        let of_processor = |processor| {
            let target = Nvptx { processor, ..options.target.clone() };
            Options { target, ..options.clone() }
        };
        let compilations = processors.into_iter().map(of_processor).collect();
        Ok(Self { compilations, names_processors, assembler: ptxas.find(), warnings })
    }
}

/// The assembler of a link.
enum Assembler {
    /// One that is found, if any.
    Found,
    /// The one at a path.
    Named(PathBuf),
    /// None.
    None,
}

impl Assembler {
    fn find(self) -> Option<Ptxas> {
        match self {
            Self::Found => Ptxas::find(),
            Self::Named(path) => Some(Ptxas::new(path)),
            Self::None => None,
        }
    }
}

/// Adds a processor, unless the list has it already.
fn add_processor(processors: &mut Vec<Processor>, name: &str) -> Result<(), Failure> {
    let mut target = Nvptx::default();
    target.set_processor(name)?;
    let Processor(number) = target.processor;
    if !PROCESSORS.contains(&number) {
        let known: Vec<String> = PROCESSORS.iter().map(|&number| Processor(number).name()).collect();
        return Err(format!("unknown processor `{name}`; expected one of {}", known.join(", ")).into());
    }
    if !processors.contains(&target.processor) {
        processors.push(target.processor);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_clang_and_dpcpp() {
        let text = "--cuda-gpu-arch=sm_90 -O1 --offload-arch=sm_80,sm_90a --ptxas-path=";
        let request = Request::parse(text, 3).unwrap();
        let compilations: Vec<_> =
            request.compilations.iter().map(|options| (options.target.processor, options.opt_level)).collect();
        assert_eq!(compilations, [(Processor(90), 1), (Processor(80), 1)]);
        assert_eq!(request.assembler, None);
        let request = Request::parse("--ptxas-path=/a/b", 3).unwrap();
        assert_eq!(request.compilations[0].target.processor, Processor::OLDEST);
        assert!(!request.names_processors);
        assert_eq!(request.assembler, Some(Ptxas::new("/a/b")));
    }

    #[test]
    fn processors_that_there_are_not() {
        let error = |text| Request::parse(text, 0).err().unwrap().to_string();
        assert!(error("--cuda-gpu-arch=gfx90a").contains("`gfx90a` is not the name of a processor"));
        assert!(error("-march=sm_50").contains("`sm_50` is not supported"));
        assert!(error("--offload-arch=sm_999").starts_with("unknown processor `sm_999`; expected one of sm_70, sm_72"));
    }

    #[test]
    fn packages_of_several_processors() {
        let code = |number| Code { kind: CodeKind::Ptx, processor: Processor(number), bytes: Vec::new() };
        let package = |number| Package { codes: vec![code(number)], ..Package::default() };
        let mut whole = package(80);
        add(&mut whole, package(90), Processor(90)).unwrap();
        assert_eq!(whole.codes, [code(80), code(90)]);
        let other = Package { kernels: vec![Default::default()], ..package(90) };
        assert!(add(&mut whole, other, Processor(90)).unwrap_err().to_string().contains("nvidia_gpu_sm_90"));
    }
}
