// The status of OpenCL that an exception is about.
// REQUIRES: backend:opencl
// FLAGS: -lOpenCL -Wno-deprecated-declarations
// EXPECT: a program that does not build: -11, with errc 1
// EXPECT: a copy of it: -11
// EXPECT: in SYCL 1.2.1: -11
// EXPECT: a kernel that waits for it: -5
// EXPECT: an argument that is not set: -52
// EXPECT: an error that Tandem finds: 0
// EXPECT: an exception of the program: 0
// EXPECT: from a host task: 0
// EXPECT: several programs, of which one does not build: -11
#include "check.hpp"

using sycl::opencl::get_error_code;
static_assert(
    std::is_same_v<decltype(get_error_code(std::declval<sycl::exception &>())),
                   cl_int>);

static const char *const broken = "kernel void broken(global int *p) { p = ; }";
static const char *const fine =
    "kernel void fine(global int *p, int n) { p[0] = n; }";

// The exception that a call throws.
template <class Call> static sycl::exception thrown(const Call &call) {
  try {
    call();
  } catch (const sycl::exception &error) {
    return error;
  }
  std::printf("nothing was thrown\n");
  return sycl::exception(make_error_code(sycl::errc::success));
}

static void print(const char *what, const sycl::exception &error) {
  std::printf("%s: %d\n", what, get_error_code(error));
}

static void builds(const sycl::context &context) {
  const cl_context native = sycl::get_native<opencl>(context);
  const cl_program bad = program_of(native, broken);
  const cl_program good = program_of(native, fine);
  const sycl::exception error = thrown([&] {
    sycl::make_kernel_bundle<opencl, sycl::bundle_state::executable>(bad,
                                                                     context);
  });
  std::printf("a program that does not build: %d, with errc %d\n",
              get_error_code(error),
              error.code() == sycl::errc::invalid ||
                  error.code() == sycl::errc::build);
  const sycl::exception copy(error);
  print("a copy of it", copy);
  std::printf("in SYCL 1.2.1: %d\n", error.get_cl_code());
  print("several programs, of which one does not build", thrown([&] {
          sycl::opencl::create_bundle<sycl::bundle_state::executable>(
              context, context.get_devices(), {good, bad});
        }));
  check(clReleaseProgram(bad), "clReleaseProgram");
  check(clReleaseProgram(good), "clReleaseProgram");
  check(clReleaseContext(native), "clReleaseContext");
}

// The errors that a queue hands to its handler.
class reported {
  std::vector<sycl::exception> m_errors;

public:
  sycl::queue queue(const sycl::context &context, const sycl::device &device) {
    return sycl::queue(context, device, [this](sycl::exception_list errors) {
      for (const std::exception_ptr &each : errors) {
        try {
          std::rethrow_exception(each);
        } catch (const sycl::exception &error) {
          m_errors.push_back(error);
        }
      }
    });
  }
  void print(const char *what) const {
    for (const sycl::exception &error : m_errors)
      ::print(what, error);
  }
};

// A user event of OpenCL that ends with an error, and a kernel that waits.
static void failed_event(const sycl::context &context,
                         const sycl::device &device) {
  reported errors;
  sycl::queue q = errors.queue(context, device);
  const cl_context native = sycl::get_native<opencl>(context);
  const cl_event user = checked("clCreateUserEvent", [&](cl_int *status) {
    return clCreateUserEvent(native, status);
  });
  sycl::event made = sycl::make_event<opencl>({user}, context);
  q.single_task(made, [] {});
  check(clSetUserEventStatus(user, CL_OUT_OF_RESOURCES),
        "clSetUserEventStatus");
  q.wait_and_throw();
  errors.print("a kernel that waits for it");
  check(clReleaseEvent(user), "clReleaseEvent");
  check(clReleaseContext(native), "clReleaseContext");
}

static void launches(const sycl::context &context, const sycl::device &device) {
  reported errors;
  sycl::queue q = errors.queue(context, device);
  const cl_context native = sycl::get_native<opencl>(context);
  const cl_kernel raw = kernel_of(native, fine, "fine");
  const sycl::kernel kernel = sycl::make_kernel<opencl>(raw, context);
  print("an argument that is not set", thrown([&] {
          q.submit([&](sycl::handler &h) { h.single_task(kernel); });
          q.wait_and_throw();
        }));
  print("an error that Tandem finds", thrown([&] {
          q.parallel_for(sycl::nd_range<1>(10, 3), [](sycl::nd_item<1>) {});
        }));
  const auto mine = make_error_code(sycl::errc::runtime);
  print("an exception of the program", sycl::exception(mine, "mine"));
  q.submit([&](sycl::handler &h) {
    h.host_task([mine] { throw sycl::exception(mine, "mine"); });
  });
  q.wait_and_throw();
  errors.print("from a host task");
  check(clReleaseKernel(raw), "clReleaseKernel");
  check(clReleaseContext(native), "clReleaseContext");
}

int main() {
  sycl::queue q;
  builds(q.get_context());
  failed_event(q.get_context(), q.get_device());
  launches(q.get_context(), q.get_device());
}
