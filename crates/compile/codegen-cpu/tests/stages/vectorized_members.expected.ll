; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(32) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %slot24 = alloca i64, align 8
  %slot25 = alloca ptr addrspace(1), align 8
  %slot26 = alloca ptr addrspace(1), align 8
  %slot27 = alloca i64, align 8
  %slot28 = alloca <16 x i16>, align 32
  %slot30 = alloca <16 x i16>, align 32
  %slot = alloca i64, align 8
  %slot10 = alloca ptr addrspace(1), align 8
  %slot11 = alloca ptr addrspace(1), align 8
  %slot12 = alloca i64, align 8
  %slot13 = alloca <16 x i16>, align 32
  %slot14 = alloca <16 x i16>, align 32
  %5 = load ptr addrspace(1), ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %7 = load ptr addrspace(1), ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 16
  %9 = load i64, ptr %8, align 8
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

44:                                               ; preds = %53
  %45 = add nuw nsw i64 %id, 1
  %46 = icmp ult i64 %45, %39
  br i1 %46, label %z, label %done, !llvm.loop !0

y:                                                ; preds = %z, %53
  %id1 = phi i64 [ 0, %z ], [ %54, %53 ]
  %47 = sub i64 %19, 1
  %48 = add i64 %47, 1
  %49 = sub i64 %48, 0
  %50 = urem i64 %49, 16
  %51 = sub i64 %48, %50
  %52 = icmp ult i64 0, %51
  br i1 %52, label %chunks, label %chunks.done

unreachable:                                      ; No predecessors!
  br label %x

53:                                               ; preds = %chunks.done16, %leave
  %54 = add nuw nsw i64 %id1, 1
  %55 = icmp ult i64 %54, %29
  br i1 %55, label %y, label %44, !llvm.loop !2

x:                                                ; preds = %leave, %unreachable
  %id2 = phi i64 [ 0, %unreachable ], [ %73, %leave ]
  %56 = add nuw nsw i64 %43, %id2
  %57 = getelementptr [2 x float], ptr addrspace(1) %5, i64 %56, i64 0
  %58 = getelementptr [2 x float], ptr addrspace(1) %5, i64 %56, i64 1
  br label %step

done:                                             ; preds = %44
  call void @llvm.sideeffect()
  ret void

step:                                             ; preds = %step, %x
  %59 = phi i64 [ 0, %x ], [ %66, %step ]
  %60 = mul i64 %59, %9
  %61 = getelementptr [2 x float], ptr addrspace(1) %57, i64 %60
  %62 = getelementptr [2 x float], ptr addrspace(1) %58, i64 %60
  %63 = load float, ptr addrspace(1) %61, align 4, !llvm.access.group !3
  %64 = load float, ptr addrspace(1) %62, align 4, !llvm.access.group !3
  %65 = fneg float %64
  store float %65, ptr addrspace(1) %61, align 4, !llvm.access.group !3
  store float %63, ptr addrspace(1) %62, align 4, !llvm.access.group !3
  %66 = add nuw i64 %59, 1
  %67 = icmp ult i64 %66, %11
  br i1 %67, label %step, label %done3

done3:                                            ; preds = %step
  %68 = icmp ult i64 %56, %9
  br i1 %68, label %swap, label %leave

swap:                                             ; preds = %done3
  %69 = getelementptr { float, float, float }, ptr addrspace(1) %7, i64 %56
  %70 = getelementptr { float, float, float }, ptr addrspace(1) %7, i64 %56, i32 2
  %71 = load float, ptr addrspace(1) %69, align 4, !llvm.access.group !3
  %72 = load float, ptr addrspace(1) %70, align 4, !llvm.access.group !3
  store float %72, ptr addrspace(1) %69, align 4, !llvm.access.group !3
  store float %71, ptr addrspace(1) %70, align 4, !llvm.access.group !3
  br label %leave

leave:                                            ; preds = %done3, %swap
  %73 = add nuw nsw i64 %id2, 1
  %74 = icmp ult i64 %73, %19
  br i1 %74, label %x, label %53, !llvm.loop !4

chunks:                                           ; preds = %leave9, %y
  %id4 = phi i64 [ 0, %y ], [ %158, %leave9 ]
  br label %chunk

chunks.done:                                      ; preds = %leave9, %y
  %75 = icmp ult i64 %51, %48
  br i1 %75, label %chunks15, label %chunks.done16

chunk:                                            ; preds = %chunks
  store i64 poison, ptr %slot, align 8
  store ptr addrspace(1) poison, ptr %slot10, align 8
  store ptr addrspace(1) poison, ptr %slot11, align 8
  store i64 poison, ptr %slot12, align 8
  store <16 x i16> zeroinitializer, ptr %slot13, align 32
  store <16 x i16> zeroinitializer, ptr %slot14, align 32
  br label %x5

x5:                                               ; preds = %chunk
  %76 = add i64 %43, %id4
  store i64 %76, ptr %slot, align 8
  %77 = getelementptr [2 x float], ptr addrspace(1) %5, i64 %76, i64 0
  store ptr addrspace(1) %77, ptr %slot10, align 8
  %78 = getelementptr [2 x float], ptr addrspace(1) %5, i64 %76, i64 1
  store ptr addrspace(1) %78, ptr %slot11, align 8
  store i64 0, ptr %slot12, align 8
  br label %step6

step6:                                            ; preds = %step6, %x5
  %79 = load i64, ptr %slot12, align 8
  %80 = mul i64 %79, %9
  %81 = load ptr addrspace(1), ptr %slot10, align 8
  %82 = getelementptr [2 x float], ptr addrspace(1) %81, i64 %80
  %83 = load ptr addrspace(1), ptr %slot11, align 8
  %84 = getelementptr [2 x float], ptr addrspace(1) %83, i64 %80
  %85 = getelementptr float, ptr addrspace(1) %82, i64 0
  %86 = load <16 x float>, ptr addrspace(1) %85, align 4
  %87 = getelementptr float, ptr addrspace(1) %82, i64 16
  %88 = load <16 x float>, ptr addrspace(1) %87, align 4
  %89 = shufflevector <16 x float> %86, <16 x float> %88, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %90 = shufflevector <16 x float> %86, <16 x float> %88, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %91 = fneg <16 x float> %90
  %92 = getelementptr float, ptr addrspace(1) %84, i64 -1
  %93 = shufflevector <16 x float> %91, <16 x float> %89, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %94 = shufflevector <16 x float> %91, <16 x float> %89, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %95 = getelementptr float, ptr addrspace(1) %92, i64 0
  store <16 x float> %93, ptr addrspace(1) %95, align 4
  %96 = getelementptr float, ptr addrspace(1) %92, i64 16
  store <16 x float> %94, ptr addrspace(1) %96, align 4
  %97 = add nuw i64 %79, 1
  %98 = icmp ult i64 %97, %11
  store i64 %97, ptr %slot12, align 8
  br i1 %98, label %step6, label %done37

done37:                                           ; preds = %step6
  %99 = load i64, ptr %slot, align 8
  %100 = call i64 @llvm.usub.sat.i64(i64 %9, i64 %99)
  %101 = call i64 @llvm.umin.i64(i64 %100, i64 16)
  %102 = trunc i64 %101 to i32
  %103 = insertelement <16 x i32> poison, i32 %102, i32 0
  %104 = shufflevector <16 x i32> %103, <16 x i32> poison, <16 x i32> zeroinitializer
  %105 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %104
  %106 = sext <16 x i1> %105 to <16 x i16>
  store <16 x i16> %106, ptr %slot13, align 32
  %107 = xor <16 x i1> %105, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %108 = load <16 x i16>, ptr %slot13, align 32
  %109 = icmp slt <16 x i16> %108, zeroinitializer
  %110 = bitcast <16 x i1> %109 to i16
  %111 = icmp ne i16 %110, 0
  br i1 %111, label %swap8, label %nobody

swap8:                                            ; preds = %done37
  %112 = load <16 x i16>, ptr %slot13, align 32
  %113 = icmp slt <16 x i16> %112, zeroinitializer
  %114 = sext <16 x i1> %113 to <16 x i16>
  store <16 x i16> %114, ptr %slot14, align 32
  %115 = load i64, ptr %slot, align 8
  %116 = getelementptr { float, float, float }, ptr addrspace(1) %7, i64 %115
  %117 = getelementptr { float, float, float }, ptr addrspace(1) %7, i64 %115, i32 2
  %118 = sext <16 x i1> %113 to <16 x i16>
  %119 = shufflevector <16 x i16> %118, <16 x i16> zeroinitializer, <16 x i32> <i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 5>
  %120 = icmp slt <16 x i16> %119, zeroinitializer
  %121 = getelementptr float, ptr addrspace(1) %116, i64 0
  %122 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %121, i32 4, <16 x i1> %120, <16 x float> poison)
  %123 = sext <16 x i1> %113 to <16 x i16>
  %124 = shufflevector <16 x i16> %123, <16 x i16> zeroinitializer, <16 x i32> <i32 5, i32 5, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 8, i32 8, i32 8, i32 9, i32 9, i32 9, i32 10, i32 10>
  %125 = icmp slt <16 x i16> %124, zeroinitializer
  %126 = getelementptr float, ptr addrspace(1) %116, i64 16
  %127 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %126, i32 4, <16 x i1> %125, <16 x float> poison)
  %128 = sext <16 x i1> %113 to <16 x i16>
  %129 = shufflevector <16 x i16> %128, <16 x i16> zeroinitializer, <16 x i32> <i32 10, i32 11, i32 11, i32 11, i32 12, i32 12, i32 12, i32 13, i32 13, i32 13, i32 14, i32 14, i32 14, i32 15, i32 15, i32 15>
  %130 = icmp slt <16 x i16> %129, zeroinitializer
  %131 = getelementptr float, ptr addrspace(1) %116, i64 32
  %132 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %131, i32 4, <16 x i1> %130, <16 x float> poison)
  %133 = shufflevector <16 x float> %122, <16 x float> %127, <16 x i32> <i32 0, i32 3, i32 6, i32 9, i32 12, i32 15, i32 18, i32 21, i32 24, i32 27, i32 30, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %134 = shufflevector <16 x float> %133, <16 x float> %132, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 17, i32 20, i32 23, i32 26, i32 29>
  %135 = shufflevector <16 x float> %122, <16 x float> %127, <16 x i32> <i32 1, i32 4, i32 7, i32 10, i32 13, i32 16, i32 19, i32 22, i32 25, i32 28, i32 31, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %136 = shufflevector <16 x float> %135, <16 x float> %132, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 18, i32 21, i32 24, i32 27, i32 30>
  %137 = shufflevector <16 x float> %122, <16 x float> %127, <16 x i32> <i32 2, i32 5, i32 8, i32 11, i32 14, i32 17, i32 20, i32 23, i32 26, i32 29, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %138 = shufflevector <16 x float> %137, <16 x float> %132, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 16, i32 19, i32 22, i32 25, i32 28, i32 31>
  %139 = getelementptr float, ptr addrspace(1) %117, i64 -2
  %140 = shufflevector <16 x float> %138, <16 x float> poison, <16 x i32> <i32 0, i32 16, i32 poison, i32 1, i32 17, i32 poison, i32 2, i32 18, i32 poison, i32 3, i32 19, i32 poison, i32 4, i32 20, i32 poison, i32 5>
  %141 = shufflevector <16 x float> %140, <16 x float> %134, <16 x i32> <i32 0, i32 1, i32 16, i32 3, i32 4, i32 17, i32 6, i32 7, i32 18, i32 9, i32 10, i32 19, i32 12, i32 13, i32 20, i32 15>
  %142 = shufflevector <16 x float> %138, <16 x float> poison, <16 x i32> <i32 21, i32 poison, i32 6, i32 22, i32 poison, i32 7, i32 23, i32 poison, i32 8, i32 24, i32 poison, i32 9, i32 25, i32 poison, i32 10, i32 26>
  %143 = shufflevector <16 x float> %142, <16 x float> %134, <16 x i32> <i32 0, i32 21, i32 2, i32 3, i32 22, i32 5, i32 6, i32 23, i32 8, i32 9, i32 24, i32 11, i32 12, i32 25, i32 14, i32 15>
  %144 = shufflevector <16 x float> %138, <16 x float> poison, <16 x i32> <i32 poison, i32 11, i32 27, i32 poison, i32 12, i32 28, i32 poison, i32 13, i32 29, i32 poison, i32 14, i32 30, i32 poison, i32 15, i32 31, i32 poison>
  %145 = shufflevector <16 x float> %144, <16 x float> %134, <16 x i32> <i32 26, i32 1, i32 2, i32 27, i32 4, i32 5, i32 28, i32 7, i32 8, i32 29, i32 10, i32 11, i32 30, i32 13, i32 14, i32 31>
  %146 = sext <16 x i1> %113 to <16 x i16>
  %147 = shufflevector <16 x i16> %146, <16 x i16> zeroinitializer, <16 x i32> <i32 0, i32 16, i32 0, i32 1, i32 16, i32 1, i32 2, i32 16, i32 2, i32 3, i32 16, i32 3, i32 4, i32 16, i32 4, i32 5>
  %148 = icmp slt <16 x i16> %147, zeroinitializer
  %149 = getelementptr float, ptr addrspace(1) %139, i64 0
  call void @llvm.masked.store.v16f32.p1(<16 x float> %141, ptr addrspace(1) %149, i32 4, <16 x i1> %148)
  %150 = sext <16 x i1> %113 to <16 x i16>
  %151 = shufflevector <16 x i16> %150, <16 x i16> zeroinitializer, <16 x i32> <i32 16, i32 5, i32 6, i32 16, i32 6, i32 7, i32 16, i32 7, i32 8, i32 16, i32 8, i32 9, i32 16, i32 9, i32 10, i32 16>
  %152 = icmp slt <16 x i16> %151, zeroinitializer
  %153 = getelementptr float, ptr addrspace(1) %139, i64 16
  call void @llvm.masked.store.v16f32.p1(<16 x float> %143, ptr addrspace(1) %153, i32 4, <16 x i1> %152)
  %154 = sext <16 x i1> %113 to <16 x i16>
  %155 = shufflevector <16 x i16> %154, <16 x i16> zeroinitializer, <16 x i32> <i32 10, i32 11, i32 16, i32 11, i32 12, i32 16, i32 12, i32 13, i32 16, i32 13, i32 14, i32 16, i32 14, i32 15, i32 16, i32 15>
  %156 = icmp slt <16 x i16> %155, zeroinitializer
  %157 = getelementptr float, ptr addrspace(1) %139, i64 32
  call void @llvm.masked.store.v16f32.p1(<16 x float> %145, ptr addrspace(1) %157, i32 4, <16 x i1> %156)
  br label %leave9

leave9:                                           ; preds = %swap8, %nobody
  %158 = add i64 %id4, 16
  %159 = icmp ult i64 %158, %51
  br i1 %159, label %chunks, label %chunks.done

nobody:                                           ; preds = %done37
  br label %leave9

chunks15:                                         ; preds = %chunks.done
  %id17 = phi i64 [ %51, %chunks.done ]
  %160 = sub i64 %48, %id17
  %161 = trunc i64 %160 to i32
  %162 = call i32 asm sideeffect "", "=r,0"(i32 %161)
  br label %chunk18

chunks.done16:                                    ; preds = %leave23, %chunks.done
  br label %53

chunk18:                                          ; preds = %chunks15
  %163 = insertelement <16 x i32> poison, i32 %162, i32 0
  %164 = shufflevector <16 x i32> %163, <16 x i32> poison, <16 x i32> zeroinitializer
  %165 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %164
  store i64 poison, ptr %slot24, align 8
  store ptr addrspace(1) poison, ptr %slot25, align 8
  store ptr addrspace(1) poison, ptr %slot26, align 8
  store i64 poison, ptr %slot27, align 8
  store <16 x i16> zeroinitializer, ptr %slot28, align 32
  store <16 x i16> zeroinitializer, ptr %slot30, align 32
  br label %x19

x19:                                              ; preds = %chunk18
  %166 = add i64 %43, %id17
  store i64 %166, ptr %slot24, align 8
  %167 = getelementptr [2 x float], ptr addrspace(1) %5, i64 %166, i64 0
  store ptr addrspace(1) %167, ptr %slot25, align 8
  %168 = getelementptr [2 x float], ptr addrspace(1) %5, i64 %166, i64 1
  store ptr addrspace(1) %168, ptr %slot26, align 8
  store i64 0, ptr %slot27, align 8
  br label %step20

step20:                                           ; preds = %step20, %x19
  %169 = load i64, ptr %slot27, align 8
  %170 = mul i64 %169, %9
  %171 = load ptr addrspace(1), ptr %slot25, align 8
  %172 = getelementptr [2 x float], ptr addrspace(1) %171, i64 %170
  %173 = load ptr addrspace(1), ptr %slot26, align 8
  %174 = getelementptr [2 x float], ptr addrspace(1) %173, i64 %170
  %175 = sext <16 x i1> %165 to <16 x i16>
  %176 = shufflevector <16 x i16> %175, <16 x i16> zeroinitializer, <16 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3, i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7>
  %177 = icmp slt <16 x i16> %176, zeroinitializer
  %178 = getelementptr float, ptr addrspace(1) %172, i64 0
  %179 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %178, i32 4, <16 x i1> %177, <16 x float> poison)
  %180 = sext <16 x i1> %165 to <16 x i16>
  %181 = shufflevector <16 x i16> %180, <16 x i16> zeroinitializer, <16 x i32> <i32 8, i32 8, i32 9, i32 9, i32 10, i32 10, i32 11, i32 11, i32 12, i32 12, i32 13, i32 13, i32 14, i32 14, i32 15, i32 15>
  %182 = icmp slt <16 x i16> %181, zeroinitializer
  %183 = getelementptr float, ptr addrspace(1) %172, i64 16
  %184 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %183, i32 4, <16 x i1> %182, <16 x float> poison)
  %185 = shufflevector <16 x float> %179, <16 x float> %184, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %186 = shufflevector <16 x float> %179, <16 x float> %184, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %187 = fneg <16 x float> %186
  %188 = getelementptr float, ptr addrspace(1) %174, i64 -1
  %189 = shufflevector <16 x float> %187, <16 x float> %185, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %190 = shufflevector <16 x float> %187, <16 x float> %185, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %191 = sext <16 x i1> %165 to <16 x i16>
  %192 = shufflevector <16 x i16> %191, <16 x i16> zeroinitializer, <16 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3, i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7>
  %193 = icmp slt <16 x i16> %192, zeroinitializer
  %194 = getelementptr float, ptr addrspace(1) %188, i64 0
  call void @llvm.masked.store.v16f32.p1(<16 x float> %189, ptr addrspace(1) %194, i32 4, <16 x i1> %193)
  %195 = sext <16 x i1> %165 to <16 x i16>
  %196 = shufflevector <16 x i16> %195, <16 x i16> zeroinitializer, <16 x i32> <i32 8, i32 8, i32 9, i32 9, i32 10, i32 10, i32 11, i32 11, i32 12, i32 12, i32 13, i32 13, i32 14, i32 14, i32 15, i32 15>
  %197 = icmp slt <16 x i16> %196, zeroinitializer
  %198 = getelementptr float, ptr addrspace(1) %188, i64 16
  call void @llvm.masked.store.v16f32.p1(<16 x float> %190, ptr addrspace(1) %198, i32 4, <16 x i1> %197)
  %199 = add nuw i64 %169, 1
  %200 = icmp ult i64 %199, %11
  store i64 %199, ptr %slot27, align 8
  br i1 %200, label %step20, label %done321

done321:                                          ; preds = %step20
  %201 = load i64, ptr %slot24, align 8
  %202 = call i64 @llvm.usub.sat.i64(i64 %9, i64 %201)
  %203 = call i64 @llvm.umin.i64(i64 %202, i64 16)
  %204 = trunc i64 %203 to i32
  %205 = insertelement <16 x i32> poison, i32 %204, i32 0
  %206 = shufflevector <16 x i32> %205, <16 x i32> poison, <16 x i32> zeroinitializer
  %207 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %206
  %208 = select <16 x i1> %165, <16 x i1> %207, <16 x i1> zeroinitializer
  %209 = sext <16 x i1> %208 to <16 x i16>
  store <16 x i16> %209, ptr %slot28, align 32
  %210 = xor <16 x i1> %207, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %211 = select <16 x i1> %165, <16 x i1> %210, <16 x i1> zeroinitializer
  %212 = load <16 x i16>, ptr %slot28, align 32
  %213 = icmp slt <16 x i16> %212, zeroinitializer
  %214 = bitcast <16 x i1> %213 to i16
  %215 = icmp ne i16 %214, 0
  br i1 %215, label %swap22, label %nobody29

swap22:                                           ; preds = %done321
  %216 = load <16 x i16>, ptr %slot28, align 32
  %217 = icmp slt <16 x i16> %216, zeroinitializer
  %218 = sext <16 x i1> %217 to <16 x i16>
  store <16 x i16> %218, ptr %slot30, align 32
  %219 = load i64, ptr %slot24, align 8
  %220 = getelementptr { float, float, float }, ptr addrspace(1) %7, i64 %219
  %221 = getelementptr { float, float, float }, ptr addrspace(1) %7, i64 %219, i32 2
  %222 = sext <16 x i1> %217 to <16 x i16>
  %223 = shufflevector <16 x i16> %222, <16 x i16> zeroinitializer, <16 x i32> <i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 5>
  %224 = icmp slt <16 x i16> %223, zeroinitializer
  %225 = getelementptr float, ptr addrspace(1) %220, i64 0
  %226 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %225, i32 4, <16 x i1> %224, <16 x float> poison)
  %227 = sext <16 x i1> %217 to <16 x i16>
  %228 = shufflevector <16 x i16> %227, <16 x i16> zeroinitializer, <16 x i32> <i32 5, i32 5, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 8, i32 8, i32 8, i32 9, i32 9, i32 9, i32 10, i32 10>
  %229 = icmp slt <16 x i16> %228, zeroinitializer
  %230 = getelementptr float, ptr addrspace(1) %220, i64 16
  %231 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %230, i32 4, <16 x i1> %229, <16 x float> poison)
  %232 = sext <16 x i1> %217 to <16 x i16>
  %233 = shufflevector <16 x i16> %232, <16 x i16> zeroinitializer, <16 x i32> <i32 10, i32 11, i32 11, i32 11, i32 12, i32 12, i32 12, i32 13, i32 13, i32 13, i32 14, i32 14, i32 14, i32 15, i32 15, i32 15>
  %234 = icmp slt <16 x i16> %233, zeroinitializer
  %235 = getelementptr float, ptr addrspace(1) %220, i64 32
  %236 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %235, i32 4, <16 x i1> %234, <16 x float> poison)
  %237 = shufflevector <16 x float> %226, <16 x float> %231, <16 x i32> <i32 0, i32 3, i32 6, i32 9, i32 12, i32 15, i32 18, i32 21, i32 24, i32 27, i32 30, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %238 = shufflevector <16 x float> %237, <16 x float> %236, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 17, i32 20, i32 23, i32 26, i32 29>
  %239 = shufflevector <16 x float> %226, <16 x float> %231, <16 x i32> <i32 1, i32 4, i32 7, i32 10, i32 13, i32 16, i32 19, i32 22, i32 25, i32 28, i32 31, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %240 = shufflevector <16 x float> %239, <16 x float> %236, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 18, i32 21, i32 24, i32 27, i32 30>
  %241 = shufflevector <16 x float> %226, <16 x float> %231, <16 x i32> <i32 2, i32 5, i32 8, i32 11, i32 14, i32 17, i32 20, i32 23, i32 26, i32 29, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %242 = shufflevector <16 x float> %241, <16 x float> %236, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 16, i32 19, i32 22, i32 25, i32 28, i32 31>
  %243 = getelementptr float, ptr addrspace(1) %221, i64 -2
  %244 = shufflevector <16 x float> %242, <16 x float> poison, <16 x i32> <i32 0, i32 16, i32 poison, i32 1, i32 17, i32 poison, i32 2, i32 18, i32 poison, i32 3, i32 19, i32 poison, i32 4, i32 20, i32 poison, i32 5>
  %245 = shufflevector <16 x float> %244, <16 x float> %238, <16 x i32> <i32 0, i32 1, i32 16, i32 3, i32 4, i32 17, i32 6, i32 7, i32 18, i32 9, i32 10, i32 19, i32 12, i32 13, i32 20, i32 15>
  %246 = shufflevector <16 x float> %242, <16 x float> poison, <16 x i32> <i32 21, i32 poison, i32 6, i32 22, i32 poison, i32 7, i32 23, i32 poison, i32 8, i32 24, i32 poison, i32 9, i32 25, i32 poison, i32 10, i32 26>
  %247 = shufflevector <16 x float> %246, <16 x float> %238, <16 x i32> <i32 0, i32 21, i32 2, i32 3, i32 22, i32 5, i32 6, i32 23, i32 8, i32 9, i32 24, i32 11, i32 12, i32 25, i32 14, i32 15>
  %248 = shufflevector <16 x float> %242, <16 x float> poison, <16 x i32> <i32 poison, i32 11, i32 27, i32 poison, i32 12, i32 28, i32 poison, i32 13, i32 29, i32 poison, i32 14, i32 30, i32 poison, i32 15, i32 31, i32 poison>
  %249 = shufflevector <16 x float> %248, <16 x float> %238, <16 x i32> <i32 26, i32 1, i32 2, i32 27, i32 4, i32 5, i32 28, i32 7, i32 8, i32 29, i32 10, i32 11, i32 30, i32 13, i32 14, i32 31>
  %250 = sext <16 x i1> %217 to <16 x i16>
  %251 = shufflevector <16 x i16> %250, <16 x i16> zeroinitializer, <16 x i32> <i32 0, i32 16, i32 0, i32 1, i32 16, i32 1, i32 2, i32 16, i32 2, i32 3, i32 16, i32 3, i32 4, i32 16, i32 4, i32 5>
  %252 = icmp slt <16 x i16> %251, zeroinitializer
  %253 = getelementptr float, ptr addrspace(1) %243, i64 0
  call void @llvm.masked.store.v16f32.p1(<16 x float> %245, ptr addrspace(1) %253, i32 4, <16 x i1> %252)
  %254 = sext <16 x i1> %217 to <16 x i16>
  %255 = shufflevector <16 x i16> %254, <16 x i16> zeroinitializer, <16 x i32> <i32 16, i32 5, i32 6, i32 16, i32 6, i32 7, i32 16, i32 7, i32 8, i32 16, i32 8, i32 9, i32 16, i32 9, i32 10, i32 16>
  %256 = icmp slt <16 x i16> %255, zeroinitializer
  %257 = getelementptr float, ptr addrspace(1) %243, i64 16
  call void @llvm.masked.store.v16f32.p1(<16 x float> %247, ptr addrspace(1) %257, i32 4, <16 x i1> %256)
  %258 = sext <16 x i1> %217 to <16 x i16>
  %259 = shufflevector <16 x i16> %258, <16 x i16> zeroinitializer, <16 x i32> <i32 10, i32 11, i32 16, i32 11, i32 12, i32 16, i32 12, i32 13, i32 16, i32 13, i32 14, i32 16, i32 14, i32 15, i32 16, i32 15>
  %260 = icmp slt <16 x i16> %259, zeroinitializer
  %261 = getelementptr float, ptr addrspace(1) %243, i64 32
  call void @llvm.masked.store.v16f32.p1(<16 x float> %249, ptr addrspace(1) %261, i32 4, <16 x i1> %260)
  br label %leave23

leave23:                                          ; preds = %swap22, %nobody29
  br label %chunks.done16

nobody29:                                         ; preds = %done321
  br label %leave23
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
