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

/// The kind of command that a node of a graph runs. `sycl_ext_oneapi_graph`.
enum class node_type : unsigned {
  /// No command: the node only orders others.
  empty,
  /// An executable graph.
  subgraph,
  /// A kernel.
  kernel,
  /// A copy of USM, of a buffer, of a `device_global` or of an image.
  memcpy,
  /// `memset` of USM.
  memset,
  /// A fill of USM or of a buffer.
  memfill,
  /// `prefetch` of USM.
  prefetch,
  /// `mem_advise` of USM.
  memadvise,
  /// A barrier that was recorded.
  ext_oneapi_barrier,
  /// A host task.
  host_task,
};

/// A command of a graph. Copies refer to the same node, and `std::hash`
/// supports it. Nodes are made by `command_graph::add` and by recording.
/// `sycl_ext_oneapi_graph`.
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
  /// Nodes belong to graphs.
  node() = delete;

  /// The kind of command.
  node_type get_type() const {
    uint32_t type = 0;
    ::sycl::detail::check(tandem_graph_node_type(m_handle, &type));
    return static_cast<node_type>(type);
  }
  /// The nodes on which this node depends.
  std::vector<node> get_predecessors() const { return neighbours(false); }
  /// The nodes that depend on this node.
  std::vector<node> get_successors() const { return neighbours(true); }

  /// The node of a command that was recorded.
  /// \throws exception with `errc::invalid` if the event is not that of a
  /// recorded command.
  static node get_node_from_event(const event &recorded) {
    if (!handle_of(recorded))
      ::sycl::detail::throw_error(
          errc::invalid,
          "a default-constructed event does not belong to a node");
    tandem_graph_node_t found = nullptr;
    ::sycl::detail::check(tandem_event_graph_node(handle_of(recorded), &found));
    return ::sycl::detail::adopt<node>(found);
  }

  /// Sets the nd-range of a kernel node. Executable graphs use it after an
  /// update of the node.
  /// \throws exception with `errc::invalid` if the node does not run a kernel,
  /// or runs one with another number of dimensions.
  template <int Dimensions> void update_nd_range(nd_range<Dimensions> space) {
    const range<Dimensions> local = space.get_local_range();
    set_range(space.get_global_range(), &local, space.get_offset());
  }
  /// As above, with a range.
  template <int Dimensions> void update_range(range<Dimensions> space) {
    set_range<Dimensions>(space, nullptr, {});
  }
};

namespace property {

namespace graph {
/// Edges are added without checking for cycles. With a cycle, `finalize`
/// throws.
struct no_cycle_check
    : ::sycl::detail::flag_property<no_cycle_check,
                                    ::sycl::detail::property_no_cycle_check> {};
/// Commands of the graph may use buffers, which the program keeps alive for as
/// long as the graph exists. Without the property, such a command throws
/// `errc::invalid`.
struct assume_buffer_outlives_graph
    : ::sycl::detail::flag_property<
          assume_buffer_outlives_graph,
          ::sycl::detail::property_assume_buffer_outlives_graph> {};
/// The executable graph can be updated.
struct updatable
    : ::sycl::detail::flag_property<updatable,
                                    ::sycl::detail::property_updatable> {};
/// Accepted and ignored: submissions of every graph can be profiled.
struct enable_profiling
    : ::sycl::detail::flag_property<enable_profiling,
                                    ::sycl::detail::property_graph_profiling> {
};
} // namespace graph

namespace node {
/// The node depends on the given nodes. For `command_graph::add`.
class depends_on {
  ::sycl::detail::intrusive_ptr<::sycl::detail::graph_node_list> m_nodes;
  friend class ::sycl::property_list;
  explicit depends_on(
      ::sycl::detail::intrusive_ptr<::sycl::detail::graph_node_list> nodes)
      : m_nodes(std::move(nodes)) {}

public:
  /// For `property_list`.
  using tandem_property = depends_on;
  /// For `property_list`.
  static constexpr ::sycl::detail::property_bit bit =
      ::sycl::detail::property_depends_on;
  /// The node depends on `nodes`, which belong to the same graph.
  template <class... Nodes,
            ::sycl::detail::when<(std::is_same_v<Nodes, experimental::node> &&
                                  ...)> = 0>
  depends_on(Nodes... nodes) : m_nodes(new ::sycl::detail::graph_node_list) {
    (m_nodes->nodes.push_back(nodes), ...);
  }
  /// The nodes that were given.
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
/// The node depends on all nodes that have no successors. For
/// `command_graph::add`.
struct depends_on_all_leaves
    : ::sycl::detail::flag_property<
          depends_on_all_leaves,
          ::sycl::detail::property_depends_on_all_leaves> {};
} // namespace node

} // namespace property

/// A graph of commands, in the state `modifiable` or `executable`.
template <graph_state State = graph_state::modifiable> class command_graph;

/// A graph that can be submitted as one command, any number of times.
///
/// Copies refer to the same graph, and `std::hash` supports it.
/// `queue::ext_oneapi_graph`, `handler::ext_oneapi_graph` and \ref
/// execute_graph submit it. Members may be called concurrently.
/// `sycl_ext_oneapi_graph`.
template <>
class command_graph<graph_state::executable>
    : public ::sycl::detail::handle<tandem_executable_graph_t> {
  friend struct ::sycl::detail::maker;
  explicit command_graph(tandem_executable_graph_t owned) noexcept
      : handle(owned) {}

public:
  /// `command_graph<graph_state::modifiable>::finalize` makes executable
  /// graphs.
  command_graph() = delete;

  /// Makes later submissions run the current command of a node of the graph.
  /// Blocks until the last submission is complete.
  /// \throws exception with `errc::invalid` if the graph lacks the property
  /// `updatable`, if the node is not part of it, or if a node of its type
  /// cannot be updated.
  void update(node &changed) { update(std::vector<node>{changed}); }
  /// As above, for several nodes.
  void update(const std::vector<node> &changed) {
    static_assert(sizeof(node) == sizeof(tandem_graph_node_t));
    ::sycl::detail::check(tandem_executable_graph_update_nodes(
        m_handle, reinterpret_cast<const tandem_graph_node_t *>(changed.data()),
        changed.size()));
  }
  /// Makes later submissions run the commands of `source`, which was built with
  /// the same nodes in the same order. Blocks until the last submission is
  /// complete.
  /// \throws exception with `errc::invalid` if the graph lacks the property
  /// `updatable`, if the nodes differ in type or kernel, or if the devices or
  /// contexts differ.
  void update(const command_graph<graph_state::modifiable> &source);

  /// The size of memory that the graph itself allocates for commands: 0.
  size_t get_required_mem_size() const noexcept { return 0; }
};

/// A graph to which commands can be added, explicitly or by recording queues.
///
/// Copies refer to the same graph, and `std::hash` supports it. Members may be
/// called concurrently. `sycl_ext_oneapi_graph`.
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
  /// An empty graph for a device of a context. It takes the properties
  /// `no_cycle_check` and `assume_buffer_outlives_graph`.
  /// \throws exception with `errc::invalid` for other properties.
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
  /// As above, for the device and context of a queue.
  explicit command_graph(const queue &sycl_queue,
                         const property_list &properties = {})
      : command_graph(sycl_queue.get_context(), sycl_queue.get_device(),
                      properties) {}
  /// As above, for a device and its default context.
  explicit command_graph(const device &sycl_device,
                         const property_list &properties = {})
      : command_graph(queue(sycl_device), properties) {}

  /// Makes an executable graph of the current nodes. Later changes of this
  /// graph do not affect it. It takes the properties `updatable` and
  /// `enable_profiling`.
  /// \throws exception with `errc::invalid` if the edges form a cycle, or for
  /// other properties.
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

  /// Makes later commands of a queue nodes of the graph: they are not run.
  /// Properties are not accepted.
  /// \throws exception with `errc::invalid` if the queue is of another context
  /// or device, or records already.
  void begin_recording(queue &sycl_queue,
                       const property_list &properties = {}) {
    properties.tandem_allow(0, "a recording");
    ::sycl::detail::check(
        tandem_graph_begin_recording(m_handle, handle_of(sycl_queue)));
  }
  /// As above, for several queues.
  void begin_recording(const std::vector<queue> &queues,
                       const property_list &properties = {}) {
    for (queue sycl_queue : queues)
      begin_recording(sycl_queue, properties);
  }
  /// Ends the recording of all queues that record to this graph.
  void end_recording() {
    ::sycl::detail::check(tandem_graph_end_recording(m_handle, nullptr));
  }
  /// As above, for one queue. Does nothing if the queue does not record.
  /// \throws exception with `errc::invalid` if the queue records to another
  /// graph.
  void end_recording(queue &sycl_queue) {
    ::sycl::detail::check(
        tandem_graph_end_recording(m_handle, handle_of(sycl_queue)));
  }
  /// As above, for several queues.
  void end_recording(const std::vector<queue> &queues) {
    for (queue sycl_queue : queues)
      end_recording(sycl_queue);
  }

  //===-- Nodes and edges -------------------------------------------------===//

  /// Adds the command of a command group as a node. The command group runs now;
  /// its command runs with the graph. The node depends on those given by the
  /// properties `depends_on` and `depends_on_all_leaves`, and on those that its
  /// accessors require.
  /// \throws exception with `errc::invalid` while a queue records to this
  /// graph, or if the command cannot be a node.
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
  /// As above, an empty node.
  node add(const property_list &properties = {}) {
    return add([](handler &) {}, properties);
  }
  /// Makes `destination` depend on `source`.
  /// \throws exception with `errc::invalid` if both are the same node, if one
  /// belongs to another graph, or if the edge closes a cycle.
  void make_edge(node &source, node &destination) {
    ::sycl::detail::check(tandem_graph_add_edge(m_handle, handle_of(source),
                                                handle_of(destination)));
  }

  //===-- Queries ---------------------------------------------------------===//

  /// All nodes, in the order in which they were added.
  std::vector<node> get_nodes() const { return nodes(false); }
  /// The nodes without predecessors.
  std::vector<node> get_root_nodes() const { return nodes(true); }
  /// Whether the graph has no nodes.
  bool empty() const { return get_nodes().empty(); }
  /// A number that no other graph of the program has. Later graphs have higher
  /// numbers.
  size_t get_id() const noexcept {
    uint64_t id = 0;
    tandem_graph_id(m_handle, &id);
    return id;
  }
  /// Writes the graph to a file in Graphviz's language. `path` ends with
  /// `.dot`; `verbose` adds details of the commands.
  /// \throws exception with `errc::invalid` if the file has another name or
  /// cannot be written.
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

/// Deduces a modifiable graph.
command_graph(const context &, const device &)
    -> command_graph<graph_state::modifiable>;
/// \overload
command_graph(const context &, const device &, const property_list &)
    -> command_graph<graph_state::modifiable>;
/// \overload
command_graph(const queue &) -> command_graph<graph_state::modifiable>;
/// \overload
command_graph(const queue &, const property_list &)
    -> command_graph<graph_state::modifiable>;
/// \overload
command_graph(const device &) -> command_graph<graph_state::modifiable>;
/// \overload
command_graph(const device &, const property_list &)
    -> command_graph<graph_state::modifiable>;

inline void command_graph<graph_state::executable>::update(
    const command_graph<graph_state::modifiable> &source) {
  ::sycl::detail::check(
      tandem_executable_graph_update(m_handle, handle_of(source)));
}

/// Enqueues an executable graph, without an event.
/// `sycl_ext_oneapi_enqueue_functions`.
inline void execute_graph(queue sycl_queue,
                          const command_graph<graph_state::executable> &graph) {
  sycl_queue.ext_oneapi_graph(graph);
}
/// As above, as the command of a command group.
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
    detail::throw_error(errc::invalid, "the queue is not recording to a graph");
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
