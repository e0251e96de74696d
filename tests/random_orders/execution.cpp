#include "execution.hpp"

#include <chrono>
#include <cstring>
#include <stdexcept>
#include <thread>

namespace orders {

namespace {

// How errors begin of commands that did not run.
constexpr char dependent[] = "not executed, since a command";

std::size_t index(int number) { return static_cast<std::size_t>(number); }

// Advances the clock for a command, if it is timed.
struct Stamp {
  Times *times;
  int command;

  template <class T> static auto atomic(T &value) {
    return sycl::atomic_ref<T, sycl::memory_order::acq_rel,
                            sycl::memory_scope::system>(value);
  }
  void operator()() const {
    if (!times)
      return;
    const unsigned now = atomic(times->now).fetch_add(1);
    atomic(times->first[command]).fetch_min(now);
    atomic(times->last[command]).fetch_max(now);
  }
};

struct Nothing {};

// Uses the runtime as handlers may.
void use_runtime(Buffer &read, sycl::queue &queue) {
  try {
    sycl::host_accessor reader(read, sycl::range(chunk), sycl::id(0),
                               sycl::read_only);
  } catch (const sycl::exception &) {
    // These contents are undefined.
  }
  Value value = 0;
  {
    Buffer buffer(&value, sycl::range(1));
    queue.submit([&](sycl::handler &h) {
      sycl::accessor x(buffer, h, sycl::write_only, sycl::no_init);
      h.single_task([=] { x[0] = 1; });
    });
    queue.wait();
  }
  if (value != 1)
    std::abort();
}

} // namespace

void SharedErrors::add(std::size_t queue, const sycl::exception_list &errors) {
  const std::lock_guard lock(mutex);
  for (const std::exception_ptr &error : errors)
    try {
      std::rethrow_exception(error);
    } catch (const std::exception &e) {
      if (std::strncmp(e.what(), dependent, sizeof dependent - 1) == 0)
        ++of_queues[queue].dependents;
      else
        of_queues[queue].failures.emplace_back(e.what());
    }
}

std::vector<Errors> SharedErrors::get() {
  const std::lock_guard lock(mutex);
  return of_queues;
}

Execution::Execution(Machine &machine, const Program &program)
    : m_machine(machine), m_program(program),
      m_errors(std::make_shared<SharedErrors>(program.queues.size())) {
  for (std::size_t i = 0; i < program.memories.size(); ++i)
    add_memory(program.memories[i], static_cast<int>(i));
  for (Site &site : machine.sites)
    site.queue.wait();
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
  const auto number = m_queues.size();
  auto handler = [number, errors = m_errors, buffer = *m_buffers.front(),
                  other = site.queue](sycl::exception_list list) mutable {
    use_runtime(buffer, other);
    errors->add(number, list);
  };
  if (queue.in_order)
    m_queues.emplace_back(std::in_place, site.context, site.device, handler,
                          sycl::property::queue::in_order());
  else
    m_queues.emplace_back(std::in_place, site.context, site.device, handler);
}

void Execution::add_graph(const Graph &graph) {
  const Site &site = m_machine.sites[index(graph.site)];
  graphs::command_graph modifiable(site.context, site.device);
  std::optional<graphs::node> last;
  for (const Command &command : graph.nodes) {
    auto group = [&](sycl::handler &h) { compute(h, command, false); };
    last = last ? modifiable.add(group, {graphs::property::node::depends_on(
                                            *last)})
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

void Execution::fill_in(sycl::handler &h, const Command &command) {
  switch (command.kind) {
  case Kind::copy:
    return copy(h, command);
  case Kind::fill:
    return fill(h, command);
  case Kind::graph:
    return h.ext_oneapi_graph(m_graphs[index(command.subject)]);
  case Kind::empty:
    return empty(h, command);
  default:
    return compute(h, command, true);
  }
}

void Execution::barrier(const Command &command) {
  sycl::queue &queue = *m_queues[index(command.queue)];
  m_events[index(command.number)] =
      command.events.empty()
          ? queue.ext_oneapi_submit_barrier()
          : queue.ext_oneapi_submit_barrier(events_of(command));
}

bool Execution::is_buffer(const Operand &operand) const {
  return m_program.memories[index(operand.memory)].place == Place::buffer;
}

Value *Execution::pointer(const Operand &operand) const {
  const auto memory = index(operand.memory);
  return (m_usm[memory] ? m_usm[memory] : m_host[memory]->data()) +
         operand.range.begin;
}

// The buffer or sub-buffer that an accessor is made from.
Buffer Execution::parent(const Operand &operand) {
  Buffer &whole = *m_buffers[index(operand.memory)];
  if (operand.parent.length() == size)
    return whole;
  Buffer part(whole, sycl::id(index(operand.parent.begin)),
              sycl::range(index(operand.parent.length())));
  if (operand.parent_is_temporary)
    return m_temporary.emplace_back(part);
  const std::tuple key(operand.memory, operand.parent.begin,
                       operand.parent.end);
  return m_sub_buffers.try_emplace(key, part).first->second;
}

template <sycl::access_mode mode, sycl::target target>
auto Execution::open(sycl::handler &h, const Operand &operand) {
  using Accessor = sycl::accessor<Value, 1, mode, target>;
  Buffer buffer = parent(operand);
  const auto properties = operand.discards
                              ? sycl::property_list{sycl::no_init}
                              : sycl::property_list{};
  if (!operand.is_ranged())
    return Accessor(buffer, h, properties);
  return Accessor(buffer, h, sycl::range(index(operand.range.length())),
                  sycl::id(index(operand.offset())), properties);
}

void Execution::copy(sycl::handler &h, const Command &command) {
  constexpr auto read = sycl::access_mode::read;
  constexpr auto write = sycl::access_mode::write;
  constexpr auto device = sycl::target::device;
  const Operand &to = command.operands[0], &from = command.operands[1];
  if (is_buffer(to) && is_buffer(from))
    h.copy(open<read, device>(h, from),
           open<write, device>(h, to));
  else if (is_buffer(to))
    h.copy(pointer(from), open<write, device>(h, to));
  else if (is_buffer(from))
    h.copy(open<read, device>(h, from), pointer(to));
  else
    h.memcpy(pointer(to), pointer(from),
             index(to.range.length()) * sizeof(Value));
}

void Execution::fill(sycl::handler &h, const Command &command) {
  const Operand &to = command.operands[0];
  if (is_buffer(to))
    h.fill(open<sycl::access_mode::write, sycl::target::device>(h, to),
           command.constant);
  else
    h.fill(pointer(to), command.constant, index(to.range.length()));
}

void Execution::empty(sycl::handler &h, const Command &command) {
  for (const Operand &operand : command.operands)
    open<sycl::access_mode::read, sycl::target::device>(h, operand);
}

void Execution::compute(sycl::handler &h, const Command &command,
                        bool is_timed) {
  if (!is_buffer(command.operands[0]))
    on_pointers(h, command, is_timed);
  else if (command.kind == Kind::host_task)
    on_buffers<sycl::target::host_task>(h, command);
  else
    on_buffers<sycl::target::device>(h, command);
}

template <sycl::target target>
void Execution::on_buffers(sycl::handler &h, const Command &command) {
  constexpr auto read = sycl::access_mode::read;
  constexpr auto write = sycl::access_mode::write;
  constexpr auto both = sycl::access_mode::read_write;
  const auto &operands = command.operands;
  switch (command.action) {
  case Action::observe:
    return enqueue(h, command, Nothing(), open<read, target>(h, operands[0]),
                   true);
  case Action::combine:
    return enqueue(h, command, open<write, target>(h, operands[0]),
                   open<read, target>(h, operands[1]), true);
  case Action::set:
    return enqueue(h, command, open<write, target>(h, operands[0]), Nothing(),
                   true);
  default: {
    const auto used = open<both, target>(h, operands[0]);
    return enqueue(h, command, used, used, true);
  }
  }
}

void Execution::on_pointers(sycl::handler &h, const Command &command,
                            bool is_timed) {
  Value *first = pointer(command.operands[0]);
  switch (command.action) {
  case Action::observe:
    return enqueue(h, command, Nothing(), first, is_timed);
  case Action::combine:
    return enqueue(h, command, first, pointer(command.operands[1]), is_timed);
  case Action::set:
    return enqueue(h, command, first, Nothing(), is_timed);
  default:
    return enqueue(h, command, first, first, is_timed);
  }
}

// A kernel or host task over accessors or pointers.
template <class To, class From>
void Execution::enqueue(sycl::handler &h, const Command &command, To to,
                        From from, bool is_timed) {
  const bool is_task = command.kind == Kind::host_task;
  auto with = [&](auto body) {
    is_task ? enqueue_task(h, command, body, is_timed)
            : enqueue_kernel(h, command, body, is_timed);
  };
  const Value constant = command.constant;
  if constexpr (std::is_same_v<To, Nothing>) {
    Value *sum = &m_seen->sums[index(command.number)];
    enqueue_task(
        h, command, [=](int i) { *sum = *sum * 31 + from[index(i)]; }, is_timed);
  } else if constexpr (std::is_same_v<From, Nothing>) {
    with([=](int i) { to[index(i)] = constant + static_cast<Value>(i); });
  } else if (command.action == Action::add) {
    with([=](int i) { to[index(i)] = from[index(i)] * 3 + constant; });
  } else {
    with([=](int i) { to[index(i)] = from[index(i)] * 5 + constant; });
  }
}

template <class Body>
void Execution::enqueue_task(sycl::handler &h, const Command &command,
                             Body body, bool is_timed) {
  const Stamp stamp{is_timed ? &m_seen->times : nullptr, command.number};
  char *ran = is_timed ? &m_seen->ran[index(command.number)] : nullptr;
  const int length = command.operands[0].range.length();
  h.host_task([stamp, ran, length, body, fails = command.fails,
               number = command.number,
               delay = std::chrono::microseconds(command.microseconds)] {
    stamp();
    if (ran)
      *ran = true;
    std::this_thread::sleep_for(delay);
    if (fails)
      throw std::runtime_error("host task " + std::to_string(number));
    for (int i = 0; i < length; ++i)
      body(i);
    stamp();
  });
}

template <class Body>
void Execution::enqueue_kernel(sycl::handler &h, const Command &command,
                               Body body, bool is_timed) {
  const Site &site = m_machine.sites[index(
      m_program.queues[index(command.queue)].site)];
  is_timed = is_timed && site.device.has(sycl::aspect::usm_system_allocations);
  const Stamp stamp{is_timed ? &m_seen->times : nullptr, command.number};
  h.parallel_for(sycl::range(index(command.operands[0].range.length())),
                 [=](sycl::id<1> i) {
                   stamp();
                   body(static_cast<int>(i[0]));
                   stamp();
                 });
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

// What a memory has, chunk by chunk.
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

Observations Execution::finish(std::size_t errors) {
  for (sycl::event &event : m_events)
    event.wait();
  for (auto &queue : m_queues)
    if (queue)
      queue->wait_and_throw();
  for (std::size_t i = 0; i < m_host.size(); ++i) {
    const bool has_ended = m_program.memories[i].place == Place::buffer &&
                           !m_buffers[i];
    m_seen->contents.push_back(has_ended ? Contents()
                                         : contents(static_cast<int>(i)));
  }
  // Handlers of queues that have ended may be called later.
  auto count = [&] {
    std::size_t count = 0;
    for (const Errors &of_queue : m_errors->get())
      count += of_queue.failures.size() +
               static_cast<std::size_t>(of_queue.dependents);
    return count;
  };
  for (int tries = 0; tries < 2000 && count() < errors; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  m_seen->errors = m_errors->get();
  return *m_seen;
}

} // namespace orders
