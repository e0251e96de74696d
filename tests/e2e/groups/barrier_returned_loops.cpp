// Work-items that return before a barrier, or between two, in kernels with
// loops that are worth vectorizing over work-items and code for some of them:
// what the compiler does for these rests on all work-items arriving together.
// UNSUPPORTED: opencl:* (undefined in OpenCL: work-items return before a barrier)
// EXPECT: before the loop: ok
// EXPECT: before the barrier: ok
// EXPECT: between barriers: ok
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

constexpr int items = 64, groups = 2, rows = 8;

// Where the work-items from a number on return.
enum Place { before_loop, before_barrier, between_barriers };

float input(int row, int item) {
  return float((row * items * groups + item) % 17);
}

float column(int item, bool weighted) {
  float sum = 0;
  for (int row = 0; row < rows; ++row)
    sum += input(row, item) * (weighted ? row : 1);
  return sum;
}

bool run(sycl::queue &q, Place place, int first_to_return) {
  std::vector<float> in, out(items * groups, -1);
  for (int i = 0; i < rows * items * groups; ++i)
    in.push_back(input(0, i));
  {
    sycl::buffer<float> data(in), results(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor x(data, h, sycl::read_only);
      sycl::accessor result(results, h);
      sycl::local_accessor<float> tile(items, h);
      int count = rows;
      h.parallel_for(
          sycl::nd_range<1>(items * groups, items), [=](sycl::nd_item<1> it) {
            int item = int(it.get_local_id(0)), at = int(it.get_global_id(0));
            if (place == before_loop && item >= first_to_return)
              return;
            float sum = 0;
            for (int row = 0; row < count; ++row)
              sum += x[row * items * groups + at];
            if (place == before_barrier && item >= first_to_return)
              return;
            tile[item] = sum;
            sycl::group_barrier(it.get_group());
            if (place == between_barriers && item >= first_to_return)
              return;
            int other = items - 1 - item;
            if (item % 4 == 0 &&
                (place == between_barriers || other < first_to_return))
              sum += tile[other];
            sycl::group_barrier(it.get_group());
            for (int row = 0; row < count; ++row)
              sum += x[row * items * groups + at] * row;
            result[at] = sum;
          });
    });
  }
  bool ok = true;
  for (int at = 0; at < items * groups; ++at) {
    int item = at % items, other = items - 1 - item;
    float expected = column(at, false) + column(at, true);
    if (item % 4 == 0 && (place == between_barriers || other < first_to_return))
      expected += column(at - item + other, false);
    ok &= out[at] == (item < first_to_return ? expected : -1);
  }
  return ok;
}

int main() {
  sycl::queue q;
  const char *names[] = {"before the loop", "before the barrier",
                         "between barriers"};
  for (Place place : {before_loop, before_barrier, between_barriers}) {
    bool ok = true;
    for (int first_to_return : {0, 1, 31, 40, items})
      ok &= run(q, place, first_to_return);
    std::printf("%s: %s\n", names[place], ok ? "ok" : "wrong");
  }
}
