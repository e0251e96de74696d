// Kernels of OpenCL C in command groups of SYCL, and kernel bundles of
// OpenCL's programs.
// REQUIRES: backend:opencl
// REQUIRES: aspect:image, aspect:usm_device_allocations
// FLAGS: -lOpenCL
// EXPECT: arguments: 5
// EXPECT: accessor, value, pointer, local memory: 13 24 35 46
// EXPECT: arguments that OpenCL has set: 102 103 104 105
// EXPECT: dimensions: 0 1 2 10 11 12
// EXPECT: images and a sampler: 15 25 35
// EXPECT: kernel: 1 for get_native, held by make_kernel 1, 0 left
// EXPECT: bundle: 1 program, the same 1
// EXPECT: built by make_kernel_bundle: 2 3 4 5
// EXPECT: input, object, executable: 1 1 1
// EXPECT: executable as input: invalid
// EXPECT: two programs in a bundle: 2
// EXPECT: two objects linked: 12 13 14 15
// EXPECT: kernels in a bundle: 2
// EXPECT: SYCL's kernel: 1
// EXPECT: make_kernel: another backend
#include "check.hpp"

static const char *const combine = R"(
kernel void combine(global int *data, int number, global const int *more,
                    local int *group, int factor) {
  size_t i = get_global_id(0), l = get_local_id(0);
  group[l] = more[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[i] += number + factor * group[l];
})";
static const char *const set_before = R"(
kernel void add(global int *data, int number) {
  data[get_global_id(0)] += number;
})";
static const char *const dimensions = R"(
kernel void place(global int *data) {
  data[get_global_id(1) * get_global_size(0) + get_global_id(0)] =
      10 * get_global_id(1) + get_global_id(0);
})";
static const char *const scale = R"(
kernel void scale(read_only image1d_t from, sampler_t how,
                  write_only image1d_t to) {
  int i = get_global_id(0);
  write_imagef(to, i, 10 * read_imagef(from, how, i + 1.0f));
})";
static const char *const caller = R"(
int twelve(void);
kernel void call(global int *data) { data[get_global_id(0)] += twelve(); })";
static const char *const callee = "int twelve(void) { return 12; }";

// The numbers from 0 on.
static void count_up(sycl::buffer<int> &numbers) {
  int next = 0;
  for (int &number : sycl::host_accessor(numbers, sycl::write_only))
    number = next++;
}

static cl_kernel create(cl_program program, const char *name) {
  return checked("clCreateKernel", [&](cl_int *status) {
    return clCreateKernel(program, name, status);
  });
}

static void arguments(sycl::queue &q, cl_context native) {
  const sycl::context context = q.get_context();
  const cl_kernel made = kernel_of(native, combine, "combine");
  const sycl::kernel kernel = sycl::make_kernel<opencl>(made, context);
  check(clReleaseKernel(made), "clReleaseKernel");
  std::printf("arguments: %u\n",
              kernel.get_info<sycl::info::kernel::num_args>());

  sycl::buffer<int> data(4);
  count_up(data);
  int *const more = sycl::malloc_device<int>(4, q);
  q.parallel_for(4, [=](sycl::id<1> i) { more[i] = int(i[0]) + 1; }).wait();
  q.submit([&](sycl::handler &h) {
    h.set_args(sycl::accessor(data, h), 3, more,
               sycl::local_accessor<int>(2, h), 10);
    h.parallel_for(sycl::nd_range<1>(4, 2), kernel);
  });
  print("accessor, value, pointer, local memory",
        sycl::host_accessor(data, sycl::read_only));
  sycl::free(more, q);
}

static void before(sycl::queue &q, cl_context native) {
  const sycl::context context = q.get_context();
  const cl_mem memory = checked("clCreateBuffer", [&](cl_int *status) {
    int numbers[] = {2, 3, 4, 5};
    return clCreateBuffer(native, CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers,
                          status);
  });
  const cl_kernel add = kernel_of(native, set_before, "add");
  const int hundred = 100;
  check(clSetKernelArg(add, 0, sizeof memory, &memory), "clSetKernelArg");
  check(clSetKernelArg(add, 1, sizeof hundred, &hundred), "clSetKernelArg");
  const sycl::kernel kernel = sycl::make_kernel<opencl>(add, context);
  check(clReleaseKernel(add), "clReleaseKernel");
  q.submit([&](sycl::handler &h) {
     h.parallel_for(sycl::range(4), kernel);
   }).wait();
  sycl::buffer<int> seen = sycl::make_buffer<opencl, int>(memory, context);
  check(clReleaseMemObject(memory), "clReleaseMemObject");
  print("arguments that OpenCL has set",
        sycl::host_accessor(seen, sycl::read_only));
}

static void ranges(sycl::queue &q, cl_context native) {
  const cl_kernel place = kernel_of(native, dimensions, "place");
  const auto kernel = sycl::make_kernel<opencl>(place, q.get_context());
  check(clReleaseKernel(place), "clReleaseKernel");
  sycl::buffer<int> data(6);
  q.submit([&](sycl::handler &h) {
    h.set_arg(0, sycl::accessor(data, h, sycl::write_only, sycl::no_init));
    h.parallel_for(sycl::range(2, 3), kernel);
  });
  print("dimensions", sycl::host_accessor(data, sycl::read_only));
}

static void images(sycl::queue &q, cl_context native) {
  const cl_kernel made = kernel_of(native, scale, "scale");
  const auto kernel = sycl::make_kernel<opencl>(made, q.get_context());
  check(clReleaseKernel(made), "clReleaseKernel");
  const sycl::float4 pixels[] = {sycl::float4(1.f), sycl::float4(2.f),
                                 sycl::float4(3.f), sycl::float4(4.f)};
  sycl::float4 seen[3];
  const auto format = sycl::image_format::r32g32b32a32_sfloat;
  const sycl::image_sampler between = {
      sycl::addressing_mode::clamp_to_edge,
      sycl::coordinate_normalization_mode::unnormalized,
      sycl::filtering_mode::linear};
  {
    sycl::sampled_image<1> from(pixels, format, between, sycl::range(4));
    sycl::unsampled_image<1> to(seen, format, sycl::range(3));
    q.submit([&](sycl::handler &h) {
      h.set_args(
          sycl::sampled_image_accessor<sycl::float4, 1>(from, h), between,
          sycl::unsampled_image_accessor<sycl::float4, 1,
                                         sycl::access_mode::write>(to, h));
      h.parallel_for(sycl::range(3), kernel);
    });
  }
  print("images and a sampler",
        std::vector<int>{int(seen[0][0]), int(seen[1][1]), int(seen[2][3])});
}

static void references(sycl::queue &q, cl_context native) {
  const cl_kernel mine = kernel_of(native, set_before, "add");
  const auto at_first = get_reference_count(mine);
  unsigned with_object = 0, with_native = 0;
  {
    const auto kernel = sycl::make_kernel<opencl>(mine, q.get_context());
    with_object = get_reference_count(mine);
    const cl_kernel again = sycl::get_native<opencl>(kernel);
    with_native = get_reference_count(mine);
    check(clReleaseKernel(again), "clReleaseKernel");
  }
  std::printf("kernel: %u for get_native, held by make_kernel %d, %u left\n",
              with_native - with_object, with_object > at_first,
              get_reference_count(mine) - at_first);
  check(clReleaseKernel(mine), "clReleaseKernel");
}

using sycl::bundle_state;

static void programs(sycl::queue &q, cl_context native) {
  const sycl::context context = q.get_context();
  const cl_program program = program_of(native, set_before);
  const auto bundle =
      sycl::make_kernel_bundle<opencl, bundle_state::executable>(program,
                                                                 context);
  const auto natives = sycl::get_native<opencl>(bundle);
  std::printf("bundle: %zu program, the same %d\n", natives.size(),
              natives.at(0) == program);
  check(clReleaseProgram(natives.at(0)), "clReleaseProgram");
  const cl_kernel add = create(program, "add");
  const auto kernel = sycl::make_kernel<opencl>(add, context);
  check(clReleaseKernel(add), "clReleaseKernel");
  sycl::buffer<int> data(4);
  count_up(data);
  q.submit([&](sycl::handler &h) {
    h.set_args(sycl::accessor(data, h), 2);
    h.parallel_for(sycl::range(4), kernel);
  });
  print("built by make_kernel_bundle",
        sycl::host_accessor(data, sycl::read_only));

  const cl_program source = program_of(native, set_before);
  const auto input =
      sycl::make_kernel_bundle<opencl, bundle_state::input>(source, context);
  check(clReleaseProgram(source), "clReleaseProgram");
  const auto object = sycl::compile(input);
  const auto executable = sycl::link(object);
  const auto count = [](const auto &of) {
    const auto found = sycl::get_native<opencl>(of);
    for (cl_program one : found)
      check(clReleaseProgram(one), "clReleaseProgram");
    return found.size();
  };
  std::printf("input, object, executable: %zu %zu %zu\n", count(input),
              count(object), count(executable));
  refused("executable as input", [&] {
    (void)sycl::make_kernel_bundle<opencl, bundle_state::input>(program,
                                                                context);
  });

  const cl_program second = program_of(native, dimensions);
  const auto both = sycl::opencl::create_bundle<bundle_state::executable>(
      context, context.get_devices(), {program, second});
  std::printf("two programs in a bundle: %zu\n", count(both));
  check(clReleaseProgram(second), "clReleaseProgram");
  check(clReleaseProgram(program), "clReleaseProgram");
}

static void linked(sycl::queue &q, cl_context native) {
  const sycl::context context = q.get_context();
  const cl_program calls = program_of(native, caller);
  const cl_program called = program_of(native, callee);
  const auto objects = sycl::opencl::create_bundle<bundle_state::object>(
      context, context.get_devices(), {calls, called});
  const auto executable = sycl::link(objects);
  const auto natives = sycl::get_native<opencl>(executable);
  const cl_kernel call = create(natives.at(0), "call");
  const auto kernel = sycl::make_kernel<opencl>(call, context);
  for (cl_program one : {calls, called, natives[0]})
    check(clReleaseProgram(one), "clReleaseProgram");
  check(clReleaseKernel(call), "clReleaseKernel");
  sycl::buffer<int> data(4);
  count_up(data);
  q.submit([&](sycl::handler &h) {
    h.set_arg(0, sycl::accessor(data, h));
    h.parallel_for(sycl::range(4), kernel);
  });
  print("two objects linked", sycl::host_accessor(data, sycl::read_only));
}

static void kernels(sycl::queue &q, cl_context native) {
  const sycl::context context = q.get_context();
  const cl_program programs[] = {program_of(native, set_before),
                                 program_of(native, dimensions)};
  for (cl_program one : programs)
    check(clBuildProgram(one, 0, nullptr, "", nullptr, nullptr),
          "clBuildProgram");
  const std::vector<cl_kernel> two = {create(programs[0], "add"),
                                      create(programs[1], "place")};
  const auto bundle =
      sycl::opencl::create_bundle(context, context.get_devices(), two);
  const auto found = sycl::get_native<opencl>(bundle);
  std::printf("kernels in a bundle: %zu\n", found.size());
  for (cl_program one : found)
    check(clReleaseProgram(one), "clReleaseProgram");
  for (cl_kernel one : two)
    check(clReleaseKernel(one), "clReleaseKernel");
  for (cl_program one : programs)
    check(clReleaseProgram(one), "clReleaseProgram");
}

struct of_sycl;

int main() {
  sycl::queue q;
  const sycl::context context = q.get_context();
  const cl_context native = sycl::get_native<opencl>(context);
  arguments(q, native);
  before(q, native);
  ranges(q, native);
  images(q, native);
  references(q, native);
  programs(q, native);
  linked(q, native);
  kernels(q, native);

  q.single_task<of_sycl>([] {}).wait();
  const auto bundle =
      sycl::get_kernel_bundle<of_sycl, bundle_state::executable>(context);
  const cl_kernel kernel = sycl::get_native<opencl>(
      bundle.get_kernel(sycl::get_kernel_id<of_sycl>()));
  cl_context of_kernel = nullptr;
  check(clGetKernelInfo(kernel, CL_KERNEL_CONTEXT, sizeof of_kernel, &of_kernel,
                        nullptr),
        "clGetKernelInfo");
  std::printf("SYCL's kernel: %d\n", of_kernel == native);
  check(clReleaseKernel(kernel), "clReleaseKernel");

  refused("make_kernel", [&] {
    constexpr auto other = sycl::backend::ext_oneapi_cuda;
    (void)sycl::make_kernel<other>(sycl::backend_input_t<other, sycl::kernel>(),
                                   context);
  });
  check(clReleaseContext(native), "clReleaseContext");
}
