//===- sycl/image_accessor.hpp - accessors of images ----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: accessors of images in kernels, in host tasks and on the host (SYCL
// 2020, 4.7.6.13 and 4.7.6.14). Outside of kernels, the library reads and
// writes the pixels.
#pragma once

#include <sycl/aspects.hpp>
#include <sycl/detail/kernel/image.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/image.hpp>
#include <sycl/vec.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

static_assert(image_aspect == aspect::image);

// The first three of one or more coordinates; the rest are zero.
template <class Number> struct image_coordinates {
  Number values[4] = {};
  template <class Coord> explicit image_coordinates(const Coord &coords) {
    if constexpr (std::is_arithmetic_v<Coord>)
      values[0] = Number(coords);
    else
      for (size_t axis = 0; axis < 3 && axis < coords.size(); ++axis)
        values[axis] = Number(coords[axis]);
  }
};

// Pixels are four words in the library and vectors in the program; halves are
// converted to floats in between.
template <class DataT> struct pixel {
  using vector = std::remove_const_t<DataT>;
  static constexpr bool is_half = std::is_same_v<vector, vec<half, 4>>;
  static_assert(is_half || std::is_same_v<vector, vec<float, 4>> ||
                    std::is_same_v<vector, vec<int32_t, 4>> ||
                    std::is_same_v<vector, vec<uint32_t, 4>>,
                "pixels are int4, uint4, float4 or half4");
  using kept = std::conditional_t<is_half, vec<float, 4>, vector>;
  kept value{};

  pixel() = default;
  explicit pixel(const vector &elements) {
    for (int index = 0; index < 4; ++index)
      value[index] = elements[index];
  }
  vector get() const {
    vector elements;
    for (int index = 0; index < 4; ++index)
      elements[index] = value[index];
    return elements;
  }
};

template <class DataT, int Dimensions, class Coord>
DataT read_pixel(const image_shape<Dimensions> &shape, void *memory,
                 const Coord &coords) {
  pixel<DataT> result;
  const tandem_image image = shape.at(memory);
  check(tandem_image_read(&image, image_coordinates<int32_t>(coords).values,
                          &result.value));
  return result.get();
}
template <class DataT, int Dimensions, class Coord>
void write_pixel(const image_shape<Dimensions> &shape, void *memory,
                 const Coord &coords, const DataT &color) {
  const pixel<DataT> value(color);
  const tandem_image image = shape.at(memory);
  check(tandem_image_write(&image, image_coordinates<int32_t>(coords).values,
                           &value.value));
}
template <class DataT, int Dimensions, class Coord>
DataT sample_pixel(const image_shape<Dimensions> &shape, void *memory,
                   const image_sampler &sampler, const Coord &coords) {
  pixel<DataT> result;
  const tandem_image image = shape.at(memory);
  const tandem_sampler how = {sizeof how, uint32_t(sampler.addressing),
                              sampler.filtering == filtering_mode::linear,
                              sampler.coordinate ==
                                  coordinate_normalization_mode::normalized};
  check(tandem_image_sample(
      &image, &how, image_coordinates<float>(coords).values, &result.value));
  return result.get();
}

// The types of coordinates: a number, or a vector of them.
template <class Coord, class Number, int Dimensions>
inline constexpr bool is_coordinate =
    std::is_same_v<Coord,
                   std::conditional_t<Dimensions == 1, Number,
                                      vec<Number, Dimensions == 2 ? 2 : 4>>>;

// Whether two types of pixels differ only in const.
template <class Left, class Right>
inline constexpr bool differ_in_const =
    !std::is_same_v<Left, Right> &&
    std::is_same_v<std::remove_const_t<Left>, std::remove_const_t<Right>>;

// The properties of accessors of unsampled images.
class image_access_properties {
  bool m_no_init;

protected:
  explicit image_access_properties(const property_list &properties)
      : m_no_init(properties.has_property<property::no_init>()) {}

public:
  /// Whether the accessor was constructed with the property, which can be
  /// `no_init`.
  template <class Property> bool has_property() const noexcept {
    static_assert(is_property_v<Property>,
                  "the template argument must be a property");
    return std::is_same_v<Property, property::no_init> && m_no_init;
  }
  /// The property that the accessor was constructed with.
  /// \throws exception with `errc::invalid` if there is none of this type.
  template <class Property> Property get_property() const {
    if (!has_property<Property>())
      throw_error(errc::invalid, "the accessor lacks this property");
    return Property();
  }
};

// The base of accessors in commands. Kernels get one only on devices with
// images.
template <int Dimensions, image_target Target> class command_image {
protected:
  static constexpr bool is_on_device = Target == image_target::device;
  std::conditional_t<is_on_device, image_memory, accessor_memory> m_memory;
  image_shape<Dimensions> m_shape;

  command_image(const image_base<Dimensions> &image, handler &cgh,
                uint32_t mode)
      : m_memory(image_access::state(image)->buffer),
        m_shape(image_access::shape(image)) {
    if constexpr (is_on_device)
      cgh.check_images();
    cgh.add_access(
        access_of(image_access::state(image)->buffer, mode, 0, m_shape.bytes),
        is_on_device);
  }

public:
  /// For the library: whether kernels use the accessor.
  static constexpr bool tandem_is_image_on_device = is_on_device;

  /// The number of pixels of the image.
  size_t size() const noexcept { return m_shape.extent.size(); }

  /// Whether both access the same image.
  friend bool operator==(const command_image &left,
                         const command_image &right) {
    return left.tandem_hash() == right.tandem_hash();
  }
  /// Whether they access different images.
  friend bool operator!=(const command_image &left,
                         const command_image &right) {
    return !(left == right);
  }
  /// For the library: the hash of the accessor.
  size_t tandem_hash() const noexcept {
    if constexpr (is_on_device)
      return m_memory.value();
    else
      return reinterpret_cast<size_t>(m_memory.buffer());
  }
  /// For the library, on the host: the buffer of the pixels.
  tandem_buffer_t tandem_buffer() const noexcept {
    // The word of a kernel's argument is a pointer on the host.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return reinterpret_cast<tandem_buffer_t>(tandem_hash());
  }
};

// The sampler of an image in the words of kernels.
inline sampler_word word_of(const image_sampler &sampler) {
  // SPIR-V's numbers in the order of addressing_mode.
  constexpr uint64_t addressing[] = {4, 3, 1, 2, 0};
  return sampler_word(addressing[unsigned(sampler.addressing)],
                      sampler.coordinate ==
                          coordinate_normalization_mode::normalized,
                      sampler.filtering == filtering_mode::linear);
}

} // namespace detail

inline detail::sampler_word image_sampler::tandem_word() const {
  return detail::word_of(*this);
}

namespace detail {

template <access_mode Mode>
inline constexpr image_use use_of =
    Mode == access_mode::read    ? image_use::read
    : Mode == access_mode::write ? image_use::write
                                 : image_use::read_write;

// tandem_access_mode of an accessor with these properties.
template <access_mode Mode>
uint32_t image_access_bits(const property_list &properties) {
  properties.tandem_allow(accessor_properties,
                          "an accessor of an unsampled image");
  return access_bits(Mode, properties.has_property<property::no_init>());
}

// The base of accessors in host code.
template <int Dimensions> class host_image {
protected:
  intrusive_ptr<host_access> m_access;
  image_shape<Dimensions> m_shape;

  host_image(const image_base<Dimensions> &image, uint32_t mode)
      : m_access(new host_access(image_access::state(image)->buffer, mode)),
        m_shape(image_access::shape(image)) {}
  void *pixels() const noexcept { return m_access->bytes.data; }

public:
  /// The number of pixels of the image.
  size_t size() const noexcept { return m_shape.extent.size(); }

  /// Whether both are copies of one accessor.
  friend bool operator==(const host_image &left, const host_image &right) {
    return left.m_access == right.m_access;
  }
  /// Whether they are not copies of one accessor.
  friend bool operator!=(const host_image &left, const host_image &right) {
    return !(left == right);
  }
  /// For the library: the hash of the accessor.
  size_t tandem_hash() const noexcept {
    return reinterpret_cast<size_t>(m_access.get());
  }
};

} // namespace detail

/// Reads a sampled image in a kernel or in a host task.
///
/// Pixels are of type `int4`, `uint4`, `float4` or `half4`. Copies access the
/// same image. The command waits for the image as it does for buffers.
/// SYCL 2020, section 4.7.6.14.
template <class DataT, int Dimensions,
          image_target Target = image_target::device>
class sampled_image_accessor
    : public detail::command_image<Dimensions, Target>,
      public detail::without_properties<
          sampled_image_accessor<DataT, Dimensions, Target>> {
  using base = detail::command_image<Dimensions, Target>;
  std::conditional_t<Target == image_target::device, detail::sampler_word,
                     image_sampler>
      m_sampler;
  template <class, int, image_target> friend class sampled_image_accessor;

public:
  /// For the library: the class of the image.
  using tandem_native = sampled_image<Dimensions>;
  /// The type of the pixels.
  using value_type = const DataT;
  /// A reference to a pixel.
  using reference = const DataT &;
  /// A reference to a constant pixel.
  using const_reference = const DataT &;

  /// Requires `image` for the command group of `cgh`.
  /// \throws exception with `errc::feature_not_supported` if the accessor is
  /// for a kernel and the device has no images, and with `errc::invalid` if
  /// there are properties.
  template <class AllocatorT>
  sampled_image_accessor(sampled_image<Dimensions, AllocatorT> &image,
                         handler &cgh, const property_list &properties = {})
      : base(image, cgh, TANDEM_ACCESS_READ) {
    properties.tandem_allow(0, "an accessor of a sampled image");
    if constexpr (Target == image_target::device)
      m_sampler = detail::word_of(image.get_sampler());
    else
      m_sampler = image.get_sampler();
  }

  /// Converts between pixels with and without const.
  template <class OtherData,
            detail::when<detail::differ_in_const<OtherData, DataT>> = 0>
  sampled_image_accessor(
      const sampled_image_accessor<OtherData, Dimensions, Target> &other)
      : base(other), m_sampler(other.m_sampler) {}

  /// Reads the image at `coords` through its sampler.
  ///
  /// Coordinates are `float`, `float2` or `float4`, by the number of
  /// dimensions.
  template <class Coord,
            detail::when<detail::is_coordinate<Coord, float, Dimensions>> = 0>
  DataT read(const Coord &coords) const {
    if constexpr (Target == image_target::device) {
      std::remove_const_t<DataT> texel;
      detail::image_sample<Dimensions>(
          this->m_memory, m_sampler,
          detail::image_coordinates<float>(coords).values, &texel[0]);
      return texel;
    } else {
      return detail::sample_pixel<DataT>(
          this->m_shape, this->m_memory.address(), m_sampler, coords);
    }
  }
};

/// Reads or writes an unsampled image in a kernel or in a host task.
///
/// Pixels are of type `int4`, `uint4`, `float4` or `half4`. Copies access the
/// same image. The command waits for the image as it does for buffers.
/// SYCL 2020, section 4.7.6.13.
template <class DataT, int Dimensions, access_mode Mode,
          image_target Target = image_target::device>
class unsampled_image_accessor
    : public detail::command_image<Dimensions, Target>,
      public detail::image_access_properties {
  using base = detail::command_image<Dimensions, Target>;

public:
  /// For the library: the class of the image.
  using tandem_native = unsampled_image<Dimensions>;
  /// The type of the pixels.
  using value_type = detail::accessor_element<DataT, Mode>;
  /// A reference to a pixel.
  using reference = value_type &;
  /// A reference to a constant pixel.
  using const_reference = const DataT &;

  /// Requires `image` for the command group of `cgh`. With `no_init`, the
  /// previous contents are discarded.
  /// \throws exception with `errc::feature_not_supported` if the accessor is
  /// for a kernel and the device has no images, and with `errc::invalid` if
  /// `properties` has others than `no_init`.
  template <class AllocatorT>
  unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &image,
                           handler &cgh, const property_list &properties = {})
      : base(image, cgh, detail::image_access_bits<Mode>(properties)),
        detail::image_access_properties(properties) {}
  /// As above, with a tag that deduces the access mode.
  template <class AllocatorT, class Tag, detail::when_tag<Tag> = 0>
  unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &image,
                           handler &cgh, Tag,
                           const property_list &properties = {})
      : unsampled_image_accessor(image, cgh, properties) {}

  /// Converts between pixels with and without const, for accessors that only
  /// read.
  template <class OtherData,
            detail::when<Mode == access_mode::read &&
                         detail::differ_in_const<OtherData, DataT>> = 0>
  unsampled_image_accessor(const unsampled_image_accessor<OtherData, Dimensions,
                                                          Mode, Target> &other)
      : base(other), detail::image_access_properties(other) {}

  /// Reads the pixel at `coords`, which must be in the image.
  ///
  /// Coordinates are `int`, `int2` or `int4`, by the number of dimensions.
  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                         SameMode != access_mode::write> = 0>
  DataT read(const Coord &coords) const {
    if constexpr (Target == image_target::device) {
      std::remove_const_t<DataT> texel;
      detail::image_read<Dimensions, detail::use_of<Mode>>(
          this->m_memory, detail::image_coordinates<int32_t>(coords).values,
          &texel[0]);
      return texel;
    } else {
      return detail::read_pixel<DataT>(this->m_shape, this->m_memory.address(),
                                       coords);
    }
  }
  /// Writes the pixel at `coords`, which must be in the image.
  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                         SameMode != access_mode::read> = 0>
  void write(const Coord &coords, const DataT &color) const {
    if constexpr (Target == image_target::device)
      detail::image_write<Dimensions, detail::use_of<Mode>>(
          this->m_memory, detail::image_coordinates<int32_t>(coords).values,
          &color[0]);
    else
      detail::write_pixel(this->m_shape, this->m_memory.address(), coords,
                          color);
  }
};

/// Reads a sampled image in host code.
///
/// The constructor blocks until the pixels are available. Commands that would
/// write the image wait until the last copy of the accessor is destroyed.
/// SYCL 2020, section 4.7.6.14.
template <class DataT, int Dimensions>
class host_sampled_image_accessor
    : public detail::host_image<Dimensions>,
      public detail::without_properties<
          host_sampled_image_accessor<DataT, Dimensions>> {
  using base = detail::host_image<Dimensions>;
  image_sampler m_sampler;
  template <class, int> friend class host_sampled_image_accessor;

public:
  /// The type of the pixels.
  using value_type = const DataT;
  /// A reference to a pixel.
  using reference = const DataT &;
  /// A reference to a constant pixel.
  using const_reference = const DataT &;

  /// Blocks until `image` can be read.
  /// \throws exception with `errc::invalid` if there are properties.
  template <class AllocatorT>
  host_sampled_image_accessor(sampled_image<Dimensions, AllocatorT> &image,
                              const property_list &properties = {})
      : base(image, TANDEM_ACCESS_READ), m_sampler(image.get_sampler()) {
    properties.tandem_allow(0, "an accessor of a sampled image");
  }

  /// Converts between pixels with and without const.
  template <class OtherData,
            detail::when<detail::differ_in_const<OtherData, DataT>> = 0>
  host_sampled_image_accessor(
      const host_sampled_image_accessor<OtherData, Dimensions> &other)
      : base(other), m_sampler(other.m_sampler) {}

  /// Reads the image at `coords` through its sampler.
  template <class Coord,
            detail::when<detail::is_coordinate<Coord, float, Dimensions>> = 0>
  DataT read(const Coord &coords) const {
    return detail::sample_pixel<DataT>(this->m_shape, this->pixels(), m_sampler,
                                       coords);
  }
};

/// Reads or writes an unsampled image in host code.
///
/// The constructor blocks until the pixels are available. Commands that
/// conflict wait until the last copy of the accessor is destroyed.
/// SYCL 2020, section 4.7.6.13.
template <class DataT, int Dimensions = 1,
          access_mode Mode = std::is_const_v<DataT> ? access_mode::read
                                                    : access_mode::read_write>
class host_unsampled_image_accessor : public detail::host_image<Dimensions>,
                                      public detail::image_access_properties {
  using base = detail::host_image<Dimensions>;

public:
  /// The type of the pixels.
  using value_type = detail::accessor_element<DataT, Mode>;
  /// A reference to a pixel.
  using reference = value_type &;
  /// A reference to a constant pixel.
  using const_reference = const DataT &;

  /// Blocks until `image` can be accessed. With `no_init`, the previous
  /// contents are discarded.
  /// \throws exception with `errc::invalid` if `properties` has others than
  /// `no_init`.
  template <class AllocatorT>
  host_unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &image,
                                const property_list &properties = {})
      : base(image, detail::image_access_bits<Mode>(properties)),
        detail::image_access_properties(properties) {}
  /// As above, with a tag that deduces the access mode.
  template <class AllocatorT, class Tag, detail::when_tag<Tag> = 0>
  host_unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &image,
                                Tag, const property_list &properties = {})
      : host_unsampled_image_accessor(image, properties) {}

  /// Converts between pixels with and without const, for accessors that only
  /// read.
  template <class OtherData,
            detail::when<Mode == access_mode::read &&
                         detail::differ_in_const<OtherData, DataT>> = 0>
  host_unsampled_image_accessor(
      const host_unsampled_image_accessor<OtherData, Dimensions, Mode> &other)
      : base(other), detail::image_access_properties(other) {}

  /// Reads the pixel at `coords`, which must be in the image.
  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                         SameMode != access_mode::write> = 0>
  DataT read(const Coord &coords) const {
    return detail::read_pixel<DataT>(this->m_shape, this->pixels(), coords);
  }
  /// Writes the pixel at `coords`, which must be in the image.
  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                         SameMode != access_mode::read> = 0>
  void write(const Coord &coords, const DataT &color) const {
    detail::write_pixel(this->m_shape, this->pixels(), coords, color);
  }
};

} // namespace _V1
} // namespace sycl

#define TANDEM_HASH(parameters, ...)                                           \
  template <parameters> struct std::hash<__VA_ARGS__> {                        \
    size_t operator()(const __VA_ARGS__ &object) const noexcept {              \
      return object.tandem_hash();                                             \
    }                                                                          \
  };
#define TANDEM_PARAMETERS class DataT, int Dimensions, sycl::image_target Target
/// Hashes an accessor; equal accessors have the same hash.
TANDEM_HASH(TANDEM_PARAMETERS,
            sycl::sampled_image_accessor<DataT, Dimensions, Target>)
#undef TANDEM_PARAMETERS
#define TANDEM_PARAMETERS                                                      \
  class DataT, int Dimensions, sycl::access_mode Mode, sycl::image_target Target
/// Hashes an accessor; equal accessors have the same hash.
TANDEM_HASH(TANDEM_PARAMETERS,
            sycl::unsampled_image_accessor<DataT, Dimensions, Mode, Target>)
#undef TANDEM_PARAMETERS
#define TANDEM_PARAMETERS class DataT, int Dimensions
/// Hashes an accessor; equal accessors have the same hash.
TANDEM_HASH(TANDEM_PARAMETERS,
            sycl::host_sampled_image_accessor<DataT, Dimensions>)
#undef TANDEM_PARAMETERS
#define TANDEM_PARAMETERS class DataT, int Dimensions, sycl::access_mode Mode
/// Hashes an accessor; equal accessors have the same hash.
TANDEM_HASH(TANDEM_PARAMETERS,
            sycl::host_unsampled_image_accessor<DataT, Dimensions, Mode>)
#undef TANDEM_PARAMETERS
#undef TANDEM_HASH
