#include "execution.hpp"

#include <algorithm>
#include <utility>

namespace orders {

Execution::Execution(Machine &machine, const Program &program)
    : m_machine(machine), m_program(program),
      m_errors(std::make_shared<SharedErrors>(program.queues.size())) {
  for (std::size_t i = 0; i < program.memories.size(); ++i)
    add_memory(program.memories[i], static_cast<int>(i));
  for (Site &site : machine.sites)
    site.queue.wait();
  m_for_handlers = std::make_shared<Buffer>(*m_buffers.front());
  for (const Queue &queue : program.queues)
    add_queue(queue);
  for (const Graph &graph : program.graphs)
    add_graph(graph);
  m_events.resize(program.commands.size());
  m_seen->written_back.resize(program.memories.size());
}

Execution::~Execution() {
  for (std::size_t i = 0; i < m_usm.size(); ++i)
    if (m_usm[i])
      sycl::free(m_usm[i],
                 m_machine.sites[index(m_program.memories[i].site)].context);
}

void Execution::add_memory(const Memory &memory, int number) {
  m_host.push_back(std::make_unique<std::vector<Value>>(size));
  std::vector<Value> &host = *m_host.back();
  for (int i = 0; i < size; ++i)
    host[index(i)] = initial(number, i);
  m_buffers.emplace_back();
  m_usm.push_back(nullptr);
  if (memory.place == Place::buffer && memory.writes_back) {
    m_buffers.back().emplace(host.data(), sycl::range(host.size()));
  } else if (memory.place == Place::buffer) {
    m_buffers.back().emplace(sycl::range(host.size()));
    sycl::host_accessor x(*m_buffers.back(), sycl::write_only, sycl::no_init);
    std::copy(host.begin(), host.end(), x.begin());
  }
  if (memory.place == Place::usm) {
    Site &site = m_machine.sites[index(memory.site)];
    m_usm.back() = sycl::malloc_device<Value>(host.size(), site.queue);
    site.queue.copy(host.data(), m_usm.back(), host.size());
  }
}

void Execution::add_queue(const Queue &queue) {
  const Site &site = m_machine.sites[index(queue.site)];
  const auto on_errors =
      handler(m_errors, m_queues.size(), m_for_handlers, site.queue);
  if (queue.in_order)
    m_queues.emplace_back(std::in_place, site.context, site.device, on_errors,
                          sycl::property::queue::in_order());
  else
    m_queues.emplace_back(std::in_place, site.context, site.device, on_errors);
}

void Execution::add_graph(const Graph &graph) {
  const Site &site = m_machine.sites[index(graph.site)];
  graphs::command_graph modifiable(site.context, site.device);
  std::optional<graphs::node> last;
  for (const Command &command : graph.nodes) {
    auto group = [&](sycl::handler &h) { compute(h, command, false); };
    last = last ? modifiable.add(group,
                                 {graphs::property::node::depends_on(*last)})
                : modifiable.add(group);
  }
  m_graphs.push_back(modifiable.finalize());
}

void Execution::run(const Command &command) {
  if (command.kind == Kind::barrier)
    barrier(command);
  else if (command.is_submitted())
    submit(command);
  else
    on_host(command);
}

std::vector<sycl::event> Execution::events_of(const Command &command) const {
  std::vector<sycl::event> events;
  for (int event : command.events)
    events.push_back(m_events[index(event)]);
  return events;
}

void Execution::submit(const Command &command) {
  m_events[index(command.number)] =
      m_queues[index(command.queue)]->submit([&](sycl::handler &h) {
        h.depends_on(events_of(command));
        fill_in(h, command);
      });
  m_temporary.clear();
}

void Execution::barrier(const Command &command) {
  sycl::queue &queue = *m_queues[index(command.queue)];
  m_events[index(command.number)] =
      command.events.empty()
          ? queue.ext_oneapi_submit_barrier()
          : queue.ext_oneapi_submit_barrier(events_of(command));
}

void Execution::on_host(const Command &command) {
  switch (command.kind) {
  case Kind::host_accessor:
    return host_accessor(command);
  case Kind::wait_event: {
    sycl::event &event = m_events[index(command.subject)];
    return command.throws ? event.wait_and_throw() : event.wait();
  }
  case Kind::wait_queue: {
    sycl::queue &queue = *m_queues[index(command.subject)];
    return command.throws ? queue.wait_and_throw() : queue.wait();
  }
  case Kind::end_buffer:
    return end_buffer(command.subject);
  case Kind::end_queue:
    return m_queues[index(command.subject)].reset();
  default:
    return;
  }
}

void Execution::host_accessor(const Command &command) {
  const Operand &operand = command.operands[0];
  Buffer buffer = parent(operand);
  m_temporary.clear();
  const sycl::range range(index(operand.range.length()));
  const sycl::id offset(index(operand.offset()));
  try {
    if (command.action == Action::observe) {
      sycl::host_accessor x(buffer, range, offset, sycl::read_only);
      Value &sum = m_seen->sums[index(command.number)];
      for (std::size_t i = 0; i < range[0]; ++i)
        sum = sum * 31 + x[i];
    } else if (command.action == Action::set) {
      sycl::host_accessor x(buffer, range, offset, sycl::write_only,
                            sycl::no_init);
      for (std::size_t i = 0; i < range[0]; ++i)
        x[i] = command.constant + static_cast<Value>(i);
    } else {
      sycl::host_accessor x(buffer, range, offset, sycl::read_write);
      for (std::size_t i = 0; i < range[0]; ++i)
        x[i] = x[i] * 3 + command.constant;
    }
  } catch (const sycl::exception &) {
    m_seen->threw[index(command.number)] = true;
  }
}

void Execution::end_buffer(int memory) {
  for (auto at = m_sub_buffers.begin(); at != m_sub_buffers.end();)
    at = std::get<0>(at->first) == memory ? m_sub_buffers.erase(at)
                                          : std::next(at);
  m_buffers[index(memory)].reset();
  if (m_program.memories[index(memory)].writes_back)
    m_seen->written_back[index(memory)] = *m_host[index(memory)];
}

// The contents of a memory, chunk by chunk.
Contents Execution::contents(int memory) {
  std::vector<Value> values = *m_host[index(memory)];
  Contents contents(size / chunk);
  if (m_usm[index(memory)])
    m_machine.sites[index(m_program.memories[index(memory)].site)]
        .queue.copy(m_usm[index(memory)], values.data(), values.size())
        .wait();
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const std::size_t begin = i * chunk;
    if (m_buffers[index(memory)])
      try {
        sycl::host_accessor x(*m_buffers[index(memory)], sycl::range(chunk),
                              sycl::id(begin), sycl::read_only);
        for (std::size_t k = 0; k < chunk; ++k)
          values[begin + k] = x[k];
      } catch (const sycl::exception &) {
        continue;
      }
    contents[i].is_defined = true;
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(begin), chunk,
                contents[i].values);
  }
  return contents;
}

Observations &Execution::finish() {
  for (sycl::event &event : m_events)
    event.wait();
  for (auto &queue : m_queues)
    if (queue)
      queue->wait_and_throw();
  for (std::size_t i = 0; i < m_host.size(); ++i) {
    const bool has_ended =
        m_program.memories[i].place == Place::buffer && !m_buffers[i];
    m_seen->contents.push_back(has_ended ? Contents()
                                         : contents(static_cast<int>(i)));
  }
  return *m_seen;
}

std::vector<Errors> Execution::errors() { return m_errors->get(); }

} // namespace orders
