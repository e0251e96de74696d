// Kernels sample images by handles, as the host does images of the same pixels;
// images over USM, and what is refused.
// REQUIRES: aspect:ext_oneapi_bindless_images
// EXPECT-LIKE: \d\d+ samples, 0 wrong
// EXPECT: samples of an array: 0 wrong
// EXPECT: images over USM: 0 wrong
// EXPECT: a sampler without a mode of addresses: 0 wrong
// EXPECT: refused: 0 wrong
#include <cmath>
#include <cstdio>
#include <random>
#include <sycl/ext/oneapi/bindless_images.hpp>
#include <sycl/sycl.hpp>
#include <vector>

namespace bindless = sycl::ext::oneapi::experimental;
using bindless::image_descriptor;
using sycl::addressing_mode;
using sycl::coordinate_normalization_mode;
using sycl::filtering_mode;
using sycl::image_channel_order;
using sycl::image_channel_type;

constexpr int width = 11, height = 6;

std::vector<sycl::float4> picture() {
  std::vector<sycl::float4> pixels(width * height);
  for (int i = 0; i < width * height; ++i)
    pixels[i] = sycl::float4(i, i * 0.5f, -i, 1);
  return pixels;
}

int wrong_samples(sycl::queue &q, bindless::image_mem &memory,
                  const image_descriptor &desc, addressing_mode addressing,
                  coordinate_normalization_mode coordinate,
                  filtering_mode filtering, int &count) {
  constexpr int samples = 200;
  std::vector<sycl::float2> coords(samples);
  const bool is_normalized =
      coordinate == coordinate_normalization_mode::normalized;
  std::mt19937 random(5);
  for (sycl::float2 &at : coords)
    for (int axis = 0; axis < 2; ++axis) {
      // In sixteenths of a pixel, off the steps between them.
      const int extent = axis == 0 ? width : height;
      const float pixels = (int(random() % (48 * extent)) - 16 * extent) / 16.f;
      at[axis] = (pixels + 1 / 32.f) / (is_normalized ? extent : 1);
    }
  auto image = bindless::create_image(
      memory, desc,
      bindless::bindless_image_sampler(addressing, coordinate, filtering), q);
  std::vector<sycl::float4> out(samples), pixels = picture();
  {
    sycl::buffer<sycl::float2> from(coords);
    sycl::buffer<sycl::float4> to(out);
    q.submit([&](sycl::handler &cgh) {
      sycl::accessor at(from, cgh, sycl::read_only);
      sycl::accessor result(to, cgh, sycl::write_only, sycl::no_init);
      cgh.parallel_for(sycl::range(samples), [=](sycl::id<1> i) {
        result[i] = bindless::sample_image<sycl::float4>(image, at[i]);
      });
    });
  }
  bindless::destroy_image_handle(image, q);
  sycl::sampled_image<2> host(
      pixels.data(), sycl::image_format::r32g32b32a32_sfloat,
      {addressing, coordinate, filtering}, sycl::range<2>(width, height));
  auto expected = host.get_host_access<sycl::float4>();
  int wrong = 0;
  for (int i = 0; i < samples; ++i) {
    const sycl::float4 texel = expected.read(coords[i]);
    for (int c = 0; c < 4; ++c)
      // Devices weigh with at least eight bits after the point.
      wrong += !(std::fabs(texel[c] - out[i][c]) <= width * height / 256.f);
  }
  count += samples;
  return wrong;
}

void sample_all(sycl::queue &q) {
  const image_descriptor desc({width, height}, image_channel_order::rgba,
                              image_channel_type::fp32);
  bindless::image_mem memory(desc, q);
  const std::vector<sycl::float4> pixels = picture();
  q.ext_oneapi_copy(pixels.data(), memory.get_handle(), desc).wait();
  int count = 0, wrong = 0;
  for (filtering_mode filtering :
       {filtering_mode::nearest, filtering_mode::linear}) {
    for (addressing_mode addressing :
         {addressing_mode::clamp, addressing_mode::clamp_to_edge})
      wrong += wrong_samples(q, memory, desc, addressing,
                             coordinate_normalization_mode::unnormalized,
                             filtering, count);
    for (addressing_mode addressing :
         {addressing_mode::clamp, addressing_mode::clamp_to_edge,
          addressing_mode::repeat, addressing_mode::mirrored_repeat})
      wrong += wrong_samples(q, memory, desc, addressing,
                             coordinate_normalization_mode::normalized,
                             filtering, count);
  }
  std::printf("%d samples, %d wrong\n", count, wrong);
}

const bindless::bindless_image_sampler
    plain(addressing_mode::clamp_to_edge,
          coordinate_normalization_mode::unnormalized, filtering_mode::nearest);

void sample_array(sycl::queue &q) {
  const image_descriptor desc({4, 3}, 1, image_channel_type::fp32,
                              bindless::image_type::array, 1, 5);
  bindless::image_mem memory(desc, q);
  std::vector<float> pixels(60), out(5);
  for (int i = 0; i < 60; ++i)
    pixels[i] = i;
  q.ext_oneapi_copy(pixels.data(), memory.get_handle(), desc).wait();
  auto image = bindless::create_image(memory, desc, plain, q);
  {
    sycl::buffer<float> to(out);
    q.submit([&](sycl::handler &cgh) {
      sycl::accessor result(to, cgh, sycl::write_only, sycl::no_init);
      cgh.parallel_for(sycl::range(5), [=](sycl::id<1> layer) {
        result[layer] = bindless::sample_image_array<float>(
            image, sycl::float2(2.5f, 1.5f), unsigned(layer[0]));
      });
    });
  }
  bindless::destroy_image_handle(image, q);
  int wrong = 0;
  for (int layer = 0; layer < 5; ++layer)
    wrong += out[layer] != layer * 12 + 6;
  std::printf("samples of an array: %d wrong\n", wrong);
}

struct pixel {
  unsigned char red, green, blue, alpha;
};

void over_usm(sycl::queue &q) {
  int wrong = 0;
  if (q.get_device().has(sycl::aspect::ext_oneapi_bindless_images_2d_usm)) {
    const image_descriptor desc({13, 7}, 4, image_channel_type::unsigned_int8);
    size_t pitch = 0;
    void *memory = bindless::pitched_alloc_device(&pitch, desc, q);
    wrong += pitch < 13 * 4;
    wrong +=
        pitch %
            q.get_device()
                .get_info<bindless::info::device::image_row_pitch_align>() !=
        0;
    std::vector<pixel> pixels(91), out(91);
    for (int i = 0; i < 91; ++i)
      pixels[i] = {static_cast<unsigned char>(i), 1, 2, 3};
    q.ext_oneapi_copy(pixels.data(), memory, desc, pitch).wait();
    auto image = bindless::create_image(memory, pitch, desc, q);
    auto sampled = bindless::create_image(memory, pitch, desc, plain, q);
    // A type that the program defines, represented by a vector of its bytes.
    q.parallel_for(sycl::range(13, 7), [=](sycl::id<2> at) {
       using bytes = sycl::vec<unsigned char, 4>;
       const sycl::int2 coords(at[0], at[1]);
       const pixel first = bindless::fetch_image<pixel, bytes>(image, coords);
       bindless::write_image(image, coords,
                             bytes(first.red, first.alpha, 9, 9));
     }).wait();
    q.parallel_for(sycl::range(13, 7), [=](sycl::id<2> at) {
       const auto texel = bindless::sample_image<sycl::uint4>(
           sampled, sycl::float2(at[0] + 0.5f, at[1] + 0.5f));
       bindless::write_image(image, sycl::int2(at[0], at[1]), texel + 1u);
     }).wait();
    q.ext_oneapi_copy(memory, out.data(), desc, pitch).wait();
    for (int i = 0; i < 91; ++i)
      wrong += out[i].red != i + 1 || out[i].green != 4 || out[i].blue != 10;
    // One row of it.
    q.ext_oneapi_copy(memory, sycl::range<3>(0, 2, 0), out.data(),
                      sycl::range<3>(0, 0, 0), desc, pitch,
                      sycl::range<3>(13, 1, 1), sycl::range<3>(13, 1, 1))
        .wait();
    wrong += out[0].red != 27;
    bindless::destroy_image_handle(image, q);
    bindless::destroy_image_handle(sampled, q);
    sycl::free(memory, q);
  }
  std::printf("images over USM: %d wrong\n", wrong);
}

void without_addresses(sycl::queue &q) {
  const image_descriptor desc(sycl::range<1>(4), 1, image_channel_type::fp32);
  bindless::image_mem memory(desc, q);
  const float pixels[4] = {1, 2, 3, 4};
  q.ext_oneapi_copy(pixels, memory.get_handle(), desc).wait();
  const bindless::bindless_image_sampler none(
      addressing_mode::none, coordinate_normalization_mode::unnormalized,
      filtering_mode::nearest);
  auto image = bindless::create_image(memory, desc, none, q);
  float sum = 0;
  {
    sycl::buffer<float> to(&sum, sycl::range(1));
    q.submit([&](sycl::handler &cgh) {
      sycl::accessor result(to, cgh, sycl::write_only);
      cgh.single_task([=] {
        for (int i = 0; i < 4; ++i)
          result[0] += bindless::sample_image<float>(image, i + 0.5f) +
                       bindless::fetch_image<float>(image, i);
      });
    });
  }
  bindless::destroy_image_handle(image, q);
  std::printf("a sampler without a mode of addresses: %d wrong\n", sum != 20);
}

template <class Function> int is_missed(sycl::errc code, Function function) {
  try {
    function();
  } catch (const sycl::exception &error) {
    if (error.code() == code)
      return 0;
    std::printf("another error: %s\n", error.what());
    return 1;
  }
  return 1;
}

void refuse(sycl::queue &q) {
  using sycl::errc;
  const auto floats = image_channel_type::fp32;
  const image_descriptor desc({8, 6}, 4, floats), other({8, 5}, 4, floats);
  bindless::image_mem memory(desc, q);
  std::vector<sycl::float4> pixels(48);
  int wrong = is_missed(errc::memory_allocation, [&] {
    bindless::alloc_image_mem(image_descriptor({1 << 20, 1 << 20}, 4, floats),
                              q);
  });
  wrong += is_missed(errc::runtime,
                     [&] { bindless::create_image(memory, other, q); });
  wrong += is_missed(errc::invalid, [&] {
    q.ext_oneapi_copy(pixels.data(), memory.get_handle(), other);
  });
  wrong += is_missed(errc::invalid, [&] {
    q.ext_oneapi_copy(pixels.data(), sycl::range<3>(0, 0, 0),
                      sycl::range<3>(8, 6, 1), memory.get_handle(),
                      sycl::range<3>(1, 0, 0), desc, sycl::range<3>(8, 6, 1));
  });
  wrong += is_missed(errc::invalid, [&] {
    image_descriptor({8, 6}, 4, floats, bindless::image_type::mipmap).verify();
  });
  if (!q.get_device().has(sycl::aspect::ext_oneapi_mipmap))
    wrong += is_missed(errc::memory_allocation, [&] {
      bindless::image_mem(
          image_descriptor({8, 6}, 4, floats, bindless::image_type::mipmap, 3),
          q);
    });
  wrong += is_missed(errc::invalid, [&] {
    q.submit([&](sycl::handler &cgh) {
      cgh.ext_oneapi_copy(pixels.data(), pixels.data() + 1, desc, 128);
    });
  });
  std::printf("refused: %d wrong\n", wrong);
}

int main() {
  sycl::queue q;
  sample_all(q);
  sample_array(q);
  over_usm(q);
  without_addresses(q);
  refuse(q);
}
