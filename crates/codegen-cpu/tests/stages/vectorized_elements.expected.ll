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
  %slot36 = alloca <16 x i64>, align 128
  %slot = alloca i64, align 8
  %slot10 = alloca <16 x i16>, align 32
  %slot11 = alloca <16 x i16>, align 32
  %slot12 = alloca ptr addrspace(1), align 8
  %slot13 = alloca <16 x i16>, align 32
  %slot14 = alloca <16 x float>, align 64
  %slot15 = alloca <16 x float>, align 64
  %slot16 = alloca <16 x i64>, align 128
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
  %id2 = phi i64 [ 0, %unreachable ], [ %75, %leave ]
  %52 = add nuw nsw i64 %39, %id2
  %53 = icmp ult i64 %52, %7
  br i1 %53, label %body, label %leave

done:                                             ; preds = %40
  call void @llvm.sideeffect()
  ret void

body:                                             ; preds = %x
  %54 = getelementptr <2 x float>, ptr addrspace(1) %5, i64 %52
  %55 = getelementptr i8, ptr addrspace(1) %54, i64 4
  %56 = load float, ptr addrspace(1) %54, align 8, !llvm.access.group !3
  %57 = load float, ptr addrspace(1) %55, align 4, !llvm.access.group !3
  br label %loop

loop:                                             ; preds = %loop, %body
  %58 = phi float [ %56, %body ], [ %70, %loop ]
  %59 = phi float [ %57, %body ], [ %73, %loop ]
  %60 = fmul float %58, 5.000000e-01
  %61 = fmul float %59, 2.500000e-01
  %62 = bitcast float %61 to i32
  %63 = bitcast float %60 to i32
  %64 = zext i32 %62 to i64
  %65 = zext i32 %63 to i64
  %66 = shl nuw i64 %65, 32
  %67 = or disjoint i64 %66, %64
  %68 = and i64 %67, 4611686015206162431
  %69 = trunc i64 %68 to i32
  %70 = bitcast i32 %69 to float
  %71 = lshr i64 %68, 32
  %72 = trunc nuw nsw i64 %71 to i32
  %73 = bitcast i32 %72 to float
  %74 = fcmp ogt float %70, 1.000000e+00
  br i1 %74, label %loop, label %done3

done3:                                            ; preds = %loop
  %.lcssa = phi i64 [ %68, %loop ]
  store i64 %.lcssa, ptr addrspace(1) %54, align 8, !llvm.access.group !3
  br label %leave

leave:                                            ; preds = %x, %done3
  %75 = add nuw nsw i64 %id2, 1
  %76 = icmp ult i64 %75, %15
  br i1 %76, label %x, label %49, !llvm.loop !4

chunks:                                           ; preds = %leave9, %y
  %id4 = phi i64 [ 0, %y ], [ %143, %leave9 ]
  br label %chunk

chunks.done:                                      ; preds = %leave9, %y
  %77 = icmp ult i64 %47, %44
  br i1 %77, label %chunks19, label %chunks.done20

chunk:                                            ; preds = %chunks
  store i64 poison, ptr %slot, align 8
  store <16 x i16> zeroinitializer, ptr %slot10, align 32
  store <16 x i16> zeroinitializer, ptr %slot11, align 32
  store ptr addrspace(1) poison, ptr %slot12, align 8
  store <16 x i16> zeroinitializer, ptr %slot13, align 32
  store <16 x float> poison, ptr %slot14, align 64
  store <16 x float> poison, ptr %slot15, align 64
  store <16 x i64> poison, ptr %slot16, align 128
  br label %x5

x5:                                               ; preds = %chunk
  %78 = add i64 %39, %id4
  store i64 %78, ptr %slot, align 8
  %79 = call i64 @llvm.usub.sat.i64(i64 %7, i64 %78)
  %80 = call i64 @llvm.umin.i64(i64 %79, i64 16)
  %81 = trunc i64 %80 to i32
  %82 = insertelement <16 x i32> poison, i32 %81, i32 0
  %83 = shufflevector <16 x i32> %82, <16 x i32> poison, <16 x i32> zeroinitializer
  %84 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %83
  %85 = sext <16 x i1> %84 to <16 x i16>
  store <16 x i16> %85, ptr %slot10, align 32
  %86 = xor <16 x i1> %84, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  br label %body6

body6:                                            ; preds = %x5
  %87 = load <16 x i16>, ptr %slot10, align 32
  %88 = icmp slt <16 x i16> %87, zeroinitializer
  %89 = sext <16 x i1> %88 to <16 x i16>
  store <16 x i16> %89, ptr %slot11, align 32
  %90 = load i64, ptr %slot, align 8
  %91 = getelementptr <2 x float>, ptr addrspace(1) %5, i64 %90
  store ptr addrspace(1) %91, ptr %slot12, align 8
  %92 = getelementptr i8, ptr addrspace(1) %91, i64 4
  %93 = sext <16 x i1> %88 to <16 x i16>
  %94 = shufflevector <16 x i16> %93, <16 x i16> zeroinitializer, <16 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3, i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7>
  %95 = icmp slt <16 x i16> %94, zeroinitializer
  %96 = getelementptr float, ptr addrspace(1) %91, i64 0
  %97 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %96, i32 4, <16 x i1> %95, <16 x float> poison)
  %98 = sext <16 x i1> %88 to <16 x i16>
  %99 = shufflevector <16 x i16> %98, <16 x i16> zeroinitializer, <16 x i32> <i32 8, i32 8, i32 9, i32 9, i32 10, i32 10, i32 11, i32 11, i32 12, i32 12, i32 13, i32 13, i32 14, i32 14, i32 15, i32 15>
  %100 = icmp slt <16 x i16> %99, zeroinitializer
  %101 = getelementptr float, ptr addrspace(1) %91, i64 16
  %102 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %101, i32 4, <16 x i1> %100, <16 x float> poison)
  %103 = shufflevector <16 x float> %97, <16 x float> %102, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %104 = shufflevector <16 x float> %97, <16 x float> %102, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %105 = sext <16 x i1> %88 to <16 x i16>
  store <16 x i16> %105, ptr %slot13, align 32
  store <16 x float> %103, ptr %slot14, align 64
  store <16 x float> %104, ptr %slot15, align 64
  %106 = load <16 x i16>, ptr %slot13, align 32
  %107 = icmp slt <16 x i16> %106, zeroinitializer
  %108 = bitcast <16 x i1> %107 to i16
  %109 = icmp ne i16 %108, 0
  br i1 %109, label %loop7, label %nobody

loop7:                                            ; preds = %loop7, %body6
  %110 = load <16 x float>, ptr %slot14, align 64
  %111 = fmul <16 x float> %110, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %112 = load <16 x float>, ptr %slot15, align 64
  %113 = fmul <16 x float> %112, <float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01>
  %114 = bitcast <16 x float> %113 to <16 x i32>
  %115 = bitcast <16 x float> %111 to <16 x i32>
  %116 = zext <16 x i32> %114 to <16 x i64>
  %117 = zext <16 x i32> %115 to <16 x i64>
  %118 = shl nuw <16 x i64> %117, <i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32>
  %119 = or <16 x i64> %118, %116
  %120 = and <16 x i64> %119, <i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431>
  %121 = trunc <16 x i64> %120 to <16 x i32>
  %122 = bitcast <16 x i32> %121 to <16 x float>
  %123 = lshr <16 x i64> %120, <i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32>
  %124 = trunc <16 x i64> %123 to <16 x i32>
  %125 = bitcast <16 x i32> %124 to <16 x float>
  %126 = fcmp ogt <16 x float> %122, <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>
  %127 = load <16 x i16>, ptr %slot13, align 32
  %128 = icmp slt <16 x i16> %127, zeroinitializer
  %129 = select <16 x i1> %128, <16 x i1> %126, <16 x i1> zeroinitializer
  %130 = sext <16 x i1> %129 to <16 x i16>
  store <16 x i16> %130, ptr %slot13, align 32
  %131 = xor <16 x i1> %126, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %132 = select <16 x i1> %128, <16 x i1> %131, <16 x i1> zeroinitializer
  store <16 x float> %122, ptr %slot14, align 64
  store <16 x float> %125, ptr %slot15, align 64
  %133 = load <16 x i64>, ptr %slot16, align 128
  %134 = select <16 x i1> %132, <16 x i64> %120, <16 x i64> %133
  store <16 x i64> %134, ptr %slot16, align 128
  %135 = load <16 x i16>, ptr %slot13, align 32
  %136 = icmp slt <16 x i16> %135, zeroinitializer
  %137 = bitcast <16 x i1> %136 to i16
  %138 = icmp ne i16 %137, 0
  br i1 %138, label %loop7, label %nobody17

done38:                                           ; preds = %nobody17
  %139 = load <16 x i16>, ptr %slot11, align 32
  %140 = icmp slt <16 x i16> %139, zeroinitializer
  %141 = load <16 x i64>, ptr %slot16, align 128
  %142 = load ptr addrspace(1), ptr %slot12, align 8
  call void @llvm.masked.store.v16i64.p1(<16 x i64> %141, ptr addrspace(1) %142, i32 8, <16 x i1> %140)
  br label %leave9

leave9:                                           ; preds = %done38, %nobody18, %nobody
  %143 = add i64 %id4, 16
  %144 = icmp ult i64 %143, %47
  br i1 %144, label %chunks, label %chunks.done

nobody:                                           ; preds = %body6
  br label %leave9

nobody17:                                         ; preds = %loop7
  %145 = load <16 x i16>, ptr %slot11, align 32
  %146 = icmp slt <16 x i16> %145, zeroinitializer
  %147 = bitcast <16 x i1> %146 to i16
  %148 = icmp ne i16 %147, 0
  br i1 %148, label %done38, label %nobody18

nobody18:                                         ; preds = %nobody17
  br label %leave9

chunks19:                                         ; preds = %chunks.done
  %id21 = phi i64 [ %47, %chunks.done ]
  %149 = sub i64 %44, %id21
  %150 = trunc i64 %149 to i32
  %151 = call i32 asm sideeffect "", "=r,0"(i32 %150)
  br label %chunk22

chunks.done20:                                    ; preds = %leave27, %chunks.done
  br label %49

chunk22:                                          ; preds = %chunks19
  %152 = insertelement <16 x i32> poison, i32 %151, i32 0
  %153 = shufflevector <16 x i32> %152, <16 x i32> poison, <16 x i32> zeroinitializer
  %154 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %153
  store i64 poison, ptr %slot28, align 8
  store <16 x i16> zeroinitializer, ptr %slot29, align 32
  store <16 x i16> zeroinitializer, ptr %slot30, align 32
  store ptr addrspace(1) poison, ptr %slot31, align 8
  store <16 x i16> zeroinitializer, ptr %slot32, align 32
  store <16 x float> poison, ptr %slot33, align 64
  store <16 x float> poison, ptr %slot34, align 64
  store <16 x i64> poison, ptr %slot36, align 128
  br label %x23

x23:                                              ; preds = %chunk22
  %155 = add i64 %39, %id21
  store i64 %155, ptr %slot28, align 8
  %156 = call i64 @llvm.usub.sat.i64(i64 %7, i64 %155)
  %157 = call i64 @llvm.umin.i64(i64 %156, i64 16)
  %158 = trunc i64 %157 to i32
  %159 = insertelement <16 x i32> poison, i32 %158, i32 0
  %160 = shufflevector <16 x i32> %159, <16 x i32> poison, <16 x i32> zeroinitializer
  %161 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %160
  %162 = select <16 x i1> %154, <16 x i1> %161, <16 x i1> zeroinitializer
  %163 = sext <16 x i1> %162 to <16 x i16>
  store <16 x i16> %163, ptr %slot29, align 32
  %164 = xor <16 x i1> %161, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %165 = select <16 x i1> %154, <16 x i1> %164, <16 x i1> zeroinitializer
  br label %body24

body24:                                           ; preds = %x23
  %166 = load <16 x i16>, ptr %slot29, align 32
  %167 = icmp slt <16 x i16> %166, zeroinitializer
  %168 = sext <16 x i1> %167 to <16 x i16>
  store <16 x i16> %168, ptr %slot30, align 32
  %169 = load i64, ptr %slot28, align 8
  %170 = getelementptr <2 x float>, ptr addrspace(1) %5, i64 %169
  store ptr addrspace(1) %170, ptr %slot31, align 8
  %171 = getelementptr i8, ptr addrspace(1) %170, i64 4
  %172 = sext <16 x i1> %167 to <16 x i16>
  %173 = shufflevector <16 x i16> %172, <16 x i16> zeroinitializer, <16 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3, i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7>
  %174 = icmp slt <16 x i16> %173, zeroinitializer
  %175 = getelementptr float, ptr addrspace(1) %170, i64 0
  %176 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %175, i32 4, <16 x i1> %174, <16 x float> poison)
  %177 = sext <16 x i1> %167 to <16 x i16>
  %178 = shufflevector <16 x i16> %177, <16 x i16> zeroinitializer, <16 x i32> <i32 8, i32 8, i32 9, i32 9, i32 10, i32 10, i32 11, i32 11, i32 12, i32 12, i32 13, i32 13, i32 14, i32 14, i32 15, i32 15>
  %179 = icmp slt <16 x i16> %178, zeroinitializer
  %180 = getelementptr float, ptr addrspace(1) %170, i64 16
  %181 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %180, i32 4, <16 x i1> %179, <16 x float> poison)
  %182 = shufflevector <16 x float> %176, <16 x float> %181, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %183 = shufflevector <16 x float> %176, <16 x float> %181, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %184 = sext <16 x i1> %167 to <16 x i16>
  store <16 x i16> %184, ptr %slot32, align 32
  store <16 x float> %182, ptr %slot33, align 64
  store <16 x float> %183, ptr %slot34, align 64
  %185 = load <16 x i16>, ptr %slot32, align 32
  %186 = icmp slt <16 x i16> %185, zeroinitializer
  %187 = bitcast <16 x i1> %186 to i16
  %188 = icmp ne i16 %187, 0
  br i1 %188, label %loop25, label %nobody35

loop25:                                           ; preds = %loop25, %body24
  %189 = load <16 x float>, ptr %slot33, align 64
  %190 = fmul <16 x float> %189, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %191 = load <16 x float>, ptr %slot34, align 64
  %192 = fmul <16 x float> %191, <float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01>
  %193 = bitcast <16 x float> %192 to <16 x i32>
  %194 = bitcast <16 x float> %190 to <16 x i32>
  %195 = zext <16 x i32> %193 to <16 x i64>
  %196 = zext <16 x i32> %194 to <16 x i64>
  %197 = shl nuw <16 x i64> %196, <i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32>
  %198 = or <16 x i64> %197, %195
  %199 = and <16 x i64> %198, <i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431>
  %200 = trunc <16 x i64> %199 to <16 x i32>
  %201 = bitcast <16 x i32> %200 to <16 x float>
  %202 = lshr <16 x i64> %199, <i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32>
  %203 = trunc <16 x i64> %202 to <16 x i32>
  %204 = bitcast <16 x i32> %203 to <16 x float>
  %205 = fcmp ogt <16 x float> %201, <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>
  %206 = load <16 x i16>, ptr %slot32, align 32
  %207 = icmp slt <16 x i16> %206, zeroinitializer
  %208 = select <16 x i1> %207, <16 x i1> %205, <16 x i1> zeroinitializer
  %209 = sext <16 x i1> %208 to <16 x i16>
  store <16 x i16> %209, ptr %slot32, align 32
  %210 = xor <16 x i1> %205, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %211 = select <16 x i1> %207, <16 x i1> %210, <16 x i1> zeroinitializer
  store <16 x float> %201, ptr %slot33, align 64
  store <16 x float> %204, ptr %slot34, align 64
  %212 = load <16 x i64>, ptr %slot36, align 128
  %213 = select <16 x i1> %211, <16 x i64> %199, <16 x i64> %212
  store <16 x i64> %213, ptr %slot36, align 128
  %214 = load <16 x i16>, ptr %slot32, align 32
  %215 = icmp slt <16 x i16> %214, zeroinitializer
  %216 = bitcast <16 x i1> %215 to i16
  %217 = icmp ne i16 %216, 0
  br i1 %217, label %loop25, label %nobody37

done326:                                          ; preds = %nobody37
  %218 = load <16 x i16>, ptr %slot30, align 32
  %219 = icmp slt <16 x i16> %218, zeroinitializer
  %220 = load <16 x i64>, ptr %slot36, align 128
  %221 = load ptr addrspace(1), ptr %slot31, align 8
  call void @llvm.masked.store.v16i64.p1(<16 x i64> %220, ptr addrspace(1) %221, i32 8, <16 x i1> %219)
  br label %leave27

leave27:                                          ; preds = %done326, %nobody38, %nobody35
  br label %chunks.done20

nobody35:                                         ; preds = %body24
  br label %leave27

nobody37:                                         ; preds = %loop25
  %222 = load <16 x i16>, ptr %slot30, align 32
  %223 = icmp slt <16 x i16> %222, zeroinitializer
  %224 = bitcast <16 x i1> %223 to i16
  %225 = icmp ne i16 %224, 0
  br i1 %225, label %done326, label %nobody38

nobody38:                                         ; preds = %nobody37
  br label %leave27
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #3

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_quads(ptr noalias readonly align 64 dereferenceable(16) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %slot39 = alloca i64, align 8
  %slot40 = alloca <16 x i16>, align 32
  %slot41 = alloca <16 x i16>, align 32
  %slot42 = alloca ptr addrspace(1), align 8
  %slot43 = alloca ptr addrspace(1), align 8
  %slot44 = alloca ptr addrspace(1), align 8
  %slot45 = alloca ptr addrspace(1), align 8
  %slot46 = alloca <16 x i16>, align 32
  %slot47 = alloca <16 x float>, align 64
  %slot48 = alloca <16 x float>, align 64
  %slot49 = alloca <16 x float>, align 64
  %slot50 = alloca <16 x float>, align 64
  %slot52 = alloca <16 x float>, align 64
  %slot53 = alloca <16 x float>, align 64
  %slot54 = alloca <16 x float>, align 64
  %slot55 = alloca <16 x float>, align 64
  %slot = alloca i64, align 8
  %slot13 = alloca <16 x i16>, align 32
  %slot14 = alloca <16 x i16>, align 32
  %slot15 = alloca ptr addrspace(1), align 8
  %slot16 = alloca ptr addrspace(1), align 8
  %slot17 = alloca ptr addrspace(1), align 8
  %slot18 = alloca ptr addrspace(1), align 8
  %slot19 = alloca <16 x i16>, align 32
  %slot20 = alloca <16 x float>, align 64
  %slot21 = alloca <16 x float>, align 64
  %slot22 = alloca <16 x float>, align 64
  %slot23 = alloca <16 x float>, align 64
  %slot24 = alloca <16 x float>, align 64
  %slot25 = alloca <16 x float>, align 64
  %slot26 = alloca <16 x float>, align 64
  %slot27 = alloca <16 x float>, align 64
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
  br i1 %42, label %z, label %done, !llvm.loop !7

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

49:                                               ; preds = %chunks.done31, %leave
  %50 = add nuw nsw i64 %id1, 1
  %51 = icmp ult i64 %50, %25
  br i1 %51, label %y, label %40, !llvm.loop !8

x:                                                ; preds = %leave, %unreachable
  %id2 = phi i64 [ 0, %unreachable ], [ %71, %leave ]
  %52 = add nuw nsw i64 %39, %id2
  %53 = icmp ult i64 %52, %7
  br i1 %53, label %body, label %leave

done:                                             ; preds = %40
  call void @llvm.sideeffect()
  ret void

body:                                             ; preds = %x
  %54 = getelementptr <4 x float>, ptr addrspace(1) %5, i64 %52
  %55 = getelementptr i8, ptr addrspace(1) %54, i64 4
  %56 = getelementptr i8, ptr addrspace(1) %54, i64 8
  %57 = getelementptr i8, ptr addrspace(1) %54, i64 12
  %58 = load float, ptr addrspace(1) %54, align 16, !llvm.access.group !9
  %59 = load float, ptr addrspace(1) %55, align 4, !llvm.access.group !9
  %60 = load float, ptr addrspace(1) %56, align 8, !llvm.access.group !9
  %61 = load float, ptr addrspace(1) %57, align 4, !llvm.access.group !9
  br label %loop

loop:                                             ; preds = %loop, %body
  %62 = phi float [ %58, %body ], [ %66, %loop ]
  %63 = phi float [ %59, %body ], [ %67, %loop ]
  %64 = phi float [ %60, %body ], [ %68, %loop ]
  %65 = phi float [ %61, %body ], [ %69, %loop ]
  %66 = fmul float %62, 5.000000e-01
  %67 = fmul float %63, 5.000000e-01
  %68 = fmul float %64, 5.000000e-01
  %69 = fmul float %65, 5.000000e-01
  %70 = fcmp ogt float %66, 1.000000e+00
  br i1 %70, label %loop, label %done3

done3:                                            ; preds = %loop
  %.lcssa6 = phi float [ %66, %loop ]
  %.lcssa5 = phi float [ %67, %loop ]
  %.lcssa4 = phi float [ %68, %loop ]
  %.lcssa = phi float [ %69, %loop ]
  store float %.lcssa6, ptr addrspace(1) %54, align 16, !llvm.access.group !9
  store float %.lcssa5, ptr addrspace(1) %55, align 4, !llvm.access.group !9
  store float %.lcssa4, ptr addrspace(1) %56, align 8, !llvm.access.group !9
  store float %.lcssa, ptr addrspace(1) %57, align 4, !llvm.access.group !9
  br label %leave

leave:                                            ; preds = %x, %done3
  %71 = add nuw nsw i64 %id2, 1
  %72 = icmp ult i64 %71, %15
  br i1 %72, label %x, label %49, !llvm.loop !10

chunks:                                           ; preds = %leave12, %y
  %id7 = phi i64 [ 0, %y ], [ %183, %leave12 ]
  br label %chunk

chunks.done:                                      ; preds = %leave12, %y
  %73 = icmp ult i64 %47, %44
  br i1 %73, label %chunks30, label %chunks.done31

chunk:                                            ; preds = %chunks
  store i64 poison, ptr %slot, align 8
  store <16 x i16> zeroinitializer, ptr %slot13, align 32
  store <16 x i16> zeroinitializer, ptr %slot14, align 32
  store ptr addrspace(1) poison, ptr %slot15, align 8
  store ptr addrspace(1) poison, ptr %slot16, align 8
  store ptr addrspace(1) poison, ptr %slot17, align 8
  store ptr addrspace(1) poison, ptr %slot18, align 8
  store <16 x i16> zeroinitializer, ptr %slot19, align 32
  store <16 x float> poison, ptr %slot20, align 64
  store <16 x float> poison, ptr %slot21, align 64
  store <16 x float> poison, ptr %slot22, align 64
  store <16 x float> poison, ptr %slot23, align 64
  store <16 x float> poison, ptr %slot24, align 64
  store <16 x float> poison, ptr %slot25, align 64
  store <16 x float> poison, ptr %slot26, align 64
  store <16 x float> poison, ptr %slot27, align 64
  br label %x8

x8:                                               ; preds = %chunk
  %74 = add i64 %39, %id7
  store i64 %74, ptr %slot, align 8
  %75 = call i64 @llvm.usub.sat.i64(i64 %7, i64 %74)
  %76 = call i64 @llvm.umin.i64(i64 %75, i64 16)
  %77 = trunc i64 %76 to i32
  %78 = insertelement <16 x i32> poison, i32 %77, i32 0
  %79 = shufflevector <16 x i32> %78, <16 x i32> poison, <16 x i32> zeroinitializer
  %80 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %79
  %81 = sext <16 x i1> %80 to <16 x i16>
  store <16 x i16> %81, ptr %slot13, align 32
  %82 = xor <16 x i1> %80, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  br label %body9

body9:                                            ; preds = %x8
  %83 = load <16 x i16>, ptr %slot13, align 32
  %84 = icmp slt <16 x i16> %83, zeroinitializer
  %85 = sext <16 x i1> %84 to <16 x i16>
  store <16 x i16> %85, ptr %slot14, align 32
  %86 = load i64, ptr %slot, align 8
  %87 = getelementptr <4 x float>, ptr addrspace(1) %5, i64 %86
  store ptr addrspace(1) %87, ptr %slot15, align 8
  %88 = getelementptr i8, ptr addrspace(1) %87, i64 4
  store ptr addrspace(1) %88, ptr %slot16, align 8
  %89 = getelementptr i8, ptr addrspace(1) %87, i64 8
  store ptr addrspace(1) %89, ptr %slot17, align 8
  %90 = getelementptr i8, ptr addrspace(1) %87, i64 12
  store ptr addrspace(1) %90, ptr %slot18, align 8
  %91 = sext <16 x i1> %84 to <16 x i16>
  %92 = shufflevector <16 x i16> %91, <16 x i16> zeroinitializer, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3>
  %93 = icmp slt <16 x i16> %92, zeroinitializer
  %94 = getelementptr float, ptr addrspace(1) %87, i64 0
  %95 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %94, i32 4, <16 x i1> %93, <16 x float> poison)
  %96 = sext <16 x i1> %84 to <16 x i16>
  %97 = shufflevector <16 x i16> %96, <16 x i16> zeroinitializer, <16 x i32> <i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %98 = icmp slt <16 x i16> %97, zeroinitializer
  %99 = getelementptr float, ptr addrspace(1) %87, i64 16
  %100 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %99, i32 4, <16 x i1> %98, <16 x float> poison)
  %101 = sext <16 x i1> %84 to <16 x i16>
  %102 = shufflevector <16 x i16> %101, <16 x i16> zeroinitializer, <16 x i32> <i32 8, i32 8, i32 8, i32 8, i32 9, i32 9, i32 9, i32 9, i32 10, i32 10, i32 10, i32 10, i32 11, i32 11, i32 11, i32 11>
  %103 = icmp slt <16 x i16> %102, zeroinitializer
  %104 = getelementptr float, ptr addrspace(1) %87, i64 32
  %105 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %104, i32 4, <16 x i1> %103, <16 x float> poison)
  %106 = sext <16 x i1> %84 to <16 x i16>
  %107 = shufflevector <16 x i16> %106, <16 x i16> zeroinitializer, <16 x i32> <i32 12, i32 12, i32 12, i32 12, i32 13, i32 13, i32 13, i32 13, i32 14, i32 14, i32 14, i32 14, i32 15, i32 15, i32 15, i32 15>
  %108 = icmp slt <16 x i16> %107, zeroinitializer
  %109 = getelementptr float, ptr addrspace(1) %87, i64 48
  %110 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %109, i32 4, <16 x i1> %108, <16 x float> poison)
  %111 = shufflevector <16 x float> %95, <16 x float> %100, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %112 = shufflevector <16 x float> %105, <16 x float> %110, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %113 = shufflevector <16 x float> %111, <16 x float> %112, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %114 = shufflevector <16 x float> %111, <16 x float> %112, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %115 = shufflevector <16 x float> %95, <16 x float> %100, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %116 = shufflevector <16 x float> %105, <16 x float> %110, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %117 = shufflevector <16 x float> %115, <16 x float> %116, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %118 = shufflevector <16 x float> %115, <16 x float> %116, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %119 = sext <16 x i1> %84 to <16 x i16>
  store <16 x i16> %119, ptr %slot19, align 32
  store <16 x float> %113, ptr %slot20, align 64
  store <16 x float> %117, ptr %slot21, align 64
  store <16 x float> %114, ptr %slot22, align 64
  store <16 x float> %118, ptr %slot23, align 64
  %120 = load <16 x i16>, ptr %slot19, align 32
  %121 = icmp slt <16 x i16> %120, zeroinitializer
  %122 = bitcast <16 x i1> %121 to i16
  %123 = icmp ne i16 %122, 0
  br i1 %123, label %loop10, label %nobody

loop10:                                           ; preds = %loop10, %body9
  %124 = load <16 x float>, ptr %slot20, align 64
  %125 = fmul <16 x float> %124, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %126 = load <16 x float>, ptr %slot21, align 64
  %127 = fmul <16 x float> %126, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %128 = load <16 x float>, ptr %slot22, align 64
  %129 = fmul <16 x float> %128, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %130 = load <16 x float>, ptr %slot23, align 64
  %131 = fmul <16 x float> %130, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %132 = fcmp ogt <16 x float> %125, <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>
  %133 = load <16 x i16>, ptr %slot19, align 32
  %134 = icmp slt <16 x i16> %133, zeroinitializer
  %135 = select <16 x i1> %134, <16 x i1> %132, <16 x i1> zeroinitializer
  %136 = sext <16 x i1> %135 to <16 x i16>
  store <16 x i16> %136, ptr %slot19, align 32
  %137 = xor <16 x i1> %132, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %138 = select <16 x i1> %134, <16 x i1> %137, <16 x i1> zeroinitializer
  store <16 x float> %125, ptr %slot20, align 64
  store <16 x float> %127, ptr %slot21, align 64
  store <16 x float> %129, ptr %slot22, align 64
  store <16 x float> %131, ptr %slot23, align 64
  %139 = load <16 x float>, ptr %slot24, align 64
  %140 = select <16 x i1> %138, <16 x float> %125, <16 x float> %139
  store <16 x float> %140, ptr %slot24, align 64
  %141 = load <16 x float>, ptr %slot25, align 64
  %142 = select <16 x i1> %138, <16 x float> %127, <16 x float> %141
  store <16 x float> %142, ptr %slot25, align 64
  %143 = load <16 x float>, ptr %slot26, align 64
  %144 = select <16 x i1> %138, <16 x float> %129, <16 x float> %143
  store <16 x float> %144, ptr %slot26, align 64
  %145 = load <16 x float>, ptr %slot27, align 64
  %146 = select <16 x i1> %138, <16 x float> %131, <16 x float> %145
  store <16 x float> %146, ptr %slot27, align 64
  %147 = load <16 x i16>, ptr %slot19, align 32
  %148 = icmp slt <16 x i16> %147, zeroinitializer
  %149 = bitcast <16 x i1> %148 to i16
  %150 = icmp ne i16 %149, 0
  br i1 %150, label %loop10, label %nobody28

done311:                                          ; preds = %nobody28
  %151 = load <16 x i16>, ptr %slot14, align 32
  %152 = icmp slt <16 x i16> %151, zeroinitializer
  %153 = load <16 x float>, ptr %slot24, align 64
  %154 = load <16 x float>, ptr %slot25, align 64
  %155 = load <16 x float>, ptr %slot26, align 64
  %156 = load <16 x float>, ptr %slot27, align 64
  %157 = load ptr addrspace(1), ptr %slot18, align 8
  %158 = getelementptr float, ptr addrspace(1) %157, i64 -3
  %159 = shufflevector <16 x float> %153, <16 x float> %155, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %160 = shufflevector <16 x float> %153, <16 x float> %155, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %161 = shufflevector <16 x float> %154, <16 x float> %156, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %162 = shufflevector <16 x float> %154, <16 x float> %156, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %163 = shufflevector <16 x float> %159, <16 x float> %161, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %164 = shufflevector <16 x float> %159, <16 x float> %161, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %165 = shufflevector <16 x float> %160, <16 x float> %162, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %166 = shufflevector <16 x float> %160, <16 x float> %162, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %167 = sext <16 x i1> %152 to <16 x i16>
  %168 = shufflevector <16 x i16> %167, <16 x i16> zeroinitializer, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3>
  %169 = icmp slt <16 x i16> %168, zeroinitializer
  %170 = getelementptr float, ptr addrspace(1) %158, i64 0
  call void @llvm.masked.store.v16f32.p1(<16 x float> %163, ptr addrspace(1) %170, i32 4, <16 x i1> %169)
  %171 = sext <16 x i1> %152 to <16 x i16>
  %172 = shufflevector <16 x i16> %171, <16 x i16> zeroinitializer, <16 x i32> <i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %173 = icmp slt <16 x i16> %172, zeroinitializer
  %174 = getelementptr float, ptr addrspace(1) %158, i64 16
  call void @llvm.masked.store.v16f32.p1(<16 x float> %164, ptr addrspace(1) %174, i32 4, <16 x i1> %173)
  %175 = sext <16 x i1> %152 to <16 x i16>
  %176 = shufflevector <16 x i16> %175, <16 x i16> zeroinitializer, <16 x i32> <i32 8, i32 8, i32 8, i32 8, i32 9, i32 9, i32 9, i32 9, i32 10, i32 10, i32 10, i32 10, i32 11, i32 11, i32 11, i32 11>
  %177 = icmp slt <16 x i16> %176, zeroinitializer
  %178 = getelementptr float, ptr addrspace(1) %158, i64 32
  call void @llvm.masked.store.v16f32.p1(<16 x float> %165, ptr addrspace(1) %178, i32 4, <16 x i1> %177)
  %179 = sext <16 x i1> %152 to <16 x i16>
  %180 = shufflevector <16 x i16> %179, <16 x i16> zeroinitializer, <16 x i32> <i32 12, i32 12, i32 12, i32 12, i32 13, i32 13, i32 13, i32 13, i32 14, i32 14, i32 14, i32 14, i32 15, i32 15, i32 15, i32 15>
  %181 = icmp slt <16 x i16> %180, zeroinitializer
  %182 = getelementptr float, ptr addrspace(1) %158, i64 48
  call void @llvm.masked.store.v16f32.p1(<16 x float> %166, ptr addrspace(1) %182, i32 4, <16 x i1> %181)
  br label %leave12

leave12:                                          ; preds = %done311, %nobody29, %nobody
  %183 = add i64 %id7, 16
  %184 = icmp ult i64 %183, %47
  br i1 %184, label %chunks, label %chunks.done

nobody:                                           ; preds = %body9
  br label %leave12

nobody28:                                         ; preds = %loop10
  %185 = load <16 x i16>, ptr %slot14, align 32
  %186 = icmp slt <16 x i16> %185, zeroinitializer
  %187 = bitcast <16 x i1> %186 to i16
  %188 = icmp ne i16 %187, 0
  br i1 %188, label %done311, label %nobody29

nobody29:                                         ; preds = %nobody28
  br label %leave12

chunks30:                                         ; preds = %chunks.done
  %id32 = phi i64 [ %47, %chunks.done ]
  %189 = sub i64 %44, %id32
  %190 = trunc i64 %189 to i32
  %191 = call i32 asm sideeffect "", "=r,0"(i32 %190)
  br label %chunk33

chunks.done31:                                    ; preds = %leave38, %chunks.done
  br label %49

chunk33:                                          ; preds = %chunks30
  %192 = insertelement <16 x i32> poison, i32 %191, i32 0
  %193 = shufflevector <16 x i32> %192, <16 x i32> poison, <16 x i32> zeroinitializer
  %194 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %193
  store i64 poison, ptr %slot39, align 8
  store <16 x i16> zeroinitializer, ptr %slot40, align 32
  store <16 x i16> zeroinitializer, ptr %slot41, align 32
  store ptr addrspace(1) poison, ptr %slot42, align 8
  store ptr addrspace(1) poison, ptr %slot43, align 8
  store ptr addrspace(1) poison, ptr %slot44, align 8
  store ptr addrspace(1) poison, ptr %slot45, align 8
  store <16 x i16> zeroinitializer, ptr %slot46, align 32
  store <16 x float> poison, ptr %slot47, align 64
  store <16 x float> poison, ptr %slot48, align 64
  store <16 x float> poison, ptr %slot49, align 64
  store <16 x float> poison, ptr %slot50, align 64
  store <16 x float> poison, ptr %slot52, align 64
  store <16 x float> poison, ptr %slot53, align 64
  store <16 x float> poison, ptr %slot54, align 64
  store <16 x float> poison, ptr %slot55, align 64
  br label %x34

x34:                                              ; preds = %chunk33
  %195 = add i64 %39, %id32
  store i64 %195, ptr %slot39, align 8
  %196 = call i64 @llvm.usub.sat.i64(i64 %7, i64 %195)
  %197 = call i64 @llvm.umin.i64(i64 %196, i64 16)
  %198 = trunc i64 %197 to i32
  %199 = insertelement <16 x i32> poison, i32 %198, i32 0
  %200 = shufflevector <16 x i32> %199, <16 x i32> poison, <16 x i32> zeroinitializer
  %201 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %200
  %202 = select <16 x i1> %194, <16 x i1> %201, <16 x i1> zeroinitializer
  %203 = sext <16 x i1> %202 to <16 x i16>
  store <16 x i16> %203, ptr %slot40, align 32
  %204 = xor <16 x i1> %201, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %205 = select <16 x i1> %194, <16 x i1> %204, <16 x i1> zeroinitializer
  br label %body35

body35:                                           ; preds = %x34
  %206 = load <16 x i16>, ptr %slot40, align 32
  %207 = icmp slt <16 x i16> %206, zeroinitializer
  %208 = sext <16 x i1> %207 to <16 x i16>
  store <16 x i16> %208, ptr %slot41, align 32
  %209 = load i64, ptr %slot39, align 8
  %210 = getelementptr <4 x float>, ptr addrspace(1) %5, i64 %209
  store ptr addrspace(1) %210, ptr %slot42, align 8
  %211 = getelementptr i8, ptr addrspace(1) %210, i64 4
  store ptr addrspace(1) %211, ptr %slot43, align 8
  %212 = getelementptr i8, ptr addrspace(1) %210, i64 8
  store ptr addrspace(1) %212, ptr %slot44, align 8
  %213 = getelementptr i8, ptr addrspace(1) %210, i64 12
  store ptr addrspace(1) %213, ptr %slot45, align 8
  %214 = sext <16 x i1> %207 to <16 x i16>
  %215 = shufflevector <16 x i16> %214, <16 x i16> zeroinitializer, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3>
  %216 = icmp slt <16 x i16> %215, zeroinitializer
  %217 = getelementptr float, ptr addrspace(1) %210, i64 0
  %218 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %217, i32 4, <16 x i1> %216, <16 x float> poison)
  %219 = sext <16 x i1> %207 to <16 x i16>
  %220 = shufflevector <16 x i16> %219, <16 x i16> zeroinitializer, <16 x i32> <i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %221 = icmp slt <16 x i16> %220, zeroinitializer
  %222 = getelementptr float, ptr addrspace(1) %210, i64 16
  %223 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %222, i32 4, <16 x i1> %221, <16 x float> poison)
  %224 = sext <16 x i1> %207 to <16 x i16>
  %225 = shufflevector <16 x i16> %224, <16 x i16> zeroinitializer, <16 x i32> <i32 8, i32 8, i32 8, i32 8, i32 9, i32 9, i32 9, i32 9, i32 10, i32 10, i32 10, i32 10, i32 11, i32 11, i32 11, i32 11>
  %226 = icmp slt <16 x i16> %225, zeroinitializer
  %227 = getelementptr float, ptr addrspace(1) %210, i64 32
  %228 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %227, i32 4, <16 x i1> %226, <16 x float> poison)
  %229 = sext <16 x i1> %207 to <16 x i16>
  %230 = shufflevector <16 x i16> %229, <16 x i16> zeroinitializer, <16 x i32> <i32 12, i32 12, i32 12, i32 12, i32 13, i32 13, i32 13, i32 13, i32 14, i32 14, i32 14, i32 14, i32 15, i32 15, i32 15, i32 15>
  %231 = icmp slt <16 x i16> %230, zeroinitializer
  %232 = getelementptr float, ptr addrspace(1) %210, i64 48
  %233 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %232, i32 4, <16 x i1> %231, <16 x float> poison)
  %234 = shufflevector <16 x float> %218, <16 x float> %223, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %235 = shufflevector <16 x float> %228, <16 x float> %233, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %236 = shufflevector <16 x float> %234, <16 x float> %235, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %237 = shufflevector <16 x float> %234, <16 x float> %235, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %238 = shufflevector <16 x float> %218, <16 x float> %223, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %239 = shufflevector <16 x float> %228, <16 x float> %233, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %240 = shufflevector <16 x float> %238, <16 x float> %239, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %241 = shufflevector <16 x float> %238, <16 x float> %239, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %242 = sext <16 x i1> %207 to <16 x i16>
  store <16 x i16> %242, ptr %slot46, align 32
  store <16 x float> %236, ptr %slot47, align 64
  store <16 x float> %240, ptr %slot48, align 64
  store <16 x float> %237, ptr %slot49, align 64
  store <16 x float> %241, ptr %slot50, align 64
  %243 = load <16 x i16>, ptr %slot46, align 32
  %244 = icmp slt <16 x i16> %243, zeroinitializer
  %245 = bitcast <16 x i1> %244 to i16
  %246 = icmp ne i16 %245, 0
  br i1 %246, label %loop36, label %nobody51

loop36:                                           ; preds = %loop36, %body35
  %247 = load <16 x float>, ptr %slot47, align 64
  %248 = fmul <16 x float> %247, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %249 = load <16 x float>, ptr %slot48, align 64
  %250 = fmul <16 x float> %249, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %251 = load <16 x float>, ptr %slot49, align 64
  %252 = fmul <16 x float> %251, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %253 = load <16 x float>, ptr %slot50, align 64
  %254 = fmul <16 x float> %253, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %255 = fcmp ogt <16 x float> %248, <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>
  %256 = load <16 x i16>, ptr %slot46, align 32
  %257 = icmp slt <16 x i16> %256, zeroinitializer
  %258 = select <16 x i1> %257, <16 x i1> %255, <16 x i1> zeroinitializer
  %259 = sext <16 x i1> %258 to <16 x i16>
  store <16 x i16> %259, ptr %slot46, align 32
  %260 = xor <16 x i1> %255, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %261 = select <16 x i1> %257, <16 x i1> %260, <16 x i1> zeroinitializer
  store <16 x float> %248, ptr %slot47, align 64
  store <16 x float> %250, ptr %slot48, align 64
  store <16 x float> %252, ptr %slot49, align 64
  store <16 x float> %254, ptr %slot50, align 64
  %262 = load <16 x float>, ptr %slot52, align 64
  %263 = select <16 x i1> %261, <16 x float> %248, <16 x float> %262
  store <16 x float> %263, ptr %slot52, align 64
  %264 = load <16 x float>, ptr %slot53, align 64
  %265 = select <16 x i1> %261, <16 x float> %250, <16 x float> %264
  store <16 x float> %265, ptr %slot53, align 64
  %266 = load <16 x float>, ptr %slot54, align 64
  %267 = select <16 x i1> %261, <16 x float> %252, <16 x float> %266
  store <16 x float> %267, ptr %slot54, align 64
  %268 = load <16 x float>, ptr %slot55, align 64
  %269 = select <16 x i1> %261, <16 x float> %254, <16 x float> %268
  store <16 x float> %269, ptr %slot55, align 64
  %270 = load <16 x i16>, ptr %slot46, align 32
  %271 = icmp slt <16 x i16> %270, zeroinitializer
  %272 = bitcast <16 x i1> %271 to i16
  %273 = icmp ne i16 %272, 0
  br i1 %273, label %loop36, label %nobody56

done337:                                          ; preds = %nobody56
  %274 = load <16 x i16>, ptr %slot41, align 32
  %275 = icmp slt <16 x i16> %274, zeroinitializer
  %276 = load <16 x float>, ptr %slot52, align 64
  %277 = load <16 x float>, ptr %slot53, align 64
  %278 = load <16 x float>, ptr %slot54, align 64
  %279 = load <16 x float>, ptr %slot55, align 64
  %280 = load ptr addrspace(1), ptr %slot45, align 8
  %281 = getelementptr float, ptr addrspace(1) %280, i64 -3
  %282 = shufflevector <16 x float> %276, <16 x float> %278, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %283 = shufflevector <16 x float> %276, <16 x float> %278, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %284 = shufflevector <16 x float> %277, <16 x float> %279, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %285 = shufflevector <16 x float> %277, <16 x float> %279, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %286 = shufflevector <16 x float> %282, <16 x float> %284, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %287 = shufflevector <16 x float> %282, <16 x float> %284, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %288 = shufflevector <16 x float> %283, <16 x float> %285, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %289 = shufflevector <16 x float> %283, <16 x float> %285, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %290 = sext <16 x i1> %275 to <16 x i16>
  %291 = shufflevector <16 x i16> %290, <16 x i16> zeroinitializer, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3>
  %292 = icmp slt <16 x i16> %291, zeroinitializer
  %293 = getelementptr float, ptr addrspace(1) %281, i64 0
  call void @llvm.masked.store.v16f32.p1(<16 x float> %286, ptr addrspace(1) %293, i32 4, <16 x i1> %292)
  %294 = sext <16 x i1> %275 to <16 x i16>
  %295 = shufflevector <16 x i16> %294, <16 x i16> zeroinitializer, <16 x i32> <i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %296 = icmp slt <16 x i16> %295, zeroinitializer
  %297 = getelementptr float, ptr addrspace(1) %281, i64 16
  call void @llvm.masked.store.v16f32.p1(<16 x float> %287, ptr addrspace(1) %297, i32 4, <16 x i1> %296)
  %298 = sext <16 x i1> %275 to <16 x i16>
  %299 = shufflevector <16 x i16> %298, <16 x i16> zeroinitializer, <16 x i32> <i32 8, i32 8, i32 8, i32 8, i32 9, i32 9, i32 9, i32 9, i32 10, i32 10, i32 10, i32 10, i32 11, i32 11, i32 11, i32 11>
  %300 = icmp slt <16 x i16> %299, zeroinitializer
  %301 = getelementptr float, ptr addrspace(1) %281, i64 32
  call void @llvm.masked.store.v16f32.p1(<16 x float> %288, ptr addrspace(1) %301, i32 4, <16 x i1> %300)
  %302 = sext <16 x i1> %275 to <16 x i16>
  %303 = shufflevector <16 x i16> %302, <16 x i16> zeroinitializer, <16 x i32> <i32 12, i32 12, i32 12, i32 12, i32 13, i32 13, i32 13, i32 13, i32 14, i32 14, i32 14, i32 14, i32 15, i32 15, i32 15, i32 15>
  %304 = icmp slt <16 x i16> %303, zeroinitializer
  %305 = getelementptr float, ptr addrspace(1) %281, i64 48
  call void @llvm.masked.store.v16f32.p1(<16 x float> %289, ptr addrspace(1) %305, i32 4, <16 x i1> %304)
  br label %leave38

leave38:                                          ; preds = %done337, %nobody57, %nobody51
  br label %chunks.done31

nobody51:                                         ; preds = %body35
  br label %leave38

nobody56:                                         ; preds = %loop36
  %306 = load <16 x i16>, ptr %slot41, align 32
  %307 = icmp slt <16 x i16> %306, zeroinitializer
  %308 = bitcast <16 x i1> %307 to i16
  %309 = icmp ne i16 %308, 0
  br i1 %309, label %done337, label %nobody57

nobody57:                                         ; preds = %nobody56
  br label %leave38
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.usub.sat.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) nocapture, i32 immarg, <16 x i1>, <16 x float>) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.store.v16i64.p1(<16 x i64>, ptr addrspace(1) nocapture, i32 immarg, <16 x i1>) #5

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
!7 = distinct !{!7, !1}
!8 = distinct !{!8, !1}
!9 = distinct !{}
!10 = distinct !{!10, !1, !11, !6, !12}
!11 = !{!"llvm.loop.vectorize.width", i32 1}
!12 = !{!"tandem.elements"}
