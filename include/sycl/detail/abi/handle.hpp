//===- sycl/detail/abi/handle.hpp - counted handles of the runtime --------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the C++ side of the C ABI's handles and errors.
#pragma once

#include <sycl/detail/index_base.hpp>
#include <tandem/abi.h>

#include <vector>

namespace sycl {
inline namespace _V1 {
namespace detail {

// Throws what the failed call of this thread left in tandem_last_error().
[[noreturn]] void throw_last_error(int code);

inline void check(int code) {
  if (TANDEM_UNLIKELY(code != TANDEM_SUCCESS))
    throw_last_error(code);
}

// Before each call that needs no handle, since a program begins with one:
// throws if the program does not run with this library.
inline void check_abi() {
  static const bool is_compatible =
      (check(tandem_abi_check(TANDEM_ABI_MAJOR, TANDEM_ABI_MINOR)), true);
  (void)is_compatible;
}

// Holds one reference of a handle. Common base of the classes with reference
// semantics (SYCL 2020, 4.5.2).
/// Holds one reference to an object of the runtime: the base of the classes
/// whose copies share an object.
/// SYCL 2020, section 4.5.2.
template <class Handle> class handle {
protected:
  Handle m_handle = nullptr;

public:
  /// Refers to no object.
  constexpr handle() noexcept = default;
  /// For the library: takes ownership of a reference from a call of the C ABI.
  explicit handle(Handle owned) noexcept : m_handle(owned) {}
  /// Shares the object of `other`.
  handle(const handle &other) noexcept : m_handle(other.m_handle) {
    if (m_handle)
      tandem_retain(m_handle);
  }
  /// Takes the reference of `other`, which refers to no object then.
  handle(handle &&other) noexcept : m_handle(other.m_handle) {
    other.m_handle = nullptr;
  }
  /// Shares the object of `other`, and releases the previous one.
  handle &operator=(const handle &other) noexcept {
    return *this = handle(other);
  }
  /// Exchanges the references.
  handle &operator=(handle &&other) noexcept {
    Handle old = m_handle;
    m_handle = other.m_handle;
    other.m_handle = old;
    return *this;
  }
  /// Releases the reference. The object exists until the last one has been
  /// released.
  ~handle() {
    if (m_handle)
      tandem_release(m_handle);
  }

  /// Whether both refer to the same object.
  friend bool operator==(const handle &left, const handle &right) noexcept {
    return left.m_handle == right.m_handle;
  }
  /// Whether they refer to different objects.
  friend bool operator!=(const handle &left, const handle &right) noexcept {
    return left.m_handle != right.m_handle;
  }
  /// For the library: the handle. It is not retained.
  friend Handle handle_of(const handle &object) noexcept {
    return object.m_handle;
  }
};

// An object around a reference that a call of the C ABI handed out.
template <class Object, class Handle> Object adopt(Handle owned) {
  return maker::make<Object>(owned);
}

// All handles of an enumeration `list(capacity, out, &count)` of the C ABI.
template <class Object, class Handle, class List>
std::vector<Object> collect(List list) {
  size_t count = 0;
  check(list(size_t(0), static_cast<Handle *>(nullptr), &count));
  // The classes hold one handle and nothing else, so the vector's own storage
  // receives the handles.
  std::vector<Object> result(count, maker::make<Object>(Handle(nullptr)));
  size_t written = count;
  if (count)
    check(list(count, reinterpret_cast<Handle *>(result.data()), &written));
  while (result.size() > written)
    result.pop_back();
  return result;
}

// Makes std::hash work for a class with reference semantics.
template <class Object> struct handle_hash {
  /// Hashes an object. Copies have equal hashes.
  size_t operator()(const Object &object) const noexcept {
    return reinterpret_cast<size_t>(handle_of(object));
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl
