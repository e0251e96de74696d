; Vectors of lengths that SPIR-V lacks are taken apart.

define spir_kernel void @k(ptr addrspace(1) %p) {
  %v = load <6 x float>, ptr addrspace(1) %p, align 4
  %w = fadd <6 x float> %v, <float 1.0, float 2.0, float 3.0, float 4.0, float 5.0, float 6.0>
  store <6 x float> %w, ptr addrspace(1) %p, align 4
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability Int8
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
; %_ptr_CrossWorkgroup_float = OpTypePointer CrossWorkgroup %float
; %ulong = OpTypeInt 64 0
; %ulong_1 = OpConstant %ulong 1
; %ulong_2 = OpConstant %ulong 2
; %ulong_3 = OpConstant %ulong 3
; %ulong_4 = OpConstant %ulong 4
; %ulong_5 = OpConstant %ulong 5
; %float_1 = OpConstant %float 1
; %float_2 = OpConstant %float 2
; %float_3 = OpConstant %float 3
; %float_4 = OpConstant %float 4
; %float_5 = OpConstant %float 5
; %float_6 = OpConstant %float 6
; %k = OpFunction %void None %5
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %7 = OpLabel
; %10 = OpBitcast %_ptr_CrossWorkgroup_float %p
; %11 = OpLoad %float %10 Aligned 4
; %14 = OpPtrAccessChain %_ptr_CrossWorkgroup_float %10 %ulong_1
; %15 = OpLoad %float %14 Aligned 4
; %17 = OpPtrAccessChain %_ptr_CrossWorkgroup_float %10 %ulong_2
; %18 = OpLoad %float %17 Aligned 4
; %20 = OpPtrAccessChain %_ptr_CrossWorkgroup_float %10 %ulong_3
; %21 = OpLoad %float %20 Aligned 4
; %23 = OpPtrAccessChain %_ptr_CrossWorkgroup_float %10 %ulong_4
; %24 = OpLoad %float %23 Aligned 4
; %26 = OpPtrAccessChain %_ptr_CrossWorkgroup_float %10 %ulong_5
; %27 = OpLoad %float %26 Aligned 4
; %29 = OpFAdd %float %11 %float_1
; %31 = OpFAdd %float %15 %float_2
; %33 = OpFAdd %float %18 %float_3
; %35 = OpFAdd %float %21 %float_4
; %37 = OpFAdd %float %24 %float_5
; %39 = OpFAdd %float %27 %float_6
; OpStore %10 %29 Aligned 4
; OpStore %14 %31 Aligned 4
; OpStore %17 %33 Aligned 4
; OpStore %20 %35 Aligned 4
; OpStore %23 %37 Aligned 4
; OpStore %26 %39 Aligned 4
; OpReturn
; OpFunctionEnd
