//! Debug information: invalid operands are refused, types stay valid while structures become complete, and reading
//! returns the information that was written.

use tandem_ir::{
    Builder, Context, DebugInfoBuilder, DebugKind, DebugLevel, DebugNode, DebugType, Declaration, Declared,
    EditableModule, Error, Function, Indirection, Module, Scope, Structure,
};

/// DWARF's code of signed numbers.
const SIGNED: u32 = 5;

fn builder(module: &EditableModule) -> DebugInfoBuilder<'_> {
    DebugInfoBuilder::new(module, "/folder", "file.cpp", "test", DebugLevel::Full)
}

fn define<'m>(module: &'m EditableModule, name: &str) -> Function<'m> {
    let function = module.add_function(name, module.void().function(&[], false));
    Builder::at_end(module, function.append_block(module, "")).ret_void();
    function
}

fn site<'a, 'm>(name: &'a str, scope: Scope<'m>, file: Scope<'m>) -> Declared<'a, 'm> {
    Declared { name, scope: Some(scope), file: Some(file), line: 3 }
}

/// Asserts that verification fails with this text after `change`, which gets a builder, a file and the subprogram of
/// `f`.
#[track_caller]
fn refused(text: &str, change: impl for<'m> FnOnce(&'m EditableModule, &DebugInfoBuilder<'m>, Scope<'m>, Scope<'m>)) {
    let mut module = Module::new(&Context::new(), "test");
    {
        let module = module.edit();
        let builder = builder(module);
        let file = builder.file("/folder", "file.cpp");
        let subprogram = builder.subprogram(define(module, "f"), file, 1);
        change(module, &builder, file, subprogram);
    }
    let Err(Error::Verify { message, .. }) = module.verify() else { panic!("`{text}` is accepted") };
    assert!(message.contains(text), "{message}");
}

#[test]
fn scopes_of_wrong_kinds() {
    refused("a scope of code", |_, builder, file, _| {
        builder.location(file, 1, 1);
    });
    refused("a scope of code", |_, builder, file, _| {
        builder.block(&site("", file, file), 1);
    });
    refused("a scope of code", |_, builder, file, _| {
        let ty = builder.basic_type("int", 32, SIGNED);
        builder.variable(&site("x", file, file), ty, None, false);
    });
    refused("a file", |_, builder, _, subprogram| {
        builder.file_block(subprogram, subprogram);
    });
    refused("a file", |_, builder, _, subprogram| {
        builder.typedef(&site("name", subprogram, subprogram), None);
    });
    refused("a subprogram", |module, _, file, _| module.function("f").expect("defined").set_subprogram(module, file));
}

#[test]
fn nodes_of_another_context() {
    let mut other = Module::new(&Context::new(), "other");
    let other = other.edit();
    let other_builder = builder(other);
    let other_file = other_builder.file("/folder", "file.cpp");
    let other_scope = other_builder.subprogram(define(other, "f"), other_file, 1);
    let other_location = other_builder.location(other_scope, 1, 1);
    let mut module = Module::new(&Context::new(), "test");
    let module = module.edit();
    let function = define(module, "f");
    let check = |text: &str| {
        let Err(Error::Verify { message, .. }) = module.verify() else { panic!("`{text}` is accepted") };
        assert!(message.contains(text), "{message}");
    };
    function.insts()[0].set_debug_loc(module, Some(other_location));
    assert!(function.insts()[0].debug_loc().is_none());
    check("from another context");
    function.set_subprogram(module, other_scope);
    assert!(function.subprogram().is_none());
    builder(module).file_block(other_scope, other_file);
    check("a scope of code");
    builder(module).indirection(Indirection::Pointer, Some(other_builder.basic_type("int", 32, SIGNED)), 64);
    check("a type of another builder");
}

#[test]
fn a_location_of_another_function_is_an_error() {
    refused("wrong subprogram", |module, builder, file, subprogram| {
        let other = define(module, "g");
        builder.subprogram(other, file, 5);
        other.insts()[0].set_debug_loc(module, Some(builder.location(subprogram, 1, 1)));
    });
}

#[test]
fn a_variable_of_an_incomplete_type() {
    refused("not complete", |_, builder, file, subprogram| {
        let incomplete = builder.structure(Structure::Struct, &site("s", subprogram, file), 64);
        let pointer = builder.indirection(Indirection::Pointer, Some(incomplete.ty()), 64);
        builder.variable(&site("x", subprogram, file), pointer, None, false);
        builder.complete(incomplete, Structure::Struct, &site("s", subprogram, file), &[]);
    });
}

/// Declares a variable of each type, reads them back, and gives their types to `check`.
fn with_types(
    make: for<'m> fn(&DebugInfoBuilder<'m>, Scope<'m>) -> Vec<DebugType<'m>>,
    check: impl FnOnce(&[DebugNode<'_>]),
) {
    let mut module = Module::new(&Context::new(), "test");
    let module = module.edit();
    let function = define(module, "f");
    {
        let builder = builder(module);
        let file = builder.file("/folder", "file.cpp");
        let subprogram = builder.subprogram(function, file, 1);
        for (number, ty) in make(&builder, file).into_iter().enumerate() {
            let name = format!("variable{number}");
            let variable = builder.variable(&site(&name, subprogram, file), ty, None, false);
            let location = builder.location(subprogram, 3, 1);
            let address = Builder::before(module, function.insts()[0]).alloca(module.int(64), "").value();
            let before = *function.insts().last().expect("a return");
            module.declare(&Declaration { address, variable, location }, before);
        }
        // A structure that is never completed is no danger either.
        drop(builder.structure(Structure::Class, &site("never", subprogram, file), 8));
    }
    module.verify().expect("valid");
    let declarations = module.take_declarations();
    let types = declarations.iter().filter_map(|of| DebugNode::of_variable(module, of.variable).ty());
    check(&types.collect::<Vec<_>>());
}

/// `struct list { list *next; };`
#[test]
fn a_structure_that_points_to_itself() {
    fn make<'m>(builder: &DebugInfoBuilder<'m>, file: Scope<'m>) -> Vec<DebugType<'m>> {
        let place = || Declared { name: "list", scope: None, file: Some(file), line: 2 };
        let incomplete = builder.structure(Structure::Struct, &place(), 64);
        let ty = incomplete.ty();
        let pointer = builder.indirection(Indirection::Pointer, Some(ty), 64);
        let member = builder.member(ty, &Declared { name: "next", ..place() }, pointer, 64, 0);
        vec![builder.complete(incomplete, Structure::Struct, &place(), &[member]), ty, pointer]
    }
    with_types(make, |types| {
        let [list, same, pointer] = types[..] else { panic!("{} types", types.len()) };
        assert!(list == same);
        assert_eq!((list.kind(), list.name().as_str(), list.bits()), (DebugKind::CompositeType, "list", 64));
        let next = list.elements()[0].expect("a member");
        assert_eq!((next.name().as_str(), next.line(), next.scope() == Some(list)), ("next", 2, true));
        assert!(next.ty() == Some(pointer) && pointer.ty() == Some(list));
    });
}

/// LLVM makes one node of two equal ones when the second becomes complete, and deletes the nodes that pointed to it.
#[test]
fn equal_structures_become_one() {
    fn make<'m>(builder: &DebugInfoBuilder<'m>, file: Scope<'m>) -> Vec<DebugType<'m>> {
        let empty = || {
            let place = || Declared { name: "empty", scope: None, file: Some(file), line: 2 };
            let incomplete = builder.structure(Structure::Struct, &place(), 8);
            let pointer = builder.indirection(Indirection::Pointer, Some(incomplete.ty()), 64);
            [builder.complete(incomplete, Structure::Struct, &place(), &[]), pointer]
        };
        [empty(), empty()].concat()
    }
    with_types(make, |types| {
        let [empty, pointer, second_empty, second_pointer] = types[..] else { panic!("{} types", types.len()) };
        assert!(empty == second_empty && pointer == second_pointer && pointer.ty() == Some(empty));
    });
}

#[test]
fn fields_are_those_written() {
    let mut module = Module::new(&Context::new(), "test");
    let module = module.edit();
    let function = define(module, "f");
    {
        let builder = builder(module);
        let file = builder.file("/folder", "file.cpp");
        let subprogram = builder.subprogram(function, file, 1);
        let block = builder.block(&Declared { line: 12, ..site("", subprogram, file) }, 7);
        let int = builder.basic_type("int, encoding: DW_ATE_float", 32, SIGNED);
        let values = [("one, value: 2".to_owned(), -1)];
        let ty = builder.enumeration(&site("e", subprogram, file), Some(int), 32, &values);
        let variable = builder.variable(&site("DIFlagArtificial, arg: 3", block, file), ty, Some(2), false);
        let this = builder.variable(&site("this", block, file), int, Some(1), true);
        let location = builder.location(block, 3, 1);
        for variable in [variable, this] {
            let address = Builder::before(module, function.insts()[0]).alloca(module.int(32), "").value();
            let before = *function.insts().last().expect("a return");
            module.declare(&Declaration { address, variable, location }, before);
        }
    }
    module.verify().expect("valid");
    let declarations = module.take_declarations();
    let [variable, this] = [0, 1].map(|index| DebugNode::of_variable(module, declarations[index].variable));
    assert_eq!((variable.parameter_number(), variable.is_artificial(), variable.line()), (Some(2), false, 3));
    assert_eq!((this.parameter_number(), this.is_artificial(), this.name().as_str()), (Some(1), true, "this"));
    let block = variable.scope().expect("in a block");
    assert_eq!((block.kind(), block.line()), (DebugKind::Block, 12));
    let (directory, name) = block.file().expect("in a file").file();
    assert_eq!((directory.as_str(), name.as_str()), ("/folder", "file.cpp"));
    let ty = variable.ty().expect("an enumeration");
    let value = ty.elements()[0].expect("an enumerator");
    assert_eq!((value.name().as_str(), value.enumerator_value(), value.line()), ("one, value: 2", Some(-1), 0));
    let int = ty.ty().expect("a basic type");
    assert_eq!((int.bits(), int.encoding().as_deref(), int.is_vector()), (32, Some("DW_ATE_signed"), false));
}
