; version: 1.2
; env: opencl2.2
; A module for OpenCL 2.2 devices.

declare i64 @__spirv_BuiltInGlobalInvocationId(i32)

define spir_kernel void @saxpy(ptr addrspace(1) %x, ptr addrspace(1) %y, float %a) {
  %i = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %px = getelementptr inbounds float, ptr addrspace(1) %x, i64 %i
  %py = getelementptr inbounds float, ptr addrspace(1) %y, i64 %i
  %vx = load float, ptr addrspace(1) %px
  %vy = load float, ptr addrspace(1) %py
  %r = call float @llvm.fma.f32(float %a, float %vx, float %vy)
  store float %r, ptr addrspace(1) %py
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability Int8
; %24 = OpExtInstImport "OpenCL.std"
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %saxpy "saxpy" %__spirv_BuiltInGlobalInvocationId
; OpSource OpenCL_CPP 100000
; OpName %saxpy "saxpy"
; OpName %x "x"
; OpName %y "y"
; OpName %a "a"
; OpName %__spirv_BuiltInGlobalInvocationId "__spirv_BuiltInGlobalInvocationId"
; OpDecorate %__spirv_BuiltInGlobalInvocationId BuiltIn GlobalInvocationId
; OpDecorate %__spirv_BuiltInGlobalInvocationId Constant
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %float = OpTypeFloat 32
; %6 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %_ptr_CrossWorkgroup_uchar %float
; %ulong = OpTypeInt 64 0
; %v3ulong = OpTypeVector %ulong 3
; %_ptr_Input_v3ulong = OpTypePointer Input %v3ulong
; %__spirv_BuiltInGlobalInvocationId = OpVariable %_ptr_Input_v3ulong Input
; %_ptr_CrossWorkgroup_float = OpTypePointer CrossWorkgroup %float
; %saxpy = OpFunction %void None %6
; %x = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %y = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %a = OpFunctionParameter %float
; %10 = OpLabel
; %15 = OpLoad %v3ulong %__spirv_BuiltInGlobalInvocationId
; %16 = OpCompositeExtract %ulong %15 0
; %18 = OpBitcast %_ptr_CrossWorkgroup_float %x
; %19 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_float %18 %16
; %20 = OpBitcast %_ptr_CrossWorkgroup_float %y
; %21 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_float %20 %16
; %22 = OpLoad %float %19 Aligned 4
; %23 = OpLoad %float %21 Aligned 4
; %25 = OpExtInst %float %24 fma %a %22 %23
; OpStore %21 %25 Aligned 4
; OpReturn
; OpFunctionEnd
