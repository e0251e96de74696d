; Elements, shuffles, reductions, casts.

define spir_kernel void @k(ptr addrspace(1) %p, <4 x float> %v, <8 x i16> %w, i32 %i) {
  %a = extractelement <4 x float> %v, i32 2
  %b = extractelement <4 x float> %v, i32 %i
  %c = fadd float %a, %b
  %d = insertelement <4 x float> %v, float %c, i64 0
  %e = insertelement <4 x float> %d, float %c, i32 %i
  %s = shufflevector <4 x float> %e, <4 x float> poison, <2 x i32> <i32 3, i32 poison>
  %x = shufflevector <4 x float> %e, <4 x float> %v, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <2 x float> %s, ptr addrspace(1) %p
  store <8 x float> %x, ptr addrspace(1) %p, align 32
  %y = bitcast <8 x i16> %w to <2 x i64>
  store <2 x i64> %y, ptr addrspace(1) %p
  %r = call i16 @llvm.vector.reduce.add.v8i16(<8 x i16> %w)
  store i16 %r, ptr addrspace(1) %p
  %f = call reassoc float @llvm.vector.reduce.fadd.v4f32(float 0.0, <4 x float> %v)
  store float %f, ptr addrspace(1) %p
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Vector16
; OpCapability Int64
; OpCapability Int16
; OpCapability Int8
; OpCapability FPFastMathModeINTEL
; OpExtension "SPV_INTEL_fp_fast_math_mode"
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %p "p"
; OpName %v "v"
; OpName %w "w"
; OpName %i "i"
; OpDecorate %59 FPFastMathMode AllowReassoc
; OpDecorate %60 FPFastMathMode AllowReassoc
; OpDecorate %61 FPFastMathMode AllowReassoc
; OpDecorate %62 FPFastMathMode AllowReassoc
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %float = OpTypeFloat 32
; %v4float = OpTypeVector %float 4
; %ushort = OpTypeInt 16 0
; %v8ushort = OpTypeVector %ushort 8
; %uint = OpTypeInt 32 0
; %10 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %v4float %v8ushort %uint
; %ulong = OpTypeInt 64 0
; %v2float = OpTypeVector %float 2
; %25 = OpUndef %v4float
; %v8float = OpTypeVector %float 8
; %_ptr_CrossWorkgroup_v2float = OpTypePointer CrossWorkgroup %v2float
; %_ptr_CrossWorkgroup_v8float = OpTypePointer CrossWorkgroup %v8float
; %v2ulong = OpTypeVector %ulong 2
; %_ptr_CrossWorkgroup_v2ulong = OpTypePointer CrossWorkgroup %v2ulong
; %_ptr_CrossWorkgroup_ushort = OpTypePointer CrossWorkgroup %ushort
; %float_0 = OpConstant %float 0
; %_ptr_CrossWorkgroup_float = OpTypePointer CrossWorkgroup %float
; %k = OpFunction %void None %10
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %v = OpFunctionParameter %v4float
; %w = OpFunctionParameter %v8ushort
; %i = OpFunctionParameter %uint
; %15 = OpLabel
; %16 = OpCompositeExtract %float %v 2
; %18 = OpUConvert %ulong %i
; %19 = OpVectorExtractDynamic %float %v %18
; %20 = OpFAdd %float %16 %19
; %21 = OpCompositeInsert %v4float %20 %v 0
; %22 = OpUConvert %ulong %i
; %23 = OpVectorInsertDynamic %v4float %21 %20 %22
; %26 = OpVectorShuffle %v2float %23 %25 3 4294967295
; %28 = OpVectorShuffle %v8float %23 %v 0 1 2 3 4 5 6 7
; %30 = OpBitcast %_ptr_CrossWorkgroup_v2float %p
; OpStore %30 %26 Aligned 8
; %32 = OpBitcast %_ptr_CrossWorkgroup_v8float %p
; OpStore %32 %28 Aligned 32
; %34 = OpBitcast %v2ulong %w
; %36 = OpBitcast %_ptr_CrossWorkgroup_v2ulong %p
; OpStore %36 %34 Aligned 16
; %37 = OpCompositeExtract %ushort %w 0
; %38 = OpCompositeExtract %ushort %w 1
; %39 = OpCompositeExtract %ushort %w 2
; %40 = OpCompositeExtract %ushort %w 3
; %41 = OpCompositeExtract %ushort %w 4
; %42 = OpCompositeExtract %ushort %w 5
; %43 = OpCompositeExtract %ushort %w 6
; %44 = OpCompositeExtract %ushort %w 7
; %45 = OpIAdd %ushort %37 %38
; %46 = OpIAdd %ushort %45 %39
; %47 = OpIAdd %ushort %46 %40
; %48 = OpIAdd %ushort %47 %41
; %49 = OpIAdd %ushort %48 %42
; %50 = OpIAdd %ushort %49 %43
; %51 = OpIAdd %ushort %50 %44
; %53 = OpBitcast %_ptr_CrossWorkgroup_ushort %p
; OpStore %53 %51 Aligned 2
; %54 = OpCompositeExtract %float %v 0
; %55 = OpCompositeExtract %float %v 1
; %56 = OpCompositeExtract %float %v 2
; %57 = OpCompositeExtract %float %v 3
; %59 = OpFAdd %float %float_0 %54
; %60 = OpFAdd %float %59 %55
; %61 = OpFAdd %float %60 %56
; %62 = OpFAdd %float %61 %57
; %64 = OpBitcast %_ptr_CrossWorkgroup_float %p
; OpStore %64 %62 Aligned 4
; OpReturn
; OpFunctionEnd
