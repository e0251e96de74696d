//! A set-user-id program ignores variables. The test turns a copy of itself into such a program, which only root can
//! do.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::process::Command;

const NAME: &str = "TANDEM_TEST_OF_PRIVILEGE";
const OTHER_USER: u32 = 65534;

/// The output of the program under test.
fn report() -> String {
    let value = tandem_environment::variable(NAME);
    let direct = std::env::var(NAME).ok();
    format!("privileged={} value={value:?} direct={direct:?}", tandem_environment::is_privileged())
}

#[test]
fn set_user_id_programs_ignore_variables() {
    if std::env::var_os("TANDEM_TEST_REPORTS").is_some() {
        println!("{}", report());
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let program = dir.path().join("program");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let run = || {
        let mut command = Command::new(&program);
        command.args(["--exact", "set_user_id_programs_ignore_variables", "--nocapture"]);
        let output = command.env(NAME, "value").env("TANDEM_TEST_REPORTS", "1").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let plain = run();
    assert!(plain.contains("privileged=false value=Some(\"value\")"), "{plain}");

    if let Err(error) = chown(&program, Some(OTHER_USER), None) {
        eprintln!("no set-user-id program can be made without being root: {error}");
        return;
    }
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o4755)).unwrap();
    let set_user_id = run();
    assert!(
        set_user_id.contains("privileged=true value=None direct=Some(\"value\")"),
        "is the folder for temporary files mounted with nosuid? {set_user_id}"
    );
}
