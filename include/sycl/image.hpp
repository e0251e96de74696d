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

enum class image_format : unsigned {
  r8g8b8a8_unorm,
  r16g16b16a16_unorm,
  r8g8b8a8_sint,
  r16g16b16a16_sint,
  r32b32g32a32_sint,
  r8g8b8a8_uint,
  r16g16b16a16_uint,
  r32b32g32a32_uint,
  r16b16g16a16_sfloat,
  r32g32b32a32_sfloat,
  b8g8r8a8_unorm,
};

enum class addressing_mode : unsigned {
  mirrored_repeat,
  repeat,
  clamp_to_edge,
  clamp,
  none,
};
enum class coordinate_normalization_mode : unsigned {
  normalized,
  unnormalized
};
enum class filtering_mode : unsigned { nearest, linear };

namespace detail {
class sampler_word;
}

struct image_sampler {
  addressing_mode addressing;
  coordinate_normalization_mode coordinate;
  filtering_mode filtering;

  // For the library: as kernels have it.
  detail::sampler_word tandem_word() const;
};

enum class image_target : unsigned { device, host_task };

using image_allocator = std::allocator<std::byte>;

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
      throw_error(errc::invalid, "channel order and type do not go together");
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

// Memory of the program that images may lie over.
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

// What both kinds of images are: copies share one state.
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
  range<Dimensions> get_range() const { return m_shape.extent; }
  // Bytes from row to row and, of three dimensions, from slice to slice.
  template <int SameDimensions = Dimensions,
            detail::when<(SameDimensions > 1)> = 0>
  range<SameDimensions - 1> get_pitch() const {
    if constexpr (SameDimensions == 2)
      return range<1>(m_shape.pitch[0]);
    else
      return range<2>(m_shape.pitch[0], m_shape.pitch[1]);
  }
  size_t size() const noexcept { return m_shape.extent.size(); }
  size_t byte_size() const noexcept { return m_shape.bytes; }
  template <class Property> bool has_property() const noexcept {
    return m_state->properties.template has_property<Property>();
  }
  template <class Property> Property get_property() const {
    return m_state->properties.template get_property<Property>();
  }

  friend tandem_buffer_t handle_of(const image_base &object) noexcept {
    return object.m_state->buffer;
  }
  friend bool operator==(const image_base &left, const image_base &right) {
    return left.m_state == right.m_state;
  }
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

// Over memory of the program, which is only read.
template <int Dimensions = 1, class AllocatorT = image_allocator>
class sampled_image : public detail::image_base<Dimensions> {
  using base = detail::image_base<Dimensions>;
  using shape = detail::image_shape<Dimensions>;
  image_sampler m_sampler;

  sampled_image(const detail::native_pixels<Dimensions> &native,
                const image_sampler &sampler)
      : base(native), m_sampler(sampler) {}

public:
  // For the library: around an image of a backend.
  static sampled_image
  tandem_adopt(const detail::native_pixels<Dimensions> &native,
               const image_sampler &sampler) {
    return sampled_image(native, sampler);
  }

  template <class Memory, detail::when<detail::is_host_memory<Memory>> = 0>
  sampled_image(const Memory &pixels, image_format format,
                image_sampler sampler, const range<Dimensions> &size,
                const property_list &properties = {})
      : base(pixels, true, shape(format, size), properties),
        m_sampler(sampler) {}
  template <
      class Memory, int SameDimensions = Dimensions,
      detail::when<(SameDimensions > 1) && detail::is_host_memory<Memory>> = 0>
  sampled_image(const Memory &pixels, image_format format,
                image_sampler sampler, const range<Dimensions> &size,
                const typename base::pitch_range &pitch,
                const property_list &properties = {})
      : base(pixels, true, shape(format, size, pitch), properties),
        m_sampler(sampler) {}

  image_sampler get_sampler() const noexcept { return m_sampler; }

  template <class DataT, image_target Target = image_target::device>
  auto get_access(handler &cgh, const property_list &properties = {}) {
    return sampled_image_accessor<DataT, Dimensions, Target>(*this, cgh,
                                                             properties);
  }
  template <class DataT>
  auto get_host_access(const property_list &properties = {}) {
    return host_sampled_image_accessor<DataT, Dimensions>(*this, properties);
  }
};

namespace detail {

// Images whose pixels go somewhere in the end.
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
  using allocator_type = AllocatorT;

  AllocatorT get_allocator() const { return m_allocator; }

  // A pointer, a weak pointer, or nullptr for nowhere.
  template <class Destination = std::nullptr_t>
  void set_final_data(Destination destination = nullptr) {
    image_access::state(*this)->template set_final_data<std::byte>(destination);
  }
  void set_write_back(bool on = true) {
    check(tandem_buffer_set_write_back(image_access::state(*this)->buffer, on));
  }
};

} // namespace detail

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
  // For the library: around an image of a backend.
  static unsampled_image
  tandem_adopt(const detail::native_pixels<Dimensions> &native) {
    return unsampled_image(native);
  }

  unsampled_image(image_format format, const range<Dimensions> &size,
                  const property_list &properties = {})
      : unsampled_image(format, size, AllocatorT(), properties) {}
  unsampled_image(image_format format, const range<Dimensions> &size,
                  AllocatorT allocator, const property_list &properties = {})
      : unsampled_image(nullptr, shape(format, size), allocator, properties) {}
  template <int SameDimensions = Dimensions,
            detail::when<(SameDimensions > 1)> = 0>
  unsampled_image(image_format format, const range<Dimensions> &size,
                  const typename base::pitch_range &pitch,
                  const property_list &properties = {})
      : unsampled_image(format, size, pitch, AllocatorT(), properties) {}
  template <int SameDimensions = Dimensions,
            detail::when<(SameDimensions > 1)> = 0>
  unsampled_image(image_format format, const range<Dimensions> &size,
                  const typename base::pitch_range &pitch, AllocatorT allocator,
                  const property_list &properties = {})
      : unsampled_image(nullptr, shape(format, size, pitch), allocator,
                        properties) {}

  // Over memory of the program, which is written back to.
  template <class Memory, detail::when<detail::is_host_memory<Memory>> = 0>
  unsampled_image(const Memory &pixels, image_format format,
                  const range<Dimensions> &size,
                  const property_list &properties = {})
      : unsampled_image(pixels, format, size, AllocatorT(), properties) {}
  template <class Memory, detail::when<detail::is_host_memory<Memory>> = 0>
  unsampled_image(const Memory &pixels, image_format format,
                  const range<Dimensions> &size, AllocatorT allocator,
                  const property_list &properties = {})
      : unsampled_image(pixels, shape(format, size), allocator, properties) {}
  template <
      class Memory, int SameDimensions = Dimensions,
      detail::when<(SameDimensions > 1) && detail::is_host_memory<Memory>> = 0>
  unsampled_image(const Memory &pixels, image_format format,
                  const range<Dimensions> &size,
                  const typename base::pitch_range &pitch,
                  const property_list &properties = {})
      : unsampled_image(pixels, format, size, pitch, AllocatorT(), properties) {
  }
  template <
      class Memory, int SameDimensions = Dimensions,
      detail::when<(SameDimensions > 1) && detail::is_host_memory<Memory>> = 0>
  unsampled_image(const Memory &pixels, image_format format,
                  const range<Dimensions> &size,
                  const typename base::pitch_range &pitch, AllocatorT allocator,
                  const property_list &properties = {})
      : unsampled_image(pixels, shape(format, size, pitch), allocator,
                        properties) {}

  template <class DataT, access_mode Mode = usual_mode<DataT>,
            image_target Target = image_target::device>
  auto get_access(handler &cgh, const property_list &properties = {}) {
    return unsampled_image_accessor<DataT, Dimensions, Mode, Target>(
        *this, cgh, properties);
  }
  template <class DataT, access_mode Mode = usual_mode<DataT>>
  auto get_host_access(const property_list &properties = {}) {
    return host_unsampled_image_accessor<DataT, Dimensions, Mode>(*this,
                                                                  properties);
  }
};

// Around an image of a backend (SYCL 2020, 4.5.1.3), which may be used from the
// event on. The program leaves it alone while the image lives.
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

template <int Dimensions, class AllocatorT>
struct std::hash<sycl::sampled_image<Dimensions, AllocatorT>> {
  size_t operator()(
      const sycl::sampled_image<Dimensions, AllocatorT> &image) const noexcept {
    return reinterpret_cast<size_t>(sycl::detail::image_access::state(image));
  }
};
template <int Dimensions, class AllocatorT>
struct std::hash<sycl::unsampled_image<Dimensions, AllocatorT>> {
  size_t operator()(const sycl::unsampled_image<Dimensions, AllocatorT> &image)
      const noexcept {
    return reinterpret_cast<size_t>(sycl::detail::image_access::state(image));
  }
};
