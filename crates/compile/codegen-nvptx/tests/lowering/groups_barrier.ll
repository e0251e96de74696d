; The barrier of all work-groups waits at the launch's barrier, between two barriers of the group.
; expect: bar.sync
; expect: atom.acq_rel.gpu.global.add.u32
; expect: ld.acquire.gpu.global.u32
; expect: bar.sync
declare void @__spirv_ControlBarrier(i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) %out) {
  store i32 1, ptr addrspace(1) %out
  call void @__spirv_ControlBarrier(i32 1, i32 1, i32 912)
  store i32 2, ptr addrspace(1) %out
  ret void
}
