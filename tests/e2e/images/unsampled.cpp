// Kernels read and write texels of each format, in one to three dimensions, as
// the host does.
// REQUIRES: aspect:image
// EXPECT: 11 formats, 3 dimensions: 0 wrong texels
// EXPECT: half 0.5 -2 65504 inf
// EXPECT: saturated 255 0 127 -128
#include <cmath>
#include <cstdio>
#include <random>
#include <sycl/sycl.hpp>
#include <vector>

using sycl::access_mode;
using sycl::image_format;

template <int D> auto at(int x, int y, int z) {
  if constexpr (D == 1)
    return x;
  else if constexpr (D == 2)
    return sycl::int2(x, y);
  else
    return sycl::int4(x, y, z, 0);
}

template <int D> sycl::range<D> extent() {
  if constexpr (D == 1)
    return sycl::range<1>(37);
  else if constexpr (D == 2)
    return sycl::range<2>(13, 9);
  else
    return sycl::range<3>(7, 5, 3);
}

template <class Number>
Number value(std::mt19937 &random, image_format format) {
  if constexpr (std::is_same_v<Number, float>)
    return float(int(random() % 2001) - 500) / 1000; // some below 0, above 1
  const bool is_small = format == image_format::r8g8b8a8_sint ||
                        format == image_format::r8g8b8a8_uint;
  return Number(int(random() % (is_small ? 700 : 140000)) -
                (std::is_signed_v<Number> ? (is_small ? 350 : 70000) : 0));
}

// A kernel copies pixels from the host; the host reads those of a kernel.
template <class Number, int D>
int wrong_texels(sycl::queue &q, image_format format) {
  using texel = sycl::vec<Number, 4>;
  const sycl::range<D> size = extent<D>();
  const int width = size[0], height = D > 1 ? size[D > 1] : 1,
            depth = D > 2 ? size[D - 1] : 1;
  sycl::unsampled_image<D> source(format, size), copy(format, size),
      written(format, size), expected(format, size);
  std::vector<texel> values(size.size());
  std::mt19937 random(unsigned(format) * 4 + D);
  for (texel &value_of : values)
    for (int c = 0; c < 4; ++c)
      value_of[c] = value<Number>(random, format);
  {
    auto host = source.template get_host_access<texel, access_mode::write>();
    auto same = expected.template get_host_access<texel, access_mode::write>();
    for (int i = 0; i < int(values.size()); ++i) {
      const auto place =
          at<D>(i % width, i / width % height, i / width / height);
      host.write(place, values[i]);
      same.write(place, values[i]);
    }
  }
  sycl::buffer<texel> colors(values.data(), values.size());
  q.submit([&](sycl::handler &h) {
    auto from = source.template get_access<texel, access_mode::read>(h);
    auto to = copy.template get_access<texel, access_mode::write>(h);
    auto third = written.template get_access<texel, access_mode::write>(h);
    sycl::accessor color(colors, h, sycl::read_only);
    h.parallel_for(values.size(), [=](sycl::id<1> i) {
      const int n = int(i[0]);
      const auto place =
          at<D>(n % width, n / width % height, n / width / height);
      to.write(place, from.read(place));
      third.write(place, color[i]);
    });
  });
  int wrong = 0;
  auto a = copy.template get_host_access<texel, access_mode::read>();
  auto b = written.template get_host_access<texel, access_mode::read>();
  auto c = expected.template get_host_access<texel, access_mode::read>();
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const auto place = at<D>(x, y, z);
        const texel first = a.read(place), second = b.read(place),
                    should = c.read(place);
        for (int k = 0; k < 4; ++k)
          wrong += first[k] != should[k] || second[k] != should[k];
      }
  return wrong;
}

template <class Number>
int wrong_texels(sycl::queue &q, std::initializer_list<image_format> formats) {
  int wrong = 0;
  for (image_format format : formats)
    wrong += wrong_texels<Number, 1>(q, format) +
             wrong_texels<Number, 2>(q, format) +
             wrong_texels<Number, 3>(q, format);
  return wrong;
}

int main() {
  sycl::queue q;
  const int wrong =
      wrong_texels<float>(q, {image_format::r8g8b8a8_unorm,
                              image_format::r16g16b16a16_unorm,
                              image_format::r16b16g16a16_sfloat,
                              image_format::r32g32b32a32_sfloat,
                              image_format::b8g8r8a8_unorm}) +
      wrong_texels<int32_t>(q, {image_format::r8g8b8a8_sint,
                                image_format::r16g16b16a16_sint,
                                image_format::r32b32g32a32_sint}) +
      wrong_texels<uint32_t>(q, {image_format::r8g8b8a8_uint,
                                 image_format::r16g16b16a16_uint,
                                 image_format::r32b32g32a32_uint});
  std::printf("11 formats, 3 dimensions: %d wrong texels\n", wrong);

  // Halves need no conversion in a kernel.
  sycl::unsampled_image<1> halves(image_format::r16b16g16a16_sfloat,
                                  sycl::range<1>(2));
  q.submit([&](sycl::handler &h) {
    auto image = halves.get_access<sycl::float4, access_mode::read_write>(h);
    h.single_task(
        [=] { image.write(1, sycl::float4(0.5f, -2.0f, 65504.0f, 1e6f)); });
  });
  const sycl::float4 half = halves.get_host_access<sycl::float4>().read(1);
  std::printf("half %g %g %g %g\n", half[0], half[1], half[2], half[3]);

  sycl::unsampled_image<1> bytes(image_format::r8g8b8a8_unorm,
                                 sycl::range<1>(1)),
      signs(image_format::r8g8b8a8_sint, sycl::range<1>(1));
  q.submit([&](sycl::handler &h) {
    auto image = bytes.get_access<sycl::float4, access_mode::write>(h);
    auto other = signs.get_access<sycl::int4, access_mode::write>(h);
    h.single_task([=] {
      image.write(0, sycl::float4(7.0f, -7.0f, NAN, 1.0f));
      other.write(0, sycl::int4(1000, -1000, 0, 0));
    });
  });
  const sycl::float4 unit = bytes.get_host_access<sycl::float4>().read(0);
  const sycl::int4 sign = signs.get_host_access<sycl::int4>().read(0);
  std::printf("saturated %g %g %d %d\n", unit[0] * 255, unit[1], sign[0],
              sign[1]);
}
