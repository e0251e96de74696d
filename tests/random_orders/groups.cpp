// The command groups of commands.
#include <chrono>
#include <stdexcept>
#include <thread>

#include "execution.hpp"

namespace orders {

namespace {

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

} // namespace

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
  const auto properties = operand.discards ? sycl::property_list{sycl::no_init}
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
    h.copy(open<read, device>(h, from), open<write, device>(h, to));
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
        h, command, [=](int i) { *sum = *sum * 31 + from[index(i)]; },
        is_timed);
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
  const Site &site =
      m_machine.sites[index(m_program.queues[index(command.queue)].site)];
  is_timed = is_timed && site.device.has(sycl::aspect::usm_system_allocations);
  const Stamp stamp{is_timed ? &m_seen->times : nullptr, command.number};
  h.parallel_for(sycl::range(index(command.operands[0].range.length())),
                 [=](sycl::id<1> i) {
                   stamp();
                   body(static_cast<int>(i[0]));
                   stamp();
                 });
}

} // namespace orders
