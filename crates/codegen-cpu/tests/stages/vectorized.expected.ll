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
  %6 = load i64, ptr %2, align 8
  %.idx = shl i64 %6, 8
  %7 = getelementptr i8, ptr addrspace(1) %5, i64 %.idx
  %8 = getelementptr inbounds i8, ptr %1, i64 56
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr float, ptr addrspace(1) %7, i64 %9
  %11 = getelementptr i8, ptr addrspace(1) %10, i64 32
  %12 = getelementptr i8, ptr addrspace(1) %10, i64 64
  %13 = getelementptr i8, ptr addrspace(1) %10, i64 96
  %wide.load = load <8 x float>, ptr addrspace(1) %10, align 4, !llvm.access.group !0
  %wide.load3 = load <8 x float>, ptr addrspace(1) %11, align 4, !llvm.access.group !0
  %wide.load4 = load <8 x float>, ptr addrspace(1) %12, align 4, !llvm.access.group !0
  %wide.load5 = load <8 x float>, ptr addrspace(1) %13, align 4, !llvm.access.group !0
  %14 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load), !llvm.access.group !0
  %15 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load3), !llvm.access.group !0
  %16 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load4), !llvm.access.group !0
  %17 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load5), !llvm.access.group !0
  store <8 x float> %14, ptr addrspace(1) %10, align 4, !llvm.access.group !0
  store <8 x float> %15, ptr addrspace(1) %11, align 4, !llvm.access.group !0
  store <8 x float> %16, ptr addrspace(1) %12, align 4, !llvm.access.group !0
  store <8 x float> %17, ptr addrspace(1) %13, align 4, !llvm.access.group !0
  %18 = getelementptr i8, ptr addrspace(1) %10, i64 128
  %19 = getelementptr i8, ptr addrspace(1) %10, i64 160
  %20 = getelementptr i8, ptr addrspace(1) %10, i64 192
  %21 = getelementptr i8, ptr addrspace(1) %10, i64 224
  %wide.load.1 = load <8 x float>, ptr addrspace(1) %18, align 4, !llvm.access.group !0
  %wide.load3.1 = load <8 x float>, ptr addrspace(1) %19, align 4, !llvm.access.group !0
  %wide.load4.1 = load <8 x float>, ptr addrspace(1) %20, align 4, !llvm.access.group !0
  %wide.load5.1 = load <8 x float>, ptr addrspace(1) %21, align 4, !llvm.access.group !0
  %22 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load.1), !llvm.access.group !0
  %23 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load3.1), !llvm.access.group !0
  %24 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load4.1), !llvm.access.group !0
  %25 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load5.1), !llvm.access.group !0
  store <8 x float> %22, ptr addrspace(1) %18, align 4, !llvm.access.group !0
  store <8 x float> %23, ptr addrspace(1) %19, align 4, !llvm.access.group !0
  store <8 x float> %24, ptr addrspace(1) %20, align 4, !llvm.access.group !0
  store <8 x float> %25, ptr addrspace(1) %21, align 4, !llvm.access.group !0
  ret void
}

; Function Attrs: nounwind willreturn memory(none)
declare <4 x float> @_ZGVbN4v_expf(<4 x float>) #2

; Function Attrs: nounwind willreturn memory(none)
declare <8 x float> @_ZGVdN8v_expf(<8 x float>) #2

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nounwind uwtable }
attributes #2 = { nounwind willreturn memory(none) }

!0 = distinct !{}
