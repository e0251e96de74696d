; Remainders are libdevice's, also of half precision and of vectors.
; expect: // fmodf
; expect: // fmod
; expect: // fmodf
; expect: // fmodf
; absent: div
define spir_kernel void @k(ptr addrspace(1) %out, float %x, float %y, double %d, half %h, <2 x float> %v) {
  %a = frem float %x, %y
  store volatile float %a, ptr addrspace(1) %out
  %b = frem double %d, 3.0
  store volatile double %b, ptr addrspace(1) %out
  %c = frem half %h, 3.0
  store volatile half %c, ptr addrspace(1) %out
  %e = frem <2 x float> %v, <float 3.0, float 5.0>
  %f = extractelement <2 x float> %e, i32 1
  store volatile float %f, ptr addrspace(1) %out
  ret void
}
