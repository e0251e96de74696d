; Block operations of constant and dynamic size, volatile and aligned accesses.

define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n, i8 %b) {
  %m = alloca [64 x i8], align 16
  call void @llvm.lifetime.start.p0(i64 64, ptr %m)
  call void @llvm.memset.p0.i64(ptr align 16 %m, i8 0, i64 20, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %p, i8 %b, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %m, ptr addrspace(1) align 4 %q, i64 64, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %q, ptr align 16 %m, i64 %n, i1 true)
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 8 %p, ptr addrspace(1) align 4 %q, i64 12, i1 false)
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n, i1 false)
  %v = load volatile i32, ptr addrspace(1) %p, align 2
  store volatile i32 %v, ptr addrspace(1) %q, align 8
  call void @llvm.lifetime.end.p0(i64 64, ptr %m)
  ret void
}
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
; OpName %n "n"
; OpName %b "b"
; OpName %__tandem_memset_p1 "__tandem_memset.p1"
; OpName %__tandem_memmove_p1_p1 "__tandem_memmove.p1.p1"
; OpDecorate %15 Alignment 16
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %ulong = OpTypeInt 64 0
; %6 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %_ptr_CrossWorkgroup_uchar %ulong %uchar
; %ulong_64 = OpConstant %ulong 64
; %_arr_uchar_ulong_64 = OpTypeArray %uchar %ulong_64
; %_ptr_Function__arr_uchar_ulong_64 = OpTypePointer Function %_arr_uchar_ulong_64
; %_ptr_Function_ulong = OpTypePointer Function %ulong
; %ulong_0 = OpConstant %ulong 0
; %_ptr_Function_uchar = OpTypePointer Function %uchar
; %ulong_8 = OpConstant %ulong 8
; %ulong_16 = OpConstant %ulong 16
; %uint = OpTypeInt 32 0
; %_ptr_Function_uint = OpTypePointer Function %uint
; %uint_0 = OpConstant %uint 0
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %ulong_4 = OpConstant %ulong 4
; %50 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %uchar %ulong
; %bool = OpTypeBool
; %ulong_1 = OpConstant %ulong 1
; %64 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %_ptr_CrossWorkgroup_uchar %ulong
; %k = OpFunction %void None %6
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %q = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %n = OpFunctionParameter %ulong
; %b = OpFunctionParameter %uchar
; %11 = OpLabel
; %15 = OpVariable %_ptr_Function__arr_uchar_ulong_64 Function
; %17 = OpBitcast %_ptr_Function_ulong %15
; OpStore %17 %ulong_0 Aligned 16
; %20 = OpBitcast %_ptr_Function_uchar %15
; %22 = OpInBoundsPtrAccessChain %_ptr_Function_uchar %20 %ulong_8
; %23 = OpBitcast %_ptr_Function_ulong %22
; OpStore %23 %ulong_0 Aligned 8
; %25 = OpInBoundsPtrAccessChain %_ptr_Function_uchar %20 %ulong_16
; %28 = OpBitcast %_ptr_Function_uint %25
; OpStore %28 %uint_0 Aligned 16
; %31 = OpFunctionCall %void %__tandem_memset_p1 %p %b %n
; OpCopyMemorySized %20 %q %ulong_64 Aligned 4
; OpCopyMemorySized %q %20 %n Volatile|Aligned 4
; %33 = OpBitcast %_ptr_CrossWorkgroup_uint %q
; %34 = OpLoad %uint %33 Aligned 4
; %36 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %q %ulong_4
; %37 = OpBitcast %_ptr_CrossWorkgroup_uint %36
; %38 = OpLoad %uint %37 Aligned 4
; %39 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %q %ulong_8
; %40 = OpBitcast %_ptr_CrossWorkgroup_uint %39
; %41 = OpLoad %uint %40 Aligned 4
; %42 = OpBitcast %_ptr_CrossWorkgroup_uint %p
; OpStore %42 %34 Aligned 8
; %43 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %p %ulong_4
; %44 = OpBitcast %_ptr_CrossWorkgroup_uint %43
; OpStore %44 %38 Aligned 4
; %45 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %p %ulong_8
; %46 = OpBitcast %_ptr_CrossWorkgroup_uint %45
; OpStore %46 %41 Aligned 8
; %48 = OpFunctionCall %void %__tandem_memmove_p1_p1 %p %q %n
; %49 = OpLoad %uint %42 Volatile|Aligned 2
; OpStore %33 %49 Volatile|Aligned 8
; OpReturn
; OpFunctionEnd
; %__tandem_memset_p1 = OpFunction %void None %50
; %51 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %52 = OpFunctionParameter %uchar
; %53 = OpFunctionParameter %ulong
; %54 = OpLabel
; %58 = OpIEqual %bool %53 %ulong_0
; OpBranchConditional %58 %56 %55
; %55 = OpLabel
; %59 = OpPhi %ulong %ulong_0 %54 %62 %55
; %60 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %51 %59
; OpStore %60 %52 Aligned 1
; %62 = OpIAdd %ulong %59 %ulong_1
; %63 = OpIEqual %bool %62 %53
; OpBranchConditional %63 %56 %55
; %56 = OpLabel
; OpReturn
; OpFunctionEnd
; %__tandem_memmove_p1_p1 = OpFunction %void None %64
; %65 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %66 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %67 = OpFunctionParameter %ulong
; %68 = OpLabel
; %73 = OpIEqual %bool %67 %ulong_0
; OpBranchConditional %73 %72 %69
; %69 = OpLabel
; %74 = OpConvertPtrToU %ulong %65
; %75 = OpConvertPtrToU %ulong %66
; %76 = OpISub %ulong %74 %75
; %77 = OpUGreaterThanEqual %bool %76 %67
; OpBranchConditional %77 %70 %71
; %70 = OpLabel
; %78 = OpPhi %ulong %ulong_0 %69 %83 %70
; %80 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %66 %78
; %81 = OpLoad %uchar %80 Aligned 1
; %82 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %65 %78
; OpStore %82 %81 Aligned 1
; %83 = OpIAdd %ulong %78 %ulong_1
; %84 = OpIEqual %bool %83 %67
; OpBranchConditional %84 %72 %70
; %71 = OpLabel
; %79 = OpPhi %ulong %67 %69 %85 %71
; %85 = OpISub %ulong %79 %ulong_1
; %86 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %66 %85
; %87 = OpLoad %uchar %86 Aligned 1
; %88 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %65 %85
; OpStore %88 %87 Aligned 1
; %89 = OpIEqual %bool %85 %ulong_0
; OpBranchConditional %89 %72 %71
; %72 = OpLabel
; OpReturn
; OpFunctionEnd
