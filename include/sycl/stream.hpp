//===- sycl/stream.hpp - class stream -------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: output of kernels (SYCL 2020, 4.16). A work-item only records values
// and how to show them (tandem_stream_record in tandem/abi.h); the library
// formats the records as text in a host task after the kernel.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/handler.hpp>
#include <sycl/vec.hpp>

#include <cstdio>

#ifdef __SYCL_DEVICE_ONLY__
extern "C" size_t __spirv_BuiltInGlobalLinearId() noexcept;
#endif

namespace sycl {
inline namespace _V1 {

/// The manipulators of `stream`. SYCL 2020, section 4.16.1.
enum class stream_manipulator {
  /// Ends a statement.
  flush,
  /// Ends the line and flushes.
  endl,
  /// Integers are decimal.
  dec,
  /// Integers are hexadecimal.
  hex,
  /// Integers are octal.
  oct,
  /// Hexadecimal and octal integers have a prefix.
  showbase,
  /// Integers have no prefix.
  noshowbase,
  /// Numbers that are not negative have a plus sign.
  showpos,
  /// Numbers that are not negative have no sign.
  noshowpos,
  /// Floating-point numbers have no exponent.
  fixed,
  /// Floating-point numbers have an exponent.
  scientific,
  /// Floating-point numbers are hexadecimal.
  hexfloat,
  /// Floating-point numbers have an exponent where that is shorter.
  defaultfloat,
};

/// Flushes the statement.
inline constexpr stream_manipulator flush = stream_manipulator::flush;
/// Ends the line and flushes.
inline constexpr stream_manipulator endl = stream_manipulator::endl;
/// Prints integers in decimal.
inline constexpr stream_manipulator dec = stream_manipulator::dec;
/// Prints integers in hexadecimal.
inline constexpr stream_manipulator hex = stream_manipulator::hex;
/// Prints integers in octal.
inline constexpr stream_manipulator oct = stream_manipulator::oct;
/// Prints the prefixes of hexadecimal and octal integers.
inline constexpr stream_manipulator showbase = stream_manipulator::showbase;
/// Prints no prefixes.
inline constexpr stream_manipulator noshowbase = stream_manipulator::noshowbase;
/// Prints a plus sign before numbers that are not negative.
inline constexpr stream_manipulator showpos = stream_manipulator::showpos;
/// Prints no plus signs.
inline constexpr stream_manipulator noshowpos = stream_manipulator::noshowpos;
/// Prints floating-point numbers without an exponent.
inline constexpr stream_manipulator fixed = stream_manipulator::fixed;
/// Prints floating-point numbers with an exponent.
inline constexpr stream_manipulator scientific = stream_manipulator::scientific;
/// Prints floating-point numbers in hexadecimal.
inline constexpr stream_manipulator hexfloat = stream_manipulator::hexfloat;
/// Prints floating-point numbers with an exponent where that is shorter.
inline constexpr stream_manipulator defaultfloat =
    stream_manipulator::defaultfloat;

namespace detail {

struct stream_width {
  int value;
};
struct stream_precision {
  int value;
};

// The host's end of a stream: waits, as a follow-up of the command, for the
// records, and prints them.
struct stream_output : follow_up {
  // A character needs a record of at most this many bytes.
  static constexpr size_t bytes_per_character =
      sizeof(tandem_stream_record) + 8;
  static constexpr size_t header = sizeof(uint64_t); // bytes of records in use

  handle<tandem_buffer_t> buffer;
  size_t limit, capacity;

  TANDEM_COLD explicit stream_output(size_t size)
      : follow_up{nullptr, submit, drop}, limit(size),
        capacity(header + (size < 1 ? 1 : size) * bytes_per_character) {
    tandem_buffer_t created = nullptr;
    check(tandem_buffer_create(nullptr, capacity, 0, &created));
    buffer = handle<tandem_buffer_t>(created);
    void *used = nullptr;
    tandem_handle_t access = nullptr;
    check(tandem_host_access_begin(
        created, TANDEM_ACCESS_WRITE | TANDEM_ACCESS_NO_INIT, &used, &access));
    __builtin_memset(used, 0, header);
    tandem_host_access_end(access);
  }

  tandem_access access(tandem_access_mode mode) const {
    return access_of(handle_of(buffer), uint32_t(mode), 0, capacity);
  }

  TANDEM_COLD static void submit(follow_up *self, tandem_queue_t queue,
                                 event &done) {
    auto *output = static_cast<stream_output *>(self);
    tandem_submission task = submission(TANDEM_CMD_HOST_TASK);
    tandem_access records = output->access(TANDEM_ACCESS_READ);
    tandem_event_t command = handle_of(done);
    task.accesses = &records;
    task.num_accesses = 1;
    task.deps = &command;
    task.num_deps = 1;
    task.host_task = print;
    task.host_task_delete = destroy;
    task.host_task_data = output;
    done = detail::submit(queue, task);
  }
  static void drop(follow_up *self) { destroy(self); }
  static void destroy(void *self) {
    delete static_cast<stream_output *>(static_cast<follow_up *>(self));
  }
  static int print(void *self) {
    auto *output = static_cast<stream_output *>(static_cast<follow_up *>(self));
    void *block = nullptr;
    if (int code =
            tandem_buffer_host_pointer(handle_of(output->buffer), &block))
      return code;
    uint64_t used = *static_cast<uint64_t *>(block);
    if (used > output->capacity - header)
      used = output->capacity - header;
    return tandem_stream_format(static_cast<char *>(block) + header, used,
                                output->limit, write);
  }
  static void write(const char *text, size_t size) {
    std::fwrite(text, 1, size, stdout);
    std::fflush(stdout);
  }
};

} // namespace detail

/// Prints the next value with at least `width` characters.
inline detail::stream_width setw(int width) { return {width}; }
/// Prints floating-point numbers with `precision` digits.
inline detail::stream_precision setprecision(int precision) {
  return {precision};
}

/// Prints text from kernels to the standard output of the program.
///
/// A work-item records values, and a host task prints them when the kernel is
/// complete. Text after `totalBufferSize` characters is discarded. Copies print
/// to the same stream and compare equal. Kernels with a stream cannot be
/// recorded to a graph.
///
/// SYCL 2020, section 4.16.
class stream : public detail::without_properties<stream> {
  detail::accessor_memory m_records;
  size_t m_capacity, m_size, m_work_item_size;
  // Each work-item has a copy of the closure, and with it separate formats.
  mutable tandem_stream_record m_next = {0, 0, 0, 0, 0, 6};

  friend struct std::hash<stream>;

  void set(unsigned clear, unsigned flags) const {
    m_next.flags = uint8_t((m_next.flags & ~clear) | flags);
  }

public:
  /// Creates a stream of at most `totalBufferSize` characters for the command
  /// of `group`.
  ///
  /// `workItemBufferSize` is only reported by the queries: it limits nothing.
  /// \throws exception with `errc::invalid` if the list has a property.
  stream(size_t totalBufferSize, size_t workItemBufferSize, handler &group,
         const property_list &properties = {})
      : m_size(totalBufferSize), m_work_item_size(workItemBufferSize) {
    properties.tandem_allow(0, "a stream");
    auto *output = new detail::stream_output(totalBufferSize);
    group.add_follow_up(output);
    m_records = detail::accessor_memory(handle_of(output->buffer));
    m_capacity = output->capacity;
    group.add_access(output->access(TANDEM_ACCESS_READ_WRITE));
  }

  /// The number of characters of the stream.
  size_t size() const noexcept { return m_size; }
  /// As `size`, under the name of SYCL 1.2.1.
  size_t get_size() const noexcept { return m_size; }
  /// The size for each work-item that the stream was constructed with.
  size_t get_work_item_buffer_size() const noexcept { return m_work_item_size; }
  /// As `get_work_item_buffer_size`, under the name of SYCL 1.2.1.
  size_t get_max_statement_size() const noexcept { return m_work_item_size; }
  /// The number of digits that `setprecision` has set; 6 at first.
  size_t get_precision() const noexcept { return size_t(m_next.precision); }
  /// The width of the next value that `setw` has set, or 0.
  size_t get_width() const noexcept { return size_t(m_next.width); }

  /// Whether both are copies of the same stream.
  friend bool operator==(const stream &left, const stream &right) {
    return left.m_records.buffer() == right.m_records.buffer();
  }
  /// Whether the two are different streams.
  friend bool operator!=(const stream &left, const stream &right) {
    return !(left == right);
  }

  /// For the library: records a value.
  void tandem_put(tandem_stream_kind kind, const void *bytes, size_t size,
                  size_t stored) const {
#ifdef __SYCL_DEVICE_ONLY__
    namespace spirv = detail::spirv;
    char *block = static_cast<char *>(m_records.address());
    size_t wanted = sizeof(tandem_stream_record) + ((stored + 7) & ~size_t(7));
    size_t at =
        detail::stream_output::header +
        __spirv_AtomicIAdd(reinterpret_cast<size_t *>(block),
                           spirv::scope_device, spirv::sem_none, wanted);
    if (at + wanted <= m_capacity) {
      m_next.item = uint32_t(__spirv_BuiltInGlobalLinearId());
      m_next.kind = uint8_t(kind);
      m_next.size = uint16_t(size);
      __builtin_memcpy(block + at, &m_next, sizeof m_next);
      char *to = block + at + sizeof m_next;
      for (size_t index = 0; index < stored; ++index)
        to[index] = static_cast<const char *>(bytes)[index];
    } else if (at + sizeof(uint64_t) <= m_capacity) {
      *reinterpret_cast<uint64_t *>(block + at) = TANDEM_STREAM_END;
    }
    m_next.width = 0;
#else
    (void)kind, (void)bytes, (void)size, (void)stored;
#endif
  }
  /// For the library: records text.
  void tandem_put_text(const char *text, size_t size) const {
    constexpr size_t most = 0xffff;
    for (; size > most; text += most, size -= most)
      tandem_put(TANDEM_STREAM_TEXT, text, most, most);
    tandem_put(TANDEM_STREAM_TEXT, text, size, size);
  }
  /// For the library: records a number.
  void tandem_put_number(tandem_stream_kind kind, uint64_t bits,
                         size_t size) const {
    tandem_put(kind, &bits, size, sizeof bits);
  }

  /// Applies a manipulator to the values after it. Does nothing on the host.
  const stream &operator<<(stream_manipulator manipulator) const {
    using manipulators = stream_manipulator;
    constexpr unsigned base = TANDEM_STREAM_HEX | TANDEM_STREAM_OCT;
    constexpr unsigned format = TANDEM_STREAM_HEXFLOAT;
    switch (manipulator) {
    case manipulators::flush:
    case manipulators::endl:
      set(0, TANDEM_STREAM_FLUSH);
      tandem_put_text("\n", manipulator == manipulators::endl);
      set(TANDEM_STREAM_FLUSH, 0);
      break;
    case manipulators::dec:
      set(base, 0);
      break;
    case manipulators::hex:
      set(base, TANDEM_STREAM_HEX);
      break;
    case manipulators::oct:
      set(base, TANDEM_STREAM_OCT);
      break;
    case manipulators::showbase:
      set(0, TANDEM_STREAM_SHOWBASE);
      break;
    case manipulators::noshowbase:
      set(TANDEM_STREAM_SHOWBASE, 0);
      break;
    case manipulators::showpos:
      set(0, TANDEM_STREAM_SHOWPOS);
      break;
    case manipulators::noshowpos:
      set(TANDEM_STREAM_SHOWPOS, 0);
      break;
    case manipulators::fixed:
      set(format, TANDEM_STREAM_FIXED);
      break;
    case manipulators::scientific:
      set(format, TANDEM_STREAM_SCIENTIFIC);
      break;
    case manipulators::hexfloat:
      set(0, format);
      break;
    case manipulators::defaultfloat:
      set(format, 0);
      break;
    }
    return *this;
  }
  /// Sets the width of the next value.
  const stream &operator<<(detail::stream_width width) const {
    m_next.width = width.value;
    return *this;
  }
  /// Sets the number of digits of floating-point numbers.
  const stream &operator<<(detail::stream_precision precision) const {
    m_next.precision = precision.value;
    return *this;
  }
};

/// Prints a character.
inline const stream &operator<<(const stream &out, char value) {
  out.tandem_put_text(&value, 1);
  return out;
}
/// Prints a string that ends with a null character.
inline const stream &operator<<(const stream &out, const char *text) {
  out.tandem_put_text(text, __builtin_strlen(text));
  return out;
}

/// Prints a number. Booleans are 0 or 1.
template <class DataT, detail::when<std::is_arithmetic_v<DataT>> = 0>
const stream &operator<<(const stream &out, const DataT &value) {
  if constexpr (std::is_floating_point_v<DataT>)
    out.tandem_put_number(TANDEM_STREAM_FLOAT,
                          __builtin_bit_cast(uint64_t, double(value)), 8);
  else
    out.tandem_put_number(std::is_signed_v<DataT> ? TANDEM_STREAM_SIGNED
                                                  : TANDEM_STREAM_UNSIGNED,
                          uint64_t(value), sizeof(DataT));
  return out;
}
/// Prints a number of type `half`.
inline const stream &operator<<(const stream &out, const half &value) {
  return out << float(value);
}

/// Prints an address.
template <class DataT,
          detail::when<!std::is_same_v<std::remove_cv_t<DataT>, char>> = 0>
const stream &operator<<(const stream &out, DataT *pointer) {
  out.tandem_put_number(TANDEM_STREAM_POINTER,
                        reinterpret_cast<uint64_t>(pointer), 8);
  return out;
}
/// As above, for a `multi_ptr`.
template <class ElementType, access::address_space Space,
          access::decorated Decorated>
const stream &
operator<<(const stream &out,
           const multi_ptr<ElementType, Space, Decorated> &pointer) {
  return out << static_cast<const volatile void *>(pointer.get_raw());
}

namespace detail {

template <class Elements>
const stream &put_elements(const stream &out, const Elements &value,
                           size_t count) {
  for (size_t index = 0; index < count; ++index)
    out << (index ? ", " : "") << value[index];
  return out;
}

template <int Dimensions, class Coordinates>
const stream &put_coordinates(const stream &out, const Coordinates &value) {
  for (int axis = 0; axis < Dimensions; ++axis)
    out << (axis ? ", " : "{") << value[axis];
  return out << '}';
}

} // namespace detail

/// Prints the elements of a vector, separated by commas.
template <class DataT, int NumElements>
const stream &operator<<(const stream &out,
                         const vec<DataT, NumElements> &value) {
  return detail::put_elements(out, value, NumElements);
}
/// As above, for a swizzled vector.
template <class Vec, int... Index>
const stream &operator<<(const stream &out,
                         const detail::swizzled<Vec, Index...> &value) {
  return detail::put_elements(out, value, sizeof...(Index));
}
/// As above, for an `marray`.
template <class DataT, size_t NumElements>
const stream &operator<<(const stream &out,
                         const marray<DataT, NumElements> &value) {
  return detail::put_elements(out, value, NumElements);
}

/// Prints the coordinates in braces.
template <int Dimensions>
const stream &operator<<(const stream &out, const id<Dimensions> &value) {
  return detail::put_coordinates<Dimensions>(out, value);
}
/// As above, for a range.
template <int Dimensions>
const stream &operator<<(const stream &out, const range<Dimensions> &value) {
  return detail::put_coordinates<Dimensions>(out, value);
}
/// Prints the ranges and the offset of an `nd_range`.
template <int Dimensions>
const stream &operator<<(const stream &out, const nd_range<Dimensions> &space) {
  return out << "nd_range(global_range: " << space.get_global_range()
             << ", local_range: " << space.get_local_range()
             << ", offset: " << space.get_offset() << ')';
}
/// Prints the range, the index and the offset, if any, of an `item`.
template <int Dimensions, bool Offset>
const stream &operator<<(const stream &out,
                         const item<Dimensions, Offset> &item) {
  out << "item(range: " << item.get_range() << ", id: " << item.get_id();
  if constexpr (Offset)
    out << ", offset: " << item.get_offset();
  return out << ')';
}
/// Prints the global and the local index of an `nd_item`.
template <int Dimensions>
const stream &operator<<(const stream &out, const nd_item<Dimensions> &item) {
  return out << "nd_item(global_id: " << item.get_global_id()
             << ", local_id: " << item.get_local_id() << ')';
}
/// Prints the items of an `h_item`.
template <int Dimensions>
const stream &operator<<(const stream &out, const h_item<Dimensions> &item) {
  return out << "h_item(global: " << item.get_global()
             << ", logical local: " << item.get_logical_local()
             << ", physical local: " << item.get_physical_local() << ')';
}
/// Prints the index and the ranges of a `group`.
template <int Dimensions>
const stream &operator<<(const stream &out, const group<Dimensions> &group) {
  return out << "group(id: " << group.get_group_id()
             << ", global_range: " << group.get_global_range()
             << ", local_range: " << group.get_local_range()
             << ", group_range: " << group.get_group_range() << ')';
}

} // namespace _V1
} // namespace sycl

/// Hashes `stream`. Copies have equal hashes.
template <> struct std::hash<sycl::stream> {
  size_t operator()(const sycl::stream &object) const noexcept {
    return reinterpret_cast<size_t>(object.m_records.buffer());
  }
};
