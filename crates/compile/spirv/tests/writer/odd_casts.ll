; Vectors of numbers as integers of a width that SPIR-V lacks, and back: lane by lane.

define spir_kernel void @halves(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load <3 x half>, ptr addrspace(1) %p, align 2
  %w = fadd <3 x half> %v, %v
  %bits = bitcast <3 x half> %w to i48
  %other = xor i48 %bits, 32768
  %back = bitcast i48 %other to <3 x half>
  store <3 x half> %back, ptr addrspace(1) %q, align 2
  ret void
}

define spir_kernel void @bytes(ptr addrspace(1) %p, i32 %x) {
  %low = trunc i32 %x to i24
  %v = bitcast i24 %low to <3 x i8>
  store <3 x i8> %v, ptr addrspace(1) %p, align 1
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Float16
; OpCapability Int64
; OpCapability Int16
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %halves "halves"
; OpEntryPoint Kernel %bytes "bytes"
; OpSource OpenCL_CPP 100000
; OpName %halves "halves"
; OpName %p "p"
; OpName %q "q"
; OpName %bytes "bytes"
; OpName %p_0 "p"
; OpName %x "x"
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %5 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %_ptr_CrossWorkgroup_uchar
; %half = OpTypeFloat 16
; %v3half = OpTypeVector %half 3
; %_ptr_CrossWorkgroup_v3half = OpTypePointer CrossWorkgroup %v3half
; %ushort = OpTypeInt 16 0
; %ulong = OpTypeInt 64 0
; %ulong_0 = OpConstant %ulong 0
; %ulong_281474976710655 = OpConstant %ulong 281474976710655
; %ulong_16 = OpConstant %ulong 16
; %ulong_32 = OpConstant %ulong 32
; %ulong_32768 = OpConstant %ulong 32768
; %44 = OpUndef %v3half
; %uint = OpTypeInt 32 0
; %57 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %uint
; %uint_16777215 = OpConstant %uint 16777215
; %uint_0 = OpConstant %uint 0
; %v3uchar = OpTypeVector %uchar 3
; %67 = OpUndef %v3uchar
; %uint_8 = OpConstant %uint 8
; %uint_16 = OpConstant %uint 16
; %_ptr_CrossWorkgroup_v3uchar = OpTypePointer CrossWorkgroup %v3uchar
; %halves = OpFunction %void None %5
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %q = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %8 = OpLabel
; %12 = OpBitcast %_ptr_CrossWorkgroup_v3half %p
; %13 = OpLoad %v3half %12 Aligned 2
; %14 = OpFAdd %v3half %13 %13
; %15 = OpCompositeExtract %half %14 0
; %17 = OpBitcast %ushort %15
; %19 = OpUConvert %ulong %17
; %21 = OpShiftLeftLogical %ulong %19 %ulong_0
; %23 = OpBitwiseAnd %ulong %21 %ulong_281474976710655
; %24 = OpBitwiseOr %ulong %ulong_0 %23
; %25 = OpCompositeExtract %half %14 1
; %26 = OpBitcast %ushort %25
; %27 = OpUConvert %ulong %26
; %29 = OpShiftLeftLogical %ulong %27 %ulong_16
; %30 = OpBitwiseAnd %ulong %29 %ulong_281474976710655
; %31 = OpBitwiseOr %ulong %24 %30
; %32 = OpCompositeExtract %half %14 2
; %33 = OpBitcast %ushort %32
; %34 = OpUConvert %ulong %33
; %36 = OpShiftLeftLogical %ulong %34 %ulong_32
; %37 = OpBitwiseAnd %ulong %36 %ulong_281474976710655
; %38 = OpBitwiseOr %ulong %31 %37
; %40 = OpBitwiseXor %ulong %38 %ulong_32768
; %41 = OpShiftRightLogical %ulong %40 %ulong_0
; %42 = OpUConvert %ushort %41
; %43 = OpBitcast %half %42
; %45 = OpCompositeInsert %v3half %43 %44 0
; %46 = OpShiftRightLogical %ulong %40 %ulong_16
; %47 = OpUConvert %ushort %46
; %48 = OpBitcast %half %47
; %49 = OpCompositeInsert %v3half %48 %45 1
; %50 = OpShiftRightLogical %ulong %40 %ulong_32
; %51 = OpUConvert %ushort %50
; %52 = OpBitcast %half %51
; %53 = OpCompositeInsert %v3half %52 %49 2
; %54 = OpBitcast %_ptr_CrossWorkgroup_v3half %q
; OpStore %54 %53 Aligned 2
; OpReturn
; OpFunctionEnd
; %bytes = OpFunction %void None %57
; %p_0 = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %x = OpFunctionParameter %uint
; %60 = OpLabel
; %62 = OpBitwiseAnd %uint %x %uint_16777215
; %64 = OpShiftRightLogical %uint %62 %uint_0
; %65 = OpUConvert %uchar %64
; %68 = OpCompositeInsert %v3uchar %65 %67 0
; %70 = OpShiftRightLogical %uint %62 %uint_8
; %71 = OpUConvert %uchar %70
; %72 = OpCompositeInsert %v3uchar %71 %68 1
; %74 = OpShiftRightLogical %uint %62 %uint_16
; %75 = OpUConvert %uchar %74
; %76 = OpCompositeInsert %v3uchar %75 %72 2
; %78 = OpBitcast %_ptr_CrossWorkgroup_v3uchar %p_0
; OpStore %78 %76 Aligned 1
; OpReturn
; OpFunctionEnd
