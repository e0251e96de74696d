//===- sycl/image.hpp - images --------------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sampled and unsampled images and their samplers (SYCL 2020, 4.7.3 and
// 4.7.8). An image is a buffer of bytes with a shape, which the host and host
// tasks can use; devices with aspect::image have images of its shape.
#pragma once

#include <sycl/buffer.hpp>

#include <cstddef>

namespace sycl {
inline namespace _V1 {

/// The format of a pixel of an image: the order and size of its channels, and
/// their type.
///
/// Channels of type `unorm` are read as `float` from 0 to 1, `sint` as
/// `int32_t`, `uint` as `uint32_t`, and `sfloat` as `float` or `half`.
/// SYCL 2020, section 4.7.3.
enum class image_format : unsigned {
  /// 8 bits for each channel, normalized.
  r8g8b8a8_unorm,
  /// 16 bits for each channel, normalized.
  r16g16b16a16_unorm,
  /// 8 bits for each channel, signed.
  r8g8b8a8_sint,
  /// 16 bits for each channel, signed.
  r16g16b16a16_sint,
  /// 32 bits for each channel, signed. The name is that of the specification;
  /// the order is red, green, blue, alpha.
  r32b32g32a32_sint,
  /// 8 bits for each channel, unsigned.
  r8g8b8a8_uint,
  /// 16 bits for each channel, unsigned.
  r16g16b16a16_uint,
  /// 32 bits for each channel, unsigned, in the order red, green, blue, alpha.
  r32b32g32a32_uint,
  /// 16 bits for each channel, floating-point, in the order red, green, blue,
  /// alpha.
  r16b16g16a16_sfloat,
  /// 32 bits for each channel, floating-point.
  r32g32b32a32_sfloat,
  /// 8 bits for each channel, normalized, blue first.
  b8g8r8a8_unorm,
};

/// How a sampler treats coordinates outside of the image.
/// SYCL 2020, section 4.7.8.
enum class addressing_mode : unsigned {
  /// Mirrors the image at each edge. Needs normalized coordinates.
  mirrored_repeat,
  /// Repeats the image. Needs normalized coordinates.
  repeat,
  /// Reads the nearest pixel at the edge.
  clamp_to_edge,
  /// Reads the border color: zeros, with alpha 1 if the format has no alpha.
  clamp,
  /// The result is undefined.
  none,
};
/// Whether the coordinates of a sampler range from 0 to 1 (`normalized`) or
/// count pixels (`unnormalized`).
/// SYCL 2020, section 4.7.8.
enum class coordinate_normalization_mode : unsigned {
  /// Coordinates range from 0 to 1.
  normalized,
  /// Coordinates count pixels.
  unnormalized
};
/// Whether a sampler reads the nearest pixel (`nearest`) or interpolates
/// between neighbouring pixels (`linear`).
/// SYCL 2020, section 4.7.8.
enum class filtering_mode : unsigned { nearest, linear };

namespace detail {
class sampler_word;
}

/// How a sampled image is read. A value of three modes.
/// SYCL 2020, section 4.7.8.
struct image_sampler {
  /// Treatment of coordinates outside of the image.
  addressing_mode addressing;
  /// The unit of coordinates.
  coordinate_normalization_mode coordinate;
  /// Interpolation between pixels.
  filtering_mode filtering;

  /// For the library: the sampler as kernels receive it.
  detail::sampler_word tandem_word() const;
};

/// Whether an accessor of an image is used in a kernel (`device`) or in a host
/// task (`host_task`).
enum class image_target : unsigned { device, host_task };

/// The default allocator of images.
using image_allocator = std::allocator<std::byte>;

/// The properties of images, which are those of buffers by the same names.
/// SYCL 2020, section 4.7.3.3.
namespace property::image {
using buffer::context_bound;
using buffer::use_host_ptr;
using buffer::use_mutex;
} // namespace property::image

namespace detail {

// The format of a pixel, as the library numbers it (tandem_image::format).
struct pixel_format {
  uint32_t number = 0;

  pixel_format() = default;
  pixel_format(image_format format) : number(uint32_t(format)) {}
  // By OpenCL's numbers of a channel order and a channel type.
  pixel_format(uint32_t order, uint32_t type) : number(order << 16 | type) {}
};

// Where the pixels of an image are, seen from the first one.
template <int Dimensions> struct image_shape {
  range<Dimensions> extent; // width first
  size_t pitch[2] = {0, 0};
  size_t bytes = 0;
  size_t pixel = 0; // bytes of one
  pixel_format format;

  image_shape() = default;
  // Dense rows and slices.
  image_shape(pixel_format of_pixels, const range<Dimensions> &size)
      : extent(size), format(of_pixels) {
    pixel = tandem_image_pixel_size(format.number);
    if (pixel == 0)
      throw_error(errc::invalid,
                  "the channel order does not support the channel type");
    set_row_pitch(times(pixel, extent[0]));
  }
  template <int PitchDimensions>
  image_shape(pixel_format of_pixels, const range<Dimensions> &size,
              const range<PitchDimensions> &pitches)
      : image_shape(of_pixels, size) {
    if (pitches[0] < pitch[0])
      throw_error(errc::invalid, "the pitch of an image is less than a row");
    set_row_pitch(pitches[0]);
    if (PitchDimensions > 1)
      set_slice_pitch(pitches[PitchDimensions - 1]);
  }

  static size_t times(size_t part_bytes, size_t count) {
    return allocation_bytes(range<1>(count), part_bytes);
  }
  void set_row_pitch(size_t row) {
    pitch[0] = row;
    set_slice_pitch(Dimensions > 1 ? times(row, extent[Dimensions > 1]) : row);
  }
  void set_slice_pitch(size_t slice) {
    pitch[1] = slice;
    bytes = Dimensions > 2 ? times(slice, extent[Dimensions - 1]) : slice;
  }

  // As the library says it.
  explicit image_shape(const tandem_image &image) {
    format.number = image.format;
    pixel = tandem_image_pixel_size(image.format);
    for (int axis = 0; axis < Dimensions; ++axis)
      extent[axis] = image.extent[axis];
    set_row_pitch(image.pitch[0]);
  }

  tandem_image at(void *pixels) const {
    tandem_image image{
        sizeof image, format.number, pixels, {1, 1, 1}, {pitch[0], pitch[1]}};
    for (int axis = 0; axis < Dimensions; ++axis)
      image.extent[axis] = extent[axis];
    return image;
  }
};

// Memory of the program that images may use.
template <class Type>
inline constexpr bool is_host_memory =
    std::is_pointer_v<Type> || std::is_array_v<Type> ||
    std::is_null_pointer_v<Type> || is_shared_pointer<Type>;

inline constexpr unsigned image_properties =
    property_set<property_use_host_ptr, property_use_mutex,
                 property_context_bound>;

// The pixels of a backend's image.
template <int Dimensions> struct native_pixels {
  intrusive_ptr<buffer_state> state;
  image_shape<Dimensions> shape;

  native_pixels(uint32_t of_backend, uintptr_t native, tandem_context_t context,
                tandem_event_t available) {
    tandem_image found{};
    found.size = sizeof found;
    tandem_buffer_t buffer = nullptr;
    check(tandem_make_image(of_backend, native, Dimensions, context, available,
                            &found, &buffer));
    state = intrusive_ptr<buffer_state>(new buffer_state(buffer));
    shape = image_shape<Dimensions>(found);
  }
};

// The common base of all images: copies share one state.
template <int Dimensions> class image_base {
  intrusive_ptr<buffer_state> m_state;
  image_shape<Dimensions> m_shape;

  friend struct image_access;

protected:
  using pitch_range = range<(Dimensions > 1 ? Dimensions - 1 : 1)>;

  explicit image_base(const native_pixels<Dimensions> &native)
      : m_state(native.state), m_shape(native.shape) {}
  template <class Memory>
  image_base(const Memory &memory, bool read_only,
             const image_shape<Dimensions> &shape,
             const property_list &properties)
      : m_shape(shape) {
    properties.tandem_allow(image_properties, "an image");
    const void *address = nullptr;
    if constexpr (is_shared_pointer<Memory>)
      address = memory.get();
    else
      address = memory;
    m_state = buffer_state::make(address, shape.bytes, read_only, properties);
    const tandem_image pixels = shape.at(nullptr);
    check(tandem_buffer_set_image(m_state->buffer, &pixels, Dimensions));
    if constexpr (is_shared_pointer<Memory>)
      m_state->keep(0, memory);
  }

public:
  /// The size of the image in pixels, width first.
  range<Dimensions> get_range() const { return m_shape.extent; }
  /// The distance in bytes between rows and, for three dimensions, between
  /// slices.
  template <int SameDimensions = Dimensions,
            detail::when<(SameDimensions > 1)> = 0>
  range<SameDimensions - 1> get_pitch() const {
    if constexpr (SameDimensions == 2)
      return range<1>(m_shape.pitch[0]);
    else
      return range<2>(m_shape.pitch[0], m_shape.pitch[1]);
  }
  /// The number of pixels.
  size_t size() const noexcept { return m_shape.extent.size(); }
  /// The size of the image in bytes, including padding between rows and slices.
  size_t byte_size() const noexcept { return m_shape.bytes; }
  /// Whether the image was constructed with the property.
  template <class Property> bool has_property() const noexcept {
    return m_state->properties.template has_property<Property>();
  }
  /// The property that the image was constructed with.
  /// \throws exception with `errc::invalid` if there is none of this type.
  template <class Property> Property get_property() const {
    return m_state->properties.template get_property<Property>();
  }

  /// For the library: the handle of the image's buffer.
  friend tandem_buffer_t handle_of(const image_base &object) noexcept {
    return object.m_state->buffer;
  }
  /// Whether both are copies of one image.
  friend bool operator==(const image_base &left, const image_base &right) {
    return left.m_state == right.m_state;
  }
  /// Whether they are different images.
  friend bool operator!=(const image_base &left, const image_base &right) {
    return !(left == right);
  }
};

// Reaches into images on behalf of accessors.
struct image_access {
  template <int Dimensions>
  static buffer_state *state(const image_base<Dimensions> &image) {
    return image.m_state.get();
  }
  template <int Dimensions>
  static const image_shape<Dimensions> &
  shape(const image_base<Dimensions> &image) {
    return image.m_shape;
  }
};

} // namespace detail

template <int Dimensions, class AllocatorT> class sampled_image;
template <int Dimensions, class AllocatorT> class unsampled_image;
template <int Dimensions, class AllocatorT>
inline constexpr unsigned
    detail::properties_for<sampled_image<Dimensions, AllocatorT>> =
        image_properties;
template <int Dimensions, class AllocatorT>
inline constexpr unsigned
    detail::properties_for<unsampled_image<Dimensions, AllocatorT>> =
        image_properties;

template <class DataT, int Dimensions, image_target Target>
class sampled_image_accessor;
template <class DataT, int Dimensions> class host_sampled_image_accessor;
template <class DataT, int Dimensions, access_mode Mode, image_target Target>
class unsampled_image_accessor;
template <class DataT, int Dimensions, access_mode Mode>
class host_unsampled_image_accessor;
template <class DataT, int Dimensions, access_mode Mode, image_target Target>
inline constexpr unsigned detail::properties_for<
    unsampled_image_accessor<DataT, Dimensions, Mode, Target>> =
    property_set<property_no_init>;
template <class DataT, int Dimensions, access_mode Mode>
inline constexpr unsigned detail::properties_for<
    host_unsampled_image_accessor<DataT, Dimensions, Mode>> =
    property_set<property_no_init>;

/// An image in host memory that kernels read through a sampler.
///
/// Copies share one image. The image is only read. It may be used from several
/// threads. Kernels need a device with `aspect::image`; host code and host
/// tasks can use images with any device. The last copy to be destroyed waits
/// for the commands that use the image.
/// SYCL 2020, section 4.7.3.2.
template <int Dimensions = 1, class AllocatorT = image_allocator>
class sampled_image : public detail::image_base<Dimensions> {
  using base = detail::image_base<Dimensions>;
  using shape = detail::image_shape<Dimensions>;
  image_sampler m_sampler;

  sampled_image(const detail::native_pixels<Dimensions> &native,
                const image_sampler &sampler)
      : base(native), m_sampler(sampler) {}

public:
  /// For the library: wraps an image of a backend.
  static sampled_image
  tandem_adopt(const detail::native_pixels<Dimensions> &native,
               const image_sampler &sampler) {
    return sampled_image(native, sampler);
  }

  /// An image of `size` pixels, dense in the memory that `pixels` points to.
  /// `pixels` is a pointer or a `std::shared_ptr`; the image does not write to
  /// the memory.
  /// \throws exception with `errc::invalid` if `properties` has one that images
  /// do not have.
  template <class Memory, detail::when<detail::is_host_memory<Memory>> = 0>
  sampled_image(const Memory &pixels, image_format format,
                image_sampler sampler, const range<Dimensions> &size,
                const property_list &properties = {})
      : base(pixels, true, shape(format, size), properties),
        m_sampler(sampler) {}
  /// As above, with the distance between rows, and between slices, in bytes.
  /// \throws exception with `errc::invalid` if the pitch is less than a row.
  template <
      class Memory, int SameDimensions = Dimensions,
      detail::when<(SameDimensions > 1) && detail::is_host_memory<Memory>> = 0>
  sampled_image(const Memory &pixels, image_format format,
                image_sampler sampler, const range<Dimensions> &size,
                const typename base::pitch_range &pitch,
                const property_list &properties = {})
      : base(pixels, true, shape(format, size, pitch), properties),
        m_sampler(sampler) {}

  /// The sampler of the image.
  image_sampler get_sampler() const noexcept { return m_sampler; }

  /// An accessor for the command group of `cgh`.
  template <class DataT, image_target Target = image_target::device>
  auto get_access(handler &cgh, const property_list &properties = {}) {
    return sampled_image_accessor<DataT, Dimensions, Target>(*this, cgh,
                                                             properties);
  }
  /// An accessor for host code. Blocks until the pixels are available.
  template <class DataT>
  auto get_host_access(const property_list &properties = {}) {
    return host_sampled_image_accessor<DataT, Dimensions>(*this, properties);
  }
};

namespace detail {

// Images whose pixels are written back at their end.
template <int Dimensions, class AllocatorT>
class writable_image : public image_base<Dimensions> {
  AllocatorT m_allocator;

protected:
  explicit writable_image(const native_pixels<Dimensions> &native)
      : image_base<Dimensions>(native) {}
  template <class Memory>
  writable_image(const Memory &pixels, bool read_only,
                 const image_shape<Dimensions> &layout,
                 const AllocatorT &allocator, const property_list &properties)
      : image_base<Dimensions>(pixels, read_only, layout, properties),
        m_allocator(allocator) {
    image_access::state(*this)->set_allocator(m_allocator);
  }

public:
  /// The type of the allocator.
  using allocator_type = AllocatorT;

  /// A copy of the allocator that the image was constructed with.
  AllocatorT get_allocator() const { return m_allocator; }

  /// Sets the destination to which the pixels are written when the image is
  /// destroyed: a pointer, a `std::weak_ptr`, or `nullptr` for none.
  template <class Destination = std::nullptr_t>
  void set_final_data(Destination destination = nullptr) {
    image_access::state(*this)->template set_final_data<std::byte>(destination);
  }
  /// Enables or disables writing the pixels back when the image is destroyed.
  void set_write_back(bool on = true) {
    check(tandem_buffer_set_write_back(image_access::state(*this)->buffer, on));
  }
};

} // namespace detail

/// An image that kernels read and write by the coordinates of pixels.
///
/// Copies share one image, which may be used from several threads. Kernels need
/// a device with `aspect::image`; host code and host tasks can use images with
/// any device. The last copy to be destroyed waits for the commands that use
/// the image, and writes back to host memory that the image was constructed
/// with.
/// SYCL 2020, section 4.7.3.1.
template <int Dimensions = 1, class AllocatorT = image_allocator>
class unsampled_image : public detail::writable_image<Dimensions, AllocatorT> {
  using base = detail::writable_image<Dimensions, AllocatorT>;
  using shape = detail::image_shape<Dimensions>;

  template <class DataT>
  static constexpr access_mode usual_mode =
      std::is_const_v<DataT> ? access_mode::read : access_mode::read_write;

  template <class Memory>
  unsampled_image(const Memory &pixels, const shape &layout,
                  const AllocatorT &allocator, const property_list &properties)
      : base(pixels, false, layout, allocator, properties) {}
  explicit unsampled_image(const detail::native_pixels<Dimensions> &native)
      : base(native) {}

public:
  /// For the library: wraps an image of a backend.
  static unsampled_image
  tandem_adopt(const detail::native_pixels<Dimensions> &native) {
    return unsampled_image(native);
  }

  /// An image of `size` pixels with undefined contents.
  /// \throws exception with `errc::invalid` if `properties` has one that images
  /// do not have.
  unsampled_image(image_format format, const range<Dimensions> &size,
                  const property_list &properties = {})
      : unsampled_image(format, size, AllocatorT(), properties) {}
  /// As above, with an allocator for the host copy.
  unsampled_image(image_format format, const range<Dimensions> &size,
                  AllocatorT allocator, const property_list &properties = {})
      : unsampled_image(nullptr, shape(format, size), allocator, properties) {}
  /// As above, with the distance between rows, and between slices, in bytes.
  /// \throws exception with `errc::invalid` if the pitch is less than a row.
  template <int SameDimensions = Dimensions,
            detail::when<(SameDimensions > 1)> = 0>
  unsampled_image(image_format format, const range<Dimensions> &size,
                  const typename base::pitch_range &pitch,
                  const property_list &properties = {})
      : unsampled_image(format, size, pitch, AllocatorT(), properties) {}
  /// As above, with a pitch and an allocator.
  template <int SameDimensions = Dimensions,
            detail::when<(SameDimensions > 1)> = 0>
  unsampled_image(image_format format, const range<Dimensions> &size,
                  const typename base::pitch_range &pitch, AllocatorT allocator,
                  const property_list &properties = {})
      : unsampled_image(nullptr, shape(format, size, pitch), allocator,
                        properties) {}

  /// An image of `size` pixels with the contents of host memory, dense in the
  /// memory that `pixels` points to.
  ///
  /// `pixels` is a pointer or a `std::shared_ptr`. The contents are written
  /// back when the image is destroyed.
  template <class Memory, detail::when<detail::is_host_memory<Memory>> = 0>
  unsampled_image(const Memory &pixels, image_format format,
                  const range<Dimensions> &size,
                  const property_list &properties = {})
      : unsampled_image(pixels, format, size, AllocatorT(), properties) {}
  /// As above, with an allocator for the host copy.
  template <class Memory, detail::when<detail::is_host_memory<Memory>> = 0>
  unsampled_image(const Memory &pixels, image_format format,
                  const range<Dimensions> &size, AllocatorT allocator,
                  const property_list &properties = {})
      : unsampled_image(pixels, shape(format, size), allocator, properties) {}
  /// As above, with the distance between rows, and between slices, in bytes.
  template <
      class Memory, int SameDimensions = Dimensions,
      detail::when<(SameDimensions > 1) && detail::is_host_memory<Memory>> = 0>
  unsampled_image(const Memory &pixels, image_format format,
                  const range<Dimensions> &size,
                  const typename base::pitch_range &pitch,
                  const property_list &properties = {})
      : unsampled_image(pixels, format, size, pitch, AllocatorT(), properties) {
  }
  /// As above, with a pitch and an allocator.
  template <
      class Memory, int SameDimensions = Dimensions,
      detail::when<(SameDimensions > 1) && detail::is_host_memory<Memory>> = 0>
  unsampled_image(const Memory &pixels, image_format format,
                  const range<Dimensions> &size,
                  const typename base::pitch_range &pitch, AllocatorT allocator,
                  const property_list &properties = {})
      : unsampled_image(pixels, shape(format, size, pitch), allocator,
                        properties) {}

  /// An accessor for the command group of `cgh`. By default it reads if `DataT`
  /// is const, otherwise it reads and writes.
  template <class DataT, access_mode Mode = usual_mode<DataT>,
            image_target Target = image_target::device>
  auto get_access(handler &cgh, const property_list &properties = {}) {
    return unsampled_image_accessor<DataT, Dimensions, Mode, Target>(
        *this, cgh, properties);
  }
  /// An accessor for host code. Blocks until the pixels are available.
  template <class DataT, access_mode Mode = usual_mode<DataT>>
  auto get_host_access(const property_list &properties = {}) {
    return host_unsampled_image_accessor<DataT, Dimensions, Mode>(*this,
                                                                  properties);
  }
};

/// Wraps an image of a backend, which may be used after `available` has
/// completed. The program must not use the native image while this object
/// exists.
/// \throws exception with `errc::feature_not_supported` if the backend has no
/// native images.
/// SYCL 2020, section 4.5.1.3.
template <backend Backend, int Dimensions = 1,
          class AllocatorT = image_allocator, class Context>
sampled_image<Dimensions, AllocatorT> make_sampled_image(
    const backend_input_t<Backend, sampled_image<Dimensions, AllocatorT>>
        &native,
    const Context &target, const image_sampler &sampler,
    const event &available = {}) {
  return sampled_image<Dimensions, AllocatorT>::tandem_adopt(
      detail::native_pixels<Dimensions>(
          uint32_t(Backend), detail::native_value(native), handle_of(target),
          handle_of(available)),
      sampler);
}
/// As above, as an image without a sampler.
template <backend Backend, int Dimensions = 1,
          class AllocatorT = image_allocator, class Context>
unsampled_image<Dimensions, AllocatorT> make_unsampled_image(
    const backend_input_t<Backend, unsampled_image<Dimensions, AllocatorT>>
        &native,
    const Context &target, const event &available = {}) {
  return unsampled_image<Dimensions, AllocatorT>::tandem_adopt(
      detail::native_pixels<Dimensions>(
          uint32_t(Backend), detail::native_value(native), handle_of(target),
          handle_of(available)));
}

} // namespace _V1
} // namespace sycl

/// Hashes an image; copies have the same hash.
template <int Dimensions, class AllocatorT>
struct std::hash<sycl::sampled_image<Dimensions, AllocatorT>> {
  /// The hash of `image`.
  size_t operator()(
      const sycl::sampled_image<Dimensions, AllocatorT> &image) const noexcept {
    return reinterpret_cast<size_t>(sycl::detail::image_access::state(image));
  }
};
/// Hashes an image; copies have the same hash.
template <int Dimensions, class AllocatorT>
struct std::hash<sycl::unsampled_image<Dimensions, AllocatorT>> {
  /// The hash of `image`.
  size_t operator()(const sycl::unsampled_image<Dimensions, AllocatorT> &image)
      const noexcept {
    return reinterpret_cast<size_t>(sycl::detail::image_access::state(image));
  }
};
