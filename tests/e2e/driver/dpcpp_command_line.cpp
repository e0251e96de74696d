// The command line of a project for DPC++ and icpx, with its options, its
// header and its library.
// FLAGS: -Wall -Werror -Wno-sycl-strict -sycl-std=2020 -fsycl-unnamed-lambda -fp-model=precise -xHost -fno-sycl-id-queries-fit-in-int -fsycl-id-queries-fit-in-int -qopt-zmm-usage=high -lsycl
// EXPECT: 5050
#include <cstdio>

#include <sycl.hpp>

static_assert(__LIBSYCL_MAJOR_VERSION == 7 && __LIBSYCL_MINOR_VERSION == 2);
static_assert(__LIBSYCL_PATCH_VERSION == 0);
static_assert(__SYCL_COMPILER_VERSION >= 20240000);

int main() {
  int sum = 0;
  {
    sycl::buffer<int> buffer{&sum, 1};
    sycl::queue{}.submit([&](sycl::handler &handler) {
      sycl::accessor total{buffer, handler};
      handler.single_task([=] {
        for (int i = 1; i <= 100; ++i)
          total[0] += i;
      });
    });
  }
  std::printf("%d\n", sum);
}
