; Calls through pointers are refused, with the place in the source.

define spir_kernel void @k(ptr addrspace(1) %p) !dbg !4 {
  %f = load ptr, ptr addrspace(1) %p
  call void %f(), !dbg !8
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "clang", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "app.cpp", directory: "/home/user")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 3, type: !5, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!8 = !DILocation(line: 4, column: 12, scope: !4)
; ==== expected ====
; error: app.cpp:4:12: in `k`: `call void %f(), !dbg !6`: indirect calls and inline assembly have no SPIR-V counterpart
