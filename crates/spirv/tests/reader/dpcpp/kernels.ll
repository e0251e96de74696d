%struct.S = type { <4 x float>, [3 x i32], i8 }

@k2.loc = internal addrspace(3) global [64 x i32] undef, align 4

; Function Attrs: convergent noinline nounwind optnone
define spir_func i32 @helper(ptr addrspace(1) %0, i32 %1) #0 !dbg !4 {
  %3 = alloca ptr addrspace(1), align 8, !dbg !7
  %4 = alloca i32, align 4, !dbg !7
  %5 = alloca i32, align 4, !dbg !7
  %6 = alloca i32, align 4, !dbg !7
  store ptr addrspace(1) %0, ptr %3, align 8, !dbg !7
  store i32 %1, ptr %4, align 4, !dbg !7
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
  %7 = alloca ptr addrspace(1), align 8, !dbg !24
  %8 = alloca ptr addrspace(1), align 8, !dbg !24
  %9 = alloca ptr addrspace(3), align 8, !dbg !24
  %10 = alloca float, align 4, !dbg !24
  %11 = alloca ptr addrspace(1), align 8, !dbg !24
  %12 = alloca i64, align 8, !dbg !24
  %13 = alloca i64, align 8, !dbg !24
  %14 = alloca <4 x float>, align 16, !dbg !24
  store ptr addrspace(1) %0, ptr %7, align 8, !dbg !24
  store ptr addrspace(1) %1, ptr %8, align 8, !dbg !24
  store ptr addrspace(3) %2, ptr %9, align 8, !dbg !24
  store float %3, ptr %10, align 4, !dbg !24
  store ptr addrspace(1) %4, ptr %11, align 8, !dbg !24
  %15 = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0), !dbg !25
  %16 = insertelement <3 x i64> poison, i64 %15, i32 0, !dbg !25
  %17 = call i64 @__spirv_BuiltInGlobalInvocationId(i32 1), !dbg !25
  %18 = insertelement <3 x i64> %16, i64 %17, i32 1, !dbg !25
  %19 = call i64 @__spirv_BuiltInGlobalInvocationId(i32 2), !dbg !25
  %20 = insertelement <3 x i64> %18, i64 %19, i32 2, !dbg !25
  %21 = extractelement <3 x i64> %20, i32 0, !dbg !25
  store i64 %21, ptr %12, align 8, !dbg !26
  %22 = call i64 @__spirv_BuiltInLocalInvocationId(i32 0), !dbg !27
  %23 = insertelement <3 x i64> poison, i64 %22, i32 0, !dbg !27
  %24 = call i64 @__spirv_BuiltInLocalInvocationId(i32 1), !dbg !27
  %25 = insertelement <3 x i64> %23, i64 %24, i32 1, !dbg !27
  %26 = call i64 @__spirv_BuiltInLocalInvocationId(i32 2), !dbg !27
  %27 = insertelement <3 x i64> %25, i64 %26, i32 2, !dbg !27
  %28 = extractelement <3 x i64> %27, i32 0, !dbg !27
  store i64 %28, ptr %13, align 8, !dbg !28
  %29 = load ptr addrspace(1), ptr %7, align 8, !dbg !29
  %30 = load i64, ptr %12, align 8, !dbg !30
  %31 = getelementptr inbounds float, ptr addrspace(1) %29, i64 %30, !dbg !29
  %32 = load float, ptr addrspace(1) %31, align 4, !dbg !29
  %33 = load float, ptr %10, align 4, !dbg !31
  %34 = load ptr addrspace(1), ptr %8, align 8, !dbg !32
  %35 = load i64, ptr %12, align 8, !dbg !33
  %36 = getelementptr inbounds float, ptr addrspace(1) %34, i64 %35, !dbg !32
  %37 = load float, ptr addrspace(1) %36, align 4, !dbg !32
  %38 = call float @llvm.fmuladd.f32(float %32, float %33, float %37), !dbg !34
  %39 = load ptr addrspace(3), ptr %9, align 8, !dbg !35
  %40 = load i64, ptr %13, align 8, !dbg !36
  %41 = getelementptr inbounds float, ptr addrspace(3) %39, i64 %40, !dbg !35
  store float %38, ptr addrspace(3) %41, align 4, !dbg !37
  call void @__spirv_ControlBarrier(i32 2, i32 2, i32 272), !dbg !38
  %42 = load ptr addrspace(1), ptr %11, align 8, !dbg !39
  %43 = load i64, ptr %12, align 8, !dbg !40
  %44 = getelementptr inbounds %struct.S, ptr addrspace(1) %42, i64 %43, !dbg !39
  %45 = getelementptr inbounds %struct.S, ptr addrspace(1) %44, i32 0, i32 0, !dbg !41
  %46 = load <4 x float>, ptr addrspace(1) %45, align 16, !dbg !41
  store <4 x float> %46, ptr %14, align 16, !dbg !42
  %47 = load ptr addrspace(3), ptr %9, align 8, !dbg !43
  %48 = load i64, ptr %13, align 8, !dbg !44
  %49 = xor i64 %48, 1, !dbg !45
  %50 = getelementptr inbounds float, ptr addrspace(3) %47, i64 %49, !dbg !43
  %51 = load float, ptr addrspace(3) %50, align 4, !dbg !43
  %52 = load ptr addrspace(1), ptr %7, align 8, !dbg !46
  %53 = load i64, ptr %12, align 8, !dbg !47
  %54 = getelementptr inbounds float, ptr addrspace(1) %52, i64 %53, !dbg !46
  %55 = load float, ptr addrspace(1) %54, align 4, !dbg !46
  %56 = call float @__spirv_ocl_sin.f32(float %55), !dbg !48
  %57 = fadd float %51, %56, !dbg !49
  %58 = load <4 x float>, ptr %14, align 16, !dbg !50
  %59 = extractelement <4 x float> %58, i32 0, !dbg !50
  %60 = call float @llvm.sqrt.f32(float %59), !dbg !51
  %61 = fadd float %57, %60, !dbg !52
  %62 = load <4 x float>, ptr %14, align 16, !dbg !53
  %63 = extractelement <4 x float> %62, i32 1, !dbg !53
  %64 = load <4 x float>, ptr %14, align 16, !dbg !54
  %65 = extractelement <4 x float> %64, i32 2, !dbg !54
  %66 = load <4 x float>, ptr %14, align 16, !dbg !55
  %67 = extractelement <4 x float> %66, i32 3, !dbg !55
  %68 = call float @llvm.fma.f32(float %63, float %65, float %67), !dbg !56
  %69 = fadd float %61, %68, !dbg !57
  %70 = getelementptr inbounds %struct.S, ptr %5, i32 0, i32 1, !dbg !58
  %71 = load i64, ptr %12, align 8, !dbg !59
  %72 = urem i64 %71, 3, !dbg !60
  %73 = getelementptr inbounds [3 x i32], ptr %70, i64 0, i64 %72, !dbg !61
  %74 = load i32, ptr %73, align 4, !dbg !61
  %75 = sitofp i32 %74 to float, !dbg !61
  %76 = fadd float %69, %75, !dbg !62
  %77 = load ptr addrspace(1), ptr %8, align 8, !dbg !63
  %78 = load i64, ptr %12, align 8, !dbg !64
  %79 = getelementptr inbounds float, ptr addrspace(1) %77, i64 %78, !dbg !63
  store float %76, ptr addrspace(1) %79, align 4, !dbg !65
  %80 = load ptr addrspace(1), ptr %11, align 8, !dbg !66
  %81 = load i64, ptr %12, align 8, !dbg !67
  %82 = getelementptr inbounds %struct.S, ptr addrspace(1) %80, i64 %81, !dbg !66
  %83 = getelementptr inbounds %struct.S, ptr addrspace(1) %82, i32 0, i32 1, !dbg !68
  %84 = getelementptr inbounds [3 x i32], ptr addrspace(1) %83, i64 0, i64 1, !dbg !66
  %85 = load i32, ptr addrspace(1) %84, align 4, !dbg !66
  switch i32 %85, label %97 [
    i32 -1, label %86
    i32 2, label %90
  ], !dbg !69

86:                                               ; preds = %6
  %87 = load ptr addrspace(1), ptr %8, align 8, !dbg !70
  %88 = load i64, ptr %12, align 8, !dbg !71
  %89 = getelementptr inbounds float, ptr addrspace(1) %87, i64 %88, !dbg !70
  store float 1.000000e+00, ptr addrspace(1) %89, align 4, !dbg !72
  br label %105, !dbg !73

90:                                               ; preds = %6
  %91 = load ptr addrspace(1), ptr %11, align 8, !dbg !74
  %92 = call spir_func i32 @helper(ptr addrspace(1) %91, i32 4), !dbg !75
  %93 = sitofp i32 %92 to float, !dbg !75
  %94 = load ptr addrspace(1), ptr %8, align 8, !dbg !76
  %95 = load i64, ptr %12, align 8, !dbg !77
  %96 = getelementptr inbounds float, ptr addrspace(1) %94, i64 %95, !dbg !76
  store float %93, ptr addrspace(1) %96, align 4, !dbg !78
  br label %105, !dbg !79

97:                                               ; preds = %6
  %98 = load float, ptr %10, align 4, !dbg !80
  %99 = call float @__spirv_ocl_pow.f32(float %98, float 2.000000e+00), !dbg !81
  %100 = load ptr addrspace(1), ptr %8, align 8, !dbg !82
  %101 = load i64, ptr %12, align 8, !dbg !83
  %102 = getelementptr inbounds float, ptr addrspace(1) %100, i64 %101, !dbg !82
  %103 = load float, ptr addrspace(1) %102, align 4, !dbg !84
  %104 = fadd float %103, %99, !dbg !84
  store float %104, ptr addrspace(1) %102, align 4, !dbg !84
  br label %105, !dbg !85

105:                                              ; preds = %97, %90, %86
  %106 = load ptr addrspace(1), ptr %11, align 8, !dbg !86
  %107 = load i64, ptr %12, align 8, !dbg !87
  %108 = getelementptr inbounds %struct.S, ptr addrspace(1) %106, i64 %107, !dbg !86
  %109 = getelementptr inbounds %struct.S, ptr addrspace(1) %108, i32 0, i32 1, !dbg !88
  %110 = getelementptr inbounds [3 x i32], ptr addrspace(1) %109, i64 0, i64 2, !dbg !86
  %111 = atomicrmw add ptr addrspace(1) %110, i32 1 monotonic, align 4, !dbg !89, !spirv.scope !90
  ret void, !dbg !91
}

; Function Attrs: convergent noinline nounwind optnone
define spir_kernel void @k2(ptr addrspace(1) align 16 %0, ptr addrspace(1) align 8 %1, ptr addrspace(2) align 4 %2) #0 !dbg !92 {
  %4 = alloca ptr addrspace(1), align 8, !dbg !93
  %5 = alloca ptr addrspace(1), align 8, !dbg !93
  %6 = alloca ptr addrspace(2), align 8, !dbg !93
  %7 = alloca i32, align 4, !dbg !93
  %8 = alloca <4 x i32>, align 16, !dbg !93
  %9 = alloca <3 x i32>, align 16, !dbg !93
  %10 = alloca double, align 8, !dbg !93
  store ptr addrspace(1) %0, ptr %4, align 8, !dbg !93
  store ptr addrspace(1) %1, ptr %5, align 8, !dbg !93
  store ptr addrspace(2) %2, ptr %6, align 8, !dbg !93
  %11 = call i64 @__spirv_BuiltInLocalInvocationId(i32 0), !dbg !94
  %12 = insertelement <3 x i64> poison, i64 %11, i32 0, !dbg !94
  %13 = call i64 @__spirv_BuiltInLocalInvocationId(i32 1), !dbg !94
  %14 = insertelement <3 x i64> %12, i64 %13, i32 1, !dbg !94
  %15 = call i64 @__spirv_BuiltInLocalInvocationId(i32 2), !dbg !94
  %16 = insertelement <3 x i64> %14, i64 %15, i32 2, !dbg !94
  %17 = extractelement <3 x i64> %16, i32 1, !dbg !94
  %18 = trunc i64 %17 to i32, !dbg !94
  store i32 %18, ptr %7, align 4, !dbg !95
  %19 = call i64 @__spirv_BuiltInWorkgroupId(i32 0), !dbg !96
  %20 = insertelement <3 x i64> poison, i64 %19, i32 0, !dbg !96
  %21 = call i64 @__spirv_BuiltInWorkgroupId(i32 1), !dbg !96
  %22 = insertelement <3 x i64> %20, i64 %21, i32 1, !dbg !96
  %23 = call i64 @__spirv_BuiltInWorkgroupId(i32 2), !dbg !96
  %24 = insertelement <3 x i64> %22, i64 %23, i32 2, !dbg !96
  %25 = extractelement <3 x i64> %24, i32 2, !dbg !96
  %26 = call i64 @__spirv_BuiltInNumWorkgroups(i32 0), !dbg !97
  %27 = insertelement <3 x i64> poison, i64 %26, i32 0, !dbg !97
  %28 = call i64 @__spirv_BuiltInNumWorkgroups(i32 1), !dbg !97
  %29 = insertelement <3 x i64> %27, i64 %28, i32 1, !dbg !97
  %30 = call i64 @__spirv_BuiltInNumWorkgroups(i32 2), !dbg !97
  %31 = insertelement <3 x i64> %29, i64 %30, i32 2, !dbg !97
  %32 = extractelement <3 x i64> %31, i32 1, !dbg !97
  %33 = add i64 %25, %32, !dbg !98
  %34 = call i32 @__spirv_BuiltInWorkDim(), !dbg !99
  %35 = zext i32 %34 to i64, !dbg !99
  %36 = add i64 %33, %35, !dbg !100
  %37 = load ptr addrspace(2), ptr %6, align 8, !dbg !101
  %38 = load i32, ptr %7, align 4, !dbg !102
  %39 = sext i32 %38 to i64, !dbg !101
  %40 = getelementptr inbounds i32, ptr addrspace(2) %37, i64 %39, !dbg !101
  %41 = load i32, ptr addrspace(2) %40, align 4, !dbg !101
  %42 = sext i32 %41 to i64, !dbg !101
  %43 = add i64 %36, %42, !dbg !103
  %44 = trunc i64 %43 to i32, !dbg !96
  %45 = load i32, ptr %7, align 4, !dbg !104
  %46 = sext i32 %45 to i64, !dbg !105
  %47 = getelementptr inbounds [64 x i32], ptr addrspace(3) @k2.loc, i64 0, i64 %46, !dbg !105
  store i32 %44, ptr addrspace(3) %47, align 4, !dbg !106
  call void @__spirv_ControlBarrier(i32 2, i32 2, i32 784), !dbg !107
  %48 = load ptr addrspace(1), ptr %4, align 8, !dbg !108
  %49 = load i32, ptr %7, align 4, !dbg !109
  %50 = sext i32 %49 to i64, !dbg !108
  %51 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %48, i64 %50, !dbg !108
  %52 = load <4 x i32>, ptr addrspace(1) %51, align 16, !dbg !108
  %53 = shufflevector <4 x i32> %52, <4 x i32> undef, <4 x i32> <i32 1, i32 0, i32 3, i32 2>, !dbg !108
  %54 = load i32, ptr %7, align 4, !dbg !110
  %55 = sub nsw i32 63, %54, !dbg !111
  %56 = sext i32 %55 to i64, !dbg !112
  %57 = getelementptr inbounds [64 x i32], ptr addrspace(3) @k2.loc, i64 0, i64 %56, !dbg !112
  %58 = load i32, ptr addrspace(3) %57, align 4, !dbg !112
  %59 = insertelement <4 x i32> undef, i32 %58, i32 0, !dbg !113
  %60 = load i32, ptr %7, align 4, !dbg !114
  %61 = call i32 @llvm.ctlz.i32(i32 %60, i1 false), !dbg !115
  %62 = extractelement <4 x i32> %59, i32 1, !dbg !113
  %63 = insertelement <4 x i32> %59, i32 %61, i32 1, !dbg !113
  %64 = load i32, ptr %7, align 4, !dbg !116
  %65 = call i32 @llvm.ctpop.i32(i32 %64), !dbg !117
  %66 = extractelement <4 x i32> %63, i32 2, !dbg !113
  %67 = insertelement <4 x i32> %63, i32 %65, i32 2, !dbg !113
  %68 = load i32, ptr %7, align 4, !dbg !118
  %69 = call i32 @llvm.fshl.i32(i32 %68, i32 %68, i32 3), !dbg !119
  %70 = extractelement <4 x i32> %67, i32 3, !dbg !113
  %71 = insertelement <4 x i32> %67, i32 %69, i32 3, !dbg !113
  store <4 x i32> %71, ptr %8, align 16, !dbg !120
  %72 = load <4 x i32>, ptr %8, align 16, !dbg !120
  %73 = add <4 x i32> %53, %72, !dbg !121
  %74 = load ptr addrspace(1), ptr %4, align 8, !dbg !122
  %75 = load i32, ptr %7, align 4, !dbg !123
  %76 = sext i32 %75 to i64, !dbg !122
  %77 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %74, i64 %76, !dbg !122
  store <4 x i32> %73, ptr addrspace(1) %77, align 16, !dbg !124
  %78 = load ptr addrspace(1), ptr %5, align 8, !dbg !125
  %79 = load i32, ptr %7, align 4, !dbg !126
  %80 = sext i32 %79 to i64, !dbg !125
  %81 = getelementptr inbounds i64, ptr addrspace(1) %78, i64 %80, !dbg !125
  %82 = load i64, ptr addrspace(1) %81, align 8, !dbg !125
  %83 = zext i64 %82 to i128, !dbg !127
  %84 = mul i128 %83, 5, !dbg !127
  %85 = lshr i128 %84, 64, !dbg !127
  %86 = trunc i128 %85 to i64, !dbg !127
  %87 = load ptr addrspace(1), ptr %4, align 8, !dbg !128
  %88 = load i32, ptr %7, align 4, !dbg !129
  %89 = sext i32 %88 to i64, !dbg !128
  %90 = getelementptr inbounds <4 x i32>, ptr addrspace(1) %87, i64 %89, !dbg !128
  %91 = load <4 x i32>, ptr addrspace(1) %90, align 16, !dbg !128
  %92 = extractelement <4 x i32> %91, i32 0, !dbg !128
  %93 = uitofp i32 %92 to float, !dbg !128
  %94 = fmul float %93, -1.500000e+00, !dbg !130
  %95 = call i64 @llvm.fptoui.sat.i64.f32(float %94), !dbg !131
  %96 = add i64 %86, %95, !dbg !132
  %97 = add i64 %96, 1077936128, !dbg !133
  %98 = load i32, ptr %7, align 4, !dbg !134
  %99 = zext i32 %98 to i64, !dbg !135
  %100 = shl i64 %99, 32, !dbg !135
  %101 = or i64 %100, 3, !dbg !135
  %102 = add i64 %97, %101, !dbg !136
  %103 = load ptr addrspace(1), ptr %5, align 8, !dbg !137
  %104 = load i32, ptr %7, align 4, !dbg !138
  %105 = sext i32 %104 to i64, !dbg !137
  %106 = getelementptr inbounds i64, ptr addrspace(1) %103, i64 %105, !dbg !137
  store i64 %102, ptr addrspace(1) %106, align 8, !dbg !139
  store <4 x i32> <i32 1, i32 2, i32 3, i32 undef>, ptr %9, align 16, !dbg !140
  %107 = load <4 x i32>, ptr %9, align 16, !dbg !140
  %108 = shufflevector <4 x i32> %107, <4 x i32> undef, <3 x i32> <i32 0, i32 1, i32 2>, !dbg !140
  %109 = load i32, ptr %7, align 4, !dbg !141
  %110 = sext i32 %109 to i64, !dbg !141
  %111 = load ptr addrspace(1), ptr %4, align 8, !dbg !142
  %112 = addrspacecast ptr addrspace(1) %111 to ptr, !dbg !143
  %113 = mul i64 %110, 3, !dbg !144
  %114 = getelementptr i32, ptr %112, i64 %113, !dbg !144
  store <3 x i32> %108, ptr %114, align 4, !dbg !144
  %115 = load ptr addrspace(1), ptr %5, align 8, !dbg !145
  %116 = load i32, ptr %7, align 4, !dbg !146
  %117 = sext i32 %116 to i64, !dbg !145
  %118 = getelementptr inbounds i64, ptr addrspace(1) %115, i64 %117, !dbg !145
  %119 = load i64, ptr addrspace(1) %118, align 8, !dbg !145
  %120 = uitofp i64 %119 to double, !dbg !147
  %121 = call i64 @llvm.fptoui.sat.i64.f64(double %120), !dbg !147
  %122 = fcmp oge double %120, 0x43F0000000000000, !dbg !147
  %123 = icmp ugt i64 %121, %119, !dbg !147
  %124 = or i1 %123, %122, !dbg !147
  %125 = icmp ult i64 %121, %119, !dbg !147
  %126 = bitcast double %120 to i64, !dbg !147
  %127 = icmp slt i64 %126, 0, !dbg !147
  %128 = add i64 %126, 1, !dbg !147
  %129 = sub i64 %126, 1, !dbg !147
  %130 = select i1 %127, i64 %129, i64 %128, !dbg !147
  %131 = select i1 %125, i64 %130, i64 %126, !dbg !147
  %132 = bitcast i64 %131 to double, !dbg !147
  store double %132, ptr %10, align 8, !dbg !148
  %133 = load double, ptr %10, align 8, !dbg !149
  %134 = fptoui double %133 to i64, !dbg !150
  %135 = load ptr addrspace(1), ptr %5, align 8, !dbg !151
  %136 = load i32, ptr %7, align 4, !dbg !152
  %137 = sext i32 %136 to i64, !dbg !151
  %138 = getelementptr inbounds i64, ptr addrspace(1) %135, i64 %137, !dbg !151
  store i64 %134, ptr addrspace(1) %138, align 8, !dbg !153
  ret void, !dbg !154
}

; Function Attrs: nounwind speculatable willreturn memory(none)
declare i64 @__spirv_BuiltInGlobalInvocationId(i32) #1

; Function Attrs: nounwind speculatable willreturn memory(none)
declare i64 @__spirv_BuiltInLocalInvocationId(i32) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fmuladd.f32(float, float, float) #2

; Function Attrs: convergent nounwind
declare void @__spirv_ControlBarrier(i32, i32, i32) #3

; Function Attrs: nounwind speculatable willreturn memory(none)
declare float @__spirv_ocl_sin.f32(float) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.sqrt.f32(float) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) #2

; Function Attrs: nounwind speculatable willreturn memory(none)
declare float @__spirv_ocl_pow.f32(float, float) #1

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

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Tandem", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false)
!1 = !DIFile(filename: "kernels.cl", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 2, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "helper", linkageName: "helper", scope: null, file: !1, line: 3, type: !5, scopeLine: 3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 0, scope: !4)
!8 = !DILocation(line: 3, column: 42, scope: !4)
!9 = !DILocation(line: 3, column: 58, scope: !4)
!10 = !DILocation(line: 3, column: 54, scope: !4)
!11 = !DILocation(line: 3, column: 65, scope: !4)
!12 = !DILocation(line: 3, column: 69, scope: !4)
!13 = !DILocation(line: 3, column: 67, scope: !4)
!14 = !DILocation(line: 3, column: 49, scope: !4)
!15 = !DILocation(line: 3, column: 82, scope: !4)
!16 = !DILocation(line: 3, column: 84, scope: !4)
!17 = !DILocation(line: 3, column: 79, scope: !4)
!18 = !DILocation(line: 3, column: 77, scope: !4)
!19 = !DILocation(line: 3, column: 72, scope: !4)
!20 = !DILocation(line: 3, column: 95, scope: !4)
!21 = !DILocation(line: 3, column: 88, scope: !4)
!22 = distinct !DISubprogram(name: "vadd", linkageName: "vadd", scope: null, file: !1, line: 6, type: !5, scopeLine: 6, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!23 = !{i32 8, i32 2, i32 1}
!24 = !DILocation(line: 0, scope: !22)
!25 = !DILocation(line: 6, column: 14, scope: !22)
!26 = !DILocation(line: 6, column: 10, scope: !22)
!27 = !DILocation(line: 6, column: 36, scope: !22)
!28 = !DILocation(line: 6, column: 32, scope: !22)
!29 = !DILocation(line: 7, column: 12, scope: !22)
!30 = !DILocation(line: 7, column: 14, scope: !22)
!31 = !DILocation(line: 7, column: 19, scope: !22)
!32 = !DILocation(line: 7, column: 23, scope: !22)
!33 = !DILocation(line: 7, column: 25, scope: !22)
!34 = !DILocation(line: 7, column: 21, scope: !22)
!35 = !DILocation(line: 7, column: 3, scope: !22)
!36 = !DILocation(line: 7, column: 7, scope: !22)
!37 = !DILocation(line: 7, column: 10, scope: !22)
!38 = !DILocation(line: 8, column: 3, scope: !22)
!39 = !DILocation(line: 9, column: 14, scope: !22)
!40 = !DILocation(line: 9, column: 16, scope: !22)
!41 = !DILocation(line: 9, column: 19, scope: !22)
!42 = !DILocation(line: 9, column: 10, scope: !22)
!43 = !DILocation(line: 10, column: 10, scope: !22)
!44 = !DILocation(line: 10, column: 14, scope: !22)
!45 = !DILocation(line: 10, column: 16, scope: !22)
!46 = !DILocation(line: 10, column: 27, scope: !22)
!47 = !DILocation(line: 10, column: 29, scope: !22)
!48 = !DILocation(line: 10, column: 23, scope: !22)
!49 = !DILocation(line: 10, column: 21, scope: !22)
!50 = !DILocation(line: 10, column: 40, scope: !22)
!51 = !DILocation(line: 10, column: 35, scope: !22)
!52 = !DILocation(line: 10, column: 33, scope: !22)
!53 = !DILocation(line: 10, column: 51, scope: !22)
!54 = !DILocation(line: 10, column: 56, scope: !22)
!55 = !DILocation(line: 10, column: 61, scope: !22)
!56 = !DILocation(line: 10, column: 47, scope: !22)
!57 = !DILocation(line: 10, column: 45, scope: !22)
!58 = !DILocation(line: 10, column: 74, scope: !22)
!59 = !DILocation(line: 10, column: 76, scope: !22)
!60 = !DILocation(line: 10, column: 78, scope: !22)
!61 = !DILocation(line: 10, column: 68, scope: !22)
!62 = !DILocation(line: 10, column: 66, scope: !22)
!63 = !DILocation(line: 10, column: 3, scope: !22)
!64 = !DILocation(line: 10, column: 5, scope: !22)
!65 = !DILocation(line: 10, column: 8, scope: !22)
!66 = !DILocation(line: 11, column: 11, scope: !22)
!67 = !DILocation(line: 11, column: 13, scope: !22)
!68 = !DILocation(line: 11, column: 16, scope: !22)
!69 = !DILocation(line: 11, column: 3, scope: !22)
!70 = !DILocation(line: 11, column: 33, scope: !22)
!71 = !DILocation(line: 11, column: 35, scope: !22)
!72 = !DILocation(line: 11, column: 38, scope: !22)
!73 = !DILocation(line: 11, column: 43, scope: !22)
!74 = !DILocation(line: 11, column: 87, scope: !22)
!75 = !DILocation(line: 11, column: 65, scope: !22)
!76 = !DILocation(line: 11, column: 58, scope: !22)
!77 = !DILocation(line: 11, column: 60, scope: !22)
!78 = !DILocation(line: 11, column: 63, scope: !22)
!79 = !DILocation(line: 11, column: 94, scope: !22)
!80 = !DILocation(line: 11, column: 122, scope: !22)
!81 = !DILocation(line: 11, column: 118, scope: !22)
!82 = !DILocation(line: 11, column: 110, scope: !22)
!83 = !DILocation(line: 11, column: 112, scope: !22)
!84 = !DILocation(line: 11, column: 115, scope: !22)
!85 = !DILocation(line: 11, column: 132, scope: !22)
!86 = !DILocation(line: 12, column: 39, scope: !22)
!87 = !DILocation(line: 12, column: 41, scope: !22)
!88 = !DILocation(line: 12, column: 44, scope: !22)
!89 = !DILocation(line: 12, column: 3, scope: !22)
!90 = !{i32 2}
!91 = !DILocation(line: 13, column: 1, scope: !22)
!92 = distinct !DISubprogram(name: "k2", linkageName: "k2", scope: null, file: !1, line: 16, type: !5, scopeLine: 16, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!93 = !DILocation(line: 0, scope: !92)
!94 = !DILocation(line: 16, column: 11, scope: !92)
!95 = !DILocation(line: 16, column: 7, scope: !92)
!96 = !DILocation(line: 17, column: 12, scope: !92)
!97 = !DILocation(line: 17, column: 30, scope: !92)
!98 = !DILocation(line: 17, column: 28, scope: !92)
!99 = !DILocation(line: 17, column: 50, scope: !92)
!100 = !DILocation(line: 17, column: 48, scope: !92)
!101 = !DILocation(line: 17, column: 67, scope: !92)
!102 = !DILocation(line: 17, column: 69, scope: !92)
!103 = !DILocation(line: 17, column: 65, scope: !92)
!104 = !DILocation(line: 17, column: 7, scope: !92)
!105 = !DILocation(line: 17, column: 3, scope: !92)
!106 = !DILocation(line: 17, column: 10, scope: !92)
!107 = !DILocation(line: 18, column: 3, scope: !92)
!108 = !DILocation(line: 19, column: 10, scope: !92)
!109 = !DILocation(line: 19, column: 12, scope: !92)
!110 = !DILocation(line: 19, column: 39, scope: !92)
!111 = !DILocation(line: 19, column: 37, scope: !92)
!112 = !DILocation(line: 19, column: 30, scope: !92)
!113 = !DILocation(line: 19, column: 29, scope: !92)
!114 = !DILocation(line: 19, column: 47, scope: !92)
!115 = !DILocation(line: 19, column: 43, scope: !92)
!116 = !DILocation(line: 19, column: 60, scope: !92)
!117 = !DILocation(line: 19, column: 51, scope: !92)
!118 = !DILocation(line: 19, column: 71, scope: !92)
!119 = !DILocation(line: 19, column: 64, scope: !92)
!120 = !DILocation(line: 19, column: 22, scope: !92)
!121 = !DILocation(line: 19, column: 20, scope: !92)
!122 = !DILocation(line: 19, column: 3, scope: !92)
!123 = !DILocation(line: 19, column: 5, scope: !92)
!124 = !DILocation(line: 19, column: 8, scope: !92)
!125 = !DILocation(line: 20, column: 17, scope: !92)
!126 = !DILocation(line: 20, column: 19, scope: !92)
!127 = !DILocation(line: 20, column: 10, scope: !92)
!128 = !DILocation(line: 20, column: 48, scope: !92)
!129 = !DILocation(line: 20, column: 50, scope: !92)
!130 = !DILocation(line: 20, column: 55, scope: !92)
!131 = !DILocation(line: 20, column: 30, scope: !92)
!132 = !DILocation(line: 20, column: 28, scope: !92)
!133 = !DILocation(line: 20, column: 64, scope: !92)
!134 = !DILocation(line: 20, column: 97, scope: !92)
!135 = !DILocation(line: 20, column: 82, scope: !92)
!136 = !DILocation(line: 20, column: 80, scope: !92)
!137 = !DILocation(line: 20, column: 3, scope: !92)
!138 = !DILocation(line: 20, column: 5, scope: !92)
!139 = !DILocation(line: 20, column: 8, scope: !92)
!140 = !DILocation(line: 21, column: 11, scope: !92)
!141 = !DILocation(line: 21, column: 26, scope: !92)
!142 = !DILocation(line: 21, column: 44, scope: !92)
!143 = !DILocation(line: 21, column: 29, scope: !92)
!144 = !DILocation(line: 21, column: 3, scope: !92)
!145 = !DILocation(line: 22, column: 33, scope: !92)
!146 = !DILocation(line: 22, column: 35, scope: !92)
!147 = !DILocation(line: 22, column: 14, scope: !92)
!148 = !DILocation(line: 22, column: 10, scope: !92)
!149 = !DILocation(line: 22, column: 54, scope: !92)
!150 = !DILocation(line: 22, column: 47, scope: !92)
!151 = !DILocation(line: 22, column: 40, scope: !92)
!152 = !DILocation(line: 22, column: 42, scope: !92)
!153 = !DILocation(line: 22, column: 45, scope: !92)
!154 = !DILocation(line: 23, column: 1, scope: !92)
