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
  br label %region

exit:                                             ; preds = %done12
  ret void

region:                                           ; preds = %prologue
  br label %x

region1:                                          ; preds = %done
  %11 = sext i32 %8 to i64
  %12 = call i64 @llvm.smax.i64(i64 %11, i64 0)
  %13 = call i64 @llvm.umin.i64(i64 64, i64 %12)
  %14 = icmp ult i64 0, %13
  br i1 %14, label %items, label %done6

region2:                                          ; preds = %done6
  %15 = call i64 @llvm.umax.i64(i64 2, i64 1)
  %16 = call i64 @llvm.umin.i64(i64 %15, i64 64)
  br label %x8

region3:                                          ; preds = %done10
  br label %item

x:                                                ; preds = %18, %region
  %id = phi i64 [ 0, %region ], [ %19, %18 ]
  %17 = add nuw nsw i64 0, %id
  br label %entry

18:                                               ; preds = %leave
  %19 = add nuw nsw i64 %id, 1
  %20 = icmp ult i64 %19, 64
  br i1 %20, label %x, label %done, !llvm.loop !0

done:                                             ; preds = %18
  call void @llvm.sideeffect()
  br label %region1

entry:                                            ; preds = %x
  %21 = trunc i64 %id to i32
  %22 = getelementptr i32, ptr addrspace(3) %10, i64 %id
  store i32 %21, ptr addrspace(3) %22, align 4, !llvm.access.group !2
  %23 = icmp slt i32 %21, %8
  br label %leave

leave:                                            ; preds = %entry
  br label %18

items:                                            ; preds = %region1
  br label %x4

x4:                                               ; preds = %28, %items
  %id5 = phi i64 [ 0, %items ], [ %29, %28 ]
  %24 = add nuw nsw i64 0, %id5
  %25 = trunc i64 %id5 to i32
  %26 = getelementptr i32, ptr addrspace(3) %10, i64 %id5
  %27 = icmp slt i32 %25, %8
  br label %after4

28:                                               ; preds = %leave7
  %29 = add nuw nsw i64 %id5, 1
  %30 = icmp ult i64 %29, %13
  br i1 %30, label %x4, label %done6, !llvm.loop !7

done6:                                            ; preds = %28, %region1
  call void @llvm.sideeffect()
  br label %region2

after4:                                           ; preds = %x4
  br i1 true, label %double, label %doubled

double:                                           ; preds = %after4
  %31 = load i32, ptr addrspace(1) %6, align 4, !llvm.access.group !2
  %32 = shl i32 %31, 1
  store i32 %32, ptr addrspace(3) %26, align 4, !llvm.access.group !2
  br label %doubled

doubled:                                          ; preds = %double, %after4
  br label %leave7

leave7:                                           ; preds = %doubled
  br label %28

x8:                                               ; preds = %35, %region2
  %id9 = phi i64 [ 0, %region2 ], [ %36, %35 ]
  %33 = add nuw nsw i64 0, %id9
  %34 = getelementptr i32, ptr addrspace(3) %10, i64 %id9
  br label %after

35:                                               ; preds = %leave11
  %36 = add nuw nsw i64 %id9, %16
  %37 = icmp ult i64 %36, 64
  br i1 %37, label %x8, label %done10, !llvm.loop !8

done10:                                           ; preds = %35
  call void @llvm.sideeffect()
  br label %region3

after:                                            ; preds = %x8
  %38 = and i64 %id9, 1
  %39 = icmp eq i64 %38, 0
  br i1 true, label %add, label %added

add:                                              ; preds = %after
  %40 = getelementptr i8, ptr addrspace(3) %34, i64 4
  %41 = load i32, ptr addrspace(3) %34, align 4, !llvm.access.group !2
  %42 = load i32, ptr addrspace(3) %40, align 4, !llvm.access.group !2
  %43 = add i32 %41, %42
  store i32 %43, ptr addrspace(3) %34, align 4, !llvm.access.group !2
  br label %added

added:                                            ; preds = %add, %after
  br label %leave11

leave11:                                          ; preds = %added
  br label %35

item:                                             ; preds = %region3
  br label %after2

44:                                               ; preds = %leave13
  br label %done12

done12:                                           ; preds = %44
  call void @llvm.sideeffect()
  br label %exit

after2:                                           ; preds = %item
  %45 = icmp eq i64 0, 0
  br i1 true, label %write, label %end

write:                                            ; preds = %after2
  %46 = load i32, ptr addrspace(3) %10, align 4, !llvm.access.group !2
  store i32 %46, ptr addrspace(1) %6, align 4, !llvm.access.group !2
  br label %end

end:                                              ; preds = %write, %after2
  br label %leave13

leave13:                                          ; preds = %end
  br label %44
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64) #2

attributes #0 = { mustprogress nounwind uwtable }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!0 = distinct !{!0, !1, !3, !4, !5}
!1 = !{!"llvm.loop.parallel_accesses", !2}
!2 = distinct !{}
!3 = !{!"tandem.work_items"}
!4 = !{!"llvm.loop.unroll.disable"}
!5 = !{!"llvm.loop.vectorize.followup_vectorized", !6}
!6 = !{!"llvm.loop.isvectorized", i32 1}
!7 = distinct !{!7, !1, !3}
!8 = distinct !{!8, !4, !9}
!9 = !{!"llvm.loop.vectorize.width", i32 1}
