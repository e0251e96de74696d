%struct.S = type { <4 x float>, [3 x i32], i8 }

@k2.loc = internal addrspace(3) global [64 x i32] undef, align 4

; Function Attrs: convergent noinline nounwind optnone
define spir_func i32 @helper(ptr addrspace(1) %0, i32 %1) #0 !dbg !5 {
  %3 = alloca ptr addrspace(1), align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store ptr addrspace(1) %0, ptr %3, align 8
  store i32 %1, ptr %4, align 4
  store i32 0, ptr %5, align 4, !dbg !8
  store i32 0, ptr %6, align 4, !dbg !9
  br label %7, !dbg !10

7:                                                ; preds = %19, %2
  %8 = load i32, ptr %6, align 4, !dbg !11
  %9 = load i32, ptr %4, align 4, !dbg !12
  %10 = icmp slt i32 %8, %9, !dbg !13
  br i1 %10, label %11, label %22, !dbg !14

11:                                               ; preds = %7
  %12 = load ptr addrspace(1), ptr %3, align 8, !dbg !15
  %13 = load i32, ptr %6, align 4, !dbg !16
  %14 = sext i32 %13 to i64, !dbg !15
  %15 = getelementptr inbounds i32, ptr addrspace(1) %12, i64 %14, !dbg !15
  %16 = load i32, ptr addrspace(1) %15, align 4, !dbg !15
  %17 = load i32, ptr %5, align 4, !dbg !17
  %18 = add nsw i32 %17, %16, !dbg !17
  store i32 %18, ptr %5, align 4, !dbg !17
  br label %19, !dbg !18

19:                                               ; preds = %11
  %20 = load i32, ptr %6, align 4, !dbg !19
  %21 = add nsw i32 %20, 1, !dbg !19
  store i32 %21, ptr %6, align 4, !dbg !19
  br label %7, !dbg !14

22:                                               ; preds = %7
  %23 = load i32, ptr %5, align 4, !dbg !20
  ret i32 %23, !dbg !21
}

; Function Attrs: convergent noinline nounwind optnone
define spir_kernel void @vadd(ptr addrspace(1) align 4 %0, ptr addrspace(1) align 4 %1, ptr addrspace(3) align 4 %2, float %3, ptr addrspace(1) align 16 %4, ptr byval(%struct.S) align 16 %5) #0 !dbg !22 !reqd_work_group_size !23 {
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
  %15 = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0), !dbg !24
  store i64 %15, ptr %12, align 8, !dbg !25
  %16 = call i64 @__spirv_BuiltInLocalInvocationId(i32 0), !dbg !26
  store i64 %16, ptr %13, align 8, !dbg !27
  %17 = load ptr addrspace(1), ptr %7, align 8, !dbg !28
  %18 = load i64, ptr %12, align 8, !dbg !29
  %19 = getelementptr inbounds float, ptr addrspace(1) %17, i64 %18, !dbg !28
  %20 = load float, ptr addrspace(1) %19, align 4, !dbg !28
  %21 = load float, ptr %10, align 4, !dbg !30
  %22 = load ptr addrspace(1), ptr %8, align 8, !dbg !31
  %23 = load i64, ptr %12, align 8, !dbg !32
  %24 = getelementptr inbounds float, ptr addrspace(1) %22, i64 %23, !dbg !31
  %25 = load float, ptr addrspace(1) %24, align 4, !dbg !31
  %26 = call float @llvm.fmuladd.f32(float %20, float %21, float %25), !dbg !33
  %27 = load ptr addrspace(3), ptr %9, align 8, !dbg !34
  %28 = load i64, ptr %13, align 8, !dbg !35
  %29 = getelementptr inbounds float, ptr addrspace(3) %27, i64 %28, !dbg !34
  store float %26, ptr addrspace(3) %29, align 4, !dbg !36
  call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272), !dbg !37
  %30 = load ptr addrspace(1), ptr %11, align 8, !dbg !38
  %31 = load i64, ptr %12, align 8, !dbg !39
  %32 = getelementptr inbounds %struct.S, ptr addrspace(1) %30, i64 %31, !dbg !38
  %33 = getelementptr inbounds %struct.S, ptr addrspace(1) %32, i32 0, i32 0, !dbg !40
  %34 = load <4 x float>, ptr addrspace(1) %33, align 16, !dbg !40
  store <4 x float> %34, ptr %14, align 16, !dbg !41
  %35 = load ptr addrspace(3), ptr %9, align 8, !dbg !42
  %36 = load i64, ptr %13, align 8, !dbg !43
  %37 = xor i64 %36, 1, !dbg !44
  %38 = getelementptr inbounds float, ptr addrspace(3) %35, i64 %37, !dbg !42
  %39 = load float, ptr addrspace(3) %38, align 4, !dbg !42
  %40 = load ptr addrspace(1), ptr %7, align 8, !dbg !45
  %41 = load i64, ptr %12, align 8, !dbg !46
  %42 = getelementptr inbounds float, ptr addrspace(1) %40, i64 %41, !dbg !45
  %43 = load float, ptr addrspace(1) %42, align 4, !dbg !45
  %44 = call float @__spirv_ocl_sin.f32(float %43), !dbg !47
  %45 = fadd float %39, %44, !dbg !48
  %46 = load <4 x float>, ptr %14, align 16, !dbg !49
  %47 = extractelement <4 x float> %46, i32 0, !dbg !49
  %48 = call float @llvm.sqrt.f32(float %47), !dbg !50
  %49 = fadd float %45, %48, !dbg !51
  %50 = load <4 x float>, ptr %14, align 16, !dbg !52
  %51 = extractelement <4 x float> %50, i32 1, !dbg !52
  %52 = load <4 x float>, ptr %14, align 16, !dbg !53
  %53 = extractelement <4 x float> %52, i32 2, !dbg !53
  %54 = load <4 x float>, ptr %14, align 16, !dbg !54
  %55 = extractelement <4 x float> %54, i32 3, !dbg !54
  %56 = call float @llvm.fma.f32(float %51, float %53, float %55), !dbg !55
  %57 = fadd float %49, %56, !dbg !56
  %58 = getelementptr inbounds %struct.S, ptr %5, i32 0, i32 1, !dbg !57
  %59 = load i64, ptr %12, align 8, !dbg !58
  %60 = urem i64 %59, 3, !dbg !59
  %61 = getelementptr inbounds [3 x i32], ptr %58, i64 0, i64 %60, !dbg !60
  %62 = load i32, ptr %61, align 4, !dbg !60
  %63 = sitofp i32 %62 to float, !dbg !60
  %64 = fadd float %57, %63, !dbg !61
  %65 = load ptr addrspace(1), ptr %8, align 8, !dbg !62
  %66 = load i64, ptr %12, align 8, !dbg !63
  %67 = getelementptr inbounds float, ptr addrspace(1) %65, i64 %66, !dbg !62
  store float %64, ptr addrspace(1) %67, align 4, !dbg !64
  %68 = load ptr addrspace(1), ptr %11, align 8, !dbg !65
  %69 = load i64, ptr %12, align 8, !dbg !66
  %70 = getelementptr inbounds %struct.S, ptr addrspace(1) %68, i64 %69, !dbg !65
  %71 = getelementptr inbounds %struct.S, ptr addrspace(1) %70, i32 0, i32 1, !dbg !67
  %72 = getelementptr inbounds [3 x i32], ptr addrspace(1) %71, i64 0, i64 1, !dbg !65
  %73 = load i32, ptr addrspace(1) %72, align 4, !dbg !65
  switch i32 %73, label %85 [
    i32 -1, label %74
    i32 2, label %78
  ], !dbg !68

74:                                               ; preds = %6
  %75 = load ptr addrspace(1), ptr %8, align 8, !dbg !69
  %76 = load i64, ptr %12, align 8, !dbg !70
  %77 = getelementptr inbounds float, ptr addrspace(1) %75, i64 %76, !dbg !69
  store float 1.000000e+00, ptr addrspace(1) %77, align 4, !dbg !71
  br label %93, !dbg !72

78:                                               ; preds = %6
  %79 = load ptr addrspace(1), ptr %11, align 8, !dbg !73
  %80 = call spir_func i32 @helper(ptr addrspace(1) %79, i32 4), !dbg !74
  %81 = sitofp i32 %80 to float, !dbg !74
  %82 = load ptr addrspace(1), ptr %8, align 8, !dbg !75
  %83 = load i64, ptr %12, align 8, !dbg !76
  %84 = getelementptr inbounds float, ptr addrspace(1) %82, i64 %83, !dbg !75
  store float %81, ptr addrspace(1) %84, align 4, !dbg !77
  br label %93, !dbg !78

85:                                               ; preds = %6
  %86 = load float, ptr %10, align 4, !dbg !79
  %87 = call float @__spirv_ocl_pow.f32(float %86, float 2.000000e+00), !dbg !80
  %88 = load ptr addrspace(1), ptr %8, align 8, !dbg !81
  %89 = load i64, ptr %12, align 8, !dbg !82
  %90 = getelementptr inbounds float, ptr addrspace(1) %88, i64 %89, !dbg !81
  %91 = load float, ptr addrspace(1) %90, align 4, !dbg !83
  %92 = fadd float %91, %87, !dbg !83
  store float %92, ptr addrspace(1) %90, align 4, !dbg !83
  br label %93, !dbg !84

93:                                               ; preds = %85, %78, %74
  %94 = load ptr addrspace(1), ptr %11, align 8, !dbg !85
  %95 = load i64, ptr %12, align 8, !dbg !86
  %96 = getelementptr inbounds %struct.S, ptr addrspace(1) %94, i64 %95, !dbg !85
  %97 = getelementptr inbounds %struct.S, ptr addrspace(1) %96, i32 0, i32 1, !dbg !87
  %98 = getelementptr inbounds [3 x i32], ptr addrspace(1) %97, i64 0, i64 2, !dbg !85
  %99 = atomicrmw add ptr addrspace(1) %98, i32 1 monotonic, align 4, !dbg !88, !spirv.scope !89
  ret void, !dbg !90
}

; Function Attrs: convergent noinline nounwind optnone
define spir_kernel void @k2(ptr addrspace(1) align 16 %0, ptr addrspace(1) align 8 %1, ptr addrspace(2) align 4 %2) #0 !dbg !91 {
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
  %11 = call i64 @__spirv_BuiltInLocalInvocationId(i32 1), !dbg !92
  %12 = trunc i64 %11 to i32, !dbg !92
  store i32 %12, ptr %7, align 4, !dbg !93
  %13 = call i64 @__spirv_BuiltInWorkgroupId(i32 2), !dbg !94
  %14 = call i64 @__spirv_BuiltInNumWorkgroups(i32 1), !dbg !95
  %15 = add i64 %13, %14, !dbg !96
  %16 = call i32 @__spirv_BuiltInWorkDim(), !dbg !97
  %17 = zext i32 %16 to i64, !dbg !97
  %18 = add i64 %15, %17, !dbg !98
  %19 = load ptr addrspace(2), ptr %6, align 8, !dbg !99
  %20 = load i32, ptr %7, align 4, !dbg !100
  %21 = sext i32 %20 to i64, !dbg !99
  %22 = getelementptr inbounds i32, ptr addrspace(2) %19, i64 %21, !dbg !99
  %23 = load i32, ptr addrspace(2) %22, align 4, !dbg !99
  %24 = sext i32 %23 to i64, !dbg !99
  %25 = add i64 %18, %24, !dbg !101
  %26 = trunc i64 %25 to i32, !dbg !94
  %27 = load i32, ptr %7, align 4, !dbg !102
  %28 = sext i32 %27 to i64, !dbg !103
  %29 = getelementptr inbounds [64 x i32], ptr addrspace(3) @k2.loc, i64 0, i64 %28, !dbg !103
  store i32 %26, ptr addrspace(3) %29, align 4, !dbg !104
  call void @__spirv_ControlBarrier(i32 2, i32 2, i32 784), !dbg !105
  %30 = load ptr addrspace(1), ptr %4, align 8, !dbg !106
  %31 = load i32, ptr %7, align 4, !dbg !107
  %32 = sext i32 %31 to i64, !dbg !106
  %33 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %30, i64 %32, !dbg !106
  %34 = load <4 x i32>, ptr addrspace(1) %33, align 16, !dbg !106
  %35 = shufflevector <4 x i32> %34, <4 x i32> undef, <4 x i32> <i32 1, i32 0, i32 3, i32 2>, !dbg !106
  %36 = load i32, ptr %7, align 4, !dbg !108
  %37 = sub nsw i32 63, %36, !dbg !109
  %38 = sext i32 %37 to i64, !dbg !110
  %39 = getelementptr inbounds [64 x i32], ptr addrspace(3) @k2.loc, i64 0, i64 %38, !dbg !110
  %40 = load i32, ptr addrspace(3) %39, align 4, !dbg !110
  %41 = insertelement <4 x i32> undef, i32 %40, i32 0, !dbg !111
  %42 = load i32, ptr %7, align 4, !dbg !112
  %43 = call i32 @llvm.ctlz.i32(i32 %42, i1 false), !dbg !113
  %44 = insertelement <4 x i32> %41, i32 %43, i32 1, !dbg !111
  %45 = load i32, ptr %7, align 4, !dbg !114
  %46 = call i32 @llvm.ctpop.i32(i32 %45), !dbg !115
  %47 = insertelement <4 x i32> %44, i32 %46, i32 2, !dbg !111
  %48 = load i32, ptr %7, align 4, !dbg !116
  %49 = call i32 @llvm.fshl.i32(i32 %48, i32 %48, i32 3), !dbg !117
  %50 = insertelement <4 x i32> %47, i32 %49, i32 3, !dbg !111
  store <4 x i32> %50, ptr %8, align 16, !dbg !118
  %51 = load <4 x i32>, ptr %8, align 16, !dbg !118
  %52 = add <4 x i32> %35, %51, !dbg !119
  %53 = load ptr addrspace(1), ptr %4, align 8, !dbg !120
  %54 = load i32, ptr %7, align 4, !dbg !121
  %55 = sext i32 %54 to i64, !dbg !120
  %56 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %53, i64 %55, !dbg !120
  store <4 x i32> %52, ptr addrspace(1) %56, align 16, !dbg !122
  %57 = load ptr addrspace(1), ptr %5, align 8, !dbg !123
  %58 = load i32, ptr %7, align 4, !dbg !124
  %59 = sext i32 %58 to i64, !dbg !123
  %60 = getelementptr inbounds i64, ptr addrspace(1) %57, i64 %59, !dbg !123
  %61 = load i64, ptr addrspace(1) %60, align 8, !dbg !123
  %62 = zext i64 %61 to i128, !dbg !125
  %63 = mul i128 %62, 5, !dbg !125
  %64 = lshr i128 %63, 64, !dbg !125
  %65 = trunc i128 %64 to i64, !dbg !125
  %66 = load ptr addrspace(1), ptr %4, align 8, !dbg !126
  %67 = load i32, ptr %7, align 4, !dbg !127
  %68 = sext i32 %67 to i64, !dbg !126
  %69 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %66, i64 %68, !dbg !126
  %70 = load <4 x i32>, ptr addrspace(1) %69, align 16, !dbg !126
  %71 = extractelement <4 x i32> %70, i32 0, !dbg !126
  %72 = uitofp i32 %71 to float, !dbg !126
  %73 = fmul float %72, -1.500000e+00, !dbg !128
  %74 = call i64 @llvm.fptoui.sat.i64.f32(float %73), !dbg !129
  %75 = add i64 %65, %74, !dbg !130
  %76 = add i64 %75, 1077936128, !dbg !131
  %77 = load i32, ptr %7, align 4, !dbg !132
  %78 = zext i32 %77 to i64, !dbg !133
  %79 = shl i64 %78, 32, !dbg !133
  %80 = or i64 %79, 3, !dbg !133
  %81 = add i64 %76, %80, !dbg !134
  %82 = load ptr addrspace(1), ptr %5, align 8, !dbg !135
  %83 = load i32, ptr %7, align 4, !dbg !136
  %84 = sext i32 %83 to i64, !dbg !135
  %85 = getelementptr inbounds i64, ptr addrspace(1) %82, i64 %84, !dbg !135
  store i64 %81, ptr addrspace(1) %85, align 8, !dbg !137
  store <4 x i32> <i32 1, i32 2, i32 3, i32 undef>, ptr %9, align 16, !dbg !138
  %86 = load <4 x i32>, ptr %9, align 16, !dbg !138
  %87 = shufflevector <4 x i32> %86, <4 x i32> undef, <3 x i32> <i32 0, i32 1, i32 2>, !dbg !138
  %88 = load i32, ptr %7, align 4, !dbg !139
  %89 = sext i32 %88 to i64, !dbg !139
  %90 = load ptr addrspace(1), ptr %4, align 8, !dbg !140
  %91 = addrspacecast ptr addrspace(1) %90 to ptr, !dbg !141
  %92 = mul i64 %89, 3, !dbg !142
  %93 = getelementptr i32, ptr %91, i64 %92, !dbg !142
  store <3 x i32> %87, ptr %93, align 4, !dbg !142
  %94 = load ptr addrspace(1), ptr %5, align 8, !dbg !143
  %95 = load i32, ptr %7, align 4, !dbg !144
  %96 = sext i32 %95 to i64, !dbg !143
  %97 = getelementptr inbounds i64, ptr addrspace(1) %94, i64 %96, !dbg !143
  %98 = load i64, ptr addrspace(1) %97, align 8, !dbg !143
  %99 = uitofp i64 %98 to double, !dbg !145
  %100 = call i64 @llvm.fptoui.sat.i64.f64(double %99), !dbg !145
  %101 = fcmp oge double %99, 0x43F0000000000000, !dbg !145
  %102 = icmp ugt i64 %100, %98, !dbg !145
  %103 = or i1 %102, %101, !dbg !145
  %104 = icmp ult i64 %100, %98, !dbg !145
  %105 = bitcast double %99 to i64, !dbg !145
  %106 = icmp slt i64 %105, 0, !dbg !145
  %107 = add i64 %105, 1, !dbg !145
  %108 = sub i64 %105, 1, !dbg !145
  %109 = select i1 %106, i64 %108, i64 %107, !dbg !145
  %110 = select i1 %104, i64 %109, i64 %105, !dbg !145
  %111 = bitcast i64 %110 to double, !dbg !145
  store double %111, ptr %10, align 8, !dbg !146
  %112 = load double, ptr %10, align 8, !dbg !147
  %113 = fptoui double %112 to i64, !dbg !148
  %114 = load ptr addrspace(1), ptr %5, align 8, !dbg !149
  %115 = load i32, ptr %7, align 4, !dbg !150
  %116 = sext i32 %115 to i64, !dbg !149
  %117 = getelementptr inbounds i64, ptr addrspace(1) %114, i64 %116, !dbg !149
  store i64 %113, ptr addrspace(1) %117, align 8, !dbg !151
  ret void, !dbg !152
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

!llvm.module.flags = !{!0, !1, !2}
!llvm.dbg.cu = !{!3}

!0 = !{i32 2, !"tandem.no_contraction", i32 1}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{i32 2, !"Dwarf Version", i32 4}
!3 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !4, producer: "Tandem", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false)
!4 = !DIFile(filename: "kernels.cl", directory: ".")
!5 = distinct !DISubprogram(name: "helper", scope: null, file: !4, line: 3, type: !6, scopeLine: 3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !3)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DILocation(line: 3, column: 42, scope: !5)
!9 = !DILocation(line: 3, column: 58, scope: !5)
!10 = !DILocation(line: 3, column: 54, scope: !5)
!11 = !DILocation(line: 3, column: 65, scope: !5)
!12 = !DILocation(line: 3, column: 69, scope: !5)
!13 = !DILocation(line: 3, column: 67, scope: !5)
!14 = !DILocation(line: 3, column: 49, scope: !5)
!15 = !DILocation(line: 3, column: 82, scope: !5)
!16 = !DILocation(line: 3, column: 84, scope: !5)
!17 = !DILocation(line: 3, column: 79, scope: !5)
!18 = !DILocation(line: 3, column: 77, scope: !5)
!19 = !DILocation(line: 3, column: 72, scope: !5)
!20 = !DILocation(line: 3, column: 95, scope: !5)
!21 = !DILocation(line: 3, column: 88, scope: !5)
!22 = distinct !DISubprogram(name: "vadd", scope: null, file: !4, line: 5, type: !6, scopeLine: 5, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !3)
!23 = !{i32 8, i32 2, i32 1}
!24 = !DILocation(line: 6, column: 14, scope: !22)
!25 = !DILocation(line: 6, column: 10, scope: !22)
!26 = !DILocation(line: 6, column: 36, scope: !22)
!27 = !DILocation(line: 6, column: 32, scope: !22)
!28 = !DILocation(line: 7, column: 12, scope: !22)
!29 = !DILocation(line: 7, column: 14, scope: !22)
!30 = !DILocation(line: 7, column: 19, scope: !22)
!31 = !DILocation(line: 7, column: 23, scope: !22)
!32 = !DILocation(line: 7, column: 25, scope: !22)
!33 = !DILocation(line: 7, column: 21, scope: !22)
!34 = !DILocation(line: 7, column: 3, scope: !22)
!35 = !DILocation(line: 7, column: 7, scope: !22)
!36 = !DILocation(line: 7, column: 10, scope: !22)
!37 = !DILocation(line: 8, column: 3, scope: !22)
!38 = !DILocation(line: 9, column: 14, scope: !22)
!39 = !DILocation(line: 9, column: 16, scope: !22)
!40 = !DILocation(line: 9, column: 19, scope: !22)
!41 = !DILocation(line: 9, column: 10, scope: !22)
!42 = !DILocation(line: 10, column: 10, scope: !22)
!43 = !DILocation(line: 10, column: 14, scope: !22)
!44 = !DILocation(line: 10, column: 16, scope: !22)
!45 = !DILocation(line: 10, column: 27, scope: !22)
!46 = !DILocation(line: 10, column: 29, scope: !22)
!47 = !DILocation(line: 10, column: 23, scope: !22)
!48 = !DILocation(line: 10, column: 21, scope: !22)
!49 = !DILocation(line: 10, column: 40, scope: !22)
!50 = !DILocation(line: 10, column: 35, scope: !22)
!51 = !DILocation(line: 10, column: 33, scope: !22)
!52 = !DILocation(line: 10, column: 51, scope: !22)
!53 = !DILocation(line: 10, column: 56, scope: !22)
!54 = !DILocation(line: 10, column: 61, scope: !22)
!55 = !DILocation(line: 10, column: 47, scope: !22)
!56 = !DILocation(line: 10, column: 45, scope: !22)
!57 = !DILocation(line: 10, column: 74, scope: !22)
!58 = !DILocation(line: 10, column: 76, scope: !22)
!59 = !DILocation(line: 10, column: 78, scope: !22)
!60 = !DILocation(line: 10, column: 68, scope: !22)
!61 = !DILocation(line: 10, column: 66, scope: !22)
!62 = !DILocation(line: 10, column: 3, scope: !22)
!63 = !DILocation(line: 10, column: 5, scope: !22)
!64 = !DILocation(line: 10, column: 8, scope: !22)
!65 = !DILocation(line: 11, column: 11, scope: !22)
!66 = !DILocation(line: 11, column: 13, scope: !22)
!67 = !DILocation(line: 11, column: 16, scope: !22)
!68 = !DILocation(line: 11, column: 3, scope: !22)
!69 = !DILocation(line: 11, column: 33, scope: !22)
!70 = !DILocation(line: 11, column: 35, scope: !22)
!71 = !DILocation(line: 11, column: 38, scope: !22)
!72 = !DILocation(line: 11, column: 43, scope: !22)
!73 = !DILocation(line: 11, column: 87, scope: !22)
!74 = !DILocation(line: 11, column: 65, scope: !22)
!75 = !DILocation(line: 11, column: 58, scope: !22)
!76 = !DILocation(line: 11, column: 60, scope: !22)
!77 = !DILocation(line: 11, column: 63, scope: !22)
!78 = !DILocation(line: 11, column: 94, scope: !22)
!79 = !DILocation(line: 11, column: 122, scope: !22)
!80 = !DILocation(line: 11, column: 118, scope: !22)
!81 = !DILocation(line: 11, column: 110, scope: !22)
!82 = !DILocation(line: 11, column: 112, scope: !22)
!83 = !DILocation(line: 11, column: 115, scope: !22)
!84 = !DILocation(line: 11, column: 132, scope: !22)
!85 = !DILocation(line: 12, column: 39, scope: !22)
!86 = !DILocation(line: 12, column: 41, scope: !22)
!87 = !DILocation(line: 12, column: 44, scope: !22)
!88 = !DILocation(line: 12, column: 3, scope: !22)
!89 = !{i32 2}
!90 = !DILocation(line: 13, column: 1, scope: !22)
!91 = distinct !DISubprogram(name: "k2", scope: null, file: !4, line: 14, type: !6, scopeLine: 14, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !3)
!92 = !DILocation(line: 16, column: 11, scope: !91)
!93 = !DILocation(line: 16, column: 7, scope: !91)
!94 = !DILocation(line: 17, column: 12, scope: !91)
!95 = !DILocation(line: 17, column: 30, scope: !91)
!96 = !DILocation(line: 17, column: 28, scope: !91)
!97 = !DILocation(line: 17, column: 50, scope: !91)
!98 = !DILocation(line: 17, column: 48, scope: !91)
!99 = !DILocation(line: 17, column: 67, scope: !91)
!100 = !DILocation(line: 17, column: 69, scope: !91)
!101 = !DILocation(line: 17, column: 65, scope: !91)
!102 = !DILocation(line: 17, column: 7, scope: !91)
!103 = !DILocation(line: 17, column: 3, scope: !91)
!104 = !DILocation(line: 17, column: 10, scope: !91)
!105 = !DILocation(line: 18, column: 3, scope: !91)
!106 = !DILocation(line: 19, column: 10, scope: !91)
!107 = !DILocation(line: 19, column: 12, scope: !91)
!108 = !DILocation(line: 19, column: 39, scope: !91)
!109 = !DILocation(line: 19, column: 37, scope: !91)
!110 = !DILocation(line: 19, column: 30, scope: !91)
!111 = !DILocation(line: 19, column: 29, scope: !91)
!112 = !DILocation(line: 19, column: 47, scope: !91)
!113 = !DILocation(line: 19, column: 43, scope: !91)
!114 = !DILocation(line: 19, column: 60, scope: !91)
!115 = !DILocation(line: 19, column: 51, scope: !91)
!116 = !DILocation(line: 19, column: 71, scope: !91)
!117 = !DILocation(line: 19, column: 64, scope: !91)
!118 = !DILocation(line: 19, column: 22, scope: !91)
!119 = !DILocation(line: 19, column: 20, scope: !91)
!120 = !DILocation(line: 19, column: 3, scope: !91)
!121 = !DILocation(line: 19, column: 5, scope: !91)
!122 = !DILocation(line: 19, column: 8, scope: !91)
!123 = !DILocation(line: 20, column: 17, scope: !91)
!124 = !DILocation(line: 20, column: 19, scope: !91)
!125 = !DILocation(line: 20, column: 10, scope: !91)
!126 = !DILocation(line: 20, column: 48, scope: !91)
!127 = !DILocation(line: 20, column: 50, scope: !91)
!128 = !DILocation(line: 20, column: 55, scope: !91)
!129 = !DILocation(line: 20, column: 30, scope: !91)
!130 = !DILocation(line: 20, column: 28, scope: !91)
!131 = !DILocation(line: 20, column: 64, scope: !91)
!132 = !DILocation(line: 20, column: 97, scope: !91)
!133 = !DILocation(line: 20, column: 82, scope: !91)
!134 = !DILocation(line: 20, column: 80, scope: !91)
!135 = !DILocation(line: 20, column: 3, scope: !91)
!136 = !DILocation(line: 20, column: 5, scope: !91)
!137 = !DILocation(line: 20, column: 8, scope: !91)
!138 = !DILocation(line: 21, column: 11, scope: !91)
!139 = !DILocation(line: 21, column: 26, scope: !91)
!140 = !DILocation(line: 21, column: 44, scope: !91)
!141 = !DILocation(line: 21, column: 29, scope: !91)
!142 = !DILocation(line: 21, column: 3, scope: !91)
!143 = !DILocation(line: 22, column: 33, scope: !91)
!144 = !DILocation(line: 22, column: 35, scope: !91)
!145 = !DILocation(line: 22, column: 14, scope: !91)
!146 = !DILocation(line: 22, column: 10, scope: !91)
!147 = !DILocation(line: 22, column: 54, scope: !91)
!148 = !DILocation(line: 22, column: 47, scope: !91)
!149 = !DILocation(line: 22, column: 40, scope: !91)
!150 = !DILocation(line: 22, column: 42, scope: !91)
!151 = !DILocation(line: 22, column: 45, scope: !91)
!152 = !DILocation(line: 23, column: 1, scope: !91)
