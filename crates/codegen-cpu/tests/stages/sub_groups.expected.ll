; ModuleID = 'test'
source_filename = "test"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: mustprogress nounwind uwtable
define void @__tandem_wg_k(ptr noalias readonly align 64 dereferenceable(8) %0, ptr noalias readonly align 8 dereferenceable(104) %1, ptr noalias readonly align 8 dereferenceable(24) %2, ptr noalias align 1 %3, ptr noalias align 64 %4) #0 {
prologue:
  %5 = getelementptr inbounds i8, ptr %0, i64 0
  %6 = load ptr addrspace(1), ptr %5, align 8
  %lanes = alloca [16 x i32], align 64
  %scalar = alloca i32, align 4
  %lanes23 = alloca [16 x i32], align 64
  %7 = getelementptr inbounds i8, ptr %4, i64 0
  %lanes46 = alloca [16 x i32], align 64
  %lanes47 = alloca [16 x i32], align 64
  %lanes50 = alloca [16 x i32], align 64
  %lanes65 = alloca [16 x i32], align 64
  %lanes66 = alloca [16 x i32], align 64
  %lanes70 = alloca [16 x i32], align 64
  br label %phase

exit:                                             ; preds = %turns.done79
  ret void

phase:                                            ; preds = %prologue
  br label %subgroup

phase1:                                           ; preds = %turns.done
  br label %subgroup37

subgroup:                                         ; preds = %17, %phase
  %id = phi i64 [ 0, %phase ], [ %18, %17 ]
  %8 = mul i64 %id, 16
  %9 = sub i64 40, %8
  %10 = udiv i64 %8, 40
  %11 = urem i64 %8, 40
  %12 = urem i64 %10, 1
  %13 = udiv i64 %10, 1
  %14 = sub i64 40, %11
  %15 = icmp uge i64 %14, 16
  %16 = call i64 @llvm.umin.i64(i64 16, i64 %9)
  br i1 %15, label %region, label %region10

17:                                               ; preds = %turn.done
  %18 = add nuw nsw i64 %id, 1
  %19 = icmp ult i64 %18, 3
  br i1 %19, label %subgroup, label %turns.done, !llvm.loop !0

turn.done:                                        ; preds = %done33, %done16, %done7, %done
  %20 = load i32, ptr %scalar, align 4
  %21 = getelementptr inbounds i32, ptr %7, i64 %8
  store i32 %20, ptr %21, align 4, !llvm.access.group !2
  br label %17

region:                                           ; preds = %subgroup
  br label %lane

region2:                                          ; preds = %done
  br label %fold

lane:                                             ; preds = %23, %region
  %id3 = phi i64 [ 0, %region ], [ %25, %23 ]
  %22 = add nuw nsw i64 %11, %id3
  br label %entry

23:                                               ; preds = %leave4, %leave
  %next = phi i32 [ 0, %leave ], [ 1, %leave4 ]
  %24 = phi i32 [ poison, %leave ], [ %31, %leave4 ]
  %25 = add nuw nsw i64 %id3, 1
  %26 = icmp ult i64 %25, 16
  br i1 %26, label %lane, label %done, !llvm.loop !3

done:                                             ; preds = %23
  call void @llvm.sideeffect()
  store i32 %24, ptr %scalar, align 4
  switch i32 %next, label %region2 [
    i32 1, label %turn.done
  ]

entry:                                            ; preds = %lane
  %27 = getelementptr i32, ptr addrspace(1) %6, i64 %22
  %28 = and i64 %id, 4294967295
  %29 = icmp eq i64 %28, 0
  br i1 %29, label %alone, label %join

alone:                                            ; preds = %entry
  %30 = load i32, ptr addrspace(1) %27, align 4, !llvm.access.group !2
  br label %leave

join:                                             ; preds = %entry
  %31 = phi i32 [ 0, %entry ]
  br label %leave4

leave:                                            ; preds = %alone
  %32 = getelementptr inbounds i32, ptr %lanes, i64 %id3
  store i32 %30, ptr %32, align 4, !llvm.access.group !2
  br label %23

leave4:                                           ; preds = %join
  br label %23

fold:                                             ; preds = %fold, %region2
  %item = phi i64 [ 0, %region2 ], [ %36, %fold ]
  %sum = phi i32 [ 0, %region2 ], [ %35, %fold ]
  %33 = getelementptr inbounds i32, ptr %lanes, i64 %item
  %34 = load i32, ptr %33, align 4, !llvm.access.group !2
  %35 = add i32 %sum, %34
  %36 = add i64 %item, 1
  %37 = icmp ult i64 %36, 16
  br i1 %37, label %fold, label %folded

folded:                                           ; preds = %fold
  br label %lane5

lane5:                                            ; preds = %40, %folded
  %id6 = phi i64 [ 0, %folded ], [ %42, %40 ]
  %38 = add nuw nsw i64 %11, %id6
  %39 = getelementptr i32, ptr addrspace(1) %6, i64 %38
  br label %after

40:                                               ; preds = %leave9
  %41 = phi i32 [ %44, %leave9 ]
  %42 = add nuw nsw i64 %id6, 1
  %43 = icmp ult i64 %42, 16
  br i1 %43, label %lane5, label %done7, !llvm.loop !7

done7:                                            ; preds = %40
  call void @llvm.sideeffect()
  store i32 %41, ptr %scalar, align 4
  br label %turn.done

after:                                            ; preds = %lane5
  br label %join8

join8:                                            ; preds = %after
  %44 = phi i32 [ %35, %after ]
  br label %leave9

leave9:                                           ; preds = %join8
  br label %40

region10:                                         ; preds = %subgroup
  br label %lane12

region11:                                         ; preds = %done16
  br label %fold24

lane12:                                           ; preds = %45, %region10
  %id13 = phi i64 [ 0, %region10 ], [ %59, %45 ]
  %local = phi i64 [ %11, %region10 ], [ %49, %45 ]
  %local14 = phi i64 [ %12, %region10 ], [ %53, %45 ]
  %local15 = phi i64 [ %13, %region10 ], [ %57, %45 ]
  br label %entry17

45:                                               ; preds = %leave21, %leave20
  %next22 = phi i32 [ 0, %leave20 ], [ 1, %leave21 ]
  %46 = phi i32 [ poison, %leave20 ], [ %65, %leave21 ]
  %47 = add nuw nsw i64 %local, 1
  %48 = icmp eq i64 %47, 40
  %49 = select i1 %48, i64 0, i64 %47
  %50 = zext i1 %48 to i64
  %51 = add nuw nsw i64 %local14, %50
  %52 = icmp eq i64 %51, 1
  %53 = select i1 %52, i64 0, i64 %51
  %54 = zext i1 %52 to i64
  %55 = add nuw nsw i64 %local15, %54
  %56 = icmp eq i64 %55, 1
  %57 = select i1 %56, i64 0, i64 %55
  %58 = zext i1 %56 to i64
  %59 = add nuw nsw i64 %id13, 1
  %60 = icmp ult i64 %59, %16
  br i1 %60, label %lane12, label %done16, !llvm.loop !8

done16:                                           ; preds = %45
  call void @llvm.sideeffect()
  store i32 %46, ptr %scalar, align 4
  switch i32 %next22, label %region11 [
    i32 1, label %turn.done
  ]

entry17:                                          ; preds = %lane12
  %61 = getelementptr i32, ptr addrspace(1) %6, i64 %local
  %62 = and i64 %id, 4294967295
  %63 = icmp eq i64 %62, 0
  br i1 %63, label %alone18, label %join19

alone18:                                          ; preds = %entry17
  %64 = load i32, ptr addrspace(1) %61, align 4, !llvm.access.group !2
  br label %leave20

join19:                                           ; preds = %entry17
  %65 = phi i32 [ 0, %entry17 ]
  br label %leave21

leave20:                                          ; preds = %alone18
  %66 = getelementptr inbounds i32, ptr %lanes23, i64 %id13
  store i32 %64, ptr %66, align 4, !llvm.access.group !2
  br label %45

leave21:                                          ; preds = %join19
  br label %45

fold24:                                           ; preds = %fold24, %region11
  %item26 = phi i64 [ 0, %region11 ], [ %70, %fold24 ]
  %sum27 = phi i32 [ 0, %region11 ], [ %69, %fold24 ]
  %67 = getelementptr inbounds i32, ptr %lanes23, i64 %item26
  %68 = load i32, ptr %67, align 4, !llvm.access.group !2
  %69 = add i32 %sum27, %68
  %70 = add i64 %item26, 1
  %71 = icmp ult i64 %70, %16
  br i1 %71, label %fold24, label %folded25, !llvm.loop !10

folded25:                                         ; preds = %fold24
  br label %lane28

lane28:                                           ; preds = %73, %folded25
  %id29 = phi i64 [ 0, %folded25 ], [ %87, %73 ]
  %local30 = phi i64 [ %11, %folded25 ], [ %77, %73 ]
  %local31 = phi i64 [ %12, %folded25 ], [ %81, %73 ]
  %local32 = phi i64 [ %13, %folded25 ], [ %85, %73 ]
  %72 = getelementptr i32, ptr addrspace(1) %6, i64 %local30
  br label %after34

73:                                               ; preds = %leave36
  %74 = phi i32 [ %89, %leave36 ]
  %75 = add nuw nsw i64 %local30, 1
  %76 = icmp eq i64 %75, 40
  %77 = select i1 %76, i64 0, i64 %75
  %78 = zext i1 %76 to i64
  %79 = add nuw nsw i64 %local31, %78
  %80 = icmp eq i64 %79, 1
  %81 = select i1 %80, i64 0, i64 %79
  %82 = zext i1 %80 to i64
  %83 = add nuw nsw i64 %local32, %82
  %84 = icmp eq i64 %83, 1
  %85 = select i1 %84, i64 0, i64 %83
  %86 = zext i1 %84 to i64
  %87 = add nuw nsw i64 %id29, 1
  %88 = icmp ult i64 %87, %16
  br i1 %88, label %lane28, label %done33, !llvm.loop !11

done33:                                           ; preds = %73
  call void @llvm.sideeffect()
  store i32 %74, ptr %scalar, align 4
  br label %turn.done

after34:                                          ; preds = %lane28
  br label %join35

join35:                                           ; preds = %after34
  %89 = phi i32 [ %69, %after34 ]
  br label %leave36

leave36:                                          ; preds = %join35
  br label %73

turns.done:                                       ; preds = %17
  br label %phase1

subgroup37:                                       ; preds = %101, %phase1
  %id38 = phi i64 [ 0, %phase1 ], [ %102, %101 ]
  %90 = mul i64 %id38, 16
  %91 = sub i64 40, %90
  %92 = udiv i64 %90, 40
  %93 = urem i64 %90, 40
  %94 = urem i64 %92, 1
  %95 = udiv i64 %92, 1
  %96 = sub i64 40, %93
  %97 = icmp uge i64 %96, 16
  %98 = call i64 @llvm.umin.i64(i64 16, i64 %91)
  %99 = getelementptr inbounds i32, ptr %7, i64 %90
  %100 = load i32, ptr %99, align 4, !llvm.access.group !2
  store i32 %100, ptr %scalar, align 4
  br i1 %97, label %region40, label %region55

101:                                              ; preds = %turn.done39
  %102 = add nuw nsw i64 %id38, 1
  %103 = icmp ult i64 %102, 3
  br i1 %103, label %subgroup37, label %turns.done79, !llvm.loop !12

turn.done39:                                      ; preds = %done76, %done53
  br label %101

region40:                                         ; preds = %subgroup37
  %104 = load i32, ptr %scalar, align 4
  br label %lane42

region41:                                         ; preds = %done44
  br label %shuffle

lane42:                                           ; preds = %107, %region40
  %id43 = phi i64 [ 0, %region40 ], [ %108, %107 ]
  %105 = add nuw nsw i64 %93, %id43
  %106 = getelementptr i32, ptr addrspace(1) %6, i64 %105
  br label %after4

107:                                              ; preds = %leave45
  %108 = add nuw nsw i64 %id43, 1
  %109 = icmp ult i64 %108, 16
  br i1 %109, label %lane42, label %done44, !llvm.loop !13

done44:                                           ; preds = %107
  call void @llvm.sideeffect()
  br label %region41

after4:                                           ; preds = %lane42
  %110 = trunc i64 %id43 to i32
  %111 = trunc i64 %id43 to i32
  %112 = xor i32 %111, 1
  %113 = trunc i64 16 to i32
  %114 = icmp ult i32 %112, %113
  %115 = trunc i64 %id43 to i32
  %116 = select i1 %114, i32 %112, i32 %115
  br label %leave45

leave45:                                          ; preds = %after4
  %117 = getelementptr inbounds i32, ptr %lanes46, i64 %id43
  store i32 %110, ptr %117, align 4, !llvm.access.group !2
  %118 = getelementptr inbounds i32, ptr %lanes47, i64 %id43
  store i32 %116, ptr %118, align 4, !llvm.access.group !2
  br label %107

shuffle:                                          ; preds = %shuffle, %region41
  %item49 = phi i64 [ 0, %region41 ], [ %124, %shuffle ]
  %119 = getelementptr inbounds i32, ptr %lanes47, i64 %item49
  %120 = load i32, ptr %119, align 4, !llvm.access.group !2
  %121 = getelementptr inbounds i32, ptr %lanes46, i32 %120
  %122 = load i32, ptr %121, align 4, !llvm.access.group !2
  %123 = getelementptr inbounds i32, ptr %lanes50, i64 %item49
  store i32 %122, ptr %123, align 4, !llvm.access.group !2
  %124 = add i64 %item49, 1
  %125 = icmp ult i64 %124, 16
  br i1 %125, label %shuffle, label %done48

done48:                                           ; preds = %shuffle
  %126 = load i32, ptr %scalar, align 4
  br label %lane51

lane51:                                           ; preds = %131, %done48
  %id52 = phi i64 [ 0, %done48 ], [ %132, %131 ]
  %127 = add nuw nsw i64 %93, %id52
  %128 = getelementptr inbounds i32, ptr %lanes50, i64 %id52
  %129 = load i32, ptr %128, align 4, !llvm.access.group !2
  %130 = getelementptr i32, ptr addrspace(1) %6, i64 %127
  br label %after6

131:                                              ; preds = %leave54
  %132 = add nuw nsw i64 %id52, 1
  %133 = icmp ult i64 %132, 16
  br i1 %133, label %lane51, label %done53, !llvm.loop !14

done53:                                           ; preds = %131
  call void @llvm.sideeffect()
  br label %turn.done39

after6:                                           ; preds = %lane51
  %134 = add i32 %129, %126
  store i32 %134, ptr addrspace(1) %130, align 4, !llvm.access.group !2
  br label %leave54

leave54:                                          ; preds = %after6
  br label %131

region55:                                         ; preds = %subgroup37
  %135 = load i32, ptr %scalar, align 4
  br label %lane57

region56:                                         ; preds = %done62
  br label %shuffle67

lane57:                                           ; preds = %137, %region55
  %id58 = phi i64 [ 0, %region55 ], [ %150, %137 ]
  %local59 = phi i64 [ %93, %region55 ], [ %140, %137 ]
  %local60 = phi i64 [ %94, %region55 ], [ %144, %137 ]
  %local61 = phi i64 [ %95, %region55 ], [ %148, %137 ]
  %136 = getelementptr i32, ptr addrspace(1) %6, i64 %local59
  br label %after463

137:                                              ; preds = %leave64
  %138 = add nuw nsw i64 %local59, 1
  %139 = icmp eq i64 %138, 40
  %140 = select i1 %139, i64 0, i64 %138
  %141 = zext i1 %139 to i64
  %142 = add nuw nsw i64 %local60, %141
  %143 = icmp eq i64 %142, 1
  %144 = select i1 %143, i64 0, i64 %142
  %145 = zext i1 %143 to i64
  %146 = add nuw nsw i64 %local61, %145
  %147 = icmp eq i64 %146, 1
  %148 = select i1 %147, i64 0, i64 %146
  %149 = zext i1 %147 to i64
  %150 = add nuw nsw i64 %id58, 1
  %151 = icmp ult i64 %150, %98
  br i1 %151, label %lane57, label %done62, !llvm.loop !15

done62:                                           ; preds = %137
  call void @llvm.sideeffect()
  br label %region56

after463:                                         ; preds = %lane57
  %152 = trunc i64 %id58 to i32
  %153 = trunc i64 %id58 to i32
  %154 = xor i32 %153, 1
  %155 = trunc i64 %98 to i32
  %156 = icmp ult i32 %154, %155
  %157 = trunc i64 %id58 to i32
  %158 = select i1 %156, i32 %154, i32 %157
  br label %leave64

leave64:                                          ; preds = %after463
  %159 = getelementptr inbounds i32, ptr %lanes65, i64 %id58
  store i32 %152, ptr %159, align 4, !llvm.access.group !2
  %160 = getelementptr inbounds i32, ptr %lanes66, i64 %id58
  store i32 %158, ptr %160, align 4, !llvm.access.group !2
  br label %137

shuffle67:                                        ; preds = %shuffle67, %region56
  %item69 = phi i64 [ 0, %region56 ], [ %166, %shuffle67 ]
  %161 = getelementptr inbounds i32, ptr %lanes66, i64 %item69
  %162 = load i32, ptr %161, align 4, !llvm.access.group !2
  %163 = getelementptr inbounds i32, ptr %lanes65, i32 %162
  %164 = load i32, ptr %163, align 4, !llvm.access.group !2
  %165 = getelementptr inbounds i32, ptr %lanes70, i64 %item69
  store i32 %164, ptr %165, align 4, !llvm.access.group !2
  %166 = add i64 %item69, 1
  %167 = icmp ult i64 %166, %98
  br i1 %167, label %shuffle67, label %done68, !llvm.loop !16

done68:                                           ; preds = %shuffle67
  %168 = load i32, ptr %scalar, align 4
  br label %lane71

lane71:                                           ; preds = %172, %done68
  %id72 = phi i64 [ 0, %done68 ], [ %185, %172 ]
  %local73 = phi i64 [ %93, %done68 ], [ %175, %172 ]
  %local74 = phi i64 [ %94, %done68 ], [ %179, %172 ]
  %local75 = phi i64 [ %95, %done68 ], [ %183, %172 ]
  %169 = getelementptr inbounds i32, ptr %lanes70, i64 %id72
  %170 = load i32, ptr %169, align 4, !llvm.access.group !2
  %171 = getelementptr i32, ptr addrspace(1) %6, i64 %local73
  br label %after677

172:                                              ; preds = %leave78
  %173 = add nuw nsw i64 %local73, 1
  %174 = icmp eq i64 %173, 40
  %175 = select i1 %174, i64 0, i64 %173
  %176 = zext i1 %174 to i64
  %177 = add nuw nsw i64 %local74, %176
  %178 = icmp eq i64 %177, 1
  %179 = select i1 %178, i64 0, i64 %177
  %180 = zext i1 %178 to i64
  %181 = add nuw nsw i64 %local75, %180
  %182 = icmp eq i64 %181, 1
  %183 = select i1 %182, i64 0, i64 %181
  %184 = zext i1 %182 to i64
  %185 = add nuw nsw i64 %id72, 1
  %186 = icmp ult i64 %185, %98
  br i1 %186, label %lane71, label %done76, !llvm.loop !17

done76:                                           ; preds = %172
  call void @llvm.sideeffect()
  br label %turn.done39

after677:                                         ; preds = %lane71
  %187 = add i32 %170, %168
  store i32 %187, ptr addrspace(1) %171, align 4, !llvm.access.group !2
  br label %leave78

leave78:                                          ; preds = %after677
  br label %172

turns.done79:                                     ; preds = %101
  br label %exit
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #2

attributes #0 = { mustprogress nounwind uwtable }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = distinct !{}
!3 = distinct !{!3, !4, !1, !5}
!4 = !{!"llvm.loop.parallel_accesses", !2}
!5 = !{!"llvm.loop.vectorize.followup_vectorized", !6}
!6 = !{!"llvm.loop.isvectorized", i32 1}
!7 = distinct !{!7, !4, !1, !5}
!8 = distinct !{!8, !1, !9}
!9 = !{!"llvm.loop.vectorize.width", i32 1}
!10 = distinct !{!10, !1, !9}
!11 = distinct !{!11, !1, !9}
!12 = distinct !{!12, !1}
!13 = distinct !{!13, !4, !1, !5}
!14 = distinct !{!14, !4, !1, !5}
!15 = distinct !{!15, !1, !9}
!16 = distinct !{!16, !1, !9}
!17 = distinct !{!17, !1, !9}
