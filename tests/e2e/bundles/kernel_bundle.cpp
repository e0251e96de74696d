// Kernel bundles in their three states: finding, compiling, linking, building
// and joining them, and what they know of kernels and devices.
// REQUIRES: aspect:online_compiler, aspect:online_linker
// EXPECT: input runs: 3
// EXPECT: linked runs: 4
// EXPECT: joined runs: 5
// EXPECT: ok
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdio>
#include <set>
#include <stdexcept>

using sycl::bundle_state;

struct add;
struct multiply;
struct doubler {
  int *data;
  void operator()() const { data[0] *= 2; }
};

static int failures = 0;
static void check(bool ok, const char *what) {
  if (!ok) {
    std::printf("wrong: %s\n", what);
    ++failures;
  }
}
template <class F> static void throws(sycl::errc code, const char *what, F f) {
  try {
    f();
  } catch (const sycl::exception &error) {
    check(error.code() == code, what);
    return;
  }
  check(false, what);
}

SYCL_EXTERNAL int increment(int x) { return x + 1; }

int main() {
  sycl::queue queue;
  sycl::context context = queue.get_context();
  sycl::device device = queue.get_device();
  int *data = sycl::malloc_device<int>(1, queue);
  auto result = [&] {
    int value;
    queue.copy(data, &value, 1).wait();
    return value;
  };
  auto run_add = [&](const sycl::kernel_bundle<bundle_state::executable> &b,
                     int start) {
    queue.fill(data, start, 1).wait();
    queue
        .submit([&](sycl::handler &h) {
          h.use_kernel_bundle(b);
          h.single_task<add>([=] { data[0] = increment(data[0]); });
        })
        .wait();
    return result();
  };
  queue.single_task<multiply>([=] { data[0] *= 3; }).wait();
  queue.fill(data, 4, 1).wait();
  queue.single_task(doubler{data}).wait();
  check(result() == 8, "an unnamed kernel runs");

  // Identities.
  sycl::kernel_id id = sycl::get_kernel_id<add>();
  check(id == sycl::get_kernel_id<add>(), "identities are equal");
  check(id != sycl::get_kernel_id<multiply>(), "identities differ");
  check(std::hash<sycl::kernel_id>()(id) ==
            std::hash<sycl::kernel_id>()(sycl::get_kernel_id<add>()),
        "hashes are equal");
  std::vector<sycl::kernel_id> all = sycl::get_kernel_ids();
  check(all.size() == 3, "number of kernels");
  for (auto known :
       {id, sycl::get_kernel_id<multiply>(), sycl::get_kernel_id<doubler>()})
    check(std::count(all.begin(), all.end(), known) == 1, known.get_name());
  check(sycl::is_compatible({id}, device) && sycl::is_compatible<add>(device),
        "compatible");
  check(device.get_info<sycl::info::device::built_in_kernel_ids>().size() ==
            device.get_info<sycl::info::device::built_in_kernels>().size(),
        "built-in kernels");

  // From source to executable by build.
  auto input = sycl::get_kernel_bundle<add, bundle_state::input>(context);
  check(!input.empty() && input.has_kernel(id) && input.has_kernel<add>(device),
        "input has the kernel");
  check(input.get_context() == context &&
            input.get_devices() == std::vector<sycl::device>{device} &&
            input.get_backend() == context.get_backend(),
        "context, devices and back end");
  std::printf("input runs: %d\n", run_add(sycl::build(input), 2));

  // With compile and link; the link resolves the function of the same unit.
  auto object = sycl::compile(input, {device});
  auto linked = sycl::link({object}, {device});
  check(linked.has_kernel<add>(), "the linked bundle has the kernel");
  std::printf("linked runs: %d\n", run_add(linked, 3));

  // Joined bundles.
  auto other =
      sycl::get_kernel_bundle<multiply, bundle_state::executable>(context);
  auto joined = sycl::join(std::vector{linked, other});
  check(joined.has_kernel<add>() && joined.has_kernel<multiply>(), "join");
  check(sycl::join<bundle_state::object>({}).empty(), "join of nothing");
  std::printf("joined runs: %d\n", run_add(joined, 4));

  // Device images.
  size_t images = 0;
  for (const auto &image : joined) {
    ++images;
    check(image.has_kernel(id) == image.has_kernel(id, device), "image");
  }
  check(images == size_t(joined.end() - joined.begin()) && images, "images");
  auto none = sycl::get_kernel_bundle<bundle_state::executable>(
      context, [](const auto &) { return false; });
  check(none.empty() && !none.has_kernel(id) && none.get_kernel_ids().empty(),
        "a selector that takes nothing");
  auto chosen = sycl::get_kernel_bundle<bundle_state::input>(
      context, {device},
      [&](const auto &image) { return image.has_kernel(id); });
  check(chosen.has_kernel(id), "a selector that takes one");
  try {
    sycl::get_kernel_bundle<bundle_state::input>(
        context,
        [](const auto &) -> bool { throw std::runtime_error("mine"); });
    check(false, "a selector that throws");
  } catch (const std::runtime_error &) {
  }

  // All kernels, and questions without bundles.
  auto whole = sycl::get_kernel_bundle<bundle_state::executable>(context);
  check(whole.get_kernel_ids().size() == 3, "all kernels");
  check(sycl::has_kernel_bundle<bundle_state::input>(context) &&
            sycl::has_kernel_bundle<bundle_state::object>(context, {device}) &&
            sycl::has_kernel_bundle<bundle_state::executable>(context, {id}) &&
            sycl::has_kernel_bundle<add, bundle_state::input>(context),
        "has_kernel_bundle");
  check(whole == sycl::kernel_bundle(whole) && whole != joined, "equality");

  // Invalid calls are rejected.
  const std::vector<sycl::device> no_devices;
  sycl::context second(device);
  throws(sycl::errc::invalid, "no devices", [&] {
    sycl::get_kernel_bundle<bundle_state::executable>(context, no_devices);
  });
  throws(sycl::errc::invalid, "has: no devices", [&] {
    (void)sycl::has_kernel_bundle<bundle_state::input>(context, no_devices);
  });
  throws(sycl::errc::invalid, "build: no devices",
         [&] { sycl::build(input, no_devices); });
  throws(sycl::errc::invalid, "link: nothing", [&] {
    sycl::link(std::vector<sycl::kernel_bundle<bundle_state::object>>());
  });
  throws(sycl::errc::invalid, "join: contexts", [&] {
    sycl::join(std::vector{
        input, sycl::get_kernel_bundle<bundle_state::input>(second)});
  });
  throws(sycl::errc::invalid, "use: contexts", [&] {
    queue.submit([&](sycl::handler &h) {
      h.use_kernel_bundle(
          sycl::get_kernel_bundle<bundle_state::executable>(second));
    });
  });
  throws(sycl::errc::kernel_not_supported, "use: kernel is missing",
         [&] { run_add(none, 0); });
  throws(sycl::errc::invalid, "get_kernel: kernel is missing",
         [&] { none.get_kernel(id); });
  sycl::free(data, queue);
  std::printf(failures ? "failed\n" : "ok\n");
  return failures != 0;
}
