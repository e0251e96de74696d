//===- sycl/legacy_image.hpp - images of SYCL 1.2.1 -----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: images with channel orders and types, samplers as objects, and their
// accessors (SYCL 1.2.1, 4.7.3, 4.7.6 and 4.7.8).
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/image_accessor.hpp>
#include <sycl/image_channels.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
inline pixel_format format_of(image_channel_order order,
                              image_channel_type type) {
  return pixel_format(number_of(order), number_of(type));
}
} // namespace detail

// How kernels read an image between and around its pixels.
class sampler {
  detail::sampler_word m_word; // in kernels, a handle
  image_sampler m_properties;

public:
  sampler(coordinate_normalization_mode coordinate, addressing_mode addressing,
          filtering_mode filtering, const property_list &properties = {})
      : m_word(detail::word_of({addressing, coordinate, filtering})),
        m_properties{addressing, coordinate, filtering} {
    properties.tandem_allow(0, "a sampler");
  }

  addressing_mode get_addressing_mode() const {
    return m_properties.addressing;
  }
  filtering_mode get_filtering_mode() const { return m_properties.filtering; }
  coordinate_normalization_mode get_coordinate_normalization_mode() const {
    return m_properties.coordinate;
  }
  const detail::sampler_word &tandem_word() const noexcept { return m_word; }
  const image_sampler &tandem_properties() const noexcept {
    return m_properties;
  }

  friend bool operator==(const sampler &left, const sampler &right) {
    return left.m_word.value() == right.m_word.value();
  }
  friend bool operator!=(const sampler &left, const sampler &right) {
    return !(left == right);
  }
};

template <int Dimensions = 1, class AllocatorT = image_allocator>
class image : public detail::writable_image<Dimensions, AllocatorT> {
  using base = detail::writable_image<Dimensions, AllocatorT>;
  using shape = detail::image_shape<Dimensions>;

  template <class Memory>
  static constexpr bool is_read_only =
      std::is_pointer_v<Memory> &&
      std::is_const_v<std::remove_pointer_t<Memory>>;

public:
  image(image_channel_order order, image_channel_type type,
        const range<Dimensions> &size, const property_list &properties = {})
      : image(order, type, size, AllocatorT(), properties) {}
  image(image_channel_order order, image_channel_type type,
        const range<Dimensions> &size, AllocatorT allocator,
        const property_list &properties = {})
      : base(nullptr, false, shape(detail::format_of(order, type), size),
             allocator, properties) {}
  template <int SameDimensions = Dimensions,
            detail::when<(SameDimensions > 1)> = 0>
  image(image_channel_order order, image_channel_type type,
        const range<Dimensions> &size, const typename base::pitch_range &pitch,
        const property_list &properties = {})
      : image(order, type, size, pitch, AllocatorT(), properties) {}
  template <int SameDimensions = Dimensions,
            detail::when<(SameDimensions > 1)> = 0>
  image(image_channel_order order, image_channel_type type,
        const range<Dimensions> &size, const typename base::pitch_range &pitch,
        AllocatorT allocator, const property_list &properties = {})
      : base(nullptr, false, shape(detail::format_of(order, type), size, pitch),
             allocator, properties) {}

  // Over memory of the program, which is written back to unless it is const.
  template <class Memory, detail::when<detail::is_host_memory<Memory>> = 0>
  image(const Memory &pixels, image_channel_order order,
        image_channel_type type, const range<Dimensions> &size,
        const property_list &properties = {})
      : image(pixels, order, type, size, AllocatorT(), properties) {}
  template <class Memory, detail::when<detail::is_host_memory<Memory>> = 0>
  image(const Memory &pixels, image_channel_order order,
        image_channel_type type, const range<Dimensions> &size,
        AllocatorT allocator, const property_list &properties = {})
      : base(pixels, is_read_only<Memory>,
             shape(detail::format_of(order, type), size), allocator,
             properties) {}
  template <
      class Memory, int SameDimensions = Dimensions,
      detail::when<(SameDimensions > 1) && detail::is_host_memory<Memory>> = 0>
  image(const Memory &pixels, image_channel_order order,
        image_channel_type type, const range<Dimensions> &size,
        const typename base::pitch_range &pitch,
        const property_list &properties = {})
      : image(pixels, order, type, size, pitch, AllocatorT(), properties) {}
  template <
      class Memory, int SameDimensions = Dimensions,
      detail::when<(SameDimensions > 1) && detail::is_host_memory<Memory>> = 0>
  image(const Memory &pixels, image_channel_order order,
        image_channel_type type, const range<Dimensions> &size,
        const typename base::pitch_range &pitch, AllocatorT allocator,
        const property_list &properties = {})
      : base(pixels, is_read_only<Memory>,
             shape(detail::format_of(order, type), size, pitch), allocator,
             properties) {}

  size_t get_size() const { return this->byte_size(); }
  size_t get_count() const { return this->size(); }

  template <class DataT, access_mode Mode> auto get_access(handler &cgh) {
    return accessor<DataT, Dimensions, Mode, target::image>(*this, cgh);
  }
  template <class DataT, access_mode Mode> auto get_access() {
    return accessor<DataT, Dimensions, Mode, target::host_image>(*this);
  }
};

namespace detail {

// The types of coordinates with which samplers read.
template <class Coord, int Dimensions>
inline constexpr bool is_sampled_coordinate =
    is_coordinate<Coord, float, Dimensions> ||
    is_coordinate<Coord, int32_t, Dimensions>;

template <access_mode Mode>
inline constexpr bool mode_reads =
    Mode == access_mode::read || Mode == access_mode::read_write ||
    Mode == access_mode::discard_read_write || Mode == access_mode::atomic;
template <access_mode Mode>
inline constexpr bool mode_writes = Mode != access_mode::read;
template <access_mode Mode>
inline constexpr image_use use_of_mode =
    !mode_writes<Mode>  ? image_use::read
    : !mode_reads<Mode> ? image_use::write
                        : image_use::read_write;

// Texels of an image on a device, for accessors.
template <class DataT, int Dimensions, access_mode Mode>
class device_texels : public command_image<Dimensions, image_target::device> {
  using base = command_image<Dimensions, image_target::device>;

protected:
  using base::base;

  DataT load(const int32_t (&coords)[4]) const {
    DataT texel;
    image_read<Dimensions, use_of_mode<Mode>>(this->m_memory, coords,
                                              &texel[0]);
    return texel;
  }
  DataT load(const float (&coords)[4], const sampler &how) const {
    DataT texel;
    image_sample<Dimensions>(this->m_memory, how.tandem_word(), coords,
                             &texel[0]);
    return texel;
  }
  void store(const int32_t (&coords)[4], const DataT &color) const {
    image_write<Dimensions, use_of_mode<Mode>>(this->m_memory, coords,
                                               &color[0]);
  }

public:
  range<Dimensions> get_range() const { return this->m_shape.extent; }
  size_t get_count() const noexcept { return this->size(); }
  size_t get_size() const noexcept { return this->m_shape.bytes; }
};

} // namespace detail

template <class DataT, int Dimensions, access_mode Mode,
          access::placeholder Placeholder>
class accessor<DataT, Dimensions, Mode, target::image, Placeholder>
    : public detail::device_texels<DataT, Dimensions, Mode> {
  using base = detail::device_texels<DataT, Dimensions, Mode>;

public:
  using value_type = DataT;

  template <class AllocatorT>
  accessor(image<Dimensions, AllocatorT> &accessed, handler &cgh,
           const property_list &properties = {})
      : base(accessed, cgh, detail::image_access_bits<Mode>(properties)) {}

  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                         detail::mode_reads<SameMode>> = 0>
  DataT read(const Coord &coords) const {
    return this->load(detail::image_coordinates<int32_t>(coords).values);
  }
  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_sampled_coordinate<Coord, Dimensions> &&
                         SameMode == access_mode::read> = 0>
  DataT read(const Coord &coords, const sampler &how) const {
    return this->load(detail::image_coordinates<float>(coords).values, how);
  }
  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                         detail::mode_writes<SameMode>> = 0>
  void write(const Coord &coords, const DataT &color) const {
    this->store(detail::image_coordinates<int32_t>(coords).values, color);
  }
};

// The layers of an image of one dimension more.
template <class DataT, int Dimensions, access_mode Mode,
          access::placeholder Placeholder>
class accessor<DataT, Dimensions, Mode, target::image_array, Placeholder>
    : public detail::device_texels<DataT, Dimensions + 1, Mode> {
  using base = detail::device_texels<DataT, Dimensions + 1, Mode>;

public:
  using value_type = DataT;

  class layer {
    const accessor *m_image;
    size_t m_index;

    friend class accessor;
    layer(const accessor *image, size_t index)
        : m_image(image), m_index(index) {}

    // The coordinates with the layer behind them.
    template <class Number, class Coord>
    detail::image_coordinates<Number> at(const Coord &coords,
                                         Number index) const {
      detail::image_coordinates<Number> place(coords);
      place.values[Dimensions] = index;
      return place;
    }

  public:
    range<Dimensions> get_range() const {
      range<Dimensions> extent;
      for (int axis = 0; axis < Dimensions; ++axis)
        extent[axis] = m_image->m_shape.extent[axis];
      return extent;
    }
    size_t get_count() const { return get_range().size(); }
    size_t get_size() const { return get_count() * m_image->m_shape.pixel; }

  public:
    template <class Coord, access_mode SameMode = Mode,
              detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                           detail::mode_reads<SameMode>> = 0>
    DataT read(const Coord &coords) const {
      return m_image->load(at<int32_t>(coords, int32_t(m_index)).values);
    }
    template <class Coord, access_mode SameMode = Mode,
              detail::when<detail::is_sampled_coordinate<Coord, Dimensions> &&
                           SameMode == access_mode::read> = 0>
    DataT read(const Coord &coords, const sampler &how) const {
      // The middle of a layer has no neighbours.
      const size_t layers = m_image->m_shape.extent[Dimensions];
      float middle = float(m_index < layers ? m_index : layers - 1) + 0.5f;
      if (how.get_coordinate_normalization_mode() ==
          coordinate_normalization_mode::normalized)
        middle /= float(layers);
      return m_image->load(at<float>(coords, middle).values, how);
    }
    template <class Coord, access_mode SameMode = Mode,
              detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                           detail::mode_writes<SameMode>> = 0>
    void write(const Coord &coords, const DataT &color) const {
      m_image->store(at<int32_t>(coords, int32_t(m_index)).values, color);
    }
  };

  template <class AllocatorT>
  accessor(image<Dimensions + 1, AllocatorT> &accessed, handler &cgh,
           const property_list &properties = {})
      : base(accessed, cgh, detail::image_access_bits<Mode>(properties)) {}

  layer operator[](size_t index) const { return layer(this, index); }
};

template <class DataT, int Dimensions, access_mode Mode,
          access::placeholder Placeholder>
class accessor<DataT, Dimensions, Mode, target::host_image, Placeholder>
    : public detail::host_image<Dimensions> {
  using base = detail::host_image<Dimensions>;

public:
  using value_type = DataT;

  template <class AllocatorT>
  accessor(image<Dimensions, AllocatorT> &accessed,
           const property_list &properties = {})
      : base(accessed, detail::image_access_bits<Mode>(properties)) {}

  range<Dimensions> get_range() const { return this->m_shape.extent; }
  size_t get_count() const noexcept { return this->size(); }
  size_t get_size() const noexcept { return this->m_shape.bytes; }

  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                         detail::mode_reads<SameMode>> = 0>
  DataT read(const Coord &coords) const {
    return detail::read_pixel<DataT>(this->m_shape, this->pixels(), coords);
  }
  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_sampled_coordinate<Coord, Dimensions> &&
                         SameMode == access_mode::read> = 0>
  DataT read(const Coord &coords, const sampler &how) const {
    return detail::sample_pixel<DataT>(this->m_shape, this->pixels(),
                                       how.tandem_properties(), coords);
  }
  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                         detail::mode_writes<SameMode>> = 0>
  void write(const Coord &coords, const DataT &color) const {
    detail::write_pixel(this->m_shape, this->pixels(), coords, color);
  }
};

} // namespace _V1
} // namespace sycl

template <> struct std::hash<sycl::sampler> {
  size_t operator()(const sycl::sampler &sampler) const noexcept {
    return size_t(sampler.tandem_word().value());
  }
};
template <int Dimensions, class AllocatorT>
struct std::hash<sycl::image<Dimensions, AllocatorT>> {
  size_t
  operator()(const sycl::image<Dimensions, AllocatorT> &image) const noexcept {
    return reinterpret_cast<size_t>(sycl::detail::image_access::state(image));
  }
};
