; Vectors of lengths that SPIR-V lacks are taken apart.

define spir_kernel void @k(ptr addrspace(1) %p) {
  %v = load <6 x float>, ptr addrspace(1) %p, align 4
  %w = fadd <6 x float> %v, <float 1.0, float 2.0, float 3.0, float 4.0, float 5.0, float 6.0>
  store <6 x float> %w, ptr addrspace(1) %p, align 4
  ret void
}

define spir_kernel void @sum(ptr addrspace(1) %p, i32 %x) {
  %v = insertelement <6 x i32> zeroinitializer, i32 %x, i64 2
  %w = load <6 x i32>, ptr addrspace(1) %p, align 4
  %both = and <6 x i32> %v, %w
  %s = call i32 @llvm.vector.reduce.add.v6i32(<6 x i32> %both)
  store i32 %s, ptr addrspace(1) %p, align 4
  ret void
}
declare i32 @llvm.vector.reduce.add.v6i32(<6 x i32>)
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpEntryPoint Kernel %sum "sum"
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %p "p"
; OpName %sum "sum"
; OpName %p_0 "p"
; OpName %x "x"
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
; %uint = OpTypeInt 32 0
; %42 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %uint
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %uint_0 = OpConstant %uint 0
; %k = OpFunction %void None %5
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %7 = OpLabel
; %10 = OpBitcast %_ptr_CrossWorkgroup_float %p
; %13 = OpPtrAccessChain %_ptr_CrossWorkgroup_float %10 %ulong_1
; %15 = OpPtrAccessChain %_ptr_CrossWorkgroup_float %10 %ulong_2
; %17 = OpPtrAccessChain %_ptr_CrossWorkgroup_float %10 %ulong_3
; %19 = OpPtrAccessChain %_ptr_CrossWorkgroup_float %10 %ulong_4
; %21 = OpPtrAccessChain %_ptr_CrossWorkgroup_float %10 %ulong_5
; %22 = OpLoad %float %10 Aligned 4
; %23 = OpLoad %float %13 Aligned 4
; %24 = OpLoad %float %15 Aligned 4
; %25 = OpLoad %float %17 Aligned 4
; %26 = OpLoad %float %19 Aligned 4
; %27 = OpLoad %float %21 Aligned 4
; %29 = OpFAdd %float %22 %float_1
; %31 = OpFAdd %float %23 %float_2
; %33 = OpFAdd %float %24 %float_3
; %35 = OpFAdd %float %25 %float_4
; %37 = OpFAdd %float %26 %float_5
; %39 = OpFAdd %float %27 %float_6
; OpStore %10 %29 Aligned 4
; OpStore %13 %31 Aligned 4
; OpStore %15 %33 Aligned 4
; OpStore %17 %35 Aligned 4
; OpStore %19 %37 Aligned 4
; OpStore %21 %39 Aligned 4
; OpReturn
; OpFunctionEnd
; %sum = OpFunction %void None %42
; %p_0 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %x = OpFunctionParameter %uint
; %45 = OpLabel
; %47 = OpBitcast %_ptr_CrossWorkgroup_uint %p_0
; %48 = OpPtrAccessChain %_ptr_CrossWorkgroup_uint %47 %ulong_1
; %49 = OpPtrAccessChain %_ptr_CrossWorkgroup_uint %47 %ulong_2
; %50 = OpPtrAccessChain %_ptr_CrossWorkgroup_uint %47 %ulong_3
; %51 = OpPtrAccessChain %_ptr_CrossWorkgroup_uint %47 %ulong_4
; %52 = OpPtrAccessChain %_ptr_CrossWorkgroup_uint %47 %ulong_5
; %53 = OpLoad %uint %47 Aligned 4
; %54 = OpLoad %uint %48 Aligned 4
; %55 = OpLoad %uint %49 Aligned 4
; %56 = OpLoad %uint %50 Aligned 4
; %57 = OpLoad %uint %51 Aligned 4
; %58 = OpLoad %uint %52 Aligned 4
; %60 = OpBitwiseAnd %uint %uint_0 %53
; %61 = OpBitwiseAnd %uint %uint_0 %54
; %62 = OpBitwiseAnd %uint %x %55
; %63 = OpBitwiseAnd %uint %uint_0 %56
; %64 = OpBitwiseAnd %uint %uint_0 %57
; %65 = OpBitwiseAnd %uint %uint_0 %58
; %66 = OpIAdd %uint %60 %61
; %67 = OpIAdd %uint %66 %62
; %68 = OpIAdd %uint %67 %63
; %69 = OpIAdd %uint %68 %64
; %70 = OpIAdd %uint %69 %65
; OpStore %47 %70 Aligned 4
; OpReturn
; OpFunctionEnd
