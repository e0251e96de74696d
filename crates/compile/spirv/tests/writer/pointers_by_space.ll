; Pointers that are asked for their space. In private memory they are in space 0, and of
; storage class Function.

declare ptr addrspace(1) @__spirv_GenericCastToPtrExplicit.p1(ptr, i32)
declare ptr addrspace(3) @__spirv_GenericCastToPtrExplicit.p3(ptr, i32)
declare ptr @__spirv_GenericCastToPtrExplicit.p0(ptr, i32)
declare i32 @__spirv_GenericPtrMemSemantics(ptr)

define spir_func i32 @f(ptr %p, ptr addrspace(3) %local, i1 %c) {
  %global = call ptr addrspace(1) @__spirv_GenericCastToPtrExplicit.p1(ptr %p, i32 5)
  store i32 1, ptr addrspace(1) %global
  %flat = addrspacecast ptr addrspace(3) %local to ptr
  %group = call ptr addrspace(3) @__spirv_GenericCastToPtrExplicit.p3(ptr %flat, i32 4)
  store i32 2, ptr addrspace(3) %group
  %own = call ptr @__spirv_GenericCastToPtrExplicit.p0(ptr %p, i32 7)
  store i32 3, ptr %own
  %either = select i1 %c, ptr %own, ptr %p
  %semantics = call i32 @__spirv_GenericPtrMemSemantics(ptr %either)
  ret i32 %semantics
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Linkage
; OpCapability Kernel
; OpCapability GenericPointer
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpSource OpenCL_CPP 100000
; OpName %f "f"
; OpName %p "p"
; OpName %local "local"
; OpName %c "c"
; OpDecorate %f LinkageAttributes "f" Export
; %uint = OpTypeInt 32 0
; %uchar = OpTypeInt 8 0
; %_ptr_Generic_uchar = OpTypePointer Generic %uchar
; %_ptr_Workgroup_uchar = OpTypePointer Workgroup %uchar
; %bool = OpTypeBool
; %7 = OpTypeFunction %uint %_ptr_Generic_uchar %_ptr_Workgroup_uchar %bool
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %uint_1 = OpConstant %uint 1
; %_ptr_Workgroup_uint = OpTypePointer Workgroup %uint
; %uint_2 = OpConstant %uint 2
; %_ptr_Function_uchar = OpTypePointer Function %uchar
; %_ptr_Function_uint = OpTypePointer Function %uint
; %uint_3 = OpConstant %uint 3
; %f = OpFunction %uint None %7
; %p = OpFunctionParameter %_ptr_Generic_uchar
; %local = OpFunctionParameter %_ptr_Workgroup_uchar
; %c = OpFunctionParameter %bool
; %11 = OpLabel
; %13 = OpGenericCastToPtrExplicit %_ptr_CrossWorkgroup_uchar %p CrossWorkgroup
; %15 = OpBitcast %_ptr_CrossWorkgroup_uint %13
; OpStore %15 %uint_1 Aligned 4
; %17 = OpPtrCastToGeneric %_ptr_Generic_uchar %local
; %18 = OpGenericCastToPtrExplicit %_ptr_Workgroup_uchar %17 Workgroup
; %20 = OpBitcast %_ptr_Workgroup_uint %18
; OpStore %20 %uint_2 Aligned 4
; %23 = OpGenericCastToPtrExplicit %_ptr_Function_uchar %p Function
; %25 = OpBitcast %_ptr_Function_uint %23
; OpStore %25 %uint_3 Aligned 4
; %27 = OpPtrCastToGeneric %_ptr_Generic_uchar %23
; %28 = OpSelect %_ptr_Generic_uchar %c %27 %p
; %29 = OpGenericPtrMemSemantics %uint %28
; OpReturnValue %29
; OpFunctionEnd
