; Atomic instructions with scopes, and atomic builtins.

declare spir_func i32 @_Z18__spirv_AtomicIAddPU3AS1ijji(ptr addrspace(1), i32, i32, i32)
declare spir_func void @__spirv_AtomicStore.f32(ptr addrspace(1), i32, i32, float)
declare spir_func float @__spirv_AtomicFAddEXT.f32(ptr addrspace(1), i32, i32, float)

define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(1) %q, float %f) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic, !spirv.scope !0
  %b = atomicrmw umax ptr addrspace(3) %l, i32 %a acq_rel, !spirv.scope !1
  %c = atomicrmw fadd ptr addrspace(1) %q, double 1.0 seq_cst
  %m = atomicrmw fmax ptr addrspace(1) %p, float %f seq_cst
  %x = cmpxchg ptr addrspace(1) %p, i32 %a, i32 %b acquire monotonic
  %old = extractvalue { i32, i1 } %x, 0
  %ok = extractvalue { i32, i1 } %x, 1
  %n = load atomic ptr addrspace(1), ptr addrspace(1) %q acquire, align 8
  store atomic i64 5, ptr addrspace(1) %n release, align 8
  fence seq_cst, !spirv.scope !1
  %y = call spir_func i32 @_Z18__spirv_AtomicIAddPU3AS1ijji(ptr addrspace(1) %p, i32 1, i32 0, i32 %old)
  call spir_func void @__spirv_AtomicStore.f32(ptr addrspace(1) %p, i32 1, i32 0, float %f)
  %z = call spir_func float @__spirv_AtomicFAddEXT.f32(ptr addrspace(1) %p, i32 1, i32 0, float %f)
  store float %z, ptr addrspace(1) %q
  store i1 %ok, ptr addrspace(1) %q
  store double %c, ptr addrspace(1) %q
  store float %m, ptr addrspace(1) %q
  ret void
}

!0 = !{i32 1}
!1 = !{i32 2}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Float64
; OpCapability Int64
; OpCapability Int64Atomics
; OpCapability Int8
; OpCapability AtomicFloat32MinMaxEXT
; OpCapability AtomicFloat32AddEXT
; OpCapability AtomicFloat64AddEXT
; OpExtension "SPV_EXT_shader_atomic_float_add"
; OpExtension "SPV_EXT_shader_atomic_float_min_max"
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %p "p"
; OpName %l "l"
; OpName %q "q"
; OpName %f "f"
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %_ptr_Workgroup_uchar = OpTypePointer Workgroup %uchar
; %float = OpTypeFloat 32
; %7 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %_ptr_Workgroup_uchar %_ptr_CrossWorkgroup_uchar %float
; %uint = OpTypeInt 32 0
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %uint_1 = OpConstant %uint 1
; %uint_0 = OpConstant %uint 0
; %_ptr_Workgroup_uint = OpTypePointer Workgroup %uint
; %uint_2 = OpConstant %uint 2
; %uint_8 = OpConstant %uint 8
; %double = OpTypeFloat 64
; %_ptr_CrossWorkgroup_double = OpTypePointer CrossWorkgroup %double
; %double_1 = OpConstant %double 1
; %uint_16 = OpConstant %uint 16
; %_ptr_CrossWorkgroup_float = OpTypePointer CrossWorkgroup %float
; %bool = OpTypeBool
; %uchar_1 = OpConstant %uchar 1
; %uchar_0 = OpConstant %uchar 0
; %_struct_39 = OpTypeStruct %uint %uchar
; %43 = OpConstantNull %uchar
; %ulong = OpTypeInt 64 0
; %_ptr_CrossWorkgroup_ulong = OpTypePointer CrossWorkgroup %ulong
; %uint_4 = OpConstant %uint 4
; %ulong_5 = OpConstant %ulong 5
; %uint_784 = OpConstant %uint 784
; %k = OpFunction %void None %7
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %l = OpFunctionParameter %_ptr_Workgroup_uchar
; %q = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %f = OpFunctionParameter %float
; %12 = OpLabel
; %15 = OpBitcast %_ptr_CrossWorkgroup_uint %p
; %18 = OpAtomicIAdd %uint %15 %uint_1 %uint_0 %uint_1
; %20 = OpBitcast %_ptr_Workgroup_uint %l
; %23 = OpAtomicUMax %uint %20 %uint_2 %uint_8 %18
; %26 = OpBitcast %_ptr_CrossWorkgroup_double %q
; %29 = OpAtomicFAddEXT %double %26 %uint_0 %uint_16 %double_1
; %31 = OpBitcast %_ptr_CrossWorkgroup_float %p
; %32 = OpAtomicFMaxEXT %float %31 %uint_0 %uint_16 %f
; %33 = OpAtomicCompareExchange %uint %15 %uint_0 %uint_2 %uint_0 %23 %18
; %35 = OpIEqual %bool %33 %18
; %38 = OpSelect %uchar %35 %uchar_1 %uchar_0
; %40 = OpCompositeConstruct %_struct_39 %33 %38
; %41 = OpCompositeExtract %uint %40 0
; %42 = OpCompositeExtract %uchar %40 1
; %44 = OpINotEqual %bool %42 %43
; %47 = OpBitcast %_ptr_CrossWorkgroup_ulong %q
; %48 = OpAtomicLoad %ulong %47 %uint_0 %uint_2
; %49 = OpConvertUToPtr %_ptr_CrossWorkgroup_uchar %48
; %50 = OpBitcast %_ptr_CrossWorkgroup_ulong %49
; OpAtomicStore %50 %uint_0 %uint_4 %ulong_5
; OpMemoryBarrier %uint_2 %uint_784
; %54 = OpAtomicIAdd %uint %15 %uint_1 %uint_0 %41
; OpAtomicStore %31 %uint_1 %uint_0 %f
; %55 = OpAtomicFAddEXT %float %31 %uint_1 %uint_0 %f
; %56 = OpBitcast %_ptr_CrossWorkgroup_float %q
; OpStore %56 %55 Aligned 4
; %57 = OpSelect %uchar %44 %uchar_1 %uchar_0
; OpStore %q %57 Aligned 1
; OpStore %26 %29 Aligned 8
; OpStore %56 %32 Aligned 4
; OpReturn
; OpFunctionEnd
