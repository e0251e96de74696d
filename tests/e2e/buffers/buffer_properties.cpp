// Properties of buffers: what they were made with is found again, and a buffer
// that is bound to a context is refused in others.
// EXPECT: use_mutex: the same mutex, unlocked at the end, 7
// EXPECT: context_bound: the same context, 8
// EXPECT: in another context: invalid
// EXPECT: sub-buffer in another context: invalid
// EXPECT: unchanged: 8
// EXPECT: missing property: invalid
#include <cstdio>
#include <mutex>
#include <sycl/sycl.hpp>

namespace property = sycl::property::buffer;

template <class Function> const char *error_of(Function function) {
  try {
    function();
  } catch (const sycl::exception &e) {
    return e.code() == sycl::errc::invalid ? "invalid" : e.what();
  }
  return "none";
}

template <class Buffer> void increment(sycl::queue q, Buffer &b) {
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h);
     h.single_task([=] { a[0] += 1; });
   }).wait();
}

int main() {
  const sycl::device device;
  const sycl::context context(device), other(device);
  const sycl::queue q(context, device), elsewhere(other, device);
  int value = 6;

  std::mutex mutex;
  {
    sycl::buffer<int> b(&value, 1, {property::use_mutex(mutex)});
    const bool same =
        b.has_property<property::use_mutex>() &&
        b.get_property<property::use_mutex>().get_mutex_ptr() == &mutex;
    increment(q, b);
    std::printf("use_mutex: %s", same ? "the same mutex" : "another mutex");
  }
  const bool unlocked = mutex.try_lock();
  std::printf(", %s at the end, %d\n", unlocked ? "unlocked" : "locked", value);

  {
    sycl::buffer<int> b(
        &value, 1,
        {property::context_bound(context), property::use_host_ptr()});
    const bool same =
        b.has_property<property::context_bound>() &&
        b.get_property<property::context_bound>().get_context() == context;
    increment(q, b);
    std::printf("context_bound: %s, %d\n",
                same ? "the same context" : "another context",
                sycl::host_accessor(b, sycl::read_only)[0]);
    std::printf("in another context: %s\n",
                error_of([&] { increment(elsewhere, b); }));
    sycl::buffer<int> part(b, 0, 1);
    std::printf("sub-buffer in another context: %s\n",
                error_of([&] { increment(elsewhere, part); }));
    std::printf("unchanged: %d\n", sycl::host_accessor(b, sycl::read_only)[0]);
    std::printf("missing property: %s\n",
                error_of([&] { b.get_property<property::use_mutex>(); }));
  }
}
