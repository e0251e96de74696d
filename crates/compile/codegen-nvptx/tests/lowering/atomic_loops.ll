; What PTX has no instruction for is a loop around a compare-exchange: minima of floating-point values,
; integers of 8 and 16 bits. Bytes are exchanged within their words. A minimum that is there already is
; not stored again.
; expect: ld.relaxed.gpu.global.u32
; expect: min.f32
; expect: setp
; expect: atom.relaxed.gpu.global.cas.b32
; expect: @%p
; expect: atom.acquire.gpu.global.cas.b16
; expect: ld.relaxed.cta.shared.u32
; expect: atom.relaxed.cta.shared.cas.b32
; expect: atom.relaxed.gpu.global.add.noftz.f16
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(3) %c, float %x, i16 %s, i8 %n, half %h) {
  %m = atomicrmw fmin ptr addrspace(1) %a, float %x monotonic, align 4, !spirv.scope !1
  %o = cmpxchg ptr addrspace(1) %b, i16 %s, i16 7 acquire monotonic, align 2, !spirv.scope !1
  %p = atomicrmw add ptr addrspace(3) %c, i8 %n monotonic, align 1, !spirv.scope !2
  %q = atomicrmw fadd ptr addrspace(1) %b, half %h monotonic, align 2, !spirv.scope !1
  ret void
}
!1 = !{i32 1}
!2 = !{i32 2}
