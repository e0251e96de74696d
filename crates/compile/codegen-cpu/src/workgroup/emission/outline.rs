//! Splits large kernels into several functions.
//!
//! A kernel with hundreds of synchronization points becomes hundreds of loops inside the loop of one state group.
//! LLVM's analyses recompute their results for all of them whenever a pass changes one, so compile time grows with the
//! square of their number. Results for other functions are kept.
//!
//! A function created here is entered at one block and left at several. Values are passed in, and passed out only
//! through memory, as between regions. The function returns the number of its exit. Values of the prologue are
//! recomputed in it from the same parameters, so that LLVM knows as much about them.

use rustc_hash::{FxHashMap, FxHashSet};
use tandem_ir::{
    AttributePlace, Block, Builder, DebugInfoBuilder, DebugLevel, DebugLoc, EditableModule, Function, Inst, Opcode,
    Scope, Value, ValueKind,
};

use crate::abi::Prologue;

/// Makes functions of parts of one work-group function.
pub struct Outliner<'g, 'm> {
    module: &'m EditableModule,
    prologue: &'g Prologue<'m>,
    lines: Option<Lines<'m>>,
}

impl<'g, 'm> Outliner<'g, 'm> {
    /// An outliner for the work-group function of `kernel`.
    pub fn new(module: &'m EditableModule, prologue: &'g Prologue<'m>, kernel: Function<'m>) -> Self {
        Self { module, prologue, lines: Lines::of(module, kernel) }
    }

    /// Moves the blocks that control reaches from block `entry` without entering the blocks `outside` into a function.
    /// Returns the block that calls it.
    pub fn outline(&self, entry: Block<'m>, outside: &FxHashSet<Block<'m>>) -> Block<'m> {
        let caller = self.prologue.function;
        let part = Part::new(entry, outside);
        let inputs = Inputs::of(&part, self.prologue);
        let function = self.declare(&part, &inputs);
        let call = part.build_call(self.module, caller, function, &inputs);
        part.redirect(self.module, call);
        part.move_to(self.module, caller, function, &inputs);
        if let Some(lines) = &self.lines {
            lines.set(function);
            call.first().expect("the call").set_debug_loc(self.module, Some(lines.of_call()));
        }
        call
    }

    /// Declares the function of a part: the caller's parameters, followed by the values that are passed.
    fn declare(&self, part: &Part<'m>, inputs: &Inputs<'m>) -> Function<'m> {
        let result = if part.targets.len() > 1 { self.module.int(32) } else { self.module.void() };
        let types: Vec<_> = inputs.passed.iter().map(|value| value.ty()).collect();
        let function = self.prologue.declare_part("part", result, &types);
        for (index, value) in (self.prologue.function.params().len()..).zip(&inputs.passed) {
            if value.as_inst().is_some_and(|inst| inst.opcode() == Opcode::LLVMAlloca) {
                function.add_attribute(self.module, AttributePlace::Param(index as u32), "noalias", 0);
            }
        }
        function
    }
}

/// Source lines of parts. A location belongs to one function, so that the
/// kernel passes for inlined into the parts.
pub struct Lines<'m> {
    module: &'m EditableModule,
    builder: DebugInfoBuilder<'m>,
    kernel: Scope<'m>,
    file: Scope<'m>,
    line: u32,
}

impl<'m> Lines<'m> {
    /// The debug information for parts of `kernel`, if it has any.
    pub fn of(module: &'m EditableModule, kernel: Function<'m>) -> Option<Self> {
        let kernel = kernel.subprogram()?;
        let (directory, file) = kernel.file();
        let builder = DebugInfoBuilder::new(module, &directory, &file, "Tandem", DebugLevel::Lines);
        let file = builder.file(&directory, &file);
        Some(Self { module, builder, kernel, file, line: kernel.subprogram_line() })
    }

    /// The line of calls of parts, the kernel's.
    pub fn of_call(&self) -> DebugLoc<'m> {
        self.builder.location(self.kernel, self.line, 0)
    }

    /// Gives the instructions of a part their lines in it.
    pub fn set(&self, function: Function<'m>) {
        let subprogram = self.builder.subprogram(function, self.file, self.line);
        let call = self.builder.location(subprogram, self.line, 0);
        let mut inlined = FxHashMap::default();
        for inst in function.insts() {
            if let Some(location) = inst.debug_loc() {
                let own = inlined.entry(location).or_insert_with(|| self.builder.inlined(location, call));
                inst.set_debug_loc(self.module, Some(*own));
            }
            if inst.is_terminator() {
                self.module.drop_loop_lines(inst);
            }
        }
    }
}

/// Blocks that become a function.
struct Part<'m> {
    /// The entry first.
    blocks: Vec<Block<'m>>,
    members: FxHashSet<Block<'m>>,
    /// The destinations after the part.
    targets: Vec<Block<'m>>,
}

/// The values that a part uses from the function around it.
#[derive(Default)]
struct Inputs<'m> {
    /// Stack memory that nothing else uses: it moves along.
    owned: Vec<Inst<'m>>,
    /// Values that are passed.
    passed: Vec<Value<'m>>,
    /// Instructions of the prologue that are repeated, in order.
    repeated: Vec<Inst<'m>>,
}

impl<'m> Part<'m> {
    fn new(entry: Block<'m>, outside: &FxHashSet<Block<'m>>) -> Self {
        let mut part = Self { blocks: vec![entry], members: FxHashSet::from_iter([entry]), targets: Vec::new() };
        let mut at = 0;
        while at < part.blocks.len() {
            for next in part.blocks[at].successors() {
                if next != entry && outside.contains(&next) {
                    if !part.targets.contains(&next) {
                        part.targets.push(next);
                    }
                } else if part.members.insert(next) {
                    part.blocks.push(next);
                }
            }
            at += 1;
        }
        part
    }

    fn insts(&self) -> impl Iterator<Item = Inst<'m>> {
        self.blocks.iter().flat_map(|block| block.insts())
    }

    fn holds(&self, value: Value<'m>) -> bool {
        value.as_inst().and_then(Inst::block).is_some_and(|block| self.members.contains(&block))
    }

    /// Calls the part in a separate block, which then branches to the target of the part's exit.
    fn build_call(
        &self,
        module: &'m EditableModule,
        caller: Function<'m>,
        function: Function<'m>,
        inputs: &Inputs<'m>,
    ) -> Block<'m> {
        let block = caller.append_block(module, "part");
        let builder = Builder::at_end(module, block);
        let own = caller.params().into_iter();
        let args: Vec<_> = own.chain(inputs.passed.iter().copied()).collect();
        let exit = builder.call_function(function, &args).value();
        match self.targets[..] {
            [] => builder.unreachable(),
            [only] => builder.br(only),
            [first, ref others @ ..] => {
                let numbers = (1..).map(|number| module.int(32).int(number, false));
                builder.switch(exit, first, &numbers.zip(others.iter().copied()).collect::<Vec<_>>())
            }
        };
        block
    }

    /// Redirects control that enters the part from outside to `call`.
    fn redirect(&self, module: &EditableModule, call: Block<'m>) {
        let entry = self.blocks[0];
        for user in entry.value().users() {
            let Some(end) = user.as_inst().filter(|inst| inst.is_terminator() && !self.holds(user)) else {
                continue;
            };
            for (index, _) in end.successors().into_iter().enumerate().filter(|(_, next)| *next == entry) {
                end.set_successor(module, index as u32, call);
            }
        }
    }

    /// Moves the blocks into `function`, whose first block provides the inputs.
    fn move_to(&self, module: &'m EditableModule, caller: Function<'m>, function: Function<'m>, inputs: &Inputs<'m>) {
        let first = function.append_block(module, "inputs");
        let end = Builder::at_end(module, first).br(self.blocks[0]);
        let known = inputs.provide(module, caller, function, end);
        let mut last = first;
        for block in &self.blocks {
            block.move_after(module, last);
            last = *block;
        }
        for inst in self.insts() {
            for (index, operand) in inst.operands().into_iter().enumerate() {
                if let Some(own) = known.get(&operand) {
                    inst.value().set_operand(module, index as u32, *own);
                }
            }
        }
        self.leave(module, function);
    }

    /// Returns where control left for other blocks.
    fn leave(&self, module: &'m EditableModule, function: Function<'m>) {
        let returns: FxHashMap<_, _> = (0..)
            .zip(&self.targets)
            .map(|(number, target)| {
                let block = function.append_block(module, "left");
                let builder = Builder::at_end(module, block);
                match self.targets.len() {
                    1 => builder.ret_void(),
                    _ => builder.ret(module.int(32).int(number, false)),
                };
                (*target, block)
            })
            .collect();
        for end in self.blocks.iter().filter_map(|block| block.terminator()) {
            for (index, next) in end.successors().into_iter().enumerate() {
                if let Some(block) = returns.get(&next) {
                    end.set_successor(module, index as u32, *block);
                }
            }
        }
    }
}

impl<'m> Inputs<'m> {
    fn of(part: &Part<'m>, prologue: &Prologue<'m>) -> Self {
        let first = prologue.function.entry().expect("a definition");
        let mut inputs = Self::default();
        let mut seen = FxHashSet::default();
        let mut repeated = FxHashSet::default();
        let mut needed: Vec<_> = part.insts().flat_map(Inst::operands).collect();
        while let Some(value) = needed.pop() {
            let Some(inst) = value.as_inst().filter(|_| value.kind() == ValueKind::Inst && !part.holds(value)) else {
                continue;
            };
            if !seen.insert(value) {
                continue;
            }
            if inst.opcode() == Opcode::LLVMAlloca {
                // Nothing survives in such memory from one call to the next: values that outlive a part
                // have users outside of it.
                match value.users().into_iter().all(|user| part.holds(user)) {
                    true => inputs.owned.push(inst),
                    false => inputs.passed.push(value),
                }
            } else if inst.block() == Some(first) {
                repeated.insert(inst);
                needed.extend(inst.operands());
            } else {
                inputs.passed.push(value);
            }
        }
        inputs.repeated = first.insts().into_iter().filter(|inst| repeated.contains(inst)).collect();
        inputs
    }

    /// Provides the inputs before `end`; returns the replacement for each.
    fn provide(
        &self,
        module: &EditableModule,
        caller: Function<'m>,
        function: Function<'m>,
        end: Inst<'m>,
    ) -> FxHashMap<Value<'m>, Value<'m>> {
        let params = function.params().into_iter();
        let mut known: FxHashMap<_, _> =
            caller.params().into_iter().chain(self.passed.iter().copied()).zip(params).collect();
        for alloca in &self.owned {
            alloca.move_before(module, end);
        }
        let builder = Builder::before(module, end);
        for inst in &self.repeated {
            let copy = inst.duplicate();
            for (index, operand) in inst.operands().into_iter().enumerate() {
                if let Some(own) = known.get(&operand) {
                    copy.value().set_operand(module, index as u32, *own);
                }
            }
            builder.insert(copy);
            known.insert(inst.value(), copy.value());
        }
        known
    }
}
