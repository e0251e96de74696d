; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.exp.f32(float) #0

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(8) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #1 {
prologue:
  %5 = load ptr addrspace(1), ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %1, i64 56
  %7 = load i64, ptr %6, align 8
  %8 = load i64, ptr %2, align 8
  %.idx = shl i64 %8, 8
  %9 = getelementptr i8, ptr addrspace(1) %5, i64 %.idx
  %10 = getelementptr float, ptr addrspace(1) %9, i64 %7
  br label %chunks

chunks:                                           ; preds = %prologue, %chunks
  %id1 = phi i64 [ 0, %prologue ], [ %14, %chunks ]
  %11 = getelementptr float, ptr addrspace(1) %10, i64 %id1
  %12 = load <8 x float>, ptr addrspace(1) %11, align 4
  %13 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %12)
  store <8 x float> %13, ptr addrspace(1) %11, align 4
  %14 = add nuw nsw i64 %id1, 8
  %15 = icmp ult i64 %id1, 56
  br i1 %15, label %chunks, label %chunks.done

chunks.done:                                      ; preds = %chunks
  call void @llvm.sideeffect()
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x float> @llvm.exp.v8f32(<8 x float>) #0

; Function Attrs: nounwind willreturn memory(none)
declare <4 x float> @_ZGVbN4v_expf(<4 x float>) #3

; Function Attrs: nounwind willreturn memory(none)
declare <8 x float> @_ZGVdN8v_expf(<8 x float>) #3

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nounwind uwtable "probe-stack"="inline-asm" }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #3 = { nounwind willreturn memory(none) }
