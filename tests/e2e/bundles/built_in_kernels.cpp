// A device's built-in kernels have names and identities, are in no bundle of
// the program's own kernels, and run with arguments that are set one by one.
// EXPECT: ok
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <sycl/sycl.hpp>
#include <vector>

static bool failed = false;

static void check(bool holds, const char *what) {
  if (!holds)
    std::cout << "wrong: " << what << '\n';
  failed |= !holds;
}

template <class F>
static void check_throws(sycl::errc code, F f, const char *what) {
  try {
    f();
    check(false, what);
  } catch (const sycl::exception &error) {
    check(error.code() == code, error.what());
  }
}

// Writes first + i to element i: a kernel of devices that have it.
static void run_iota(sycl::queue &queue, const sycl::kernel_id &id) {
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(
      queue.get_context(), {queue.get_device()}, {id});
  check(bundle.has_kernel(id), "the bundle has the kernel");
  const sycl::kernel iota = bundle.get_kernel(id);
  check(iota.get_info<sycl::info::kernel::num_args>() == 2, "two arguments");

  std::vector<uint64_t> numbers(12);
  {
    sycl::buffer<uint64_t> out(numbers.data(), sycl::range(12));
    queue.submit([&](sycl::handler &cgh) {
      sycl::accessor accessed(out, cgh, sycl::write_only, sycl::no_init);
      cgh.set_args(accessed, uint64_t(7));
      cgh.parallel_for(sycl::range(12), iota);
    });
    // The program's own kernels run after it.
    queue.submit([&](sycl::handler &cgh) {
      sycl::accessor accessed(out, cgh, sycl::read_write);
      cgh.parallel_for(12, [=](sycl::id<1> i) { accessed[i] *= 2; });
    });
  }
  for (size_t i = 0; i < 12; ++i)
    check(numbers[i] == 2 * (7 + i), "numbers of a buffer");

  uint64_t *memory = sycl::malloc_device<uint64_t>(8, queue);
  queue
      .submit([&](sycl::handler &cgh) {
        cgh.set_arg(1, uint64_t(100));
        cgh.set_arg(0, memory);
        // A kernel that is gone before the submission.
        cgh.parallel_for(sycl::nd_range(sycl::range(8), sycl::range(4)),
                         bundle.get_kernel(id));
      })
      .wait();
  uint64_t copy[8];
  queue.copy(memory, copy, 8).wait();
  sycl::free(memory, queue);
  for (size_t i = 0; i < 8; ++i)
    check(copy[i] == 100 + i, "numbers of USM");

  check_throws(
      sycl::errc::kernel_argument,
      [&] {
        queue.submit([&](sycl::handler &cgh) {
          cgh.set_arg(1, uint64_t(100));
          cgh.single_task(iota);
        });
      },
      "an argument that is not set");
  check_throws(
      sycl::errc::kernel_argument,
      [&] {
        queue.submit([&](sycl::handler &cgh) {
          cgh.set_args(static_cast<uint64_t *>(nullptr), 1);
          cgh.single_task(iota);
        });
      },
      "an argument of another size");
}

int main() {
  sycl::queue queue;
  const sycl::device device = queue.get_device();
  const auto names = device.get_info<sycl::info::device::built_in_kernels>();
  const auto ids = device.get_info<sycl::info::device::built_in_kernel_ids>();
  check(names.size() == ids.size(), "each name has an identity");
  const auto own = sycl::get_kernel_ids();
  for (size_t i = 0; i < ids.size(); ++i) {
    check(ids[i].get_name() == names[i], "identities have the names");
    check(std::find(own.begin(), own.end(), ids[i]) == own.end(),
          "it is no kernel of the program");
    check(sycl::is_compatible({ids[i]}, device), "it runs on its device");
    check(sycl::has_kernel_bundle<sycl::bundle_state::executable>(
              queue.get_context(), {ids[i]}),
          "there is an executable bundle with it");
    check(!sycl::has_kernel_bundle<sycl::bundle_state::input>(
              queue.get_context(), {ids[i]}),
          "there is none with its source");
  }
  check(device.get_info<sycl::info::device::built_in_kernel_ids>() == ids,
        "identities stay the same");
  for (const sycl::kernel_id &id : ids)
    if (id.get_name() == std::string("tandem_iota"))
      run_iota(queue, id);

  // A kernel of the program takes no arguments.
  const auto id = own.front();
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(
      queue.get_context(), {device}, {id});
  check_throws(
      sycl::errc::invalid,
      [&] {
        queue.submit([&](sycl::handler &cgh) {
          cgh.parallel_for(sycl::range(1), bundle.get_kernel(id));
        });
      },
      "a kernel of the program without its captures");
  if (!failed)
    std::cout << "ok\n";
}
