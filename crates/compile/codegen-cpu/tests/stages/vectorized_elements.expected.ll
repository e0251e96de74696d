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
  %slot29 = alloca <16 x i64>, align 128
  %slot = alloca i64, align 8
  %slot10 = alloca ptr addrspace(1), align 8
  %slot11 = alloca <16 x i16>, align 32
  %slot12 = alloca <16 x float>, align 64
  %slot13 = alloca <16 x float>, align 64
  %slot14 = alloca <16 x i64>, align 128
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
  %id2 = phi i64 [ 0, %unreachable ], [ %88, %leave ]
  %65 = add nuw nsw i64 %39, %id2
  %66 = icmp ult i64 %65, %7
  br i1 %66, label %body, label %leave

done:                                             ; preds = %40
  call void @llvm.sideeffect()
  ret void

body:                                             ; preds = %x
  %67 = getelementptr <2 x float>, ptr addrspace(1) %5, i64 %65
  %68 = getelementptr i8, ptr addrspace(1) %67, i64 4
  %69 = load float, ptr addrspace(1) %67, align 8, !llvm.access.group !3
  %70 = load float, ptr addrspace(1) %68, align 4, !llvm.access.group !3
  br label %loop

loop:                                             ; preds = %loop, %body
  %71 = phi float [ %69, %body ], [ %83, %loop ]
  %72 = phi float [ %70, %body ], [ %86, %loop ]
  %73 = fmul float %71, 5.000000e-01
  %74 = fmul float %72, 2.500000e-01
  %75 = bitcast float %74 to i32
  %76 = bitcast float %73 to i32
  %77 = zext i32 %75 to i64
  %78 = zext i32 %76 to i64
  %79 = shl nuw i64 %78, 32
  %80 = or disjoint i64 %79, %77
  %81 = and i64 %80, 4611686015206162431
  %82 = trunc i64 %81 to i32
  %83 = bitcast i32 %82 to float
  %84 = lshr i64 %81, 32
  %85 = trunc nuw nsw i64 %84 to i32
  %86 = bitcast i32 %85 to float
  %87 = fcmp ogt float %83, 1.000000e+00
  br i1 %87, label %loop, label %done3

done3:                                            ; preds = %loop
  %.lcssa = phi i64 [ %81, %loop ]
  store i64 %.lcssa, ptr addrspace(1) %67, align 8, !llvm.access.group !3
  br label %leave

leave:                                            ; preds = %x, %done3
  %88 = add nuw nsw i64 %id2, 1
  %89 = icmp ult i64 %88, %15
  br i1 %89, label %x, label %62, !llvm.loop !4

chunks:                                           ; preds = %leave9, %y
  %id4 = phi i64 [ 0, %y ], [ %136, %leave9 ]
  br label %chunk

chunks.done:                                      ; preds = %leave9, %y
  %90 = icmp ult i64 %60, %57
  br i1 %90, label %chunks15, label %chunks.done16

chunk:                                            ; preds = %chunks
  store i64 poison, ptr %slot, align 8
  store ptr addrspace(1) poison, ptr %slot10, align 8
  store <16 x i16> zeroinitializer, ptr %slot11, align 32
  store <16 x float> poison, ptr %slot12, align 64
  store <16 x float> poison, ptr %slot13, align 64
  store <16 x i64> poison, ptr %slot14, align 128
  br label %x5

x5:                                               ; preds = %chunk
  %91 = add i64 %39, %id4
  store i64 %91, ptr %slot, align 8
  %92 = icmp ult i64 %91, %7
  %93 = insertelement <16 x i1> poison, i1 %92, i32 0
  %94 = shufflevector <16 x i1> %93, <16 x i1> poison, <16 x i32> zeroinitializer
  %95 = xor <16 x i1> %94, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  br i1 %92, label %body6, label %leave9

body6:                                            ; preds = %x5
  %96 = load i64, ptr %slot, align 8
  %97 = getelementptr <2 x float>, ptr addrspace(1) %5, i64 %96
  store ptr addrspace(1) %97, ptr %slot10, align 8
  %98 = getelementptr i8, ptr addrspace(1) %97, i64 4
  %99 = getelementptr float, ptr addrspace(1) %97, i64 0
  %100 = load <16 x float>, ptr addrspace(1) %99, align 4
  %101 = getelementptr float, ptr addrspace(1) %97, i64 16
  %102 = load <16 x float>, ptr addrspace(1) %101, align 4
  %103 = shufflevector <16 x float> %100, <16 x float> %102, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %104 = shufflevector <16 x float> %100, <16 x float> %102, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  store <16 x i16> <i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1>, ptr %slot11, align 32
  store <16 x float> %103, ptr %slot12, align 64
  store <16 x float> %104, ptr %slot13, align 64
  br label %loop7

loop7:                                            ; preds = %loop7, %body6
  %105 = load <16 x float>, ptr %slot12, align 64
  %106 = fmul <16 x float> %105, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %107 = load <16 x float>, ptr %slot13, align 64
  %108 = fmul <16 x float> %107, <float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01>
  %109 = bitcast <16 x float> %108 to <16 x i32>
  %110 = bitcast <16 x float> %106 to <16 x i32>
  %111 = zext <16 x i32> %109 to <16 x i64>
  %112 = zext <16 x i32> %110 to <16 x i64>
  %113 = shl nuw <16 x i64> %112, <i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32>
  %114 = or <16 x i64> %113, %111
  %115 = and <16 x i64> %114, <i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431>
  %116 = trunc <16 x i64> %115 to <16 x i32>
  %117 = bitcast <16 x i32> %116 to <16 x float>
  %118 = lshr <16 x i64> %115, <i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32>
  %119 = trunc <16 x i64> %118 to <16 x i32>
  %120 = bitcast <16 x i32> %119 to <16 x float>
  %121 = fcmp ogt <16 x float> %117, <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>
  %122 = load <16 x i16>, ptr %slot11, align 32
  %123 = icmp slt <16 x i16> %122, zeroinitializer
  %124 = select <16 x i1> %123, <16 x i1> %121, <16 x i1> zeroinitializer
  %125 = sext <16 x i1> %124 to <16 x i16>
  store <16 x i16> %125, ptr %slot11, align 32
  %126 = xor <16 x i1> %121, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %127 = select <16 x i1> %123, <16 x i1> %126, <16 x i1> zeroinitializer
  store <16 x float> %117, ptr %slot12, align 64
  store <16 x float> %120, ptr %slot13, align 64
  %128 = load <16 x i64>, ptr %slot14, align 128
  %129 = select <16 x i1> %127, <16 x i64> %115, <16 x i64> %128
  store <16 x i64> %129, ptr %slot14, align 128
  %130 = load <16 x i16>, ptr %slot11, align 32
  %131 = icmp slt <16 x i16> %130, zeroinitializer
  %132 = bitcast <16 x i1> %131 to i16
  %133 = icmp ne i16 %132, 0
  br i1 %133, label %loop7, label %nobody

done38:                                           ; preds = %nobody
  %134 = load <16 x i64>, ptr %slot14, align 128
  %135 = load ptr addrspace(1), ptr %slot10, align 8
  store <16 x i64> %134, ptr addrspace(1) %135, align 8
  br label %leave9

leave9:                                           ; preds = %done38, %x5
  %136 = add i64 %id4, 16
  %137 = icmp ult i64 %136, %60
  br i1 %137, label %chunks, label %chunks.done

nobody:                                           ; preds = %loop7
  br label %done38

chunks15:                                         ; preds = %chunks.done
  %id17 = phi i64 [ %60, %chunks.done ]
  %138 = sub i64 %57, %id17
  %139 = trunc i64 %138 to i32
  %140 = call i32 asm sideeffect "", "=r,0"(i32 %139)
  br label %chunk18

chunks.done16:                                    ; preds = %leave23, %chunks.done
  br label %62

chunk18:                                          ; preds = %chunks15
  %141 = insertelement <16 x i32> poison, i32 %140, i32 0
  %142 = shufflevector <16 x i32> %141, <16 x i32> poison, <16 x i32> zeroinitializer
  %143 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %142
  store i64 poison, ptr %slot24, align 8
  store ptr addrspace(1) poison, ptr %slot25, align 8
  store <16 x i16> zeroinitializer, ptr %slot26, align 32
  store <16 x float> poison, ptr %slot27, align 64
  store <16 x float> poison, ptr %slot28, align 64
  store <16 x i64> poison, ptr %slot29, align 128
  br label %x19

x19:                                              ; preds = %chunk18
  %144 = add i64 %39, %id17
  store i64 %144, ptr %slot24, align 8
  %145 = icmp ult i64 %144, %7
  %146 = insertelement <16 x i1> poison, i1 %145, i32 0
  %147 = shufflevector <16 x i1> %146, <16 x i1> poison, <16 x i32> zeroinitializer
  %148 = xor <16 x i1> %147, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %149 = select <16 x i1> %143, <16 x i1> %148, <16 x i1> zeroinitializer
  br i1 %145, label %body20, label %leave23

body20:                                           ; preds = %x19
  %150 = load i64, ptr %slot24, align 8
  %151 = getelementptr <2 x float>, ptr addrspace(1) %5, i64 %150
  store ptr addrspace(1) %151, ptr %slot25, align 8
  %152 = getelementptr i8, ptr addrspace(1) %151, i64 4
  %153 = sext <16 x i1> %143 to <16 x i16>
  %154 = shufflevector <16 x i16> %153, <16 x i16> zeroinitializer, <16 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3, i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7>
  %155 = icmp slt <16 x i16> %154, zeroinitializer
  %156 = getelementptr float, ptr addrspace(1) %151, i64 0
  %157 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %156, i32 4, <16 x i1> %155, <16 x float> poison)
  %158 = sext <16 x i1> %143 to <16 x i16>
  %159 = shufflevector <16 x i16> %158, <16 x i16> zeroinitializer, <16 x i32> <i32 8, i32 8, i32 9, i32 9, i32 10, i32 10, i32 11, i32 11, i32 12, i32 12, i32 13, i32 13, i32 14, i32 14, i32 15, i32 15>
  %160 = icmp slt <16 x i16> %159, zeroinitializer
  %161 = getelementptr float, ptr addrspace(1) %151, i64 16
  %162 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %161, i32 4, <16 x i1> %160, <16 x float> poison)
  %163 = shufflevector <16 x float> %157, <16 x float> %162, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %164 = shufflevector <16 x float> %157, <16 x float> %162, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %165 = sext <16 x i1> %143 to <16 x i16>
  store <16 x i16> %165, ptr %slot26, align 32
  store <16 x float> %163, ptr %slot27, align 64
  store <16 x float> %164, ptr %slot28, align 64
  br label %loop21

loop21:                                           ; preds = %loop21, %body20
  %166 = load <16 x float>, ptr %slot27, align 64
  %167 = fmul <16 x float> %166, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %168 = load <16 x float>, ptr %slot28, align 64
  %169 = fmul <16 x float> %168, <float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01, float 2.500000e-01>
  %170 = bitcast <16 x float> %169 to <16 x i32>
  %171 = bitcast <16 x float> %167 to <16 x i32>
  %172 = zext <16 x i32> %170 to <16 x i64>
  %173 = zext <16 x i32> %171 to <16 x i64>
  %174 = shl nuw <16 x i64> %173, <i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32>
  %175 = or <16 x i64> %174, %172
  %176 = and <16 x i64> %175, <i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431, i64 4611686015206162431>
  %177 = trunc <16 x i64> %176 to <16 x i32>
  %178 = bitcast <16 x i32> %177 to <16 x float>
  %179 = lshr <16 x i64> %176, <i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32, i64 32>
  %180 = trunc <16 x i64> %179 to <16 x i32>
  %181 = bitcast <16 x i32> %180 to <16 x float>
  %182 = fcmp ogt <16 x float> %178, <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>
  %183 = load <16 x i16>, ptr %slot26, align 32
  %184 = icmp slt <16 x i16> %183, zeroinitializer
  %185 = select <16 x i1> %184, <16 x i1> %182, <16 x i1> zeroinitializer
  %186 = sext <16 x i1> %185 to <16 x i16>
  store <16 x i16> %186, ptr %slot26, align 32
  %187 = xor <16 x i1> %182, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %188 = select <16 x i1> %184, <16 x i1> %187, <16 x i1> zeroinitializer
  store <16 x float> %178, ptr %slot27, align 64
  store <16 x float> %181, ptr %slot28, align 64
  %189 = load <16 x i64>, ptr %slot29, align 128
  %190 = select <16 x i1> %188, <16 x i64> %176, <16 x i64> %189
  store <16 x i64> %190, ptr %slot29, align 128
  %191 = load <16 x i16>, ptr %slot26, align 32
  %192 = icmp slt <16 x i16> %191, zeroinitializer
  %193 = bitcast <16 x i1> %192 to i16
  %194 = icmp ne i16 %193, 0
  br i1 %194, label %loop21, label %nobody30

done322:                                          ; preds = %nobody30
  %195 = load <16 x i64>, ptr %slot29, align 128
  %196 = load ptr addrspace(1), ptr %slot25, align 8
  call void @llvm.masked.store.v16i64.p1(<16 x i64> %195, ptr addrspace(1) %196, i32 8, <16 x i1> %143)
  br label %leave23

leave23:                                          ; preds = %done322, %x19
  br label %chunks.done16

nobody30:                                         ; preds = %loop21
  br label %done322
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
  %slot35 = alloca i64, align 8
  %slot36 = alloca ptr addrspace(1), align 8
  %slot37 = alloca ptr addrspace(1), align 8
  %slot38 = alloca ptr addrspace(1), align 8
  %slot39 = alloca ptr addrspace(1), align 8
  %slot40 = alloca <16 x i16>, align 32
  %slot41 = alloca <16 x float>, align 64
  %slot42 = alloca <16 x float>, align 64
  %slot43 = alloca <16 x float>, align 64
  %slot44 = alloca <16 x float>, align 64
  %slot45 = alloca <16 x float>, align 64
  %slot46 = alloca <16 x float>, align 64
  %slot47 = alloca <16 x float>, align 64
  %slot48 = alloca <16 x float>, align 64
  %slot = alloca i64, align 8
  %slot13 = alloca ptr addrspace(1), align 8
  %slot14 = alloca ptr addrspace(1), align 8
  %slot15 = alloca ptr addrspace(1), align 8
  %slot16 = alloca ptr addrspace(1), align 8
  %slot17 = alloca <16 x i16>, align 32
  %slot18 = alloca <16 x float>, align 64
  %slot19 = alloca <16 x float>, align 64
  %slot20 = alloca <16 x float>, align 64
  %slot21 = alloca <16 x float>, align 64
  %slot22 = alloca <16 x float>, align 64
  %slot23 = alloca <16 x float>, align 64
  %slot24 = alloca <16 x float>, align 64
  %slot25 = alloca <16 x float>, align 64
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
  br i1 %42, label %z, label %done, !llvm.loop !7

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

62:                                               ; preds = %chunks.done27, %leave
  %63 = add nuw nsw i64 %id1, 1
  %64 = icmp ult i64 %63, %25
  br i1 %64, label %y, label %40, !llvm.loop !8

x:                                                ; preds = %leave, %unreachable
  %id2 = phi i64 [ 0, %unreachable ], [ %84, %leave ]
  %65 = add nuw nsw i64 %39, %id2
  %66 = icmp ult i64 %65, %7
  br i1 %66, label %body, label %leave

done:                                             ; preds = %40
  call void @llvm.sideeffect()
  ret void

body:                                             ; preds = %x
  %67 = getelementptr <4 x float>, ptr addrspace(1) %5, i64 %65
  %68 = getelementptr i8, ptr addrspace(1) %67, i64 4
  %69 = getelementptr i8, ptr addrspace(1) %67, i64 8
  %70 = getelementptr i8, ptr addrspace(1) %67, i64 12
  %71 = load float, ptr addrspace(1) %67, align 16, !llvm.access.group !9
  %72 = load float, ptr addrspace(1) %68, align 4, !llvm.access.group !9
  %73 = load float, ptr addrspace(1) %69, align 8, !llvm.access.group !9
  %74 = load float, ptr addrspace(1) %70, align 4, !llvm.access.group !9
  br label %loop

loop:                                             ; preds = %loop, %body
  %75 = phi float [ %71, %body ], [ %79, %loop ]
  %76 = phi float [ %72, %body ], [ %80, %loop ]
  %77 = phi float [ %73, %body ], [ %81, %loop ]
  %78 = phi float [ %74, %body ], [ %82, %loop ]
  %79 = fmul float %75, 5.000000e-01
  %80 = fmul float %76, 5.000000e-01
  %81 = fmul float %77, 5.000000e-01
  %82 = fmul float %78, 5.000000e-01
  %83 = fcmp ogt float %79, 1.000000e+00
  br i1 %83, label %loop, label %done3

done3:                                            ; preds = %loop
  %.lcssa6 = phi float [ %79, %loop ]
  %.lcssa5 = phi float [ %80, %loop ]
  %.lcssa4 = phi float [ %81, %loop ]
  %.lcssa = phi float [ %82, %loop ]
  store float %.lcssa6, ptr addrspace(1) %67, align 16, !llvm.access.group !9
  store float %.lcssa5, ptr addrspace(1) %68, align 4, !llvm.access.group !9
  store float %.lcssa4, ptr addrspace(1) %69, align 8, !llvm.access.group !9
  store float %.lcssa, ptr addrspace(1) %70, align 4, !llvm.access.group !9
  br label %leave

leave:                                            ; preds = %x, %done3
  %84 = add nuw nsw i64 %id2, 1
  %85 = icmp ult i64 %84, %15
  br i1 %85, label %x, label %62, !llvm.loop !10

chunks:                                           ; preds = %leave12, %y
  %id7 = phi i64 [ 0, %y ], [ %158, %leave12 ]
  br label %chunk

chunks.done:                                      ; preds = %leave12, %y
  %86 = icmp ult i64 %60, %57
  br i1 %86, label %chunks26, label %chunks.done27

chunk:                                            ; preds = %chunks
  store i64 poison, ptr %slot, align 8
  store ptr addrspace(1) poison, ptr %slot13, align 8
  store ptr addrspace(1) poison, ptr %slot14, align 8
  store ptr addrspace(1) poison, ptr %slot15, align 8
  store ptr addrspace(1) poison, ptr %slot16, align 8
  store <16 x i16> zeroinitializer, ptr %slot17, align 32
  store <16 x float> poison, ptr %slot18, align 64
  store <16 x float> poison, ptr %slot19, align 64
  store <16 x float> poison, ptr %slot20, align 64
  store <16 x float> poison, ptr %slot21, align 64
  store <16 x float> poison, ptr %slot22, align 64
  store <16 x float> poison, ptr %slot23, align 64
  store <16 x float> poison, ptr %slot24, align 64
  store <16 x float> poison, ptr %slot25, align 64
  br label %x8

x8:                                               ; preds = %chunk
  %87 = add i64 %39, %id7
  store i64 %87, ptr %slot, align 8
  %88 = icmp ult i64 %87, %7
  %89 = insertelement <16 x i1> poison, i1 %88, i32 0
  %90 = shufflevector <16 x i1> %89, <16 x i1> poison, <16 x i32> zeroinitializer
  %91 = xor <16 x i1> %90, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  br i1 %88, label %body9, label %leave12

body9:                                            ; preds = %x8
  %92 = load i64, ptr %slot, align 8
  %93 = getelementptr <4 x float>, ptr addrspace(1) %5, i64 %92
  store ptr addrspace(1) %93, ptr %slot13, align 8
  %94 = getelementptr i8, ptr addrspace(1) %93, i64 4
  store ptr addrspace(1) %94, ptr %slot14, align 8
  %95 = getelementptr i8, ptr addrspace(1) %93, i64 8
  store ptr addrspace(1) %95, ptr %slot15, align 8
  %96 = getelementptr i8, ptr addrspace(1) %93, i64 12
  store ptr addrspace(1) %96, ptr %slot16, align 8
  %97 = getelementptr float, ptr addrspace(1) %93, i64 0
  %98 = load <16 x float>, ptr addrspace(1) %97, align 4
  %99 = getelementptr float, ptr addrspace(1) %93, i64 16
  %100 = load <16 x float>, ptr addrspace(1) %99, align 4
  %101 = getelementptr float, ptr addrspace(1) %93, i64 32
  %102 = load <16 x float>, ptr addrspace(1) %101, align 4
  %103 = getelementptr float, ptr addrspace(1) %93, i64 48
  %104 = load <16 x float>, ptr addrspace(1) %103, align 4
  %105 = shufflevector <16 x float> %98, <16 x float> %100, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %106 = shufflevector <16 x float> %102, <16 x float> %104, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %107 = shufflevector <16 x float> %105, <16 x float> %106, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %108 = shufflevector <16 x float> %105, <16 x float> %106, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %109 = shufflevector <16 x float> %98, <16 x float> %100, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %110 = shufflevector <16 x float> %102, <16 x float> %104, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %111 = shufflevector <16 x float> %109, <16 x float> %110, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %112 = shufflevector <16 x float> %109, <16 x float> %110, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  store <16 x i16> <i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1, i16 -1>, ptr %slot17, align 32
  store <16 x float> %107, ptr %slot18, align 64
  store <16 x float> %111, ptr %slot19, align 64
  store <16 x float> %108, ptr %slot20, align 64
  store <16 x float> %112, ptr %slot21, align 64
  br label %loop10

loop10:                                           ; preds = %loop10, %body9
  %113 = load <16 x float>, ptr %slot18, align 64
  %114 = fmul <16 x float> %113, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %115 = load <16 x float>, ptr %slot19, align 64
  %116 = fmul <16 x float> %115, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %117 = load <16 x float>, ptr %slot20, align 64
  %118 = fmul <16 x float> %117, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %119 = load <16 x float>, ptr %slot21, align 64
  %120 = fmul <16 x float> %119, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %121 = fcmp ogt <16 x float> %114, <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>
  %122 = load <16 x i16>, ptr %slot17, align 32
  %123 = icmp slt <16 x i16> %122, zeroinitializer
  %124 = select <16 x i1> %123, <16 x i1> %121, <16 x i1> zeroinitializer
  %125 = sext <16 x i1> %124 to <16 x i16>
  store <16 x i16> %125, ptr %slot17, align 32
  %126 = xor <16 x i1> %121, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %127 = select <16 x i1> %123, <16 x i1> %126, <16 x i1> zeroinitializer
  store <16 x float> %114, ptr %slot18, align 64
  store <16 x float> %116, ptr %slot19, align 64
  store <16 x float> %118, ptr %slot20, align 64
  store <16 x float> %120, ptr %slot21, align 64
  %128 = load <16 x float>, ptr %slot22, align 64
  %129 = select <16 x i1> %127, <16 x float> %114, <16 x float> %128
  store <16 x float> %129, ptr %slot22, align 64
  %130 = load <16 x float>, ptr %slot23, align 64
  %131 = select <16 x i1> %127, <16 x float> %116, <16 x float> %130
  store <16 x float> %131, ptr %slot23, align 64
  %132 = load <16 x float>, ptr %slot24, align 64
  %133 = select <16 x i1> %127, <16 x float> %118, <16 x float> %132
  store <16 x float> %133, ptr %slot24, align 64
  %134 = load <16 x float>, ptr %slot25, align 64
  %135 = select <16 x i1> %127, <16 x float> %120, <16 x float> %134
  store <16 x float> %135, ptr %slot25, align 64
  %136 = load <16 x i16>, ptr %slot17, align 32
  %137 = icmp slt <16 x i16> %136, zeroinitializer
  %138 = bitcast <16 x i1> %137 to i16
  %139 = icmp ne i16 %138, 0
  br i1 %139, label %loop10, label %nobody

done311:                                          ; preds = %nobody
  %140 = load <16 x float>, ptr %slot22, align 64
  %141 = load <16 x float>, ptr %slot23, align 64
  %142 = load <16 x float>, ptr %slot24, align 64
  %143 = load <16 x float>, ptr %slot25, align 64
  %144 = load ptr addrspace(1), ptr %slot16, align 8
  %145 = getelementptr float, ptr addrspace(1) %144, i64 -3
  %146 = shufflevector <16 x float> %140, <16 x float> %142, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %147 = shufflevector <16 x float> %140, <16 x float> %142, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %148 = shufflevector <16 x float> %141, <16 x float> %143, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %149 = shufflevector <16 x float> %141, <16 x float> %143, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %150 = shufflevector <16 x float> %146, <16 x float> %148, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %151 = shufflevector <16 x float> %146, <16 x float> %148, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %152 = shufflevector <16 x float> %147, <16 x float> %149, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %153 = shufflevector <16 x float> %147, <16 x float> %149, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %154 = getelementptr float, ptr addrspace(1) %145, i64 0
  store <16 x float> %150, ptr addrspace(1) %154, align 4
  %155 = getelementptr float, ptr addrspace(1) %145, i64 16
  store <16 x float> %151, ptr addrspace(1) %155, align 4
  %156 = getelementptr float, ptr addrspace(1) %145, i64 32
  store <16 x float> %152, ptr addrspace(1) %156, align 4
  %157 = getelementptr float, ptr addrspace(1) %145, i64 48
  store <16 x float> %153, ptr addrspace(1) %157, align 4
  br label %leave12

leave12:                                          ; preds = %done311, %x8
  %158 = add i64 %id7, 16
  %159 = icmp ult i64 %158, %60
  br i1 %159, label %chunks, label %chunks.done

nobody:                                           ; preds = %loop10
  br label %done311

chunks26:                                         ; preds = %chunks.done
  %id28 = phi i64 [ %60, %chunks.done ]
  %160 = sub i64 %57, %id28
  %161 = trunc i64 %160 to i32
  %162 = call i32 asm sideeffect "", "=r,0"(i32 %161)
  br label %chunk29

chunks.done27:                                    ; preds = %leave34, %chunks.done
  br label %62

chunk29:                                          ; preds = %chunks26
  %163 = insertelement <16 x i32> poison, i32 %162, i32 0
  %164 = shufflevector <16 x i32> %163, <16 x i32> poison, <16 x i32> zeroinitializer
  %165 = icmp slt <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %164
  store i64 poison, ptr %slot35, align 8
  store ptr addrspace(1) poison, ptr %slot36, align 8
  store ptr addrspace(1) poison, ptr %slot37, align 8
  store ptr addrspace(1) poison, ptr %slot38, align 8
  store ptr addrspace(1) poison, ptr %slot39, align 8
  store <16 x i16> zeroinitializer, ptr %slot40, align 32
  store <16 x float> poison, ptr %slot41, align 64
  store <16 x float> poison, ptr %slot42, align 64
  store <16 x float> poison, ptr %slot43, align 64
  store <16 x float> poison, ptr %slot44, align 64
  store <16 x float> poison, ptr %slot45, align 64
  store <16 x float> poison, ptr %slot46, align 64
  store <16 x float> poison, ptr %slot47, align 64
  store <16 x float> poison, ptr %slot48, align 64
  br label %x30

x30:                                              ; preds = %chunk29
  %166 = add i64 %39, %id28
  store i64 %166, ptr %slot35, align 8
  %167 = icmp ult i64 %166, %7
  %168 = insertelement <16 x i1> poison, i1 %167, i32 0
  %169 = shufflevector <16 x i1> %168, <16 x i1> poison, <16 x i32> zeroinitializer
  %170 = xor <16 x i1> %169, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %171 = select <16 x i1> %165, <16 x i1> %170, <16 x i1> zeroinitializer
  br i1 %167, label %body31, label %leave34

body31:                                           ; preds = %x30
  %172 = load i64, ptr %slot35, align 8
  %173 = getelementptr <4 x float>, ptr addrspace(1) %5, i64 %172
  store ptr addrspace(1) %173, ptr %slot36, align 8
  %174 = getelementptr i8, ptr addrspace(1) %173, i64 4
  store ptr addrspace(1) %174, ptr %slot37, align 8
  %175 = getelementptr i8, ptr addrspace(1) %173, i64 8
  store ptr addrspace(1) %175, ptr %slot38, align 8
  %176 = getelementptr i8, ptr addrspace(1) %173, i64 12
  store ptr addrspace(1) %176, ptr %slot39, align 8
  %177 = sext <16 x i1> %165 to <16 x i16>
  %178 = shufflevector <16 x i16> %177, <16 x i16> zeroinitializer, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3>
  %179 = icmp slt <16 x i16> %178, zeroinitializer
  %180 = getelementptr float, ptr addrspace(1) %173, i64 0
  %181 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %180, i32 4, <16 x i1> %179, <16 x float> poison)
  %182 = sext <16 x i1> %165 to <16 x i16>
  %183 = shufflevector <16 x i16> %182, <16 x i16> zeroinitializer, <16 x i32> <i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %184 = icmp slt <16 x i16> %183, zeroinitializer
  %185 = getelementptr float, ptr addrspace(1) %173, i64 16
  %186 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %185, i32 4, <16 x i1> %184, <16 x float> poison)
  %187 = sext <16 x i1> %165 to <16 x i16>
  %188 = shufflevector <16 x i16> %187, <16 x i16> zeroinitializer, <16 x i32> <i32 8, i32 8, i32 8, i32 8, i32 9, i32 9, i32 9, i32 9, i32 10, i32 10, i32 10, i32 10, i32 11, i32 11, i32 11, i32 11>
  %189 = icmp slt <16 x i16> %188, zeroinitializer
  %190 = getelementptr float, ptr addrspace(1) %173, i64 32
  %191 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %190, i32 4, <16 x i1> %189, <16 x float> poison)
  %192 = sext <16 x i1> %165 to <16 x i16>
  %193 = shufflevector <16 x i16> %192, <16 x i16> zeroinitializer, <16 x i32> <i32 12, i32 12, i32 12, i32 12, i32 13, i32 13, i32 13, i32 13, i32 14, i32 14, i32 14, i32 14, i32 15, i32 15, i32 15, i32 15>
  %194 = icmp slt <16 x i16> %193, zeroinitializer
  %195 = getelementptr float, ptr addrspace(1) %173, i64 48
  %196 = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) %195, i32 4, <16 x i1> %194, <16 x float> poison)
  %197 = shufflevector <16 x float> %181, <16 x float> %186, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %198 = shufflevector <16 x float> %191, <16 x float> %196, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %199 = shufflevector <16 x float> %197, <16 x float> %198, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %200 = shufflevector <16 x float> %197, <16 x float> %198, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %201 = shufflevector <16 x float> %181, <16 x float> %186, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %202 = shufflevector <16 x float> %191, <16 x float> %196, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %203 = shufflevector <16 x float> %201, <16 x float> %202, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %204 = shufflevector <16 x float> %201, <16 x float> %202, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %205 = sext <16 x i1> %165 to <16 x i16>
  store <16 x i16> %205, ptr %slot40, align 32
  store <16 x float> %199, ptr %slot41, align 64
  store <16 x float> %203, ptr %slot42, align 64
  store <16 x float> %200, ptr %slot43, align 64
  store <16 x float> %204, ptr %slot44, align 64
  br label %loop32

loop32:                                           ; preds = %loop32, %body31
  %206 = load <16 x float>, ptr %slot41, align 64
  %207 = fmul <16 x float> %206, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %208 = load <16 x float>, ptr %slot42, align 64
  %209 = fmul <16 x float> %208, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %210 = load <16 x float>, ptr %slot43, align 64
  %211 = fmul <16 x float> %210, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %212 = load <16 x float>, ptr %slot44, align 64
  %213 = fmul <16 x float> %212, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %214 = fcmp ogt <16 x float> %207, <float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00, float 1.000000e+00>
  %215 = load <16 x i16>, ptr %slot40, align 32
  %216 = icmp slt <16 x i16> %215, zeroinitializer
  %217 = select <16 x i1> %216, <16 x i1> %214, <16 x i1> zeroinitializer
  %218 = sext <16 x i1> %217 to <16 x i16>
  store <16 x i16> %218, ptr %slot40, align 32
  %219 = xor <16 x i1> %214, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %220 = select <16 x i1> %216, <16 x i1> %219, <16 x i1> zeroinitializer
  store <16 x float> %207, ptr %slot41, align 64
  store <16 x float> %209, ptr %slot42, align 64
  store <16 x float> %211, ptr %slot43, align 64
  store <16 x float> %213, ptr %slot44, align 64
  %221 = load <16 x float>, ptr %slot45, align 64
  %222 = select <16 x i1> %220, <16 x float> %207, <16 x float> %221
  store <16 x float> %222, ptr %slot45, align 64
  %223 = load <16 x float>, ptr %slot46, align 64
  %224 = select <16 x i1> %220, <16 x float> %209, <16 x float> %223
  store <16 x float> %224, ptr %slot46, align 64
  %225 = load <16 x float>, ptr %slot47, align 64
  %226 = select <16 x i1> %220, <16 x float> %211, <16 x float> %225
  store <16 x float> %226, ptr %slot47, align 64
  %227 = load <16 x float>, ptr %slot48, align 64
  %228 = select <16 x i1> %220, <16 x float> %213, <16 x float> %227
  store <16 x float> %228, ptr %slot48, align 64
  %229 = load <16 x i16>, ptr %slot40, align 32
  %230 = icmp slt <16 x i16> %229, zeroinitializer
  %231 = bitcast <16 x i1> %230 to i16
  %232 = icmp ne i16 %231, 0
  br i1 %232, label %loop32, label %nobody49

done333:                                          ; preds = %nobody49
  %233 = load <16 x float>, ptr %slot45, align 64
  %234 = load <16 x float>, ptr %slot46, align 64
  %235 = load <16 x float>, ptr %slot47, align 64
  %236 = load <16 x float>, ptr %slot48, align 64
  %237 = load ptr addrspace(1), ptr %slot39, align 8
  %238 = getelementptr float, ptr addrspace(1) %237, i64 -3
  %239 = shufflevector <16 x float> %233, <16 x float> %235, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %240 = shufflevector <16 x float> %233, <16 x float> %235, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %241 = shufflevector <16 x float> %234, <16 x float> %236, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %242 = shufflevector <16 x float> %234, <16 x float> %236, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %243 = shufflevector <16 x float> %239, <16 x float> %241, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %244 = shufflevector <16 x float> %239, <16 x float> %241, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %245 = shufflevector <16 x float> %240, <16 x float> %242, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %246 = shufflevector <16 x float> %240, <16 x float> %242, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %247 = sext <16 x i1> %165 to <16 x i16>
  %248 = shufflevector <16 x i16> %247, <16 x i16> zeroinitializer, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 3>
  %249 = icmp slt <16 x i16> %248, zeroinitializer
  %250 = getelementptr float, ptr addrspace(1) %238, i64 0
  call void @llvm.masked.store.v16f32.p1(<16 x float> %243, ptr addrspace(1) %250, i32 4, <16 x i1> %249)
  %251 = sext <16 x i1> %165 to <16 x i16>
  %252 = shufflevector <16 x i16> %251, <16 x i16> zeroinitializer, <16 x i32> <i32 4, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 7>
  %253 = icmp slt <16 x i16> %252, zeroinitializer
  %254 = getelementptr float, ptr addrspace(1) %238, i64 16
  call void @llvm.masked.store.v16f32.p1(<16 x float> %244, ptr addrspace(1) %254, i32 4, <16 x i1> %253)
  %255 = sext <16 x i1> %165 to <16 x i16>
  %256 = shufflevector <16 x i16> %255, <16 x i16> zeroinitializer, <16 x i32> <i32 8, i32 8, i32 8, i32 8, i32 9, i32 9, i32 9, i32 9, i32 10, i32 10, i32 10, i32 10, i32 11, i32 11, i32 11, i32 11>
  %257 = icmp slt <16 x i16> %256, zeroinitializer
  %258 = getelementptr float, ptr addrspace(1) %238, i64 32
  call void @llvm.masked.store.v16f32.p1(<16 x float> %245, ptr addrspace(1) %258, i32 4, <16 x i1> %257)
  %259 = sext <16 x i1> %165 to <16 x i16>
  %260 = shufflevector <16 x i16> %259, <16 x i16> zeroinitializer, <16 x i32> <i32 12, i32 12, i32 12, i32 12, i32 13, i32 13, i32 13, i32 13, i32 14, i32 14, i32 14, i32 14, i32 15, i32 15, i32 15, i32 15>
  %261 = icmp slt <16 x i16> %260, zeroinitializer
  %262 = getelementptr float, ptr addrspace(1) %238, i64 48
  call void @llvm.masked.store.v16f32.p1(<16 x float> %246, ptr addrspace(1) %262, i32 4, <16 x i1> %261)
  br label %leave34

leave34:                                          ; preds = %done333, %x30
  br label %chunks.done27

nobody49:                                         ; preds = %loop32
  br label %done333
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64) #1

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
