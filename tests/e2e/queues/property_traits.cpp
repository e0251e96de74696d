// The properties of each class, and errors for other properties.
// REQUIRES: aspect:usm_shared_allocations
// EXPECT: queue: a queue cannot have the property no_init
// EXPECT: context: a context cannot have the property in_order
// EXPECT: buffer: a buffer cannot have the property in_order
// EXPECT: accessor: an accessor cannot have the property use_host_ptr
// EXPECT: host accessor: a host accessor cannot have the property in_order
// EXPECT: local accessor: a local accessor cannot have the property no_init
// EXPECT: image: an image cannot have the property no_init
// EXPECT: USM: an allocation of USM cannot have the property use_host_ptr
// EXPECT: allocator: a usm_allocator cannot have the property in_order
// EXPECT: stream: a stream cannot have the property in_order
// EXPECT: reduction: a reduction cannot have the property no_init
// EXPECT: two of a queue: 1 1 0
// EXPECT: none: 0 0 0
// EXPECT: get_property: the object lacks this property
// EXPECT: of an accessor of an image: 1 0
#include <cstdio>
#include <sycl/sycl.hpp>

namespace property = sycl::property;
using in_order = property::queue::in_order;
using use_host_ptr = property::buffer::use_host_ptr;
using no_init = property::no_init;
using initialize = property::reduction::initialize_to_identity;
template <class T> using accessor = sycl::accessor<T>;

static_assert(sycl::is_property_v<in_order> && sycl::is_property_v<no_init>);
static_assert(sycl::is_property_v<property::buffer::use_mutex>);
static_assert(!sycl::is_property_v<int> && !sycl::is_property_v<sycl::queue>);
// Only the class itself is a property, of the class itself.
struct derived : in_order {};
static_assert(!sycl::is_property_v<derived> &&
              !sycl::is_property_v<const in_order> &&
              !sycl::is_property_v<in_order &> &&
              !sycl::is_property_of_v<derived, sycl::queue> &&
              !sycl::is_property_of_v<const in_order, sycl::queue> &&
              !sycl::is_property_of_v<in_order, const sycl::queue>);
static_assert(!std::is_constructible_v<sycl::property_list, derived> &&
              std::is_constructible_v<sycl::property_list, const in_order &>);

static_assert(sycl::is_property_of_v<in_order, sycl::queue>);
static_assert(sycl::is_property_of<property::queue::enable_profiling,
                                   sycl::queue>::value);
static_assert(!sycl::is_property_of_v<in_order, sycl::buffer<int>>);
static_assert(!sycl::is_property_of_v<in_order, sycl::context>);
static_assert(!sycl::is_property_of_v<in_order, int>);
static_assert(!sycl::is_property_of_v<int, sycl::queue>);
static_assert(!sycl::is_property_of_v<initialize, sycl::queue>);

static_assert(sycl::is_property_of_v<use_host_ptr, sycl::buffer<float, 3>>);
static_assert(sycl::is_property_of_v<property::buffer::context_bound,
                                     sycl::buffer<char>>);
static_assert(!sycl::is_property_of_v<use_host_ptr, sycl::queue>);
static_assert(!sycl::is_property_of_v<use_host_ptr, accessor<int>>);

static_assert(sycl::is_property_of_v<no_init, accessor<int>>);
static_assert(sycl::is_property_of_v<no_init, sycl::host_accessor<int, 2>>);
static_assert(!sycl::is_property_of_v<no_init, sycl::buffer<int>>);
static_assert(!sycl::is_property_of_v<no_init, sycl::local_accessor<int, 1>>);

static_assert(sycl::is_property_of_v<property::image::use_mutex,
                                     sycl::unsampled_image<2>>);
static_assert(sycl::is_property_of_v<property::image::use_host_ptr,
                                     sycl::sampled_image<1>>);
static_assert(!sycl::is_property_of_v<in_order, sycl::unsampled_image<2>>);
static_assert(sycl::is_property_of_v<
              no_init, sycl::host_unsampled_image_accessor<sycl::int4, 2>>);
static_assert(!sycl::is_property_of_v<
              no_init, sycl::host_sampled_image_accessor<sycl::int4, 2>>);
static_assert(
    sycl::is_property_of_v<
        no_init, sycl::unsampled_image_accessor<sycl::int4, 2,
                                                sycl::access_mode::write>> &&
    !sycl::is_property_of_v<no_init,
                            sycl::sampled_image_accessor<sycl::int4, 2>>);
static_assert(
    !sycl::is_property_of_v<no_init, sycl::context> &&
    !sycl::is_property_of_v<in_order, sycl::stream> &&
    !sycl::is_property_of_v<
        use_host_ptr, sycl::usm_allocator<int, sycl::usm::alloc::shared>>);

template <class Function> void error_of(const char *what, Function function) {
  try {
    function();
    std::printf("%s: accepted\n", what);
  } catch (const sycl::exception &e) {
    std::printf("%s: %s%s\n", what, e.what(),
                e.code() == sycl::errc::invalid ? "" : " with another code");
  }
}

int main() {
  sycl::queue q;
  sycl::buffer<int> b(4);
  error_of("queue", [&] { sycl::queue refused{no_init()}; });
  error_of("context", [&] { sycl::context refused{in_order()}; });
  error_of("buffer", [&] { sycl::buffer<int> refused(4, {in_order()}); });
  error_of("accessor", [&] {
    q.submit([&](sycl::handler &h) {
      sycl::accessor refused(b, h, sycl::read_write, {use_host_ptr()});
    });
  });
  error_of("host accessor",
           [&] { sycl::host_accessor refused(b, {in_order()}); });
  error_of("local accessor", [&] {
    q.submit([&](sycl::handler &h) {
      sycl::local_accessor<int, 1> refused(4, h, {no_init()});
    });
  });
  error_of("image", [&] {
    sycl::unsampled_image<1> refused(sycl::image_format::r8g8b8a8_uint,
                                     sycl::range<1>(4), {no_init()});
  });
  error_of("USM", [&] { sycl::malloc_shared<int>(1, q, {use_host_ptr()}); });
  error_of("allocator", [&] {
    sycl::usm_allocator<int, sycl::usm::alloc::shared> refused(q, {in_order()});
  });
  error_of("stream", [&] {
    q.submit([&](sycl::handler &h) {
      sycl::stream refused(100, 10, h, {in_order()});
    });
  });
  error_of("reduction", [&] {
    q.submit([&](sycl::handler &h) {
      sycl::reduction(sycl::buffer<int>(1), h, sycl::plus<>(), {no_init()});
    });
  });
  const sycl::queue two({in_order(), property::queue::enable_profiling()});
  std::printf(
      "two of a queue: %d %d %d\n", two.has_property<in_order>(),
      two.has_property<property::queue::enable_profiling>(),
      two.has_property<sycl::ext::oneapi::property::queue::discard_events>());

  // Every class that takes properties answers, also those that have none.
  sycl::usm_allocator<int, sycl::usm::alloc::shared> allocator(q);
  bool of_stream = true;
  q.submit([&](sycl::handler &h) {
    sycl::stream stream(100, 10, h);
    of_stream = stream.has_property<in_order>();
  });
  std::printf("none: %d %d %d\n", q.get_context().has_property<in_order>(),
              of_stream, allocator.has_property<use_host_ptr>());
  error_of("get_property",
           [&] { (void)q.get_context().get_property<in_order>(); });
  sycl::unsampled_image<1> image(sycl::image_format::r8g8b8a8_uint,
                                 sycl::range<1>(4));
  const sycl::host_unsampled_image_accessor<sycl::uint4> fresh(image,
                                                               {no_init()});
  std::printf("of an accessor of an image: %d %d\n",
              fresh.has_property<no_init>(), fresh.has_property<in_order>());
}
