; printf: literal formats are copied to constant memory; others stay.

@literal = private constant [4 x i8] c"%d\0A\00"
@other = private constant [4 x i8] c"%f\0A\00"

define spir_kernel void @k(i32 %i, i1 %c) {
  %a = call i32 (ptr, ...) @__spirv_ocl_printf(ptr @literal, i32 %i)
  %b = call i32 (ptr, ...) @__spirv_ocl_printf(ptr @literal, i32 %a)
  %chosen = select i1 %c, ptr @literal, ptr @other
  %d = call i32 (ptr, ...) @__spirv_ocl_printf(ptr %chosen, i32 1)
  ret void
}

declare i32 @__spirv_ocl_printf(ptr, ...)
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability Int8
; %9 = OpExtInstImport "OpenCL.std"
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k" %literal_format %literal %other
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %i "i"
; OpName %c "c"
; OpName %literal_format "literal.format"
; OpName %literal "literal"
; OpName %other "other"
; OpDecorate %literal_format Alignment 1
; OpDecorate %literal Constant
; OpDecorate %other Constant
; %void = OpTypeVoid
; %uint = OpTypeInt 32 0
; %bool = OpTypeBool
; %5 = OpTypeFunction %void %uint %bool
; %uchar = OpTypeInt 8 0
; %ulong = OpTypeInt 64 0
; %ulong_4 = OpConstant %ulong 4
; %_arr_uchar_ulong_4 = OpTypeArray %uchar %ulong_4
; %_ptr_UniformConstant__arr_uchar_ulong_4 = OpTypePointer UniformConstant %_arr_uchar_ulong_4
; %uchar_37 = OpConstant %uchar 37
; %uchar_100 = OpConstant %uchar 100
; %uchar_10 = OpConstant %uchar 10
; %uchar_0 = OpConstant %uchar 0
; %19 = OpConstantComposite %_arr_uchar_ulong_4 %uchar_37 %uchar_100 %uchar_10 %uchar_0
; %literal_format = OpVariable %_ptr_UniformConstant__arr_uchar_ulong_4 UniformConstant %19
; %_ptr_UniformConstant_uchar = OpTypePointer UniformConstant %uchar
; %_ptr_CrossWorkgroup__arr_uchar_ulong_4 = OpTypePointer CrossWorkgroup %_arr_uchar_ulong_4
; %literal = OpVariable %_ptr_CrossWorkgroup__arr_uchar_ulong_4 CrossWorkgroup %19
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %uchar_102 = OpConstant %uchar 102
; %30 = OpConstantComposite %_arr_uchar_ulong_4 %uchar_37 %uchar_102 %uchar_10 %uchar_0
; %other = OpVariable %_ptr_CrossWorkgroup__arr_uchar_ulong_4 CrossWorkgroup %30
; %uint_1 = OpConstant %uint 1
; %k = OpFunction %void None %5
; %i = OpFunctionParameter %uint
; %c = OpFunctionParameter %bool
; %8 = OpLabel
; %22 = OpBitcast %_ptr_UniformConstant_uchar %literal_format
; %23 = OpExtInst %uint %9 printf %22 %i
; %24 = OpExtInst %uint %9 printf %22 %23
; %28 = OpBitcast %_ptr_CrossWorkgroup_uchar %literal
; %32 = OpBitcast %_ptr_CrossWorkgroup_uchar %other
; %33 = OpSelect %_ptr_CrossWorkgroup_uchar %c %28 %32
; %34 = OpConvertPtrToU %ulong %33
; %35 = OpConvertUToPtr %_ptr_UniformConstant_uchar %34
; %37 = OpExtInst %uint %9 printf %35 %uint_1
; OpReturn
; OpFunctionEnd
