// Kernels that read and write images; `images.py` has them in OpenCL C, and
// `cuda/images.cu` in CUDA.
//   usage: images [runs=9] [burst=1]
// Prints "<kernel> <wall> <processor>" a line: medians in ms of the kernel's
// wall time and processor time, over bursts of kernels that run after another.
#include "divergent/measure.hpp"

#include <cstdlib>

using sycl::float2;
using sycl::float4;
using sycl::image_format;

constexpr int SIZE = 2048;               // pixels of a row, and rows
constexpr int SOURCE[2] = {1500, 1100};  // of the picture that is resized
constexpr int VOLUME = 128, RAYS = 1024; // texels and rays in each direction
constexpr int STEPS = 64;

using picture = sycl::unsampled_image<2>;

// Bytes that are the same in `images.py`.
std::vector<std::uint8_t> texels(std::size_t count) {
  std::vector<std::uint8_t> bytes(count * 4);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = std::uint8_t(mix(std::uint32_t(i)));
  return bytes;
}

sycl::image_sampler sampler(bool is_normalized, bool is_linear) {
  using sycl::coordinate_normalization_mode;
  return {sycl::addressing_mode::clamp_to_edge,
          is_normalized ? coordinate_normalization_mode::normalized
                        : coordinate_normalization_mode::unnormalized,
          is_linear ? sycl::filtering_mode::linear
                    : sycl::filtering_mode::nearest};
}

// Submits a kernel with a work-item for each pixel of the target.
template <class Image, class Kernel>
void draw(sycl::queue &q, Image &source, picture &target, int size,
          Kernel kernel) {
  q.submit([&](sycl::handler &h) {
    auto in = source.template get_access<float4>(h);
    auto out = target.get_access<float4, sycl::access_mode::write>(h);
    h.parallel_for(sycl::range<2>(size, size), [=](sycl::id<2> id) {
      const sycl::int2 at{int(id[1]), int(id[0])};
      out.write(at, kernel(in, at));
    });
  });
}

// A warm-up, and bursts of kernels, of which a number is measured.
struct plan {
  int runs, burst;
};

template <class Run>
void row(sycl::queue &q, const char *name, plan plan, Run run) {
  Costs costs;
  for (int i = 0; i < plan.runs + 2; ++i) {
    Costs warm_up;
    (i < 2 ? warm_up : costs).measure([&] {
      for (int j = 0; j < plan.burst; ++j)
        run();
      q.wait();
    });
  }
  const Cost cost = costs.medians();
  std::printf("%s %.4f %.4f\n", name, cost.wall / plan.burst,
              cost.processor / plan.burst);
}

int main(int argc, char **argv) {
  const plan plan{argc > 1 ? std::atoi(argv[1]) : 9,
                  argc > 2 ? std::atoi(argv[2]) : 1};
  sycl::queue q;
  const image_format format = image_format::r8g8b8a8_unorm;
  picture target(format, {SIZE, SIZE}), shadow(format, {RAYS, RAYS});

  const auto pixels = texels(std::size_t(SIZE) * SIZE);
  picture plain(pixels.data(), format, {SIZE, SIZE});
  plain.set_write_back(false);
  row(q, "invert", plan, [&] {
    draw(q, plain, target, SIZE, [](const auto &in, sycl::int2 at) {
      return float4(1.0f) - in.read(at);
    });
  });

  sycl::sampled_image<2> nearest(pixels.data(), format, sampler(false, false),
                                 {SIZE, SIZE});
  row(q, "bilateral", plan, [&] {
    draw(q, nearest, target, SIZE, [](const auto &in, sycl::int2 at) {
      const float2 middle(at[0] + 0.5f, at[1] + 0.5f);
      const float4 center = in.read(middle);
      float4 sum(0.0f);
      float weights = 0;
      for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) {
          const float4 color = in.read(middle + float2(dx, dy));
          const float4 apart = color - center;
          const float distance =
              apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
          const float weight =
              sycl::exp(-8.0f * distance - 0.125f * float(dx * dx + dy * dy));
          sum += weight * color;
          weights += weight;
        }
      return sum / weights;
    });
  });

  const auto small = texels(std::size_t(SOURCE[0]) * SOURCE[1]);
  sycl::sampled_image<2> linear(small.data(), format, sampler(true, true),
                                {size_t(SOURCE[0]), size_t(SOURCE[1])});
  row(q, "resize", plan, [&] {
    draw(q, linear, target, SIZE, [](const auto &in, sycl::int2 at) {
      return in.read(float2((at[0] + 0.5f) / SIZE, (at[1] + 0.5f) / SIZE));
    });
  });

  const auto cloud = texels(std::size_t(VOLUME) * VOLUME * VOLUME);
  sycl::sampled_image<3> volume(cloud.data(), format, sampler(true, true),
                                {VOLUME, VOLUME, VOLUME});
  row(q, "volume", plan, [&] {
    draw(q, volume, shadow, RAYS, [](const auto &in, sycl::int2 at) {
      float4 sum(0.0f);
      for (int step = 0; step < STEPS; ++step) {
        const float z = (step + 0.5f) / STEPS;
        sum += in.read(
            float4((at[0] + 20 * z) / RAYS, (at[1] - 9 * z) / RAYS, z, 0));
      }
      return sum / float(STEPS);
    });
  });
}
