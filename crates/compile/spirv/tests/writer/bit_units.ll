; Bit-fields in units of more than 128 bits, as clang reads and writes them.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %p, i64 %x) {
  %unit = load i160, ptr addrspace(1) %p, align 8
  %up = shl i160 %unit, 23
  %field = ashr i160 %up, 120
  %value = trunc i160 %field to i64
  %sum = add i64 %value, %x
  %new = zext i64 %sum to i160
  %masked = and i160 %new, 1099511627775
  %placed = shl i160 %masked, 97
  %kept = and i160 %unit, -174224571863520334785424353138770812119239557120
  %changed = or i160 %kept, %placed
  store i160 %changed, ptr addrspace(1) %p, align 8
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
; OpName %x "x"
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %ulong = OpTypeInt 64 0
; %6 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %ulong
; %_ptr_CrossWorkgroup_ulong = OpTypePointer CrossWorkgroup %ulong
; %ulong_8 = OpConstant %ulong 8
; %ulong_16 = OpConstant %ulong 16
; %uint = OpTypeInt 32 0
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %ulong_4294967295 = OpConstant %ulong 4294967295
; %ulong_23 = OpConstant %ulong 23
; %ulong_41 = OpConstant %ulong 41
; %ulong_32 = OpConstant %ulong 32
; %ulong_56 = OpConstant %ulong 56
; %ulong_1099511627775 = OpConstant %ulong 1099511627775
; %ulong_33 = OpConstant %ulong 33
; %ulong_31 = OpConstant %ulong 31
; %ulong_15690836940676988928 = OpConstant %ulong 15690836940676988928
; %ulong_8592726326797 = OpConstant %ulong 8592726326797
; %ulong_3782967296 = OpConstant %ulong 3782967296
; %k = OpFunction %void None %6
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %x = OpFunctionParameter %ulong
; %9 = OpLabel
; %11 = OpBitcast %_ptr_CrossWorkgroup_ulong %p
; %12 = OpLoad %ulong %11 Aligned 8
; %14 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %p %ulong_8
; %15 = OpBitcast %_ptr_CrossWorkgroup_ulong %14
; %16 = OpLoad %ulong %15 Aligned 8
; %18 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %p %ulong_16
; %21 = OpBitcast %_ptr_CrossWorkgroup_uint %18
; %22 = OpLoad %uint %21 Aligned 8
; %23 = OpUConvert %ulong %22
; %25 = OpBitwiseAnd %ulong %23 %ulong_4294967295
; %27 = OpShiftLeftLogical %ulong %16 %ulong_23
; %29 = OpShiftRightLogical %ulong %12 %ulong_41
; %30 = OpBitwiseOr %ulong %27 %29
; %31 = OpShiftLeftLogical %ulong %25 %ulong_23
; %32 = OpShiftRightLogical %ulong %16 %ulong_41
; %33 = OpBitwiseOr %ulong %31 %32
; %34 = OpBitwiseAnd %ulong %33 %ulong_4294967295
; %36 = OpShiftLeftLogical %ulong %34 %ulong_32
; %37 = OpShiftRightArithmetic %ulong %36 %ulong_32
; %39 = OpShiftRightLogical %ulong %30 %ulong_56
; %40 = OpShiftLeftLogical %ulong %37 %ulong_8
; %41 = OpBitwiseOr %ulong %39 %40
; %42 = OpIAdd %ulong %41 %x
; %44 = OpBitwiseAnd %ulong %42 %ulong_1099511627775
; %46 = OpShiftLeftLogical %ulong %44 %ulong_33
; %48 = OpShiftRightLogical %ulong %44 %ulong_31
; %49 = OpBitwiseAnd %ulong %48 %ulong_4294967295
; %51 = OpBitwiseAnd %ulong %12 %ulong_15690836940676988928
; %53 = OpBitwiseAnd %ulong %16 %ulong_8592726326797
; %55 = OpBitwiseAnd %ulong %25 %ulong_3782967296
; %56 = OpBitwiseOr %ulong %53 %46
; %57 = OpBitwiseOr %ulong %55 %49
; OpStore %11 %51 Aligned 8
; %58 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %p %ulong_8
; %59 = OpBitcast %_ptr_CrossWorkgroup_ulong %58
; OpStore %59 %56 Aligned 8
; %60 = OpUConvert %uint %57
; %61 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %p %ulong_16
; %62 = OpBitcast %_ptr_CrossWorkgroup_uint %61
; OpStore %62 %60 Aligned 8
; OpReturn
; OpFunctionEnd
