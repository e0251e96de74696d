; A format that is chosen when the kernel runs; bytes, and lengths that CUDA's formats do not have.
; expect: 98, 121, 116, 101, 32, 37, 48, 50, 120, 32, 37, 108, 117, 10
; expect: selp.b64
; expect: vprintf,
; expect: vprintf,
@even = internal addrspace(1) constant [6 x i8] c"e %d\0A\00", align 1
@odd = internal addrspace(1) constant [6 x i8] c"o %d\0A\00", align 1
@bytes = internal addrspace(2) constant [17 x i8] c"byte %02hhx %zu\0A\00", align 1
declare i32 @__spirv_ocl_printf(ptr addrspace(2), ...)

define spir_kernel void @k(i32 %i, i1 %is, i64 %n) {
  %f = select i1 %is, ptr addrspace(1) @even, ptr addrspace(1) @odd
  %number = ptrtoint ptr addrspace(1) %f to i64
  %format = inttoptr i64 %number to ptr addrspace(2)
  %a = call i32 (ptr addrspace(2), ...) @__spirv_ocl_printf(ptr addrspace(2) %format, i32 %i)
  %b = call i32 (ptr addrspace(2), ...) @__spirv_ocl_printf(ptr addrspace(2) @bytes, i32 %i, i64 %n)
  ret void
}
