// Accesses to images become instructions on the image that a handle stands
// for; handles of images and samplers are arguments of their own.
#include "kernel.hpp"
#include <cstdint>

extern "C" {
void __tandem_image_read(uint64_t image, int shape, int texel,
                         const int32_t *coords, void *to) noexcept;
void __tandem_image_write(uint64_t image, int shape, int texel,
                          const int32_t *coords, const void *from) noexcept;
void __tandem_image_sample(uint64_t image, uint64_t sampler, int shape,
                           int texel, const float *coords, void *to) noexcept;
}

struct functor {
  static constexpr size_t marks = 4;
  static constexpr int kinds[] = {7, 7, 7, 8};
  static constexpr size_t offsets[] = {0, 8, 16, 24};
  uint64_t row, plane, volume, sampler;
  void operator()() const {
    int x = __spirv_BuiltInGlobalInvocationId(0);
    int32_t numbers[4];
    const int32_t at[4] = {x, x + 1, 0, 0};
    __tandem_image_read(row, 0, 1, at, numbers); // one dimension, integers
    float color[4];
    const float point[4] = {x + 0.5f, 1, 2, 0};
    __tandem_image_sample(volume, sampler, 2, 0, point, color);
    color[0] += numbers[0];
    __tandem_image_write(plane, 1 | 1 << 4, 0, at, color);
  }
};

void host() { submit<class kernel>(functor{}); }
