//! A graph as text in the language of Graphviz.

use std::fmt::{self, Write};
use std::path::Path;

use tandem_image::demangle;

use super::group::{CommandGroup, Work};
use super::modifiable::{Graph, Node};
use crate::base::error::{Error, Result, shape};
use crate::submission::{BufferCommand, Endpoint, UsmCommand};

impl Graph {
    /// Writes the graph to a file, whose name ends with `.dot`: a node for each node, with its
    /// number, type and kernel, and with what its command does if `verbose`.
    pub fn print(&self, path: &Path, verbose: bool) -> Result<()> {
        if path.extension().is_none_or(|extension| extension != "dot") {
            return Err(Error::Invalid(format!("`{}` is not the name of a .dot file", path.display())));
        }
        std::fs::write(path, self.to_dot(verbose))
            .map_err(|error| Error::Invalid(format!("`{}` cannot be written: {error}", path.display())))
    }

    fn to_dot(&self, verbose: bool) -> String {
        let nodes = self.nodes();
        let state = self.state.lock();
        let mut text = "digraph dot {\n".to_owned();
        for node in &nodes {
            let label = label(node, verbose).replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  \"{}\" [style=bold, label=\"{label}\"];", node.index());
        }
        for (from, successors) in state.successors.iter().enumerate() {
            for to in successors {
                let _ = writeln!(text, "  \"{from}\" -> \"{to}\";");
            }
        }
        text.push_str("}\n");
        text
    }
}

fn label(node: &Node, verbose: bool) -> String {
    let group = node.group();
    let mut text = format!("ID = {}\nTYPE = {}", node.index(), node.kind().name());
    if let Some((kernel, _)) = group.kernel() {
        let _ = write!(text, "\nNAME = {}", demangle::kernel(&kernel.name()));
    }
    if verbose {
        describe(&group, &mut text);
    }
    text
}

/// Adds what a command group does.
fn describe(group: &CommandGroup, text: &mut String) {
    let _ = match &group.work {
        Work::Nothing | Work::HostTask(_) | Work::Buffer(BufferCommand::UpdateHost) => Ok(()),
        Work::Kernel { range, .. } => {
            let global = shape(&range.global[..range.dims]);
            let local = range.local.map(|local| format!("\nLOCAL = {}", shape(&local[..range.dims])));
            write!(text, "\nGLOBAL = {global}{}", local.unwrap_or_default())
        }
        Work::Usm(command) => describe_usm(command, text),
        Work::Buffer(BufferCommand::Copy { src, dst, .. }) => {
            write!(text, "\nSRC = {}\nDST = {}", endpoint(src), endpoint(dst))
        }
        Work::Buffer(BufferCommand::Fill { pattern, .. }) => write!(text, "\nPATTERN = {pattern:x?}"),
        Work::Graph(graph) => write!(text, "\nGRAPH = {}", graph.graph_id),
    };
    for (index, access) in group.accesses.iter().enumerate() {
        let mode = match (access.mode.reads(), access.mode.writes()) {
            (true, false) => "read",
            (false, true) => "write",
            _ => "read_write",
        };
        let _ = write!(text, "\nACCESSOR {index} = {mode}, {} bytes at {}", access.size, access.offset);
    }
}

fn describe_usm(command: &UsmCommand, text: &mut String) -> fmt::Result {
    match command {
        UsmCommand::Copy { dst, src, bytes } => {
            write!(text, "\nSRC = {:#x}\nDST = {:#x}\nBYTES = {bytes}", src.get(), dst.get())
        }
        UsmCommand::Copy2d { dst, src, width, height, .. } => {
            write!(text, "\nSRC = {:#x}\nDST = {:#x}\nBYTES = {width} x {height}", src.get(), dst.get())
        }
        UsmCommand::CopyPixels(copy) => {
            write!(text, "\nSRC = {:#x}\nDST = {:#x}\nPIXELS = {:?}", copy.src.get(), copy.dst.get(), copy.extent)
        }
        UsmCommand::Set { dst, value, bytes } => {
            write!(text, "\nDST = {:#x}\nVALUE = {value:#x}\nBYTES = {bytes}", dst.get())
        }
        UsmCommand::Fill { dst, pattern, bytes } => {
            write!(text, "\nDST = {:#x}\nPATTERN = {pattern:x?}\nBYTES = {bytes}", dst.get())
        }
        UsmCommand::Prefetch { ptr, bytes } => write!(text, "\nDST = {:#x}\nBYTES = {bytes}", ptr.get()),
        UsmCommand::Advise { ptr, bytes, advice } => {
            write!(text, "\nDST = {:#x}\nBYTES = {bytes}\nADVICE = {advice}", ptr.get())
        }
    }
}

fn endpoint(endpoint: &Endpoint) -> String {
    match endpoint {
        Endpoint::Access(index) => format!("accessor {index}"),
        Endpoint::Memory(address) => format!("{:#x}", address.get()),
    }
}
