//! Tools: libraries that the environment names (`TANDEM_TOOLS`) and that receive events, by the C interface in
//! `include/tandem/tools.h`.
//!
//! * `abi`: the structs of the interface.
//! * `attach`: loads tools and takes their callbacks.
//! * `delivery`: calls them, on a separate thread.

mod abi;
mod attach;
mod delivery;

use super::event::Observer;

/// The variable that names the libraries, with `:` between them.
const VARIABLE: &str = "TANDEM_TOOLS";

/// The tools of the process, if there are any. A tool that cannot be used produces a warning.
pub(super) fn open() -> Option<Box<dyn Observer>> {
    let paths = tandem_environment::variable_os(VARIABLE).filter(|paths| !paths.is_empty())?;
    let mut subscriptions = Vec::new();
    for path in std::env::split_paths(&paths).filter(|path| !path.as_os_str().is_empty()) {
        match attach::attach(&path) {
            Ok(mut callbacks) => subscriptions.append(&mut callbacks),
            Err(reason) => eprintln!("tandem: warning: tool {} is not used: {reason}", path.display()),
        }
    }
    if subscriptions.is_empty() {
        return None;
    }
    match delivery::Delivery::start(subscriptions) {
        Ok(delivery) => Some(Box::new(delivery)),
        Err(error) => {
            eprintln!("tandem: warning: no tool is used: their thread cannot be started: {error}");
            None
        }
    }
}
