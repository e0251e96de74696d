//===- sycl/ext/oneapi/experimental/graph.hpp - graphs of commands --------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: sycl_ext_oneapi_graph. A graph is built explicitly or by recording
// queues, finalized, and submitted as one command, as often as wanted.
#pragma once

#include <sycl/queue.hpp>

#include <string>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

enum class node_type : unsigned {
  empty,
  subgraph,
  kernel,
  memcpy,
  memset,
  memfill,
  prefetch,
  memadvise,
  ext_oneapi_barrier,
  host_task,
};

class node : public ::sycl::detail::handle<tandem_graph_node_t> {
  friend struct ::sycl::detail::maker;
  explicit node(tandem_graph_node_t owned) noexcept : handle(owned) {}

  std::vector<node> neighbours(bool successors) const {
    return ::sycl::detail::collect<node, tandem_graph_node_t>(
        [&](size_t capacity, tandem_graph_node_t *out, size_t *count) {
          return tandem_graph_node_neighbours(m_handle, successors, capacity,
                                              out, count);
        });
  }
  template <int Dimensions>
  void set_range(const range<Dimensions> &global,
                 const range<Dimensions> *local, const id<Dimensions> &offset) {
    size_t sizes[3] = {1, 1, 1}, groups[3] = {1, 1, 1}, begin[3] = {0, 0, 0};
    for (int axis = 0; axis < Dimensions; ++axis) {
      sizes[axis] = global[axis];
      groups[axis] = local ? (*local)[axis] : 1;
      begin[axis] = offset[axis];
    }
    ::sycl::detail::check(tandem_graph_node_set_range(
        m_handle, Dimensions, sizes, local ? groups : nullptr, begin));
  }

public:
  node() = delete;

  node_type get_type() const {
    uint32_t type = 0;
    ::sycl::detail::check(tandem_graph_node_type(m_handle, &type));
    return static_cast<node_type>(type);
  }
  std::vector<node> get_predecessors() const { return neighbours(false); }
  std::vector<node> get_successors() const { return neighbours(true); }

  // The node of a submission to a queue that records.
  static node get_node_from_event(const event &recorded) {
    if (!handle_of(recorded))
      ::sycl::detail::throw_error(errc::invalid,
                                  "a default event is not that of a node");
    tandem_graph_node_t found = nullptr;
    ::sycl::detail::check(tandem_event_graph_node(handle_of(recorded), &found));
    return ::sycl::detail::adopt<node>(found);
  }

  // Executable graphs learn of a new range by an update.
  template <int Dimensions> void update_nd_range(nd_range<Dimensions> space) {
    const range<Dimensions> local = space.get_local_range();
    set_range(space.get_global_range(), &local, space.get_offset());
  }
  template <int Dimensions> void update_range(range<Dimensions> space) {
    set_range<Dimensions>(space, nullptr, {});
  }
};

namespace property {

namespace graph {
struct no_cycle_check
    : ::sycl::detail::flag_property<no_cycle_check,
                                    ::sycl::detail::property_no_cycle_check> {};
struct assume_buffer_outlives_graph
    : ::sycl::detail::flag_property<
          assume_buffer_outlives_graph,
          ::sycl::detail::property_assume_buffer_outlives_graph> {};
struct updatable
    : ::sycl::detail::flag_property<updatable,
                                    ::sycl::detail::property_updatable> {};
// Submissions of every graph have times.
struct enable_profiling
    : ::sycl::detail::flag_property<enable_profiling,
                                    ::sycl::detail::property_graph_profiling> {
};
} // namespace graph

namespace node {
class depends_on {
  ::sycl::detail::intrusive_ptr<::sycl::detail::graph_node_list> m_nodes;
  friend class ::sycl::property_list;
  explicit depends_on(
      ::sycl::detail::intrusive_ptr<::sycl::detail::graph_node_list> nodes)
      : m_nodes(std::move(nodes)) {}

public:
  using tandem_property = depends_on;
  static constexpr ::sycl::detail::property_bit bit =
      ::sycl::detail::property_depends_on;
  template <class... Nodes,
            ::sycl::detail::when<(std::is_same_v<Nodes, experimental::node> &&
                                  ...)> = 0>
  depends_on(Nodes... nodes) : m_nodes(new ::sycl::detail::graph_node_list) {
    (m_nodes->nodes.push_back(nodes), ...);
  }
  std::vector<experimental::node> get_dependencies() const {
    std::vector<experimental::node> result;
    for (const auto &known : m_nodes->nodes) {
      tandem_retain(handle_of(known));
      result.push_back(
          ::sycl::detail::adopt<experimental::node>(handle_of(known)));
    }
    return result;
  }
};
struct depends_on_all_leaves
    : ::sycl::detail::flag_property<
          depends_on_all_leaves,
          ::sycl::detail::property_depends_on_all_leaves> {};
} // namespace node

} // namespace property

template <graph_state State = graph_state::modifiable> class command_graph;

template <>
class command_graph<graph_state::executable>
    : public ::sycl::detail::handle<tandem_executable_graph_t> {
  friend struct ::sycl::detail::maker;
  explicit command_graph(tandem_executable_graph_t owned) noexcept
      : handle(owned) {}

public:
  command_graph() = delete;

  // Later submissions run what the nodes run now.
  void update(node &changed) { update(std::vector<node>{changed}); }
  void update(const std::vector<node> &changed) {
    static_assert(sizeof(node) == sizeof(tandem_graph_node_t));
    ::sycl::detail::check(tandem_executable_graph_update_nodes(
        m_handle, reinterpret_cast<const tandem_graph_node_t *>(changed.data()),
        changed.size()));
  }
  void update(const command_graph<graph_state::modifiable> &source);

  // Graphs own no memory of the program.
  size_t get_required_mem_size() const noexcept { return 0; }
};

template <>
class command_graph<graph_state::modifiable>
    : public ::sycl::detail::handle<tandem_graph_t> {
  friend struct ::sycl::detail::maker;
  explicit command_graph(tandem_graph_t owned) noexcept : handle(owned) {}

  // Submissions to this queue become nodes.
  queue own_queue() const {
    tandem_queue_t queue_handle = nullptr;
    ::sycl::detail::check(tandem_graph_queue(m_handle, &queue_handle));
    return ::sycl::detail::adopt<queue>(queue_handle);
  }

public:
  command_graph(const context &sycl_context, const device &sycl_device,
                const property_list &properties = {}) {
    properties.tandem_allow(
        ::sycl::detail::property_set<
            ::sycl::detail::property_no_cycle_check,
            ::sycl::detail::property_assume_buffer_outlives_graph>,
        "a command_graph");
    uint32_t flags = 0;
    if (properties.has_property<property::graph::no_cycle_check>())
      flags |= TANDEM_GRAPH_NO_CYCLE_CHECK;
    if (properties
            .has_property<property::graph::assume_buffer_outlives_graph>())
      flags |= TANDEM_GRAPH_BUFFERS_OUTLIVE;
    ::sycl::detail::check(tandem_graph_create(
        handle_of(sycl_context), handle_of(sycl_device), flags, &m_handle));
  }
  explicit command_graph(const queue &sycl_queue,
                         const property_list &properties = {})
      : command_graph(sycl_queue.get_context(), sycl_queue.get_device(),
                      properties) {}
  explicit command_graph(const device &sycl_device,
                         const property_list &properties = {})
      : command_graph(queue(sycl_device), properties) {}

  command_graph<graph_state::executable>
  finalize(const property_list &properties = {}) const {
    properties.tandem_allow(
        ::sycl::detail::property_set<::sycl::detail::property_updatable,
                                     ::sycl::detail::property_graph_profiling>,
        "an executable command_graph");
    uint32_t flags = 0;
    if (properties.has_property<property::graph::updatable>())
      flags |= TANDEM_GRAPH_UPDATABLE;
    tandem_executable_graph_t ready = nullptr;
    ::sycl::detail::check(tandem_graph_finalize(m_handle, flags, &ready));
    return ::sycl::detail::adopt<command_graph<graph_state::executable>>(ready);
  }

  //===-- Recording -------------------------------------------------------===//

  void begin_recording(queue &sycl_queue,
                       const property_list &properties = {}) {
    properties.tandem_allow(0, "a recording");
    ::sycl::detail::check(
        tandem_graph_begin_recording(m_handle, handle_of(sycl_queue)));
  }
  void begin_recording(const std::vector<queue> &queues,
                       const property_list &properties = {}) {
    for (queue sycl_queue : queues)
      begin_recording(sycl_queue, properties);
  }
  void end_recording() {
    ::sycl::detail::check(tandem_graph_end_recording(m_handle, nullptr));
  }
  void end_recording(queue &sycl_queue) {
    ::sycl::detail::check(
        tandem_graph_end_recording(m_handle, handle_of(sycl_queue)));
  }
  void end_recording(const std::vector<queue> &queues) {
    for (queue sycl_queue : queues)
      end_recording(sycl_queue);
  }

  //===-- Nodes and edges -------------------------------------------------===//

  template <class CommandGroupFunc>
  node add(CommandGroupFunc command_group,
           const property_list &properties = {}) {
    properties.tandem_allow(::sycl::detail::property_set<
                                ::sycl::detail::property_depends_on,
                                ::sycl::detail::property_depends_on_all_leaves>,
                            "a node");
    const event recorded = own_queue().submit(command_group);
    node added = node::get_node_from_event(recorded);
    if (properties.has_property<property::node::depends_on>()) {
      const auto before = properties.get_property<property::node::depends_on>();
      for (node &source : before.get_dependencies())
        make_edge(source, added);
    }
    if (properties.has_property<property::node::depends_on_all_leaves>())
      ::sycl::detail::check(
          tandem_graph_add_edges_from_leaves(m_handle, handle_of(added)));
    return added;
  }
  node add(const property_list &properties = {}) {
    return add([](handler &) {}, properties);
  }
  void make_edge(node &source, node &destination) {
    ::sycl::detail::check(tandem_graph_add_edge(m_handle, handle_of(source),
                                                handle_of(destination)));
  }

  //===-- Queries ---------------------------------------------------------===//

  std::vector<node> get_nodes() const { return nodes(false); }
  std::vector<node> get_root_nodes() const { return nodes(true); }
  bool empty() const { return get_nodes().empty(); }
  size_t get_id() const noexcept {
    uint64_t id = 0;
    tandem_graph_id(m_handle, &id);
    return id;
  }
  void print_graph(const std::string &path, bool verbose = false) const {
    ::sycl::detail::check(tandem_graph_print(m_handle, path.c_str(), verbose));
  }

private:
  std::vector<node> nodes(bool roots_only) const {
    return ::sycl::detail::collect<node, tandem_graph_node_t>(
        [&](size_t capacity, tandem_graph_node_t *out, size_t *count) {
          return tandem_graph_nodes(m_handle, roots_only, capacity, out, count);
        });
  }
};

command_graph(const context &, const device &)
    -> command_graph<graph_state::modifiable>;
command_graph(const context &, const device &, const property_list &)
    -> command_graph<graph_state::modifiable>;
command_graph(const queue &) -> command_graph<graph_state::modifiable>;
command_graph(const queue &, const property_list &)
    -> command_graph<graph_state::modifiable>;
command_graph(const device &) -> command_graph<graph_state::modifiable>;
command_graph(const device &, const property_list &)
    -> command_graph<graph_state::modifiable>;

inline void command_graph<graph_state::executable>::update(
    const command_graph<graph_state::modifiable> &source) {
  ::sycl::detail::check(
      tandem_executable_graph_update(m_handle, handle_of(source)));
}

// Of sycl_ext_oneapi_enqueue_functions.
inline void execute_graph(queue sycl_queue,
                          const command_graph<graph_state::executable> &graph) {
  sycl_queue.ext_oneapi_graph(graph);
}
inline void execute_graph(handler &cgh,
                          const command_graph<graph_state::executable> &graph) {
  cgh.ext_oneapi_graph(graph);
}

} // namespace ext::oneapi::experimental

inline void handler::ext_oneapi_graph(
    const ext::oneapi::experimental::command_graph<
        ext::oneapi::experimental::graph_state::executable> &graph) {
  begin_command();
  m_group.command = TANDEM_CMD_GRAPH;
  m_group.graph = keep_object(handle_of(graph));
}

inline ext::oneapi::experimental::queue_state
queue::ext_oneapi_get_state() const {
  using ext::oneapi::experimental::queue_state;
  tandem_graph_t graph = nullptr;
  detail::check(tandem_queue_graph(m_handle, &graph));
  if (!graph)
    return queue_state::executing;
  tandem_release(graph);
  return queue_state::recording;
}

inline ext::oneapi::experimental::command_graph<
    ext::oneapi::experimental::graph_state::modifiable>
queue::ext_oneapi_get_graph() const {
  using namespace ext::oneapi::experimental;
  tandem_graph_t graph = nullptr;
  detail::check(tandem_queue_graph(m_handle, &graph));
  if (!graph)
    detail::throw_error(errc::invalid, "the queue records to no graph");
  return detail::adopt<command_graph<graph_state::modifiable>>(graph);
}

inline event queue::ext_oneapi_graph(
    const ext::oneapi::experimental::command_graph<
        ext::oneapi::experimental::graph_state::executable> &graph,
    detail::wait_list events) {
  tandem_submission submission = detail::submission(TANDEM_CMD_GRAPH, events);
  submission.graph = handle_of(graph);
  return detail::submit(m_handle, submission);
}

} // namespace _V1
} // namespace sycl

template <>
struct std::hash<sycl::ext::oneapi::experimental::node>
    : sycl::detail::handle_hash<sycl::ext::oneapi::experimental::node> {};
template <sycl::ext::oneapi::experimental::graph_state State>
struct std::hash<sycl::ext::oneapi::experimental::command_graph<State>>
    : sycl::detail::handle_hash<
          sycl::ext::oneapi::experimental::command_graph<State>> {};
