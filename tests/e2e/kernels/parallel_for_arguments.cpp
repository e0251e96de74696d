// Valid arguments between the index space and the functor of parallel_for, for
// queues and for handlers: offsets, events, properties and reductions, as
// objects or as lists in braces (SYCL 2020, 4.6.5.2 and 4.9.4.2.2).
// EXPECT: offsets 60 60 60 60
// EXPECT: events 7 7 7 7
// EXPECT: reductions 45 45 45 55
// EXPECT: parameters 6 6 4
// EXPECT: kernels are no functors
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

namespace ex = sycl::ext::oneapi::experimental;

static int sum(sycl::queue &q, const int *data, int count) {
  std::vector<int> host(count);
  q.copy(data, host.data(), count).wait();
  int total = 0;
  for (int i = 0; i < count; ++i)
    total += host[i];
  return total;
}

static void offsets(sycl::queue &q, int *data) {
  int results[4];
  auto add = [=](sycl::item<1> it) { data[it[0]] += int(it[0]); };
  auto finish = [&](int &result) {
    q.wait();
    result = sum(q, data, 16);
    q.memset(data, 0, 16 * sizeof(int)).wait();
  };
  const sycl::event before = q.memset(data, 0, 16 * sizeof(int));
  q.parallel_for(5, sycl::id<1>(10), before, add);
  finish(results[0]);
  q.parallel_for(sycl::range(5), sycl::id(10), {before, sycl::event()}, add);
  finish(results[1]);
  q.submit([&](sycl::handler &h) { h.parallel_for(5, {10}, add); });
  finish(results[2]);
  q.submit([&](sycl::handler &h) { h.parallel_for(5, size_t(10), add); });
  finish(results[3]);
  std::printf("offsets %d %d %d %d\n", results[0], results[1], results[2],
              results[3]);
}

static void events(sycl::queue &q, int *data) {
  auto set = [=](sycl::item<2> it) { data[it.get_linear_id()] = 7; };
  auto set_in_group = [=](sycl::nd_item<2> it) {
    data[4 + it.get_global_linear_id()] = 7;
  };
  const sycl::event one = q.memset(data, 0, 16 * sizeof(int));
  std::vector<sycl::event> many = {one};
  many.push_back(q.parallel_for({1, 1}, one, set));
  many.push_back(q.parallel_for(sycl::range<2>(1, 2), many, set));
  many.push_back(q.parallel_for({2, 2}, {many[0], many[2]}, set));
  const sycl::nd_range<2> space({2, 2}, {1, 2});
  many.push_back(q.parallel_for(space, many, set_in_group));
  q.parallel_for(space, {many[4]}, ex::properties{}, set_in_group);
  q.wait();
  int host[8];
  q.copy(data, host, 8).wait();
  std::printf("events %d %d %d %d\n", host[0], host[3], host[4], host[7]);
}

static void reductions(sycl::queue &q, int *results) {
  auto plus = [&](int i) {
    return sycl::reduction(results + i, sycl::plus<int>());
  };
  auto add = [=](sycl::id<1> i, auto &total) { total += int(i[0]); };
  const sycl::event before = q.memset(results, 0, 4 * sizeof(int));
  q.parallel_for(10, before, plus(0), add).wait();
  q.parallel_for({10}, {before}, ex::properties{}, plus(1), add).wait();
  q.submit([&](sycl::handler &h) {
     h.depends_on(before);
     h.parallel_for(10, ex::properties{}, plus(2), add);
   }).wait();
  q.parallel_for(sycl::nd_range<1>(10, 5), std::vector{before}, plus(3),
                 [=](sycl::nd_item<1> it, auto &total) {
                   total += int(it.get_global_id(0)) + 1;
                 })
      .wait();
  int host[4];
  q.copy(results, host, 4).wait();
  std::printf("reductions %d %d %d %d\n", host[0], host[1], host[2], host[3]);
}

// `auto &` is a parameter as well.
static void parameters(sycl::queue &q, int *data) {
  q.memset(data, 0, 16 * sizeof(int)).wait();
  q.parallel_for(4, [=](auto &i) { data[i] = int(i); }).wait();
  const int range = sum(q, data, 4);
  q.parallel_for(sycl::nd_range<1>(4, 2), [=](auto &it) {
     data[it.get_global_linear_id()] = int(it.get_global_id(0));
   }).wait();
  const int nd_range = sum(q, data, 4);
  q.submit([&](sycl::handler &h) {
     h.parallel_for_work_group(sycl::range(2), sycl::range(2), [=](auto &g) {
       g.parallel_for_work_item(
           [&](auto &it) { data[it.get_global_id(0)] = 1; });
     });
   }).wait();
  std::printf("parameters %d %d %d\n", range, nd_range, sum(q, data, 4));
}

int main() {
  sycl::queue q;
  int *data = sycl::malloc_device<int>(16, q);
  offsets(q, data);
  events(q, data);
  reductions(q, data);
  parameters(q, data);
  sycl::free(data, q);

  auto bundle =
      sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  const sycl::kernel kernel = bundle.get_kernel(bundle.get_kernel_ids()[0]);
  try {
    q.submit([&](sycl::handler &h) { h.parallel_for(sycl::range(1), kernel); });
  } catch (const sycl::exception &error) {
    std::printf("kernels are no functors\n");
    return error.code() != sycl::errc::invalid;
  }
  return 1;
}
