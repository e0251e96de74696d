// Samplers of all modes, in one to three dimensions, against a reference in
// double precision. No coordinate reads out of bounds.
// REQUIRES: aspect:image
// EXPECT-LIKE: 1 dimensions: \d\d+ samples, 0 wrong
// EXPECT-LIKE: 2 dimensions: \d\d+ samples, 0 wrong
// EXPECT-LIKE: 3 dimensions: \d\d+ samples, 0 wrong
// EXPECT: integers: 0 wrong
// EXPECT: strange coordinates: 0 wrong
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <sycl/sycl.hpp>
#include <vector>

using sycl::addressing_mode;
using sycl::coordinate_normalization_mode;
using sycl::filtering_mode;
using sycl::image_format;
using sycl::image_sampler;

constexpr int extents[3] = {11, 6, 5};

// The texels of an axis that a coordinate meets, with their weights; an index
// of -1 is the border. `is_clear` is false near a step.
struct taps {
  int index[2];
  double weight[2];
  bool is_clear;
};
taps taps_of(const image_sampler &how, double coord, int size) {
  double u = coord;
  if (how.coordinate == coordinate_normalization_mode::normalized) {
    if (how.addressing == addressing_mode::repeat)
      u = (u - std::floor(u)) * size;
    else if (how.addressing == addressing_mode::mirrored_repeat)
      u = std::fabs(u - 2 * std::rint(0.5 * u)) * size;
    else
      u *= size;
  }
  auto address = [&](int i) {
    switch (how.addressing) {
    case addressing_mode::repeat:
      return (i % size + size) % size;
    case addressing_mode::mirrored_repeat:
    case addressing_mode::clamp_to_edge:
      return std::clamp(i, 0, size - 1);
    default:
      return i < 0 || i >= size ? -1 : i;
    }
  };
  const bool is_linear = how.filtering == filtering_mode::linear;
  if (is_linear)
    u -= 0.5;
  const int low = int(std::floor(u));
  const double part = u - low;
  taps found;
  found.index[0] = address(low);
  found.index[1] = address(low + 1);
  found.weight[0] = is_linear ? 1 - part : 1;
  found.weight[1] = is_linear ? part : 0;
  found.is_clear = is_linear || (part > 1e-3 && part < 1 - 1e-3);
  return found;
}

template <int D> auto point(const float *coords) {
  if constexpr (D == 1)
    return coords[0];
  else if constexpr (D == 2)
    return sycl::float2(coords[0], coords[1]);
  else
    return sycl::float4(coords[0], coords[1], coords[2], 0);
}

template <int D> sycl::range<D> range_of() {
  if constexpr (D == 1)
    return sycl::range<1>(extents[0]);
  else if constexpr (D == 2)
    return sycl::range<2>(extents[0], extents[1]);
  else
    return sycl::range<3>(extents[0], extents[1], extents[2]);
}

// Samples an image in a kernel.
template <class Texel, int D>
std::vector<Texel> sample(sycl::queue &q, sycl::sampled_image<D> &image,
                          const std::vector<float> &coords) {
  const size_t count = coords.size() / 3;
  std::vector<Texel> found(count);
  sycl::buffer<float> places(coords.data(), coords.size());
  sycl::buffer<Texel> results(found.data(), count);
  q.submit([&](sycl::handler &h) {
    sycl::sampled_image_accessor<Texel, D> from(image, h);
    sycl::accessor place(places, h, sycl::read_only);
    sycl::accessor result(results, h, sycl::write_only);
    h.parallel_for(count, [=](sycl::id<1> i) {
      const float coordinates[3] = {place[3 * i[0]], place[3 * i[0] + 1],
                                    place[3 * i[0] + 2]};
      result[i] = from.read(point<D>(coordinates));
    });
  });
  return results.get_host_access(), found;
}

template <int D> void floats(sycl::queue &q, double tolerance) {
  std::mt19937 random(D);
  std::uniform_real_distribution<float> anywhere(-1.5f, 2.5f);
  size_t samples = 0, wrong = 0;
  for (image_format format :
       {image_format::r8g8b8a8_unorm, image_format::r16g16b16a16_unorm,
        image_format::b8g8r8a8_unorm, image_format::r32g32b32a32_sfloat}) {
    const size_t texels = range_of<D>().size();
    std::vector<double> values(texels * 4);
    std::vector<uint8_t> memory(texels * 16);
    for (size_t i = 0; i < values.size(); ++i) {
      const unsigned bits = random();
      const bool is_bgra = format == image_format::b8g8r8a8_unorm;
      const size_t channel = i % 4;
      const size_t place =
          is_bgra && channel != 1 && channel != 3 ? i + 2 - 2 * channel : i;
      if (format == image_format::r32g32b32a32_sfloat) {
        const float value = float(bits % 1000) / 1000;
        values[i] = value;
        reinterpret_cast<float *>(memory.data())[place] = value;
      } else if (format == image_format::r16g16b16a16_unorm) {
        values[i] = (bits & 0xffff) / 65535.0;
        reinterpret_cast<uint16_t *>(memory.data())[place] = uint16_t(bits);
      } else {
        values[i] = (bits & 0xff) / 255.0;
        memory[place] = uint8_t(bits);
      }
    }
    for (addressing_mode addressing :
         {addressing_mode::mirrored_repeat, addressing_mode::repeat,
          addressing_mode::clamp_to_edge, addressing_mode::clamp})
      for (auto coordinate : {coordinate_normalization_mode::normalized,
                              coordinate_normalization_mode::unnormalized})
        for (auto filtering :
             {filtering_mode::nearest, filtering_mode::linear}) {
          const bool repeats = addressing == addressing_mode::repeat ||
                               addressing == addressing_mode::mirrored_repeat;
          const bool is_normalized =
              coordinate == coordinate_normalization_mode::normalized;
          if (repeats && !is_normalized)
            continue;
          const image_sampler how{addressing, coordinate, filtering};
          std::vector<float> coords(3 * 300);
          for (size_t i = 0; i < coords.size(); ++i)
            coords[i] = anywhere(random) * (is_normalized ? 1 : extents[i % 3]);
          sycl::sampled_image<D> image(memory.data(), format, how,
                                       range_of<D>());
          const auto found = sample<sycl::float4, D>(q, image, coords);
          for (size_t i = 0; i < found.size(); ++i) {
            taps axes[3] = {{{0, 0}, {1, 0}, true},
                            {{0, 0}, {1, 0}, true},
                            {{0, 0}, {1, 0}, true}};
            bool is_clear = true;
            for (int axis = 0; axis < D; ++axis) {
              axes[axis] = taps_of(how, coords[3 * i + axis], extents[axis]);
              is_clear &= axes[axis].is_clear;
            }
            if (!is_clear)
              continue;
            double sum[4] = {};
            for (int corner = 0; corner < 8; ++corner) {
              size_t at = 0;
              double weight = 1;
              bool is_inside = true;
              for (int axis = 2; axis >= 0; --axis) {
                const int tap = corner >> axis & 1;
                const int index = axes[axis].index[tap];
                weight *= axes[axis].weight[tap];
                is_inside &= index >= 0;
                at = at * (axis < D ? extents[axis] : 1) + size_t(index);
              }
              for (int c = 0; c < 4 && is_inside && weight != 0; ++c)
                sum[c] += weight * values[at * 4 + c];
            }
            ++samples;
            bool is_right = true;
            for (int c = 0; c < 4; ++c)
              is_right &= std::fabs(found[i][c] - sum[c]) <= tolerance;
            wrong += !is_right;
          }
        }
  }
  std::printf("%d dimensions: %zu samples, %zu wrong\n", D, samples, wrong);
}

int main() {
  sycl::queue q;
  // GPUs weigh neighbours by fractions of eight bits.
  const bool is_exact = q.get_backend() != sycl::backend::ext_oneapi_cuda;
  const double tolerance = is_exact ? 2e-5 : 0.012;
  floats<1>(q, tolerance);
  floats<2>(q, tolerance);
  floats<3>(q, tolerance);

  int32_t numbers[4 * 4];
  for (int i = 0; i < 16; ++i)
    numbers[i] = i * 1000003;
  const image_sampler nearest{addressing_mode::clamp_to_edge,
                              coordinate_normalization_mode::unnormalized,
                              filtering_mode::nearest};
  sycl::sampled_image<1> row(static_cast<const void *>(numbers),
                             image_format::r32b32g32a32_sint, nearest,
                             sycl::range<1>(4));
  std::vector<float> coords;
  for (float x : {-3.0f, 0.5f, 1.5f, 2.5f, 3.5f, 9.0f})
    coords.insert(coords.end(), {x, 0, 0});
  const auto ints = sample<sycl::int4, 1>(q, row, coords);
  int wrong = 0;
  for (size_t i = 0; i < ints.size(); ++i) {
    const int x = std::clamp(int(std::floor(coords[3 * i])), 0, 3);
    for (int c = 0; c < 4; ++c)
      wrong += ints[i][c] != numbers[4 * x + c];
  }
  std::printf("integers: %d wrong\n", wrong);

  // For any coordinate, a texel of the image or the border is read.
  std::vector<float> ones(4 * 11 * 6, 1.0f), strange;
  const float infinity = std::numeric_limits<float>::infinity();
  for (float x : {NAN, infinity, -infinity, 3e38f, -3e38f, 2147483648.0f,
                  -2147483904.0f, 4294967296.0f, 1e-45f})
    for (float y : {NAN, infinity, -infinity, 3e38f, 0.5f})
      strange.insert(strange.end(), {x, y, 0});
  wrong = 0;
  for (addressing_mode addressing :
       {addressing_mode::mirrored_repeat, addressing_mode::repeat,
        addressing_mode::clamp_to_edge, addressing_mode::clamp})
    for (auto filtering : {filtering_mode::nearest, filtering_mode::linear}) {
      sycl::sampled_image<2> image(
          static_cast<const void *>(ones.data()),
          image_format::r32g32b32a32_sfloat,
          {addressing, coordinate_normalization_mode::normalized, filtering},
          sycl::range<2>(11, 6));
      for (const sycl::float4 &texel :
           sample<sycl::float4, 2>(q, image, strange))
        for (int c = 0; c < 4; ++c)
          wrong += texel[c] < 0 || texel[c] > 1.0001f; // NaN is allowed
    }
  std::printf("strange coordinates: %d wrong\n", wrong);
}
