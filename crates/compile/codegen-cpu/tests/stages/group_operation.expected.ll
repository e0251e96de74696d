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

z:                                                ; preds = %45, %region
  %id = phi i64 [ 0, %region ], [ %46, %45 ]
  %43 = mul nuw nsw i64 0, %35
  %44 = add nuw nsw i64 %43, %id
  br label %y

45:                                               ; preds = %50
  %46 = add nuw nsw i64 %id, 1
  %47 = icmp ult i64 %46, %35
  br i1 %47, label %z, label %done, !llvm.loop !0

y:                                                ; preds = %50, %z
  %id2 = phi i64 [ 0, %z ], [ %51, %50 ]
  %48 = mul nuw nsw i64 %44, %25
  %49 = add nuw nsw i64 %48, %id2
  br label %x

50:                                               ; preds = %55
  %51 = add nuw nsw i64 %id2, 1
  %52 = icmp ult i64 %51, %25
  br i1 %52, label %y, label %45, !llvm.loop !2

x:                                                ; preds = %55, %y
  %id3 = phi i64 [ 0, %y ], [ %56, %55 ]
  %53 = mul nuw nsw i64 %49, %15
  %54 = add nuw nsw i64 %53, %id3
  br label %58

55:                                               ; preds = %leave
  %56 = add nuw nsw i64 %id3, 1
  %57 = icmp ult i64 %56, %15
  br i1 %57, label %x, label %50, !llvm.loop !3

done:                                             ; preds = %45
  call void @llvm.sideeffect()
  br label %region1

58:                                               ; preds = %x
  %59 = getelementptr float, ptr addrspace(1) %6, i64 %id3
  %60 = load float, ptr addrspace(1) %59, align 4, !llvm.access.group !5
  br label %leave

leave:                                            ; preds = %58
  %61 = getelementptr inbounds float, ptr %40, i64 %54
  store float %60, ptr %61, align 4, !llvm.access.group !5
  br label %55

fold:                                             ; preds = %fold, %region1
  %item = phi i64 [ 0, %region1 ], [ %65, %fold ]
  %sum = phi float [ -0.000000e+00, %region1 ], [ %64, %fold ]
  %62 = getelementptr inbounds float, ptr %40, i64 %item
  %63 = load float, ptr %62, align 4, !llvm.access.group !5
  %64 = fadd reassoc float %sum, %63
  %65 = add i64 %item, 1
  %66 = icmp ult i64 %65, %42
  br i1 %66, label %fold, label %folded

folded:                                           ; preds = %fold
  br label %z4

z4:                                               ; preds = %69, %folded
  %id5 = phi i64 [ 0, %folded ], [ %70, %69 ]
  %67 = mul nuw nsw i64 0, %35
  %68 = add nuw nsw i64 %67, %id5
  br label %y6

69:                                               ; preds = %74
  %70 = add nuw nsw i64 %id5, 1
  %71 = icmp ult i64 %70, %35
  br i1 %71, label %z4, label %done10, !llvm.loop !7

y6:                                               ; preds = %74, %z4
  %id7 = phi i64 [ 0, %z4 ], [ %75, %74 ]
  %72 = mul nuw nsw i64 %68, %25
  %73 = add nuw nsw i64 %72, %id7
  br label %x8

74:                                               ; preds = %80
  %75 = add nuw nsw i64 %id7, 1
  %76 = icmp ult i64 %75, %25
  br i1 %76, label %y6, label %69, !llvm.loop !8

x8:                                               ; preds = %80, %y6
  %id9 = phi i64 [ 0, %y6 ], [ %81, %80 ]
  %77 = mul nuw nsw i64 %73, %15
  %78 = add nuw nsw i64 %77, %id9
  %79 = getelementptr float, ptr addrspace(1) %6, i64 %id9
  br label %after

80:                                               ; preds = %leave11
  %81 = add nuw nsw i64 %id9, 1
  %82 = icmp ult i64 %81, %15
  br i1 %82, label %x8, label %74, !llvm.loop !9

done10:                                           ; preds = %69
  call void @llvm.sideeffect()
  br label %exit

after:                                            ; preds = %x8
  store float %64, ptr addrspace(1) %79, align 4, !llvm.access.group !5
  br label %leave11

leave11:                                          ; preds = %after
  br label %80
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #3

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
!9 = distinct !{!9, !4, !6}
