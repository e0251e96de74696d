; Operations have their orders and scopes; the one order of all is a fence before.
; expect: atom.acq_rel.gpu.global.add.u32
; expect: st.release.cta.global.u32
; expect: atom.relaxed.sys.global.add.f64
; expect: ld.acquire.gpu.global.u64
; expect: fence.sc.sys;
; expect: atom.acq_rel.sys.shared.max.s32
; expect: fence.acq_rel.cta;
declare i64 @__spirv_BuiltInLocalInvocationId(i32)

define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(3) %c) {
  %old = atomicrmw add ptr addrspace(1) %a, i32 1 acq_rel, align 4, !spirv.scope !1
  store atomic i32 %old, ptr addrspace(1) %b release, align 4, !spirv.scope !2
  %x = atomicrmw fadd ptr addrspace(1) %a, double 1.0 monotonic, align 8, !spirv.scope !0
  %y = load atomic i64, ptr addrspace(1) %b acquire, align 8, !spirv.scope !1
  %z = trunc i64 %y to i32
  %m = atomicrmw max ptr addrspace(3) %c, i32 %z seq_cst, align 4
  fence acq_rel, !spirv.scope !2
  ret void
}
!0 = !{i32 0}
!1 = !{i32 1}
!2 = !{i32 2}
