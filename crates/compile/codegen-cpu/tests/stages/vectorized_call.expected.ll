; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nofree nounwind willreturn memory(none)
declare float @atan2f(float, float) #0

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(8) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #1 {
prologue:
  %slot = alloca ptr addrspace(1), align 8
  %slot5 = alloca <8 x float>, align 32
  %slot6 = alloca <8 x i32>, align 32
  %slot7 = alloca <8 x i32>, align 32
  %5 = load ptr addrspace(1), ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %1, i64 56
  %7 = load i64, ptr %6, align 8
  %8 = load i64, ptr %2, align 8
  %.idx = shl i64 %8, 8
  %9 = getelementptr i8, ptr addrspace(1) %5, i64 %.idx
  %10 = getelementptr float, ptr addrspace(1) %9, i64 %7
  br i1 true, label %chunks, label %chunks.done

unreachable:                                      ; No predecessors!
  br label %x

x:                                                ; preds = %leave, %unreachable
  %id = phi i64 [ 0, %unreachable ], [ %15, %leave ]
  %11 = getelementptr float, ptr addrspace(1) %10, i64 %id
  %12 = load float, ptr addrspace(1) %11, align 4, !llvm.access.group !0
  %13 = fcmp ogt float %12, 1.000000e+00
  br i1 %13, label %call, label %leave

done:                                             ; preds = %chunks.done, %leave
  call void @llvm.sideeffect()
  ret void

call:                                             ; preds = %x
  %14 = call float @atan2f(float %12, float 2.000000e+00), !llvm.access.group !0
  store float %14, ptr addrspace(1) %11, align 4, !llvm.access.group !0
  br label %leave

leave:                                            ; preds = %x, %call
  %15 = add nuw nsw i64 %id, 1
  %16 = icmp ult i64 %id, 63
  br i1 %16, label %x, label %done, !llvm.loop !1

chunks:                                           ; preds = %leave4, %prologue
  %id1 = phi i64 [ 0, %prologue ], [ %32, %leave4 ]
  br label %chunk

chunks.done:                                      ; preds = %leave4, %prologue
  br label %done

chunk:                                            ; preds = %chunks
  store ptr addrspace(1) poison, ptr %slot, align 8
  store <8 x float> poison, ptr %slot5, align 32
  store <8 x i32> zeroinitializer, ptr %slot6, align 32
  store <8 x i32> zeroinitializer, ptr %slot7, align 32
  br label %x2

x2:                                               ; preds = %chunk
  %17 = getelementptr float, ptr addrspace(1) %10, i64 %id1
  store ptr addrspace(1) %17, ptr %slot, align 8
  %18 = load <8 x float>, ptr addrspace(1) %17, align 4
  store <8 x float> %18, ptr %slot5, align 32
  %19 = fcmp ogt <8 x float> %18, <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>
  %20 = sext <8 x i1> %19 to <8 x i32>
  store <8 x i32> %20, ptr %slot6, align 32
  %21 = xor <8 x i1> %19, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %22 = load <8 x i32>, ptr %slot6, align 32
  %23 = icmp slt <8 x i32> %22, zeroinitializer
  %24 = bitcast <8 x i1> %23 to i8
  %25 = icmp ne i8 %24, 0
  br i1 %25, label %call3, label %nobody

call3:                                            ; preds = %x2
  %26 = load <8 x i32>, ptr %slot6, align 32
  %27 = icmp slt <8 x i32> %26, zeroinitializer
  %28 = sext <8 x i1> %27 to <8 x i32>
  store <8 x i32> %28, ptr %slot7, align 32
  %29 = load <8 x float>, ptr %slot5, align 32
  %30 = call <8 x float> @_ZGVdN8vv_atan2f(<8 x float> %29, <8 x float> <float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00, float 2.000000e+00>)
  %31 = load ptr addrspace(1), ptr %slot, align 8
  call void @llvm.masked.store.v8f32.p1(<8 x float> %30, ptr addrspace(1) %31, i32 4, <8 x i1> %27)
  br label %leave4

leave4:                                           ; preds = %call3, %nobody
  %32 = add i64 %id1, 8
  %33 = icmp ult i64 %32, 64
  br i1 %33, label %chunks, label %chunks.done

nobody:                                           ; preds = %x2
  br label %leave4
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #2

; Function Attrs: nounwind willreturn memory(none)
declare <8 x float> @_ZGVdN8vv_atan2f(<8 x float>, <8 x float>) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.store.v8f32.p1(<8 x float>, ptr addrspace(1) nocapture, i32 immarg, <8 x i1>) #4

attributes #0 = { nofree nounwind willreturn memory(none) }
attributes #1 = { mustprogress nounwind uwtable }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #3 = { nounwind willreturn memory(none) }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }

!0 = distinct !{}
!1 = distinct !{!1, !2, !3, !4, !5}
!2 = !{!"llvm.loop.parallel_accesses", !0}
!3 = !{!"tandem.work_items"}
!4 = !{!"llvm.loop.unroll.disable"}
!5 = !{!"llvm.loop.vectorize.followup_vectorized", !6}
!6 = !{!"llvm.loop.isvectorized", i32 1}
