; Integers of odd widths: masked, sign-extended where the sign counts, and
; taken apart in memory.

define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  %a = trunc i32 %x to i24
  %b = load i24, ptr addrspace(1) %p, align 1
  %sum = add nsw i24 %a, %b
  %quotient = sdiv i24 %sum, %b
  %shift = ashr i24 %quotient, 3
  %less = icmp slt i24 %shift, -5
  %e = sext i24 %shift to i64
  %f = sitofp i24 %shift to float
  %m = call i24 @llvm.smax.i24(i24 %a, i24 %b)
  %c = call i24 @llvm.ctlz.i24(i24 %m, i1 false)
  store i24 %c, ptr addrspace(1) %p, align 4
  store i64 %e, ptr addrspace(1) %p
  store float %f, ptr addrspace(1) %p
  store i1 %less, ptr addrspace(1) %p
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability Int16
; OpCapability Int8
; %64 = OpExtInstImport "OpenCL.std"
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %p "p"
; OpName %x "x"
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %uint = OpTypeInt 32 0
; %6 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %uint
; %uint_16777215 = OpConstant %uint 16777215
; %ushort = OpTypeInt 16 0
; %_ptr_CrossWorkgroup_ushort = OpTypePointer CrossWorkgroup %ushort
; %uint_0 = OpConstant %uint 0
; %ulong = OpTypeInt 64 0
; %ulong_2 = OpConstant %ulong 2
; %uint_16 = OpConstant %uint 16
; %uint_8 = OpConstant %uint 8
; %uint_3 = OpConstant %uint 3
; %bool = OpTypeBool
; %uint_16777211 = OpConstant %uint 16777211
; %float = OpTypeFloat 32
; %_ptr_CrossWorkgroup_ulong = OpTypePointer CrossWorkgroup %ulong
; %_ptr_CrossWorkgroup_float = OpTypePointer CrossWorkgroup %float
; %uchar_1 = OpConstant %uchar 1
; %uchar_0 = OpConstant %uchar 0
; %k = OpFunction %void None %6
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %x = OpFunctionParameter %uint
; %9 = OpLabel
; %11 = OpBitwiseAnd %uint %x %uint_16777215
; %14 = OpBitcast %_ptr_CrossWorkgroup_ushort %p
; %15 = OpLoad %ushort %14 Aligned 1
; %16 = OpUConvert %uint %15
; %18 = OpShiftLeftLogical %uint %16 %uint_0
; %19 = OpBitwiseAnd %uint %18 %uint_16777215
; %20 = OpBitwiseOr %uint %uint_0 %19
; %23 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %p %ulong_2
; %24 = OpLoad %uchar %23 Aligned 1
; %25 = OpUConvert %uint %24
; %27 = OpShiftLeftLogical %uint %25 %uint_16
; %28 = OpBitwiseAnd %uint %27 %uint_16777215
; %29 = OpBitwiseOr %uint %20 %28
; %30 = OpIAdd %uint %11 %29
; %31 = OpBitwiseAnd %uint %30 %uint_16777215
; %33 = OpShiftLeftLogical %uint %31 %uint_8
; %34 = OpShiftRightArithmetic %uint %33 %uint_8
; %35 = OpShiftLeftLogical %uint %29 %uint_8
; %36 = OpShiftRightArithmetic %uint %35 %uint_8
; %37 = OpSDiv %uint %34 %36
; %38 = OpBitwiseAnd %uint %37 %uint_16777215
; %39 = OpShiftLeftLogical %uint %38 %uint_8
; %40 = OpShiftRightArithmetic %uint %39 %uint_8
; %42 = OpShiftRightArithmetic %uint %40 %uint_3
; %43 = OpBitwiseAnd %uint %42 %uint_16777215
; %45 = OpShiftLeftLogical %uint %43 %uint_8
; %46 = OpShiftRightArithmetic %uint %45 %uint_8
; %48 = OpShiftLeftLogical %uint %uint_16777211 %uint_8
; %49 = OpShiftRightArithmetic %uint %48 %uint_8
; %50 = OpSLessThan %bool %46 %49
; %51 = OpShiftLeftLogical %uint %43 %uint_8
; %52 = OpShiftRightArithmetic %uint %51 %uint_8
; %53 = OpSConvert %ulong %52
; %54 = OpShiftLeftLogical %uint %43 %uint_8
; %55 = OpShiftRightArithmetic %uint %54 %uint_8
; %57 = OpConvertSToF %float %55
; %58 = OpShiftLeftLogical %uint %11 %uint_8
; %59 = OpShiftRightArithmetic %uint %58 %uint_8
; %60 = OpShiftLeftLogical %uint %29 %uint_8
; %61 = OpShiftRightArithmetic %uint %60 %uint_8
; %62 = OpSGreaterThan %bool %59 %61
; %63 = OpSelect %uint %62 %11 %29
; %65 = OpExtInst %uint %64 clz %63
; %66 = OpISub %uint %65 %uint_8
; %67 = OpBitwiseAnd %uint %66 %uint_16777215
; %68 = OpShiftRightLogical %uint %67 %uint_0
; %69 = OpUConvert %ushort %68
; OpStore %14 %69 Aligned 4
; %70 = OpShiftRightLogical %uint %67 %uint_16
; %71 = OpUConvert %uchar %70
; %72 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %p %ulong_2
; OpStore %72 %71 Aligned 2
; %74 = OpBitcast %_ptr_CrossWorkgroup_ulong %p
; OpStore %74 %53 Aligned 4
; %76 = OpBitcast %_ptr_CrossWorkgroup_float %p
; OpStore %76 %57 Aligned 4
; %79 = OpSelect %uchar %50 %uchar_1 %uchar_0
; OpStore %p %79 Aligned 1
; OpReturn
; OpFunctionEnd
