; Lines, the innermost one of inlined code, and code without any.

define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) !dbg !4 {
  %a = add i32 %x, 1, !dbg !8
  %b = mul i32 %a, 3, !dbg !8
  %c = sub i32 %b, %x, !dbg !9
  store i32 %c, ptr addrspace(1) %p, !dbg !11
  %d = xor i32 %c, 5
  store i32 %d, ptr addrspace(1) %p, !dbg !12
  ret void, !dbg !13
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "src/app.cpp", directory: "/home/user")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 5}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 3, type: !5, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = distinct !DISubprogram(name: "inlined", scope: !10, file: !10, line: 20, type: !5, scopeLine: 20, spFlags: DISPFlagDefinition, unit: !0)
!8 = !DILocation(line: 4, column: 12, scope: !4)
!9 = !DILocation(line: 21, column: 7, scope: !7, inlinedAt: !8)
!10 = !DIFile(filename: "/usr/include/lib.h", directory: "")
!11 = !DILocation(line: 5, column: 3, scope: !4)
!12 = !DILocation(line: 0, scope: !4)
!13 = !DILocation(line: 6, column: 1, scope: !4)
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpSource OpenCL_CPP 100000
; %2 = OpString "/home/user/src/app.cpp"
; %15 = OpString "/usr/include/lib.h"
; OpName %k "k"
; OpName %p "p"
; OpName %x "x"
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %uint = OpTypeInt 32 0
; %7 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %uint
; %uint_1 = OpConstant %uint 1
; %uint_3 = OpConstant %uint 3
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %uint_5 = OpConstant %uint 5
; OpLine %2 3 0
; %k = OpFunction %void None %7
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %x = OpFunctionParameter %uint
; %10 = OpLabel
; OpLine %2 4 12
; %12 = OpIAdd %uint %x %uint_1
; %14 = OpIMul %uint %12 %uint_3
; OpLine %15 21 7
; %16 = OpISub %uint %14 %x
; OpLine %2 5 3
; %18 = OpBitcast %_ptr_CrossWorkgroup_uint %p
; OpStore %18 %16 Aligned 4
; OpNoLine
; %20 = OpBitwiseXor %uint %16 %uint_5
; OpStore %18 %20 Aligned 4
; OpLine %2 6 1
; OpReturn
; OpFunctionEnd
