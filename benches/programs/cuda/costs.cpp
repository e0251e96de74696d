// The cost of SYCL on an NVIDIA GPU, compared with the same work through CUDA's
// driver API in the same process, alternating. Prints
// `<what>|<unit>|<SYCL>|<CUDA>|<CUDA / SYCL>`; times are medians of rounds.
// usage: costs [launches|graphs|copies|buffers|overlap]...
#include "cuda_api.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace graphs = sycl::ext::oneapi::experimental;
using work = std::function<void()>;

constexpr int rounds = 7;
constexpr std::size_t kib = 1 << 10, mib = 1 << 20, gib = 1 << 30;

// Kernels of CUDA: one that does nothing, and one that takes a time.
constexpr const char *ptx = R"(
.version 7.0
.target sm_50
.address_size 64
.visible .entry nothing(.param .u64 p) { ret; }
.visible .entry spin(.param .u64 out, .param .u32 steps) {
  .reg .f32 %x;
  .reg .u32 %i, %n;
  .reg .u64 %a;
  .reg .pred %more;
  ld.param.u64 %a, [out];
  ld.param.u32 %n, [steps];
  mov.u32 %i, 0;
  mov.f32 %x, 0f3F800000;
again:
  fma.rn.f32 %x, %x, 0f3F800347, 0f3F000000;
  add.u32 %i, %i, 1;
  setp.lt.u32 %more, %i, %n;
  @%more bra again;
  cvta.to.global.u64 %a, %a;
  st.global.f32 [%a], %x;
  ret;
}
)";

double seconds(const work &run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  const std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - start;
  return spent.count();
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

// Times of both sides, measured in turn after one round that does not count.
struct pair {
  double sycl, cuda;
};

pair in_turn(const work &sycl, const work &cuda, int count = rounds) {
  std::vector<double> a, b;
  for (int round = 0; round <= count; ++round) {
    const double s = seconds(sycl), c = seconds(cuda);
    if (round > 0) {
      a.push_back(s);
      b.push_back(c);
    }
  }
  return {median(a), median(b)};
}

void print(const std::string &what, const char *unit, double sycl, double cuda,
           double ratio) {
  std::printf("%s|%s|%.4g|%.4g|%.3f\n", what.c_str(), unit, sycl, cuda, ratio);
  std::fflush(stdout);
}

// Microseconds for each of `n`.
void times(const std::string &what, int n, const work &sycl, const work &cuda) {
  const pair t = in_turn(sycl, cuda);
  print(what, "us", t.sycl * 1e6 / n, t.cuda * 1e6 / n, t.cuda / t.sycl);
}

std::string size_name(std::size_t bytes) {
  if (bytes >= gib)
    return std::to_string(bytes / gib) + " GiB";
  if (bytes >= mib)
    return std::to_string(bytes / mib) + " MiB";
  if (bytes >= kib)
    return std::to_string(bytes / kib) + " KiB";
  return std::to_string(bytes) + " B";
}

// A transfer: small ones as times, large ones as GB/s.
void transfer(const std::string &what, std::size_t bytes, const work &sycl,
              const work &cuda) {
  const int n = bytes <= 64 * kib ? 500 : bytes <= mib ? 50 : 1;
  const auto repeat = [n](const work &one) {
    return [n, &one] {
      for (int i = 0; i < n; ++i)
        one();
    };
  };
  const pair t = in_turn(repeat(sycl), repeat(cuda), bytes >= gib ? 3 : rounds);
  const std::string name = what + ", " + size_name(bytes);
  if (bytes < mib)
    print(name, "us", t.sycl * 1e6 / n, t.cuda * 1e6 / n, t.cuda / t.sycl);
  else
    print(name, "GB/s", bytes * n / t.sycl * 1e-9, bytes * n / t.cuda * 1e-9,
          t.cuda / t.sycl);
}

struct sides {
  sycl::queue ordered{sycl::gpu_selector_v, sycl::property::queue::in_order{}};
  sycl::queue free{ordered.get_context(), ordered.get_device()};
  cuda::api api;
  cuda::stream stream = nullptr;
  cuda::function nothing = nullptr, spin = nullptr;

  sides() {
    // The primary context is what SYCL uses as well.
    int device = 0;
    cuda::context context = nullptr;
    api.init(0);
    api.device_get(&device, 0);
    api.primary_retain(&context, device);
    api.set_current(context);
    api.stream_create(&stream, cuda::non_blocking);
    cuda::code code = nullptr;
    api.module_load(&code, ptx);
    api.module_function(&nothing, code, "nothing");
    api.module_function(&spin, code, "spin");
  }

  void launch(cuda::address p) {
    void *parameters[] = {&p};
    api.launch(nothing, 1, 1, 1, 256, 1, 1, 0, stream, parameters, nullptr);
  }
  void finish() { api.stream_synchronize(stream); }
};

void launches(sides &s) {
  constexpr int burst = 10000, single = 2000;
  int *p = sycl::malloc_device<int>(256, s.ordered);
  const auto address = reinterpret_cast<cuda::address>(p);
  const sycl::nd_range<1> shape(256, 256);
  const auto nothing = [=](sycl::nd_item<1>) { (void)p; };
  sycl::queue &q = s.ordered;
  const work cuda = [&] {
    for (int i = 0; i < burst; ++i)
      s.launch(address);
    s.finish();
  };
  times(
      "launch: queue.parallel_for", burst,
      [&] {
        for (int i = 0; i < burst; ++i)
          q.parallel_for(shape, nothing);
        q.wait();
      },
      cuda);
  times(
      "launch: queue.submit", burst,
      [&] {
        for (int i = 0; i < burst; ++i)
          q.submit([&](sycl::handler &h) { h.parallel_for(shape, nothing); });
        q.wait();
      },
      cuda);
  times(
      "launch: range without a work-group size", burst,
      [&] {
        for (int i = 0; i < burst; ++i)
          q.parallel_for(sycl::range<1>(256), [=](sycl::id<1>) { (void)p; });
        q.wait();
      },
      cuda);
  times(
      "launch: with local memory", burst,
      [&] {
        for (int i = 0; i < burst; ++i)
          q.submit([&](sycl::handler &h) {
            sycl::local_accessor<int> local(64, h);
            h.parallel_for(shape, [=](sycl::nd_item<1> item) {
              local[item.get_local_id(0) % 64] = 1;
            });
          });
        q.wait();
      },
      cuda);
  times(
      "launch: out-of-order queue", burst,
      [&] {
        for (int i = 0; i < burst; ++i)
          s.free.parallel_for(shape, nothing);
        s.free.wait();
      },
      cuda);
  {
    sycl::buffer<int> x{sycl::range<1>(256)};
    times(
        "launch: one accessor", burst,
        [&] {
          for (int i = 0; i < burst; ++i)
            q.submit([&](sycl::handler &h) {
              sycl::accessor a(x, h, sycl::write_only, sycl::no_init);
              h.parallel_for(shape, [=](sycl::nd_item<1> item) {
                if (item.get_global_id(0) > 1000)
                  a[0] = 1;
              });
            });
          q.wait();
        },
        cuda);
  }
  const work cuda_wait = [&] {
    for (int i = 0; i < single; ++i) {
      s.launch(address);
      s.finish();
    }
  };
  times(
      "launch, queue.wait", single,
      [&] {
        for (int i = 0; i < single; ++i) {
          q.parallel_for(shape, nothing);
          q.wait();
        }
      },
      cuda_wait);
  times(
      "launch, event.wait", single,
      [&] {
        for (int i = 0; i < single; ++i)
          q.parallel_for(shape, nothing).wait();
      },
      cuda_wait);
  times(
      "launch, event.wait, out-of-order queue", single,
      [&] {
        for (int i = 0; i < single; ++i)
          s.free.parallel_for(shape, nothing).wait();
      },
      cuda_wait);
  times(
      "chain of 2000 by depends_on", single,
      [&] {
        sycl::event last = s.free.parallel_for(shape, nothing);
        for (int i = 1; i < single; ++i)
          last = s.free.parallel_for(shape, last, nothing);
        last.wait();
      },
      [&] {
        for (int i = 0; i < single; ++i)
          s.launch(address);
        s.finish();
      });
  {
    std::vector<cuda::event> events(64);
    for (cuda::event &event : events)
      s.api.event_create(&event, 0);
    sycl::queue timed{q.get_context(),
                      q.get_device(),
                      {sycl::property::queue::in_order{},
                       sycl::property::queue::enable_profiling{}}};
    times(
        "launch with times (two events)", burst,
        [&] {
          for (int i = 0; i < burst; ++i)
            timed.parallel_for(shape, nothing);
          timed.wait();
        },
        [&] {
          for (int i = 0; i < burst; ++i) {
            s.api.event_record(events[2 * i % 64], s.stream);
            s.launch(address);
            s.api.event_record(events[(2 * i + 1) % 64], s.stream);
          }
          s.finish();
        });
  }
  sycl::free(p, q);
  times(
      "allocate and free 1 MiB (cuMemAlloc)", single,
      [&] {
        for (int i = 0; i < single; ++i)
          sycl::free(sycl::malloc_device(mib, q), q);
      },
      [&] {
        for (int i = 0; i < single; ++i) {
          cuda::address memory = 0;
          s.api.alloc(&memory, mib);
          s.api.free(memory);
        }
      });
}

void graph_costs(sides &s) {
  constexpr int kernels = 100, runs = 50;
  const sycl::nd_range<1> shape(256, 256);
  sycl::queue &q = s.ordered;
  graphs::command_graph recorded(q);
  recorded.begin_recording(q);
  for (int i = 0; i < kernels; ++i)
    q.parallel_for(shape, [=](sycl::nd_item<1>) {});
  recorded.end_recording(q);
  auto ready = recorded.finalize();
  cuda::graph graph = nullptr;
  cuda::graph_exec exec = nullptr;
  s.api.begin_capture(s.stream, 0);
  for (int i = 0; i < kernels; ++i)
    s.launch(0);
  s.api.end_capture(s.stream, &graph);
  s.api.instantiate(&exec, graph, 0);
  times(
      "a kernel of a graph of 100, 50 runs", kernels * runs,
      [&] {
        for (int i = 0; i < runs; ++i)
          q.ext_oneapi_graph(ready);
        q.wait();
      },
      [&] {
        for (int i = 0; i < runs; ++i)
          s.api.graph_launch(exec, s.stream);
        s.finish();
      });
  times(
      "a kernel of a graph of 100, run and wait", kernels * runs,
      [&] {
        for (int i = 0; i < runs; ++i)
          q.ext_oneapi_graph(ready).wait();
      },
      [&] {
        for (int i = 0; i < runs; ++i) {
          s.api.graph_launch(exec, s.stream);
          s.finish();
        }
      });
}

void copies(sides &s) {
  sycl::queue &q = s.ordered;
  const std::size_t sizes[] = {4,         4 * kib,   32 * kib, 64 * kib,
                               256 * kib, mib,       4 * mib,  16 * mib,
                               64 * mib,  256 * mib, gib};
  char *memory = sycl::malloc_device<char>(gib, q);
  const auto address = reinterpret_cast<cuda::address>(memory);
  char *pinned = sycl::malloc_host<char>(gib, q);
  std::vector<char> pageable(gib, 1);
  std::memset(pinned, 1, gib);
  for (auto [name, host] :
       {std::pair{"pinned", pinned}, std::pair{"pageable", pageable.data()}}) {
    for (std::size_t bytes : sizes)
      transfer(
          std::string(name) + " to the device", bytes,
          [&, host = host] { q.memcpy(memory, host, bytes).wait(); },
          [&, host = host] { s.api.to_device(address, host, bytes); });
    for (std::size_t bytes : sizes)
      transfer(
          std::string(name) + " from the device", bytes,
          [&, host = host] { q.memcpy(host, memory, bytes).wait(); },
          [&, host = host] { s.api.to_host(host, address, bytes); });
  }
  for (std::size_t bytes : {4 * kib, 256 * mib}) {
    const std::size_t half = gib / 2;
    transfer(
        "inside of the device", bytes,
        [&] { q.memcpy(memory + half, memory, bytes).wait(); },
        [&] {
          s.api.copy_async(address + half, address, bytes, s.stream);
          s.finish();
        });
    transfer(
        "memset", bytes, [&] { q.memset(memory, 1, bytes).wait(); },
        [&] {
          s.api.fill_8(address, 1, bytes, s.stream);
          s.finish();
        });
    transfer(
        "fill, 4 bytes", bytes,
        [&] {
          q.fill(reinterpret_cast<int *>(memory), 12345, bytes / 4).wait();
        },
        [&] {
          s.api.fill_32(address, 12345, bytes / 4, s.stream);
          s.finish();
        });
    transfer(
        "fill, 8 bytes (beside 4)", bytes,
        [&] {
          q.fill(reinterpret_cast<double *>(memory), 1.25, bytes / 8).wait();
        },
        [&] {
          s.api.fill_32(address, 12345, bytes / 4, s.stream);
          s.finish();
        });
  }
  constexpr std::size_t width = 4 * kib, rows = 4 * kib, pitch = 5 * kib;
  sycl::buffer<char, 2> image{sycl::range<2>(rows, pitch)};
  cuda::memcpy_2d shape;
  shape.src_type = shape.dst_type = cuda::unified;
  shape.dst_device = address;
  shape.src_pitch = width;
  shape.dst_pitch = pitch;
  shape.width_in_bytes = width;
  shape.height = rows;
  for (auto [name, host] :
       {std::pair{"pinned", pinned}, std::pair{"pageable", pageable.data()}}) {
    shape.src_device = reinterpret_cast<cuda::address>(host);
    transfer(
        std::string("rows of ") + name + " memory to the device", width * rows,
        [&, host = host] {
          q.submit([&](sycl::handler &h) {
             sycl::accessor a(image, h, sycl::range<2>(rows, width),
                              sycl::write_only);
             h.copy(host, a);
           }).wait();
        },
        [&] {
          s.api.copy_2d_async(&shape, s.stream);
          s.finish();
        });
  }
  sycl::free(memory, q);
  sycl::free(pinned, q);
}

// From host memory to a kernel and back, for buffers as programs have them.
void buffers(sides &s) {
  sycl::queue &q = s.ordered;
  for (std::size_t bytes : {mib, 64 * mib}) {
    const std::size_t count = bytes / sizeof(float);
    std::vector<float> host(count, 1);
    transfer(
        "a buffer of a vector, one kernel, written back", bytes,
        [&] {
          sycl::buffer<float> x{host};
          q.submit([&](sycl::handler &h) {
            sycl::accessor a(x, h);
            h.parallel_for(count, [=](sycl::id<1> i) { a[i] += 1; });
          });
        },
        [&] {
          cuda::address memory = 0;
          s.api.alloc(&memory, bytes);
          s.api.to_device(memory, host.data(), bytes);
          s.launch(memory);
          s.finish();
          s.api.to_host(host.data(), memory, bytes);
          s.api.free(memory);
        });
  }
}

// A kernel of one work-group that takes a time.
sycl::event spin(sycl::queue &q, float *out, int steps,
                 const std::vector<sycl::event> &after = {}) {
  return q.submit([&](sycl::handler &h) {
    h.depends_on(after);
    h.parallel_for(sycl::nd_range<1>(128, 128), [=](sycl::nd_item<1> item) {
      float x = item.get_global_id(0);
      for (int step = 0; step < steps; ++step)
        x = x * 1.0001f + 0.5f;
      out[item.get_global_id(0)] = x;
    });
  });
}

double median_of(const work &run) {
  std::vector<double> all;
  run();
  for (int round = 0; round < rounds; ++round)
    all.push_back(seconds(run));
  return median(all);
}

// Concurrent copies and kernels: the CUDA column shows the ideal, which is the
// longer of the two.
void overlap(sides &s) {
  constexpr std::size_t bytes = 64 * mib;
  constexpr int chunks = 8;
  sycl::queue &q = s.ordered;
  sycl::queue other{q.get_context(), q.get_device(),
                    sycl::property::queue::in_order{}};
  char *memory = sycl::malloc_device<char>(bytes * chunks, q);
  char *pinned = sycl::malloc_host<char>(bytes * chunks, q);
  std::vector<char> pageable(bytes, 1);
  std::memset(pinned, 1, bytes * chunks);
  float *out = sycl::malloc_device<float>(128, q);
  const auto report = [](const char *what, double took, double ideal) {
    print(what, "ms", took * 1e3, ideal * 1e3, ideal / took);
  };
  constexpr int trial = 1000000;
  const double step = median_of([&] { spin(q, out, trial).wait(); }) / trial;
  for (auto [name, host] :
       {std::pair{"a copy of pinned memory beside a kernel", pinned},
        std::pair{"a copy of pageable memory beside a kernel",
                  pageable.data()}}) {
    const double copy =
        median_of([&, host = host] { q.memcpy(memory, host, bytes).wait(); });
    const int steps = static_cast<int>(copy / step);
    const double kernel = median_of([&] { spin(q, out, steps).wait(); });
    const double both = median_of([&, host = host] {
      spin(other, out, steps);
      q.memcpy(memory, host, bytes);
      other.wait();
      q.wait();
    });
    report(name, both, std::max(copy, kernel));
  }
  const double in = median_of([&] { q.memcpy(memory, pinned, bytes).wait(); });
  const int steps = static_cast<int>(in / step);
  std::vector<cuda::stream> streams(chunks);
  for (cuda::stream &stream : streams)
    s.api.stream_create(&stream, cuda::non_blocking);
  const auto cuda_spin = [&](cuda::stream stream, unsigned count) {
    auto address = reinterpret_cast<cuda::address>(out);
    void *parameters[] = {&address, &count};
    s.api.launch(s.spin, 1, 1, 1, 128, 1, 1, 0, stream, parameters, nullptr);
  };
  const double cuda_step = median_of([&] {
                             cuda_spin(s.stream, trial);
                             s.finish();
                           }) /
                           trial;
  const unsigned cuda_steps = static_cast<unsigned>(in / cuda_step);
  const pair pipeline = in_turn(
      [&] {
        for (int i = 0; i < chunks; ++i) {
          char *there = memory + i * bytes, *here = pinned + i * bytes;
          sycl::event copied = s.free.memcpy(there, here, bytes);
          sycl::event ran = spin(s.free, out, steps, {copied});
          s.free.memcpy(here, there, bytes, ran);
        }
        s.free.wait();
      },
      [&] {
        for (int i = 0; i < chunks; ++i) {
          char *there = memory + i * bytes, *here = pinned + i * bytes;
          const auto address = reinterpret_cast<cuda::address>(there);
          s.api.to_device_async(address, here, bytes, streams[i]);
          cuda_spin(streams[i], cuda_steps);
          s.api.to_host_async(here, address, bytes, streams[i]);
        }
        for (cuda::stream stream : streams)
          s.api.stream_synchronize(stream);
      });
  report("eight times in, kernel, out, out of order, beside eight streams",
         pipeline.sycl, pipeline.cuda);
  sycl::free(memory, q);
  sycl::free(pinned, q);
  sycl::free(out, q);
}

int main(int argc, char **argv) {
  const std::vector<std::string> named(argv + 1, argv + argc);
  sides s;
  const std::pair<const char *, void (*)(sides &)> parts[] = {
      {"launches", launches},
      {"graphs", graph_costs},
      {"copies", copies},
      {"buffers", buffers},
      {"overlap", overlap}};
  for (const auto &[name, run] : parts)
    if (named.empty() ||
        std::find(named.begin(), named.end(), name) != named.end())
      run(s);
}
