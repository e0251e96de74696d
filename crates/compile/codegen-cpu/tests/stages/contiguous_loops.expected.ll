; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(24) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %5 = getelementptr inbounds i8, ptr %0, i64 0
  %6 = load ptr addrspace(1), ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 8
  %8 = load ptr addrspace(1), ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 16
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %1, i64 32
  %12 = load i64, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %1, i64 8
  %14 = load i64, ptr %13, align 8
  %15 = getelementptr inbounds i8, ptr %2, i64 0
  %16 = load i64, ptr %15, align 8
  %17 = mul i64 %16, %12
  %18 = sub i64 %14, %17
  %19 = call i64 @llvm.umin.i64(i64 %12, i64 %18)
  %20 = icmp ne i64 %19, 0
  call void @llvm.assume(i1 %20)
  %21 = getelementptr inbounds i8, ptr %1, i64 40
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %1, i64 16
  %24 = load i64, ptr %23, align 8
  %25 = getelementptr inbounds i8, ptr %2, i64 8
  %26 = load i64, ptr %25, align 8
  %27 = mul i64 %26, %22
  %28 = sub i64 %24, %27
  %29 = call i64 @llvm.umin.i64(i64 %22, i64 %28)
  %30 = icmp ne i64 %29, 0
  call void @llvm.assume(i1 %30)
  %31 = getelementptr inbounds i8, ptr %1, i64 48
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds i8, ptr %1, i64 24
  %34 = load i64, ptr %33, align 8
  %35 = getelementptr inbounds i8, ptr %2, i64 16
  %36 = load i64, ptr %35, align 8
  %37 = mul i64 %36, %32
  %38 = sub i64 %34, %37
  %39 = call i64 @llvm.umin.i64(i64 %32, i64 %38)
  %40 = icmp ne i64 %39, 0
  call void @llvm.assume(i1 %40)
  %41 = getelementptr inbounds i8, ptr %1, i64 56
  %42 = load i64, ptr %41, align 8
  %43 = mul nuw nsw i64 %16, %12
  %44 = add nuw nsw i64 %43, %42
  br label %region

exit:                                             ; preds = %done
  ret void

region:                                           ; preds = %prologue
  br label %z

z:                                                ; preds = %47, %region
  %id = phi i64 [ 0, %region ], [ %48, %47 ]
  %45 = mul nuw nsw i64 0, %39
  %46 = add nuw nsw i64 %45, %id
  br label %y

47:                                               ; preds = %52
  %48 = add nuw nsw i64 %id, 1
  %49 = icmp ult i64 %48, %39
  br i1 %49, label %z, label %done, !llvm.loop !0

y:                                                ; preds = %52, %z
  %id1 = phi i64 [ 0, %z ], [ %53, %52 ]
  %50 = mul nuw nsw i64 %46, %29
  %51 = add nuw nsw i64 %50, %id1
  br label %x

52:                                               ; preds = %57
  %53 = add nuw nsw i64 %id1, 1
  %54 = icmp ult i64 %53, %29
  br i1 %54, label %y, label %47, !llvm.loop !2

x:                                                ; preds = %57, %y
  %id2 = phi i64 [ 0, %y ], [ %58, %57 ]
  %55 = mul nuw nsw i64 %51, %19
  %56 = add nuw nsw i64 %55, %id2
  br label %entry

57:                                               ; preds = %leave
  %58 = add nuw nsw i64 %id2, 1
  %59 = icmp ult i64 %58, %19
  br i1 %59, label %x, label %52, !llvm.loop !3

done:                                             ; preds = %47
  call void @llvm.sideeffect()
  br label %exit

entry:                                            ; preds = %x
  %60 = add nuw nsw i64 %44, %id2
  br label %head

head:                                             ; preds = %body, %entry
  %61 = phi i64 [ 0, %entry ], [ %70, %body ]
  %62 = phi float [ 0.000000e+00, %entry ], [ %69, %body ]
  %63 = icmp ult i64 %61, %10
  br i1 %63, label %body, label %end

end:                                              ; preds = %head
  %64 = getelementptr float, ptr addrspace(1) %8, i64 %60
  store float %62, ptr addrspace(1) %64, align 4, !llvm.access.group !5
  br label %leave

body:                                             ; preds = %head
  %65 = mul i64 %60, %10
  %66 = getelementptr float, ptr addrspace(1) %6, i64 %65
  %67 = getelementptr float, ptr addrspace(1) %66, i64 %61
  %68 = load float, ptr addrspace(1) %67, align 4, !llvm.access.group !5
  %69 = fadd reassoc float %62, %68
  %70 = add i64 %61, 1
  br label %head

leave:                                            ; preds = %end
  br label %57
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
!3 = distinct !{!3, !1, !4}
!4 = !{!"llvm.loop.vectorize.width", i32 1}
!5 = distinct !{}
