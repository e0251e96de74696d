#include "kernel.hpp"

SYCL_EXTERNAL int of_part(int n) { return n * 3; }
SYCL_EXTERNAL int of_another_image(int);
SYCL_EXTERNAL int used_by_kernel(int n) { return of_another_image(n) + 1; }
