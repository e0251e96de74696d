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
  %wide.load = load <8 x float>, ptr addrspace(1) %10, align 4, !llvm.access.group !0
  %11 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load), !llvm.access.group !0
  store <8 x float> %11, ptr addrspace(1) %10, align 4, !llvm.access.group !0
  %12 = getelementptr i8, ptr addrspace(1) %10, i64 32
  %wide.load.1 = load <8 x float>, ptr addrspace(1) %12, align 4, !llvm.access.group !0
  %13 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load.1), !llvm.access.group !0
  store <8 x float> %13, ptr addrspace(1) %12, align 4, !llvm.access.group !0
  %14 = getelementptr i8, ptr addrspace(1) %10, i64 64
  %wide.load.2 = load <8 x float>, ptr addrspace(1) %14, align 4, !llvm.access.group !0
  %15 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load.2), !llvm.access.group !0
  store <8 x float> %15, ptr addrspace(1) %14, align 4, !llvm.access.group !0
  %16 = getelementptr i8, ptr addrspace(1) %10, i64 96
  %wide.load.3 = load <8 x float>, ptr addrspace(1) %16, align 4, !llvm.access.group !0
  %17 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load.3), !llvm.access.group !0
  store <8 x float> %17, ptr addrspace(1) %16, align 4, !llvm.access.group !0
  %18 = getelementptr i8, ptr addrspace(1) %10, i64 128
  %wide.load.4 = load <8 x float>, ptr addrspace(1) %18, align 4, !llvm.access.group !0
  %19 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load.4), !llvm.access.group !0
  store <8 x float> %19, ptr addrspace(1) %18, align 4, !llvm.access.group !0
  %20 = getelementptr i8, ptr addrspace(1) %10, i64 160
  %wide.load.5 = load <8 x float>, ptr addrspace(1) %20, align 4, !llvm.access.group !0
  %21 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load.5), !llvm.access.group !0
  store <8 x float> %21, ptr addrspace(1) %20, align 4, !llvm.access.group !0
  %22 = getelementptr i8, ptr addrspace(1) %10, i64 192
  %wide.load.6 = load <8 x float>, ptr addrspace(1) %22, align 4, !llvm.access.group !0
  %23 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load.6), !llvm.access.group !0
  store <8 x float> %23, ptr addrspace(1) %22, align 4, !llvm.access.group !0
  %24 = getelementptr i8, ptr addrspace(1) %10, i64 224
  %wide.load.7 = load <8 x float>, ptr addrspace(1) %24, align 4, !llvm.access.group !0
  %25 = call <8 x float> @_ZGVdN8v_expf(<8 x float> %wide.load.7), !llvm.access.group !0
  store <8 x float> %25, ptr addrspace(1) %24, align 4, !llvm.access.group !0
  call void @llvm.sideeffect()
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #2

; Function Attrs: nounwind willreturn memory(none)
declare <4 x float> @_ZGVbN4v_expf(<4 x float>) #3

; Function Attrs: nounwind willreturn memory(none)
declare <8 x float> @_ZGVdN8v_expf(<8 x float>) #3

attributes #0 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { mustprogress nounwind uwtable "probe-stack"="inline-asm" }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #3 = { nounwind willreturn memory(none) }

!0 = distinct !{}
