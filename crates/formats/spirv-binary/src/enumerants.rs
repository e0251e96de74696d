//! The enumerations of the grammar: the names of numbers, and the operands that they require.

use rspirv::binary::Disassemble;
use rspirv::dr::Operand;
use rspirv::grammar::{LogicalOperand, OperandKind, opencl_debuginfo_100 as debug_info};
use rspirv::spirv as s;

/// A number of an enumeration that the grammar knows.
pub(crate) struct Enumerant {
    /// `ReadOnly`; for masks `Volatile|Aligned` or `None`.
    pub(crate) name: String,
    /// The operands that follow it because of it.
    pub(crate) operands: Vec<LogicalOperand>,
}

/// The number of an enumeration; `None` where the kind of operand is no enumeration, or the
/// grammar does not have the number.
pub(crate) fn enumerant(kind: OperandKind, word: u32) -> Option<Enumerant> {
    let plain = |name: String| Some(Enumerant { name, operands: Vec::new() });
    macro_rules! look_up {
        (masks: $($mask:ident)*; values: $($value:ident)*) => {
            match kind {
                $(OperandKind::$mask => {
                    let mask = s::$mask::from_bits(word)?;
                    // Operands are in the order of the bits that require them; `rspirv` sorts those of a whole mask by
                    // their kinds.
                    let bits = (0..u32::BITS).map(|bit| s::$mask::from_bits_truncate(word & 1 << bit));
                    let operands = bits.flat_map(|bit| Operand::$mask(bit).additional_operands()).collect();
                    Some(Enumerant { name: mask.disassemble(), operands })
                })*
                $(OperandKind::$value => {
                    let value = Operand::$value(s::$value::from_u32(word)?);
                    Some(Enumerant { name: value.to_string(), operands: value.additional_operands() })
                })*
                OperandKind::KernelProfilingInfo => plain(s::KernelProfilingInfo::from_bits(word)?.disassemble()),
                OperandKind::OpenclDebuginfo100(kind) => plain(debug_information(kind, word)?),
                _ => None,
            }
        };
    }
    look_up! {
        masks:
            ImageOperands FPFastMathMode SelectionControl LoopControl FunctionControl MemorySemantics MemoryAccess
            RayFlags FragmentShadingRate RawAccessChainOperands CooperativeMatrixOperands CooperativeMatrixReduce
            TensorAddressingOperands MatrixMultiplyAccumulateOperands TensorOperands;
        values:
            SourceLanguage ExecutionModel AddressingModel MemoryModel ExecutionMode StorageClass Dim
            SamplerAddressingMode SamplerFilterMode ImageFormat ImageChannelOrder ImageChannelDataType FPRoundingMode
            FPDenormMode QuantizationModes FPOperationMode OverflowModes LinkageType AccessQualifier
            HostAccessQualifier FunctionParameterAttribute Decoration BuiltIn Scope GroupOperation KernelEnqueueFlags
            Capability RayQueryIntersection RayQueryCommittedIntersectionType RayQueryCandidateIntersectionType
            PackedVectorFormat CooperativeMatrixLayout CooperativeMatrixUse TensorClampMode InitializationModeQualifier
            LoadCacheControl StoreCacheControl NamedMaximumNumberOfRegisters FPEncoding CooperativeVectorMatrixLayout
            ComponentType
    }
}

/// The enumerations of `OpenCL.DebugInfo.100`, of which `rspirv` has the kinds but not the names.
fn debug_information(kind: debug_info::ExtOperandKind, word: u32) -> Option<String> {
    use debug_info::ExtOperandKind as Kind;
    let names: &[&str] = match kind {
        Kind::DebugInfoFlags => return flags(word),
        Kind::DebugBaseTypeAttributeEncoding => {
            &["Unspecified", "Address", "Boolean", "Float", "Signed", "SignedChar", "Unsigned", "UnsignedChar"]
        }
        Kind::DebugCompositeType => &["Class", "Structure", "Union"],
        Kind::DebugTypeQualifier => &["ConstType", "VolatileType", "RestrictType", "AtomicType"],
        Kind::DebugOperation => {
            &["Deref", "Plus", "Minus", "PlusUconst", "BitPiece", "Swap", "Xderef", "StackValue", "Constu", "Fragment"]
        }
        Kind::DebugImportedEntity => &["ImportedModule", "ImportedDeclaration"],
    };
    names.get(word as usize).map(|name| (*name).to_owned())
}

/// Flags of debug information, bit by bit. The two lowest are one number, how a member is accessed;
/// but SPIRV-Tools reads them as flags, so that those of public members are both.
fn flags(word: u32) -> Option<String> {
    const FLAGS: [&str; 17] = [
        "FlagIsProtected",
        "FlagIsPrivate",
        "FlagIsLocal",
        "FlagIsDefinition",
        "FlagFwdDecl",
        "FlagArtificial",
        "FlagExplicit",
        "FlagPrototyped",
        "FlagObjectPointer",
        "FlagStaticMember",
        "FlagIndirectVariable",
        "FlagLValueReference",
        "FlagRValueReference",
        "FlagIsOptimized",
        "FlagIsEnumClass",
        "FlagTypePassByValue",
        "FlagTypePassByReference",
    ];
    if word >> FLAGS.len() != 0 {
        return None;
    }
    let set: Vec<&str> = (0..).zip(FLAGS).filter(|(bit, _)| word >> bit & 1 != 0).map(|(_, name)| name).collect();
    Some(if set.is_empty() { "None".to_owned() } else { set.join("|") })
}
