#include "device_global.hpp"

SYCL_EXTERNAL device_global<long> defined_elsewhere{-1};
SYCL_EXTERNAL device_global<int, device_image_value> image_elsewhere{7};
