; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(24) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %5 = load ptr addrspace(1), ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %7 = load ptr addrspace(1), ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 16
  %9 = load i64, ptr %8, align 8
  %10 = trunc i64 %9 to i32
  %11 = and i32 %10, -256
  %12 = getelementptr i8, ptr addrspace(1) %7, i64 4
  %13 = and i32 %10, 16711680
  %14 = and i32 %10, -128
  %15 = and i64 %9, -256
  %16 = load i8, ptr addrspace(1) %7, align 1, !llvm.access.group !0
  %17 = zext i8 %16 to i32
  %18 = xor i32 %10, %17
  %19 = and i32 %18, 255
  %20 = xor i32 %10, %19
  %21 = zext i32 %20 to i64
  store volatile i64 %21, ptr addrspace(1) %5, align 4, !llvm.access.group !0
  %22 = load i32, ptr addrspace(1) %12, align 4, !llvm.access.group !0
  %23 = and i32 %22, 65535
  %24 = and i32 %10, 16777215
  %25 = xor i32 %24, %23
  %26 = and i32 %25, 65535
  %27 = xor i32 %24, %26
  %28 = uitofp nneg i32 %27 to double
  store volatile double %28, ptr addrspace(1) %5, align 8, !llvm.access.group !0
  %29 = lshr i32 %22, 24
  %30 = xor i32 %10, %29
  %31 = and i32 %30, 255
  %32 = xor i32 %10, %31
  %33 = zext i32 %32 to i64
  store volatile i64 %33, ptr addrspace(1) %5, align 4, !llvm.access.group !0
  %34 = or i32 %14, %17
  store volatile i32 %34, ptr addrspace(1) %5, align 4, !llvm.access.group !0
  %35 = zext i8 %16 to i64
  %36 = or disjoint i64 %15, %35
  store volatile i64 %36, ptr addrspace(1) %5, align 4, !llvm.access.group !0
  call void @llvm.sideeffect()
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #1

attributes #0 = { mustprogress nounwind uwtable "probe-stack"="inline-asm" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!0 = distinct !{}
