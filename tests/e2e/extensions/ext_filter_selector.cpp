// sycl_ext_oneapi_filter_selector: a device by its type and number.
// EXPECT: found 1 1 1
// EXPECT: bad word: `bob` in the filter `cpu,bob` does not fit BACKEND:TYPE:NUMBER
// EXPECT: after the number: `0` in the filter `0:0` does not fit BACKEND:TYPE:NUMBER
// EXPECT: none 1
#include <cstdio>
#include <string>
#include <sycl/sycl.hpp>

using sycl::ext::oneapi::filter_selector;

static std::string error_of(const char *filters) {
  try {
    sycl::device found{filter_selector(filters)};
    return "found " + found.get_info<sycl::info::device::name>();
  } catch (const sycl::exception &error) {
    return error.what();
  }
}

int main() {
#ifndef SYCL_EXT_ONEAPI_FILTER_SELECTOR
#error "no macro"
#endif
  const sycl::device expected;
  const auto all = sycl::device::get_devices();
  size_t number = 0;
  while (all[number] != expected)
    ++number;
  const sycl::device by_number{filter_selector(std::to_string(number))};
  const sycl::device by_type{filter_selector("cpu,gpu,acc")};
  const sycl::queue q = filter_selector("*:*:" + std::to_string(number));
  std::printf("found %d %d %d\n", by_number == expected, by_type == expected,
              q.get_device() == expected);
  std::printf("bad word: %s\n", error_of("cpu,bob").c_str());
  std::printf("after the number: %s\n", error_of("0:0").c_str());
  std::printf("none %d\n", error_of("gpu:999").find("filter_selector") == 0 ||
                               error_of("gpu:999").find("found") != 0);
}
