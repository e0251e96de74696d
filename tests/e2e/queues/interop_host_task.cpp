// The memory of accessors in a host task, through the backend: it has the
// values that commands have written, and the backend's writes change the
// buffer. Other accessors, of target::host_task, use the host's memory.
// REQUIRES: aspect:usm_device_allocations
// EXPECT: changed by the backend: 20 22 24 26
// EXPECT: written by the host: 100 101 102 103
// EXPECT: both targets: 101 103
// EXPECT: another backend: refused
#include <sycl/sycl.hpp>

#include <cstdio>
#include <type_traits>
#include <vector>

using sycl::backend;

static void print(const char *what, sycl::buffer<long> &b) {
  std::printf("%s:", what);
  for (long value : sycl::host_accessor(b, sycl::read_only))
    std::printf(" %ld", value);
  std::printf("\n");
}

// The only native object, of backends that return lists too.
template <class Native> static Native one(Native native) { return native; }
template <class Native> static Native one(const std::vector<Native> &natives) {
  return natives.at(0);
}

// Has the backend add to each of `count` numbers of its memory.
template <backend B, class Native>
static void add(const Native &native, size_t count, long what,
                sycl::queue &own) {
  if constexpr (B == backend::ext_oneapi_native_cpu) {
    for (size_t i = 0; i < count; ++i)
      native[i] += what;
  } else {
    auto memory = sycl::make_buffer<B, long>(native, own.get_context());
    own.submit([&](sycl::handler &h) {
      sycl::accessor all(memory, h);
      h.parallel_for(count, [=](sycl::id<1> i) { all[i] += what; });
    });
  }
}

// The numbers in the backend's memory.
template <backend B, class Native>
static std::vector<long> contents(const Native &native, size_t count,
                                  sycl::queue &own) {
  std::vector<long> values(count);
  if constexpr (B == backend::ext_oneapi_native_cpu) {
    values.assign(native, native + count);
  } else {
    auto memory = sycl::make_buffer<B, long>(native, own.get_context());
    own.submit([&](sycl::handler &h) {
         sycl::accessor all(memory, h, sycl::read_only);
         h.copy(all, values.data());
       })
        .wait();
  }
  return values;
}

template <class Accessor, class = void>
inline constexpr bool has_native_mem = false;
template <class Accessor>
inline constexpr bool has_native_mem<
    Accessor,
    std::void_t<decltype(std::declval<sycl::interop_handle>()
                             .get_native_mem<backend::ext_oneapi_native_cpu>(
                                 std::declval<Accessor>()))>> = true;
static_assert(has_native_mem<sycl::accessor<int>>);
static_assert(
    !has_native_mem<sycl::accessor<int, 1, sycl::access_mode::read_write,
                                   sycl::target::host_task>>);

template <backend B> static void run(sycl::queue &q) {
  sycl::queue own(q.get_context(), q.get_device());
  sycl::buffer<long> b(4), seen(4);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(b, h, sycl::write_only, sycl::no_init);
    h.parallel_for(4, [=](sycl::id<1> i) { out[i] = long(i[0]); });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.host_task([=](sycl::interop_handle interop) mutable {
      add<B>(one(interop.get_native_mem<B>(a)), 4, 10, own);
      own.wait();
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for(4, [=](sycl::id<1> i) { a[i] *= 2; });
  });
  print("changed by the backend", b);

  {
    sycl::host_accessor write(b, sycl::write_only);
    for (long i = 0; i < 4; ++i)
      write[i] = 100 + i;
  }
  q.submit([&](sycl::handler &h) {
    sycl::accessor in(b, h, sycl::read_only);
    sycl::accessor out(seen, h, sycl::write_only_host_task);
    h.host_task([=](sycl::interop_handle interop) mutable {
      const auto values =
          contents<B>(one(interop.get_native_mem<B>(in)), 4, own);
      for (size_t i = 0; i < 4; ++i)
        out[i] = values[i];
    });
  });
  print("written by the host", seen);

  // One group with both kinds of accessors; a task without a handle has the
  // host's memory.
  long on_host = 0, on_device = 0;
  q.submit([&](sycl::handler &h) {
     sycl::accessor native(b, h, sycl::read_only);
     sycl::accessor host(seen, h, sycl::read_only_host_task);
     h.host_task([=, &on_host, &on_device](sycl::interop_handle i) mutable {
       on_device = contents<B>(one(i.get_native_mem<B>(native)), 4, own)[1];
       on_host = host[3];
     });
   }).wait();
  std::printf("both targets: %ld %ld\n", on_device, on_host);

  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h);
     h.host_task([=](sycl::interop_handle interop) {
       constexpr backend other = B == backend::ext_oneapi_cuda
                                     ? backend::ext_oneapi_hip
                                     : backend::ext_oneapi_cuda;
       try {
         (void)interop.get_native_mem<other>(a);
         std::puts("another backend: none");
       } catch (const sycl::exception &e) {
         if (e.code() == sycl::errc::backend_mismatch)
           std::puts("another backend: refused");
       }
     });
   }).wait();
}

int main() {
  sycl::queue q;
  switch (q.get_backend()) {
  case backend::ext_oneapi_native_cpu:
    return run<backend::ext_oneapi_native_cpu>(q), 0;
  case backend::ext_tandem_island:
    return run<backend::ext_tandem_island>(q), 0;
  case backend::ext_oneapi_cuda:
    return run<backend::ext_oneapi_cuda>(q), 0;
  case backend::opencl:
    return run<backend::opencl>(q), 0;
  default:
    std::printf("no test for this backend\n");
    return 1;
  }
}
