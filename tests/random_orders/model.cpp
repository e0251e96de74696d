#include "model.hpp"

#include <algorithm>

namespace orders {

namespace {

std::size_t index(int number) { return static_cast<std::size_t>(number); }

// Executes one command after the other.
class Model {
public:
  explicit Model(const Program &program) : m_program(program) {
    for (std::size_t i = 0; i < program.memories.size(); ++i) {
      m_memories.emplace_back(size / chunk);
      for (int k = 0; k < size; ++k)
        at(static_cast<int>(i), k) = initial(static_cast<int>(i), k);
      for (Chunk &chunk : m_memories.back())
        chunk.is_defined = true;
    }
    m_expected.values.errors.resize(program.queues.size());
    m_expected.written_back.resize(program.memories.size());
    m_expected.ends.assign(program.commands.size(), End::runs);
  }

  Expected run() {
    for (const Command &command : m_program.commands)
      execute(command);
    m_expected.values.contents = m_memories;
    return m_expected;
  }

private:
  Value &at(int memory, int element) {
    return m_memories[index(memory)][index(element / chunk)]
        .values[element % chunk];
  }

  bool is_buffer(const Operand &operand) const {
    return m_program.memories[index(operand.memory)].place == Place::buffer;
  }

  template <class Visit> void each_chunk(const Operand &operand, Visit visit) {
    for (int i = operand.range.begin; i < operand.range.end; i += chunk)
      visit(m_memories[index(operand.memory)][index(i / chunk)]);
  }

  bool is_defined(const Operand &operand) {
    bool all = true;
    each_chunk(operand, [&](Chunk &chunk) { all &= chunk.is_defined; });
    return all;
  }

  // Whether a failed command has kept what a command needs from being there.
  bool needs_failed(const Command &command) {
    for (int event : command.events)
      if (m_expected.ends[index(event)] != End::runs)
        return true;
    for (const Operand &operand : command.operands)
      if (is_buffer(operand) && !operand.discards && !is_defined(operand))
        return true;
    return false;
  }

  void execute(const Command &command) {
    if (command.kind == Kind::end_buffer) {
      if (m_program.memories[index(command.subject)].writes_back)
        m_expected.written_back[index(command.subject)] =
            m_memories[index(command.subject)];
      m_memories[index(command.subject)].clear();
    } else if (command.kind == Kind::host_accessor) {
      host_accessor(command);
    } else if (command.is_submitted()) {
      submitted(command);
    }
  }

  void host_accessor(const Command &command) {
    const bool throws = needs_failed(command);
    m_expected.values.threw[index(command.number)] = throws;
    if (!throws)
      compute(command, command.number);
  }

  void submitted(const Command &command) {
    End &end = m_expected.ends[index(command.number)];
    if (needs_failed(command))
      end = End::does_not_run;
    else if (command.fails)
      end = End::fails;
    m_expected.values.ran[index(command.number)] =
        command.kind == Kind::host_task && end != End::does_not_run;
    if (end == End::runs)
      return perform(command);
    report(command, end);
    for (const Operand &operand : command.operands)
      if (operand.writes && is_buffer(operand))
        each_chunk(operand, [](Chunk &chunk) { chunk.is_defined = false; });
  }

  void report(const Command &command, End end) {
    Errors &errors = m_expected.values.errors[index(command.queue)];
    if (end == End::fails)
      errors.failures.push_back("host task " + std::to_string(command.number));
    else if (!command.is_fence())
      ++errors.dependents;
  }

  void perform(const Command &command) {
    if (command.kind == Kind::graph)
      for (const Command &node : m_program.graphs[index(command.subject)].nodes)
        compute(node, -1);
    else if (!command.is_fence())
      compute(command, command.number);
  }

  void compute(const Command &command, int observer) {
    const Operand &first = command.operands.front();
    const Operand &last = command.operands.back();
    for (int i = 0; i < first.range.length(); ++i) {
      Value &to = at(first.memory, first.range.begin + i);
      const Value from = at(last.memory, last.range.begin + i);
      if (command.action != Action::observe)
        to = result(command, i, from);
      else if (observer >= 0)
        m_expected.values.sums[index(observer)] =
            m_expected.values.sums[index(observer)] * 31 + from;
    }
    if (first.writes)
      each_chunk(first, [](Chunk &chunk) { chunk.is_defined = true; });
  }

  static Value result(const Command &command, int i, Value from) {
    switch (command.action) {
    case Action::set:
      return command.constant + static_cast<Value>(i);
    case Action::add:
      return from * 3 + command.constant;
    case Action::combine:
      return from * 5 + command.constant;
    case Action::copy:
      return from;
    default:
      return command.constant;
    }
  }

  const Program &m_program;
  std::vector<Contents> m_memories;
  Expected m_expected;
};

// Compares an execution with the model.
class Comparison {
public:
  Comparison(const Program &program, const Expected &expected,
             const Observations &seen)
      : m_program(program), m_expected(expected), m_seen(seen) {}

  std::string run() {
    for (const Command &command : m_program.commands)
      compare_command(command);
    for (std::size_t i = 0; i < m_program.memories.size(); ++i)
      compare_memory(i);
    for (std::size_t i = 0; i < m_program.queues.size(); ++i)
      compare_errors(i);
    compare_times();
    return m_text;
  }

private:
  template <class T>
  void expect(const std::string &what, const T &expected, const T &seen) {
    if (expected != seen)
      m_text += what + ": " + std::to_string(seen) + ", expected " +
                std::to_string(expected) + "\n";
  }

  void compare_command(const Command &command) {
    const auto number = index(command.number);
    const std::string name = "command " + std::to_string(number);
    const Observations &expected = m_expected.values;
    expect<int>(name + " ran", expected.ran[number], m_seen.ran[number]);
    expect<int>(name + " threw", expected.threw[number], m_seen.threw[number]);
    expect(name + " observed", expected.sums[number], m_seen.sums[number]);
  }

  // Tells of the first difference.
  void compare_memory(std::size_t memory) {
    const Contents &expected = m_expected.values.contents[memory];
    const std::size_t before = m_text.size();
    for (std::size_t i = 0; i < expected.size() && m_text.size() == before; ++i)
      compare_chunk(memory, i, expected[i], m_seen.contents[memory][i]);
    const Contents &written = m_expected.written_back[memory];
    for (std::size_t i = 0; i < written.size(); ++i)
      for (std::size_t k = 0; k < chunk && written[i].is_defined; ++k)
        if (m_text.size() == before)
          expect("written back, " + element(memory, i, k),
                 written[i].values[k],
                 m_seen.written_back[memory][i * chunk + k]);
  }

  void compare_chunk(std::size_t memory, std::size_t number,
                     const Chunk &expected, const Chunk &seen) {
    expect<int>(element(memory, number, 0) + " is defined", expected.is_defined,
                seen.is_defined);
    const std::size_t before = m_text.size();
    for (std::size_t k = 0; k < chunk && m_text.size() == before; ++k)
      if (expected.is_defined && seen.is_defined)
        expect(element(memory, number, k), expected.values[k], seen.values[k]);
  }

  static std::string element(std::size_t memory, std::size_t chunk_number,
                             std::size_t k) {
    return "memory " + std::to_string(memory) + "[" +
           std::to_string(chunk_number * chunk + k) + "]";
  }

  void compare_errors(std::size_t queue) {
    Errors expected = m_expected.values.errors[queue];
    Errors seen = m_seen.errors[queue];
    const std::string name = "queue " + std::to_string(queue);
    expect(name + ": commands that did not run", expected.dependents,
           seen.dependents);
    std::sort(expected.failures.begin(), expected.failures.end());
    std::sort(seen.failures.begin(), seen.failures.end());
    if (expected.failures != seen.failures)
      m_text += name + ": failures:" + list(seen.failures) +
                ", expected:" + list(expected.failures) + "\n";
  }

  static std::string list(const std::vector<std::string> &texts) {
    std::string all;
    for (const std::string &text : texts)
      all += " '" + text + "'";
    return all;
  }

  void compare_times() {
    const Times &times = m_seen.times;
    for (const Command &later : m_program.commands)
      for (int earlier = 0; earlier < later.number; ++earlier)
        if (contains(later.before, earlier) && times.has(later.number) &&
            times.has(earlier) &&
            times.last[earlier] > times.first[later.number])
          m_text += "command " + std::to_string(later.number) +
                    " started before command " + std::to_string(earlier) +
                    " ended\n";
  }

  const Program &m_program;
  const Expected &m_expected;
  const Observations &m_seen;
  std::string m_text;
};

} // namespace

std::size_t Expected::errors() const {
  std::size_t count = 0;
  for (const Errors &of_queue : values.errors)
    count += of_queue.failures.size() +
             static_cast<std::size_t>(of_queue.dependents);
  return count;
}

Expected expect(const Program &program) { return Model(program).run(); }

std::string difference(const Program &program, const Expected &expected,
                       const Observations &seen) {
  return Comparison(program, expected, seen).run();
}

} // namespace orders
