%struct.anon = type { i8, double, [3 x i16] }
%struct.P = type <{ i8, i32 }>

@table = addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
@nested = internal addrspace(2) constant %struct.anon { i8 97, double 2.500000e+00, [3 x i16] [i16 1, i16 2, i16 3] }, align 8

; Function Attrs: convergent nounwind
define spir_func i32 @_Z4picki(i32 %0) #0 !dbg !4 {
  switch i32 %0, label %4 [
    i32 0, label %9
    i32 1, label %2
    i32 5, label %3
  ], !dbg !7

2:                                                ; preds = %1
  br label %9, !dbg !8

3:                                                ; preds = %1
  br label %9, !dbg !9

4:                                                ; preds = %1
  %5 = and i32 %0, 3, !dbg !10
  %6 = zext i32 %5 to i64, !dbg !11
  %7 = getelementptr inbounds [4 x i32], ptr addrspace(2) @table, i64 0, i64 %6, !dbg !11
  %8 = load i32, ptr addrspace(2) %7, align 4, !dbg !11
  br label %9, !dbg !12

9:                                                ; preds = %4, %3, %2, %1
  %10 = phi i32 [ %8, %4 ], [ 11, %3 ], [ -3, %2 ], [ 7, %1 ], !dbg !13
  ret i32 %10, !dbg !14
}

; Function Attrs: convergent noinline nounwind
define spir_func i32 @_Z6calleePU3AS4ii(ptr nocapture readonly %0, i32 %1) #1 !dbg !15 {
  %3 = icmp sgt i32 %1, 0, !dbg !16
  br i1 %3, label %.preheader, label %27, !dbg !17

.preheader:                                       ; preds = %2
  br label %4, !dbg !17

4:                                                ; preds = %22, %.preheader
  %5 = phi i32 [ %24, %22 ], [ 0, %.preheader ]
  %6 = phi i32 [ %23, %22 ], [ 0, %.preheader ]
  %7 = zext i32 %5 to i64, !dbg !18
  %8 = getelementptr inbounds i32, ptr %0, i64 %7, !dbg !18
  %9 = load i32, ptr %8, align 4, !dbg !18
  %10 = icmp slt i32 %9, 0, !dbg !19
  br i1 %10, label %22, label %11, !dbg !18

11:                                               ; preds = %4
  switch i32 %9, label %14 [
    i32 77, label %.loopexit
    i32 0, label %19
    i32 1, label %12
    i32 5, label %13
  ], !dbg !20

12:                                               ; preds = %11
  br label %19, !dbg !21

13:                                               ; preds = %11
  br label %19, !dbg !23

14:                                               ; preds = %11
  %15 = and i32 %9, 3, !dbg !24
  %16 = zext i32 %15 to i64, !dbg !25
  %17 = getelementptr inbounds [4 x i32], ptr addrspace(2) @table, i64 0, i64 %16, !dbg !25
  %18 = load i32, ptr addrspace(2) %17, align 4, !dbg !25
  br label %19, !dbg !26

19:                                               ; preds = %14, %13, %12, %11
  %20 = phi i32 [ %18, %14 ], [ 11, %13 ], [ -3, %12 ], [ 7, %11 ], !dbg !27
  %21 = add nsw i32 %20, %6, !dbg !28
  br label %22, !dbg !29

22:                                               ; preds = %19, %4
  %23 = phi i32 [ %6, %4 ], [ %21, %19 ], !dbg !22
  %24 = add nuw nsw i32 %5, 1, !dbg !30
  %25 = icmp slt i32 %24, %1, !dbg !16
  br i1 %25, label %4, label %.loopexit, !dbg !17

.loopexit:                                        ; preds = %22, %11
  %26 = phi i32 [ %23, %22 ], [ %6, %11 ]
  br label %27, !dbg !31

27:                                               ; preds = %.loopexit, %2
  %28 = phi i32 [ 0, %2 ], [ %26, %.loopexit ], !dbg !32
  ret i32 %28, !dbg !31
}

; Function Attrs: convergent nounwind
define spir_kernel void @flat(ptr addrspace(1) align 4 %0, ptr addrspace(3) align 4 %1, ptr addrspace(1) nocapture align 1 %2, ptr addrspace(1) nocapture align 4 %3, i32 %4) #0 !dbg !33 {
  %6 = alloca [8 x i32], align 4
  call void @llvm.lifetime.start.p0(i64 32, ptr %6), !dbg !34
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %6, ptr addrspace(1) align 4 %0, i64 32, i1 false), !dbg !35
  %7 = icmp sgt i32 %4, 4, !dbg !36
  br i1 %7, label %8, label %10, !dbg !37

8:                                                ; preds = %5
  %9 = addrspacecast ptr addrspace(1) %0 to ptr, !dbg !38
  br label %14, !dbg !37

10:                                               ; preds = %5
  %11 = icmp sgt i32 %4, 2, !dbg !39
  %12 = addrspacecast ptr addrspace(3) %1 to ptr, !dbg !40
  %13 = select i1 %11, ptr %12, ptr %6, !dbg !40
  br label %14, !dbg !37

14:                                               ; preds = %10, %8
  %15 = phi ptr [ %9, %8 ], [ %13, %10 ], !dbg !37
  %16 = call spir_func i32 @_Z6calleePU3AS4ii(ptr %15, i32 %4), !dbg !41
  %17 = call spir_func i32 @_Z6calleePU3AS4ii(ptr %6, i32 8), !dbg !42
  %18 = add nsw i32 %17, %16, !dbg !43
  store i32 %18, ptr addrspace(1) %0, align 4, !dbg !44
  %19 = getelementptr inbounds i8, ptr addrspace(1) %2, i64 5, !dbg !45
  %20 = load i8, ptr addrspace(1) %19, align 1, !dbg !46
  %21 = sext i8 %20 to i32, !dbg !45
  %22 = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0), !dbg !47
  %23 = getelementptr inbounds %struct.P, ptr addrspace(1) %2, i64 %22, i32 1, !dbg !48
  %24 = load i32, ptr addrspace(1) %23, align 1, !dbg !49
  %25 = add nsw i32 %24, %21, !dbg !49
  store i32 %25, ptr addrspace(1) %23, align 1, !dbg !49
  %26 = getelementptr inbounds i8, ptr addrspace(1) %3, i64 2, !dbg !50
  store i8 1, ptr addrspace(1) %26, align 2, !dbg !51
  %27 = load i32, ptr addrspace(1) %3, align 4, !dbg !52
  %28 = sitofp i32 %27 to float, !dbg !53
  %29 = getelementptr inbounds i8, ptr addrspace(1) %3, i64 4, !dbg !54
  store float %28, ptr addrspace(1) %29, align 4, !dbg !55
  %30 = sitofp i32 %4 to float, !dbg !56
  %31 = fmul float %30, 2.000000e+00, !dbg !57
  %32 = fadd float %31, %30, !dbg !60
  %33 = fpext float %32 to double, !dbg !61
  %34 = fadd double %33, 2.500000e+00, !dbg !62
  %35 = srem i32 %4, 3, !dbg !63
  %36 = sext i32 %35 to i64, !dbg !64
  %37 = getelementptr inbounds [3 x i16], ptr addrspace(2) undef, i64 0, i64 %36, !dbg !64
  %38 = load i16, ptr addrspace(2) %37, align 2, !dbg !64
  %39 = sitofp i16 %38 to double, !dbg !64
  %40 = fadd double %34, %39, !dbg !65
  %41 = fptrunc double %40 to float, !dbg !61
  %42 = getelementptr inbounds i8, ptr addrspace(1) %3, i64 8, !dbg !66
  store float %41, ptr addrspace(1) %42, align 4, !dbg !67
  %43 = call ptr addrspace(1) @__spirv_GenericCastToPtrExplicit.p1.p0(ptr %15, i32 5), !dbg !68
  %44 = ptrtoint ptr addrspace(1) %43 to i64, !dbg !68
  %45 = icmp eq i64 %44, 0, !dbg !69
  br i1 %45, label %47, label %46, !dbg !69

46:                                               ; preds = %14
  store i32 1, ptr addrspace(1) %43, align 4, !dbg !70
  br label %47, !dbg !71

47:                                               ; preds = %46, %14
  call void @llvm.lifetime.end.p0(i64 32, ptr %6), !dbg !72
  ret void, !dbg !72
}

; Function Attrs: convergent nounwind
define spir_kernel void @subs(ptr addrspace(1) nocapture align 4 %0, ptr addrspace(1) nocapture align 4 %1, ptr addrspace(1) align 2 %2) #0 !dbg !73 {
  %4 = call i32 @__spirv_BuiltInSubgroupLocalInvocationId(), !dbg !74
  %5 = call i32 @__spirv_BuiltInSubgroupSize(), !dbg !75
  %6 = call i32 @__spirv_BuiltInSubgroupId(), !dbg !76
  %7 = mul i32 %6, %5, !dbg !77
  %8 = add i32 %7, %4, !dbg !78
  %9 = call i32 @__spirv_BuiltInNumSubgroups(), !dbg !79
  %10 = add i32 %8, %9, !dbg !80
  %11 = call i32 @__spirv_BuiltInSubgroupMaxSize(), !dbg !81
  %12 = add i32 %10, %11, !dbg !82
  %13 = sext i32 %12 to i64, !dbg !83
  %14 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %13, !dbg !83
  %15 = load i32, ptr addrspace(1) %14, align 4, !dbg !83
  %16 = call i32 @__spirv_GroupIAdd.i32(i32 3, i32 0, i32 %15), !dbg !84
  %17 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %13, !dbg !85
  %18 = load float, ptr addrspace(1) %17, align 4, !dbg !85
  %19 = call float @__spirv_GroupFMax.f32(i32 3, i32 1, float %18), !dbg !86
  store float %19, ptr addrspace(1) %17, align 4, !dbg !87
  %20 = call i32 @__spirv_GroupBroadcast.i32(i32 3, i32 %16, i32 2), !dbg !88
  %21 = icmp ne i32 %16, 0, !dbg !89
  %22 = call i1 @__spirv_GroupAny.i1(i32 3, i1 %21), !dbg !89
  %23 = select i1 %22, i32 1, i32 0, !dbg !89
  %24 = add nsw i32 %23, %20, !dbg !90
  %25 = icmp ne i32 %12, 0, !dbg !91
  %26 = call i1 @__spirv_GroupAll.i1(i32 3, i1 %25), !dbg !91
  %27 = select i1 %26, i32 1, i32 0, !dbg !91
  %28 = add nsw i32 %24, %27, !dbg !92
  store i32 %28, ptr addrspace(1) %14, align 4, !dbg !93
  call void @__spirv_ControlBarrier(i32 3, i32 2, i32 272), !dbg !94
  %29 = call i32 @__spirv_GroupIAdd.i32(i32 2, i32 0, i32 %16), !dbg !95
  %30 = icmp ne i32 %12, 0, !dbg !96
  %31 = call i1 @__spirv_GroupAny.i1(i32 2, i1 %30), !dbg !96
  %32 = select i1 %31, i32 1, i32 0, !dbg !96
  %33 = add nsw i32 %32, %29, !dbg !97
  %34 = call i32 @__spirv_GroupBroadcast.i32.i64(i32 2, i32 %16, i64 1), !dbg !98
  %35 = add nsw i32 %33, %34, !dbg !99
  %36 = load i32, ptr addrspace(1) %14, align 4, !dbg !100
  %37 = add nsw i32 %35, %36, !dbg !100
  store i32 %37, ptr addrspace(1) %14, align 4, !dbg !100
  %38 = load float, ptr addrspace(1) %17, align 4, !dbg !101
  %39 = call float @__spirv_GroupFAdd.f32(i32 2, i32 2, float %38), !dbg !102
  store float %39, ptr addrspace(1) %17, align 4, !dbg !103
  %40 = getelementptr inbounds half, ptr addrspace(1) %2, i64 %13, !dbg !104
  %41 = load half, ptr addrspace(1) %40, align 2, !dbg !104
  %42 = fptrunc float %39 to half, !dbg !105
  %43 = call half @llvm.fmuladd.f16(half %41, half 0xH4000, half %42), !dbg !106
  store half %43, ptr addrspace(1) %40, align 2, !dbg !107
  %44 = addrspacecast ptr addrspace(1) %2 to ptr, !dbg !108
  %45 = mul i64 %13, 1, !dbg !109
  %46 = getelementptr half, ptr %44, i64 %45, !dbg !109
  %47 = fptrunc float %39 to half, !dbg !109
  %48 = fpext half %47 to float, !dbg !109
  %49 = fcmp ogt float %48, %39, !dbg !109
  %50 = fcmp olt float %48, %39, !dbg !109
  %51 = bitcast half %47 to i16, !dbg !109
  %52 = icmp slt i16 %51, 0, !dbg !109
  %53 = add i16 %51, 1, !dbg !109
  %54 = sub i16 %51, 1, !dbg !109
  %55 = select i1 %52, i1 %50, i1 %49, !dbg !109
  %56 = select i1 %55, i16 %54, i16 %51, !dbg !109
  %57 = bitcast i16 %56 to half, !dbg !109
  store half %57, ptr %46, align 2, !dbg !109
  %58 = mul i64 %13, 1, !dbg !110
  %59 = getelementptr half, ptr %44, i64 %58, !dbg !110
  %60 = load half, ptr %59, align 2, !dbg !110
  %61 = fpext half %60 to float, !dbg !110
  %62 = load float, ptr addrspace(1) %17, align 4, !dbg !111
  %63 = fadd float %61, %62, !dbg !111
  store float %63, ptr addrspace(1) %17, align 4, !dbg !111
  ret void, !dbg !112
}

; Function Attrs: convergent nounwind
define spir_kernel void @atom(ptr addrspace(1) align 4 %0, ptr addrspace(3) align 4 %1, ptr addrspace(1) align 8 %2, ptr addrspace(1) align 4 %3) #0 !dbg !113 {
  %5 = alloca i32, align 4
  %6 = addrspacecast ptr addrspace(1) %0 to ptr, !dbg !114
  %7 = atomicrmw add ptr %6, i32 3 monotonic, align 4, !dbg !115, !spirv.scope !116
  call void @llvm.lifetime.start.p0(i64 4, ptr %5), !dbg !117
  store i32 4, ptr %5, align 4, !dbg !118
  %8 = load i32, ptr %5, align 4, !dbg !119
  %9 = cmpxchg ptr %6, i32 %8, i32 5 seq_cst seq_cst, align 4, !dbg !119, !spirv.scope !116
  %10 = extractvalue { i32, i1 } %9, 0, !dbg !119
  store i32 %10, ptr %5, align 4, !dbg !119
  %11 = icmp eq i32 %10, %8, !dbg !119
  %12 = addrspacecast ptr addrspace(3) %1 to ptr, !dbg !120
  store atomic i32 3, ptr %12 seq_cst, align 4, !dbg !121, !spirv.scope !116
  %13 = load atomic i32, ptr %12 acquire, align 4, !dbg !122, !spirv.scope !123
  %14 = zext i32 %13 to i64, !dbg !122
  store volatile i64 %14, ptr addrspace(1) %2, align 8, !dbg !124
  %15 = atomicrmw umax ptr %12, i32 7 seq_cst, align 4, !dbg !125, !spirv.scope !116
  %16 = atomicrmw xchg ptr %6, i32 1 seq_cst, align 4, !dbg !126, !spirv.scope !116
  %17 = addrspacecast ptr addrspace(1) %3 to ptr, !dbg !127
  %18 = atomicrmw xchg ptr %17, i32 1 seq_cst, align 4, !dbg !128, !spirv.scope !116
  %19 = icmp ne i32 %18, 0, !dbg !128
  br i1 %19, label %20, label %21, !dbg !128

20:                                               ; preds = %4
  store atomic i32 0, ptr %17 seq_cst, align 4, !dbg !129, !spirv.scope !116
  br label %21, !dbg !129

21:                                               ; preds = %20, %4
  fence release, !dbg !130, !spirv.scope !116
  fence acq_rel, !dbg !131, !spirv.scope !123
  call void @llvm.lifetime.end.p0(i64 4, ptr %5), !dbg !132
  ret void, !dbg !132
}

; Function Attrs: convergent nounwind
define spir_kernel void @maths(ptr addrspace(1) nocapture align 4 %0, ptr addrspace(1) nocapture align 8 %1, ptr addrspace(1) nocapture align 16 %2, ptr addrspace(1) align 16 %3) #0 !dbg !133 {
  %5 = alloca i32, align 4
  %6 = alloca float, align 4
  %7 = alloca float, align 4
  %8 = call i64 @__spirv_BuiltInGlobalLinearId(), !dbg !134
  %9 = trunc i64 %8 to i32, !dbg !134
  call void @llvm.lifetime.start.p0(i64 4, ptr %5), !dbg !135
  call void @llvm.lifetime.start.p0(i64 4, ptr %6), !dbg !136
  call void @llvm.lifetime.start.p0(i64 4, ptr %7), !dbg !136
  %10 = sext i32 %9 to i64, !dbg !137
  %11 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %10, !dbg !137
  %12 = load float, ptr addrspace(1) %11, align 4, !dbg !137
  %13 = call float @__spirv_ocl_exp.f32(float %12), !dbg !138
  %14 = call float @__spirv_ocl_log2.f32(float %12), !dbg !139
  %15 = fadd float %13, %14, !dbg !140
  %16 = call float @__spirv_ocl_pow.f32(float %12, float 2.500000e+00), !dbg !141
  %17 = fadd float %15, %16, !dbg !142
  %18 = call float @__spirv_ocl_pown.f32(float %12, i32 3), !dbg !143
  %19 = fadd float %17, %18, !dbg !144
  %20 = call float @__spirv_ocl_rootn.f32(float %12, i32 3), !dbg !145
  %21 = fadd float %19, %20, !dbg !146
  %22 = call float @__spirv_ocl_native_cos.f32(float %12), !dbg !147
  %23 = fadd float %21, %22, !dbg !148
  %24 = call float @__spirv_ocl_half_rsqrt.f32(float %12), !dbg !149
  %25 = fadd float %23, %24, !dbg !150
  store float %25, ptr addrspace(1) %11, align 4, !dbg !151
  %26 = call float @__spirv_ocl_frexp.f32.p0(float %25, ptr %5), !dbg !152
  %27 = load float, ptr addrspace(1) %11, align 4, !dbg !153
  %28 = call float @__spirv_ocl_fract.f32.p0(float %27, ptr %6), !dbg !154
  %29 = fadd float %26, %28, !dbg !155
  %30 = load float, ptr addrspace(1) %11, align 4, !dbg !156
  %31 = call float @__spirv_ocl_sincos.f32.p0(float %30, ptr %7), !dbg !157
  %32 = fadd float %29, %31, !dbg !158
  %33 = load float, ptr addrspace(1) %11, align 4, !dbg !159
  %34 = call float @__spirv_ocl_modf.f32.p0(float %33, ptr %6), !dbg !160
  %35 = fadd float %32, %34, !dbg !161
  %36 = load float, ptr addrspace(1) %11, align 4, !dbg !162
  %37 = call float @__spirv_ocl_remquo.f32.p0(float %36, float 2.000000e+00, ptr %5), !dbg !163
  %38 = fadd float %35, %37, !dbg !164
  %39 = load float, ptr addrspace(1) %11, align 4, !dbg !165
  %40 = call float @__spirv_ocl_lgamma_r.f32.p0(float %39, ptr %5), !dbg !166
  %41 = fadd float %38, %40, !dbg !167
  %42 = load float, ptr addrspace(1) %11, align 4, !dbg !168
  %43 = fadd float %42, %41, !dbg !168
  store float %43, ptr addrspace(1) %11, align 4, !dbg !168
  %44 = getelementptr inbounds <4 x float>, ptr addrspace(1) %2, i64 %10, !dbg !169
  %45 = load <4 x float>, ptr addrspace(1) %44, align 16, !dbg !169
  %46 = call float @__spirv_ocl_length.f32.v4f32(<4 x float> %45), !dbg !170
  %47 = fmul <4 x float> %45, %45, !dbg !171
  %48 = extractelement <4 x float> %47, i32 0, !dbg !171
  %49 = extractelement <4 x float> %47, i32 1, !dbg !171
  %50 = fadd float %48, %49, !dbg !171
  %51 = extractelement <4 x float> %47, i32 2, !dbg !171
  %52 = fadd float %50, %51, !dbg !171
  %53 = extractelement <4 x float> %47, i32 3, !dbg !171
  %54 = fadd float %52, %53, !dbg !171
  %55 = fadd float %46, %54, !dbg !172
  %56 = load <4 x float>, ptr addrspace(1) %2, align 16, !dbg !173
  %57 = getelementptr inbounds i8, ptr addrspace(1) %2, i64 16, !dbg !174
  %58 = load <4 x float>, ptr addrspace(1) %57, align 16, !dbg !174
  %59 = call float @__spirv_ocl_distance.f32.v4f32.v4f32(<4 x float> %56, <4 x float> %58), !dbg !175
  %60 = fadd float %55, %59, !dbg !176
  %61 = call float @__spirv_ocl_fast_length.f32.v4f32(<4 x float> %45), !dbg !177
  %62 = fadd float %60, %61, !dbg !178
  %63 = fadd float %43, %62, !dbg !179
  store float %63, ptr addrspace(1) %11, align 4, !dbg !179
  %64 = load <4 x float>, ptr addrspace(1) %44, align 16, !dbg !180
  %65 = load <4 x float>, ptr addrspace(1) %2, align 16, !dbg !181
  %66 = call <4 x float> @__spirv_ocl_cross.v4f32(<4 x float> %64, <4 x float> %65), !dbg !182
  %67 = call <4 x float> @__spirv_ocl_normalize.v4f32(<4 x float> %66), !dbg !183
  store <4 x float> %67, ptr addrspace(1) %44, align 16, !dbg !184
  %68 = load <4 x float>, ptr addrspace(1) %2, align 16, !dbg !185
  %69 = fsub <4 x float> %68, %67, !dbg !186
  %70 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %69, <4 x float> <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>, <4 x float> %67), !dbg !186
  %71 = call <4 x float> @llvm.maxnum.v4f32(<4 x float> %67, <4 x float> zeroinitializer), !dbg !187
  %72 = call <4 x float> @llvm.minnum.v4f32(<4 x float> %71, <4 x float> <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>), !dbg !187
  %73 = fadd <4 x float> %70, %72, !dbg !188
  %74 = load <4 x float>, ptr addrspace(1) %57, align 16, !dbg !189
  %75 = call <4 x float> @__spirv_ocl_smoothstep.v4f32(<4 x float> %67, <4 x float> %68, <4 x float> %74), !dbg !190
  %76 = fadd <4 x float> %73, %75, !dbg !191
  %77 = call <4 x float> @__spirv_ocl_sign.v4f32(<4 x float> %67), !dbg !192
  %78 = fadd <4 x float> %76, %77, !dbg !193
  %79 = call <4 x float> @__spirv_ocl_step.v4f32(<4 x float> %67, <4 x float> %74), !dbg !194
  %80 = fadd <4 x float> %78, %79, !dbg !195
  store <4 x float> %80, ptr addrspace(1) %44, align 16, !dbg !196
  %81 = getelementptr inbounds double, ptr addrspace(1) %1, i64 %10, !dbg !197
  %82 = load double, ptr addrspace(1) %81, align 8, !dbg !197
  %83 = call double @llvm.fma.f64(double %82, double %82, double 1.000000e+00), !dbg !198
  %84 = call double @__spirv_ocl_tgamma.f64(double %82), !dbg !199
  %85 = fadd double %83, %84, !dbg !200
  %86 = call double @__spirv_ocl_nextafter.f64(double %82, double 2.000000e+00), !dbg !201
  %87 = fadd double %85, %86, !dbg !202
  %88 = call i32 @__spirv_ocl_ilogb.i32.f64(double %82), !dbg !203
  %89 = sitofp i32 %88 to double, !dbg !203
  %90 = fadd double %87, %89, !dbg !204
  %91 = call double @__spirv_ocl_ldexp.f64(double %82, i32 3), !dbg !205
  %92 = fadd double %91, %90, !dbg !206
  %93 = call double @__spirv_ocl_fdim.f64(double %82, double 1.000000e+00), !dbg !207
  %94 = fadd double %93, %92, !dbg !208
  %95 = call double @__spirv_ocl_nan.f64.i64(i64 5), !dbg !209
  %96 = fadd double %95, %94, !dbg !210
  store double %96, ptr addrspace(1) %81, align 8, !dbg !211
  %97 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %3, i64 %10, !dbg !212
  %98 = load <4 x i32>, ptr addrspace(1) %97, align 16, !dbg !212
  %99 = load <4 x i32>, ptr addrspace(1) %3, align 16, !dbg !213
  %100 = extractelement <4 x i32> %99, i32 0, !dbg !214
  %101 = and i32 %100, 3, !dbg !214
  %102 = extractelement <4 x i32> %98, i32 %101, !dbg !214
  %103 = insertelement <4 x i32> poison, i32 %102, i32 0, !dbg !214
  %104 = extractelement <4 x i32> %99, i32 1, !dbg !214
  %105 = and i32 %104, 3, !dbg !214
  %106 = extractelement <4 x i32> %98, i32 %105, !dbg !214
  %107 = insertelement <4 x i32> %103, i32 %106, i32 1, !dbg !214
  %108 = extractelement <4 x i32> %99, i32 2, !dbg !214
  %109 = and i32 %108, 3, !dbg !214
  %110 = extractelement <4 x i32> %98, i32 %109, !dbg !214
  %111 = insertelement <4 x i32> %107, i32 %110, i32 2, !dbg !214
  %112 = extractelement <4 x i32> %99, i32 3, !dbg !214
  %113 = and i32 %112, 3, !dbg !214
  %114 = extractelement <4 x i32> %98, i32 %113, !dbg !214
  %115 = insertelement <4 x i32> %111, i32 %114, i32 3, !dbg !214
  %116 = getelementptr inbounds i8, ptr addrspace(1) %3, i64 16, !dbg !215
  %117 = load <4 x i32>, ptr addrspace(1) %116, align 16, !dbg !215
  %118 = getelementptr inbounds i8, ptr addrspace(1) %3, i64 32, !dbg !216
  %119 = load <4 x i32>, ptr addrspace(1) %118, align 16, !dbg !216
  %120 = extractelement <4 x i32> %119, i32 0, !dbg !217
  %121 = and i32 %120, 3, !dbg !217
  %122 = extractelement <4 x i32> %98, i32 %121, !dbg !217
  %123 = extractelement <4 x i32> %117, i32 %121, !dbg !217
  %124 = and i32 %120, 4, !dbg !217
  %125 = icmp ne i32 %124, 0, !dbg !217
  %126 = select i1 %125, i32 %123, i32 %122, !dbg !217
  %127 = insertelement <4 x i32> poison, i32 %126, i32 0, !dbg !217
  %128 = extractelement <4 x i32> %119, i32 1, !dbg !217
  %129 = and i32 %128, 3, !dbg !217
  %130 = extractelement <4 x i32> %98, i32 %129, !dbg !217
  %131 = extractelement <4 x i32> %117, i32 %129, !dbg !217
  %132 = and i32 %128, 4, !dbg !217
  %133 = icmp ne i32 %132, 0, !dbg !217
  %134 = select i1 %133, i32 %131, i32 %130, !dbg !217
  %135 = insertelement <4 x i32> %127, i32 %134, i32 1, !dbg !217
  %136 = extractelement <4 x i32> %119, i32 2, !dbg !217
  %137 = and i32 %136, 3, !dbg !217
  %138 = extractelement <4 x i32> %98, i32 %137, !dbg !217
  %139 = extractelement <4 x i32> %117, i32 %137, !dbg !217
  %140 = and i32 %136, 4, !dbg !217
  %141 = icmp ne i32 %140, 0, !dbg !217
  %142 = select i1 %141, i32 %139, i32 %138, !dbg !217
  %143 = insertelement <4 x i32> %135, i32 %142, i32 2, !dbg !217
  %144 = extractelement <4 x i32> %119, i32 3, !dbg !217
  %145 = and i32 %144, 3, !dbg !217
  %146 = extractelement <4 x i32> %98, i32 %145, !dbg !217
  %147 = extractelement <4 x i32> %117, i32 %145, !dbg !217
  %148 = and i32 %144, 4, !dbg !217
  %149 = icmp ne i32 %148, 0, !dbg !217
  %150 = select i1 %149, i32 %147, i32 %146, !dbg !217
  %151 = insertelement <4 x i32> %143, i32 %150, i32 3, !dbg !217
  %152 = add <4 x i32> %151, %115, !dbg !218
  %153 = mul <4 x i32> %98, %99, !dbg !219
  %154 = add <4 x i32> %153, %117, !dbg !219
  %155 = add <4 x i32> %152, %154, !dbg !220
  %156 = sext <4 x i32> %98 to <4 x i64>, !dbg !221
  %157 = sext <4 x i32> %99 to <4 x i64>, !dbg !221
  %158 = mul <4 x i64> %156, %157, !dbg !221
  %159 = lshr <4 x i64> %158, <i64 32, i64 32, i64 32, i64 32>, !dbg !221
  %160 = trunc <4 x i64> %159 to <4 x i32>, !dbg !221
  %161 = add <4 x i32> %155, %160, !dbg !222
  %162 = and <4 x i32> %98, %99, !dbg !223
  %163 = ashr <4 x i32> %98, <i32 1, i32 1, i32 1, i32 1>, !dbg !223
  %164 = ashr <4 x i32> %99, <i32 1, i32 1, i32 1, i32 1>, !dbg !223
  %165 = add <4 x i32> %163, %164, !dbg !223
  %166 = and <4 x i32> %162, <i32 1, i32 1, i32 1, i32 1>, !dbg !223
  %167 = add <4 x i32> %165, %166, !dbg !223
  %168 = add <4 x i32> %161, %167, !dbg !224
  store <4 x i32> %168, ptr addrspace(1) %97, align 16, !dbg !225
  %169 = load <4 x float>, ptr addrspace(1) %44, align 16, !dbg !226
  %170 = call <4 x float> @llvm.rint.v4f32(<4 x float> %169), !dbg !227
  %171 = call <4 x i32> @llvm.fptosi.sat.v4i32.v4f32(<4 x float> %170), !dbg !227
  %172 = load <4 x i32>, ptr addrspace(1) %3, align 16, !dbg !228
  %173 = icmp sgt <4 x i32> %168, %172, !dbg !228
  %174 = select <4 x i1> %173, <4 x i32> %168, <4 x i32> %172, !dbg !228
  %175 = icmp slt <4 x i32> %168, %172, !dbg !228
  %176 = select <4 x i1> %175, <4 x i32> %168, <4 x i32> %172, !dbg !228
  %177 = sub <4 x i32> %174, %176, !dbg !228
  %178 = call <4 x i1> @llvm.is.fpclass.v4f32(<4 x float> %169, i32 3), !dbg !229
  %179 = select <4 x i1> %178, <4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1>, <4 x i32> zeroinitializer, !dbg !229
  %180 = load <4 x float>, ptr addrspace(1) %2, align 16, !dbg !230
  %181 = fcmp olt <4 x float> %169, %180, !dbg !230
  %182 = select <4 x i1> %181, <4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1>, <4 x i32> zeroinitializer, !dbg !231
  %183 = load <4 x i32>, ptr addrspace(1) %116, align 16, !dbg !232
  %184 = icmp slt <4 x i32> %183, zeroinitializer, !dbg !233
  %185 = select <4 x i1> %184, <4 x i32> %172, <4 x i32> %168, !dbg !233
  %186 = icmp slt <4 x i32> %168, zeroinitializer, !dbg !233
  %187 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %186), !dbg !233
  %188 = select i1 %187, i32 1, i32 0, !dbg !234
  %189 = insertelement <4 x i32> undef, i32 %188, i32 0, !dbg !234
  %190 = shufflevector <4 x i32> %189, <4 x i32> undef, <4 x i32> zeroinitializer, !dbg !234
  %191 = xor <4 x i32> %183, <i32 -1, i32 -1, i32 -1, i32 -1>, !dbg !235
  %192 = and <4 x i32> %168, %191, !dbg !235
  %193 = and <4 x i32> %172, %183, !dbg !235
  %194 = or <4 x i32> %192, %193, !dbg !235
  %195 = add <4 x i32> %171, %168, !dbg !236
  %196 = add <4 x i32> %195, %177, !dbg !237
  %197 = add <4 x i32> %196, %179, !dbg !238
  %198 = add <4 x i32> %197, %182, !dbg !239
  %199 = add <4 x i32> %198, %185, !dbg !240
  %200 = add <4 x i32> %199, %194, !dbg !241
  %201 = add <4 x i32> %200, %190, !dbg !242
  %202 = shufflevector <4 x i32> %201, <4 x i32> undef, <2 x i32> <i32 0, i32 1>, !dbg !243
  %203 = shufflevector <4 x i32> %201, <4 x i32> undef, <2 x i32> <i32 2, i32 3>, !dbg !244
  %204 = call <2 x i32> @llvm.sadd.sat.v2i32(<2 x i32> %202, <2 x i32> %203), !dbg !245
  %205 = shufflevector <2 x i32> %204, <2 x i32> undef, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>, !dbg !246
  %206 = shufflevector <4 x i32> %201, <4 x i32> %205, <4 x i32> <i32 4, i32 1, i32 5, i32 poison>, !dbg !246
  %207 = extractelement <2 x i32> %204, i32 0, !dbg !247
  %208 = call i32 @llvm.ctpop.i32(i32 %207), !dbg !248
  %209 = extractelement <4 x i32> %201, i32 1, !dbg !249
  %210 = call i32 @llvm.ctlz.i32(i32 %209, i1 false), !dbg !250
  %211 = add nsw i32 %210, %208, !dbg !251
  %212 = extractelement <2 x i32> %204, i32 1, !dbg !252
  %213 = call i32 @llvm.cttz.i32(i32 %212, i1 false), !dbg !253
  %214 = add nsw i32 %211, %213, !dbg !254
  %215 = call i32 @llvm.fshl.i32(i32 %9, i32 %9, i32 3), !dbg !255
  %216 = add nsw i32 %214, %215, !dbg !256
  %217 = insertelement <4 x i32> %206, i32 %216, i32 3, !dbg !257
  store <4 x i32> %217, ptr addrspace(1) %97, align 16, !dbg !257
  %218 = bitcast i32 %9 to float, !dbg !258
  %219 = load float, ptr addrspace(1) %11, align 4, !dbg !259
  %220 = fcmp one float %219, 0.000000e+00, !dbg !259
  %221 = select i1 %220, i32 1, i32 0, !dbg !260
  %222 = sitofp i32 %221 to float, !dbg !260
  %223 = fadd float %218, %222, !dbg !261
  %224 = bitcast float %219 to i32, !dbg !262
  %225 = icmp slt i32 %224, 0, !dbg !262
  %226 = select i1 %225, i32 1, i32 0, !dbg !262
  %227 = sitofp i32 %226 to float, !dbg !262
  %228 = fadd float %223, %227, !dbg !263
  %229 = fcmp ord float %219, 1.000000e+00, !dbg !263
  %230 = select i1 %229, i32 1, i32 0, !dbg !264
  %231 = sitofp i32 %230 to float, !dbg !264
  %232 = fadd float %228, %231, !dbg !265
  %233 = fadd float %219, %232, !dbg !266
  store float %233, ptr addrspace(1) %11, align 4, !dbg !266
  %234 = load <4 x float>, ptr addrspace(1) %44, align 16, !dbg !267
  %235 = call <4 x i8> @llvm.fptoui.sat.v4i8.v4f32(<4 x float> %234), !dbg !268
  %236 = addrspacecast ptr addrspace(1) %3 to ptr, !dbg !269
  %237 = mul i64 %10, 4, !dbg !270
  %238 = getelementptr i8, ptr %236, i64 %237, !dbg !270
  store <4 x i8> %235, ptr %238, align 1, !dbg !270
  %239 = mul i64 %10, 4, !dbg !271
  %240 = getelementptr i8, ptr %236, i64 %239, !dbg !271
  %241 = load <4 x i8>, ptr %240, align 1, !dbg !271
  %242 = sitofp <4 x i8> %241 to <4 x float>, !dbg !272
  %243 = load <4 x float>, ptr addrspace(1) %44, align 16, !dbg !273
  %244 = fadd <4 x float> %242, %243, !dbg !273
  store <4 x float> %244, ptr addrspace(1) %44, align 16, !dbg !273
  %245 = load <4 x i32>, ptr addrspace(1) %97, align 16, !dbg !274
  %246 = icmp sgt <4 x i32> %245, <i32 3, i32 3, i32 3, i32 3>, !dbg !275
  %247 = select <4 x i1> %246, <4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1>, <4 x i32> zeroinitializer, !dbg !275
  %248 = icmp slt <4 x i32> %247, zeroinitializer, !dbg !275
  %249 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %248), !dbg !275
  %250 = select i1 %249, i32 1, i32 0, !dbg !276
  %251 = sitofp i32 %250 to float, !dbg !276
  %252 = extractelement <4 x float> %244, i32 0, !dbg !277
  %253 = fadd float %252, %251, !dbg !277
  %254 = insertelement <4 x float> %244, float %253, i32 0, !dbg !277
  store <4 x float> %254, ptr addrspace(1) %44, align 16, !dbg !277
  call void @llvm.lifetime.end.p0(i64 4, ptr %7), !dbg !278
  call void @llvm.lifetime.end.p0(i64 4, ptr %6), !dbg !278
  call void @llvm.lifetime.end.p0(i64 4, ptr %5), !dbg !278
  ret void, !dbg !278
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p1.i64(ptr noalias nocapture writeonly, ptr addrspace(1) noalias nocapture readonly, i64, i1 immarg) #3

; Function Attrs: nounwind speculatable willreturn memory(none)
declare i64 @__spirv_BuiltInGlobalInvocationId(i32) #4

; Function Attrs: nounwind willreturn memory(none)
declare ptr addrspace(1) @__spirv_GenericCastToPtrExplicit.p1.p0(ptr, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: nounwind speculatable willreturn memory(none)
declare i32 @__spirv_BuiltInSubgroupLocalInvocationId() #4

; Function Attrs: nounwind speculatable willreturn memory(none)
declare i32 @__spirv_BuiltInSubgroupSize() #4

; Function Attrs: nounwind speculatable willreturn memory(none)
declare i32 @__spirv_BuiltInSubgroupId() #4

; Function Attrs: nounwind speculatable willreturn memory(none)
declare i32 @__spirv_BuiltInNumSubgroups() #4

; Function Attrs: nounwind speculatable willreturn memory(none)
declare i32 @__spirv_BuiltInSubgroupMaxSize() #4

; Function Attrs: convergent nounwind
declare i32 @__spirv_GroupIAdd.i32(i32, i32, i32) #0

; Function Attrs: convergent nounwind
declare float @__spirv_GroupFMax.f32(i32, i32, float) #0

; Function Attrs: convergent nounwind
declare i32 @__spirv_GroupBroadcast.i32(i32, i32, i32) #0

; Function Attrs: convergent nounwind
declare i1 @__spirv_GroupAny.i1(i32, i1) #0

; Function Attrs: convergent nounwind
declare i1 @__spirv_GroupAll.i1(i32, i1) #0

; Function Attrs: convergent nounwind
declare void @__spirv_ControlBarrier(i32, i32, i32) #0

; Function Attrs: convergent nounwind
declare i32 @__spirv_GroupBroadcast.i32.i64(i32, i32, i64) #0

; Function Attrs: convergent nounwind
declare float @__spirv_GroupFAdd.f32(i32, i32, float) #0

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare half @llvm.fmuladd.f16(half, half, half) #6

; Function Attrs: nounwind speculatable willreturn memory(none)
declare i64 @__spirv_BuiltInGlobalLinearId() #4

; Function Attrs: nounwind willreturn memory(none)
declare float @__spirv_ocl_exp.f32(float) #5

; Function Attrs: nounwind willreturn memory(none)
declare float @__spirv_ocl_log2.f32(float) #5

; Function Attrs: nounwind willreturn memory(none)
declare float @__spirv_ocl_pow.f32(float, float) #5

; Function Attrs: nounwind willreturn memory(none)
declare float @__spirv_ocl_pown.f32(float, i32) #5

; Function Attrs: nounwind willreturn memory(none)
declare float @__spirv_ocl_rootn.f32(float, i32) #5

; Function Attrs: nounwind willreturn memory(none)
declare float @__spirv_ocl_native_cos.f32(float) #5

; Function Attrs: nounwind willreturn memory(none)
declare float @__spirv_ocl_half_rsqrt.f32(float) #5

; Function Attrs: nounwind willreturn
declare float @__spirv_ocl_frexp.f32.p0(float, ptr) #7

; Function Attrs: nounwind willreturn
declare float @__spirv_ocl_fract.f32.p0(float, ptr) #7

; Function Attrs: nounwind willreturn
declare float @__spirv_ocl_sincos.f32.p0(float, ptr) #7

; Function Attrs: nounwind willreturn
declare float @__spirv_ocl_modf.f32.p0(float, ptr) #7

; Function Attrs: nounwind willreturn
declare float @__spirv_ocl_remquo.f32.p0(float, float, ptr) #7

; Function Attrs: nounwind willreturn
declare float @__spirv_ocl_lgamma_r.f32.p0(float, ptr) #7

; Function Attrs: nounwind willreturn memory(none)
declare float @__spirv_ocl_length.f32.v4f32(<4 x float>) #5

; Function Attrs: nounwind willreturn memory(none)
declare float @__spirv_ocl_distance.f32.v4f32.v4f32(<4 x float>, <4 x float>) #5

; Function Attrs: nounwind willreturn memory(none)
declare float @__spirv_ocl_fast_length.f32.v4f32(<4 x float>) #5

; Function Attrs: nounwind willreturn memory(none)
declare <4 x float> @__spirv_ocl_cross.v4f32(<4 x float>, <4 x float>) #5

; Function Attrs: nounwind willreturn memory(none)
declare <4 x float> @__spirv_ocl_normalize.v4f32(<4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.maxnum.v4f32(<4 x float>, <4 x float>) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.minnum.v4f32(<4 x float>, <4 x float>) #6

; Function Attrs: nounwind willreturn memory(none)
declare <4 x float> @__spirv_ocl_smoothstep.v4f32(<4 x float>, <4 x float>, <4 x float>) #5

; Function Attrs: nounwind willreturn memory(none)
declare <4 x float> @__spirv_ocl_sign.v4f32(<4 x float>) #5

; Function Attrs: nounwind willreturn memory(none)
declare <4 x float> @__spirv_ocl_step.v4f32(<4 x float>, <4 x float>) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fma.f64(double, double, double) #6

; Function Attrs: nounwind willreturn memory(none)
declare double @__spirv_ocl_tgamma.f64(double) #5

; Function Attrs: nounwind willreturn memory(none)
declare double @__spirv_ocl_nextafter.f64(double, double) #5

; Function Attrs: nounwind willreturn memory(none)
declare i32 @__spirv_ocl_ilogb.i32.f64(double) #5

; Function Attrs: nounwind willreturn memory(none)
declare double @__spirv_ocl_ldexp.f64(double, i32) #5

; Function Attrs: nounwind willreturn memory(none)
declare double @__spirv_ocl_fdim.f64(double, double) #5

; Function Attrs: nounwind willreturn memory(none)
declare double @__spirv_ocl_nan.f64.i64(i64) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x float> @llvm.rint.v4f32(<4 x float>) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.fptosi.sat.v4i32.v4f32(<4 x float>) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i1> @llvm.is.fpclass.v4f32(<4 x float>, i32 immarg) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x i32> @llvm.sadd.sat.v2i32(<2 x i32>, <2 x i32>) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.cttz.i32(i32, i1 immarg) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fshl.i32(i32, i32, i32) #6

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i8> @llvm.fptoui.sat.v4i8.v4f32(<4 x float>) #6

attributes #0 = { convergent nounwind }
attributes #1 = { convergent noinline nounwind }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nounwind speculatable willreturn memory(none) }
attributes #5 = { nounwind willreturn memory(none) }
attributes #6 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nounwind willreturn }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Tandem", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false)
!1 = !DIFile(filename: "features.clcpp", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 2, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "pick", scope: null, file: !1, line: 9, type: !5, scopeLine: 9, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 9, column: 19, scope: !4)
!8 = !DILocation(line: 9, column: 58, scope: !4)
!9 = !DILocation(line: 9, column: 77, scope: !4)
!10 = !DILocation(line: 9, column: 112, scope: !4)
!11 = !DILocation(line: 9, column: 104, scope: !4)
!12 = !DILocation(line: 9, column: 97, scope: !4)
!13 = !DILocation(line: 9, scope: !4)
!14 = !DILocation(line: 9, column: 120, scope: !4)
!15 = distinct !DISubprogram(name: "callee", scope: null, file: !1, line: 10, type: !5, scopeLine: 10, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!16 = !DILocation(line: 10, column: 84, scope: !15)
!17 = !DILocation(line: 10, column: 66, scope: !15)
!18 = !DILocation(line: 10, column: 100, scope: !15)
!19 = !DILocation(line: 10, column: 105, scope: !15)
!20 = !DILocation(line: 10, column: 124, scope: !15)
!21 = !DILocation(line: 9, column: 58, scope: !4, inlinedAt: !22)
!22 = !DILocation(line: 10, scope: !15)
!23 = !DILocation(line: 9, column: 77, scope: !4, inlinedAt: !22)
!24 = !DILocation(line: 9, column: 112, scope: !4, inlinedAt: !22)
!25 = !DILocation(line: 9, column: 104, scope: !4, inlinedAt: !22)
!26 = !DILocation(line: 9, column: 97, scope: !4, inlinedAt: !22)
!27 = !DILocation(line: 9, scope: !4, inlinedAt: !22)
!28 = !DILocation(line: 10, column: 145, scope: !15)
!29 = !DILocation(line: 10, column: 160, scope: !15)
!30 = !DILocation(line: 10, column: 89, scope: !15)
!31 = !DILocation(line: 10, column: 162, scope: !15)
!32 = !DILocation(line: 10, column: 59, scope: !15)
!33 = distinct !DISubprogram(name: "flat", scope: null, file: !1, line: 11, type: !5, scopeLine: 11, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!34 = !DILocation(line: 12, column: 3, scope: !33)
!35 = !DILocation(line: 13, column: 39, scope: !33)
!36 = !DILocation(line: 14, column: 14, scope: !33)
!37 = !DILocation(line: 14, column: 12, scope: !33)
!38 = !DILocation(line: 14, column: 20, scope: !33)
!39 = !DILocation(line: 14, column: 33, scope: !33)
!40 = !DILocation(line: 14, column: 31, scope: !33)
!41 = !DILocation(line: 15, column: 10, scope: !33)
!42 = !DILocation(line: 15, column: 25, scope: !33)
!43 = !DILocation(line: 15, column: 23, scope: !33)
!44 = !DILocation(line: 15, column: 8, scope: !33)
!45 = !DILocation(line: 16, column: 29, scope: !33)
!46 = !DILocation(line: 16, column: 35, scope: !33)
!47 = !DILocation(line: 16, column: 6, scope: !33)
!48 = !DILocation(line: 16, column: 24, scope: !33)
!49 = !DILocation(line: 16, column: 26, scope: !33)
!50 = !DILocation(line: 17, column: 3, scope: !33)
!51 = !DILocation(line: 17, column: 13, scope: !33)
!52 = !DILocation(line: 17, column: 32, scope: !33)
!53 = !DILocation(line: 17, column: 27, scope: !33)
!54 = !DILocation(line: 17, column: 18, scope: !33)
!55 = !DILocation(line: 17, column: 25, scope: !33)
!56 = !DILocation(line: 18, column: 19, scope: !33)
!57 = !DILocation(line: 4, column: 118, scope: !58, inlinedAt: !59)
!58 = distinct !DISubprogram(name: "dot", scope: null, file: !1, line: 4, type: !5, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!59 = !DILocation(line: 19, scope: !33)
!60 = !DILocation(line: 4, column: 114, scope: !58, inlinedAt: !59)
!61 = !DILocation(line: 19, column: 12, scope: !33)
!62 = !DILocation(line: 19, column: 21, scope: !33)
!63 = !DILocation(line: 19, column: 45, scope: !33)
!64 = !DILocation(line: 19, column: 34, scope: !33)
!65 = !DILocation(line: 19, column: 32, scope: !33)
!66 = !DILocation(line: 19, column: 3, scope: !33)
!67 = !DILocation(line: 19, column: 10, scope: !33)
!68 = !DILocation(line: 20, column: 34, scope: !33)
!69 = !DILocation(line: 20, column: 42, scope: !33)
!70 = !DILocation(line: 20, column: 54, scope: !33)
!71 = !DILocation(line: 20, column: 48, scope: !33)
!72 = !DILocation(line: 21, column: 1, scope: !33)
!73 = distinct !DISubprogram(name: "subs", scope: null, file: !1, line: 22, type: !5, scopeLine: 22, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!74 = !DILocation(line: 23, column: 11, scope: !73)
!75 = !DILocation(line: 23, column: 38, scope: !73)
!76 = !DILocation(line: 23, column: 61, scope: !73)
!77 = !DILocation(line: 23, column: 59, scope: !73)
!78 = !DILocation(line: 23, column: 36, scope: !73)
!79 = !DILocation(line: 23, column: 82, scope: !73)
!80 = !DILocation(line: 23, column: 80, scope: !73)
!81 = !DILocation(line: 23, column: 105, scope: !73)
!82 = !DILocation(line: 23, column: 103, scope: !73)
!83 = !DILocation(line: 24, column: 32, scope: !73)
!84 = !DILocation(line: 24, column: 11, scope: !73)
!85 = !DILocation(line: 24, column: 75, scope: !73)
!86 = !DILocation(line: 24, column: 46, scope: !73)
!87 = !DILocation(line: 24, column: 44, scope: !73)
!88 = !DILocation(line: 25, column: 10, scope: !73)
!89 = !DILocation(line: 25, column: 38, scope: !73)
!90 = !DILocation(line: 25, column: 36, scope: !73)
!91 = !DILocation(line: 25, column: 57, scope: !73)
!92 = !DILocation(line: 25, column: 55, scope: !73)
!93 = !DILocation(line: 25, column: 8, scope: !73)
!94 = !DILocation(line: 26, column: 3, scope: !73)
!95 = !DILocation(line: 27, column: 11, scope: !73)
!96 = !DILocation(line: 27, column: 38, scope: !73)
!97 = !DILocation(line: 27, column: 36, scope: !73)
!98 = !DILocation(line: 27, column: 58, scope: !73)
!99 = !DILocation(line: 27, column: 56, scope: !73)
!100 = !DILocation(line: 27, column: 8, scope: !73)
!101 = !DILocation(line: 28, column: 40, scope: !73)
!102 = !DILocation(line: 28, column: 10, scope: !73)
!103 = !DILocation(line: 28, column: 8, scope: !73)
!104 = !DILocation(line: 29, column: 10, scope: !73)
!105 = !DILocation(line: 29, column: 33, scope: !73)
!106 = !DILocation(line: 29, column: 25, scope: !73)
!107 = !DILocation(line: 29, column: 8, scope: !73)
!108 = !DILocation(line: 29, column: 64, scope: !73)
!109 = !DILocation(line: 29, column: 39, scope: !73)
!110 = !DILocation(line: 29, column: 76, scope: !73)
!111 = !DILocation(line: 29, column: 73, scope: !73)
!112 = !DILocation(line: 30, column: 1, scope: !73)
!113 = distinct !DISubprogram(name: "atom", scope: null, file: !1, line: 31, type: !5, scopeLine: 31, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!114 = !DILocation(line: 32, column: 29, scope: !113)
!115 = !DILocation(line: 32, column: 3, scope: !113)
!116 = !{i32 1}
!117 = !DILocation(line: 33, column: 3, scope: !113)
!118 = !DILocation(line: 33, column: 7, scope: !113)
!119 = !DILocation(line: 33, column: 14, scope: !113)
!120 = !DILocation(line: 34, column: 16, scope: !113)
!121 = !DILocation(line: 34, column: 3, scope: !113)
!122 = !DILocation(line: 34, column: 31, scope: !113)
!123 = !{i32 2}
!124 = !DILocation(line: 34, column: 29, scope: !113)
!125 = !DILocation(line: 35, column: 3, scope: !113)
!126 = !DILocation(line: 35, column: 28, scope: !113)
!127 = !DILocation(line: 36, column: 32, scope: !113)
!128 = !DILocation(line: 36, column: 7, scope: !113)
!129 = !DILocation(line: 36, column: 37, scope: !113)
!130 = !DILocation(line: 37, column: 3, scope: !113)
!131 = !DILocation(line: 38, column: 3, scope: !113)
!132 = !DILocation(line: 39, column: 1, scope: !113)
!133 = distinct !DISubprogram(name: "maths", scope: null, file: !1, line: 40, type: !5, scopeLine: 40, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!134 = !DILocation(line: 41, column: 11, scope: !133)
!135 = !DILocation(line: 41, column: 35, scope: !133)
!136 = !DILocation(line: 41, column: 42, scope: !133)
!137 = !DILocation(line: 42, column: 14, scope: !133)
!138 = !DILocation(line: 42, column: 10, scope: !133)
!139 = !DILocation(line: 42, column: 22, scope: !133)
!140 = !DILocation(line: 42, column: 20, scope: !133)
!141 = !DILocation(line: 42, column: 35, scope: !133)
!142 = !DILocation(line: 42, column: 33, scope: !133)
!143 = !DILocation(line: 42, column: 53, scope: !133)
!144 = !DILocation(line: 42, column: 51, scope: !133)
!145 = !DILocation(line: 42, column: 69, scope: !133)
!146 = !DILocation(line: 42, column: 67, scope: !133)
!147 = !DILocation(line: 42, column: 86, scope: !133)
!148 = !DILocation(line: 42, column: 84, scope: !133)
!149 = !DILocation(line: 42, column: 105, scope: !133)
!150 = !DILocation(line: 42, column: 103, scope: !133)
!151 = !DILocation(line: 42, column: 8, scope: !133)
!152 = !DILocation(line: 43, column: 11, scope: !133)
!153 = !DILocation(line: 43, column: 35, scope: !133)
!154 = !DILocation(line: 43, column: 29, scope: !133)
!155 = !DILocation(line: 43, column: 27, scope: !133)
!156 = !DILocation(line: 43, column: 55, scope: !133)
!157 = !DILocation(line: 43, column: 48, scope: !133)
!158 = !DILocation(line: 43, column: 46, scope: !133)
!159 = !DILocation(line: 43, column: 72, scope: !133)
!160 = !DILocation(line: 43, column: 67, scope: !133)
!161 = !DILocation(line: 43, column: 65, scope: !133)
!162 = !DILocation(line: 43, column: 92, scope: !133)
!163 = !DILocation(line: 43, column: 85, scope: !133)
!164 = !DILocation(line: 43, column: 83, scope: !133)
!165 = !DILocation(line: 43, column: 118, scope: !133)
!166 = !DILocation(line: 43, column: 109, scope: !133)
!167 = !DILocation(line: 43, column: 107, scope: !133)
!168 = !DILocation(line: 43, column: 8, scope: !133)
!169 = !DILocation(line: 44, column: 18, scope: !133)
!170 = !DILocation(line: 44, column: 11, scope: !133)
!171 = !DILocation(line: 44, column: 26, scope: !133)
!172 = !DILocation(line: 44, column: 24, scope: !133)
!173 = !DILocation(line: 44, column: 53, scope: !133)
!174 = !DILocation(line: 44, column: 59, scope: !133)
!175 = !DILocation(line: 44, column: 44, scope: !133)
!176 = !DILocation(line: 44, column: 42, scope: !133)
!177 = !DILocation(line: 44, column: 67, scope: !133)
!178 = !DILocation(line: 44, column: 65, scope: !133)
!179 = !DILocation(line: 44, column: 8, scope: !133)
!180 = !DILocation(line: 44, column: 109, scope: !133)
!181 = !DILocation(line: 44, column: 115, scope: !133)
!182 = !DILocation(line: 44, column: 103, scope: !133)
!183 = !DILocation(line: 44, column: 93, scope: !133)
!184 = !DILocation(line: 44, column: 91, scope: !133)
!185 = !DILocation(line: 45, column: 20, scope: !133)
!186 = !DILocation(line: 45, column: 10, scope: !133)
!187 = !DILocation(line: 45, column: 34, scope: !133)
!188 = !DILocation(line: 45, column: 32, scope: !133)
!189 = !DILocation(line: 45, column: 81, scope: !133)
!190 = !DILocation(line: 45, column: 58, scope: !133)
!191 = !DILocation(line: 45, column: 56, scope: !133)
!192 = !DILocation(line: 45, column: 89, scope: !133)
!193 = !DILocation(line: 45, column: 87, scope: !133)
!194 = !DILocation(line: 45, column: 102, scope: !133)
!195 = !DILocation(line: 45, column: 100, scope: !133)
!196 = !DILocation(line: 45, column: 8, scope: !133)
!197 = !DILocation(line: 46, column: 14, scope: !133)
!198 = !DILocation(line: 46, column: 10, scope: !133)
!199 = !DILocation(line: 46, column: 33, scope: !133)
!200 = !DILocation(line: 46, column: 31, scope: !133)
!201 = !DILocation(line: 46, column: 48, scope: !133)
!202 = !DILocation(line: 46, column: 46, scope: !133)
!203 = !DILocation(line: 46, column: 71, scope: !133)
!204 = !DILocation(line: 46, column: 69, scope: !133)
!205 = !DILocation(line: 46, column: 85, scope: !133)
!206 = !DILocation(line: 46, column: 83, scope: !133)
!207 = !DILocation(line: 46, column: 102, scope: !133)
!208 = !DILocation(line: 46, column: 100, scope: !133)
!209 = !DILocation(line: 46, column: 120, scope: !133)
!210 = !DILocation(line: 46, column: 118, scope: !133)
!211 = !DILocation(line: 46, column: 8, scope: !133)
!212 = !DILocation(line: 47, column: 19, scope: !133)
!213 = !DILocation(line: 47, column: 26, scope: !133)
!214 = !DILocation(line: 47, column: 11, scope: !133)
!215 = !DILocation(line: 47, column: 61, scope: !133)
!216 = !DILocation(line: 47, column: 68, scope: !133)
!217 = !DILocation(line: 47, column: 45, scope: !133)
!218 = !DILocation(line: 47, column: 43, scope: !133)
!219 = !DILocation(line: 47, column: 87, scope: !133)
!220 = !DILocation(line: 47, column: 85, scope: !133)
!221 = !DILocation(line: 47, column: 116, scope: !133)
!222 = !DILocation(line: 47, column: 114, scope: !133)
!223 = !DILocation(line: 47, column: 139, scope: !133)
!224 = !DILocation(line: 47, column: 137, scope: !133)
!225 = !DILocation(line: 47, column: 9, scope: !133)
!226 = !DILocation(line: 48, column: 33, scope: !133)
!227 = !DILocation(line: 48, column: 12, scope: !133)
!228 = !DILocation(line: 48, column: 41, scope: !133)
!229 = !DILocation(line: 48, column: 75, scope: !133)
!230 = !DILocation(line: 48, column: 102, scope: !133)
!231 = !DILocation(line: 48, column: 89, scope: !133)
!232 = !DILocation(line: 48, column: 131, scope: !133)
!233 = !DILocation(line: 48, column: 110, scope: !133)
!234 = !DILocation(line: 48, column: 140, scope: !133)
!235 = !DILocation(line: 48, column: 153, scope: !133)
!236 = !DILocation(line: 48, column: 39, scope: !133)
!237 = !DILocation(line: 48, column: 73, scope: !133)
!238 = !DILocation(line: 48, column: 87, scope: !133)
!239 = !DILocation(line: 48, column: 108, scope: !133)
!240 = !DILocation(line: 48, column: 138, scope: !133)
!241 = !DILocation(line: 48, column: 151, scope: !133)
!242 = !DILocation(line: 48, column: 9, scope: !133)
!243 = !DILocation(line: 49, column: 23, scope: !133)
!244 = !DILocation(line: 49, column: 34, scope: !133)
!245 = !DILocation(line: 49, column: 15, scope: !133)
!246 = !DILocation(line: 49, column: 13, scope: !133)
!247 = !DILocation(line: 49, column: 65, scope: !133)
!248 = !DILocation(line: 49, column: 56, scope: !133)
!249 = !DILocation(line: 49, column: 80, scope: !133)
!250 = !DILocation(line: 49, column: 76, scope: !133)
!251 = !DILocation(line: 49, column: 74, scope: !133)
!252 = !DILocation(line: 49, column: 95, scope: !133)
!253 = !DILocation(line: 49, column: 91, scope: !133)
!254 = !DILocation(line: 49, column: 89, scope: !133)
!255 = !DILocation(line: 49, column: 106, scope: !133)
!256 = !DILocation(line: 49, column: 104, scope: !133)
!257 = !DILocation(line: 49, column: 54, scope: !133)
!258 = !DILocation(line: 49, column: 128, scope: !133)
!259 = !DILocation(line: 49, column: 156, scope: !133)
!260 = !DILocation(line: 49, column: 142, scope: !133)
!261 = !DILocation(line: 49, column: 140, scope: !133)
!262 = !DILocation(line: 49, column: 169, scope: !133)
!263 = !DILocation(line: 49, column: 167, scope: !133)
!264 = !DILocation(line: 49, column: 185, scope: !133)
!265 = !DILocation(line: 49, column: 183, scope: !133)
!266 = !DILocation(line: 49, column: 125, scope: !133)
!267 = !DILocation(line: 50, column: 30, scope: !133)
!268 = !DILocation(line: 50, column: 11, scope: !133)
!269 = !DILocation(line: 50, column: 40, scope: !133)
!270 = !DILocation(line: 50, column: 3, scope: !133)
!271 = !DILocation(line: 50, column: 85, scope: !133)
!272 = !DILocation(line: 50, column: 70, scope: !133)
!273 = !DILocation(line: 50, column: 67, scope: !133)
!274 = !DILocation(line: 50, column: 131, scope: !133)
!275 = !DILocation(line: 50, column: 137, scope: !133)
!276 = !DILocation(line: 50, column: 127, scope: !133)
!277 = !DILocation(line: 50, column: 124, scope: !133)
!278 = !DILocation(line: 51, column: 1, scope: !133)
