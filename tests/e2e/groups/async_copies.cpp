// Several copies to local memory on their way at once, each waited for by
// itself; rows of tiles; starts that are aligned to one element only.
// REQUIRES: aspect:fp16, aspect:fp64
// UNSUPPORTED: opencl:* (OpenCL has no asynchronous copies of single work-items)
// EXPECT: pipeline 1
// EXPECT: rows 1 1 1 1
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

constexpr auto no = sycl::access::decorated::no;

// Sums of chunks, of which several are copied ahead.
bool pipeline(sycl::queue &q) {
  constexpr size_t items = 64, chunk = 256, chunks = 9, ahead = 4;
  std::vector<int> in(chunk * chunks), out(items);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = int(i % 101);
  {
    sycl::buffer<int> from(in), to(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor source(from, h, sycl::read_only);
      sycl::accessor sums(to, h, sycl::write_only, sycl::no_init);
      sycl::local_accessor<int, 1> stages(ahead * chunk, h);
      h.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> it) {
        const auto group = it.get_group();
        auto begin = [&](size_t i) {
          return group.async_work_group_copy(
              stages.get_multi_ptr<no>() + i % ahead * chunk,
              source.get_multi_ptr<no>() + i * chunk, chunk);
        };
        sycl::device_event events[ahead] = {begin(0), begin(1), begin(2),
                                            begin(3)};
        int sum = 0;
        for (size_t i = 0; i < chunks; ++i) {
          group.wait_for(events[i % ahead]);
          for (size_t j = 0; j < chunk; j += items)
            sum += stages[i % ahead * chunk +
                          (j + it.get_local_id(0) * 5) % chunk];
          sycl::group_barrier(group);
          if (i + ahead < chunks)
            events[i % ahead] = begin(i + ahead);
        }
        sums[it.get_local_id(0)] = sum;
      });
    });
  }
  for (size_t item = 0; item < items; ++item) {
    int sum = 0;
    for (size_t i = 0; i < chunks; ++i)
      for (size_t j = 0; j < chunk; j += items)
        sum += in[i * chunk + (j + item * 5) % chunk];
    if (out[item] != sum)
      return false;
  }
  return true;
}

// A tile of a matrix, from a column that is aligned or not.
template <class T> bool rows(sycl::queue &q, size_t first) {
  constexpr size_t items = 48, rows = 11, columns = 24, pitch = 40, pad = 8;
  std::vector<T> in(rows * pitch), out(rows * columns);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = T(float(i % 119));
  {
    sycl::buffer<T> from(in.data(), in.size()), to(out.data(), out.size());
    q.submit([&](sycl::handler &h) {
      sycl::accessor source(from, h, sycl::read_only);
      sycl::accessor target(to, h, sycl::write_only, sycl::no_init);
      sycl::local_accessor<T, 1> tile(rows * (columns + pad), h);
      h.parallel_for(sycl::nd_range<1>(items, items), [=](sycl::nd_item<1> it) {
        it.get_group()
            .ext_tandem_async_copy_2d(
                tile.template get_multi_ptr<no>(), columns + pad,
                source.template get_multi_ptr<no>() + first, pitch, rows,
                columns)
            .wait();
        for (size_t i = it.get_local_id(0); i < rows * columns; i += items)
          target[i] = tile[i / columns * (columns + pad) + i % columns];
      });
    });
  }
  for (size_t i = 0; i < rows * columns; ++i)
    if (float(out[i]) != float(in[i / columns * pitch + first + i % columns]))
      return false;
  return true;
}

int main() {
  sycl::queue q;
  std::printf("pipeline %d\n", pipeline(q));
  std::printf("rows %d %d %d %d\n", rows<char>(q, 3) && rows<char>(q, 4),
              rows<sycl::half>(q, 8) && rows<sycl::half>(q, 1),
              rows<float>(q, 0) && rows<float>(q, 3),
              rows<double>(q, 2) && rows<double>(q, 1));
}
