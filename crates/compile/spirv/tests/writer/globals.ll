; Initial values with addresses, nested aggregates, linkage, aliases.

%pair = type { i8, ptr, [2 x i16] }

@text = private constant [6 x i8] c"hello\00"
@pairs = internal constant [2 x %pair] [%pair { i8 1, ptr @text, [2 x i16] [i16 2, i16 3] }, %pair { i8 4, ptr getelementptr inbounds ([6 x i8], ptr @text, i64 0, i64 2), [2 x i16] zeroinitializer }]
@exported = addrspace(1) global i32 9, align 64
@imported = external addrspace(1) global double
@flag = internal global i1 true
@packed = internal constant <{ i8, i32 }> <{ i8 1, i32 2 }>
@half = internal constant half 0xH3E00
@number = internal constant i64 ptrtoint (ptr @text to i64)
@alias = internal alias i32, ptr addrspace(1) @exported

define spir_kernel void @k(ptr addrspace(1) %out, i64 %i) {
  %p = getelementptr inbounds [2 x %pair], ptr @pairs, i64 0, i64 %i, i32 1
  %s = load ptr, ptr %p
  %c = load i8, ptr %s
  store i8 %c, ptr addrspace(1) %out
  %d = load double, ptr addrspace(1) @imported
  store double %d, ptr addrspace(1) %out
  %f = load i1, ptr @flag
  %g = xor i1 %f, true
  store i1 %g, ptr @flag
  %q = load i32, ptr getelementptr inbounds (<{ i8, i32 }>, ptr @packed, i64 0, i32 1)
  %h = load half, ptr @half
  %n = load i64, ptr @number
  %a = load i32, ptr addrspace(1) @alias
  store i32 %q, ptr addrspace(1) %out
  store half %h, ptr addrspace(1) %out
  store i64 %n, ptr addrspace(1) %out
  store i32 %a, ptr addrspace(1) %out
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Linkage
; OpCapability Kernel
; OpCapability Float16
; OpCapability Float64
; OpCapability Int64
; OpCapability Int16
; OpCapability GenericPointer
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k" %exported %text %pairs %imported %flag %packed %half %number
; OpSource OpenCL_CPP 100000
; OpName %exported "exported"
; OpName %k "k"
; OpName %out "out"
; OpName %i "i"
; OpName %pair "pair"
; OpName %text "text"
; OpName %pairs "pairs"
; OpName %imported "imported"
; OpName %flag "flag"
; OpName %packed "packed"
; OpName %half "half"
; OpName %number "number"
; OpDecorate %exported Alignment 64
; OpDecorate %exported LinkageAttributes "exported" Export
; OpDecorate %text Constant
; OpDecorate %pairs Constant
; OpDecorate %imported LinkageAttributes "imported" Import
; OpDecorate %_struct_64 CPacked
; OpDecorate %packed Constant
; OpDecorate %half Constant
; OpDecorate %number Constant
; %uint = OpTypeInt 32 0
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %uint_9 = OpConstant %uint 9
; %exported = OpVariable %_ptr_CrossWorkgroup_uint CrossWorkgroup %uint_9
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %ulong = OpTypeInt 64 0
; %10 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %ulong
; %_ptr_Generic_uchar = OpTypePointer Generic %uchar
; %ushort = OpTypeInt 16 0
; %ulong_2 = OpConstant %ulong 2
; %_arr_ushort_ulong_2 = OpTypeArray %ushort %ulong_2
; %pair = OpTypeStruct %uchar %_ptr_Generic_uchar %_arr_ushort_ulong_2
; %_arr_pair_ulong_2 = OpTypeArray %pair %ulong_2
; %_ptr_CrossWorkgroup__arr_pair_ulong_2 = OpTypePointer CrossWorkgroup %_arr_pair_ulong_2
; %uchar_1 = OpConstant %uchar 1
; %ulong_6 = OpConstant %ulong 6
; %_arr_uchar_ulong_6 = OpTypeArray %uchar %ulong_6
; %_ptr_CrossWorkgroup__arr_uchar_ulong_6 = OpTypePointer CrossWorkgroup %_arr_uchar_ulong_6
; %uchar_104 = OpConstant %uchar 104
; %uchar_101 = OpConstant %uchar 101
; %uchar_108 = OpConstant %uchar 108
; %uchar_111 = OpConstant %uchar 111
; %uchar_0 = OpConstant %uchar 0
; %30 = OpConstantComposite %_arr_uchar_ulong_6 %uchar_104 %uchar_101 %uchar_108 %uchar_108 %uchar_111 %uchar_0
; %text = OpVariable %_ptr_CrossWorkgroup__arr_uchar_ulong_6 CrossWorkgroup %30
; %32 = OpSpecConstantOp %_ptr_CrossWorkgroup_uchar Bitcast %text
; %33 = OpSpecConstantOp %_ptr_Generic_uchar PtrCastToGeneric %32
; %ushort_2 = OpConstant %ushort 2
; %ushort_3 = OpConstant %ushort 3
; %36 = OpConstantComposite %_arr_ushort_ulong_2 %ushort_2 %ushort_3
; %37 = OpConstantComposite %pair %uchar_1 %33 %36
; %uchar_4 = OpConstant %uchar 4
; %ulong_0 = OpConstant %ulong 0
; %40 = OpSpecConstantOp %_ptr_CrossWorkgroup_uchar InBoundsPtrAccessChain %text %ulong_0 %ulong_2
; %41 = OpSpecConstantOp %_ptr_Generic_uchar PtrCastToGeneric %40
; %42 = OpConstantNull %_arr_ushort_ulong_2
; %43 = OpConstantComposite %pair %uchar_4 %41 %42
; %44 = OpConstantComposite %_arr_pair_ulong_2 %37 %43
; %pairs = OpVariable %_ptr_CrossWorkgroup__arr_pair_ulong_2 CrossWorkgroup %44
; %uint_1 = OpConstant %uint 1
; %_ptr_CrossWorkgroup__ptr_Generic_uchar = OpTypePointer CrossWorkgroup %_ptr_Generic_uchar
; %double = OpTypeFloat 64
; %_ptr_CrossWorkgroup_double = OpTypePointer CrossWorkgroup %double
; %imported = OpVariable %_ptr_CrossWorkgroup_double CrossWorkgroup
; %flag = OpVariable %_ptr_CrossWorkgroup_uchar CrossWorkgroup %uchar_1
; %58 = OpConstantNull %uchar
; %bool = OpTypeBool
; %true = OpConstantTrue %bool
; %_struct_64 = OpTypeStruct %uchar %uint
; %_ptr_CrossWorkgroup__struct_64 = OpTypePointer CrossWorkgroup %_struct_64
; %uint_2 = OpConstant %uint 2
; %67 = OpConstantComposite %_struct_64 %uchar_1 %uint_2
; %packed = OpVariable %_ptr_CrossWorkgroup__struct_64 CrossWorkgroup %67
; %half_0 = OpTypeFloat 16
; %_ptr_CrossWorkgroup_half_0 = OpTypePointer CrossWorkgroup %half_0
; %half_0_0x1_8p_0 = OpConstant %half_0 0x1.8p+0
; %half = OpVariable %_ptr_CrossWorkgroup_half_0 CrossWorkgroup %half_0_0x1_8p_0
; %_ptr_CrossWorkgroup_ulong = OpTypePointer CrossWorkgroup %ulong
; %77 = OpSpecConstantOp %ulong ConvertPtrToU %33
; %number = OpVariable %_ptr_CrossWorkgroup_ulong CrossWorkgroup %77
; %k = OpFunction %void None %10
; %out = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %i = OpFunctionParameter %ulong
; %13 = OpLabel
; %48 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup__ptr_Generic_uchar %pairs %ulong_0 %i %uint_1
; %49 = OpLoad %_ptr_Generic_uchar %48 Aligned 8
; %50 = OpLoad %uchar %49 Aligned 1
; OpStore %out %50 Aligned 1
; %54 = OpLoad %double %imported Aligned 8
; %55 = OpBitcast %_ptr_CrossWorkgroup_double %out
; OpStore %55 %54 Aligned 8
; %57 = OpLoad %uchar %flag Aligned 1
; %60 = OpINotEqual %bool %57 %58
; %62 = OpLogicalNotEqual %bool %60 %true
; %63 = OpSelect %uchar %62 %uchar_1 %uchar_0
; OpStore %flag %63 Aligned 1
; %69 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uint %packed %ulong_0 %uint_1
; %70 = OpLoad %uint %69 Aligned 4
; %75 = OpLoad %half_0 %half Aligned 2
; %79 = OpLoad %ulong %number Aligned 4
; %80 = OpLoad %uint %exported Aligned 4
; %81 = OpBitcast %_ptr_CrossWorkgroup_uint %out
; OpStore %81 %70 Aligned 4
; %82 = OpBitcast %_ptr_CrossWorkgroup_half_0 %out
; OpStore %82 %75 Aligned 2
; %83 = OpBitcast %_ptr_CrossWorkgroup_ulong %out
; OpStore %83 %79 Aligned 4
; OpStore %81 %80 Aligned 4
; OpReturn
; OpFunctionEnd
