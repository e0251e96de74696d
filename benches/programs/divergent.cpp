// Twelve kernels whose work-items take different paths, compared with the same
// code called by a plain loop of the host; `divergent.py` has them in OpenCL C.
//   usage: divergent [runs=9]
// Prints "<kernel> <wall> <processor> <scalar>" on each line: medians in ms of
// the kernel's wall time and processor time, and of the loop's processor time.
// With TANDEM_CPU_THREADS=1, the last two compare one thread with one thread.
#include "divergent/images.hpp"
#include "divergent/sampling.hpp"
#include "divergent/tables.hpp"

#include <cstdlib>

constexpr int TILE = 16, GROUP = 256;

int round_up(int n, int unit) { return (n + unit - 1) / unit * unit; }

// A work-item for each pixel, in work-groups of squares.
template <class Kernel> void launch_tiles(sycl::queue &q, Kernel kernel) {
  constexpr int width = Kernel::width, height = Kernel::height;
  const sycl::range<2> all(round_up(height, TILE), round_up(width, TILE));
  q.parallel_for(
      sycl::nd_range<2>(all, {TILE, TILE}), [=](sycl::nd_item<2> item) {
        const int x = item.get_global_id(1), y = item.get_global_id(0);
        if (x < width && y < height)
          kernel(x, y);
      });
}

// A work-item for each pixel, without work-groups.
template <class Kernel> void launch_pixels(sycl::queue &q, Kernel kernel) {
  q.parallel_for(sycl::range<2>(Kernel::height, Kernel::width),
                 [=](sycl::id<2> id) { kernel(int(id[1]), int(id[0])); });
}

// Work-groups of a line, the last of which may be too long.
template <class Kernel> void launch_line(sycl::queue &q, int n, Kernel kernel) {
  q.parallel_for(sycl::nd_range<1>(round_up(n, GROUP), GROUP),
                 [=](sycl::nd_item<1> item) {
                   const int i = item.get_global_id(0);
                   if (i < n)
                     kernel(i);
                 });
}

template <class Kernel>
void launch_range(sycl::queue &q, int n, Kernel kernel) {
  q.parallel_for(sycl::range<1>(n),
                 [=](sycl::id<1> id) { kernel(int(id[0])); });
}

// One item after the other, as the host's compiler compiles it without
// vectors across items.
template <class Kernel> void scalar_image(const Kernel &kernel) {
  for (int y = 0; y < Kernel::height; ++y)
#pragma clang loop vectorize(disable) interleave(disable)
    for (int x = 0; x < Kernel::width; ++x)
      kernel(x, y);
}

template <class Kernel> void scalar_line(int n, const Kernel &kernel) {
#pragma clang loop vectorize(disable) interleave(disable)
  for (int i = 0; i < n; ++i)
    kernel(i);
}

// Measures both sides in turn, after two runs to warm up, and prints a line.
class Table {
  sycl::queue &queue;
  int runs;

public:
  Table(sycl::queue &queue, int runs) : queue(queue), runs(runs) {}

  template <class Device, class Host>
  void row(const char *name, Device device, Host host) {
    Costs kernel, loop;
    for (int run = 0; run < runs + 2; ++run) {
      Costs warm_up;
      (run < 2 ? warm_up : kernel).measure([&] {
        device();
        queue.wait();
      });
      (run < 2 ? warm_up : loop).measure(host);
    }
    std::printf("%-14s %.3f %.3f %.3f\n", name, kernel.medians().wall,
                kernel.medians().processor, loop.medians().processor);
    std::fflush(stdout);
  }
};

// The common data of all rows.
struct Context {
  sycl::queue q{sycl::property::queue::in_order{}};
  Memory memory{q};
  Table table;

  explicit Context(int runs) : table(q, runs) {}

  // An image kernel and its scalar twin, which differ in `out` only.
  template <class Kernel, class Launch>
  void image(const char *name, Kernel kernel, double bound, Launch launch) {
    constexpr int pixels = Kernel::width * Kernel::height;
    using Pixel = std::remove_pointer_t<decltype(kernel.out)>;
    Kernel twin = kernel;
    kernel.out = memory.zeros<Pixel>(pixels);
    twin.out = memory.zeros<Pixel>(pixels);
    table.row(name, [&] { launch(q, kernel); }, [&] { scalar_image(twin); });
    compare(name, kernel.out, twin.out, pixels, bound);
  }

  // Measures a kernel over a line of `n` items.
  template <class Kernel, class Launch>
  void line(const char *name, int n, Kernel kernel, double bound,
            Launch launch) {
    using Result = std::remove_pointer_t<decltype(kernel.out)>;
    Kernel twin = kernel;
    kernel.out = memory.zeros<Result>(n);
    twin.out = memory.zeros<Result>(n);
    table.row(
        name, [&] { launch(q, n, kernel); }, [&] { scalar_line(n, twin); });
    compare(name, kernel.out, twin.out, n, bound);
  }
};

// Only `exp` differs between the two sides: by two units in the last place, and
// by what sums make of that.
constexpr double EXP_BOUND = 1e-4;

void images(Context &c) {
  auto tiles = [](auto &q, auto kernel) { launch_tiles(q, kernel); };
  auto pixels = [](auto &q, auto kernel) { launch_pixels(q, kernel); };
  c.image("mandelbrot", Mandelbrot{}, 0, tiles);
  c.image("julia", Julia{}, 0, pixels);
  c.image("ray_march", RayMarch{}, 0, tiles);
  c.image("occlusion", Occlusion{}, 0, tiles);
  const int *permutation = c.memory.make<int>(
      512, [](std::uint32_t i) { return int(mix(i % 256) % 256); });
  c.image("perlin", Perlin{permutation, nullptr}, 0, pixels);
  const int voxels = Volume::side * Volume::side * Volume::side;
  const float *density = c.memory.make<float>(voxels, ball_density);
  c.image("volume", Volume{density, nullptr}, EXP_BOUND, tiles);
}

void sampling(Context &c) {
  auto line = [](auto &q, int n, auto kernel) { launch_line(q, n, kernel); };
  const int n = Binomial::options;
  auto floats = [&](std::uint32_t seed, float least, float width) {
    return c.memory.make<float>(
        n, [=](std::uint32_t i) { return least + width * unit(i + seed); });
  };
  const float *price = floats(0, 50, 100), *strike = floats(n, 50, 100),
              *years = floats(2 * n, 0, 1);
  c.line("binomial", n, Binomial{price, strike, years, nullptr}, EXP_BOUND,
         line);
  c.line("monte_carlo", MonteCarlo::items, MonteCarlo{}, 0, line);
}

// Steps until no vertex gets a level; `step` runs one of them.
template <class Step> int search(int *levels, int count, Step step) {
  std::fill(levels, levels + SearchStep::vertices, -1);
  levels[0] = 0;
  for (int level = 0; level < count; ++level)
    step(level);
  return *std::max_element(levels, levels + SearchStep::vertices);
}

void breadth_first(Context &c) {
  const int n = SearchStep::vertices;
  const std::vector<int> rows = row_starts(n, SearchStep::degree);
  SearchStep step{};
  step.starts = c.memory.make<int>(n + 1, [&](int i) { return rows[i]; });
  step.neighbours = c.memory.make<int>(
      rows[n], [](std::uint32_t i) { return int(mix(i) % n); });
  int *levels = c.memory.zeros<int>(n), *twin = c.memory.zeros<int>(n);
  auto scalar = [&](int level) {
    step.levels = twin;
    step.current = level;
    scalar_line(n, step);
  };
  const int steps = search(twin, 32, scalar) + 1;
  auto kernel = [&](int level) {
    step.levels = levels;
    step.current = level;
    launch_line(c.q, n, step);
    c.q.wait();
  };
  c.table.row(
      "bfs", [&] { search(levels, steps, kernel); },
      [&] { search(twin, steps, scalar); });
  compare("bfs", levels, twin, n, 0);
}

void sparse_product(Context &c) {
  const int n = SparseProduct::rows;
  const std::vector<int> rows = row_starts(n, SparseProduct::length);
  SparseProduct product{};
  product.starts = c.memory.make<int>(n + 1, [&](int i) { return rows[i]; });
  product.columns = c.memory.make<int>(
      rows[n], [](std::uint32_t i) { return int(mix(i) % n); });
  product.values = c.memory.make<float>(rows[n], unit);
  product.vector = c.memory.make<float>(n, unit);
  c.line("spmv", n, product, 0,
         [](auto &q, int n, auto kernel) { launch_line(q, n, kernel); });
}

void searches(Context &c) {
  BinarySearch sorted{};
  sorted.table = c.memory.make<int>(BinarySearch::entries, BinarySearch::entry);
  sorted.keys = c.memory.make<int>(BinarySearch::queries, BinarySearch::key);
  c.line("binary_search", BinarySearch::queries, sorted, 0,
         [](auto &q, int n, auto kernel) { launch_range(q, n, kernel); });
  HashLookup lookup{};
  auto *table = c.memory.zeros<std::uint32_t>(HashLookup::slots);
  HashLookup::fill(table);
  lookup.table = table;
  lookup.keys =
      c.memory.make<std::uint32_t>(HashLookup::queries, HashLookup::key);
  c.line("hash_lookup", HashLookup::queries, lookup, 0,
         [](auto &q, int n, auto kernel) { launch_line(q, n, kernel); });
}

int main(int argc, char **argv) {
  Context context(argc > 1 ? std::atoi(argv[1]) : 9);
  images(context);
  sampling(context);
  breadth_first(context);
  sparse_product(context);
  searches(context);
  return failures != 0;
}
