; C functions, intrinsics and builtins of OpenCL.std.

declare float @sinf(float)
declare double @pow(double, double)
declare double @frexp(double, ptr)
declare i64 @lroundf(float)
declare void @sincosf(float, ptr, ptr)
declare spir_func <4 x float> @_Z17__spirv_ocl_rsqrtDv4_f(<4 x float>)
declare spir_func i32 @__spirv_ocl_s_mad24(i32, i32, i32)
declare spir_func float @__spirv_ocl_fract.f32(float, ptr)

define spir_kernel void @k(ptr addrspace(1) %p, float %x, double %d, <4 x float> %v, i32 %i) {
  %e = alloca i32
  %s = alloca float
  %c = alloca float
  %a = call nnan float @sinf(float %x)
  %b = call double @pow(double %d, double %d)
  %m = call double @frexp(double %b, ptr %e)
  %l = call i64 @lroundf(float %a)
  call void @sincosf(float %x, ptr %s, ptr %c)
  %r = call spir_func <4 x float> @_Z17__spirv_ocl_rsqrtDv4_f(<4 x float> %v)
  %n = call spir_func i32 @__spirv_ocl_s_mad24(i32 %i, i32 %i, i32 3)
  %f = call spir_func float @__spirv_ocl_fract.f32(float %x, ptr %s)
  %w = call <4 x float> @llvm.powi.v4f32.i32(<4 x float> %r, i32 %i)
  %q = call float @llvm.sqrt.f32(float %x)
  %mx = call float @llvm.maximum.f32(float %q, float %x)
  %k = call i1 @llvm.is.fpclass.f32(float %mx, i32 3)
  %fr = call { double, i32 } @llvm.frexp.f64.i32(double %d)
  %fe = extractvalue { double, i32 } %fr, 1
  store double %m, ptr addrspace(1) %p
  store i64 %l, ptr addrspace(1) %p
  store <4 x float> %w, ptr addrspace(1) %p
  store i32 %n, ptr addrspace(1) %p
  store float %f, ptr addrspace(1) %p
  store i1 %k, ptr addrspace(1) %p
  store i32 %fe, ptr addrspace(1) %p
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Float64
; OpCapability Int64
; OpCapability Int8
; %22 = OpExtInstImport "OpenCL.std"
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %p "p"
; OpName %x "x"
; OpName %d "d"
; OpName %v "v"
; OpName %i "i"
; OpDecorate %17 Alignment 4
; OpDecorate %18 Alignment 4
; OpDecorate %20 Alignment 4
; OpDecorate %21 Alignment 4
; OpDecorate %23 FPFastMathMode NotNaN
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %float = OpTypeFloat 32
; %double = OpTypeFloat 64
; %v4float = OpTypeVector %float 4
; %uint = OpTypeInt 32 0
; %9 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %float %double %v4float %uint
; %_ptr_Function_uint = OpTypePointer Function %uint
; %_ptr_Function_float = OpTypePointer Function %float
; %ulong = OpTypeInt 64 0
; %uint_3 = OpConstant %uint 3
; %v4uint = OpTypeVector %uint 4
; %bool = OpTypeBool
; %uint_2147483647 = OpConstant %uint 2147483647
; %uint_2139095041 = OpConstant %uint 2139095041
; %uint_4194303 = OpConstant %uint 4194303
; %false = OpConstantFalse %bool
; %uint_2143289344 = OpConstant %uint 2143289344
; %_struct_65 = OpTypeStruct %double %uint
; %66 = OpUndef %_struct_65
; %_ptr_CrossWorkgroup_double = OpTypePointer CrossWorkgroup %double
; %_ptr_CrossWorkgroup_ulong = OpTypePointer CrossWorkgroup %ulong
; %_ptr_CrossWorkgroup_v4float = OpTypePointer CrossWorkgroup %v4float
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %_ptr_CrossWorkgroup_float = OpTypePointer CrossWorkgroup %float
; %uchar_1 = OpConstant %uchar 1
; %uchar_0 = OpConstant %uchar 0
; %k = OpFunction %void None %9
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %x = OpFunctionParameter %float
; %d = OpFunctionParameter %double
; %v = OpFunctionParameter %v4float
; %i = OpFunctionParameter %uint
; %15 = OpLabel
; %17 = OpVariable %_ptr_Function_uint Function
; %18 = OpVariable %_ptr_Function_uint Function
; %20 = OpVariable %_ptr_Function_float Function
; %21 = OpVariable %_ptr_Function_float Function
; %23 = OpExtInst %float %22 sin %x
; %24 = OpExtInst %double %22 pow %d %d
; %25 = OpExtInst %double %22 frexp %24 %18
; %26 = OpExtInst %float %22 round %23
; %28 = OpConvertFToS %ulong %26
; %29 = OpExtInst %float %22 sin %x
; OpStore %20 %29 Aligned 4
; %30 = OpExtInst %float %22 cos %x
; OpStore %21 %30 Aligned 4
; %31 = OpExtInst %v4float %22 rsqrt %v
; %33 = OpExtInst %uint %22 s_mad24 %i %i %uint_3
; %34 = OpExtInst %float %22 fract %x %20
; %36 = OpCompositeConstruct %v4uint %i %i %i %i
; %37 = OpExtInst %v4float %22 pown %31 %36
; %38 = OpExtInst %float %22 sqrt %x
; %40 = OpFOrdGreaterThan %bool %38 %x
; %41 = OpSelect %float %40 %38 %x
; %42 = OpBitcast %uint %38
; %43 = OpBitcast %uint %x
; %44 = OpBitwiseAnd %uint %42 %43
; %45 = OpFOrdEqual %bool %38 %x
; %46 = OpBitcast %float %44
; %47 = OpSelect %float %45 %46 %41
; %48 = OpUnordered %bool %38 %x
; %49 = OpFAdd %float %38 %x
; %50 = OpSelect %float %48 %49 %47
; %51 = OpBitcast %uint %50
; %53 = OpBitwiseAnd %uint %51 %uint_2147483647
; %55 = OpISub %uint %53 %uint_2139095041
; %57 = OpULessThan %bool %55 %uint_4194303
; %59 = OpLogicalOr %bool %false %57
; %61 = OpUGreaterThanEqual %bool %53 %uint_2143289344
; %62 = OpLogicalOr %bool %59 %61
; %63 = OpExtInst %double %22 frexp %d %17
; %64 = OpLoad %uint %17 Aligned 4
; %67 = OpCompositeInsert %_struct_65 %63 %66 0
; %68 = OpCompositeInsert %_struct_65 %64 %67 1
; %69 = OpCompositeExtract %uint %68 1
; %71 = OpBitcast %_ptr_CrossWorkgroup_double %p
; OpStore %71 %25 Aligned 8
; %73 = OpBitcast %_ptr_CrossWorkgroup_ulong %p
; OpStore %73 %28 Aligned 4
; %75 = OpBitcast %_ptr_CrossWorkgroup_v4float %p
; OpStore %75 %37 Aligned 16
; %77 = OpBitcast %_ptr_CrossWorkgroup_uint %p
; OpStore %77 %33 Aligned 4
; %79 = OpBitcast %_ptr_CrossWorkgroup_float %p
; OpStore %79 %34 Aligned 4
; %82 = OpSelect %uchar %62 %uchar_1 %uchar_0
; OpStore %p %82 Aligned 1
; OpStore %77 %69 Aligned 4
; OpReturn
; OpFunctionEnd
