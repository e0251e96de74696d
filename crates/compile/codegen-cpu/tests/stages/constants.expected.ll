; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #0

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(48) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #1 {
prologue:
  %5 = getelementptr inbounds i8, ptr %0, i64 0
  %6 = load ptr addrspace(1), ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 8
  %8 = getelementptr inbounds i8, ptr %0, i64 40
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds i8, ptr %1, i64 32
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %1, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds i8, ptr %2, i64 0
  %15 = load i64, ptr %14, align 8
  %16 = mul i64 %15, %11
  %17 = sub i64 %13, %16
  %18 = call i64 @llvm.umin.i64(i64 %11, i64 %17)
  %19 = icmp ne i64 %18, 0
  call void @llvm.assume(i1 %19)
  %20 = getelementptr inbounds i8, ptr %1, i64 40
  %21 = load i64, ptr %20, align 8
  %22 = getelementptr inbounds i8, ptr %1, i64 16
  %23 = load i64, ptr %22, align 8
  %24 = getelementptr inbounds i8, ptr %2, i64 8
  %25 = load i64, ptr %24, align 8
  %26 = mul i64 %25, %21
  %27 = sub i64 %23, %26
  %28 = call i64 @llvm.umin.i64(i64 %21, i64 %27)
  %29 = icmp ne i64 %28, 0
  call void @llvm.assume(i1 %29)
  %30 = getelementptr inbounds i8, ptr %1, i64 48
  %31 = load i64, ptr %30, align 8
  %32 = getelementptr inbounds i8, ptr %1, i64 24
  %33 = load i64, ptr %32, align 8
  %34 = getelementptr inbounds i8, ptr %2, i64 16
  %35 = load i64, ptr %34, align 8
  %36 = mul i64 %35, %31
  %37 = sub i64 %33, %36
  %38 = call i64 @llvm.umin.i64(i64 %31, i64 %37)
  %39 = icmp ne i64 %38, 0
  call void @llvm.assume(i1 %39)
  %40 = alloca [40 x i8], align 8
  store i64 %9, ptr %40, align 8
  %41 = getelementptr inbounds i8, ptr %40, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %41, ptr noundef nonnull align 8 dereferenceable(32) %7, i64 32, i1 false)
  %42 = getelementptr inbounds i8, ptr %1, i64 56
  %43 = load i64, ptr %42, align 8
  %44 = mul nuw nsw i64 %15, %11
  %45 = getelementptr float, ptr %41, i64 %9
  %46 = getelementptr float, ptr addrspace(1) %6, i64 %44
  %47 = getelementptr float, ptr addrspace(1) %46, i64 %43
  br label %region

exit:                                             ; preds = %done
  ret void

region:                                           ; preds = %prologue
  br label %z

z:                                                ; preds = %50, %region
  %id = phi i64 [ 0, %region ], [ %51, %50 ]
  %48 = mul nuw nsw i64 0, %38
  %49 = add nuw nsw i64 %48, %id
  br label %y

50:                                               ; preds = %55
  %51 = add nuw nsw i64 %id, 1
  %52 = icmp ult i64 %51, %38
  br i1 %52, label %z, label %done, !llvm.loop !0

y:                                                ; preds = %55, %z
  %id1 = phi i64 [ 0, %z ], [ %56, %55 ]
  %53 = mul nuw nsw i64 %49, %28
  %54 = add nuw nsw i64 %53, %id1
  br label %x

55:                                               ; preds = %60
  %56 = add nuw nsw i64 %id1, 1
  %57 = icmp ult i64 %56, %28
  br i1 %57, label %y, label %50, !llvm.loop !2

x:                                                ; preds = %60, %y
  %id2 = phi i64 [ 0, %y ], [ %61, %60 ]
  %58 = mul nuw nsw i64 %54, %18
  %59 = add nuw nsw i64 %58, %id2
  br label %entry

60:                                               ; preds = %leave
  %61 = add nuw nsw i64 %id2, 1
  %62 = icmp ult i64 %61, %18
  br i1 %62, label %x, label %55, !llvm.loop !3

done:                                             ; preds = %50
  call void @llvm.sideeffect()
  br label %exit

entry:                                            ; preds = %x
  %63 = load float, ptr %45, align 4, !llvm.access.group !5
  %64 = getelementptr float, ptr addrspace(1) %47, i64 %id2
  store float %63, ptr addrspace(1) %64, align 4, !llvm.access.group !5
  br label %leave

leave:                                            ; preds = %entry
  br label %60
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #4

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #1 = { mustprogress nounwind uwtable }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = distinct !{!2, !1}
!3 = distinct !{!3, !4, !6}
!4 = !{!"llvm.loop.parallel_accesses", !5}
!5 = distinct !{}
!6 = !{!"tandem.work_items"}
