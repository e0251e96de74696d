//! Bit casts of vectors become arithmetic on their elements, with the same results.

use tandem_ir::{Context, Module};

/// The type that is cast, a constant of it, and the type it is cast to.
const CASTS: [(&str, &str, &str); 9] = [
    ("<2 x float>", "<float 1.5, float -2.0>", "i64"),
    ("<1 x i32>", "<i32 7>", "float"),
    ("i64", "1311768467463790321", "<2 x float>"),
    ("double", "-3.25", "<4 x i16>"),
    ("<4 x i1>", "<i1 1, i1 0, i1 1, i1 1>", "i4"),
    ("i32", "-559038737", "<4 x i8>"),
    ("<4 x i16>", "<i16 1, i16 -2, i16 3, i16 -32768>", "<2 x i32>"),
    ("<2 x i64>", "<i64 -1234567890123, i64 77>", "<8 x half>"),
    ("<4 x float>", "<float 1.0, float -0.0, float 0.5, float 3.0>", "i128"),
];

fn module(context: &Context, argument: impl Fn(&str, &str) -> (String, String)) -> Module {
    let casts = CASTS.iter().enumerate().map(|(at, (from, constant, to))| {
        let (parameter, value) = argument(from, constant);
        format!("define {to} @f{at}({parameter}) {{\n %c = bitcast {from} {value} to {to}\n ret {to} %c\n}}\n")
    });
    Module::parse(context, casts.collect::<String>().as_bytes(), "test").expect("valid IR")
}

#[test]
fn results_are_those_of_the_casts() {
    let context = Context::new();
    let constant = |_: &str, constant: &str| (String::new(), constant.to_owned());
    let (mut folded, mut split) = (module(&context, constant), module(&context, constant));
    split.edit().split_vector_casts();
    for module in [&mut folded, &mut split] {
        module.run_passes("function(instsimplify)", None).expect("valid");
    }
    let text = folded.to_string();
    assert!(!text.contains("bitcast"), "{text}");
    assert_eq!(split.to_string(), text);
}

#[test]
fn no_cast_between_vectors_and_others_is_left() {
    let context = Context::new();
    let mut module = module(&context, |from, _| (format!("{from} %v"), "%v".to_owned()));
    module.edit().split_vector_casts();
    module.run_passes("verify,function(scalarizer)", None).expect("valid");
    let text = module.to_string();
    let casts: Vec<_> = text.lines().filter(|line| line.contains("bitcast")).collect();
    assert!(!casts.is_empty() && casts.iter().all(|cast| !cast.contains('<')), "{text}");
}

#[test]
fn elements_that_overlap_in_part_are_left() {
    let code = "define <3 x i16> @f(<2 x i24> %v) {\n %c = bitcast <2 x i24> %v to <3 x i16>\n ret <3 x i16> %c\n}";
    let context = Context::new();
    let mut module = Module::parse(&context, code.as_bytes(), "test").expect("valid IR");
    module.edit().split_vector_casts();
    assert!(module.to_string().contains("bitcast <2 x i24>"));
}
