; Asynchronous copies are `cp.async`. The wait for the batch before the last one leaves one going on.
; expect: cp.async.cg.shared.global
; expect: cp.async.commit_group
; expect: cp.async.ca.shared.global
; expect: cp.async.commit_group
; expect: cp.async.wait_group 1
; expect: bar.sync
; absent: wait_group 2
; absent: .local
@tile = internal addrspace(3) global [32 x i8] undef, align 16

declare void @__spirv_tandem_async_copy(ptr, ptr, i32)
declare i32 @__spirv_tandem_async_commit()
declare void @__spirv_tandem_async_wait(i32)
declare void @__spirv_ControlBarrier(i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) %p) {
  %tile = addrspacecast ptr addrspace(3) @tile to ptr
  %from = addrspacecast ptr addrspace(1) %p to ptr
  call void @__spirv_tandem_async_copy(ptr %tile, ptr %from, i32 16)
  %first = call i32 @__spirv_tandem_async_commit()
  %rest = getelementptr i8, ptr %tile, i64 16
  call void @__spirv_tandem_async_copy(ptr %rest, ptr %from, i32 4)
  %second = call i32 @__spirv_tandem_async_commit()
  call void @__spirv_tandem_async_wait(i32 %first)
  call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
  %value = load i32, ptr %tile
  store i32 %value, ptr addrspace(1) %p
  ret void
}
