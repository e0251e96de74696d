//! Code for NVIDIA's GPUs that is compiled when a program is linked: a package with PTX, and with
//! machine code for the processors that the options name, where NVIDIA's assembler is found.

use std::path::PathBuf;

use tandem_codegen::TargetOptions;
use tandem_codegen::compile::compile;
use tandem_device_target::{CodeGenerator, DeviceCode, Failure, Generated, Target, known};
use tandem_native_cuda::{Code, CodeKind, Package};

use crate::options::{Nvptx, Options, Processor};
use crate::ptxas::Ptxas;

/// The processors that there are. When a program runs, the code is for that of the device, whatever
/// that is.
const PROCESSORS: [u32; 15] = [70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121];

/// The code generator of [`known::NVIDIA_GPU`].
#[derive(Debug)]
pub struct AheadOfTime;

impl CodeGenerator for AheadOfTime {
    fn target(&self) -> &'static Target {
        &known::NVIDIA_GPU
    }

    fn check_options(&self, options: &str) -> Result<Vec<String>, Failure> {
        Ok(Request::parse(options)?.options(0)?.1)
    }

    fn generate(&self, code: &DeviceCode<'_>) -> Result<Generated, Failure> {
        let request = Request::parse(code.options)?;
        let (options, _) = request.options(code.opt_level)?;
        let assembler = request.assembler();
        let mut whole: Option<Package> = None;
        for processor in request.processors_or_oldest() {
            let mut options = options.clone();
            options.target.processor = processor;
            let mut package = compile(&[code.spirv], &options)?;
            if let Some(ptxas) = assembler.as_ref().filter(|_| request.names(processor)) {
                assemble(&mut package, ptxas, &options)?;
            }
            match &mut whole {
                None => whole = Some(package),
                Some(whole) => add(whole, package, processor)?,
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
        return Err(format!("kernels differ for {name}: select it as a target of its own, nvidia_gpu_{name}").into());
    }
    whole.codes.extend(other.codes);
    Ok(())
}

/// What the options of a link ask for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Request {
    /// The processors, in order.
    processors: Vec<Processor>,
    /// The assembler: `Some` of an empty path for none at all, `None` for one that is found.
    ptxas: Option<PathBuf>,
    /// Options of the code generator.
    rest: Vec<String>,
}

impl Request {
    /// Reads options as clang and DPC++ name them.
    fn parse(text: &str) -> Result<Self, Failure> {
        let mut request = Self::default();
        for word in text.split_whitespace() {
            match word.split_once('=') {
                Some(("--cuda-gpu-arch" | "--offload-arch" | "-march" | "-mcpu", names)) => {
                    for name in names.split(',') {
                        request.add_processor(name)?;
                    }
                }
                Some(("--ptxas-path", path)) => request.ptxas = Some(path.into()),
                _ => request.rest.push(word.to_owned()),
            }
        }
        Ok(request)
    }

    fn add_processor(&mut self, name: &str) -> Result<(), Failure> {
        let mut options = Nvptx::default();
        options.set_processor(name)?;
        let Processor(number) = options.processor;
        if !PROCESSORS.contains(&number) {
            let known: Vec<String> = PROCESSORS.iter().map(|&number| Processor(number).name()).collect();
            return Err(format!("there is no processor `{name}`; there are {}", known.join(", ")).into());
        }
        if !self.names(options.processor) {
            self.processors.push(options.processor);
        }
        Ok(())
    }

    fn names(&self, processor: Processor) -> bool {
        self.processors.contains(&processor)
    }

    /// The processors; code for the oldest one runs on all.
    fn processors_or_oldest(&self) -> Vec<Processor> {
        if self.processors.is_empty() { vec![Processor::OLDEST] } else { self.processors.clone() }
    }

    fn assembler(&self) -> Option<Ptxas> {
        match &self.ptxas {
            Some(path) if path.as_os_str().is_empty() => None,
            Some(path) => Some(Ptxas::new(path)),
            None => Ptxas::find(),
        }
    }

    /// Options of a compilation, and warnings about those that mean nothing.
    fn options(&self, opt_level: u8) -> Result<(Options, Vec<String>), Failure> {
        let mut options = Options::of_link(opt_level);
        let warnings = options.apply(&self.rest.join(" "))?;
        Ok((options, warnings))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_clang_and_dpcpp() {
        let request = Request::parse("--cuda-gpu-arch=sm_90 -O2 --offload-arch=sm_80,sm_90a --ptxas-path=").unwrap();
        assert_eq!(request.processors, [Processor(90), Processor(80)]);
        assert_eq!((request.rest.as_slice(), request.assembler()), (&["-O2".to_owned()][..], None));
        assert_eq!(Request::parse("").unwrap().processors_or_oldest(), [Processor::OLDEST]);
        assert_eq!(Request::parse("--ptxas-path=/a/b").unwrap().assembler(), Some(Ptxas::new("/a/b")));
    }

    #[test]
    fn processors_that_there_are_not() {
        let error = |text| Request::parse(text).unwrap_err().to_string();
        assert!(error("--cuda-gpu-arch=gfx90a").contains("`gfx90a` is no processor"));
        assert!(error("-march=sm_50").contains("`sm_50` is not supported"));
        assert!(error("--offload-arch=sm_999").starts_with("there is no processor `sm_999`; there are sm_70, sm_72"));
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
