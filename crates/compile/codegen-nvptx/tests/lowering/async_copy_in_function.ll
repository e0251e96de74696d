; A function that is called through a pointer does not know how many batches its callers have ended:
; it waits for all, and leaves none.
; expect: cp.async.ca.shared.global
; expect: cp.async.commit_group
; expect: cp.async.wait_group 0
; expect: cp.async.wait_group 0
; absent: wait_group 1
declare void @__spirv_tandem_async_copy(ptr, ptr, i32)
declare i32 @__spirv_tandem_async_commit()
declare void @__spirv_tandem_async_wait(i32)

define spir_func i32 @copies(ptr %to, ptr %from, i32 %before) noinline {
  call void @__spirv_tandem_async_copy(ptr %to, ptr %from, i32 4)
  %own = call i32 @__spirv_tandem_async_commit()
  call void @__spirv_tandem_async_wait(i32 %before)
  ret i32 %own
}

define spir_kernel void @k(ptr addrspace(1) %table, ptr addrspace(1) %p, ptr addrspace(1) %q) {
  store ptr @copies, ptr addrspace(1) %table
  %slot = getelementptr i8, ptr addrspace(1) %table, i64 8
  %f = load ptr, ptr addrspace(1) %slot
  %to = addrspacecast ptr addrspace(1) %p to ptr
  %from = addrspacecast ptr addrspace(1) %q to ptr
  %batch = call spir_func i32 %f(ptr %to, ptr %from, i32 0)
  store i32 %batch, ptr addrspace(1) %p
  ret void
}
