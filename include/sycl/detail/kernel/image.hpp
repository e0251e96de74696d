//===- sycl/detail/kernel/image.hpp - images in kernels -------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: what kernels do with images (boundaries.md, section 1). The types of
// images are not C++'s, so that a kernel holds handles of 64 bits, and markers
// stand for the accesses. Coordinates are four numbers in memory; those that
// an image does not have are left alone.
#pragma once

#include <sycl/detail/kernel/layout.hpp>

#include <cstdint>
#include <type_traits>

#ifdef __SYCL_DEVICE_ONLY__
extern "C" {
void __tandem_image_read(uint64_t image, int shape, int texel,
                         const int32_t *coords, void *to) noexcept;
void __tandem_image_write(uint64_t image, int shape, int texel,
                          const int32_t *coords, const void *from) noexcept;
void __tandem_image_sample(uint64_t image, uint64_t sampler, int shape,
                           int texel, const float *coords, void *to) noexcept;
void __tandem_image_sample_level(uint64_t image, uint64_t sampler, int shape,
                                 int texel, const float *coords, float level,
                                 void *to) noexcept;
void __tandem_image_sample_gradients(uint64_t image, uint64_t sampler,
                                     int shape, int texel, const float *coords,
                                     const float *dx, const float *dy,
                                     void *to) noexcept;
}
#endif

namespace sycl {
inline namespace _V1 {

enum class aspect : unsigned;

namespace detail {

// aspect::image, which a header above defines.
inline constexpr aspect image_aspect = aspect(9);

// How a kernel uses an image, by SPIR-V's numbers.
enum class image_use { read = 0, write = 1, read_write = 2 };

// The arguments `shape` and `texel` of the markers.
template <int Dimensions, image_use Use>
inline constexpr int image_shape_bits = (Dimensions - 1) | (int(Use) << 4);
template <class Component>
inline constexpr int texel_kind = std::is_same_v<Component, float> ? 0
                                  : std::is_integral_v<Component>  ? 1
                                                                   : 2;

// The 8 bytes of an image that become a kernel argument of their own.
class image_memory {
  uint64_t m_value = 0; // on the host, the buffer of the pixels

public:
  image_memory() noexcept = default;
  template <class Buffer>
  explicit image_memory(Buffer *buffer) noexcept
      : m_value(reinterpret_cast<uintptr_t>(buffer)) {}

  uint64_t value() const noexcept { return m_value; }
};

// The 8 bytes of a sampler. On the host: SPIR-V's addressing mode, bit 3 for
// normalized coordinates, bit 4 for weighed neighbours. In kernels: a handle.
class sampler_word {
  uint64_t m_value = 0;

public:
  sampler_word() noexcept = default;
  sampler_word(uint64_t addressing, bool is_normalized, bool is_linear) noexcept
      : m_value(addressing | uint64_t(is_normalized) << 3 |
                uint64_t(is_linear) << 4) {}

  uint64_t value() const noexcept { return m_value; }
};

#ifdef __SYCL_DEVICE_ONLY__
template <> inline constexpr mark_kind mark_of<image_memory> = mark_image;
template <> inline constexpr mark_kind mark_of<sampler_word> = mark_sampler;
#endif

// Accesses to texels of four components, as kernels have them. The host's pass
// compiles kernels, too, but never runs them.
template <int Dimensions, image_use Use, class Component>
TANDEM_ANNOTATE("sycl_device_has", image_aspect)
inline void image_read(const image_memory &image, const int32_t (&coords)[4],
                       Component *texel) {
#ifdef __SYCL_DEVICE_ONLY__
  __tandem_image_read(image.value(), image_shape_bits<Dimensions, Use>,
                      texel_kind<Component>, coords, texel);
#else
  (void)image, (void)coords, (void)texel;
#endif
}

template <int Dimensions, image_use Use, class Component>
TANDEM_ANNOTATE("sycl_device_has", image_aspect)
inline void image_write(const image_memory &image, const int32_t (&coords)[4],
                        const Component *texel) {
#ifdef __SYCL_DEVICE_ONLY__
  __tandem_image_write(image.value(), image_shape_bits<Dimensions, Use>,
                       texel_kind<Component>, coords, texel);
#else
  (void)image, (void)coords, (void)texel;
#endif
}

template <int Dimensions, class Component>
TANDEM_ANNOTATE("sycl_device_has", image_aspect)
inline void image_sample(const image_memory &image, const sampler_word &sampler,
                         const float (&coords)[4], Component *texel) {
#ifdef __SYCL_DEVICE_ONLY__
  __tandem_image_sample(image.value(), sampler.value(),
                        image_shape_bits<Dimensions, image_use::read>,
                        texel_kind<Component>, coords, texel);
#else
  (void)image, (void)sampler, (void)coords, (void)texel;
#endif
}

} // namespace detail
} // namespace _V1
} // namespace sycl
