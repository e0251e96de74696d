; Long blocks of constant size and known alignment are filled and moved in words.

define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i8 %b) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 16 %p, i8 %b, i64 512, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %q, i8 0, i64 512, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 8 %p, i8 7, i64 511, i1 false)
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 8 %p, ptr addrspace(1) align 16 %q, i64 256, i1 false)
  ret void
}
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %p "p"
; OpName %q "q"
; OpName %b "b"
; OpName %__tandem_memset_i64_p1 "__tandem_memset.i64.p1"
; OpName %__tandem_memset_i32_p1 "__tandem_memset.i32.p1"
; OpName %__tandem_memset_p1 "__tandem_memset.p1"
; OpName %__tandem_memmove_i64_p1_p1 "__tandem_memmove.i64.p1.p1"
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %5 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %_ptr_CrossWorkgroup_uchar %uchar
; %ulong = OpTypeInt 64 0
; %ulong_72340172838076673 = OpConstant %ulong 72340172838076673
; %ulong_64 = OpConstant %ulong 64
; %uint = OpTypeInt 32 0
; %uint_0 = OpConstant %uint 0
; %ulong_128 = OpConstant %ulong 128
; %uchar_7 = OpConstant %uchar 7
; %ulong_511 = OpConstant %ulong 511
; %ulong_32 = OpConstant %ulong 32
; %29 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %ulong %ulong
; %bool = OpTypeBool
; %ulong_0 = OpConstant %ulong 0
; %_ptr_CrossWorkgroup_ulong = OpTypePointer CrossWorkgroup %ulong
; %ulong_1 = OpConstant %ulong 1
; %46 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %uint %ulong
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %60 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %uchar %ulong
; %72 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %_ptr_CrossWorkgroup_uchar %ulong
; %ulong_3 = OpConstant %ulong 3
; %k = OpFunction %void None %5
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %q = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %b = OpFunctionParameter %uchar
; %9 = OpLabel
; %11 = OpUConvert %ulong %b
; %13 = OpIMul %ulong %11 %ulong_72340172838076673
; %16 = OpFunctionCall %void %__tandem_memset_i64_p1 %p %13 %ulong_64
; %21 = OpFunctionCall %void %__tandem_memset_i32_p1 %q %uint_0 %ulong_128
; %25 = OpFunctionCall %void %__tandem_memset_p1 %p %uchar_7 %ulong_511
; %28 = OpFunctionCall %void %__tandem_memmove_i64_p1_p1 %p %q %ulong_32
; OpReturn
; OpFunctionEnd
; %__tandem_memset_i64_p1 = OpFunction %void None %29
; %30 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %31 = OpFunctionParameter %ulong
; %32 = OpFunctionParameter %ulong
; %33 = OpLabel
; %38 = OpIEqual %bool %32 %ulong_0
; OpBranchConditional %38 %35 %34
; %34 = OpLabel
; %39 = OpPhi %ulong %ulong_0 %33 %44 %34
; %41 = OpBitcast %_ptr_CrossWorkgroup_ulong %30
; %42 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_ulong %41 %39
; OpStore %42 %31 Aligned 8
; %44 = OpIAdd %ulong %39 %ulong_1
; %45 = OpIEqual %bool %44 %32
; OpBranchConditional %45 %35 %34
; %35 = OpLabel
; OpReturn
; OpFunctionEnd
; %__tandem_memset_i32_p1 = OpFunction %void None %46
; %47 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %48 = OpFunctionParameter %uint
; %49 = OpFunctionParameter %ulong
; %50 = OpLabel
; %53 = OpIEqual %bool %49 %ulong_0
; OpBranchConditional %53 %52 %51
; %51 = OpLabel
; %54 = OpPhi %ulong %ulong_0 %50 %58 %51
; %56 = OpBitcast %_ptr_CrossWorkgroup_uint %47
; %57 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uint %56 %54
; OpStore %57 %48 Aligned 4
; %58 = OpIAdd %ulong %54 %ulong_1
; %59 = OpIEqual %bool %58 %49
; OpBranchConditional %59 %52 %51
; %52 = OpLabel
; OpReturn
; OpFunctionEnd
; %__tandem_memset_p1 = OpFunction %void None %60
; %61 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %62 = OpFunctionParameter %uchar
; %63 = OpFunctionParameter %ulong
; %64 = OpLabel
; %67 = OpIEqual %bool %63 %ulong_0
; OpBranchConditional %67 %66 %65
; %65 = OpLabel
; %68 = OpPhi %ulong %ulong_0 %64 %70 %65
; %69 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %61 %68
; OpStore %69 %62 Aligned 1
; %70 = OpIAdd %ulong %68 %ulong_1
; %71 = OpIEqual %bool %70 %63
; OpBranchConditional %71 %66 %65
; %66 = OpLabel
; OpReturn
; OpFunctionEnd
; %__tandem_memmove_i64_p1_p1 = OpFunction %void None %72
; %73 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %74 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %75 = OpFunctionParameter %ulong
; %76 = OpLabel
; %81 = OpIEqual %bool %75 %ulong_0
; OpBranchConditional %81 %80 %77
; %77 = OpLabel
; %82 = OpConvertPtrToU %ulong %73
; %83 = OpConvertPtrToU %ulong %74
; %84 = OpISub %ulong %82 %83
; %86 = OpShiftLeftLogical %ulong %75 %ulong_3
; %87 = OpUGreaterThanEqual %bool %84 %86
; OpBranchConditional %87 %78 %79
; %78 = OpLabel
; %88 = OpPhi %ulong %ulong_0 %77 %95 %78
; %90 = OpBitcast %_ptr_CrossWorkgroup_ulong %74
; %91 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_ulong %90 %88
; %92 = OpLoad %ulong %91 Aligned 8
; %93 = OpBitcast %_ptr_CrossWorkgroup_ulong %73
; %94 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_ulong %93 %88
; OpStore %94 %92 Aligned 8
; %95 = OpIAdd %ulong %88 %ulong_1
; %96 = OpIEqual %bool %95 %75
; OpBranchConditional %96 %80 %78
; %79 = OpLabel
; %89 = OpPhi %ulong %75 %77 %97 %79
; %97 = OpISub %ulong %89 %ulong_1
; %98 = OpBitcast %_ptr_CrossWorkgroup_ulong %74
; %99 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_ulong %98 %97
; %100 = OpLoad %ulong %99 Aligned 8
; %101 = OpBitcast %_ptr_CrossWorkgroup_ulong %73
; %102 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_ulong %101 %97
; OpStore %102 %100 Aligned 8
; %103 = OpIEqual %bool %97 %ulong_0
; OpBranchConditional %103 %80 %79
; %80 = OpLabel
; OpReturn
; OpFunctionEnd
