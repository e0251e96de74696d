//! Queues and events through their public interface, with real threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tandem_device::{
    Command, DevicePtr, Error, Event, EventStatus, Origin, Queue, QueueProperties, Result, Work, is_in_callback,
};
use tandem_device_queue::{CommandQueue, Dispatcher, Executor, Tuning};

/// Records the address of each prefetch; [`FAILS`] and [`PANICS`] do that instead.
#[derive(Default)]
struct Recorder {
    seen: Mutex<Vec<u64>>,
}

const FAILS: u64 = 13;
const PANICS: u64 = 14;

impl Executor for Recorder {
    fn execute(&self, work: &mut Work, _origin: Option<&Origin>) -> Result<()> {
        let Work::Prefetch { ptr, .. } = work else { return Ok(()) };
        match ptr.0 {
            FAILS => return Err(Error::Execution("thirteen".into())),
            PANICS => panic!("on purpose"),
            _ => {}
        }
        self.seen.lock().push(ptr.0);
        Ok(())
    }
}

const IN_ORDER: QueueProperties = QueueProperties { out_of_order: false, profiling: false };
const OUT_OF_ORDER: QueueProperties = QueueProperties { out_of_order: true, profiling: false };
const PROFILING: QueueProperties = QueueProperties { out_of_order: false, profiling: true };

fn command(id: u64) -> Command {
    Command::Work(Work::Prefetch { ptr: DevicePtr(id), bytes: 0 })
}

fn threads() -> Arc<Dispatcher> {
    Dispatcher::threads("test", Tuning::for_cpus(2))
}

/// A queue and the recorder of its commands.
fn queue(dispatcher: Arc<Dispatcher>, properties: QueueProperties) -> (CommandQueue, Arc<Recorder>) {
    let recorder = Arc::new(Recorder::default());
    (CommandQueue::new(recorder.clone(), dispatcher, properties), recorder)
}

#[track_caller]
fn submit(queue: &CommandQueue, command: Command, wait: &[Event]) -> Event {
    let mut event = None;
    queue.submit(command, wait, Some(&mut event)).unwrap();
    event.unwrap()
}

/// Both kinds of dispatcher.
fn dispatchers() -> [Arc<Dispatcher>; 2] {
    [threads(), Dispatcher::inline()]
}

#[test]
fn in_order_queues_keep_the_order() {
    for dispatcher in dispatchers() {
        let (queue, recorder) = queue(dispatcher, IN_ORDER);
        for id in 100..10_100 {
            queue.submit(command(id), &[], None).unwrap();
        }
        queue.finish().unwrap();
        assert!(queue.is_empty());
        assert_eq!(*recorder.seen.lock(), (100..10_100).collect::<Vec<_>>());
    }
}

#[test]
fn events_report_completion_and_times() {
    for dispatcher in dispatchers() {
        let (queue, _) = queue(dispatcher, PROFILING);
        let event = submit(&queue, command(1), &[]);
        event.wait().unwrap();
        assert_eq!(event.status(), EventStatus::Complete);
        let times = event.timestamps();
        assert!(0 < times.submit && times.submit <= times.start && times.start <= times.end);
    }
}

#[test]
fn a_user_event_holds_back_an_in_order_queue() {
    for dispatcher in dispatchers() {
        let (queue, recorder) = queue(dispatcher, IN_ORDER);
        let gate = Event::user();
        let first = submit(&queue, command(1), std::slice::from_ref(&gate));
        let second = submit(&queue, command(2), &[]);
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(first.status(), EventStatus::Queued);
        assert!(!queue.is_empty());
        gate.complete(Ok(()));
        second.wait().unwrap();
        assert_eq!(*recorder.seen.lock(), [1, 2]);
    }
}

#[test]
fn a_failure_fails_dependents_and_nobody_else() {
    for properties in [IN_ORDER, OUT_OF_ORDER] {
        for dispatcher in dispatchers() {
            let (queue, recorder) = queue(dispatcher, properties);
            let bad = submit(&queue, command(FAILS), &[]);
            let dependent = submit(&queue, command(1), std::slice::from_ref(&bad));
            let second = submit(&queue, command(2), std::slice::from_ref(&dependent));
            let other = submit(&queue, command(3), &[]);
            assert!(matches!(bad.wait(), Err(Error::Execution(_))));
            assert!(matches!(dependent.wait(), Err(Error::Dependency(_))));
            let message = second.wait().unwrap_err().to_string();
            assert_eq!(message.matches("depends on").count(), 1, "{message}");
            assert!(message.contains("thirteen"), "{message}");
            other.wait().unwrap();
            assert_eq!(*recorder.seen.lock(), [3]);
        }
    }
}

#[test]
fn each_failure_is_taken_once_with_and_without_an_event() {
    for dispatcher in dispatchers() {
        let (queue, _) = queue(dispatcher, IN_ORDER);
        queue.submit(command(FAILS), &[], None).unwrap();
        let failed = submit(&queue, command(FAILS), &[]);
        let dependent = submit(&queue, command(1), std::slice::from_ref(&failed));
        let mut fence = None;
        queue.submit(Command::Marker, std::slice::from_ref(&failed), Some(&mut fence)).unwrap();
        queue.submit(command(2), &[], None).unwrap();
        queue.finish().unwrap();
        assert!(matches!(queue.take_failure(), Some(Error::Execution(_))));
        assert!(matches!(queue.take_failure(), Some(Error::Execution(_))));
        assert!(matches!(queue.take_failure(), Some(Error::Dependency(_))));
        assert!(queue.take_failure().is_none(), "the marker only waits");
        assert!(failed.error().is_some() && dependent.error().is_some() && fence.unwrap().error().is_some());
    }
}

#[test]
fn out_of_order_queues_pass_a_waiting_command() {
    for dispatcher in dispatchers() {
        let (queue, recorder) = queue(dispatcher, OUT_OF_ORDER);
        let gate = Event::user();
        let held = submit(&queue, command(1), std::slice::from_ref(&gate));
        submit(&queue, command(2), &[]).wait().unwrap();
        assert!(!held.is_complete());
        gate.complete(Ok(()));
        held.wait().unwrap();
        assert_eq!(*recorder.seen.lock(), [2, 1]);
    }
}

#[test]
fn a_barrier_orders_an_out_of_order_queue() {
    for dispatcher in dispatchers() {
        let (queue, recorder) = queue(dispatcher, OUT_OF_ORDER);
        let gate = Event::user();
        submit(&queue, command(1), std::slice::from_ref(&gate));
        submit(&queue, command(2), &[]);
        let barrier = submit(&queue, Command::Barrier, &[]);
        let last = submit(&queue, command(3), &[]);
        std::thread::sleep(Duration::from_millis(5));
        assert!(!barrier.is_complete() && !last.is_complete());
        gate.complete(Ok(()));
        queue.finish().unwrap();
        assert!(barrier.is_complete() && last.is_complete());
        assert_eq!(*recorder.seen.lock(), [2, 1, 3]);
    }
}

#[test]
fn a_marker_waits_for_its_list_only_or_for_everything() {
    let (queue, _) = queue(threads(), OUT_OF_ORDER);
    let gate = Event::user();
    let held = submit(&queue, command(1), std::slice::from_ref(&gate));
    let free = submit(&queue, command(2), &[]);
    submit(&queue, Command::Marker, &[free]).wait().unwrap();
    let all = submit(&queue, Command::Marker, &[]);
    assert!(!all.is_complete() && !held.is_complete());
    gate.complete(Ok(()));
    all.wait().unwrap();
    assert!(held.is_complete());
}

#[test]
fn dependencies_cross_queues_and_devices() {
    let (left, seen_left) = queue(threads(), IN_ORDER);
    let (right, seen_right) = queue(Dispatcher::inline(), IN_ORDER);
    let mut last: Option<Event> = None;
    for id in 100..300 {
        let queue = if id % 2 == 0 { &left } else { &right };
        last = Some(submit(queue, command(id), last.as_slice()));
    }
    last.unwrap().wait().unwrap();
    assert_eq!(seen_left.seen.lock().len(), 100);
    assert_eq!(seen_right.seen.lock().len(), 100);
}

#[test]
fn callbacks_run_once_early_and_late() {
    let calls = Arc::new(AtomicUsize::new(0));
    let register = |event: &Event| {
        let calls = calls.clone();
        let registered = event.on_complete(move |result| {
            assert!(result.is_err());
            calls.fetch_add(1, Ordering::SeqCst);
        });
        registered.unwrap();
    };
    let event = Event::user();
    register(&event);
    event.complete(Err(Error::Execution("test".into())));
    event.complete(Ok(()));
    register(&event);
    assert_eq!(calls.load(Ordering::SeqCst), 2);
    assert_eq!(event.status(), EventStatus::Failed);
}

#[test]
fn a_panicking_command_is_an_error() {
    let (queue, recorder) = queue(threads(), IN_ORDER);
    let event = submit(&queue, command(PANICS), &[]);
    assert!(matches!(event.wait(), Err(Error::Execution(_))));
    submit(&queue, command(1), &[]).wait().unwrap();
    assert_eq!(*recorder.seen.lock(), [1]);
}

#[test]
fn work_survives_its_queue() {
    let gate = Event::user();
    let (event, recorder) = {
        let (queue, recorder) = queue(threads(), IN_ORDER);
        (submit(&queue, command(1), std::slice::from_ref(&gate)), recorder)
    };
    gate.complete(Ok(()));
    event.wait().unwrap();
    assert_eq!(*recorder.seen.lock(), [1]);
}

#[test]
fn a_panicking_callback_ends_alone() {
    for properties in [IN_ORDER, OUT_OF_ORDER] {
        for dispatcher in dispatchers() {
            let (queue, recorder) = queue(dispatcher, properties);
            let gate = Event::user();
            let event = submit(&queue, command(1), std::slice::from_ref(&gate));
            let called = Arc::new(AtomicBool::new(false));
            let other = called.clone();
            event.on_complete(|_| panic!("on purpose")).unwrap();
            event.on_complete(move |_| other.store(is_in_callback(), Ordering::SeqCst)).unwrap();
            gate.complete(Ok(()));
            submit(&queue, command(2), &[]).wait().unwrap();
            queue.finish().unwrap();
            assert_eq!(*recorder.seen.lock(), [1, 2]);
            assert!(called.load(Ordering::SeqCst));
            assert!(!is_in_callback());
        }
    }
}

/// Executes commands that take a lock, and counts them.
#[derive(Default)]
struct Locker {
    lock: Mutex<()>,
    executed: AtomicUsize,
}

impl Executor for Locker {
    fn execute(&self, _work: &mut Work, _origin: Option<&Origin>) -> Result<()> {
        drop(self.lock.lock());
        self.executed.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

#[test]
fn a_submitter_may_hold_locks_that_commands_need() {
    for properties in [IN_ORDER, OUT_OF_ORDER] {
        let locker = Arc::new(Locker::default());
        let queue = CommandQueue::new(locker.clone(), threads(), properties);
        let held = locker.lock.lock();
        for id in 0..3_000 {
            queue.submit(command(id), &[], None).unwrap();
        }
        assert_eq!(locker.executed.load(Ordering::SeqCst), 0);
        drop(held);
        queue.finish().unwrap();
        assert!(queue.is_empty());
    }
}

#[test]
fn flushing_bounds_the_backlog() {
    let tuning = Tuning { max_threads: 1, max_spinners: 0, spin: Duration::ZERO };
    for properties in [IN_ORDER, OUT_OF_ORDER] {
        let dispatcher = Dispatcher::threads("queue", tuning);
        // The only worker is busy with another queue, so that only this thread runs commands.
        let (busy, idle) = (Arc::new(Locker::default()), Arc::new(Locker::default()));
        let other = CommandQueue::new(busy.clone(), dispatcher.clone(), properties);
        let held = busy.lock.lock();
        let event = submit(&other, command(0), &[]);
        while event.status() != EventStatus::Running {
            std::thread::yield_now();
        }
        let queue = CommandQueue::new(idle.clone(), dispatcher, properties);
        for id in 0..5_000 {
            queue.submit(command(id), &[], None).unwrap();
        }
        assert_eq!(idle.executed.load(Ordering::SeqCst), 0);
        queue.flush().unwrap();
        let executed = idle.executed.load(Ordering::SeqCst);
        assert!(executed >= 4_000, "{executed} of 5000 commands have run");
        drop(held);
        queue.finish().unwrap();
        other.finish().unwrap();
        assert_eq!(idle.executed.load(Ordering::SeqCst), 5_000);
    }
}

#[test]
fn flushing_does_not_wait_for_ever() {
    for properties in [IN_ORDER, OUT_OF_ORDER] {
        let locker = Arc::new(Locker::default());
        let queue = CommandQueue::new(locker.clone(), threads(), properties);
        let held = locker.lock.lock();
        // A worker becomes the runner, and waits for this thread.
        let event = submit(&queue, command(0), &[]);
        while event.status() != EventStatus::Running {
            std::thread::yield_now();
        }
        for id in 0..5_000 {
            queue.submit(command(id), &[], None).unwrap();
        }
        queue.flush().unwrap();
        assert_eq!(locker.executed.load(Ordering::SeqCst), 0);
        drop(held);
        queue.finish().unwrap();
        assert_eq!(locker.executed.load(Ordering::SeqCst), 5_001);
    }
}

/// Many threads, shared queues of both kinds, dependencies on whatever other
/// threads submitted last.
#[test]
fn stress() {
    const THREADS: u64 = 4;
    const ROUNDS: u64 = 3_000;
    let dispatcher = threads();
    let queues: Vec<_> =
        (0..3).map(|n| queue(dispatcher.clone(), if n == 2 { OUT_OF_ORDER } else { IN_ORDER })).collect();
    let latest: Mutex<Vec<Event>> = Mutex::new(vec![Event::completed(); 3]);
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (queues, latest) = (&queues, &latest);
            scope.spawn(move || {
                let mut random = thread + 1;
                for round in 0..ROUNDS {
                    random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    let pick = (random >> 33) as usize;
                    let (queue, _) = &queues[pick % 3];
                    let id = 100 + thread * ROUNDS + round;
                    if pick.is_multiple_of(2) {
                        queue.submit(command(id), &[], None).unwrap();
                        continue;
                    }
                    let wait = latest.lock()[(pick / 6) % 3].clone();
                    let event = submit(queue, command(id), &[wait]);
                    if pick.is_multiple_of(7) {
                        event.wait().unwrap();
                    }
                    if pick.is_multiple_of(31) {
                        queue.finish().unwrap();
                    }
                    latest.lock()[(pick / 18) % 3] = event;
                }
            });
        }
    });
    let mut seen = Vec::new();
    for (queue, recorder) in &queues {
        queue.finish().unwrap();
        assert!(queue.is_empty());
        seen.extend_from_slice(&recorder.seen.lock());
    }
    seen.sort_unstable();
    assert_eq!(seen, (100..100 + THREADS * ROUNDS).collect::<Vec<_>>());
}

/// Executes commands that are not brief: each signals that it runs, then waits until `wanted` commands run, or until it
/// has waited for too long.
struct Meeting {
    wanted: usize,
    present: AtomicUsize,
    met: AtomicUsize,
}

impl Meeting {
    fn of(wanted: usize) -> Arc<Self> {
        Arc::new(Self { wanted, present: AtomicUsize::new(0), met: AtomicUsize::new(0) })
    }
}

impl Executor for Meeting {
    fn execute(&self, _work: &mut Work, _origin: Option<&Origin>) -> Result<()> {
        self.present.fetch_add(1, Ordering::SeqCst);
        for _ in 0..10_000 {
            if self.present.load(Ordering::SeqCst) >= self.wanted {
                self.met.fetch_add(1, Ordering::SeqCst);
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    fn is_brief(&self, _work: &Work) -> bool {
        false
    }
}

#[test]
fn independent_commands_of_an_out_of_order_queue_overlap() {
    for wait_by_finish in [false, true] {
        let meeting = Meeting::of(2);
        let queue = CommandQueue::new(meeting.clone(), threads(), OUT_OF_ORDER);
        let events = [submit(&queue, command(1), &[]), submit(&queue, command(2), &[])];
        if wait_by_finish {
            queue.finish().unwrap();
            assert!(queue.is_empty());
        }
        for event in events {
            event.wait().unwrap();
        }
        assert_eq!(meeting.met.load(Ordering::SeqCst), 2);
    }
}

/// Executes command 1, which is not brief, once the gate is open; records all commands.
#[derive(Default)]
struct Gated {
    is_open: AtomicBool,
    recorder: Recorder,
}

impl Executor for Gated {
    fn execute(&self, work: &mut Work, origin: Option<&Origin>) -> Result<()> {
        while !self.is_brief(work) && !self.is_open.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.recorder.execute(work, origin)
    }

    fn is_brief(&self, work: &Work) -> bool {
        !matches!(work, Work::Prefetch { ptr: DevicePtr(1), .. })
    }
}

#[test]
fn what_depends_on_a_command_that_overlaps_lets_others_pass() {
    let gated = Arc::new(Gated::default());
    let queue = CommandQueue::new(gated.clone(), Dispatcher::threads("test", Tuning::for_cpus(4)), OUT_OF_ORDER);
    let long = submit(&queue, command(1), &[]);
    let after = submit(&queue, command(2), std::slice::from_ref(&long));
    let last = submit(&queue, command(3), std::slice::from_ref(&after));
    let fence = submit(&queue, Command::Marker, &[]);
    submit(&queue, command(4), &[]).wait().unwrap();
    assert_eq!(*gated.recorder.seen.lock(), [4]);
    assert!(![&long, &after, &last, &fence].iter().any(|event| event.is_complete()));
    gated.is_open.store(true, Ordering::SeqCst);
    fence.wait().unwrap();
    assert_eq!(*gated.recorder.seen.lock(), [4, 1, 2, 3]);
    queue.finish().unwrap();
    assert!(queue.is_empty());
}

#[test]
fn fences_wait_for_commands_that_overlap() {
    for fence in [|| Command::Marker, || Command::Barrier] {
        let meeting = Meeting::of(2);
        let queue = CommandQueue::new(meeting.clone(), threads(), OUT_OF_ORDER);
        for id in 0..2 {
            queue.submit(command(id), &[], None).unwrap();
        }
        submit(&queue, fence(), &[]).wait().unwrap();
        assert_eq!(meeting.met.load(Ordering::SeqCst), 2);
    }
}

#[test]
fn whoever_waits_for_a_command_is_not_held_up_by_a_longer_one() {
    let meeting = Meeting::of(3);
    let dispatcher = Dispatcher::threads("test", Tuning::for_cpus(4));
    let queue = CommandQueue::new(meeting.clone(), dispatcher, OUT_OF_ORDER);
    let long = submit(&queue, command(1), &[]);
    let gate = Event::user();
    let failing = submit(&queue, command(2), std::slice::from_ref(&gate));
    gate.complete(Err(Error::Execution("gate".into())));
    assert!(failing.wait().is_err());
    assert!(!long.is_complete());
    for _ in 0..2 {
        queue.submit(command(3), &[], None).unwrap();
    }
    queue.finish().unwrap();
    assert_eq!(meeting.met.load(Ordering::SeqCst), 3);
}

#[test]
fn in_order_queues_do_not_overlap() {
    /// Counts commands that found another one at work.
    #[derive(Default)]
    struct Alone {
        at_work: AtomicBool,
        collisions: AtomicUsize,
    }
    impl Executor for Alone {
        fn execute(&self, _work: &mut Work, _origin: Option<&Origin>) -> Result<()> {
            let before = self.at_work.swap(true, Ordering::SeqCst);
            self.collisions.fetch_add(usize::from(before), Ordering::SeqCst);
            std::thread::yield_now();
            self.at_work.store(false, Ordering::SeqCst);
            Ok(())
        }

        fn is_brief(&self, _work: &Work) -> bool {
            false
        }
    }
    let alone = Arc::new(Alone::default());
    let queue = CommandQueue::new(alone.clone(), threads(), IN_ORDER);
    for id in 0..2_000 {
        queue.submit(command(id), &[], None).unwrap();
    }
    queue.finish().unwrap();
    assert_eq!(alone.collisions.load(Ordering::SeqCst), 0);
}

#[test]
fn failures_without_an_event_are_there_also_after_parking() {
    let (queue, _) = queue(threads(), OUT_OF_ORDER);
    let gate = Event::user();
    queue.submit(command(FAILS), std::slice::from_ref(&gate), None).unwrap();
    gate.complete(Ok(()));
    queue.finish().unwrap();
    assert!(matches!(queue.take_failure(), Some(Error::Execution(_))));
    assert!(queue.take_failure().is_none());
}
