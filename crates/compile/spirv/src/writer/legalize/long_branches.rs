//! Switches with more cases, and phis with more predecessors, than SPIR-V allows.
//!
//! A switch becomes a chain of switches: values that are not among the cases of one go to the next. A phi becomes a
//! variable that the predecessors write.

use indexmap::IndexMap;
use rustc_hash::FxHashSet;
use tandem_ir::{Block, Builder, EditableModule, Function, Inst, Opcode, Value};

/// The most cases of a switch (SPIR-V specification, 2.17).
const MAX_CASES: usize = 16_383;
/// The most predecessors of a phi: it has up to 65,535 words, two for each predecessor and three others.
const MAX_INCOMING: usize = (u16::MAX as usize - 3) / 2;

/// Rewrites the switches and phis that are too long.
pub(super) fn split(module: &EditableModule) {
    for function in module.functions() {
        for inst in function.insts() {
            if inst.opcode() == Opcode::LLVMSwitch {
                split_switch(module, function, inst);
            }
        }
        for inst in function.insts() {
            if inst.opcode() == Opcode::LLVMPHI {
                move_to_variable(module, function, inst);
            }
        }
    }
}

/// A target of a switch, and the value for which it is taken.
type Case<'m> = (Value<'m>, Block<'m>);

fn split_switch<'m>(module: &'m EditableModule, function: Function<'m>, switch: Inst<'m>) {
    let (Some(block), cases) = (switch.block(), switch.switch_cases()) else { return };
    let mut parts = cases.chunks(MAX_CASES);
    let (Some(first), true) = (parts.next(), parts.len() > 0) else { return };
    let mut default = switch.successors()[0];
    let mut switches = Vec::new();
    for part in parts.rev() {
        let next = function.append_block(module, "");
        switches.push(build_switch(module, next, switch, default, part));
        default = next;
    }
    switches.push(build_switch(module, block, switch, default, first));
    switch.erase(module);
    for (target, sources) in edges(&switches) {
        redirect_phis(module, target, block, &sources);
    }
}

fn build_switch<'m>(
    module: &'m EditableModule,
    block: Block<'m>,
    like: Inst<'m>,
    default: Block<'m>,
    cases: &[Case<'m>],
) -> Inst<'m> {
    let builder = Builder::at_end(module, block);
    builder.set_debug_loc(like.debug_loc());
    builder.switch(like.operand(0), default, cases)
}

/// The target blocks of switches, each with its predecessors, once for each edge.
fn edges<'m>(switches: &[Inst<'m>]) -> IndexMap<Block<'m>, Vec<Block<'m>>> {
    let mut edges: IndexMap<Block<'m>, Vec<Block<'m>>> = IndexMap::new();
    for switch in switches {
        for target in switch.successors() {
            edges.entry(target).or_default().extend(switch.block());
        }
    }
    edges
}

/// Replaces the block `from` by `sources` in a block's phis.
fn redirect_phis<'m>(module: &'m EditableModule, target: Block<'m>, from: Block<'m>, sources: &[Block<'m>]) {
    let phis = target.insts().into_iter().take_while(|inst| inst.opcode() == Opcode::LLVMPHI);
    for phi in phis.collect::<Vec<_>>() {
        let mut incoming = phi.incoming();
        let Some(value) = incoming.iter().find(|(_, block)| *block == from).map(|(value, _)| *value) else { continue };
        incoming.retain(|(_, block)| *block != from);
        incoming.extend(sources.iter().map(|block| (value, *block)));
        let redirected = Builder::before(module, phi).phi(phi.ty(), "");
        redirected.add_incoming(module, &incoming);
        phi.value().replace_all_uses_with(module, redirected.value());
        phi.erase(module);
    }
}

/// Lets a phi with too many predecessors be a variable.
fn move_to_variable<'m>(module: &'m EditableModule, function: Function<'m>, phi: Inst<'m>) {
    let mut seen = FxHashSet::default();
    let mut incoming = phi.incoming();
    incoming.retain(|(_, block)| seen.insert(*block));
    let (Some(entry), Some(after)) = (function.entry(), phi.block().and_then(Block::first_non_phi)) else { return };
    if incoming.len() <= MAX_INCOMING {
        return;
    }
    let variable = Builder::at_start(module, entry).alloca(phi.ty(), "");
    for (value, block) in incoming {
        if let Some(terminator) = block.terminator() {
            Builder::before(module, terminator).store(value, variable.value());
        }
    }
    let loaded = Builder::before(module, after).load(phi.ty(), variable.value());
    phi.value().replace_all_uses_with(module, loaded.value());
    phi.erase(module);
}
