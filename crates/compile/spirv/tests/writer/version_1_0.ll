; version: 1.0
; What older versions spell differently: no wrap flags, pointers compared as
; numbers, scalar conditions spread over vectors, a short interface.

@counter = internal addrspace(1) global i32 5

define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out, i32 %n) {
  %m = add nuw nsw i32 %n, 1
  store i32 %m, ptr addrspace(1) @counter
  %same = icmp eq ptr addrspace(1) %a, %b
  %v = load <4 x float>, ptr addrspace(1) %a
  %w = load <4 x float>, ptr addrspace(1) %b
  %s = select i1 %same, <4 x float> %v, <4 x float> %w
  store <4 x float> %s, ptr addrspace(1) %out
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
; OpName %a "a"
; OpName %b "b"
; OpName %out "out"
; OpName %n "n"
; OpName %counter "counter"
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %uint = OpTypeInt 32 0
; %6 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %_ptr_CrossWorkgroup_uchar %_ptr_CrossWorkgroup_uchar %uint
; %uint_1 = OpConstant %uint 1
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %uint_5 = OpConstant %uint 5
; %counter = OpVariable %_ptr_CrossWorkgroup_uint CrossWorkgroup %uint_5
; %bool = OpTypeBool
; %ulong = OpTypeInt 64 0
; %float = OpTypeFloat 32
; %v4float = OpTypeVector %float 4
; %_ptr_CrossWorkgroup_v4float = OpTypePointer CrossWorkgroup %v4float
; %v4bool = OpTypeVector %bool 4
; %k = OpFunction %void None %6
; %a = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %b = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %out = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %n = OpFunctionParameter %uint
; %11 = OpLabel
; %13 = OpIAdd %uint %n %uint_1
; OpStore %counter %13 Aligned 4
; %19 = OpConvertPtrToU %ulong %a
; %20 = OpConvertPtrToU %ulong %b
; %21 = OpIEqual %bool %19 %20
; %25 = OpBitcast %_ptr_CrossWorkgroup_v4float %a
; %26 = OpLoad %v4float %25 Aligned 16
; %27 = OpBitcast %_ptr_CrossWorkgroup_v4float %b
; %28 = OpLoad %v4float %27 Aligned 16
; %30 = OpCompositeConstruct %v4bool %21 %21 %21 %21
; %31 = OpSelect %v4float %30 %26 %28
; %32 = OpBitcast %_ptr_CrossWorkgroup_v4float %out
; OpStore %32 %31 Aligned 16
; OpReturn
; OpFunctionEnd
