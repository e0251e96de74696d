//! The dependency graph between the files of a crate.

use std::collections::BTreeMap;

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use super::Source;

/// The circles of files that use each other, directly or by way of others, by their modules.
pub fn circles(sources: &[Source]) -> Vec<Vec<String>> {
    let mut graph = DiGraph::<(), ()>::new();
    let nodes: BTreeMap<&[String], _> =
        sources.iter().map(|source| (source.module.as_slice(), graph.add_node(()))).collect();
    for source in sources {
        for name in &source.names {
            // The file of a name is that of the longest path of a module before it.
            let file = (0..=name.len()).rev().find_map(|length| nodes.get(&name[..length]));
            if let Some(&file) = file {
                graph.update_edge(nodes[source.module.as_slice()], file, ());
            }
        }
    }
    let circles = tarjan_scc(&graph).into_iter().filter(|files| files.len() > 1);
    circles.map(|files| files.into_iter().map(|file| sources[file.index()].module.join("::")).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_use_each_other_are_a_circle() {
        let source = |module: &str, text| Source::parse(vec![module.to_owned()], text).unwrap();
        let sources = [
            source("a", "use crate::b::Thing; mod inner { use super::super::c; }"),
            source("b", "fn f() -> crate::a::Other { todo!() }"),
            source("c", "#[cfg(test)] mod tests { use crate::a; }"),
        ];
        let mut circles = circles(&sources);
        circles.iter_mut().for_each(|circle| circle.sort());
        assert_eq!(circles, [["a", "b"]]);
    }
}
