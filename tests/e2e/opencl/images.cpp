// Images of OpenCL as images of SYCL, and the other way round.
// REQUIRES: backend:opencl
// REQUIRES: aspect:image
// FLAGS: -lOpenCL
// EXPECT: unsampled: 4 x 2, 0 to 7 became 10 to 17
// EXPECT: on the host: 10 and 17
// EXPECT: OpenCL has: 10 and 18, 0 left
// EXPECT: other dimensions: invalid
// EXPECT: sampled: 0.5 1.5
// EXPECT: sampled in a host task: 1 image
// EXPECT: 1 and 3 dimensions: 6, 2 x 3 x 4
// EXPECT: in a host task: 1 image, 4 x 2
// EXPECT: OpenCL filled it: 7 7
// EXPECT: get_native: 1 image, 1 reference
// EXPECT: an image array: invalid
// EXPECT: a buffer: invalid
// EXPECT: make_unsampled_image: another backend
#include "check.hpp"

#include <array>

using sycl::access_mode;

// An image of OpenCL.
static cl_mem image_of(cl_context context, cl_channel_type type,
                       cl_mem_object_type kind, std::array<size_t, 3> extent,
                       const void *pixels) {
  const cl_image_format format = {CL_RGBA, type};
  cl_image_desc description = {};
  description.image_type = kind;
  description.image_width = extent[0];
  description.image_height = extent[1];
  description.image_depth = extent[2];
  description.image_array_size = 3; // of arrays alone
  const cl_mem_flags flags =
      CL_MEM_READ_WRITE | (pixels ? CL_MEM_COPY_HOST_PTR : 0);
  return checked("clCreateImage", [&](cl_int *status) {
    return clCreateImage(context, flags, &format, &description,
                         const_cast<void *>(pixels), status);
  });
}

// Copies an image of four columns and two rows, and adds to each pixel.
static void add(sycl::queue &q, sycl::unsampled_image<2> &from,
                sycl::unsampled_image<2> &to, int number) {
  q.submit([&](sycl::handler &h) {
    sycl::unsampled_image_accessor<sycl::int4, 2, access_mode::read> in(from,
                                                                        h);
    sycl::unsampled_image_accessor<sycl::int4, 2, access_mode::write> out(to,
                                                                          h);
    h.parallel_for(sycl::range(2, 4), [=](sycl::id<2> i) {
      const sycl::int2 at = {int(i[1]), int(i[0])};
      out.write(at, in.read(at) + number);
    });
  });
}

static void unsampled(sycl::queue &q, cl_context native,
                      cl_command_queue queue) {
  const sycl::context context = q.get_context();
  std::array<sycl::int4, 8> pixels;
  for (int i = 0; i < 8; ++i)
    pixels[i] = sycl::int4(i);
  const cl_mem image = image_of(native, CL_SIGNED_INT32, CL_MEM_OBJECT_IMAGE2D,
                                {4, 2, 0}, pixels.data());
  const auto at_first = get_reference_count(image);
  {
    auto made =
        sycl::make_unsampled_image<opencl, 2>(image, context, sycl::event());
    sycl::unsampled_image<2> between(sycl::image_format::r32b32g32a32_sint,
                                     made.get_range());
    add(q, made, between, 4);
    add(q, between, made, 6);
    sycl::host_unsampled_image_accessor<sycl::int4, 2> host(made);
    const auto range = made.get_range();
    std::printf("unsampled: %zu x %zu, 0 to 7 became %d to %d\n", range[0],
                range[1], host.read(sycl::int2(0, 0))[0],
                host.read(sycl::int2(3, 1))[3]);
    std::printf("on the host: %d and %d\n", host.read(sycl::int2(0, 0))[1],
                host.read(sycl::int2(3, 1))[1]);
    host.write(sycl::int2(3, 1), sycl::int4(18));
  }
  const size_t origin[3] = {}, region[3] = {4, 2, 1};
  check(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0,
                           pixels.data(), 0, nullptr, nullptr),
        "clEnqueueReadImage");
  std::printf("OpenCL has: %d and %d, %u left\n", pixels[0][0], pixels[7][3],
              get_reference_count(image) - at_first);
  refused("other dimensions",
          [&] { (void)sycl::make_unsampled_image<opencl, 3>(image, context); });
  check(clReleaseMemObject(image), "clReleaseMemObject");
}

static void sampled(sycl::queue &q, cl_context native) {
  const std::array<sycl::float4, 2> pixels = {sycl::float4(0.f),
                                              sycl::float4(1.f)};
  const cl_mem image = image_of(native, CL_FLOAT, CL_MEM_OBJECT_IMAGE1D,
                                {2, 0, 0}, pixels.data());
  auto made = sycl::make_sampled_image<opencl, 1>(
      image, q.get_context(),
      {sycl::addressing_mode::clamp_to_edge,
       sycl::coordinate_normalization_mode::unnormalized,
       sycl::filtering_mode::linear});
  check(clReleaseMemObject(image), "clReleaseMemObject");
  sycl::buffer<float> seen(2);
  q.submit([&](sycl::handler &h) {
    sycl::sampled_image_accessor<sycl::float4, 1> in(made, h);
    sycl::accessor out(seen, h, sycl::write_only, sycl::no_init);
    h.single_task([=] {
      out[0] = in.read(1.f)[0];
      out[1] = in.read(1.5f)[0] + 0.5f;
    });
  });
  {
    sycl::host_accessor host(seen, sycl::read_only);
    std::printf("sampled: %.1f %.1f\n", host[0], host[1]);
  }
  q.submit([&](sycl::handler &h) {
     sycl::sampled_image_accessor<sycl::float4, 1> in(made, h);
     h.host_task([=](sycl::interop_handle handle) {
       const auto memory = handle.get_native_mem<opencl>(in);
       std::printf("sampled in a host task: %zu image\n", memory.size());
       check(clReleaseMemObject(memory.at(0)), "clReleaseMemObject");
     });
   }).wait();
}

static void shapes(sycl::queue &q, cl_context native) {
  const sycl::context context = q.get_context();
  const cl_mem row = image_of(native, CL_UNORM_INT8, CL_MEM_OBJECT_IMAGE1D,
                              {6, 0, 0}, nullptr);
  const cl_mem box = image_of(native, CL_HALF_FLOAT, CL_MEM_OBJECT_IMAGE3D,
                              {2, 3, 4}, nullptr);
  const auto line = sycl::make_unsampled_image<opencl>(row, context);
  const auto space = sycl::make_unsampled_image<opencl, 3>(box, context);
  const auto extent = space.get_range();
  std::printf("1 and 3 dimensions: %zu, %zu x %zu x %zu\n", line.size(),
              extent[0], extent[1], extent[2]);
  check(clReleaseMemObject(row), "clReleaseMemObject");
  check(clReleaseMemObject(box), "clReleaseMemObject");
}

// OpenCL works on an image of SYCL.
static void tasks(sycl::queue &q) {
  sycl::unsampled_image<2> image(sycl::image_format::r32b32g32a32_sint,
                                 sycl::range(4, 2));
  q.submit([&](sycl::handler &h) {
    sycl::unsampled_image_accessor<sycl::int4, 2, access_mode::write> out(image,
                                                                          h);
    h.host_task([=](sycl::interop_handle handle) {
      const auto memory = handle.get_native_mem<opencl>(out);
      const cl_command_queue queue = handle.get_native_queue<opencl>();
      size_t extent[2] = {};
      check(clGetImageInfo(memory.at(0), CL_IMAGE_WIDTH, sizeof extent[0],
                           &extent[0], nullptr),
            "clGetImageInfo");
      check(clGetImageInfo(memory[0], CL_IMAGE_HEIGHT, sizeof extent[1],
                           &extent[1], nullptr),
            "clGetImageInfo");
      std::printf("in a host task: %zu image, %zu x %zu\n", memory.size(),
                  extent[0], extent[1]);
      const int color[4] = {7, 7, 7, 7};
      const size_t origin[3] = {}, region[3] = {4, 2, 1};
      check(clEnqueueFillImage(queue, memory[0], color, origin, region, 0,
                               nullptr, nullptr),
            "clEnqueueFillImage");
      check(clFinish(queue), "clFinish");
      check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
      check(clReleaseMemObject(memory[0]), "clReleaseMemObject");
    });
  });
  {
    sycl::host_unsampled_image_accessor<sycl::int4, 2, access_mode::read> host(
        image);
    std::printf("OpenCL filled it: %d %d\n", host.read(sycl::int2(0, 0))[0],
                host.read(sycl::int2(3, 1))[3]);
  }
  const auto mine = sycl::get_native<opencl>(image);
  const auto before = get_reference_count(mine.at(0));
  const auto again = sycl::get_native<opencl>(image);
  std::printf("get_native: %zu image, %u reference\n", mine.size(),
              get_reference_count(mine[0]) - before);
  check(clReleaseMemObject(again.at(0)), "clReleaseMemObject");
  check(clReleaseMemObject(mine[0]), "clReleaseMemObject");
}

int main() {
  sycl::queue q;
  const sycl::context context = q.get_context();
  const cl_context native = sycl::get_native<opencl>(context);
  const cl_command_queue queue = sycl::get_native<opencl>(q);
  unsampled(q, native, queue);
  sampled(q, native);
  shapes(q, native);
  tasks(q);
  const cl_mem buffer = checked("clCreateBuffer", [&](cl_int *status) {
    return clCreateBuffer(native, CL_MEM_READ_WRITE, 16, nullptr, status);
  });
  const cl_mem layers = image_of(native, CL_FLOAT, CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                 {4, 4, 0}, nullptr);
  refused("an image array", [&] {
    (void)sycl::make_unsampled_image<opencl, 2>(layers, context);
  });
  check(clReleaseMemObject(layers), "clReleaseMemObject");
  refused("a buffer",
          [&] { (void)sycl::make_unsampled_image<opencl>(buffer, context); });
  check(clReleaseMemObject(buffer), "clReleaseMemObject");
  refused("make_unsampled_image", [&] {
    constexpr auto other = sycl::backend::ext_oneapi_cuda;
    (void)sycl::make_unsampled_image<other>(
        sycl::backend_input_t<other, sycl::unsampled_image<1>>(), context);
  });
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseContext(native), "clReleaseContext");
}
