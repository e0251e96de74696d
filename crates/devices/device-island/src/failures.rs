//! Failures on purpose: the N-th operation of a kind fails.

use std::sync::atomic::{AtomicU64, Ordering};

/// An operation that can be made to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `alloc`: an allocation of device or host memory.
    Alloc,
    /// `enqueue`: the submission of a command, which is then not submitted.
    Enqueue,
    /// `build`: the build of a program, or its compilation or link.
    Build,
    /// `transfer`: a copy, fill, map or unmap command, while it runs.
    Transfer,
    /// `launch`: a kernel, while it runs.
    Launch,
    /// `fault`: a kernel with parameters, which gets none of its arguments and so accesses
    /// memory that it does not have. The device is lost.
    Fault,
    /// `callback`: the registration of a callback, or of another notification, of an event.
    Callback,
    /// `device`: the command with which its device is lost. It fails, and everything
    /// after it in the same context.
    Device,
}

impl Operation {
    const ALL: [(&'static str, Self); 8] = [
        ("alloc", Self::Alloc),
        ("enqueue", Self::Enqueue),
        ("build", Self::Build),
        ("transfer", Self::Transfer),
        ("launch", Self::Launch),
        ("fault", Self::Fault),
        ("callback", Self::Callback),
        ("device", Self::Device),
    ];

    /// The operation of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, operation)| operation)
    }
}

/// Counts the operations of one platform.
#[derive(Debug, Default)]
pub struct Failures {
    planned: Vec<(Operation, u64)>,
    counts: [AtomicU64; Operation::ALL.len()],
}

impl Failures {
    /// With these operations to fail, by their number from 1.
    pub fn new(planned: Vec<(Operation, u64)>) -> Self {
        Self { planned, ..Self::default() }
    }

    /// Counts an operation, and says whether it is to fail. Then a line on standard error says
    /// so, too, by which tests know that there was a failure.
    pub fn strikes(&self, operation: Operation) -> bool {
        let number = self.counts[operation as usize].fetch_add(1, Ordering::Relaxed) + 1;
        let strikes = self.planned.contains(&(operation, number));
        if strikes {
            let (name, _) = Operation::ALL[operation as usize];
            eprintln!("tandem: island: {name} {number} fails on purpose");
        }
        strikes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_counted_apart() {
        let failures = Failures::new(vec![(Operation::Launch, 2), (Operation::Alloc, 1), (Operation::Alloc, 3)]);
        let strikes = |operation, times| (0..times).map(|_| failures.strikes(operation)).collect::<Vec<_>>();
        assert_eq!(strikes(Operation::Launch, 3), [false, true, false]);
        assert_eq!(strikes(Operation::Alloc, 4), [true, false, true, false]);
        assert_eq!(strikes(Operation::Build, 1), [false]);
    }
}
