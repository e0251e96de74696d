// Queries of kernels, and kernels that require sizes of groups and sub-groups
// which no device has.
// EXPECT: reqd_work_group_size(2,4,1)
// EXPECT-LIKE: refused: kernel `too_large` requires work-groups of 1x1x1073741824, but .* has at most [0-9]+ work-items in one
// EXPECT-LIKE: refused: kernel `odd_sub_group` requires sub-groups of 3, but .* has sub-groups of [0-9, ]+
// EXPECT: ok
#include <sycl/sycl.hpp>

#include <cstdio>

namespace specific = sycl::info::kernel_device_specific;

struct plain;
struct sized;
struct sub_sized;
struct too_large;
struct odd_sub_group;

static int failures = 0;
static void check(bool ok, const char *what) {
  if (!ok) {
    std::printf("wrong: %s\n", what);
    ++failures;
  }
}
template <class F> static void invalid(const char *what, F f) {
  try {
    f();
  } catch (const sycl::exception &error) {
    check(error.code() == sycl::errc::invalid, what);
    return;
  }
  check(false, what);
}
template <class F> static void refused(F f) {
  try {
    f();
    check(false, "launched");
  } catch (const sycl::exception &error) {
    check(error.code() == sycl::errc::kernel_not_supported, "code");
    std::printf("refused: %s\n", error.what());
  }
}

int main() {
  sycl::queue queue;
  sycl::device device = queue.get_device();
  int *data = sycl::malloc_device<int>(64, queue);
  queue.single_task<plain>([=] { data[0] = 1; }).wait();
  queue
      .parallel_for<sized>(sycl::nd_range<2>({8, 8}, {4, 2}),
                           [=](sycl::nd_item<2> i)
                               [[sycl::reqd_work_group_size(4, 2)]] {
                                 data[i.get_global_linear_id()] = 2;
                               })
      .wait();
  if (queue.is_in_order()) // compiled, not run
    queue.parallel_for<sub_sized>(sycl::nd_range<1>(4, 4),
                                  [=](sycl::nd_item<1>)
                                      [[sycl::reqd_sub_group_size(1)]] {});

  auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(
      queue.get_context());
  auto get = [&](auto name) {
    return bundle.get_kernel<std::remove_pointer_t<decltype(name)>>();
  };
  sycl::kernel first = get((plain *)nullptr), second = get((sized *)nullptr);
  check(first.get_context() == queue.get_context() &&
            first.get_info<sycl::info::kernel::context>() ==
                queue.get_context(),
        "context");
  check(first.get_backend() == queue.get_backend(), "back end");
  check(first.get_kernel_bundle() == bundle, "bundle");
  check(first.get_info<sycl::info::kernel::function_name>().find("plain") !=
            std::string::npos,
        "name");
  std::printf("%s\n",
              second.get_info<sycl::info::kernel::attributes>().c_str());
  check(second.get_info<specific::compile_work_group_size>(device) ==
            sycl::range<3>(1, 4, 2),
        "required size");
  check(first.get_info<specific::compile_work_group_size>(device) ==
            sycl::range<3>(0, 0, 0),
        "no required size");
  size_t limit = first.get_info<specific::work_group_size>(device);
  check(limit > 0 &&
            limit <= device.get_info<sycl::info::device::max_work_group_size>(),
        "largest group");
  check(first.get_info<specific::preferred_work_group_size_multiple>(device) <=
            limit,
        "multiple");
  check(first.get_info<specific::max_num_sub_groups>(device) >= 1 &&
            first.get_info<specific::max_sub_group_size>(device) >= 1,
        "sub-groups");
  check(first.get_info<specific::compile_num_sub_groups>(device) == 0 &&
            first.get_info<specific::compile_sub_group_size>(device) == 0,
        "no required sub-groups");
  (void)first.get_info<specific::private_mem_size>(device);
  check(
      sycl::ext::oneapi::get_kernel_info<plain, specific::work_group_size>(
          queue) == limit &&
          sycl::ext::oneapi::get_kernel_info<plain,
                                             sycl::info::kernel::function_name>(
              queue.get_context()) ==
              first.get_info<sycl::info::kernel::function_name>(),
      "queries by name");
  invalid("num_args",
          [&] { (void)first.get_info<sycl::info::kernel::num_args>(); });
  invalid("global_work_size",
          [&] { (void)first.get_info<specific::global_work_size>(device); });

  check(!sycl::is_compatible<too_large>(device) &&
            !sycl::is_compatible<odd_sub_group>(device) &&
            sycl::is_compatible<sized>(device),
        "compatibility");
  check(!bundle.has_kernel<too_large>() && !bundle.has_kernel<odd_sub_group>(),
        "the bundle leaves out what cannot run");
  refused([&] {
    queue.parallel_for<too_large>(
        sycl::nd_range<1>(1 << 30, 1 << 30),
        [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(1 << 30)]] {});
  });
  refused([&] {
    queue.parallel_for<odd_sub_group>(sycl::range<1>(3),
                                      [=](sycl::item<1>)
                                          [[sycl::reqd_sub_group_size(3)]] {});
  });
  sycl::free(data, queue);
  std::printf(failures ? "failed\n" : "ok\n");
  return failures != 0;
}
