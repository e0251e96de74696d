//! Tools: libraries of others that are told what the runtime does (`TANDEM_TOOLS`, `include/tandem/tools.h`).
//!
//! * `interface`: the C types.
//! * `library`: loading a tool and asking what it wants to know.
//! * `records`: what a tool is told, as C types.
//! * `delivery`: the thread that calls tools.
//!
//! Events happen under locks of the runtime, so a thread of its own calls the tools. They get all events in the order
//! in which they were told, one at a time.

mod delivery;
mod interface;
mod library;
mod records;

pub(super) use delivery::Delivery;

/// The variable that lists the tools.
const VARIABLE: &str = "TANDEM_TOOLS";

/// The tools that the environment names, if there are any. One that cannot be used is a warning.
pub(super) fn open() -> Option<Delivery> {
    let list = tandem_environment::variable_os(VARIABLE).filter(|list| !list.is_empty())?;
    let mut tools = Vec::new();
    for path in std::env::split_paths(&list).filter(|path| !path.as_os_str().is_empty()) {
        match library::attach(&path) {
            Ok(tool) => tools.push(tool),
            Err(reason) => eprintln!("tandem: warning: {VARIABLE}: {}: {reason}", path.display()),
        }
    }
    if tools.is_empty() {
        return None;
    }
    match Delivery::start(tools) {
        Ok(delivery) => Some(delivery),
        Err(error) => {
            eprintln!("tandem: warning: {VARIABLE}: no thread for tools: {error}");
            None
        }
    }
}
