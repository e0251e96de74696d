// The elements of random command programs. The order of the commands follows
// only from the program, so it is part of it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace orders {

using Value = unsigned;
// Commands, as bits by number.
using Set = std::uint64_t;

// Elements of each memory; sub-buffers consist of whole blocks, ranges of whole
// chunks.
constexpr int size = 128, block = 32, chunk = 8;
constexpr int most_commands = 60;
// Whether an accessor with a range has a requisite for all of the buffer or
// sub-buffer that it is made from (SYCL 2020, 4.7.6.8).
constexpr bool requisites_are_whole = true;

struct Range {
  int begin = 0, end = size;
  int length() const { return end - begin; }
  bool overlaps(Range other) const {
    return begin < other.end && other.begin < end;
  }
};

enum class Place { buffer, usm, host };

struct Memory {
  Place place;
  // Device and context of USM.
  int site = 0;
  // Whether a buffer's contents go to memory of the program at its end.
  bool writes_back = false;
};

// The part of a memory that a command uses, and the kind of use.
struct Operand {
  int memory = 0;
  Range range;
  // The buffer or sub-buffer that the accessor is made from.
  Range parent;
  // The sub-buffer object ends right after the submission.
  bool parent_is_temporary = false;
  bool writes = false;
  // Nothing of the old contents remains, and the accessor says so.
  bool discards = false;

  bool is_ranged() const { return range.length() != parent.length(); }
  int offset() const { return range.begin - parent.begin; }
  Range requisite() const { return requisites_are_whole ? parent : range; }
  bool conflicts(const Operand &other) const {
    return memory == other.memory && (writes || other.writes) &&
           requisite().overlaps(other.requisite());
  }
};

enum class Kind {
  kernel,
  copy,
  fill,
  host_task,
  graph,
  empty,
  barrier,
  host_accessor,
  wait_event,
  wait_queue,
  end_buffer,
  end_queue,
  nothing, // left out with --skip
};

enum class Action {
  set,     // x[i] = constant + i
  add,     // x[i] = x[i] * 3 + constant
  combine, // x[i] = y[i] * 5 + constant
  copy,    // x[i] = y[i]
  fill,    // x[i] = constant
  observe, // a checksum of y
};

struct Command {
  Kind kind = Kind::nothing;
  Action action = Action::set;
  int number = 0;
  int queue = 0;
  // Queue, graph, memory or command that it is about.
  int subject = 0;
  Value constant = 0;
  // The written operand is first.
  std::vector<Operand> operands;
  std::vector<int> events;
  // A host task that throws, and how long it takes before.
  bool fails = false;
  int microseconds = 0;
  // For a wait: whether errors are delivered.
  bool throws = false;
  // Everything that ends before it starts.
  Set before = 0;

  bool is_submitted() const { return kind <= Kind::barrier; }
  bool is_fence() const { return kind == Kind::empty || kind == Kind::barrier; }
};

struct Queue {
  bool in_order;
  int site;
};

// Nodes in a row. They use USM, host tasks use memory of the host.
struct Graph {
  int site;
  std::vector<Command> nodes;
};

struct Program {
  unsigned seed = 0;
  std::vector<Queue> queues;
  std::vector<Memory> memories;
  std::vector<Graph> graphs;
  std::vector<Command> commands;
};

inline std::size_t index(int number) {
  return static_cast<std::size_t>(number);
}
inline Set bit(int command) { return Set{1} << command; }
inline bool contains(Set set, int command) { return (set >> command & 1) != 0; }

// One line for each command.
std::string describe(const Program &program, int end);

} // namespace orders
