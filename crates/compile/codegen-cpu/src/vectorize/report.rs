//! How a kernel's loops over work-items were vectorized, as remarks for users.
//!
//! ```text
//! file.cpp:12:9: remark: kernel `K`, lines 12-18: 16 work-items at a time
//! file.cpp:14:5: remark: strided load: neighbouring work-items load 4 bytes each, 16 bytes apart
//! ```

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use tandem_image::demangle;
use tandem_ir::{Function, Module};

use super::findings::Code;
use super::item_loop::ItemLoop;
use super::plan::{self, LoopPlan};
use super::private::PrivateMemory;
use super::refusal::Refusal;
use super::source_lines::{Region, SourcePosition, place};
use crate::abi::SYMBOL_PREFIX;
use crate::options::VectorizeReport;

/// The remarks about a function.
pub struct Report {
    detail: VectorizeReport,
    /// The kernel's name in the source.
    kernel: String,
    region: Region,
    text: String,
}

impl Report {
    /// An empty report about a kernel's function.
    pub fn new(detail: VectorizeReport, function: Function<'_>) -> Self {
        let name = function.name();
        let kernel = demangle::kernel(name.strip_prefix(SYMBOL_PREFIX).unwrap_or(&name));
        Self { detail, kernel, region: Region::default(), text: String::new() }
    }

    /// Notes the lines of the loop that is planned next.
    pub fn begin_region(&mut self, item_loop: &ItemLoop<'_>) {
        if self.detail > VectorizeReport::None {
            self.region = Region::new(item_loop);
        }
    }

    /// Adds a remark on the vectorization of that loop.
    pub fn add<'m>(&mut self, module: &'m Module, plan: &Result<LoopPlan<'m>, Refusal<'m>>) {
        if self.detail == VectorizeReport::None {
            return;
        }
        match plan {
            Ok(plan) => self.add_plan(module, plan),
            Err(refusal) => self.add_refusal(module, refusal),
        }
    }

    fn add_plan<'m>(&mut self, module: &'m Module, plan: &LoopPlan<'m>) {
        let LoopPlan { lanes, cost, body, shapes, private, .. } = plan;
        let text = match plan.pays {
            true => format!("{lanes} work-items at a time"),
            false => format!(
                "one work-item at a time: {lanes} at a time are estimated to take {:.2} times as long",
                cost.vector / cost.scalar
            ),
        };
        self.say(text, None);
        self.add_findings(&Code { module, body, shapes, private });
        if self.detail == VectorizeReport::Plans {
            self.text += &plan.to_string();
        }
    }

    fn add_findings(&mut self, code: &Code<'_, '_>) {
        let found = code.findings().into_iter().map(|found| (place(found.inst), found.text));
        for (place, text) in found.collect::<BTreeSet<_>>() {
            self.text += &remark(place.as_ref(), &text);
        }
    }

    fn add_refusal<'m>(&mut self, module: &'m Module, refusal: &Refusal<'m>) {
        let Refusal::Straight(item_loop) = refusal else {
            let place = refusal.causes().into_iter().find_map(place);
            return self.say(format!("one work-item at a time: {refusal}"), place);
        };
        self.say(format!("{refusal}: left to LLVM's loop vectorizer"), None);
        if let Some((body, shapes)) = plan::straight(module, item_loop) {
            let private = PrivateMemory::default();
            self.add_findings(&Code { module, body: &body, shapes: &shapes, private: &private });
        }
    }

    /// A remark about the region, at a location or at its start.
    fn say(&mut self, text: String, place: Option<SourcePosition>) {
        let Self { kernel, region, .. } = self;
        let place = place.or_else(|| region.begin.clone());
        let remark = remark(place.as_ref(), &format!("kernel `{kernel}`{region}: {text}"));
        self.text += &remark;
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn remark(place: Option<&SourcePosition>, text: &str) -> String {
    match place {
        Some(place) => format!("{place}: remark: {text}\n"),
        None => format!("remark: {text}\n"),
    }
}

#[cfg(test)]
mod tests {
    use tandem_ir::Context;

    use super::*;
    use crate::cost_model::CostModel;
    use crate::vectorize::item_loop;
    use crate::vectorize::plan::Width;

    const PARALLEL: &str = "!0 = distinct !{!0, !1}
        !1 = !{!\"tandem.work_items\"}
        !llvm.dbg.cu = !{!2}
        !llvm.module.flags = !{!4}
        !2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, emissionKind: LineTablesOnly)
        !3 = !DIFile(filename: \"k.cpp\", directory: \"/\")
        !4 = !{i32 2, !\"Debug Info Version\", i32 3}
        !5 = distinct !DISubprogram(name: \"K\", file: !3, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !2)
        !6 = !DISubroutineType(types: !{})";

    /// The report about work-items that run `body`, which ends at `leave`. `@N` at the end of an instruction is its
    /// line.
    fn report(body: &str) -> String {
        report_after("verify", body)
    }

    fn report_after(passes: &str, body: &str) -> String {
        let locations = (10..20).map(|line| format!("!{line} = !DILocation(line: {line}, column: 1, scope: !5)\n"));
        let text = format!(
            "declare float @g(float)
            define void @\"__tandem_wg__ZTS1K@0\"(ptr %p, i64 %n, i64 %u) !dbg !5 {{
            start:
              %own = alloca [4 x i32], !tandem.private !1
              %large = alloca [4096 x i32], !tandem.private !1
              br label %x
            x:
              %i = phi i64 [ 0, %start ], [ %next, %leave ]
              {}
            leave:
              %next = add nuw nsw i64 %i, 1
              %more = icmp ult i64 %next, %n
              br i1 %more, label %x, label %end, !llvm.loop !0
            end:
              ret void
            }}
            {PARALLEL}
            {}",
            body.replace('@', ", !dbg !").replace(", !dbg !g", "@g"),
            locations.collect::<String>(),
        );
        let ctx = Context::new();
        let mut module = Module::parse(&ctx, text.as_bytes(), "test").unwrap_or_else(|error| panic!("{error}"));
        module.run_passes(passes, None).expect("passes of LLVM");
        let module = module.edit();
        let function = module.function("__tandem_wg__ZTS1K@0").expect("defined above");
        let mut report = Report::new(VectorizeReport::Remarks, function);
        for found in item_loop::find(module, function) {
            report.begin_region(&found);
            let width = Width { lanes: 8, is_forced: false, vector_bits: 256 };
            // Loops that only contain branches become vector code, too.
            let costs = CostModel { max_loop_vectorizer_instructions: 0, ..CostModel::X86_64 };
            report.add(module, &LoopPlan::new(module, found, width, &costs));
        }
        report.to_string()
    }

    #[test]
    fn strided_and_scattered_accesses_are_found() {
        let text = report(
            "%c = icmp ult i64 %i, %u @10
              br i1 %c, label %then, label %leave @10
            then:
              %twice = shl nuw nsw i64 %i, 1 @11
              %a = getelementptr i32, ptr %p, i64 %twice @11
              %v = load i32, ptr %a @11
              %w = sext i32 %v to i64 @12
              %b = getelementptr i32, ptr %p, i64 %w @12
              %d = getelementptr i32, ptr %p, i64 %i @13
              store i32 1, ptr %b @12
              store i32 %v, ptr %d @13
              br label %leave @13",
        );
        let expected = "k.cpp:10:1: remark: kernel `K`, lines 10-13: 8 work-items at a time
            k.cpp:11:1: remark: strided load: neighbouring work-items load 4 bytes each, 8 bytes apart
            k.cpp:12:1: remark: scattered store: neighbouring work-items store at no fixed distance
            ";
        assert_eq!(text, expected.replace("            ", ""));
    }

    #[test]
    fn accesses_by_int_ids_are_side_by_side() {
        let text = report(
            "%int = trunc i64 %i to i32
              %c = icmp sgt i32 %int, 3 @10
              br i1 %c, label %then, label %leave @10
            then:
              %index = and i64 %i, 2147483647 @11
              %a = getelementptr i32, ptr %p, i64 %index @11
              %v = load i32, ptr %a @11
              %w = mul i32 %v, %v @11
              store i32 %w, ptr %a @11
              br label %leave @11",
        );
        let expected = "k.cpp:10:1: remark: kernel `K`, lines 10-11: 8 work-items at a time
            ";
        assert_eq!(text, expected.replace("            ", ""));
    }

    /// The report of a load at `index`, which is computed from the number `%int` of 32 bits.
    fn report_of_load(index: &str) -> String {
        report(&format!(
            "%int = trunc i64 %i to i32
              %uniform = trunc i64 %u to i32
              {index}
              %a = getelementptr i32, ptr %p, i64 %index @11
              %v = load i32, ptr %a @11
              %c = icmp sgt i32 %v, 3 @10
              br i1 %c, label %then, label %leave @10
            then:
              store i32 %v, ptr %p @11
              br label %leave @11"
        ))
    }

    #[test]
    fn sums_that_hardly_wrap_around_are_tested() {
        let sum = report_of_load("%sum = add i32 %int, %uniform\n %index = zext i32 %sum to i64");
        assert!(!sum.contains("scattered load"), "{sum}");
    }

    #[test]
    fn numbers_that_are_bound_to_wrap_around_are_not_tested() {
        let before = report_of_load("%sum = add i32 %int, -1\n %index = zext i32 %sum to i64");
        assert!(before.contains("scattered load"), "{before}");
        let hash = report_of_load("%sum = mul i32 %int, 747796405\n %index = zext i32 %sum to i64");
        assert!(hash.contains("scattered load"), "{hash}");
    }

    /// Each sum is made of the two before it: following all paths to the first one would take forever.
    #[test]
    fn numbers_are_looked_at_once() {
        let sums: String = (2..80).map(|n| format!("%s{n} = add i32 %s{}, %s{}\n", n - 1, n - 2)).collect();
        let start = "%s0 = add i32 %uniform, 2\n %s1 = add i32 %uniform, 1\n";
        let index = "%sum = add i32 %int, %s79\n %index = zext i32 %sum to i64";
        let text = report_of_load(&format!("{start}{sums}{index}"));
        assert!(!text.contains("scattered load"), "{text}");
    }

    #[test]
    fn accesses_by_sums_of_int_ids_are_side_by_side() {
        let text = report(
            "%row = shl i64 %u, 39 @10
              %column = shl i64 %i, 32 @10
              %sum = add i64 %row, %column @10
              %index = ashr exact i64 %sum, 30 @10
              %a = getelementptr i8, ptr %p, i64 %index @10
              %v = load i32, ptr %a @10
              %c = icmp sgt i32 %v, 3 @10
              br i1 %c, label %then, label %leave @10
            then:
              %sum2 = add i64 %sum, 4294967296 @11
              %index2 = ashr exact i64 %sum2, 32 @11
              %b = getelementptr i32, ptr %p, i64 %index2 @11
              store i32 %v, ptr %b @11
              br label %leave @11",
        );
        let expected = "k.cpp:10:1: remark: kernel `K`, lines 10-11: 8 work-items at a time
            k.cpp:10:1: remark: branch: work-items that do not take it wait for those that do
            ";
        assert_eq!(text, expected.replace("            ", ""));
    }

    #[test]
    fn loops_that_end_at_different_times_and_separate_calls_are_found() {
        let text = report(
            "br label %loop @10
            loop:
              %k = phi i64 [ 0, %x ], [ %k1, %loop ]
              %z = phi float [ 0.0, %x ], [ %z4, %loop ]
              %z1 = fadd float %z, 1.0 @11
              %z2 = fmul float %z1, %z1 @11
              %z3 = fmul float %z2, %z1 @11
              %z4 = fmul float %z3, %z1 @11
              %k1 = add i64 %k, 1 @11
              %c = icmp ult i64 %k1, %i @12
              br i1 %c, label %loop, label %done @12
            done:
              %r = phi float [ %z4, %loop ]
              %s = call float @g(float %r) @13
              %a = getelementptr float, ptr %p, i64 %i @13
              store float %s, ptr %a @13
              br label %leave @13",
        );
        let expected = "k.cpp:10:1: remark: kernel `K`, lines 10-13: 8 work-items at a time
            k.cpp:12:1: remark: loop: work-items leave it at different times; those that have left wait
            k.cpp:13:1: remark: call of `g`: one work-item at a time
            ";
        assert_eq!(text, expected.replace("            ", ""));
    }

    #[test]
    fn what_keeps_a_loop_scalar_is_named_with_its_line() {
        let refusal = |of: &str| {
            let text = report(&format!(
                "%e = icmp eq i64 %i, 1 @10
                  br i1 %e, label %then, label %leave @10
                then:
                  {of}
                  br label %leave @10"
            ));
            text.trim_end().to_owned()
        };
        let wide = refusal("%w = zext i64 %i to i256 @11\n %v = mul i256 %w, %w @12\n store i256 %v, ptr %p @12");
        assert_eq!(
            wide,
            "k.cpp:11:1: remark: kernel `K`, lines 10-12: one work-item at a time: integers of 256 bits have no vector form"
        );
        let escapes = refusal("store ptr %own, ptr %p @12");
        assert_eq!(
            escapes,
            "k.cpp:12:1: remark: kernel `K`, lines 10-12: one work-item at a time: the address of a private variable is \
             stored, passed on or converted"
        );
        let large = refusal("%l = getelementptr i32, ptr %large, i64 %u @13\n store i32 0, ptr %l @13");
        assert_eq!(
            large,
            "k.cpp:13:1: remark: kernel `K`, lines 10-13: one work-item at a time: its private variables have 16384 \
             bytes, more than 8192"
        );
    }

    #[test]
    fn the_estimate_is_given_where_it_decides() {
        let text = report(
            "%c = icmp ult i64 %i, %u @10
              br i1 %c, label %then, label %leave @10
            then:
              %old = atomicrmw fadd ptr %p, float 1.0 monotonic @11
              br label %leave @11",
        );
        let mut lines = text.lines();
        let region = lines.next().unwrap_or_default();
        let estimate = region
            .strip_prefix("k.cpp:10:1: remark: kernel `K`, lines 10-11: one work-item at a time: 8 at a time are estimated to take ")
            .and_then(|text| text.strip_suffix(" times as long"));
        assert!(estimate.and_then(|text| text.parse::<f64>().ok()).is_some_and(|times| times >= 1.0), "{text}");
        let slow: Vec<_> = lines.collect();
        assert_eq!(slow, ["k.cpp:11:1: remark: atomic operation: one work-item at a time"]);
    }

    #[test]
    fn straight_loops_are_left_to_llvm() {
        let text = report_after(
            "simplifycfg",
            "%f = getelementptr [3 x float], ptr %p, i64 %i @10
              %v = load float, ptr %f @10
              store float %v, ptr %f @11
              br label %leave",
        );
        let expected =
            "k.cpp:10:1: remark: kernel `K`, lines 10-11: no loops and few branches: left to LLVM's loop vectorizer
            k.cpp:10:1: remark: strided load: neighbouring work-items load 4 bytes each, 12 bytes apart
            k.cpp:11:1: remark: strided store: neighbouring work-items store 4 bytes each, 12 bytes apart
            ";
        assert_eq!(text, expected.replace("            ", ""));
    }
}
