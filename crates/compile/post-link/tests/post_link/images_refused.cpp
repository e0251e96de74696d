// The shape of an image is a constant.
#include "kernel.hpp"
#include <cstdint>

extern "C" void __tandem_image_read(uint64_t image, int shape, int texel,
                                    const int32_t *coords, void *to) noexcept;

struct functor : plain {
  uint64_t image;
  int shape;
  void operator()() const {
    int32_t at[4] = {}, texel[4];
    __tandem_image_read(image, shape, 1, at, texel);
    __tandem_image_read(image, 3, 1, at, texel); // a cube
  }
};

void host() { submit<class kernel>(functor{}); }
