; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(32) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %5 = load i64, ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %3, i64 %5
  %7 = addrspacecast ptr %6 to ptr addrspace(3)
  %8 = getelementptr inbounds i8, ptr %0, i64 8
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds i8, ptr %3, i64 %9
  %11 = addrspacecast ptr %10 to ptr addrspace(3)
  %12 = getelementptr inbounds i8, ptr %0, i64 16
  %13 = load ptr addrspace(1), ptr %12, align 8
  %14 = getelementptr inbounds i8, ptr %0, i64 24
  %15 = load i32, ptr %14, align 4
  %16 = getelementptr inbounds i8, ptr %0, i64 28
  %17 = load float, ptr %16, align 4
  %18 = getelementptr inbounds i8, ptr %1, i64 32
  %19 = load i64, ptr %18, align 8
  %20 = getelementptr inbounds i8, ptr %1, i64 8
  %21 = load i64, ptr %20, align 8
  %22 = load i64, ptr %2, align 8
  %23 = mul i64 %22, %19
  %24 = sub i64 %21, %23
  %25 = call i64 @llvm.umin.i64(i64 %19, i64 %24)
  %26 = icmp ne i64 %25, 0
  call void @llvm.assume(i1 %26)
  %27 = getelementptr inbounds i8, ptr %1, i64 40
  %28 = load i64, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %1, i64 16
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds i8, ptr %2, i64 8
  %32 = load i64, ptr %31, align 8
  %33 = mul i64 %32, %28
  %34 = sub i64 %30, %33
  %35 = call i64 @llvm.umin.i64(i64 %28, i64 %34)
  %36 = icmp ne i64 %35, 0
  call void @llvm.assume(i1 %36)
  %37 = getelementptr inbounds i8, ptr %1, i64 48
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr inbounds i8, ptr %1, i64 24
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr inbounds i8, ptr %2, i64 16
  %42 = load i64, ptr %41, align 8
  %43 = mul i64 %42, %38
  %44 = sub i64 %40, %43
  %45 = call i64 @llvm.umin.i64(i64 %38, i64 %44)
  %46 = icmp ne i64 %45, 0
  call void @llvm.assume(i1 %46)
  %47 = getelementptr i8, ptr %6, i64 4
  br label %z

z:                                                ; preds = %48, %prologue
  %id = phi i64 [ 0, %prologue ], [ %49, %48 ]
  br label %y

48:                                               ; preds = %51
  %49 = add nuw nsw i64 %id, 1
  %50 = icmp ult i64 %49, %45
  br i1 %50, label %z, label %done, !llvm.loop !0

y:                                                ; preds = %51, %z
  %id1 = phi i64 [ 0, %z ], [ %52, %51 ]
  br label %x

51:                                               ; preds = %x
  %52 = add nuw nsw i64 %id1, 1
  %53 = icmp ult i64 %52, %35
  br i1 %53, label %y, label %48, !llvm.loop !2

x:                                                ; preds = %x, %y
  %id2 = phi i64 [ 0, %y ], [ %71, %x ]
  %54 = getelementptr i32, ptr addrspace(3) %7, i64 %id2
  %55 = load i32, ptr addrspace(3) %54, align 4
  %56 = add i32 %55, %15
  store i32 %56, ptr addrspace(3) %54, align 4
  %57 = load i32, ptr addrspace(3) %54, align 4
  %58 = icmp ult i32 %57, %55
  %59 = select i1 %58, i32 %57, i32 %55
  store i32 %59, ptr addrspace(3) %54, align 4
  %60 = load float, ptr addrspace(3) %7, align 4
  %61 = fadd float %60, %17
  store float %61, ptr addrspace(3) %7, align 4
  %62 = load i32, ptr addrspace(3) %11, align 4
  %63 = icmp eq i32 %62, 0
  %64 = insertvalue { i32, i1 } poison, i32 %62, 0
  %65 = select i1 %63, i32 %57, i32 %62
  %66 = insertvalue { i32, i1 } %64, i1 %63, 1
  store i32 %65, ptr addrspace(3) %11, align 4
  %67 = extractvalue { i32, i1 } %66, 1
  %68 = load i32, ptr %47, align 4
  store i32 %15, ptr %47, align 4
  %69 = zext i1 %67 to i32
  %70 = atomicrmw add ptr addrspace(1) %13, i32 %69 monotonic, align 4, !llvm.access.group !3
  %71 = add nuw nsw i64 %id2, 1
  %72 = icmp ult i64 %71, %25
  br i1 %72, label %x, label %51, !llvm.loop !4

done:                                             ; preds = %48
  call void @llvm.sideeffect()
  ret void
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
!3 = distinct !{}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.parallel_accesses", !3}
!6 = !{!"tandem.work_items"}
