; Conditions of a work-group are combined by the barrier itself, unless work-items have returned.
; expect: .entry all
; expect: bar.red.and.pred
; expect: bar.red.or.pred
; expect: .entry some
; expect: .shared
; expect: bar.sync
declare i1 @__spirv_GroupAll(i32, i1)
declare i1 @__spirv_GroupAny(i32, i1)
declare i64 @__spirv_BuiltInLocalInvocationId(i32)

define spir_kernel void @all(ptr addrspace(1) %out, i64 %n) {
  %i = call i64 @__spirv_BuiltInLocalInvocationId(i32 0)
  %c = icmp ult i64 %i, %n
  %a = call i1 @__spirv_GroupAll(i32 2, i1 %c)
  %b = call i1 @__spirv_GroupAny(i32 2, i1 %c)
  %x = zext i1 %a to i8
  %y = zext i1 %b to i8
  store i8 %x, ptr addrspace(1) %out
  %p = getelementptr i8, ptr addrspace(1) %out, i64 1
  store i8 %y, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @some(ptr addrspace(1) %out, i64 %n) {
  %i = call i64 @__spirv_BuiltInLocalInvocationId(i32 0)
  %c = icmp ult i64 %i, %n
  br i1 %c, label %stays, label %returns
returns:
  ret void
stays:
  %d = icmp ult i64 %i, 7
  %a = call i1 @__spirv_GroupAll(i32 2, i1 %d)
  %x = zext i1 %a to i8
  store i8 %x, ptr addrspace(1) %out
  ret void
}
