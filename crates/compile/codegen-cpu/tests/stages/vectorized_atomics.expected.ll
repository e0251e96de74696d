; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(32) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %slot18 = alloca ptr addrspace(1), align 8
  %slot19 = alloca <8 x i32>, align 32
  %slot20 = alloca <8 x i32>, align 32
  %slot22 = alloca <8 x i32>, align 32
  %lanes23 = alloca <8 x ptr addrspace(1)>, align 64
  %lanes24 = alloca <8 x i32>, align 32
  %slot = alloca ptr addrspace(1), align 8
  %slot7 = alloca <8 x i32>, align 32
  %slot8 = alloca <8 x i32>, align 32
  %slot9 = alloca <8 x i32>, align 32
  %lanes = alloca <8 x ptr addrspace(1)>, align 64
  %lanes10 = alloca <8 x i32>, align 32
  %5 = load ptr addrspace(1), ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %0, i64 8
  %7 = load ptr addrspace(1), ptr %6, align 8
  %8 = getelementptr inbounds i8, ptr %0, i64 16
  %9 = load ptr addrspace(1), ptr %8, align 8
  %10 = getelementptr inbounds i8, ptr %1, i64 32
  %11 = load i64, ptr %10, align 8
  %12 = getelementptr inbounds i8, ptr %1, i64 8
  %13 = load i64, ptr %12, align 8
  %14 = load i64, ptr %2, align 8
  %15 = mul i64 %14, %11
  %16 = sub i64 %13, %15
  %17 = call i64 @llvm.umin.i64(i64 %11, i64 %16)
  %18 = icmp ne i64 %17, 0
  call void @llvm.assume(i1 %18)
  %19 = getelementptr inbounds i8, ptr %1, i64 40
  %20 = load i64, ptr %19, align 8
  %21 = getelementptr inbounds i8, ptr %1, i64 16
  %22 = load i64, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %2, i64 8
  %24 = load i64, ptr %23, align 8
  %25 = mul i64 %24, %20
  %26 = sub i64 %22, %25
  %27 = call i64 @llvm.umin.i64(i64 %20, i64 %26)
  %28 = icmp ne i64 %27, 0
  call void @llvm.assume(i1 %28)
  %29 = getelementptr inbounds i8, ptr %1, i64 48
  %30 = load i64, ptr %29, align 8
  %31 = getelementptr inbounds i8, ptr %1, i64 24
  %32 = load i64, ptr %31, align 8
  %33 = getelementptr inbounds i8, ptr %2, i64 16
  %34 = load i64, ptr %33, align 8
  %35 = mul i64 %34, %30
  %36 = sub i64 %32, %35
  %37 = call i64 @llvm.umin.i64(i64 %30, i64 %36)
  %38 = icmp ne i64 %37, 0
  call void @llvm.assume(i1 %38)
  %39 = getelementptr inbounds i8, ptr %1, i64 56
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr i32, ptr addrspace(1) %9, i64 %15
  %42 = getelementptr i32, ptr addrspace(1) %41, i64 %40
  %43 = getelementptr i8, ptr addrspace(1) %5, i64 4
  %44 = getelementptr i8, ptr addrspace(1) %5, i64 8
  br label %z

z:                                                ; preds = %45, %prologue
  %id = phi i64 [ 0, %prologue ], [ %46, %45 ]
  br label %y

45:                                               ; preds = %54
  %46 = add nuw nsw i64 %id, 1
  %47 = icmp ult i64 %46, %37
  br i1 %47, label %z, label %done, !llvm.loop !0

y:                                                ; preds = %z, %54
  %id1 = phi i64 [ 0, %z ], [ %55, %54 ]
  %48 = sub i64 %17, 1
  %49 = add i64 %48, 1
  %50 = sub i64 %49, 0
  %51 = urem i64 %50, 8
  %52 = sub i64 %49, %51
  %53 = icmp ult i64 0, %52
  br i1 %53, label %chunks, label %chunks.done

unreachable:                                      ; No predecessors!
  br label %x

54:                                               ; preds = %chunks.done12, %leave
  %55 = add nuw nsw i64 %id1, 1
  %56 = icmp ult i64 %55, %27
  br i1 %56, label %y, label %45, !llvm.loop !2

x:                                                ; preds = %leave, %unreachable
  %id2 = phi i64 [ 0, %unreachable ], [ %66, %leave ]
  %57 = getelementptr i32, ptr addrspace(1) %42, i64 %id2
  %58 = load i32, ptr addrspace(1) %57, align 4, !llvm.access.group !3
  %59 = atomicrmw sub ptr addrspace(1) %5, i32 %58 syncscope("workgroup") acq_rel, align 4, !llvm.access.group !3
  %60 = icmp sgt i32 %58, 7
  br i1 %60, label %some, label %leave

done:                                             ; preds = %45
  call void @llvm.sideeffect()
  ret void

some:                                             ; preds = %x
  %61 = atomicrmw add ptr addrspace(1) %43, i32 %58 monotonic, align 4, !llvm.access.group !3
  store i32 %61, ptr addrspace(1) %57, align 4, !llvm.access.group !3
  %62 = atomicrmw max ptr addrspace(1) %44, i32 %58 seq_cst, align 4, !llvm.access.group !3
  %63 = zext nneg i32 %58 to i64
  %64 = getelementptr i32, ptr addrspace(1) %7, i64 %63
  %65 = atomicrmw add ptr addrspace(1) %64, i32 1 monotonic, align 4, !llvm.access.group !3
  br label %leave

leave:                                            ; preds = %x, %some
  %66 = add nuw nsw i64 %id2, 1
  %67 = icmp ult i64 %66, %17
  br i1 %67, label %x, label %54, !llvm.loop !4

chunks:                                           ; preds = %leave6, %y
  %id3 = phi i64 [ 0, %y ], [ %105, %leave6 ]
  br label %chunk

chunks.done:                                      ; preds = %leave6, %y
  %68 = icmp ult i64 %52, %49
  br i1 %68, label %chunks11, label %chunks.done12

chunk:                                            ; preds = %chunks
  store ptr addrspace(1) poison, ptr %slot, align 8
  store <8 x i32> poison, ptr %slot7, align 32
  store <8 x i32> zeroinitializer, ptr %slot8, align 32
  store <8 x i32> zeroinitializer, ptr %slot9, align 32
  br label %x4

x4:                                               ; preds = %chunk
  %69 = getelementptr i32, ptr addrspace(1) %42, i64 %id3
  store ptr addrspace(1) %69, ptr %slot, align 8
  %70 = load <8 x i32>, ptr addrspace(1) %69, align 4
  store <8 x i32> %70, ptr %slot7, align 32
  %71 = call i32 @llvm.vector.reduce.add.v8i32(<8 x i32> %70)
  %72 = atomicrmw sub ptr addrspace(1) %5, i32 %71 syncscope("workgroup") acq_rel, align 4, !llvm.access.group !3
  %73 = icmp sgt <8 x i32> %70, <i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7>
  %74 = sext <8 x i1> %73 to <8 x i32>
  store <8 x i32> %74, ptr %slot8, align 32
  %75 = xor <8 x i1> %73, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %76 = load <8 x i32>, ptr %slot8, align 32
  %77 = icmp slt <8 x i32> %76, zeroinitializer
  %78 = bitcast <8 x i1> %77 to i8
  %79 = icmp ne i8 %78, 0
  br i1 %79, label %some5, label %nobody

some5:                                            ; preds = %x4
  %80 = load <8 x i32>, ptr %slot8, align 32
  %81 = icmp slt <8 x i32> %80, zeroinitializer
  %82 = sext <8 x i1> %81 to <8 x i32>
  store <8 x i32> %82, ptr %slot9, align 32
  %83 = load <8 x i32>, ptr %slot7, align 32
  %84 = select <8 x i1> %81, <8 x i32> %83, <8 x i32> zeroinitializer
  %85 = shufflevector <8 x i32> zeroinitializer, <8 x i32> %84, <8 x i32> <i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14>
  %86 = add <8 x i32> %84, %85
  %87 = shufflevector <8 x i32> zeroinitializer, <8 x i32> %86, <8 x i32> <i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13>
  %88 = add <8 x i32> %86, %87
  %89 = shufflevector <8 x i32> zeroinitializer, <8 x i32> %88, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11>
  %90 = add <8 x i32> %88, %89
  %91 = extractelement <8 x i32> %90, i32 7
  %92 = atomicrmw add ptr addrspace(1) %43, i32 %91 monotonic, align 4, !llvm.access.group !3
  %93 = insertelement <8 x i32> poison, i32 %92, i32 0
  %94 = shufflevector <8 x i32> %93, <8 x i32> poison, <8 x i32> zeroinitializer
  %95 = sub <8 x i32> %90, %84
  %96 = add <8 x i32> %94, %95
  %97 = load ptr addrspace(1), ptr %slot, align 8
  call void @llvm.masked.store.v8i32.p1(<8 x i32> %96, ptr addrspace(1) %97, i32 4, <8 x i1> %81)
  %98 = select <8 x i1> %81, <8 x i32> %83, <8 x i32> <i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648>
  %99 = call i32 @llvm.vector.reduce.smax.v8i32(<8 x i32> %98)
  %100 = atomicrmw max ptr addrspace(1) %44, i32 %99 seq_cst, align 4, !llvm.access.group !3
  %101 = sext <8 x i32> %83 to <8 x i64>
  %102 = getelementptr i32, ptr addrspace(1) %7, <8 x i64> %101
  store <8 x ptr addrspace(1)> %102, ptr %lanes, align 64
  %103 = bitcast <8 x i1> %81 to i8
  %104 = icmp ne i8 %103, 0
  br i1 %104, label %lane, label %lanes.done

leave6:                                           ; preds = %lanes.done, %nobody
  %105 = add i64 %id3, 8
  %106 = icmp ult i64 %105, %52
  br i1 %106, label %chunks, label %chunks.done

nobody:                                           ; preds = %x4
  br label %leave6

lane:                                             ; preds = %lane, %some5
  %left = phi i8 [ %103, %some5 ], [ %114, %lane ]
  %107 = call i8 @llvm.cttz.i8(i8 %left, i1 true)
  %108 = zext i8 %107 to i64
  %109 = getelementptr inbounds ptr addrspace(1), ptr %lanes, i64 %108
  %110 = load ptr addrspace(1), ptr %109, align 8
  %111 = atomicrmw add ptr addrspace(1) %110, i32 1 monotonic, align 4, !llvm.access.group !3
  %112 = getelementptr inbounds i32, ptr %lanes10, i64 %108
  store i32 %111, ptr %112, align 4
  %113 = sub i8 %left, 1
  %114 = and i8 %left, %113
  %115 = icmp ne i8 %114, 0
  br i1 %115, label %lane, label %lanes.done

lanes.done:                                       ; preds = %lane, %some5
  %116 = load <8 x i32>, ptr %lanes10, align 32
  br label %leave6

chunks11:                                         ; preds = %chunks.done
  %id13 = phi i64 [ %52, %chunks.done ]
  %117 = sub i64 %49, %id13
  %118 = trunc i64 %117 to i32
  %119 = call i32 asm sideeffect "", "=r,0"(i32 %118)
  br label %chunk14

chunks.done12:                                    ; preds = %leave17, %chunks.done
  br label %54

chunk14:                                          ; preds = %chunks11
  %120 = insertelement <8 x i32> poison, i32 %119, i32 0
  %121 = shufflevector <8 x i32> %120, <8 x i32> poison, <8 x i32> zeroinitializer
  %122 = icmp slt <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %121
  store ptr addrspace(1) poison, ptr %slot18, align 8
  store <8 x i32> poison, ptr %slot19, align 32
  store <8 x i32> zeroinitializer, ptr %slot20, align 32
  store <8 x i32> zeroinitializer, ptr %slot22, align 32
  br label %x15

x15:                                              ; preds = %chunk14
  %123 = getelementptr i32, ptr addrspace(1) %42, i64 %id13
  store ptr addrspace(1) %123, ptr %slot18, align 8
  %124 = call <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1) %123, i32 4, <8 x i1> %122, <8 x i32> poison)
  store <8 x i32> %124, ptr %slot19, align 32
  %125 = select <8 x i1> %122, <8 x i32> %124, <8 x i32> zeroinitializer
  %126 = call i32 @llvm.vector.reduce.add.v8i32(<8 x i32> %125)
  %127 = atomicrmw sub ptr addrspace(1) %5, i32 %126 syncscope("workgroup") acq_rel, align 4, !llvm.access.group !3
  %128 = icmp sgt <8 x i32> %124, <i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7>
  %129 = select <8 x i1> %122, <8 x i1> %128, <8 x i1> zeroinitializer
  %130 = sext <8 x i1> %129 to <8 x i32>
  store <8 x i32> %130, ptr %slot20, align 32
  %131 = xor <8 x i1> %128, <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>
  %132 = select <8 x i1> %122, <8 x i1> %131, <8 x i1> zeroinitializer
  %133 = load <8 x i32>, ptr %slot20, align 32
  %134 = icmp slt <8 x i32> %133, zeroinitializer
  %135 = bitcast <8 x i1> %134 to i8
  %136 = icmp ne i8 %135, 0
  br i1 %136, label %some16, label %nobody21

some16:                                           ; preds = %x15
  %137 = load <8 x i32>, ptr %slot20, align 32
  %138 = icmp slt <8 x i32> %137, zeroinitializer
  %139 = sext <8 x i1> %138 to <8 x i32>
  store <8 x i32> %139, ptr %slot22, align 32
  %140 = load <8 x i32>, ptr %slot19, align 32
  %141 = select <8 x i1> %138, <8 x i32> %140, <8 x i32> zeroinitializer
  %142 = shufflevector <8 x i32> zeroinitializer, <8 x i32> %141, <8 x i32> <i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14>
  %143 = add <8 x i32> %141, %142
  %144 = shufflevector <8 x i32> zeroinitializer, <8 x i32> %143, <8 x i32> <i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13>
  %145 = add <8 x i32> %143, %144
  %146 = shufflevector <8 x i32> zeroinitializer, <8 x i32> %145, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11>
  %147 = add <8 x i32> %145, %146
  %148 = extractelement <8 x i32> %147, i32 7
  %149 = atomicrmw add ptr addrspace(1) %43, i32 %148 monotonic, align 4, !llvm.access.group !3
  %150 = insertelement <8 x i32> poison, i32 %149, i32 0
  %151 = shufflevector <8 x i32> %150, <8 x i32> poison, <8 x i32> zeroinitializer
  %152 = sub <8 x i32> %147, %141
  %153 = add <8 x i32> %151, %152
  %154 = load ptr addrspace(1), ptr %slot18, align 8
  call void @llvm.masked.store.v8i32.p1(<8 x i32> %153, ptr addrspace(1) %154, i32 4, <8 x i1> %138)
  %155 = select <8 x i1> %138, <8 x i32> %140, <8 x i32> <i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648, i32 -2147483648>
  %156 = call i32 @llvm.vector.reduce.smax.v8i32(<8 x i32> %155)
  %157 = atomicrmw max ptr addrspace(1) %44, i32 %156 seq_cst, align 4, !llvm.access.group !3
  %158 = sext <8 x i32> %140 to <8 x i64>
  %159 = getelementptr i32, ptr addrspace(1) %7, <8 x i64> %158
  store <8 x ptr addrspace(1)> %159, ptr %lanes23, align 64
  %160 = bitcast <8 x i1> %138 to i8
  %161 = icmp ne i8 %160, 0
  br i1 %161, label %lane25, label %lanes.done26

leave17:                                          ; preds = %lanes.done26, %nobody21
  br label %chunks.done12

nobody21:                                         ; preds = %x15
  br label %leave17

lane25:                                           ; preds = %lane25, %some16
  %left27 = phi i8 [ %160, %some16 ], [ %169, %lane25 ]
  %162 = call i8 @llvm.cttz.i8(i8 %left27, i1 true)
  %163 = zext i8 %162 to i64
  %164 = getelementptr inbounds ptr addrspace(1), ptr %lanes23, i64 %163
  %165 = load ptr addrspace(1), ptr %164, align 8
  %166 = atomicrmw add ptr addrspace(1) %165, i32 1 monotonic, align 4, !llvm.access.group !3
  %167 = getelementptr inbounds i32, ptr %lanes24, i64 %163
  store i32 %166, ptr %167, align 4
  %168 = sub i8 %left27, 1
  %169 = and i8 %left27, %168
  %170 = icmp ne i8 %169, 0
  br i1 %170, label %lane25, label %lanes.done26

lanes.done26:                                     ; preds = %lane25, %some16
  %171 = load <8 x i32>, ptr %lanes24, align 32
  br label %leave17
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.add.v8i32(<8 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.masked.store.v8i32.p1(<8 x i32>, ptr addrspace(1) nocapture, i32 immarg, <8 x i1>) #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.smax.v8i32(<8 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i8 @llvm.cttz.i8(i8, i1 immarg) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1) nocapture, i32 immarg, <8 x i1>, <8 x i32>) #5

attributes #0 = { mustprogress nounwind uwtable }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = distinct !{!2, !1}
!3 = distinct !{}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.parallel_accesses", !3}
!6 = !{!"tandem.work_items"}
