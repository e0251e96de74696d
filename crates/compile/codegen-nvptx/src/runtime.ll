; The functions other than libdevice's that kernels call. Linked into modules that need them.

; The address of native_cuda::AssertionRecord, which the driver stores.
@tandem_assertion_record = global ptr null, align 8

; Fills the record of a failed assertion, if no other work-item has done so, and ends the work-item.
define void @tandem.fail_assertion(ptr %kernel, ptr %expression, ptr %file, i32 %line, ptr %function, i64 %global.x, i64 %global.y, i64 %global.z, i64 %local.x, i64 %local.y, i64 %local.z) noinline cold noreturn nounwind {
  %record = load ptr, ptr @tandem_assertion_record
  %is.missing = icmp eq ptr %record, null
  br i1 %is.missing, label %trap, label %claim
claim:
  %claimed = cmpxchg ptr %record, i32 0, i32 1 monotonic monotonic, align 4, !spirv.scope !0
  %is.first = extractvalue { i32, i1 } %claimed, 1
  br i1 %is.first, label %write, label %end
write:
  %line.place = getelementptr i8, ptr %record, i64 4
  store i32 %line, ptr %line.place, align 4
  %kernel.place = getelementptr i8, ptr %record, i64 8
  store ptr %kernel, ptr %kernel.place, align 8
  %expression.place = getelementptr i8, ptr %record, i64 16
  store ptr %expression, ptr %expression.place, align 8
  %file.place = getelementptr i8, ptr %record, i64 24
  store ptr %file, ptr %file.place, align 8
  %function.place = getelementptr i8, ptr %record, i64 32
  store ptr %function, ptr %function.place, align 8
  %global.x.place = getelementptr i8, ptr %record, i64 40
  store i64 %global.x, ptr %global.x.place, align 8
  %global.y.place = getelementptr i8, ptr %record, i64 48
  store i64 %global.y, ptr %global.y.place, align 8
  %global.z.place = getelementptr i8, ptr %record, i64 56
  store i64 %global.z, ptr %global.z.place, align 8
  %local.x.place = getelementptr i8, ptr %record, i64 64
  store i64 %local.x, ptr %local.x.place, align 8
  %local.y.place = getelementptr i8, ptr %record, i64 72
  store i64 %local.y, ptr %local.y.place, align 8
  %local.z.place = getelementptr i8, ptr %record, i64 80
  store i64 %local.z, ptr %local.z.place, align 8
  store atomic i32 2, ptr %record release, align 4, !spirv.scope !0
  br label %end
end:
  call void asm sideeffect "exit;", "~{memory}"()
  unreachable
trap:
  call void @llvm.trap()
  unreachable
}

; The barrier of all work-groups of a cooperative launch, which the work-item 0 of each group reaches. All
; add up to 2^31: the highest bit changes when the last one comes, and the others are zero again.
define void @tandem.wait_at_barrier(i64 %item, ptr addrspace(1) %barrier) alwaysinline convergent nounwind {
  %is.first = icmp eq i64 %item, 0
  %is.there = icmp ne ptr addrspace(1) %barrier, null
  %waits = and i1 %is.first, %is.there
  br i1 %waits, label %arrive, label %end
arrive:
  %x.count = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %y.count = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %z.count = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
  %plane = mul i32 %x.count, %y.count
  %count = mul i32 %plane, %z.count
  %x = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %x.or.y = or i32 %x, %y
  %any = or i32 %x.or.y, %z
  %leads = icmp eq i32 %any, 0
  %rest = sub i32 -2147483647, %count
  %own = select i1 %leads, i32 %rest, i32 1
  %before = atomicrmw add ptr addrspace(1) %barrier, i32 %own acq_rel, align 4, !spirv.scope !1
  br label %wait
wait:
  %now = load atomic i32, ptr addrspace(1) %barrier acquire, align 4, !spirv.scope !1
  %difference = xor i32 %before, %now
  %is.complete = icmp slt i32 %difference, 0
  br i1 %is.complete, label %end, label %wait
end:
  ret void
}

declare void @llvm.trap()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()

!0 = !{i32 0}
!1 = !{i32 1}
