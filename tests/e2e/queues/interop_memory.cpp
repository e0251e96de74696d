// A buffer over the memory of a backend's, and an event of the backend. Memory
// of the CPU is an address.
// REQUIRES: aspect:usm_device_allocations
// EXPECT: buffer: 5 6 7 8
// EXPECT: part: 2 4 6 8
// EXPECT: event: 1 2 3 4, complete 1
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

using sycl::backend;

static void print(const char *what, const std::vector<long> &values) {
  std::printf("%s:", what);
  for (long value : values)
    std::printf(" %ld", value);
  std::printf("\n");
}

// The only native object, of backends that return lists too.
template <class Native> static Native one(Native native) { return native; }
template <class Native> static Native one(const std::vector<Native> &natives) {
  return natives.at(0);
}

// A buffer of the backend's memory; on the CPU that is an address.
template <backend B> static void share_buffer(sycl::queue &q) {
  const auto context = q.get_context();
  sycl::buffer<long> first(4);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(first, h, sycl::write_only, sycl::no_init);
    h.parallel_for(4, [=](sycl::id<1> i) { out[i] = long(i[0]) + 4; });
  });
  q.wait();
  std::vector<long> seen(4);
  if constexpr (B == backend::ext_oneapi_native_cpu) {
    q.submit([&](sycl::handler &h) {
       sycl::accessor out(first, h);
       h.parallel_for(4, [=](sycl::id<1> i) { out[i] += 1; });
     }).wait();
    const long *memory = sycl::get_native<B>(first);
    seen.assign(memory, memory + 4);
  } else {
    const auto native = one(sycl::get_native<B>(first));
    {
      auto second = sycl::make_buffer<B, long>(native, context, sycl::event());
      sycl::queue other(context, q.get_device());
      other.submit([&](sycl::handler &h) {
        sycl::accessor out(second, h);
        h.parallel_for(second.get_range(), [=](sycl::id<1> i) { out[i] += 1; });
      });
    }
    sycl::host_accessor read(first, sycl::read_only);
    seen.assign(read.begin(), read.end());
  }
  print("buffer", seen);
}

// The memory of a sub-buffer.
template <backend B> static void share_part(sycl::queue &q) {
  using align = sycl::info::device::mem_base_addr_align;
  const size_t begin = q.get_device().get_info<align>() / 8 / sizeof(long);
  sycl::buffer<long> whole(begin + 4);
  sycl::buffer<long> part(whole, begin, sycl::range<1>(4));
  q.submit([&](sycl::handler &h) {
     sycl::accessor out(part, h, sycl::write_only, sycl::no_init);
     h.parallel_for(4, [=](sycl::id<1> i) { out[i] = long(i[0]) + 1; });
   }).wait();
  const auto native = one(sycl::get_native<B>(part));
  if constexpr (B == backend::ext_oneapi_native_cpu) {
    for (int i = 0; i < 4; ++i)
      native[i] *= 2;
  } else {
    auto made = sycl::make_buffer<B, long>(native, q.get_context());
    q.submit([&](sycl::handler &h) {
      sycl::accessor out(made, h);
      h.parallel_for(4, [=](sycl::id<1> i) { out[i] *= 2; });
    });
  }
  sycl::host_accessor read(part, sycl::read_only);
  print("part", std::vector<long>(read.begin(), read.end()));
}

template <backend B> static void run(sycl::queue &q) {
  share_buffer<B>(q);
  share_part<B>(q);
  long *data = sycl::malloc_device<long>(4, q);
  const auto filled = q.fill(data, 1L, 4);
  const sycl::event event =
      sycl::make_event<B>(sycl::get_native<B>(filled), q.get_context());
  std::vector<long> values(4);
  q.submit([&](sycl::handler &h) {
     h.depends_on(event);
     h.parallel_for(4, [=](sycl::id<1> i) { data[i] += long(i[0]); });
   }).wait();
  q.copy(data, values.data(), 4).wait();
  std::printf("event:");
  for (long value : values)
    std::printf(" %ld", value);
  std::printf(", complete %d\n",
              event.get_info<sycl::info::event::command_execution_status>() ==
                  sycl::info::event_command_status::complete);
  sycl::free(data, q);
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
