//! Random statements.

use crate::program::{ELEMENTS, Function};
use crate::types::Type;

impl Function<'_> {
    /// A statement of at most `depth` nested ones.
    pub fn statement(&mut self, depth: u32) {
        match self.random.below(14) {
            0..3 => self.assign(),
            3 => self.store(),
            4 => self.assign_to_member(),
            5 => self.copy(),
            6 => self.overflow(),
            7 => self.through_pointer(),
            8 => self.pun(),
            9 if self.loops == 0 => self.call(),
            10 if depth > 0 => self.branch(depth),
            11 if depth > 0 => self.switch(depth),
            12 if depth > 0 && self.loops < 2 => self.counted_loop(depth),
            13 if self.loops < 2 => self.closed_form(),
            _ => self.assign(),
        }
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..1 + self.random.below(3) {
            self.statement(depth - 1);
        }
    }

    /// A variable that may be assigned.
    fn target(&mut self) -> (String, Type) {
        let i = self.random.below(self.assignable);
        self.variables[i].clone()
    }

    fn assign(&mut self) {
        let (name, ty) = self.target();
        let value = self.expression(ty, 3);
        self.line(format!("{name} = {value};"));
    }

    fn store(&mut self) {
        let (array, ty) = self.random.pick(&self.arrays).clone();
        let (index, value) = (self.readable(), self.expression(ty, 2));
        self.line(format!("{array}[(unsigned){index} % {ELEMENTS}] = {value};"));
    }

    fn assign_to_member(&mut self) {
        let (member, ty) = self.member();
        let value = self.expression(ty, 3);
        self.line(format!("{member} = {value};"));
    }

    /// Copies an object to another one of its structure, and back a changed one.
    fn copy(&mut self) {
        let (object, structure) = self.random.pick(&self.objects).clone();
        let name = self.fresh("s");
        self.line(format!("S{structure} {name} = {object};"));
        let (path, ty) = self.random.pick(&self.structures[structure]).clone();
        let (value, condition) = (self.expression(ty, 2), self.condition(1));
        self.line(format!("{name}{path} = {value};"));
        self.line(format!("if ({condition}) {object} = {name};"));
    }

    /// A builtin that computes a number and whether it overflows.
    fn overflow(&mut self) {
        let mut standard = || {
            let bits = *self.random.pick(&[8, 16, 32, 64]);
            Type::Standard { bits, signed: self.random.one_in(2) }
        };
        let (left, right, result) = (standard(), standard(), standard());
        let what = *self.random.pick(&["add", "sub", "mul"]);
        let (x, y) = (self.expression(left, 2), self.expression(right, 2));
        let ((number, number_type), (flag, flag_type)) = (self.target(), self.target());
        let name = self.fresh("o");
        self.line(format!("{result} {name};"));
        self.line(format!("{flag} = ({flag_type})__builtin_{what}_overflow({x}, {y}, &{name});"));
        self.line(format!("{number} = ({number_type})({number} ^ {name});"));
    }

    /// Changes one of two variables of a type through a pointer.
    fn through_pointer(&mut self) {
        let ty = self.any_type();
        let (one, other, pointer) = (self.fresh("l"), self.fresh("l"), self.fresh("p"));
        let (first, second) = (self.expression(ty, 1), self.expression(ty, 1));
        let (condition, value) = (self.condition(1), self.expression(ty, 2));
        self.line(format!("{ty} {one} = {first}, {other} = {second}, *{pointer} = {condition} ? &{one} : &{other};"));
        self.line(format!("*{pointer} = {value};"));
        let (target, to) = self.target();
        self.line(format!("{target} = ({to})({one} - ({}){other});", ty.wrapping()));
    }

    /// Moves bytes of a standard type to another one, by a copy or by a union.
    fn pun(&mut self) {
        let mut standard =
            || Type::Standard { bits: *self.random.pick(&[8, 16, 32, 64]), signed: self.random.one_in(2) };
        let (to, from) = (standard(), standard());
        let (old, new, (target, ty)) = (self.expression(to, 1), self.expression(from, 2), self.target());
        if self.random.one_in(2) {
            self.line(format!("{target} = ({ty})with_bytes_of({old}, {new});"));
            return;
        }
        let name = self.fresh("u");
        self.line(format!(
            "union {{ unsigned long whole; {from} n[64 / {}]; {to} m[64 / {}]; }} {name} = {{y}};",
            from.bits(),
            to.bits()
        ));
        let (written, read) = (self.random_element(from), self.random_element(to));
        self.line(format!("{name}.n[{written}] = {new};"));
        self.line(format!("{target} = ({ty}){name}.m[{read}];"));
    }

    fn random_element(&mut self, ty: Type) -> usize {
        self.random.below(64 / ty.bits() as usize)
    }

    /// Calls a function with a copy of an object and the address of a variable.
    fn call(&mut self) {
        if self.callees.is_empty() {
            return self.assign();
        }
        let callee = self.random.pick(self.callees).clone();
        let number = self.expression(callee.number, 2);
        let y = self.expression(crate::types::U64, 2);
        let objects: Vec<_> = self.objects.iter().filter(|object| object.1 == callee.structure).cloned().collect();
        let (object, _) = self.random.pick(&objects).clone();
        let (local, (target, ty)) = (self.fresh("c"), self.target());
        self.line(format!("int {local} = (int)y;"));
        self.line(format!("{object} = {}({object}, {number}, {y}, &{local});", callee.name));
        self.line(format!("{target} = ({ty}){local};"));
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.condition(2);
        self.line(format!("if ({condition}) {{"));
        self.block(depth);
        if self.random.one_in(2) {
            self.line("} else {");
            self.block(depth);
        }
        self.line("}");
    }

    /// With cases that are dense or sparse, and may fall through.
    fn switch(&mut self, depth: u32) {
        let ty = self.any_type();
        let on = self.expression(ty, 2);
        let (count, sparse) = (2 + self.random.below(6), self.random.one_in(2));
        self.line(match sparse {
            true => format!("switch ((unsigned)({on} % 8) * 1000003u) {{"),
            false => format!("switch ((int)({on} & 7)) {{"),
        });
        for case in 0..count {
            self.line(if sparse { format!("case {case} * 1000003u: {{") } else { format!("case {case}: {{") });
            self.block(depth);
            let end = if self.random.one_in(3) { "} [[fallthrough]];" } else { "} break;" };
            self.line(end);
        }
        self.line("default: {");
        self.block(depth);
        self.line("}}");
    }

    /// A loop with a counter of any width, up or down, which may be left early.
    fn counted_loop(&mut self, depth: u32) {
        let counter = self.fresh("i");
        let bits = *self.random.pick(&[8, 16, 32, 64]);
        let ty = Type::Standard { bits, signed: self.random.one_in(2) };
        let (limit, step) = (self.readable(), 1 + self.random.below(3));
        let head = match self.random.one_in(2) {
            true => format!("{counter} = 0; {counter} < ({ty})((unsigned){limit} % 20); {counter} += {step}"),
            false => format!("{counter} = ({ty})((unsigned){limit} % 20); {counter} > 0; --{counter}"),
        };
        self.line(format!("for ({ty} {head}) {{"));
        self.variables.push((counter, ty));
        self.loops += 1;
        self.block(depth);
        if self.random.one_in(3) {
            let (condition, how) = (self.condition(1), *self.random.pick(&["break", "continue"]));
            self.line(format!("if ({condition}) {how};"));
            self.assign();
        }
        self.loops -= 1;
        self.variables.pop();
        self.line("}");
    }

    /// A loop whose result has a formula.
    fn closed_form(&mut self) {
        let (counter, limit, sum) = (self.fresh("i"), self.fresh("n"), self.fresh("t"));
        let bits = *self.random.pick(&[32, 64, 128]);
        let (ty, (target, to), from) = (Type::Standard { bits, signed: false }, self.target(), self.readable());
        let addend = match self.random.below(5) {
            0 => counter.clone(),
            1 => format!("{counter} * {counter}"),
            2 => format!("{counter} * ({ty})y"),
            3 => format!("{counter} * {counter} * {counter} + 3"),
            _ => format!("({ty})y + {counter} * 5"),
        };
        let operator = *self.random.pick(&["+=", "+=", "-=", "^=", "*="]);
        self.line(format!("const {ty} {limit} = ({ty})((unsigned){from} % 200); {ty} {sum} = 1;"));
        self.line(format!("for ({ty} {counter} = 0; {counter} < {limit}; ++{counter}) {sum} {operator} {addend};"));
        self.line(format!("{target} = ({to})({target} ^ {sum});"));
    }
}
