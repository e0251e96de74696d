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
  %lanes42 = alloca [16 x i32], align 64
  %lanes43 = alloca [16 x i32], align 64
  %lanes58 = alloca [16 x i32], align 64
  %lanes59 = alloca [16 x i32], align 64
  br label %phase

exit:                                             ; preds = %subgroups.done68
  ret void

phase:                                            ; preds = %prologue
  br label %subgroup

phase1:                                           ; preds = %subgroups.done
  br label %subgroup33

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

17:                                               ; preds = %subgroup.done
  %18 = add nuw nsw i64 %id, 1
  %19 = icmp ult i64 %18, 3
  br i1 %19, label %subgroup, label %subgroups.done, !llvm.loop !0

subgroup.done:                                    ; preds = %done29, %done16, %done7, %done
  %20 = load i32, ptr %scalar, align 4
  %21 = getelementptr inbounds i32, ptr %7, i64 %8
  store i32 %20, ptr %21, align 4, !llvm.access.group !2
  br label %17

region:                                           ; preds = %subgroup
  br label %lane

region2:                                          ; preds = %done
  %22 = getelementptr inbounds i32, ptr %lanes, i64 0
  %23 = load <16 x i32>, ptr %22, align 4
  %24 = select <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> %23, <16 x i32> zeroinitializer
  %25 = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %24)
  br label %lane5

lane:                                             ; preds = %27, %region
  %id3 = phi i64 [ 0, %region ], [ %29, %27 ]
  %26 = add nuw nsw i64 %11, %id3
  br label %entry

27:                                               ; preds = %leave4, %leave
  %next = phi i32 [ 0, %leave ], [ 1, %leave4 ]
  %28 = phi i32 [ poison, %leave ], [ %35, %leave4 ]
  %29 = add nuw nsw i64 %id3, 1
  %30 = icmp ult i64 %29, 16
  br i1 %30, label %lane, label %done, !llvm.loop !3

done:                                             ; preds = %27
  call void @llvm.sideeffect()
  store i32 %28, ptr %scalar, align 4
  switch i32 %next, label %region2 [
    i32 1, label %subgroup.done
  ]

entry:                                            ; preds = %lane
  %31 = getelementptr i32, ptr addrspace(1) %6, i64 %26
  %32 = and i64 %id, 4294967295
  %33 = icmp eq i64 %32, 0
  br i1 %33, label %alone, label %join

alone:                                            ; preds = %entry
  %34 = load i32, ptr addrspace(1) %31, align 4, !llvm.access.group !2
  br label %leave

join:                                             ; preds = %entry
  %35 = phi i32 [ 0, %entry ]
  br label %leave4

leave:                                            ; preds = %alone
  %36 = getelementptr inbounds i32, ptr %lanes, i64 %id3
  store i32 %34, ptr %36, align 4, !llvm.access.group !2
  br label %27

leave4:                                           ; preds = %join
  br label %27

lane5:                                            ; preds = %39, %region2
  %id6 = phi i64 [ 0, %region2 ], [ %41, %39 ]
  %37 = add nuw nsw i64 %11, %id6
  %38 = getelementptr i32, ptr addrspace(1) %6, i64 %37
  br label %after

39:                                               ; preds = %leave9
  %40 = phi i32 [ %43, %leave9 ]
  %41 = add nuw nsw i64 %id6, 1
  %42 = icmp ult i64 %41, 16
  br i1 %42, label %lane5, label %done7, !llvm.loop !8

done7:                                            ; preds = %39
  call void @llvm.sideeffect()
  store i32 %40, ptr %scalar, align 4
  br label %subgroup.done

after:                                            ; preds = %lane5
  br label %join8

join8:                                            ; preds = %after
  %43 = phi i32 [ %25, %after ]
  br label %leave9

leave9:                                           ; preds = %join8
  br label %39

region10:                                         ; preds = %subgroup
  br label %lane12

region11:                                         ; preds = %done16
  %44 = getelementptr inbounds i32, ptr %lanes23, i64 0
  %45 = load <16 x i32>, ptr %44, align 4
  %46 = trunc i64 %16 to i32
  %47 = insertelement <16 x i32> poison, i32 %46, i32 0
  %48 = shufflevector <16 x i32> %47, <16 x i32> poison, <16 x i32> zeroinitializer
  %49 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %48
  %50 = select <16 x i1> %49, <16 x i32> %45, <16 x i32> zeroinitializer
  %51 = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %50)
  br label %lane24

lane12:                                           ; preds = %52, %region10
  %id13 = phi i64 [ 0, %region10 ], [ %66, %52 ]
  %local = phi i64 [ %11, %region10 ], [ %56, %52 ]
  %local14 = phi i64 [ %12, %region10 ], [ %60, %52 ]
  %local15 = phi i64 [ %13, %region10 ], [ %64, %52 ]
  br label %entry17

52:                                               ; preds = %leave21, %leave20
  %next22 = phi i32 [ 0, %leave20 ], [ 1, %leave21 ]
  %53 = phi i32 [ poison, %leave20 ], [ %72, %leave21 ]
  %54 = add nuw nsw i64 %local, 1
  %55 = icmp eq i64 %54, 40
  %56 = select i1 %55, i64 0, i64 %54
  %57 = zext i1 %55 to i64
  %58 = add nuw nsw i64 %local14, %57
  %59 = icmp eq i64 %58, 1
  %60 = select i1 %59, i64 0, i64 %58
  %61 = zext i1 %59 to i64
  %62 = add nuw nsw i64 %local15, %61
  %63 = icmp eq i64 %62, 1
  %64 = select i1 %63, i64 0, i64 %62
  %65 = zext i1 %63 to i64
  %66 = add nuw nsw i64 %id13, 1
  %67 = icmp ult i64 %66, %16
  br i1 %67, label %lane12, label %done16, !llvm.loop !9

done16:                                           ; preds = %52
  call void @llvm.sideeffect()
  store i32 %53, ptr %scalar, align 4
  switch i32 %next22, label %region11 [
    i32 1, label %subgroup.done
  ]

entry17:                                          ; preds = %lane12
  %68 = getelementptr i32, ptr addrspace(1) %6, i64 %local
  %69 = and i64 %id, 4294967295
  %70 = icmp eq i64 %69, 0
  br i1 %70, label %alone18, label %join19

alone18:                                          ; preds = %entry17
  %71 = load i32, ptr addrspace(1) %68, align 4, !llvm.access.group !2
  br label %leave20

join19:                                           ; preds = %entry17
  %72 = phi i32 [ 0, %entry17 ]
  br label %leave21

leave20:                                          ; preds = %alone18
  %73 = getelementptr inbounds i32, ptr %lanes23, i64 %id13
  store i32 %71, ptr %73, align 4, !llvm.access.group !2
  br label %52

leave21:                                          ; preds = %join19
  br label %52

lane24:                                           ; preds = %75, %region11
  %id25 = phi i64 [ 0, %region11 ], [ %89, %75 ]
  %local26 = phi i64 [ %11, %region11 ], [ %79, %75 ]
  %local27 = phi i64 [ %12, %region11 ], [ %83, %75 ]
  %local28 = phi i64 [ %13, %region11 ], [ %87, %75 ]
  %74 = getelementptr i32, ptr addrspace(1) %6, i64 %local26
  br label %after30

75:                                               ; preds = %leave32
  %76 = phi i32 [ %91, %leave32 ]
  %77 = add nuw nsw i64 %local26, 1
  %78 = icmp eq i64 %77, 40
  %79 = select i1 %78, i64 0, i64 %77
  %80 = zext i1 %78 to i64
  %81 = add nuw nsw i64 %local27, %80
  %82 = icmp eq i64 %81, 1
  %83 = select i1 %82, i64 0, i64 %81
  %84 = zext i1 %82 to i64
  %85 = add nuw nsw i64 %local28, %84
  %86 = icmp eq i64 %85, 1
  %87 = select i1 %86, i64 0, i64 %85
  %88 = zext i1 %86 to i64
  %89 = add nuw nsw i64 %id25, 1
  %90 = icmp ult i64 %89, %16
  br i1 %90, label %lane24, label %done29, !llvm.loop !11

done29:                                           ; preds = %75
  call void @llvm.sideeffect()
  store i32 %76, ptr %scalar, align 4
  br label %subgroup.done

after30:                                          ; preds = %lane24
  br label %join31

join31:                                           ; preds = %after30
  %91 = phi i32 [ %51, %after30 ]
  br label %leave32

leave32:                                          ; preds = %join31
  br label %75

subgroups.done:                                   ; preds = %17
  br label %phase1

subgroup33:                                       ; preds = %103, %phase1
  %id34 = phi i64 [ 0, %phase1 ], [ %104, %103 ]
  %92 = mul i64 %id34, 16
  %93 = sub i64 40, %92
  %94 = udiv i64 %92, 40
  %95 = urem i64 %92, 40
  %96 = urem i64 %94, 1
  %97 = udiv i64 %94, 1
  %98 = sub i64 40, %95
  %99 = icmp uge i64 %98, 16
  %100 = call i64 @llvm.umin.i64(i64 16, i64 %93)
  %101 = getelementptr inbounds i32, ptr %7, i64 %92
  %102 = load i32, ptr %101, align 4, !llvm.access.group !2
  store i32 %102, ptr %scalar, align 4
  br i1 %99, label %region36, label %region48

103:                                              ; preds = %subgroup.done35
  %104 = add nuw nsw i64 %id34, 1
  %105 = icmp ult i64 %104, 3
  br i1 %105, label %subgroup33, label %subgroups.done68, !llvm.loop !12

subgroup.done35:                                  ; preds = %done65, %done46
  br label %103

region36:                                         ; preds = %subgroup33
  %106 = load i32, ptr %scalar, align 4
  br label %lane38

region37:                                         ; preds = %done40
  %107 = getelementptr inbounds i32, ptr %lanes42, i64 0
  %108 = load <16 x i32>, ptr %107, align 4
  %109 = shufflevector <16 x i32> %108, <16 x i32> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>
  %110 = select <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> %109, <16 x i32> %108
  %111 = getelementptr inbounds i32, ptr %lanes43, i64 0
  store <16 x i32> %110, ptr %111, align 4
  %112 = load i32, ptr %scalar, align 4
  br label %lane44

lane38:                                           ; preds = %115, %region36
  %id39 = phi i64 [ 0, %region36 ], [ %116, %115 ]
  %113 = add nuw nsw i64 %95, %id39
  %114 = getelementptr i32, ptr addrspace(1) %6, i64 %113
  br label %after2

115:                                              ; preds = %leave41
  %116 = add nuw nsw i64 %id39, 1
  %117 = icmp ult i64 %116, 16
  br i1 %117, label %lane38, label %done40, !llvm.loop !13

done40:                                           ; preds = %115
  call void @llvm.sideeffect()
  br label %region37

after2:                                           ; preds = %lane38
  %118 = trunc i64 %id39 to i32
  br label %leave41

leave41:                                          ; preds = %after2
  %119 = getelementptr inbounds i32, ptr %lanes42, i64 %id39
  store i32 %118, ptr %119, align 4, !llvm.access.group !2
  br label %115

lane44:                                           ; preds = %124, %region37
  %id45 = phi i64 [ 0, %region37 ], [ %125, %124 ]
  %120 = add nuw nsw i64 %95, %id45
  %121 = getelementptr inbounds i32, ptr %lanes43, i64 %id45
  %122 = load i32, ptr %121, align 4, !llvm.access.group !2
  %123 = getelementptr i32, ptr addrspace(1) %6, i64 %120
  br label %after4

124:                                              ; preds = %leave47
  %125 = add nuw nsw i64 %id45, 1
  %126 = icmp ult i64 %125, 16
  br i1 %126, label %lane44, label %done46, !llvm.loop !14

done46:                                           ; preds = %124
  call void @llvm.sideeffect()
  br label %subgroup.done35

after4:                                           ; preds = %lane44
  %127 = add i32 %122, %112
  store i32 %127, ptr addrspace(1) %123, align 4, !llvm.access.group !2
  br label %leave47

leave47:                                          ; preds = %after4
  br label %124

region48:                                         ; preds = %subgroup33
  %128 = load i32, ptr %scalar, align 4
  br label %lane50

region49:                                         ; preds = %done55
  %129 = getelementptr inbounds i32, ptr %lanes58, i64 0
  %130 = load <16 x i32>, ptr %129, align 4
  %131 = shufflevector <16 x i32> %130, <16 x i32> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>
  %132 = trunc i64 %100 to i32
  %133 = insertelement <16 x i32> poison, i32 %132, i32 0
  %134 = shufflevector <16 x i32> %133, <16 x i32> poison, <16 x i32> zeroinitializer
  %135 = icmp ult <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>, %134
  %136 = select <16 x i1> %135, <16 x i32> %131, <16 x i32> %130
  %137 = getelementptr inbounds i32, ptr %lanes59, i64 0
  store <16 x i32> %136, ptr %137, align 4
  %138 = load i32, ptr %scalar, align 4
  br label %lane60

lane50:                                           ; preds = %140, %region48
  %id51 = phi i64 [ 0, %region48 ], [ %153, %140 ]
  %local52 = phi i64 [ %95, %region48 ], [ %143, %140 ]
  %local53 = phi i64 [ %96, %region48 ], [ %147, %140 ]
  %local54 = phi i64 [ %97, %region48 ], [ %151, %140 ]
  %139 = getelementptr i32, ptr addrspace(1) %6, i64 %local52
  br label %after256

140:                                              ; preds = %leave57
  %141 = add nuw nsw i64 %local52, 1
  %142 = icmp eq i64 %141, 40
  %143 = select i1 %142, i64 0, i64 %141
  %144 = zext i1 %142 to i64
  %145 = add nuw nsw i64 %local53, %144
  %146 = icmp eq i64 %145, 1
  %147 = select i1 %146, i64 0, i64 %145
  %148 = zext i1 %146 to i64
  %149 = add nuw nsw i64 %local54, %148
  %150 = icmp eq i64 %149, 1
  %151 = select i1 %150, i64 0, i64 %149
  %152 = zext i1 %150 to i64
  %153 = add nuw nsw i64 %id51, 1
  %154 = icmp ult i64 %153, %100
  br i1 %154, label %lane50, label %done55, !llvm.loop !15

done55:                                           ; preds = %140
  call void @llvm.sideeffect()
  br label %region49

after256:                                         ; preds = %lane50
  %155 = trunc i64 %id51 to i32
  br label %leave57

leave57:                                          ; preds = %after256
  %156 = getelementptr inbounds i32, ptr %lanes58, i64 %id51
  store i32 %155, ptr %156, align 4, !llvm.access.group !2
  br label %140

lane60:                                           ; preds = %160, %region49
  %id61 = phi i64 [ 0, %region49 ], [ %173, %160 ]
  %local62 = phi i64 [ %95, %region49 ], [ %163, %160 ]
  %local63 = phi i64 [ %96, %region49 ], [ %167, %160 ]
  %local64 = phi i64 [ %97, %region49 ], [ %171, %160 ]
  %157 = getelementptr inbounds i32, ptr %lanes59, i64 %id61
  %158 = load i32, ptr %157, align 4, !llvm.access.group !2
  %159 = getelementptr i32, ptr addrspace(1) %6, i64 %local62
  br label %after466

160:                                              ; preds = %leave67
  %161 = add nuw nsw i64 %local62, 1
  %162 = icmp eq i64 %161, 40
  %163 = select i1 %162, i64 0, i64 %161
  %164 = zext i1 %162 to i64
  %165 = add nuw nsw i64 %local63, %164
  %166 = icmp eq i64 %165, 1
  %167 = select i1 %166, i64 0, i64 %165
  %168 = zext i1 %166 to i64
  %169 = add nuw nsw i64 %local64, %168
  %170 = icmp eq i64 %169, 1
  %171 = select i1 %170, i64 0, i64 %169
  %172 = zext i1 %170 to i64
  %173 = add nuw nsw i64 %id61, 1
  %174 = icmp ult i64 %173, %100
  br i1 %174, label %lane60, label %done65, !llvm.loop !16

done65:                                           ; preds = %160
  call void @llvm.sideeffect()
  br label %subgroup.done35

after466:                                         ; preds = %lane60
  %175 = add i32 %158, %138
  store i32 %175, ptr addrspace(1) %159, align 4, !llvm.access.group !2
  br label %leave67

leave67:                                          ; preds = %after466
  br label %160

subgroups.done68:                                 ; preds = %103
  br label %exit
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.add.v16i32(<16 x i32>) #1

attributes #0 = { mustprogress nounwind uwtable }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = distinct !{}
!3 = distinct !{!3, !4, !5, !1, !6}
!4 = !{!"llvm.loop.parallel_accesses", !2}
!5 = !{!"tandem.work_items"}
!6 = !{!"llvm.loop.vectorize.followup_vectorized", !7}
!7 = !{!"llvm.loop.isvectorized", i32 1}
!8 = distinct !{!8, !4, !5, !1, !6}
!9 = distinct !{!9, !1, !10}
!10 = !{!"llvm.loop.vectorize.width", i32 1}
!11 = distinct !{!11, !1, !10}
!12 = distinct !{!12, !1}
!13 = distinct !{!13, !4, !5, !1, !6}
!14 = distinct !{!14, !4, !5, !1, !6}
!15 = distinct !{!15, !1, !10}
!16 = distinct !{!16, !1, !10}
