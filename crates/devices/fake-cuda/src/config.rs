//! Settings from the environment.
//!
//! | variable | meaning |
//! |---|---|
//! | `FAKE_CUDA_DEVICES` | number of devices, 1 |
//! | `FAKE_CUDA_PEERS` | `0`: devices do not reach each other's memory |
//! | `FAKE_CUDA_LEFT` | `memory`: only memory counts as left when the process ends; `unchecked`: nothing does |
//! | `FAKE_CUDA_PRIVATE_BYTES` | what each kernel needs of private memory for each thread, 0 |
//! | `FAKE_CUDA_SEED` | of the order and the delays |
//! | `FAKE_CUDA_DELAY_US` | longest delay of a command, 20 |
//! | `FAKE_CUDA_FAIL` | `FUNCTION:N:CODE` for the N-th call of a function, `kernel:N:CODE` for the N-th kernel that runs, `*:N:CODE` for the N-th of all calls that can fail by themselves |

use std::sync::OnceLock;

use parking_lot::Mutex;

use crate::codes::{Code, DEINITIALIZED};

/// The settings.
pub struct Config {
    pub devices: i32,
    pub has_peers: bool,
    pub checks_memory_only: bool,
    pub checks_leaks: bool,
    pub private_bytes: i32,
    pub seed: u64,
    pub delay_us: u64,
    failure: Option<(String, u64, Code)>,
    calls: Mutex<u64>,
}

/// Parts of the names of functions that release something, or report the progress of the device: they fail only after
/// another failure.
const NEVER_FAILING: [&str; 7] = ["Free", "Destroy", "Release", "Unload", "Unregister", "Synchronize", "Query"];

/// Whether an error ends the context, as `CUDA_ERROR_ILLEGAL_ADDRESS` does, or all of CUDA.
pub fn ends_context(code: Code) -> bool {
    code == DEINITIALIZED || (700..=719).contains(&code) && code != 701
}

/// The settings of the process.
pub fn config() -> &'static Config {
    static CONFIG: OnceLock<Config> = OnceLock::new();
    CONFIG.get_or_init(|| {
        let number = |name: &str, otherwise: u64| {
            tandem_environment::variable(name).and_then(|value| value.parse().ok()).unwrap_or(otherwise)
        };
        let left = tandem_environment::variable("FAKE_CUDA_LEFT");
        let failure = tandem_environment::variable("FAKE_CUDA_FAIL").and_then(|text| {
            let mut parts = text.split(':');
            Some((parts.next()?.to_owned(), parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
        });
        Config {
            devices: number("FAKE_CUDA_DEVICES", 1) as i32,
            has_peers: number("FAKE_CUDA_PEERS", 1) != 0,
            checks_memory_only: left.as_deref() == Some("memory"),
            checks_leaks: left.as_deref() != Some("unchecked"),
            private_bytes: number("FAKE_CUDA_PRIVATE_BYTES", 0) as i32,
            seed: number("FAKE_CUDA_SEED", 1),
            delay_us: number("FAKE_CUDA_DELAY_US", 20),
            failure,
            calls: Mutex::new(0),
        }
    })
}

impl Config {
    /// The failure of this call, if it is the one that is to fail.
    pub fn failure(&self, function: &str) -> Option<Code> {
        let (name, number, code) = self.failure.as_ref()?;
        let is_meant = match name.as_str() {
            "*" => function != "kernel" && !NEVER_FAILING.iter().any(|part| function.contains(part)),
            name => name == function,
        };
        if !is_meant {
            return None;
        }
        let mut calls = self.calls.lock();
        *calls += 1;
        (*calls == *number).then_some(*code)
    }
}
