; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(8) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %5 = getelementptr inbounds i8, ptr %0, i64 0
  %6 = load ptr addrspace(1), ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %1, i64 32
  %8 = load i64, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %1, i64 8
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %2, i64 0
  %12 = load i64, ptr %11, align 8
  %13 = mul i64 %12, %8
  %14 = sub i64 %10, %13
  %15 = call i64 @llvm.umin.i64(i64 %8, i64 %14)
  %16 = icmp ne i64 %15, 0
  call void @llvm.assume(i1 %16)
  %17 = getelementptr inbounds i8, ptr %1, i64 40
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds i8, ptr %1, i64 16
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %2, i64 8
  %22 = load i64, ptr %21, align 8
  %23 = mul i64 %22, %18
  %24 = sub i64 %20, %23
  %25 = call i64 @llvm.umin.i64(i64 %18, i64 %24)
  %26 = icmp ne i64 %25, 0
  call void @llvm.assume(i1 %26)
  %27 = getelementptr inbounds i8, ptr %1, i64 48
  %28 = load i64, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %1, i64 24
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds i8, ptr %2, i64 16
  %32 = load i64, ptr %31, align 8
  %33 = mul i64 %32, %28
  %34 = sub i64 %30, %33
  %35 = call i64 @llvm.umin.i64(i64 %28, i64 %34)
  %36 = icmp ne i64 %35, 0
  call void @llvm.assume(i1 %36)
  %37 = mul i64 %15, %25
  %38 = mul i64 %37, %35
  %39 = mul i64 %38, 0
  %40 = getelementptr inbounds i8, ptr %4, i64 %39
  %41 = mul i64 %15, %25
  %42 = mul i64 %41, %35
  br label %region

exit:                                             ; preds = %done10
  ret void

region:                                           ; preds = %prologue
  br label %z

region1:                                          ; preds = %done
  br label %fold

z:                                                ; preds = %44, %region
  %id = phi i64 [ 0, %region ], [ %45, %44 ]
  %43 = mul nuw nsw i64 %id, %25
  br label %y

44:                                               ; preds = %49
  %45 = add nuw nsw i64 %id, 1
  %46 = icmp ult i64 %45, %35
  br i1 %46, label %z, label %done, !llvm.loop !0

y:                                                ; preds = %49, %z
  %id2 = phi i64 [ 0, %z ], [ %50, %49 ]
  %47 = add nuw nsw i64 %43, %id2
  %48 = mul nuw nsw i64 %47, %15
  br label %x

49:                                               ; preds = %53
  %50 = add nuw nsw i64 %id2, 1
  %51 = icmp ult i64 %50, %25
  br i1 %51, label %y, label %44, !llvm.loop !2

x:                                                ; preds = %53, %y
  %id3 = phi i64 [ 0, %y ], [ %54, %53 ]
  %52 = add nuw nsw i64 %48, %id3
  br label %56

53:                                               ; preds = %leave
  %54 = add nuw nsw i64 %id3, 1
  %55 = icmp ult i64 %54, %15
  br i1 %55, label %x, label %49, !llvm.loop !3

done:                                             ; preds = %44
  br label %region1

56:                                               ; preds = %x
  %57 = getelementptr float, ptr addrspace(1) %6, i64 %id3
  %58 = load float, ptr addrspace(1) %57, align 4, !llvm.access.group !5
  br label %leave

leave:                                            ; preds = %56
  %59 = getelementptr inbounds float, ptr %40, i64 %52
  store float %58, ptr %59, align 4, !llvm.access.group !5
  br label %53

fold:                                             ; preds = %fold, %region1
  %item = phi i64 [ 0, %region1 ], [ %63, %fold ]
  %sum = phi float [ -0.000000e+00, %region1 ], [ %62, %fold ]
  %60 = getelementptr inbounds float, ptr %40, i64 %item
  %61 = load float, ptr %60, align 4, !llvm.access.group !5
  %62 = fadd reassoc float %sum, %61
  %63 = add i64 %item, 1
  %64 = icmp ult i64 %63, %42
  br i1 %64, label %fold, label %folded

folded:                                           ; preds = %fold
  br label %z4

z4:                                               ; preds = %66, %folded
  %id5 = phi i64 [ 0, %folded ], [ %67, %66 ]
  %65 = mul nuw nsw i64 %id5, %25
  br label %y6

66:                                               ; preds = %71
  %67 = add nuw nsw i64 %id5, 1
  %68 = icmp ult i64 %67, %35
  br i1 %68, label %z4, label %done10, !llvm.loop !6

y6:                                               ; preds = %71, %z4
  %id7 = phi i64 [ 0, %z4 ], [ %72, %71 ]
  %69 = add nuw nsw i64 %65, %id7
  %70 = mul nuw nsw i64 %69, %15
  br label %x8

71:                                               ; preds = %76
  %72 = add nuw nsw i64 %id7, 1
  %73 = icmp ult i64 %72, %25
  br i1 %73, label %y6, label %66, !llvm.loop !7

x8:                                               ; preds = %76, %y6
  %id9 = phi i64 [ 0, %y6 ], [ %77, %76 ]
  %74 = add nuw nsw i64 %70, %id9
  %75 = getelementptr float, ptr addrspace(1) %6, i64 %id9
  br label %after

76:                                               ; preds = %leave11
  %77 = add nuw nsw i64 %id9, 1
  %78 = icmp ult i64 %77, %15
  br i1 %78, label %x8, label %71, !llvm.loop !8

done10:                                           ; preds = %66
  br label %exit

after:                                            ; preds = %x8
  store float %62, ptr addrspace(1) %75, align 4, !llvm.access.group !5
  br label %leave11

leave11:                                          ; preds = %after
  br label %76
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #2

attributes #0 = { mustprogress nounwind uwtable }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = distinct !{!2, !1}
!3 = distinct !{!3, !4}
!4 = !{!"llvm.loop.parallel_accesses", !5}
!5 = distinct !{}
!6 = distinct !{!6, !1}
!7 = distinct !{!7, !1}
!8 = distinct !{!8, !4}
