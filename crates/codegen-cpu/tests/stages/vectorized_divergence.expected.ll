; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(16) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %slot28 = alloca i64, align 8
  %slot29 = alloca <16 x i16>, align 32
  %slot30 = alloca <16 x i16>, align 32
  %slot31 = alloca ptr addrspace(1), align 8
  %slot32 = alloca <16 x i16>, align 32
  %slot33 = alloca <16 x float>, align 64
  %slot34 = alloca <16 x float>, align 64
  %slot36 = alloca <16 x float>, align 64
  %slot = alloca i64, align 8
  %slot10 = alloca <16 x i16>, align 32
  %slot11 = alloca <16 x i16>, align 32
  %slot12 = alloca ptr addrspace(1), align 8
  %slot13 = alloca <16 x i16>, align 32
  %slot14 = alloca <16 x float>, align 64
  %slot15 = alloca <16 x float>, align 64
  %slot16 = alloca <16 x float>, align 64
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
  %46 = urem i64 %45, 16
  %47 = sub i64 %44, %46
  %48 = icmp ult i64 0, %47
  br i1 %48, label %chunks, label %chunks.done

unreachable:                                      ; No predecessors!
  br label %x

49:                                               ; preds = %chunks.done20, %leave
  %50 = add nuw nsw i64 %id1, 1
  %51 = icmp ult i64 %50, %25
  br i1 %51, label %y, label %40, !llvm.loop !2

x:                                                ; preds = %leave, %unreachable
  %id2 = phi i64 [ 0, %unreachable ], [ %61, %leave ]
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

chunks:                                           ; preds = %leave9, %y
  %id4 = phi i64 [ 0, %y ], [ %105, %leave9 ]
  br label %chunk

chunks.done:                                      ; preds = %leave9, %y
  %63 = icmp ult i64 %47, %44
  br i1 %63, label %chunks19, label %chunks.done20

chunk:                                            ; preds = %chunks
  store i64 poison, ptr %slot, align 8
  store <16 x i16> zeroinitializer, ptr %slot10, align 32
  store <16 x i16> zeroinitializer, ptr %slot11, align 32
  store ptr addrspace(1) poison, ptr %slot12, align 8
  store <16 x i16> zeroinitializer, ptr %slot13, align 32
  store <16 x float> poison, ptr %slot14, align 64
  store <16 x float> poison, ptr %slot15, align 64
  store <16 x float> poison, ptr %slot16, align 64
  br label %x5

x5:                                               ; preds = %chunk
  %64 = add i64 %39, %id4
  store i64 %64, ptr %slot, align 8
  %65 = call i64 @llvm.usub.sat.i64(i64 %7, i64 %64)
  %66 = call i64 @llvm.umin.i64(i64 %65, i64 16)
  %67 = trunc i64 %66 to i32
  %68 = insertelement <16 x i32> poison, i32 %67, i32 0
  %69 = shufflevector <16 x i32> %68, <16 x i32> poison, <16 x i32> zeroinitializer
  %70 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %69
  %71 = sext <16 x i1> %70 to <16 x i16>
  store <16 x i16> %71, ptr %slot10, align 32
  %72 = xor <16 x i1> %70, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  br label %start6

start6:                                           ; preds = %x5
  %73 = load <16 x i16>, ptr %slot10, align 32
  %74 = icmp slt <16 x i16> %73, zeroinitializer
  %75 = sext <16 x i1> %74 to <16 x i16>
  store <16 x i16> %75, ptr %slot11, align 32
  %76 = load i64, ptr %slot, align 8
  %77 = getelementptr float, ptr addrspace(1) %5, i64 %76
  store ptr addrspace(1) %77, ptr %slot12, align 8
  %78 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %77, i32 4, <16 x i1> %74, <16 x float> poison)
  %79 = sext <16 x i1> %74 to <16 x i16>
  store <16 x i16> %79, ptr %slot13, align 32
  store <16 x float> %78, ptr %slot14, align 64
  store <16 x float> zeroinitializer, ptr %slot15, align 64
  %80 = load <16 x i16>, ptr %slot13, align 32
  %81 = icmp slt <16 x i16> %80, zeroinitializer
  %82 = bitcast <16 x i1> %81 to i16
  %83 = icmp ne i16 %82, 0
  br i1 %83, label %step7, label %nobody

step7:                                            ; preds = %step7, %start6
  %84 = load <16 x float>, ptr %slot15, align 64
  %85 = load <16 x float>, ptr %slot14, align 64
  %86 = fadd <16 x float> %84, %85
  %87 = fmul <16 x float> %85, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %88 = fcmp ogt <16 x float> %87, <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>
  %89 = load <16 x i16>, ptr %slot13, align 32
  %90 = icmp slt <16 x i16> %89, zeroinitializer
  %91 = select <16 x i1> %90, <16 x i1> %88, <16 x i1> zeroinitializer
  %92 = sext <16 x i1> %91 to <16 x i16>
  store <16 x i16> %92, ptr %slot13, align 32
  %93 = xor <16 x i1> %88, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %94 = select <16 x i1> %90, <16 x i1> %93, <16 x i1> zeroinitializer
  store <16 x float> %87, ptr %slot14, align 64
  store <16 x float> %86, ptr %slot15, align 64
  %95 = load <16 x float>, ptr %slot16, align 64
  %96 = select <16 x i1> %94, <16 x float> %86, <16 x float> %95
  store <16 x float> %96, ptr %slot16, align 64
  %97 = load <16 x i16>, ptr %slot13, align 32
  %98 = icmp slt <16 x i16> %97, zeroinitializer
  %99 = bitcast <16 x i1> %98 to i16
  %100 = icmp ne i16 %99, 0
  br i1 %100, label %step7, label %nobody17

done38:                                           ; preds = %nobody17
  %101 = load <16 x i16>, ptr %slot11, align 32
  %102 = icmp slt <16 x i16> %101, zeroinitializer
  %103 = load <16 x float>, ptr %slot16, align 64
  %104 = load ptr addrspace(1), ptr %slot12, align 8
  call void @llvm.masked.store.v16f32.p1(<16 x float> %103, ptr addrspace(1) %104, i32 4, <16 x i1> %102)
  br label %leave9

leave9:                                           ; preds = %done38, %nobody18, %nobody
  %105 = add i64 %id4, 16
  %106 = icmp ult i64 %105, %47
  br i1 %106, label %chunks, label %chunks.done

nobody:                                           ; preds = %start6
  br label %leave9

nobody17:                                         ; preds = %step7
  %107 = load <16 x i16>, ptr %slot11, align 32
  %108 = icmp slt <16 x i16> %107, zeroinitializer
  %109 = bitcast <16 x i1> %108 to i16
  %110 = icmp ne i16 %109, 0
  br i1 %110, label %done38, label %nobody18

nobody18:                                         ; preds = %nobody17
  br label %leave9

chunks19:                                         ; preds = %chunks.done
  %id21 = phi i64 [ %47, %chunks.done ]
  %111 = sub i64 %44, %id21
  %112 = trunc i64 %111 to i32
  %113 = call i32 asm sideeffect "", "=r,0"(i32 %112)
  br label %chunk22

chunks.done20:                                    ; preds = %leave27, %chunks.done
  br label %49

chunk22:                                          ; preds = %chunks19
  %114 = insertelement <16 x i32> poison, i32 %113, i32 0
  %115 = shufflevector <16 x i32> %114, <16 x i32> poison, <16 x i32> zeroinitializer
  %116 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %115
  store i64 poison, ptr %slot28, align 8
  store <16 x i16> zeroinitializer, ptr %slot29, align 32
  store <16 x i16> zeroinitializer, ptr %slot30, align 32
  store ptr addrspace(1) poison, ptr %slot31, align 8
  store <16 x i16> zeroinitializer, ptr %slot32, align 32
  store <16 x float> poison, ptr %slot33, align 64
  store <16 x float> poison, ptr %slot34, align 64
  store <16 x float> poison, ptr %slot36, align 64
  br label %x23

x23:                                              ; preds = %chunk22
  %117 = add i64 %39, %id21
  store i64 %117, ptr %slot28, align 8
  %118 = call i64 @llvm.usub.sat.i64(i64 %7, i64 %117)
  %119 = call i64 @llvm.umin.i64(i64 %118, i64 16)
  %120 = trunc i64 %119 to i32
  %121 = insertelement <16 x i32> poison, i32 %120, i32 0
  %122 = shufflevector <16 x i32> %121, <16 x i32> poison, <16 x i32> zeroinitializer
  %123 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %122
  %124 = select <16 x i1> %116, <16 x i1> %123, <16 x i1> zeroinitializer
  %125 = sext <16 x i1> %124 to <16 x i16>
  store <16 x i16> %125, ptr %slot29, align 32
  %126 = xor <16 x i1> %123, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %127 = select <16 x i1> %116, <16 x i1> %126, <16 x i1> zeroinitializer
  br label %start24

start24:                                          ; preds = %x23
  %128 = load <16 x i16>, ptr %slot29, align 32
  %129 = icmp slt <16 x i16> %128, zeroinitializer
  %130 = sext <16 x i1> %129 to <16 x i16>
  store <16 x i16> %130, ptr %slot30, align 32
  %131 = load i64, ptr %slot28, align 8
  %132 = getelementptr float, ptr addrspace(1) %5, i64 %131
  store ptr addrspace(1) %132, ptr %slot31, align 8
  %133 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %132, i32 4, <16 x i1> %129, <16 x float> poison)
  %134 = sext <16 x i1> %129 to <16 x i16>
  store <16 x i16> %134, ptr %slot32, align 32
  store <16 x float> %133, ptr %slot33, align 64
  store <16 x float> zeroinitializer, ptr %slot34, align 64
  %135 = load <16 x i16>, ptr %slot32, align 32
  %136 = icmp slt <16 x i16> %135, zeroinitializer
  %137 = bitcast <16 x i1> %136 to i16
  %138 = icmp ne i16 %137, 0
  br i1 %138, label %step25, label %nobody35

step25:                                           ; preds = %step25, %start24
  %139 = load <16 x float>, ptr %slot34, align 64
  %140 = load <16 x float>, ptr %slot33, align 64
  %141 = fadd <16 x float> %139, %140
  %142 = fmul <16 x float> %140, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %143 = fcmp ogt <16 x float> %142, <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>
  %144 = load <16 x i16>, ptr %slot32, align 32
  %145 = icmp slt <16 x i16> %144, zeroinitializer
  %146 = select <16 x i1> %145, <16 x i1> %143, <16 x i1> zeroinitializer
  %147 = sext <16 x i1> %146 to <16 x i16>
  store <16 x i16> %147, ptr %slot32, align 32
  %148 = xor <16 x i1> %143, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %149 = select <16 x i1> %145, <16 x i1> %148, <16 x i1> zeroinitializer
  store <16 x float> %142, ptr %slot33, align 64
  store <16 x float> %141, ptr %slot34, align 64
  %150 = load <16 x float>, ptr %slot36, align 64
  %151 = select <16 x i1> %149, <16 x float> %141, <16 x float> %150
  store <16 x float> %151, ptr %slot36, align 64
  %152 = load <16 x i16>, ptr %slot32, align 32
  %153 = icmp slt <16 x i16> %152, zeroinitializer
  %154 = bitcast <16 x i1> %153 to i16
  %155 = icmp ne i16 %154, 0
  br i1 %155, label %step25, label %nobody37

done326:                                          ; preds = %nobody37
  %156 = load <16 x i16>, ptr %slot30, align 32
  %157 = icmp slt <16 x i16> %156, zeroinitializer
  %158 = load <16 x float>, ptr %slot36, align 64
  %159 = load ptr addrspace(1), ptr %slot31, align 8
  call void @llvm.masked.store.v16f32.p1(<16 x float> %158, ptr addrspace(1) %159, i32 4, <16 x i1> %157)
  br label %leave27

leave27:                                          ; preds = %done326, %nobody38, %nobody35
  br label %chunks.done20

nobody35:                                         ; preds = %start24
  br label %leave27

nobody37:                                         ; preds = %step25
  %160 = load <16 x i16>, ptr %slot30, align 32
  %161 = icmp slt <16 x i16> %160, zeroinitializer
  %162 = bitcast <16 x i1> %161 to i16
  %163 = icmp ne i16 %162, 0
  br i1 %163, label %done326, label %nobody38

nobody38:                                         ; preds = %nobody37
  br label %leave27
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
