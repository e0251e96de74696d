; Integers are not combined as floating-point values.
; refused: an operation of members of a sub-group combines values of a different type
declare i32 @__spirv_tandem_members_combine(i32, i64, i32, i32)

define spir_kernel void @k(ptr addrspace(1) %out, i32 %x, i64 %members) {
  %sum = call i32 @__spirv_tandem_members_combine(i32 %x, i64 %members, i32 6, i32 0)
  store i32 %sum, ptr addrspace(1) %out
  ret void
}
