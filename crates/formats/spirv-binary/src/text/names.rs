//! Names of ids in the text form: the one from `OpName`, else one from the id's meaning, else its number.

use rspirv::spirv::Op;
use rustc_hash::{FxHashMap, FxHashSet};

use super::numbers;
use crate::decode::Operand;
use crate::operands::Id;
use crate::words::Instruction;

/// Bytes of the longest name. Names of types are made of others, so that short modules could have
/// endless ones.
const MAX_NAME: usize = 4096;

/// Names that were given, none of them twice.
pub(super) struct Names {
    of_ids: FxHashMap<Id, String>,
    taken: FxHashSet<String>,
    /// The number to try next as the suffix of a name that was wanted more than once.
    next: FxHashMap<String, u32>,
    /// Bytes that names may still take.
    left: usize,
}

impl Names {
    /// No names yet, of a module of `words` words. The total size of names is limited to a multiple of that.
    pub(super) fn new(words: usize) -> Self {
        const PER_WORD: usize = 64;
        const AT_LEAST: usize = 1 << 20;
        let left = words.saturating_mul(PER_WORD).max(AT_LEAST);
        Self { of_ids: FxHashMap::default(), taken: FxHashSet::default(), next: FxHashMap::default(), left }
    }

    /// The name of an id.
    pub(super) fn of(&self, id: Id) -> String {
        self.of_ids.get(&id).cloned().unwrap_or_else(|| id.0.to_string())
    }

    /// Names the ids in an instruction of the module. Instructions come in order: the first name of an id stays.
    pub(super) fn instruction(&mut self, inst: &Instruction<'_>, operands: &[Operand]) {
        match (inst.op(), operands) {
            (Some(Op::Name), [Operand::Id(id), Operand::String(name)]) => self.set(*id, name),
            (Some(Op::Decorate), [Operand::Id(id), Operand::Name(decoration), Operand::Name(builtin)])
                if decoration == "BuiltIn" =>
            {
                if let Some(name) = builtin_name(builtin) {
                    self.set(*id, &name);
                }
            }
            (op, operands) => {
                let result = operands.iter().take(2).find_map(|operand| match operand {
                    Operand::Result(id) => Some(*id),
                    _ => None,
                });
                if let Some(id) = result {
                    let name = op.and_then(|op| self.meaning(op, operands));
                    self.set(id, &name.unwrap_or_else(|| id.0.to_string()));
                }
            }
        }
    }

    /// Names an id that has no name yet.
    fn set(&mut self, id: Id, wanted: &str) {
        if self.of_ids.contains_key(&id) {
            return;
        }
        let is_affordable = wanted.len() <= MAX_NAME.min(self.left);
        let mut name = if is_affordable { identifier(wanted) } else { id.0.to_string() };
        self.left = self.left.saturating_sub(name.len());
        if self.taken.contains(&name) {
            let next = self.next.entry(name.clone()).or_default();
            loop {
                let numbered = format!("{name}_{next}");
                *next += 1;
                if !self.taken.contains(&numbered) {
                    name = numbered;
                    break;
                }
            }
        }
        self.taken.insert(name.clone());
        self.of_ids.insert(id, name);
    }

    /// The meaning of a type or constant, as a name.
    fn meaning(&self, op: Op, operands: &[Operand]) -> Option<String> {
        Some(match (op, operands) {
            (Op::TypeVoid, _) => "void".to_owned(),
            (Op::TypeBool, _) => "bool".to_owned(),
            (Op::TypeInt, [_, Operand::Integer(bits), Operand::Integer(sign)]) => int_name(*bits, *sign != 0),
            (Op::TypeFloat, [_, Operand::Integer(16)]) => "half".to_owned(),
            (Op::TypeFloat, [_, Operand::Integer(32)]) => "float".to_owned(),
            (Op::TypeFloat, [_, Operand::Integer(64)]) => "double".to_owned(),
            (Op::TypeFloat, [_, Operand::Integer(bits), ..]) => format!("fp{bits}"),
            (Op::TypeVector, [_, Operand::Id(element), Operand::Integer(count)]) => {
                format!("v{count}{}", self.of(*element))
            }
            (Op::TypeMatrix, [_, Operand::Id(column), Operand::Integer(count)]) => {
                format!("mat{count}{}", self.of(*column))
            }
            (Op::TypeArray, [_, Operand::Id(element), Operand::Id(count)]) => {
                format!("_arr_{}_{}", self.of(*element), self.of(*count))
            }
            (Op::TypeRuntimeArray, [_, Operand::Id(element)]) => format!("_runtimearr_{}", self.of(*element)),
            (Op::TypePointer, [_, Operand::Name(storage), Operand::Id(pointee)]) => {
                format!("_ptr_{storage}_{}", self.of(*pointee))
            }
            (Op::TypeStruct, [Operand::Result(id), ..]) => format!("_struct_{}", id.0),
            (Op::TypeOpaque, [_, Operand::String(name)]) => format!("Opaque_{name}"),
            (Op::TypePipe, [_, Operand::Name(access)]) => format!("Pipe{access}"),
            (Op::TypeEvent, _) => "Event".to_owned(),
            (Op::TypeDeviceEvent, _) => "DeviceEvent".to_owned(),
            (Op::TypeReserveId, _) => "ReserveId".to_owned(),
            (Op::TypeQueue, _) => "Queue".to_owned(),
            (Op::TypePipeStorage, _) => "PipeStorage".to_owned(),
            (Op::TypeNamedBarrier, _) => "NamedBarrier".to_owned(),
            (Op::ConstantTrue, _) => "true".to_owned(),
            (Op::ConstantFalse, _) => "false".to_owned(),
            (Op::Constant, [Operand::ResultType(ty), _, value]) => {
                let value = match value {
                    Operand::Number(number) => numbers::number(number),
                    Operand::Integer(value) => value.to_string(),
                    _ => return None,
                };
                format!("{}_{}", self.of(*ty), value.replace('-', "n"))
            }
            _ => return None,
        })
    }
}

/// `name` with other characters than those of identifiers replaced, each byte of them.
fn identifier(name: &str) -> String {
    let is_kept = |byte: u8| byte == b'_' || byte.is_ascii_alphanumeric();
    let name: String = name.bytes().map(|byte| if is_kept(byte) { char::from(byte) } else { '_' }).collect();
    if name.is_empty() { "_".to_owned() } else { name }
}

fn int_name(bits: u32, is_signed: bool) -> String {
    let name = match bits {
        8 => "char",
        16 => "short",
        32 => "int",
        64 => "long",
        _ => return format!("{}{bits}", if is_signed { 'i' } else { 'u' }),
    };
    if is_signed { name.to_owned() } else { format!("u{name}") }
}

/// The name of a builtin variable: that of OpenCL's builtins, GLSL's name for one of shaders.
fn builtin_name(builtin: &str) -> Option<String> {
    let gl = |name: &str| Some(format!("gl_{name}"));
    match builtin {
        "WorkDim"
        | "GlobalSize"
        | "EnqueuedWorkgroupSize"
        | "GlobalOffset"
        | "GlobalLinearId"
        | "SubgroupSize"
        | "SubgroupMaxSize"
        | "NumSubgroups"
        | "NumEnqueuedSubgroups"
        | "SubgroupId"
        | "SubgroupLocalInvocationId" => Some(builtin.to_owned()),
        "SubgroupEqMask" | "SubgroupGeMask" | "SubgroupGtMask" | "SubgroupLeMask" | "SubgroupLtMask" => {
            Some(format!("{builtin}KHR"))
        }
        "NumWorkgroups" => gl("NumWorkGroups"),
        "WorkgroupSize" => gl("WorkGroupSize"),
        "WorkgroupId" => gl("WorkGroupID"),
        "VertexId" | "InstanceId" | "PrimitiveId" | "InvocationId" | "SampleId" | "LocalInvocationId"
        | "GlobalInvocationId" => gl(&builtin.replace("Id", "ID")),
        "Position"
        | "PointSize"
        | "ClipDistance"
        | "CullDistance"
        | "Layer"
        | "ViewportIndex"
        | "TessLevelOuter"
        | "TessLevelInner"
        | "TessCoord"
        | "PatchVertices"
        | "FragCoord"
        | "PointCoord"
        | "FrontFacing"
        | "SamplePosition"
        | "SampleMask"
        | "FragDepth"
        | "HelperInvocation"
        | "LocalInvocationIndex"
        | "VertexIndex"
        | "InstanceIndex"
        | "BaseInstance" => gl(builtin),
        _ => None,
    }
}
