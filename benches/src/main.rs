//! `./x bench`: the costs of Tandem, as tables with a baseline measured in the same run and the
//! figures of peers (`peers.rs`).
//!
//! The machines are noisy: each figure is a median with its minimum, and a comparison interleaves
//! its two sides.

mod compile;
mod cuda;
mod divergent;
mod images;
mod kernels;
mod launch;
mod link;
mod measure;
mod opencl;
mod overlap;
mod peers;
mod startup;
mod usm;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Measures Tandem.
#[derive(Parser)]
struct Options {
    /// Repetitions of each measurement.
    #[arg(long, default_value_t = 7, global = true)]
    reps: usize,
    #[command(subcommand)]
    table: Option<Table>,
}

/// One table; all but the last two when none is named.
#[derive(Clone, Copy, Subcommand)]
enum Table {
    /// Compile time of hello-worlds against plain clang; parse cost of the headers.
    Compile,
    /// Process start to first result, and latencies of the kernels of a source; cold and warm persistent cache.
    Startup,
    /// Cost of a submission and of a round trip; memory over 100,000 submissions.
    Launch,
    /// Allocating and freeing USM, compared with `malloc`.
    Usm,
    /// Copies and kernels of independent buffers at the same time, on island devices.
    Overlap,
    /// Kernels with and without barriers.
    Kernels,
    /// Kernels whose work-items diverge, and loop nests under guards, compared with plain loops.
    Divergent,
    /// Kernels that read, filter and write images.
    Images,
    /// Device link of 1,000, 2,000 and 5,000 kernels; takes minutes, so only when named.
    Link,
    /// Launches, copies and start on an NVIDIA GPU, compared with CUDA; only when named. Needs
    /// `nvcc`.
    Cuda,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let tables = match options.table {
        Some(table) => vec![table],
        None => vec![
            Table::Compile,
            Table::Startup,
            Table::Launch,
            Table::Usm,
            Table::Overlap,
            Table::Kernels,
            Table::Divergent,
            Table::Images,
        ],
    };
    let bench = measure::Bench::new(options.reps)?;
    for table in tables {
        match table {
            Table::Compile => compile::run(&bench)?,
            Table::Startup => startup::run(&bench)?,
            Table::Launch => launch::run(&bench)?,
            Table::Usm => usm::run(&bench)?,
            Table::Overlap => overlap::run(&bench)?,
            Table::Kernels => kernels::run(&bench)?,
            Table::Divergent => divergent::run(&bench)?,
            Table::Images => images::run(&bench)?,
            Table::Link => link::run_all(&bench)?,
            Table::Cuda => cuda::run(&bench)?,
        }
        println!();
    }
    Ok(())
}
