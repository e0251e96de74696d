#include "program.hpp"

namespace orders {

namespace {

constexpr const char *kinds[] = {
    "kernel",         "copy",          "fill",
    "host task",      "graph",         "empty group",
    "barrier",        "host accessor", "wait for command",
    "wait for queue", "end of memory", "end of queue",
    "nothing"};
constexpr const char *actions[] = {"set",  "add",  "combine",
                                   "copy", "fill", "observe"};

std::string text(Range range) {
  return "[" + std::to_string(range.begin) + ", " + std::to_string(range.end) +
         ")";
}

std::string text(const Operand &operand) {
  std::string text_ = operand.writes ? " to " : " from ";
  text_ += "memory " + std::to_string(operand.memory);
  if (operand.parent.length() != size && operand.parent.begin % block == 0)
    text_ += std::string(operand.parent_is_temporary ? " temporary" : "") +
             " part " + text(operand.parent);
  text_ += " " + text(operand.range);
  return text_ + (operand.discards ? " no_init" : "");
}

std::string text(const Command &command) {
  std::string text_ = kinds[static_cast<int>(command.kind)];
  if (command.is_submitted())
    text_ = "queue " + std::to_string(command.queue) + ": " + text_;
  if (command.kind == Kind::graph || command.kind >= Kind::wait_event)
    text_ += " " + std::to_string(command.subject);
  if (!command.operands.empty() && command.kind != Kind::graph)
    text_ += std::string(" ") + actions[static_cast<int>(command.action)];
  for (const Operand &operand : command.operands)
    text_ += text(operand);
  for (int event : command.events)
    text_ += " after " + std::to_string(event);
  if (command.microseconds > 0)
    text_ += " " + std::to_string(command.microseconds) + " us";
  return text_ + (command.fails ? " FAILS" : "");
}

} // namespace

std::string describe(const Program &program, int end) {
  std::string all;
  for (std::size_t i = 0; i < program.queues.size(); ++i)
    all += "queue " + std::to_string(i) + ": " +
           (program.queues[i].in_order ? "in order" : "out of order") +
           ", site " + std::to_string(program.queues[i].site) + "\n";
  constexpr const char *places[] = {"buffer", "device USM", "host"};
  for (std::size_t i = 0; i < program.memories.size(); ++i) {
    const Memory &memory = program.memories[i];
    all +=
        "memory " + std::to_string(i) + ": " +
        places[static_cast<int>(memory.place)] +
        (memory.place == Place::usm ? " of site " + std::to_string(memory.site)
                                    : "") +
        (memory.writes_back ? ", written back" : "") + "\n";
  }
  for (std::size_t i = 0; i < program.graphs.size(); ++i)
    for (const Command &node : program.graphs[i].nodes)
      all += "graph " + std::to_string(i) + ": " + text(node) + "\n";
  for (const Command &command : program.commands)
    if (command.number < end && command.kind != Kind::nothing)
      all += std::to_string(command.number) + ": " + text(command) + "\n";
  return all;
}

} // namespace orders
