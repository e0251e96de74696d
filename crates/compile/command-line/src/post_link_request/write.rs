//! Writes a request as a command line.

use super::task::{AddedImage, LinkRequest, Request, TargetRequest, Task, UnitRequest};

impl Request {
    /// The command line.
    pub fn to_args(&self) -> Vec<String> {
        let mut args = match &self.task {
            Task::Unit(unit) => {
                let mut args = Args::of_task("unit");
                args.put_unit(unit);
                args
            }
            Task::Link(link) => {
                let mut args = Args::of_task("link");
                args.put_link(link);
                args
            }
            Task::Finish { linked, targets } => {
                let mut args = Args::of_task("finish");
                linked.iter().for_each(|file| args.put("--linked", file));
                args.put_targets(targets);
                args
            }
            Task::Check { parts, linked } => {
                let mut args = Args::of_task("check");
                args.put("--parts", parts);
                linked.iter().for_each(|file| args.put("--linked", file));
                args
            }
        };
        args.put("-o", &self.output);
        args.0
    }
}

/// A command line, as far as it was written.
struct Args(Vec<String>);

impl Args {
    fn of_task(name: &str) -> Self {
        Self(vec![name.to_owned()])
    }

    fn put(&mut self, name: &str, value: &str) {
        self.0.extend([name.to_owned(), value.to_owned()]);
    }

    fn put_some(&mut self, name: &str, value: Option<&String>) {
        if let Some(value) = value {
            self.put(name, value);
        }
    }

    fn put_switch(&mut self, name: &str, is_on: bool) {
        self.put(name, if is_on { "on" } else { "off" });
    }

    fn put_unit(&mut self, unit: &UnitRequest) {
        self.put("--unit", &unit.unit);
        self.put("--source", &unit.source);
        self.put("--opt-level", &unit.opt_level.to_string());
        self.put_switch("--lines", unit.has_lines);
        self.put_switch("--contract", unit.contracts);
        self.put_switch("--dead-args", unit.dead_args);
        self.put_switch("--only-check", unit.only_check);
        self.put("--error-limit", &unit.error_limit.to_string());
        self.put_some("--int-header", unit.int_header.as_ref());
        self.put_some("--host-symbols", unit.host_symbols.as_ref());
    }

    fn put_link(&mut self, link: &LinkRequest) {
        link.unit.iter().for_each(|unit| self.put_unit(unit));
        self.put_some("--parts", link.parts.as_ref());
        self.put_some("--members", link.members.as_ref());
        for AddedImage { target, file } in &link.added {
            self.put("--add-image", &format!("{target}:{file}"));
        }
        self.put("--split", link.split.name());
        self.put_switch("--rdc", link.rdc);
        self.put("--jobs", &link.jobs.to_string());
        self.put("--link-opt-level", &link.opt_level.to_string());
        self.put_targets(&link.targets);
        self.put_some("--save-prefix", link.save_prefix.as_ref());
    }

    fn put_targets(&mut self, targets: &[TargetRequest]) {
        for TargetRequest { target, compile_options, link_options } in targets {
            self.put("--target", target.name());
            self.put("--compile-options", compile_options);
            self.put("--link-options", link_options);
        }
    }
}
