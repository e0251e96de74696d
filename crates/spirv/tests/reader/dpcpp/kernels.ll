%struct.S = type { <4 x float>, [3 x i32], i8 }

@k2.loc = internal addrspace(3) global [64 x i32] undef, align 4

; Function Attrs: convergent noinline nounwind optnone
define spir_func i32 @helper(ptr addrspace(1) %0, i32 %1) #0 !dbg !4 {
  %3 = alloca ptr addrspace(1), align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store ptr addrspace(1) %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  store i32 0, ptr %5, align 4, !dbg !7
  store i32 0, ptr %6, align 4, !dbg !8
  br label %7, !dbg !9

7:                                                ; preds = %19, %2
  %8 = load i32, ptr %6, align 4, !dbg !10
  %9 = load i32, ptr %4, align 4, !dbg !11
  %10 = icmp slt i32 %8, %9, !dbg !12
  br i1 %10, label %11, label %22, !dbg !13

11:                                               ; preds = %7
  %12 = load ptr addrspace(1), ptr %3, align 8, !dbg !14
  %13 = load i32, ptr %6, align 4, !dbg !15
  %14 = sext i32 %13 to i64, !dbg !14
  %15 = getelementptr inbounds i32, ptr addrspace(1) %12, i64 %14, !dbg !14
  %16 = load i32, ptr addrspace(1) %15, align 4, !dbg !14
  %17 = load i32, ptr %5, align 4, !dbg !16
  %18 = add nsw i32 %17, %16, !dbg !16
  store i32 %18, ptr %5, align 4, !dbg !16
  br label %19, !dbg !17

19:                                               ; preds = %11
  %20 = load i32, ptr %6, align 4, !dbg !18
  %21 = add nsw i32 %20, 1, !dbg !18
  store i32 %21, ptr %6, align 4, !dbg !18
  br label %7, !dbg !13

22:                                               ; preds = %7
  %23 = load i32, ptr %5, align 4, !dbg !19
  ret i32 %23, !dbg !20
}

; Function Attrs: convergent noinline nounwind optnone
define spir_kernel void @vadd(ptr addrspace(1) align 4 %0, ptr addrspace(1) align 4 %1, ptr addrspace(3) align 4 %2, float %3, ptr addrspace(1) align 16 %4, ptr byval(%struct.S) align 16 %5) #0 !dbg !21 !reqd_work_group_size !22 {
  %7 = alloca ptr addrspace(1), align 8
  %8 = alloca ptr addrspace(1), align 8
  %9 = alloca ptr addrspace(3), align 8
  %10 = alloca float, align 4
  %11 = alloca ptr addrspace(1), align 8
  %12 = alloca i64, align 8
  %13 = alloca i64, align 8
  %14 = alloca <4 x float>, align 16
  store ptr addrspace(1) %0, ptr %7, align 8
  store ptr addrspace(1) %1, ptr %8, align 8
  store ptr addrspace(3) %2, ptr %9, align 8
  store float %3, ptr %10, align 4
  store ptr addrspace(1) %4, ptr %11, align 8
  %15 = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0), !dbg !23
  store i64 %15, ptr %12, align 8, !dbg !24
  %16 = call i64 @__spirv_BuiltInLocalInvocationId(i32 0), !dbg !25
  store i64 %16, ptr %13, align 8, !dbg !26
  %17 = load ptr addrspace(1), ptr %7, align 8, !dbg !27
  %18 = load i64, ptr %12, align 8, !dbg !28
  %19 = getelementptr inbounds float, ptr addrspace(1) %17, i64 %18, !dbg !27
  %20 = load float, ptr addrspace(1) %19, align 4, !dbg !27
  %21 = load float, ptr %10, align 4, !dbg !29
  %22 = load ptr addrspace(1), ptr %8, align 8, !dbg !30
  %23 = load i64, ptr %12, align 8, !dbg !31
  %24 = getelementptr inbounds float, ptr addrspace(1) %22, i64 %23, !dbg !30
  %25 = load float, ptr addrspace(1) %24, align 4, !dbg !30
  %26 = call float @llvm.fmuladd.f32(float %20, float %21, float %25), !dbg !32
  %27 = load ptr addrspace(3), ptr %9, align 8, !dbg !33
  %28 = load i64, ptr %13, align 8, !dbg !34
  %29 = getelementptr inbounds float, ptr addrspace(3) %27, i64 %28, !dbg !33
  store float %26, ptr addrspace(3) %29, align 4, !dbg !35
  call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272), !dbg !36
  %30 = load ptr addrspace(1), ptr %11, align 8, !dbg !37
  %31 = load i64, ptr %12, align 8, !dbg !38
  %32 = getelementptr inbounds %struct.S, ptr addrspace(1) %30, i64 %31, !dbg !37
  %33 = getelementptr inbounds %struct.S, ptr addrspace(1) %32, i32 0, i32 0, !dbg !39
  %34 = load <4 x float>, ptr addrspace(1) %33, align 16, !dbg !39
  store <4 x float> %34, ptr %14, align 16, !dbg !40
  %35 = load ptr addrspace(3), ptr %9, align 8, !dbg !41
  %36 = load i64, ptr %13, align 8, !dbg !42
  %37 = xor i64 %36, 1, !dbg !43
  %38 = getelementptr inbounds float, ptr addrspace(3) %35, i64 %37, !dbg !41
  %39 = load float, ptr addrspace(3) %38, align 4, !dbg !41
  %40 = load ptr addrspace(1), ptr %7, align 8, !dbg !44
  %41 = load i64, ptr %12, align 8, !dbg !45
  %42 = getelementptr inbounds float, ptr addrspace(1) %40, i64 %41, !dbg !44
  %43 = load float, ptr addrspace(1) %42, align 4, !dbg !44
  %44 = call float @__spirv_ocl_sin.f32(float %43), !dbg !46
  %45 = fadd float %39, %44, !dbg !47
  %46 = load <4 x float>, ptr %14, align 16, !dbg !48
  %47 = extractelement <4 x float> %46, i32 0, !dbg !48
  %48 = call float @llvm.sqrt.f32(float %47), !dbg !49
  %49 = fadd float %45, %48, !dbg !50
  %50 = load <4 x float>, ptr %14, align 16, !dbg !51
  %51 = extractelement <4 x float> %50, i32 1, !dbg !51
  %52 = load <4 x float>, ptr %14, align 16, !dbg !52
  %53 = extractelement <4 x float> %52, i32 2, !dbg !52
  %54 = load <4 x float>, ptr %14, align 16, !dbg !53
  %55 = extractelement <4 x float> %54, i32 3, !dbg !53
  %56 = call float @llvm.fma.f32(float %51, float %53, float %55), !dbg !54
  %57 = fadd float %49, %56, !dbg !55
  %58 = getelementptr inbounds %struct.S, ptr %5, i32 0, i32 1, !dbg !56
  %59 = load i64, ptr %12, align 8, !dbg !57
  %60 = urem i64 %59, 3, !dbg !58
  %61 = getelementptr inbounds [3 x i32], ptr %58, i64 0, i64 %60, !dbg !59
  %62 = load i32, ptr %61, align 4, !dbg !59
  %63 = sitofp i32 %62 to float, !dbg !59
  %64 = fadd float %57, %63, !dbg !60
  %65 = load ptr addrspace(1), ptr %8, align 8, !dbg !61
  %66 = load i64, ptr %12, align 8, !dbg !62
  %67 = getelementptr inbounds float, ptr addrspace(1) %65, i64 %66, !dbg !61
  store float %64, ptr addrspace(1) %67, align 4, !dbg !63
  %68 = load ptr addrspace(1), ptr %11, align 8, !dbg !64
  %69 = load i64, ptr %12, align 8, !dbg !65
  %70 = getelementptr inbounds %struct.S, ptr addrspace(1) %68, i64 %69, !dbg !64
  %71 = getelementptr inbounds %struct.S, ptr addrspace(1) %70, i32 0, i32 1, !dbg !66
  %72 = getelementptr inbounds [3 x i32], ptr addrspace(1) %71, i64 0, i64 1, !dbg !64
  %73 = load i32, ptr addrspace(1) %72, align 4, !dbg !64
  switch i32 %73, label %85 [
    i32 -1, label %74
    i32 2, label %78
  ], !dbg !67

74:                                               ; preds = %6
  %75 = load ptr addrspace(1), ptr %8, align 8, !dbg !68
  %76 = load i64, ptr %12, align 8, !dbg !69
  %77 = getelementptr inbounds float, ptr addrspace(1) %75, i64 %76, !dbg !68
  store float 1.000000e+00, ptr addrspace(1) %77, align 4, !dbg !70
  br label %93, !dbg !71

78:                                               ; preds = %6
  %79 = load ptr addrspace(1), ptr %11, align 8, !dbg !72
  %80 = call spir_func i32 @helper(ptr addrspace(1) %79, i32 4), !dbg !73
  %81 = sitofp i32 %80 to float, !dbg !73
  %82 = load ptr addrspace(1), ptr %8, align 8, !dbg !74
  %83 = load i64, ptr %12, align 8, !dbg !75
  %84 = getelementptr inbounds float, ptr addrspace(1) %82, i64 %83, !dbg !74
  store float %81, ptr addrspace(1) %84, align 4, !dbg !76
  br label %93, !dbg !77

85:                                               ; preds = %6
  %86 = load float, ptr %10, align 4, !dbg !78
  %87 = call float @__spirv_ocl_pow.f32(float %86, float 2.000000e+00), !dbg !79
  %88 = load ptr addrspace(1), ptr %8, align 8, !dbg !80
  %89 = load i64, ptr %12, align 8, !dbg !81
  %90 = getelementptr inbounds float, ptr addrspace(1) %88, i64 %89, !dbg !80
  %91 = load float, ptr addrspace(1) %90, align 4, !dbg !82
  %92 = fadd float %91, %87, !dbg !82
  store float %92, ptr addrspace(1) %90, align 4, !dbg !82
  br label %93, !dbg !83

93:                                               ; preds = %85, %78, %74
  %94 = load ptr addrspace(1), ptr %11, align 8, !dbg !84
  %95 = load i64, ptr %12, align 8, !dbg !85
  %96 = getelementptr inbounds %struct.S, ptr addrspace(1) %94, i64 %95, !dbg !84
  %97 = getelementptr inbounds %struct.S, ptr addrspace(1) %96, i32 0, i32 1, !dbg !86
  %98 = getelementptr inbounds [3 x i32], ptr addrspace(1) %97, i64 0, i64 2, !dbg !84
  %99 = atomicrmw add ptr addrspace(1) %98, i32 1 monotonic, align 4, !dbg !87, !spirv.scope !88
  ret void, !dbg !89
}

; Function Attrs: convergent noinline nounwind optnone
define spir_kernel void @k2(ptr addrspace(1) align 16 %0, ptr addrspace(1) align 8 %1, ptr addrspace(2) align 4 %2) #0 !dbg !90 {
  %4 = alloca ptr addrspace(1), align 8
  %5 = alloca ptr addrspace(1), align 8
  %6 = alloca ptr addrspace(2), align 8
  %7 = alloca i32, align 4
  %8 = alloca <4 x i32>, align 16
  %9 = alloca <3 x i32>, align 16
  %10 = alloca double, align 8
  store ptr addrspace(1) %0, ptr %4, align 8
  store ptr addrspace(1) %1, ptr %5, align 8
  store ptr addrspace(2) %2, ptr %6, align 8
  %11 = call i64 @__spirv_BuiltInLocalInvocationId(i32 1), !dbg !91
  %12 = trunc i64 %11 to i32, !dbg !91
  store i32 %12, ptr %7, align 4, !dbg !92
  %13 = call i64 @__spirv_BuiltInWorkgroupId(i32 2), !dbg !93
  %14 = call i64 @__spirv_BuiltInNumWorkgroups(i32 1), !dbg !94
  %15 = add i64 %13, %14, !dbg !95
  %16 = call i32 @__spirv_BuiltInWorkDim(), !dbg !96
  %17 = zext i32 %16 to i64, !dbg !96
  %18 = add i64 %15, %17, !dbg !97
  %19 = load ptr addrspace(2), ptr %6, align 8, !dbg !98
  %20 = load i32, ptr %7, align 4, !dbg !99
  %21 = sext i32 %20 to i64, !dbg !98
  %22 = getelementptr inbounds i32, ptr addrspace(2) %19, i64 %21, !dbg !98
  %23 = load i32, ptr addrspace(2) %22, align 4, !dbg !98
  %24 = sext i32 %23 to i64, !dbg !98
  %25 = add i64 %18, %24, !dbg !100
  %26 = trunc i64 %25 to i32, !dbg !93
  %27 = load i32, ptr %7, align 4, !dbg !101
  %28 = sext i32 %27 to i64, !dbg !102
  %29 = getelementptr inbounds [64 x i32], ptr addrspace(3) @k2.loc, i64 0, i64 %28, !dbg !102
  store i32 %26, ptr addrspace(3) %29, align 4, !dbg !103
  call void @__spirv_ControlBarrier(i32 2, i32 2, i32 784), !dbg !104
  %30 = load ptr addrspace(1), ptr %4, align 8, !dbg !105
  %31 = load i32, ptr %7, align 4, !dbg !106
  %32 = sext i32 %31 to i64, !dbg !105
  %33 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %30, i64 %32, !dbg !105
  %34 = load <4 x i32>, ptr addrspace(1) %33, align 16, !dbg !105
  %35 = shufflevector <4 x i32> %34, <4 x i32> undef, <4 x i32> <i32 1, i32 0, i32 3, i32 2>, !dbg !105
  %36 = load i32, ptr %7, align 4, !dbg !107
  %37 = sub nsw i32 63, %36, !dbg !108
  %38 = sext i32 %37 to i64, !dbg !109
  %39 = getelementptr inbounds [64 x i32], ptr addrspace(3) @k2.loc, i64 0, i64 %38, !dbg !109
  %40 = load i32, ptr addrspace(3) %39, align 4, !dbg !109
  %41 = insertelement <4 x i32> undef, i32 %40, i32 0, !dbg !110
  %42 = load i32, ptr %7, align 4, !dbg !111
  %43 = call i32 @llvm.ctlz.i32(i32 %42, i1 false), !dbg !112
  %44 = insertelement <4 x i32> %41, i32 %43, i32 1, !dbg !110
  %45 = load i32, ptr %7, align 4, !dbg !113
  %46 = call i32 @llvm.ctpop.i32(i32 %45), !dbg !114
  %47 = insertelement <4 x i32> %44, i32 %46, i32 2, !dbg !110
  %48 = load i32, ptr %7, align 4, !dbg !115
  %49 = call i32 @llvm.fshl.i32(i32 %48, i32 %48, i32 3), !dbg !116
  %50 = insertelement <4 x i32> %47, i32 %49, i32 3, !dbg !110
  store <4 x i32> %50, ptr %8, align 16, !dbg !117
  %51 = load <4 x i32>, ptr %8, align 16, !dbg !117
  %52 = add <4 x i32> %35, %51, !dbg !118
  %53 = load ptr addrspace(1), ptr %4, align 8, !dbg !119
  %54 = load i32, ptr %7, align 4, !dbg !120
  %55 = sext i32 %54 to i64, !dbg !119
  %56 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %53, i64 %55, !dbg !119
  store <4 x i32> %52, ptr addrspace(1) %56, align 16, !dbg !121
  %57 = load ptr addrspace(1), ptr %5, align 8, !dbg !122
  %58 = load i32, ptr %7, align 4, !dbg !123
  %59 = sext i32 %58 to i64, !dbg !122
  %60 = getelementptr inbounds i64, ptr addrspace(1) %57, i64 %59, !dbg !122
  %61 = load i64, ptr addrspace(1) %60, align 8, !dbg !122
  %62 = zext i64 %61 to i128, !dbg !124
  %63 = mul i128 %62, 5, !dbg !124
  %64 = lshr i128 %63, 64, !dbg !124
  %65 = trunc i128 %64 to i64, !dbg !124
  %66 = load ptr addrspace(1), ptr %4, align 8, !dbg !125
  %67 = load i32, ptr %7, align 4, !dbg !126
  %68 = sext i32 %67 to i64, !dbg !125
  %69 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %66, i64 %68, !dbg !125
  %70 = load <4 x i32>, ptr addrspace(1) %69, align 16, !dbg !125
  %71 = extractelement <4 x i32> %70, i32 0, !dbg !125
  %72 = uitofp i32 %71 to float, !dbg !125
  %73 = fmul float %72, -1.500000e+00, !dbg !127
  %74 = call i64 @llvm.fptoui.sat.i64.f32(float %73), !dbg !128
  %75 = add i64 %65, %74, !dbg !129
  %76 = add i64 %75, 1077936128, !dbg !130
  %77 = load i32, ptr %7, align 4, !dbg !131
  %78 = zext i32 %77 to i64, !dbg !132
  %79 = shl i64 %78, 32, !dbg !132
  %80 = or i64 %79, 3, !dbg !132
  %81 = add i64 %76, %80, !dbg !133
  %82 = load ptr addrspace(1), ptr %5, align 8, !dbg !134
  %83 = load i32, ptr %7, align 4, !dbg !135
  %84 = sext i32 %83 to i64, !dbg !134
  %85 = getelementptr inbounds i64, ptr addrspace(1) %82, i64 %84, !dbg !134
  store i64 %81, ptr addrspace(1) %85, align 8, !dbg !136
  store <4 x i32> <i32 1, i32 2, i32 3, i32 undef>, ptr %9, align 16, !dbg !137
  %86 = load <4 x i32>, ptr %9, align 16, !dbg !137
  %87 = shufflevector <4 x i32> %86, <4 x i32> undef, <3 x i32> <i32 0, i32 1, i32 2>, !dbg !137
  %88 = load i32, ptr %7, align 4, !dbg !138
  %89 = sext i32 %88 to i64, !dbg !138
  %90 = load ptr addrspace(1), ptr %4, align 8, !dbg !139
  %91 = addrspacecast ptr addrspace(1) %90 to ptr, !dbg !140
  %92 = mul i64 %89, 3, !dbg !141
  %93 = getelementptr i32, ptr %91, i64 %92, !dbg !141
  store <3 x i32> %87, ptr %93, align 4, !dbg !141
  %94 = load ptr addrspace(1), ptr %5, align 8, !dbg !142
  %95 = load i32, ptr %7, align 4, !dbg !143
  %96 = sext i32 %95 to i64, !dbg !142
  %97 = getelementptr inbounds i64, ptr addrspace(1) %94, i64 %96, !dbg !142
  %98 = load i64, ptr addrspace(1) %97, align 8, !dbg !142
  %99 = uitofp i64 %98 to double, !dbg !144
  %100 = call i64 @llvm.fptoui.sat.i64.f64(double %99), !dbg !144
  %101 = fcmp oge double %99, 0x43F0000000000000, !dbg !144
  %102 = icmp ugt i64 %100, %98, !dbg !144
  %103 = or i1 %102, %101, !dbg !144
  %104 = icmp ult i64 %100, %98, !dbg !144
  %105 = bitcast double %99 to i64, !dbg !144
  %106 = icmp slt i64 %105, 0, !dbg !144
  %107 = add i64 %105, 1, !dbg !144
  %108 = sub i64 %105, 1, !dbg !144
  %109 = select i1 %106, i64 %108, i64 %107, !dbg !144
  %110 = select i1 %104, i64 %109, i64 %105, !dbg !144
  %111 = bitcast i64 %110 to double, !dbg !144
  store double %111, ptr %10, align 8, !dbg !145
  %112 = load double, ptr %10, align 8, !dbg !146
  %113 = fptoui double %112 to i64, !dbg !147
  %114 = load ptr addrspace(1), ptr %5, align 8, !dbg !148
  %115 = load i32, ptr %7, align 4, !dbg !149
  %116 = sext i32 %115 to i64, !dbg !148
  %117 = getelementptr inbounds i64, ptr addrspace(1) %114, i64 %116, !dbg !148
  store i64 %113, ptr addrspace(1) %117, align 8, !dbg !150
  ret void, !dbg !151
}

; Function Attrs: nounwind speculatable willreturn memory(none)
declare i64 @__spirv_BuiltInGlobalInvocationId(i32) #1

; Function Attrs: nounwind speculatable willreturn memory(none)
declare i64 @__spirv_BuiltInLocalInvocationId(i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float) #2

; Function Attrs: convergent nounwind
declare void @__spirv_ControlBarrier(i32, i32, i32) #3

; Function Attrs: nounwind willreturn memory(none)
declare float @__spirv_ocl_sin.f32(float) #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) #2

; Function Attrs: nounwind willreturn memory(none)
declare float @__spirv_ocl_pow.f32(float, float) #4

; Function Attrs: nounwind speculatable willreturn memory(none)
declare i64 @__spirv_BuiltInWorkgroupId(i32) #1

; Function Attrs: nounwind speculatable willreturn memory(none)
declare i64 @__spirv_BuiltInNumWorkgroups(i32) #1

; Function Attrs: nounwind speculatable willreturn memory(none)
declare i32 @__spirv_BuiltInWorkDim() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fshl.i32(i32, i32, i32) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.fptoui.sat.i64.f32(float) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.fptoui.sat.i64.f64(double) #2

attributes #0 = { convergent noinline nounwind optnone }
attributes #1 = { nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nounwind }
attributes #4 = { nounwind willreturn memory(none) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Tandem", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false)
!1 = !DIFile(filename: "kernels.cl", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 2, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "helper", scope: null, file: !1, line: 3, type: !5, scopeLine: 3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 3, column: 42, scope: !4)
!8 = !DILocation(line: 3, column: 58, scope: !4)
!9 = !DILocation(line: 3, column: 54, scope: !4)
!10 = !DILocation(line: 3, column: 65, scope: !4)
!11 = !DILocation(line: 3, column: 69, scope: !4)
!12 = !DILocation(line: 3, column: 67, scope: !4)
!13 = !DILocation(line: 3, column: 49, scope: !4)
!14 = !DILocation(line: 3, column: 82, scope: !4)
!15 = !DILocation(line: 3, column: 84, scope: !4)
!16 = !DILocation(line: 3, column: 79, scope: !4)
!17 = !DILocation(line: 3, column: 77, scope: !4)
!18 = !DILocation(line: 3, column: 72, scope: !4)
!19 = !DILocation(line: 3, column: 95, scope: !4)
!20 = !DILocation(line: 3, column: 88, scope: !4)
!21 = distinct !DISubprogram(name: "vadd", scope: null, file: !1, line: 5, type: !5, scopeLine: 5, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!22 = !{i32 8, i32 2, i32 1}
!23 = !DILocation(line: 6, column: 14, scope: !21)
!24 = !DILocation(line: 6, column: 10, scope: !21)
!25 = !DILocation(line: 6, column: 36, scope: !21)
!26 = !DILocation(line: 6, column: 32, scope: !21)
!27 = !DILocation(line: 7, column: 12, scope: !21)
!28 = !DILocation(line: 7, column: 14, scope: !21)
!29 = !DILocation(line: 7, column: 19, scope: !21)
!30 = !DILocation(line: 7, column: 23, scope: !21)
!31 = !DILocation(line: 7, column: 25, scope: !21)
!32 = !DILocation(line: 7, column: 21, scope: !21)
!33 = !DILocation(line: 7, column: 3, scope: !21)
!34 = !DILocation(line: 7, column: 7, scope: !21)
!35 = !DILocation(line: 7, column: 10, scope: !21)
!36 = !DILocation(line: 8, column: 3, scope: !21)
!37 = !DILocation(line: 9, column: 14, scope: !21)
!38 = !DILocation(line: 9, column: 16, scope: !21)
!39 = !DILocation(line: 9, column: 19, scope: !21)
!40 = !DILocation(line: 9, column: 10, scope: !21)
!41 = !DILocation(line: 10, column: 10, scope: !21)
!42 = !DILocation(line: 10, column: 14, scope: !21)
!43 = !DILocation(line: 10, column: 16, scope: !21)
!44 = !DILocation(line: 10, column: 27, scope: !21)
!45 = !DILocation(line: 10, column: 29, scope: !21)
!46 = !DILocation(line: 10, column: 23, scope: !21)
!47 = !DILocation(line: 10, column: 21, scope: !21)
!48 = !DILocation(line: 10, column: 40, scope: !21)
!49 = !DILocation(line: 10, column: 35, scope: !21)
!50 = !DILocation(line: 10, column: 33, scope: !21)
!51 = !DILocation(line: 10, column: 51, scope: !21)
!52 = !DILocation(line: 10, column: 56, scope: !21)
!53 = !DILocation(line: 10, column: 61, scope: !21)
!54 = !DILocation(line: 10, column: 47, scope: !21)
!55 = !DILocation(line: 10, column: 45, scope: !21)
!56 = !DILocation(line: 10, column: 74, scope: !21)
!57 = !DILocation(line: 10, column: 76, scope: !21)
!58 = !DILocation(line: 10, column: 78, scope: !21)
!59 = !DILocation(line: 10, column: 68, scope: !21)
!60 = !DILocation(line: 10, column: 66, scope: !21)
!61 = !DILocation(line: 10, column: 3, scope: !21)
!62 = !DILocation(line: 10, column: 5, scope: !21)
!63 = !DILocation(line: 10, column: 8, scope: !21)
!64 = !DILocation(line: 11, column: 11, scope: !21)
!65 = !DILocation(line: 11, column: 13, scope: !21)
!66 = !DILocation(line: 11, column: 16, scope: !21)
!67 = !DILocation(line: 11, column: 3, scope: !21)
!68 = !DILocation(line: 11, column: 33, scope: !21)
!69 = !DILocation(line: 11, column: 35, scope: !21)
!70 = !DILocation(line: 11, column: 38, scope: !21)
!71 = !DILocation(line: 11, column: 43, scope: !21)
!72 = !DILocation(line: 11, column: 87, scope: !21)
!73 = !DILocation(line: 11, column: 65, scope: !21)
!74 = !DILocation(line: 11, column: 58, scope: !21)
!75 = !DILocation(line: 11, column: 60, scope: !21)
!76 = !DILocation(line: 11, column: 63, scope: !21)
!77 = !DILocation(line: 11, column: 94, scope: !21)
!78 = !DILocation(line: 11, column: 122, scope: !21)
!79 = !DILocation(line: 11, column: 118, scope: !21)
!80 = !DILocation(line: 11, column: 110, scope: !21)
!81 = !DILocation(line: 11, column: 112, scope: !21)
!82 = !DILocation(line: 11, column: 115, scope: !21)
!83 = !DILocation(line: 11, column: 132, scope: !21)
!84 = !DILocation(line: 12, column: 39, scope: !21)
!85 = !DILocation(line: 12, column: 41, scope: !21)
!86 = !DILocation(line: 12, column: 44, scope: !21)
!87 = !DILocation(line: 12, column: 3, scope: !21)
!88 = !{i32 2}
!89 = !DILocation(line: 13, column: 1, scope: !21)
!90 = distinct !DISubprogram(name: "k2", scope: null, file: !1, line: 14, type: !5, scopeLine: 14, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!91 = !DILocation(line: 16, column: 11, scope: !90)
!92 = !DILocation(line: 16, column: 7, scope: !90)
!93 = !DILocation(line: 17, column: 12, scope: !90)
!94 = !DILocation(line: 17, column: 30, scope: !90)
!95 = !DILocation(line: 17, column: 28, scope: !90)
!96 = !DILocation(line: 17, column: 50, scope: !90)
!97 = !DILocation(line: 17, column: 48, scope: !90)
!98 = !DILocation(line: 17, column: 67, scope: !90)
!99 = !DILocation(line: 17, column: 69, scope: !90)
!100 = !DILocation(line: 17, column: 65, scope: !90)
!101 = !DILocation(line: 17, column: 7, scope: !90)
!102 = !DILocation(line: 17, column: 3, scope: !90)
!103 = !DILocation(line: 17, column: 10, scope: !90)
!104 = !DILocation(line: 18, column: 3, scope: !90)
!105 = !DILocation(line: 19, column: 10, scope: !90)
!106 = !DILocation(line: 19, column: 12, scope: !90)
!107 = !DILocation(line: 19, column: 39, scope: !90)
!108 = !DILocation(line: 19, column: 37, scope: !90)
!109 = !DILocation(line: 19, column: 30, scope: !90)
!110 = !DILocation(line: 19, column: 29, scope: !90)
!111 = !DILocation(line: 19, column: 47, scope: !90)
!112 = !DILocation(line: 19, column: 43, scope: !90)
!113 = !DILocation(line: 19, column: 60, scope: !90)
!114 = !DILocation(line: 19, column: 51, scope: !90)
!115 = !DILocation(line: 19, column: 71, scope: !90)
!116 = !DILocation(line: 19, column: 64, scope: !90)
!117 = !DILocation(line: 19, column: 22, scope: !90)
!118 = !DILocation(line: 19, column: 20, scope: !90)
!119 = !DILocation(line: 19, column: 3, scope: !90)
!120 = !DILocation(line: 19, column: 5, scope: !90)
!121 = !DILocation(line: 19, column: 8, scope: !90)
!122 = !DILocation(line: 20, column: 17, scope: !90)
!123 = !DILocation(line: 20, column: 19, scope: !90)
!124 = !DILocation(line: 20, column: 10, scope: !90)
!125 = !DILocation(line: 20, column: 48, scope: !90)
!126 = !DILocation(line: 20, column: 50, scope: !90)
!127 = !DILocation(line: 20, column: 55, scope: !90)
!128 = !DILocation(line: 20, column: 30, scope: !90)
!129 = !DILocation(line: 20, column: 28, scope: !90)
!130 = !DILocation(line: 20, column: 64, scope: !90)
!131 = !DILocation(line: 20, column: 97, scope: !90)
!132 = !DILocation(line: 20, column: 82, scope: !90)
!133 = !DILocation(line: 20, column: 80, scope: !90)
!134 = !DILocation(line: 20, column: 3, scope: !90)
!135 = !DILocation(line: 20, column: 5, scope: !90)
!136 = !DILocation(line: 20, column: 8, scope: !90)
!137 = !DILocation(line: 21, column: 11, scope: !90)
!138 = !DILocation(line: 21, column: 26, scope: !90)
!139 = !DILocation(line: 21, column: 44, scope: !90)
!140 = !DILocation(line: 21, column: 29, scope: !90)
!141 = !DILocation(line: 21, column: 3, scope: !90)
!142 = !DILocation(line: 22, column: 33, scope: !90)
!143 = !DILocation(line: 22, column: 35, scope: !90)
!144 = !DILocation(line: 22, column: 14, scope: !90)
!145 = !DILocation(line: 22, column: 10, scope: !90)
!146 = !DILocation(line: 22, column: 54, scope: !90)
!147 = !DILocation(line: 22, column: 47, scope: !90)
!148 = !DILocation(line: 22, column: 40, scope: !90)
!149 = !DILocation(line: 22, column: 42, scope: !90)
!150 = !DILocation(line: 22, column: 45, scope: !90)
!151 = !DILocation(line: 23, column: 1, scope: !90)
