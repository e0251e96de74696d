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
  br label %region

exit:                                             ; preds = %done
  ret void

region:                                           ; preds = %prologue
  br label %z

z:                                                ; preds = %51, %region
  %id = phi i64 [ 0, %region ], [ %52, %51 ]
  %49 = mul nuw nsw i64 0, %47
  %50 = add nuw nsw i64 %49, %id
  br label %y

51:                                               ; preds = %56
  %52 = add nuw nsw i64 %id, 1
  %53 = icmp ult i64 %52, %47
  br i1 %53, label %z, label %done, !llvm.loop !0

y:                                                ; preds = %56, %z
  %id1 = phi i64 [ 0, %z ], [ %57, %56 ]
  %54 = mul nuw nsw i64 %50, %37
  %55 = add nuw nsw i64 %54, %id1
  br label %x

56:                                               ; preds = %61
  %57 = add nuw nsw i64 %id1, 1
  %58 = icmp ult i64 %57, %37
  br i1 %58, label %y, label %51, !llvm.loop !2

x:                                                ; preds = %61, %y
  %id2 = phi i64 [ 0, %y ], [ %62, %61 ]
  %59 = mul nuw nsw i64 %55, %27
  %60 = add nuw nsw i64 %59, %id2
  br label %64

61:                                               ; preds = %leave
  %62 = add nuw nsw i64 %id2, 1
  %63 = icmp ult i64 %62, %27
  br i1 %63, label %x, label %56, !llvm.loop !3

done:                                             ; preds = %51
  call void @llvm.sideeffect()
  br label %exit

64:                                               ; preds = %x
  %65 = getelementptr i32, ptr addrspace(3) %8, i64 %id2
  %66 = load i32, ptr addrspace(3) %65, align 4
  %67 = add i32 %66, %16
  store i32 %67, ptr addrspace(3) %65, align 4
  %68 = load i32, ptr addrspace(3) %65, align 4
  %69 = icmp ult i32 %68, %66
  %70 = select i1 %69, i32 %68, i32 %66
  store i32 %70, ptr addrspace(3) %65, align 4
  %71 = load float, ptr addrspace(3) %8, align 4
  %72 = fadd float %71, %18
  store float %72, ptr addrspace(3) %8, align 4
  %73 = load i32, ptr addrspace(3) %12, align 4
  %74 = icmp eq i32 %73, 0
  %75 = insertvalue { i32, i1 } poison, i32 %73, 0
  %76 = select i1 %74, i32 %68, i32 %73
  %77 = insertvalue { i32, i1 } %75, i1 %74, 1
  store i32 %76, ptr addrspace(3) %12, align 4
  %78 = extractvalue { i32, i1 } %77, 1
  %79 = zext i1 %78 to i32
  %80 = atomicrmw add ptr addrspace(1) %14, i32 %79 monotonic, align 4, !llvm.access.group !5
  br label %leave

leave:                                            ; preds = %64
  br label %61
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
