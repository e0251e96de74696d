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
  %lanes24 = alloca [16 x i32], align 64
  %7 = getelementptr inbounds i8, ptr %4, i64 0
  %lanes45 = alloca [16 x i32], align 64
  %lanes46 = alloca [16 x i32], align 64
  %lanes64 = alloca [16 x i32], align 64
  %lanes65 = alloca [16 x i32], align 64
  br label %phase

exit:                                             ; preds = %subgroups.done76
  ret void

phase:                                            ; preds = %prologue
  br label %subgroup

phase1:                                           ; preds = %subgroups.done
  br label %subgroup36

subgroup:                                         ; preds = %23, %phase
  %id = phi i64 [ 0, %phase ], [ %24, %23 ]
  %8 = mul i64 %id, 16
  %9 = and i64 %8, 4294967295
  %10 = mul nuw nsw i64 %9, 53687092
  %11 = lshr i64 %10, 31
  %12 = and i64 %11, 4294967295
  %13 = mul nuw nsw i64 %12, 2147483649
  %14 = lshr i64 %13, 31
  %15 = mul nuw nsw i64 %11, 40
  %16 = sub nuw nsw i64 %8, %15
  %17 = mul nuw nsw i64 %14, 1
  %18 = sub nuw nsw i64 %11, %17
  %19 = sub i64 40, %16
  %20 = icmp uge i64 %19, 16
  %21 = sub i64 40, %8
  %22 = call i64 @llvm.umin.i64(i64 %21, i64 16)
  br i1 %20, label %region, label %subgroup.other

23:                                               ; preds = %subgroup.done
  %24 = add nuw nsw i64 %id, 1
  %25 = icmp ult i64 %24, 3
  br i1 %25, label %subgroup, label %subgroups.done, !llvm.loop !0

subgroup.done:                                    ; preds = %done32, %done17, %done7, %done
  %26 = load i32, ptr %scalar, align 4
  %27 = getelementptr inbounds i32, ptr %7, i64 %8
  store i32 %26, ptr %27, align 4, !llvm.access.group !2
  br label %23

region:                                           ; preds = %subgroup
  call void @llvm.lifetime.start.p0(i64 64, ptr %lanes)
  br label %lane

region2:                                          ; preds = %done
  %28 = getelementptr inbounds i32, ptr %lanes, i64 0
  %29 = load <16 x i32>, ptr %28, align 4
  %30 = select <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> %29, <16 x i32> zeroinitializer
  %31 = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %30)
  br label %lane5

lane:                                             ; preds = %33, %region
  %id3 = phi i64 [ 0, %region ], [ %35, %33 ]
  %32 = add nuw nsw i64 %16, %id3
  br label %entry

33:                                               ; preds = %leave4, %leave
  %next = phi i32 [ 0, %leave ], [ 1, %leave4 ]
  %34 = phi i32 [ poison, %leave ], [ %41, %leave4 ]
  %35 = add nuw nsw i64 %id3, 1
  %36 = icmp ult i64 %35, 16
  br i1 %36, label %lane, label %done, !llvm.loop !3

done:                                             ; preds = %33
  call void @llvm.sideeffect()
  store i32 %34, ptr %scalar, align 4
  switch i32 %next, label %region2 [
    i32 1, label %subgroup.done
  ]

entry:                                            ; preds = %lane
  %37 = getelementptr i32, ptr addrspace(1) %6, i64 %32
  %38 = and i64 %id, 4294967295
  %39 = icmp eq i64 %38, 0
  br i1 %39, label %alone, label %join

alone:                                            ; preds = %entry
  %40 = load i32, ptr addrspace(1) %37, align 4, !llvm.access.group !2
  br label %leave

join:                                             ; preds = %entry
  %41 = phi i32 [ 0, %entry ]
  br label %leave4

leave:                                            ; preds = %alone
  %42 = getelementptr inbounds i32, ptr %lanes, i64 %id3
  store i32 %40, ptr %42, align 4, !llvm.access.group !2
  br label %33

leave4:                                           ; preds = %join
  br label %33

lane5:                                            ; preds = %45, %region2
  %id6 = phi i64 [ 0, %region2 ], [ %47, %45 ]
  %43 = add nuw nsw i64 %16, %id6
  %44 = getelementptr i32, ptr addrspace(1) %6, i64 %43
  br label %after

45:                                               ; preds = %leave9
  %46 = phi i32 [ %49, %leave9 ]
  %47 = add nuw nsw i64 %id6, 1
  %48 = icmp ult i64 %47, 16
  br i1 %48, label %lane5, label %done7, !llvm.loop !8

done7:                                            ; preds = %45
  call void @llvm.sideeffect()
  store i32 %46, ptr %scalar, align 4
  br label %subgroup.done

after:                                            ; preds = %lane5
  br label %join8

join8:                                            ; preds = %after
  %49 = phi i32 [ %31, %after ]
  br label %leave9

leave9:                                           ; preds = %join8
  br label %45

subgroup.other:                                   ; preds = %subgroup
  br label %region10

region10:                                         ; preds = %subgroup.other
  call void @llvm.lifetime.start.p0(i64 64, ptr %lanes24)
  br label %row

region11:                                         ; preds = %done17
  %50 = getelementptr inbounds i32, ptr %lanes24, i64 0
  %51 = load <16 x i32>, ptr %50, align 4
  %52 = trunc i64 %22 to i32
  %53 = insertelement <16 x i32> poison, i32 %52, i32 0
  %54 = shufflevector <16 x i32> %53, <16 x i32> poison, <16 x i32> zeroinitializer
  %55 = icmp ult <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %54
  %56 = select <16 x i1> %55, <16 x i32> %51, <16 x i32> zeroinitializer
  %57 = call i32 @llvm.vector.reduce.add.v16i32(<16 x i32> %56)
  br label %row25

row:                                              ; preds = %64, %region10
  %id12 = phi i64 [ 0, %region10 ], [ %73, %64 ]
  %local = phi i64 [ %16, %region10 ], [ 0, %64 ]
  %local13 = phi i64 [ %18, %region10 ], [ %68, %64 ]
  %local14 = phi i64 [ %14, %region10 ], [ %72, %64 ]
  %58 = sub i64 40, %local
  %59 = sub i64 %22, %id12
  %60 = icmp ult i64 %58, %59
  %61 = select i1 %60, i64 %58, i64 %59
  %62 = add nuw nsw i64 %id12, %61
  %63 = sub i64 %local, %id12
  br label %lane15

64:                                               ; preds = %76
  %65 = add nuw nsw i64 %local13, 1
  %66 = icmp eq i64 %65, 1
  %67 = zext i1 %66 to i64
  %68 = select i1 %66, i64 0, i64 %65
  %69 = add nuw nsw i64 %local14, %67
  %70 = icmp eq i64 %69, 1
  %71 = zext i1 %70 to i64
  %72 = select i1 %70, i64 0, i64 %69
  %73 = add nuw nsw i64 %id12, %61
  %74 = icmp ult i64 %73, %22
  br i1 %74, label %row, label %done17, !llvm.loop !9

lane15:                                           ; preds = %76, %row
  %id16 = phi i64 [ %id12, %row ], [ %78, %76 ]
  %75 = add i64 %63, %id16
  br label %entry18

76:                                               ; preds = %leave22, %leave21
  %next23 = phi i32 [ 0, %leave21 ], [ 1, %leave22 ]
  %77 = phi i32 [ poison, %leave21 ], [ %84, %leave22 ]
  %78 = add nuw nsw i64 %id16, 1
  %79 = icmp ult i64 %78, %62
  br i1 %79, label %lane15, label %64, !llvm.loop !10

done17:                                           ; preds = %64
  call void @llvm.sideeffect()
  store i32 %77, ptr %scalar, align 4
  switch i32 %next23, label %region11 [
    i32 1, label %subgroup.done
  ]

entry18:                                          ; preds = %lane15
  %80 = getelementptr i32, ptr addrspace(1) %6, i64 %75
  %81 = and i64 %id, 4294967295
  %82 = icmp eq i64 %81, 0
  br i1 %82, label %alone19, label %join20

alone19:                                          ; preds = %entry18
  %83 = load i32, ptr addrspace(1) %80, align 4, !llvm.access.group !2
  br label %leave21

join20:                                           ; preds = %entry18
  %84 = phi i32 [ 0, %entry18 ]
  br label %leave22

leave21:                                          ; preds = %alone19
  %85 = getelementptr inbounds i32, ptr %lanes24, i64 %id16
  store i32 %83, ptr %85, align 4, !llvm.access.group !2
  br label %76

leave22:                                          ; preds = %join20
  br label %76

row25:                                            ; preds = %92, %region11
  %id26 = phi i64 [ 0, %region11 ], [ %101, %92 ]
  %local27 = phi i64 [ %16, %region11 ], [ 0, %92 ]
  %local28 = phi i64 [ %18, %region11 ], [ %96, %92 ]
  %local29 = phi i64 [ %14, %region11 ], [ %100, %92 ]
  %86 = sub i64 40, %local27
  %87 = sub i64 %22, %id26
  %88 = icmp ult i64 %86, %87
  %89 = select i1 %88, i64 %86, i64 %87
  %90 = add nuw nsw i64 %id26, %89
  %91 = sub i64 %local27, %id26
  br label %lane30

92:                                               ; preds = %105
  %93 = add nuw nsw i64 %local28, 1
  %94 = icmp eq i64 %93, 1
  %95 = zext i1 %94 to i64
  %96 = select i1 %94, i64 0, i64 %93
  %97 = add nuw nsw i64 %local29, %95
  %98 = icmp eq i64 %97, 1
  %99 = zext i1 %98 to i64
  %100 = select i1 %98, i64 0, i64 %97
  %101 = add nuw nsw i64 %id26, %89
  %102 = icmp ult i64 %101, %22
  br i1 %102, label %row25, label %done32, !llvm.loop !13

lane30:                                           ; preds = %105, %row25
  %id31 = phi i64 [ %id26, %row25 ], [ %107, %105 ]
  %103 = add i64 %91, %id31
  %104 = getelementptr i32, ptr addrspace(1) %6, i64 %103
  br label %after33

105:                                              ; preds = %leave35
  %106 = phi i32 [ %109, %leave35 ]
  %107 = add nuw nsw i64 %id31, 1
  %108 = icmp ult i64 %107, %90
  br i1 %108, label %lane30, label %92, !llvm.loop !14

done32:                                           ; preds = %92
  call void @llvm.sideeffect()
  store i32 %106, ptr %scalar, align 4
  br label %subgroup.done

after33:                                          ; preds = %lane30
  br label %join34

join34:                                           ; preds = %after33
  %109 = phi i32 [ %57, %after33 ]
  br label %leave35

leave35:                                          ; preds = %join34
  br label %105

subgroups.done:                                   ; preds = %23
  br label %phase1

subgroup36:                                       ; preds = %127, %phase1
  %id37 = phi i64 [ 0, %phase1 ], [ %128, %127 ]
  %110 = mul i64 %id37, 16
  %111 = and i64 %110, 4294967295
  %112 = mul nuw nsw i64 %111, 53687092
  %113 = lshr i64 %112, 31
  %114 = and i64 %113, 4294967295
  %115 = mul nuw nsw i64 %114, 2147483649
  %116 = lshr i64 %115, 31
  %117 = mul nuw nsw i64 %113, 40
  %118 = sub nuw nsw i64 %110, %117
  %119 = mul nuw nsw i64 %116, 1
  %120 = sub nuw nsw i64 %113, %119
  %121 = sub i64 40, %118
  %122 = icmp uge i64 %121, 16
  %123 = sub i64 40, %110
  %124 = call i64 @llvm.umin.i64(i64 %123, i64 16)
  %125 = getelementptr inbounds i32, ptr %7, i64 %110
  %126 = load i32, ptr %125, align 4, !llvm.access.group !2
  store i32 %126, ptr %scalar, align 4
  br i1 %122, label %region39, label %subgroup.other51

127:                                              ; preds = %subgroup.done38
  %128 = add nuw nsw i64 %id37, 1
  %129 = icmp ult i64 %128, 3
  br i1 %129, label %subgroup36, label %subgroups.done76, !llvm.loop !15

subgroup.done38:                                  ; preds = %done73, %done49
  br label %127

region39:                                         ; preds = %subgroup36
  call void @llvm.lifetime.start.p0(i64 64, ptr %lanes45)
  call void @llvm.lifetime.start.p0(i64 64, ptr %lanes46)
  %130 = load i32, ptr %scalar, align 4
  br label %lane41

region40:                                         ; preds = %done43
  %131 = getelementptr inbounds i32, ptr %lanes45, i64 0
  %132 = load <16 x i32>, ptr %131, align 4
  %133 = shufflevector <16 x i32> %132, <16 x i32> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>
  %134 = select <16 x i1> <i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true, i1 true>, <16 x i32> %133, <16 x i32> %132
  %135 = getelementptr inbounds i32, ptr %lanes46, i64 0
  store <16 x i32> %134, ptr %135, align 4
  %136 = load i32, ptr %scalar, align 4
  br label %lane47

lane41:                                           ; preds = %139, %region39
  %id42 = phi i64 [ 0, %region39 ], [ %140, %139 ]
  %137 = add nuw nsw i64 %118, %id42
  %138 = getelementptr i32, ptr addrspace(1) %6, i64 %137
  br label %after2

139:                                              ; preds = %leave44
  %140 = add nuw nsw i64 %id42, 1
  %141 = icmp ult i64 %140, 16
  br i1 %141, label %lane41, label %done43, !llvm.loop !16

done43:                                           ; preds = %139
  call void @llvm.sideeffect()
  br label %region40

after2:                                           ; preds = %lane41
  %142 = trunc i64 %id42 to i32
  br label %leave44

leave44:                                          ; preds = %after2
  %143 = getelementptr inbounds i32, ptr %lanes45, i64 %id42
  store i32 %142, ptr %143, align 4, !llvm.access.group !2
  br label %139

lane47:                                           ; preds = %148, %region40
  %id48 = phi i64 [ 0, %region40 ], [ %149, %148 ]
  %144 = add nuw nsw i64 %118, %id48
  %145 = getelementptr inbounds i32, ptr %lanes46, i64 %id48
  %146 = load i32, ptr %145, align 4, !llvm.access.group !2
  %147 = getelementptr i32, ptr addrspace(1) %6, i64 %144
  br label %after4

148:                                              ; preds = %leave50
  %149 = add nuw nsw i64 %id48, 1
  %150 = icmp ult i64 %149, 16
  br i1 %150, label %lane47, label %done49, !llvm.loop !17

done49:                                           ; preds = %148
  call void @llvm.sideeffect()
  br label %subgroup.done38

after4:                                           ; preds = %lane47
  %151 = add i32 %146, %136
  store i32 %151, ptr addrspace(1) %147, align 4, !llvm.access.group !2
  br label %leave50

leave50:                                          ; preds = %after4
  br label %148

subgroup.other51:                                 ; preds = %subgroup36
  br label %region52

region52:                                         ; preds = %subgroup.other51
  call void @llvm.lifetime.start.p0(i64 64, ptr %lanes64)
  call void @llvm.lifetime.start.p0(i64 64, ptr %lanes65)
  %152 = load i32, ptr %scalar, align 4
  br label %row54

region53:                                         ; preds = %done61
  %153 = getelementptr inbounds i32, ptr %lanes64, i64 0
  %154 = load <16 x i32>, ptr %153, align 4
  %155 = shufflevector <16 x i32> %154, <16 x i32> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>
  %156 = trunc i64 %124 to i32
  %157 = insertelement <16 x i32> poison, i32 %156, i32 0
  %158 = shufflevector <16 x i32> %157, <16 x i32> poison, <16 x i32> zeroinitializer
  %159 = icmp ult <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>, %158
  %160 = select <16 x i1> %159, <16 x i32> %155, <16 x i32> %154
  %161 = getelementptr inbounds i32, ptr %lanes65, i64 0
  store <16 x i32> %160, ptr %161, align 4
  %162 = load i32, ptr %scalar, align 4
  br label %row66

row54:                                            ; preds = %169, %region52
  %id55 = phi i64 [ 0, %region52 ], [ %178, %169 ]
  %local56 = phi i64 [ %118, %region52 ], [ 0, %169 ]
  %local57 = phi i64 [ %120, %region52 ], [ %173, %169 ]
  %local58 = phi i64 [ %116, %region52 ], [ %177, %169 ]
  %163 = sub i64 40, %local56
  %164 = sub i64 %124, %id55
  %165 = icmp ult i64 %163, %164
  %166 = select i1 %165, i64 %163, i64 %164
  %167 = add nuw nsw i64 %id55, %166
  %168 = sub i64 %local56, %id55
  br label %lane59

169:                                              ; preds = %182
  %170 = add nuw nsw i64 %local57, 1
  %171 = icmp eq i64 %170, 1
  %172 = zext i1 %171 to i64
  %173 = select i1 %171, i64 0, i64 %170
  %174 = add nuw nsw i64 %local58, %172
  %175 = icmp eq i64 %174, 1
  %176 = zext i1 %175 to i64
  %177 = select i1 %175, i64 0, i64 %174
  %178 = add nuw nsw i64 %id55, %166
  %179 = icmp ult i64 %178, %124
  br i1 %179, label %row54, label %done61, !llvm.loop !18

lane59:                                           ; preds = %182, %row54
  %id60 = phi i64 [ %id55, %row54 ], [ %183, %182 ]
  %180 = add i64 %168, %id60
  %181 = getelementptr i32, ptr addrspace(1) %6, i64 %180
  br label %after262

182:                                              ; preds = %leave63
  %183 = add nuw nsw i64 %id60, 1
  %184 = icmp ult i64 %183, %167
  br i1 %184, label %lane59, label %169, !llvm.loop !19

done61:                                           ; preds = %169
  call void @llvm.sideeffect()
  br label %region53

after262:                                         ; preds = %lane59
  %185 = trunc i64 %id60 to i32
  br label %leave63

leave63:                                          ; preds = %after262
  %186 = getelementptr inbounds i32, ptr %lanes64, i64 %id60
  store i32 %185, ptr %186, align 4, !llvm.access.group !2
  br label %182

row66:                                            ; preds = %193, %region53
  %id67 = phi i64 [ 0, %region53 ], [ %202, %193 ]
  %local68 = phi i64 [ %118, %region53 ], [ 0, %193 ]
  %local69 = phi i64 [ %120, %region53 ], [ %197, %193 ]
  %local70 = phi i64 [ %116, %region53 ], [ %201, %193 ]
  %187 = sub i64 40, %local68
  %188 = sub i64 %124, %id67
  %189 = icmp ult i64 %187, %188
  %190 = select i1 %189, i64 %187, i64 %188
  %191 = add nuw nsw i64 %id67, %190
  %192 = sub i64 %local68, %id67
  br label %lane71

193:                                              ; preds = %208
  %194 = add nuw nsw i64 %local69, 1
  %195 = icmp eq i64 %194, 1
  %196 = zext i1 %195 to i64
  %197 = select i1 %195, i64 0, i64 %194
  %198 = add nuw nsw i64 %local70, %196
  %199 = icmp eq i64 %198, 1
  %200 = zext i1 %199 to i64
  %201 = select i1 %199, i64 0, i64 %198
  %202 = add nuw nsw i64 %id67, %190
  %203 = icmp ult i64 %202, %124
  br i1 %203, label %row66, label %done73, !llvm.loop !20

lane71:                                           ; preds = %208, %row66
  %id72 = phi i64 [ %id67, %row66 ], [ %209, %208 ]
  %204 = add i64 %192, %id72
  %205 = getelementptr inbounds i32, ptr %lanes65, i64 %id72
  %206 = load i32, ptr %205, align 4, !llvm.access.group !2
  %207 = getelementptr i32, ptr addrspace(1) %6, i64 %204
  br label %after474

208:                                              ; preds = %leave75
  %209 = add nuw nsw i64 %id72, 1
  %210 = icmp ult i64 %209, %191
  br i1 %210, label %lane71, label %193, !llvm.loop !21

done73:                                           ; preds = %193
  call void @llvm.sideeffect()
  br label %subgroup.done38

after474:                                         ; preds = %lane71
  %211 = add i32 %206, %162
  store i32 %211, ptr addrspace(1) %207, align 4, !llvm.access.group !2
  br label %leave75

leave75:                                          ; preds = %after474
  br label %208

subgroups.done76:                                 ; preds = %127
  br label %exit
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.sideeffect() #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.add.v16i32(<16 x i32>) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #3

attributes #0 = { mustprogress nounwind uwtable }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = distinct !{}
!3 = distinct !{!3, !4, !5, !1, !6}
!4 = !{!"llvm.loop.parallel_accesses", !2}
!5 = !{!"tandem.work_items"}
!6 = !{!"llvm.loop.vectorize.followup_vectorized", !7}
!7 = !{!"llvm.loop.isvectorized", i32 1}
!8 = distinct !{!8, !4, !5, !1, !6}
!9 = distinct !{!9, !1}
!10 = distinct !{!10, !4, !5, !11, !1, !12}
!11 = !{!"tandem.few_work_items"}
!12 = !{!"llvm.loop.vectorize.width", i32 1}
!13 = distinct !{!13, !1}
!14 = distinct !{!14, !4, !5, !11, !1, !12}
!15 = distinct !{!15, !1}
!16 = distinct !{!16, !4, !5, !1, !6}
!17 = distinct !{!17, !4, !5, !1, !6}
!18 = distinct !{!18, !1}
!19 = distinct !{!19, !4, !5, !11, !1, !12}
!20 = distinct !{!20, !1}
!21 = distinct !{!21, !4, !5, !11, !1, !12}
