// Branches by which only some work-items of a group do something between
// barriers: sums in local memory by every way to find those work-items.
// REQUIRES: work_group_size:256
// EXPECT: one dimension: ok
// EXPECT: two dimensions: ok
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

constexpr size_t groups = 5;
using local = sycl::local_accessor<int, 1>;
using item = sycl::nd_item<1>;

// Whether each group's sum is right, where `tree` leaves it in the first
// element.
template <class Tree> bool sums(sycl::queue &q, size_t size, Tree tree) {
  std::vector<int> in(groups * size), out(groups, -1), want(groups);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = int(i * 37 % 101) - 50;
    want[i / size] += in[i];
  }
  {
    sycl::buffer in_buffer(in), out_buffer(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(in_buffer, h, sycl::read_only);
      sycl::accessor o(out_buffer, h, sycl::write_only);
      local cells(size, h);
      h.parallel_for(sycl::nd_range<1>(groups * size, size), [=](item it) {
        cells[it.get_local_id(0)] = a[it.get_global_id(0)];
        sycl::group_barrier(it.get_group());
        tree(it, cells, it.get_local_range(0));
        if (it.get_group().leader())
          o[it.get_group(0)] = cells[0];
      });
    });
  }
  return out == want;
}

bool one_dimension(sycl::queue &q) {
  bool ok = true;
  for (size_t size : {1, 2, 8, 64, 256}) {
    ok &= sums(q, size, [](item it, const local &cells, size_t size) {
      const size_t l = it.get_local_id(0);
      for (size_t s = size / 2; s > 0; s /= 2) {
        if (l < s)
          cells[l] += cells[l + s];
        sycl::group_barrier(it.get_group());
      }
    });
    ok &= sums(q, size, [](item it, const local &cells, size_t size) {
      const int l = it.get_local_id(0);
      for (int s = 1; s < int(size); s *= 2) {
        if (l % (2 * s) == 0)
          cells[l] += cells[l + s];
        sycl::group_barrier(it.get_group());
      }
    });
    ok &= sums(q, size, [](item it, const local &cells, size_t size) {
      const size_t l = it.get_local_id(0);
      for (size_t s = 1; s < size; s *= 2) {
        if ((l & (2 * s - 1)) == 0)
          cells[l] += cells[l + s];
        sycl::group_barrier(it.get_group());
      }
    });
    ok &= sums(q, size, [](item it, const local &cells, size_t size) {
      const int l = it.get_local_id(0);
      for (int s = 1; s < int(size); s *= 2) {
        const int at = 2 * s * l;
        if (at < int(size))
          cells[at] += cells[at + s];
        sycl::group_barrier(it.get_group());
      }
    });
  }
  for (size_t size : {1, 3, 7, 100, 255}) {
    // From the end; halves that are not whole.
    ok &= sums(q, size, [](item it, const local &cells, size_t size) {
      const unsigned l = it.get_local_id(0);
      for (unsigned n = unsigned(size); n > 1; n = (n + 1) / 2) {
        if (l >= (n + 1) / 2 && l < n)
          cells[l - (n + 1) / 2] += cells[l];
        sycl::group_barrier(it.get_group());
      }
    });
    // Each in turn.
    ok &= sums(q, size, [](item it, const local &cells, size_t size) {
      for (size_t turn = 1; turn < size; ++turn) {
        if (it.get_local_id(0) == turn)
          cells[0] += cells[turn];
        sycl::group_barrier(it.get_group());
      }
    });
  }
  return ok;
}

// Rows of a group add up, then the first column does.
bool two_dimensions(sycl::queue &q) {
  constexpr size_t height = 6, width = 16;
  std::vector<int> out(groups, -1), want(groups);
  for (size_t i = 0; i < groups * height * width; ++i)
    want[i / (height * width)] += int(i % 13);
  {
    sycl::buffer buffer(out);
    q.submit([&](sycl::handler &h) {
      sycl::accessor o(buffer, h, sycl::write_only);
      sycl::local_accessor<int, 2> cells({height, width}, h);
      h.parallel_for(
          sycl::nd_range<2>({groups * height, width}, {height, width}),
          [=](sycl::nd_item<2> it) {
            const size_t y = it.get_local_id(0), x = it.get_local_id(1);
            cells[y][x] = int(it.get_global_linear_id() % 13);
            for (size_t s = width / 2; s > 0; s /= 2) {
              sycl::group_barrier(it.get_group());
              if (x < s)
                cells[y][x] += cells[y][x + s];
            }
            for (size_t turn = 1; turn < height; ++turn) {
              sycl::group_barrier(it.get_group());
              if (y == turn && x == 0)
                cells[0][0] += cells[y][0];
            }
            sycl::group_barrier(it.get_group());
            if (it.get_local_linear_id() == 0)
              o[it.get_group(0)] = cells[0][0];
          });
    });
  }
  return out == want;
}

int main() {
  sycl::queue q;
  const bool one = one_dimension(q), two = two_dimensions(q);
  std::printf("one dimension: %s\n", one ? "ok" : "wrong");
  std::printf("two dimensions: %s\n", two ? "ok" : "wrong");
  return !(one && two);
}
