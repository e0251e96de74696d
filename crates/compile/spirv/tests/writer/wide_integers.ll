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

@table = internal addrspace(1) constant [2 x { i8, i80 }] [{ i8, i80 } { i8 1, i80 -2 }, { i8, i80 } zeroinitializer]

define spir_func { i128, i1 } @checked(i128 %x, i8 signext %n, i100 %y) {
  %wide = sext i100 %y to i128
  %pair = call { i128, i1 } @llvm.sadd.with.overflow.i128(i128 %x, i128 %wide)
  ret { i128, i1 } %pair
}

define spir_kernel void @functions(ptr addrspace(1) %p, i64 %i) {
  %entry = getelementptr [2 x { i8, i80 }], ptr addrspace(1) @table, i64 0, i64 %i, i32 1
  %x = load i80, ptr addrspace(1) %entry
  %y = sext i80 %x to i128
  %z = sext i80 %x to i100
  %pair = call spir_func { i128, i1 } @checked(i128 %y, i8 signext 3, i100 %z)
  store { i128, i1 } %pair, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @numbers(ptr addrspace(1) %p, double %d) {
  %x = fptosi double %d to i128
  %y = sdiv i128 %x, 10
  %f = uitofp i128 %y to float
  %c = call i128 @llvm.ctlz.i128(i128 %y, i1 false)
  store float %f, ptr addrspace(1) %p
  store i128 %c, ptr addrspace(1) %p
  ret void
}

declare { i128, i1 } @llvm.sadd.with.overflow.i128(i128, i128)
declare i128 @llvm.ctlz.i128(i128, i1)
; ==== expected ====
; OpCapability Addresses
; OpCapability Linkage
; OpCapability Kernel
; OpCapability Float64
; OpCapability Int64
; OpCapability Int16
; OpCapability Int8
; %21 = OpExtInstImport "OpenCL.std"
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %closed_form "closed_form" %table
; OpEntryPoint Kernel %memory "memory" %table
; OpEntryPoint Kernel %shifts "shifts" %table
; OpEntryPoint Kernel %choices "choices" %table
; OpEntryPoint Kernel %functions "functions" %table
; OpEntryPoint Kernel %numbers "numbers" %table
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
; OpName %functions "functions"
; OpName %p_3 "p"
; OpName %i "i"
; OpName %table "table"
; OpName %numbers "numbers"
; OpName %p_4 "p"
; OpName %d "d"
; OpName %checked "checked"
; OpName %x_1 "x"
; OpName %n_0 "n"
; OpName %y_1 "y"
; OpName %__tandem_divide128 "__tandem_divide128"
; OpDecorate %_struct_192 CPacked
; OpDecorate %_struct_194 CPacked
; OpDecorate %table Constant
; OpDecorate %table Alignment 4
; OpDecorate %checked LinkageAttributes "checked" Export
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
; %ulong_16 = OpConstant %ulong 16
; %ulong_3 = OpConstant %ulong 3
; %_arr_uchar_ulong_3 = OpTypeArray %uchar %ulong_3
; %ulong_12 = OpConstant %ulong 12
; %_arr_uchar_ulong_12 = OpTypeArray %uchar %ulong_12
; %_struct_192 = OpTypeStruct %uchar %_arr_uchar_ulong_3 %_arr_uchar_ulong_12
; %_arr_uchar_ulong_16 = OpTypeArray %uchar %ulong_16
; %_struct_194 = OpTypeStruct %_struct_192 %_arr_uchar_ulong_16
; %_ptr_CrossWorkgroup__struct_194 = OpTypePointer CrossWorkgroup %_struct_194
; %196 = OpConstantNull %_arr_uchar_ulong_3
; %uchar_254 = OpConstant %uchar 254
; %uchar_255 = OpConstant %uchar 255
; %199 = OpConstantComposite %_arr_uchar_ulong_12 %uchar_254 %uchar_255 %uchar_255 %uchar_255 %uchar_255 %uchar_255 %uchar_255 %uchar_255 %uchar_255 %uchar_255 %uchar_0 %uchar_0
; %200 = OpConstantComposite %_struct_192 %uchar_1 %196 %199
; %201 = OpConstantNull %_arr_uchar_ulong_16
; %202 = OpConstantComposite %_struct_194 %200 %201
; %table = OpVariable %_ptr_CrossWorkgroup__struct_194 CrossWorkgroup %202
; %_struct_218 = OpTypeStruct %ulong %ulong
; %219 = OpUndef %_struct_218
; %_struct_224 = OpTypeStruct %_struct_218 %uchar
; %uchar_3 = OpConstant %uchar 3
; %235 = OpConstantNull %uchar
; %double = OpTypeFloat 64
; %241 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %double
; %double_0 = OpConstant %double 0
; %double_5_4210108624275222en20 = OpConstant %double 5.4210108624275222e-20
; %double_1_8446744073709552e_19 = OpConstant %double 1.8446744073709552e+19
; %_struct_272 = OpTypeStruct %ulong %ulong %ulong %ulong
; %ulong_10 = OpConstant %ulong 10
; %ulong_127 = OpConstant %ulong 127
; %ulong_23 = OpConstant %ulong 23
; %float = OpTypeFloat 32
; %_ptr_CrossWorkgroup_float = OpTypePointer CrossWorkgroup %float
; %320 = OpTypeFunction %_struct_224 %_struct_218 %uchar %_struct_218
; %343 = OpUndef %_struct_224
; %347 = OpTypeFunction %_struct_272 %ulong %ulong %ulong %ulong
; %361 = OpUndef %_struct_272
; %ulong_4294967296 = OpConstant %ulong 4294967296
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
; %functions = OpFunction %void None %6
; %p_3 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %i = OpFunctionParameter %ulong
; %184 = OpLabel
; %186 = OpIMul %ulong %i %ulong_16
; %187 = OpIAdd %ulong %186 %ulong_4
; %204 = OpBitcast %_ptr_CrossWorkgroup_uchar %table
; %205 = OpPtrAccessChain %_ptr_CrossWorkgroup_uchar %204 %187
; %206 = OpBitcast %_ptr_CrossWorkgroup_ulong %205
; %207 = OpLoad %ulong %206 Aligned 4
; %208 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %205 %ulong_8
; %209 = OpBitcast %_ptr_CrossWorkgroup_ushort %208
; %210 = OpLoad %ushort %209 Aligned 4
; %211 = OpUConvert %ulong %210
; %212 = OpBitwiseAnd %ulong %211 %ulong_65535
; %213 = OpShiftLeftLogical %ulong %212 %ulong_48
; %214 = OpShiftRightArithmetic %ulong %213 %ulong_48
; %215 = OpShiftLeftLogical %ulong %212 %ulong_48
; %216 = OpShiftRightArithmetic %ulong %215 %ulong_48
; %217 = OpBitwiseAnd %ulong %216 %ulong_68719476735
; %220 = OpCompositeInsert %_struct_218 %207 %219 0
; %221 = OpCompositeInsert %_struct_218 %214 %220 1
; %222 = OpCompositeInsert %_struct_218 %207 %219 0
; %223 = OpCompositeInsert %_struct_218 %217 %222 1
; %227 = OpFunctionCall %_struct_224 %checked %221 %uchar_3 %223
; %228 = OpCompositeExtract %_struct_218 %227 0
; %229 = OpCompositeExtract %ulong %228 0
; %230 = OpBitcast %_ptr_CrossWorkgroup_ulong %p_3
; OpStore %230 %229 Aligned 4
; %231 = OpCompositeExtract %ulong %228 1
; %232 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %p_3 %ulong_8
; %233 = OpBitcast %_ptr_CrossWorkgroup_ulong %232
; OpStore %233 %231 Aligned 4
; %234 = OpCompositeExtract %uchar %227 1
; %236 = OpINotEqual %bool %234 %235
; %237 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %p_3 %ulong_16
; %238 = OpSelect %uchar %236 %uchar_1 %uchar_0
; OpStore %237 %238 Aligned 4
; OpReturn
; OpFunctionEnd
; %numbers = OpFunction %void None %241
; %p_4 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %d = OpFunctionParameter %double
; %244 = OpLabel
; %246 = OpFOrdLessThan %bool %d %double_0
; %247 = OpFNegate %double %d
; %248 = OpSelect %double %246 %247 %d
; %250 = OpFMul %double %248 %double_5_4210108624275222en20
; %251 = OpConvertFToU %ulong %250
; %252 = OpConvertUToF %double %251
; %254 = OpFMul %double %252 %double_1_8446744073709552e_19
; %255 = OpFSub %double %248 %254
; %256 = OpConvertFToU %ulong %255
; %257 = OpULessThan %bool %ulong_0 %256
; %258 = OpSelect %ulong %257 %ulong_1 %15
; %259 = OpISub %ulong %ulong_0 %256
; %260 = OpISub %ulong %ulong_0 %251
; %261 = OpISub %ulong %260 %258
; %262 = OpSelect %ulong %246 %259 %256
; %263 = OpSelect %ulong %246 %261 %251
; %264 = OpSLessThan %bool %263 %ulong_0
; %265 = OpULessThan %bool %ulong_0 %262
; %266 = OpSelect %ulong %265 %ulong_1 %15
; %267 = OpISub %ulong %ulong_0 %262
; %268 = OpISub %ulong %ulong_0 %263
; %269 = OpISub %ulong %268 %266
; %270 = OpSelect %ulong %264 %267 %262
; %271 = OpSelect %ulong %264 %269 %263
; %275 = OpFunctionCall %_struct_272 %__tandem_divide128 %270 %271 %ulong_10 %ulong_0
; %276 = OpCompositeExtract %ulong %275 0
; %277 = OpCompositeExtract %ulong %275 1
; %278 = OpULessThan %bool %ulong_0 %276
; %279 = OpSelect %ulong %278 %ulong_1 %15
; %280 = OpISub %ulong %ulong_0 %276
; %281 = OpISub %ulong %ulong_0 %277
; %282 = OpISub %ulong %281 %279
; %283 = OpSelect %ulong %264 %280 %276
; %284 = OpSelect %ulong %264 %282 %277
; %285 = OpExtInst %ulong %21 clz %284
; %286 = OpBitwiseAnd %ulong %285 %ulong_63
; %287 = OpBitwiseAnd %ulong %285 %ulong_64
; %288 = OpBitwiseXor %ulong %286 %ulong_63
; %289 = OpINotEqual %bool %287 %ulong_0
; %290 = OpShiftLeftLogical %ulong %283 %286
; %291 = OpShiftRightLogical %ulong %283 %ulong_1
; %292 = OpShiftRightLogical %ulong %291 %288
; %293 = OpShiftLeftLogical %ulong %284 %286
; %294 = OpBitwiseOr %ulong %293 %292
; %295 = OpSelect %ulong %289 %ulong_0 %290
; %296 = OpSelect %ulong %289 %290 %294
; %297 = OpINotEqual %bool %295 %ulong_0
; %298 = OpSelect %ulong %297 %ulong_1 %15
; %299 = OpBitwiseOr %ulong %296 %298
; %300 = OpISub %ulong %ulong_64 %285
; %302 = OpIAdd %ulong %300 %ulong_127
; %304 = OpShiftLeftLogical %ulong %302 %ulong_23
; %305 = OpUConvert %uint %304
; %307 = OpBitcast %float %305
; %308 = OpConvertUToF %float %299
; %309 = OpFMul %float %308 %307
; %310 = OpIEqual %bool %284 %ulong_0
; %311 = OpExtInst %ulong %21 clz %283
; %312 = OpIAdd %ulong %311 %ulong_64
; %313 = OpExtInst %ulong %21 clz %284
; %314 = OpSelect %ulong %310 %312 %313
; %316 = OpBitcast %_ptr_CrossWorkgroup_float %p_4
; OpStore %316 %309 Aligned 4
; %317 = OpBitcast %_ptr_CrossWorkgroup_ulong %p_4
; OpStore %317 %314 Aligned 4
; %318 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uchar %p_4 %ulong_8
; %319 = OpBitcast %_ptr_CrossWorkgroup_ulong %318
; OpStore %319 %ulong_0 Aligned 4
; OpReturn
; OpFunctionEnd
; %checked = OpFunction %_struct_224 None %320
; %x_1 = OpFunctionParameter %_struct_218
; %n_0 = OpFunctionParameter %uchar
; %y_1 = OpFunctionParameter %_struct_218
; %324 = OpLabel
; %325 = OpCompositeExtract %ulong %x_1 0
; %326 = OpCompositeExtract %ulong %x_1 1
; %327 = OpCompositeExtract %ulong %y_1 0
; %328 = OpCompositeExtract %ulong %y_1 1
; %329 = OpBitwiseAnd %ulong %328 %ulong_68719476735
; %330 = OpShiftLeftLogical %ulong %329 %ulong_28
; %331 = OpShiftRightArithmetic %ulong %330 %ulong_28
; %332 = OpIAdd %ulong %325 %327
; %333 = OpULessThan %bool %332 %325
; %334 = OpSelect %ulong %333 %ulong_1 %15
; %335 = OpIAdd %ulong %326 %331
; %336 = OpIAdd %ulong %335 %334
; %337 = OpBitwiseXor %ulong %336 %326
; %338 = OpBitwiseXor %ulong %336 %331
; %339 = OpBitwiseAnd %ulong %337 %338
; %340 = OpSLessThan %bool %339 %ulong_0
; %341 = OpCompositeInsert %_struct_218 %332 %219 0
; %342 = OpCompositeInsert %_struct_218 %336 %341 1
; %344 = OpCompositeInsert %_struct_224 %342 %343 0
; %345 = OpSelect %uchar %340 %uchar_1 %uchar_0
; %346 = OpCompositeInsert %_struct_224 %345 %344 1
; OpReturnValue %346
; OpFunctionEnd
; %__tandem_divide128 = OpFunction %_struct_272 Const %347
; %348 = OpFunctionParameter %ulong
; %349 = OpFunctionParameter %ulong
; %350 = OpFunctionParameter %ulong
; %351 = OpFunctionParameter %ulong
; %352 = OpLabel
; %357 = OpBitwiseOr %ulong %349 %351
; %358 = OpIEqual %bool %357 %ulong_0
; OpBranchConditional %358 %353 %354
; %353 = OpLabel
; %359 = OpUDiv %ulong %348 %350
; %360 = OpUMod %ulong %348 %350
; %362 = OpCompositeInsert %_struct_272 %359 %361 0
; %363 = OpCompositeInsert %_struct_272 %ulong_0 %362 1
; %364 = OpCompositeInsert %_struct_272 %360 %363 2
; %365 = OpCompositeInsert %_struct_272 %ulong_0 %364 3
; OpReturnValue %365
; %354 = OpLabel
; %366 = OpIEqual %bool %351 %ulong_0
; OpBranchConditional %366 %355 %356
; %355 = OpLabel
; %367 = OpUDiv %ulong %349 %350
; %368 = OpUMod %ulong %349 %350
; %369 = OpExtInst %ulong %21 clz %350
; %370 = OpBitwiseAnd %ulong %369 %ulong_63
; %371 = OpBitwiseAnd %ulong %369 %ulong_64
; %372 = OpBitwiseXor %ulong %370 %ulong_63
; %373 = OpINotEqual %bool %371 %ulong_0
; %374 = OpShiftLeftLogical %ulong %348 %370
; %375 = OpShiftRightLogical %ulong %348 %ulong_1
; %376 = OpShiftRightLogical %ulong %375 %372
; %377 = OpShiftLeftLogical %ulong %368 %370
; %378 = OpBitwiseOr %ulong %377 %376
; %379 = OpSelect %ulong %373 %ulong_0 %374
; %380 = OpSelect %ulong %373 %374 %378
; %381 = OpShiftLeftLogical %ulong %350 %369
; %382 = OpShiftRightLogical %ulong %379 %ulong_32
; %383 = OpShiftRightLogical %ulong %381 %ulong_32
; %384 = OpBitwiseAnd %ulong %381 %ulong_4294967295
; %385 = OpUDiv %ulong %380 %383
; %386 = OpUMod %ulong %380 %383
; %388 = OpULessThan %bool %386 %ulong_4294967296
; %389 = OpShiftLeftLogical %ulong %386 %ulong_32
; %390 = OpBitwiseOr %ulong %389 %382
; %391 = OpIMul %ulong %385 %384
; %392 = OpUGreaterThan %bool %391 %390
; %393 = OpLogicalAnd %bool %388 %392
; %394 = OpSelect %ulong %393 %ulong_1 %15
; %395 = OpISub %ulong %385 %394
; %396 = OpSelect %ulong %393 %383 %ulong_0
; %397 = OpIAdd %ulong %386 %396
; %398 = OpULessThan %bool %397 %ulong_4294967296
; %399 = OpShiftLeftLogical %ulong %397 %ulong_32
; %400 = OpBitwiseOr %ulong %399 %382
; %401 = OpIMul %ulong %395 %384
; %402 = OpUGreaterThan %bool %401 %400
; %403 = OpLogicalAnd %bool %398 %402
; %404 = OpSelect %ulong %403 %ulong_1 %15
; %405 = OpISub %ulong %395 %404
; %406 = OpShiftLeftLogical %ulong %380 %ulong_32
; %407 = OpBitwiseOr %ulong %406 %382
; %408 = OpIMul %ulong %405 %381
; %409 = OpISub %ulong %407 %408
; %410 = OpBitwiseAnd %ulong %379 %ulong_4294967295
; %411 = OpShiftRightLogical %ulong %381 %ulong_32
; %412 = OpBitwiseAnd %ulong %381 %ulong_4294967295
; %413 = OpUDiv %ulong %409 %411
; %414 = OpUMod %ulong %409 %411
; %415 = OpULessThan %bool %414 %ulong_4294967296
; %416 = OpShiftLeftLogical %ulong %414 %ulong_32
; %417 = OpBitwiseOr %ulong %416 %410
; %418 = OpIMul %ulong %413 %412
; %419 = OpUGreaterThan %bool %418 %417
; %420 = OpLogicalAnd %bool %415 %419
; %421 = OpSelect %ulong %420 %ulong_1 %15
; %422 = OpISub %ulong %413 %421
; %423 = OpSelect %ulong %420 %411 %ulong_0
; %424 = OpIAdd %ulong %414 %423
; %425 = OpULessThan %bool %424 %ulong_4294967296
; %426 = OpShiftLeftLogical %ulong %424 %ulong_32
; %427 = OpBitwiseOr %ulong %426 %410
; %428 = OpIMul %ulong %422 %412
; %429 = OpUGreaterThan %bool %428 %427
; %430 = OpLogicalAnd %bool %425 %429
; %431 = OpSelect %ulong %430 %ulong_1 %15
; %432 = OpISub %ulong %422 %431
; %433 = OpShiftLeftLogical %ulong %409 %ulong_32
; %434 = OpBitwiseOr %ulong %433 %410
; %435 = OpIMul %ulong %432 %381
; %436 = OpISub %ulong %434 %435
; %437 = OpShiftLeftLogical %ulong %405 %ulong_32
; %438 = OpBitwiseOr %ulong %437 %432
; %439 = OpShiftRightLogical %ulong %436 %369
; %440 = OpCompositeInsert %_struct_272 %438 %361 0
; %441 = OpCompositeInsert %_struct_272 %367 %440 1
; %442 = OpCompositeInsert %_struct_272 %439 %441 2
; %443 = OpCompositeInsert %_struct_272 %ulong_0 %442 3
; OpReturnValue %443
; %356 = OpLabel
; %444 = OpExtInst %ulong %21 clz %351
; %445 = OpBitwiseAnd %ulong %444 %ulong_63
; %446 = OpBitwiseAnd %ulong %444 %ulong_64
; %447 = OpBitwiseXor %ulong %445 %ulong_63
; %448 = OpINotEqual %bool %446 %ulong_0
; %449 = OpShiftLeftLogical %ulong %350 %445
; %450 = OpShiftRightLogical %ulong %350 %ulong_1
; %451 = OpShiftRightLogical %ulong %450 %447
; %452 = OpShiftLeftLogical %ulong %351 %445
; %453 = OpBitwiseOr %ulong %452 %451
; %454 = OpSelect %ulong %448 %449 %453
; %455 = OpShiftLeftLogical %ulong %349 %ulong_63
; %456 = OpShiftRightLogical %ulong %348 %ulong_1
; %457 = OpBitwiseOr %ulong %456 %455
; %458 = OpShiftRightLogical %ulong %349 %ulong_1
; %459 = OpExtInst %ulong %21 clz %454
; %460 = OpBitwiseAnd %ulong %459 %ulong_63
; %461 = OpBitwiseAnd %ulong %459 %ulong_64
; %462 = OpBitwiseXor %ulong %460 %ulong_63
; %463 = OpINotEqual %bool %461 %ulong_0
; %464 = OpShiftLeftLogical %ulong %457 %460
; %465 = OpShiftRightLogical %ulong %457 %ulong_1
; %466 = OpShiftRightLogical %ulong %465 %462
; %467 = OpShiftLeftLogical %ulong %458 %460
; %468 = OpBitwiseOr %ulong %467 %466
; %469 = OpSelect %ulong %463 %ulong_0 %464
; %470 = OpSelect %ulong %463 %464 %468
; %471 = OpShiftLeftLogical %ulong %454 %459
; %472 = OpShiftRightLogical %ulong %469 %ulong_32
; %473 = OpShiftRightLogical %ulong %471 %ulong_32
; %474 = OpBitwiseAnd %ulong %471 %ulong_4294967295
; %475 = OpUDiv %ulong %470 %473
; %476 = OpUMod %ulong %470 %473
; %477 = OpULessThan %bool %476 %ulong_4294967296
; %478 = OpShiftLeftLogical %ulong %476 %ulong_32
; %479 = OpBitwiseOr %ulong %478 %472
; %480 = OpIMul %ulong %475 %474
; %481 = OpUGreaterThan %bool %480 %479
; %482 = OpLogicalAnd %bool %477 %481
; %483 = OpSelect %ulong %482 %ulong_1 %15
; %484 = OpISub %ulong %475 %483
; %485 = OpSelect %ulong %482 %473 %ulong_0
; %486 = OpIAdd %ulong %476 %485
; %487 = OpULessThan %bool %486 %ulong_4294967296
; %488 = OpShiftLeftLogical %ulong %486 %ulong_32
; %489 = OpBitwiseOr %ulong %488 %472
; %490 = OpIMul %ulong %484 %474
; %491 = OpUGreaterThan %bool %490 %489
; %492 = OpLogicalAnd %bool %487 %491
; %493 = OpSelect %ulong %492 %ulong_1 %15
; %494 = OpISub %ulong %484 %493
; %495 = OpShiftLeftLogical %ulong %470 %ulong_32
; %496 = OpBitwiseOr %ulong %495 %472
; %497 = OpIMul %ulong %494 %471
; %498 = OpISub %ulong %496 %497
; %499 = OpBitwiseAnd %ulong %469 %ulong_4294967295
; %500 = OpShiftRightLogical %ulong %471 %ulong_32
; %501 = OpBitwiseAnd %ulong %471 %ulong_4294967295
; %502 = OpUDiv %ulong %498 %500
; %503 = OpUMod %ulong %498 %500
; %504 = OpULessThan %bool %503 %ulong_4294967296
; %505 = OpShiftLeftLogical %ulong %503 %ulong_32
; %506 = OpBitwiseOr %ulong %505 %499
; %507 = OpIMul %ulong %502 %501
; %508 = OpUGreaterThan %bool %507 %506
; %509 = OpLogicalAnd %bool %504 %508
; %510 = OpSelect %ulong %509 %ulong_1 %15
; %511 = OpISub %ulong %502 %510
; %512 = OpSelect %ulong %509 %500 %ulong_0
; %513 = OpIAdd %ulong %503 %512
; %514 = OpULessThan %bool %513 %ulong_4294967296
; %515 = OpShiftLeftLogical %ulong %513 %ulong_32
; %516 = OpBitwiseOr %ulong %515 %499
; %517 = OpIMul %ulong %511 %501
; %518 = OpUGreaterThan %bool %517 %516
; %519 = OpLogicalAnd %bool %514 %518
; %520 = OpSelect %ulong %519 %ulong_1 %15
; %521 = OpISub %ulong %511 %520
; %522 = OpShiftLeftLogical %ulong %494 %ulong_32
; %523 = OpBitwiseOr %ulong %522 %521
; %524 = OpBitwiseXor %ulong %444 %ulong_63
; %525 = OpShiftRightLogical %ulong %523 %524
; %526 = OpINotEqual %bool %525 %ulong_0
; %527 = OpSelect %ulong %526 %ulong_1 %15
; %528 = OpISub %ulong %525 %527
; %529 = OpIMul %ulong %528 %351
; %530 = OpIMul %ulong %528 %350
; %531 = OpExtInst %ulong %21 u_mul_hi %528 %350
; %532 = OpIAdd %ulong %531 %529
; %533 = OpULessThan %bool %348 %530
; %534 = OpSelect %ulong %533 %ulong_1 %15
; %535 = OpISub %ulong %348 %530
; %536 = OpISub %ulong %349 %532
; %537 = OpISub %ulong %536 %534
; %538 = OpIEqual %bool %537 %351
; %539 = OpUGreaterThanEqual %bool %535 %350
; %540 = OpUGreaterThan %bool %537 %351
; %541 = OpSelect %bool %538 %539 %540
; %542 = OpSelect %ulong %541 %ulong_1 %15
; %543 = OpIAdd %ulong %528 %542
; %544 = OpULessThan %bool %535 %350
; %545 = OpSelect %ulong %544 %ulong_1 %15
; %546 = OpISub %ulong %535 %350
; %547 = OpISub %ulong %537 %351
; %548 = OpISub %ulong %547 %545
; %549 = OpSelect %ulong %541 %546 %535
; %550 = OpSelect %ulong %541 %548 %537
; %551 = OpCompositeInsert %_struct_272 %543 %361 0
; %552 = OpCompositeInsert %_struct_272 %ulong_0 %551 1
; %553 = OpCompositeInsert %_struct_272 %549 %552 2
; %554 = OpCompositeInsert %_struct_272 %550 %553 3
; OpReturnValue %554
; OpFunctionEnd
