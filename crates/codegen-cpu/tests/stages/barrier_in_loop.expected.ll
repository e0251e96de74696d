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
  %scalar5 = alloca float, align 4
  %mixed = alloca i32, align 4
  %mixed13 = alloca float, align 4
  br label %region

exit:                                             ; preds = %done12, %done
  ret void

region:                                           ; preds = %prologue
  br label %z

region1:                                          ; preds = %done12, %done
  %11 = load i32, ptr %scalar, align 4
  %12 = load float, ptr %scalar5, align 4
  br label %z6

z:                                                ; preds = %14, %region
  %id = phi i64 [ 0, %region ], [ %15, %14 ]
  %13 = mul nuw nsw i64 %id, 1
  br label %y

14:                                               ; preds = %19
  %15 = add nuw nsw i64 %id, 1
  %16 = icmp ult i64 %15, 1
  br i1 %16, label %z, label %done, !llvm.loop !0

y:                                                ; preds = %19, %z
  %id2 = phi i64 [ 0, %z ], [ %20, %19 ]
  %17 = add nuw nsw i64 %13, %id2
  %18 = mul nuw nsw i64 %17, 64
  br label %x

19:                                               ; preds = %23
  %20 = add nuw nsw i64 %id2, 1
  %21 = icmp ult i64 %20, 1
  br i1 %21, label %y, label %14, !llvm.loop !2

x:                                                ; preds = %23, %y
  %id3 = phi i64 [ 0, %y ], [ %26, %23 ]
  %22 = add nuw nsw i64 %18, %id3
  br label %entry

23:                                               ; preds = %leave4, %leave
  %next = phi i32 [ 0, %leave ], [ 1, %leave4 ]
  %24 = phi i32 [ %29, %leave ], [ poison, %leave4 ]
  %25 = phi float [ %30, %leave ], [ poison, %leave4 ]
  %26 = add nuw nsw i64 %id3, 1
  %27 = icmp ult i64 %26, 64
  br i1 %27, label %x, label %19, !llvm.loop !3

done:                                             ; preds = %14
  store i32 %24, ptr %scalar, align 4
  store float %25, ptr %scalar5, align 4
  switch i32 %next, label %region1 [
    i32 1, label %exit
  ]

entry:                                            ; preds = %x
  %28 = getelementptr float, ptr addrspace(3) %10, i64 %id3
  br label %head

head:                                             ; preds = %entry
  %29 = phi i32 [ 0, %entry ]
  %30 = phi float [ 0.000000e+00, %entry ]
  %31 = icmp slt i32 %29, %8
  br i1 %31, label %body, label %end

end:                                              ; preds = %head
  %32 = getelementptr float, ptr addrspace(1) %6, i64 %id3
  store float %30, ptr addrspace(1) %32, align 4, !llvm.access.group !5
  br label %leave4

body:                                             ; preds = %head
  store float %30, ptr addrspace(3) %28, align 4, !llvm.access.group !5
  br label %leave

leave:                                            ; preds = %body
  br label %23

leave4:                                           ; preds = %end
  br label %23

z6:                                               ; preds = %34, %region1
  %id7 = phi i64 [ 0, %region1 ], [ %35, %34 ]
  %33 = mul nuw nsw i64 %id7, 1
  br label %y8

34:                                               ; preds = %39
  %35 = add nuw nsw i64 %id7, 1
  %36 = icmp ult i64 %35, 1
  br i1 %36, label %z6, label %done12, !llvm.loop !6

y8:                                               ; preds = %39, %z6
  %id9 = phi i64 [ 0, %z6 ], [ %40, %39 ]
  %37 = add nuw nsw i64 %33, %id9
  %38 = mul nuw nsw i64 %37, 64
  br label %x10

39:                                               ; preds = %44
  %40 = add nuw nsw i64 %id9, 1
  %41 = icmp ult i64 %40, 1
  br i1 %41, label %y8, label %34, !llvm.loop !7

x10:                                              ; preds = %44, %y8
  %id11 = phi i64 [ 0, %y8 ], [ %47, %44 ]
  %42 = add nuw nsw i64 %38, %id11
  %43 = getelementptr float, ptr addrspace(3) %10, i64 %id11
  store i32 %11, ptr %mixed, align 4
  store float %12, ptr %mixed13, align 4
  br label %after

44:                                               ; preds = %leave18, %leave17
  %next19 = phi i32 [ 0, %leave17 ], [ 1, %leave18 ]
  %45 = phi i32 [ %61, %leave17 ], [ poison, %leave18 ]
  %46 = phi float [ %62, %leave17 ], [ poison, %leave18 ]
  %47 = add nuw nsw i64 %id11, 1
  %48 = icmp ult i64 %47, 64
  br i1 %48, label %x10, label %39, !llvm.loop !8

done12:                                           ; preds = %34
  store i32 %45, ptr %scalar, align 4
  store float %46, ptr %scalar5, align 4
  switch i32 %next19, label %region1 [
    i32 1, label %exit
  ]

head14:                                           ; preds = %after
  %49 = phi i32 [ %60, %after ]
  %50 = phi float [ %58, %after ]
  store i32 %49, ptr %mixed, align 4
  store float %50, ptr %mixed13, align 4
  %51 = load i32, ptr %mixed, align 4
  %52 = icmp slt i32 %51, %8
  br i1 %52, label %body16, label %end15

end15:                                            ; preds = %head14
  %53 = getelementptr float, ptr addrspace(1) %6, i64 %id11
  %54 = load float, ptr %mixed13, align 4
  store float %54, ptr addrspace(1) %53, align 4, !llvm.access.group !5
  br label %leave18

body16:                                           ; preds = %head14
  %55 = load float, ptr %mixed13, align 4
  store float %55, ptr addrspace(3) %43, align 4, !llvm.access.group !5
  br label %leave17

after:                                            ; preds = %x10
  %56 = load float, ptr addrspace(3) %10, align 4, !llvm.access.group !5
  %57 = load float, ptr %mixed13, align 4
  %58 = fadd float %57, %56
  %59 = load i32, ptr %mixed, align 4
  %60 = add i32 %59, 1
  br label %head14

leave17:                                          ; preds = %body16
  %61 = load i32, ptr %mixed, align 4
  %62 = load float, ptr %mixed13, align 4
  br label %44

leave18:                                          ; preds = %end15
  br label %44
}

attributes #0 = { mustprogress nounwind uwtable }

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = distinct !{!2, !1}
!3 = distinct !{!3, !4}
!4 = !{!"llvm.loop.parallel_accesses", !5}
!5 = distinct !{}
!6 = distinct !{!6, !1}
!7 = distinct !{!7, !1}
!8 = distinct !{!8, !4}
