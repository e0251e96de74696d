//===- mpi_stencil.cpp - heat on a plate, over several processes ----------===//
//
// Each rank owns a block of rows in device memory, and a copy of one row of
// each neighbour: its halo. A step is
//
//   1. copy the block's first and last row to the host,
//   2. update the rows that need no halo, while
//   3. MPI exchanges the copied rows with the neighbours,
//   4. copy the received rows to the device, and update the first and last row.
//
// Rank 0 compares the result with that of a plain loop, bit by bit.
//
// usage: mpirun -n RANKS mpi_stencil [ROWS [COLUMNS [STEPS]]]
//
//===----------------------------------------------------------------------===//

#include <sycl/sycl.hpp>

#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace {

struct Grid {
  int rows;
  int columns;
};

// The temperature at the start: warm spots on a cold plate. The border keeps
// its temperature.
double initial(int row, int column) {
  return (row * 31 + column * 17) % 101 == 0 ? 100.0 : 0.0;
}

// The new value of a cell. The product is exact, so each compiler and device
// gets the same bits.
double relax(double north, double south, double west, double east) {
  return ((north + south) + (west + east)) * 0.25;
}

// The rows of a rank, and the rows around them.
class Block {
public:
  Block(sycl::queue queue, Grid grid, int rank, int ranks)
      : m_queue(queue), m_grid(grid), m_rank(rank), m_ranks(ranks),
        m_first(first_row(rank)), m_rows(first_row(rank + 1) - m_first) {
    std::vector<double> start(cells());
    for (int row = -1; row <= m_rows; ++row)
      for (int column = 0; column < grid.columns; ++column)
        start[index(row, column)] = initial(m_first + row, column);
    for (double **buffer : {&m_current, &m_next}) {
      *buffer = sycl::malloc_device<double>(cells(), m_queue);
      m_queue.copy(start.data(), *buffer, cells()).wait();
    }
    // Host USM is pinned memory where the device has its own.
    m_edges = sycl::malloc_host<double>(4 * grid.columns, m_queue);
  }

  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;

  ~Block() {
    sycl::free(m_current, m_queue);
    sycl::free(m_next, m_queue);
    sycl::free(m_edges, m_queue);
  }

  void step() {
    const int columns = m_grid.columns;
    double *top = m_edges, *bottom = m_edges + columns;
    double *above = m_edges + 2 * columns, *below = m_edges + 3 * columns;

    sycl::event top_copied =
        m_queue.copy(m_current + index(0, 0), top, columns);
    sycl::event bottom_copied =
        m_queue.copy(m_current + index(m_rows - 1, 0), bottom, columns);
    sycl::event inner = update(1, m_rows - 2, {});

    // Nobody answers beyond the first and the last rank (MPI_PROC_NULL).
    const int north = m_rank > 0 ? m_rank - 1 : MPI_PROC_NULL;
    const int south = m_rank + 1 < m_ranks ? m_rank + 1 : MPI_PROC_NULL;
    top_copied.wait();
    bottom_copied.wait();
    MPI_Sendrecv(top, columns, MPI_DOUBLE, north, 0, below, columns, MPI_DOUBLE,
                 south, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(bottom, columns, MPI_DOUBLE, south, 1, above, columns,
                 MPI_DOUBLE, north, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    std::vector<sycl::event> halo;
    if (north != MPI_PROC_NULL)
      halo.push_back(m_queue.copy(above, m_current + index(-1, 0), columns));
    if (south != MPI_PROC_NULL)
      halo.push_back(
          m_queue.copy(below, m_current + index(m_rows, 0), columns));
    sycl::event first = update(0, 1, halo);
    sycl::event last = m_rows > 1 ? update(m_rows - 1, 1, halo) : first;
    sycl::event::wait({inner, first, last});
    std::swap(m_current, m_next);
  }

  // All blocks, on rank 0.
  std::vector<double> gather() {
    std::vector<double> own(static_cast<size_t>(m_rows) * m_grid.columns);
    m_queue.copy(m_current + index(0, 0), own.data(), own.size()).wait();
    std::vector<int> counts, offsets;
    for (int rank = 0; rank < m_ranks; ++rank) {
      counts.push_back((first_row(rank + 1) - first_row(rank)) *
                       m_grid.columns);
      offsets.push_back(first_row(rank) * m_grid.columns);
    }
    std::vector<double> all(
        m_rank == 0 ? static_cast<size_t>(m_grid.rows) * m_grid.columns : 0);
    MPI_Gatherv(own.data(), counts[m_rank], MPI_DOUBLE, all.data(),
                counts.data(), offsets.data(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return all;
  }

private:
  int first_row(int rank) const {
    return static_cast<int>(static_cast<long>(m_grid.rows) * rank / m_ranks);
  }
  size_t cells() const {
    return static_cast<size_t>(m_rows + 2) * m_grid.columns;
  }
  // Row -1 and row m_rows are the halo.
  size_t index(int row, int column) const {
    return static_cast<size_t>(row + 1) * m_grid.columns + column;
  }

  // Updates `count` rows of the block, from row `first`.
  sycl::event update(int first, int count,
                     const std::vector<sycl::event> &after) {
    if (count <= 0)
      return {};
    const Grid grid = m_grid;
    const int offset = m_first + first;
    const double *from = m_current + index(first, 0);
    double *to = m_next + index(first, 0);
    const sycl::range<2> range(count, grid.columns);
    return m_queue.parallel_for(range, after, [=](sycl::item<2> item) {
      const int row = offset + static_cast<int>(item[0]),
                column = static_cast<int>(item[1]);
      const ptrdiff_t cell = static_cast<ptrdiff_t>(item.get_linear_id());
      const bool border = row == 0 || row == grid.rows - 1 || column == 0 ||
                          column == grid.columns - 1;
      to[cell] =
          border ? from[cell]
                 : relax(from[cell - grid.columns], from[cell + grid.columns],
                         from[cell - 1], from[cell + 1]);
    });
  }

  sycl::queue m_queue;
  Grid m_grid;
  int m_rank;
  int m_ranks;
  int m_first;
  int m_rows;
  double *m_current = nullptr;
  double *m_next = nullptr;
  double *m_edges = nullptr;
};

// The reference result, from one process and one thread.
std::vector<double> serial(Grid grid, int steps) {
  std::vector<double> current(static_cast<size_t>(grid.rows) * grid.columns);
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column)
      current[static_cast<size_t>(row) * grid.columns + column] =
          initial(row, column);
  std::vector<double> next = current;
  for (int step = 0; step < steps; ++step) {
    for (int row = 1; row + 1 < grid.rows; ++row)
      for (int column = 1; column + 1 < grid.columns; ++column) {
        const size_t cell = static_cast<size_t>(row) * grid.columns + column;
        next[cell] =
            relax(current[cell - grid.columns], current[cell + grid.columns],
                  current[cell - 1], current[cell + 1]);
      }
    std::swap(current, next);
  }
  return current;
}

// FNV-1a over the bytes.
uint64_t checksum(const std::vector<double> &values) {
  uint64_t hash = 0xcbf29ce484222325;
  const auto *bytes = reinterpret_cast<const unsigned char *>(values.data());
  for (size_t i = 0; i < values.size() * sizeof(double); ++i)
    hash = (hash ^ bytes[i]) * 0x100000001b3;
  return hash;
}

// Ranks of one machine share its devices.
sycl::device pick_device() {
  MPI_Comm machine;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                      &machine);
  int index = 0;
  MPI_Comm_rank(machine, &index);
  MPI_Comm_free(&machine);
  const auto devices =
      sycl::device(sycl::default_selector_v).get_platform().get_devices();
  return devices[index % devices.size()];
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1, failed = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const Grid grid = {argc > 1 ? std::atoi(argv[1]) : 512,
                     argc > 2 ? std::atoi(argv[2]) : 384};
  const int steps = argc > 3 ? std::atoi(argv[3]) : 200;
  if (grid.rows < ranks || grid.columns < 1 || steps < 0) {
    if (rank == 0)
      std::fprintf(stderr, "usage: mpi_stencil [ROWS [COLUMNS [STEPS]]], with "
                           "at least a row for each rank\n");
    MPI_Finalize();
    return 2;
  }
  {
    Block block(sycl::queue(pick_device()), grid, rank, ranks);
    for (int step = 0; step < steps; ++step)
      block.step();
    const std::vector<double> result = block.gather();
    if (rank == 0) {
      const std::vector<double> expected = serial(grid, steps);
      failed = std::memcmp(result.data(), expected.data(),
                           result.size() * sizeof(double)) != 0;
      std::printf("%d x %d cells, %d steps: checksum %016llx, %s\n", grid.rows,
                  grid.columns, steps,
                  static_cast<unsigned long long>(checksum(result)),
                  failed ? "WRONG" : "right");
    }
  }
  MPI_Bcast(&failed, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return failed;
}
