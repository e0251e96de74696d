; What libdevice keeps apart for rare arguments stays a function.
; expect: .func
; expect: // reduction
; expect: .visible .entry
; expect: call.uni
; absent: .visible .func
declare double @__spirv_ocl_sin.f64(double)

define spir_kernel void @k(ptr addrspace(1) %out, double %x) {
  %s = call double @__spirv_ocl_sin.f64(double %x)
  store double %s, ptr addrspace(1) %out
  ret void
}
