// Runs a program on devices.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <sycl/sycl.hpp>

#include "handler.hpp"
#include "machine.hpp"
#include "observations.hpp"

namespace orders {

namespace graphs = sycl::ext::oneapi::experimental;
using Executable = graphs::command_graph<graphs::graph_state::executable>;
class Execution {
public:
  Execution(Machine &machine, const Program &program);
  ~Execution();
  Execution(const Execution &) = delete;

  // Runs a command that is not left out.
  void run(const Command &command);
  // Waits for everything, and looks at all memories.
  Observations &finish();
  // The errors that handlers have received. Handlers of queues that have ended
  // may be called later.
  std::vector<Errors> errors();

private:
  void add_memory(const Memory &memory, int number);
  void add_queue(const Queue &queue);
  void add_graph(const Graph &graph);

  void submit(const Command &command);
  void fill_in(sycl::handler &h, const Command &command);
  void copy(sycl::handler &h, const Command &command);
  void fill(sycl::handler &h, const Command &command);
  void empty(sycl::handler &h, const Command &command);
  void compute(sycl::handler &h, const Command &command, bool is_timed);
  template <sycl::target target>
  void on_buffers(sycl::handler &h, const Command &command);
  void on_pointers(sycl::handler &h, const Command &command, bool is_timed);
  template <class To, class From>
  void enqueue(sycl::handler &h, const Command &command, To to, From from,
               bool is_timed);
  template <class Body>
  void enqueue_task(sycl::handler &h, const Command &command, Body body,
                    bool is_timed);
  template <class Body>
  void enqueue_kernel(sycl::handler &h, const Command &command, Body body,
                      bool is_timed);

  void barrier(const Command &command);
  void on_host(const Command &command);
  void host_accessor(const Command &command);
  void end_buffer(int memory);
  Contents contents(int memory);

  bool is_buffer(const Operand &operand) const;
  Value *pointer(const Operand &operand) const;
  Buffer parent(const Operand &operand);
  template <sycl::access_mode mode, sycl::target target>
  auto open(sycl::handler &h, const Operand &operand);
  std::vector<sycl::event> events_of(const Command &command) const;

  Machine &m_machine;
  const Program &m_program;
  std::vector<std::optional<sycl::queue>> m_queues;
  // Memory of buffers and of the host, by number.
  std::vector<std::unique_ptr<std::vector<Value>>> m_host;
  std::vector<Value *> m_usm;
  std::vector<std::optional<Buffer>> m_buffers;
  std::shared_ptr<Buffer> m_for_handlers;
  std::map<std::tuple<int, int, int>, Buffer> m_sub_buffers;
  // Sub-buffers that end after the submission.
  std::vector<Buffer> m_temporary;
  std::vector<Executable> m_graphs;
  std::vector<sycl::event> m_events;
  std::shared_ptr<SharedErrors> m_errors;
  std::unique_ptr<Observations> m_seen = std::make_unique<Observations>();
};

} // namespace orders
