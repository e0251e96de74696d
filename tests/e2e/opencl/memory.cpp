// OpenCL C and SYCL share a queue, a buffer and an event.
// REQUIRES: backend:opencl
// REQUIRES: aspect:usm_host_allocations
// FLAGS: -lOpenCL
// EXPECT: after both: 5 7 9 11
// EXPECT: OpenCL reads: 5 7 9 11
// EXPECT: buffer: held by make_buffer 1, 0 left
// EXPECT: get_native: 1 object, 1 reference
// EXPECT: not used yet: 0
// EXPECT: OpenCL wrote in a host task: 100 101 102 103
// EXPECT: queue 1, device 1, context 1, 1 object, 0 left
// EXPECT: get_native_mem: another backend
// EXPECT: OpenCL waits for SYCL: 1
// EXPECT: make_buffer: another backend
#include "check.hpp"

#include <array>

static const char *const source = R"(
kernel void add(global int *data, int number) {
  data[get_global_id(0)] += number;
})";

constexpr size_t size = 4;
using values = std::array<int, size>;

// OpenCL's kernel, SYCL's kernel, and OpenCL's reading on one queue and buffer.
static void share(const sycl::context &context, cl_context native,
                  cl_command_queue queue) {
  const cl_mem memory = checked("clCreateBuffer", [&](cl_int *status) {
    int numbers[size] = {1, 2, 3, 4};
    return clCreateBuffer(native, CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers,
                          status);
  });
  const auto at_first = get_reference_count(memory);
  const cl_kernel add = kernel_of(native, source, "add");
  const int four = 4;
  check(clSetKernelArg(add, 0, sizeof memory, &memory), "clSetKernelArg");
  check(clSetKernelArg(add, 1, sizeof four, &four), "clSetKernelArg");
  cl_event added = nullptr;
  check(clEnqueueNDRangeKernel(queue, add, 1, nullptr, &size, nullptr, 0,
                               nullptr, &added),
        "clEnqueueNDRangeKernel");
  check(clFlush(queue), "clFlush");
  check(clReleaseKernel(add), "clReleaseKernel");

  bool held = false;
  {
    sycl::queue q = sycl::make_queue<opencl>(queue, context);
    sycl::buffer<int> data = sycl::make_buffer<opencl, int>(
        memory, context, sycl::make_event<opencl>({added}, context));
    check(clReleaseEvent(added), "clReleaseEvent");
    held = get_reference_count(memory) > at_first;
    q.submit([&](sycl::handler &h) {
      sycl::accessor all(data, h);
      h.parallel_for(data.get_range(),
                     [=](sycl::id<1> i) { all[i] += int(i[0]); });
    });
    print("after both", sycl::host_accessor(data, sycl::read_only));
  }
  values seen{};
  check(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof seen, seen.data(),
                            0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  print("OpenCL reads", seen);
  std::printf("buffer: held by make_buffer %d, %u left\n", held,
              get_reference_count(memory) - at_first);
  check(clReleaseMemObject(memory), "clReleaseMemObject");
}

// OpenCL's work in host tasks.
static void tasks(sycl::queue &q) {
  sycl::buffer<int> data(size), untouched(size);
  q.submit([&](sycl::handler &h) {
    sycl::accessor all(data, h, sycl::write_only, sycl::no_init);
    h.parallel_for(size, [=](sycl::id<1> i) { all[i] = int(i[0]); });
  });
  q.wait();
  const auto mine = sycl::get_native<opencl>(data);
  const auto before = get_reference_count(mine.at(0));
  const auto again = sycl::get_native<opencl>(data);
  std::printf("get_native: %zu object, %u reference\n", mine.size(),
              get_reference_count(mine[0]) - before);
  check(clReleaseMemObject(again.at(0)), "clReleaseMemObject");
  std::printf("not used yet: %zu\n",
              sycl::get_native<opencl>(untouched).size());

  const cl_command_queue queue = sycl::get_native<opencl>(q);
  const cl_context context = sycl::get_native<opencl>(q.get_context());
  const cl_device_id device = sycl::get_native<opencl>(q.get_device());
  const cl_kernel add = kernel_of(context, source, "add");
  q.submit([&](sycl::handler &h) {
    sycl::accessor all(data, h);
    h.host_task([=](sycl::interop_handle handle) {
      const auto memory = handle.get_native_mem<opencl>(all);
      const cl_command_queue own = handle.get_native_queue<opencl>();
      const int hundred = 100;
      check(clSetKernelArg(add, 0, sizeof memory[0], memory.data()),
            "clSetKernelArg");
      check(clSetKernelArg(add, 1, sizeof hundred, &hundred), "clSetKernelArg");
      check(clEnqueueNDRangeKernel(own, add, 1, nullptr, &size, nullptr, 0,
                                   nullptr, nullptr),
            "clEnqueueNDRangeKernel");
      check(clFinish(own), "clFinish");
      check(clReleaseCommandQueue(own), "clReleaseCommandQueue");
      check(clReleaseMemObject(memory[0]), "clReleaseMemObject");
    });
  });
  print("OpenCL wrote in a host task",
        sycl::host_accessor(data, sycl::read_only));
  check(clReleaseKernel(add), "clReleaseKernel");

  q.submit([&](sycl::handler &h) {
     sycl::accessor all(data, h, sycl::read_only);
     h.host_task([=](sycl::interop_handle handle) {
       const auto memory = handle.get_native_mem<opencl>(all);
       const cl_command_queue own = handle.get_native_queue<opencl>();
       const cl_context its_context = handle.get_native_context<opencl>();
       const cl_device_id its_device = handle.get_native_device<opencl>();
       const bool same[] = {own == queue, its_device == device,
                            its_context == context};
       check(clReleaseMemObject(memory.at(0)), "clReleaseMemObject");
       check(clReleaseCommandQueue(own), "clReleaseCommandQueue");
       check(clReleaseContext(its_context), "clReleaseContext");
       check(clReleaseDevice(its_device), "clReleaseDevice");
       std::printf("queue %d, device %d, context %d, %zu object, %u left\n",
                   same[0], same[1], same[2], memory.size(),
                   get_reference_count(mine[0]) - before);
       refused("get_native_mem", [&] {
         (void)handle.get_native_mem<sycl::backend::ext_oneapi_cuda>(all);
       });
     });
   }).wait();
  check(clReleaseMemObject(mine[0]), "clReleaseMemObject");

  // A command of OpenCL after one of SYCL.
  int *const shared = sycl::malloc_host<int>(1, q);
  *shared = 0;
  const sycl::event set = q.single_task([=] { *shared = 1; });
  const auto events = sycl::get_native<opencl>(set);
  cl_event after = nullptr;
  check(clEnqueueMarkerWithWaitList(queue, cl_uint(events.size()),
                                    events.data(), &after),
        "clEnqueueMarkerWithWaitList");
  check(clWaitForEvents(1, &after), "clWaitForEvents");
  std::printf("OpenCL waits for SYCL: %d\n", *shared);
  for (cl_event one : events)
    check(clReleaseEvent(one), "clReleaseEvent");
  check(clReleaseEvent(after), "clReleaseEvent");
  sycl::free(shared, q);
  check(clReleaseDevice(device), "clReleaseDevice");
  check(clReleaseContext(context), "clReleaseContext");
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
}

int main() {
  sycl::queue q;
  const sycl::context context = q.get_context();
  const cl_context native = sycl::get_native<opencl>(context);
  const cl_command_queue queue = sycl::get_native<opencl>(q);
  share(context, native, queue);
  tasks(q);
  refused("make_buffer", [&] {
    constexpr auto other = sycl::backend::ext_oneapi_cuda;
    (void)sycl::make_buffer<other, int>(0, context);
  });
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseContext(native), "clReleaseContext");
}
