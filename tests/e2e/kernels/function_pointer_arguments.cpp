// Functions that get a pointer to the function that they call, at each level
// of optimization. The function asks for its work-item.
// STEP: for level in 0 1 2; do $CXX -fsycl -O$level $SRC -o $EXE-$level; done
// RUN: for level in 0 1 2; do $EXE-$level; done
// EXPECT: right
// EXPECT: right
// EXPECT: right
#include <cstdio>
#include <sycl/sycl.hpp>

struct pair {
  long first, second, third;
};

static pair swapped(pair value, int index, int *other) {
  *other += index;
  return {value.third, value.first,
          long(sycl::ext::oneapi::experimental::this_id<1>()[0])};
}

template <class Function>
int inner(Function function, pair value, int index, long &sum) {
  int other = 1;
  pair result = function(value, index, &other);
  sum = result.first * 100 + result.second * 10 + result.third;
  return other;
}

template <class Function>
int outer(Function function, pair value, int index, long &sum) {
  return inner(function, value, index, sum) + 1;
}

int main() {
  constexpr int count = 100;
  sycl::queue queue;
  sycl::buffer<long> sums(count);
  sycl::buffer<int> others(count);
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor sum(sums, handler, sycl::write_only);
    sycl::accessor other(others, handler, sycl::write_only);
    handler.parallel_for(count, [=](sycl::id<1> id) {
      int index = int(id[0]);
      other[id] = outer(swapped, pair{index, 2, 3}, index, sum[id]);
    });
  });
  sycl::host_accessor sum(sums);
  sycl::host_accessor other(others);
  int wrong = 0;
  for (int index = 0; index < count; ++index)
    wrong +=
        sum[index] != 300 + index * 10 + index || other[index] != index + 2;
  std::puts(wrong ? "wrong" : "right");
}
