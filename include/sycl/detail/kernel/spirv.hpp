//===- sycl/detail/kernel/spirv.hpp - device builtins ---------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the declarations of the builtins of boundaries.md, section 2. The host
// pass checks kernels too, without ever running them: it gets inert versions
// of the id queries.
#pragma once

#include <sycl/detail/config.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail::spirv {

// Values of SPIR-V's Scope.
enum scope : unsigned {
  scope_cross_device = 0,
  scope_device = 1,
  scope_workgroup = 2,
  scope_subgroup = 3,
  scope_invocation = 4,
};

// Bits of SPIR-V's MemorySemantics.
enum semantics : unsigned {
  sem_none = 0,
  sem_acquire = 0x2,
  sem_release = 0x4,
  sem_acquire_release = 0x8,
  sem_sequentially_consistent = 0x10,
  sem_subgroup_memory = 0x80,
  sem_workgroup_memory = 0x100,
  sem_cross_workgroup_memory = 0x200,
};

// Values of SPIR-V's StorageClass.
enum storage_class : unsigned {
  class_workgroup = 4,
  class_cross_workgroup = 5,
  class_function = 7,
  class_generic = 8,
};

inline constexpr unsigned sem_all_memory =
    sem_subgroup_memory | sem_workgroup_memory | sem_cross_workgroup_memory;

} // namespace detail::spirv
} // namespace _V1
} // namespace sycl

#define TANDEM_FOR_EACH_ID_BUILTIN(X)                                          \
  X(GlobalInvocationId)                                                        \
  X(GlobalSize)                                                                \
  X(GlobalOffset)                                                              \
  X(LocalInvocationId)                                                         \
  X(WorkgroupId)                                                               \
  X(WorkgroupSize)                                                             \
  X(NumWorkgroups)

#define TANDEM_FOR_EACH_SUBGROUP_BUILTIN(X)                                    \
  X(SubgroupLocalInvocationId)                                                 \
  X(SubgroupId)                                                                \
  X(SubgroupSize)                                                              \
  X(SubgroupMaxSize)                                                           \
  X(NumSubgroups)

#ifdef __SYCL_DEVICE_ONLY__

extern "C" {
#define TANDEM_DECLARE(name) size_t __spirv_BuiltIn##name(int) noexcept;
TANDEM_FOR_EACH_ID_BUILTIN(TANDEM_DECLARE)
#undef TANDEM_DECLARE
#define TANDEM_DECLARE(name) unsigned __spirv_BuiltIn##name() noexcept;
TANDEM_FOR_EACH_SUBGROUP_BUILTIN(TANDEM_DECLARE)
#undef TANDEM_DECLARE

__attribute__((convergent)) void
__spirv_ControlBarrier(unsigned execution, unsigned memory,
                       unsigned semantics) noexcept;
void __spirv_MemoryBarrier(unsigned scope, unsigned semantics) noexcept;
// Null for pointers into other storage classes. The post-link tool gives the
// result its address space.
void *__spirv_GenericCastToPtrExplicit(const volatile void *,
                                       unsigned storage_class) noexcept;
}

// One template stands for all types: the types in the IR decide.
template <class DataT>
DataT __spirv_AtomicLoad(const DataT *, unsigned scope,
                         unsigned semantics) noexcept;
template <class DataT>
void __spirv_AtomicStore(DataT *, unsigned scope, unsigned semantics,
                         DataT) noexcept;
template <class DataT>
DataT __spirv_AtomicExchange(DataT *, unsigned scope, unsigned semantics,
                             DataT) noexcept;
template <class DataT>
DataT __spirv_AtomicCompareExchange(DataT *, unsigned scope, unsigned equal,
                                    unsigned unequal, DataT value,
                                    DataT comparator) noexcept;
#define TANDEM_DECLARE(name)                                                   \
  template <class DataT>                                                       \
  DataT __spirv_Atomic##name(DataT *, unsigned scope, unsigned semantics,      \
                             DataT) noexcept;
TANDEM_DECLARE(IAdd)
TANDEM_DECLARE(ISub)
TANDEM_DECLARE(SMin)
TANDEM_DECLARE(UMin)
TANDEM_DECLARE(SMax)
TANDEM_DECLARE(UMax)
TANDEM_DECLARE(And)
TANDEM_DECLARE(Or)
TANDEM_DECLARE(Xor)
TANDEM_DECLARE(FAddEXT)
TANDEM_DECLARE(FMinEXT)
TANDEM_DECLARE(FMaxEXT)
#undef TANDEM_DECLARE

#else

#define TANDEM_DEFINE(name)                                                    \
  inline size_t __spirv_BuiltIn##name(int) noexcept { return 0; }
TANDEM_FOR_EACH_ID_BUILTIN(TANDEM_DEFINE)
#undef TANDEM_DEFINE
#define TANDEM_DEFINE(name)                                                    \
  inline unsigned __spirv_BuiltIn##name() noexcept { return 0; }
TANDEM_FOR_EACH_SUBGROUP_BUILTIN(TANDEM_DEFINE)
#undef TANDEM_DEFINE
inline void __spirv_ControlBarrier(unsigned, unsigned, unsigned) noexcept {}
inline void __spirv_MemoryBarrier(unsigned, unsigned) noexcept {}

#endif

#undef TANDEM_FOR_EACH_ID_BUILTIN
#undef TANDEM_FOR_EACH_SUBGROUP_BUILTIN
