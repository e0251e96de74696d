; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_in_order(ptr noalias readonly align 64 dereferenceable(16) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %5 = getelementptr inbounds i8, ptr %0, i64 0
  %6 = load ptr addrspace(1), ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 8
  %8 = load ptr addrspace(1), ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %1, i64 32
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %1, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %2, i64 0
  %14 = load i64, ptr %13, align 8
  %15 = mul i64 %14, %10
  %16 = sub i64 %12, %15
  %17 = call i64 @llvm.umin.i64(i64 %10, i64 %16)
  %18 = icmp ne i64 %17, 0
  call void @llvm.assume(i1 %18)
  %19 = getelementptr inbounds i8, ptr %1, i64 40
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %1, i64 16
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %2, i64 8
  %24 = load i64, ptr %23, align 8
  %25 = mul i64 %24, %20
  %26 = sub i64 %22, %25
  %27 = call i64 @llvm.umin.i64(i64 %20, i64 %26)
  %28 = icmp ne i64 %27, 0
  call void @llvm.assume(i1 %28)
  %29 = getelementptr inbounds i8, ptr %1, i64 48
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds i8, ptr %1, i64 24
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds i8, ptr %2, i64 16
  %34 = load i64, ptr %33, align 8
  %35 = mul i64 %34, %30
  %36 = sub i64 %32, %35
  %37 = call i64 @llvm.umin.i64(i64 %30, i64 %36)
  %38 = icmp ne i64 %37, 0
  call void @llvm.assume(i1 %38)
  %39 = getelementptr inbounds i8, ptr %1, i64 56
  %40 = load i64, ptr %39, align 8
  %41 = mul nuw nsw i64 %14, %10
  %42 = add nuw nsw i64 %41, %40
  br label %region

exit:                                             ; preds = %done
  ret void

region:                                           ; preds = %prologue
  br label %z

z:                                                ; preds = %45, %region
  %id = phi i64 [ 0, %region ], [ %46, %45 ]
  %43 = mul nuw nsw i64 0, %37
  %44 = add nuw nsw i64 %43, %id
  br label %y

45:                                               ; preds = %50
  %46 = add nuw nsw i64 %id, 1
  %47 = icmp ult i64 %46, %37
  br i1 %47, label %z, label %done, !llvm.loop !0

y:                                                ; preds = %50, %z
  %id1 = phi i64 [ 0, %z ], [ %51, %50 ]
  %48 = mul nuw nsw i64 %44, %27
  %49 = add nuw nsw i64 %48, %id1
  br label %x

50:                                               ; preds = %55
  %51 = add nuw nsw i64 %id1, 1
  %52 = icmp ult i64 %51, %27
  br i1 %52, label %y, label %45, !llvm.loop !2

x:                                                ; preds = %55, %y
  %id2 = phi i64 [ 0, %y ], [ %56, %55 ]
  %53 = mul nuw nsw i64 %49, %17
  %54 = add nuw nsw i64 %53, %id2
  br label %58

55:                                               ; preds = %leave
  %56 = add nuw nsw i64 %id2, 1
  %57 = icmp ult i64 %56, %17
  br i1 %57, label %x, label %50, !llvm.loop !3

done:                                             ; preds = %45
  call void @llvm.sideeffect()
  br label %exit

58:                                               ; preds = %x
  %59 = add nuw nsw i64 %42, %id2
  %60 = getelementptr inbounds { float, float }, ptr addrspace(1) %6, i64 %59
  %61 = getelementptr inbounds i8, ptr addrspace(1) %60, i64 4
  %62 = load float, ptr addrspace(1) %60, align 4, !llvm.access.group !5
  %63 = load float, ptr addrspace(1) %61, align 4, !llvm.access.group !5
  %64 = getelementptr inbounds { float, float }, ptr addrspace(1) %8, i64 %59
  %65 = getelementptr inbounds i8, ptr addrspace(1) %64, i64 4
  store float %63, ptr addrspace(1) %64, align 4, !llvm.access.group !5
  store float %62, ptr addrspace(1) %65, align 4, !llvm.access.group !5
  br label %leave

leave:                                            ; preds = %58
  br label %55
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #3

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_computed_part(ptr noalias readonly align 64 dereferenceable(16) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %5 = getelementptr inbounds i8, ptr %0, i64 0
  %6 = load ptr addrspace(1), ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %1, i64 32
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %1, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %2, i64 0
  %14 = load i64, ptr %13, align 8
  %15 = mul i64 %14, %10
  %16 = sub i64 %12, %15
  %17 = call i64 @llvm.umin.i64(i64 %10, i64 %16)
  %18 = icmp ne i64 %17, 0
  call void @llvm.assume(i1 %18)
  %19 = getelementptr inbounds i8, ptr %1, i64 40
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %1, i64 16
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %2, i64 8
  %24 = load i64, ptr %23, align 8
  %25 = mul i64 %24, %20
  %26 = sub i64 %22, %25
  %27 = call i64 @llvm.umin.i64(i64 %20, i64 %26)
  %28 = icmp ne i64 %27, 0
  call void @llvm.assume(i1 %28)
  %29 = getelementptr inbounds i8, ptr %1, i64 48
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds i8, ptr %1, i64 24
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds i8, ptr %2, i64 16
  %34 = load i64, ptr %33, align 8
  %35 = mul i64 %34, %30
  %36 = sub i64 %32, %35
  %37 = call i64 @llvm.umin.i64(i64 %30, i64 %36)
  %38 = icmp ne i64 %37, 0
  call void @llvm.assume(i1 %38)
  %39 = getelementptr inbounds i8, ptr %1, i64 56
  %40 = load i64, ptr %39, align 8
  %41 = mul nuw nsw i64 %14, %10
  %42 = getelementptr { float, float }, ptr addrspace(1) %6, i64 %41
  %43 = getelementptr { float, float }, ptr addrspace(1) %42, i64 %40
  br label %region

exit:                                             ; preds = %done
  ret void

region:                                           ; preds = %prologue
  br label %z

z:                                                ; preds = %46, %region
  %id = phi i64 [ 0, %region ], [ %47, %46 ]
  %44 = mul nuw nsw i64 0, %37
  %45 = add nuw nsw i64 %44, %id
  br label %y

46:                                               ; preds = %51
  %47 = add nuw nsw i64 %id, 1
  %48 = icmp ult i64 %47, %37
  br i1 %48, label %z, label %done, !llvm.loop !7

y:                                                ; preds = %51, %z
  %id1 = phi i64 [ 0, %z ], [ %52, %51 ]
  %49 = mul nuw nsw i64 %45, %27
  %50 = add nuw nsw i64 %49, %id1
  br label %x

51:                                               ; preds = %56
  %52 = add nuw nsw i64 %id1, 1
  %53 = icmp ult i64 %52, %27
  br i1 %53, label %y, label %46, !llvm.loop !8

x:                                                ; preds = %56, %y
  %id2 = phi i64 [ 0, %y ], [ %57, %56 ]
  %54 = mul nuw nsw i64 %50, %17
  %55 = add nuw nsw i64 %54, %id2
  br label %59

56:                                               ; preds = %leave
  %57 = add nuw nsw i64 %id2, 1
  %58 = icmp ult i64 %57, %17
  br i1 %58, label %x, label %51, !llvm.loop !9

done:                                             ; preds = %46
  call void @llvm.sideeffect()
  br label %exit

59:                                               ; preds = %x
  %60 = getelementptr { float, float }, ptr addrspace(1) %43, i64 %id2
  %61 = getelementptr inbounds i8, ptr addrspace(1) %60, i64 4
  store float 1.000000e+00, ptr addrspace(1) %60, align 4
  %62 = getelementptr inbounds float, ptr addrspace(1) %60, i64 %8
  %63 = load float, ptr addrspace(1) %62, align 4
  store float %63, ptr addrspace(1) %61, align 4
  br label %leave

leave:                                            ; preds = %59
  br label %56
}

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_computed_part_of_array(ptr noalias readonly align 64 dereferenceable(16) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %5 = getelementptr inbounds i8, ptr %0, i64 0
  %6 = load ptr addrspace(1), ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 8
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %1, i64 32
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %1, i64 8
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %2, i64 0
  %14 = load i64, ptr %13, align 8
  %15 = mul i64 %14, %10
  %16 = sub i64 %12, %15
  %17 = call i64 @llvm.umin.i64(i64 %10, i64 %16)
  %18 = icmp ne i64 %17, 0
  call void @llvm.assume(i1 %18)
  %19 = getelementptr inbounds i8, ptr %1, i64 40
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %1, i64 16
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %2, i64 8
  %24 = load i64, ptr %23, align 8
  %25 = mul i64 %24, %20
  %26 = sub i64 %22, %25
  %27 = call i64 @llvm.umin.i64(i64 %20, i64 %26)
  %28 = icmp ne i64 %27, 0
  call void @llvm.assume(i1 %28)
  %29 = getelementptr inbounds i8, ptr %1, i64 48
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds i8, ptr %1, i64 24
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds i8, ptr %2, i64 16
  %34 = load i64, ptr %33, align 8
  %35 = mul i64 %34, %30
  %36 = sub i64 %32, %35
  %37 = call i64 @llvm.umin.i64(i64 %30, i64 %36)
  %38 = icmp ne i64 %37, 0
  call void @llvm.assume(i1 %38)
  %39 = alloca [4 x i16], align 8, !tandem.private !12
  %40 = getelementptr inbounds i8, ptr %1, i64 56
  %41 = load i64, ptr %40, align 8
  %42 = mul nuw nsw i64 %14, %10
  %43 = add nuw nsw i64 %42, %41
  br label %region

exit:                                             ; preds = %done
  ret void

region:                                           ; preds = %prologue
  br label %z

z:                                                ; preds = %46, %region
  %id = phi i64 [ 0, %region ], [ %47, %46 ]
  %44 = mul nuw nsw i64 0, %37
  %45 = add nuw nsw i64 %44, %id
  br label %y

46:                                               ; preds = %51
  %47 = add nuw nsw i64 %id, 1
  %48 = icmp ult i64 %47, %37
  br i1 %48, label %z, label %done, !llvm.loop !13

y:                                                ; preds = %51, %z
  %id1 = phi i64 [ 0, %z ], [ %52, %51 ]
  %49 = mul nuw nsw i64 %45, %27
  %50 = add nuw nsw i64 %49, %id1
  br label %x

51:                                               ; preds = %56
  %52 = add nuw nsw i64 %id1, 1
  %53 = icmp ult i64 %52, %27
  br i1 %53, label %y, label %46, !llvm.loop !14

x:                                                ; preds = %56, %y
  %id2 = phi i64 [ 0, %y ], [ %57, %56 ]
  %54 = mul nuw nsw i64 %50, %17
  %55 = add nuw nsw i64 %54, %id2
  br label %59

56:                                               ; preds = %leave
  %57 = add nuw nsw i64 %id2, 1
  %58 = icmp ult i64 %57, %17
  br i1 %58, label %x, label %51, !llvm.loop !15

done:                                             ; preds = %46
  call void @llvm.sideeffect()
  br label %exit

59:                                               ; preds = %x
  %60 = add nuw nsw i64 %43, %id2
  %61 = trunc i64 %60 to i16
  %62 = getelementptr inbounds i8, ptr %39, i64 2
  store i16 %61, ptr %39, align 2
  %63 = and i64 %60, 3
  %64 = getelementptr inbounds i16, ptr %39, i64 %63
  %65 = load i16, ptr %64, align 2
  store i16 %65, ptr %62, align 2
  %66 = getelementptr inbounds i16, ptr %39, i64 %8
  %67 = load i16, ptr %66, align 2
  %68 = getelementptr inbounds i16, ptr addrspace(1) %6, i64 %60
  store i16 %67, ptr addrspace(1) %68, align 2
  br label %leave

leave:                                            ; preds = %59
  br label %56
}

attributes #0 = { mustprogress nounwind uwtable }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = distinct !{!2, !1}
!3 = distinct !{!3, !4, !6}
!4 = !{!"llvm.loop.parallel_accesses", !5}
!5 = distinct !{}
!6 = !{!"tandem.work_items"}
!7 = distinct !{!7, !1}
!8 = distinct !{!8, !1}
!9 = distinct !{!9, !10, !6}
!10 = !{!"llvm.loop.parallel_accesses", !11}
!11 = distinct !{}
!12 = !{}
!13 = distinct !{!13, !1}
!14 = distinct !{!14, !1}
!15 = distinct !{!15, !16, !6}
!16 = !{!"llvm.loop.parallel_accesses", !17}
!17 = distinct !{}
