//! One source file: what it is made of, and what it names.

use std::fs;
use std::path::Path;

use anyhow::Result;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A file of a crate.
pub struct Source {
    /// The path of its module below the crate.
    pub module: Vec<String>,
    /// Its lines without the space around them.
    pub lines: Vec<String>,
    /// Paths from the crate's root that it names, tests aside.
    pub names: Vec<Vec<String>>,
    /// Lines of each of its functions.
    pub functions: Vec<usize>,
    /// Comments that say why unsafe code is right.
    pub safety: usize,
    /// Those that say only that the caller has seen to it.
    pub passed_on: usize,
}

impl Source {
    /// Reads a file of the crate whose sources are below `root`.
    pub fn read(root: &Path, path: &Path) -> Result<Self> {
        Self::parse(module_of(path.strip_prefix(root)?), &fs::read_to_string(path)?)
    }

    /// A file with this text.
    pub fn parse(module: Vec<String>, text: &str) -> Result<Self> {
        let mut visitor = Visitor { module: module.clone(), names: Vec::new(), functions: Vec::new() };
        visitor.visit_file(&syn::parse_file(text)?);
        let safety: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("// SAFETY:")).collect();
        let passed_on = safety.iter().filter(|reason| is_passed_on(reason)).count();
        Ok(Self {
            module,
            lines: text.lines().map(|line| line.trim().to_owned()).collect(),
            names: visitor.names,
            functions: visitor.functions,
            safety: safety.len(),
            passed_on,
        })
    }
}

fn is_passed_on(reason: &str) -> bool {
    let reason = reason.trim().trim_end_matches('.');
    reason == "as above" || reason.starts_with("the caller's duty") && !reason.contains([';', ','])
}

fn module_of(path: &Path) -> Vec<String> {
    let path = path.with_extension("");
    let mut module: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    module.pop_if(|last| matches!(last.as_str(), "mod" | "lib" | "main"));
    module
}

struct Visitor {
    /// The module that is visited, which may be inline.
    module: Vec<String>,
    names: Vec<Vec<String>>,
    functions: Vec<usize>,
}

impl Visitor {
    /// Records a path, if it is one of the crate.
    fn name(&mut self, path: &[String]) {
        let supers = path.iter().take_while(|part| *part == "super").count();
        let start = match path.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("self") => self.module.clone(),
            Some("super") if supers <= self.module.len() => self.module[..self.module.len() - supers].to_vec(),
            _ => return,
        };
        let rest = &path[supers.max(1)..];
        self.names.push([start.as_slice(), rest].concat());
    }

    fn use_tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.use_tree(&path.tree, before);
                before.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.use_tree(item, before)),
            syn::UseTree::Name(name) => self.name(&[before.as_slice(), &[name.ident.to_string()]].concat()),
            syn::UseTree::Rename(name) => self.name(&[before.as_slice(), &[name.ident.to_string()]].concat()),
            syn::UseTree::Glob(_) => self.name(before),
        }
    }

    fn function(&mut self, block: &syn::Block) {
        let (start, end) = (block.span().start().line, block.span().end().line);
        self.functions.push(end - start + 1);
    }
}

impl<'a> Visit<'a> for Visitor {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        let is_test = item.attrs.iter().any(|attribute| {
            attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
        });
        if item.content.is_some() && !is_test {
            self.module.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.module.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        // A module's re-exports of its children are not uses.
        if matches!(item.vis, syn::Visibility::Inherited) {
            self.use_tree(&item.tree, &mut Vec::new());
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.name(&parts);
        visit::visit_path(self, path);
    }

    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        self.function(&item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.function(&item.block);
        visit::visit_impl_item_fn(self, item);
    }
}
