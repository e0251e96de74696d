//! The exits of a loop over work-items or sub-groups: all of them lead through its latch. After the loop, control
//! continues at the target of the last iteration's exit.

use tandem_codegen::analysis::cfg::BlockId;
use tandem_ir::{Block, Builder, EditableModule, Inst, Value};

/// An exit of a region or phase, and the block that control takes at its end.
#[derive(Clone, Copy)]
pub struct RegionExit<'m> {
    /// The block of the synchronization point; `None` leaves the kernel.
    pub sync: Option<BlockId>,
    pub block: Block<'m>,
}

/// The values that a latch passes on from the exits of its loop.
pub struct LoopExits<'m> {
    /// The exit's number, if there are several.
    number: Option<Inst<'m>>,
    /// Scalars that stay live, each with the latch's phi.
    scalars: Vec<(Value<'m>, Inst<'m>)>,
}

impl<'m> LoopExits<'m> {
    /// Creates the phis for `exits` exits in a latch.
    pub fn new(
        module: &'m EditableModule,
        latch: Block<'m>,
        exits: usize,
        scalars: impl IntoIterator<Item = Value<'m>>,
    ) -> Self {
        let latch = Builder::at_end(module, latch);
        let number = (exits > 1).then(|| latch.phi(module.int(32), "next"));
        let scalars = scalars.into_iter().map(|value| (value, latch.phi(value.ty(), ""))).collect();
        Self { number, scalars }
    }

    /// Adds block `from` as an exit with its number and values of scalars; `None` for scalars that are not live there.
    pub fn enter(
        &self,
        module: &EditableModule,
        exit: u64,
        from: Block<'m>,
        mut scalar: impl FnMut(Value<'m>) -> Option<Value<'m>>,
    ) {
        for (value, phi) in &self.scalars {
            phi.add_incoming(module, &[(scalar(*value).unwrap_or_else(|| value.ty().poison()), from)]);
        }
        if let Some(number) = self.number {
            number.add_incoming(module, &[(number.ty().int(exit, false), from)]);
        }
    }

    /// Adds a predecessor that is not an exit, and does not use the values that the latch passes on.
    pub fn enter_without(&self, module: &EditableModule, from: Block<'m>) {
        for phi in self.scalars.iter().map(|(_, phi)| *phi).chain(self.number) {
            phi.add_incoming(module, &[(phi.ty().poison(), from)]);
        }
    }

    /// The scalars, each with its value after the loop.
    pub fn scalars(&self) -> impl Iterator<Item = (Value<'m>, Value<'m>)> {
        self.scalars.iter().map(|(value, phi)| (*value, phi.value()))
    }

    /// Branches after the loop to the target of the exit, by its number.
    pub fn go_on(&self, done: &Builder<'m>, targets: &[Block<'m>]) {
        match (self.number, targets) {
            (Some(number), [first, others @ ..]) => {
                let numbers = (1..).map(|other| number.ty().int(other, false));
                let cases: Vec<_> = numbers.zip(others.iter().copied()).collect();
                done.switch(number.value(), *first, &cases)
            }
            (None, [only]) => done.br(*only),
            // Every round runs forever.
            _ => done.unreachable(),
        };
    }
}
