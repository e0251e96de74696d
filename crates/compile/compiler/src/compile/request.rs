//! The requests to post-link.

use tandem_command_line::post_link_request::{LinkRequest, Request, Task, UnitRequest};

use crate::session::Session;
use crate::stages::Unit;

/// The use of the device part.
#[derive(Clone, Debug)]
pub enum DeviceTask<'a> {
    /// It is processed, and kept for a link.
    Process,
    /// It is linked with other units immediately; the wrapper object is written to this path.
    Link(Box<LinkRequest>, &'a str),
}

/// Asks for a task, and for a list of symbols of the host object. The file of the processed unit is
/// `part`, where the task makes one.
pub fn of_task(session: &Session, unit: &Unit<'_>, task: &DeviceTask<'_>, part: &str, host_symbols: String) -> Request {
    let unit = UnitRequest { host_symbols: Some(host_symbols), ..of_unit(session, unit) };
    match task {
        DeviceTask::Process => Request { task: Task::Unit(unit), output: part.to_owned() },
        DeviceTask::Link(link, output) => {
            let link = LinkRequest { unit: Some(unit), ..(**link).clone() };
            Request { task: Task::Link(link), output: (*output).to_owned() }
        }
    }
}

/// Requests the integration header. The processed unit, which is not needed, is written to `part`.
pub fn of_int_header(session: &Session, unit: &Unit<'_>, part: String) -> Request {
    Request { task: Task::Unit(of_unit(session, unit)), output: part }
}

/// Requests only error checks. The result, which is empty, is written to `part`.
pub fn of_check(session: &Session, unit: &Unit<'_>, part: String) -> Request {
    let unit = UnitRequest { only_check: true, int_header: None, ..of_unit(session, unit) };
    Request { task: Task::Unit(unit), output: part }
}

fn of_unit(session: &Session, unit: &Unit<'_>) -> UnitRequest {
    UnitRequest {
        unit: unit.id.clone(),
        source: unit.input.path.clone(),
        opt_level: session.options.device_opt_level(),
        has_lines: session.options.device_lines(),
        contracts: session.options.device_contracts(),
        dead_args: session.options.sycl.dead_args,
        only_check: false,
        error_limit: session.options.error_limit(),
        int_header: wants_int_header(session).then(|| int_header(session, unit)),
        host_symbols: None,
    }
}

/// Whether an integration header is to be written.
pub fn wants_int_header(session: &Session) -> bool {
    let sycl = &session.options.sycl;
    sycl.int_header.is_some() || sycl.host_compiler.is_some()
}

/// The file for the integration header of a unit.
pub fn int_header(session: &Session, unit: &Unit<'_>) -> String {
    let wanted = session.options.sycl.int_header.clone();
    wanted.unwrap_or_else(|| session.temp_file(&format!("{}-{}", unit.id, unit.input.with_extension("h"))))
}
