// The order of commands: by events, conflicting operands, the order of queues,
// barriers, and the host's waits.
#pragma once
#include "program.hpp"

namespace orders {

class Order {
public:
  explicit Order(Program &program)
      : m_program(program), m_barriers(program.queues.size()) {}

  // Completes a command: adds its predecessors, and explicit events if it is
  // not otherwise ordered after a conflicting command.
  void add(Command &command) {
    command.before = m_waited | by_queue(command);
    for (int event : command.events)
      command.before |= behind(event);
    for (const Command &earlier : m_program.commands)
      if (conflict(command, earlier, true))
        command.before |= behind(earlier.number);
    for (const Command &earlier : m_program.commands)
      if (!contains(command.before, earlier.number) &&
          conflict(command, earlier, false)) {
        command.events.push_back(earlier.number);
        command.before |= behind(earlier.number);
      }
    if (command.kind == Kind::barrier)
      m_barriers[index(command.queue)] |= command.before | bit(command.number);
    if (!command.is_submitted())
      m_waited |= command.before | bit(command.number);
  }

private:
  Set behind(int number) const {
    return m_program.commands[index(number)].before | bit(number);
  }

  Set all_of_queue(int queue) const {
    Set all = 0;
    for (const Command &earlier : m_program.commands)
      if (earlier.is_submitted() && earlier.queue == queue)
        all |= behind(earlier.number);
    return all;
  }

  Set by_queue(const Command &command) const {
    if (command.kind == Kind::wait_queue)
      return all_of_queue(command.subject);
    if (command.kind == Kind::wait_event)
      return behind(command.subject);
    if (!command.is_submitted())
      return 0;
    const auto queue = index(command.queue);
    const bool is_behind_all =
        m_program.queues[queue].in_order ||
        (command.kind == Kind::barrier && command.events.empty());
    return is_behind_all ? all_of_queue(command.queue) : m_barriers[queue];
  }

  // Whether a command has to come after an earlier one for the sake of buffers
  // and graphs, where the runtime knows it, or of other memory.
  bool conflict(const Command &command, const Command &earlier,
                bool is_known) const {
    if (command.kind == Kind::graph && earlier.kind == Kind::graph &&
        command.subject == earlier.subject && is_known)
      return true;
    for (const Operand &x : command.operands)
      for (const Operand &y : earlier.operands)
        if (x.conflicts(y) && is_known == is_buffer(x.memory))
          return true;
    return false;
  }

  bool is_buffer(int memory) const {
    return m_program.memories[index(memory)].place == Place::buffer;
  }

  Program &m_program;
  std::vector<Set> m_barriers;
  Set m_waited = 0;
};

} // namespace orders
