; A kernel that is called gets an entry point apart from its body.

define spir_kernel void @inner(ptr addrspace(1) %p, ptr byval(i32) align 4 %v) !reqd_work_group_size !0 {
  %x = load i32, ptr %v
  store i32 %x, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @outer(ptr addrspace(1) %p) {
  %v = alloca i32
  store i32 5, ptr %v
  call spir_kernel void @inner(ptr addrspace(1) %p, ptr byval(i32) align 4 %v)
  ret void
}

!0 = !{i32 4, i32 1, i32 1}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability GenericPointer
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %outer "outer"
; OpEntryPoint Kernel %inner "inner"
; OpExecutionMode %inner LocalSize 4 1 1
; OpSource OpenCL_CPP 100000
; OpName %inner_body "inner.body"
; OpName %p "p"
; OpName %v "v"
; OpName %outer "outer"
; OpName %p_0 "p"
; OpName %inner "inner"
; OpDecorate %v Alignment 4
; OpDecorate %21 Alignment 4
; OpDecorate %22 Alignment 4
; OpDecorate %34 FuncParamAttr ByVal
; OpDecorate %34 Alignment 4
; OpDecorate %36 Alignment 4
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %_ptr_Generic_uchar = OpTypePointer Generic %uchar
; %6 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %_ptr_Generic_uchar
; %uint = OpTypeInt 32 0
; %_ptr_Generic_uint = OpTypePointer Generic %uint
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %17 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar
; %_ptr_Function_uint = OpTypePointer Function %uint
; %uint_5 = OpConstant %uint 5
; %_ptr_Function_uchar = OpTypePointer Function %uchar
; %ulong = OpTypeInt 64 0
; %ulong_4 = OpConstant %ulong 4
; %32 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %_ptr_Function_uint
; %inner_body = OpFunction %void None %6
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %v = OpFunctionParameter %_ptr_Generic_uchar
; %9 = OpLabel
; %12 = OpBitcast %_ptr_Generic_uint %v
; %13 = OpLoad %uint %12 Aligned 4
; %15 = OpBitcast %_ptr_CrossWorkgroup_uint %p
; OpStore %15 %13 Aligned 4
; OpReturn
; OpFunctionEnd
; %outer = OpFunction %void None %17
; %p_0 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %19 = OpLabel
; %21 = OpVariable %_ptr_Function_uint Function
; %22 = OpVariable %_ptr_Function_uint Function
; OpStore %22 %uint_5 Aligned 4
; %25 = OpBitcast %_ptr_Function_uchar %21
; %26 = OpBitcast %_ptr_Function_uchar %22
; OpCopyMemorySized %25 %26 %ulong_4 Aligned 4
; %29 = OpPtrCastToGeneric %_ptr_Generic_uchar %25
; %30 = OpFunctionCall %void %inner_body %p_0 %29
; OpReturn
; OpFunctionEnd
; %inner = OpFunction %void None %32
; %33 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %34 = OpFunctionParameter %_ptr_Function_uint
; %35 = OpLabel
; %36 = OpVariable %_ptr_Function_uint Function
; %37 = OpBitcast %_ptr_Function_uchar %36
; %38 = OpBitcast %_ptr_Function_uchar %34
; OpCopyMemorySized %37 %38 %ulong_4 Aligned 1
; %39 = OpPtrCastToGeneric %_ptr_Generic_uchar %37
; %40 = OpFunctionCall %void %inner_body %33 %39
; OpReturn
; OpFunctionEnd
