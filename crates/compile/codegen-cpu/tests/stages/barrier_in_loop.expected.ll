; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(16) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %5 = getelementptr inbounds i8, ptr %0, i64 0
  %6 = load ptr addrspace(1), ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 8
  %8 = load i32, ptr %7, align 4
  %9 = getelementptr inbounds i8, ptr %3, i64 0
  %10 = addrspacecast ptr %9 to ptr addrspace(3)
  %scalar = alloca i32, align 4
  %scalar3 = alloca float, align 4
  %redefined = alloca i32, align 4
  %redefined7 = alloca float, align 4
  br label %region

exit:                                             ; preds = %done6, %done
  ret void

region:                                           ; preds = %prologue
  br label %x

region1:                                          ; preds = %done6, %done
  %11 = load i32, ptr %scalar, align 4
  %12 = load float, ptr %scalar3, align 4
  br label %x4

x:                                                ; preds = %14, %region
  %id = phi i64 [ 0, %region ], [ %17, %14 ]
  %13 = add nuw nsw i64 0, %id
  br label %entry

14:                                               ; preds = %leave2, %leave
  %next = phi i32 [ 0, %leave ], [ 1, %leave2 ]
  %15 = phi i32 [ %20, %leave ], [ poison, %leave2 ]
  %16 = phi float [ %21, %leave ], [ poison, %leave2 ]
  %17 = add nuw nsw i64 %id, 1
  %18 = icmp ult i64 %17, 64
  br i1 %18, label %x, label %done, !llvm.loop !0

done:                                             ; preds = %14
  call void @llvm.sideeffect()
  store i32 %15, ptr %scalar, align 4
  store float %16, ptr %scalar3, align 4
  switch i32 %next, label %region1 [
    i32 1, label %exit
  ]

entry:                                            ; preds = %x
  %19 = getelementptr float, ptr addrspace(3) %10, i64 %id
  br label %head

head:                                             ; preds = %entry
  %20 = phi i32 [ 0, %entry ]
  %21 = phi float [ 0.000000e+00, %entry ]
  %22 = icmp slt i32 %20, %8
  br i1 %22, label %body, label %end

end:                                              ; preds = %head
  %23 = getelementptr float, ptr addrspace(1) %6, i64 %id
  store float %21, ptr addrspace(1) %23, align 4, !llvm.access.group !2
  br label %leave2

body:                                             ; preds = %head
  store float %21, ptr addrspace(3) %19, align 4, !llvm.access.group !2
  br label %leave

leave:                                            ; preds = %body
  br label %14

leave2:                                           ; preds = %end
  br label %14

x4:                                               ; preds = %26, %region1
  %id5 = phi i64 [ 0, %region1 ], [ %29, %26 ]
  %24 = add nuw nsw i64 0, %id5
  %25 = getelementptr float, ptr addrspace(3) %10, i64 %id5
  store i32 %11, ptr %redefined, align 4
  store float %12, ptr %redefined7, align 4
  br label %after

26:                                               ; preds = %leave12, %leave11
  %next13 = phi i32 [ 0, %leave11 ], [ 1, %leave12 ]
  %27 = phi i32 [ %43, %leave11 ], [ poison, %leave12 ]
  %28 = phi float [ %44, %leave11 ], [ poison, %leave12 ]
  %29 = add nuw nsw i64 %id5, 1
  %30 = icmp ult i64 %29, 64
  br i1 %30, label %x4, label %done6, !llvm.loop !7

done6:                                            ; preds = %26
  call void @llvm.sideeffect()
  store i32 %27, ptr %scalar, align 4
  store float %28, ptr %scalar3, align 4
  switch i32 %next13, label %region1 [
    i32 1, label %exit
  ]

head8:                                            ; preds = %after
  %31 = phi i32 [ %42, %after ]
  %32 = phi float [ %40, %after ]
  store i32 %31, ptr %redefined, align 4
  store float %32, ptr %redefined7, align 4
  %33 = load i32, ptr %redefined, align 4
  %34 = icmp slt i32 %33, %8
  br i1 %34, label %body10, label %end9

end9:                                             ; preds = %head8
  %35 = getelementptr float, ptr addrspace(1) %6, i64 %id5
  %36 = load float, ptr %redefined7, align 4
  store float %36, ptr addrspace(1) %35, align 4, !llvm.access.group !2
  br label %leave12

body10:                                           ; preds = %head8
  %37 = load float, ptr %redefined7, align 4
  store float %37, ptr addrspace(3) %25, align 4, !llvm.access.group !2
  br label %leave11

after:                                            ; preds = %x4
  %38 = load float, ptr addrspace(3) %10, align 4, !llvm.access.group !2
  %39 = load float, ptr %redefined7, align 4
  %40 = fadd float %39, %38
  %41 = load i32, ptr %redefined, align 4
  %42 = add i32 %41, 1
  br label %head8

leave11:                                          ; preds = %body10
  %43 = load i32, ptr %redefined, align 4
  %44 = load float, ptr %redefined7, align 4
  br label %26

leave12:                                          ; preds = %end9
  br label %26
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #1

attributes #0 = { mustprogress nounwind uwtable }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!0 = distinct !{!0, !1, !3, !4, !5}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = !{!"tandem.work_items"}
!4 = !{!"llvm.loop.unroll.disable"}
!5 = !{!"llvm.loop.vectorize.followup_vectorized", !6}
!6 = !{!"llvm.loop.isvectorized", i32 1}
!7 = distinct !{!7, !1, !3, !4, !5}
