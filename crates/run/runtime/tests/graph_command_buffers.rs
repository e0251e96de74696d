//! Graphs on a device with command buffers that cannot hold all commands: a graph is replayed as one where they can,
//! and the runtime submits its nodes one by one where they cannot.

mod mock;

use std::sync::Arc;

use mock::*;
use tandem_runtime::buffer::Buffer;
use tandem_runtime::graph::{Graph, GraphProperties, Recorded, recording_for};
use tandem_runtime::object::Object;
use tandem_runtime::queue::Queue;
use tandem_runtime::submission::*;

/// Four work-items of groups of one.
const FOUR_GROUPS: NdRange = NdRange { dims: 1, global: [4, 1, 1], local: Some([1; 3]), ..NdRange::SINGLE };

fn record(queue: &Arc<Object<Queue>>, operation: Operation<'_>, buffer: &Arc<Object<Buffer>>) {
    let accesses = [update(buffer)];
    let submission = Submission { accesses: &accesses, ..Submission::new(operation) };
    let recording = recording_for(queue, &[]).unwrap().expect("the queue records");
    let recorded = Recorded { submission, buffers: vec![buffer.clone()], kept: None, graph: None };
    recording.record(queue, recorded).unwrap();
}

fn record_increment(queue: &Arc<Object<Queue>>, buffer: &Arc<Object<Buffer>>, range: NdRange) {
    let kernel = kernel(queue, "increment");
    let args = Args::List(&[Arg::Access(0)]);
    record(queue, Operation::Kernel { source: KernelSource::Kernel(&kernel), range, args }, buffer);
}

/// Runs a graph twice. The first element of its buffer afterwards, and how many command buffers are left and were
/// replayed.
fn run_twice(commands: impl FnOnce(&Arc<Object<Queue>>, &Arc<Object<Buffer>>)) -> (u32, (usize, usize)) {
    let queue = queue(&third_gpu(), false);
    let properties = GraphProperties { buffers_outlive: true, ..GraphProperties::default() };
    let (graph, buffer) = (Graph::new(queue.context(), queue.device(), properties).unwrap(), buffer(4));
    let replays = command_buffers().1;
    commands(&graph.queue().unwrap(), &buffer);
    let ready = graph.finalize(false).unwrap();
    for _ in 0..2 {
        // SAFETY: the contents are read, and with them all runs are complete, before the buffer goes.
        unsafe { ready.submit(&queue, &[]) }.unwrap().wait();
    }
    let (alive, now) = command_buffers();
    (contents(&buffer)[0], (alive, now - replays))
}

/// One test, since command buffers are counted for the process.
#[test]
fn command_buffers_are_used_for_graphs_that_they_can_hold() {
    let launches = run_twice(|queue, buffer| (0..3).for_each(|_| record_increment(queue, buffer, NdRange::SINGLE)));
    assert_eq!(launches, (6, (1, 2)), "launches are replayed as one");

    // The plugin refuses the fill after it has recorded a launch.
    let filled = run_twice(|queue, buffer| {
        record_increment(queue, buffer, NdRange::SINGLE);
        let pattern = 5_u32.to_ne_bytes();
        record(
            queue,
            Operation::Buffer(BufferCommand::Fill { pattern: pattern.as_slice().into(), rect: None }),
            buffer,
        );
        record_increment(queue, buffer, NdRange::SINGLE);
    });
    assert_eq!(filled, (6, (0, 0)), "the commands run one by one");

    // PI has no call that records a cooperative launch.
    let groups = Groups::Cooperative;
    let waiting = run_twice(|queue, buffer| record_increment(queue, buffer, NdRange { groups, ..FOUR_GROUPS }));
    assert_eq!(waiting, (2, (0, 0)), "groups that wait for each other are launched together");
    let plain = run_twice(|queue, buffer| record_increment(queue, buffer, FOUR_GROUPS));
    assert_eq!(plain, (2, (1, 2)), "others are recorded");
}
