// OpenCL C and SYCL on one device - they share a queue, a buffer and an event.
// A library of OpenCL fills a buffer, a kernel of SYCL works on it, and a
// kernel of OpenCL C is launched by SYCL. Without an OpenCL device, SYCL does
// all of it. Build: see CMakeLists.txt, or
//   tandem++ -fsycl -O2 opencl_interop.cpp -lOpenCL
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>

constexpr auto opencl = sycl::backend::opencl;
constexpr size_t n = 1 << 20;

static void check(cl_int status, const char *call) {
  if (status != CL_SUCCESS)
    throw std::runtime_error(std::string(call) + ": error " +
                             std::to_string(status));
}

// The first device of OpenCL that ONEAPI_DEVICE_SELECTOR leaves.
static std::optional<sycl::device> opencl_device() {
  for (const sycl::platform &platform : sycl::platform::get_platforms())
    if (platform.get_backend() == opencl)
      return platform.get_devices()[0];
  return std::nullopt;
}

// Stands in for an OpenCL program or library that does not use SYCL: a
// context, a queue, a buffer with i at index i once the event is complete, and
// a kernel.
struct opencl_part {
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_mem numbers = nullptr;
  cl_event filled = nullptr;
  cl_kernel square = nullptr;

  explicit opencl_part(cl_device_id device) {
    cl_int status = CL_SUCCESS;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    check(status, "clCreateContext");
    queue =
        clCreateCommandQueueWithProperties(context, device, nullptr, &status);
    check(status, "clCreateCommandQueueWithProperties");
    numbers = clCreateBuffer(context, CL_MEM_READ_WRITE, n * sizeof(cl_float),
                             nullptr, &status);
    check(status, "clCreateBuffer");
    const char *source = R"(
      kernel void count(global float *numbers) {
        numbers[get_global_id(0)] = get_global_id(0);
      }
      kernel void square(global float *numbers, float factor) {
        float x = numbers[get_global_id(0)];
        numbers[get_global_id(0)] = factor * x * x;
      })";
    const cl_program program =
        clCreateProgramWithSource(context, 1, &source, nullptr, &status);
    check(status, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", nullptr, nullptr),
          "clBuildProgram");
    const cl_kernel count = clCreateKernel(program, "count", &status);
    check(status, "clCreateKernel");
    square = clCreateKernel(program, "square", &status);
    check(status, "clCreateKernel");
    check(clReleaseProgram(program), "clReleaseProgram");
    check(clSetKernelArg(count, 0, sizeof numbers, &numbers), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, count, 1, nullptr, &n, nullptr, 0,
                                 nullptr, &filled),
          "clEnqueueNDRangeKernel");
    check(clFlush(queue), "clFlush");
    check(clReleaseKernel(count), "clReleaseKernel");
  }
  opencl_part(const opencl_part &) = delete;
  opencl_part &operator=(const opencl_part &) = delete;
  ~opencl_part() {
    clReleaseKernel(square);
    clReleaseEvent(filled);
    clReleaseMemObject(numbers);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }

  // The last number, read by OpenCL.
  float last() const {
    float value = 0;
    check(clEnqueueReadBuffer(queue, numbers, CL_TRUE, (n - 1) * sizeof value,
                              sizeof value, &value, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    return value;
  }
};

// Half of each number, by SYCL.
static void halve(sycl::queue &q, sycl::buffer<float> &numbers) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor all(numbers, h);
    h.parallel_for(n, [=](sycl::id<1> i) { all[i] /= 2; });
  });
}

static float with_opencl(const sycl::device &device) {
  const cl_device_id id = sycl::get_native<opencl>(device);
  const opencl_part part(id);
  check(clReleaseDevice(id), "clReleaseDevice"); // get_native retains
  {
    const auto context = sycl::make_context<opencl>(part.context);
    sycl::queue q = sycl::make_queue<opencl>(part.queue, context);
    const auto filled = sycl::make_event<opencl>({part.filled}, context);
    // OpenCL does not use the buffer until SYCL's is destroyed.
    auto numbers =
        sycl::make_buffer<opencl, float>(part.numbers, context, filled);
    halve(q, numbers);
    const auto square = sycl::make_kernel<opencl>(part.square, context);
    q.submit([&](sycl::handler &h) {
      h.set_args(sycl::accessor(numbers, h), 4.0f);
      h.parallel_for(sycl::range(n), square);
    });
  }
  return part.last();
}

static float without_opencl() {
  sycl::queue q;
  sycl::buffer<float> numbers(n);
  q.submit([&](sycl::handler &h) {
    sycl::accessor all(numbers, h, sycl::write_only, sycl::no_init);
    h.parallel_for(n, [=](sycl::id<1> i) { all[i] = float(i[0]); });
  });
  halve(q, numbers);
  q.submit([&](sycl::handler &h) {
    sycl::accessor all(numbers, h);
    h.parallel_for(n, [=](sycl::id<1> i) { all[i] *= 4 * all[i]; });
  });
  return sycl::host_accessor(numbers, sycl::read_only)[n - 1];
}

int main() {
  const auto device = opencl_device();
  if (device)
    std::printf("OpenCL and SYCL on %s\n",
                device->get_info<sycl::info::device::name>().c_str());
  else
    std::puts("there is no OpenCL device: SYCL alone");
  const float last = device ? with_opencl(*device) : without_opencl();
  const float expected = float(n - 1) * float(n - 1);
  std::printf("the last number is %.0f, %s\n", last,
              last == expected ? "right" : "wrong");
  return last != expected;
}
