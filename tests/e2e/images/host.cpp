// The host and host tasks read, write and sample images, whatever the device.
// Accessors for kernels are refused where the device has no images.
// EXPECT: written 1 2 3 4
// EXPECT: copy shares 5, equal 1, hash 1
// EXPECT: memory 255 0 127
// EXPECT: pitch 9 in byte 36
// EXPECT: host task 6 7
// EXPECT: sampled 0.25 0.5
// EXPECT: half 1.5
// EXPECT: final 8
// EXPECT: kernel: as the aspect says
#include <cstdio>
#include <functional>
#include <sycl/sycl.hpp>
#include <vector>

using sycl::image_format;

// Accessors read and write as their mode says, at coordinates of one type for
// each dimension; const elements make no difference to those that only read.
using sycl::access_mode;
template <class A, class Coord, class = void> constexpr bool reads = false;
template <class A, class Coord>
constexpr bool reads<A, Coord,
                     std::void_t<decltype(std::declval<const A &>().read(
                         std::declval<Coord>()))>> = true;
template <class A, class Coord, class = void> constexpr bool writes = false;
template <class A, class Coord>
constexpr bool writes<A, Coord,
                      std::void_t<decltype(std::declval<const A &>().write(
                          std::declval<Coord>(), sycl::int4()))>> = true;
template <int D, access_mode M>
using host = sycl::host_unsampled_image_accessor<sycl::int4, D, M>;
template <int D, access_mode M>
using command = sycl::unsampled_image_accessor<sycl::int4, D, M>;
static_assert(reads<host<1, access_mode::read>, int> &&
              reads<host<2, access_mode::read_write>, sycl::int2> &&
              reads<command<3, access_mode::read>, sycl::int4>);
static_assert(!reads<host<2, access_mode::write>, sycl::int2> &&
              !reads<command<2, access_mode::write>, sycl::int2> &&
              !writes<host<1, access_mode::read>, int> &&
              !writes<command<1, access_mode::read>, int> &&
              writes<command<1, access_mode::write>, int>);
static_assert(!reads<host<2, access_mode::read>, int> &&
              !reads<host<3, access_mode::read>, sycl::int3> &&
              !reads<host<1, access_mode::read>, float>);
static_assert(
    reads<sycl::sampled_image_accessor<sycl::float4, 2>, sycl::float2> &&
    reads<sycl::host_sampled_image_accessor<sycl::float4, 1>, float> &&
    !reads<sycl::host_sampled_image_accessor<sycl::float4, 1>, int>);
template <class From, class To>
constexpr bool converts =
    std::is_convertible_v<From, To> && std::is_convertible_v<To, From>;
template <class T>
using reader = sycl::unsampled_image_accessor<T, 2, access_mode::read>;
template <class T>
using writer = sycl::unsampled_image_accessor<T, 2, access_mode::write>;
static_assert(converts<reader<sycl::int4>, reader<const sycl::int4>> &&
              !converts<reader<sycl::int4>, reader<sycl::uint4>> &&
              !converts<writer<sycl::int4>, writer<const sycl::int4>>);
static_assert(
    converts<sycl::host_sampled_image_accessor<sycl::int4, 2>,
             sycl::host_sampled_image_accessor<const sycl::int4, 2>> &&
    converts<sycl::sampled_image_accessor<sycl::int4, 2>,
             sycl::sampled_image_accessor<const sycl::int4, 2>>);

int main() {
  sycl::queue q;
  sycl::unsampled_image<2> ints(image_format::r32b32g32a32_sint, {4, 3});
  {
    sycl::host_unsampled_image_accessor<sycl::int4, 2> a(ints);
    a.write(sycl::int2(3, 2), sycl::int4(1, 2, 3, 4));
    a.write(sycl::int2(4, 2), sycl::int4(9)); // outside
    sycl::int4 p = a.read(sycl::int2(3, 2));
    std::printf("written %d %d %d %d\n", p[0], p[1], p[2], p[3]);
  }
  {
    sycl::unsampled_image<2> copy(ints);
    copy.get_host_access<sycl::int4>().write(sycl::int2(0, 0), sycl::int4(5));
    std::hash<sycl::unsampled_image<2>> hash;
    std::printf("copy shares %d, equal %d, hash %d\n",
                ints.get_host_access<sycl::int4>().read(sycl::int2(0, 0))[0],
                copy == ints, hash(copy) == hash(ints));
  }
  std::vector<unsigned char> bytes(16);
  {
    sycl::unsampled_image<1> image(bytes.data(), image_format::b8g8r8a8_unorm,
                                   sycl::range<1>(4));
    image.get_host_access<sycl::float4, sycl::access_mode::write>().write(
        1, sycl::float4(0.5f, 0.0f, 2.0f, 1.0f));
  }
  std::printf("memory %d %d %d\n", bytes[4], bytes[5],
              bytes[6] - (bytes[6] == 128));
  std::vector<unsigned char> rows(3 * 32);
  {
    sycl::unsampled_image<2> image(rows.data(), image_format::r8g8b8a8_uint,
                                   {2, 3}, sycl::range<1>(32));
    image.get_host_access<sycl::uint4>().write(sycl::int2(1, 1),
                                               sycl::uint4(9));
  }
  std::printf("pitch %d in byte 36\n", rows[36]);

  q.submit([&](sycl::handler &h) {
     sycl::unsampled_image_accessor<sycl::int4, 2,
                                    sycl::access_mode::read_write,
                                    sycl::image_target::host_task>
         a(ints, h);
     h.host_task([=] {
       a.write(sycl::int2(1, 0), a.read(sycl::int2(0, 0)) + 1);
       a.write(sycl::int2(2, 0), a.read(sycl::int2(1, 0)) + 1);
     });
   }).wait();
  {
    auto a = ints.get_host_access<sycl::int4, sycl::access_mode::read>();
    std::printf("host task %d %d\n", a.read(sycl::int2(1, 0))[0],
                a.read(sycl::int2(2, 0))[3]);
  }

  const sycl::float4 pixels[2] = {sycl::float4(0.0f), sycl::float4(1.0f)};
  sycl::sampled_image<1> image(pixels, image_format::r32g32b32a32_sfloat,
                               {sycl::addressing_mode::clamp_to_edge,
                                sycl::coordinate_normalization_mode::normalized,
                                sycl::filtering_mode::linear},
                               sycl::range<1>(2));
  {
    sycl::host_sampled_image_accessor<sycl::float4, 1> a(image);
    std::printf("sampled %g %g\n", a.read(0.375f)[0], a.read(0.5f)[2]);
  }
  sycl::unsampled_image<3> halves(image_format::r16b16g16a16_sfloat, {2, 2, 2});
  {
    auto a = halves.get_host_access<sycl::half4>();
    a.write(sycl::int4(1, 1, 1, 0), sycl::half4(sycl::half(1.5f)));
    std::printf("half %g\n", double(a.read(sycl::int4(1, 1, 1, 0))[0]));
  }
  unsigned char end[4] = {};
  {
    sycl::unsampled_image<1> last(image_format::r8g8b8a8_uint,
                                  sycl::range<1>(1));
    last.set_final_data(end);
    last.get_host_access<sycl::uint4>().write(0, sycl::uint4(8));
  }
  std::printf("final %d\n", end[3]);

  bool is_refused = false;
  try {
    q.submit([&](sycl::handler &h) {
      auto a = ints.get_access<sycl::int4, sycl::access_mode::write>(h);
      h.single_task([=] { a.write(sycl::int2(0, 0), sycl::int4(1)); });
    });
  } catch (const sycl::exception &e) {
    is_refused = e.code() == sycl::errc::feature_not_supported;
  }
  std::printf("kernel: %s\n",
              is_refused != q.get_device().has(sycl::aspect::image)
                  ? "as the aspect says"
                  : "?");
}
