//===- sycl/ext/intel/experimental/pipe_properties.hpp --------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the properties of pipes (sycl_ext_intel_dataflow_pipes_properties).
// They are about circuits, and mean nothing here.
#pragma once

#include <sycl/ext/oneapi/properties/properties.hpp>

#include <cstdint>

namespace sycl {
inline namespace _V1 {
namespace ext::intel::experimental {

template <class Name, class DataT, int32_t MinCapacity, class Properties>
class pipe;

/// Protocols of the interface of a pipe on an FPGA. Ignored by Tandem.
enum class protocol_name : uint16_t {
  /// Avalon streaming interface.
  avalon_streaming = 0,
  /// Avalon streaming interface with a ready signal.
  avalon_streaming_uses_ready = 1,
  /// Avalon memory-mapped interface.
  avalon_mm = 2,
  /// Avalon memory-mapped interface with a ready signal.
  avalon_mm_uses_ready = 3
};

#define TANDEM_KEY(name, type)                                                 \
  struct name##_key                                                            \
      : sycl::detail::property_key<sycl::detail::property_kind::name> {        \
    /** The type of the property with this value. */                           \
    template <type Value>                                                      \
    using value_t = oneapi::experimental::property_value<                      \
        name##_key, std::integral_constant<type, Value>>;                      \
  };                                                                           \
  /** The property with this value. */                                         \
  template <type Value> inline constexpr name##_key::value_t<Value> name;

/// The number of cycles between the ready signal and valid data, as
/// `ready_latency<Cycles>`. The properties of pipes are accepted and ignored.
/// `sycl_ext_intel_dataflow_pipes_properties`.
TANDEM_KEY(ready_latency, int)
/// The number of bits in a symbol on the data bus.
TANDEM_KEY(bits_per_symbol, int)
/// Whether the interface has a valid signal.
TANDEM_KEY(uses_valid, bool)
/// Whether the first symbol is in the most significant bits of the data bus.
TANDEM_KEY(first_symbol_in_high_order_bits, bool)
/// The protocol of the interface, as a `protocol_name`.
TANDEM_KEY(protocol, protocol_name)
#undef TANDEM_KEY

/// Short for `uses_valid<true>`.
inline constexpr uses_valid_key::value_t<true> uses_valid_on;
/// Short for `uses_valid<false>`.
inline constexpr uses_valid_key::value_t<false> uses_valid_off;
/// Short for `first_symbol_in_high_order_bits<true>`.
inline constexpr first_symbol_in_high_order_bits_key::value_t<true>
    first_symbol_in_high_order_bits_on;
/// Short for `first_symbol_in_high_order_bits<false>`.
inline constexpr first_symbol_in_high_order_bits_key::value_t<false>
    first_symbol_in_high_order_bits_off;
/// Short for `protocol<protocol_name::avalon_streaming>`.
inline constexpr protocol_key::value_t<protocol_name::avalon_streaming>
    protocol_avalon_streaming;
/// Short for `protocol<protocol_name::avalon_streaming_uses_ready>`.
inline constexpr protocol_key::value_t<
    protocol_name::avalon_streaming_uses_ready>
    protocol_avalon_streaming_uses_ready;
/// Short for `protocol<protocol_name::avalon_mm>`.
inline constexpr protocol_key::value_t<protocol_name::avalon_mm>
    protocol_avalon_mm;
/// Short for `protocol<protocol_name::avalon_mm_uses_ready>`.
inline constexpr protocol_key::value_t<protocol_name::avalon_mm_uses_ready>
    protocol_avalon_mm_uses_ready;

} // namespace ext::intel::experimental

namespace ext::oneapi::experimental {

#define TANDEM_KEY_OF_PIPE(name)                                               \
  template <class Name, class DataT, int32_t MinCapacity, class Properties>    \
  struct is_property_key_of<                                                   \
      intel::experimental::name##_key,                                         \
      intel::experimental::pipe<Name, DataT, MinCapacity, Properties>>         \
      : std::true_type {};

TANDEM_KEY_OF_PIPE(ready_latency)
TANDEM_KEY_OF_PIPE(bits_per_symbol)
TANDEM_KEY_OF_PIPE(uses_valid)
TANDEM_KEY_OF_PIPE(first_symbol_in_high_order_bits)
TANDEM_KEY_OF_PIPE(protocol)
#undef TANDEM_KEY_OF_PIPE

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
