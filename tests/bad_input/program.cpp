// Does one impossible thing and prints what it catches: see tests/bad_input.rs.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <string>

static void launch(sycl::queue &queue, size_t global, size_t local) {
  int *data = sycl::malloc_shared<int>(global, queue);
  queue
      .parallel_for(
          sycl::nd_range<1>(global, local),
          [=](sycl::nd_item<1> item) { data[item.get_global_id(0)] = 1; })
      .wait();
  std::printf("ran %d\n", data[0]);
  sycl::free(data, queue);
}

int main(int argc, char **argv) try {
  const std::string what = argc > 1 ? argv[1] : "";
  sycl::queue queue;
  if (what == "indivisible") {
    launch(queue, 100, 7);
  } else if (what == "large_group") {
    launch(queue, 1048576, 1048576);
  } else if (what == "large_buffer") {
    sycl::buffer<char> buffer(sycl::range<1>(size_t(1) << 50));
    queue.submit([&](sycl::handler &handler) {
      sycl::accessor accessor(buffer, handler, sycl::write_only);
      handler.single_task([=] { accessor[0] = 1; });
    });
    queue.wait_and_throw();
  } else if (what == "large_allocation") {
    std::puts(sycl::malloc_device(size_t(1) << 50, queue) ? "memory"
                                                          : "null pointer");
  } else {
    launch(queue, 64, 8);
  }
} catch (const sycl::exception &error) {
  std::printf("caught: %s\n", error.what());
  return 3;
}
