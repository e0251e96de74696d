; Integer intrinsics: those that OpenCL has, and expansions.

define spir_kernel void @k(ptr addrspace(1) %p, i32 %a, i32 %b, i64 %c) {
  %m = call i32 @llvm.umin.i32(i32 %a, i32 %b)
  %z = call i32 @llvm.ctlz.i32(i32 %m, i1 true)
  %n = call i32 @llvm.abs.i32(i32 %z, i1 true)
  %s = call i32 @llvm.sadd.sat.i32(i32 %n, i32 %b)
  %r = call i32 @llvm.fshl.i32(i32 %s, i32 %s, i32 7)
  %f = call i32 @llvm.fshr.i32(i32 %r, i32 %a, i32 %b)
  %w = call i32 @llvm.bswap.i32(i32 %f)
  %o = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %c, i64 10)
  %v = extractvalue { i64, i1 } %o, 0
  %y = extractvalue { i64, i1 } %o, 1
  %e = call i1 @llvm.expect.i1(i1 %y, i1 false)
  call void @llvm.assume(i1 %e)
  %t = call i8 @llvm.scmp.i8.i32(i32 %a, i32 %w)
  store i32 %w, ptr addrspace(1) %p
  store i64 %v, ptr addrspace(1) %p
  store i1 %e, ptr addrspace(1) %p
  store i8 %t, ptr addrspace(1) %p
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability Int8
; %13 = OpExtInstImport "OpenCL.std"
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %p "p"
; OpName %a "a"
; OpName %b "b"
; OpName %c "c"
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %uint = OpTypeInt 32 0
; %ulong = OpTypeInt 64 0
; %7 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %uint %uint %ulong
; %uint_7 = OpConstant %uint 7
; %uint_32 = OpConstant %uint 32
; %uint_31 = OpConstant %uint 31
; %uint_1 = OpConstant %uint 1
; %uint_0 = OpConstant %uint 0
; %uint_255 = OpConstant %uint 255
; %uint_24 = OpConstant %uint 24
; %uint_8 = OpConstant %uint 8
; %uint_16 = OpConstant %uint 16
; %ulong_10 = OpConstant %ulong 10
; %bool = OpTypeBool
; %ulong_0 = OpConstant %ulong 0
; %_struct_58 = OpTypeStruct %ulong %uchar
; %59 = OpUndef %_struct_58
; %uchar_1 = OpConstant %uchar 1
; %uchar_0 = OpConstant %uchar 0
; %67 = OpConstantNull %uchar
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %_ptr_CrossWorkgroup_ulong = OpTypePointer CrossWorkgroup %ulong
; %k = OpFunction %void None %7
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %a = OpFunctionParameter %uint
; %b = OpFunctionParameter %uint
; %c = OpFunctionParameter %ulong
; %12 = OpLabel
; %14 = OpExtInst %uint %13 u_min %a %b
; %15 = OpExtInst %uint %13 clz %14
; %16 = OpExtInst %uint %13 s_abs %15
; %17 = OpExtInst %uint %13 s_add_sat %16 %b
; %19 = OpExtInst %uint %13 rotate %17 %uint_7
; %21 = OpUMod %uint %b %uint_32
; %23 = OpISub %uint %uint_31 %21
; %25 = OpShiftLeftLogical %uint %19 %uint_1
; %26 = OpShiftLeftLogical %uint %25 %23
; %27 = OpShiftRightLogical %uint %a %21
; %28 = OpBitwiseOr %uint %26 %27
; %30 = OpShiftRightLogical %uint %28 %uint_0
; %32 = OpBitwiseAnd %uint %30 %uint_255
; %34 = OpShiftLeftLogical %uint %32 %uint_24
; %35 = OpBitwiseOr %uint %uint_0 %34
; %37 = OpShiftRightLogical %uint %28 %uint_8
; %38 = OpBitwiseAnd %uint %37 %uint_255
; %40 = OpShiftLeftLogical %uint %38 %uint_16
; %41 = OpBitwiseOr %uint %35 %40
; %42 = OpShiftRightLogical %uint %28 %uint_16
; %43 = OpBitwiseAnd %uint %42 %uint_255
; %44 = OpShiftLeftLogical %uint %43 %uint_8
; %45 = OpBitwiseOr %uint %41 %44
; %46 = OpShiftRightLogical %uint %28 %uint_24
; %47 = OpBitwiseAnd %uint %46 %uint_255
; %48 = OpShiftLeftLogical %uint %47 %uint_0
; %49 = OpBitwiseOr %uint %45 %48
; %51 = OpIMul %ulong %c %ulong_10
; %53 = OpINotEqual %bool %51 %51
; %54 = OpExtInst %ulong %13 u_mul_hi %c %ulong_10
; %56 = OpINotEqual %bool %54 %ulong_0
; %57 = OpLogicalOr %bool %53 %56
; %60 = OpCompositeInsert %_struct_58 %51 %59 0
; %63 = OpSelect %uchar %57 %uchar_1 %uchar_0
; %64 = OpCompositeInsert %_struct_58 %63 %60 1
; %65 = OpCompositeExtract %ulong %64 0
; %66 = OpCompositeExtract %uchar %64 1
; %68 = OpINotEqual %bool %66 %67
; %69 = OpSLessThan %bool %a %49
; %70 = OpSGreaterThan %bool %a %49
; %71 = OpSelect %uchar %70 %uchar_1 %67
; %72 = OpSelect %uchar %69 %uchar_1 %67
; %73 = OpISub %uchar %71 %72
; %75 = OpBitcast %_ptr_CrossWorkgroup_uint %p
; OpStore %75 %49 Aligned 4
; %77 = OpBitcast %_ptr_CrossWorkgroup_ulong %p
; OpStore %77 %65 Aligned 4
; %78 = OpSelect %uchar %68 %uchar_1 %uchar_0
; OpStore %p %78 Aligned 1
; OpStore %p %73 Aligned 1
; OpReturn
; OpFunctionEnd
