// Device builtins for kernels in OpenCL C; clang compiles them for spir64,
// whose address spaces are those of device IR.
typedef unsigned long size_t;
typedef unsigned uint;
typedef unsigned long ulong;
typedef float float3 __attribute__((ext_vector_type(3)));
typedef float float4 __attribute__((ext_vector_type(4)));
typedef double double4 __attribute__((ext_vector_type(4)));

size_t __spirv_BuiltInGlobalInvocationId(int) __attribute__((const));
size_t __spirv_BuiltInLocalInvocationId(int) __attribute__((const));
size_t __spirv_BuiltInWorkgroupId(int) __attribute__((const));
size_t __spirv_BuiltInWorkgroupSize(int) __attribute__((const));
size_t __spirv_BuiltInEnqueuedWorkgroupSize(int) __attribute__((const));
size_t __spirv_BuiltInGlobalSize(int) __attribute__((const));
size_t __spirv_BuiltInGlobalOffset(int) __attribute__((const));
size_t __spirv_BuiltInNumWorkgroups(int) __attribute__((const));
size_t __spirv_BuiltInGlobalLinearId(void) __attribute__((const));
size_t __spirv_BuiltInLocalInvocationIndex(void) __attribute__((const));
void __spirv_ControlBarrier(uint, uint, uint) __attribute__((convergent));

#define gid(d) __spirv_BuiltInGlobalInvocationId(d)
#define lid(d) __spirv_BuiltInLocalInvocationId(d)
#define group(d) __spirv_BuiltInWorkgroupId(d)
#define extent(d) __spirv_BuiltInWorkgroupSize(d)
#define barrier() __spirv_ControlBarrier(2, 2, 0x110)
