//! The build state of a program on one device.

use std::sync::Arc;

use tandem_device::{Object as Compiled, Program as Driver};
use tandem_pi_abi::export::Failure;
use tandem_pi_abi::*;

use crate::device::SharedDevice;

/// The last compilation or build of a program for a device.
pub(super) struct Build {
    pub device: SharedDevice,
    /// The requested options.
    pub options: String,
    /// The output of the compiler or linker.
    pub log: String,
    pub state: State,
}

/// The result of a compilation or build.
#[derive(Clone)]
pub(super) enum State {
    /// Nothing was asked for yet.
    New,
    /// It failed; the log says why.
    Failed,
    /// An object, to be linked.
    Compiled(Arc<dyn Compiled>),
    /// An executable.
    Built(Arc<dyn Driver>),
}

impl Build {
    pub fn new(device: SharedDevice) -> Self {
        Self { device, options: String::new(), log: String::new(), state: State::New }
    }

    /// Records the result of a compilation or build with these options.
    pub fn end(&mut self, options: &str, outcome: Result<State, Failure>) {
        options.clone_into(&mut self.options);
        (self.log, self.state) = match outcome {
            Ok(state) => (state.log().to_owned(), state),
            Err(failure) => (failure.message, State::Failed),
        };
    }

    /// The executable, if there is one.
    pub fn executable(&self) -> Option<&Arc<dyn Driver>> {
        match &self.state {
            State::Built(executable) => Some(executable),
            State::New | State::Failed | State::Compiled(_) => None,
        }
    }

    /// The value of `PI_PROGRAM_BUILD_INFO_STATUS`.
    pub fn status(&self) -> PiProgramBuildStatus {
        match self.state {
            State::New => PI_PROGRAM_BUILD_STATUS_NONE,
            State::Failed => PI_PROGRAM_BUILD_STATUS_ERROR,
            State::Compiled(_) | State::Built(_) => PI_PROGRAM_BUILD_STATUS_SUCCESS,
        }
    }

    /// The value of `PI_PROGRAM_BUILD_INFO_BINARY_TYPE`.
    pub fn binary_type(&self) -> PiProgramBinaryType {
        match self.state {
            State::New | State::Failed => PI_PROGRAM_BINARY_TYPE_NONE,
            State::Compiled(_) => PI_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
            State::Built(_) => PI_PROGRAM_BINARY_TYPE_EXECUTABLE,
        }
    }
}

impl State {
    /// The output of the compiler or linker for the result.
    fn log(&self) -> &str {
        match self {
            Self::New | Self::Failed => "",
            Self::Compiled(compiled) => compiled.log(),
            Self::Built(executable) => executable.log(),
        }
    }

    /// The binary; empty where there is none.
    pub fn binary(&self) -> tandem_device::Result<Vec<u8>> {
        match self {
            Self::New | Self::Failed => Ok(Vec::new()),
            Self::Compiled(compiled) => compiled.binary(),
            Self::Built(executable) => executable.binary(),
        }
    }
}
