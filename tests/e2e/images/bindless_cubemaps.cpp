// Kernels sample cube maps by directions, against a reference of double
// precision: the six faces, both filters, edges and corners with neighbours on
// other faces and without; they fetch and write pixels of faces.
// REQUIRES: aspect:ext_oneapi_cubemap
// EXPECT: directions along axes: 0 wrong
// EXPECT: faces as images of their own: 0 wrong
// EXPECT: faces with neighbours: 0 wrong
// EXPECT: integers: 0 wrong
// EXPECT: pixels of faces: 0 wrong
// EXPECT: refused: 0 wrong
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <random>
#include <sycl/ext/oneapi/bindless_images.hpp>
#include <sycl/sycl.hpp>
#include <vector>

namespace bindless = sycl::ext::oneapi::experimental;
using bindless::bindless_image_sampler;
using bindless::cubemap_filtering_mode;
using bindless::image_descriptor;
using bindless::image_type;
using sycl::addressing_mode;
using sycl::filtering_mode;

constexpr auto normalized = sycl::coordinate_normalization_mode::normalized;
constexpr auto floats = sycl::image_channel_type::fp32;

using vector = std::array<double, 3>;

// For each face: its axis, and the directions of its columns and rows.
constexpr vector axes[6][3] = {
    {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
    {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},   {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},
    {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}},  {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}}};

double dot(const vector &a, const vector &b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// A place on a face, from 0 to 1 in both directions.
struct on_face {
  int face;
  double s, t;
};

// The face whose axis is nearest to a direction.
on_face project(const vector &direction) {
  int face = 0;
  for (int other = 1; other < 6; ++other)
    if (dot(axes[other][0], direction) > dot(axes[face][0], direction))
      face = other;
  const double far = dot(axes[face][0], direction);
  return {face, (dot(axes[face][1], direction) / far + 1) / 2,
          (dot(axes[face][2], direction) / far + 1) / 2};
}

// A point on a face, also outside of it.
vector point(int face, double s, double t) {
  vector at;
  for (int i = 0; i < 3; ++i)
    at[i] = axes[face][0][i] + (2 * s - 1) * axes[face][1][i] +
            (2 * t - 1) * axes[face][2][i];
  return at;
}

struct cube {
  int size;
  std::vector<float> pixels;

  explicit cube(int pixels_of_edge)
      : size(pixels_of_edge), pixels(6 * size * size) {
    std::mt19937 random(3);
    for (float &pixel : pixels)
      pixel = float(random() % 1024) / 1024;
  }

  double at(int face, int x, int y) const {
    return pixels[(face * size + y) * size + x];
  }

  // The pixel that is nearest to a direction.
  double nearest(const vector &direction) const {
    const on_face place = project(direction);
    return at(place.face,
              std::clamp(int(std::floor(place.s * size)), 0, size - 1),
              std::clamp(int(std::floor(place.t * size)), 0, size - 1));
  }

  // A pixel of a face; outside, as the mode says, or that of the neighbour.
  double pixel(int face, int x, int y, addressing_mode mode,
               bool is_seamless) const {
    const bool inside = x >= 0 && x < size && y >= 0 && y < size;
    if (inside)
      return at(face, x, y);
    if (is_seamless)
      return nearest(point(face, (x + 0.5) / size, (y + 0.5) / size));
    if (mode == addressing_mode::clamp)
      return 0;
    return at(face, std::clamp(x, 0, size - 1), std::clamp(y, 0, size - 1));
  }

  double linear(const vector &direction, addressing_mode mode,
                bool is_seamless) const {
    const on_face place = project(direction);
    const double u = place.s * size - 0.5, v = place.t * size - 0.5;
    const int x = int(std::floor(u)), y = int(std::floor(v));
    const double parts[2][2] = {{1 - (u - x), u - x}, {1 - (v - y), v - y}};
    double sum = 0, weights = 0;
    double others = 0;
    for (int i = 0; i < 4; ++i) {
      const int column = x + (i & 1), row = y + (i >> 1);
      const double weight = parts[0][i & 1] * parts[1][i >> 1];
      const bool is_missing = (column < 0 || column >= size) &&
                              (row < 0 || row >= size) && is_seamless;
      if (is_missing)
        continue;
      const double texel = pixel(place.face, column, row, mode, is_seamless);
      sum += weight * texel;
      weights += weight;
      others += texel;
    }
    // Behind a corner there is the mean of the three pixels around it.
    return sum + (1 - weights) * others / 3;
  }

  double sample(const bindless_image_sampler &sampler,
                const vector &direction) const {
    if (sampler.filtering == filtering_mode::nearest)
      return nearest(direction);
    return linear(direction, sampler.addressing,
                  sampler.cubemap_filtering ==
                      cubemap_filtering_mode::seamless);
  }
};

image_descriptor describe(int size, sycl::image_channel_type type = floats) {
  return {{size_t(size), size_t(size)}, 1, type, image_type::cubemap, 1, 6};
}

template <class Texel>
std::vector<Texel> sample(sycl::queue &q, bindless::sampled_image_handle image,
                          const std::vector<sycl::float3> &directions) {
  std::vector<Texel> out(directions.size());
  sycl::buffer<sycl::float3> from(directions);
  sycl::buffer<Texel> to(out);
  q.submit([&](sycl::handler &cgh) {
    sycl::accessor in(from, cgh, sycl::read_only);
    sycl::accessor result(to, cgh, sycl::write_only, sycl::no_init);
    cgh.parallel_for(sycl::range(directions.size()), [=](sycl::id<1> i) {
      result[i] = bindless::sample_cubemap<Texel>(image, in[i]);
    });
  });
  sycl::host_accessor result(to);
  return {result.begin(), result.end()};
}

const bindless_image_sampler plain(addressing_mode::clamp_to_edge, normalized,
                                   filtering_mode::nearest);

// A cube of one pixel on each face, by its number.
void along_axes(sycl::queue &q) {
  const image_descriptor desc = describe(1);
  bindless::image_mem memory(desc, q);
  const float faces[6] = {0, 1, 2, 3, 4, 5};
  q.ext_oneapi_copy(faces, memory.get_handle(), desc).wait();
  auto image = bindless::create_image(memory, desc, plain, q);
  const std::vector<sycl::float3> directions = {
      {3, 0, 0},   {-3, 0, 0}, {0, 2, 0},     {0, -2, 0},
      {0, 0, .1f}, {0, 0, -9}, {5, 4, -4.5f}, {-1, 2, -3}};
  const float expected[] = {0, 1, 2, 3, 4, 5, 0, 5};
  const auto out = sample<float>(q, image, directions);
  int wrong = 0;
  for (size_t i = 0; i < out.size(); ++i)
    wrong += out[i] != expected[i];
  bindless::destroy_image_handle(image, q);
  std::printf("directions along axes: %d wrong\n", wrong);
}

// Random ones, and such near edges and corners of the cube.
std::vector<sycl::float3> random_directions() {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> number(-1, 1);
  std::vector<sycl::float3> list(3000);
  for (size_t i = 0; i < list.size(); ++i) {
    sycl::float3 &direction = list[i];
    for (int axis = 0; axis < 3; ++axis)
      direction[axis] = number(random);
    if (i % 3 > 0)
      for (int axis = 0; axis < int(i % 3) + 1; ++axis)
        direction[(i + axis) % 3] =
            (random() % 2 ? 1 : -1) * (1 + 0.1f * number(random));
  }
  return list;
}

int wrong_samples(sycl::queue &q, const cube &host,
                  const bindless::image_mem &memory,
                  const image_descriptor &desc,
                  const bindless_image_sampler &sampler) {
  const std::vector<sycl::float3> directions = random_directions();
  auto image = bindless::create_image(memory, desc, sampler, q);
  const auto out = sample<float>(q, image, directions);
  bindless::destroy_image_handle(image, q);
  int wrong = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    const sycl::float3 &at = directions[i];
    // Where rounding may decide otherwise, a place next to it is right. GPUs
    // round places and weights to 8 bits after the point.
    const bool is_gpu = q.get_device().is_gpu();
    const double near = is_gpu ? 1e-3 : 1e-6;
    const double tolerance = is_gpu ? 0.012 : 1e-4;
    bool is_right = false;
    for (double s : {0.0, -near, near})
      for (double t : {0.0, -near, near}) {
        const vector direction = {at[0] + s, at[1] + t, at[2] + s - t};
        is_right = is_right || std::fabs(host.sample(sampler, direction) -
                                         out[i]) < tolerance;
      }
    wrong += !is_right;
  }
  return wrong;
}

void filtered(sycl::queue &q, cubemap_filtering_mode mode, const char *name) {
  int wrong = 0;
  for (int size : {1, 2, 5, 16}) {
    const cube host(size);
    const image_descriptor desc = describe(size);
    bindless::image_mem memory(desc, q);
    q.ext_oneapi_copy(host.pixels.data(), memory.get_handle(), desc).wait();
    for (filtering_mode filtering :
         {filtering_mode::nearest, filtering_mode::linear})
      for (addressing_mode addressing :
           {addressing_mode::clamp_to_edge, addressing_mode::clamp})
        wrong += wrong_samples(
            q, host, memory, desc,
            bindless_image_sampler(addressing, normalized, filtering, mode));
  }
  std::printf("%s: %d wrong\n", name, wrong);
}

void integers(sycl::queue &q) {
  const image_descriptor desc =
      describe(4, sycl::image_channel_type::unsigned_int8);
  bindless::image_mem memory(desc, q);
  std::vector<uint8_t> pixels(96);
  for (int i = 0; i < 96; ++i)
    pixels[i] = uint8_t(i);
  q.ext_oneapi_copy(pixels.data(), memory.get_handle(), desc).wait();
  auto image = bindless::create_image(
      memory, desc,
      bindless_image_sampler(addressing_mode::clamp, normalized,
                             filtering_mode::linear,
                             cubemap_filtering_mode::seamless),
      q);
  std::vector<sycl::float3> directions(96);
  for (int i = 0; i < 96; ++i) {
    const vector at = point(i / 16, (i % 4 + 0.5) / 4, (i / 4 % 4 + 0.5) / 4);
    directions[i] = {float(at[0]), float(at[1]), float(at[2])};
  }
  const auto out = sample<uint8_t>(q, image, directions);
  bindless::destroy_image_handle(image, q);
  std::printf("integers: %d wrong\n", out != pixels);
}

void pixels_of_faces(sycl::queue &q) {
  const image_descriptor desc = describe(5);
  bindless::image_mem memory(desc, q);
  std::vector<float> pixels(150), out(150);
  for (int i = 0; i < 150; ++i)
    pixels[i] = float(i);
  q.ext_oneapi_copy(pixels.data(), memory.get_handle(), desc).wait();
  auto image = bindless::create_image(memory, desc, q);
  q.parallel_for(sycl::range(6, 5, 5), [=](sycl::id<3> at) {
     const sycl::int2 pixel(at[2], at[1]);
     const float value =
         bindless::fetch_cubemap<float>(image, pixel, unsigned(at[0]));
     bindless::write_cubemap(image, pixel, int(at[0]), value * 2 + 1);
   }).wait();
  bindless::destroy_image_handle(image, q);
  q.ext_oneapi_copy(memory.get_handle(), out.data(), desc).wait();
  int wrong = 0;
  for (int i = 0; i < 150; ++i)
    wrong += out[i] != 2 * i + 1;
  std::printf("pixels of faces: %d wrong\n", wrong);
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
  int wrong = is_missed(errc::invalid, [&] {
    bindless::alloc_image_mem({{8, 6}, 1, floats, image_type::cubemap, 1, 6},
                              q);
  });
  wrong += is_missed(errc::invalid, [&] {
    bindless::alloc_image_mem({{8, 8}, 1, floats, image_type::cubemap, 1, 5},
                              q);
  });
  wrong += is_missed(errc::invalid, [&] {
    bindless::alloc_image_mem({{8, 8}, 1, floats, image_type::cubemap, 2, 6},
                              q);
  });
  // Coordinates that are not normalized.
  wrong += is_missed(errc::runtime, [&] {
    const image_descriptor desc = describe(8);
    bindless::image_mem memory(desc, q);
    bindless::create_image(
        memory, desc,
        bindless_image_sampler(
            addressing_mode::clamp,
            sycl::coordinate_normalization_mode::unnormalized,
            filtering_mode::nearest),
        q);
  });
  // An array of six images is no cube map.
  wrong += is_missed(errc::runtime, [&] {
    bindless::image_mem memory(describe(8), q);
    bindless::create_image(memory, {{8, 8}, 1, floats, image_type::array, 1, 6},
                           q);
  });
  std::printf("refused: %d wrong\n", wrong);
}

int main() {
  sycl::queue q;
  along_axes(q);
  filtered(q, cubemap_filtering_mode::disjointed,
           "faces as images of their own");
  filtered(q, cubemap_filtering_mode::seamless, "faces with neighbours");
  integers(q);
  pixels_of_faces(q);
  refuse(q);
}
