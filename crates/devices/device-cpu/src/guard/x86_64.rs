//! Guarded calls on x86-64.

use std::arch::naked_asm;

use tandem_native_cpu::WorkGroupFn;

use super::Arguments;

/// Where a guarded call resumes after a fault.
#[derive(Default)]
#[repr(C)]
pub struct Resume {
    stack: usize,
    instruction: usize,
}

/// The flag that makes string instructions run backwards.
const DIRECTION: i64 = 1 << 10;

/// Calls a function; 1 if a fault ended the call, else 0.
///
/// # Safety
/// As for the function.
#[unsafe(naked)]
pub unsafe extern "C" fn enter(_function: WorkGroupFn, _arguments: *const Arguments, _resume: *mut Resume) -> u32 {
    naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        // The stack is aligned to 16 bytes at calls.
        "sub rsp, 8",
        "mov [rdx], rsp",
        "lea rax, [rip + 2f]",
        "mov [rdx + 8], rax",
        "mov rax, rdi",
        "mov r10, rsi",
        "mov rdi, [r10]",
        "mov rsi, [r10 + 8]",
        "mov rdx, [r10 + 16]",
        "mov rcx, [r10 + 24]",
        "mov r8, [r10 + 32]",
        "call rax",
        "xor eax, eax",
        "jmp 3f",
        "2:",
        "mov eax, 1",
        "3:",
        "add rsp, 8",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
    )
}

/// Resumes a thread after the call.
pub fn resume(resume: &Resume, context: &mut libc::ucontext_t) {
    let registers = &mut context.uc_mcontext.gregs;
    registers[libc::REG_RSP as usize] = resume.stack as i64;
    registers[libc::REG_RIP as usize] = resume.instruction as i64;
    registers[libc::REG_EFL as usize] &= !DIRECTION;
}
