//! Host pipes: commands that move one word between the host and a pipe of a program.

use tandem_device::{Command, HOST_PIPES, HostPipeCommand, PipeDirection, Work};
use tandem_image::device_global::pipe_name;
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::enqueue::{Sync, submit};
use crate::failure::ensure;
use crate::handle::Handle;
use crate::parameters::{Memory, Text};
use crate::program::{self, Program};
use crate::queue::Queue;

/// `piextEnqueueReadHostPipe` and `piextEnqueueWriteHostPipe`. A command that does not wait tells by the
/// status of its event that the pipe was empty or full. A blocking one waits on the device for a word or for room,
/// and the call waits for it, as other blocking calls do.
#[allow(clippy::too_many_arguments, reason = "the parameters of PI")]
pub fn enqueue(
    direction: PipeDirection,
    queue: Handle<'_, Queue>,
    program: Handle<'_, Program>,
    symbol: Text<'_>,
    blocking: PiBool,
    word: Memory,
    bytes: usize,
    sync: Sync<'_>,
) -> Result<(), Failure> {
    let queue = queue.object()?;
    let symbol = symbol.get("the symbol of the pipe")?;
    let name = pipe_name(symbol);
    let info = queue.driver_device().info();
    ensure!(
        info.extensions.iter().any(|extension| extension == HOST_PIPES),
        PI_ERROR_UNSUPPORTED_FEATURE,
        "{} has no host pipes: {name} cannot be used on the host",
        info.name
    );
    let program = program::executable(queue.device(), program)?;
    // Linked objects of one program may each have the variable; all hold the same address.
    let variable = program.variables(symbol).first().copied().ok_or_else(|| program::no_symbol(symbol))?;
    let command = HostPipeCommand {
        name: name.into(),
        variable,
        program: Some(program),
        direction,
        word: word.required("the word")?,
        bytes,
        is_blocking: blocking != PI_FALSE,
    };
    let command_type = match direction {
        PipeDirection::Read => PI_COMMAND_TYPE_READ_HOST_PIPE_INTEL,
        PipeDirection::Write => PI_COMMAND_TYPE_WRITE_HOST_PIPE_INTEL,
    };
    submit(queue, Command::Work(Work::HostPipe(Box::new(command))), command_type, sync, blocking != PI_FALSE)
}
