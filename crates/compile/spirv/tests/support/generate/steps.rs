//! Single steps of a generated kernel: each computes one or two values from existing ones, or accesses memory.

use super::types::{Scalar, Ty};
use super::{Generator, INTS, LANES, WHOLE};

impl Generator {
    pub(super) fn int_type(&mut self) -> Ty {
        let bits = if self.random(2) == 0 { self.pick(WHOLE) } else { self.pick(INTS) };
        let lanes = if self.random(4) == 0 { self.pick(LANES) } else { 0 };
        Ty { scalar: Scalar::Int(bits), lanes }
    }

    fn float_type(&mut self) -> Ty {
        let lanes = if self.random(4) == 0 { self.pick(LANES) } else { 0 };
        Ty { scalar: self.pick(&[Scalar::Float, Scalar::Double]), lanes }
    }

    pub(super) fn any_type(&mut self) -> Ty {
        if self.random(3) == 0 { self.float_type() } else { self.int_type() }
    }

    pub(super) fn step(&mut self) {
        match self.random(12) {
            0..=2 => self.int_arithmetic(),
            3 => self.int_intrinsic(),
            4 => self.compare_and_select(),
            5 => self.int_cast(),
            6 => self.float_arithmetic(),
            7 => self.float_intrinsic(),
            8 => self.lanes(),
            9 => self.memory(),
            10 => self.aggregate(),
            _ => self.mixed_cast(),
        }
    }

    fn int_arithmetic(&mut self) {
        let ty = self.int_type();
        let (t, bits) = (ty.text(), ty.bits());
        let (a, b) = (self.value(ty), self.value(ty));
        let op = self
            .pick(&["add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "udiv", "urem", "sdiv", "srem"]);
        let splat = |value: u64| {
            if ty.lanes == 0 {
                return value.to_string();
            }
            let lane = format!("i{bits} {value}");
            format!("<{}>", vec![lane; ty.lanes as usize].join(", "))
        };
        let b = match op {
            "shl" | "lshr" | "ashr" if bits == 1 => return,
            "shl" | "lshr" | "ashr" => {
                self.temporary(&format!("urem {t} {b}, {}", splat(u64::from(bits).min((1 << bits.min(62)) - 1))))
            }
            "udiv" | "urem" if bits == 1 => return,
            "udiv" | "urem" => self.temporary(&format!("or {t} {b}, {}", splat(1))),
            "sdiv" | "srem" if bits < 8 => return,
            "sdiv" | "srem" => {
                let small = self.temporary(&format!("and {t} {b}, {}", splat(7)));
                self.temporary(&format!("or {t} {small}, {}", splat(1)))
            }
            _ => b,
        };
        self.define(ty, &format!("{op} {t} {a}, {b}"));
    }

    fn int_intrinsic(&mut self) {
        let mut ty = self.int_type();
        let name = self.pick(&[
            "smax",
            "smin",
            "umax",
            "umin",
            "abs",
            "ctlz",
            "cttz",
            "ctpop",
            "bitreverse",
            "bswap",
            "fshl",
            "fshr",
            "sadd.sat",
            "uadd.sat",
            "ssub.sat",
            "usub.sat",
            "overflow",
            "cmp",
            "shl.sat",
        ]);
        if name == "bswap" {
            ty.scalar = Scalar::Int(self.pick(WHOLE));
        }
        if name == "shl.sat" && !WHOLE.contains(&ty.bits()) {
            ty.scalar = Scalar::Int(16);
        }
        if name == "bswap" && ty.bits() == 8 {
            ty.scalar = Scalar::Int(48);
            ty.lanes = 0;
        }
        let (t, s, bits) = (ty.text(), ty.suffix(), ty.bits());
        let (a, b) = (self.value(ty), self.value(ty));
        match name {
            "abs" | "ctlz" | "cttz" => {
                self.define(ty, &format!("call {t} @llvm.{name}.{s}({t} {a}, i1 false)"));
            }
            "ctpop" | "bitreverse" | "bswap" => {
                self.define(ty, &format!("call {t} @llvm.{name}.{s}({t} {a})"));
            }
            "fshl" | "fshr" => {
                let low = if self.random(2) == 0 { a.clone() } else { self.value(ty) };
                self.define(ty, &format!("call {t} @llvm.{name}.{s}({t} {a}, {t} {low}, {t} {b})"));
            }
            "overflow" => {
                let ty = ty.element();
                let t = ty.text();
                let (a, b) = (self.value(ty), self.value(ty));
                let op = self.pick(&["sadd", "uadd", "ssub", "usub", "smul", "umul"]);
                let pair =
                    self.temporary(&format!("call {{ {t}, i1 }} @llvm.{op}.with.overflow.{t}({t} {a}, {t} {b})"));
                self.define(ty, &format!("extractvalue {{ {t}, i1 }} {pair}, 0"));
                self.define(Ty::int(1), &format!("extractvalue {{ {t}, i1 }} {pair}, 1"));
            }
            "cmp" => {
                let to = ty.with(Scalar::Int(16));
                let op = self.pick(&["scmp", "ucmp"]);
                self.define(to, &format!("call {} @llvm.{op}.{}.{s}({t} {a}, {t} {b})", to.text(), to.suffix()));
            }
            "shl.sat" => {
                let limit = vec![format!("i{bits} {}", bits - 1); ty.lanes.max(1) as usize].join(", ");
                let limit = if ty.lanes == 0 { (bits - 1).to_string() } else { format!("<{limit}>") };
                let amount = self.temporary(&format!("and {t} {b}, {limit}"));
                let op = self.pick(&["sshl.sat", "ushl.sat"]);
                self.define(ty, &format!("call {t} @llvm.{op}.{s}({t} {a}, {t} {amount})"));
            }
            _ => {
                self.define(ty, &format!("call {t} @llvm.{name}.{s}({t} {a}, {t} {b})"));
            }
        }
    }

    fn compare_and_select(&mut self) {
        let ty = self.any_type();
        let (a, b, t) = (self.value(ty), self.value(ty), ty.text());
        let bools = ty.with(Scalar::Int(1));
        let condition = if ty.is_int() {
            let predicate = self.pick(&["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"]);
            self.define(bools, &format!("icmp {predicate} {t} {a}, {b}"))
        } else {
            let predicate = self.pick(&[
                "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno",
                "true", "false",
            ]);
            self.define(bools, &format!("fcmp {predicate} {t} {a}, {b}"))
        };
        let (x, y) = (self.value(ty), self.value(ty));
        self.define(ty, &format!("select {} {condition}, {t} {x}, {t} {y}", bools.text()));
        let scalar = self.value(Ty::int(1));
        self.define(ty, &format!("select i1 {scalar}, {t} {y}, {t} {x}"));
    }

    fn int_cast(&mut self) {
        let from = self.int_type();
        let to = from.with(Scalar::Int(self.pick(INTS)));
        let value = self.value(from);
        let op = match from.bits().cmp(&to.bits()) {
            std::cmp::Ordering::Less => self.pick(&["zext", "sext"]),
            std::cmp::Ordering::Greater => "trunc",
            std::cmp::Ordering::Equal => return,
        };
        self.define(to, &format!("{op} {} {value} to {}", from.text(), to.text()));
    }

    fn mixed_cast(&mut self) {
        let float = self.float_type();
        let int = float.with(Scalar::Int(self.pick(INTS)));
        match self.random(4) {
            0 => {
                let value = self.value(int);
                let op = self.pick(&["sitofp", "uitofp"]);
                self.define(float, &format!("{op} {} {value} to {}", int.text(), float.text()));
            }
            1 => {
                let value = self.value(float);
                let to = float.with(Scalar::Int(self.pick(INTS)));
                let op = self.pick(&["fptosi", "fptoui"]);
                let (f, t) = (float.text(), to.text());
                self.define(to, &format!("call {t} @llvm.{op}.sat.{}.{}({f} {value})", to.suffix(), float.suffix()));
            }
            2 => {
                let value = self.value(float);
                let (to, op) = match float.scalar {
                    Scalar::Float => (float.with(Scalar::Double), "fpext"),
                    _ => (float.with(Scalar::Float), "fptrunc"),
                };
                self.define(to, &format!("{op} {} {value} to {}", float.text(), to.text()));
            }
            _ => {
                let value = self.value(int.with(Scalar::Int(float.bits())));
                let ints = int.with(Scalar::Int(float.bits()));
                self.define(float, &format!("bitcast {} {value} to {}", ints.text(), float.text()));
            }
        }
    }

    fn float_arithmetic(&mut self) {
        let ty = self.float_type();
        let (a, b, t) = (self.value(ty), self.value(ty), ty.text());
        let op = self.pick(&["fadd", "fsub", "fmul", "fdiv"]);
        self.define(ty, &format!("{op} {t} {a}, {b}"));
        if self.random(3) == 0 {
            self.define(ty, &format!("fneg {t} {b}"));
        }
    }

    fn float_intrinsic(&mut self) {
        let ty = self.float_type();
        let (a, b, c, t, s) = (self.value(ty), self.value(ty), self.value(ty), ty.text(), ty.suffix());
        match self.pick(&["fabs", "floor", "ceil", "trunc", "rint", "fma", "minimum", "maximum", "class", "round"]) {
            "fma" => self.define(ty, &format!("call {t} @llvm.fma.{s}({t} {a}, {t} {b}, {t} {c})")),
            name @ ("minimum" | "maximum") => self.define(ty, &format!("call {t} @llvm.{name}.{s}({t} {a}, {t} {b})")),
            "class" => {
                // Signs and payloads of NaNs are unspecified.
                let mask = self.random(256) * 4 + if self.random(2) == 0 { 3 } else { 0 };
                let bools = ty.with(Scalar::Int(1));
                self.define(bools, &format!("call {} @llvm.is.fpclass.{s}({t} {a}, i32 {mask})", bools.text()))
            }
            name => self.define(ty, &format!("call {t} @llvm.{name}.{s}({t} {a})")),
        };
    }

    fn lanes(&mut self) {
        let mut ty = self.any_type();
        if ty.lanes == 0 {
            ty.lanes = self.pick(LANES);
        }
        let (vector, t) = (self.value(ty), ty.text());
        let lane = self.random(ty.lanes as usize);
        match self.random(6) {
            0 => {
                self.define(ty.element(), &format!("extractelement {t} {vector}, i32 {lane}"));
            }
            1 => {
                let index = self.value(Ty::int(32));
                let index = self.temporary(&format!("urem i32 {index}, {}", ty.lanes));
                self.define(ty.element(), &format!("extractelement {t} {vector}, i32 {index}"));
            }
            2 => {
                let element = self.value(ty.element());
                self.define(ty, &format!("insertelement {t} {vector}, {} {element}, i64 {lane}", ty.element().text()));
            }
            3 => {
                let other = self.value(ty);
                let to = Ty { lanes: self.pick(LANES), ..ty };
                let mask: Vec<_> =
                    (0..to.lanes).map(|_| format!("i32 {}", self.random(2 * ty.lanes as usize))).collect();
                self.define(
                    to,
                    &format!("shufflevector {t} {vector}, {t} {other}, <{} x i32> <{}>", to.lanes, mask.join(", ")),
                );
            }
            4 if ty.is_int() => {
                let op = self.pick(&["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"]);
                let element = ty.element();
                let name = format!("@llvm.vector.reduce.{op}.{}", ty.suffix());
                self.define(element, &format!("call {} {name}({t} {vector})", element.text()));
            }
            5 if ty.is_int() && matches!(ty.bits() * ty.lanes, 2..=64) && matches!(ty.bits(), 1 | 8 | 16 | 32) => {
                let bits = ty.bits() * ty.lanes;
                if !INTS.contains(&bits) || (ty.bits() != 1 && !WHOLE.contains(&bits)) {
                    return;
                }
                let int = Ty::int(bits);
                let flat = self.define(int, &format!("bitcast {t} {vector} to {}", int.text()));
                self.define(ty, &format!("bitcast {} {flat} to {t}", int.text()));
            }
            _ => {}
        }
    }

    fn memory(&mut self) {
        let (to, from) = (self.random(40), self.random(40));
        match self.random(5) {
            0 => {
                let byte = self.value(Ty::int(8));
                let size = if self.random(2) == 0 { "20".to_owned() } else { "%size".to_owned() };
                let at = self.temporary(&format!("getelementptr i8, ptr %memory, i64 {to}"));
                self.line(&format!("call void @llvm.memset.p0.i64(ptr {at}, i8 {byte}, i64 {size}, i1 false)"));
            }
            1 => {
                let size = self.pick(&["19", "3", "%size"]);
                let a = self.temporary(&format!("getelementptr [64 x i8], ptr %memory, i64 0, i64 {to}"));
                let b = self.temporary(&format!("getelementptr inbounds i8, ptr %memory, i64 {from}"));
                self.line(&format!("call void @llvm.memmove.p0.p0.i64(ptr {a}, ptr {b}, i64 {size}, i1 false)"));
            }
            2 => {
                let at = self.temporary(&format!("getelementptr i8, ptr %memory, i64 {to}"));
                let size = self.pick(&["16", "%size"]);
                self.line(&format!(
                    "call void @llvm.memcpy.p0.p1.i64(ptr {at}, ptr addrspace(1) %in, i64 {size}, i1 false)"
                ));
            }
            _ => {
                let mut ty = self.any_type();
                if !matches!(ty.bits(), 8 | 16 | 24 | 32 | 48 | 64) || (ty.lanes > 0 && matches!(ty.bits(), 24 | 48)) {
                    ty = Ty::int(self.pick(&[8_u32, 16, 24, 32, 48, 64]));
                }
                if ty.bits() * ty.lanes > 128 {
                    ty.lanes = 2;
                }
                let value = self.value(ty);
                let value = self.canonical(ty, value);
                let a = self.temporary(&format!("getelementptr i8, ptr %memory, i64 {to}"));
                let b = self.temporary(&format!("getelementptr i8, ptr %memory, i64 {from}"));
                self.line(&format!("store {} {value}, ptr {a}, align 1", ty.text()));
                self.define(ty, &format!("load {}, ptr {b}, align 1", ty.text()));
            }
        }
    }

    /// A float whose bits are certain, because it is a number.
    pub(super) fn canonical(&mut self, ty: Ty, value: String) -> String {
        if ty.is_int() {
            return value;
        }
        let (t, bools) = (ty.text(), ty.with(Scalar::Int(1)).text());
        let ordered = self.temporary(&format!("fcmp ord {t} {value}, {value}"));
        self.temporary(&format!("select {bools} {ordered}, {t} {value}, {t} zeroinitializer"))
    }

    fn aggregate(&mut self) {
        const TYPE: &str = "{ i8, i1, { i64, float }, [2 x i16] }";
        let mut current = "zeroinitializer".to_owned();
        for (ty, path) in [
            (Ty::int(8), "0"),
            (Ty::int(1), "1"),
            (Ty::int(64), "2, 0"),
            (Ty { scalar: Scalar::Float, lanes: 0 }, "2, 1"),
            (Ty::int(16), "3, 1"),
        ] {
            let value = self.value(ty);
            current = self.temporary(&format!("insertvalue {TYPE} {current}, {} {value}, {path}", ty.text()));
        }
        self.define(Ty::int(1), &format!("extractvalue {TYPE} {current}, 1"));
        self.define(Ty::int(64), &format!("extractvalue {TYPE} {current}, 2, 0"));
        self.define(Ty::int(16), &format!("extractvalue {TYPE} {current}, 3, 0"));
    }
}
