; Lines of the source, in two files, without sections of debug information.
; options: -g
; expect: .target sm_80
; expect: .visible .entry _Z4axpy6kernel(
; expect: .loc	1 7
; expect: ld.global
; expect: .loc	2 3
; expect: .loc	1 8
; expect: .file	1 "/src/axpy.cpp"
; expect: .file	2 "/src/twice.hpp"
; absent: .section
; absent: , debug
declare i64 @__spirv_BuiltInGlobalInvocationId(i32)
define float @twice(float %x) !dbg !7 {
  %y = fadd float %x, %x, !dbg !10
  ret float %y, !dbg !10
}
define spir_kernel void @_ZTS4axpy(ptr addrspace(1) %data) !dbg !6 {
  %i = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0), !dbg !8
  %p = getelementptr float, ptr addrspace(1) %data, i64 %i, !dbg !8
  %x = load float, ptr addrspace(1) %p, !dbg !8
  %y = call float @twice(float %x), !dbg !9
  store float %y, ptr addrspace(1) %p, !dbg !9
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "axpy.cpp", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!6 = distinct !DISubprogram(name: "axpy", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DIFile(filename: "twice.hpp", directory: "/src")
!7 = distinct !DISubprogram(name: "twice", file: !1, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 7, column: 13, scope: !6)
!9 = !DILocation(line: 8, column: 5, scope: !6)
!10 = !DILocation(line: 3, column: 12, scope: !11)
!11 = distinct !DILexicalBlockFile(scope: !7, file: !5, discriminator: 0)
