%struct.anon = type { i8, double, [3 x i16] }
%struct.P = type <{ i8, i32 }>

@table = addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
@nested = internal addrspace(2) constant %struct.anon { i8 97, double 2.500000e+00, [3 x i16] [i16 1, i16 2, i16 3] }, align 8

; Function Attrs: convergent nounwind
define spir_func i32 @_Z4picki(i32 %0) #0 !dbg !5 {
  switch i32 %0, label %4 [
    i32 0, label %9
    i32 1, label %2
    i32 5, label %3
  ], !dbg !8

2:                                                ; preds = %1
  br label %9, !dbg !9

3:                                                ; preds = %1
  br label %9, !dbg !10

4:                                                ; preds = %1
  %5 = and i32 %0, 3, !dbg !11
  %6 = zext i32 %5 to i64, !dbg !12
  %7 = getelementptr inbounds [4 x i32], ptr addrspace(2) @table, i64 0, i64 %6, !dbg !12
  %8 = load i32, ptr addrspace(2) %7, align 4, !dbg !12
  br label %9, !dbg !13

9:                                                ; preds = %4, %3, %2, %1
  %10 = phi i32 [ %8, %4 ], [ 11, %3 ], [ -3, %2 ], [ 7, %1 ], !dbg !14
  ret i32 %10, !dbg !15
}

; Function Attrs: convergent noinline nounwind
define spir_func i32 @_Z6calleePU3AS4ii(ptr nocapture readonly %0, i32 %1) #1 !dbg !16 {
  %3 = icmp sgt i32 %1, 0, !dbg !17
  br i1 %3, label %.preheader, label %27, !dbg !18

.preheader:                                       ; preds = %2
  br label %4, !dbg !18

4:                                                ; preds = %22, %.preheader
  %5 = phi i32 [ %24, %22 ], [ 0, %.preheader ]
  %6 = phi i32 [ %23, %22 ], [ 0, %.preheader ]
  %7 = zext i32 %5 to i64, !dbg !19
  %8 = getelementptr inbounds i32, ptr %0, i64 %7, !dbg !19
  %9 = load i32, ptr %8, align 4, !dbg !19
  %10 = icmp slt i32 %9, 0, !dbg !20
  br i1 %10, label %22, label %11, !dbg !19

11:                                               ; preds = %4
  switch i32 %9, label %14 [
    i32 77, label %.loopexit
    i32 0, label %19
    i32 1, label %12
    i32 5, label %13
  ], !dbg !21

12:                                               ; preds = %11
  br label %19, !dbg !22

13:                                               ; preds = %11
  br label %19, !dbg !24

14:                                               ; preds = %11
  %15 = and i32 %9, 3, !dbg !25
  %16 = zext i32 %15 to i64, !dbg !26
  %17 = getelementptr inbounds [4 x i32], ptr addrspace(2) @table, i64 0, i64 %16, !dbg !26
  %18 = load i32, ptr addrspace(2) %17, align 4, !dbg !26
  br label %19, !dbg !27

19:                                               ; preds = %14, %13, %12, %11
  %20 = phi i32 [ %18, %14 ], [ 11, %13 ], [ -3, %12 ], [ 7, %11 ], !dbg !28
  %21 = add nsw i32 %20, %6, !dbg !29
  br label %22, !dbg !30

22:                                               ; preds = %19, %4
  %23 = phi i32 [ %6, %4 ], [ %21, %19 ], !dbg !23
  %24 = add nuw nsw i32 %5, 1, !dbg !31
  %25 = icmp slt i32 %24, %1, !dbg !17
  br i1 %25, label %4, label %.loopexit, !dbg !18

.loopexit:                                        ; preds = %22, %11
  %26 = phi i32 [ %23, %22 ], [ %6, %11 ]
  br label %27, !dbg !32

27:                                               ; preds = %.loopexit, %2
  %28 = phi i32 [ 0, %2 ], [ %26, %.loopexit ], !dbg !33
  ret i32 %28, !dbg !32
}

; Function Attrs: convergent nounwind
define spir_kernel void @flat(ptr addrspace(1) align 4 %0, ptr addrspace(3) align 4 %1, ptr addrspace(1) nocapture align 1 %2, ptr addrspace(1) nocapture align 4 %3, i32 %4) #0 !dbg !34 {
  %6 = alloca [8 x i32], align 4
  call void @llvm.lifetime.start.p0(i64 32, ptr %6), !dbg !35
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %6, ptr addrspace(1) align 4 %0, i64 32, i1 false), !dbg !36
  %7 = icmp sgt i32 %4, 4, !dbg !37
  br i1 %7, label %8, label %10, !dbg !38

8:                                                ; preds = %5
  %9 = addrspacecast ptr addrspace(1) %0 to ptr, !dbg !39
  br label %14, !dbg !38

10:                                               ; preds = %5
  %11 = icmp sgt i32 %4, 2, !dbg !40
  %12 = addrspacecast ptr addrspace(3) %1 to ptr, !dbg !41
  %13 = select i1 %11, ptr %12, ptr %6, !dbg !41
  br label %14, !dbg !38

14:                                               ; preds = %10, %8
  %15 = phi ptr [ %9, %8 ], [ %13, %10 ], !dbg !38
  %16 = call spir_func i32 @_Z6calleePU3AS4ii(ptr %15, i32 %4), !dbg !42
  %17 = call spir_func i32 @_Z6calleePU3AS4ii(ptr %6, i32 8), !dbg !43
  %18 = add nsw i32 %17, %16, !dbg !44
  store i32 %18, ptr addrspace(1) %0, align 4, !dbg !45
  %19 = getelementptr inbounds i8, ptr addrspace(1) %2, i64 5, !dbg !46
  %20 = load i8, ptr addrspace(1) %19, align 1, !dbg !47
  %21 = sext i8 %20 to i32, !dbg !46
  %22 = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0), !dbg !48
  %23 = getelementptr inbounds %struct.P, ptr addrspace(1) %2, i64 %22, i32 1, !dbg !49
  %24 = load i32, ptr addrspace(1) %23, align 1, !dbg !50
  %25 = add nsw i32 %24, %21, !dbg !50
  store i32 %25, ptr addrspace(1) %23, align 1, !dbg !50
  %26 = getelementptr inbounds i8, ptr addrspace(1) %3, i64 2, !dbg !51
  store i8 1, ptr addrspace(1) %26, align 2, !dbg !52
  %27 = load i32, ptr addrspace(1) %3, align 4, !dbg !53
  %28 = sitofp i32 %27 to float, !dbg !54
  %29 = getelementptr inbounds i8, ptr addrspace(1) %3, i64 4, !dbg !55
  store float %28, ptr addrspace(1) %29, align 4, !dbg !56
  %30 = sitofp i32 %4 to float, !dbg !57
  %31 = fmul float %30, 2.000000e+00, !dbg !58
  %32 = fadd float %31, %30, !dbg !61
  %33 = fpext float %32 to double, !dbg !62
  %34 = fadd double %33, 2.500000e+00, !dbg !63
  %35 = srem i32 %4, 3, !dbg !64
  %36 = sext i32 %35 to i64, !dbg !65
  %37 = getelementptr inbounds [3 x i16], ptr addrspace(2) undef, i64 0, i64 %36, !dbg !65
  %38 = load i16, ptr addrspace(2) %37, align 2, !dbg !65
  %39 = sitofp i16 %38 to double, !dbg !65
  %40 = fadd double %34, %39, !dbg !66
  %41 = fptrunc double %40 to float, !dbg !62
  %42 = getelementptr inbounds i8, ptr addrspace(1) %3, i64 8, !dbg !67
  store float %41, ptr addrspace(1) %42, align 4, !dbg !68
  %43 = call ptr addrspace(1) @__spirv_GenericCastToPtrExplicit.p1.p0(ptr %15, i32 5), !dbg !69
  %44 = ptrtoint ptr addrspace(1) %43 to i64, !dbg !69
  %45 = icmp eq i64 %44, 0, !dbg !70
  br i1 %45, label %47, label %46, !dbg !70

46:                                               ; preds = %14
  store i32 1, ptr addrspace(1) %43, align 4, !dbg !71
  br label %47, !dbg !72

47:                                               ; preds = %46, %14
  call void @llvm.lifetime.end.p0(i64 32, ptr %6), !dbg !73
  ret void, !dbg !73
}

; Function Attrs: convergent nounwind
define spir_kernel void @subs(ptr addrspace(1) nocapture align 4 %0, ptr addrspace(1) nocapture align 4 %1, ptr addrspace(1) align 2 %2) #0 !dbg !74 {
  %4 = call i32 @__spirv_BuiltInSubgroupLocalInvocationId(), !dbg !75
  %5 = call i32 @__spirv_BuiltInSubgroupSize(), !dbg !76
  %6 = call i32 @__spirv_BuiltInSubgroupId(), !dbg !77
  %7 = mul i32 %6, %5, !dbg !78
  %8 = add i32 %7, %4, !dbg !79
  %9 = call i32 @__spirv_BuiltInNumSubgroups(), !dbg !80
  %10 = add i32 %8, %9, !dbg !81
  %11 = call i32 @__spirv_BuiltInSubgroupMaxSize(), !dbg !82
  %12 = add i32 %10, %11, !dbg !83
  %13 = sext i32 %12 to i64, !dbg !84
  %14 = getelementptr inbounds i32, ptr addrspace(1) %0, i64 %13, !dbg !84
  %15 = load i32, ptr addrspace(1) %14, align 4, !dbg !84
  %16 = call i32 @__spirv_GroupIAdd.i32(i32 3, i32 0, i32 %15), !dbg !85
  %17 = getelementptr inbounds float, ptr addrspace(1) %1, i64 %13, !dbg !86
  %18 = load float, ptr addrspace(1) %17, align 4, !dbg !86
  %19 = call float @__spirv_GroupFMax.f32(i32 3, i32 1, float %18), !dbg !87
  store float %19, ptr addrspace(1) %17, align 4, !dbg !88
  %20 = call i32 @__spirv_GroupBroadcast.i32(i32 3, i32 %16, i32 2), !dbg !89
  %21 = icmp ne i32 %16, 0, !dbg !90
  %22 = call i1 @__spirv_GroupAny.i1(i32 3, i1 %21), !dbg !90
  %23 = select i1 %22, i32 1, i32 0, !dbg !90
  %24 = add nsw i32 %23, %20, !dbg !91
  %25 = icmp ne i32 %12, 0, !dbg !92
  %26 = call i1 @__spirv_GroupAll.i1(i32 3, i1 %25), !dbg !92
  %27 = select i1 %26, i32 1, i32 0, !dbg !92
  %28 = add nsw i32 %24, %27, !dbg !93
  store i32 %28, ptr addrspace(1) %14, align 4, !dbg !94
  call void @__spirv_ControlBarrier(i32 3, i32 2, i32 272), !dbg !95
  %29 = call i32 @__spirv_GroupIAdd.i32(i32 2, i32 0, i32 %16), !dbg !96
  %30 = icmp ne i32 %12, 0, !dbg !97
  %31 = call i1 @__spirv_GroupAny.i1(i32 2, i1 %30), !dbg !97
  %32 = select i1 %31, i32 1, i32 0, !dbg !97
  %33 = add nsw i32 %32, %29, !dbg !98
  %34 = call i32 @__spirv_GroupBroadcast.i32.i64(i32 2, i32 %16, i64 1), !dbg !99
  %35 = add nsw i32 %33, %34, !dbg !100
  %36 = load i32, ptr addrspace(1) %14, align 4, !dbg !101
  %37 = add nsw i32 %35, %36, !dbg !101
  store i32 %37, ptr addrspace(1) %14, align 4, !dbg !101
  %38 = load float, ptr addrspace(1) %17, align 4, !dbg !102
  %39 = call float @__spirv_GroupFAdd.f32(i32 2, i32 2, float %38), !dbg !103
  store float %39, ptr addrspace(1) %17, align 4, !dbg !104
  %40 = getelementptr inbounds half, ptr addrspace(1) %2, i64 %13, !dbg !105
  %41 = load half, ptr addrspace(1) %40, align 2, !dbg !105
  %42 = fptrunc float %39 to half, !dbg !106
  %43 = call half @llvm.fmuladd.f16(half %41, half 0xH4000, half %42), !dbg !107
  store half %43, ptr addrspace(1) %40, align 2, !dbg !108
  %44 = addrspacecast ptr addrspace(1) %2 to ptr, !dbg !109
  %45 = mul i64 %13, 1, !dbg !110
  %46 = getelementptr half, ptr %44, i64 %45, !dbg !110
  %47 = fptrunc float %39 to half, !dbg !110
  %48 = fpext half %47 to float, !dbg !110
  %49 = fcmp ogt float %48, %39, !dbg !110
  %50 = fcmp olt float %48, %39, !dbg !110
  %51 = bitcast half %47 to i16, !dbg !110
  %52 = icmp slt i16 %51, 0, !dbg !110
  %53 = add i16 %51, 1, !dbg !110
  %54 = sub i16 %51, 1, !dbg !110
  %55 = select i1 %52, i1 %50, i1 %49, !dbg !110
  %56 = select i1 %55, i16 %54, i16 %51, !dbg !110
  %57 = bitcast i16 %56 to half, !dbg !110
  store half %57, ptr %46, align 2, !dbg !110
  %58 = mul i64 %13, 1, !dbg !111
  %59 = getelementptr half, ptr %44, i64 %58, !dbg !111
  %60 = load half, ptr %59, align 2, !dbg !111
  %61 = fpext half %60 to float, !dbg !111
  %62 = load float, ptr addrspace(1) %17, align 4, !dbg !112
  %63 = fadd float %61, %62, !dbg !112
  store float %63, ptr addrspace(1) %17, align 4, !dbg !112
  ret void, !dbg !113
}

; Function Attrs: convergent nounwind
define spir_kernel void @atom(ptr addrspace(1) align 4 %0, ptr addrspace(3) align 4 %1, ptr addrspace(1) align 8 %2, ptr addrspace(1) align 4 %3) #0 !dbg !114 {
  %5 = alloca i32, align 4
  %6 = addrspacecast ptr addrspace(1) %0 to ptr, !dbg !115
  %7 = atomicrmw add ptr %6, i32 3 monotonic, align 4, !dbg !116, !spirv.scope !117
  call void @llvm.lifetime.start.p0(i64 4, ptr %5), !dbg !118
  store i32 4, ptr %5, align 4, !dbg !119
  %8 = load i32, ptr %5, align 4, !dbg !120
  %9 = cmpxchg ptr %6, i32 %8, i32 5 seq_cst seq_cst, align 4, !dbg !120, !spirv.scope !117
  %10 = extractvalue { i32, i1 } %9, 0, !dbg !120
  store i32 %10, ptr %5, align 4, !dbg !120
  %11 = icmp eq i32 %10, %8, !dbg !120
  %12 = addrspacecast ptr addrspace(3) %1 to ptr, !dbg !121
  store atomic i32 3, ptr %12 seq_cst, align 4, !dbg !122, !spirv.scope !117
  %13 = load atomic i32, ptr %12 acquire, align 4, !dbg !123, !spirv.scope !124
  %14 = zext i32 %13 to i64, !dbg !123
  store volatile i64 %14, ptr addrspace(1) %2, align 8, !dbg !125
  %15 = atomicrmw umax ptr %12, i32 7 seq_cst, align 4, !dbg !126, !spirv.scope !117
  %16 = atomicrmw xchg ptr %6, i32 1 seq_cst, align 4, !dbg !127, !spirv.scope !117
  %17 = addrspacecast ptr addrspace(1) %3 to ptr, !dbg !128
  %18 = atomicrmw xchg ptr %17, i32 1 seq_cst, align 4, !dbg !129, !spirv.scope !117
  %19 = icmp ne i32 %18, 0, !dbg !129
  br i1 %19, label %20, label %21, !dbg !129

20:                                               ; preds = %4
  store atomic i32 0, ptr %17 seq_cst, align 4, !dbg !130, !spirv.scope !117
  br label %21, !dbg !130

21:                                               ; preds = %20, %4
  fence release, !dbg !131, !spirv.scope !117
  fence acq_rel, !dbg !132, !spirv.scope !124
  call void @llvm.lifetime.end.p0(i64 4, ptr %5), !dbg !133
  ret void, !dbg !133
}

; Function Attrs: convergent nounwind
define spir_kernel void @maths(ptr addrspace(1) nocapture align 4 %0, ptr addrspace(1) nocapture align 8 %1, ptr addrspace(1) nocapture align 16 %2, ptr addrspace(1) align 16 %3) #0 !dbg !134 {
  %5 = alloca i32, align 4
  %6 = alloca float, align 4
  %7 = alloca float, align 4
  %8 = call i64 @__spirv_BuiltInGlobalLinearId(), !dbg !135
  %9 = trunc i64 %8 to i32, !dbg !135
  call void @llvm.lifetime.start.p0(i64 4, ptr %5), !dbg !136
  call void @llvm.lifetime.start.p0(i64 4, ptr %6), !dbg !137
  call void @llvm.lifetime.start.p0(i64 4, ptr %7), !dbg !137
  %10 = sext i32 %9 to i64, !dbg !138
  %11 = getelementptr inbounds float, ptr addrspace(1) %0, i64 %10, !dbg !138
  %12 = load float, ptr addrspace(1) %11, align 4, !dbg !138
  %13 = call float @__spirv_ocl_exp.f32(float %12), !dbg !139
  %14 = call float @__spirv_ocl_log2.f32(float %12), !dbg !140
  %15 = fadd float %13, %14, !dbg !141
  %16 = call float @__spirv_ocl_pow.f32(float %12, float 2.500000e+00), !dbg !142
  %17 = fadd float %15, %16, !dbg !143
  %18 = call float @__spirv_ocl_pown.f32(float %12, i32 3), !dbg !144
  %19 = fadd float %17, %18, !dbg !145
  %20 = call float @__spirv_ocl_rootn.f32(float %12, i32 3), !dbg !146
  %21 = fadd float %19, %20, !dbg !147
  %22 = call float @__spirv_ocl_native_cos.f32(float %12), !dbg !148
  %23 = fadd float %21, %22, !dbg !149
  %24 = call float @__spirv_ocl_half_rsqrt.f32(float %12), !dbg !150
  %25 = fadd float %23, %24, !dbg !151
  store float %25, ptr addrspace(1) %11, align 4, !dbg !152
  %26 = call float @__spirv_ocl_frexp.f32.p0(float %25, ptr %5), !dbg !153
  %27 = load float, ptr addrspace(1) %11, align 4, !dbg !154
  %28 = call float @__spirv_ocl_fract.f32.p0(float %27, ptr %6), !dbg !155
  %29 = fadd float %26, %28, !dbg !156
  %30 = load float, ptr addrspace(1) %11, align 4, !dbg !157
  %31 = call float @__spirv_ocl_sincos.f32.p0(float %30, ptr %7), !dbg !158
  %32 = fadd float %29, %31, !dbg !159
  %33 = load float, ptr addrspace(1) %11, align 4, !dbg !160
  %34 = call float @__spirv_ocl_modf.f32.p0(float %33, ptr %6), !dbg !161
  %35 = fadd float %32, %34, !dbg !162
  %36 = load float, ptr addrspace(1) %11, align 4, !dbg !163
  %37 = call float @__spirv_ocl_remquo.f32.p0(float %36, float 2.000000e+00, ptr %5), !dbg !164
  %38 = fadd float %35, %37, !dbg !165
  %39 = load float, ptr addrspace(1) %11, align 4, !dbg !166
  %40 = call float @__spirv_ocl_lgamma_r.f32.p0(float %39, ptr %5), !dbg !167
  %41 = fadd float %38, %40, !dbg !168
  %42 = load float, ptr addrspace(1) %11, align 4, !dbg !169
  %43 = fadd float %42, %41, !dbg !169
  store float %43, ptr addrspace(1) %11, align 4, !dbg !169
  %44 = getelementptr inbounds <4 x float>, ptr addrspace(1) %2, i64 %10, !dbg !170
  %45 = load <4 x float>, ptr addrspace(1) %44, align 16, !dbg !170
  %46 = call float @__spirv_ocl_length.f32.v4f32(<4 x float> %45), !dbg !171
  %47 = fmul <4 x float> %45, %45, !dbg !172
  %48 = extractelement <4 x float> %47, i32 0, !dbg !172
  %49 = extractelement <4 x float> %47, i32 1, !dbg !172
  %50 = fadd float %48, %49, !dbg !172
  %51 = extractelement <4 x float> %47, i32 2, !dbg !172
  %52 = fadd float %50, %51, !dbg !172
  %53 = extractelement <4 x float> %47, i32 3, !dbg !172
  %54 = fadd float %52, %53, !dbg !172
  %55 = fadd float %46, %54, !dbg !173
  %56 = load <4 x float>, ptr addrspace(1) %2, align 16, !dbg !174
  %57 = getelementptr inbounds i8, ptr addrspace(1) %2, i64 16, !dbg !175
  %58 = load <4 x float>, ptr addrspace(1) %57, align 16, !dbg !175
  %59 = call float @__spirv_ocl_distance.f32.v4f32.v4f32(<4 x float> %56, <4 x float> %58), !dbg !176
  %60 = fadd float %55, %59, !dbg !177
  %61 = call float @__spirv_ocl_fast_length.f32.v4f32(<4 x float> %45), !dbg !178
  %62 = fadd float %60, %61, !dbg !179
  %63 = fadd float %43, %62, !dbg !180
  store float %63, ptr addrspace(1) %11, align 4, !dbg !180
  %64 = load <4 x float>, ptr addrspace(1) %44, align 16, !dbg !181
  %65 = load <4 x float>, ptr addrspace(1) %2, align 16, !dbg !182
  %66 = call <4 x float> @__spirv_ocl_cross.v4f32(<4 x float> %64, <4 x float> %65), !dbg !183
  %67 = call <4 x float> @__spirv_ocl_normalize.v4f32(<4 x float> %66), !dbg !184
  store <4 x float> %67, ptr addrspace(1) %44, align 16, !dbg !185
  %68 = load <4 x float>, ptr addrspace(1) %2, align 16, !dbg !186
  %69 = fsub <4 x float> %68, %67, !dbg !187
  %70 = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %69, <4 x float> <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>, <4 x float> %67), !dbg !187
  %71 = call <4 x float> @llvm.maxnum.v4f32(<4 x float> %67, <4 x float> zeroinitializer), !dbg !188
  %72 = call <4 x float> @llvm.minnum.v4f32(<4 x float> %71, <4 x float> <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>), !dbg !188
  %73 = fadd <4 x float> %70, %72, !dbg !189
  %74 = load <4 x float>, ptr addrspace(1) %57, align 16, !dbg !190
  %75 = call <4 x float> @__spirv_ocl_smoothstep.v4f32(<4 x float> %67, <4 x float> %68, <4 x float> %74), !dbg !191
  %76 = fadd <4 x float> %73, %75, !dbg !192
  %77 = call <4 x float> @__spirv_ocl_sign.v4f32(<4 x float> %67), !dbg !193
  %78 = fadd <4 x float> %76, %77, !dbg !194
  %79 = call <4 x float> @__spirv_ocl_step.v4f32(<4 x float> %67, <4 x float> %74), !dbg !195
  %80 = fadd <4 x float> %78, %79, !dbg !196
  store <4 x float> %80, ptr addrspace(1) %44, align 16, !dbg !197
  %81 = getelementptr inbounds double, ptr addrspace(1) %1, i64 %10, !dbg !198
  %82 = load double, ptr addrspace(1) %81, align 8, !dbg !198
  %83 = call double @llvm.fma.f64(double %82, double %82, double 1.000000e+00), !dbg !199
  %84 = call double @__spirv_ocl_tgamma.f64(double %82), !dbg !200
  %85 = fadd double %83, %84, !dbg !201
  %86 = call double @__spirv_ocl_nextafter.f64(double %82, double 2.000000e+00), !dbg !202
  %87 = fadd double %85, %86, !dbg !203
  %88 = call i32 @__spirv_ocl_ilogb.i32.f64(double %82), !dbg !204
  %89 = sitofp i32 %88 to double, !dbg !204
  %90 = fadd double %87, %89, !dbg !205
  %91 = call double @__spirv_ocl_ldexp.f64(double %82, i32 3), !dbg !206
  %92 = fadd double %91, %90, !dbg !207
  %93 = call double @__spirv_ocl_fdim.f64(double %82, double 1.000000e+00), !dbg !208
  %94 = fadd double %93, %92, !dbg !209
  %95 = call double @__spirv_ocl_nan.f64.i64(i64 5), !dbg !210
  %96 = fadd double %95, %94, !dbg !211
  store double %96, ptr addrspace(1) %81, align 8, !dbg !212
  %97 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %3, i64 %10, !dbg !213
  %98 = load <4 x i32>, ptr addrspace(1) %97, align 16, !dbg !213
  %99 = load <4 x i32>, ptr addrspace(1) %3, align 16, !dbg !214
  %100 = extractelement <4 x i32> %99, i32 0, !dbg !215
  %101 = and i32 %100, 3, !dbg !215
  %102 = extractelement <4 x i32> %98, i32 %101, !dbg !215
  %103 = insertelement <4 x i32> poison, i32 %102, i32 0, !dbg !215
  %104 = extractelement <4 x i32> %99, i32 1, !dbg !215
  %105 = and i32 %104, 3, !dbg !215
  %106 = extractelement <4 x i32> %98, i32 %105, !dbg !215
  %107 = insertelement <4 x i32> %103, i32 %106, i32 1, !dbg !215
  %108 = extractelement <4 x i32> %99, i32 2, !dbg !215
  %109 = and i32 %108, 3, !dbg !215
  %110 = extractelement <4 x i32> %98, i32 %109, !dbg !215
  %111 = insertelement <4 x i32> %107, i32 %110, i32 2, !dbg !215
  %112 = extractelement <4 x i32> %99, i32 3, !dbg !215
  %113 = and i32 %112, 3, !dbg !215
  %114 = extractelement <4 x i32> %98, i32 %113, !dbg !215
  %115 = insertelement <4 x i32> %111, i32 %114, i32 3, !dbg !215
  %116 = getelementptr inbounds i8, ptr addrspace(1) %3, i64 16, !dbg !216
  %117 = load <4 x i32>, ptr addrspace(1) %116, align 16, !dbg !216
  %118 = getelementptr inbounds i8, ptr addrspace(1) %3, i64 32, !dbg !217
  %119 = load <4 x i32>, ptr addrspace(1) %118, align 16, !dbg !217
  %120 = extractelement <4 x i32> %119, i32 0, !dbg !218
  %121 = and i32 %120, 3, !dbg !218
  %122 = extractelement <4 x i32> %98, i32 %121, !dbg !218
  %123 = extractelement <4 x i32> %117, i32 %121, !dbg !218
  %124 = and i32 %120, 4, !dbg !218
  %125 = icmp ne i32 %124, 0, !dbg !218
  %126 = select i1 %125, i32 %123, i32 %122, !dbg !218
  %127 = insertelement <4 x i32> poison, i32 %126, i32 0, !dbg !218
  %128 = extractelement <4 x i32> %119, i32 1, !dbg !218
  %129 = and i32 %128, 3, !dbg !218
  %130 = extractelement <4 x i32> %98, i32 %129, !dbg !218
  %131 = extractelement <4 x i32> %117, i32 %129, !dbg !218
  %132 = and i32 %128, 4, !dbg !218
  %133 = icmp ne i32 %132, 0, !dbg !218
  %134 = select i1 %133, i32 %131, i32 %130, !dbg !218
  %135 = insertelement <4 x i32> %127, i32 %134, i32 1, !dbg !218
  %136 = extractelement <4 x i32> %119, i32 2, !dbg !218
  %137 = and i32 %136, 3, !dbg !218
  %138 = extractelement <4 x i32> %98, i32 %137, !dbg !218
  %139 = extractelement <4 x i32> %117, i32 %137, !dbg !218
  %140 = and i32 %136, 4, !dbg !218
  %141 = icmp ne i32 %140, 0, !dbg !218
  %142 = select i1 %141, i32 %139, i32 %138, !dbg !218
  %143 = insertelement <4 x i32> %135, i32 %142, i32 2, !dbg !218
  %144 = extractelement <4 x i32> %119, i32 3, !dbg !218
  %145 = and i32 %144, 3, !dbg !218
  %146 = extractelement <4 x i32> %98, i32 %145, !dbg !218
  %147 = extractelement <4 x i32> %117, i32 %145, !dbg !218
  %148 = and i32 %144, 4, !dbg !218
  %149 = icmp ne i32 %148, 0, !dbg !218
  %150 = select i1 %149, i32 %147, i32 %146, !dbg !218
  %151 = insertelement <4 x i32> %143, i32 %150, i32 3, !dbg !218
  %152 = add <4 x i32> %151, %115, !dbg !219
  %153 = mul <4 x i32> %98, %99, !dbg !220
  %154 = add <4 x i32> %153, %117, !dbg !220
  %155 = add <4 x i32> %152, %154, !dbg !221
  %156 = sext <4 x i32> %98 to <4 x i64>, !dbg !222
  %157 = sext <4 x i32> %99 to <4 x i64>, !dbg !222
  %158 = mul <4 x i64> %156, %157, !dbg !222
  %159 = lshr <4 x i64> %158, <i64 32, i64 32, i64 32, i64 32>, !dbg !222
  %160 = trunc <4 x i64> %159 to <4 x i32>, !dbg !222
  %161 = add <4 x i32> %155, %160, !dbg !223
  %162 = and <4 x i32> %98, %99, !dbg !224
  %163 = ashr <4 x i32> %98, <i32 1, i32 1, i32 1, i32 1>, !dbg !224
  %164 = ashr <4 x i32> %99, <i32 1, i32 1, i32 1, i32 1>, !dbg !224
  %165 = add <4 x i32> %163, %164, !dbg !224
  %166 = and <4 x i32> %162, <i32 1, i32 1, i32 1, i32 1>, !dbg !224
  %167 = add <4 x i32> %165, %166, !dbg !224
  %168 = add <4 x i32> %161, %167, !dbg !225
  store <4 x i32> %168, ptr addrspace(1) %97, align 16, !dbg !226
  %169 = load <4 x float>, ptr addrspace(1) %44, align 16, !dbg !227
  %170 = call <4 x float> @llvm.rint.v4f32(<4 x float> %169), !dbg !228
  %171 = call <4 x i32> @llvm.fptosi.sat.v4i32.v4f32(<4 x float> %170), !dbg !228
  %172 = load <4 x i32>, ptr addrspace(1) %3, align 16, !dbg !229
  %173 = icmp sgt <4 x i32> %168, %172, !dbg !229
  %174 = select <4 x i1> %173, <4 x i32> %168, <4 x i32> %172, !dbg !229
  %175 = icmp slt <4 x i32> %168, %172, !dbg !229
  %176 = select <4 x i1> %175, <4 x i32> %168, <4 x i32> %172, !dbg !229
  %177 = sub <4 x i32> %174, %176, !dbg !229
  %178 = call <4 x i1> @llvm.is.fpclass.v4f32(<4 x float> %169, i32 3), !dbg !230
  %179 = select <4 x i1> %178, <4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1>, <4 x i32> zeroinitializer, !dbg !230
  %180 = load <4 x float>, ptr addrspace(1) %2, align 16, !dbg !231
  %181 = fcmp olt <4 x float> %169, %180, !dbg !231
  %182 = select <4 x i1> %181, <4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1>, <4 x i32> zeroinitializer, !dbg !232
  %183 = load <4 x i32>, ptr addrspace(1) %116, align 16, !dbg !233
  %184 = icmp slt <4 x i32> %183, zeroinitializer, !dbg !234
  %185 = select <4 x i1> %184, <4 x i32> %172, <4 x i32> %168, !dbg !234
  %186 = icmp slt <4 x i32> %168, zeroinitializer, !dbg !234
  %187 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %186), !dbg !234
  %188 = select i1 %187, i32 1, i32 0, !dbg !235
  %189 = insertelement <4 x i32> undef, i32 %188, i32 0, !dbg !235
  %190 = shufflevector <4 x i32> %189, <4 x i32> undef, <4 x i32> zeroinitializer, !dbg !235
  %191 = xor <4 x i32> %183, <i32 -1, i32 -1, i32 -1, i32 -1>, !dbg !236
  %192 = and <4 x i32> %168, %191, !dbg !236
  %193 = and <4 x i32> %172, %183, !dbg !236
  %194 = or <4 x i32> %192, %193, !dbg !236
  %195 = add <4 x i32> %171, %168, !dbg !237
  %196 = add <4 x i32> %195, %177, !dbg !238
  %197 = add <4 x i32> %196, %179, !dbg !239
  %198 = add <4 x i32> %197, %182, !dbg !240
  %199 = add <4 x i32> %198, %185, !dbg !241
  %200 = add <4 x i32> %199, %194, !dbg !242
  %201 = add <4 x i32> %200, %190, !dbg !243
  %202 = shufflevector <4 x i32> %201, <4 x i32> undef, <2 x i32> <i32 0, i32 1>, !dbg !244
  %203 = shufflevector <4 x i32> %201, <4 x i32> undef, <2 x i32> <i32 2, i32 3>, !dbg !245
  %204 = call <2 x i32> @llvm.sadd.sat.v2i32(<2 x i32> %202, <2 x i32> %203), !dbg !246
  %205 = shufflevector <2 x i32> %204, <2 x i32> undef, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>, !dbg !247
  %206 = shufflevector <4 x i32> %201, <4 x i32> %205, <4 x i32> <i32 4, i32 1, i32 5, i32 poison>, !dbg !247
  %207 = extractelement <2 x i32> %204, i32 0, !dbg !248
  %208 = call i32 @llvm.ctpop.i32(i32 %207), !dbg !249
  %209 = extractelement <4 x i32> %201, i32 1, !dbg !250
  %210 = call i32 @llvm.ctlz.i32(i32 %209, i1 false), !dbg !251
  %211 = add nsw i32 %210, %208, !dbg !252
  %212 = extractelement <2 x i32> %204, i32 1, !dbg !253
  %213 = call i32 @llvm.cttz.i32(i32 %212, i1 false), !dbg !254
  %214 = add nsw i32 %211, %213, !dbg !255
  %215 = call i32 @llvm.fshl.i32(i32 %9, i32 %9, i32 3), !dbg !256
  %216 = add nsw i32 %214, %215, !dbg !257
  %217 = insertelement <4 x i32> %206, i32 %216, i32 3, !dbg !258
  store <4 x i32> %217, ptr addrspace(1) %97, align 16, !dbg !258
  %218 = bitcast i32 %9 to float, !dbg !259
  %219 = load float, ptr addrspace(1) %11, align 4, !dbg !260
  %220 = fcmp one float %219, 0.000000e+00, !dbg !260
  %221 = select i1 %220, i32 1, i32 0, !dbg !261
  %222 = sitofp i32 %221 to float, !dbg !261
  %223 = fadd float %218, %222, !dbg !262
  %224 = bitcast float %219 to i32, !dbg !263
  %225 = icmp slt i32 %224, 0, !dbg !263
  %226 = select i1 %225, i32 1, i32 0, !dbg !263
  %227 = sitofp i32 %226 to float, !dbg !263
  %228 = fadd float %223, %227, !dbg !264
  %229 = fcmp ord float %219, 1.000000e+00, !dbg !264
  %230 = select i1 %229, i32 1, i32 0, !dbg !265
  %231 = sitofp i32 %230 to float, !dbg !265
  %232 = fadd float %228, %231, !dbg !266
  %233 = fadd float %219, %232, !dbg !267
  store float %233, ptr addrspace(1) %11, align 4, !dbg !267
  %234 = load <4 x float>, ptr addrspace(1) %44, align 16, !dbg !268
  %235 = call <4 x i8> @llvm.fptoui.sat.v4i8.v4f32(<4 x float> %234), !dbg !269
  %236 = addrspacecast ptr addrspace(1) %3 to ptr, !dbg !270
  %237 = mul i64 %10, 4, !dbg !271
  %238 = getelementptr i8, ptr %236, i64 %237, !dbg !271
  store <4 x i8> %235, ptr %238, align 1, !dbg !271
  %239 = mul i64 %10, 4, !dbg !272
  %240 = getelementptr i8, ptr %236, i64 %239, !dbg !272
  %241 = load <4 x i8>, ptr %240, align 1, !dbg !272
  %242 = sitofp <4 x i8> %241 to <4 x float>, !dbg !273
  %243 = load <4 x float>, ptr addrspace(1) %44, align 16, !dbg !274
  %244 = fadd <4 x float> %242, %243, !dbg !274
  store <4 x float> %244, ptr addrspace(1) %44, align 16, !dbg !274
  %245 = load <4 x i32>, ptr addrspace(1) %97, align 16, !dbg !275
  %246 = icmp sgt <4 x i32> %245, <i32 3, i32 3, i32 3, i32 3>, !dbg !276
  %247 = select <4 x i1> %246, <4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1>, <4 x i32> zeroinitializer, !dbg !276
  %248 = icmp slt <4 x i32> %247, zeroinitializer, !dbg !276
  %249 = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %248), !dbg !276
  %250 = select i1 %249, i32 1, i32 0, !dbg !277
  %251 = sitofp i32 %250 to float, !dbg !277
  %252 = extractelement <4 x float> %244, i32 0, !dbg !278
  %253 = fadd float %252, %251, !dbg !278
  %254 = insertelement <4 x float> %244, float %253, i32 0, !dbg !278
  store <4 x float> %254, ptr addrspace(1) %44, align 16, !dbg !278
  call void @llvm.lifetime.end.p0(i64 4, ptr %7), !dbg !279
  call void @llvm.lifetime.end.p0(i64 4, ptr %6), !dbg !279
  call void @llvm.lifetime.end.p0(i64 4, ptr %5), !dbg !279
  ret void, !dbg !279
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

!llvm.module.flags = !{!0, !1, !2}
!llvm.dbg.cu = !{!3}

!0 = !{i32 2, !"tandem.no_contraction", i32 1}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{i32 2, !"Dwarf Version", i32 4}
!3 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !4, producer: "Tandem", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false)
!4 = !DIFile(filename: "features.clcpp", directory: ".")
!5 = distinct !DISubprogram(name: "pick", scope: null, file: !4, line: 9, type: !6, scopeLine: 9, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !3)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DILocation(line: 9, column: 19, scope: !5)
!9 = !DILocation(line: 9, column: 58, scope: !5)
!10 = !DILocation(line: 9, column: 77, scope: !5)
!11 = !DILocation(line: 9, column: 112, scope: !5)
!12 = !DILocation(line: 9, column: 104, scope: !5)
!13 = !DILocation(line: 9, column: 97, scope: !5)
!14 = !DILocation(line: 9, scope: !5)
!15 = !DILocation(line: 9, column: 120, scope: !5)
!16 = distinct !DISubprogram(name: "callee", scope: null, file: !4, line: 10, type: !6, scopeLine: 10, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !3)
!17 = !DILocation(line: 10, column: 84, scope: !16)
!18 = !DILocation(line: 10, column: 66, scope: !16)
!19 = !DILocation(line: 10, column: 100, scope: !16)
!20 = !DILocation(line: 10, column: 105, scope: !16)
!21 = !DILocation(line: 10, column: 124, scope: !16)
!22 = !DILocation(line: 9, column: 58, scope: !5, inlinedAt: !23)
!23 = !DILocation(line: 10, scope: !16)
!24 = !DILocation(line: 9, column: 77, scope: !5, inlinedAt: !23)
!25 = !DILocation(line: 9, column: 112, scope: !5, inlinedAt: !23)
!26 = !DILocation(line: 9, column: 104, scope: !5, inlinedAt: !23)
!27 = !DILocation(line: 9, column: 97, scope: !5, inlinedAt: !23)
!28 = !DILocation(line: 9, scope: !5, inlinedAt: !23)
!29 = !DILocation(line: 10, column: 145, scope: !16)
!30 = !DILocation(line: 10, column: 160, scope: !16)
!31 = !DILocation(line: 10, column: 89, scope: !16)
!32 = !DILocation(line: 10, column: 162, scope: !16)
!33 = !DILocation(line: 10, column: 59, scope: !16)
!34 = distinct !DISubprogram(name: "flat", scope: null, file: !4, line: 11, type: !6, scopeLine: 11, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !3)
!35 = !DILocation(line: 12, column: 3, scope: !34)
!36 = !DILocation(line: 13, column: 39, scope: !34)
!37 = !DILocation(line: 14, column: 14, scope: !34)
!38 = !DILocation(line: 14, column: 12, scope: !34)
!39 = !DILocation(line: 14, column: 20, scope: !34)
!40 = !DILocation(line: 14, column: 33, scope: !34)
!41 = !DILocation(line: 14, column: 31, scope: !34)
!42 = !DILocation(line: 15, column: 10, scope: !34)
!43 = !DILocation(line: 15, column: 25, scope: !34)
!44 = !DILocation(line: 15, column: 23, scope: !34)
!45 = !DILocation(line: 15, column: 8, scope: !34)
!46 = !DILocation(line: 16, column: 29, scope: !34)
!47 = !DILocation(line: 16, column: 35, scope: !34)
!48 = !DILocation(line: 16, column: 6, scope: !34)
!49 = !DILocation(line: 16, column: 24, scope: !34)
!50 = !DILocation(line: 16, column: 26, scope: !34)
!51 = !DILocation(line: 17, column: 3, scope: !34)
!52 = !DILocation(line: 17, column: 13, scope: !34)
!53 = !DILocation(line: 17, column: 32, scope: !34)
!54 = !DILocation(line: 17, column: 27, scope: !34)
!55 = !DILocation(line: 17, column: 18, scope: !34)
!56 = !DILocation(line: 17, column: 25, scope: !34)
!57 = !DILocation(line: 18, column: 19, scope: !34)
!58 = !DILocation(line: 4, column: 118, scope: !59, inlinedAt: !60)
!59 = distinct !DISubprogram(name: "dot", scope: null, file: !4, line: 4, type: !6, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !3)
!60 = !DILocation(line: 19, scope: !34)
!61 = !DILocation(line: 4, column: 114, scope: !59, inlinedAt: !60)
!62 = !DILocation(line: 19, column: 12, scope: !34)
!63 = !DILocation(line: 19, column: 21, scope: !34)
!64 = !DILocation(line: 19, column: 45, scope: !34)
!65 = !DILocation(line: 19, column: 34, scope: !34)
!66 = !DILocation(line: 19, column: 32, scope: !34)
!67 = !DILocation(line: 19, column: 3, scope: !34)
!68 = !DILocation(line: 19, column: 10, scope: !34)
!69 = !DILocation(line: 20, column: 34, scope: !34)
!70 = !DILocation(line: 20, column: 42, scope: !34)
!71 = !DILocation(line: 20, column: 54, scope: !34)
!72 = !DILocation(line: 20, column: 48, scope: !34)
!73 = !DILocation(line: 21, column: 1, scope: !34)
!74 = distinct !DISubprogram(name: "subs", scope: null, file: !4, line: 22, type: !6, scopeLine: 22, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !3)
!75 = !DILocation(line: 23, column: 11, scope: !74)
!76 = !DILocation(line: 23, column: 38, scope: !74)
!77 = !DILocation(line: 23, column: 61, scope: !74)
!78 = !DILocation(line: 23, column: 59, scope: !74)
!79 = !DILocation(line: 23, column: 36, scope: !74)
!80 = !DILocation(line: 23, column: 82, scope: !74)
!81 = !DILocation(line: 23, column: 80, scope: !74)
!82 = !DILocation(line: 23, column: 105, scope: !74)
!83 = !DILocation(line: 23, column: 103, scope: !74)
!84 = !DILocation(line: 24, column: 32, scope: !74)
!85 = !DILocation(line: 24, column: 11, scope: !74)
!86 = !DILocation(line: 24, column: 75, scope: !74)
!87 = !DILocation(line: 24, column: 46, scope: !74)
!88 = !DILocation(line: 24, column: 44, scope: !74)
!89 = !DILocation(line: 25, column: 10, scope: !74)
!90 = !DILocation(line: 25, column: 38, scope: !74)
!91 = !DILocation(line: 25, column: 36, scope: !74)
!92 = !DILocation(line: 25, column: 57, scope: !74)
!93 = !DILocation(line: 25, column: 55, scope: !74)
!94 = !DILocation(line: 25, column: 8, scope: !74)
!95 = !DILocation(line: 26, column: 3, scope: !74)
!96 = !DILocation(line: 27, column: 11, scope: !74)
!97 = !DILocation(line: 27, column: 38, scope: !74)
!98 = !DILocation(line: 27, column: 36, scope: !74)
!99 = !DILocation(line: 27, column: 58, scope: !74)
!100 = !DILocation(line: 27, column: 56, scope: !74)
!101 = !DILocation(line: 27, column: 8, scope: !74)
!102 = !DILocation(line: 28, column: 40, scope: !74)
!103 = !DILocation(line: 28, column: 10, scope: !74)
!104 = !DILocation(line: 28, column: 8, scope: !74)
!105 = !DILocation(line: 29, column: 10, scope: !74)
!106 = !DILocation(line: 29, column: 33, scope: !74)
!107 = !DILocation(line: 29, column: 25, scope: !74)
!108 = !DILocation(line: 29, column: 8, scope: !74)
!109 = !DILocation(line: 29, column: 64, scope: !74)
!110 = !DILocation(line: 29, column: 39, scope: !74)
!111 = !DILocation(line: 29, column: 76, scope: !74)
!112 = !DILocation(line: 29, column: 73, scope: !74)
!113 = !DILocation(line: 30, column: 1, scope: !74)
!114 = distinct !DISubprogram(name: "atom", scope: null, file: !4, line: 31, type: !6, scopeLine: 31, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !3)
!115 = !DILocation(line: 32, column: 29, scope: !114)
!116 = !DILocation(line: 32, column: 3, scope: !114)
!117 = !{i32 1}
!118 = !DILocation(line: 33, column: 3, scope: !114)
!119 = !DILocation(line: 33, column: 7, scope: !114)
!120 = !DILocation(line: 33, column: 14, scope: !114)
!121 = !DILocation(line: 34, column: 16, scope: !114)
!122 = !DILocation(line: 34, column: 3, scope: !114)
!123 = !DILocation(line: 34, column: 31, scope: !114)
!124 = !{i32 2}
!125 = !DILocation(line: 34, column: 29, scope: !114)
!126 = !DILocation(line: 35, column: 3, scope: !114)
!127 = !DILocation(line: 35, column: 28, scope: !114)
!128 = !DILocation(line: 36, column: 32, scope: !114)
!129 = !DILocation(line: 36, column: 7, scope: !114)
!130 = !DILocation(line: 36, column: 37, scope: !114)
!131 = !DILocation(line: 37, column: 3, scope: !114)
!132 = !DILocation(line: 38, column: 3, scope: !114)
!133 = !DILocation(line: 39, column: 1, scope: !114)
!134 = distinct !DISubprogram(name: "maths", scope: null, file: !4, line: 40, type: !6, scopeLine: 40, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !3)
!135 = !DILocation(line: 41, column: 11, scope: !134)
!136 = !DILocation(line: 41, column: 35, scope: !134)
!137 = !DILocation(line: 41, column: 42, scope: !134)
!138 = !DILocation(line: 42, column: 14, scope: !134)
!139 = !DILocation(line: 42, column: 10, scope: !134)
!140 = !DILocation(line: 42, column: 22, scope: !134)
!141 = !DILocation(line: 42, column: 20, scope: !134)
!142 = !DILocation(line: 42, column: 35, scope: !134)
!143 = !DILocation(line: 42, column: 33, scope: !134)
!144 = !DILocation(line: 42, column: 53, scope: !134)
!145 = !DILocation(line: 42, column: 51, scope: !134)
!146 = !DILocation(line: 42, column: 69, scope: !134)
!147 = !DILocation(line: 42, column: 67, scope: !134)
!148 = !DILocation(line: 42, column: 86, scope: !134)
!149 = !DILocation(line: 42, column: 84, scope: !134)
!150 = !DILocation(line: 42, column: 105, scope: !134)
!151 = !DILocation(line: 42, column: 103, scope: !134)
!152 = !DILocation(line: 42, column: 8, scope: !134)
!153 = !DILocation(line: 43, column: 11, scope: !134)
!154 = !DILocation(line: 43, column: 35, scope: !134)
!155 = !DILocation(line: 43, column: 29, scope: !134)
!156 = !DILocation(line: 43, column: 27, scope: !134)
!157 = !DILocation(line: 43, column: 55, scope: !134)
!158 = !DILocation(line: 43, column: 48, scope: !134)
!159 = !DILocation(line: 43, column: 46, scope: !134)
!160 = !DILocation(line: 43, column: 72, scope: !134)
!161 = !DILocation(line: 43, column: 67, scope: !134)
!162 = !DILocation(line: 43, column: 65, scope: !134)
!163 = !DILocation(line: 43, column: 92, scope: !134)
!164 = !DILocation(line: 43, column: 85, scope: !134)
!165 = !DILocation(line: 43, column: 83, scope: !134)
!166 = !DILocation(line: 43, column: 118, scope: !134)
!167 = !DILocation(line: 43, column: 109, scope: !134)
!168 = !DILocation(line: 43, column: 107, scope: !134)
!169 = !DILocation(line: 43, column: 8, scope: !134)
!170 = !DILocation(line: 44, column: 18, scope: !134)
!171 = !DILocation(line: 44, column: 11, scope: !134)
!172 = !DILocation(line: 44, column: 26, scope: !134)
!173 = !DILocation(line: 44, column: 24, scope: !134)
!174 = !DILocation(line: 44, column: 53, scope: !134)
!175 = !DILocation(line: 44, column: 59, scope: !134)
!176 = !DILocation(line: 44, column: 44, scope: !134)
!177 = !DILocation(line: 44, column: 42, scope: !134)
!178 = !DILocation(line: 44, column: 67, scope: !134)
!179 = !DILocation(line: 44, column: 65, scope: !134)
!180 = !DILocation(line: 44, column: 8, scope: !134)
!181 = !DILocation(line: 44, column: 109, scope: !134)
!182 = !DILocation(line: 44, column: 115, scope: !134)
!183 = !DILocation(line: 44, column: 103, scope: !134)
!184 = !DILocation(line: 44, column: 93, scope: !134)
!185 = !DILocation(line: 44, column: 91, scope: !134)
!186 = !DILocation(line: 45, column: 20, scope: !134)
!187 = !DILocation(line: 45, column: 10, scope: !134)
!188 = !DILocation(line: 45, column: 34, scope: !134)
!189 = !DILocation(line: 45, column: 32, scope: !134)
!190 = !DILocation(line: 45, column: 81, scope: !134)
!191 = !DILocation(line: 45, column: 58, scope: !134)
!192 = !DILocation(line: 45, column: 56, scope: !134)
!193 = !DILocation(line: 45, column: 89, scope: !134)
!194 = !DILocation(line: 45, column: 87, scope: !134)
!195 = !DILocation(line: 45, column: 102, scope: !134)
!196 = !DILocation(line: 45, column: 100, scope: !134)
!197 = !DILocation(line: 45, column: 8, scope: !134)
!198 = !DILocation(line: 46, column: 14, scope: !134)
!199 = !DILocation(line: 46, column: 10, scope: !134)
!200 = !DILocation(line: 46, column: 33, scope: !134)
!201 = !DILocation(line: 46, column: 31, scope: !134)
!202 = !DILocation(line: 46, column: 48, scope: !134)
!203 = !DILocation(line: 46, column: 46, scope: !134)
!204 = !DILocation(line: 46, column: 71, scope: !134)
!205 = !DILocation(line: 46, column: 69, scope: !134)
!206 = !DILocation(line: 46, column: 85, scope: !134)
!207 = !DILocation(line: 46, column: 83, scope: !134)
!208 = !DILocation(line: 46, column: 102, scope: !134)
!209 = !DILocation(line: 46, column: 100, scope: !134)
!210 = !DILocation(line: 46, column: 120, scope: !134)
!211 = !DILocation(line: 46, column: 118, scope: !134)
!212 = !DILocation(line: 46, column: 8, scope: !134)
!213 = !DILocation(line: 47, column: 19, scope: !134)
!214 = !DILocation(line: 47, column: 26, scope: !134)
!215 = !DILocation(line: 47, column: 11, scope: !134)
!216 = !DILocation(line: 47, column: 61, scope: !134)
!217 = !DILocation(line: 47, column: 68, scope: !134)
!218 = !DILocation(line: 47, column: 45, scope: !134)
!219 = !DILocation(line: 47, column: 43, scope: !134)
!220 = !DILocation(line: 47, column: 87, scope: !134)
!221 = !DILocation(line: 47, column: 85, scope: !134)
!222 = !DILocation(line: 47, column: 116, scope: !134)
!223 = !DILocation(line: 47, column: 114, scope: !134)
!224 = !DILocation(line: 47, column: 139, scope: !134)
!225 = !DILocation(line: 47, column: 137, scope: !134)
!226 = !DILocation(line: 47, column: 9, scope: !134)
!227 = !DILocation(line: 48, column: 33, scope: !134)
!228 = !DILocation(line: 48, column: 12, scope: !134)
!229 = !DILocation(line: 48, column: 41, scope: !134)
!230 = !DILocation(line: 48, column: 75, scope: !134)
!231 = !DILocation(line: 48, column: 102, scope: !134)
!232 = !DILocation(line: 48, column: 89, scope: !134)
!233 = !DILocation(line: 48, column: 131, scope: !134)
!234 = !DILocation(line: 48, column: 110, scope: !134)
!235 = !DILocation(line: 48, column: 140, scope: !134)
!236 = !DILocation(line: 48, column: 153, scope: !134)
!237 = !DILocation(line: 48, column: 39, scope: !134)
!238 = !DILocation(line: 48, column: 73, scope: !134)
!239 = !DILocation(line: 48, column: 87, scope: !134)
!240 = !DILocation(line: 48, column: 108, scope: !134)
!241 = !DILocation(line: 48, column: 138, scope: !134)
!242 = !DILocation(line: 48, column: 151, scope: !134)
!243 = !DILocation(line: 48, column: 9, scope: !134)
!244 = !DILocation(line: 49, column: 23, scope: !134)
!245 = !DILocation(line: 49, column: 34, scope: !134)
!246 = !DILocation(line: 49, column: 15, scope: !134)
!247 = !DILocation(line: 49, column: 13, scope: !134)
!248 = !DILocation(line: 49, column: 65, scope: !134)
!249 = !DILocation(line: 49, column: 56, scope: !134)
!250 = !DILocation(line: 49, column: 80, scope: !134)
!251 = !DILocation(line: 49, column: 76, scope: !134)
!252 = !DILocation(line: 49, column: 74, scope: !134)
!253 = !DILocation(line: 49, column: 95, scope: !134)
!254 = !DILocation(line: 49, column: 91, scope: !134)
!255 = !DILocation(line: 49, column: 89, scope: !134)
!256 = !DILocation(line: 49, column: 106, scope: !134)
!257 = !DILocation(line: 49, column: 104, scope: !134)
!258 = !DILocation(line: 49, column: 54, scope: !134)
!259 = !DILocation(line: 49, column: 128, scope: !134)
!260 = !DILocation(line: 49, column: 156, scope: !134)
!261 = !DILocation(line: 49, column: 142, scope: !134)
!262 = !DILocation(line: 49, column: 140, scope: !134)
!263 = !DILocation(line: 49, column: 169, scope: !134)
!264 = !DILocation(line: 49, column: 167, scope: !134)
!265 = !DILocation(line: 49, column: 185, scope: !134)
!266 = !DILocation(line: 49, column: 183, scope: !134)
!267 = !DILocation(line: 49, column: 125, scope: !134)
!268 = !DILocation(line: 50, column: 30, scope: !134)
!269 = !DILocation(line: 50, column: 11, scope: !134)
!270 = !DILocation(line: 50, column: 40, scope: !134)
!271 = !DILocation(line: 50, column: 3, scope: !134)
!272 = !DILocation(line: 50, column: 85, scope: !134)
!273 = !DILocation(line: 50, column: 70, scope: !134)
!274 = !DILocation(line: 50, column: 67, scope: !134)
!275 = !DILocation(line: 50, column: 131, scope: !134)
!276 = !DILocation(line: 50, column: 137, scope: !134)
!277 = !DILocation(line: 50, column: 127, scope: !134)
!278 = !DILocation(line: 50, column: 124, scope: !134)
!279 = !DILocation(line: 51, column: 1, scope: !134)
