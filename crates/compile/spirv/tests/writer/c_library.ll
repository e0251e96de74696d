; Functions of the C library that become loops or several operations.

declare i64 @llroundf(float)
declare i32 @memcmp(ptr, ptr, i64)
declare i64 @strlen(ptr)
declare ptr @memset(ptr, i32, i64)
declare ptr @memcpy(ptr, ptr, i64)

define spir_kernel void @k(ptr addrspace(1) %p, i64 %n, float %x) {
  %a = alloca [16 x i8]
  %b = addrspacecast ptr addrspace(1) %p to ptr
  %c = call ptr @memset(ptr %a, i32 32, i64 %n)
  %d = call ptr @memcpy(ptr %c, ptr %b, i64 %n)
  %e = call i32 @memcmp(ptr %d, ptr %b, i64 %n)
  %f = call i64 @strlen(ptr %b)
  %g = call i64 @llroundf(float %x)
  store i32 %e, ptr addrspace(1) %p
  store i64 %f, ptr addrspace(1) %p
  store i64 %g, ptr addrspace(1) %p
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability GenericPointer
; OpCapability Int8
; %29 = OpExtInstImport "OpenCL.std"
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %p "p"
; OpName %n "n"
; OpName %x "x"
; OpName %__tandem_memset_p0 "__tandem_memset.p0"
; OpName %__tandem_memcmp "__tandem_memcmp"
; OpName %__tandem_strlen "__tandem_strlen"
; OpDecorate %15 Alignment 1
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %ulong = OpTypeInt 64 0
; %float = OpTypeFloat 32
; %7 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %ulong %float
; %ulong_16 = OpConstant %ulong 16
; %_arr_uchar_ulong_16 = OpTypeArray %uchar %ulong_16
; %_ptr_Function__arr_uchar_ulong_16 = OpTypePointer Function %_arr_uchar_ulong_16
; %_ptr_Generic_uchar = OpTypePointer Generic %uchar
; %_ptr_Function_uchar = OpTypePointer Function %uchar
; %uchar_32 = OpConstant %uchar 32
; %uint = OpTypeInt 32 0
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %_ptr_CrossWorkgroup_ulong = OpTypePointer CrossWorkgroup %ulong
; %36 = OpTypeFunction %void %_ptr_Generic_uchar %uchar %ulong
; %bool = OpTypeBool
; %ulong_0 = OpConstant %ulong 0
; %ulong_1 = OpConstant %ulong 1
; %51 = OpTypeFunction %uint %_ptr_Generic_uchar %_ptr_Generic_uchar %ulong
; %uint_0 = OpConstant %uint 0
; %73 = OpTypeFunction %ulong %_ptr_Generic_uchar
; %uchar_0 = OpConstant %uchar 0
; %k = OpFunction %void None %7
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %n = OpFunctionParameter %ulong
; %x = OpFunctionParameter %float
; %11 = OpLabel
; %15 = OpVariable %_ptr_Function__arr_uchar_ulong_16 Function
; %17 = OpPtrCastToGeneric %_ptr_Generic_uchar %p
; %20 = OpBitcast %_ptr_Function_uchar %15
; %21 = OpPtrCastToGeneric %_ptr_Generic_uchar %20
; %23 = OpFunctionCall %void %__tandem_memset_p0 %21 %uchar_32 %n
; OpCopyMemorySized %20 %17 %n Aligned 1
; %26 = OpFunctionCall %uint %__tandem_memcmp %21 %17 %n
; %28 = OpFunctionCall %ulong %__tandem_strlen %17
; %30 = OpExtInst %float %29 round %x
; %31 = OpConvertFToS %ulong %30
; %33 = OpBitcast %_ptr_CrossWorkgroup_uint %p
; OpStore %33 %26 Aligned 4
; %35 = OpBitcast %_ptr_CrossWorkgroup_ulong %p
; OpStore %35 %28 Aligned 4
; OpStore %35 %31 Aligned 4
; OpReturn
; OpFunctionEnd
; %__tandem_memset_p0 = OpFunction %void None %36
; %37 = OpFunctionParameter %_ptr_Generic_uchar
; %38 = OpFunctionParameter %uchar
; %39 = OpFunctionParameter %ulong
; %40 = OpLabel
; %45 = OpIEqual %bool %39 %ulong_0
; OpBranchConditional %45 %42 %41
; %41 = OpLabel
; %46 = OpPhi %ulong %ulong_0 %40 %49 %41
; %47 = OpInBoundsPtrAccessChain %_ptr_Generic_uchar %37 %46
; OpStore %47 %38 Aligned 1
; %49 = OpIAdd %ulong %46 %ulong_1
; %50 = OpIEqual %bool %49 %39
; OpBranchConditional %50 %42 %41
; %42 = OpLabel
; OpReturn
; OpFunctionEnd
; %__tandem_memcmp = OpFunction %uint None %51
; %52 = OpFunctionParameter %_ptr_Generic_uchar
; %53 = OpFunctionParameter %_ptr_Generic_uchar
; %54 = OpFunctionParameter %ulong
; %55 = OpLabel
; %60 = OpIEqual %bool %54 %ulong_0
; OpBranchConditional %60 %58 %56
; %56 = OpLabel
; %61 = OpPhi %ulong %ulong_0 %55 %67 %57
; %62 = OpInBoundsPtrAccessChain %_ptr_Generic_uchar %52 %61
; %63 = OpLoad %uchar %62 Aligned 1
; %64 = OpInBoundsPtrAccessChain %_ptr_Generic_uchar %53 %61
; %65 = OpLoad %uchar %64 Aligned 1
; %66 = OpIEqual %bool %63 %65
; OpBranchConditional %66 %57 %59
; %57 = OpLabel
; %67 = OpIAdd %ulong %61 %ulong_1
; %68 = OpIEqual %bool %67 %54
; OpBranchConditional %68 %58 %56
; %58 = OpLabel
; OpReturnValue %uint_0
; %59 = OpLabel
; %70 = OpUConvert %uint %63
; %71 = OpUConvert %uint %65
; %72 = OpISub %uint %70 %71
; OpReturnValue %72
; OpFunctionEnd
; %__tandem_strlen = OpFunction %ulong None %73
; %74 = OpFunctionParameter %_ptr_Generic_uchar
; %75 = OpLabel
; OpBranch %76
; %76 = OpLabel
; %78 = OpPhi %ulong %ulong_0 %75 %81 %76
; %79 = OpInBoundsPtrAccessChain %_ptr_Generic_uchar %74 %78
; %80 = OpLoad %uchar %79 Aligned 1
; %81 = OpIAdd %ulong %78 %ulong_1
; %83 = OpIEqual %bool %80 %uchar_0
; OpBranchConditional %83 %77 %76
; %77 = OpLabel
; OpReturnValue %78
; OpFunctionEnd
