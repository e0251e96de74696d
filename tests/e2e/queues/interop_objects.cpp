// Kernels and kernel bundles of a backend, there and back again. Island devices
// have no native handles of these.
// REQUIRES: backend:native_cpu
// REQUIRES: aspect:usm_device_allocations
// EXPECT: kernel by pointer: 3 4 5 6
// EXPECT: kernel by accessor: 12 22 32 42
// EXPECT: arguments: 2
// EXPECT: missing argument: argument 0 is not set
// EXPECT: kernel of a function: refused
// EXPECT: bundle: 1, a program as before 1
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

using sycl::backend;

// Adds a number to each element.
struct add {
  long *data;
  long number;
  void operator()(sycl::id<1> i) const { data[i] += number; }
};

static void print(const char *what, const std::vector<long> &values) {
  std::printf("%s:", what);
  for (long value : values)
    std::printf(" %ld", value);
  std::printf("\n");
}

template <class F> static void refused(const char *what, F f) {
  try {
    f();
    std::printf("%s: accepted\n", what);
  } catch (const sycl::exception &error) {
    std::printf("%s: %s\n", what,
                error.code() == sycl::errc::invalid ? "refused" : error.what());
  }
}

template <backend B> static void run(sycl::queue &q) {
  const auto context = q.get_context();

  long *data = sycl::malloc_device<long>(4, q);
  for (long i = 0; i < 4; ++i)
    q.fill(data + i, i + 1, 1);
  q.wait();
  const auto bundle =
      sycl::get_kernel_bundle<sycl::bundle_state::executable>(context);
  const auto kernel = bundle.get_kernel(sycl::get_kernel_id<add>());
  const sycl::kernel made =
      sycl::make_kernel<B>(sycl::get_native<B>(kernel), context);
  q.submit([&](sycl::handler &h) {
     h.set_args(data, 2L);
     h.parallel_for(sycl::range(4), made);
   }).wait();
  std::vector<long> values(4);
  q.copy(data, values.data(), 4).wait();
  print("kernel by pointer", values);

  sycl::buffer<long> buffer(4);
  {
    sycl::host_accessor out(buffer, sycl::write_only);
    for (int i = 0; i < 4; ++i)
      out[i] = 10 * (i + 1);
  }
  q.submit([&](sycl::handler &h) {
    h.set_arg(0, sycl::accessor(buffer, h));
    h.set_arg(1, 1L);
    h.set_arg(1, 2L); // the last value counts
    h.parallel_for(sycl::nd_range<1>(4, 2), made);
  });
  {
    sycl::host_accessor in(buffer, sycl::read_only);
    print("kernel by accessor", {in.begin(), in.end()});
  }
  std::printf("arguments: %u\n", made.get_info<sycl::info::kernel::num_args>());
  refused("missing argument", [&] {
    q.submit([&](sycl::handler &h) {
      h.set_arg(1, 2L);
      h.parallel_for(sycl::range(4), made);
    });
  });
  refused("kernel of a function", [&] {
    q.submit([&](sycl::handler &h) {
      h.set_args(data, 2L);
      h.parallel_for(sycl::range(4), kernel);
    });
  });

  const auto native = sycl::get_native<B>(made.get_kernel_bundle());
  const auto again =
      sycl::make_kernel_bundle<B, sycl::bundle_state::executable>(native,
                                                                  context);
  std::printf("bundle: %d, a program as before %d\n",
              again.get_context() == context,
              sycl::get_native<B>(again) == native);
  sycl::free(data, q);
  // Never true, but the program has the kernel by that.
  if (context.get_devices().empty())
    q.parallel_for(4, add{data, 0});
}

int main() {
  sycl::queue q;
  run<backend::ext_oneapi_native_cpu>(q);
}
