//! The reference through which LLVM registers destructors is found in the LLVM that is linked.

#[test]
fn llvm_registers_no_destructors() {
    assert!(tandem_ir::keep_static_objects());
}
