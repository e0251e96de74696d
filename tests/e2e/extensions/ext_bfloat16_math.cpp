// sycl_ext_oneapi_bfloat16_math_functions, on scalars and vectors; device_ptr
// and host_ptr of sycl_ext_intel_usm_address_spaces.
// REQUIRES: aspect:usm_device_allocations, aspect:usm_host_allocations
// EXPECT: right
#include <cmath>
#include <cstdio>
#include <sstream>
#include <sycl/sycl.hpp>

namespace syclex = sycl::ext::oneapi::experimental;
using sycl::ext::oneapi::bfloat16;

int failures = 0;
void check(bool right, const char *what) {
  if (!right)
    std::printf("wrong: %s\n", what), ++failures;
}

// Kokkos has its own bit_cast, and calls it with half-precision numbers.
namespace own {
template <class To, class From> To bit_cast(From) { return To(7); }
int test() { return bit_cast<int>(sycl::half(1)); }
} // namespace own

void math(sycl::queue &q) {
  using pair = sycl::marray<bfloat16, 2>;
  constexpr size_t n = 32;
  sycl::buffer<bfloat16> scalar_results(n);
  sycl::buffer<pair> vector_results(n);
  sycl::buffer<bool> test_results(n);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(scalar_results, h, sycl::write_only, sycl::no_init);
    sycl::accessor pairs(vector_results, h, sycl::write_only, sycl::no_init);
    sycl::accessor nans(test_results, h, sycl::write_only, sycl::no_init);
    h.parallel_for(n, [=](sycl::id<1> i) {
      const bfloat16 x = float(i[0]) + 0.5f;
      out[i] = syclex::fma(syclex::sqrt(x), syclex::floor(x),
                           syclex::exp2(bfloat16(-float(i[0]))));
      pairs[i] = syclex::fmax(
          pair(x, -x), syclex::fabs(pair(bfloat16(3.f), bfloat16(-4.f))));
      const auto is = syclex::isnan(pair(x, syclex::log(-x)));
      nans[i] = !is[0] && is[1] && !syclex::isnan(x);
    });
  });
  sycl::host_accessor out(scalar_results, sycl::read_only);
  sycl::host_accessor pairs(vector_results, sycl::read_only);
  sycl::host_accessor nans(test_results, sycl::read_only);
  bool scalars = true, vectors = true, tests = true;
  for (size_t i = 0; i < n; ++i) {
    const float x = i + 0.5f;
    const float want = float(bfloat16(std::sqrt(x))) * std::floor(x) +
                       float(bfloat16(std::exp2(-float(i))));
    scalars &= float(out[i]) == float(bfloat16(want));
    vectors &=
        float(pairs[i][0]) == std::fmax(x, 3.f) && float(pairs[i][1]) == 4.f;
    tests &= nans[i];
  }
  check(scalars, "functions of scalars");
  check(vectors, "functions of vectors");
  check(tests, "isnan");
}

void address_spaces(sycl::queue &q) {
  using sycl::access::address_space;
  int *device = sycl::malloc_device<int>(1, q),
      *host = sycl::malloc_host<int>(1, q);
  q.single_task([=] {
     sycl::ext::intel::device_ptr<int> d(device);
     sycl::ext::intel::host_ptr<int> h(host);
     sycl::global_ptr<int> global = d;
     *global = 41;
     *h = *sycl::ext::intel::device_ptr<int>(global) + 1;
   }).wait();
  check(*host == 42, "spaces");
  check(!std::is_convertible_v<sycl::global_ptr<int>,
                               sycl::ext::intel::device_ptr<int>> &&
            !std::is_convertible_v<sycl::ext::intel::host_ptr<int>,
                                   sycl::ext::intel::device_ptr<int>>,
        "narrowing");
  sycl::free(device, q), sycl::free(host, q);
}

int main() {
  sycl::queue q;
  math(q);
  address_spaces(q);
  std::stringstream name;
  name << sycl::backend::opencl;
  check(name.str() == "opencl", "names of backends");
  check(own::test() == 7, "names that half finds");
  check(q.get_device().get_info<sycl::info::device::reference_count>() > 0,
        "reference_count");
  ::cl_ulong wide = 1;
  check(sizeof wide == 8, "cl_ulong");
  if (!failures)
    std::puts("right");
  return failures;
}
