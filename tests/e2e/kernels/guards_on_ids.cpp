// Guards that bound which work-items do anything: exactly those run, in all
// forms of guards, types of ids and bounds, also where numbers wrap around.
// UNSUPPORTED: opencl:cpu (in OpenCL C, too, if (id > (size_t)(long)INT_MIN) writes outside)
// REQUIRES: aspect:usm_shared_allocations
// EXPECT: 0 wrong
#include <sycl/sycl.hpp>

#include <algorithm>
#include <climits>
#include <cstdio>

namespace {
constexpr int width = 53, height = 5, items = width * height;
constexpr int untouched = -1;

// The value that a work-item writes; the loop makes vectorization worthwhile.
int value(int number, int rounds) {
  int sum = number;
  for (int k = 0; k < rounds; ++k)
    sum = sum * 3 + k;
  return sum;
}

struct Bounds {
  int low, high;
  const int *in_memory; // the same two
};

struct Checker {
  sycl::queue queue;
  int *out = sycl::malloc_shared<int>(items, queue);
  int *memory = sycl::malloc_shared<int>(2, queue);
  unsigned wrong = 0;

  // `selects(row, column, bounds)` says whether a work-item writes.
  template <class Selects> void check(const char *name, Selects selects) {
    for (int low : {INT_MIN, -1, 0, 1, 7, 16, 40, 300, INT_MAX})
      for (int high : {INT_MIN, -5, 0, 1, 15, 16, 17, 52, 53, 60, INT_MAX})
        check(name, selects, {low, high, memory});
  }

  template <class Selects>
  void check(const char *name, Selects selects, Bounds bounds) {
    memory[0] = bounds.low;
    memory[1] = bounds.high;
    std::fill(out, out + items, untouched);
    auto *to = out;
    queue
        .parallel_for(sycl::nd_range<2>({height, width}, {1, width}),
                      [=](sycl::nd_item<2> item) {
                        auto row = item.get_global_id(0);
                        auto column = item.get_global_id(1);
                        if (selects(row, column, bounds))
                          to[row * width + column] = value(column, 3);
                      })
        .wait();
    compare(name, selects, bounds);
    std::fill(out, out + items, untouched);
    queue
        .parallel_for(sycl::range<2>(height, width),
                      [=](sycl::item<2> item) {
                        auto row = item.get_id(0), column = item.get_id(1);
                        if (!selects(row, column, bounds))
                          return;
                        to[item.get_linear_id()] = value(column, 3);
                      })
        .wait();
    compare(name, selects, bounds);
  }

  template <class Selects>
  void compare(const char *name, Selects selects, Bounds bounds) {
    for (int at = 0; at < items; ++at) {
      int row = at / width, column = at % width;
      bool is_one = selects(row, column, bounds);
      if (out[at] == (is_one ? value(column, 3) : untouched))
        continue;
      if (wrong++ < 5)
        std::printf("%s, %d to %d: element %d is %d\n", name, bounds.low,
                    bounds.high, at, out[at]);
    }
  }
};

void check_forms(Checker &c) {
  c.check("below, int", [](int, int j, Bounds b) { return j < b.high; });
  c.check("up to, int", [](int, int j, Bounds b) { return j <= b.high; });
  c.check("above, int", [](int, int j, Bounds b) { return j > b.low; });
  c.check("from, int", [](int, int j, Bounds b) { return b.low <= j; });
  c.check("between, int",
          [](int, int j, Bounds b) { return j >= b.low && j < b.high; });
  c.check("inside, int", [](int, int j, Bounds b) {
    return b.low < j && j <= b.high && j != 9;
  });
  c.check("constants", [](int i, int j, Bounds) {
    return i > 0 && i < height - 1 && j > 0 && j < width - 1;
  });
  c.check("size_t", [](size_t i, size_t j, Bounds b) {
    return j < size_t(b.high) && i < size_t(b.low);
  });
  c.check("size_t up to", [](size_t, size_t j, Bounds b) {
    return j <= size_t(b.high) && j > size_t(b.low);
  });
  c.check("long", [](long, long j, Bounds b) {
    return j - 5 >= b.low && j + 3 < b.high;
  });
}

void check_wrapping(Checker &c) {
  c.check("unsigned",
          [](unsigned, unsigned j, Bounds b) { return j < unsigned(b.high); });
  c.check("unsigned range", [](unsigned, unsigned j, Bounds b) {
    return j - 5 < unsigned(b.high);
  });
  c.check("unsigned sum", [](unsigned, unsigned j, Bounds b) {
    return j + unsigned(b.low) < unsigned(b.high);
  });
  c.check("unsigned sum, signed", [](unsigned, unsigned j, Bounds b) {
    return int(j + unsigned(b.low)) < b.high;
  });
  c.check("unsigned sum, at most", [](unsigned, unsigned j, Bounds b) {
    return j - unsigned(b.low) <= unsigned(b.high);
  });
}

void check_nests(Checker &c) {
  c.check("in memory", [](int, int j, Bounds b) {
    return b.in_memory ? j < b.in_memory[1] : j < b.high;
  });
  c.check("one in the other", [](int i, int j, Bounds b) {
    if (i < b.high)
      if (j >= b.low)
        if (j < 20 || i == 2)
          return true;
    return false;
  });
  c.check("either",
          [](int, int j, Bounds b) { return j < b.high || j > b.low; });
  c.check("reversed", [](int, int j, Bounds b) {
    return width - 1 - j < b.high && 2 * j > b.low;
  });
}

// Ids that do not fit `int` are no reason to run others.
void check_large_ids(Checker &c) {
  const size_t far = size_t(INT_MAX) - 20;
  auto *to = c.out;
  std::fill(to, to + items, untouched);
  c.queue
      .parallel_for(sycl::nd_range<1>(sycl::range<1>(width),
                                      sycl::range<1>(width), sycl::id<1>(far)),
                    [=](sycl::nd_item<1> item) {
                      auto id = item.get_global_id(0);
                      if (int(id) > INT_MAX - 10 || int(id) < INT_MIN + 5)
                        to[id - far] = value(int(id - far), 3);
                    })
      .wait();
  for (int at = 0; at < width; ++at) {
    bool is_one = (at > 10 && at <= 20) || (at > 20 && at < 26);
    if (to[at] != (is_one ? value(at, 3) : untouched) && c.wrong++ < 5)
      std::printf("large ids: element %d is %d\n", at, to[at]);
  }
}
} // namespace

int main() {
  Checker checker;
  check_forms(checker);
  check_wrapping(checker);
  check_nests(checker);
  check_large_ids(checker);
  std::printf("%u wrong\n", checker.wrong);
}
