; Vectors of bits whose length SPIR-V lacks, as an integer: lanes are shifted into place one by one.

define spir_kernel void @any_differ(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load <5 x float>, ptr addrspace(1) %p, align 4
  %w = fcmp une <5 x float> %v, <float 1.0, float 2.0, float 3.0, float 4.0, float 5.0>
  %bits = bitcast <5 x i1> %w to i5
  %equal = icmp eq i5 %bits, 0
  %result = zext i1 %equal to i32
  store i32 %result, ptr addrspace(1) %q, align 4
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %any_differ "any_differ"
; OpSource OpenCL_CPP 100000
; OpName %any_differ "any_differ"
; OpName %p "p"
; OpName %q "q"
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %5 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %_ptr_CrossWorkgroup_uchar
; %float = OpTypeFloat 32
; %_ptr_CrossWorkgroup_float = OpTypePointer CrossWorkgroup %float
; %ulong = OpTypeInt 64 0
; %ulong_1 = OpConstant %ulong 1
; %ulong_2 = OpConstant %ulong 2
; %ulong_3 = OpConstant %ulong 3
; %ulong_4 = OpConstant %ulong 4
; %bool = OpTypeBool
; %float_1 = OpConstant %float 1
; %float_2 = OpConstant %float 2
; %float_3 = OpConstant %float 3
; %float_4 = OpConstant %float 4
; %float_5 = OpConstant %float 5
; %uchar_1 = OpConstant %uchar 1
; %38 = OpConstantNull %uchar
; %uchar_0 = OpConstant %uchar 0
; %uchar_31 = OpConstant %uchar 31
; %uchar_2 = OpConstant %uchar 2
; %uchar_3 = OpConstant %uchar 3
; %uchar_4 = OpConstant %uchar 4
; %uint = OpTypeInt 32 0
; %uint_1 = OpConstant %uint 1
; %67 = OpConstantNull %uint
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %any_differ = OpFunction %void None %5
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %q = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %8 = OpLabel
; %11 = OpBitcast %_ptr_CrossWorkgroup_float %p
; %14 = OpPtrAccessChain %_ptr_CrossWorkgroup_float %11 %ulong_1
; %16 = OpPtrAccessChain %_ptr_CrossWorkgroup_float %11 %ulong_2
; %18 = OpPtrAccessChain %_ptr_CrossWorkgroup_float %11 %ulong_3
; %20 = OpPtrAccessChain %_ptr_CrossWorkgroup_float %11 %ulong_4
; %21 = OpLoad %float %11 Aligned 4
; %22 = OpLoad %float %14 Aligned 4
; %23 = OpLoad %float %16 Aligned 4
; %24 = OpLoad %float %18 Aligned 4
; %25 = OpLoad %float %20 Aligned 4
; %28 = OpFUnordNotEqual %bool %21 %float_1
; %30 = OpFUnordNotEqual %bool %22 %float_2
; %32 = OpFUnordNotEqual %bool %23 %float_3
; %34 = OpFUnordNotEqual %bool %24 %float_4
; %36 = OpFUnordNotEqual %bool %25 %float_5
; %39 = OpSelect %uchar %28 %uchar_1 %38
; %41 = OpShiftLeftLogical %uchar %39 %uchar_0
; %43 = OpBitwiseAnd %uchar %41 %uchar_31
; %44 = OpBitwiseOr %uchar %uchar_0 %43
; %45 = OpSelect %uchar %30 %uchar_1 %38
; %46 = OpShiftLeftLogical %uchar %45 %uchar_1
; %47 = OpBitwiseAnd %uchar %46 %uchar_31
; %48 = OpBitwiseOr %uchar %44 %47
; %49 = OpSelect %uchar %32 %uchar_1 %38
; %51 = OpShiftLeftLogical %uchar %49 %uchar_2
; %52 = OpBitwiseAnd %uchar %51 %uchar_31
; %53 = OpBitwiseOr %uchar %48 %52
; %54 = OpSelect %uchar %34 %uchar_1 %38
; %56 = OpShiftLeftLogical %uchar %54 %uchar_3
; %57 = OpBitwiseAnd %uchar %56 %uchar_31
; %58 = OpBitwiseOr %uchar %53 %57
; %59 = OpSelect %uchar %36 %uchar_1 %38
; %61 = OpShiftLeftLogical %uchar %59 %uchar_4
; %62 = OpBitwiseAnd %uchar %61 %uchar_31
; %63 = OpBitwiseOr %uchar %58 %62
; %64 = OpIEqual %bool %63 %uchar_0
; %68 = OpSelect %uint %64 %uint_1 %67
; %70 = OpBitcast %_ptr_CrossWorkgroup_uint %q
; OpStore %70 %68 Aligned 4
; OpReturn
; OpFunctionEnd
