; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define spir_kernel void @tandem.defined.tanhf(ptr addrspace(1) %p, i32 %dim) {
  %1 = call i64 @tandem.query.global_offset.0()
  %2 = call i64 @tandem.query.group_id.0()
  %3 = call i64 @tandem.query.local_size.0()
  %4 = mul nuw nsw i64 %2, %3
  %5 = add nuw nsw i64 %4, %1
  %6 = call i64 @tandem.query.local_id.0()
  %7 = add nuw nsw i64 %5, %6
  %8 = icmp eq i32 %dim, 0
  %9 = call i64 @tandem.query.extent.0()
  %10 = select i1 %8, i64 %9, i64 1
  %11 = icmp eq i32 %dim, 1
  %12 = call i64 @tandem.query.extent.1()
  %13 = select i1 %11, i64 %12, i64 %10
  %14 = icmp eq i32 %dim, 2
  %15 = call i64 @tandem.query.extent.2()
  %16 = select i1 %14, i64 %15, i64 %13
  %17 = call i64 @tandem.query.sub_group_size()
  %18 = trunc i64 %17 to i32
  %w = zext i32 %18 to i64
  %j = add i64 %7, %16
  %k = add i64 %j, %w
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  %x = load float, ptr addrspace(1) %a, align 4
  %19 = call float @llvm.exp.f32(float %x)
  %20 = call float @tanhf(float %19)
  store float %20, ptr addrspace(1) %a, align 4
  ret void
}

; Function Attrs: nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @tandem.query.global_offset.0() #0

; Function Attrs: nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @tandem.query.group_id.0() #0

; Function Attrs: nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @tandem.query.local_size.0() #0

; Function Attrs: nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @tandem.query.local_id.0() #0

; Function Attrs: nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @tandem.query.extent.0() #0

; Function Attrs: nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @tandem.query.extent.1() #0

; Function Attrs: nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @tandem.query.extent.2() #0

; Function Attrs: nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @tandem.query.sub_group_size() #0

; Function Attrs: nofree nounwind willreturn memory(none)
declare float @tanhf(float) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.exp.f32(float) #2

attributes #0 = { nofree nosync nounwind speculatable willreturn memory(none) }
attributes #1 = { nofree nounwind willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
