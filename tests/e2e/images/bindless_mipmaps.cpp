// Kernels sample mipmaps by levels and by gradients, against a reference of
// double precision: filters of levels, fractional levels, clamps, levels out of
// range, anisotropy; memory of levels, and what is refused.
// REQUIRES: aspect:ext_oneapi_mipmap
// EXPECT: levels of an image of 1 dimension: 0 wrong
// EXPECT: levels of an image of 2 dimensions: 0 wrong
// EXPECT: levels of an image of 3 dimensions: 0 wrong
// EXPECT: gradients in 1 dimension: 0 wrong
// EXPECT: gradients in 2 dimensions: 0 wrong
// EXPECT: gradients in 3 dimensions: 0 wrong
// EXPECT: integers: 0 wrong
// EXPECT: constant levels: 0 wrong
// EXPECT: memory of levels: 0 wrong
// EXPECT: refused: 0 wrong
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <sycl/ext/oneapi/bindless_images.hpp>
#include <sycl/sycl.hpp>
#include <vector>

namespace bindless = sycl::ext::oneapi::experimental;
using bindless::bindless_image_sampler;
using bindless::image_descriptor;
using bindless::image_type;
using sycl::addressing_mode;
using sycl::filtering_mode;

constexpr auto normalized = sycl::coordinate_normalization_mode::normalized;
constexpr auto floats = sycl::image_channel_type::fp32;
constexpr float infinity = std::numeric_limits<float>::infinity();

using place = std::array<double, 3>;

template <int Dims>
using coords = std::conditional_t<
    Dims == 1, float,
    std::conditional_t<Dims == 2, sycl::float2, sycl::float4>>;

template <int Dims> coords<Dims> coords_of(const place &at) {
  if constexpr (Dims == 1)
    return float(at[0]);
  else if constexpr (Dims == 2)
    return {float(at[0]), float(at[1])};
  else
    return {float(at[0]), float(at[1]), float(at[2]), 0.f};
}

// A mipmap on the host, whose levels have nothing to do with each other.
template <int Dims> struct pyramid {
  std::vector<image_descriptor> levels;
  std::vector<std::vector<sycl::float2>> pixels;

  explicit pyramid(const image_descriptor &desc) {
    std::mt19937 random(Dims);
    for (unsigned level = 0; level < desc.num_levels; ++level) {
      const image_descriptor one = desc.get_mip_level_desc(level);
      std::vector<sycl::float2> texels(one.width *
                                       std::max<size_t>(one.height, 1) *
                                       std::max<size_t>(one.depth, 1));
      for (sycl::float2 &texel : texels)
        texel = {float(random() % 1024) / 1024, level + 1.f};
      levels.push_back(one);
      pixels.push_back(texels);
    }
  }

  std::array<int, 3> extent(int level) const {
    const image_descriptor &desc = levels[level];
    return {int(desc.width), int(desc.height ? desc.height : 1),
            int(desc.depth ? desc.depth : 1)};
  }

  // The mean of the pixels around a place, or the nearest one.
  std::array<double, 2> filtered(int level, const place &at,
                                 addressing_mode mode, bool is_linear) const {
    const auto size = extent(level);
    std::array<double, 2> sum{};
    for (int corner = 0; corner < (is_linear ? 1 << Dims : 1); ++corner) {
      double weight = 1;
      int index = 0;
      bool is_border = false;
      for (int axis = Dims - 1; axis >= 0; --axis) {
        double u = at[axis];
        if (mode == addressing_mode::repeat)
          u -= std::floor(u);
        double position = u * size[axis] - (is_linear ? 0.5 : 0);
        double low = std::floor(position);
        int pixel = int(low);
        if (is_linear) {
          const bool second = corner >> axis & 1;
          weight *= second ? position - low : 1 - (position - low);
          pixel += second;
        }
        if (mode == addressing_mode::repeat)
          pixel = (pixel + size[axis]) % size[axis];
        else if (mode == addressing_mode::clamp_to_edge)
          pixel = std::clamp(pixel, 0, size[axis] - 1);
        else if (pixel < 0 || pixel >= size[axis])
          is_border = true;
        index = index * size[axis] + pixel;
      }
      for (int c = 0; c < 2 && !is_border; ++c)
        sum[c] += weight * pixels[level][index][c];
    }
    return sum;
  }

  std::array<double, 2> sample(const bindless_image_sampler &sampler,
                               const place &at, double lod) const {
    if (!(lod > sampler.min_mipmap_level_clamp))
      lod = sampler.min_mipmap_level_clamp;
    lod = std::min(
        {lod, double(sampler.max_mipmap_level_clamp), levels.size() - 1.0});
    const bool is_linear = sampler.filtering == filtering_mode::linear;
    if (sampler.mipmap_filtering == filtering_mode::nearest)
      return filtered(int(std::ceil(lod + 0.5)) - 1, at, sampler.addressing,
                      is_linear);
    const int low = int(std::floor(lod));
    const double part = lod - low;
    auto texel = filtered(low, at, sampler.addressing, is_linear);
    if (part > 0) {
      const auto next = filtered(low + 1, at, sampler.addressing, is_linear);
      for (int c = 0; c < 2; ++c)
        texel[c] = (1 - part) * texel[c] + part * next[c];
    }
    return texel;
  }

  std::array<double, 2> sample(const bindless_image_sampler &sampler,
                               const place &at, const place &dx,
                               const place &dy) const {
    const auto size = extent(0);
    double length[2] = {};
    for (int axis = 0; axis < Dims; ++axis) {
      length[0] += std::pow(dx[axis] * size[axis], 2);
      length[1] += std::pow(dy[axis] * size[axis], 2);
    }
    const place &major = length[0] > length[1] ? dx : dy;
    const double longer = std::sqrt(std::max(length[0], length[1])),
                 shorter = std::sqrt(std::min(length[0], length[1]));
    const double most = std::max(1.f, sampler.max_anisotropy);
    const int probes = int(std::ceil(
        shorter > 0 ? std::clamp(longer / shorter, 1.0, most) : most));
    std::array<double, 2> sum{};
    for (int i = 1; i <= probes; ++i) {
      place where = at;
      for (int axis = 0; axis < Dims; ++axis)
        where[axis] += (i / (probes + 1.0) - 0.5) * major[axis];
      const auto texel = sample(sampler, where, std::log2(longer / probes));
      for (int c = 0; c < 2; ++c)
        sum[c] += texel[c] / probes;
    }
    return sum;
  }
};

template <int Dims> image_descriptor description() {
  if constexpr (Dims == 1)
    return {sycl::range<1>(37), 2, floats, image_type::mipmap, 5};
  else if constexpr (Dims == 2)
    return {{29, 12}, 2, floats, image_type::mipmap, 5};
  else
    return {{13, 9, 6}, 2, floats, image_type::mipmap, 4};
}

// Copies all levels.
template <int Dims>
void fill(sycl::queue &q, const bindless::image_mem &memory,
          const pyramid<Dims> &host) {
  for (unsigned level = 0; level < host.levels.size(); ++level)
    q.ext_oneapi_copy(host.pixels[level].data(),
                      memory.get_mip_level_mem_handle(level),
                      host.levels[level]);
  q.wait_and_throw();
}

struct query {
  place at, dx, dy;
  float level;
};

// In steps that are off the edges between pixels, at each level and each probe.
template <int Dims> std::vector<query> queries(bool for_gradients) {
  std::mt19937 random(11);
  auto number = [&](double most) {
    return std::uniform_real_distribution<double>(-most, most)(random);
  };
  std::vector<query> list(for_gradients ? 400 : 300);
  for (query &one : list) {
    for (int axis = 0; axis < 3; ++axis) {
      one.at[axis] = float(0.5 + number(0.9));
      const double scale = std::exp2(number(3) - 4);
      one.dx[axis] = float(number(scale));
      one.dy[axis] = float(number(scale));
    }
    one.level = float(2 + number(4));
  }
  for (int i = 0; i < 7; ++i)
    list[i].level =
        std::array{-infinity, infinity, NAN, 0.5f, 1.5f, 0.f, -0.f}[i];
  return list;
}

// Errors of a device. GPUs round places, weights and levels to 8 bits after the
// point, so that the reference is asked near the query, too.
struct precision {
  double texel, texel_of_gradients, pixel, level, length;
};
precision precision_of(const sycl::queue &q) {
  if (q.get_device().is_gpu())
    return {0.02, 0.04, 1.0 / 256, 1.0 / 256, 0.005};
  return {1e-4, 1e-3, 1e-4, 0, 1e-5};
}

// Whether a condition holds at a place, or at one near it: in each direction by
// a part of a pixel of the first level.
template <class Condition>
bool holds_near(const place &at, const std::array<int, 3> &extent, double pixel,
                const Condition &condition) {
  if (condition(at))
    return true;
  for (int shifts = 0; shifts < 27; ++shifts) {
    place near = at;
    for (int axis = 0, rest = shifts; axis < 3; ++axis, rest /= 3)
      near[axis] += (rest % 3 - 1) * pixel / extent[axis];
    if (condition(near))
      return true;
  }
  return false;
}

template <class Expected>
bool is_near(const sycl::float2 &found, const Expected &expected,
             double tolerance) {
  return std::fabs(found[0] - expected[0]) <= tolerance &&
         std::fabs(found[1] - expected[1]) <= tolerance * 8;
}

template <int Dims>
std::vector<bindless_image_sampler> samplers(float anisotropy) {
  std::vector<bindless_image_sampler> list;
  for (addressing_mode mode : {addressing_mode::clamp, addressing_mode::repeat,
                               addressing_mode::clamp_to_edge})
    for (filtering_mode filtering :
         {filtering_mode::nearest, filtering_mode::linear})
      for (filtering_mode levels :
           {filtering_mode::nearest, filtering_mode::linear})
        for (auto [least, most] : {std::pair(0.f, 9.f), std::pair(0.75f, 2.25f),
                                   std::pair(0.f, 0.f)})
          list.emplace_back(mode, normalized, filtering, levels, least, most,
                            anisotropy);
  return list;
}

// Whether the texel of a level, or of one next to it, is that of the query.
template <int Dims>
bool is_level(const pyramid<Dims> &host, const bindless_image_sampler &sampler,
              const query &one, const sycl::float2 &found,
              const precision &limits) {
  for (double up : {0.0, -limits.level, limits.level})
    if (holds_near(one.at, host.extent(0), limits.pixel, [&](const place &at) {
          return is_near(found, host.sample(sampler, at, one.level + up),
                         limits.texel);
        }))
      return true;
  return false;
}

template <int Dims> void by_levels(sycl::queue &q) {
  const precision limits = precision_of(q);
  const image_descriptor desc = description<Dims>();
  const pyramid<Dims> host(desc);
  bindless::image_mem memory(desc, q);
  fill(q, memory, host);
  const std::vector<query> list = queries<Dims>(false);
  int wrong = 0;
  for (const bindless_image_sampler &sampler : samplers<Dims>(0)) {
    auto image = bindless::create_image(memory, desc, sampler, q);
    std::vector<sycl::float2> out(list.size());
    {
      sycl::buffer<query> from(list);
      sycl::buffer<sycl::float2> to(out);
      q.submit([&](sycl::handler &cgh) {
        sycl::accessor in(from, cgh, sycl::read_only);
        sycl::accessor result(to, cgh, sycl::write_only, sycl::no_init);
        cgh.parallel_for(sycl::range(list.size()), [=](sycl::id<1> i) {
          result[i] = bindless::sample_mipmap<sycl::float2>(
              image, coords_of<Dims>(in[i].at), in[i].level);
        });
      });
    }
    bindless::destroy_image_handle(image, q);
    for (size_t i = 0; i < list.size(); ++i)
      wrong += !is_level(host, sampler, list[i], out[i], limits);
  }
  std::printf("levels of an image of %d dimension%s: %d wrong\n", Dims,
              Dims > 1 ? "s" : "", wrong);
}

// GPUs choose the samples along a gradient themselves. The level, which is the
// second component except at the border, is about that of the shorter gradient.
template <int Dims>
bool is_anisotropic(const pyramid<Dims> &host,
                    const bindless_image_sampler &sampler, const query &one,
                    const sycl::float2 &found) {
  const auto expected = host.sample(sampler, one.at, one.dx, one.dy);
  return found[0] >= 0 && found[0] <= 1 &&
         (sampler.addressing == addressing_mode::clamp
              ? found[1] >= 0 && found[1] <= host.levels.size()
              : std::fabs(found[1] - expected[1]) < 1.1);
}

// Where single precision may decide otherwise, the reference is asked near the
// place, too: at edges of pixels, and between numbers of probes.
template <int Dims> void by_gradients(sycl::queue &q) {
  const precision limits = precision_of(q);
  const image_descriptor desc = description<Dims>();
  const pyramid<Dims> host(desc);
  bindless::image_mem memory(desc, q);
  fill(q, memory, host);
  const std::vector<query> list = queries<Dims>(true);
  int wrong = 0;
  for (float anisotropy : {0.f, 4.f})
    for (const bindless_image_sampler &sampler : samplers<Dims>(anisotropy)) {
      if (anisotropy > 1 &&
          !q.get_device().has(sycl::aspect::ext_oneapi_mipmap_anisotropy))
        continue;
      auto image = bindless::create_image(memory, desc, sampler, q);
      std::vector<sycl::float2> out(list.size());
      {
        sycl::buffer<query> from(list);
        sycl::buffer<sycl::float2> to(out);
        q.submit([&](sycl::handler &cgh) {
          sycl::accessor in(from, cgh, sycl::read_only);
          sycl::accessor result(to, cgh, sycl::write_only, sycl::no_init);
          cgh.parallel_for(sycl::range(list.size()), [=](sycl::id<1> i) {
            result[i] = bindless::sample_mipmap<sycl::float2>(
                image, coords_of<Dims>(in[i].at), coords_of<Dims>(in[i].dx),
                coords_of<Dims>(in[i].dy));
          });
        });
      }
      bindless::destroy_image_handle(image, q);
      for (size_t i = 0; i < list.size(); ++i) {
        bool is_right = false;
        for (double scale : {1.0, 1 - limits.length, 1 + limits.length}) {
          place dx = list[i].dx, dy = list[i].dy;
          for (int axis = 0; axis < 3; ++axis) {
            dx[axis] *= scale;
            dy[axis] *= scale;
          }
          is_right = is_right ||
                     holds_near(list[i].at, host.extent(0), limits.pixel,
                                [&](const place &at) {
                                  return is_near(
                                      out[i], host.sample(sampler, at, dx, dy),
                                      limits.texel_of_gradients);
                                });
        }
        if (anisotropy > 1 && q.get_device().is_gpu())
          is_right = is_anisotropic(host, sampler, list[i], out[i]);
        wrong += !is_right;
      }
    }
  std::printf("gradients in %d dimension%s: %d wrong\n", Dims,
              Dims > 1 ? "s" : "", wrong);
}

const bindless_image_sampler plain(addressing_mode::clamp_to_edge, normalized,
                                   filtering_mode::nearest,
                                   filtering_mode::nearest, 0, 8, 0);

// The nearest level, whatever the sampler says.
void integers(sycl::queue &q) {
  const image_descriptor desc({8, 8}, 1,
                              sycl::image_channel_type::unsigned_int16,
                              image_type::mipmap, 4);
  bindless::image_mem memory(desc, q);
  for (unsigned level = 0; level < 4; ++level) {
    const std::vector<uint16_t> pixels(64 >> 2 * level, uint16_t(level + 10));
    q.ext_oneapi_copy(pixels.data(), memory.get_mip_level_mem_handle(level),
                      desc.get_mip_level_desc(level))
        .wait();
  }
  auto image = bindless::create_image(memory, desc, plain, q);
  std::vector<uint16_t> out(16);
  {
    sycl::buffer<uint16_t> to(out);
    q.submit([&](sycl::handler &cgh) {
      sycl::accessor result(to, cgh, sycl::write_only, sycl::no_init);
      cgh.parallel_for(sycl::range(16), [=](sycl::id<1> i) {
        result[i] = bindless::sample_mipmap<uint16_t>(
            image, sycl::float2(0.5f, 0.25f), int(i[0]) / 4.f);
      });
    });
  }
  bindless::destroy_image_handle(image, q);
  // Halfway between two levels, GPUs may read either.
  const bool is_gpu = q.get_device().is_gpu();
  int wrong = 0;
  for (int i = 0; i < 16; ++i) {
    const int nearest = std::min(int(std::ceil(i / 4.0 + 0.5)) - 1, 3);
    const bool is_other =
        is_gpu && i % 4 == 2 && out[i] == 11 + nearest && nearest < 3;
    wrong += out[i] != 10 + nearest && !is_other;
  }
  std::printf("integers: %d wrong\n", wrong);
}

// Bounds hold for constant levels, too; `sample_image` reads the first level.
void constant_levels(sycl::queue &q) {
  const image_descriptor desc = description<2>();
  const pyramid<2> host(desc);
  bindless::image_mem memory(desc, q);
  fill(q, memory, host);
  const bindless_image_sampler from_1(addressing_mode::clamp_to_edge,
                                      normalized, filtering_mode::nearest,
                                      filtering_mode::linear, 1, 3.5f, 0);
  auto image = bindless::create_image(memory, desc, from_1, q);
  auto all = bindless::create_image(memory, desc, plain, q);
  std::array<float, 6> out{};
  {
    sycl::buffer<float> to(out.data(), sycl::range(6));
    q.submit([&](sycl::handler &cgh) {
      sycl::accessor result(to, cgh, sycl::write_only, sycl::no_init);
      cgh.single_task([=] {
        const sycl::float2 at(0.5f, 0.5f);
        result[0] = bindless::sample_mipmap<sycl::float2>(image, at, 0.f)[1];
        for (int level = 0; level < 2; ++level)
          result[1 + level] =
              bindless::sample_mipmap<sycl::float2>(image, at, float(level))[1];
        result[3] = bindless::sample_mipmap<sycl::float2>(image, at, 9.f)[1];
        result[4] = bindless::sample_image<sycl::float2>(all, at)[1];
        result[5] = bindless::read_mipmap<sycl::float2>(all, at, 2.f)[1];
      });
    });
  }
  bindless::destroy_image_handle(image, q);
  bindless::destroy_image_handle(all, q);
  const std::array<float, 6> expected{2, 2, 2, 4.5f, 1, 3};
  std::printf("constant levels: %d wrong\n", out != expected);
}

// Levels are separate images, which kernels read and write.
void memory_of_levels(sycl::queue &q) {
  const image_descriptor desc({12, 10}, 1, floats, image_type::mipmap, 3);
  const bindless::image_mem_handle memory = bindless::alloc_image_mem(desc, q);
  int wrong = 0;
  for (unsigned level = 0; level < 3; ++level) {
    const image_descriptor one = desc.get_mip_level_desc(level);
    const auto part = bindless::get_mip_level_mem_handle(memory, level, q);
    const sycl::range<3> size =
        bindless::get_image_range(part, q.get_device(), q.get_context());
    wrong += size != sycl::range<3>(12 >> level, 10 >> level, 0);
    auto image = bindless::create_image(part, one, q);
    q.parallel_for(sycl::range(one.width, one.height), [=](sycl::id<2> at) {
       bindless::write_image(image, sycl::int2(at[0], at[1]),
                             float(level * 1000 + at[1] * 20 + at[0]));
     }).wait();
    bindless::destroy_image_handle(image, q);
  }
  for (unsigned level = 0; level < 3; ++level) {
    const image_descriptor one = desc.get_mip_level_desc(level);
    std::vector<float> pixels(one.width * one.height);
    q.ext_oneapi_copy(bindless::get_mip_level_mem_handle(memory, level, q),
                      pixels.data(), one)
        .wait();
    for (size_t i = 0; i < pixels.size(); ++i)
      wrong += pixels[i] != level * 1000 + i / one.width * 20 + i % one.width;
  }
  bindless::free_image_mem(memory, image_type::mipmap, q);
  std::printf("memory of levels: %d wrong\n", wrong);
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
  const image_descriptor desc({8, 6}, 1, floats, image_type::mipmap, 3);
  bindless::image_mem memory(desc, q);
  std::vector<float> pixels(48);
  int wrong = is_missed(errc::memory_allocation, [&] {
    bindless::alloc_image_mem({{8, 6}, 1, floats, image_type::mipmap, 5}, q);
  });
  wrong +=
      is_missed(errc::runtime, [&] { memory.get_mip_level_mem_handle(3); });
  wrong += is_missed(errc::runtime, [&] {
    bindless::image_mem image({{8, 6}, 1, floats}, q);
    image.get_mip_level_mem_handle(0);
  });
  // Coordinates that are not normalized.
  wrong += is_missed(errc::runtime, [&] {
    bindless::create_image(
        memory, desc,
        bindless_image_sampler(
            addressing_mode::clamp,
            sycl::coordinate_normalization_mode::unnormalized,
            filtering_mode::nearest),
        q);
  });
  // Bounds in the wrong order.
  wrong += is_missed(errc::runtime, [&] {
    bindless::create_image(
        memory, desc,
        bindless_image_sampler(addressing_mode::clamp, normalized,
                               filtering_mode::nearest, filtering_mode::nearest,
                               2, 1, 0),
        q);
  });
  // All levels together, and another number of them.
  wrong += is_missed(errc::invalid, [&] {
    q.ext_oneapi_copy(pixels.data(), memory.get_handle(), desc);
  });
  wrong += is_missed(errc::runtime, [&] {
    bindless::create_image(memory, {{8, 6}, 1, floats, image_type::mipmap, 2},
                           q);
  });
  // A level ends with its mipmap.
  wrong += is_missed(errc::memory_allocation, [&] {
    bindless::free_image_mem(memory.get_mip_level_mem_handle(1),
                             image_type::standard, q);
  });
  std::printf("refused: %d wrong\n", wrong);
}

int main() {
  sycl::queue q;
  by_levels<1>(q);
  by_levels<2>(q);
  by_levels<3>(q);
  by_gradients<1>(q);
  by_gradients<2>(q);
  by_gradients<3>(q);
  integers(q);
  constant_levels(q);
  memory_of_levels(q);
  refuse(q);
}
