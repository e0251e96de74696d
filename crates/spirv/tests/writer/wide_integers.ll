; Integers of 65 to 128 bits are computed in halves of 64 bits.

define spir_kernel void @closed_form(ptr addrspace(1) %p, i64 %n) {
  %a = zext i64 %n to i65
  %b = add nsw i65 %a, -1
  %c = mul i65 %a, %b
  %d = lshr i65 %c, 1
  %e = trunc i65 %d to i64
  store i64 %e, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @memory(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %a = load i128, ptr addrspace(1) %p, align 16
  %b = load volatile i80, ptr addrspace(1) %q, align 2
  %c = sext i80 %b to i128
  %d = sub i128 %a, %c
  store i128 %d, ptr addrspace(1) %p, align 16
  %e = trunc i128 %d to i80
  store i80 %e, ptr addrspace(1) %q, align 16
  ret void
}

define spir_kernel void @shifts(ptr addrspace(1) %p, i64 %x, i64 %y) {
  %a = sext i64 %x to i100
  %n = zext i64 %y to i100
  %b = shl i100 %a, %n
  %c = ashr i100 %b, 70
  %d = lshr i100 %c, %n
  store i100 %d, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @choices(ptr addrspace(1) %p, i64 %x, i64 %y) {
entry:
  %a = sext i64 %x to i96
  switch i96 %a, label %join [ i96 1, label %one
                               i96 18446744073709551616, label %two ]
one:
  br label %join
two:
  br label %join
join:
  %b = phi i96 [ %a, %entry ], [ 5, %one ], [ -1, %two ]
  %c = sext i64 %y to i96
  %less = icmp slt i96 %b, %c
  %least = select i1 %less, i96 %b, i96 %c
  %frozen = freeze i96 %least
  %equal = icmp eq i96 %frozen, %c
  %v = bitcast i96 %frozen to <3 x i32>
  store <3 x i32> %v, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i96 %frozen
  store i1 %equal, ptr addrspace(1) %q
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability Int16
; OpCapability Int8
; %21 = OpExtInstImport "OpenCL.std"
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %closed_form "closed_form"
; OpEntryPoint Kernel %memory "memory"
; OpEntryPoint Kernel %shifts "shifts"
; OpEntryPoint Kernel %choices "choices"
; OpSource OpenCL_CPP 100000
; OpName %closed_form "closed_form"
; OpName %p "p"
; OpName %n "n"
; OpName %memory "memory"
; OpName %p_0 "p"
; OpName %q "q"
; OpName %shifts "shifts"
; OpName %p_1 "p"
; OpName %x "x"
; OpName %y "y"
; OpName %choices "choices"
; OpName %p_2 "p"
; OpName %x_0 "x"
; OpName %y_0 "y"
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %ulong = OpTypeInt 64 0
; %6 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %ulong
; %ulong_18446744073709551615 = OpConstant %ulong 18446744073709551615
; %bool = OpTypeBool
; %ulong_1 = OpConstant %ulong 1
; %15 = OpConstantNull %ulong
; %ulong_63 = OpConstant %ulong 63
; %_ptr_CrossWorkgroup_ulong = OpTypePointer CrossWorkgroup %ulong
; %32 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %_ptr_CrossWorkgroup_uchar
; %ulong_8 = OpConstant %ulong 8
; %ushort = OpTypeInt 16 0
; %_ptr_CrossWorkgroup_ushort = OpTypePointer CrossWorkgroup %ushort
; %ulong_65535 = OpConstant %ulong 65535
; %ulong_48 = OpConstant %ulong 48
; %67 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %ulong %ulong
; %ulong_68719476735 = OpConstant %ulong 68719476735
; %ulong_64 = OpConstant %ulong 64
; %ulong_0 = OpConstant %ulong 0
; %ulong_28 = OpConstant %ulong 28
; %ulong_6 = OpConstant %ulong 6
; %ulong_1099511627775 = OpConstant %ulong 1099511627775
; %uint = OpTypeInt 32 0
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %ulong_32 = OpConstant %ulong 32
; %ulong_4 = OpConstant %ulong 4
; %ulong_4294967295 = OpConstant %ulong 4294967295
; %uint_1 = OpConstant %uint 1
; %uint_0 = OpConstant %uint 0
; %uint_2 = OpConstant %uint 2
; %ulong_5 = OpConstant %ulong 5
; %v3uint = OpTypeVector %uint 3
; %166 = OpUndef %v3uint
; %_ptr_CrossWorkgroup_v3uint = OpTypePointer CrossWorkgroup %v3uint
; %uchar_1 = OpConstant %uchar 1
; %uchar_0 = OpConstant %uchar 0
; %closed_form = OpFunction %void None %6
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %n = OpFunctionParameter %ulong
; %9 = OpLabel
; %11 = OpIAdd %ulong %n %ulong_18446744073709551615
; %13 = OpULessThan %bool %11 %n
; %16 = OpSelect %ulong %13 %ulong_1 %15
; %17 = OpIAdd %ulong %ulong_1 %16
; %18 = OpBitwiseAnd %ulong %17 %ulong_1
; %19 = OpIMul %ulong %n %18
; %20 = OpIMul %ulong %n %11
; %22 = OpExtInst %ulong %21 u_mul_hi %n %11
; %23 = OpIAdd %ulong %22 %19
; %24 = OpBitwiseAnd %ulong %23 %ulong_1
; %26 = OpShiftLeftLogical %ulong %24 %ulong_63
; %27 = OpShiftRightLogical %ulong %20 %ulong_1
; %28 = OpBitwiseOr %ulong %27 %26
; %30 = OpBitcast %_ptr_CrossWorkgroup_ulong %p
; OpStore %30 %28 Aligned 4
; OpReturn
; OpFunctionEnd
; %memory = OpFunction %void None %32
; %p_0 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %q = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %35 = OpLabel
; %36 = OpBitcast %_ptr_CrossWorkgroup_ulong %p_0
; %37 = OpLoad %ulong %36 Aligned 16
; %39 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %p_0 %ulong_8
; %40 = OpBitcast %_ptr_CrossWorkgroup_ulong %39
; %41 = OpLoad %ulong %40 Aligned 8
; %42 = OpBitcast %_ptr_CrossWorkgroup_ulong %q
; %43 = OpLoad %ulong %42 Volatile|Aligned 2
; %44 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %q %ulong_8
; %47 = OpBitcast %_ptr_CrossWorkgroup_ushort %44
; %48 = OpLoad %ushort %47 Volatile|Aligned 2
; %49 = OpUConvert %ulong %48
; %51 = OpBitwiseAnd %ulong %49 %ulong_65535
; %53 = OpShiftLeftLogical %ulong %51 %ulong_48
; %54 = OpShiftRightArithmetic %ulong %53 %ulong_48
; %55 = OpULessThan %bool %37 %43
; %56 = OpSelect %ulong %55 %ulong_1 %15
; %57 = OpISub %ulong %37 %43
; %58 = OpISub %ulong %41 %54
; %59 = OpISub %ulong %58 %56
; OpStore %36 %57 Aligned 16
; %60 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %p_0 %ulong_8
; %61 = OpBitcast %_ptr_CrossWorkgroup_ulong %60
; OpStore %61 %59 Aligned 8
; %62 = OpBitwiseAnd %ulong %59 %ulong_65535
; OpStore %42 %57 Aligned 16
; %63 = OpUConvert %ushort %62
; %64 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %q %ulong_8
; %65 = OpBitcast %_ptr_CrossWorkgroup_ushort %64
; OpStore %65 %63 Aligned 8
; OpReturn
; OpFunctionEnd
; %shifts = OpFunction %void None %67
; %p_1 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %x = OpFunctionParameter %ulong
; %y = OpFunctionParameter %ulong
; %71 = OpLabel
; %72 = OpShiftRightArithmetic %ulong %x %ulong_63
; %74 = OpBitwiseAnd %ulong %72 %ulong_68719476735
; %75 = OpBitwiseAnd %ulong %y %ulong_63
; %77 = OpBitwiseAnd %ulong %y %ulong_64
; %78 = OpBitwiseXor %ulong %75 %ulong_63
; %80 = OpINotEqual %bool %77 %ulong_0
; %81 = OpShiftLeftLogical %ulong %x %75
; %82 = OpShiftRightLogical %ulong %x %ulong_1
; %83 = OpShiftRightLogical %ulong %82 %78
; %84 = OpShiftLeftLogical %ulong %74 %75
; %85 = OpBitwiseOr %ulong %84 %83
; %86 = OpSelect %ulong %80 %81 %85
; %87 = OpBitwiseAnd %ulong %86 %ulong_68719476735
; %89 = OpShiftLeftLogical %ulong %87 %ulong_28
; %90 = OpShiftRightArithmetic %ulong %89 %ulong_28
; %91 = OpShiftRightArithmetic %ulong %90 %ulong_63
; %93 = OpShiftRightArithmetic %ulong %90 %ulong_6
; %94 = OpBitwiseAnd %ulong %91 %ulong_68719476735
; %95 = OpBitwiseAnd %ulong %y %ulong_63
; %96 = OpBitwiseAnd %ulong %y %ulong_64
; %97 = OpBitwiseXor %ulong %95 %ulong_63
; %98 = OpINotEqual %bool %96 %ulong_0
; %99 = OpShiftRightLogical %ulong %94 %95
; %100 = OpShiftLeftLogical %ulong %94 %ulong_1
; %101 = OpShiftLeftLogical %ulong %100 %97
; %102 = OpShiftRightLogical %ulong %93 %95
; %103 = OpBitwiseOr %ulong %102 %101
; %104 = OpSelect %ulong %98 %99 %103
; %105 = OpSelect %ulong %98 %ulong_0 %99
; %106 = OpBitcast %_ptr_CrossWorkgroup_ulong %p_1
; OpStore %106 %104 Aligned 4
; %108 = OpBitwiseAnd %ulong %105 %ulong_1099511627775
; %109 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %p_1 %ulong_8
; %110 = OpShiftRightLogical %ulong %108 %ulong_0
; %112 = OpUConvert %uint %110
; %114 = OpBitcast %_ptr_CrossWorkgroup_uint %109
; OpStore %114 %112 Aligned 4
; %116 = OpShiftRightLogical %ulong %108 %ulong_32
; %117 = OpUConvert %uchar %116
; %119 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %109 %ulong_4
; OpStore %119 %117 Aligned 4
; OpReturn
; OpFunctionEnd
; %choices = OpFunction %void None %67
; %p_2 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %x_0 = OpFunctionParameter %ulong
; %y_0 = OpFunctionParameter %ulong
; %124 = OpLabel
; %128 = OpShiftRightArithmetic %ulong %x_0 %ulong_63
; %130 = OpBitwiseAnd %ulong %128 %ulong_4294967295
; %131 = OpBitwiseXor %ulong %x_0 %ulong_1
; %132 = OpBitwiseOr %ulong %131 %130
; %133 = OpIEqual %bool %132 %ulong_0
; %136 = OpSelect %uint %133 %uint_1 %uint_0
; %137 = OpBitwiseXor %ulong %130 %ulong_1
; %138 = OpBitwiseOr %ulong %x_0 %137
; %139 = OpIEqual %bool %138 %ulong_0
; %141 = OpSelect %uint %139 %uint_2 %136
; OpSwitch %141 %127 1 %125 2 %126
; %125 = OpLabel
; OpBranch %127
; %126 = OpLabel
; OpBranch %127
; %127 = OpLabel
; %142 = OpPhi %ulong %x_0 %124 %ulong_5 %125 %ulong_18446744073709551615 %126
; %143 = OpPhi %ulong %130 %124 %ulong_0 %125 %ulong_4294967295 %126
; %145 = OpShiftRightArithmetic %ulong %y_0 %ulong_63
; %146 = OpBitwiseAnd %ulong %145 %ulong_4294967295
; %147 = OpShiftLeftLogical %ulong %143 %ulong_32
; %148 = OpShiftRightArithmetic %ulong %147 %ulong_32
; %149 = OpShiftLeftLogical %ulong %146 %ulong_32
; %150 = OpShiftRightArithmetic %ulong %149 %ulong_32
; %151 = OpIEqual %bool %148 %150
; %152 = OpULessThan %bool %142 %y_0
; %153 = OpSLessThan %bool %148 %150
; %154 = OpSelect %bool %151 %152 %153
; %155 = OpSelect %ulong %154 %142 %y_0
; %156 = OpSelect %ulong %154 %143 %146
; %157 = OpCopyObject %ulong %155
; %158 = OpCopyObject %ulong %156
; %159 = OpBitwiseAnd %ulong %158 %ulong_4294967295
; %160 = OpBitwiseXor %ulong %157 %y_0
; %161 = OpBitwiseXor %ulong %159 %146
; %162 = OpBitwiseOr %ulong %160 %161
; %163 = OpIEqual %bool %162 %ulong_0
; %164 = OpUConvert %uint %157
; %167 = OpCompositeInsert %v3uint %164 %166 0
; %168 = OpShiftLeftLogical %ulong %159 %ulong_32
; %169 = OpShiftRightLogical %ulong %157 %ulong_32
; %170 = OpBitwiseOr %ulong %169 %168
; %171 = OpUConvert %uint %170
; %172 = OpCompositeInsert %v3uint %171 %167 1
; %173 = OpUConvert %uint %159
; %174 = OpCompositeInsert %v3uint %173 %172 2
; %176 = OpBitcast %_ptr_CrossWorkgroup_v3uint %p_2
; OpStore %176 %174 Aligned 16
; %177 = OpPtrAccessChain %_ptr_CrossWorkgroup_uchar %p_2 %157
; %180 = OpSelect %uchar %163 %uchar_1 %uchar_0
; OpStore %177 %180 Aligned 1
; OpReturn
; OpFunctionEnd
