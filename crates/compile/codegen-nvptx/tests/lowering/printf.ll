; The arguments of printf are a structure in memory.
; expect: .func  (.param .b32 func_retval0) vprintf
; expect: cvta.global
; expect: vprintf,
@format = internal addrspace(2) constant [10 x i8] c"%d %f %s\0A\00", align 1
declare i32 @__spirv_ocl_printf(ptr addrspace(2), ...)

define spir_kernel void @k(i32 %i, float %x, ptr addrspace(1) %text) {
  %n = call i32 (ptr addrspace(2), ...) @__spirv_ocl_printf(ptr addrspace(2) @format, i32 %i, float %x, ptr addrspace(1) %text)
  ret void
}
