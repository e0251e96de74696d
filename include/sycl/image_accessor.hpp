//===- sycl/image_accessor.hpp - accessors of images ----------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: accessors of images in kernels, in host tasks and on the host (SYCL
// 2020, 4.7.6.12 to 4.7.6.15). Outside of kernels, the library reads and writes
// the pixels.
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

// Pixels are four words for the library, and vectors for the program; those
// of halves become floats on the way.
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

// Whether two types of pixels are the same but for const.
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
  template <class Property> bool has_property() const noexcept {
    static_assert(is_property_v<Property>, "only properties can be asked for");
    return std::is_same_v<Property, property::no_init> && m_no_init;
  }
  template <class Property> Property get_property() const {
    if (!has_property<Property>())
      throw_error(errc::invalid, "the accessor lacks this property");
    return Property();
  }
};

// In commands. Kernels get such an accessor only on devices with images.
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
  static constexpr bool tandem_is_image_on_device = is_on_device;

  size_t size() const noexcept { return m_shape.extent.size(); }

  friend bool operator==(const command_image &left,
                         const command_image &right) {
    return left.tandem_hash() == right.tandem_hash();
  }
  friend bool operator!=(const command_image &left,
                         const command_image &right) {
    return !(left == right);
  }
  size_t tandem_hash() const noexcept {
    if constexpr (is_on_device)
      return m_memory.value();
    else
      return reinterpret_cast<size_t>(m_memory.buffer());
  }
  // On the host: the buffer of the pixels.
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

// On the host.
template <int Dimensions> class host_image {
protected:
  intrusive_ptr<host_access> m_access;
  image_shape<Dimensions> m_shape;

  host_image(const image_base<Dimensions> &image, uint32_t mode)
      : m_access(new host_access(image_access::state(image)->buffer, mode)),
        m_shape(image_access::shape(image)) {}
  void *pixels() const noexcept { return m_access->bytes.data; }

public:
  size_t size() const noexcept { return m_shape.extent.size(); }

  friend bool operator==(const host_image &left, const host_image &right) {
    return left.m_access == right.m_access;
  }
  friend bool operator!=(const host_image &left, const host_image &right) {
    return !(left == right);
  }
  size_t tandem_hash() const noexcept {
    return reinterpret_cast<size_t>(m_access.get());
  }
};

} // namespace detail

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
  using tandem_native = sampled_image<Dimensions>;
  using value_type = const DataT;
  using reference = const DataT &;
  using const_reference = const DataT &;

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

  template <class OtherData,
            detail::when<detail::differ_in_const<OtherData, DataT>> = 0>
  sampled_image_accessor(
      const sampled_image_accessor<OtherData, Dimensions, Target> &other)
      : base(other), m_sampler(other.m_sampler) {}

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

template <class DataT, int Dimensions, access_mode Mode,
          image_target Target = image_target::device>
class unsampled_image_accessor
    : public detail::command_image<Dimensions, Target>,
      public detail::image_access_properties {
  using base = detail::command_image<Dimensions, Target>;

public:
  using tandem_native = unsampled_image<Dimensions>;
  using value_type = detail::accessor_element<DataT, Mode>;
  using reference = value_type &;
  using const_reference = const DataT &;

  template <class AllocatorT>
  unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &image,
                           handler &cgh, const property_list &properties = {})
      : base(image, cgh, detail::image_access_bits<Mode>(properties)),
        detail::image_access_properties(properties) {}
  template <class AllocatorT, class Tag, detail::when_tag<Tag> = 0>
  unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &image,
                           handler &cgh, Tag,
                           const property_list &properties = {})
      : unsampled_image_accessor(image, cgh, properties) {}

  template <class OtherData,
            detail::when<Mode == access_mode::read &&
                         detail::differ_in_const<OtherData, DataT>> = 0>
  unsampled_image_accessor(const unsampled_image_accessor<OtherData, Dimensions,
                                                          Mode, Target> &other)
      : base(other), detail::image_access_properties(other) {}

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

template <class DataT, int Dimensions>
class host_sampled_image_accessor
    : public detail::host_image<Dimensions>,
      public detail::without_properties<
          host_sampled_image_accessor<DataT, Dimensions>> {
  using base = detail::host_image<Dimensions>;
  image_sampler m_sampler;
  template <class, int> friend class host_sampled_image_accessor;

public:
  using value_type = const DataT;
  using reference = const DataT &;
  using const_reference = const DataT &;

  template <class AllocatorT>
  host_sampled_image_accessor(sampled_image<Dimensions, AllocatorT> &image,
                              const property_list &properties = {})
      : base(image, TANDEM_ACCESS_READ), m_sampler(image.get_sampler()) {
    properties.tandem_allow(0, "an accessor of a sampled image");
  }

  template <class OtherData,
            detail::when<detail::differ_in_const<OtherData, DataT>> = 0>
  host_sampled_image_accessor(
      const host_sampled_image_accessor<OtherData, Dimensions> &other)
      : base(other), m_sampler(other.m_sampler) {}

  template <class Coord,
            detail::when<detail::is_coordinate<Coord, float, Dimensions>> = 0>
  DataT read(const Coord &coords) const {
    return detail::sample_pixel<DataT>(this->m_shape, this->pixels(), m_sampler,
                                       coords);
  }
};

template <class DataT, int Dimensions = 1,
          access_mode Mode = std::is_const_v<DataT> ? access_mode::read
                                                    : access_mode::read_write>
class host_unsampled_image_accessor : public detail::host_image<Dimensions>,
                                      public detail::image_access_properties {
  using base = detail::host_image<Dimensions>;

public:
  using value_type = detail::accessor_element<DataT, Mode>;
  using reference = value_type &;
  using const_reference = const DataT &;

  template <class AllocatorT>
  host_unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &image,
                                const property_list &properties = {})
      : base(image, detail::image_access_bits<Mode>(properties)),
        detail::image_access_properties(properties) {}
  template <class AllocatorT, class Tag, detail::when_tag<Tag> = 0>
  host_unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &image,
                                Tag, const property_list &properties = {})
      : host_unsampled_image_accessor(image, properties) {}

  template <class OtherData,
            detail::when<Mode == access_mode::read &&
                         detail::differ_in_const<OtherData, DataT>> = 0>
  host_unsampled_image_accessor(
      const host_unsampled_image_accessor<OtherData, Dimensions, Mode> &other)
      : base(other), detail::image_access_properties(other) {}

  template <class Coord, access_mode SameMode = Mode,
            detail::when<detail::is_coordinate<Coord, int32_t, Dimensions> &&
                         SameMode != access_mode::write> = 0>
  DataT read(const Coord &coords) const {
    return detail::read_pixel<DataT>(this->m_shape, this->pixels(), coords);
  }
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
TANDEM_HASH(TANDEM_PARAMETERS,
            sycl::sampled_image_accessor<DataT, Dimensions, Target>)
#undef TANDEM_PARAMETERS
#define TANDEM_PARAMETERS                                                      \
  class DataT, int Dimensions, sycl::access_mode Mode, sycl::image_target Target
TANDEM_HASH(TANDEM_PARAMETERS,
            sycl::unsampled_image_accessor<DataT, Dimensions, Mode, Target>)
#undef TANDEM_PARAMETERS
#define TANDEM_PARAMETERS class DataT, int Dimensions
TANDEM_HASH(TANDEM_PARAMETERS,
            sycl::host_sampled_image_accessor<DataT, Dimensions>)
#undef TANDEM_PARAMETERS
#define TANDEM_PARAMETERS class DataT, int Dimensions, sycl::access_mode Mode
TANDEM_HASH(TANDEM_PARAMETERS,
            sycl::host_unsampled_image_accessor<DataT, Dimensions, Mode>)
#undef TANDEM_PARAMETERS
#undef TANDEM_HASH
