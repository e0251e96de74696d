#include "model.hpp"

namespace orders {

namespace {

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
      errors.failures.push_back(failure(command));
    else if (!command.is_fence())
      ++errors.dependents;
  }

  // The text of a failure that is the device's is not known.
  static std::string failure(const Command &command) {
    return command.kind == Kind::host_task
               ? "host task " + std::to_string(command.number)
               : "";
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

} // namespace

Expected expect(const Program &program) { return Model(program).run(); }

} // namespace orders
