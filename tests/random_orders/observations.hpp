// The observable results of an execution, and the model's expectations.
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "program.hpp"

namespace orders {

// When commands start and end, by a clock that each of them advances.
struct Times {
  static constexpr unsigned never = std::numeric_limits<unsigned>::max();
  unsigned now = 1;
  unsigned first[most_commands];
  unsigned last[most_commands];

  Times() {
    for (int i = 0; i < most_commands; ++i) {
      first[i] = never;
      last[i] = 0;
    }
  }
  bool has(int command) const { return last[command] != 0; }
};

// A chunk of a memory, unless it is undefined.
struct Chunk {
  bool is_defined = false;
  Value values[chunk] = {};
};

using Contents = std::vector<Chunk>;

struct Errors {
  // Texts of failures of commands.
  std::vector<std::string> failures;
  // Commands that did not run since others have failed.
  int dependents = 0;
};

struct Observations {
  // By command: checksums of those that observe.
  std::vector<Value> sums = std::vector<Value>(most_commands, 0);
  // By command: host accessors that threw, and host tasks that ran.
  std::vector<char> threw = std::vector<char>(most_commands, false);
  std::vector<char> ran = std::vector<char>(most_commands, false);
  // By memory, at the end of the program.
  std::vector<Contents> contents;
  // By memory, of buffers that have ended: what they have written back.
  std::vector<std::vector<Value>> written_back;
  // By queue.
  std::vector<Errors> errors;
  Times times;
};

inline Value initial(int memory, int element) {
  return static_cast<Value>(1000 * (memory + 1) + element);
}

} // namespace orders
