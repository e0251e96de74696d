//! Pipelines: lists of passes, each of which declares the facts that it needs and establishes. A list in a wrong order
//! is refused when the pipeline is built.

use tandem_ir::{EditableModule, Function, Module, PassOptions, TargetMachine};

use crate::dump::Dump;
use crate::error::Result;
use crate::order::{self, Fact, OrderError, Step};
use crate::pass_times::PassTimes;

/// A module in a pipeline, with the results that the passes of its target share.
pub trait Compilation {
    /// The module.
    fn module(&self) -> &Module;

    /// The module, and the machine whose costs LLVM's passes use.
    fn module_and_machine(&mut self) -> (&mut Module, Option<&TargetMachine>);

    /// The module, to be changed.
    fn edit(&mut self) -> &EditableModule {
        self.module_and_machine().0.edit()
    }

    /// Visits the functions that are defined now, up to the first error.
    ///
    /// # Errors
    /// Errors of `visit`.
    fn edit_functions(&mut self, visit: impl for<'m> Fn(&'m EditableModule, Function<'m>) -> Result<()>) -> Result<()> {
        let module = self.edit();
        module.definitions().into_iter().try_for_each(|function| visit(module, function))
    }
}

/// A pass. Nothing but the constructors' `run` changes the module.
pub struct Pass<C> {
    step: Step,
    work: Work<C>,
    stage: Option<&'static str>,
    is_verified: bool,
    is_wanted: bool,
}

/// The code of a pass, by the form of its input.
enum Work<C> {
    Compilation(fn(&mut C) -> Result<()>),
    Module(fn(&EditableModule)),
    Llvm(String, PassOptions),
}

impl<C> Pass<C> {
    fn with(name: &'static str, work: Work<C>) -> Self {
        let step = Step { name, needs: &[], establishes: &[], destroys: &[] };
        Self { step, work, stage: None, is_verified: false, is_wanted: true }
    }

    /// A pass that changes any part of a compilation.
    pub fn new(name: &'static str, run: fn(&mut C) -> Result<()>) -> Self {
        Self::with(name, Work::Compilation(run))
    }

    /// A pass that only uses the module.
    pub fn of_module(name: &'static str, run: fn(&EditableModule)) -> Self {
        Self::with(name, Work::Module(run))
    }

    /// Passes of LLVM, in `opt`'s syntax.
    pub fn of_llvm(name: &'static str, passes: impl Into<String>) -> Self {
        Self::of_llvm_with(name, passes, PassOptions::default())
    }

    /// LLVM passes, with optimization levels that respect the options.
    pub fn of_llvm_with(name: &'static str, passes: impl Into<String>, options: PassOptions) -> Self {
        Self::with(name, Work::Llvm(passes.into(), options))
    }

    /// Declares the facts that must hold before it.
    #[must_use]
    pub fn needs(mut self, facts: &'static [Fact]) -> Self {
        self.step.needs = facts;
        self
    }

    /// Declares the facts that hold after it.
    #[must_use]
    pub fn establishes(mut self, facts: &'static [Fact]) -> Self {
        self.step.establishes = facts;
        self
    }

    /// Declares the facts that no longer hold after it.
    #[must_use]
    pub fn destroys(mut self, facts: &'static [Fact]) -> Self {
        self.step.destroys = facts;
        self
    }

    /// A stage ends with it, which is dumped by this name.
    #[must_use]
    pub fn ends(mut self, stage: &'static str) -> Self {
        self.stage = Some(stage);
        self
    }

    /// Verifies the module after it, also in builds without debug assertions.
    #[must_use]
    pub fn verified(mut self) -> Self {
        self.is_verified = true;
        self
    }

    /// Includes it in the pipeline only if `wanted`.
    #[must_use]
    pub fn when(mut self, wanted: bool) -> Self {
        self.is_wanted = wanted;
        self
    }
}

impl<C: Compilation> Pass<C> {
    /// Dumps and verifies the result.
    fn look_at(&self, compilation: &C, dump: &mut Dump) -> Result<()> {
        if let Some(stage) = self.stage {
            dump.ir(stage, compilation.module())?;
        }
        if self.is_verified || cfg!(debug_assertions) {
            compilation.module().verify()?;
        }
        Ok(())
    }
}

impl<C: Compilation> Work<C> {
    fn run(&self, compilation: &mut C) -> Result<()> {
        match self {
            Self::Compilation(run) => run(compilation),
            Self::Module(run) => {
                run(compilation.edit());
                Ok(())
            }
            Self::Llvm(passes, options) => {
                let (module, machine) = compilation.module_and_machine();
                Ok(module.run_passes_with(passes, machine, *options)?)
            }
        }
    }
}

/// Passes in an order in which each has the facts that it needs.
pub struct Pipeline<C> {
    passes: Vec<Pass<C>>,
}

impl<C> Pipeline<C> {
    /// The enabled ones of these passes, for modules for which `given` holds.
    ///
    /// # Errors
    /// A pass that is at the wrong place.
    pub fn new(given: &[Fact], passes: Vec<Pass<C>>) -> Result<Self, OrderError> {
        let passes: Vec<_> = passes.into_iter().filter(|pass| pass.is_wanted).collect();
        let steps: Vec<_> = passes.iter().map(|pass| pass.step).collect();
        order::check(given, &steps)?;
        Ok(Self { passes })
    }

    /// The passes up to and including the one with a name, for tests of single passes.
    ///
    /// # Errors
    /// If there is no such pass.
    pub fn until(mut self, last: &str) -> Result<Self, OrderError> {
        let at = self.passes.iter().position(|pass| pass.step.name == last);
        self.passes.truncate(at.ok_or_else(|| OrderError::Unknown(last.to_owned()))? + 1);
        Ok(self)
    }
}

impl<C: Compilation> Pipeline<C> {
    /// Runs the passes. Dumps the stages that end with them; verifies the module after passes that request it and, with
    /// debug assertions, after each pass. Measures the passes, if requested.
    ///
    /// # Errors
    /// Errors of the passes, and an invalid module.
    pub fn run(&self, compilation: &mut C, dump: &mut Dump, times: &mut PassTimes) -> Result<()> {
        let mut run = |pass: &Pass<C>| {
            times.measure(pass.step.name, || pass.work.run(compilation))?;
            pass.look_at(compilation, dump)
        };
        self.passes.iter().try_for_each(&mut run)
    }
}

#[cfg(test)]
mod tests {
    use tandem_ir::Context;

    use super::*;
    use crate::error::Error;

    const FIRST_DONE: Fact = Fact("the first is done");

    /// The passes that have run.
    struct Log {
        module: Module,
        ran: Vec<&'static str>,
    }

    impl Log {
        fn new() -> Self {
            Self { module: Module::new(&Context::new(), "log"), ran: Vec::new() }
        }
    }

    impl Compilation for Log {
        fn module(&self) -> &Module {
            &self.module
        }

        fn module_and_machine(&mut self) -> (&mut Module, Option<&TargetMachine>) {
            (&mut self.module, None)
        }
    }

    fn pass(name: &'static str) -> Pass<Log> {
        match name {
            "first" => Pass::new(name, |log: &mut Log| {
                log.ran.push("first");
                Ok(())
            })
            .establishes(&[FIRST_DONE]),
            "fails" => Pass::new(name, |_| Err(Error::Options("no".into()))),
            _ => Pass::new(name, |log: &mut Log| {
                log.ran.push("second");
                Ok(())
            })
            .needs(&[FIRST_DONE]),
        }
    }

    fn run(pipeline: &Pipeline<Log>, dump: &mut Dump) -> Result<Vec<&'static str>> {
        let mut log = Log::new();
        pipeline.run(&mut log, dump, &mut PassTimes::new(false))?;
        Ok(log.ran)
    }

    #[test]
    fn passes_run_in_order_up_to_the_last() {
        let pipeline = || Pipeline::new(&[], vec![pass("first"), pass("second"), pass("fails")]).expect("in order");
        let ran = |last| run(&pipeline().until(last).expect("there is such a pass"), &mut Dump::new(None));
        assert_eq!(ran("first").expect("runs"), ["first"]);
        assert_eq!(ran("second").expect("runs"), ["first", "second"]);
        assert_eq!(ran("fails").expect_err("it fails").to_string(), "build options: no");
        let unknown = pipeline().until("third").err().map(|error| error.to_string());
        assert_eq!(unknown.as_deref(), Some("unknown pass `third`"));
    }

    #[test]
    fn passes_that_are_not_wanted_establish_nothing() {
        let error = Pipeline::new(&[], vec![pass("first").when(false), pass("second")]).err().map(|e| e.to_string());
        assert_eq!(error.as_deref(), Some("pass `second` needs that the first is done, which no pass establishes"));
        let pipeline = Pipeline::new(&[], vec![pass("first"), pass("fails").when(false)]).expect("in order");
        assert_eq!(run(&pipeline, &mut Dump::new(None)).expect("runs"), ["first"]);
    }

    #[test]
    fn functions_that_are_added_are_not_visited() {
        let add = Pass::new("add", |log: &mut Log| {
            log.edit_functions(|module, function| {
                let name = format!("{}.more", function.name());
                let copy = module.add_function(&name, module.void().function(&[], false));
                tandem_ir::Builder::at_end(module, copy.append_block(module, "")).ret_void();
                Ok(())
            })
        });
        let text = "define void @f() { ret void } declare void @g()";
        let module = Module::parse(&Context::new(), text.as_bytes(), "two").expect("valid");
        let mut log = Log { module, ran: Vec::new() };
        Pipeline::new(&[], vec![add])
            .expect("in order")
            .run(&mut log, &mut Dump::new(None), &mut PassTimes::new(false))
            .expect("runs");
        let names: Vec<_> = log.module.functions().into_iter().map(|function| function.name()).collect();
        assert_eq!(names, ["f", "g", "f.more"]);
    }
}
