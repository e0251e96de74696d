; Private pointers stay Function until they meet others; casts in every
; direction that LLVM has.

@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@local = internal addrspace(3) global [16 x float] undef, align 4
@fixed = internal addrspace(2) constant i64 7

declare spir_func void @consume(ptr)

define spir_kernel void @k(ptr addrspace(1) %global, i1 %c, i64 %i) {
entry:
  %a = alloca [8 x i32], align 4
  %b = alloca i32, align 4
  %pa = getelementptr inbounds [8 x i32], ptr %a, i64 0, i64 %i
  %private = select i1 %c, ptr %pa, ptr %b
  store i32 1, ptr %private
  %generic = addrspacecast ptr addrspace(1) %global to ptr
  br i1 %c, label %then, label %join

then:
  br label %join

join:
  %mixed = phi ptr [ %pa, %entry ], [ %generic, %then ]
  store i32 2, ptr %mixed
  call spir_func void @consume(ptr %b)
  %t = getelementptr inbounds [4 x i32], ptr @table, i64 0, i64 %i
  %tv = load i32, ptr %t
  %l = getelementptr inbounds [16 x float], ptr addrspace(3) @local, i64 0, i64 %i
  %lg = addrspacecast ptr addrspace(3) %l to ptr
  store float 1.0, ptr %lg
  %back = addrspacecast ptr %lg to ptr addrspace(3)
  store i32 %tv, ptr addrspace(3) %back
  %f = load i64, ptr addrspace(2) @fixed
  %odd = addrspacecast ptr addrspace(2) @fixed to ptr
  %of = load i64, ptr %odd
  %number = ptrtoint ptr %b to i64
  %sum = add i64 %number, %of
  %again = inttoptr i64 %sum to ptr addrspace(1)
  store i64 %f, ptr addrspace(1) %again
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Linkage
; OpCapability Kernel
; OpCapability Int64
; OpCapability GenericPointer
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k" %table %local %fixed
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %global "global"
; OpName %c "c"
; OpName %i "i"
; OpName %table "table"
; OpName %local "local"
; OpName %fixed "fixed"
; OpName %consume "consume"
; OpDecorate %18 Alignment 4
; OpDecorate %20 Alignment 4
; OpDecorate %table Constant
; OpDecorate %table Alignment 16
; OpDecorate %local Alignment 4
; OpDecorate %consume LinkageAttributes "consume" Import
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %bool = OpTypeBool
; %ulong = OpTypeInt 64 0
; %7 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %bool %ulong
; %uint = OpTypeInt 32 0
; %ulong_8 = OpConstant %ulong 8
; %_arr_uint_ulong_8 = OpTypeArray %uint %ulong_8
; %_ptr_Function__arr_uint_ulong_8 = OpTypePointer Function %_arr_uint_ulong_8
; %_ptr_Function_uint = OpTypePointer Function %uint
; %ulong_0 = OpConstant %ulong 0
; %_ptr_Function_uchar = OpTypePointer Function %uchar
; %uint_1 = OpConstant %uint 1
; %_ptr_Generic_uchar = OpTypePointer Generic %uchar
; %_ptr_Generic_uint = OpTypePointer Generic %uint
; %uint_2 = OpConstant %uint 2
; %ulong_4 = OpConstant %ulong 4
; %_arr_uint_ulong_4 = OpTypeArray %uint %ulong_4
; %_ptr_CrossWorkgroup__arr_uint_ulong_4 = OpTypePointer CrossWorkgroup %_arr_uint_ulong_4
; %uint_3 = OpConstant %uint 3
; %uint_4 = OpConstant %uint 4
; %45 = OpConstantComposite %_arr_uint_ulong_4 %uint_1 %uint_2 %uint_3 %uint_4
; %table = OpVariable %_ptr_CrossWorkgroup__arr_uint_ulong_4 CrossWorkgroup %45
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %float = OpTypeFloat 32
; %ulong_16 = OpConstant %ulong 16
; %_arr_float_ulong_16 = OpTypeArray %float %ulong_16
; %_ptr_Workgroup__arr_float_ulong_16 = OpTypePointer Workgroup %_arr_float_ulong_16
; %local = OpVariable %_ptr_Workgroup__arr_float_ulong_16 Workgroup
; %_ptr_Workgroup_float = OpTypePointer Workgroup %float
; %_ptr_Generic_float = OpTypePointer Generic %float
; %float_1 = OpConstant %float 1
; %_ptr_Workgroup_uint = OpTypePointer Workgroup %uint
; %_ptr_UniformConstant_ulong = OpTypePointer UniformConstant %ulong
; %ulong_7 = OpConstant %ulong 7
; %fixed = OpVariable %_ptr_UniformConstant_ulong UniformConstant %ulong_7
; %_ptr_Generic_ulong = OpTypePointer Generic %ulong
; %_ptr_CrossWorkgroup_ulong = OpTypePointer CrossWorkgroup %ulong
; %76 = OpTypeFunction %void %_ptr_Generic_uchar
; %consume = OpFunction %void None %76
; %77 = OpFunctionParameter %_ptr_Generic_uchar
; OpFunctionEnd
; %k = OpFunction %void None %7
; %global = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %c = OpFunctionParameter %bool
; %i = OpFunctionParameter %ulong
; %11 = OpLabel
; %18 = OpVariable %_ptr_Function__arr_uint_ulong_8 Function
; %20 = OpVariable %_ptr_Function_uint Function
; %22 = OpInBoundsPtrAccessChain %_ptr_Function_uint %18 %ulong_0 %i
; %24 = OpBitcast %_ptr_Function_uchar %22
; %25 = OpBitcast %_ptr_Function_uchar %20
; %26 = OpSelect %_ptr_Function_uchar %c %24 %25
; %27 = OpBitcast %_ptr_Function_uint %26
; OpStore %27 %uint_1 Aligned 4
; %30 = OpPtrCastToGeneric %_ptr_Generic_uchar %global
; %32 = OpPtrCastToGeneric %_ptr_Generic_uchar %24
; OpBranchConditional %c %12 %13
; %12 = OpLabel
; OpBranch %13
; %13 = OpLabel
; %31 = OpPhi %_ptr_Generic_uchar %32 %11 %30 %12
; %34 = OpBitcast %_ptr_Generic_uint %31
; OpStore %34 %uint_2 Aligned 4
; %37 = OpBitcast %_ptr_Function_uchar %20
; %38 = OpPtrCastToGeneric %_ptr_Generic_uchar %37
; %39 = OpFunctionCall %void %consume %38
; %48 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uint %table %ulong_0 %i
; %49 = OpLoad %uint %48 Aligned 4
; %56 = OpInBoundsPtrAccessChain %_ptr_Workgroup_float %local %ulong_0 %i
; %58 = OpPtrCastToGeneric %_ptr_Generic_float %56
; OpStore %58 %float_1 Aligned 4
; %60 = OpGenericCastToPtr %_ptr_Workgroup_float %58
; %62 = OpBitcast %_ptr_Workgroup_uint %60
; OpStore %62 %49 Aligned 4
; %66 = OpLoad %ulong %fixed Aligned 4
; %68 = OpConvertPtrToU %ulong %fixed
; %69 = OpConvertUToPtr %_ptr_Generic_ulong %68
; %70 = OpLoad %ulong %69 Aligned 4
; %71 = OpConvertPtrToU %ulong %38
; %72 = OpIAdd %ulong %71 %70
; %73 = OpConvertUToPtr %_ptr_CrossWorkgroup_uchar %72
; %75 = OpBitcast %_ptr_CrossWorkgroup_ulong %73
; OpStore %75 %66 Aligned 4
; OpReturn
; OpFunctionEnd
