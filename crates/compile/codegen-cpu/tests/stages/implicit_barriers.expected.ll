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
  %lanes = alloca [16 x float], align 64
  %scalar = alloca i64, align 8
  %scalar6 = alloca i1, align 1
  %redefined = alloca i64, align 8
  %redefined14 = alloca float, align 4
  %45 = mul nuw nsw i64 %16, %12
  %46 = add nuw nsw i64 %45, %42
  br label %start

exit:                                             ; preds = %47
  ret void

start:                                            ; preds = %prologue
  br label %z

z:                                                ; preds = %47, %start
  %id = phi i64 [ 0, %start ], [ %48, %47 ]
  br label %y

47:                                               ; preds = %50
  %48 = add nuw nsw i64 %id, 1
  %49 = icmp ult i64 %48, %39
  br i1 %49, label %z, label %exit, !llvm.loop !0

y:                                                ; preds = %50, %z
  %id1 = phi i64 [ 0, %z ], [ %51, %50 ]
  br label %chunk

50:                                               ; preds = %55
  %51 = add nuw nsw i64 %id1, 1
  %52 = icmp ult i64 %51, %29
  br i1 %52, label %y, label %47, !llvm.loop !2

chunk:                                            ; preds = %55, %y
  %id2 = phi i64 [ 0, %y ], [ %56, %55 ]
  %53 = sub i64 %19, %id2
  %54 = icmp uge i64 %53, 16
  br i1 %54, label %region, label %region17

55:                                               ; preds = %done20, %done9
  %56 = add nuw nsw i64 %id2, 16
  %57 = icmp ult i64 %56, %19
  br i1 %57, label %chunk, label %50, !llvm.loop !3

region:                                           ; preds = %chunk
  br label %lane

region3:                                          ; preds = %dispatch
  br label %lane7

region4:                                          ; preds = %dispatch
  %58 = load i64, ptr %scalar, align 8
  br label %lane11

lane:                                             ; preds = %60, %region
  %id5 = phi i64 [ 0, %region ], [ %63, %60 ]
  %59 = add nuw nsw i64 %id2, %id5
  br label %entry

60:                                               ; preds = %leave
  %61 = phi i64 [ %66, %leave ]
  %62 = phi i1 [ %68, %leave ]
  %63 = add nuw nsw i64 %id5, 1
  %64 = icmp ult i64 %63, 16
  br i1 %64, label %lane, label %done, !llvm.loop !4

done:                                             ; preds = %60
  call void @llvm.sideeffect()
  store i64 %61, ptr %scalar, align 8
  store i1 %62, ptr %scalar6, align 1
  br label %dispatch

entry:                                            ; preds = %lane
  %65 = add nuw nsw i64 %44, %59
  br label %head

head:                                             ; preds = %entry
  %66 = phi i64 [ 0, %entry ]
  %67 = phi float [ 0.000000e+00, %entry ]
  %68 = icmp ult i64 %66, %10
  br label %leave

leave:                                            ; preds = %head
  %69 = getelementptr inbounds float, ptr %lanes, i64 %id5
  store float %67, ptr %69, align 4, !llvm.access.group !6
  br label %60

dispatch:                                         ; preds = %done13, %done
  %70 = load i1, ptr %scalar6, align 1
  br i1 %70, label %region4, label %region3

lane7:                                            ; preds = %75, %region3
  %id8 = phi i64 [ 0, %region3 ], [ %76, %75 ]
  %71 = add nuw nsw i64 %id2, %id8
  %72 = getelementptr inbounds float, ptr %lanes, i64 %id8
  %73 = load float, ptr %72, align 4, !llvm.access.group !6
  %74 = add nuw nsw i64 %44, %71
  br label %end

75:                                               ; preds = %leave10
  %76 = add nuw nsw i64 %id8, 1
  %77 = icmp ult i64 %76, 16
  br i1 %77, label %lane7, label %done9, !llvm.loop !10

done9:                                            ; preds = %75
  call void @llvm.sideeffect()
  br label %55

end:                                              ; preds = %lane7
  %78 = getelementptr float, ptr addrspace(1) %8, i64 %74
  store float %73, ptr addrspace(1) %78, align 4, !llvm.access.group !6
  br label %leave10

leave10:                                          ; preds = %end
  br label %75

lane11:                                           ; preds = %83, %region4
  %id12 = phi i64 [ 0, %region4 ], [ %86, %83 ]
  %79 = add nuw nsw i64 %id2, %id12
  %80 = getelementptr inbounds float, ptr %lanes, i64 %id12
  %81 = load float, ptr %80, align 4, !llvm.access.group !6
  %82 = add nuw nsw i64 %44, %79
  store i64 %58, ptr %redefined, align 8
  store float %81, ptr %redefined14, align 4
  br label %body

83:                                               ; preds = %leave16
  %84 = phi i64 [ %103, %leave16 ]
  %85 = phi i1 [ %91, %leave16 ]
  %86 = add nuw nsw i64 %id12, 1
  %87 = icmp ult i64 %86, 16
  br i1 %87, label %lane11, label %done13, !llvm.loop !11

done13:                                           ; preds = %83
  call void @llvm.sideeffect()
  store i64 %84, ptr %scalar, align 8
  store i1 %85, ptr %scalar6, align 1
  br label %dispatch

head15:                                           ; preds = %body
  %88 = phi i64 [ %100, %body ]
  %89 = phi float [ %98, %body ]
  store i64 %88, ptr %redefined, align 8
  store float %89, ptr %redefined14, align 4
  %90 = load i64, ptr %redefined, align 8
  %91 = icmp ult i64 %90, %10
  br label %leave16

body:                                             ; preds = %lane11
  %92 = load i64, ptr %redefined, align 8
  %93 = mul i64 %92, %10
  %94 = getelementptr float, ptr addrspace(1) %6, i64 %93
  %95 = getelementptr float, ptr addrspace(1) %94, i64 %82
  %96 = load float, ptr addrspace(1) %95, align 4, !llvm.access.group !6
  %97 = load float, ptr %redefined14, align 4
  %98 = fadd float %97, %96
  %99 = load i64, ptr %redefined, align 8
  %100 = add i64 %99, 1
  br label %head15

leave16:                                          ; preds = %head15
  %101 = load float, ptr %redefined14, align 4
  %102 = getelementptr inbounds float, ptr %lanes, i64 %id12
  store float %101, ptr %102, align 4, !llvm.access.group !6
  %103 = load i64, ptr %redefined, align 8
  br label %83

region17:                                         ; preds = %chunk
  br label %lane18

lane18:                                           ; preds = %105, %region17
  %id19 = phi i64 [ 0, %region17 ], [ %106, %105 ]
  %104 = add nuw nsw i64 %id2, %id19
  br label %entry21

105:                                              ; preds = %leave25
  %106 = add nuw nsw i64 %id19, 1
  %107 = icmp ult i64 %106, %53
  br i1 %107, label %lane18, label %done20, !llvm.loop !12

done20:                                           ; preds = %105
  call void @llvm.sideeffect()
  br label %55

entry21:                                          ; preds = %lane18
  %108 = add nuw nsw i64 %46, %104
  br label %head22

head22:                                           ; preds = %body24, %entry21
  %109 = phi i64 [ 0, %entry21 ], [ %118, %body24 ]
  %110 = phi float [ 0.000000e+00, %entry21 ], [ %117, %body24 ]
  %111 = icmp ult i64 %109, %10
  br label %implicit_barrier

implicit_barrier:                                 ; preds = %head22
  br i1 %111, label %body24, label %end23

end23:                                            ; preds = %implicit_barrier
  %112 = getelementptr float, ptr addrspace(1) %8, i64 %108
  store float %110, ptr addrspace(1) %112, align 4, !llvm.access.group !14
  br label %leave25

body24:                                           ; preds = %implicit_barrier
  %113 = mul i64 %109, %10
  %114 = getelementptr float, ptr addrspace(1) %6, i64 %113
  %115 = getelementptr float, ptr addrspace(1) %114, i64 %108
  %116 = load float, ptr addrspace(1) %115, align 4, !llvm.access.group !14
  %117 = fadd float %110, %116
  %118 = add i64 %109, 1
  br label %head22, !llvm.loop !15

leave25:                                          ; preds = %end23
  br label %105
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
!3 = distinct !{!3, !1}
!4 = distinct !{!4, !5, !7, !1, !8}
!5 = !{!"llvm.loop.parallel_accesses", !6}
!6 = distinct !{}
!7 = !{!"tandem.work_items"}
!8 = !{!"llvm.loop.vectorize.followup_vectorized", !9}
!9 = !{!"llvm.loop.isvectorized", i32 1}
!10 = distinct !{!10, !5, !7, !1, !8}
!11 = distinct !{!11, !5, !7, !1, !8}
!12 = distinct !{!12, !1, !13}
!13 = !{!"llvm.loop.vectorize.width", i32 1}
!14 = distinct !{}
!15 = distinct !{!15, !1, !13}
