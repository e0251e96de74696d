//! Random device IR: kernels over integers of whole and odd widths, floats,
//! vectors, aggregates, memory, branches and loops. Every program is free of
//! undefined behaviour, so that it can also be run and compared.

mod steps;
mod types;

use std::fmt::Write;

use types::{Scalar, Ty};

/// One random module with kernels `k0`, `k1`, …
pub fn module(seed: u64, kernels: usize) -> String {
    let mut text = String::new();
    text += "target datalayout = \"e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";
    for index in 0..kernels {
        let mut generator = Generator::new(seed.wrapping_mul(1000).wrapping_add(index as u64));
        text += &generator.kernel(index);
    }
    text
}

const WHOLE: &[u32] = &[8, 16, 32, 64];
const INTS: &[u32] = &[1, 3, 8, 13, 16, 24, 32, 33, 48, 64];
const LANES: &[u32] = &[2, 3, 4, 8, 16];

struct Generator {
    state: u64,
    next: u32,
    code: String,
    pool: Vec<(String, Ty)>,
}

impl Generator {
    fn new(seed: u64) -> Self {
        Self { state: seed ^ 0x9e37_79b9_7f4a_7c15, next: 0, code: String::new(), pool: Vec::new() }
    }

    fn random(&mut self, below: usize) -> usize {
        // SplitMix64.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % below as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random(from.len())]
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.code, "  {text}");
    }

    /// Defines a fresh value and adds it to the pool.
    fn define(&mut self, ty: Ty, text: &str) -> String {
        let name = self.temporary(text);
        self.pool.push((name.clone(), ty));
        name
    }

    /// Defines a fresh value that is used immediately.
    fn temporary(&mut self, text: &str) -> String {
        let name = format!("%t{}", self.next);
        self.next += 1;
        self.line(&format!("{name} = {text}"));
        name
    }

    fn constant(&mut self, ty: Ty) -> String {
        if ty.lanes > 0 {
            let lanes: Vec<_> =
                (0..ty.lanes).map(|_| format!("{} {}", ty.element().text(), self.constant(ty.element()))).collect();
            return format!("<{}>", lanes.join(", "));
        }
        match ty.scalar {
            Scalar::Int(1) => self.pick(&["true", "false"]).to_owned(),
            Scalar::Int(bits) => {
                let value = self.random(usize::MAX) as u64 as i64 >> self.pick(&[0_u32, 20, 40, 57]);
                let shift = 64 - bits;
                ((value << shift) >> shift).to_string()
            }
            _ => format!("{:?}", (self.random(4000) as f64 - 2000.0) / 256.0),
        }
    }

    /// A value of a type: from the pool, or a constant.
    fn value(&mut self, ty: Ty) -> String {
        let known: Vec<_> = self.pool.iter().filter(|(_, other)| *other == ty).map(|(name, _)| name.clone()).collect();
        if known.is_empty() || self.random(6) == 0 {
            return self.constant(ty);
        }
        known[self.random(known.len())].clone()
    }

    fn steps(&mut self, count: usize) {
        (0..count).for_each(|_| self.step());
    }

    /// A branch whose sides compute the same types.
    fn diamond(&mut self, index: u32) {
        let condition = self.value(Ty::int(1));
        self.line(&format!("br i1 {condition}, label %then{index}, label %else{index}"));
        let known = self.pool.len();
        let types: Vec<_> = (0..3).map(|_| self.any_type()).collect();
        let mut sides = Vec::new();
        for side in ["then", "else"] {
            let _ = writeln!(self.code, "{side}{index}:");
            self.steps(4);
            sides.push(types.iter().map(|ty| self.value(*ty)).collect::<Vec<_>>());
            self.line(&format!("br label %join{index}"));
            self.pool.truncate(known);
        }
        let _ = writeln!(self.code, "join{index}:");
        for (position, ty) in types.iter().enumerate() {
            let (then, otherwise) = (&sides[0][position], &sides[1][position]);
            let text = format!("phi {} [ {then}, %then{index} ], [ {otherwise}, %else{index} ]", ty.text());
            self.define(*ty, &text);
        }
    }

    /// A loop of a few iterations that carries values, with a switch inside.
    fn counted_loop(&mut self, index: u32, from: &str) -> String {
        let ty = self.any_type();
        let start = self.value(ty);
        self.line(&format!("br label %loop{index}"));
        let _ = writeln!(self.code, "loop{index}:");
        let (counter, carried) = (format!("%i{index}"), format!("%c{index}"));
        self.line(&format!("{counter} = phi i32 [ 0, %{from} ], [ %n{index}, %latch{index} ]"));
        self.line(&format!("{carried} = phi {} [ {start}, %{from} ], [ %v{index}, %latch{index} ]", ty.text()));
        let known = self.pool.len();
        self.pool.push((counter.clone(), Ty::int(32)));
        self.pool.push((carried, ty));
        self.steps(3);
        let selector = self.int_type().element();
        let selector = if selector.bits() < 8 { Ty::int(13) } else { selector };
        let value = self.value(selector);
        let value = self.temporary(&format!("urem {t} {value}, 5", t = selector.text()));
        let cases = format!(
            "{t} 0, label %zero{index} {t} 3, label %zero{index} {t} 1, label %latch{index}",
            t = selector.text()
        );
        let other = self.value(ty);
        self.line(&format!("switch {} {value}, label %latch{index} [ {cases} ]", selector.text()));
        let _ = writeln!(self.code, "zero{index}:");
        self.steps(2);
        let zero = self.value(ty);
        self.line(&format!("br label %latch{index}"));
        let _ = writeln!(self.code, "latch{index}:");
        let incoming = format!("[ {other}, %loop{index} ], [ {other}, %loop{index} ], [ {zero}, %zero{index} ]");
        self.line(&format!("%v{index} = phi {} {incoming}", ty.text()));
        self.line(&format!("%n{index} = add nuw nsw i32 {counter}, 1"));
        self.line(&format!("%d{index} = icmp eq i32 %n{index}, 5"));
        self.line(&format!("br i1 %d{index}, label %after{index}, label %loop{index}"));
        let _ = writeln!(self.code, "after{index}:");
        self.pool.truncate(known);
        self.pool.push((format!("%v{index}"), ty));
        format!("after{index}")
    }

    fn kernel(&mut self, index: usize) -> String {
        let _ = writeln!(self.code, "entry:");
        self.line("%memory = alloca [64 x i8], align 16");
        self.line("call void @llvm.memset.p0.i64(ptr %memory, i8 0, i64 64, i1 false)");
        for slot in 0..4 {
            let at = self.temporary(&format!("getelementptr inbounds i64, ptr addrspace(1) %in, i64 {slot}"));
            self.define(Ty::int(64), &format!("load i64, ptr addrspace(1) {at}, align 8"));
        }
        let first = self.pool[0].0.clone();
        self.line(&format!("%size = and i64 {first}, 15"));
        self.steps(15);
        self.diamond(0);
        self.steps(5);
        let after = self.counted_loop(0, "join0");
        self.steps(5);
        self.counted_loop(1, &after);
        self.steps(5);
        self.checksum();
        format!(
            "define spir_kernel void @k{index}(ptr addrspace(1) %in, ptr addrspace(1) %out) {{\n{}  ret void\n}}\n",
            std::mem::take(&mut self.code),
        )
    }

    /// Folds everything that was computed into one number.
    fn checksum(&mut self) {
        let mut sum = "0".to_owned();
        for (value, ty) in std::mem::take(&mut self.pool) {
            for lane in 0..ty.lanes.max(1) {
                let element = ty.element();
                let mut scalar = value.clone();
                if ty.lanes > 0 {
                    scalar = self.temporary(&format!("extractelement {} {value}, i32 {lane}", ty.text()));
                }
                scalar = self.canonical(element, scalar);
                if !element.is_int() {
                    let text = format!("bitcast {} {scalar} to i{}", element.text(), element.bits());
                    scalar = self.temporary(&text);
                }
                if element.bits() < 64 {
                    scalar = self.temporary(&format!("zext i{} {scalar} to i64", element.bits()));
                }
                let mixed = self.temporary(&format!("xor i64 {sum}, {scalar}"));
                let high = self.temporary(&format!("lshr i64 {mixed}, 57"));
                let low = self.temporary(&format!("shl i64 {mixed}, 7"));
                sum = self.temporary(&format!("or i64 {high}, {low}"));
            }
        }
        self.line(&format!("store i64 {sum}, ptr addrspace(1) %out, align 8"));
    }
}
