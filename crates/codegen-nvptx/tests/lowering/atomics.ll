; Orders are fences around relaxed operations, of the scope that the metadata says.
; expect: membar.gl
; expect: atom.global.add.u32
; expect: membar.gl
; expect: membar.cta
; expect: st
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %old = atomicrmw add ptr addrspace(1) %a, i32 1 acq_rel, align 4, !spirv.scope !0
  store atomic i32 %old, ptr addrspace(1) %b release, align 4, !spirv.scope !1
  ret void
}
!0 = !{i32 1}
!1 = !{i32 2}
