//! Attributes as programs write them, before and after.

use super::*;

#[track_caller]
fn check(before: &str, after: &str) {
    let result = rewrite(before.as_bytes());
    assert_eq!(String::from_utf8(result.text).unwrap(), after);
}

/// In the original text, `^` marks the position of the annotation, `!` that of the attribute.
#[track_caller]
fn check_place(text: &str) {
    let before = text.replace('^', "").replace('!', "[[sycl::reqd_work_group_size(8)]]");
    let annotation = " __attribute__((annotate(\"sycl_reqd_work_group_size\",8))) ";
    let after = match text.contains('^') {
        true => text.replace('!', "").replace('^', annotation),
        false => text.replace('!', annotation),
    };
    check(&before, &after);
}

#[test]
fn kernel_attributes_become_annotations() {
    check(
        "[=](id<1> i) [[sycl::reqd_work_group_size(8, 4)]] {}",
        "[=](id<1> i) __attribute__((annotate(\"sycl_reqd_work_group_size\",8,4)))   {}",
    );
    check(
        "void f() const [[intel::kernel_args_restrict]];",
        "void f() const  __attribute__((annotate(\"sycl_kernel_args_restrict\"))) ;",
    );
    check(
        "[[using sycl: device_has(aspect::fp16, f<1>({2}))]]",
        " __attribute__((annotate(\"sycl_device_has\",::sycl::detail::constant_argument<(aspect::fp16)>,\
         ::sycl::detail::constant_argument<(f<1>({2}))>))) ",
    );
    check(
        "[[sycl::reqd_work_group_size(1,Sizes...)]]",
        " __attribute__((annotate(\"sycl_reqd_work_group_size\",1,\
         ::sycl::detail::constant_argument<(Sizes)>...))) ",
    );
    check(
        "[[sycl::device_has(list<1, 2>::value, a < b, c[d[0]])]]",
        " __attribute__((annotate(\"sycl_device_has\",::sycl::detail::constant_argument<(list<1, 2>::value)>,\
         ::sycl::detail::constant_argument<(a < b)>,::sycl::detail::constant_argument<(c[d[0]])>))) ",
    );
}

#[test]
fn all_namespaces_and_spellings() {
    let annotation = " __attribute__((annotate(\"sycl_reqd_sub_group_size\",16))) ";
    for text in [
        "[[sycl::reqd_sub_group_size(16)]]",
        "[[intel::reqd_sub_group_size(16)]]",
        "[[intel::sub_group_size(16)]]",
        "[[cl::reqd_sub_group_size(16)]]",
        "[ [ sycl :: reqd_sub_group_size ( 16 ) ] ]",
        "<:<:sycl::reqd_sub_group_size(16):>:>",
        "[ <: using intel : sub_group_size(16) ] :>",
    ] {
        check(text, annotation);
    }
    check("[\n[\nsycl::reqd_sub_group_size(\n16)]\n]\nx", &format!("{annotation}\n\n\n\n\nx"));
}

#[test]
fn other_attributes_stay() {
    check("[[nodiscard]] int a[b[1]];", "[[nodiscard]] int a[b[1]];");
    check("[[gnu::device_has]]", "[[gnu::device_has]]");
    check(
        "[[nodiscard, sycl::reqd_sub_group_size(N), gnu::cold]]",
        "[[nodiscard,gnu::cold]] __attribute__((annotate(\"sycl_reqd_sub_group_size\",::sycl::detail::constant_argument<(N)>))) ",
    );
    let result = rewrite(b"[[gnu::device_has, sycl::reqd_workgroup_size(8)]] [[using intel: new_one]] [[likely]]");
    let names = |set: &HashSet<String>| {
        let mut names: Vec<_> = set.iter().cloned().collect();
        names.sort();
        names
    };
    assert_eq!(names(&result.foreign), ["device_has", "likely"]);
    assert_eq!(names(&result.unknown), ["new_one", "reqd_workgroup_size"]);
}

#[test]
fn hints_are_left_out() {
    check("[[intel::ivdep]] for (;;) {}", " for (;;) {}");
    check("[[intel::sub_group_size(primary)]]", "");
    check("[[using intel: ii(2), max_concurrency(4)]]\nfor (;;) {}", "\nfor (;;) {}");
}

#[test]
fn literals_and_directives_are_left_alone() {
    for text in [
        "\"[[sycl::device_has(1)]]\"",
        "R\"x([[sycl::device_has(1)]])\" )x\"",
        "1'000'000 u8'a' L\"[[sycl::device_has]]\"",
        "# 1 \"[[sycl::device_has(1)]]\" 1 3\nx",
    ] {
        check(text, text);
    }
    check(
        "1'0 [[sycl::device_has(')', \"]]\")]] '",
        "1'0  __attribute__((annotate(\"sycl_device_has\",::sycl::detail::constant_argument<(')')>,\
         ::sycl::detail::constant_argument<(\"]]\")>)))  '",
    );
}

#[test]
fn nothing_switches_diagnostics_off() {
    check("x\n#pragma clang diagnostic ignored \"-Wattributes\"\n y", "x\n\n y");
    check("#pragma  GCC\tdiagnostic push\n#pragma GCC unroll 4\n", "\n#pragma GCC unroll 4\n");
}

#[test]
fn lines_keep_their_numbers() {
    let text = "[[sycl::device_has(1,\n 2),\n nodiscard,\n\n intel::sub_group_size(4)]]\nx";
    let result = String::from_utf8(rewrite(text.as_bytes()).text).unwrap();
    assert_eq!(result.matches('\n').count(), text.matches('\n').count());
}

#[test]
fn attributes_of_lambdas_go_behind_the_parameters() {
    check_place("f([=](id<1> i)^ ! {})");
    check_place("f([=](id<1> i)^ mutable noexcept ! -> void {})");
    check_place("f([](auto (*g)(int))^ noexcept(noexcept(g(1)) && (2 > 1))! {})");
    check_place("f([](char c = ')')^ ! {})");
    check_place("f([]<class T>(T i)^ constexpr! {})");
    check_place("f([](int i)^ [[gnu::cold]] ! {})");
    check_place("f([=] ! (id<1> i)^ {})");
    check_place("f([=]![[gnu::cold]](int (*g)(char), char c = ')')^ {})");
    check_place("f([]<class T> ! (T i)^ {})");
    check_place("f([=]! {})");
}

#[test]
fn two_attributes_of_one_lambda() {
    check(
        "[](int i) [[sycl::reqd_work_group_size(8)]] [[intel::sub_group_size(4)]] {}",
        "[](int i) __attribute__((annotate(\"sycl_reqd_work_group_size\",8)))  \
         __attribute__((annotate(\"sycl_reqd_sub_group_size\",4)))    {}",
    );
}

#[test]
fn attributes_of_functions_go_before_their_name() {
    check_place("struct F { void ^operator() ! (id<1> i) const {} }");
    check_place("struct F { void ^operator ( ) (id<1> i) const ! {} }");
    check_place("struct F { auto ^operator()(id<1> (*i)()) const noexcept ! -> int; }");
    check_place("struct F { void ^operator()(int) const & override ! ; }");
    check_place("void ^F::operator()(int) const ! {}");
    check_place("template <class T> void ^N::F<T>::operator()(int) const ! {}");
}

#[test]
fn other_places() {
    check_place("!void f();");
    check_place("struct F { !void operator()(int); }");
    check_place("void f(int)!;");
    check_place("void f(int) const noexcept !;");
    check_place("int my_operator()!;");
    check_place(") !;");
    check_place("noexcept!;");
}

#[test]
fn broken_text_never_panics() {
    let text = b"[[sycl::device_has(1, 'a', a<b, R\"x(])x\")]] [=](x) [[using sycl : sub_group_size]] operator()()";
    for cut in 0..text.len() {
        rewrite(&text[..cut]);
        rewrite(&text[cut..]);
    }
}
