; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_product(ptr noalias readonly align 64 dereferenceable(32) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %slot36 = alloca i64, align 8
  %slot37 = alloca i64, align 8
  %slot38 = alloca <16 x float>, align 64
  %slot39 = alloca <16 x float>, align 64
  %slot23 = alloca i64, align 8
  %slot24 = alloca i64, align 8
  %slot25 = alloca <16 x float>, align 64
  %slot26 = alloca <16 x float>, align 64
  %slot = alloca i64, align 8
  %slot11 = alloca i64, align 8
  %slot12 = alloca <32 x float>, align 128
  %slot13 = alloca <32 x float>, align 128
  %5 = load ptr addrspace(1), ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %7 = load ptr addrspace(1), ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 16
  %9 = load ptr addrspace(1), ptr %8, align 8
  %10 = getelementptr inbounds i8, ptr %0, i64 24
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %1, i64 32
  %13 = load i64, ptr %12, align 8
  %14 = getelementptr inbounds i8, ptr %1, i64 8
  %15 = load i64, ptr %14, align 8
  %16 = load i64, ptr %2, align 8
  %17 = mul i64 %16, %13
  %18 = sub i64 %15, %17
  %19 = call i64 @llvm.umin.i64(i64 %13, i64 %18)
  %20 = icmp ne i64 %19, 0
  call void @llvm.assume(i1 %20)
  %21 = getelementptr inbounds i8, ptr %1, i64 40
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %1, i64 16
  %24 = load i64, ptr %23, align 8
  %25 = getelementptr inbounds i8, ptr %2, i64 8
  %26 = load i64, ptr %25, align 8
  %27 = mul i64 %26, %22
  %28 = sub i64 %24, %27
  %29 = call i64 @llvm.umin.i64(i64 %22, i64 %28)
  %30 = icmp ne i64 %29, 0
  call void @llvm.assume(i1 %30)
  %31 = getelementptr inbounds i8, ptr %1, i64 48
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds i8, ptr %1, i64 24
  %34 = load i64, ptr %33, align 8
  %35 = getelementptr inbounds i8, ptr %2, i64 16
  %36 = load i64, ptr %35, align 8
  %37 = mul i64 %36, %32
  %38 = sub i64 %34, %37
  %39 = call i64 @llvm.umin.i64(i64 %32, i64 %38)
  %40 = icmp ne i64 %39, 0
  call void @llvm.assume(i1 %40)
  %41 = getelementptr inbounds i8, ptr %1, i64 56
  %42 = load i64, ptr %41, align 8
  %43 = add nuw nsw i64 %17, %42
  br label %z

z:                                                ; preds = %44, %prologue
  %id = phi i64 [ 0, %prologue ], [ %45, %44 ]
  br label %y

44:                                               ; preds = %69
  %45 = add nuw nsw i64 %id, 1
  %46 = icmp ult i64 %45, %39
  br i1 %46, label %z, label %done, !llvm.loop !0

y:                                                ; preds = %z, %69
  %id1 = phi i64 [ 0, %z ], [ %70, %69 ]
  %47 = sub i64 %19, 1
  %48 = add i64 %47, 1
  %49 = sub i64 %48, 0
  %50 = add i64 %43, 0
  %51 = freeze i64 %50
  %52 = freeze i64 %11
  %53 = sub i64 %52, %51
  %54 = sub i64 %49, 0
  %55 = call i64 @llvm.umin.i64(i64 %53, i64 %54)
  %56 = icmp ult i64 %51, %52
  %57 = add i64 %55, 0
  %58 = select i1 %56, i64 %57, i64 0
  %59 = call i64 @llvm.umin.i64(i64 %49, i64 %58)
  %60 = call i64 @llvm.umax.i64(i64 0, i64 %59)
  %61 = add i64 0, %60
  %62 = sub i64 %61, 0
  %63 = urem i64 %62, 32
  %64 = sub i64 %61, %63
  %65 = sub i64 %61, %64
  %66 = urem i64 %65, 16
  %67 = sub i64 %61, %66
  %68 = icmp ult i64 0, %64
  br i1 %68, label %chunks, label %chunks.done

unreachable:                                      ; No predecessors!
  br label %x

69:                                               ; preds = %chunks.done28, %leave4
  %70 = add nuw nsw i64 %id1, 1
  %71 = icmp ult i64 %70, %29
  br i1 %71, label %y, label %44, !llvm.loop !2

x:                                                ; preds = %leave4, %unreachable
  %id2 = phi i64 [ 0, %unreachable ], [ %87, %leave4 ]
  %72 = add nuw nsw i64 %43, %id2
  %73 = icmp ult i64 %72, %11
  br i1 %73, label %step.preheader, label %leave4

step.preheader:                                   ; preds = %x
  br label %step

done:                                             ; preds = %44
  call void @llvm.sideeffect()
  ret void

step:                                             ; preds = %step.preheader, %step
  %74 = phi i64 [ %84, %step ], [ 0, %step.preheader ]
  %75 = phi float [ %83, %step ], [ 0.000000e+00, %step.preheader ]
  %76 = getelementptr float, ptr addrspace(1) %5, i64 %74
  %77 = mul i64 %74, %11
  %78 = getelementptr float, ptr addrspace(1) %7, i64 %77
  %79 = getelementptr float, ptr addrspace(1) %78, i64 %72
  %80 = load float, ptr addrspace(1) %76, align 4, !llvm.access.group !3
  %81 = load float, ptr addrspace(1) %79, align 4, !llvm.access.group !3
  %82 = fmul float %80, %81
  %83 = fadd float %75, %82
  %84 = add i64 %74, 1
  %85 = icmp ult i64 %84, %11
  br i1 %85, label %step, label %done3

done3:                                            ; preds = %step
  %.lcssa = phi float [ %83, %step ]
  %86 = getelementptr float, ptr addrspace(1) %9, i64 %72
  store float %.lcssa, ptr addrspace(1) %86, align 4, !llvm.access.group !3
  br label %leave4

leave4:                                           ; preds = %x, %done3
  %87 = add nuw nsw i64 %id2, 1
  %88 = icmp ult i64 %87, %19
  br i1 %88, label %x, label %69, !llvm.loop !4

chunks:                                           ; preds = %leave410, %y
  %id5 = phi i64 [ 0, %y ], [ %110, %leave410 ]
  br label %chunk

chunks.done:                                      ; preds = %leave410, %y
  %89 = icmp ult i64 %64, %67
  br i1 %89, label %chunks14, label %chunks.done15

chunk:                                            ; preds = %chunks
  store i64 poison, ptr %slot, align 8
  store i64 poison, ptr %slot11, align 8
  store <32 x float> poison, ptr %slot12, align 128
  store <32 x float> poison, ptr %slot13, align 128
  br label %x6

x6:                                               ; preds = %chunk
  %90 = add i64 %43, %id5
  store i64 %90, ptr %slot, align 8
  %91 = icmp ult i64 %90, %11
  br i1 %91, label %step.preheader7, label %leave410

step.preheader7:                                  ; preds = %x6
  store i64 0, ptr %slot11, align 8
  store <32 x float> zeroinitializer, ptr %slot12, align 128
  br label %step8

step8:                                            ; preds = %step8, %step.preheader7
  %92 = load i64, ptr %slot11, align 8
  %93 = getelementptr float, ptr addrspace(1) %5, i64 %92
  %94 = mul i64 %92, %11
  %95 = getelementptr float, ptr addrspace(1) %7, i64 %94
  %96 = load i64, ptr %slot, align 8
  %97 = getelementptr float, ptr addrspace(1) %95, i64 %96
  %98 = load float, ptr addrspace(1) %93, align 4, !llvm.access.group !3
  %99 = load <32 x float>, ptr addrspace(1) %97, align 4
  %100 = insertelement <32 x float> poison, float %98, i32 0
  %101 = shufflevector <32 x float> %100, <32 x float> poison, <32 x i32> zeroinitializer
  %102 = fmul <32 x float> %101, %99
  %103 = load <32 x float>, ptr %slot12, align 128
  %104 = fadd <32 x float> %103, %102
  %105 = add i64 %92, 1
  %106 = icmp ult i64 %105, %11
  store i64 %105, ptr %slot11, align 8
  store <32 x float> %104, ptr %slot12, align 128
  store <32 x float> %104, ptr %slot13, align 128
  br i1 %106, label %step8, label %done39

done39:                                           ; preds = %step8
  %107 = load i64, ptr %slot, align 8
  %108 = getelementptr float, ptr addrspace(1) %9, i64 %107
  %109 = load <32 x float>, ptr %slot13, align 128
  store <32 x float> %109, ptr addrspace(1) %108, align 4
  br label %leave410

leave410:                                         ; preds = %done39, %x6
  %110 = add i64 %id5, 32
  %111 = icmp ult i64 %110, %64
  br i1 %111, label %chunks, label %chunks.done

chunks14:                                         ; preds = %leave422, %chunks.done
  %id16 = phi i64 [ %64, %chunks.done ], [ %133, %leave422 ]
  br label %chunk17

chunks.done15:                                    ; preds = %leave422, %chunks.done
  %112 = icmp ult i64 %67, %61
  br i1 %112, label %chunks27, label %chunks.done28

chunk17:                                          ; preds = %chunks14
  store i64 poison, ptr %slot23, align 8
  store i64 poison, ptr %slot24, align 8
  store <16 x float> poison, ptr %slot25, align 64
  store <16 x float> poison, ptr %slot26, align 64
  br label %x18

x18:                                              ; preds = %chunk17
  %113 = add i64 %43, %id16
  store i64 %113, ptr %slot23, align 8
  %114 = icmp ult i64 %113, %11
  br i1 %114, label %step.preheader19, label %leave422

step.preheader19:                                 ; preds = %x18
  store i64 0, ptr %slot24, align 8
  store <16 x float> zeroinitializer, ptr %slot25, align 64
  br label %step20

step20:                                           ; preds = %step20, %step.preheader19
  %115 = load i64, ptr %slot24, align 8
  %116 = getelementptr float, ptr addrspace(1) %5, i64 %115
  %117 = mul i64 %115, %11
  %118 = getelementptr float, ptr addrspace(1) %7, i64 %117
  %119 = load i64, ptr %slot23, align 8
  %120 = getelementptr float, ptr addrspace(1) %118, i64 %119
  %121 = load float, ptr addrspace(1) %116, align 4, !llvm.access.group !3
  %122 = load <16 x float>, ptr addrspace(1) %120, align 4
  %123 = insertelement <16 x float> poison, float %121, i32 0
  %124 = shufflevector <16 x float> %123, <16 x float> poison, <16 x i32> zeroinitializer
  %125 = fmul <16 x float> %124, %122
  %126 = load <16 x float>, ptr %slot25, align 64
  %127 = fadd <16 x float> %126, %125
  %128 = add i64 %115, 1
  %129 = icmp ult i64 %128, %11
  store i64 %128, ptr %slot24, align 8
  store <16 x float> %127, ptr %slot25, align 64
  store <16 x float> %127, ptr %slot26, align 64
  br i1 %129, label %step20, label %done321

done321:                                          ; preds = %step20
  %130 = load i64, ptr %slot23, align 8
  %131 = getelementptr float, ptr addrspace(1) %9, i64 %130
  %132 = load <16 x float>, ptr %slot26, align 64
  store <16 x float> %132, ptr addrspace(1) %131, align 4
  br label %leave422

leave422:                                         ; preds = %done321, %x18
  %133 = add i64 %id16, 16
  %134 = icmp ult i64 %133, %67
  br i1 %134, label %chunks14, label %chunks.done15

chunks27:                                         ; preds = %chunks.done15
  %id29 = phi i64 [ %67, %chunks.done15 ]
  %135 = sub i64 %61, %id29
  %136 = trunc i64 %135 to i32
  %137 = call i32 asm sideeffect "", "=r,0"(i32 %136)
  br label %chunk30

chunks.done28:                                    ; preds = %leave435, %chunks.done15
  br label %69

chunk30:                                          ; preds = %chunks27
  %138 = insertelement <16 x i32> poison, i32 %137, i32 0
  %139 = shufflevector <16 x i32> %138, <16 x i32> poison, <16 x i32> zeroinitializer
  %140 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %139
  store i64 poison, ptr %slot36, align 8
  store i64 poison, ptr %slot37, align 8
  store <16 x float> poison, ptr %slot38, align 64
  store <16 x float> poison, ptr %slot39, align 64
  br label %x31

x31:                                              ; preds = %chunk30
  %141 = add i64 %43, %id29
  store i64 %141, ptr %slot36, align 8
  %142 = icmp ult i64 %141, %11
  br i1 %142, label %step.preheader32, label %leave435

step.preheader32:                                 ; preds = %x31
  store i64 0, ptr %slot37, align 8
  store <16 x float> zeroinitializer, ptr %slot38, align 64
  br label %step33

step33:                                           ; preds = %step33, %step.preheader32
  %143 = load i64, ptr %slot37, align 8
  %144 = getelementptr float, ptr addrspace(1) %5, i64 %143
  %145 = mul i64 %143, %11
  %146 = getelementptr float, ptr addrspace(1) %7, i64 %145
  %147 = load i64, ptr %slot36, align 8
  %148 = getelementptr float, ptr addrspace(1) %146, i64 %147
  %149 = load float, ptr addrspace(1) %144, align 4, !llvm.access.group !3
  %150 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %148, i32 4, <16 x i1> %140, <16 x float> poison)
  %151 = insertelement <16 x float> poison, float %149, i32 0
  %152 = shufflevector <16 x float> %151, <16 x float> poison, <16 x i32> zeroinitializer
  %153 = fmul <16 x float> %152, %150
  %154 = load <16 x float>, ptr %slot38, align 64
  %155 = fadd <16 x float> %154, %153
  %156 = add i64 %143, 1
  %157 = icmp ult i64 %156, %11
  store i64 %156, ptr %slot37, align 8
  store <16 x float> %155, ptr %slot38, align 64
  store <16 x float> %155, ptr %slot39, align 64
  br i1 %157, label %step33, label %done334

done334:                                          ; preds = %step33
  %158 = load i64, ptr %slot36, align 8
  %159 = getelementptr float, ptr addrspace(1) %9, i64 %158
  %160 = load <16 x float>, ptr %slot39, align 64
  call void @llvm.masked.store.v16f32.p1(<16 x float> %160, ptr addrspace(1) %159, i32 4, <16 x i1> %140)
  br label %leave435

leave435:                                         ; preds = %done334, %x31
  br label %chunks.done28
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
