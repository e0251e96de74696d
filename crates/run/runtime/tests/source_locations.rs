//! A plugin that requests source locations gets those of the program's copies and fills.

mod mock;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mock::*;
use tandem_runtime::HostTask;
use tandem_runtime::event::EventRef;
use tandem_runtime::object::Object;
use tandem_runtime::queue::Queue;
use tandem_runtime::source_location::source_location;
use tandem_runtime::submission::*;

fn copy(queue: &Arc<Object<Queue>>, to: &mut u32, from: &u32, line: u32, deps: &[EventRef]) -> EventRef {
    let (dst, src) = (Address::new(std::ptr::from_mut(to).cast()), Address::new(std::ptr::from_ref(from).cast()));
    let operation = Operation::Usm(UsmCommand::Copy { dst, src, bytes: 4 });
    // The text goes at once, as that of a library that is closed.
    let text = c"copies.cpp".to_owned();
    // SAFETY: it is a text.
    let location = Some(unsafe { source_location(text.as_ptr(), line) });
    drop(text);
    submit(queue, Submission { deps, location, ..Submission::new(operation) })
}

#[test]
fn the_plugin_learns_the_place_of_each_copy_and_of_nothing_else() {
    let queue = queue(&cpu(), false);
    let (from, mut to) = (7, [0; 3]);
    let [now, later, read] = &mut to;
    copy(&queue, now, &from, 11, &[]).wait();
    launch(&queue, "noop", &[], &[], &[]).wait();

    // Enqueued by another thread, once the host task has ended.
    let is_open = Arc::new(AtomicBool::new(false));
    let task = HostTask::new({
        let is_open = is_open.clone();
        move || {
            while !is_open.load(Ordering::Acquire) {
                std::thread::yield_now();
            }
            Ok(())
        }
    });
    let operation = Operation::HostTask(task);
    let task = submit(&queue, Submission::new(operation));
    let deferred = copy(&queue, later, &from, 13, &[task]);
    is_open.store(true, Ordering::Release);
    deferred.wait();

    let buffer = buffer(1);
    let accesses = [access(&buffer, AccessMode::READ)];
    let dst = Endpoint::Memory(Address::new(std::ptr::from_mut(read).cast()));
    let operation = Operation::Buffer(BufferCommand::Copy { src: Endpoint::Access(0), dst, rects: None });
    // SAFETY: it is a text.
    let location = Some(unsafe { source_location(c"accessors.cpp".as_ptr(), 17) });
    submit(&queue, Submission { accesses: &accesses, location, ..Submission::new(operation) }).wait();

    let known = |file: &str, line| Some((file.to_owned(), line));
    let expected = [known("copies.cpp", 11), None, known("copies.cpp", 13), known("accessors.cpp", 17)];
    assert_eq!(source_locations(), expected);
    assert_eq!(to[..2], [7, 7]);
}
