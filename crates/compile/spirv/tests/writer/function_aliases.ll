; Other names of functions: calls go to the function itself, exported names
; forward to it.

@local_name = internal alias i32 (i32), ptr @exported_name
@exported_name = alias i32 (i32), ptr @function

define internal spir_func i32 @function(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}

define spir_kernel void @k(ptr addrspace(1) %p) {
  %a = call spir_func i32 @local_name(i32 4)
  %b = call spir_func i32 @exported_name(i32 %a)
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
; OpName %function "function"
; OpName %x "x"
; OpName %k "k"
; OpName %p "p"
; OpName %exported_name "exported_name"
; OpDecorate %exported_name LinkageAttributes "exported_name" Export
; %uint = OpTypeInt 32 0
; %3 = OpTypeFunction %uint %uint
; %uint_1 = OpConstant %uint 1
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %12 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar
; %uint_4 = OpConstant %uint 4
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %function = OpFunction %uint None %3
; %x = OpFunctionParameter %uint
; %5 = OpLabel
; %7 = OpIAdd %uint %x %uint_1
; OpReturnValue %7
; OpFunctionEnd
; %k = OpFunction %void None %12
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %14 = OpLabel
; %16 = OpFunctionCall %uint %function %uint_4
; %17 = OpFunctionCall %uint %function %16
; %19 = OpBitcast %_ptr_CrossWorkgroup_uint %p
; OpStore %19 %17 Aligned 4
; OpReturn
; OpFunctionEnd
; %exported_name = OpFunction %uint None %3
; %21 = OpFunctionParameter %uint
; %22 = OpLabel
; %23 = OpFunctionCall %uint %function %21
; OpReturnValue %23
; OpFunctionEnd
