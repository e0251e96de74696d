//! Arithmetic on values, and the pointers that stem from a variable on the stack.

use tandem_ir::{Inst, Intrinsic, Opcode, Value};

/// Operations that compute a value of their operands alone, and cost less than a
/// store and a load.
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

/// All pointers made of an `alloca` and the instructions that use them; `None`
/// where the address escapes into memory, an integer or a call.
pub fn derived(alloca: Inst<'_>) -> Option<(Vec<Value<'_>>, Vec<Inst<'_>>)> {
    use Opcode::*;
    let mut pointers = vec![alloca.value()];
    let mut users = Vec::new();
    let mut at = 0;
    while at < pointers.len() {
        let pointer = pointers[at];
        at += 1;
        for user in pointer.users() {
            let user = user.as_inst()?;
            match user.opcode() {
                LLVMLoad | LLVMICmp => {}
                LLVMStore if user.operand(0) != pointer => {}
                LLVMAtomicRMW | LLVMAtomicCmpXchg if !user.operands()[1..].contains(&pointer) => {}
                LLVMGetElementPtr | LLVMBitCast | LLVMAddrSpaceCast | LLVMPHI | LLVMSelect | LLVMFreeze => {
                    if !pointers.contains(&user.value()) {
                        pointers.push(user.value());
                    }
                }
                LLVMCall if user.intrinsic().is_some_and(Intrinsic::is_memory_block) => {}
                _ => return None,
            }
            users.push(user);
        }
    }
    Some((pointers, users))
}
