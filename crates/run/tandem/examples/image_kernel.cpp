// A SYCL program whose kernel image_kernel.rs runs from Rust.
#include <cstdio>
#include <sycl/sycl.hpp>

class Julia;

// Bytes that tell how fast each point of the plane escapes.
static void julia(sycl::queue &queue, std::uint8_t *pixels, std::size_t side,
                  float re, float im, float scale) {
  // The captures are listed, so that their order is the kernel's parameters'.
  queue.parallel_for<Julia>(
      sycl::range<2>(side, side), [pixels, re, im, scale](sycl::item<2> item) {
        float x = (item[1] - item.get_range(1) * 0.5f) * scale;
        float y = (item[0] - item.get_range(0) * 0.5f) * scale;
        int steps = 0;
        for (; steps < 255 && x * x + y * y < 4.0f; ++steps) {
          const float next = x * x - y * y + re;
          y = 2.0f * x * y + im;
          x = next;
        }
        pixels[item.get_linear_id()] = static_cast<std::uint8_t>(steps);
      });
}

int main() {
  constexpr std::size_t side = 512;
  sycl::queue queue;
  auto *pixels = sycl::malloc_shared<std::uint8_t>(side * side, queue);
  julia(queue, pixels, side, -0.8f, 0.156f, 3.0f / side);
  queue.wait();
  unsigned long sum = 0;
  for (std::size_t i = 0; i < side * side; ++i)
    sum += pixels[i];
  std::printf("%lu\n", sum);
  sycl::free(pixels, queue);
}
