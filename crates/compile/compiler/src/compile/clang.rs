//! Clang's passes whose messages are held until it is clear that the user is to see them.

use std::io::IsTerminal as _;

use crate::invocation::Invocation;
use crate::job::Messages;
use crate::session::Session;
use crate::stages::{self, DeviceOutput, DeviceSource, Unit};

/// The device pass of a unit.
pub fn device(
    session: &Session,
    unit: &Unit<'_>,
    kind: DeviceOutput,
    source: DeviceSource<'_>,
    output: &str,
) -> Invocation {
    let mut clang = stages::device(&session.toolchain, &session.options, unit, kind, source, output);
    color_held_messages(&mut clang, Messages::Held);
    clang
}

/// Clang does not see that messages which are held end up on a terminal.
pub fn color_held_messages(clang: &mut Invocation, messages: Messages) {
    if matches!(messages, Messages::Held) && std::io::stderr().is_terminal() {
        clang.args.insert(0, "-fcolor-diagnostics".to_owned());
    }
}
