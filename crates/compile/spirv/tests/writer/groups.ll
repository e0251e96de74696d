; Barriers and group operations, with their capabilities.

declare spir_func void @__spirv_ControlBarrier(i32, i32, i32)
declare spir_func void @__spirv_MemoryBarrier(i32, i32)
declare spir_func float @_Z17__spirv_GroupFAddjjf(i32, i32, float)
declare spir_func i32 @_Z22__spirv_GroupBroadcastjij(i32, i32, i64)
declare spir_func zeroext i1 @__spirv_GroupAll(i32, i1)
declare spir_func i32 @__spirv_GroupNonUniformShuffleXor.i32(i32, i32, i32)
declare spir_func i32 @__spirv_SubgroupShuffleINTEL.i32(i32, i32)
declare i64 @__spirv_BuiltInLocalInvocationId(i32)
declare i64 @__spirv_BuiltInLocalInvocationIndex()
declare i64 @__spirv_BuiltInSubgroupSize()

define spir_kernel void @k(ptr addrspace(1) %p, float %x, i32 %dim) {
  call spir_func void @__spirv_ControlBarrier(i32 2, i32 2, i32 272)
  call spir_func void @__spirv_MemoryBarrier(i32 1, i32 784)
  %l = call i64 @__spirv_BuiltInLocalInvocationId(i32 %dim)
  %i = call i64 @__spirv_BuiltInLocalInvocationIndex()
  %n = call i64 @__spirv_BuiltInSubgroupSize()
  %s = call spir_func float @_Z17__spirv_GroupFAddjjf(i32 2, i32 1, float %x)
  %b = call spir_func i32 @_Z22__spirv_GroupBroadcastjij(i32 2, i32 %dim, i64 %l)
  %c = icmp ult i64 %i, %n
  %a = call spir_func zeroext i1 @__spirv_GroupAll(i32 3, i1 %c)
  %v = call spir_func i32 @__spirv_GroupNonUniformShuffleXor.i32(i32 3, i32 %b, i32 1)
  %w = call spir_func i32 @__spirv_SubgroupShuffleINTEL.i32(i32 %v, i32 0)
  store float %s, ptr addrspace(1) %p
  store i1 %a, ptr addrspace(1) %p
  store i32 %w, ptr addrspace(1) %p
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability Groups
; OpCapability Int8
; OpCapability GroupNonUniformShuffle
; OpCapability SubgroupShuffleINTEL
; OpExtension "SPV_INTEL_subgroups"
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k" %__spirv_BuiltInLocalInvocationId %__spirv_BuiltInLocalInvocationIndex %__spirv_BuiltInSubgroupSize
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %p "p"
; OpName %x "x"
; OpName %dim "dim"
; OpName %__spirv_BuiltInLocalInvocationId "__spirv_BuiltInLocalInvocationId"
; OpName %__spirv_BuiltInLocalInvocationIndex "__spirv_BuiltInLocalInvocationIndex"
; OpName %__spirv_BuiltInSubgroupSize "__spirv_BuiltInSubgroupSize"
; OpDecorate %__spirv_BuiltInLocalInvocationId BuiltIn LocalInvocationId
; OpDecorate %__spirv_BuiltInLocalInvocationId Constant
; OpDecorate %__spirv_BuiltInLocalInvocationIndex BuiltIn LocalInvocationIndex
; OpDecorate %__spirv_BuiltInLocalInvocationIndex Constant
; OpDecorate %__spirv_BuiltInSubgroupSize BuiltIn SubgroupSize
; OpDecorate %__spirv_BuiltInSubgroupSize Constant
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %float = OpTypeFloat 32
; %uint = OpTypeInt 32 0
; %7 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %float %uint
; %uint_2 = OpConstant %uint 2
; %uint_272 = OpConstant %uint 272
; %uint_1 = OpConstant %uint 1
; %uint_784 = OpConstant %uint 784
; %ulong = OpTypeInt 64 0
; %v3ulong = OpTypeVector %ulong 3
; %_ptr_Input_v3ulong = OpTypePointer Input %v3ulong
; %__spirv_BuiltInLocalInvocationId = OpVariable %_ptr_Input_v3ulong Input
; %_ptr_Input_ulong = OpTypePointer Input %ulong
; %__spirv_BuiltInLocalInvocationIndex = OpVariable %_ptr_Input_ulong Input
; %_ptr_Input_uint = OpTypePointer Input %uint
; %__spirv_BuiltInSubgroupSize = OpVariable %_ptr_Input_uint Input
; %bool = OpTypeBool
; %uint_3 = OpConstant %uint 3
; %uint_0 = OpConstant %uint 0
; %_ptr_CrossWorkgroup_float = OpTypePointer CrossWorkgroup %float
; %uchar_1 = OpConstant %uchar 1
; %uchar_0 = OpConstant %uchar 0
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %k = OpFunction %void None %7
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %x = OpFunctionParameter %float
; %dim = OpFunctionParameter %uint
; %11 = OpLabel
; OpControlBarrier %uint_2 %uint_2 %uint_272
; OpMemoryBarrier %uint_1 %uint_784
; %20 = OpLoad %v3ulong %__spirv_BuiltInLocalInvocationId
; %21 = OpUConvert %ulong %dim
; %22 = OpVectorExtractDynamic %ulong %20 %21
; %25 = OpLoad %ulong %__spirv_BuiltInLocalInvocationIndex
; %28 = OpLoad %uint %__spirv_BuiltInSubgroupSize
; %29 = OpUConvert %ulong %28
; %30 = OpGroupFAdd %float %uint_2 InclusiveScan %x
; %31 = OpGroupBroadcast %uint %uint_2 %dim %22
; %33 = OpULessThan %bool %25 %29
; %35 = OpGroupAll %bool %uint_3 %33
; %36 = OpGroupNonUniformShuffleXor %uint %uint_3 %31 %uint_1
; %38 = OpSubgroupShuffleINTEL %uint %36 %uint_0
; %40 = OpBitcast %_ptr_CrossWorkgroup_float %p
; OpStore %40 %30 Aligned 4
; %43 = OpSelect %uchar %35 %uchar_1 %uchar_0
; OpStore %p %43 Aligned 1
; %45 = OpBitcast %_ptr_CrossWorkgroup_uint %p
; OpStore %45 %38 Aligned 4
; OpReturn
; OpFunctionEnd
