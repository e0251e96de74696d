; stage: optimized, scalar
; A number whose low byte or half comes from memory has a form that keeps LLVM from loading into part of a register.
; Numbers of 64 bits, and bytes that other bits are left in, stay as they are.
define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %x) !reqd_work_group_size !0 {
entry:
  %low = trunc i64 %x to i32
  %byte = load i8, ptr addrspace(1) %in
  %small = zext i8 %byte to i32
  %masked = and i32 %low, -256
  %merged.byte = or i32 %masked, %small
  %wide.byte = zext i32 %merged.byte to i64
  store volatile i64 %wide.byte, ptr addrspace(1) %out

  %next = getelementptr i8, ptr addrspace(1) %in, i64 4
  %word = load i32, ptr addrspace(1) %next
  %half = and i32 %word, 65535
  %some = and i32 %low, 16711680
  %merged.half = or i32 %half, %some
  %float = uitofp i32 %merged.half to double
  store volatile double %float, ptr addrspace(1) %out

  %top = lshr i32 %word, 24
  %merged.top = or i32 %masked, %top
  %wide.top = zext i32 %merged.top to i64
  store volatile i64 %wide.top, ptr addrspace(1) %out

  %few = and i32 %low, -128
  %not.merged = or i32 %few, %small
  store volatile i32 %not.merged, ptr addrspace(1) %out

  %long = zext i8 %byte to i64
  %all = and i64 %x, -256
  %merged.long = or i64 %all, %long
  store volatile i64 %merged.long, ptr addrspace(1) %out
  ret void
}

!0 = !{i32 1, i32 1, i32 1}
