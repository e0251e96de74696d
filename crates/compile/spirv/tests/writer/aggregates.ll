; Structures as values, selects of them, address arithmetic into types that
; SPIR-V cannot spell.

%node = type { i32, i1, ptr addrspace(1) }
%tail = type { i64, [0 x i16] }

define spir_kernel void @k(ptr addrspace(1) %p, i1 %c, i64 %i) {
  %a = load %node, ptr addrspace(1) %p
  %b = insertvalue %node %a, i1 %c, 1
  %d = insertvalue %node %b, ptr addrspace(1) %p, 2
  %s = select i1 %c, %node %a, %node %d
  %f = extractvalue %node %s, 1
  %q = extractvalue %node %s, 2
  store %node %s, ptr addrspace(1) %q
  %x = getelementptr inbounds %tail, ptr addrspace(1) %p, i64 0, i32 1, i64 %i
  %v = load i16, ptr addrspace(1) %x
  %y = getelementptr %tail, ptr addrspace(1) %p, i64 %i
  store i16 %v, ptr addrspace(1) %y
  store i1 %f, ptr addrspace(1) %y
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability Int16
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %p "p"
; OpName %c "c"
; OpName %i "i"
; OpName %node "node"
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %bool = OpTypeBool
; %ulong = OpTypeInt 64 0
; %7 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %bool %ulong
; %uint = OpTypeInt 32 0
; %node = OpTypeStruct %uint %uchar %_ptr_CrossWorkgroup_uchar
; %_ptr_CrossWorkgroup_node = OpTypePointer CrossWorkgroup %node
; %uchar_1 = OpConstant %uchar 1
; %uchar_0 = OpConstant %uchar 0
; %24 = OpConstantNull %uchar
; %ulong_2 = OpConstant %ulong 2
; %ulong_8 = OpConstant %ulong 8
; %ushort = OpTypeInt 16 0
; %_ptr_CrossWorkgroup_ushort = OpTypePointer CrossWorkgroup %ushort
; %ulong_0 = OpConstant %ulong 0
; %k = OpFunction %void None %7
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %c = OpFunctionParameter %bool
; %i = OpFunctionParameter %ulong
; %11 = OpLabel
; %15 = OpBitcast %_ptr_CrossWorkgroup_node %p
; %16 = OpLoad %node %15 Aligned 8
; %19 = OpSelect %uchar %c %uchar_1 %uchar_0
; %20 = OpCompositeInsert %node %19 %16 1
; %21 = OpCompositeInsert %node %p %20 2
; %22 = OpSelect %node %c %16 %21
; %23 = OpCompositeExtract %uchar %22 1
; %25 = OpINotEqual %bool %23 %24
; %26 = OpCompositeExtract %_ptr_CrossWorkgroup_uchar %22 2
; %27 = OpBitcast %_ptr_CrossWorkgroup_node %26
; OpStore %27 %22 Aligned 8
; %29 = OpIMul %ulong %i %ulong_2
; %31 = OpIAdd %ulong %29 %ulong_8
; %32 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %p %31
; %35 = OpBitcast %_ptr_CrossWorkgroup_ushort %32
; %36 = OpLoad %ushort %35 Aligned 2
; %37 = OpIMul %ulong %i %ulong_8
; %39 = OpIAdd %ulong %37 %ulong_0
; %40 = OpPtrAccessChain %_ptr_CrossWorkgroup_uchar %p %39
; %41 = OpBitcast %_ptr_CrossWorkgroup_ushort %40
; OpStore %41 %36 Aligned 2
; %42 = OpSelect %uchar %25 %uchar_1 %uchar_0
; OpStore %40 %42 Aligned 1
; OpReturn
; OpFunctionEnd
