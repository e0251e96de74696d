//! Accesses to vectors become accesses to their elements, with their alignment, metadata and meaning.

use tandem_ir::{Context, Module};

const CODE: &str = "
define void @copy(ptr %from, ptr %to) {
  %v = load <3 x float>, ptr %from, align 16, !tbaa !0
  store <3 x float> %v, ptr %to, align 4, !tbaa !0
  ret void
}
define void @kept(ptr %from, ptr %to) {
  %bits = load <8 x i1>, ptr %from, align 1
  store <8 x i1> %bits, ptr %to, align 1
  %volatile = load volatile <2 x i32>, ptr %from, align 8
  store volatile <2 x i32> %volatile, ptr %to, align 8
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!\"float\", !2}
!2 = !{!\"root\"}
";

#[test]
fn vectors_in_memory_are_taken_apart() {
    let mut module = Module::parse(&Context::new(), CODE.as_bytes(), "test").expect("valid IR");
    module.edit().split_vector_accesses();
    module.run_passes("function(scalarizer,dce)", None).expect("valid");
    let text = module.to_string();
    let (copy, kept) = text.split_once("@kept").expect("two functions");
    let count = |text: &str, what: &str| text.matches(what).count();
    assert_eq!((count(copy, "load float"), count(copy, "store float"), count(copy, "x float>")), (3, 3, 0), "{copy}");
    // Elements have the alignment that their offset leaves.
    let aligned = ["align 16", "align 8", "align 4"].map(|align| count(copy, align));
    assert_eq!((aligned, count(copy, "!tbaa")), ([1, 1, 4], 6), "{copy}");
    assert_eq!((count(kept, "<8 x i1>"), count(kept, "volatile <2 x i32>")), (2, 2), "{kept}");
}
