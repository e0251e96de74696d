// Commands of independent buffers at the same time, on island devices on which
// every command takes the same time (`latency=…,jitter=no,devices=2`). Prints
// `<case>: <ideal> <measured>`, both in commands one after the other.
// usage: overlap LATENCY_MS [REPS=5]
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

constexpr int buffers = 8;
constexpr size_t count = 1024;

using data = std::vector<std::vector<int>>;

// One command that needs `x` on the device of the queue.
void kernel(sycl::queue &q, sycl::buffer<int> &x) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(x, h);
    h.parallel_for(count, [=](sycl::id<1> i) { a[i] += 1; });
  });
}

void copy_out(sycl::queue &q, sycl::buffer<int> &x, std::vector<int> &to) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(x, h, sycl::read_only);
    h.copy(a, to.data());
  });
}

// Three kernels for each buffer, on two devices in turn, and a copy.
void take_turns(sycl::queue &first, sycl::queue &second,
                std::vector<sycl::buffer<int>> &x, data &out) {
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < buffers; ++i)
      kernel((round + i) % 2 ? second : first, x[i]);
  for (int i = 0; i < buffers; ++i)
    copy_out(i % 2 ? second : first, x[i], out[i]);
  first.wait();
  second.wait();
}

// Buffers whose contents are on the host.
std::vector<sycl::buffer<int>> on_host(const data &contents) {
  std::vector<sycl::buffer<int>> made;
  for (const std::vector<int> &part : contents)
    made.emplace_back(part.begin(), part.end());
  return made;
}

struct measurement {
  const char *name;
  // Commands in the longest chain.
  int ideal;
  // Submits everything and waits for it.
  std::function<void(std::vector<sycl::buffer<int>> &, data &)> run;
  // The total that has been added to each element by then.
  int added;
};

int main(int argc, char **argv) {
  const double latency_ms = argc > 1 ? std::atof(argv[1]) : 0;
  const int reps = argc > 2 ? std::atoi(argv[2]) : 5;
  const std::vector<sycl::device> devices = sycl::device::get_devices();
  if (latency_ms <= 0 || devices.size() < 2) {
    std::fprintf(stderr, "usage: overlap LATENCY_MS [REPS], two devices\n");
    return 1;
  }
  sycl::context context{devices};
  sycl::queue free{context, devices[0]}, other{context, devices[1]},
      foreign{sycl::context{devices[1]}, devices[1]};
  sycl::queue ordered{context, devices[0], sycl::property::queue::in_order{}};
  std::vector<sycl::queue> each;
  for (int i = 0; i < buffers; ++i)
    each.emplace_back(context, devices[0], sycl::property::queue::in_order{});

  const measurement measurements[] = {
      {"one out-of-order queue: to the device, kernel, from the device", 3,
       [&](auto &x, data &out) {
         for (int i = 0; i < buffers; ++i) {
           kernel(free, x[i]);
           copy_out(free, x[i], out[i]);
         }
         free.wait();
       },
       1},
      {"an in-order queue for each buffer: the same", 3,
       [&](auto &x, data &out) {
         for (int i = 0; i < buffers; ++i) {
           kernel(each[i], x[i]);
           copy_out(each[i], x[i], out[i]);
         }
         for (sycl::queue &q : each)
           q.wait();
       },
       1},
      {"one in-order queue: copies to the device behind kernels", 1 + buffers,
       [&](auto &x, data &) {
         for (int i = 0; i < buffers; ++i)
           kernel(ordered, x[i]);
         ordered.wait();
       },
       1},
      {"two devices in turn: copies between them behind kernels", 7,
       [&](auto &x, data &out) { take_turns(free, other, x, out); }, 3},
      {"two contexts in turn: copies through the host behind kernels", 9,
       [&](auto &x, data &out) { take_turns(free, foreign, x, out); }, 3},
      {"a host accessor while other buffers are busy", 3,
       [&](auto &x, data &) {
         kernel(free, x[0]);
         for (int round = 0; round < 4; ++round)
           for (int i = 1; i < buffers; ++i)
             kernel(free, x[i]);
         sycl::host_accessor a(x[0], sycl::read_only);
       },
       1},
  };

  for (const measurement &m : measurements) {
    std::vector<double> times;
    for (int rep = 0; rep <= reps; ++rep) {
      data in(buffers, std::vector<int>(count, rep)), out = in;
      std::vector<sycl::buffer<int>> x = on_host(in);
      const auto start = std::chrono::steady_clock::now();
      m.run(x, out);
      const std::chrono::duration<double, std::milli> spent =
          std::chrono::steady_clock::now() - start;
      // The first one compiles the kernel.
      if (rep > 0)
        times.push_back(spent.count());
      sycl::host_accessor a(x[0], sycl::read_only);
      if (a[count - 1] != rep + m.added) {
        std::fprintf(stderr, "%s: wrong result\n", m.name);
        return 1;
      }
    }
    std::sort(times.begin(), times.end());
    std::printf("%s: %d %.2f\n", m.name, m.ideal,
                times[times.size() / 2] / latency_ms);
    std::fflush(stdout);
  }
}
