; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(16) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %slot26 = alloca i64, align 8
  %slot27 = alloca <8 x i32>, align 32
  %slot28 = alloca <8 x i32>, align 32
  %slot29 = alloca ptr addrspace(1), align 8
  %slot30 = alloca <8 x i32>, align 32
  %slot31 = alloca <8 x float>, align 32
  %slot32 = alloca <8 x float>, align 32
  %slot34 = alloca <8 x float>, align 32
  %slot = alloca i64, align 8
  %slot10 = alloca <8 x i32>, align 32
  %slot11 = alloca <8 x i32>, align 32
  %slot12 = alloca ptr addrspace(1), align 8
  %slot13 = alloca <8 x i32>, align 32
  %slot14 = alloca <8 x float>, align 32
  %slot15 = alloca <8 x float>, align 32
  %slot16 = alloca <8 x float>, align 32
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

40:                                               ; preds = %49
  %41 = add nuw nsw i64 %id, 1
  %42 = icmp ult i64 %41, %35
  br i1 %42, label %z, label %done, !llvm.loop !0

y:                                                ; preds = %z, %49
  %id1 = phi i64 [ 0, %z ], [ %50, %49 ]
  %43 = sub i64 %15, 1
  %44 = add i64 %43, 1
  %45 = sub i64 %44, 0
  %46 = urem i64 %45, 8
  %47 = sub i64 %44, %46
  %48 = icmp uge i64 %45, 8
  br label %vector

scalar:                                           ; No predecessors!
  br label %x

49:                                               ; preds = %vector.done, %leave
  %50 = add nuw nsw i64 %id1, 1
  %51 = icmp ult i64 %50, %25
  br i1 %51, label %y, label %40, !llvm.loop !2

x:                                                ; preds = %leave, %scalar
  %id2 = phi i64 [ 0, %scalar ], [ %61, %leave ]
  %52 = add nuw nsw i64 %39, %id2
  %53 = icmp ult i64 %52, %7
  br i1 %53, label %start, label %leave

done:                                             ; preds = %40
  call void @llvm.sideeffect()
  ret void

start:                                            ; preds = %x
  %54 = getelementptr float, ptr addrspace(1) %5, i64 %52
  %55 = load float, ptr addrspace(1) %54, align 4, !llvm.access.group !3
  br label %step

step:                                             ; preds = %step, %start
  %56 = phi float [ %55, %start ], [ %59, %step ]
  %57 = phi float [ 0.000000e+00, %start ], [ %58, %step ]
  %58 = fadd float %57, %56
  %59 = fmul float %56, 5.000000e-01
  %60 = fcmp ogt float %59, 1.000000e+00
  br i1 %60, label %step, label %done3

done3:                                            ; preds = %step
  %.lcssa = phi float [ %58, %step ]
  store float %.lcssa, ptr addrspace(1) %54, align 4, !llvm.access.group !3
  br label %leave

leave:                                            ; preds = %x, %done3
  %61 = add nuw nsw i64 %id2, 1
  %62 = icmp ult i64 %61, %15
  br i1 %62, label %x, label %49, !llvm.loop !4

left:                                             ; preds = %vector, %leave9
  %id19 = phi i64 [ 0, %vector ], [ %47, %leave9 ]
  %63 = sub i64 %44, %id19
  %64 = trunc i64 %63 to i32
  %65 = call i32 asm sideeffect "", "=r,0"(i32 %64)
  %66 = icmp ne i64 %id19, %44
  br i1 %66, label %chunk20, label %vector.done

vector.done:                                      ; preds = %leave25, %left
  br label %49

chunks:                                           ; preds = %vector, %leave9
  %id4 = phi i64 [ 0, %vector ], [ %108, %leave9 ]
  br label %chunk

chunk:                                            ; preds = %chunks
  store i64 poison, ptr %slot, align 8
  store <8 x i32> zeroinitializer, ptr %slot10, align 32
  store <8 x i32> zeroinitializer, ptr %slot11, align 32
  store ptr addrspace(1) poison, ptr %slot12, align 8
  store <8 x i32> zeroinitializer, ptr %slot13, align 32
  store <8 x float> poison, ptr %slot14, align 32
  store <8 x float> poison, ptr %slot15, align 32
  store <8 x float> poison, ptr %slot16, align 32
  br label %x5

x5:                                               ; preds = %chunk
  %67 = add i64 %39, %id4
  store i64 %67, ptr %slot, align 8
  %68 = call i64 @llvm.usub.sat.i64(i64 %7, i64 %67)
  %69 = call i64 @llvm.umin.i64(i64 %68, i64 8)
  %70 = trunc i64 %69 to i32
  %71 = insertelement <8 x i32> poison, i32 %70, i32 0
  %72 = shufflevector <8 x i32> %71, <8 x i32> poison, <8 x i32> zeroinitializer
  %73 = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %72
  %74 = sext <8 x i1> %73 to <8 x i32>
  store <8 x i32> %74, ptr %slot10, align 32
  %75 = xor <8 x i1> %73, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  br label %start6

start6:                                           ; preds = %x5
  %76 = load <8 x i32>, ptr %slot10, align 32
  %77 = icmp slt <8 x i32> %76, zeroinitializer
  %78 = sext <8 x i1> %77 to <8 x i32>
  store <8 x i32> %78, ptr %slot11, align 32
  %79 = load i64, ptr %slot, align 8
  %80 = getelementptr float, ptr addrspace(1) %5, i64 %79
  store ptr addrspace(1) %80, ptr %slot12, align 8
  %81 = call <8 x float> @llvm.masked.load.v8f32.p1(ptr addrspace(1) %80, i32 4, <8 x i1> %77, <8 x float> poison)
  %82 = sext <8 x i1> %77 to <8 x i32>
  store <8 x i32> %82, ptr %slot13, align 32
  store <8 x float> %81, ptr %slot14, align 32
  store <8 x float> zeroinitializer, ptr %slot15, align 32
  %83 = load <8 x i32>, ptr %slot13, align 32
  %84 = icmp slt <8 x i32> %83, zeroinitializer
  %85 = bitcast <8 x i1> %84 to i8
  %86 = icmp ne i8 %85, 0
  br i1 %86, label %step7, label %nobody

step7:                                            ; preds = %step7, %start6
  %87 = load <8 x float>, ptr %slot15, align 32
  %88 = load <8 x float>, ptr %slot14, align 32
  %89 = fadd <8 x float> %87, %88
  %90 = fmul <8 x float> %88, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %91 = fcmp ogt <8 x float> %90, <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>
  %92 = load <8 x i32>, ptr %slot13, align 32
  %93 = icmp slt <8 x i32> %92, zeroinitializer
  %94 = select <8 x i1> %93, <8 x i1> %91, <8 x i1> zeroinitializer
  %95 = sext <8 x i1> %94 to <8 x i32>
  store <8 x i32> %95, ptr %slot13, align 32
  %96 = xor <8 x i1> %91, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %97 = select <8 x i1> %93, <8 x i1> %96, <8 x i1> zeroinitializer
  store <8 x float> %90, ptr %slot14, align 32
  store <8 x float> %89, ptr %slot15, align 32
  %98 = load <8 x float>, ptr %slot16, align 32
  %99 = select <8 x i1> %97, <8 x float> %89, <8 x float> %98
  store <8 x float> %99, ptr %slot16, align 32
  %100 = load <8 x i32>, ptr %slot13, align 32
  %101 = icmp slt <8 x i32> %100, zeroinitializer
  %102 = bitcast <8 x i1> %101 to i8
  %103 = icmp ne i8 %102, 0
  br i1 %103, label %step7, label %nobody17

done38:                                           ; preds = %nobody17
  %104 = load <8 x i32>, ptr %slot11, align 32
  %105 = icmp slt <8 x i32> %104, zeroinitializer
  %106 = load <8 x float>, ptr %slot16, align 32
  %107 = load ptr addrspace(1), ptr %slot12, align 8
  call void @llvm.masked.store.v8f32.p1(<8 x float> %106, ptr addrspace(1) %107, i32 4, <8 x i1> %105)
  br label %leave9

leave9:                                           ; preds = %done38, %nobody18, %nobody
  %108 = add i64 %id4, 8
  %109 = icmp ne i64 %108, %47
  br i1 %109, label %chunks, label %left

nobody:                                           ; preds = %start6
  br label %leave9

nobody17:                                         ; preds = %step7
  %110 = load <8 x i32>, ptr %slot11, align 32
  %111 = icmp slt <8 x i32> %110, zeroinitializer
  %112 = bitcast <8 x i1> %111 to i8
  %113 = icmp ne i8 %112, 0
  br i1 %113, label %done38, label %nobody18

nobody18:                                         ; preds = %nobody17
  br label %leave9

chunk20:                                          ; preds = %left
  %114 = insertelement <8 x i32> poison, i32 %65, i32 0
  %115 = shufflevector <8 x i32> %114, <8 x i32> poison, <8 x i32> zeroinitializer
  %116 = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %115
  store i64 poison, ptr %slot26, align 8
  store <8 x i32> zeroinitializer, ptr %slot27, align 32
  store <8 x i32> zeroinitializer, ptr %slot28, align 32
  store ptr addrspace(1) poison, ptr %slot29, align 8
  store <8 x i32> zeroinitializer, ptr %slot30, align 32
  store <8 x float> poison, ptr %slot31, align 32
  store <8 x float> poison, ptr %slot32, align 32
  store <8 x float> poison, ptr %slot34, align 32
  br label %x21

x21:                                              ; preds = %chunk20
  %117 = add i64 %39, %id19
  store i64 %117, ptr %slot26, align 8
  %118 = call i64 @llvm.usub.sat.i64(i64 %7, i64 %117)
  %119 = call i64 @llvm.umin.i64(i64 %118, i64 8)
  %120 = trunc i64 %119 to i32
  %121 = insertelement <8 x i32> poison, i32 %120, i32 0
  %122 = shufflevector <8 x i32> %121, <8 x i32> poison, <8 x i32> zeroinitializer
  %123 = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %122
  %124 = select <8 x i1> %116, <8 x i1> %123, <8 x i1> zeroinitializer
  %125 = sext <8 x i1> %124 to <8 x i32>
  store <8 x i32> %125, ptr %slot27, align 32
  %126 = xor <8 x i1> %123, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %127 = select <8 x i1> %116, <8 x i1> %126, <8 x i1> zeroinitializer
  br label %start22

start22:                                          ; preds = %x21
  %128 = load <8 x i32>, ptr %slot27, align 32
  %129 = icmp slt <8 x i32> %128, zeroinitializer
  %130 = sext <8 x i1> %129 to <8 x i32>
  store <8 x i32> %130, ptr %slot28, align 32
  %131 = load i64, ptr %slot26, align 8
  %132 = getelementptr float, ptr addrspace(1) %5, i64 %131
  store ptr addrspace(1) %132, ptr %slot29, align 8
  %133 = call <8 x float> @llvm.masked.load.v8f32.p1(ptr addrspace(1) %132, i32 4, <8 x i1> %129, <8 x float> poison)
  %134 = sext <8 x i1> %129 to <8 x i32>
  store <8 x i32> %134, ptr %slot30, align 32
  store <8 x float> %133, ptr %slot31, align 32
  store <8 x float> zeroinitializer, ptr %slot32, align 32
  %135 = load <8 x i32>, ptr %slot30, align 32
  %136 = icmp slt <8 x i32> %135, zeroinitializer
  %137 = bitcast <8 x i1> %136 to i8
  %138 = icmp ne i8 %137, 0
  br i1 %138, label %step23, label %nobody33

step23:                                           ; preds = %step23, %start22
  %139 = load <8 x float>, ptr %slot32, align 32
  %140 = load <8 x float>, ptr %slot31, align 32
  %141 = fadd <8 x float> %139, %140
  %142 = fmul <8 x float> %140, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %143 = fcmp ogt <8 x float> %142, <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>
  %144 = load <8 x i32>, ptr %slot30, align 32
  %145 = icmp slt <8 x i32> %144, zeroinitializer
  %146 = select <8 x i1> %145, <8 x i1> %143, <8 x i1> zeroinitializer
  %147 = sext <8 x i1> %146 to <8 x i32>
  store <8 x i32> %147, ptr %slot30, align 32
  %148 = xor <8 x i1> %143, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %149 = select <8 x i1> %145, <8 x i1> %148, <8 x i1> zeroinitializer
  store <8 x float> %142, ptr %slot31, align 32
  store <8 x float> %141, ptr %slot32, align 32
  %150 = load <8 x float>, ptr %slot34, align 32
  %151 = select <8 x i1> %149, <8 x float> %141, <8 x float> %150
  store <8 x float> %151, ptr %slot34, align 32
  %152 = load <8 x i32>, ptr %slot30, align 32
  %153 = icmp slt <8 x i32> %152, zeroinitializer
  %154 = bitcast <8 x i1> %153 to i8
  %155 = icmp ne i8 %154, 0
  br i1 %155, label %step23, label %nobody35

done324:                                          ; preds = %nobody35
  %156 = load <8 x i32>, ptr %slot28, align 32
  %157 = icmp slt <8 x i32> %156, zeroinitializer
  %158 = load <8 x float>, ptr %slot34, align 32
  %159 = load ptr addrspace(1), ptr %slot29, align 8
  call void @llvm.masked.store.v8f32.p1(<8 x float> %158, ptr addrspace(1) %159, i32 4, <8 x i1> %157)
  br label %leave25

leave25:                                          ; preds = %done324, %nobody36, %nobody33
  br label %vector.done

nobody33:                                         ; preds = %start22
  br label %leave25

nobody35:                                         ; preds = %step23
  %160 = load <8 x i32>, ptr %slot28, align 32
  %161 = icmp slt <8 x i32> %160, zeroinitializer
  %162 = bitcast <8 x i1> %161 to i8
  %163 = icmp ne i8 %162, 0
  br i1 %163, label %done324, label %nobody36

nobody36:                                         ; preds = %nobody35
  br label %leave25

vector:                                           ; preds = %y
  br i1 %48, label %chunks, label %left
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.usub.sat.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <8 x float> @llvm.masked.load.v8f32.p1(ptr addrspace(1) nocapture, i32 immarg, <8 x i1>, <8 x float>) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.store.v8f32.p1(<8 x float>, ptr addrspace(1) nocapture, i32 immarg, <8 x i1>) #5

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
