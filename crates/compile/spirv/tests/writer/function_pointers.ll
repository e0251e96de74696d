; unvalidated
; Addresses of functions, defined here and imported, and calls through pointers.

declare spir_func i32 @elsewhere(i32)

@table = internal addrspace(2) constant [2 x ptr] [ptr @f, ptr @elsewhere]

define internal spir_func i32 @f(i32 %n) {
  ret i32 %n
}

define spir_kernel void @k(ptr addrspace(1) %p, i64 %i) {
  store ptr @f, ptr addrspace(1) %p
  %slot = getelementptr [2 x ptr], ptr addrspace(2) @table, i64 0, i64 %i
  %g = load ptr, ptr addrspace(2) %slot
  %r = call spir_func i32 %g(i32 7)
  store i32 %r, ptr addrspace(1) %p
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Linkage
; OpCapability Kernel
; OpCapability Int64
; OpCapability GenericPointer
; OpCapability Int8
; OpCapability FunctionPointersINTEL
; OpExtension "SPV_INTEL_function_pointers"
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k" %table
; OpSource OpenCL_CPP 100000
; OpName %f "f"
; OpName %n "n"
; OpName %k "k"
; OpName %p "p"
; OpName %i "i"
; OpName %table "table"
; OpName %elsewhere "elsewhere"
; OpDecorate %elsewhere LinkageAttributes "elsewhere" Import
; %uint = OpTypeInt 32 0
; %3 = OpTypeFunction %uint %uint
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %ulong = OpTypeInt 64 0
; %11 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %ulong
; %_ptr_Generic_uchar = OpTypePointer Generic %uchar
; %_ptr_CrossWorkgroup__ptr_Generic_uchar = OpTypePointer CrossWorkgroup %_ptr_Generic_uchar
; %_ptr_CodeSectionINTEL_3 = OpTypePointer CodeSectionINTEL %3
; %19 = OpConstantFunctionPointerINTEL %_ptr_CodeSectionINTEL_3 %f
; %ulong_2 = OpConstant %ulong 2
; %_arr__ptr_Generic_uchar_ulong_2 = OpTypeArray %_ptr_Generic_uchar %ulong_2
; %_ptr_UniformConstant__arr__ptr_Generic_uchar_ulong_2 = OpTypePointer UniformConstant %_arr__ptr_Generic_uchar_ulong_2
; %25 = OpSpecConstantOp %ulong ConvertPtrToU %19
; %26 = OpSpecConstantOp %_ptr_Generic_uchar ConvertUToPtr %25
; %28 = OpConstantFunctionPointerINTEL %_ptr_CodeSectionINTEL_3 %elsewhere
; %29 = OpSpecConstantOp %ulong ConvertPtrToU %28
; %30 = OpSpecConstantOp %_ptr_Generic_uchar ConvertUToPtr %29
; %31 = OpConstantComposite %_arr__ptr_Generic_uchar_ulong_2 %26 %30
; %table = OpVariable %_ptr_UniformConstant__arr__ptr_Generic_uchar_ulong_2 UniformConstant %31
; %ulong_0 = OpConstant %ulong 0
; %_ptr_UniformConstant__ptr_Generic_uchar = OpTypePointer UniformConstant %_ptr_Generic_uchar
; %uint_7 = OpConstant %uint 7
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %elsewhere = OpFunction %uint None %3
; %43 = OpFunctionParameter %uint
; OpFunctionEnd
; %f = OpFunction %uint None %3
; %n = OpFunctionParameter %uint
; %5 = OpLabel
; OpReturnValue %n
; OpFunctionEnd
; %k = OpFunction %void None %11
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %i = OpFunctionParameter %ulong
; %14 = OpLabel
; %17 = OpBitcast %_ptr_CrossWorkgroup__ptr_Generic_uchar %p
; %20 = OpConvertPtrToU %ulong %19
; %21 = OpConvertUToPtr %_ptr_Generic_uchar %20
; OpStore %17 %21 Aligned 8
; %35 = OpPtrAccessChain %_ptr_UniformConstant__ptr_Generic_uchar %table %ulong_0 %i
; %36 = OpLoad %_ptr_Generic_uchar %35 Aligned 8
; %37 = OpConvertPtrToU %ulong %36
; %38 = OpConvertUToPtr %_ptr_CodeSectionINTEL_3 %37
; %40 = OpFunctionPointerCallINTEL %uint %38 %uint_7
; %42 = OpBitcast %_ptr_CrossWorkgroup_uint %p
; OpStore %42 %40 Aligned 4
; OpReturn
; OpFunctionEnd
