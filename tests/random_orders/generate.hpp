// The program of a seed.
#pragma once
#include <algorithm>
#include <set>

#include "order.hpp"
#include "random.hpp"

namespace orders {

class Generator {
public:
  Generator(unsigned seed, int sites, bool has_graphs) : m_random(seed) {
    m_program.seed = seed;
    const int queues = 1 + m_random.below(3);
    for (int i = 0; i < queues; ++i)
      m_program.queues.push_back({m_random.one_in(2), m_random.below(sites)});
    m_queue_lives.assign(index(queues), true);
    add_memories();
    m_memory_lives.assign(m_program.memories.size(), true);
    const int graphs = has_graphs ? m_random.below(3) : 0;
    for (int i = 0; i < graphs; ++i)
      m_program.graphs.push_back(graph());
  }

  // The program without some of its commands; the others stay as they are.
  Program generate(const std::set<int> &skipped) {
    const int commands = 10 + m_random.below(most_commands - 9);
    // The number of the host task that fails, if any.
    m_failing_task = m_random.one_in(2) ? m_random.below(commands / 4) : -1;
    for (int number = 0; number < commands; ++number)
      m_commands.push_back(command(number));
    for (int number : skipped)
      leave_out(number);
    Order order(m_program);
    for (Command &next : m_commands) {
      order.add(next);
      m_program.commands.push_back(next);
    }
    return m_program;
  }

private:
  void add_memories() {
    const int buffers = 1 + m_random.below(3);
    for (int i = 0; i < buffers; ++i)
      // Handlers keep the first one.
      m_program.memories.push_back(
          {Place::buffer, 0, i > 0 && m_random.one_in(2)});
    for (const Queue &queue : m_program.queues)
      m_program.memories.push_back({Place::usm, queue.site});
    for (int i = 0; i < 2; ++i)
      m_program.memories.push_back({Place::host});
  }

  Graph graph() {
    Graph graph{any_queue_of_all().site, {}};
    const int nodes = 1 + m_random.below(4);
    const bool has_tasks = m_random.one_in(2);
    for (int i = 0; i < nodes; ++i) {
      Command node;
      node.number = i;
      node.kind =
          has_tasks && m_random.one_in(2) ? Kind::host_task : Kind::kernel;
      compute(node, node.kind == Kind::kernel ? Place::usm : Place::host,
              graph.site, false);
      graph.nodes.push_back(std::move(node));
    }
    return graph;
  }

  const Queue &any_queue_of_all() {
    return m_program.queues[static_cast<std::size_t>(
        m_random.below(static_cast<int>(m_program.queues.size())))];
  }

  // A number below that of the flags, of one that is set; -1 if there is none.
  int any_of(const std::vector<bool> &flags) {
    std::vector<int> found;
    for (std::size_t i = 0; i < flags.size(); ++i)
      if (flags[i])
        found.push_back(static_cast<int>(i));
    return found.empty() ? -1
                         : found[static_cast<std::size_t>(
                               m_random.below(static_cast<int>(found.size())))];
  }

  // A memory of this place; USM belongs to a site.
  int any_memory(Place place, int site) {
    std::vector<bool> fits = m_memory_lives;
    for (std::size_t i = 0; i < fits.size(); ++i) {
      const Memory &memory = m_program.memories[i];
      fits[i] = fits[i] && memory.place == place &&
                (place != Place::usm || memory.site == site);
    }
    return any_of(fits);
  }

  Place place_of(int memory) const {
    return m_program.memories[index(memory)].place;
  }

  int any_length() {
    switch (m_random.below(3)) {
    case 0:
      return size;
    case 1:
      return block * (1 + m_random.below(size / block));
    default:
      return chunk * (1 + m_random.below(size / chunk));
    }
  }

  // Elements of a memory, through an accessor of a buffer, or of a sub-buffer.
  Operand operand(int memory, int length) {
    Operand operand;
    operand.memory = memory;
    const int step = m_random.one_in(2) && length % block == 0 ? block : chunk;
    operand.range.begin = step * m_random.below((size - length) / step + 1);
    operand.range.end = operand.range.begin + length;
    if (place_of(memory) != Place::buffer) {
      operand.parent = operand.range;
    } else if (m_random.one_in(2)) {
      operand.parent.begin = operand.range.begin / block * block;
      operand.parent.end = (operand.range.end + block - 1) / block * block;
    }
    operand.parent_is_temporary = m_random.one_in(2);
    return operand;
  }

  // Sets the written operand and, with a source, the read one. -1: no memory.
  void operands(Command &command, int to, int from, bool has_source) {
    const int length = any_length();
    command.operands = {operand(to, length)};
    command.operands[0].writes = true;
    if (!has_source)
      return;
    Operand source = operand(from, length);
    if (to == from && source.range.overlaps(command.operands[0].range)) {
      // Such a command operates on its own range.
      command.action = Action::add;
      return;
    }
    command.operands.push_back(source);
  }

  // A kernel or a host task.
  void compute(Command &command, Place place, int site,
               bool may_observe = true) {
    const int to = any_memory(place, site), from = any_memory(place, site);
    command.constant = static_cast<Value>(m_random.below(1000));
    if (command.kind == Kind::host_task) {
      command.microseconds = m_random.one_in(3) ? m_random.below(300) : 0;
      if (may_observe && m_random.one_in(3)) {
        command.action = Action::observe;
        command.operands = {operand(from, any_length())};
        return;
      }
    }
    constexpr Action actions[] = {Action::set, Action::add, Action::combine};
    command.action = actions[m_random.below(3)];
    operands(command, to, from, command.action == Action::combine);
    command.operands[0].discards =
        command.action != Action::add && m_random.one_in(2);
  }

  void copy(Command &command, int site) {
    constexpr Place places[][2] = {
        {Place::buffer, Place::buffer}, {Place::buffer, Place::host},
        {Place::host, Place::buffer},   {Place::usm, Place::usm},
        {Place::usm, Place::host},      {Place::host, Place::usm}};
    const Place *const pair = places[m_random.below(6)];
    const int to = any_memory(pair[0], site), from = any_memory(pair[1], site);
    command.action = Action::copy;
    operands(command, to, from, true);
    if (command.action != Action::copy) {
      command.kind = Kind::fill;
      command.action = Action::fill;
    }
    command.operands[0].discards = true;
  }

  void fill(Command &command, int site) {
    command.action = Action::fill;
    command.constant = static_cast<Value>(m_random.below(1000));
    const Place place = m_random.one_in(2) ? Place::buffer : Place::usm;
    operands(command, any_memory(place, site), 0, false);
    command.operands[0].discards = true;
  }

  void host_task(Command &command) {
    compute(command, m_random.one_in(3) ? Place::host : Place::buffer, 0);
    command.fails = m_failing_task == m_tasks++ ||
                    (m_failing_task >= 0 && m_random.one_in(20));
  }

  void replay(Command &command, int site) {
    std::vector<bool> fits;
    for (const Graph &graph : m_program.graphs)
      fits.push_back(graph.site == site);
    command.subject = any_of(fits);
    if (command.subject < 0) {
      command.kind = Kind::empty;
      return;
    }
    const auto &nodes = m_program.graphs[index(command.subject)].nodes;
    for (const Command &node : nodes)
      command.operands.insert(command.operands.end(), node.operands.begin(),
                              node.operands.end());
  }

  void leave_out(int number) {
    for (Command &command : m_commands) {
      auto &events = command.events;
      events.erase(std::remove(events.begin(), events.end(), number),
                   events.end());
      const bool waits_for_it =
          command.kind == Kind::wait_event && command.subject == number;
      if (command.number == number || waits_for_it) {
        const int own = command.number;
        command = Command();
        command.number = own;
      }
    }
  }

  // Earlier commands that have events.
  std::vector<int> any_events(int number) {
    std::vector<int> events;
    for (int count = m_random.below(3); count > 0 && number > 0; --count) {
      const int event = m_random.below(number);
      if (m_commands[index(event)].is_submitted() &&
          std::find(events.begin(), events.end(), event) == events.end())
        events.push_back(event);
    }
    return events;
  }

  Kind any_kind() {
    // How often each occurs.
    constexpr int weights[] = {10, 5, 4, 8, 3, 2, 3, 3, 1, 1, 1, 1};
    int total = 0;
    for (int weight : weights)
      total += weight;
    int at = m_random.below(total), kind = 0;
    while (at >= weights[kind])
      at -= weights[kind++];
    return static_cast<Kind>(kind);
  }

  Command command(int number) {
    Command next;
    next.number = number;
    next.kind = any_kind();
    next.queue = any_of(m_queue_lives);
    if (next.is_submitted()) {
      submitted(next);
      if (next.is_fence() ? m_random.one_in(2) : m_random.one_in(4))
        next.events = any_events(number);
    } else {
      on_host(next);
    }
    return next;
  }

  void submitted(Command &next) {
    const int site = m_program.queues[index(next.queue)].site;
    switch (next.kind) {
    case Kind::kernel:
      return compute(next, m_random.one_in(2) ? Place::buffer : Place::usm,
                     site);
    case Kind::copy:
      return copy(next, site);
    case Kind::fill:
      return fill(next, site);
    case Kind::host_task:
      return host_task(next);
    case Kind::graph:
      return replay(next, site);
    default:
      return;
    }
  }

  void on_host(Command &next) {
    next.throws = m_random.one_in(2);
    switch (next.kind) {
    case Kind::host_accessor:
      return host_accessor(next);
    case Kind::wait_queue:
      next.subject = next.queue;
      return;
    case Kind::wait_event:
      return wait_event(next);
    case Kind::end_buffer:
      return end_buffer(next);
    default:
      return end_queue(next);
    }
  }

  void host_accessor(Command &next) {
    constexpr Action actions[] = {Action::observe, Action::set, Action::add};
    next.action = actions[m_random.below(3)];
    next.constant = static_cast<Value>(m_random.below(1000));
    operands(next, any_memory(Place::buffer, 0), 0, false);
    next.operands[0].writes = next.action != Action::observe;
    next.operands[0].discards = next.action == Action::set;
  }

  void wait_event(Command &next) {
    std::vector<bool> fits;
    for (const Command &earlier : m_commands)
      fits.push_back(earlier.is_submitted());
    next.subject = any_of(fits);
    if (next.subject < 0)
      next.kind = Kind::nothing;
  }

  // Handlers use the first buffer, which remains.
  void end_buffer(Command &next) {
    next.subject = any_memory(Place::buffer, 0);
    if (next.subject == 0) {
      next.kind = Kind::nothing;
      return;
    }
    Operand all;
    all.memory = next.subject;
    all.writes = true;
    next.operands = {all};
    m_memory_lives[index(next.subject)] = false;
  }

  // One queue remains.
  void end_queue(Command &next) {
    if (std::count(m_queue_lives.begin(), m_queue_lives.end(), true) == 1) {
      next.kind = Kind::nothing;
      return;
    }
    next.subject = next.queue;
    m_queue_lives[index(next.queue)] = false;
  }

  Random m_random;
  Program m_program;
  std::vector<Command> m_commands;
  std::vector<bool> m_queue_lives, m_memory_lives;
  int m_failing_task = -1, m_tasks = 0;
};

} // namespace orders
