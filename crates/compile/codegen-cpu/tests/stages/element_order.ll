; stage: workgroups
; Loads and stores of the parts of elements. The vectorizer may combine those of the first kernel, whose loads come before
; its stores. In the second, a load between the stores may be of what the first one writes: its accesses are in no access
; group.
target triple = "spir64-unknown-unknown"

declare spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32)

define spir_kernel void @in_order(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %id = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %from = getelementptr inbounds { float, float }, ptr addrspace(1) %in, i64 %id
  %from.second = getelementptr inbounds i8, ptr addrspace(1) %from, i64 4
  %a = load float, ptr addrspace(1) %from
  %b = load float, ptr addrspace(1) %from.second
  %to = getelementptr inbounds { float, float }, ptr addrspace(1) %out, i64 %id
  %to.second = getelementptr inbounds i8, ptr addrspace(1) %to, i64 4
  store float %b, ptr addrspace(1) %to
  store float %a, ptr addrspace(1) %to.second
  ret void
}

define spir_kernel void @computed_part(ptr addrspace(1) %data, i64 %part) {
  %id = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %element = getelementptr inbounds { float, float }, ptr addrspace(1) %data, i64 %id
  %second = getelementptr inbounds i8, ptr addrspace(1) %element, i64 4
  store float 1.0, ptr addrspace(1) %element
  %computed = getelementptr inbounds float, ptr addrspace(1) %element, i64 %part
  %read = load float, ptr addrspace(1) %computed
  store float %read, ptr addrspace(1) %second
  ret void
}

; The same for an array of the work-item's own: the first store would go behind the load.
define spir_kernel void @computed_part_of_array(ptr addrspace(1) %out, i64 %part) {
  %array = alloca [4 x i16], align 8
  %id = call spir_func i64 @__spirv_BuiltInGlobalInvocationId(i32 0)
  %value = trunc i64 %id to i16
  %second = getelementptr inbounds i8, ptr %array, i64 2
  store i16 %value, ptr %array
  %number = and i64 %id, 3
  %computed = getelementptr inbounds i16, ptr %array, i64 %number
  %read = load i16, ptr %computed
  store i16 %read, ptr %second
  %last = getelementptr inbounds i16, ptr %array, i64 %part
  %result = load i16, ptr %last
  %to = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %id
  store i16 %result, ptr addrspace(1) %to
  ret void
}
