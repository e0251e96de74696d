; A barrier of the work-group, with a fence of the device where memory beyond it is ordered.
; expect: bar.sync
; expect: fence.acq_rel.gpu
; expect: bar.sync
; expect: bar.warp.sync
declare void @__spirv_ControlBarrier(i32, i32, i32)
declare i64 @__spirv_BuiltInLocalInvocationId(i32)

define spir_kernel void @k(ptr addrspace(3) %a, ptr addrspace(1) %out) {
  %x = call i64 @__spirv_BuiltInLocalInvocationId(i32 0)
  %p = getelementptr i64, ptr addrspace(3) %a, i64 %x
  store i64 %x, ptr addrspace(3) %p
  call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
  %v = load i64, ptr addrspace(3) %a
  call void @__spirv_ControlBarrier(i32 2, i32 1, i32 784)
  store i64 %v, ptr addrspace(1) %out
  call void @__spirv_ControlBarrier(i32 3, i32 3, i32 272)
  ret void
}
