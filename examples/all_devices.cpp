//===- all_devices.cpp - one picture, shared out among all devices ------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: all_devices [WIDTH [HEIGHT [ITERATIONS]]]
//
// Every device that the runtime offers gets a thread, a context and a queue.
// The thread draws a small band of rows first, which measures the device's
// speed, and then takes bands in proportion to its speed until no rows are
// left. Rows of a device that fails go to the others. After that, each device
// draws the whole picture by itself, for comparison. The kernel computes with
// integers, so the picture is the same on all devices, bit for bit.
#include "png.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

struct settings {
  int width, height, limit;
};

struct band {
  int first, rows;
};

// Steps until each point of a picture's rows escapes.
using picture = std::vector<int>;

// The first error that a queue reports after the fact. The handler keeps it
// and throws nothing, since queues also report errors when they end.
struct late_error {
  std::exception_ptr first;

  void operator()(sycl::exception_list errors) {
    for (const std::exception_ptr &error : errors)
      if (!first)
        first = error;
  }
};

struct worker {
  std::string name;
  std::shared_ptr<late_error> error;
  sycl::queue queue;
  double rows_per_second = 0; // by the last band; 0 before the first one
  double busy = 0, alone = 0; // seconds; alone: for the whole picture
  int rows = 0, bands = 0;
  bool failed = false;
};

static double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

// Steps until a point escapes, at most `limit`. The coordinates have 28
// fractional bits, so that products of numbers up to 8 fit into 64 bits.
static int escape(int64_t cx, int64_t cy, int limit) {
  constexpr int64_t FOUR = int64_t(4) << 28;
  int64_t x = 0, y = 0, xx = 0, yy = 0;
  int n = 0;
  for (; n < limit && xx + yy < FOUR; ++n) {
    y = ((x * y) >> 27) + cy;
    x = xx - yy + cx;
    xx = (x * x) >> 28;
    yy = (y * y) >> 28;
  }
  return n;
}

// Draws a band and returns the seconds it took. Only the rows of the band are
// allocated on the device and copied from it. Throws what went wrong, whether
// the runtime reports it at once or later.
static double draw(worker &w, const settings &s, band b, int *out) {
  const auto begin = std::chrono::steady_clock::now();
  sycl::buffer<int, 2> rows(sycl::range<2>(b.rows, s.width));
  w.queue.submit([&](sycl::handler &h) {
    sycl::accessor steps(rows, h, sycl::write_only, sycl::no_init);
    const int64_t scale = (int64_t(3) << 28) / s.width;
    const int left = s.width * 18 / 25, top = s.height / 2 - b.first,
              limit = s.limit;
    h.parallel_for(rows.get_range(), [=](sycl::id<2> i) {
      steps[i] = escape((int64_t(i[1]) - left) * scale,
                        (int64_t(i[0]) - top) * scale, limit);
    });
  });
  w.queue.submit([&](sycl::handler &h) {
    sycl::accessor steps(rows, h, sycl::read_only);
    h.copy(steps, out);
  });
  w.queue.wait_and_throw();
  if (w.error->first)
    std::rethrow_exception(w.error->first);
  return seconds_since(begin);
}

// The rows that are not drawn yet, and the devices that draw the others.
class schedule {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<band> free;
  int free_rows, rows_in_work = 0;
  const int probe;
  std::deque<worker> &workers;

  // The speed of all working devices, and of the fastest one other than `w`.
  std::pair<double, double> speeds(const worker &w) const {
    double all = 0, fastest = 0;
    for (const worker &other : workers) {
      if (other.failed)
        continue;
      all += other.rows_per_second;
      if (&other != &w)
        fastest = std::max(fastest, other.rows_per_second);
    }
    return {all, fastest};
  }

  // The rows that are free once each device has its first band.
  int rows_to_share() const {
    int rows = free_rows;
    for (const worker &w : workers)
      if (!w.failed && w.rows_per_second == 0)
        rows -= probe;
    return std::max(0, rows);
  }

  // How many rows `w` should take; 0 if the fastest of the other devices would
  // draw all that are left in less time.
  int share(const worker &w) const {
    if (w.rows_per_second == 0)
      return std::min(probe, free_rows);
    const auto [all, fastest] = speeds(w);
    const int left = rows_to_share();
    // Half of what is left: the next rows may take more time.
    const int rows = std::max(1, int(left * w.rows_per_second / all * 0.5));
    return rows * fastest > left * w.rows_per_second ? 0 : std::min(rows, left);
  }

public:
  schedule(const settings &s, std::deque<worker> &workers)
      : free{{0, s.height}}, free_rows(s.height),
        probe(std::max(
            1, std::min(s.height / 64, s.height / int(workers.size())))),
        workers(workers) {}

  // The next band of a device; none if the picture is done. Waits while other
  // devices draw the last rows, because they may fail.
  std::optional<band> take(const worker &w) {
    std::unique_lock lock(mutex);
    for (;; changed.wait(lock)) {
      if (free_rows == 0 && rows_in_work == 0)
        return std::nullopt;
      const int wanted = free_rows ? share(w) : 0;
      if (wanted == 0)
        continue;
      band &front = free.front();
      const band taken{front.first, std::min(wanted, front.rows)};
      front.first += taken.rows;
      front.rows -= taken.rows;
      if (front.rows == 0)
        free.pop_front();
      free_rows -= taken.rows;
      rows_in_work += taken.rows;
      return taken;
    }
  }

  void done(worker &w, band b, double seconds) {
    std::lock_guard lock(mutex);
    w.rows_per_second = b.rows / std::max(seconds, 1e-9);
    w.busy += seconds;
    w.rows += b.rows;
    ++w.bands;
    rows_in_work -= b.rows;
    changed.notify_all();
  }

  void failed(worker &w, band b) {
    std::lock_guard lock(mutex);
    w.failed = true;
    free.push_back(b);
    free_rows += b.rows;
    rows_in_work -= b.rows;
    changed.notify_all();
  }

  int missing() const { return free_rows + rows_in_work; }
};

// One device's part of the picture.
static void work(worker &w, const settings &s, schedule &rows, picture &out) {
  while (const std::optional<band> b = rows.take(w)) {
    try {
      const double seconds =
          draw(w, s, *b, out.data() + size_t(b->first) * s.width);
      rows.done(w, *b, seconds);
    } catch (const std::exception &error) {
      std::fprintf(stderr, "%s failed: %s; others draw its rows %d to %d\n",
                   w.name.c_str(), error.what(), b->first,
                   b->first + b->rows - 1);
      rows.failed(w, *b);
      return;
    }
  }
}

// Draws rows outside of the schedule; false if the device fails.
static bool draw_alone(worker &w, const settings &s, int rows, picture &out) {
  try {
    w.alone = draw(w, s, {0, rows}, out.data());
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s failed: %s\n", w.name.c_str(), error.what());
    w.failed = true;
  }
  return !w.failed;
}

// A separate context, since a device may be lost for its whole context.
static void add_devices(std::deque<worker> &workers) {
  for (const sycl::device &device : sycl::device::get_devices()) {
    const std::string number = std::to_string(workers.size()) + ": ";
    const std::string name = device.get_info<sycl::info::device::name>();
    try {
      const auto error = std::make_shared<late_error>();
      sycl::queue queue(
          sycl::context(device), device,
          [error](sycl::exception_list errors) { (*error)(errors); });
      workers.push_back({number + name, error, queue});
    } catch (const sycl::exception &error) {
      std::fprintf(stderr, "%s failed: %s\n", name.c_str(), error.what());
    }
  }
}

// FNV-1a of 64 bits.
static uint64_t checksum(const picture &steps) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (int n : steps)
    for (int shift = 0; shift < 32; shift += 8)
      hash = (hash ^ (uint32_t(n) >> shift & 0xff)) * 0x100000001b3u;
  return hash;
}

static std::vector<uint8_t> colors(const picture &steps, int limit) {
  std::vector<uint8_t> rgb;
  rgb.reserve(steps.size() * 3);
  for (int n : steps) {
    const float t = 0.25f * std::sqrt(float(n));
    for (float phase : {0.f, 0.05f, 0.15f})
      rgb.push_back(
          n == limit
              ? 0
              : uint8_t(127.5f - 127.5f * std::cos(6.2831853f * (t + phase))));
  }
  return rgb;
}

static void print_table(const std::deque<worker> &workers, int height) {
  std::printf("%-40s %6s %6s %10s %7s %10s\n", "device", "rows", "bands",
              "time/ms", "share", "alone/ms");
  for (const worker &w : workers) {
    std::printf("%-40.40s %6d %6d %10.1f %6.1f%% ", w.name.c_str(), w.rows,
                w.bands, w.busy * 1e3, 100. * w.rows / height);
    if (w.failed)
      std::printf("%10s\n", "failed");
    else
      std::printf("%10.1f\n", w.alone * 1e3);
  }
}

// All devices together. Returns the seconds; none if rows are missing.
static std::optional<double> draw_together(std::deque<worker> &workers,
                                           const settings &s, picture &out) {
  schedule rows(s, workers);
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::thread> threads;
  for (worker &w : workers)
    if (!w.failed)
      threads.emplace_back(work, std::ref(w), std::cref(s), std::ref(rows),
                           std::ref(out));
  for (std::thread &thread : threads)
    thread.join();
  const double seconds = seconds_since(begin);
  if (rows.missing()) {
    std::fprintf(stderr, "no device is left for %d rows\n", rows.missing());
    return std::nullopt;
  }
  return seconds;
}

// The fastest single device. Compares each picture with that of all devices;
// none if one differs, or if there is no device to compare with.
static const worker *best_alone(std::deque<worker> &workers, const settings &s,
                                uint64_t expected) {
  const worker *best = nullptr;
  for (worker &w : workers) {
    picture steps(size_t(s.width) * s.height);
    if (w.failed || !draw_alone(w, s, s.height, steps))
      continue;
    if (checksum(steps) != expected) {
      std::fprintf(stderr, "%s draws another picture\n", w.name.c_str());
      return nullptr;
    }
    if (!best || w.alone < best->alone)
      best = &w;
  }
  if (!best)
    std::fprintf(stderr, "no device is left to compare with\n");
  return best;
}

int main(int argc, char **argv) {
  auto argument = [&](int i, int value) {
    return argc > i ? std::atoi(argv[i]) : value;
  };
  const settings s{argument(1, 1600), argument(2, 1200), argument(3, 500)};
  if (s.width < 1 || s.height < 1 || s.limit < 1) {
    std::fprintf(stderr, "usage: all_devices [WIDTH [HEIGHT [ITERATIONS]]]\n");
    return 2;
  }

  std::deque<worker> workers;
  add_devices(workers);
  if (workers.empty()) {
    std::fprintf(stderr, "there is no device\n");
    return 1;
  }
  picture steps(size_t(s.width) * s.height);
  for (worker &w : workers)
    draw_alone(w, s, 1, steps); // compiles the kernel
  const std::optional<double> together = draw_together(workers, s, steps);
  if (!together)
    return 1;
  const uint64_t sum = checksum(steps);
  const worker *best = best_alone(workers, s, sum);

  print_table(workers, s.height);
  std::printf("picture     all_devices.png, %d x %d, at most %d iterations\n",
              s.width, s.height, s.limit);
  std::printf("checksum    %016llx\n", (unsigned long long)sum);
  if (!best)
    return 1;
  std::printf("together    %.1f ms, %.2f times as fast as %s alone (%.1f ms)\n",
              *together * 1e3, best->alone / *together, best->name.c_str(),
              best->alone * 1e3);
  if (!png::write("all_devices.png", uint32_t(s.width), uint32_t(s.height),
                  colors(steps, s.limit))) {
    std::perror("all_devices.png");
    return 1;
  }
}
