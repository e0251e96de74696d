//! Calls: the part up to the arguments, and the part with the results.

use std::io::Write as _;

use parking_lot::Mutex;
use tandem_pi_abi::constants::*;

use super::value::print_arg;

/// The most recent output.
struct Printed {
    /// Number of the last call whose first part was printed.
    calls: u64,
    /// That part is the last thing that was printed.
    is_unfinished: bool,
}

/// Locked while a part is printed, and not during calls.
static PRINTED: Mutex<Printed> = Mutex::new(Printed { calls: 0, is_unfinished: false });

/// Prints the call `name` around running it. `call` is `None` after teardown:
/// then the call is ignored and reported as such.
pub fn traced_call(
    name: &str,
    print_args: impl FnOnce(&mut String),
    call: Option<impl FnOnce() -> PiResult>,
    print_outs: impl FnOnce(&mut String),
) -> PiResult {
    let mut text = format!("---> {name}(\n");
    print_args(&mut text);
    let Some(call) = call else {
        text.push_str(") ---> API Called After Plugin Teardown, Functon Call ignored.\n");
        print_ignored(&text);
        return PI_ERROR_UNINITIALIZED;
    };
    let number = print_first_part(&text);
    let result = call();
    text.clear();
    text.push_str(") ---> ");
    print_arg(&result, &mut text);
    print_outs(&mut text);
    text.push('\n');
    print_second_part(number, name, &text);
    result
}

/// Prints a call up to its arguments. Returns the number of the call.
fn print_first_part(text: &str) -> u64 {
    let mut printed = PRINTED.lock();
    printed.calls += 1;
    printed.is_unfinished = true;
    write_out(&[text]);
    printed.calls
}

/// Prints the result of a call.
fn print_second_part(number: u64, name: &str, text: &str) {
    let mut printed = PRINTED.lock();
    if printed.is_unfinished && printed.calls == number {
        write_out(&[text]);
    } else {
        write_out(&["<... ", name, " resumed>\n", text]);
    }
    printed.is_unfinished = false;
}

/// Prints a call that is not made.
fn print_ignored(text: &str) {
    let mut printed = PRINTED.lock();
    printed.is_unfinished = false;
    write_out(&[text]);
}

fn write_out(parts: &[&str]) {
    let mut stdout = std::io::stdout().lock();
    for part in parts {
        // As above: the output may have no reader.
        let _ = stdout.write_all(part.as_bytes());
    }
    let _ = stdout.flush();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A traced call without arguments.
    fn traced(name: &str, call: impl FnOnce()) {
        let call = || {
            call();
            PI_SUCCESS
        };
        assert_eq!(traced_call(name, |_| {}, Some(call), |_| {}), PI_SUCCESS);
    }

    #[test]
    fn a_call_may_wait_for_calls_of_its_callbacks_and_of_other_threads() {
        let (sender, receiver) = std::sync::mpsc::channel();
        // In a separate thread, so that a deadlock is a failure.
        std::thread::spawn(move || {
            traced("piEventsWait", || {
                traced("piEventRelease", || {});
                let other = std::thread::spawn(|| traced("piQueueFinish", || {}));
                other.join().expect("the call of the other thread returns");
            });
            sender.send(()).expect("the test waits");
        });
        receiver.recv_timeout(std::time::Duration::from_secs(20)).expect("the calls return");
    }
}
