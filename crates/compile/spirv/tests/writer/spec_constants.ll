; Specialization constants: one for each id and type.

declare spir_func i32 @_Z20__spirv_SpecConstantii(i32, i32)
declare spir_func double @__spirv_SpecConstant.f64(i32, double)

define spir_kernel void @k(ptr addrspace(1) %p) {
  %a = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 0, i32 -7)
  %b = call spir_func i32 @_Z20__spirv_SpecConstantii(i32 0, i32 -7)
  %c = call spir_func double @__spirv_SpecConstant.f64(i32 5, double 2.5)
  %e = add i32 %a, %b
  store i32 %e, ptr addrspace(1) %p
  store double %c, ptr addrspace(1) %p
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Float64
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %p "p"
; OpDecorate %9 SpecId 0
; OpDecorate %11 SpecId 5
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %5 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar
; %uint = OpTypeInt 32 0
; %9 = OpSpecConstant %uint 4294967289
; %double = OpTypeFloat 64
; %11 = OpSpecConstant %double 2.5
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %_ptr_CrossWorkgroup_double = OpTypePointer CrossWorkgroup %double
; %k = OpFunction %void None %5
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %7 = OpLabel
; %12 = OpIAdd %uint %9 %9
; %14 = OpBitcast %_ptr_CrossWorkgroup_uint %p
; OpStore %14 %12 Aligned 4
; %16 = OpBitcast %_ptr_CrossWorkgroup_double %p
; OpStore %16 %11 Aligned 8
; OpReturn
; OpFunctionEnd
