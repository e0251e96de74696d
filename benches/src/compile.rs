//! Compile time of the hello-worlds against plain clang's for the same loops
//! without SYCL, and what parsing `sycl.hpp` costs.

use std::fs;
use std::process::Command;

use anyhow::Result;

use crate::measure::{Bench, heading, row};
use crate::peers;
use tandem_llvm_version::LLVM;

/// Prints the tables.
pub fn run(bench: &Bench) -> Result<()> {
    heading(
        "Compile time (whole, -O2)",
        &["program", "tandem++ ms (min)", "plain clang ms (min)", "ratio of medians", "of minima", "AdaptiveCpp ms"],
    );
    for ((name, peer_s), plain) in peers::ACPP_COMPILE_S.iter().zip(["vadd_plain_vector.cpp", "vadd_plain.cpp"]) {
        let mut ours = bench.compiler();
        ours.args(["-fsycl", "-O2", "-std=c++17", "-o"]).arg(bench.scratch("ours"));
        ours.arg(bench.source(&format!("{name}.cpp")));
        let mut theirs = Command::new(LLVM.program("clang++"));
        theirs.args(["-O2", "-std=c++17", "-o"]).arg(bench.scratch("theirs")).arg(bench.source(plain));
        let peer = peers::acpp("generic").map(|mut peer| {
            peer.args(["-O2", "-std=c++17", "-o"]).arg(bench.scratch("peer"));
            peer.arg(bench.source(&format!("{name}.cpp")));
            peer
        });
        let (ours, theirs, peer_ms) = match peer {
            Some(peer) => {
                let [ours, theirs, peer] = bench.interleave([ours, theirs, peer], || Ok(()))?;
                (ours, theirs, peer.median_ms())
            }
            None => {
                let [ours, theirs] = bench.interleave([ours, theirs], || Ok(()))?;
                (ours, theirs, peer_s * 1e3)
            }
        };
        row(&[
            (*name).into(),
            format!("{:.0} ({:.0})", ours.median_ms(), ours.min_ms()),
            format!("{:.0} ({:.0})", theirs.median_ms(), theirs.min_ms()),
            format!("{:.2}", ours.median_ms() / theirs.median_ms()),
            format!("{:.2}", ours.min_ms() / theirs.min_ms()),
            format!("{peer_ms:.0}"),
        ]);
    }
    println!();
    parse_cost(bench)
}

fn parse_cost(bench: &Bench) -> Result<()> {
    let (header, empty) = (bench.scratch("header.cpp"), bench.scratch("empty.cpp"));
    fs::write(&header, "#include <sycl/sycl.hpp>\n")?;
    fs::write(&empty, "\n")?;
    let parse = |source, option| {
        let mut command = Command::new(LLVM.program("clang++"));
        command.args(["-fsyntax-only", "-std=c++17", "-Xclang", "-fsycl-is-host", option, "-I"]);
        command.arg(bench.include()).arg(source);
        command
    };
    let plain = "-DPLAIN";
    let commands = [parse(&header, plain), parse(&header, "-D__SYCL_TU_ID=\"\""), parse(&empty, plain)];
    let [with, with_standard, without] = bench.interleave(commands, || Ok(()))?;
    heading("Parsing sycl.hpp (host pass)", &["what", "ms (min)", "DPC++ ms", "AdaptiveCpp ms"]);
    row(&[
        "#include <sycl/sycl.hpp>".into(),
        format!("{:.0} ({:.0})", with.median_ms(), with.min_ms()),
        format!("{:.0}", peers::DPCPP_PARSE_S * 1e3),
        format!("{:.0}", peers::ACPP_PARSE_S * 1e3),
    ]);
    row(&[
        "the same with the standard headers that come along (tandem++ without its precompiled header)".into(),
        format!("{:.0} ({:.0})", with_standard.median_ms(), with_standard.min_ms()),
        "–".into(),
        "–".into(),
    ]);
    row(&[
        "an empty file".into(),
        format!("{:.0} ({:.0})", without.median_ms(), without.min_ms()),
        "–".into(),
        "–".into(),
    ]);
    Ok(())
}
