; Single bits are booleans as values and bytes in memory.

define spir_kernel void @k(ptr addrspace(1) %p, i1 zeroext %a, i1 %b, i32 %x, float %f, <4 x i32> %v) {
  %and = and i1 %a, %b
  %xor = xor i1 %and, true
  %sum = add i1 %xor, %b
  %less = icmp ult i1 %a, %sum
  %sless = icmp slt i1 %less, %b
  %z = zext i1 %sless to i32
  %s = sext i1 %a to i64
  %t = trunc i32 %x to i1
  %u = uitofp i1 %t to float
  %si = sitofp i1 %b to double
  %fu = fptoui float %f to i1
  store i1 %fu, ptr addrspace(1) %p
  %l = load i1, ptr addrspace(1) %p
  %sel = select i1 %l, i32 %z, i32 %x
  store i32 %sel, ptr addrspace(1) %p
  store i64 %s, ptr addrspace(1) %p
  store float %u, ptr addrspace(1) %p
  store double %si, ptr addrspace(1) %p
  %mask = icmp sgt <4 x i32> %v, zeroinitializer
  %bits = bitcast <4 x i1> %mask to i4
  %wide = zext i4 %bits to i8
  store i8 %wide, ptr addrspace(1) %p
  %lanes = sext <4 x i1> %mask to <4 x i32>
  store <4 x i32> %lanes, ptr addrspace(1) %p
  store <4 x i1> %mask, ptr addrspace(1) %p
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Float64
; OpCapability Int64
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %p "p"
; OpName %a "a"
; OpName %b "b"
; OpName %x "x"
; OpName %f "f"
; OpName %v "v"
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %bool = OpTypeBool
; %uint = OpTypeInt 32 0
; %float = OpTypeFloat 32
; %v4uint = OpTypeVector %uint 4
; %9 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %bool %bool %uint %float %v4uint
; %true = OpConstantTrue %bool
; %uint_1 = OpConstant %uint 1
; %26 = OpConstantNull %uint
; %ulong = OpTypeInt 64 0
; %ulong_18446744073709551615 = OpConstant %ulong 18446744073709551615
; %30 = OpConstantNull %ulong
; %float_1 = OpConstant %float 1
; %35 = OpConstantNull %float
; %double = OpTypeFloat 64
; %double_n1 = OpConstant %double -1
; %39 = OpConstantNull %double
; %42 = OpConstantNull %uchar
; %uchar_1 = OpConstant %uchar 1
; %uchar_0 = OpConstant %uchar 0
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %_ptr_CrossWorkgroup_ulong = OpTypePointer CrossWorkgroup %ulong
; %_ptr_CrossWorkgroup_float = OpTypePointer CrossWorkgroup %float
; %_ptr_CrossWorkgroup_double = OpTypePointer CrossWorkgroup %double
; %v4bool = OpTypeVector %bool 4
; %59 = OpConstantNull %v4uint
; %uchar_15 = OpConstant %uchar 15
; %uchar_2 = OpConstant %uchar 2
; %uchar_3 = OpConstant %uchar 3
; %uint_4294967295 = OpConstant %uint 4294967295
; %85 = OpConstantComposite %v4uint %uint_4294967295 %uint_4294967295 %uint_4294967295 %uint_4294967295
; %_ptr_CrossWorkgroup_v4uint = OpTypePointer CrossWorkgroup %v4uint
; %k = OpFunction %void None %9
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %a = OpFunctionParameter %bool
; %b = OpFunctionParameter %bool
; %x = OpFunctionParameter %uint
; %f = OpFunctionParameter %float
; %v = OpFunctionParameter %v4uint
; %16 = OpLabel
; %17 = OpLogicalAnd %bool %a %b
; %19 = OpLogicalNotEqual %bool %17 %true
; %20 = OpLogicalNotEqual %bool %19 %b
; %21 = OpLogicalNot %bool %a
; %22 = OpLogicalAnd %bool %20 %21
; %23 = OpLogicalNot %bool %b
; %24 = OpLogicalAnd %bool %22 %23
; %27 = OpSelect %uint %24 %uint_1 %26
; %31 = OpSelect %ulong %a %ulong_18446744073709551615 %30
; %32 = OpBitwiseAnd %uint %x %uint_1
; %33 = OpINotEqual %bool %32 %26
; %36 = OpSelect %float %33 %float_1 %35
; %40 = OpSelect %double %b %double_n1 %39
; %41 = OpConvertFToU %uchar %f
; %43 = OpINotEqual %bool %41 %42
; %46 = OpSelect %uchar %43 %uchar_1 %uchar_0
; OpStore %p %46 Aligned 1
; %47 = OpLoad %uchar %p Aligned 1
; %48 = OpINotEqual %bool %47 %42
; %49 = OpSelect %uint %48 %27 %x
; %51 = OpBitcast %_ptr_CrossWorkgroup_uint %p
; OpStore %51 %49 Aligned 4
; %53 = OpBitcast %_ptr_CrossWorkgroup_ulong %p
; OpStore %53 %31 Aligned 4
; %55 = OpBitcast %_ptr_CrossWorkgroup_float %p
; OpStore %55 %36 Aligned 4
; %57 = OpBitcast %_ptr_CrossWorkgroup_double %p
; OpStore %57 %40 Aligned 8
; %60 = OpSGreaterThan %v4bool %v %59
; %61 = OpCompositeExtract %bool %60 0
; %62 = OpSelect %uchar %61 %uchar_1 %42
; %63 = OpShiftLeftLogical %uchar %62 %uchar_0
; %65 = OpBitwiseAnd %uchar %63 %uchar_15
; %66 = OpBitwiseOr %uchar %uchar_0 %65
; %67 = OpCompositeExtract %bool %60 1
; %68 = OpSelect %uchar %67 %uchar_1 %42
; %69 = OpShiftLeftLogical %uchar %68 %uchar_1
; %70 = OpBitwiseAnd %uchar %69 %uchar_15
; %71 = OpBitwiseOr %uchar %66 %70
; %72 = OpCompositeExtract %bool %60 2
; %73 = OpSelect %uchar %72 %uchar_1 %42
; %75 = OpShiftLeftLogical %uchar %73 %uchar_2
; %76 = OpBitwiseAnd %uchar %75 %uchar_15
; %77 = OpBitwiseOr %uchar %71 %76
; %78 = OpCompositeExtract %bool %60 3
; %79 = OpSelect %uchar %78 %uchar_1 %42
; %81 = OpShiftLeftLogical %uchar %79 %uchar_3
; %82 = OpBitwiseAnd %uchar %81 %uchar_15
; %83 = OpBitwiseOr %uchar %77 %82
; OpStore %p %83 Aligned 1
; %86 = OpSelect %v4uint %60 %85 %59
; %88 = OpBitcast %_ptr_CrossWorkgroup_v4uint %p
; OpStore %88 %86 Aligned 16
; %89 = OpCompositeExtract %bool %60 0
; %90 = OpSelect %uchar %89 %uchar_1 %42
; %91 = OpShiftLeftLogical %uchar %90 %uchar_0
; %92 = OpBitwiseAnd %uchar %91 %uchar_15
; %93 = OpBitwiseOr %uchar %uchar_0 %92
; %94 = OpCompositeExtract %bool %60 1
; %95 = OpSelect %uchar %94 %uchar_1 %42
; %96 = OpShiftLeftLogical %uchar %95 %uchar_1
; %97 = OpBitwiseAnd %uchar %96 %uchar_15
; %98 = OpBitwiseOr %uchar %93 %97
; %99 = OpCompositeExtract %bool %60 2
; %100 = OpSelect %uchar %99 %uchar_1 %42
; %101 = OpShiftLeftLogical %uchar %100 %uchar_2
; %102 = OpBitwiseAnd %uchar %101 %uchar_15
; %103 = OpBitwiseOr %uchar %98 %102
; %104 = OpCompositeExtract %bool %60 3
; %105 = OpSelect %uchar %104 %uchar_1 %42
; %106 = OpShiftLeftLogical %uchar %105 %uchar_3
; %107 = OpBitwiseAnd %uchar %106 %uchar_15
; %108 = OpBitwiseOr %uchar %103 %107
; %109 = OpShiftRightLogical %uchar %108 %uchar_0
; OpStore %p %109 Aligned 1
; OpReturn
; OpFunctionEnd
