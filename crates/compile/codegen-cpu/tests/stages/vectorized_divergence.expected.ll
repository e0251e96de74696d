; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(16) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %slot24 = alloca i64, align 8
  %slot25 = alloca ptr addrspace(1), align 8
  %slot26 = alloca <16 x i16>, align 32
  %slot27 = alloca <16 x float>, align 64
  %slot28 = alloca <16 x float>, align 64
  %slot29 = alloca <16 x float>, align 64
  %slot = alloca i64, align 8
  %slot10 = alloca ptr addrspace(1), align 8
  %slot11 = alloca <16 x i16>, align 32
  %slot12 = alloca <16 x float>, align 64
  %slot13 = alloca <16 x float>, align 64
  %slot14 = alloca <16 x float>, align 64
  %5 = load ptr addrspace(1), ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %7 = load i64, ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %1, i64 32
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds i8, ptr %1, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = load i64, ptr %2, align 8
  %13 = mul i64 %12, %9
  %14 = sub i64 %11, %13
  %15 = call i64 @llvm.umin.i64(i64 %9, i64 %14)
  %16 = icmp ne i64 %15, 0
  call void @llvm.assume(i1 %16)
  %17 = getelementptr inbounds i8, ptr %1, i64 40
  %18 = load i64, ptr %17, align 8
  %19 = getelementptr inbounds i8, ptr %1, i64 16
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %2, i64 8
  %22 = load i64, ptr %21, align 8
  %23 = mul i64 %22, %18
  %24 = sub i64 %20, %23
  %25 = call i64 @llvm.umin.i64(i64 %18, i64 %24)
  %26 = icmp ne i64 %25, 0
  call void @llvm.assume(i1 %26)
  %27 = getelementptr inbounds i8, ptr %1, i64 48
  %28 = load i64, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %1, i64 24
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds i8, ptr %2, i64 16
  %32 = load i64, ptr %31, align 8
  %33 = mul i64 %32, %28
  %34 = sub i64 %30, %33
  %35 = call i64 @llvm.umin.i64(i64 %28, i64 %34)
  %36 = icmp ne i64 %35, 0
  call void @llvm.assume(i1 %36)
  %37 = getelementptr inbounds i8, ptr %1, i64 56
  %38 = load i64, ptr %37, align 8
  %39 = add nuw nsw i64 %13, %38
  br label %z

z:                                                ; preds = %40, %prologue
  %id = phi i64 [ 0, %prologue ], [ %41, %40 ]
  br label %y

40:                                               ; preds = %62
  %41 = add nuw nsw i64 %id, 1
  %42 = icmp ult i64 %41, %35
  br i1 %42, label %z, label %done, !llvm.loop !0

y:                                                ; preds = %z, %62
  %id1 = phi i64 [ 0, %z ], [ %63, %62 ]
  %43 = sub i64 %15, 1
  %44 = add i64 %43, 1
  %45 = sub i64 %44, 0
  %46 = add i64 %39, 0
  %47 = freeze i64 %46
  %48 = freeze i64 %7
  %49 = sub i64 %48, %47
  %50 = sub i64 %45, 0
  %51 = call i64 @llvm.umin.i64(i64 %49, i64 %50)
  %52 = icmp ult i64 %47, %48
  %53 = add i64 %51, 0
  %54 = select i1 %52, i64 %53, i64 0
  %55 = call i64 @llvm.umin.i64(i64 %45, i64 %54)
  %56 = call i64 @llvm.umax.i64(i64 0, i64 %55)
  %57 = add i64 0, %56
  %58 = sub i64 %57, 0
  %59 = urem i64 %58, 16
  %60 = sub i64 %57, %59
  %61 = icmp ult i64 0, %60
  br i1 %61, label %chunks, label %chunks.done

unreachable:                                      ; No predecessors!
  br label %x

62:                                               ; preds = %chunks.done16, %leave
  %63 = add nuw nsw i64 %id1, 1
  %64 = icmp ult i64 %63, %25
  br i1 %64, label %y, label %40, !llvm.loop !2

x:                                                ; preds = %leave, %unreachable
  %id2 = phi i64 [ 0, %unreachable ], [ %74, %leave ]
  %65 = add nuw nsw i64 %39, %id2
  %66 = icmp ult i64 %65, %7
  br i1 %66, label %start, label %leave

done:                                             ; preds = %40
  call void @llvm.sideeffect()
  ret void

start:                                            ; preds = %x
  %67 = getelementptr float, ptr addrspace(1) %5, i64 %65
  %68 = load float, ptr addrspace(1) %67, align 4, !llvm.access.group !3
  br label %step

step:                                             ; preds = %step, %start
  %69 = phi float [ %68, %start ], [ %72, %step ]
  %70 = phi float [ 0.000000e+00, %start ], [ %71, %step ]
  %71 = fadd float %70, %69
  %72 = fmul float %69, 5.000000e-01
  %73 = fcmp ogt float %72, 1.000000e+00
  br i1 %73, label %step, label %done3

done3:                                            ; preds = %step
  %.lcssa = phi float [ %71, %step ]
  store float %.lcssa, ptr addrspace(1) %67, align 4, !llvm.access.group !3
  br label %leave

leave:                                            ; preds = %x, %done3
  %74 = add nuw nsw i64 %id2, 1
  %75 = icmp ult i64 %74, %15
  br i1 %75, label %x, label %62, !llvm.loop !4

chunks:                                           ; preds = %leave9, %y
  %id4 = phi i64 [ 0, %y ], [ %104, %leave9 ]
  br label %chunk

chunks.done:                                      ; preds = %leave9, %y
  %76 = icmp ult i64 %60, %57
  br i1 %76, label %chunks15, label %chunks.done16

chunk:                                            ; preds = %chunks
  store i64 poison, ptr %slot, align 8
  store ptr addrspace(1) poison, ptr %slot10, align 8
  store <16 x i16> zeroinitializer, ptr %slot11, align 32
  store <16 x float> poison, ptr %slot12, align 64
  store <16 x float> poison, ptr %slot13, align 64
  store <16 x float> poison, ptr %slot14, align 64
  br label %x5

x5:                                               ; preds = %chunk
  %77 = add i64 %39, %id4
  store i64 %77, ptr %slot, align 8
  %78 = icmp ult i64 %77, %7
  %79 = insertelement <16 x i1> poison, i1 %78, i32 0
  %80 = shufflevector <16 x i1> %79, <16 x i1> poison, <16 x i32> zeroinitializer
  %81 = xor <16 x i1> %80, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  br i1 %78, label %start6, label %leave9

start6:                                           ; preds = %x5
  %82 = load i64, ptr %slot, align 8
  %83 = getelementptr float, ptr addrspace(1) %5, i64 %82
  store ptr addrspace(1) %83, ptr %slot10, align 8
  %84 = load <16 x float>, ptr addrspace(1) %83, align 4
  store <16 x i16> <i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1>, ptr %slot11, align 32
  store <16 x float> %84, ptr %slot12, align 64
  store <16 x float> zeroinitializer, ptr %slot13, align 64
  br label %step7

step7:                                            ; preds = %step7, %start6
  %85 = load <16 x float>, ptr %slot13, align 64
  %86 = load <16 x float>, ptr %slot12, align 64
  %87 = fadd <16 x float> %85, %86
  %88 = fmul <16 x float> %86, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %89 = fcmp ogt <16 x float> %88, <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>
  %90 = load <16 x i16>, ptr %slot11, align 32
  %91 = icmp slt <16 x i16> %90, zeroinitializer
  %92 = select <16 x i1> %91, <16 x i1> %89, <16 x i1> zeroinitializer
  %93 = sext <16 x i1> %92 to <16 x i16>
  store <16 x i16> %93, ptr %slot11, align 32
  %94 = xor <16 x i1> %89, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %95 = select <16 x i1> %91, <16 x i1> %94, <16 x i1> zeroinitializer
  store <16 x float> %88, ptr %slot12, align 64
  store <16 x float> %87, ptr %slot13, align 64
  %96 = load <16 x float>, ptr %slot14, align 64
  %97 = select <16 x i1> %95, <16 x float> %87, <16 x float> %96
  store <16 x float> %97, ptr %slot14, align 64
  %98 = load <16 x i16>, ptr %slot11, align 32
  %99 = icmp slt <16 x i16> %98, zeroinitializer
  %100 = bitcast <16 x i1> %99 to i16
  %101 = icmp ne i16 %100, 0
  br i1 %101, label %step7, label %nobody

done38:                                           ; preds = %nobody
  %102 = load <16 x float>, ptr %slot14, align 64
  %103 = load ptr addrspace(1), ptr %slot10, align 8
  store <16 x float> %102, ptr addrspace(1) %103, align 4
  br label %leave9

leave9:                                           ; preds = %done38, %x5
  %104 = add i64 %id4, 16
  %105 = icmp ult i64 %104, %60
  br i1 %105, label %chunks, label %chunks.done

nobody:                                           ; preds = %step7
  br label %done38

chunks15:                                         ; preds = %chunks.done
  %id17 = phi i64 [ %60, %chunks.done ]
  %106 = sub i64 %57, %id17
  %107 = trunc i64 %106 to i32
  %108 = call i32 asm sideeffect "", "=r,0"(i32 %107)
  br label %chunk18

chunks.done16:                                    ; preds = %leave23, %chunks.done
  br label %62

chunk18:                                          ; preds = %chunks15
  %109 = insertelement <16 x i32> poison, i32 %108, i32 0
  %110 = shufflevector <16 x i32> %109, <16 x i32> poison, <16 x i32> zeroinitializer
  %111 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %110
  store i64 poison, ptr %slot24, align 8
  store ptr addrspace(1) poison, ptr %slot25, align 8
  store <16 x i16> zeroinitializer, ptr %slot26, align 32
  store <16 x float> poison, ptr %slot27, align 64
  store <16 x float> poison, ptr %slot28, align 64
  store <16 x float> poison, ptr %slot29, align 64
  br label %x19

x19:                                              ; preds = %chunk18
  %112 = add i64 %39, %id17
  store i64 %112, ptr %slot24, align 8
  %113 = icmp ult i64 %112, %7
  %114 = insertelement <16 x i1> poison, i1 %113, i32 0
  %115 = shufflevector <16 x i1> %114, <16 x i1> poison, <16 x i32> zeroinitializer
  %116 = xor <16 x i1> %115, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %117 = select <16 x i1> %111, <16 x i1> %116, <16 x i1> zeroinitializer
  br i1 %113, label %start20, label %leave23

start20:                                          ; preds = %x19
  %118 = load i64, ptr %slot24, align 8
  %119 = getelementptr float, ptr addrspace(1) %5, i64 %118
  store ptr addrspace(1) %119, ptr %slot25, align 8
  %120 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %119, i32 4, <16 x i1> %111, <16 x float> poison)
  %121 = sext <16 x i1> %111 to <16 x i16>
  store <16 x i16> %121, ptr %slot26, align 32
  store <16 x float> %120, ptr %slot27, align 64
  store <16 x float> zeroinitializer, ptr %slot28, align 64
  br label %step21

step21:                                           ; preds = %step21, %start20
  %122 = load <16 x float>, ptr %slot28, align 64
  %123 = load <16 x float>, ptr %slot27, align 64
  %124 = fadd <16 x float> %122, %123
  %125 = fmul <16 x float> %123, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %126 = fcmp ogt <16 x float> %125, <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>
  %127 = load <16 x i16>, ptr %slot26, align 32
  %128 = icmp slt <16 x i16> %127, zeroinitializer
  %129 = select <16 x i1> %128, <16 x i1> %126, <16 x i1> zeroinitializer
  %130 = sext <16 x i1> %129 to <16 x i16>
  store <16 x i16> %130, ptr %slot26, align 32
  %131 = xor <16 x i1> %126, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %132 = select <16 x i1> %128, <16 x i1> %131, <16 x i1> zeroinitializer
  store <16 x float> %125, ptr %slot27, align 64
  store <16 x float> %124, ptr %slot28, align 64
  %133 = load <16 x float>, ptr %slot29, align 64
  %134 = select <16 x i1> %132, <16 x float> %124, <16 x float> %133
  store <16 x float> %134, ptr %slot29, align 64
  %135 = load <16 x i16>, ptr %slot26, align 32
  %136 = icmp slt <16 x i16> %135, zeroinitializer
  %137 = bitcast <16 x i1> %136 to i16
  %138 = icmp ne i16 %137, 0
  br i1 %138, label %step21, label %nobody30

done322:                                          ; preds = %nobody30
  %139 = load <16 x float>, ptr %slot29, align 64
  %140 = load ptr addrspace(1), ptr %slot25, align 8
  call void @llvm.masked.store.v16f32.p1(<16 x float> %139, ptr addrspace(1) %140, i32 4, <16 x i1> %111)
  br label %leave23

leave23:                                          ; preds = %done322, %x19
  br label %chunks.done16

nobody30:                                         ; preds = %step21
  br label %done322
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) nocapture, i32 immarg, <16 x i1>, <16 x float>) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.store.v16f32.p1(<16 x float>, ptr addrspace(1) nocapture, i32 immarg, <16 x i1>) #5

attributes #0 = { mustprogress nounwind uwtable }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = distinct !{!2, !1}
!3 = distinct !{}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.parallel_accesses", !3}
!6 = !{!"tandem.work_items"}
