; Functions that take structures by value, and return them through memory.

%big = type { [4 x i64] }

define internal spir_func void @twice(ptr sret(%big) align 8 %out, ptr byval(%big) align 8 %in) {
  %v = load %big, ptr %in, align 8
  store %big %v, ptr %out, align 8
  ret void
}

define spir_kernel void @k(ptr addrspace(1) %p) {
  %in = alloca %big, align 8
  %out = alloca %big, align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %in, ptr addrspace(1) align 8 %p, i64 32, i1 false)
  call spir_func void @twice(ptr sret(%big) align 8 %out, ptr byval(%big) align 8 %in)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %p, ptr align 8 %out, i64 32, i1 false)
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability GenericPointer
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpSource OpenCL_CPP 100000
; OpName %twice "twice"
; OpName %out "out"
; OpName %in "in"
; OpName %big "big"
; OpName %k "k"
; OpName %p "p"
; OpDecorate %out Alignment 8
; OpDecorate %in Alignment 8
; OpDecorate %23 Alignment 8
; OpDecorate %24 Alignment 8
; OpDecorate %25 Alignment 8
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_Generic_uchar = OpTypePointer Generic %uchar
; %5 = OpTypeFunction %void %_ptr_Generic_uchar %_ptr_Generic_uchar
; %ulong = OpTypeInt 64 0
; %ulong_4 = OpConstant %ulong 4
; %_arr_ulong_ulong_4 = OpTypeArray %ulong %ulong_4
; %big = OpTypeStruct %_arr_ulong_ulong_4
; %_ptr_Generic_big = OpTypePointer Generic %big
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %19 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar
; %_ptr_Function_big = OpTypePointer Function %big
; %_ptr_Function_uchar = OpTypePointer Function %uchar
; %ulong_32 = OpConstant %ulong 32
; %twice = OpFunction %void None %5
; %out = OpFunctionParameter %_ptr_Generic_uchar
; %in = OpFunctionParameter %_ptr_Generic_uchar
; %8 = OpLabel
; %14 = OpBitcast %_ptr_Generic_big %in
; %15 = OpLoad %big %14 Aligned 8
; %16 = OpBitcast %_ptr_Generic_big %out
; OpStore %16 %15 Aligned 8
; OpReturn
; OpFunctionEnd
; %k = OpFunction %void None %19
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %21 = OpLabel
; %23 = OpVariable %_ptr_Function_big Function
; %24 = OpVariable %_ptr_Function_big Function
; %25 = OpVariable %_ptr_Function_big Function
; %27 = OpBitcast %_ptr_Function_uchar %24
; OpCopyMemorySized %27 %p %ulong_32 Aligned 8
; %29 = OpBitcast %_ptr_Function_uchar %23
; OpCopyMemorySized %29 %27 %ulong_32 Aligned 8
; %30 = OpBitcast %_ptr_Function_uchar %25
; %31 = OpPtrCastToGeneric %_ptr_Generic_uchar %30
; %32 = OpPtrCastToGeneric %_ptr_Generic_uchar %29
; %33 = OpFunctionCall %void %twice %31 %32
; OpCopyMemorySized %p %30 %ulong_32 Aligned 8
; OpReturn
; OpFunctionEnd
