// Loop nests under a guard, as programs write them whose ranges are rounded up:
// with the guard, without it, and as a plain loop of the host. The guard is
// true for all work-items, so that all three do the same.
//   usage: guards [runs=9]
// Prints "<nest>: <guarded> <unguarded> <plain>" a line: medians of processor
// time in ms, for TANDEM_CPU_THREADS=1.
#include "divergent/measure.hpp"

#include <cstdlib>

constexpr int TILE = 16, GROUP = 256;

// Measures the three sides in turn, after two runs to warm up.
class Table {
  sycl::queue &queue;
  int runs;

public:
  Table(sycl::queue &queue, int runs) : queue(queue), runs(runs) {}

  // Each side gets where its `n` results go.
  template <class Guarded, class Unguarded, class Plain>
  void row(const char *name, std::size_t n, Guarded guarded,
           Unguarded unguarded, Plain plain) {
    Memory memory(queue);
    float *results[] = {memory.zeros<float>(n), memory.zeros<float>(n),
                        memory.zeros<float>(n)};
    Costs costs[3], warm_up;
    for (int run = 0; run < runs + 2; ++run) {
      auto cost = [&](int side) -> Costs & {
        return run < 2 ? warm_up : costs[side];
      };
      cost(0).measure([&] { guarded(results[0]).wait(); });
      cost(1).measure([&] { unguarded(results[1]).wait(); });
      cost(2).measure([&] { plain(results[2]); });
    }
    std::printf("%s: %.3f %.3f %.3f\n", name, costs[0].medians().processor,
                costs[1].medians().processor, costs[2].medians().processor);
    std::fflush(stdout);
    // The plain loop may add in another order.
    compare(name, results[0], results[2], n, 1e-4);
    compare(name, results[1], results[2], n, 1e-4);
  }
};

struct Context {
  sycl::queue q{sycl::property::queue::in_order{}};
  Memory memory{q};
  Table table;

  explicit Context(int runs) : table(q, runs) {}

  const float *floats(std::size_t n) { return memory.make<float>(n, unit); }

  // A kernel on work-groups of squares, called with the row and the column.
  template <class Body> sycl::event tiles(int rows, int columns, Body body) {
    const sycl::range<2> all(rows, columns);
    return q.parallel_for(
        sycl::nd_range<2>(all, {TILE, TILE}), [=](sycl::nd_item<2> item) {
          body(int(item.get_global_id(0)), int(item.get_global_id(1)));
        });
  }

  // A kernel on work-groups of a line, called with the item.
  template <class Body> sycl::event line(std::size_t n, Body body) {
    return q.parallel_for(sycl::nd_range<1>(n, GROUP),
                          [=](sycl::nd_item<1> item) { body(item); });
  }
};

// An element of the product of two matrices.
struct Product {
  int m, n, inner;
  const float *left, *right;

  void operator()(float *out, int i, int j) const {
    float sum = 0;
    for (int k = 0; k < inner; ++k)
      sum += left[i * inner + k] * right[k * n + j];
    out[i * n + j] = sum;
  }
};

// Four guards around one product.
void products(Context &c) {
  const int m = 384, n = 384;
  const Product product{m, n, 384, c.floats(m * 384), c.floats(384 * n)};
  auto unguarded = [&, product](float *out) {
    return c.tiles(m, n, [=](int i, int j) { product(out, i, j); });
  };
  auto plain = [&](float *out) {
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        product(out, i, j);
  };
  auto row = [&](const char *name, auto guarded) {
    c.table.row(
        name, m * n,
        [&](float *out) {
          return c.tiles(m, n,
                         [=](int i, int j) { guarded(product, out, i, j); });
        },
        unguarded, plain);
  };
  row("product, `if (i < m)`", [](const Product &p, float *out, int i, int j) {
    if (i < p.m)
      p(out, i, j);
  });
  row("product, `if (j < n)`", [](const Product &p, float *out, int i, int j) {
    if (j < p.n)
      p(out, i, j);
  });
  row("product, `if (j >= n) return`",
      [](const Product &p, float *out, int i, int j) {
        if (j >= p.n)
          return;
        p(out, i, j);
      });
  row("product, `if (i < m && j < n)`",
      [](const Product &p, float *out, int i, int j) {
        if (i < p.m && j < p.n)
          p(out, i, j);
      });
}

// 400 steps of a recurrence.
struct Steps {
  const float *start;

  void operator()(float *out, std::size_t j) const {
    float x = start[j];
    for (int step = 0; step < 400; ++step)
      x = x * 0.99f + 0.01f;
    out[j] = x;
  }
};

void recurrence(Context &c) {
  const std::size_t n = 1 << 17;
  const Steps steps{c.floats(n)};
  c.table.row(
      "400 steps, `if (j < n)`", n,
      [&](float *out) {
        return c.line(n, [=](sycl::nd_item<1> item) {
          const std::size_t j = item.get_global_id(0);
          if (j < n)
            steps(out, j);
        });
      },
      [&](float *out) {
        return c.line(n, [=](sycl::nd_item<1> item) {
          steps(out, item.get_global_id(0));
        });
      },
      [&](float *out) {
        for (std::size_t j = 0; j < n; ++j)
          steps(out, j);
      });
}

// Sums along the columns of a band below each element.
struct Column {
  std::size_t width;
  const float *in;

  void operator()(float *out, std::size_t i, std::size_t j) const {
    float sum = 0;
    for (std::size_t k = 0; k < 32; ++k)
      sum += in[(i + k) * width + j] * in[i * width + j];
    out[i * width + j] = sum;
  }
};

void columns(Context &c) {
  const std::size_t rows = 2048, m = 1024;
  const Column column{m, c.floats((rows + 32) * m)};
  c.table.row(
      "columns, `range<2>`, `if (j < m)`", rows * m,
      [&](float *out) {
        return c.q.parallel_for(sycl::range<2>(rows, m), [=](sycl::id<2> id) {
          const std::size_t i = id[0], j = id[1];
          if (j < m)
            column(out, i, j);
        });
      },
      [&](float *out) {
        return c.q.parallel_for(sycl::range<2>(rows, m), [=](sycl::id<2> id) {
          column(out, id[0], id[1]);
        });
      },
      [&](float *out) {
        for (std::size_t i = 0; i < rows; ++i)
          for (std::size_t j = 0; j < m; ++j)
            column(out, i, j);
      });
}

// Stencil of five points; the arrays have a frame of `TILE` elements.
struct Plane {
  int side; // with the frame
  const float *in;

  void operator()(float *out, int i, int j) const {
    const int at = i * side + j;
    out[at] = 0.2f * (in[at] + in[at - 1] + in[at + 1] + in[at - side] +
                      in[at + side]);
  }
};

void stencil_of_plane(Context &c) {
  const int side = 2048, inner = side - 2 * TILE;
  const Plane plane{side, c.floats(side * side)};
  c.table.row(
      "stencil of 5 points, interior", side * side,
      [&](float *out) {
        return c.tiles(inner, inner, [=](int row, int column) {
          const int i = row + TILE, j = column + TILE;
          if (i > 0 && i < plane.side - 1 && j > 0 && j < plane.side - 1)
            plane(out, i, j);
        });
      },
      [&](float *out) {
        return c.tiles(inner, inner, [=](int row, int column) {
          plane(out, row + TILE, column + TILE);
        });
      },
      [&](float *out) {
        for (int i = TILE; i < side - TILE; ++i)
          for (int j = TILE; j < side - TILE; ++j)
            plane(out, i, j);
      });
}

// Sum of the six neighbours in a cube, each of which a guard may leave out.
struct Cube {
  int side; // with a frame of one element
  const float *in;

  template <bool Guarded> void sum(float *out, int x, int y, int z) const {
    const int row = side, layer = side * side, at = z * layer + y * row + x;
    float total = 0;
    if (!Guarded || x > 0)
      total += in[at - 1];
    if (!Guarded || x < side - 1)
      total += in[at + 1];
    if (!Guarded || y > 0)
      total += in[at - row];
    if (!Guarded || y < side - 1)
      total += in[at + row];
    if (!Guarded || z > 0)
      total += in[at - layer];
    if (!Guarded || z < side - 1)
      total += in[at + layer];
    out[at] = total;
  }
};

void stencil_of_cube(Context &c) {
  const int side = 130, inner = side - 2;
  const Cube cube{side, c.floats(side * side * side)};
  auto kernel = [&](auto body) {
    return c.q.parallel_for(
        sycl::range<3>(inner, inner, inner), [=](sycl::id<3> id) {
          body(int(id[2]) + 1, int(id[1]) + 1, int(id[0]) + 1);
        });
  };
  c.table.row(
      "stencil of 6 neighbours, each guarded", side * side * side,
      [&](float *out) {
        return kernel(
            [=](int x, int y, int z) { cube.sum<true>(out, x, y, z); });
      },
      [&](float *out) {
        return kernel(
            [=](int x, int y, int z) { cube.sum<false>(out, x, y, z); });
      },
      [&](float *out) {
        for (int z = 1; z <= inner; ++z)
          for (int y = 1; y <= inner; ++y)
            for (int x = 1; x <= inner; ++x)
              cube.sum<false>(out, x, y, z);
      });
}

// A polynomial by Horner's rule.
struct Polynomial {
  const float *at, *coefficients;

  void operator()(float *out, std::size_t i) const {
    const float x = at[i];
    float y = 0;
    for (int k = 0; k < 100; ++k)
      y = y * x + coefficients[k];
    out[i] = y;
  }
};

void bound_in_memory(Context &c) {
  const std::size_t n = 1 << 17;
  const Polynomial polynomial{
      c.memory.make<float>(n, [](auto i) { return unit(i) * 0.9f; }),
      c.floats(100)};
  const auto *p = c.memory.make<std::size_t>(1, [=](auto) { return n; });
  c.table.row(
      "polynomial, `if (i < *p)`", n,
      [&](float *out) {
        return c.line(n, [=](sycl::nd_item<1> item) {
          const std::size_t bound = *p, i = item.get_global_id(0);
          if (i < bound)
            polynomial(out, i);
        });
      },
      [&](float *out) {
        return c.line(n, [=](sycl::nd_item<1> item) {
          polynomial(out, item.get_global_id(0));
        });
      },
      [&](float *out) {
        for (std::size_t i = 0; i < n; ++i)
          polynomial(out, i);
      });
}

// Sums elements that indices name.
struct Indirect {
  std::size_t n;
  const int *indices;
  const float *values;

  void operator()(float *out, std::size_t i) const {
    float sum = 0;
    for (std::size_t k = 0; k < 32; ++k)
      sum += values[indices[k * n + i]];
    out[i] = sum;
  }
};

void indirect_sum(Context &c) {
  const std::size_t n = 1 << 18;
  const Indirect indirect{
      n, c.memory.make<int>(32 * n, [](auto i) { return int(mix(i) % 4096); }),
      c.floats(4096)};
  c.table.row(
      "indirect sum, `if (linear id < n)`", n,
      [&](float *out) {
        return c.line(n, [=](sycl::nd_item<1> item) {
          const std::size_t i = item.get_global_linear_id();
          if (i < n)
            indirect(out, i);
        });
      },
      [&](float *out) {
        return c.line(n, [=](sycl::nd_item<1> item) {
          indirect(out, item.get_global_linear_id());
        });
      },
      [&](float *out) {
        for (std::size_t i = 0; i < n; ++i)
          indirect(out, i);
      });
}

// A step of a flood: an element gets the highest level around it.
struct Flood {
  int side;
  const float *levels;

  void operator()(float *out, int i, int j) const {
    const float *at = levels + i * side + j;
    const float along = std::fmax(at[-1], at[1]),
                across = std::fmax(at[-side], at[side]);
    const float highest = std::fmax(at[0], std::fmax(along, across));
    out[i * side + j] = highest;
  }
};

void flood(Context &c) {
  const int side = 2048, inner = side - 2 * TILE;
  const Flood flood{side, c.floats(side * side)};
  const auto *open =
      c.memory.make<std::uint8_t>(side * side, [](auto) { return 1; });
  c.table.row(
      "flood, `if (open[i][j])`", side * side,
      [&](float *out) {
        return c.tiles(inner, inner, [=](int row, int column) {
          const int i = row + TILE, j = column + TILE;
          if (open[i * flood.side + j])
            flood(out, i, j);
        });
      },
      [&](float *out) {
        return c.tiles(inner, inner, [=](int row, int column) {
          flood(out, row + TILE, column + TILE);
        });
      },
      [&](float *out) {
        for (int i = TILE; i < side - TILE; ++i)
          for (int j = TILE; j < side - TILE; ++j)
            flood(out, i, j);
      });
}

int main(int argc, char **argv) {
  Context context(argc > 1 ? std::atoi(argv[1]) : 9);
  products(context);
  recurrence(context);
  columns(context);
  stencil_of_plane(context);
  stencil_of_cube(context);
  bound_in_memory(context);
  indirect_sum(context);
  flood(context);
  return failures != 0;
}
