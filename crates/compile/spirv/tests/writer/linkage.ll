; Exports, imports, internal functions, function attributes, unreachable code.

declare spir_func i32 @imported(i32, ptr addrspace(1))
declare spir_func i32 @unused(i32)

define spir_func i32 @exported(i32 %x, ptr addrspace(1) %p) noinline {
  %r = call spir_func i32 @imported(i32 %x, ptr addrspace(1) %p)
  %s = call spir_func i32 @helper(i32 %r)
  ret i32 %s
}

define internal spir_func i32 @helper(i32 %x) alwaysinline memory(none) {
  %y = mul i32 %x, 3
  ret i32 %y

never:
  br label %never
}

define linkonce_odr spir_func i32 @shared(i32 %x) memory(read) {
  ret i32 %x
}

define available_externally spir_func i32 @elsewhere(i32 %x) {
  ret i32 1
}

define spir_kernel void @k(ptr addrspace(1) %p) {
  %a = call spir_func i32 @shared(i32 1)
  %b = call spir_func i32 @elsewhere(i32 %a)
  store i32 %b, ptr addrspace(1) %p
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Linkage
; OpCapability Kernel
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpSource OpenCL_CPP 100000
; OpName %exported "exported"
; OpName %x "x"
; OpName %p "p"
; OpName %helper "helper"
; OpName %x_0 "x"
; OpName %shared "shared"
; OpName %x_1 "x"
; OpName %k "k"
; OpName %p_0 "p"
; OpName %imported "imported"
; OpName %elsewhere "elsewhere"
; OpName %x_2 "x"
; OpDecorate %exported LinkageAttributes "exported" Export
; OpDecorate %imported LinkageAttributes "imported" Import
; OpDecorate %elsewhere LinkageAttributes "elsewhere" Import
; %uint = OpTypeInt 32 0
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %5 = OpTypeFunction %uint %uint %_ptr_CrossWorkgroup_uchar
; %13 = OpTypeFunction %uint %uint
; %uint_3 = OpConstant %uint 3
; %void = OpTypeVoid
; %23 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar
; %uint_1 = OpConstant %uint 1
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %imported = OpFunction %uint None %5
; %32 = OpFunctionParameter %uint
; %33 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; OpFunctionEnd
; %elsewhere = OpFunction %uint None %13
; %x_2 = OpFunctionParameter %uint
; OpFunctionEnd
; %exported = OpFunction %uint DontInline %5
; %x = OpFunctionParameter %uint
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %8 = OpLabel
; %10 = OpFunctionCall %uint %imported %x %p
; %12 = OpFunctionCall %uint %helper %10
; OpReturnValue %12
; OpFunctionEnd
; %helper = OpFunction %uint Inline|Const %13
; %x_0 = OpFunctionParameter %uint
; %15 = OpLabel
; %17 = OpIMul %uint %x_0 %uint_3
; OpReturnValue %17
; OpFunctionEnd
; %shared = OpFunction %uint Pure %13
; %x_1 = OpFunctionParameter %uint
; %20 = OpLabel
; OpReturnValue %x_1
; OpFunctionEnd
; %k = OpFunction %void None %23
; %p_0 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %25 = OpLabel
; %27 = OpFunctionCall %uint %shared %uint_1
; %29 = OpFunctionCall %uint %elsewhere %27
; %31 = OpBitcast %_ptr_CrossWorkgroup_uint %p_0
; OpStore %31 %29 Aligned 4
; OpReturn
; OpFunctionEnd
