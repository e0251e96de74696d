//! The run times of passes, measured on request.

use std::fmt::Write;
use std::time::{Duration, Instant};

/// The times of the passes of a compilation, in the order in which they ran.
pub struct PassTimes(Option<Vec<(&'static str, Duration)>>);

impl PassTimes {
    /// Measures if it `is_wanted`.
    pub fn new(is_wanted: bool) -> Self {
        Self(is_wanted.then(Vec::new))
    }

    /// Runs a pass.
    pub fn measure<R>(&mut self, pass: &'static str, run: impl FnOnce() -> R) -> R {
        let Some(times) = &mut self.0 else { return run() };
        let begin = Instant::now();
        let result = run();
        times.push((pass, begin.elapsed()));
        result
    }

    /// The table for people, the longest first; none where nothing was measured.
    pub fn report(&self, device: &str) -> Option<String> {
        let mut times = self.0.clone()?;
        times.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
        let sum: Duration = times.iter().map(|(_, time)| *time).sum();
        let mut text = format!("tandem: passes for the {device} device: {:.3} ms\n", milliseconds(sum));
        for (pass, time) in times {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:10.3} ms  {pass}", milliseconds(time));
        }
        Some(text)
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_pass_comes_first() {
        let times = vec![("short", Duration::from_micros(250)), ("long", Duration::from_micros(1500))];
        let report = PassTimes(Some(times)).report("abacus");
        let expected = "tandem: passes for the abacus device: 1.750 ms\n     1.500 ms  long\n     0.250 ms  short\n";
        assert_eq!(report.as_deref(), Some(expected));
    }

    #[test]
    fn nothing_is_measured_that_nobody_wants() {
        let mut times = PassTimes::new(false);
        assert_eq!(times.measure("pass", || 7), 7);
        assert_eq!(times.report("abacus"), None);
    }
}
