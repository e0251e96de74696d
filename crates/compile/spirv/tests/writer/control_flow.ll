; Loops, switches of several widths, phis from both edges of a branch.

define spir_kernel void @k(ptr addrspace(1) %p, i32 %n, i64 %w, i8 %b, i1 %c) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %q = phi ptr addrspace(1) [ %p, %entry ], [ %r, %latch ]
  %r = getelementptr inbounds i32, ptr addrspace(1) %q, i64 1
  switch i32 %i, label %latch [
    i32 0, label %zero
    i32 -5, label %zero
    i32 7, label %seven
  ]

zero:
  store i32 1, ptr addrspace(1) %q
  br label %latch

seven:
  switch i64 %w, label %done [ i64 4294967296, label %latch ]

latch:
  %k = phi i32 [ 1, %loop ], [ 2, %zero ], [ 3, %seven ]
  %next = add nsw i32 %i, %k
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %after

after:
  br i1 %c, label %same, label %same

same:
  switch i8 %b, label %done [
    i8 -1, label %trap
    i8 2, label %done
  ]

trap:
  call void @llvm.trap()
  unreachable

done:
  ret void
}
; ==== expected ====
; OpCapability Addresses
; OpCapability Kernel
; OpCapability Int64
; OpCapability Int8
; OpMemoryModel Physical64 OpenCL
; OpEntryPoint Kernel %k "k"
; OpSource OpenCL_CPP 100000
; OpName %k "k"
; OpName %p "p"
; OpName %n "n"
; OpName %w "w"
; OpName %b "b"
; OpName %c "c"
; OpDecorate %35 NoSignedWrap
; %void = OpTypeVoid
; %uchar = OpTypeInt 8 0
; %_ptr_CrossWorkgroup_uchar = OpTypePointer CrossWorkgroup %uchar
; %uint = OpTypeInt 32 0
; %ulong = OpTypeInt 64 0
; %bool = OpTypeBool
; %8 = OpTypeFunction %void %_ptr_CrossWorkgroup_uchar %uint %ulong %uchar %bool
; %uint_0 = OpConstant %uint 0
; %_ptr_CrossWorkgroup_uint = OpTypePointer CrossWorkgroup %uint
; %ulong_1 = OpConstant %ulong 1
; %uint_1 = OpConstant %uint 1
; %uint_2 = OpConstant %uint 2
; %uint_3 = OpConstant %uint 3
; %k = OpFunction %void None %8
; %p = OpFunctionParameter %_ptr_CrossWorkgroup_uchar
; %n = OpFunctionParameter %uint
; %w = OpFunctionParameter %ulong
; %b = OpFunctionParameter %uchar
; %c = OpFunctionParameter %bool
; %14 = OpLabel
; OpBranch %15
; %15 = OpLabel
; %23 = OpPhi %uint %uint_0 %14 %35 %18
; %25 = OpPhi %_ptr_CrossWorkgroup_uchar %p %14 %37 %18
; %27 = OpBitcast %_ptr_CrossWorkgroup_uint %25
; %29 = OpInBoundsPtrAccessChain %_ptr_CrossWorkgroup_uint %27 %ulong_1
; OpSwitch %23 %18 0 %16 4294967291 %16 7 %17
; %16 = OpLabel
; %32 = OpBitcast %_ptr_CrossWorkgroup_uint %25
; OpStore %32 %uint_1 Aligned 4
; OpBranch %18
; %17 = OpLabel
; OpSwitch %w %22 4294967296 %18
; %18 = OpLabel
; %30 = OpPhi %uint %uint_1 %15 %uint_2 %16 %uint_3 %17
; %35 = OpIAdd %uint %23 %30
; %36 = OpSLessThan %bool %35 %n
; %37 = OpBitcast %_ptr_CrossWorkgroup_uchar %29
; OpBranchConditional %36 %15 %19
; %19 = OpLabel
; OpBranch %20
; %20 = OpLabel
; OpSwitch %b %22 255 %21 2 %22
; %21 = OpLabel
; OpUnreachable
; %22 = OpLabel
; OpReturn
; OpFunctionEnd
