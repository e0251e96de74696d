; contraction-off
; Arithmetic with fast-math flags, every kind of comparison, conversions.

define spir_kernel void @k(ptr addrspace(1) %p, float %a, float %b, double %d, half %h) {
  %s = fadd nnan ninf float %a, %b
  %m = fmul fast float %s, %b
  %q = fdiv arcp nsz float %m, %a
  %r = frem float %q, %b
  %n = fneg float %r
  %o = fcmp ord float %n, %a
  %u = fcmp une float %n, %b
  %e = fcmp ueq float %a, %b
  %t = fcmp true float %a, %b
  %c1 = and i1 %o, %u
  %c2 = or i1 %e, %c1
  %c3 = and i1 %t, %c2
  %x = select i1 %c3, float %n, float %a
  %w = fpext float %x to double
  %y = fadd double %w, %d
  %z = fptrunc double %y to half
  %hh = fmul half %z, %h
  %i = fptosi half %hh to i16
  %sat = call i32 @llvm.fptosi.sat.i32.f64(double %y)
  store i16 %i, ptr addrspace(1) %p
  store i32 %sat, ptr addrspace(1) %p
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Float16
; OpCapability Float64
; OpCapability Int16
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpExecutionMode %k ContractionOff
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %p "p"
; OpName %a "a"
; OpName %b "b"
; OpName %d "d"
; OpName %h "h"
; OpDecorate %15 FPFastMathMode NotNaN|NotInf
; OpDecorate %16 FPFastMathMode NotNaN|NotInf|NSZ|AllowRecip|Fast
; OpDecorate %17 FPFastMathMode NSZ|AllowRecip
; OpDecorate %36 SaturatedConversion
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %float = OpTypeFloat 32
; %double = OpTypeFloat 64
; %half = OpTypeFloat 16
; %8 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %float %float %double %half
; %bool = OpTypeBool
; %true = OpConstantTrue %bool
; %ushort = OpTypeInt 16 0
; %uint = OpTypeInt 32 0
; %uint_0 = OpConstant %uint 0
; %_ptr_CrossWorkgroup_ushort = OpTypePointer CrossWorkgroup %ushort
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %k = OpFunction %void None %8
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %a = OpFunctionParameter %float
; %b = OpFunctionParameter %float
; %d = OpFunctionParameter %double
; %h = OpFunctionParameter %half
; %14 = OpLabel
; %15 = OpFAdd %float %a %b
; %16 = OpFMul %float %15 %b
; %17 = OpFDiv %float %16 %a
; %18 = OpFRem %float %17 %b
; %19 = OpFNegate %float %18
; %21 = OpOrdered %bool %19 %a
; %22 = OpFUnordNotEqual %bool %19 %b
; %23 = OpFUnordEqual %bool %a %b
; %25 = OpLogicalAnd %bool %21 %22
; %26 = OpLogicalOr %bool %23 %25
; %27 = OpLogicalAnd %bool %true %26
; %28 = OpSelect %float %27 %19 %a
; %29 = OpFConvert %double %28
; %30 = OpFAdd %double %29 %d
; %31 = OpFConvert %half %30
; %32 = OpFMul %half %31 %h
; %34 = OpConvertFToS %ushort %32
; %36 = OpConvertFToS %uint %30
; %37 = OpUnordered %bool %30 %30
; %39 = OpSelect %uint %37 %uint_0 %36
; %41 = OpBitcast %_ptr_CrossWorkgroup_ushort %p
; OpStore %41 %34 Aligned 2
; %43 = OpBitcast %_ptr_CrossWorkgroup_uint %p
; OpStore %43 %39 Aligned 4
; OpReturn
; OpFunctionEnd
