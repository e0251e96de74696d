//===- sycl/ext/oneapi/bindless_images.hpp - images by handles ------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_ext_oneapi_bindless_images: memory of images, handles that kernels
// hold, and what kernels do with them.
#pragma once

#include <sycl/ext/oneapi/experimental/image_descriptor.hpp>
#include <sycl/ext/oneapi/external_objects.hpp>
#include <sycl/image_accessor.hpp>
#include <sycl/impl/bindless_access.hpp>
#include <sycl/queue.hpp>

#include <memory>

namespace sycl {
inline namespace _V1 {

namespace detail {

// The extension has one code for all failures of a function.
inline void check_as(errc code, int result) {
  if (TANDEM_UNLIKELY(result != TANDEM_SUCCESS))
    throw_error(code, tandem_last_error());
}

} // namespace detail

namespace ext::oneapi::experimental {

namespace info::device {
#define TANDEM_INFO(name, query, type)                                         \
  struct name                                                                  \
      : sycl::detail::optional_info_query<                                     \
            sycl::detail::query, type, aspect::ext_oneapi_bindless_images> {}
/// The required alignment of the row pitch of a two-dimensional image in USM,
/// in bytes. Like the following descriptors, it requires
/// `aspect::ext_oneapi_bindless_images`; without it, `get_info` throws
/// `errc::feature_not_supported`. `sycl_ext_oneapi_bindless_images`.
TANDEM_INFO(image_row_pitch_align, PI_EXT_ONEAPI_DEVICE_INFO_IMAGE_PITCH_ALIGN,
            uint32_t);
/// The maximum width of a two-dimensional image in USM, in pixels.
TANDEM_INFO(max_image_linear_width,
            PI_EXT_ONEAPI_DEVICE_INFO_MAX_IMAGE_LINEAR_WIDTH, size_t);
/// The maximum height of a two-dimensional image in USM, in pixels.
TANDEM_INFO(max_image_linear_height,
            PI_EXT_ONEAPI_DEVICE_INFO_MAX_IMAGE_LINEAR_HEIGHT, size_t);
/// The maximum row pitch of a two-dimensional image in USM, in bytes.
TANDEM_INFO(max_image_linear_row_pitch,
            PI_EXT_ONEAPI_DEVICE_INFO_MAX_IMAGE_LINEAR_PITCH, size_t);
/// The maximum anisotropy of a sampler for mipmaps.
TANDEM_INFO(mipmap_max_anisotropy,
            PI_EXT_ONEAPI_DEVICE_INFO_MIPMAP_MAX_ANISOTROPY, float);
#undef TANDEM_INFO
} // namespace info::device

/// A handle of an image, through which kernels read and write single pixels. A
/// plain value that kernels capture; copies refer to the same image. \ref
/// create_image makes it and
/// `destroy_image_handle` destroys it. `sycl_ext_oneapi_bindless_images`.
struct unsampled_image_handle {
  /// The type of the device's handle.
  using raw_image_handle_type = uint64_t;
  /// The device's handle.
  raw_image_handle_type raw_handle = 0;
};

/// A handle of an image and its sampler, through which kernels read pixels and
/// sample between them. A plain value that kernels capture; copies refer to the
/// same image. `sycl_ext_oneapi_bindless_images`.
struct sampled_image_handle {
  /// The type of the device's handle of the image.
  using raw_image_handle_type = uint64_t;
  /// The type of the device's handle of the sampler.
  using raw_sampler_handle_type = uint64_t;
  /// The device's handle of the image.
  raw_image_handle_type raw_handle = 0;
  /// The device's handle of the sampler.
  raw_sampler_handle_type raw_sampler_handle = 0;
};

/// Filtering at the edges of the faces of a cube map: `disjointed` filters
/// within one face, `seamless` across adjacent faces.
enum class cubemap_filtering_mode : unsigned { disjointed, seamless };

/// How a kernel samples an image: a plain description, from which \ref
/// create_image makes a sampler. `sycl_ext_oneapi_bindless_images`.
struct bindless_image_sampler {
  /// Handling of coordinates outside of the image.
  addressing_mode addressing = addressing_mode::none;
  /// Whether coordinates are normalized to the range from 0 to 1.
  coordinate_normalization_mode coordinate =
      coordinate_normalization_mode::unnormalized;
  /// Filtering between the pixels of a level.
  filtering_mode filtering = filtering_mode::nearest;
  /// Filtering between the levels of a mipmap. Ignored for other images, as are
  /// the two clamps and the anisotropy.
  filtering_mode mipmap_filtering = filtering_mode::nearest;
  /// The smallest level of detail that is used.
  float min_mipmap_level_clamp = 0;
  /// The largest level of detail that is used.
  float max_mipmap_level_clamp = 0;
  /// The maximum anisotropy of sampling with gradients.
  float max_anisotropy = 0;
  /// Filtering at the edges of the faces of a cube map. Ignored for other
  /// images.
  cubemap_filtering_mode cubemap_filtering = cubemap_filtering_mode::disjointed;

  /// No addressing mode, unnormalized coordinates, nearest pixel.
  bindless_image_sampler() = default;
  /// A sampler for ordinary images.
  bindless_image_sampler(addressing_mode outside,
                         coordinate_normalization_mode coordinates,
                         filtering_mode between)
      : addressing(outside), coordinate(coordinates), filtering(between) {}
  /// As above, with the parameters for mipmaps.
  bindless_image_sampler(addressing_mode outside,
                         coordinate_normalization_mode coordinates,
                         filtering_mode between, filtering_mode between_levels,
                         float min_level, float max_level, float anisotropy)
      : addressing(outside), coordinate(coordinates), filtering(between),
        mipmap_filtering(between_levels), min_mipmap_level_clamp(min_level),
        max_mipmap_level_clamp(max_level), max_anisotropy(anisotropy) {}
  /// As above, for cube maps.
  bindless_image_sampler(addressing_mode outside,
                         coordinate_normalization_mode coordinates,
                         filtering_mode between,
                         cubemap_filtering_mode between_faces)
      : addressing(outside), coordinate(coordinates), filtering(between),
        cubemap_filtering(between_faces) {}
};

//===-- Memory of images --------------------------------------------------===//

/// Allocates the memory of an image on a device. Its contents are undefined.
/// Free it with
/// `free_image_mem`.
/// \throws exception with `errc::invalid` if `desc` is inconsistent, and with
/// `errc::memory_allocation` if the device cannot allocate such an image.
inline image_mem_handle alloc_image_mem(const image_descriptor &desc,
                                        const device &sycl_device,
                                        const context &sycl_context) {
  const tandem_image_shape image = detail::pixel_copy::shape(desc);
  image_mem_handle memory;
  detail::check_as(errc::memory_allocation,
                   tandem_bindless_alloc(handle_of(sycl_context),
                                         handle_of(sycl_device), &image,
                                         &memory.raw_handle));
  return memory;
}
/// As above, for the device and context of a queue.
inline image_mem_handle alloc_image_mem(const image_descriptor &desc,
                                        const queue &sycl_queue) {
  return alloc_image_mem(desc, sycl_queue.get_device(),
                         sycl_queue.get_context());
}

namespace bindless {
inline int free_memory(image_mem_handle memory, image_type type,
                       const device &sycl_device, const context &sycl_context) {
  const auto release = type == image_type::mipmap ? tandem_bindless_free_mipmap
                                                  : tandem_bindless_free;
  return release(handle_of(sycl_context), handle_of(sycl_device),
                 memory.raw_handle);
}
} // namespace bindless

/// Frees the memory of an image. `type` is the type in the image's descriptor.
/// Commands and kernels that use the memory must be complete, and its handles
/// must be destroyed.
/// \throws exception with `errc::memory_allocation` if the device fails.
inline void free_image_mem(image_mem_handle memory, image_type type,
                           const device &sycl_device,
                           const context &sycl_context) {
  detail::check_as(
      errc::memory_allocation,
      bindless::free_memory(memory, type, sycl_device, sycl_context));
}
/// As above, for the device and context of a queue.
inline void free_image_mem(image_mem_handle memory, image_type type,
                           const queue &sycl_queue) {
  free_image_mem(memory, type, sycl_queue.get_device(),
                 sycl_queue.get_context());
}

namespace bindless {
inline tandem_image_shape shape_of(image_mem_handle memory,
                                   const context &sycl_context) {
  tandem_image_shape image = {};
  image.size = sizeof image;
  detail::check(tandem_bindless_shape(handle_of(sycl_context),
                                      memory.raw_handle, &image));
  return image;
}
} // namespace bindless

/// The width, height and depth of an allocated image, in pixels. Dimensions
/// that the image does not have are 0.
inline range<3> get_image_range(image_mem_handle memory, const device &,
                                const context &sycl_context) {
  const tandem_image_shape image = bindless::shape_of(memory, sycl_context);
  return {image.extent[0], image.extent[1], image.extent[2]};
}
/// As above, for the device and context of a queue.
inline range<3> get_image_range(image_mem_handle memory,
                                const queue &sycl_queue) {
  return get_image_range(memory, sycl_queue.get_device(),
                         sycl_queue.get_context());
}
/// The channel type of an allocated image.
inline image_channel_type get_image_channel_type(image_mem_handle memory,
                                                 const device &,
                                                 const context &sycl_context) {
  const uint32_t type =
      bindless::shape_of(memory, sycl_context).format & 0xffff;
  return image_channel_type(type -
                            detail::number_of(image_channel_type::snorm_int8));
}
/// As above, for the device and context of a queue.
inline image_channel_type get_image_channel_type(image_mem_handle memory,
                                                 const queue &sycl_queue) {
  return get_image_channel_type(memory, sycl_queue.get_device(),
                                sycl_queue.get_context());
}
/// The number of channels of an allocated image.
inline unsigned int get_image_num_channels(image_mem_handle memory,
                                           const device &,
                                           const context &sycl_context) {
  const uint32_t number = bindless::shape_of(memory, sycl_context).format >> 16;
  unsigned order = 0;
  while (detail::number_of(image_channel_order(order)) != number)
    ++order;
  return detail::channel_count(image_channel_order(order));
}
/// As above, for the device and context of a queue.
inline unsigned int get_image_num_channels(image_mem_handle memory,
                                           const queue &sycl_queue) {
  return get_image_num_channels(memory, sycl_queue.get_device(),
                                sycl_queue.get_context());
}

/// The memory of one level of a mipmap, as an image. It is part of the mipmap's
/// memory and is freed with that. Level 0 is the largest.
/// \throws exception with `errc::runtime` if there is no such level.
inline image_mem_handle get_mip_level_mem_handle(image_mem_handle mipmap,
                                                 unsigned int level,
                                                 const device &sycl_device,
                                                 const context &sycl_context) {
  image_mem_handle memory;
  detail::check_as(
      errc::runtime,
      tandem_bindless_level(handle_of(sycl_context), handle_of(sycl_device),
                            mipmap.raw_handle, level, &memory.raw_handle));
  return memory;
}
/// As above, for the device and context of a queue.
inline image_mem_handle get_mip_level_mem_handle(image_mem_handle mipmap,
                                                 unsigned int level,
                                                 const queue &sycl_queue) {
  return get_mip_level_mem_handle(mipmap, level, sycl_queue.get_device(),
                                  sycl_queue.get_context());
}

/// Owns the memory of an image on a device. Copies share the memory, which is
/// freed with the last of them. `sycl_ext_oneapi_bindless_images`.
class image_mem {
  struct state {
    image_descriptor desc;
    device of_device;
    context of_context;
    image_mem_handle memory;

    state(const image_descriptor &image, const device &sycl_device,
          const context &sycl_context)
        : desc(image), of_device(sycl_device), of_context(sycl_context),
          memory(alloc_image_mem(image, sycl_device, sycl_context)) {}
    state(const state &) = delete;
    state &operator=(const state &) = delete;
    ~state() {
      bindless::free_memory(memory, desc.type, of_device, of_context);
    }
  };
  std::shared_ptr<const state> m_state;

  const state &get() const {
    if (!m_state)
      detail::throw_error(errc::invalid, "the image_mem has no memory");
    return *m_state;
  }

public:
  /// An object without memory. Members except comparison throw `errc::invalid`.
  image_mem() = default;
  /// Allocates the memory of an image, as `alloc_image_mem`.
  image_mem(const image_descriptor &desc, const device &sycl_device,
            const context &sycl_context)
      : m_state(
            std::make_shared<const state>(desc, sycl_device, sycl_context)) {}
  /// As above, for the device and context of a queue.
  image_mem(const image_descriptor &desc, const queue &sycl_queue)
      : image_mem(desc, sycl_queue.get_device(), sycl_queue.get_context()) {}

  /// The handle of the memory, which this object continues to own.
  image_mem_handle get_handle() const { return get().memory; }
  /// The descriptor of the image.
  image_descriptor get_descriptor() const { return get().desc; }
  /// The device that has the memory.
  device get_device() const { return get().of_device; }
  /// The context of the memory.
  context get_context() const { return get().of_context; }
  /// The width, height and depth, in pixels. Dimensions that the image does not
  /// have are 0.
  range<3> get_range() const {
    const image_descriptor &desc = get().desc;
    return {desc.width, desc.height, desc.depth};
  }
  /// The type of the channels.
  image_channel_type get_channel_type() const {
    return get().desc.channel_type;
  }
  /// As `get_channel_type()`.
  image_channel_type get_image_channel_type() const {
    return get().desc.channel_type;
  }
  /// The order of the channels.
  image_channel_order get_image_channel_order() const {
    return get().desc.channel_order;
  }
  /// The number of channels.
  unsigned int get_num_channels() const { return get().desc.num_channels; }
  /// As `get_num_channels()`.
  unsigned int get_image_num_channels() const { return get_num_channels(); }
  /// The type of the image.
  image_type get_type() const { return get().desc.type; }
  /// The memory of one level of a mipmap, which this object continues to own.
  image_mem_handle get_mip_level_mem_handle(unsigned int level) const {
    const state &of = get();
    return experimental::get_mip_level_mem_handle(of.memory, level,
                                                  of.of_device, of.of_context);
  }
  /// For `std::hash`.
  size_t tandem_hash() const noexcept {
    return reinterpret_cast<size_t>(m_state.get());
  }

  /// Whether both objects share the same memory.
  friend bool operator==(const image_mem &left, const image_mem &right) {
    return left.m_state == right.m_state;
  }
  /// Whether the objects do not share the same memory.
  friend bool operator!=(const image_mem &left, const image_mem &right) {
    return !(left == right);
  }
};

//===-- USM for images ----------------------------------------------------===//

/// Allocates device USM for the rows of a two-dimensional image. Writes the
/// distance between rows, in bytes, to `row_pitch`. Free it with `sycl::free`.
/// \param width_in_bytes The size of a row.
/// \param height The number of rows.
/// \param element_bytes The size of a pixel.
/// \throws exception with `errc::memory_allocation` on failure.
inline void *pitched_alloc_device(size_t *row_pitch, size_t width_in_bytes,
                                  size_t height, unsigned int element_bytes,
                                  const device &sycl_device,
                                  const context &sycl_context) {
  void *memory = nullptr;
  detail::check_as(errc::memory_allocation,
                   tandem_usm_alloc_rows(handle_of(sycl_context),
                                         handle_of(sycl_device), width_in_bytes,
                                         height, element_bytes, &memory,
                                         row_pitch));
  return memory;
}
/// As above, for the device and context of a queue.
inline void *pitched_alloc_device(size_t *row_pitch, size_t width_in_bytes,
                                  size_t height, unsigned int element_bytes,
                                  const queue &sycl_queue) {
  return pitched_alloc_device(row_pitch, width_in_bytes, height, element_bytes,
                              sycl_queue.get_device(),
                              sycl_queue.get_context());
}
/// Allocates device USM for an image with one or two dimensions, without
/// layers.
/// \throws exception with `errc::invalid` if `desc` is inconsistent, and with
/// `errc::memory_allocation` if it has three dimensions, layers or an
/// unsuitable format, or if the allocation fails.
inline void *pitched_alloc_device(size_t *row_pitch,
                                  const image_descriptor &desc,
                                  const device &sycl_device,
                                  const context &sycl_context) {
  const tandem_image_shape image = detail::pixel_copy::shape(desc);
  const size_t pixel = tandem_image_pixel_size(image.format);
  if (desc.depth != 0 || image.layers != 0 || pixel == 0)
    detail::throw_error(errc::memory_allocation,
                        "images in USM have one or two dimensions and a "
                        "channel order that supports the channel type");
  return pitched_alloc_device(
      row_pitch, detail::allocation_bytes(range<1>(desc.width), pixel),
      desc.height ? desc.height : 1, unsigned(pixel), sycl_device,
      sycl_context);
}
/// As above, for the device and context of a queue.
inline void *pitched_alloc_device(size_t *row_pitch,
                                  const image_descriptor &desc,
                                  const queue &sycl_queue) {
  return pitched_alloc_device(row_pitch, desc, sycl_queue.get_device(),
                              sycl_queue.get_context());
}

//===-- Handles of images -------------------------------------------------===//

namespace bindless {

inline void make_handles(const void *memory, size_t row_pitch,
                         const image_descriptor &desc,
                         const bindless_image_sampler *sampler,
                         const device &sycl_device, const context &sycl_context,
                         uint64_t (&handles)[2]) {
  tandem_image_shape image = detail::pixel_copy::shape(desc, row_pitch);
  uint64_t word = 0;
  if (sampler) {
    word = detail::word_of(
               {sampler->addressing, sampler->coordinate, sampler->filtering})
               .value();
    if (sampler->mipmap_filtering == filtering_mode::linear)
      word |= 32;
    if (sampler->cubemap_filtering == cubemap_filtering_mode::seamless)
      word |= 64;
    image.least_level = sampler->min_mipmap_level_clamp;
    image.most_level = sampler->max_mipmap_level_clamp;
    image.max_anisotropy = sampler->max_anisotropy;
  }
  detail::check_as(errc::runtime,
                   tandem_bindless_create(handle_of(sycl_context),
                                          handle_of(sycl_device),
                                          const_cast<void *>(memory), &image,
                                          sampler ? &word : nullptr, handles));
}

inline unsampled_image_handle make_image(const void *memory, size_t row_pitch,
                                         const image_descriptor &desc,
                                         const device &sycl_device,
                                         const context &sycl_context) {
  uint64_t handles[2] = {};
  make_handles(memory, row_pitch, desc, nullptr, sycl_device, sycl_context,
               handles);
  return {handles[0]};
}
inline sampled_image_handle make_image(const void *memory, size_t row_pitch,
                                       const image_descriptor &desc,
                                       const bindless_image_sampler &sampler,
                                       const device &sycl_device,
                                       const context &sycl_context) {
  uint64_t handles[2] = {};
  make_handles(memory, row_pitch, desc, &sampler, sycl_device, sycl_context,
               handles);
  return {handles[0], handles[1]};
}

inline void destroy_handles(uint64_t image, uint64_t sampler, bool is_sampled,
                            const device &sycl_device,
                            const context &sycl_context) {
  const uint64_t handles[2] = {image, sampler};
  detail::check_as(errc::runtime,
                   tandem_bindless_destroy(handle_of(sycl_context),
                                           handle_of(sycl_device), handles,
                                           is_sampled));
}

} // namespace bindless

// Overloads for image memory, for image_mem and for USM; with a device and a
// context, or with a queue. A sampler follows the descriptor.
#define TANDEM_CREATE_IMAGE(result, memory, pitch, by, by_parameter, ...)      \
  inline result create_image(__VA_ARGS__, const image_descriptor &desc,        \
                             by_parameter const device &sycl_device,           \
                             const context &sycl_context) {                    \
    return bindless::make_image(memory, pitch, desc, by sycl_device,           \
                                sycl_context);                                 \
  }                                                                            \
  inline result create_image(__VA_ARGS__, const image_descriptor &desc,        \
                             by_parameter const queue &sycl_queue) {           \
    return bindless::make_image(memory, pitch, desc,                           \
                                by sycl_queue.get_device(),                    \
                                sycl_queue.get_context());                     \
  }
#define TANDEM_SAMPLER sampler,
#define TANDEM_SAMPLER_PARAMETER const bindless_image_sampler &sampler,
#define TANDEM_CREATE_IMAGES(memory, pitch, ...)                               \
  TANDEM_CREATE_IMAGE(unsampled_image_handle, memory, pitch, , , __VA_ARGS__)  \
  TANDEM_CREATE_IMAGE(sampled_image_handle, memory, pitch, TANDEM_SAMPLER,     \
                      TANDEM_SAMPLER_PARAMETER, __VA_ARGS__)
/// Creates a handle of an image, through which kernels use memory from \ref
/// alloc_image_mem. `desc` describes that memory. With a sampler, the result is
/// a `sampled_image_handle`, otherwise an `unsampled_image_handle`. The device
/// and context are given, or are those of a queue. Destroy the handle with \ref
/// destroy_image_handle before the memory is freed.
/// \throws exception with `errc::runtime` if the device does not support the
/// combination, and with `errc::invalid` if `desc` is inconsistent.
///@{
TANDEM_CREATE_IMAGES(from.raw_handle, 0, image_mem_handle from)
///@}
/// As above, for the memory that an `image_mem` owns.
///@{
TANDEM_CREATE_IMAGES(from.get_handle().raw_handle, 0, const image_mem &from)
///@}
/// As above, for USM whose rows are `row_pitch` bytes apart.
///@{
TANDEM_CREATE_IMAGES(from, row_pitch, const void *from, size_t row_pitch)
///@}
#undef TANDEM_CREATE_IMAGES
#undef TANDEM_SAMPLER_PARAMETER
#undef TANDEM_SAMPLER
#undef TANDEM_CREATE_IMAGE

/// Destroys a handle. The image's memory remains allocated. Kernels that use
/// the handle must be complete.
/// \throws exception with `errc::runtime` if the device fails.
inline void destroy_image_handle(const unsampled_image_handle &image,
                                 const device &sycl_device,
                                 const context &sycl_context) {
  bindless::destroy_handles(image.raw_handle, 0, false, sycl_device,
                            sycl_context);
}
/// As above, for the device and context of a queue.
inline void destroy_image_handle(const unsampled_image_handle &image,
                                 const queue &sycl_queue) {
  destroy_image_handle(image, sycl_queue.get_device(),
                       sycl_queue.get_context());
}
/// Destroys the handles of an image and of its sampler.
inline void destroy_image_handle(const sampled_image_handle &image,
                                 const device &sycl_device,
                                 const context &sycl_context) {
  bindless::destroy_handles(image.raw_handle, image.raw_sampler_handle, true,
                            sycl_device, sycl_context);
}
/// As above, for the device and context of a queue.
inline void destroy_image_handle(const sampled_image_handle &image,
                                 const queue &sycl_queue) {
  destroy_image_handle(image, sycl_queue.get_device(),
                       sycl_queue.get_context());
}

//===-- In kernels --------------------------------------------------------===//

/// Reads one pixel. `coords` is an `int` or a vector of 2, 3 or 4 `int`, of
/// which the fourth element is ignored. For device code, as all functions that
/// follow. If `DataT` is a user-defined type, `HintT` is a pixel type of the
/// same size that the device supports.
template <class DataT, class HintT = DataT, class CoordT>
DataT fetch_image(const unsampled_image_handle &image, const CoordT &coords) {
  using at = detail::handle_coordinates<int32_t, CoordT>;
  return detail::texel_cast<DataT>(
      detail::fetch_by_handle<0, HintT>(image.raw_handle, at(coords)));
}
/// As above. The sampler is not used.
template <class DataT, class HintT = DataT, class CoordT>
DataT fetch_image(const sampled_image_handle &image, const CoordT &coords) {
  return fetch_image<DataT, HintT>(unsampled_image_handle{image.raw_handle},
                                   coords);
}
/// Reads one pixel of a layer of an image array.
template <class DataT, class HintT = DataT, class CoordT>
DataT fetch_image_array(const unsampled_image_handle &image,
                        const CoordT &coords, unsigned int layer) {
  using at = detail::handle_coordinates<int32_t, CoordT>;
  return detail::texel_cast<DataT>(
      detail::fetch_by_handle<detail::arrayed_shape, HintT>(
          image.raw_handle, at(coords, int32_t(layer))));
}
/// As above. The sampler is not used.
template <class DataT, class HintT = DataT, class CoordT>
DataT fetch_image_array(const sampled_image_handle &image, const CoordT &coords,
                        unsigned int layer) {
  return fetch_image_array<DataT, HintT>(
      unsampled_image_handle{image.raw_handle}, coords, layer);
}

/// Samples an image at `coords`, a `float` or a vector of `float`, as its
/// sampler says.
template <class DataT, class HintT = DataT, class CoordT>
DataT sample_image(const sampled_image_handle &image, const CoordT &coords) {
  using at = detail::handle_coordinates<float, CoordT>;
  return detail::texel_cast<DataT>(detail::sample_by_handle<0, HintT>(
      image.raw_handle, image.raw_sampler_handle, at(coords)));
}
/// Samples a layer of an image array.
template <class DataT, class HintT = DataT, class CoordT>
DataT sample_image_array(const sampled_image_handle &image,
                         const CoordT &coords, unsigned int layer) {
  using at = detail::handle_coordinates<float, CoordT>;
  return detail::texel_cast<DataT>(
      detail::sample_by_handle<detail::arrayed_shape, HintT>(
          image.raw_handle, image.raw_sampler_handle,
          at(coords, float(layer))));
}

/// Samples a mipmap at a level of detail.
template <class DataT, class HintT = DataT, class CoordT>
DataT sample_mipmap(const sampled_image_handle &image, const CoordT &coords,
                    float level) {
  using at = detail::handle_coordinates<float, CoordT>;
  return detail::texel_cast<DataT>(detail::sample_level<HintT>(
      image.raw_handle, image.raw_sampler_handle, at(coords), level));
}
/// As above, at the level of detail given by two gradients, which are the
/// differences of the coordinates between adjacent samples.
template <class DataT, class HintT = DataT, class CoordT>
DataT sample_mipmap(const sampled_image_handle &image, const CoordT &coords,
                    const CoordT &dx, const CoordT &dy) {
  using at = detail::handle_coordinates<float, CoordT>;
  return detail::texel_cast<DataT>(detail::sample_gradients<HintT>(
      image.raw_handle, image.raw_sampler_handle, at(coords), at(dx), at(dy)));
}

/// Reads one pixel of a face of a cube map, from 0 to 5.
template <class DataT, class HintT = DataT>
DataT fetch_cubemap(const unsampled_image_handle &image, const int2 &coords,
                    unsigned int face) {
  return fetch_image_array<DataT, HintT>(image, coords, face);
}
/// Samples a cube map in a direction, which need not have unit length.
template <class DataT, class HintT = DataT>
DataT sample_cubemap(const sampled_image_handle &image,
                     const float3 &direction) {
  return detail::texel_cast<DataT>(
      detail::sample_cube<HintT>(image.raw_handle, image.raw_sampler_handle,
                                 detail::cube_coordinates(direction)));
}

/// Samples a mipmap at a level of detail. Deprecated: use `sample_mipmap`.
template <class DataT, class HintT = DataT, class CoordT>
DataT read_mipmap(const sampled_image_handle &image, const CoordT &coords,
                  float level) {
  return sample_mipmap<DataT, HintT>(image, coords, level);
}
/// As above, at the level of detail given by two gradients.
template <class DataT, class HintT = DataT, class CoordT>
DataT read_mipmap(const sampled_image_handle &image, const CoordT &coords,
                  const CoordT &dx, const CoordT &dy) {
  return sample_mipmap<DataT, HintT>(image, coords, dx, dy);
}
/// Reads one pixel. Deprecated: use `fetch_image`.
template <class DataT, class HintT = DataT, class CoordT>
DataT read_image(const unsampled_image_handle &image, const CoordT &coords) {
  return fetch_image<DataT, HintT>(image, coords);
}
/// Samples an image. Deprecated: use `sample_image`.
template <class DataT, class HintT = DataT, class CoordT>
DataT read_image(const sampled_image_handle &image, const CoordT &coords) {
  return sample_image<DataT, HintT>(image, coords);
}

/// Writes one pixel.
template <class DataT, class CoordT>
void write_image(unsampled_image_handle image, const CoordT &coords,
                 const DataT &color) {
  using at = detail::handle_coordinates<int32_t, CoordT>;
  detail::write_by_handle<0>(image.raw_handle, at(coords), color);
}
/// Writes one pixel of a layer of an image array.
template <class DataT, class CoordT>
void write_image_array(unsampled_image_handle image, const CoordT &coords,
                       unsigned int layer, const DataT &color) {
  using at = detail::handle_coordinates<int32_t, CoordT>;
  detail::write_by_handle<detail::arrayed_shape>(
      image.raw_handle, at(coords, int32_t(layer)), color);
}

/// Writes one pixel of a face of a cube map, from 0 to 5.
template <class DataT>
void write_cubemap(unsampled_image_handle image, const int2 &coords, int face,
                   const DataT &color) {
  write_image_array(image, coords, unsigned(face), color);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

template <> struct std::hash<sycl::ext::oneapi::experimental::image_mem> {
  size_t operator()(
      const sycl::ext::oneapi::experimental::image_mem &memory) const noexcept {
    return memory.tandem_hash();
  }
};
