; Vector loads and stores name the number of elements and the rounding as literals.
target triple = "spir64-unknown-unknown"

declare spir_func <4 x float> @__spirv_ocl_vloadn(i64, ptr addrspace(1), i32)
declare spir_func void @__spirv_ocl_vstore_half_r(float, i64, ptr addrspace(1), i32)

define spir_kernel void @k(ptr addrspace(1) %p) {
  %v = call spir_func <4 x float> @__spirv_ocl_vloadn(i64 1, ptr addrspace(1) %p, i32 4)
  %x = extractelement <4 x float> %v, i32 0
  call spir_func void @__spirv_ocl_vstore_half_r(float %x, i64 0, ptr addrspace(1) %p, i32 1)
  ret void
}

; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Float16
; OpCapability Int64
; OpCapability Int8
; %8 = OpExtInstImport "OpenCL.std"
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %p "p"
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %5 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar
; %float = OpTypeFloat 32
; %v4float = OpTypeVector %float 4
; %ulong = OpTypeInt 64 0
; %ulong_1 = OpConstant %ulong 1
; %_ptr_CrossWorkgroup_float = OpTypePointer CrossWorkgroup %float
; %ulong_0 = OpConstant %ulong 0
; %half = OpTypeFloat 16
; %_ptr_CrossWorkgroup_half = OpTypePointer CrossWorkgroup %half
; %k = OpFunction %void None %5
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %7 = OpLabel
; %14 = OpBitcast %_ptr_CrossWorkgroup_float %p
; %15 = OpExtInst %v4float %8 vloadn %ulong_1 %14 4
; %16 = OpCompositeExtract %float %15 0
; %20 = OpBitcast %_ptr_CrossWorkgroup_half %p
; %21 = OpExtInst %void %8 vstore_half_r %16 %ulong_0 %20 RTZ
; OpReturn
; OpFunctionEnd
