//! Early and late shutdown, and everything after them. One test, since it ends
//! the runtime of its process.

mod mock;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mock::*;
use tandem_runtime::HostTask;
use tandem_runtime::buffer::{Buffer, BufferFlags, HostAccess};
use tandem_runtime::submission::*;
use tandem_runtime::{Error, usm};

fn slow_task(count: &Arc<AtomicU32>) -> Submission<'static> {
    let count = count.clone();
    let task = HostTask::new(move || {
        std::thread::sleep(Duration::from_millis(30));
        count.fetch_add(1, Ordering::Relaxed);
        Ok(())
    });
    Submission::new(Operation::HostTask(task))
}

#[test]
fn work_is_finished_and_late_calls_do_nothing() {
    let cpu = cpu();
    let queue = queue(&cpu, true);
    let default = tandem_runtime::default_context(&cpu).unwrap();
    assert!(Arc::ptr_eq(&default, &tandem_runtime::default_context(&cpu).unwrap()));
    let mut data = [0_u32; 1];
    // SAFETY: the data outlives the buffer.
    let buffer = unsafe { Buffer::new(data.as_mut_ptr().cast(), 4, BufferFlags::default()) };
    let key = Arc::as_ptr(&buffer) as usize;
    let access = Access { key, buffer: &buffer, mode: AccessMode::READ_WRITE, offset: 0, size: 4 };
    let increment = || launch(&queue, "increment", &[Arg::Access(0)], &[access], &[]);
    let count = Arc::new(AtomicU32::new(0));
    submit(&queue, slow_task(&count));
    let event = increment();

    tandem_runtime::early_shutdown();
    assert_eq!(count.load(Ordering::Relaxed), 1, "work in flight is finished");
    assert!(!tandem_runtime::is_torn_down());
    // Static objects of the program may still work.
    submit(&queue, slow_task(&count));
    increment().wait();
    assert_eq!(count.load(Ordering::Relaxed), 2);
    let memory = usm::allocate(&default, Some(&cpu), usm::UsmKind::Shared, 64, 0).unwrap().unwrap();
    assert_eq!(usm::kind_of(&default, memory), usm::UsmKind::Shared);
    assert_eq!(usm::allocate(&default, None, usm::UsmKind::Host, 1 << 50, 0).unwrap(), None);

    tandem_runtime::late_shutdown();
    tandem_runtime::late_shutdown();
    assert!(tandem_runtime::is_torn_down());
    assert_eq!(torn_down(), 1, "plugins are torn down once");
    assert!(matches!(tandem_runtime::platforms(), Err(Error::TornDown)));
    assert!(matches!(tandem_runtime::default_context(&cpu), Err(Error::TornDown)));
    // SAFETY: refused, since the runtime is gone.
    assert!(unsafe { tandem_runtime::register_images(8) }.is_err());
    tandem_runtime::unregister_images(8);

    // Nothing here may reach the plugin, block or crash.
    let before = counts();
    event.wait();
    queue.wait();
    drop(HostAccess::begin(&buffer, AccessMode::READ));
    buffer.finish();
    // SAFETY: the memory is not used any more.
    unsafe { usm::free(&default, memory) }.unwrap();
    drop((event, buffer, queue, default, cpu));
    assert_eq!(counts(), before);
    assert_eq!(data, [2]);
}
