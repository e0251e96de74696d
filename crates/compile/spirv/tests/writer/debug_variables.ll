; Functions, types and variables of full debug information.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%"union.geo::either" = type { i32 }
%"struct.geo::node" = type <{ %"struct.geo::base", [4 x i8], ptr, ptr, i8, [3 x i8], [2 x [3 x i32]], [4 x i8] }>
%"struct.geo::base" = type { i32 }

$_ZN3geo5twiceIiEET_S1_ = comdat any

@__const.work.text = private unnamed_addr constant [4 x i8] c"abc\00", align 1

; Function Attrs: mustprogress
define dso_local i32 @work(ptr noundef nonnull align 8 dereferenceable(52) %0, i32 noundef %1, double noundef %2) #0 !dbg !16 {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca double, align 8
  %7 = alloca %"union.geo::either", align 4
  %8 = alloca <2 x i32>, align 8
  %9 = alloca [4 x i8], align 1
  %10 = alloca i8, align 1
  %11 = alloca ptr, align 8
  %12 = alloca i64, align 8
  %13 = alloca i32, align 4
  %14 = alloca i64, align 8
  store ptr %0, ptr %4, align 8, !tbaa !79
    #dbg_declare(ptr %4, !48, !DIExpression(), !83)
  store i32 %1, ptr %5, align 4, !tbaa !84
    #dbg_declare(ptr %5, !49, !DIExpression(), !86)
  store double %2, ptr %6, align 8, !tbaa !87
    #dbg_declare(ptr %6, !50, !DIExpression(), !89)
  call void @llvm.lifetime.start.p0(i64 4, ptr %7) #4, !dbg !90
    #dbg_declare(ptr %7, !51, !DIExpression(), !91)
  %15 = load ptr, ptr %4, align 8, !dbg !92, !tbaa !79
  %16 = getelementptr inbounds %"struct.geo::node", ptr %15, i32 0, i32 6, !dbg !93
  %17 = getelementptr inbounds [2 x [3 x i32]], ptr %16, i64 0, i64 1, !dbg !92
  %18 = getelementptr inbounds [3 x i32], ptr %17, i64 0, i64 2, !dbg !92
  %19 = load i32, ptr %18, align 4, !dbg !92, !tbaa !94
  store i32 %19, ptr %7, align 4, !dbg !96, !tbaa !97
  call void @llvm.lifetime.start.p0(i64 8, ptr %8) #4, !dbg !98
    #dbg_declare(ptr %8, !56, !DIExpression(), !99)
  store <2 x i32> <i32 1, i32 2>, ptr %8, align 8, !dbg !99, !tbaa !97
  call void @llvm.lifetime.start.p0(i64 4, ptr %9) #4, !dbg !100
    #dbg_declare(ptr %9, !60, !DIExpression(), !101)
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %9, ptr align 1 @__const.work.text, i64 4, i1 false), !dbg !101
  call void @llvm.lifetime.start.p0(i64 1, ptr %10) #4, !dbg !102
    #dbg_declare(ptr %10, !65, !DIExpression(), !103)
  %20 = load double, ptr %6, align 8, !dbg !104, !tbaa !87
  %21 = fcmp ogt double %20, 1.000000e+00, !dbg !105
  %22 = zext i1 %21 to i8, !dbg !103
  store i8 %22, ptr %10, align 1, !dbg !103, !tbaa !106
  call void @llvm.lifetime.start.p0(i64 8, ptr %11) #4, !dbg !108
    #dbg_declare(ptr %11, !67, !DIExpression(), !109)
  store ptr null, ptr %11, align 8, !dbg !109, !tbaa !79
  call void @llvm.lifetime.start.p0(i64 8, ptr %12) #4, !dbg !110
    #dbg_declare(ptr %12, !71, !DIExpression(), !111)
  store i64 0, ptr %12, align 8, !dbg !111, !tbaa !97
  call void @llvm.lifetime.start.p0(i64 4, ptr %13) #4, !dbg !112
    #dbg_declare(ptr %13, !73, !DIExpression(), !113)
  store i32 0, ptr %13, align 4, !dbg !113, !tbaa !94
  br label %23, !dbg !112

23:                                               ; preds = %37, %3
  %24 = load i32, ptr %13, align 4, !dbg !114, !tbaa !94
  %25 = icmp slt i32 %24, 3, !dbg !115
  br i1 %25, label %27, label %26, !dbg !116

26:                                               ; preds = %23
  call void @llvm.lifetime.end.p0(i64 4, ptr %13) #4, !dbg !117
  br label %40

27:                                               ; preds = %23
  call void @llvm.lifetime.start.p0(i64 8, ptr %14) #4, !dbg !118
    #dbg_declare(ptr %14, !75, !DIExpression(), !119)
  %28 = load i32, ptr %13, align 4, !dbg !120, !tbaa !94
  %29 = sext i32 %28 to i64, !dbg !120
  store i64 %29, ptr %14, align 8, !dbg !119, !tbaa !121
  %30 = load i32, ptr %13, align 4, !dbg !123, !tbaa !94
  %31 = call noundef i32 @_ZN3geo5twiceIiEET_S1_(i32 noundef %30) #5, !dbg !124
  %32 = load i64, ptr %14, align 8, !dbg !125, !tbaa !121
  %33 = trunc i64 %32 to i32, !dbg !125
  %34 = add nsw i32 %31, %33, !dbg !126
  %35 = load i32, ptr %7, align 4, !dbg !127, !tbaa !97
  %36 = add nsw i32 %35, %34, !dbg !127
  store i32 %36, ptr %7, align 4, !dbg !127, !tbaa !97
  call void @llvm.lifetime.end.p0(i64 8, ptr %14) #4, !dbg !128
  br label %37, !dbg !129

37:                                               ; preds = %27
  %38 = load i32, ptr %13, align 4, !dbg !130, !tbaa !94
  %39 = add nsw i32 %38, 1, !dbg !130
  store i32 %39, ptr %13, align 4, !dbg !130, !tbaa !94
  br label %23, !dbg !117, !llvm.loop !131

40:                                               ; preds = %26
  %41 = load i32, ptr %7, align 4, !dbg !134, !tbaa !97
  %42 = load <2 x i32>, ptr %8, align 8, !dbg !135
  %43 = extractelement <2 x i32> %42, i64 0, !dbg !135
  %44 = add nsw i32 %41, %43, !dbg !136
  %45 = getelementptr inbounds [4 x i8], ptr %9, i64 0, i64 0, !dbg !137
  %46 = load i8, ptr %45, align 1, !dbg !137, !tbaa !97
  %47 = sext i8 %46 to i32, !dbg !137
  %48 = add nsw i32 %44, %47, !dbg !138
  %49 = load i8, ptr %10, align 1, !dbg !139, !tbaa !106, !range !140, !noundef !141
  %50 = trunc i8 %49 to i1, !dbg !139
  %51 = zext i1 %50 to i32, !dbg !139
  %52 = add nsw i32 %48, %51, !dbg !142
  %53 = load i32, ptr %5, align 4, !dbg !143, !tbaa !84
  %54 = add nsw i32 %52, %53, !dbg !144
  call void @llvm.lifetime.end.p0(i64 8, ptr %12) #4, !dbg !145
  call void @llvm.lifetime.end.p0(i64 8, ptr %11) #4, !dbg !145
  call void @llvm.lifetime.end.p0(i64 1, ptr %10) #4, !dbg !145
  call void @llvm.lifetime.end.p0(i64 4, ptr %9) #4, !dbg !145
  call void @llvm.lifetime.end.p0(i64 8, ptr %8) #4, !dbg !145
  call void @llvm.lifetime.end.p0(i64 4, ptr %7) #4, !dbg !145
  ret i32 %54, !dbg !146
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

; Function Attrs: mustprogress nounwind
define linkonce_odr dso_local noundef i32 @_ZN3geo5twiceIiEET_S1_(i32 noundef %0) #3 comdat !dbg !147 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  store i32 %0, ptr %2, align 4, !tbaa !94
    #dbg_declare(ptr %2, !149, !DIExpression(), !153)
  call void @llvm.lifetime.start.p0(i64 4, ptr %3) #4, !dbg !154
    #dbg_declare(ptr %3, !150, !DIExpression(), !155)
  %4 = load i32, ptr %2, align 4, !dbg !156, !tbaa !94
  %5 = load i32, ptr %2, align 4, !dbg !157, !tbaa !94
  %6 = add nsw i32 %4, %5, !dbg !158
  store i32 %6, ptr %3, align 4, !dbg !155, !tbaa !94
  %7 = load i32, ptr %3, align 4, !dbg !159, !tbaa !94
  call void @llvm.lifetime.end.p0(i64 4, ptr %3) #4, !dbg !160
  ret i32 %7, !dbg !161
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

attributes #0 = { mustprogress "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nounwind "min-legal-vector-width"="0" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }
attributes #5 = { nobuiltin "no-builtins" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!10, !11, !12, !13, !14}
!llvm.ident = !{!15}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !2, retainedTypes: !9, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "v.cpp", directory: "/src", checksumkind: CSK_MD5, checksum: "787f9f30f5791fa1aeca854dfd7ec7ed")
!2 = !{!3}
!3 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "color", scope: !4, file: !1, line: 2, baseType: !5, size: 32, flags: DIFlagEnumClass, elements: !6, identifier: "_ZTSN3geo5colorE")
!4 = !DINamespace(name: "geo", scope: null)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{!7, !8}
!7 = !DIEnumerator(name: "red", value: 1)
!8 = !DIEnumerator(name: "blue", value: 5)
!9 = !{!5}
!10 = !{i32 7, !"Dwarf Version", i32 5}
!11 = !{i32 2, !"Debug Info Version", i32 3}
!12 = !{i32 1, !"wchar_size", i32 4}
!13 = !{i32 8, !"PIC Level", i32 2}
!14 = !{i32 7, !"PIE Level", i32 2}
!15 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!16 = distinct !DISubprogram(name: "work", scope: !1, file: !1, line: 17, type: !17, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !47)
!17 = !DISubroutineType(types: !18)
!18 = !{!5, !19, !3, !46}
!19 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !20, size: 64)
!20 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", scope: !4, file: !1, line: 4, size: 448, flags: DIFlagTypePassByValue, elements: !21, identifier: "_ZTSN3geo4nodeE")
!21 = !{!22, !26, !28, !32, !34, !35, !40, !41}
!22 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !20, baseType: !23, extraData: i32 0)
!23 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "base", scope: !4, file: !1, line: 3, size: 32, flags: DIFlagTypePassByValue, elements: !24, identifier: "_ZTSN3geo4baseE")
!24 = !{!25}
!25 = !DIDerivedType(tag: DW_TAG_member, name: "id", scope: !23, file: !1, line: 3, baseType: !5, size: 32)
!26 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !20, file: !1, line: 5, baseType: !27, size: 64, offset: 64)
!27 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64)
!28 = !DIDerivedType(tag: DW_TAG_member, name: "weights", scope: !20, file: !1, line: 6, baseType: !29, size: 64, offset: 128)
!29 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 64)
!30 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !31)
!31 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "flag", scope: !20, file: !1, line: 7, baseType: !33, size: 3, offset: 192, flags: DIFlagBitField, extraData: i64 192)
!33 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "rest", scope: !20, file: !1, line: 8, baseType: !33, size: 5, offset: 195, flags: DIFlagBitField, extraData: i64 192)
!35 = !DIDerivedType(tag: DW_TAG_member, name: "grid", scope: !20, file: !1, line: 9, baseType: !36, size: 192, offset: 224)
!36 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, size: 192, elements: !37)
!37 = !{!38, !39}
!38 = !DISubrange(count: 2)
!39 = !DISubrange(count: 3)
!40 = !DIDerivedType(tag: DW_TAG_variable, name: "count", scope: !20, file: !1, line: 10, baseType: !5, flags: DIFlagStaticMember)
!41 = !DISubprogram(name: "sum", linkageName: "_ZNK3geo4node3sumEv", scope: !20, file: !1, line: 11, type: !42, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!42 = !DISubroutineType(types: !43)
!43 = !{!5, !44}
!44 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !45, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!45 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !20)
!46 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!47 = !{!48, !49, !50, !51, !56, !60, !65, !67, !71, !73, !75}
!48 = !DILocalVariable(name: "n", arg: 1, scope: !16, file: !1, line: 17, type: !19)
!49 = !DILocalVariable(name: "c", arg: 2, scope: !16, file: !1, line: 17, type: !3)
!50 = !DILocalVariable(name: "d", arg: 3, scope: !16, file: !1, line: 17, type: !46)
!51 = !DILocalVariable(name: "e", scope: !16, file: !1, line: 18, type: !52)
!52 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "either", scope: !4, file: !1, line: 13, size: 32, flags: DIFlagTypePassByValue, elements: !53, identifier: "_ZTSN3geo6eitherE")
!53 = !{!54, !55}
!54 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !52, file: !1, line: 13, baseType: !5, size: 32)
!55 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !52, file: !1, line: 13, baseType: !31, size: 32)
!56 = !DILocalVariable(name: "p", scope: !16, file: !1, line: 20, type: !57)
!57 = !DIDerivedType(tag: DW_TAG_typedef, name: "pair", scope: !4, file: !1, line: 14, baseType: !58)
!58 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, size: 64, flags: DIFlagVector, elements: !59)
!59 = !{!38}
!60 = !DILocalVariable(name: "text", scope: !16, file: !1, line: 21, type: !61)
!61 = !DICompositeType(tag: DW_TAG_array_type, baseType: !62, size: 32, elements: !63)
!62 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!63 = !{!64}
!64 = !DISubrange(count: 4)
!65 = !DILocalVariable(name: "ok", scope: !16, file: !1, line: 22, type: !66)
!66 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!67 = !DILocalVariable(name: "fn", scope: !16, file: !1, line: 23, type: !68)
!68 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !69, size: 64)
!69 = !DISubroutineType(types: !70)
!70 = !{!5, !5}
!71 = !DILocalVariable(name: "member", scope: !16, file: !1, line: 24, type: !72)
!72 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !5, size: 64, extraData: !23)
!73 = !DILocalVariable(name: "i", scope: !74, file: !1, line: 25, type: !5)
!74 = distinct !DILexicalBlock(scope: !16, file: !1, line: 25, column: 3)
!75 = !DILocalVariable(name: "big", scope: !76, file: !1, line: 26, type: !78)
!76 = distinct !DILexicalBlock(scope: !77, file: !1, line: 25, column: 31)
!77 = distinct !DILexicalBlock(scope: !74, file: !1, line: 25, column: 3)
!78 = !DIBasicType(name: "unsigned long long", size: 64, encoding: DW_ATE_unsigned)
!79 = !{!80, !80, i64 0}
!80 = !{!"any pointer", !81, i64 0}
!81 = !{!"omnipotent char", !82, i64 0}
!82 = !{!"Simple C++ TBAA"}
!83 = !DILocation(line: 17, column: 32, scope: !16)
!84 = !{!85, !85, i64 0}
!85 = !{!"_ZTSN3geo5colorE", !81, i64 0}
!86 = !DILocation(line: 17, column: 46, scope: !16)
!87 = !{!88, !88, i64 0}
!88 = !{!"double", !81, i64 0}
!89 = !DILocation(line: 17, column: 56, scope: !16)
!90 = !DILocation(line: 18, column: 3, scope: !16)
!91 = !DILocation(line: 18, column: 15, scope: !16)
!92 = !DILocation(line: 19, column: 9, scope: !16)
!93 = !DILocation(line: 19, column: 11, scope: !16)
!94 = !{!95, !95, i64 0}
!95 = !{!"int", !81, i64 0}
!96 = !DILocation(line: 19, column: 7, scope: !16)
!97 = !{!81, !81, i64 0}
!98 = !DILocation(line: 20, column: 3, scope: !16)
!99 = !DILocation(line: 20, column: 13, scope: !16)
!100 = !DILocation(line: 21, column: 3, scope: !16)
!101 = !DILocation(line: 21, column: 8, scope: !16)
!102 = !DILocation(line: 22, column: 3, scope: !16)
!103 = !DILocation(line: 22, column: 8, scope: !16)
!104 = !DILocation(line: 22, column: 13, scope: !16)
!105 = !DILocation(line: 22, column: 15, scope: !16)
!106 = !{!107, !107, i64 0}
!107 = !{!"bool", !81, i64 0}
!108 = !DILocation(line: 23, column: 3, scope: !16)
!109 = !DILocation(line: 23, column: 9, scope: !16)
!110 = !DILocation(line: 24, column: 3, scope: !16)
!111 = !DILocation(line: 24, column: 19, scope: !16)
!112 = !DILocation(line: 25, column: 8, scope: !74)
!113 = !DILocation(line: 25, column: 12, scope: !74)
!114 = !DILocation(line: 25, column: 19, scope: !77)
!115 = !DILocation(line: 25, column: 21, scope: !77)
!116 = !DILocation(line: 25, column: 3, scope: !74)
!117 = !DILocation(line: 25, column: 3, scope: !77)
!118 = !DILocation(line: 26, column: 5, scope: !76)
!119 = !DILocation(line: 26, column: 24, scope: !76)
!120 = !DILocation(line: 26, column: 30, scope: !76)
!121 = !{!122, !122, i64 0}
!122 = !{!"long long", !81, i64 0}
!123 = !DILocation(line: 27, column: 23, scope: !76)
!124 = !DILocation(line: 27, column: 12, scope: !76)
!125 = !DILocation(line: 27, column: 33, scope: !76)
!126 = !DILocation(line: 27, column: 26, scope: !76)
!127 = !DILocation(line: 27, column: 9, scope: !76)
!128 = !DILocation(line: 28, column: 3, scope: !77)
!129 = !DILocation(line: 28, column: 3, scope: !76)
!130 = !DILocation(line: 25, column: 26, scope: !77)
!131 = distinct !{!131, !116, !132, !133}
!132 = !DILocation(line: 28, column: 3, scope: !74)
!133 = !{!"llvm.loop.mustprogress"}
!134 = !DILocation(line: 29, column: 12, scope: !16)
!135 = !DILocation(line: 29, column: 16, scope: !16)
!136 = !DILocation(line: 29, column: 14, scope: !16)
!137 = !DILocation(line: 29, column: 22, scope: !16)
!138 = !DILocation(line: 29, column: 20, scope: !16)
!139 = !DILocation(line: 29, column: 32, scope: !16)
!140 = !{i8 0, i8 2}
!141 = !{}
!142 = !DILocation(line: 29, column: 30, scope: !16)
!143 = !DILocation(line: 29, column: 42, scope: !16)
!144 = !DILocation(line: 29, column: 35, scope: !16)
!145 = !DILocation(line: 30, column: 1, scope: !16)
!146 = !DILocation(line: 29, column: 3, scope: !16)
!147 = distinct !DISubprogram(name: "twice<int>", linkageName: "_ZN3geo5twiceIiEET_S1_", scope: !4, file: !1, line: 15, type: !69, scopeLine: 15, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, templateParams: !151, retainedNodes: !148)
!148 = !{!149, !150}
!149 = !DILocalVariable(name: "x", arg: 1, scope: !147, file: !1, line: 15, type: !5)
!150 = !DILocalVariable(name: "y", scope: !147, file: !1, line: 15, type: !5)
!151 = !{!152}
!152 = !DITemplateTypeParameter(name: "T", type: !5)
!153 = !DILocation(line: 15, column: 30, scope: !147)
!154 = !DILocation(line: 15, column: 35, scope: !147)
!155 = !DILocation(line: 15, column: 37, scope: !147)
!156 = !DILocation(line: 15, column: 41, scope: !147)
!157 = !DILocation(line: 15, column: 45, scope: !147)
!158 = !DILocation(line: 15, column: 43, scope: !147)
!159 = !DILocation(line: 15, column: 55, scope: !147)
!160 = !DILocation(line: 15, column: 58, scope: !147)
!161 = !DILocation(line: 15, column: 48, scope: !147)
; ==== expected ====
; OpCapability Addresses
; OpCapability Linkage
; OpCapability Kernel
; OpCapability Float64
; OpCapability Int64
; OpCapability GenericPointer
; OpCapability Int8
; %5 = OpExtInstImport "OpenCL.DebugInfo.100"
; OpMemoryModel Physical64 OpenCL
; OpSource OpenCL_CPP 100000
; %2 = OpString "/src/v.cpp"
; %7 = OpString "int"
; %18 = OpString "node"
; %19 = OpString ""
; %21 = OpString "geo"
; %27 = OpString "base"
; %30 = OpString "id"
; %33 = OpString "next"
; %34 = OpString "float"
; %39 = OpString "weights"
; %40 = OpString "unsigned int"
; %44 = OpString "flag"
; %47 = OpString "rest"
; %52 = OpString "grid"
; %54 = OpString "color"
; %56 = OpString "red"
; %57 = OpString "blue"
; %59 = OpString "double"
; %63 = OpString "work"
; %80 = OpString "n"
; %86 = OpString "c"
; %91 = OpString "d"
; %97 = OpString "e"
; %101 = OpString "either"
; %102 = OpString "i"
; %103 = OpString "f"
; %109 = OpString "p"
; %110 = OpString "pair"
; %119 = OpString "text"
; %120 = OpString "char"
; %129 = OpString "ok"
; %130 = OpString "bool"
; %135 = OpString "fn"
; %142 = OpString "member"
; %153 = OpString "big"
; %154 = OpString "unsigned long long"
; %236 = OpString "twice<int>"
; %237 = OpString "_ZN3geo5twiceIiEET_S1_"
; %243 = OpString "x"
; %247 = OpString "y"
; OpName %work "work"
; OpName %union_geo__either "union.geo::either"
; OpName %struct_geo__base "struct.geo::base"
; OpName %struct_geo__node "struct.geo::node"
; OpName %__const_work_text "__const.work.text"
; OpName %_ZN3geo5twiceIiEET_S1_ "_ZN3geo5twiceIiEET_S1_"
; OpDecorate %69 Alignment 8
; OpDecorate %79 Alignment 8
; OpDecorate %85 Alignment 4
; OpDecorate %90 Alignment 8
; OpDecorate %96 Alignment 4
; OpDecorate %108 Alignment 8
; OpDecorate %118 Alignment 1
; OpDecorate %128 Alignment 1
; OpDecorate %134 Alignment 8
; OpDecorate %141 Alignment 8
; OpDecorate %146 Alignment 4
; OpDecorate %150 Alignment 8
; OpDecorate %struct_geo__node CPacked
; OpDecorate %__const_work_text Constant
; OpDecorate %__const_work_text Alignment 1
; OpDecorate %211 NoSignedWrap
; OpDecorate %214 NoSignedWrap
; OpDecorate %217 NoSignedWrap
; OpDecorate %223 NoSignedWrap
; OpDecorate %227 NoSignedWrap
; OpDecorate %233 NoSignedWrap
; OpDecorate %235 NoSignedWrap
; OpDecorate %work LinkageAttributes "work" Export
; OpDecorate %242 Alignment 4
; OpDecorate %246 Alignment 4
; OpDecorate %253 NoSignedWrap
; %void = OpTypeVoid
; %uint = OpTypeInt 32 0
; %uint_32 = OpConstant %uint 32
; %ulong = OpTypeInt 64 0
; %ulong_448 = OpConstant %ulong 448
; %ulong_32 = OpConstant %ulong 32
; %ulong_0 = OpConstant %ulong 0
; %ulong_64 = OpConstant %ulong 64
; %ulong_128 = OpConstant %ulong 128
; %ulong_192 = OpConstant %ulong 192
; %ulong_3 = OpConstant %ulong 3
; %ulong_195 = OpConstant %ulong 195
; %ulong_5 = OpConstant %ulong 5
; %uint_2 = OpConstant %uint 2
; %uint_3 = OpConstant %uint 3
; %ulong_224 = OpConstant %ulong 224
; %ulong_1 = OpConstant %ulong 1
; %uint_64 = OpConstant %uint 64
; %uchar = OpTypeInt 8 0
; %_ptr_Generic_uchar = OpTypePointer Generic %uchar
; %double = OpTypeFloat 64
; %68 = OpTypeFunction %uint %_ptr_Generic_uchar %uint %double
; %_ptr_Function__ptr_Generic_uchar = OpTypePointer Function %_ptr_Generic_uchar
; %_ptr_Function_uint = OpTypePointer Function %uint
; %_ptr_Function_double = OpTypePointer Function %double
; %union_geo__either = OpTypeStruct %uint
; %_ptr_Function_union_geo__either = OpTypePointer Function %union_geo__either
; %v2uint = OpTypeVector %uint 2
; %_ptr_Function_v2uint = OpTypePointer Function %v2uint
; %ulong_4 = OpConstant %ulong 4
; %_arr_uchar_ulong_4 = OpTypeArray %uchar %ulong_4
; %_ptr_Function__arr_uchar_ulong_4 = OpTypePointer Function %_arr_uchar_ulong_4
; %uint_8 = OpConstant %uint 8
; %uint_4 = OpConstant %uint 4
; %_ptr_Function_uchar = OpTypePointer Function %uchar
; %_ptr_Function_ulong = OpTypePointer Function %ulong
; %struct_geo__base = OpTypeStruct %uint
; %_arr_uchar_ulong_3 = OpTypeArray %uchar %ulong_3
; %_arr_uint_ulong_3 = OpTypeArray %uint %ulong_3
; %ulong_2 = OpConstant %ulong 2
; %_arr__arr_uint_ulong_3_ulong_2 = OpTypeArray %_arr_uint_ulong_3 %ulong_2
; %struct_geo__node = OpTypeStruct %struct_geo__base %_arr_uchar_ulong_4 %_ptr_Generic_uchar %_ptr_Generic_uchar %uchar %_arr_uchar_ulong_3 %_arr__arr_uint_ulong_3_ulong_2 %_arr_uchar_ulong_4
; %_ptr_Generic_struct_geo__node = OpTypePointer Generic %struct_geo__node
; %uint_6 = OpConstant %uint 6
; %_ptr_Generic__arr__arr_uint_ulong_3_ulong_2 = OpTypePointer Generic %_arr__arr_uint_ulong_3_ulong_2
; %_ptr_Generic__arr_uint_ulong_3 = OpTypePointer Generic %_arr_uint_ulong_3
; %_ptr_Generic_uint = OpTypePointer Generic %uint
; %uint_1 = OpConstant %uint 1
; %178 = OpConstantComposite %v2uint %uint_1 %uint_2
; %_ptr_CrossWorkgroup__arr_uchar_ulong_4 = OpTypePointer CrossWorkgroup %_arr_uchar_ulong_4
; %uchar_97 = OpConstant %uchar 97
; %uchar_98 = OpConstant %uchar 98
; %uchar_99 = OpConstant %uchar 99
; %uchar_0 = OpConstant %uchar 0
; %185 = OpConstantComposite %_arr_uchar_ulong_4 %uchar_97 %uchar_98 %uchar_99 %uchar_0
; %__const_work_text = OpVariable %_ptr_CrossWorkgroup__arr_uchar_ulong_4 CrossWorkgroup %185
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %bool = OpTypeBool
; %double_1 = OpConstant %double 1
; %uchar_1 = OpConstant %uchar 1
; %194 = OpConstantNull %uchar
; %196 = OpConstantNull %_ptr_Generic_uchar
; %uint_0 = OpConstant %uint 0
; %231 = OpConstantNull %uint
; %239 = OpTypeFunction %uint %uint
; %3 = OpExtInst %void %5 DebugSource %2
; %6 = OpExtInst %void %5 DebugCompilationUnit 65536 4 %3 OpenCL_CPP
; %10 = OpExtInst %void %5 DebugTypeBasic %7 %uint_32 Signed
; %20 = OpExtInst %void %5 DebugSource %19
; %22 = OpExtInst %void %5 DebugLexicalBlock %3 4 0 %6 %21
; %11 = OpExtInst %void %5 DebugTypeComposite %18 Structure %3 4 0 %22 %18 %ulong_448 None %12 %13 %14 %15 %16 %17
; %25 = OpExtInst %void %5 DebugTypeComposite %27 Structure %3 3 0 %22 %27 %ulong_32 None %26
; %26 = OpExtInst %void %5 DebugTypeMember %30 %10 %3 3 0 %25 %ulong_0 %ulong_32 None
; %12 = OpExtInst %void %5 DebugTypeInheritance %11 %25 %ulong_0 %ulong_32 None
; %31 = OpExtInst %void %5 DebugTypePointer %11 Generic None
; %13 = OpExtInst %void %5 DebugTypeMember %33 %31 %3 5 0 %11 %ulong_64 %ulong_64 None
; %35 = OpExtInst %void %5 DebugTypeBasic %34 %uint_32 Float
; %36 = OpExtInst %void %5 DebugTypeQualifier %35 ConstType
; %37 = OpExtInst %void %5 DebugTypePointer %36 Generic None
; %14 = OpExtInst %void %5 DebugTypeMember %39 %37 %3 6 0 %11 %ulong_128 %ulong_64 None
; %41 = OpExtInst %void %5 DebugTypeBasic %40 %uint_32 Unsigned
; %15 = OpExtInst %void %5 DebugTypeMember %44 %41 %3 7 0 %11 %ulong_192 %ulong_3 None
; %16 = OpExtInst %void %5 DebugTypeMember %47 %41 %3 8 0 %11 %ulong_195 %ulong_5 None
; %50 = OpExtInst %void %5 DebugTypeArray %10 %uint_2 %uint_3
; %17 = OpExtInst %void %5 DebugTypeMember %52 %50 %3 9 0 %11 %ulong_224 %ulong_192 None
; %53 = OpExtInst %void %5 DebugTypePointer %11 Generic FlagLValueReference
; %58 = OpExtInst %void %5 DebugTypeEnum %54 %10 %3 2 0 %22 %uint_32 None %ulong_1 %56 %ulong_5 %57
; %61 = OpExtInst %void %5 DebugTypeBasic %59 %uint_64 Float
; %62 = OpExtInst %void %5 DebugTypeFunction None %10 %53 %58 %61
; %64 = OpExtInst %void %5 DebugFunction %63 %62 %3 17 0 %6 %19 FlagIsDefinition 17 %work
; %81 = OpExtInst %void %5 DebugLocalVariable %80 %53 %3 17 0 %64 None 1
; %82 = OpExtInst %void %5 DebugExpression
; %87 = OpExtInst %void %5 DebugLocalVariable %86 %58 %3 17 0 %64 None 2
; %92 = OpExtInst %void %5 DebugLocalVariable %91 %61 %3 17 0 %64 None 3
; %98 = OpExtInst %void %5 DebugTypeComposite %101 Union %3 13 0 %22 %101 %ulong_32 None %99 %100
; %99 = OpExtInst %void %5 DebugTypeMember %102 %10 %3 13 0 %98 %ulong_0 %ulong_32 None
; %100 = OpExtInst %void %5 DebugTypeMember %103 %35 %3 13 0 %98 %ulong_0 %ulong_32 None
; %104 = OpExtInst %void %5 DebugLocalVariable %97 %98 %3 18 0 %64 None
; %111 = OpExtInst %void %5 DebugTypeVector %10 2
; %112 = OpExtInst %void %5 DebugTypedef %110 %111 %3 14 0 %22
; %113 = OpExtInst %void %5 DebugLocalVariable %109 %112 %3 20 0 %64 None
; %122 = OpExtInst %void %5 DebugTypeBasic %120 %uint_8 SignedChar
; %124 = OpExtInst %void %5 DebugTypeArray %122 %uint_4
; %125 = OpExtInst %void %5 DebugLocalVariable %119 %124 %3 21 0 %64 None
; %131 = OpExtInst %void %5 DebugTypeBasic %130 %uint_8 Boolean
; %132 = OpExtInst %void %5 DebugLocalVariable %129 %131 %3 22 0 %64 None
; %136 = OpExtInst %void %5 DebugTypeFunction None %10 %10
; %137 = OpExtInst %void %5 DebugTypePointer %136 Generic None
; %138 = OpExtInst %void %5 DebugLocalVariable %135 %137 %3 23 0 %64 None
; %143 = OpExtInst %void %5 DebugTypeBasic %19 %uint_64 Unsigned
; %144 = OpExtInst %void %5 DebugLocalVariable %142 %143 %3 24 0 %64 None
; %147 = OpExtInst %void %5 DebugLexicalBlock %3 25 0 %64
; %148 = OpExtInst %void %5 DebugLocalVariable %102 %10 %3 25 0 %147 None
; %151 = OpExtInst %void %5 DebugLexicalBlock %3 25 0 %147
; %152 = OpExtInst %void %5 DebugLexicalBlock %3 25 0 %151
; %155 = OpExtInst %void %5 DebugTypeBasic %154 %uint_64 Unsigned
; %156 = OpExtInst %void %5 DebugLocalVariable %153 %155 %3 26 0 %152 None
; %238 = OpExtInst %void %5 DebugFunction %236 %136 %3 15 0 %22 %237 FlagIsDefinition 15 %_ZN3geo5twiceIiEET_S1_
; %244 = OpExtInst %void %5 DebugLocalVariable %243 %10 %3 15 0 %238 None 1
; %248 = OpExtInst %void %5 DebugLocalVariable %247 %10 %3 15 0 %238 None
; OpLine %2 17 0
; %work = OpFunction %uint None %68
; %69 = OpFunctionParameter %_ptr_Generic_uchar
; %70 = OpFunctionParameter %uint
; %71 = OpFunctionParameter %double
; %72 = OpLabel
; %79 = OpVariable %_ptr_Function__ptr_Generic_uchar Function
; %85 = OpVariable %_ptr_Function_uint Function
; %90 = OpVariable %_ptr_Function_double Function
; %96 = OpVariable %_ptr_Function_union_geo__either Function
; %108 = OpVariable %_ptr_Function_v2uint Function
; %118 = OpVariable %_ptr_Function__arr_uchar_ulong_4 Function
; %128 = OpVariable %_ptr_Function_uchar Function
; %134 = OpVariable %_ptr_Function__ptr_Generic_uchar Function
; %141 = OpVariable %_ptr_Function_ulong Function
; %146 = OpVariable %_ptr_Function_uint Function
; %150 = OpVariable %_ptr_Function_ulong Function
; %83 = OpExtInst %void %5 DebugDeclare %81 %79 %82
; %88 = OpExtInst %void %5 DebugDeclare %87 %85 %82
; %93 = OpExtInst %void %5 DebugDeclare %92 %90 %82
; %105 = OpExtInst %void %5 DebugDeclare %104 %96 %82
; %114 = OpExtInst %void %5 DebugDeclare %113 %108 %82
; %126 = OpExtInst %void %5 DebugDeclare %125 %118 %82
; %133 = OpExtInst %void %5 DebugDeclare %132 %128 %82
; %139 = OpExtInst %void %5 DebugDeclare %138 %134 %82
; %145 = OpExtInst %void %5 DebugDeclare %144 %141 %82
; %149 = OpExtInst %void %5 DebugDeclare %148 %146 %82
; %157 = OpExtInst %void %5 DebugDeclare %156 %150 %82
; OpStore %79 %69 Aligned 8
; OpStore %85 %70 Aligned 4
; OpStore %90 %71 Aligned 8
; %158 = OpExtInst %void %5 DebugScope %64
; OpLine %2 19 9
; %159 = OpLoad %_ptr_Generic_uchar %79 Aligned 8
; OpLine %2 19 11
; %167 = OpBitcast %_ptr_Generic_struct_geo__node %159
; %170 = OpInBoundsPtrAccessChain %_ptr_Generic__arr__arr_uint_ulong_3_ulong_2 %167 %ulong_0 %uint_6
; OpLine %2 19 9
; %172 = OpInBoundsPtrAccessChain %_ptr_Generic__arr_uint_ulong_3 %170 %ulong_0 %ulong_1
; %174 = OpInBoundsPtrAccessChain %_ptr_Generic_uint %172 %ulong_0 %ulong_2
; %175 = OpLoad %uint %174 Aligned 4
; OpLine %2 19 7
; %176 = OpBitcast %_ptr_Function_uint %96
; OpStore %176 %175 Aligned 4
; OpLine %2 20 13
; OpStore %108 %178 Aligned 8
; OpLine %2 21 8
; %179 = OpBitcast %_ptr_Function_uchar %118
; %188 = OpBitcast %_ptr_CrossWorkgroup_uchar %__const_work_text
; OpCopyMemorySized %179 %188 %ulong_4 Aligned 1
; OpLine %2 22 13
; %189 = OpLoad %double %90 Aligned 8
; OpLine %2 22 15
; %192 = OpFOrdGreaterThan %bool %189 %double_1
; OpLine %2 22 8
; %195 = OpSelect %uchar %192 %uchar_1 %194
; OpStore %128 %195 Aligned 1
; OpLine %2 23 9
; OpStore %134 %196 Aligned 8
; OpLine %2 24 19
; OpStore %141 %ulong_0 Aligned 8
; %197 = OpExtInst %void %5 DebugScope %147
; OpLine %2 25 12
; OpStore %146 %uint_0 Aligned 4
; OpLine %2 25 8
; OpBranch %73
; %73 = OpLabel
; %199 = OpExtInst %void %5 DebugScope %151
; OpLine %2 25 19
; %200 = OpLoad %uint %146 Aligned 4
; OpLine %2 25 21
; %201 = OpSLessThan %bool %200 %uint_3
; %202 = OpExtInst %void %5 DebugScope %147
; OpLine %2 25 3
; OpBranchConditional %201 %74 %76
; %74 = OpLabel
; %203 = OpExtInst %void %5 DebugScope %152
; OpLine %2 26 30
; %204 = OpLoad %uint %146 Aligned 4
; %205 = OpSConvert %ulong %204
; OpLine %2 26 24
; OpStore %150 %205 Aligned 8
; OpLine %2 27 23
; %206 = OpLoad %uint %146 Aligned 4
; OpLine %2 27 12
; %208 = OpFunctionCall %uint %_ZN3geo5twiceIiEET_S1_ %206
; OpLine %2 27 33
; %209 = OpLoad %ulong %150 Aligned 8
; %210 = OpUConvert %uint %209
; OpLine %2 27 26
; %211 = OpIAdd %uint %208 %210
; OpLine %2 27 9
; %212 = OpBitcast %_ptr_Function_uint %96
; %213 = OpLoad %uint %212 Aligned 4
; %214 = OpIAdd %uint %213 %211
; OpStore %212 %214 Aligned 4
; OpLine %2 28 3
; OpBranch %75
; %75 = OpLabel
; %215 = OpExtInst %void %5 DebugScope %151
; OpLine %2 25 26
; %216 = OpLoad %uint %146 Aligned 4
; %217 = OpIAdd %uint %216 %uint_1
; OpStore %146 %217 Aligned 4
; OpLine %2 25 3
; OpBranch %73
; %76 = OpLabel
; OpBranch %77
; %77 = OpLabel
; %218 = OpExtInst %void %5 DebugScope %64
; OpLine %2 29 12
; %219 = OpBitcast %_ptr_Function_uint %96
; %220 = OpLoad %uint %219 Aligned 4
; OpLine %2 29 16
; %221 = OpLoad %v2uint %108 Aligned 8
; %222 = OpCompositeExtract %uint %221 0
; OpLine %2 29 14
; %223 = OpIAdd %uint %220 %222
; OpLine %2 29 22
; %224 = OpBitcast %_ptr_Function_uchar %118
; %225 = OpLoad %uchar %224 Aligned 1
; %226 = OpSConvert %uint %225
; OpLine %2 29 20
; %227 = OpIAdd %uint %223 %226
; OpLine %2 29 32
; %228 = OpLoad %uchar %128 Aligned 1
; %229 = OpBitwiseAnd %uchar %228 %uchar_1
; %230 = OpINotEqual %bool %229 %194
; %232 = OpSelect %uint %230 %uint_1 %231
; OpLine %2 29 30
; %233 = OpIAdd %uint %227 %232
; OpLine %2 29 42
; %234 = OpLoad %uint %85 Aligned 4
; OpLine %2 29 35
; %235 = OpIAdd %uint %233 %234
; OpLine %2 29 3
; OpReturnValue %235
; OpFunctionEnd
; OpLine %2 15 0
; %_ZN3geo5twiceIiEET_S1_ = OpFunction %uint None %239
; %240 = OpFunctionParameter %uint
; %241 = OpLabel
; %242 = OpVariable %_ptr_Function_uint Function
; %246 = OpVariable %_ptr_Function_uint Function
; %245 = OpExtInst %void %5 DebugDeclare %244 %242 %82
; %249 = OpExtInst %void %5 DebugDeclare %248 %246 %82
; OpStore %242 %240 Aligned 4
; %250 = OpExtInst %void %5 DebugScope %238
; OpLine %2 15 41
; %251 = OpLoad %uint %242 Aligned 4
; OpLine %2 15 45
; %252 = OpLoad %uint %242 Aligned 4
; OpLine %2 15 43
; %253 = OpIAdd %uint %251 %252
; OpLine %2 15 37
; OpStore %246 %253 Aligned 4
; OpLine %2 15 55
; %254 = OpLoad %uint %246 Aligned 4
; OpLine %2 15 48
; OpReturnValue %254
; OpFunctionEnd
