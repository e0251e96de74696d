// Platforms, devices, contexts, queues and events, converted in both
// directions, and the references to them.
// REQUIRES: backend:opencl
// FLAGS: -lOpenCL
// EXPECT: back again: 1 1 1 1
// EXPECT: context: 1 for get_native, held by make_context 1, 0 left
// EXPECT: queue: 1 for get_native, held by make_queue 1, 0 left
// EXPECT: a queue outlives the objects that it came from: 42
// EXPECT: a context of OpenCL: 1 device, 42
// EXPECT: event: 1 for get_native, 1 for make_event, 0 left
// EXPECT: two events: complete 0, then 1
// EXPECT: device extensions: 1 0
// EXPECT: platform extensions: 1 0
// EXPECT: get_native: another backend
// EXPECT: make_queue: another backend
// EXPECT: make_event: another backend
// EXPECT: make_device of nothing: invalid
#include "check.hpp"

#include <memory>
#include <thread>

template <class Object> using native = sycl::backend_return_t<opencl, Object>;
static_assert(std::is_same_v<native<sycl::platform>, cl_platform_id>);
static_assert(std::is_same_v<native<sycl::device>, cl_device_id>);
static_assert(std::is_same_v<native<sycl::context>, cl_context>);
static_assert(std::is_same_v<native<sycl::queue>, cl_command_queue>);
static_assert(std::is_same_v<native<sycl::kernel>, cl_kernel>);
static_assert(std::is_same_v<native<sycl::event>, std::vector<cl_event>>);
static_assert(std::is_same_v<native<sycl::buffer<int>>, std::vector<cl_mem>>);
static_assert(
    std::is_same_v<native<sycl::sampled_image<2>>, std::vector<cl_mem>>);
static_assert(
    std::is_same_v<native<sycl::unsampled_image<2>>, std::vector<cl_mem>>);
static_assert(
    std::is_same_v<native<sycl::kernel_bundle<sycl::bundle_state::object>>,
                   std::vector<cl_program>>);
template <class Object> using input = sycl::backend_input_t<opencl, Object>;
static_assert(std::is_same_v<input<sycl::event>, std::vector<cl_event>>);
static_assert(std::is_same_v<input<sycl::buffer<int>>, cl_mem>);
static_assert(std::is_same_v<input<sycl::unsampled_image<1>>, cl_mem>);
static_assert(
    std::is_same_v<input<sycl::kernel_bundle<sycl::bundle_state::executable>>,
                   cl_program>);
static_assert(SYCL_BACKEND_OPENCL == 1);

// Runs a kernel of SYCL.
static int compute(sycl::queue &q) {
  sycl::buffer<int> result(1);
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(result, h, sycl::write_only, sycl::no_init);
    h.single_task([=] { out[0] = 42; });
  });
  return sycl::host_accessor(result)[0];
}

// References that get_native and a function from the native object add, and
// what is left when both are gone.
template <class Object, class Make, class Release>
static void count(const char *what, const char *call, const Object &object,
                  const Make &make, const Release &release) {
  const auto mine = sycl::get_native<opencl>(object);
  const auto before = get_reference_count(mine);
  const auto again = sycl::get_native<opencl>(object);
  const auto with_second = get_reference_count(mine);
  check(release(again), "release");
  unsigned with_object = 0;
  {
    const auto made = make(mine);
    with_object = get_reference_count(mine);
  }
  // The library may have a last look at the object on another thread.
  while (get_reference_count(mine) > before)
    std::this_thread::yield();
  std::printf("%s: %u for get_native, held by %s %d, %u left\n", what,
              with_second - before, call, with_object > before,
              get_reference_count(mine) - before);
  check(release(mine), "release");
}

// OpenCL's and SYCL's queues outlive the objects that they were made from.
static void outlive(const sycl::device &device) {
  sycl::context made;
  cl_command_queue native = nullptr;
  {
    const cl_device_id id = sycl::get_native<opencl>(device);
    const cl_context context = checked("clCreateContext", [&](cl_int *status) {
      return clCreateContext(nullptr, 1, &id, nullptr, nullptr, status);
    });
    native = checked("clCreateCommandQueue", [&](cl_int *status) {
      return clCreateCommandQueueWithProperties(context, id, nullptr, status);
    });
    made = sycl::make_context<opencl>(context);
    check(clReleaseContext(context), "clReleaseContext");
    check(clReleaseDevice(id), "clReleaseDevice");
  }
  sycl::queue q = sycl::make_queue<opencl>(native, made);
  check(clReleaseCommandQueue(native), "clReleaseCommandQueue");
  std::printf("a context of OpenCL: %zu device, %d\n",
              made.get_devices().size(), compute(q));
}

static void events(sycl::queue &q) {
  const auto context = q.get_context();
  const auto done = q.single_task([] {});
  const auto natives = sycl::get_native<opencl>(done);
  const cl_event mine = natives.at(0);
  const auto before = get_reference_count(mine);
  const auto again = sycl::get_native<opencl>(done);
  const auto with_second = get_reference_count(mine);
  check(clReleaseEvent(again.at(0)), "clReleaseEvent");
  unsigned with_object = 0;
  {
    sycl::event made = sycl::make_event<opencl>({mine}, context);
    made.wait();
    with_object = get_reference_count(mine);
  }
  std::printf("event: %u for get_native, %u for make_event, %u left\n",
              with_second - before, with_object - before,
              get_reference_count(mine) - before);

  const cl_context native = sycl::get_native<opencl>(context);
  const cl_event user = checked("clCreateUserEvent", [&](cl_int *status) {
    return clCreateUserEvent(native, status);
  });
  const sycl::event both = sycl::make_event<opencl>({mine, user}, context);
  const auto is_complete = [&] {
    return both.get_info<sycl::info::event::command_execution_status>() ==
           sycl::info::event_command_status::complete;
  };
  const bool early = is_complete();
  check(clSetUserEventStatus(user, CL_COMPLETE), "clSetUserEventStatus");
  sycl::event(both).wait();
  std::printf("two events: complete %d, then %d\n", early, is_complete());
  check(clReleaseEvent(user), "clReleaseEvent");
  check(clReleaseEvent(mine), "clReleaseEvent");
  check(clReleaseContext(native), "clReleaseContext");
}

int main() {
  sycl::queue q;
  const sycl::device device = q.get_device();
  const sycl::platform platform = device.get_platform();
  const sycl::context context = q.get_context();

  const cl_device_id id = sycl::get_native<opencl>(device);
  char name[256] = "";
  check(clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof name, name, nullptr),
        "clGetDeviceInfo");
  const cl_platform_id of_device = sycl::get_native<opencl>(platform);
  std::printf("back again: %d %d %d %d\n",
              sycl::make_device<opencl>(id) == device,
              sycl::make_platform<opencl>(of_device) == platform,
              device.get_info<sycl::info::device::name>() == name,
              q.get_backend() == opencl);

  count(
      "context", "make_context", context,
      [](cl_context native) { return sycl::make_context<opencl>(native); },
      clReleaseContext);
  count(
      "queue", "make_queue", q,
      [&](cl_command_queue native) {
        return sycl::make_queue<opencl>(native, context);
      },
      clReleaseCommandQueue);
  {
    auto shared = std::make_unique<sycl::queue>(context, device);
    const cl_command_queue native = sycl::get_native<opencl>(*shared);
    shared.reset();
    sycl::queue again = sycl::make_queue<opencl>(native, context);
    check(clReleaseCommandQueue(native), "clReleaseCommandQueue");
    std::printf("a queue outlives the objects that it came from: %d\n",
                compute(again));
  }
  outlive(device);
  events(q);

  using sycl::opencl::has_extension;
  std::printf("device extensions: %d %d\n",
              has_extension(device, "cl_khr_global_int32_base_atomics"),
              has_extension(device, "cl_khr"));
  std::printf("platform extensions: %d %d\n",
              has_extension(platform, "cl_khr_icd"),
              has_extension(platform, ""));

  constexpr auto other = sycl::backend::ext_oneapi_cuda;
  refused("get_native", [&] { (void)sycl::get_native<other>(context); });
  refused("make_queue", [&] {
    (void)sycl::make_queue<other>(sycl::backend_input_t<other, sycl::queue>(),
                                  context);
  });
  refused("make_event", [&] {
    (void)sycl::make_event<other>(sycl::backend_input_t<other, sycl::event>(),
                                  context);
  });
  refused("make_device of nothing",
          [&] { (void)sycl::make_device<opencl>(nullptr); });
}
