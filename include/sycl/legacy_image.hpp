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

/// How kernels read an image between and around its pixels. From SYCL 1.2.1; in
/// SYCL 2020, use `image_sampler` and `sampled_image`.
///
/// A sampler is a value that kernels can capture.
class sampler {
  detail::sampler_word m_word; // in kernels, a handle
  image_sampler m_properties;

public:
  /// A sampler with these modes.
  /// \throws exception with `errc::invalid` if there are properties.
  sampler(coordinate_normalization_mode coordinate, addressing_mode addressing,
          filtering_mode filtering, const property_list &properties = {})
      : m_word(detail::word_of({addressing, coordinate, filtering})),
        m_properties{addressing, coordinate, filtering} {
    properties.tandem_allow(0, "a sampler");
  }

  /// The treatment of coordinates outside of the image.
  addressing_mode get_addressing_mode() const {
    return m_properties.addressing;
  }
  /// The interpolation between pixels.
  filtering_mode get_filtering_mode() const { return m_properties.filtering; }
  /// The unit of coordinates.
  coordinate_normalization_mode get_coordinate_normalization_mode() const {
    return m_properties.coordinate;
  }
  /// For the library: the sampler as kernels receive it.
  const detail::sampler_word &tandem_word() const noexcept { return m_word; }
  /// For the library: the modes.
  const image_sampler &tandem_properties() const noexcept {
    return m_properties;
  }

  /// Whether both have the same modes.
  friend bool operator==(const sampler &left, const sampler &right) {
    return left.m_word.value() == right.m_word.value();
  }
  /// Whether a mode differs.
  friend bool operator!=(const sampler &left, const sampler &right) {
    return !(left == right);
  }
};

/// An image of SYCL 1.2.1, which kernels read and write, with or without a
/// sampler. In SYCL 2020, use `sampled_image` or `unsampled_image`.
///
/// Copies share one image, which may be used from several threads. The last
/// copy to be destroyed waits for the commands that use the image, and writes
/// back to host memory that the image was constructed with.
template <int Dimensions = 1, class AllocatorT = image_allocator>
class image : public detail::writable_image<Dimensions, AllocatorT> {
  using base = detail::writable_image<Dimensions, AllocatorT>;
  using shape = detail::image_shape<Dimensions>;

  template <class Memory>
  static constexpr bool is_read_only =
      std::is_pointer_v<Memory> &&
      std::is_const_v<std::remove_pointer_t<Memory>>;

public:
  /// An image of `size` pixels with undefined contents.
  /// \throws exception with `errc::invalid` if `order` and `type` cannot be
  /// combined, or if `properties` has one that images do not have.
  image(image_channel_order order, image_channel_type type,
        const range<Dimensions> &size, const property_list &properties = {})
      : image(order, type, size, AllocatorT(), properties) {}
  /// As above, with an allocator for the host copy.
  image(image_channel_order order, image_channel_type type,
        const range<Dimensions> &size, AllocatorT allocator,
        const property_list &properties = {})
      : base(nullptr, false, shape(detail::format_of(order, type), size),
             allocator, properties) {}
  /// As above, with the distance between rows, and between slices, in bytes.
  /// \throws exception with `errc::invalid` if the pitch is less than a row.
  template <int SameDimensions = Dimensions,
            detail::when<(SameDimensions > 1)> = 0>
  image(image_channel_order order, image_channel_type type,
        const range<Dimensions> &size, const typename base::pitch_range &pitch,
        const property_list &properties = {})
      : image(order, type, size, pitch, AllocatorT(), properties) {}
  /// As above, with a pitch and an allocator.
  template <int SameDimensions = Dimensions,
            detail::when<(SameDimensions > 1)> = 0>
  image(image_channel_order order, image_channel_type type,
        const range<Dimensions> &size, const typename base::pitch_range &pitch,
        AllocatorT allocator, const property_list &properties = {})
      : base(nullptr, false, shape(detail::format_of(order, type), size, pitch),
             allocator, properties) {}

  /// An image of `size` pixels with the contents of host memory, dense in the
  /// memory that `pixels` points to.
  ///
  /// `pixels` is a pointer or a `std::shared_ptr`. The contents are written
  /// back when the image is destroyed, unless `pixels` is a pointer to const.
  template <class Memory, detail::when<detail::is_host_memory<Memory>> = 0>
  image(const Memory &pixels, image_channel_order order,
        image_channel_type type, const range<Dimensions> &size,
        const property_list &properties = {})
      : image(pixels, order, type, size, AllocatorT(), properties) {}
  /// As above, with an allocator for the host copy.
  template <class Memory, detail::when<detail::is_host_memory<Memory>> = 0>
  image(const Memory &pixels, image_channel_order order,
        image_channel_type type, const range<Dimensions> &size,
        AllocatorT allocator, const property_list &properties = {})
      : base(pixels, is_read_only<Memory>,
             shape(detail::format_of(order, type), size), allocator,
             properties) {}
  /// As above, with the distance between rows, and between slices, in bytes.
  template <
      class Memory, int SameDimensions = Dimensions,
      detail::when<(SameDimensions > 1) && detail::is_host_memory<Memory>> = 0>
  image(const Memory &pixels, image_channel_order order,
        image_channel_type type, const range<Dimensions> &size,
        const typename base::pitch_range &pitch,
        const property_list &properties = {})
      : image(pixels, order, type, size, pitch, AllocatorT(), properties) {}
  /// As above, with a pitch and an allocator.
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

  /// The size of the image in bytes.
  size_t get_size() const { return this->byte_size(); }
  /// The number of pixels.
  size_t get_count() const { return this->size(); }

  /// An accessor for the command group of `cgh`.
  template <class DataT, access_mode Mode> auto get_access(handler &cgh) {
    return accessor<DataT, Dimensions, Mode, target::image>(*this, cgh);
  }
  /// An accessor for host code. Blocks until the pixels are available.
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
  /// The size of the image in pixels, width first.
  range<Dimensions> get_range() const { return this->m_shape.extent; }
  /// The number of pixels.
  size_t get_count() const noexcept { return this->size(); }
  /// The size of the image in bytes.
  size_t get_size() const noexcept { return this->m_shape.bytes; }
};

} // namespace detail

/// Reads or writes an image of SYCL 1.2.1 in a kernel.
///
/// Pixels are of type `int4`, `uint4`, `float4` or `half4`. Copies access the
/// same image.
template <class DataT, int Dimensions, access_mode Mode,
          access::placeholder Placeholder>
class accessor<DataT, Dimensions, Mode, target::image, Placeholder>
    : public detail::device_texels<DataT, Dimensions, Mode> {
  using base = detail::device_texels<DataT, Dimensions, Mode>;

public:
  /// The type of the pixels.
  using value_type = DataT;

  /// Requires `accessed` for the command group of `cgh`.
  /// \throws exception with `errc::feature_not_supported` if the device has no
  /// images, and with `errc::invalid` if `properties` has others than
  /// `no_init`.
  template <class AllocatorT>
  accessor(image<Dimensions, AllocatorT> &accessed, handler &cgh,
           const property_list &properties = {})
      : base(accessed, cgh, detail::image_access_bits<Mode>(properties)) {}

  /// Reads the pixel at `coords`, which must be in the image.
  ///
  /// Coordinates are `int`, `int2` or `int4`, by the number of dimensions.
  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                         detail::mode_reads<SameMode>> = 0>
  DataT read(const Coord &coords) const {
    return this->load(detail::image_coordinates<int32_t>(coords).values);
  }
  /// Reads the image at `coords` through a sampler.
  ///
  /// Coordinates are `float` or `int` and vectors of them.
  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_sampled_coordinate<Coord, Dimensions> &&
                         SameMode == access_mode::read> = 0>
  DataT read(const Coord &coords, const sampler &how) const {
    return this->load(detail::image_coordinates<float>(coords).values, how);
  }
  /// Writes the pixel at `coords`, which must be in the image.
  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                         detail::mode_writes<SameMode>> = 0>
  void write(const Coord &coords, const DataT &color) const {
    this->store(detail::image_coordinates<int32_t>(coords).values, color);
  }
};

/// Reads or writes an image in a kernel as an array of layers that have one
/// dimension less.
template <class DataT, int Dimensions, access_mode Mode,
          access::placeholder Placeholder>
class accessor<DataT, Dimensions, Mode, target::image_array, Placeholder>
    : public detail::device_texels<DataT, Dimensions + 1, Mode> {
  using base = detail::device_texels<DataT, Dimensions + 1, Mode>;

public:
  /// The type of the pixels.
  using value_type = DataT;

  /// One layer of the array. It refers to the accessor, which must outlive it.
  class layer {
    const accessor *m_image;
    size_t m_index;

    friend class accessor;
    layer(const accessor *image, size_t index)
        : m_image(image), m_index(index) {}

    // The coordinates, followed by the layer.
    template <class Number, class Coord>
    detail::image_coordinates<Number> at(const Coord &coords,
                                         Number index) const {
      detail::image_coordinates<Number> place(coords);
      place.values[Dimensions] = index;
      return place;
    }

  public:
    /// The size of the layer in pixels, width first.
    range<Dimensions> get_range() const {
      range<Dimensions> extent;
      for (int axis = 0; axis < Dimensions; ++axis)
        extent[axis] = m_image->m_shape.extent[axis];
      return extent;
    }
    /// The number of pixels of the layer.
    size_t get_count() const { return get_range().size(); }
    /// The size of the layer's pixels in bytes, without padding.
    size_t get_size() const { return get_count() * m_image->m_shape.pixel; }

  public:
    /// Reads the pixel at `coords`, which must be in the layer.
    template <class Coord, access_mode SameMode = Mode,
              detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                           detail::mode_reads<SameMode>> = 0>
    DataT read(const Coord &coords) const {
      return m_image->load(at<int32_t>(coords, int32_t(m_index)).values);
    }
    /// Reads the layer at `coords` through a sampler. Other layers do not
    /// contribute.
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
    /// Writes the pixel at `coords`, which must be in the layer.
    template <class Coord, access_mode SameMode = Mode,
              detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                           detail::mode_writes<SameMode>> = 0>
    void write(const Coord &coords, const DataT &color) const {
      m_image->store(at<int32_t>(coords, int32_t(m_index)).values, color);
    }
  };

  /// Requires `accessed` for the command group of `cgh`.
  /// \throws exception with `errc::feature_not_supported` if the device has no
  /// images, and with `errc::invalid` if `properties` has others than
  /// `no_init`.
  template <class AllocatorT>
  accessor(image<Dimensions + 1, AllocatorT> &accessed, handler &cgh,
           const property_list &properties = {})
      : base(accessed, cgh, detail::image_access_bits<Mode>(properties)) {}

  /// The layer `index`; it is not checked.
  layer operator[](size_t index) const { return layer(this, index); }
};

/// Reads or writes an image of SYCL 1.2.1 in host code.
///
/// The constructor blocks until the pixels are available. Commands that
/// conflict wait until the last copy of the accessor is destroyed.
template <class DataT, int Dimensions, access_mode Mode,
          access::placeholder Placeholder>
class accessor<DataT, Dimensions, Mode, target::host_image, Placeholder>
    : public detail::host_image<Dimensions> {
  using base = detail::host_image<Dimensions>;

public:
  /// The type of the pixels.
  using value_type = DataT;

  /// Blocks until `accessed` can be accessed.
  /// \throws exception with `errc::invalid` if `properties` has others than
  /// `no_init`.
  template <class AllocatorT>
  accessor(image<Dimensions, AllocatorT> &accessed,
           const property_list &properties = {})
      : base(accessed, detail::image_access_bits<Mode>(properties)) {}

  /// The size of the image in pixels, width first.
  range<Dimensions> get_range() const { return this->m_shape.extent; }
  /// The number of pixels.
  size_t get_count() const noexcept { return this->size(); }
  /// The size of the image in bytes.
  size_t get_size() const noexcept { return this->m_shape.bytes; }

  /// Reads the pixel at `coords`, which must be in the image.
  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                         detail::mode_reads<SameMode>> = 0>
  DataT read(const Coord &coords) const {
    return detail::read_pixel<DataT>(this->m_shape, this->pixels(), coords);
  }
  /// Reads the image at `coords` through a sampler.
  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_sampled_coordinate<Coord, Dimensions> &&
                         SameMode == access_mode::read> = 0>
  DataT read(const Coord &coords, const sampler &how) const {
    return detail::sample_pixel<DataT>(this->m_shape, this->pixels(),
                                       how.tandem_properties(), coords);
  }
  /// Writes the pixel at `coords`, which must be in the image.
  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                         detail::mode_writes<SameMode>> = 0>
  void write(const Coord &coords, const DataT &color) const {
    detail::write_pixel(this->m_shape, this->pixels(), coords, color);
  }
};

} // namespace _V1
} // namespace sycl

/// Hashes a sampler; equal samplers have the same hash.
template <> struct std::hash<sycl::sampler> {
  /// The hash of `sampler`.
  size_t operator()(const sycl::sampler &sampler) const noexcept {
    return size_t(sampler.tandem_word().value());
  }
};
/// Hashes an image; copies have the same hash.
template <int Dimensions, class AllocatorT>
struct std::hash<sycl::image<Dimensions, AllocatorT>> {
  /// The hash of `image`.
  size_t
  operator()(const sycl::image<Dimensions, AllocatorT> &image) const noexcept {
    return reinterpret_cast<size_t>(sycl::detail::image_access::state(image));
  }
};
