; Function Attrs: convergent nounwind
define spir_kernel void @scale(ptr addrspace(1) nocapture align 2 %0, float %1) #0 {
  %3 = call i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %4 = getelementptr inbounds i16, ptr addrspace(1) %0, i64 %3
  %5 = load i16, ptr addrspace(1) %4, align 2
  %6 = zext i16 %5 to i32
  %7 = shl i32 %6, 16
  %8 = bitcast i32 %7 to float
  %9 = fmul float %8, %1
  %10 = bitcast float %9 to i32
  %11 = lshr i32 %10, 16
  %12 = and i32 %11, 1
  %13 = add i32 %10, 32767
  %14 = add i32 %13, %12
  %15 = or i32 %10, 4194304
  %16 = fcmp uno float %9, %9
  %17 = select i1 %16, i32 %15, i32 %14
  %18 = lshr i32 %17, 16
  %19 = trunc i32 %18 to i16
  store i16 %19, ptr addrspace(1) %4, align 2
  ret void
}

; Function Attrs: nounwind speculatable willreturn memory(none)
declare i64 @__spirv_BuiltInGlobalInvocationId(i32) #1

attributes #0 = { convergent nounwind }
attributes #1 = { nounwind speculatable willreturn memory(none) }
