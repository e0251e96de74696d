// Copies between global and local memory by whole work-groups: strides on
// either side, lengths that the group's size does not divide, decorated and
// legacy pointers, elements of several types; also in a hierarchical kernel.
// REQUIRES: aspect:fp64, aspect:fp16
// UNSUPPORTED: opencl:* (OpenCL has no asynchronous copies of single work-items)
// EXPECT: round trip 1
// EXPECT: strided 1
// EXPECT: vectors 1
// EXPECT: hierarchical 1
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

constexpr size_t groups = 5, items = 16, chunk = 37;

template <class T> bool round_trip(sycl::queue &q) {
  std::vector<T> in(groups * chunk), out(groups * chunk);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = T(i % 97);
  {
    sycl::buffer<T> a(in.data(), in.size()), b(out.data(), out.size());
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(a, h, sycl::read_only);
      sycl::accessor to(b, h, sycl::write_only, sycl::no_init);
      sycl::local_accessor<T, 1> tile(chunk, h);
      h.parallel_for(
          sycl::nd_range<1>(groups * items, items), [=](sycl::nd_item<1> it) {
            const auto group = it.get_group();
            const size_t begin = group.get_group_id(0) * chunk;
            const auto local =
                tile.template get_multi_ptr<sycl::access::decorated::yes>();
            auto source =
                from.template get_multi_ptr<sycl::access::decorated::yes>();
            sycl::device_event loaded =
                group.async_work_group_copy(local, source + begin, chunk);
            group.wait_for(loaded);
            for (size_t i = it.get_local_id(0); i < chunk; i += items)
              tile[i] = tile[i] + T(1);
            sycl::group_barrier(group);
            auto target =
                to.template get_multi_ptr<sycl::access::decorated::yes>();
            it.async_work_group_copy(target + begin, local, chunk).wait();
          });
    });
  }
  for (size_t i = 0; i < in.size(); ++i)
    if (out[i] != T(in[i] + T(1)))
      return false;
  return true;
}

// Columns of a matrix become rows in local memory, and columns of another one.
bool strided(sycl::queue &q) {
  constexpr size_t rows = 24, columns = 6;
  std::vector<int> in(rows * columns), out(rows * columns);
  for (size_t i = 0; i < rows * columns; ++i)
    in[i] = int(3 * i);
  {
    sycl::buffer a(in), b(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(a, h, sycl::read_write);
      sycl::accessor to(b, h, sycl::write_only, sycl::no_init);
      sycl::local_accessor<int, 1> tile(rows, h);
      h.parallel_for(
          sycl::nd_range<2>({2, columns * 4}, {2, 4}),
          [=](sycl::nd_item<2> it) {
            const size_t column = it.get_group(1);
            sycl::local_ptr<int> local(&tile[0]);
            auto first = it.async_work_group_copy(
                local, sycl::global_ptr<int>(&from[column]), rows / 2, columns);
            auto second = it.async_work_group_copy(
                local + rows / 2,
                sycl::global_ptr<int>(&from[column + rows / 2 * columns]),
                rows / 2, columns);
            it.wait_for(first, second);
            it.wait_for(it.async_work_group_copy(
                sycl::global_ptr<int>(&to[columns - 1 - column]), local, rows,
                columns));
          });
    });
  }
  bool ok = true;
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c)
      ok = ok && out[r * columns + columns - 1 - c] == in[r * columns + c];
  return ok;
}

bool vectors(sycl::queue &q) {
  constexpr size_t n = 19;
  std::vector<sycl::float4> data(n);
  std::vector<float> sums(n);
  for (size_t i = 0; i < n; ++i)
    data[i] = sycl::float4(float(i), 1.0f, 2.0f, 3.0f);
  {
    sycl::buffer a(data);
    sycl::buffer b(sums);
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(a, h, sycl::read_only);
      sycl::accessor sums(b, h, sycl::write_only, sycl::no_init);
      sycl::local_accessor<sycl::float4, 1> tile(n, h);
      h.parallel_for(
          sycl::nd_range<3>({1, 2, 4}, {1, 2, 4}), [=](sycl::nd_item<3> it) {
            auto source = sycl::address_space_cast<
                sycl::access::address_space::global_space,
                sycl::access::decorated::yes>(&from[0]);
            it.wait_for(it.async_work_group_copy(
                tile.get_multi_ptr<sycl::access::decorated::yes>(), source, n));
            for (size_t i = it.get_local_linear_id(); i < n; i += 8)
              sums[i] = tile[i].x() + tile[i].y() + tile[i].z() + tile[i].w();
          });
    });
  }
  bool ok = true;
  for (size_t i = 0; i < n; ++i)
    ok = ok && sums[i] == float(i) + 6.0f;
  return ok;
}

bool hierarchical(sycl::queue &q) {
  std::vector<int> data(groups * items);
  for (size_t i = 0; i < groups * items; ++i)
    data[i] = int(i);
  {
    sycl::buffer buffer(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor data(buffer, h);
      sycl::local_accessor<int, 1> tile(items, h);
      h.parallel_for_work_group(
          sycl::range<1>(groups), sycl::range<1>(items),
          [=](sycl::group<1> group) {
            sycl::local_ptr<int> local(&tile[0]);
            sycl::global_ptr<int> own(&data[group.get_group_id(0) * items]);
            group.wait_for(group.async_work_group_copy(local, own, items));
            group.parallel_for_work_item(
                [&](sycl::h_item<1> it) { tile[it.get_local_id()] *= 2; });
            group.wait_for(group.async_work_group_copy(own, local, items));
          });
    });
  }
  bool ok = true;
  for (size_t i = 0; i < groups * items; ++i)
    ok = ok && data[i] == int(2 * i);
  return ok;
}

int main() {
  sycl::queue q;
  std::printf("round trip %d\n", round_trip<char>(q) && round_trip<int>(q) &&
                                     round_trip<double>(q) &&
                                     round_trip<sycl::half>(q));
  std::printf("strided %d\n", strided(q));
  std::printf("vectors %d\n", vectors(q));
  std::printf("hierarchical %d\n", hierarchical(q));
}
