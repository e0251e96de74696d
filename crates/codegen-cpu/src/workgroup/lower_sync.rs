//! SPIR-V's barriers and group operations become [synchronization
//! points](super::sync), after inlining and simplification, when scopes are
//! constants.
//!
//! A sub-group is one work-item here: its barriers are fences, its operations
//! give back the work-item's own value.

use tandem_ir::{Builder, Function, Inst, Module, Ordering, Type, TypeKind, Value};
use tandem_spirv::builtins::Builtin;

use super::sync::{Combine, GroupOp, build_barrier, build_group};
use crate::builtins::work_item::linear_local_id;
use crate::call_graph::original_name;
use crate::error::{Error, Result};

/// SPIR-V's scopes.
const DEVICE: u64 = 1;
const WORKGROUP: u64 = 2;
const INVOCATION: u64 = 4;
/// A bit of SPIR-V's memory semantics.
const SEQUENTIALLY_CONSISTENT: u64 = 0x10;

/// Lowers the barriers and group operations of a kernel.
pub fn run<'m>(module: &'m Module, kernel: Function<'m>) -> Result<()> {
    for inst in kernel.insts().into_iter().filter(|inst| inst.is_call()) {
        let Some(Builtin::Instruction(op)) = inst.called_function().and_then(|callee| Builtin::parse(&callee.name()))
        else {
            continue;
        };
        let name = format!("{op:?}");
        let lowering = Lowering { module, kernel: original_name(kernel), builder: Builder::before(inst), inst, name };
        let result = lowering.lower()?;
        if let Some(result) = result {
            inst.value().replace_all_uses_with(result);
        }
        inst.erase();
    }
    Ok(())
}

struct Lowering<'m> {
    module: &'m Module,
    kernel: String,
    builder: Builder<'m>,
    inst: Inst<'m>,
    name: String,
}

impl<'m> Lowering<'m> {
    fn lower(&self) -> Result<Option<Value<'m>>> {
        let args = self.inst.args();
        match self.name.as_str() {
            "ControlBarrier" => {
                let (execution, memory) = (self.constant(args[0], "scope")?, self.constant(args[1], "scope")?);
                if execution <= WORKGROUP {
                    build_barrier(self.module, &self.builder, memory <= DEVICE);
                } else {
                    self.builder.fence(Ordering::LLVMAtomicOrderingAcquireRelease);
                }
                Ok(None)
            }
            "MemoryBarrier" => {
                let (scope, semantics) = (self.constant(args[0], "scope")?, self.constant(args[1], "semantics")?);
                let ordering = match semantics & SEQUENTIALLY_CONSISTENT {
                    0 => Ordering::LLVMAtomicOrderingAcquireRelease,
                    _ => Ordering::LLVMAtomicOrderingSequentiallyConsistent,
                };
                if scope != INVOCATION {
                    self.builder.fence(ordering);
                }
                Ok(None)
            }
            "SubgroupShuffleINTEL" | "SubgroupShuffleXorINTEL" | "SubgroupShuffleDownINTEL" => Ok(Some(args[0])),
            "SubgroupShuffleUpINTEL" => Ok(Some(args[1])),
            name if name.starts_with("Group") => self.group_op(name, &args),
            _ => Err(self.unsupported()),
        }
    }

    fn group_op(&self, name: &str, args: &[Value<'m>]) -> Result<Option<Value<'m>>> {
        let plain = name.trim_start_matches("Group").trim_start_matches("NonUniform");
        let plain = plain.trim_end_matches("KHR").trim_end_matches("INTEL");
        let whole_group = self.constant(args[0], "scope")? <= WORKGROUP;
        let combine = combine_by_name(plain);
        match plain {
            "All" | "Any" => {
                let combine = if plain == "All" { Combine::And } else { Combine::Or };
                Ok(Some(if whole_group { self.group(GroupOp::Reduce(combine), args[1]) } else { args[1] }))
            }
            "Broadcast" | "BroadcastFirst" if whole_group => Ok(Some(self.broadcast(args))),
            "Broadcast" | "BroadcastFirst" | "Shuffle" | "ShuffleXor" | "ShuffleUp" | "ShuffleDown" if !whole_group => {
                Ok(Some(args[1]))
            }
            "Elect" if !whole_group => Ok(Some(self.inst.ty().int(1, false))),
            _ => {
                let combine = combine.ok_or_else(|| self.unsupported())?;
                self.combination(combine, self.constant(args[1], "group operation")?, args[2], whole_group).map(Some)
            }
        }
    }

    /// `kind` is SPIR-V's `GroupOperation`: reduce, inclusive scan, exclusive scan.
    fn combination(&self, combine: Combine, kind: u64, value: Value<'m>, whole_group: bool) -> Result<Value<'m>> {
        let op = match kind {
            0 => GroupOp::Reduce(combine),
            1 => GroupOp::InclusiveScan(combine),
            2 => GroupOp::ExclusiveScan(combine),
            _ => return Err(self.unsupported()),
        };
        Ok(match op {
            _ if whole_group => self.group(op, value),
            GroupOp::ExclusiveScan(_) => self.splat(combine.identity(value.ty().scalar()), value.ty()),
            _ => value,
        })
    }

    fn broadcast(&self, args: &[Value<'m>]) -> Value<'m> {
        let builder = &self.builder;
        let long = self.module.int(64);
        let index = match args.get(2) {
            None => long.zero(),
            Some(id) => match id.ty().kind() {
                TypeKind::Vector(_, len) => {
                    let part = |i: u32| {
                        let element = builder.extract_element(*id, self.module.int(32).int(i.into(), false));
                        self.extend(element)
                    };
                    let parts = (0..3).map(|i| if i < len { part(i) } else { long.zero() });
                    linear_local_id(self.module, builder, parts.collect::<Vec<_>>().try_into().expect("three parts"))
                }
                _ => self.extend(*id),
            },
        };
        self.each_element(args[1], |value| build_group(self.module, builder, GroupOp::Broadcast, &[value, index]))
    }

    fn extend(&self, id: Value<'m>) -> Value<'m> {
        let long = self.module.int(64);
        if id.ty() == long { id } else { self.builder.zext(id, long) }
    }

    fn group(&self, op: GroupOp, value: Value<'m>) -> Value<'m> {
        self.each_element(value, |value| build_group(self.module, &self.builder, op, &[value]))
    }

    fn each_element(&self, value: Value<'m>, build: impl Fn(Value<'m>) -> Value<'m>) -> Value<'m> {
        let TypeKind::Vector(_, len) = value.ty().kind() else {
            return build(value);
        };
        let mut result = value.ty().poison();
        for i in 0..len {
            let index = self.module.int(32).int(i.into(), false);
            let element = build(self.builder.extract_element(value, index));
            result = self.builder.insert_element(result, element, index);
        }
        result
    }

    fn splat(&self, scalar: Value<'m>, ty: Type<'m>) -> Value<'m> {
        match ty.kind() {
            TypeKind::Vector(_, len) => Builder::const_vector(&vec![scalar; len as usize]),
            _ => scalar,
        }
    }

    fn constant(&self, value: Value<'m>, what: &str) -> Result<u64> {
        let construct = || format!("{}: its {what} is not a constant", self.name);
        value.const_u64().ok_or_else(|| Error::in_kernel(&self.kernel, construct()))
    }

    fn unsupported(&self) -> Error {
        Error::in_kernel(&self.kernel, format!("{} is not supported on the CPU device", self.name))
    }
}

fn combine_by_name(name: &str) -> Option<Combine> {
    Some(match name {
        "IAdd" => Combine::Add,
        "IMul" => Combine::Mul,
        "SMin" => Combine::SMin,
        "UMin" => Combine::UMin,
        "SMax" => Combine::SMax,
        "UMax" => Combine::UMax,
        "FAdd" => Combine::FAdd,
        "FMul" => Combine::FMul,
        "FMin" => Combine::FMin,
        "FMax" => Combine::FMax,
        "BitwiseAnd" | "LogicalAnd" => Combine::And,
        "BitwiseOr" | "LogicalOr" => Combine::Or,
        "BitwiseXor" | "LogicalXor" => Combine::Xor,
        _ => return None,
    })
}
