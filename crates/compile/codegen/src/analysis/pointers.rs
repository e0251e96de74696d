//! Arithmetic on values, and the pointers that stem from a variable on the stack.

use tandem_ir::{Inst, Intrinsic, Opcode, Value};

/// Operations that compute a value of only their operands, and cost less than a store and a load.
pub fn is_arithmetic(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        LLVMAdd
            | LLVMSub
            | LLVMMul
            | LLVMShl
            | LLVMLShr
            | LLVMAShr
            | LLVMAnd
            | LLVMOr
            | LLVMXor
            | LLVMTrunc
            | LLVMZExt
            | LLVMSExt
            | LLVMPtrToInt
            | LLVMIntToPtr
            | LLVMBitCast
            | LLVMAddrSpaceCast
            | LLVMGetElementPtr
            | LLVMICmp
            | LLVMSelect
            | LLVMSIToFP
            | LLVMUIToFP
            | LLVMFPExt
            | LLVMFPTrunc
            | LLVMExtractElement
            | LLVMExtractValue
    )
}

/// All pointers made of an `alloca` and the instructions that use them. An error is the user
/// by which the address escapes into memory, an integer or a call.
pub fn derived(alloca: Inst<'_>) -> Result<(Vec<Value<'_>>, Vec<Inst<'_>>), Value<'_>> {
    use Opcode::*;
    let mut pointers = vec![alloca.value()];
    let mut users = Vec::new();
    let mut at = 0;
    while at < pointers.len() {
        let pointer = pointers[at];
        at += 1;
        for user in pointer.users() {
            let Some(inst) = user.as_inst() else { return Err(user) };
            match inst.opcode() {
                LLVMLoad | LLVMICmp => {}
                LLVMStore if inst.operand(0) != pointer => {}
                LLVMAtomicRMW | LLVMAtomicCmpXchg if !inst.operands()[1..].contains(&pointer) => {}
                LLVMGetElementPtr | LLVMBitCast | LLVMAddrSpaceCast | LLVMPHI | LLVMSelect | LLVMFreeze => {
                    if !pointers.contains(&user) {
                        pointers.push(user);
                    }
                }
                LLVMCall if inst.intrinsic().is_some_and(Intrinsic::is_memory_block) => {}
                _ => return Err(user),
            }
            users.push(inst);
        }
    }
    Ok((pointers, users))
}
