// The mutex of use_mutex is locked while the data is in use. While it is not,
// the program's memory has the data (SYCL 2020, 4.7.2.2).
// EXPECT: before: unlocked
// EXPECT: while a command runs: locked
// EXPECT: without waiting: 0 1 2 3
// EXPECT: added to what the program wrote: 100 101 102 103
// EXPECT: while a host accessor lives: locked
// EXPECT: at the end: unlocked, 200 201 202 203
#include <sycl/sycl.hpp>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

static const char *state(std::mutex &mutex) {
  if (!mutex.try_lock())
    return "locked";
  mutex.unlock();
  return "unlocked";
}

static void print(const std::vector<int> &data) {
  for (int value : data)
    std::printf(" %d", value);
  std::printf("\n");
}

int main() {
  sycl::queue queue;
  std::mutex mutex;
  std::vector<int> data(4, -1);
  {
    sycl::buffer buffer(data.data(), sycl::range(data.size()),
                        {sycl::property::buffer::use_mutex(mutex)});
    std::printf("before: %s\n", state(mutex));

    // The task keeps the data in use until the program has looked.
    std::atomic<bool> looked = false;
    queue.submit([&](sycl::handler &cgh) {
      sycl::accessor out(buffer, cgh, sycl::write_only, sycl::no_init);
      cgh.parallel_for(data.size(), [=](sycl::id<1> i) { out[i] = i[0]; });
    });
    queue.submit([&](sycl::handler &cgh) {
      sycl::accessor in(buffer, cgh, sycl::read_only_host_task);
      cgh.host_task([&, in] {
        while (!looked)
          std::this_thread::yield();
      });
    });
    std::printf("while a command runs: %s\n", state(mutex));
    looked = true;

    {
      std::lock_guard lock(mutex);
      std::printf("without waiting:");
      print(data);
      data.assign(4, 100);
    }
    queue.submit([&](sycl::handler &cgh) {
      sycl::accessor out(buffer, cgh, sycl::read_write);
      cgh.parallel_for(data.size(), [=](sycl::id<1> i) { out[i] += i[0]; });
    });
    {
      std::lock_guard lock(mutex);
      std::printf("added to what the program wrote:");
      print(data);
    }
    {
      sycl::host_accessor access(buffer);
      std::printf("while a host accessor lives: %s\n", state(mutex));
    }
    queue.submit([&](sycl::handler &cgh) {
      sycl::accessor out(buffer, cgh, sycl::read_write);
      cgh.parallel_for(data.size(), [=](sycl::id<1> i) { out[i] += 100; });
    });
  }
  std::printf("at the end: %s,", state(mutex));
  print(data);
}
