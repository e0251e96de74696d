// Device globals: kinds of declarations, member functions, state between
// kernels and submissions, copies from and to the host.
// EXPECT: declarations 1 2 3 4 5 6 7
// EXPECT: kernels 30
// EXPECT: array 0 10 20 30
// EXPECT: pointer 99
// EXPECT: struct 7 2.5
// EXPECT: handler 5 6
// EXPECT: unused 42
// EXPECT: address space 12
// EXPECT: contexts 0
// EXPECT: beyond the end: invalid invalid
#include <sycl/sycl.hpp>

#include <cstdio>

namespace ex = sycl::ext::oneapi::experimental;
using ex::device_global;

device_global<int> plain;
static device_global<int> internal;
inline device_global<int> in_line;
namespace {
device_global<int> anonymous;
}
namespace names {
device_global<int> spaced;
}
struct holder {
  static device_global<int> member;
};
device_global<int> holder::member;
template <class T> device_global<T> templated;

device_global<int[4]> array;
struct pair {
  int first;
  float second;
};
device_global<pair> structure;
device_global<int *> pointer;
device_global<int> unused; // by kernels
static device_global<long long[3]> numbers;
using listed = decltype(ex::properties(
    ex::implement_in_csr_on, ex::host_access_read_write, ex::init_mode_reset));
device_global<int, listed> with_properties;

static_assert(ex::is_device_global_v<decltype(array)>);
static_assert(std::is_same_v<decltype(array)::element_type, int>);
static_assert(listed::has_property<ex::host_access_key>());
static_assert(
    decltype(with_properties)::get_property<ex::implement_in_csr_key>() ==
    ex::implement_in_csr<true>);
static_assert(!decltype(plain)::has_property<ex::device_image_scope_key>());
static_assert(sizeof(array) == sizeof(int[4]));

static void add(device_global<int> &to, int value) { to.get() += value; }

template <class T, class P>
static T read(sycl::queue &q, const device_global<T, P> &from) {
  T value;
  q.memcpy(&value, from).wait();
  return value;
}

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  q.single_task([] {
    plain = 1;
    internal = 2;
    in_line = 3;
    anonymous = 4;
    names::spaced = 5;
    holder::member = 6;
    templated<int> = 7;
  });
  std::printf("declarations %d %d %d %d %d %d %d\n", read(q, plain),
              read(q, internal), read(q, in_line), read(q, anonymous),
              read(q, names::spaced), read(q, holder::member),
              read(q, templated<int>));

  // State stays from kernel to kernel, and may be named through references.
  for (int round = 0; round < 9; ++round)
    q.single_task([=] { add(plain, 3); });
  q.single_task([] { add(plain, 1 + (plain == 28)); });
  std::printf("kernels %d\n", read(q, plain));

  q.parallel_for(4, [=](sycl::id<1> i) { array[i] = 10 * int(i[0]); });
  int values[4] = {};
  q.copy(array, values).wait();
  std::printf("array %d %d %d %d\n", values[0], values[1], values[2],
              values[3]);

  int *target = sycl::malloc_device<int>(1, q);
  q.memcpy(pointer, &target).wait();
  q.single_task([] { *pointer = 99; }).wait();
  int result;
  q.copy(target, &result, 1).wait();
  std::printf("pointer %d\n", result);

  q.single_task([] { structure = pair{7, 2.5f}; });
  pair copied = read(q, structure);
  std::printf("struct %d %.1f\n", copied.first, copied.second);

  const long long source[2] = {5, 6};
  q.submit([&](sycl::handler &h) { h.copy(source, numbers, 2, 1); });
  long long back[2] = {};
  q.submit([&](sycl::handler &h) {
    h.memcpy(back, numbers, sizeof back, sizeof(long long));
  });
  q.wait();
  std::printf("handler %lld %lld\n", back[0], back[1]);

  const int answer = 42;
  sycl::event copy = q.copy(&answer, unused);
  std::printf("unused %d\n", (copy.wait(), read(q, unused)));

  q.single_task([] {
     auto decorated =
         with_properties.get_multi_ptr<sycl::access::decorated::yes>();
     *decorated = 5;
     sycl::atomic_ref<int, sycl::memory_order::relaxed,
                      sycl::memory_scope::device>
         atomic(with_properties.get());
     atomic += 7;
   }).wait();
  std::printf("address space %d\n", read(q, with_properties));

  // Another context has separate memory.
  sycl::queue other{sycl::context(q.get_device()), q.get_device()};
  std::printf("contexts %d\n", read(other, plain));

  std::printf("beyond the end:");
  for (size_t start : {3, 5}) {
    try {
      q.copy(array, values, 2, start);
    } catch (const sycl::exception &error) {
      std::printf(" %s",
                  error.code() == sycl::errc::invalid ? "invalid" : "other");
    }
  }
  std::printf("\n");
  sycl::free(target, q);
}
