// Images around those of the backend, which are written when they go; in host
// tasks and with samplers.
// REQUIRES: aspect:image
// UNSUPPORTED: island:* (the driver has no native handles of images)
// UNSUPPORTED: cuda:* (the driver has no native handles of images)
// EXPECT: 4 x 2: 5 and 12
// EXPECT: the same image: 1
// EXPECT: in the first image: 5 and 20
// EXPECT: sampled: 5.0 5.0
// EXPECT: two dimensions: invalid
// EXPECT: another backend: refused
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

using sycl::access_mode;
using sycl::backend;
using pixel = sycl::float4;

template <class Native> static auto first(const Native &native) {
  return native;
}
template <class Native> static auto first(const std::vector<Native> &natives) {
  return natives.at(0);
}

template <class Call>
static void refused(const char *what, sycl::errc code, const Call &call) {
  try {
    call();
    std::printf("%s: accepted\n", what);
  } catch (const sycl::exception &error) {
    std::printf("%s: %s\n", what,
                error.code() != code          ? error.what()
                : code == sycl::errc::invalid ? "invalid"
                                              : "refused");
  }
}

template <backend B> static void run(sycl::queue &q) {
  const sycl::context context = q.get_context();
  sycl::unsampled_image<2> image(sycl::image_format::r32g32b32a32_sfloat,
                                 sycl::range(4, 2));
  q.submit([&](sycl::handler &h) {
     sycl::unsampled_image_accessor<pixel, 2, access_mode::write> out(image, h);
     h.parallel_for(sycl::range(2, 4), [=](sycl::id<2> i) {
       const sycl::int2 at = {int(i[1]), int(i[0])};
       out.write(at, pixel(float(i[0] * 4 + i[1] + 5)));
     });
   }).wait();
  const auto native = first(sycl::get_native<B>(image));
  {
    auto made = sycl::make_unsampled_image<B, 2>(native, context);
    {
      sycl::host_unsampled_image_accessor<pixel, 2> host(made);
      const auto extent = made.get_range();
      std::printf("%zu x %zu: %.0f and %.0f\n", extent[0], extent[1],
                  host.read(sycl::int2(0, 0))[0],
                  host.read(sycl::int2(3, 1))[3]);
      host.write(sycl::int2(3, 1), pixel(20));
    }
    q.submit([&](sycl::handler &h) {
       sycl::unsampled_image_accessor<const pixel, 2, access_mode::read> in(
           made, h);
       h.host_task([=](sycl::interop_handle handle) {
         const auto its_own = first(handle.get_native_mem<B>(in));
         std::printf("the same image: %d\n", its_own == native);
       });
     }).wait();
  }
  {
    sycl::host_unsampled_image_accessor<pixel, 2, access_mode::read> host(
        image);
    // The first image does not know that the second one has changed it.
    std::printf("in the first image: %.0f and ",
                host.read(sycl::int2(0, 0))[0]);
  }
  sycl::buffer<float> seen(3);
  auto sampled = sycl::make_sampled_image<B, 2>(
      native, context,
      {sycl::addressing_mode::clamp_to_edge,
       sycl::coordinate_normalization_mode::unnormalized,
       sycl::filtering_mode::nearest});
  q.submit([&](sycl::handler &h) {
    sycl::sampled_image_accessor<pixel, 2> in(sampled, h);
    sycl::accessor out(seen, h, sycl::write_only, sycl::no_init);
    h.single_task([=] {
      out[0] = in.read(sycl::float2(3.5f, 1.5f))[0];
      out[1] = in.read(sycl::float2(0.5f, 0.5f))[0];
      out[2] = in.read(sycl::float2(-3.f, -3.f))[0];
    });
  });
  {
    sycl::host_accessor host(seen, sycl::read_only);
    std::printf("%.0f\nsampled: %.1f %.1f\n", host[0], host[1], host[2]);
  }
  refused("two dimensions", sycl::errc::invalid,
          [&] { (void)sycl::make_unsampled_image<B, 1>(native, context); });
  refused("another backend", sycl::errc::backend_mismatch, [&] {
    constexpr backend other = backend::ext_oneapi_hip;
    (void)sycl::make_unsampled_image<other>({}, context);
  });
}

int main() {
  sycl::queue q;
  switch (q.get_backend()) {
  case backend::ext_oneapi_native_cpu:
    return run<backend::ext_oneapi_native_cpu>(q), 0;
  case backend::opencl:
    return run<backend::opencl>(q), 0;
  default:
    std::printf("no test for this backend\n");
    return 1;
  }
}
