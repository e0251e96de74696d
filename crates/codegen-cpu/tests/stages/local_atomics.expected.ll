; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(32) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %5 = getelementptr inbounds i8, ptr %0, i64 0
  %6 = load i64, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %3, i64 %6
  %8 = addrspacecast ptr %7 to ptr addrspace(3)
  %9 = getelementptr inbounds i8, ptr %0, i64 8
  %10 = load i64, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %3, i64 %10
  %12 = addrspacecast ptr %11 to ptr addrspace(3)
  %13 = getelementptr inbounds i8, ptr %0, i64 16
  %14 = load ptr addrspace(1), ptr %13, align 8
  %15 = getelementptr inbounds i8, ptr %0, i64 24
  %16 = load i32, ptr %15, align 4
  %17 = getelementptr inbounds i8, ptr %0, i64 28
  %18 = load float, ptr %17, align 4
  %19 = getelementptr inbounds i8, ptr %1, i64 32
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %1, i64 8
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %2, i64 0
  %24 = load i64, ptr %23, align 8
  %25 = mul i64 %24, %20
  %26 = sub i64 %22, %25
  %27 = call i64 @llvm.umin.i64(i64 %20, i64 %26)
  %28 = icmp ne i64 %27, 0
  call void @llvm.assume(i1 %28)
  %29 = getelementptr inbounds i8, ptr %1, i64 40
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds i8, ptr %1, i64 16
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds i8, ptr %2, i64 8
  %34 = load i64, ptr %33, align 8
  %35 = mul i64 %34, %30
  %36 = sub i64 %32, %35
  %37 = call i64 @llvm.umin.i64(i64 %30, i64 %36)
  %38 = icmp ne i64 %37, 0
  call void @llvm.assume(i1 %38)
  %39 = getelementptr inbounds i8, ptr %1, i64 48
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr inbounds i8, ptr %1, i64 24
  %42 = load i64, ptr %41, align 8
  %43 = getelementptr inbounds i8, ptr %2, i64 16
  %44 = load i64, ptr %43, align 8
  %45 = mul i64 %44, %40
  %46 = sub i64 %42, %45
  %47 = call i64 @llvm.umin.i64(i64 %40, i64 %46)
  %48 = icmp ne i64 %47, 0
  call void @llvm.assume(i1 %48)
  %49 = addrspacecast ptr addrspace(3) %8 to ptr
  %50 = getelementptr i8, ptr %49, i64 4
  br label %region

exit:                                             ; preds = %done
  ret void

region:                                           ; preds = %prologue
  br label %z

z:                                                ; preds = %53, %region
  %id = phi i64 [ 0, %region ], [ %54, %53 ]
  %51 = mul nuw nsw i64 0, %47
  %52 = add nuw nsw i64 %51, %id
  br label %y

53:                                               ; preds = %58
  %54 = add nuw nsw i64 %id, 1
  %55 = icmp ult i64 %54, %47
  br i1 %55, label %z, label %done, !llvm.loop !0

y:                                                ; preds = %58, %z
  %id1 = phi i64 [ 0, %z ], [ %59, %58 ]
  %56 = mul nuw nsw i64 %52, %37
  %57 = add nuw nsw i64 %56, %id1
  br label %x

58:                                               ; preds = %63
  %59 = add nuw nsw i64 %id1, 1
  %60 = icmp ult i64 %59, %37
  br i1 %60, label %y, label %53, !llvm.loop !2

x:                                                ; preds = %63, %y
  %id2 = phi i64 [ 0, %y ], [ %64, %63 ]
  %61 = mul nuw nsw i64 %57, %27
  %62 = add nuw nsw i64 %61, %id2
  br label %66

63:                                               ; preds = %leave
  %64 = add nuw nsw i64 %id2, 1
  %65 = icmp ult i64 %64, %27
  br i1 %65, label %x, label %58, !llvm.loop !3

done:                                             ; preds = %53
  call void @llvm.sideeffect()
  br label %exit

66:                                               ; preds = %x
  %67 = getelementptr i32, ptr addrspace(3) %8, i64 %id2
  %68 = load i32, ptr addrspace(3) %67, align 4
  %69 = add i32 %68, %16
  store i32 %69, ptr addrspace(3) %67, align 4
  %70 = load i32, ptr addrspace(3) %67, align 4
  %71 = icmp ult i32 %70, %68
  %72 = select i1 %71, i32 %70, i32 %68
  store i32 %72, ptr addrspace(3) %67, align 4
  %73 = load float, ptr addrspace(3) %8, align 4
  %74 = fadd float %73, %18
  store float %74, ptr addrspace(3) %8, align 4
  %75 = load i32, ptr addrspace(3) %12, align 4
  %76 = icmp eq i32 %75, 0
  %77 = insertvalue { i32, i1 } poison, i32 %75, 0
  %78 = select i1 %76, i32 %70, i32 %75
  %79 = insertvalue { i32, i1 } %77, i1 %76, 1
  store i32 %78, ptr addrspace(3) %12, align 4
  %80 = extractvalue { i32, i1 } %79, 1
  %81 = load i32, ptr %50, align 4
  store i32 %16, ptr %50, align 4
  %82 = zext i1 %80 to i32
  %83 = atomicrmw add ptr addrspace(1) %14, i32 %82 monotonic, align 4, !llvm.access.group !5
  br label %leave

leave:                                            ; preds = %66
  br label %63
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
!3 = distinct !{!3, !4}
!4 = !{!"llvm.loop.parallel_accesses", !5}
!5 = distinct !{}
