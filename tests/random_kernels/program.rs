//! Random programs: structures, functions that call one another, and a kernel
//! for each function that others do not call.

use std::fmt::Write;

use crate::types::{I32, Random, Type, U64};

/// The bits of the widest type.
const WIDEST: u32 = 128;
/// Functions that call none, functions that call those, and kernels.
const LEVELS: [usize; 3] = [3, 2, 5];
/// Elements of arrays; a power of two.
pub const ELEMENTS: usize = 8;

/// Members of a structure by path, such as `.m2.m0`, with their types.
pub type Members = Vec<(String, Type)>;

/// A function that other functions of the program may call.
#[derive(Clone)]
pub struct Signature {
    pub name: String,
    /// The number of the structure that it takes and returns.
    pub structure: usize,
    pub number: Type,
}

/// A function while it is written.
pub struct Function<'a> {
    pub random: &'a mut Random,
    pub structures: &'a [Members],
    pub callees: &'a [Signature],
    pub text: String,
    /// Numbers that may be read, with those that may be assigned first.
    pub variables: Members,
    pub assignable: usize,
    /// Names and structures.
    pub objects: Vec<(String, usize)>,
    pub arrays: Members,
    pub names: usize,
    pub loops: u32,
}

impl Function<'_> {
    pub fn line(&mut self, line: impl AsRef<str>) {
        writeln!(self.text, "  {}", line.as_ref()).expect("writing to memory");
    }

    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    pub fn any_type(&mut self) -> Type {
        Type::random(self.random, WIDEST)
    }

    /// Something that can be read: a variable, a member or an element.
    pub fn readable(&mut self) -> String {
        match self.random.below(4) {
            0 if !self.arrays.is_empty() => {
                let (array, (index, _)) =
                    (self.random.pick(&self.arrays).0.clone(), self.random.pick(&self.variables).clone());
                format!("{array}[(unsigned){index} % {ELEMENTS}]")
            }
            1 if !self.objects.is_empty() => self.member().0,
            _ => self.random.pick(&self.variables).0.clone(),
        }
    }

    /// A member of an object, with its type.
    pub fn member(&mut self) -> (String, Type) {
        let (object, structure) = self.random.pick(&self.objects).clone();
        let (path, ty) = self.random.pick(&self.structures[structure]).clone();
        (object + &path, ty)
    }

    /// Declares variables, arrays and objects that begin with the parameters `x` and `y`.
    fn declarations(&mut self) {
        for _ in 0..3 + self.random.below(4) {
            let (name, ty) = (self.fresh("v"), self.any_type());
            let value = self.expression(ty, 1);
            self.line(format!("{ty} {name} = {value};"));
            self.variables.insert(0, (name, ty));
            self.assignable += 1;
        }
        for structure in 0..self.structures.len() {
            let name = self.fresh("s");
            self.line(format!("S{structure} {name} = {{}};"));
            self.objects.push((name, structure));
        }
        let (name, ty) = (self.fresh("a"), self.any_type());
        let values: Vec<_> = (0..ELEMENTS).map(|_| self.expression(ty, 1)).collect();
        self.line(format!("{ty} {name}[] = {{{}}};", values.join(", ")));
        self.arrays.push((name, ty));
        for _ in 0..4 {
            self.assign_member();
        }
    }

    fn assign_member(&mut self) {
        let (member, ty) = self.member();
        let value = self.expression(ty, 2);
        self.line(format!("{member} = {value};"));
    }

    /// Folds all that the function computed into `hash`.
    fn hash(&mut self) {
        self.line("unsigned long hash = 0;");
        let mut values: Vec<_> = self.variables[..self.assignable].iter().map(|(name, _)| name.clone()).collect();
        for (object, structure) in &self.objects {
            values.extend(self.structures[*structure].iter().map(|(path, _)| format!("{object}{path}")));
        }
        for (array, _) in &self.arrays {
            values.extend((0..ELEMENTS).map(|i| format!("{array}[{i}]")));
        }
        for value in values {
            self.line(format!("mix(hash, {value});"));
        }
    }
}

/// Writes the program of a seed.
pub fn program(seed: u64) -> String {
    let random = &mut Random::new(seed);
    let mut text = include_str!("prelude.hpp").to_owned();
    let structures = structures(random, &mut text);
    let mut callees = Vec::new();
    for count in LEVELS {
        let mut level = Vec::new();
        for _ in 0..count {
            let name = format!("f{}", callees.len() + level.len());
            let structure = random.below(structures.len());
            let signature = Signature { name, structure, number: Type::random(random, WIDEST) };
            text += &function(random, &structures, &callees, &signature);
            level.push(signature);
        }
        callees.extend(level);
    }
    let kernels: Vec<_> = callees[callees.len() - LEVELS[2]..].iter().collect();
    for Signature { name, structure, number } in &kernels {
        writeln!(text, "KERNEL({name}, S{structure}, {number})").expect("writing to memory");
    }
    let calls: Vec<_> = kernels.iter().map(|kernel| format!("check_{}(q)", kernel.name)).collect();
    writeln!(text, "int main() {{\n  sycl::queue q;\n  return {};\n}}", calls.join(" | ")).expect("writing to memory");
    text
}

/// Declares structures, of which some contain earlier ones.
fn structures(random: &mut Random, text: &mut String) -> Vec<Members> {
    let mut all: Vec<Members> = Vec::new();
    for number in 0..3 {
        let mut members = Members::new();
        writeln!(text, "struct S{number} {{").expect("writing to memory");
        for i in 0..2 + random.below(5) {
            let ty = Type::random(random, WIDEST);
            let (declaration, ty) = match random.below(6) {
                0 | 1 if ty != Type::Bool => (format!("{ty} m{i} : {}", 1 + random.below(ty.bits() as usize)), ty),
                2 if number > 0 => {
                    let inner = random.below(number);
                    members.extend(all[inner].iter().map(|(path, ty)| (format!(".m{i}{path}"), *ty)));
                    writeln!(text, "  S{inner} m{i};").expect("writing to memory");
                    continue;
                }
                _ => (format!("{ty} m{i}"), ty),
            };
            writeln!(text, "  {declaration};").expect("writing to memory");
            members.push((format!(".m{i}"), ty));
        }
        writeln!(text, "}};").expect("writing to memory");
        all.push(members);
    }
    all
}

/// A function that takes and returns a structure, and takes numbers and a pointer.
fn function(random: &mut Random, structures: &[Members], callees: &[Signature], signature: &Signature) -> String {
    let Signature { name, structure, number } = signature;
    let attribute = if random.one_in(2) { "[[gnu::noinline]] " } else { "" };
    let statements = 4 + random.below(6);
    let mut function = Function {
        random,
        structures,
        callees,
        text: format!(
            "{attribute}static S{structure} {name}(S{structure} s, {number} x, unsigned long y, int *p) {{\n"
        ),
        variables: vec![("x".into(), *number), ("y".into(), U64), ("(*p)".into(), I32)],
        assignable: 0,
        objects: vec![("s".into(), *structure)],
        arrays: Vec::new(),
        names: 0,
        loops: 0,
    };
    function.declarations();
    for _ in 0..statements {
        function.statement(3);
    }
    function.hash();
    function.line("*p = (int)(hash >> 20);");
    for (path, ty) in &structures[*structure] {
        if *ty != Type::Bool {
            function.line(format!("s{path} = ({ty})hash; hash = hash * 0x9e3779b97f4a7c15 + 1;"));
        }
    }
    function.line("return s;\n}");
    function.text
}
