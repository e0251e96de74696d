//! Lowers builtins on matrices: loads, stores and products (`tandem_device_ir::matrix`).
//!
//! [`lower`] runs when kernels consist of one function and before variables become registers, since a work-item has its
//! share of a matrix in private memory until then. Operations for which a target has no instructions are [portable]:
//! plain accesses, and shuffles of the sub-group.

mod access;
pub mod portable;

use tandem_device_ir::matrix::{
    COMBINATIONS, Combination, Matrix, MatrixElement, MatrixLayout, MatrixUse, SUB_GROUP_SIZE,
};
use tandem_device_ir::{Builtin, ImportedFunction};
use tandem_device_ir_llvm::Callees;
use tandem_ir::{Builder, EditableModule, Function, Inst, Type, TypeKind, Value};

use crate::error::{Error, Result};
use crate::names::original_name;
pub use access::Access;

/// A target's support for matrices.
pub trait MatrixTarget {
    /// Name for messages, such as that of the processor.
    fn name(&self) -> String;

    /// Whether it has a product.
    fn has(&self, combination: Combination) -> bool;

    /// The runs of a matrix in memory.
    fn load<'m>(&self, site: MatrixCall<'m>, access: &Access<'m>) -> Vec<Value<'m>> {
        portable::load(site, access, false)
    }

    /// Writes the runs of a matrix to memory.
    fn store<'m>(&self, site: MatrixCall<'m>, access: &Access<'m>, runs: &[Value<'m>]) {
        portable::store(site, access, runs, false);
    }

    /// The runs of a product that the target [has](Self::has), of those of both factors and the accumulator.
    fn multiply_add<'m>(
        &self,
        site: MatrixCall<'m>,
        combination: Combination,
        [a, b, c]: [Vec<Value<'m>>; 3],
    ) -> Vec<Value<'m>> {
        portable::multiply_add(site, combination, [a, b, c])
    }
}

/// The call that is lowered.
#[derive(Clone, Copy)]
pub struct MatrixCall<'m> {
    /// The module that contains it.
    pub module: &'m EditableModule,
    /// The call.
    pub inst: Inst<'m>,
}

/// Lowers the builtins on matrices of a function with sub-groups of `sub_group_size` work-items.
///
/// # Errors
/// Products that the target lacks, shapes that no device has, operands that are not constants, and a sub-group size
/// that differs from the one that matrices need.
pub fn lower<'m>(
    module: &'m EditableModule,
    function: Function<'m>,
    sub_group_size: u32,
    target: &dyn MatrixTarget,
) -> Result<()> {
    let callees = Callees::called_by(function);
    for inst in function.insts() {
        let Some(Builtin::Imported(builtin)) = callees.builtin(inst) else { continue };
        let call = Call { site: MatrixCall { module, inst }, kernel: original_name(function), builtin };
        match builtin {
            ImportedFunction::MatrixFill
            | ImportedFunction::MatrixLoad
            | ImportedFunction::MatrixStore
            | ImportedFunction::MatrixMultiplyAdd => {
                call.lower(sub_group_size, target)?;
                inst.erase(module);
            }
            ImportedFunction::AsyncCopy
            | ImportedFunction::AsyncCommit
            | ImportedFunction::AsyncWait
            | ImportedFunction::MembersCombine
            | ImportedFunction::MembersShuffle => {}
        }
    }
    Ok(())
}

impl<'m> MatrixCall<'m> {
    /// A builder before the call, which may have moved to another block.
    pub fn builder(self) -> Builder<'m> {
        Builder::before(self.module, self.inst)
    }

    /// The type of an element in memory.
    pub fn element_type(self, element: MatrixElement) -> Type<'m> {
        match element {
            MatrixElement::BFloat16 => self.module.int(16),
            MatrixElement::Half => self.module.half(),
            MatrixElement::TensorFloat32 | MatrixElement::Float => self.module.float(),
            MatrixElement::Double => self.module.double(),
            MatrixElement::Int8 | MatrixElement::UInt8 => self.module.int(8),
            MatrixElement::Int32 => self.module.int(32),
        }
    }

    /// The type of a run: a vector, or a scalar if the run is one element.
    pub fn run_type(self, matrix: Matrix) -> Type<'m> {
        let element = self.element_type(matrix.element);
        if matrix.run() == 1 { element } else { element.vector(matrix.run()) }
    }

    /// An element of a run.
    pub fn element(self, run: Value<'m>, index: u32) -> Value<'m> {
        match run.ty().kind() {
            TypeKind::Vector(..) => self.builder().extract_element(run, self.number(index)),
            _ => run,
        }
    }

    /// The run of these elements.
    pub fn run(self, matrix: Matrix, elements: &[Value<'m>]) -> Value<'m> {
        match elements {
            [element] => *element,
            _ => (0..).zip(elements).fold(self.run_type(matrix).poison(), |run, (index, element)| {
                self.builder().insert_element(run, *element, self.number(index))
            }),
        }
    }

    /// An `i32`.
    pub fn number(self, number: u32) -> Value<'m> {
        self.module.int(32).int(number.into(), false)
    }

    /// An unsigned number of another width.
    fn resize(self, value: Value<'m>, bits: u32) -> Value<'m> {
        let ty = self.module.int(bits);
        match value.ty().kind() {
            TypeKind::Int(from) if from < bits => self.builder().zext(value, ty),
            TypeKind::Int(from) if from > bits => self.builder().trunc(value, ty),
            _ => value,
        }
    }

    /// The work-item's runs of a matrix in private memory: their addresses.
    fn places(self, matrix: Matrix, memory: Value<'m>) -> Vec<Value<'m>> {
        let runs = matrix.elements().unwrap_or(0) / matrix.run();
        let size = matrix.run() * matrix.element.size();
        let at = |run: u32| self.builder().gep(self.module.int(8), memory, &[self.number(run * size)], true);
        (0..runs).map(at).collect()
    }

    fn read(self, matrix: Matrix, memory: Value<'m>) -> Vec<Value<'m>> {
        let load = |place| {
            let load = self.builder().load(self.run_type(matrix), place);
            load.set_align(self.module, matrix.element.size());
            load.value()
        };
        self.places(matrix, memory).into_iter().map(load).collect()
    }

    fn write(self, matrix: Matrix, memory: Value<'m>, runs: &[Value<'m>]) {
        for (place, run) in self.places(matrix, memory).into_iter().zip(runs) {
            self.builder().store(*run, place).set_align(self.module, matrix.element.size());
        }
    }
}

/// One call of a builtin.
struct Call<'m> {
    site: MatrixCall<'m>,
    kernel: String,
    builtin: ImportedFunction,
}

impl<'m> Call<'m> {
    fn lower(&self, sub_group_size: u32, target: &dyn MatrixTarget) -> Result<()> {
        if sub_group_size != SUB_GROUP_SIZE {
            return Err(self.error(format!(
                "matrices belong to sub-groups of {SUB_GROUP_SIZE} work-items; those of the kernel have \
                 {sub_group_size}"
            )));
        }
        let (site, args) = (self.site, self.site.inst.args());
        match self.builtin {
            ImportedFunction::MatrixFill => {
                let matrix = self.matrix(2)?;
                let element = site.element_type(matrix.element);
                let bits = site.resize(args[1], 8 * matrix.element.size());
                let value = site.builder().bitcast(bits, element);
                let run = site.run(matrix, &vec![value; matrix.run() as usize]);
                site.write(matrix, args[0], &vec![run; site.places(matrix, args[0]).len()]);
            }
            ImportedFunction::MatrixLoad => {
                let access = self.access(args[1], args[2])?;
                site.write(access.matrix, args[0], &target.load(site, &access));
            }
            ImportedFunction::MatrixStore => {
                let access = self.access(args[1], args[2])?;
                target.store(site, &access, &site.read(access.matrix, args[0]));
            }
            ImportedFunction::MatrixMultiplyAdd => {
                let combination = self.combination(target)?;
                let [a, b, c] = combination.matrices();
                let values = [site.read(a, args[1]), site.read(b, args[2]), site.read(c, args[3])];
                site.write(c, args[0], &target.multiply_add(site, combination, values));
            }
            ImportedFunction::AsyncCopy
            | ImportedFunction::AsyncCommit
            | ImportedFunction::AsyncWait
            | ImportedFunction::MembersCombine
            | ImportedFunction::MembersShuffle => {}
        }
        Ok(())
    }

    /// Operands from the fourth on: storage class, layout, use, element, rows, columns.
    fn access(&self, memory: Value<'m>, stride: Value<'m>) -> Result<Access<'m>> {
        let layout = self.known(4, "layout", MatrixLayout::from_number)?;
        let stride = self.site.resize(stride, 64);
        Ok(Access { matrix: self.matrix(5)?, memory, stride, class: self.literal(3, "storage class")?, layout })
    }

    /// Operands from one on: use, element, rows, columns.
    fn matrix(&self, first: usize) -> Result<Matrix> {
        let matrix = Matrix {
            usage: self.known(first, "use", MatrixUse::from_number)?,
            element: self.known(first + 1, "element", MatrixElement::from_number)?,
            rows: self.known(first + 2, "number of rows", |number| u32::try_from(number).ok())?,
            cols: self.known(first + 3, "number of columns", |number| u32::try_from(number).ok())?,
        };
        if matrix.elements().is_some() {
            return Ok(matrix);
        }
        let Matrix { rows, cols, element, .. } = matrix;
        let there_are = list(COMBINATIONS.iter().copied());
        Err(self.error(format!(
            "a {rows}x{cols} matrix of {} is not supported in this position of a product; {there_are}",
            element.name(),
        )))
    }

    /// Operands from the fifth on: rows, columns, columns of the left factor, elements.
    fn combination(&self, target: &dyn MatrixTarget) -> Result<Combination> {
        let size = |index| self.known(index, "size", |number| u32::try_from(number).ok());
        let combination = Combination {
            m: size(4)?,
            n: size(5)?,
            k: size(6)?,
            factors: self.known(7, "element", MatrixElement::from_number)?,
            accumulator: self.known(8, "element", MatrixElement::from_number)?,
        };
        if COMBINATIONS.contains(&combination) && target.has(combination) {
            return Ok(combination);
        }
        let there_are = list(COMBINATIONS.iter().copied().filter(|known| target.has(*known)));
        let name = target.name();
        Err(self.error(format!("a product of matrices, {combination}, is not supported on {name}; {there_are}")))
    }

    fn literal(&self, index: usize, what: &str) -> Result<u64> {
        let value = self.site.inst.args()[index].const_u64();
        value.ok_or_else(|| self.error(format!("{}: the {what} is not a constant", self.name())))
    }

    fn known<T>(&self, index: usize, what: &str, of: impl Fn(u64) -> Option<T>) -> Result<T> {
        let number = self.literal(index, what)?;
        of(number).ok_or_else(|| self.error(format!("{}: unknown {what} {number}", self.name())))
    }

    fn name(&self) -> String {
        Builtin::Imported(self.builtin).base_name()
    }

    fn error(&self, construct: String) -> Error {
        Error::in_kernel(&self.kernel, construct).at(self.site.inst)
    }
}

/// The products, for messages.
fn list(combinations: impl Iterator<Item = Combination>) -> String {
    let names: Vec<_> = combinations.map(|combination| combination.to_string()).collect();
    if names.is_empty() { "no product is supported".to_owned() } else { format!("supported are {}", names.join(", ")) }
}
