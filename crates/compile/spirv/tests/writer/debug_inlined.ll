; Code that was inlined, of a function that is gone and of one that is not, keeps its calls where variables are
; described.
target triple = "spir64-unknown-unknown"

define spir_kernel void @kernel(ptr addrspace(1) %out, i32 %x) !dbg !4 {
  %local = alloca i32, align 4
    #dbg_declare(ptr %local, !8, !DIExpression(), !10)
  store i32 %x, ptr %local, align 4, !dbg !10
  %square = mul i32 %x, %x, !dbg !14
  %twice = add i32 %square, %square, !dbg !16
  store i32 %twice, ptr addrspace(1) %out, align 4, !dbg !19
  ret void, !dbg !20
}

define spir_func i32 @twice(i32 %x) !dbg !17 {
  %twice = add i32 %x, %x, !dbg !21
  ret i32 %twice, !dbg !21
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "test", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "kernel.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !22)
!4 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 20, type: !3, scopeLine: 20, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !DIFile(filename: "header.hpp", directory: "/src")
!7 = distinct !DISubprogram(name: "square", linkageName: "_Z6squarei", scope: !6, file: !6, line: 3, type: !3, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!8 = !DILocalVariable(name: "local", scope: !9, file: !1, line: 21, type: !5)
!9 = distinct !DILexicalBlock(scope: !4, file: !1, line: 21, column: 3)
!10 = !DILocation(line: 21, column: 7, scope: !9)
; `square`, called in a block of `middle`, which is called in the kernel.
!11 = distinct !DISubprogram(name: "middle", scope: !6, file: !6, line: 8, type: !3, scopeLine: 8, spFlags: DISPFlagDefinition, unit: !0)
!12 = distinct !DILexicalBlock(scope: !11, file: !6, line: 9, column: 3)
!13 = distinct !DILocation(line: 10, column: 5, scope: !12, inlinedAt: !15)
!14 = !DILocation(line: 4, column: 12, scope: !7, inlinedAt: !13)
!15 = distinct !DILocation(line: 22, column: 9, scope: !9)
!16 = !DILocation(line: 15, column: 5, scope: !17, inlinedAt: !18)
!17 = distinct !DISubprogram(name: "twice", scope: !1, file: !1, line: 14, type: !3, scopeLine: 14, spFlags: DISPFlagDefinition, unit: !0)
!18 = distinct !DILocation(line: 23, column: 11, scope: !9)
!19 = !DILocation(line: 23, column: 9, scope: !9)
!20 = !DILocation(line: 25, column: 1, scope: !4)
!21 = !DILocation(line: 15, column: 5, scope: !17)
!22 = !{null}
; ==== expected ====
; OpCapability Addresses
; OpCapability Linkage
; OpCapability Kernel
; OpCapability Int8
; %5 = OpExtInstImport "OpenCL.DebugInfo.100"
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %kernel "kernel"
; OpSource OpenCL_CPP 100000
; %2 = OpString "/src/kernel.cpp"
; %8 = OpString "kernel"
; %9 = OpString ""
; %21 = OpString "local"
; %22 = OpString "int"
; %29 = OpString "/src/header.hpp"
; %31 = OpString "square"
; %32 = OpString "_Z6squarei"
; %35 = OpString "middle"
; %42 = OpString "twice"
; OpName %kernel "kernel"
; OpName %out "out"
; OpName %x "x"
; OpName %twice "twice"
; OpName %x_0 "x"
; OpDecorate %19 Alignment 4
; OpDecorate %twice LinkageAttributes "twice" Export
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %uint = OpTypeInt 32 0
; %14 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %uint
; %_ptr_Function_uint = OpTypePointer Function %uint
; %uint_32 = OpConstant %uint 32
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %52 = OpTypeFunction %uint %uint
; %3 = OpExtInst %void %5 DebugSource %2
; %6 = OpExtInst %void %5 DebugCompilationUnit 65536 4 %3 OpenCL_CPP
; %7 = OpExtInst %void %5 DebugTypeFunction None %void
; %10 = OpExtInst %void %5 DebugFunction %8 %7 %3 20 0 %6 %9 FlagIsDefinition 20 %kernel
; %20 = OpExtInst %void %5 DebugLexicalBlock %3 21 0 %10
; %24 = OpExtInst %void %5 DebugTypeBasic %22 %uint_32 Signed
; %25 = OpExtInst %void %5 DebugLocalVariable %21 %24 %3 21 0 %20 None
; %26 = OpExtInst %void %5 DebugExpression
; %30 = OpExtInst %void %5 DebugSource %29
; %33 = OpExtInst %void %5 DebugInfoNone
; %34 = OpExtInst %void %5 DebugFunction %31 %7 %30 3 0 %6 %32 FlagIsDefinition 3 %33
; %36 = OpExtInst %void %5 DebugFunction %35 %7 %30 8 0 %6 %9 FlagIsDefinition 8 %33
; %37 = OpExtInst %void %5 DebugLexicalBlock %30 9 0 %36
; %38 = OpExtInst %void %5 DebugInlinedAt 22 %20
; %39 = OpExtInst %void %5 DebugInlinedAt 10 %37 %38
; %44 = OpExtInst %void %5 DebugFunction %42 %7 %3 14 0 %6 %9 FlagIsDefinition 14 %twice
; %45 = OpExtInst %void %5 DebugInlinedAt 23 %20
; OpLine %2 20 0
; %kernel = OpFunction %void None %14
; %out = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %x = OpFunctionParameter %uint
; %17 = OpLabel
; %19 = OpVariable %_ptr_Function_uint Function
; %27 = OpExtInst %void %5 DebugDeclare %25 %19 %26
; %28 = OpExtInst %void %5 DebugScope %20
; OpLine %2 21 7
; OpStore %19 %x Aligned 4
; %40 = OpExtInst %void %5 DebugScope %34 %39
; OpLine %29 4 12
; %41 = OpIMul %uint %x %x
; %46 = OpExtInst %void %5 DebugScope %44 %45
; OpLine %2 15 5
; %47 = OpIAdd %uint %41 %41
; %48 = OpExtInst %void %5 DebugScope %20
; OpLine %2 23 9
; %50 = OpBitcast %_ptr_CrossWorkgroup_uint %out
; OpStore %50 %47 Aligned 4
; %51 = OpExtInst %void %5 DebugScope %10
; OpLine %2 25 1
; OpReturn
; OpFunctionEnd
; OpLine %2 14 0
; %twice = OpFunction %uint None %52
; %x_0 = OpFunctionParameter %uint
; %54 = OpLabel
; %55 = OpExtInst %void %5 DebugScope %44
; OpLine %2 15 5
; %56 = OpIAdd %uint %x_0 %x_0
; OpReturnValue %56
; OpFunctionEnd
