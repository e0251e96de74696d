// Requirements of SYCL 2020 and DPC++'s extensions for the public classes:
// which ones can be copied as bytes, are trivial, can be compared and hashed.
// Both passes check them.
// EXPECT: hashes and copies agree
#include <cstdio>
#include <functional>
#define SYCL_EXT_ONEAPI_COMPLEX
#include <sycl/ext/oneapi/experimental/complex/complex.hpp>
#include <sycl/sycl.hpp>
#include <type_traits>
#include <utility>

using sycl::access_mode, sycl::half, sycl::marray, sycl::vec;
using sycl::ext::oneapi::bfloat16;
namespace experimental = sycl::ext::oneapi::experimental;

struct Plain {
  int number;
};

template <class... Ts>
constexpr bool trivially_copyable =
    ((std::is_trivially_copyable_v<Ts> && sycl::is_device_copyable_v<Ts> &&
      std::is_trivially_destructible_v<Ts>) &&
     ...);
template <class... Ts>
constexpr bool trivially_default_constructible =
    (std::is_trivially_default_constructible_v<Ts> && ...);
template <class... Ts>
constexpr bool value_initialized_by_constructor =
    ((std::is_default_constructible_v<Ts> &&
      !std::is_trivially_default_constructible_v<Ts>) &&
     ...);
template <class... Ts>
constexpr bool standard_layout = (std::is_standard_layout_v<Ts> && ...);

// Numbers and vectors: values without initial ones.
static_assert(trivially_default_constructible<
              half, bfloat16, vec<float, 1>, vec<half, 3>, vec<bfloat16, 2>,
              vec<double, 16>, vec<bool, 4>, vec<std::byte, 8>>);
static_assert(trivially_copyable<half, bfloat16, vec<half, 3>, vec<double, 16>,
                                 marray<bool, 5>, marray<half, 2>>);
static_assert(standard_layout<half, bfloat16, vec<float, 4>, marray<int, 3>>);
static_assert(sizeof(half) == 2 && sizeof(bfloat16) == 2 && alignof(half) == 2);
static_assert(sizeof(vec<char, 1>) == 1 && sizeof(vec<int, 3>) == 16 &&
              sizeof(vec<half, 4>) == 8 && sizeof(vec<double, 16>) == 128);
static_assert(alignof(vec<int, 2>) == 8 && alignof(vec<int, 3>) == 16 &&
              alignof(vec<half, 8>) == 16 && alignof(vec<double, 16>) == 64);
static_assert(sizeof(marray<int, 3>) == 3 * sizeof(int) &&
              alignof(marray<int, 3>) == alignof(int) &&
              sizeof(marray<half, 5>) == 10);

// Zero, or a null pointer, after construction without arguments.
static_assert(value_initialized_by_constructor<
              sycl::id<1>, sycl::id<3>, sycl::range<2>, marray<int, 2>,
              sycl::global_ptr<int>, experimental::complex<float>>);
static_assert(sycl::id<2>()[1] == 0 && sycl::range<3>()[2] == 0 &&
              marray<int, 2>()[1] == 0);
static_assert(!std::is_default_constructible_v<sycl::nd_range<1>>);

// Types that kernels get by value.
static_assert(
    trivially_copyable<
        sycl::id<1>, sycl::range<2>, sycl::nd_range<3>, sycl::item<1, true>,
        sycl::item<2, false>, sycl::nd_item<3>, sycl::h_item<1>, sycl::group<2>,
        sycl::sub_group, sycl::device_event, sycl::global_ptr<Plain>,
        sycl::local_ptr<const int>, sycl::decorated_private_ptr<int>,
        sycl::span<int, 4>, sycl::span<const Plain>,
        experimental::complex<double>, sycl::plus<>, sycl::maximum<float>,
        sycl::ext::oneapi::sub_group_mask>);
static_assert(sizeof(sycl::id<3>) == 3 * sizeof(size_t) &&
              sizeof(sycl::global_ptr<int>) == sizeof(int *));
// Programs get these, and make none.
template <class... Ts>
constexpr bool given = (!std::is_default_constructible_v<Ts> && ...);
static_assert(given<sycl::item<1>, sycl::nd_item<1>, sycl::h_item<2>,
                    sycl::group<3>, sycl::sub_group, sycl::handler,
                    sycl::interop_handle, sycl::kernel_id, sycl::kernel>);
static_assert(!std::is_copy_constructible_v<sycl::handler> &&
              !std::is_move_constructible_v<sycl::handler>);

// Accessors are device copyable; host accessors hold a lock and are not.
template <class T, int D, access_mode M>
using device_accessor = sycl::accessor<T, D, M>;
static_assert(sycl::is_device_copyable_v<
                  device_accessor<int, 1, access_mode::read_write>> &&
              sycl::is_device_copyable_v<
                  device_accessor<const Plain, 3, access_mode::read>> &&
              sycl::is_device_copyable_v<sycl::local_accessor<float, 2>>);
static_assert(!sycl::is_device_copyable_v<sycl::host_accessor<int>> &&
              !sycl::is_device_copyable_v<sycl::buffer<int>> &&
              !sycl::is_device_copyable_v<sycl::queue>);
static_assert(std::is_default_constructible_v<sycl::accessor<int, 2>> &&
              std::is_default_constructible_v<sycl::local_accessor<int, 0>> &&
              std::is_default_constructible_v<sycl::host_accessor<int, 3>> &&
              std::is_default_constructible_v<sycl::event> &&
              std::is_default_constructible_v<sycl::queue> &&
              std::is_default_constructible_v<sycl::device> &&
              std::is_default_constructible_v<sycl::platform> &&
              std::is_default_constructible_v<sycl::context> &&
              !std::is_default_constructible_v<sycl::buffer<int>>);

// By-value semantics: comparisons of values.
template <class T, class = void> constexpr bool comparable = false;
template <class T>
constexpr bool comparable<
    T, std::void_t<
           decltype(std::declval<const T &>() == std::declval<const T &>()),
           decltype(std::declval<const T &>() != std::declval<const T &>())>> =
    true;
static_assert(comparable<sycl::id<2>> && comparable<sycl::range<3>> &&
              comparable<sycl::nd_range<1>> && comparable<sycl::item<1>> &&
              comparable<sycl::nd_item<2>> && comparable<sycl::h_item<3>> &&
              comparable<sycl::group<1>> && comparable<sycl::sub_group> &&
              comparable<sycl::global_ptr<int>> && comparable<half>);
static_assert(std::is_same_v<decltype(sycl::id<1>() == sycl::id<1>()), bool>);

// Common reference semantics: copies are equal, and have the same hash.
template <class T>
constexpr bool hashable =
    std::is_default_constructible_v<std::hash<T>> &&
    std::is_invocable_r_v<size_t, std::hash<T>, const T &>;
template <class... Ts>
constexpr bool has_reference_semantics =
    ((comparable<Ts> && hashable<Ts> && std::is_copy_constructible_v<Ts> &&
      std::is_copy_assignable_v<Ts> && std::is_move_constructible_v<Ts> &&
      std::is_move_assignable_v<Ts>) &&
     ...);
static_assert(
    has_reference_semantics<
        sycl::platform, sycl::context, sycl::device, sycl::queue, sycl::event,
        sycl::buffer<int>, sycl::buffer<Plain, 3>, sycl::accessor<int>,
        sycl::local_accessor<float, 2>, sycl::host_accessor<int>, sycl::kernel,
        sycl::kernel_id, sycl::kernel_bundle<sycl::bundle_state::executable>,
        sycl::device_image<sycl::bundle_state::input>, sycl::stream,
        sycl::unsampled_image<2>, sycl::sampled_image<1>, experimental::node,
        experimental::command_graph<>>);
static_assert(hashable<half>);

template <class T> bool is_same_object(const T &object) {
  const T copy = object;
  return copy == object && std::hash<T>()(copy) == std::hash<T>()(object);
}

int main() {
  sycl::queue q;
  sycl::buffer<int> buffer(4);
  sycl::buffer<int> other(4);
  const sycl::accessor placeholder(buffer, sycl::read_only);
  bool right = is_same_object(q) && is_same_object(q.get_device()) &&
               is_same_object(q.get_context()) && is_same_object(buffer) &&
               is_same_object(q.get_device().get_platform()) &&
               is_same_object(placeholder) && buffer != other;
  const sycl::event event = q.submit([&](sycl::handler &h) {
    const sycl::local_accessor<int> local(1, h);
    right &= is_same_object(local) && local != sycl::local_accessor<int>(1, h);
    h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1> it) {
      local[0] = placeholder.empty() + int(it.get_local_id(0));
    });
  });
  right &= is_same_object(event) && is_same_object(sycl::host_accessor(buffer));
  std::puts(right ? "hashes and copies agree" : "they differ");
}
