//! Graphs on a plugin without command buffers: the runtime submits the nodes one by one.

mod mock;

use std::sync::Arc;

use mock::*;
use tandem_runtime::HostTask;
use tandem_runtime::buffer::Buffer;
use tandem_runtime::event::{EventRef, Status};
use tandem_runtime::graph::{
    ExecutableGraph, Graph, GraphProperties, Node, NodeKind, Recorded, node_of, recording_for,
};
use tandem_runtime::object::Object;
use tandem_runtime::pi::{
    PI_PROFILING_INFO_COMMAND_END, PI_PROFILING_INFO_COMMAND_START, PI_PROFILING_INFO_COMMAND_SUBMIT,
};
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::*;

/// A graph whose commands may use buffers.
fn graph(queue: &Queue) -> Arc<Object<Graph>> {
    let properties = GraphProperties { buffers_outlive: true, ..GraphProperties::default() };
    Graph::new(queue.context(), queue.device(), properties).unwrap()
}

/// Records a command as the C ABI does.
fn record(
    queue: &Arc<Object<Queue>>,
    operation: Operation<'_>,
    buffers: &[&Arc<Object<Buffer>>],
    deps: &[EventRef],
) -> EventRef {
    let accesses: Vec<Access<'_>> = buffers.iter().map(|buffer| update(buffer)).collect();
    let buffers = buffers.iter().map(|buffer| Arc::clone(buffer)).collect();
    let submission = Submission { accesses: &accesses, deps, ..Submission::new(operation) };
    let recording = recording_for(queue, deps).unwrap().expect("the queue records");
    recording.record(queue, Recorded { submission, buffers, kept: None, graph: None }).unwrap()
}

/// Records the kernel `append` with a value.
fn record_append(queue: &Arc<Object<Queue>>, buffer: &Arc<Object<Buffer>>, number: u32) -> EventRef {
    let kernel = kernel(queue, "append");
    let args = [Arg::Access(0), value(number)];
    let operation =
        Operation::Kernel { source: KernelSource::Kernel(&kernel), range: NdRange::SINGLE, args: Args::List(&args) };
    record(queue, operation, &[buffer], &[])
}

fn run(graph: &ExecutableGraph, queue: &Arc<Object<Queue>>) -> EventRef {
    // SAFETY: the tests wait before memory goes.
    unsafe { graph.submit(queue, &[]) }.unwrap()
}

fn node(event: &EventRef) -> Arc<Object<Node>> {
    node_of(event).expect("the event of a node")
}

#[test]
fn nodes_run_in_the_order_of_their_accessors_in_each_run() {
    for device in [cpu(), gpu()] {
        let queue = queue(&device, false);
        let (graph, buffer) = (graph(&queue), buffer(8));
        let explicit = graph.queue().unwrap();
        (1..=3).for_each(|number| drop(record_append(&explicit, &buffer, number)));
        let predecessors: Vec<usize> = graph.nodes().iter().map(|node| node.predecessors().len()).collect();
        assert_eq!(predecessors, [0, 1, 1]);
        let ready = graph.finalize(false).unwrap();
        assert_eq!(contents(&buffer)[0], 0, "nothing has run");
        run(&ready, &queue).wait();
        assert_eq!(contents(&buffer)[..4], [3, 1, 2, 3]);
        run(&ready, &queue).wait();
        assert_eq!(contents(&buffer)[..7], [6, 1, 2, 3, 1, 2, 3]);
    }
}

#[test]
fn a_graph_is_one_command_of_an_in_order_queue() {
    let queue = queue(&gpu(), true);
    let (graph, first, second, gate) = (graph(&queue), buffer(8), buffer(8), new_gate());
    let explicit = graph.queue().unwrap();
    // Two nodes that know nothing of each other.
    record_append(&explicit, &first, 1);
    record_append(&explicit, &second, 2);
    let ready = graph.finalize(false).unwrap();
    launch(&queue, "gate", &[value(gate)], &[], &[]);
    let graph = run(&ready, &queue);
    let behind = launch(&queue, "noop", &[], &[], &[]);
    assert_eq!(graph.status().unwrap(), Status::Submitted);
    assert_eq!(behind.status().unwrap(), Status::Submitted);
    open_gate(gate);
    behind.wait();
    assert_eq!((graph.status().unwrap(), contents(&first)[0], contents(&second)[0]), (Status::Complete, 1, 1));
}

#[test]
fn runs_of_a_graph_do_not_overlap() {
    let queue = queue(&gpu(), false);
    let graph = graph(&queue);
    let gate = new_gate();
    let kernel = kernel(&queue, "gate");
    let args = [value(gate)];
    let operation =
        Operation::Kernel { source: KernelSource::Kernel(&kernel), range: NdRange::SINGLE, args: Args::List(&args) };
    record(&graph.queue().unwrap(), operation, &[], &[]);
    let ready = graph.finalize(false).unwrap();
    let first = run(&ready, &queue);
    let second = run(&ready, &queue_in(queue.context(), queue.device(), false));
    assert_eq!(second.status().unwrap(), Status::Submitted);
    open_gate(gate);
    second.wait();
    assert_eq!(first.status().unwrap(), Status::Complete);
}

#[test]
fn host_tasks_run_in_each_run_between_their_neighbours() {
    let queue = queue(&gpu(), true);
    let (graph, buffer) = (graph(&queue), buffer(8));
    graph.begin_recording(&queue).unwrap();
    record_append(&queue, &buffer, 1);
    let (sender, told) = std::sync::mpsc::channel();
    let host = Arc::clone(&buffer);
    let task = HostTask::new(move || {
        let first = host.host_pointer().unwrap().cast::<u32>();
        // SAFETY: the task has the buffer's bytes for itself.
        sender.send(unsafe { first.read() }).unwrap();
        Ok(())
    });
    record(&queue, Operation::HostTask(task), &[&buffer], &[]);
    record_append(&queue, &buffer, 2);
    graph.end_recording(None).unwrap();
    let ready = graph.finalize(false).unwrap();
    for count in [1, 3] {
        run(&ready, &queue).wait();
        assert_eq!(told.try_recv(), Ok(count));
    }
    assert_eq!(contents(&buffer)[..5], [4, 1, 2, 1, 2]);
}

#[test]
fn updates_take_effect_in_later_runs() {
    let queue = queue(&cpu(), false);
    let buffer = buffer(8);
    let appending = |number| {
        let graph = graph(&queue);
        record_append(&graph.queue().unwrap(), &buffer, number);
        graph
    };
    let graph = appending(1);
    let ready = graph.finalize(true).unwrap();
    run(&ready, &queue);
    ready.update(&appending(2)).unwrap();
    run(&ready, &queue).wait();
    assert_eq!(contents(&buffer)[..3], [2, 1, 2]);
    let fixed = graph.finalize(false).unwrap();
    let error = fixed.update(&appending(3)).unwrap_err().to_string();
    assert!(error.contains("updatable"), "{error}");
}

#[test]
fn a_queue_that_records_makes_edges_of_its_order() {
    let queue = queue(&cpu(), false);
    let graph = graph(&queue);
    graph.begin_recording(&queue).unwrap();
    let empty = |deps: &[EventRef]| record(&queue, Operation::Empty, &[], deps);
    let (first, second) = (empty(&[]), empty(&[]));
    let barrier = record(&queue, Operation::Barrier, &[], &[]);
    let last = empty(std::slice::from_ref(&second));
    let before = |event: &EventRef| node(event).predecessors().iter().map(|node| node.kind()).collect::<Vec<_>>();
    assert!(before(&first).is_empty() && before(&second).is_empty());
    assert_eq!(before(&barrier), [NodeKind::Empty; 2]);
    assert_eq!(before(&last), [NodeKind::Empty, NodeKind::Barrier]);
    assert_eq!(node(&second).successors().len(), 2);
    // The recording ends with the graph.
    drop(graph);
    assert!(queue.recorded_graph().is_none());
    launch(&queue, "noop", &[], &[], &[]).wait();
}

#[test]
fn a_run_has_times_from_its_first_command_to_its_last() {
    let queue = queue(&gpu(), false);
    let graph = graph(&queue);
    let buffer = buffer(8);
    graph.begin_recording(&queue).unwrap();
    record_append(&queue, &buffer, 1);
    let task = Operation::HostTask(HostTask::new(|| {
        std::thread::sleep(std::time::Duration::from_millis(5));
        Ok(())
    }));
    record(&queue, task, &[&buffer], &[]);
    graph.end_recording(None).unwrap();
    let event = run(&graph.finalize(false).unwrap(), &queue);
    let times = [PI_PROFILING_INFO_COMMAND_SUBMIT, PI_PROFILING_INFO_COMMAND_START, PI_PROFILING_INFO_COMMAND_END]
        .map(|param| event.profiling(param).unwrap());
    assert!(times.is_sorted() && times[2] - times[1] >= 5_000_000, "{times:?}");
}
