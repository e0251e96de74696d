; A kernel with builtins, execution modes and parameter attributes.

declare i64 @__spirv_BuiltInGlobalInvocationId(i32)
declare i32 @_Z40__spirv_BuiltInSubgroupLocalInvocationIdv()

define spir_kernel void @scale(ptr addrspace(1) noalias nocapture align 16 %data, float %factor, i64 %n, ptr byval([12 x i8]) align 4 %closure, ptr addrspace(3) %scratch) !reqd_work_group_size !0 !work_group_size_hint !1 !intel_reqd_sub_group_size !2 {
entry:
  %id = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %lane = call i32 @_Z40__spirv_BuiltInSubgroupLocalInvocationIdv()
  %inside = icmp ult i64 %id, %n
  br i1 %inside, label %body, label %exit

body:
  %p = getelementptr inbounds float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %p, align 4
  %offset = getelementptr inbounds i8, ptr %closure, i64 8
  %bias = load float, ptr %offset, align 4
  %m = call float @llvm.fmuladd.f32(float %v, float %factor, float %bias)
  store float %m, ptr addrspace(1) %p, align 4
  store i32 %lane, ptr addrspace(3) %scratch, align 4
  br label %exit

exit:
  ret void
}

!0 = !{i32 8, i32 2, i32 1}
!1 = !{i32 16, i32 1, i32 1}
!2 = !{i32 16}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability Int8
; OpCapability SubgroupDispatch
; %42 = OpExtInstImport "OpenCL.std"
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %scale "scale" %__spirv_BuiltInGlobalInvocationId %__spirv_BuiltInSubgroupLocalInvocationId
; OpExecutionMode %scale LocalSize 8 2 1
; OpExecutionMode %scale LocalSizeHint 16 1 1
; OpExecutionMode %scale SubgroupSize 16
; OpSource OpenCL_CPP 100000
; OpName %scale "scale"
; OpName %data "data"
; OpName %factor "factor"
; OpName %n "n"
; OpName %closure "closure"
; OpName %scratch "scratch"
; OpName %__spirv_BuiltInGlobalInvocationId "__spirv_BuiltInGlobalInvocationId"
; OpName %__spirv_BuiltInSubgroupLocalInvocationId "__spirv_BuiltInSubgroupLocalInvocationId"
; OpDecorate %data FuncParamAttr NoAlias
; OpDecorate %data FuncParamAttr NoCapture
; OpDecorate %data Alignment 16
; OpDecorate %closure FuncParamAttr ByVal
; OpDecorate %closure Alignment 4
; OpDecorate %__spirv_BuiltInGlobalInvocationId BuiltIn GlobalInvocationId
; OpDecorate %__spirv_BuiltInGlobalInvocationId Constant
; OpDecorate %__spirv_BuiltInSubgroupLocalInvocationId BuiltIn SubgroupLocalInvocationId
; OpDecorate %__spirv_BuiltInSubgroupLocalInvocationId Constant
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %float = OpTypeFloat 32
; %ulong = OpTypeInt 64 0
; %ulong_12 = OpConstant %ulong 12
; %_arr_uchar_ulong_12 = OpTypeArray %uchar %ulong_12
; %_ptr_Function__arr_uchar_ulong_12 = OpTypePointer Function %_arr_uchar_ulong_12
; %_ptr_Workgroup_uchar = OpTypePointer Workgroup %uchar
; %11 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %float %ulong %_ptr_Function__arr_uchar_ulong_12 %_ptr_Workgroup_uchar
; %v3ulong = OpTypeVector %ulong 3
; %_ptr_Input_v3ulong = OpTypePointer Input %v3ulong
; %__spirv_BuiltInGlobalInvocationId = OpVariable %_ptr_Input_v3ulong Input
; %uint = OpTypeInt 32 0
; %_ptr_Input_uint = OpTypePointer Input %uint
; %__spirv_BuiltInSubgroupLocalInvocationId = OpVariable %_ptr_Input_uint Input
; %bool = OpTypeBool
; %_ptr_CrossWorkgroup_float = OpTypePointer CrossWorkgroup %float
; %_ptr_Function_uchar = OpTypePointer Function %uchar
; %ulong_8 = OpConstant %ulong 8
; %_ptr_Function_float = OpTypePointer Function %float
; %_ptr_Workgroup_uint = OpTypePointer Workgroup %uint
; %scale = OpFunction %void None %11
; %data = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %factor = OpFunctionParameter %float
; %n = OpFunctionParameter %ulong
; %closure = OpFunctionParameter %_ptr_Function__arr_uchar_ulong_12
; %scratch = OpFunctionParameter %_ptr_Workgroup_uchar
; %17 = OpLabel
; %23 = OpLoad %v3ulong %__spirv_BuiltInGlobalInvocationId
; %24 = OpCompositeExtract %ulong %23 0
; %28 = OpLoad %uint %__spirv_BuiltInSubgroupLocalInvocationId
; %30 = OpULessThan %bool %24 %n
; OpBranchConditional %30 %18 %19
; %18 = OpLabel
; %32 = OpBitcast %_ptr_CrossWorkgroup_float %data
; %33 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_float %32 %24
; %34 = OpLoad %float %33 Aligned 4
; %36 = OpBitcast %_ptr_Function_uchar %closure
; %38 = OpInBoundsPtrAccessChain %_ptr_Function_uchar %36 %ulong_8
; %40 = OpBitcast %_ptr_Function_float %38
; %41 = OpLoad %float %40 Aligned 4
; %43 = OpExtInst %float %42 mad %34 %factor %41
; OpStore %33 %43 Aligned 4
; %45 = OpBitcast %_ptr_Workgroup_uint %scratch
; OpStore %45 %28 Aligned 4
; OpBranch %19
; %19 = OpLabel
; OpReturn
; OpFunctionEnd
