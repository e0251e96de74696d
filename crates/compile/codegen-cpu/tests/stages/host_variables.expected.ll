; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@pointer = addrspace(1) externally_initialized global ptr addrspace(1) null
@written = addrspace(1) externally_initialized global i32 7

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(8) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %5 = load ptr addrspace(1), ptr addrspace(1) @pointer, align 8, !llvm.access.group !0
  %6 = load i64, ptr %2, align 8
  %7 = shl nuw nsw i64 %6, 6
  %8 = getelementptr inbounds i8, ptr %1, i64 56
  %9 = load i64, ptr %8, align 8
  %10 = add nuw nsw i64 %7, %9
  %11 = load ptr addrspace(1), ptr %0, align 8
  %12 = getelementptr i32, ptr addrspace(1) %5, i64 %10
  %wide.load = load <8 x i32>, ptr addrspace(1) %12, align 4, !llvm.access.group !0
  %13 = getelementptr i32, ptr addrspace(1) %11, i64 %10
  store <8 x i32> %wide.load, ptr addrspace(1) %13, align 4, !llvm.access.group !0
  %14 = extractelement <8 x i32> %wide.load, i64 7
  store i32 %14, ptr addrspace(1) @written, align 4, !llvm.access.group !0
  %15 = add nuw nsw i64 %10, 8
  %16 = getelementptr i32, ptr addrspace(1) %5, i64 %15
  %wide.load.1 = load <8 x i32>, ptr addrspace(1) %16, align 4, !llvm.access.group !0
  %17 = getelementptr i32, ptr addrspace(1) %11, i64 %15
  store <8 x i32> %wide.load.1, ptr addrspace(1) %17, align 4, !llvm.access.group !0
  %18 = extractelement <8 x i32> %wide.load.1, i64 7
  store i32 %18, ptr addrspace(1) @written, align 4, !llvm.access.group !0
  %19 = add nuw nsw i64 %10, 16
  %20 = getelementptr i32, ptr addrspace(1) %5, i64 %19
  %wide.load.2 = load <8 x i32>, ptr addrspace(1) %20, align 4, !llvm.access.group !0
  %21 = getelementptr i32, ptr addrspace(1) %11, i64 %19
  store <8 x i32> %wide.load.2, ptr addrspace(1) %21, align 4, !llvm.access.group !0
  %22 = extractelement <8 x i32> %wide.load.2, i64 7
  store i32 %22, ptr addrspace(1) @written, align 4, !llvm.access.group !0
  %23 = add nuw nsw i64 %10, 24
  %24 = getelementptr i32, ptr addrspace(1) %5, i64 %23
  %wide.load.3 = load <8 x i32>, ptr addrspace(1) %24, align 4, !llvm.access.group !0
  %25 = getelementptr i32, ptr addrspace(1) %11, i64 %23
  store <8 x i32> %wide.load.3, ptr addrspace(1) %25, align 4, !llvm.access.group !0
  %26 = extractelement <8 x i32> %wide.load.3, i64 7
  store i32 %26, ptr addrspace(1) @written, align 4, !llvm.access.group !0
  %27 = add nuw nsw i64 %10, 32
  %28 = getelementptr i32, ptr addrspace(1) %5, i64 %27
  %wide.load.4 = load <8 x i32>, ptr addrspace(1) %28, align 4, !llvm.access.group !0
  %29 = getelementptr i32, ptr addrspace(1) %11, i64 %27
  store <8 x i32> %wide.load.4, ptr addrspace(1) %29, align 4, !llvm.access.group !0
  %30 = extractelement <8 x i32> %wide.load.4, i64 7
  store i32 %30, ptr addrspace(1) @written, align 4, !llvm.access.group !0
  %31 = add nuw nsw i64 %10, 40
  %32 = getelementptr i32, ptr addrspace(1) %5, i64 %31
  %wide.load.5 = load <8 x i32>, ptr addrspace(1) %32, align 4, !llvm.access.group !0
  %33 = getelementptr i32, ptr addrspace(1) %11, i64 %31
  store <8 x i32> %wide.load.5, ptr addrspace(1) %33, align 4, !llvm.access.group !0
  %34 = extractelement <8 x i32> %wide.load.5, i64 7
  store i32 %34, ptr addrspace(1) @written, align 4, !llvm.access.group !0
  %35 = add nuw nsw i64 %10, 48
  %36 = getelementptr i32, ptr addrspace(1) %5, i64 %35
  %wide.load.6 = load <8 x i32>, ptr addrspace(1) %36, align 4, !llvm.access.group !0
  %37 = getelementptr i32, ptr addrspace(1) %11, i64 %35
  store <8 x i32> %wide.load.6, ptr addrspace(1) %37, align 4, !llvm.access.group !0
  %38 = extractelement <8 x i32> %wide.load.6, i64 7
  store i32 %38, ptr addrspace(1) @written, align 4, !llvm.access.group !0
  %39 = add nuw nsw i64 %10, 56
  %40 = getelementptr i32, ptr addrspace(1) %5, i64 %39
  %wide.load.7 = load <8 x i32>, ptr addrspace(1) %40, align 4, !llvm.access.group !0
  %41 = getelementptr i32, ptr addrspace(1) %11, i64 %39
  store <8 x i32> %wide.load.7, ptr addrspace(1) %41, align 4, !llvm.access.group !0
  %42 = extractelement <8 x i32> %wide.load.7, i64 7
  store i32 %42, ptr addrspace(1) @written, align 4, !llvm.access.group !0
  call void @llvm.sideeffect()
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #1

attributes #0 = { mustprogress nounwind uwtable "probe-stack"="inline-asm" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!0 = distinct !{}
