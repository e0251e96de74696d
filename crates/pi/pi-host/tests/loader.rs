//! The loader against real libraries: usable plugins, and everything that a file
//! in the plugin folder can get wrong. The libraries are built by `cc`.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use tandem_pi_abi::constants::*;
use tandem_pi_host::Backend;
use tandem_pi_host::Platform;
use tandem_pi_host::is_any_thread_delayed;
use tandem_pi_host::loader::config::Config;
use tandem_pi_host::loader::search::SearchPath;
use tandem_pi_host::loader::{LoadError, Loaded, load_config, load_file};
use tandem_pi_host::selector::DeviceSelector;

/// A plugin with one platform and nothing else, in the C of a plugin author who
/// knows only the documented layout.
const PLUGIN: &str = r#"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
struct plugin { char pi[20], own[20]; char *targets; void *table[159]; uint32_t sanitize; };
static int torn_down;
static int platforms_get(uint32_t n, void **out, uint32_t *count) {
  if (out && n) out[0] = (void *)0x1234;
  if (count) *count = 1;
  return 0;
}
static int platform_info(void *platform, uint32_t param, size_t size, void *value, size_t *size_ret) {
  if (param > 0xffff) { if (!ANNOUNCES) abort(); return -30; }
  if (param != 0x902) return -30;
  if (size_ret) *size_ret = 5;
  if (value) { if (size < 5) return -30; memcpy(value, "Mock", 5); }
  return 0;
}
/* Flushing queue 1 lasts until the test releases it, flushing others until queue 1 is being flushed. */
static volatile int is_flushing, is_released;
static int queue_flush(void *queue) {
  if (queue == (void *)1) is_flushing = 1;
  while (queue == (void *)1 ? !is_released : !is_flushing) usleep(100);
  return 0;
}
void mock_release(void) { is_released = 1; }
static int tear_down(void *unused) { torn_down++; return 0; }
#if ANNOUNCES
char tandem_private_queries = 1;
#endif
int mock_torn_down(void) { return torn_down; }
int piPluginInit(struct plugin *p) {
  if (INIT_RESULT) return INIT_RESULT;
  strcpy(p->own, VERSION);
  p->table[0] = (void *)platforms_get;
  p->table[1] = (void *)platform_info;
  p->table[25] = (void *)queue_flush;
  p->table[110] = (void *)tear_down;
  if (OVERRUN) memset(p->table, 0x55, sizeof p->table + 1024);
  return 0;
}
"#;

struct Libraries {
    dir: tempfile::TempDir,
}

impl Libraries {
    fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn build(&self, name: &str, source: &str, flags: &[&str]) -> PathBuf {
        let source_path = self.path("source.c");
        std::fs::write(&source_path, source).unwrap();
        let library = self.path(name);
        let status = Command::new("cc")
            .args(["-shared", "-fPIC", "-w", "-o"])
            .arg(&library)
            .arg(&source_path)
            .args(flags)
            .status()
            .expect("cc is installed");
        assert!(status.success());
        library
    }

    fn plugin(&self, name: &str, version: &str, init_result: i32) -> PathBuf {
        self.announcing_plugin(name, version, init_result, false)
    }

    fn announcing_plugin(&self, name: &str, version: &str, init_result: i32, announces: bool) -> PathBuf {
        let flags = [
            format!("-DANNOUNCES={}", i32::from(announces)),
            format!("-DVERSION=\"{version}\""),
            format!("-DINIT_RESULT={init_result}"),
            format!("-DOVERRUN={}", i32::from(version.starts_with("16"))),
        ];
        self.build(name, PLUGIN, &flags.each_ref().map(String::as_str))
    }

    fn load(&self, config: &str, selector: &str) -> Loaded {
        let config = Config::parse(&self.path("pi.conf"), config).unwrap();
        let selector = DeviceSelector::parse(selector).unwrap();
        let search = SearchPath::new(vec!["/nonexistent".into(), self.dir.path().into()]);
        load_config(&config, &selector, &search)
    }
}

#[track_caller]
fn check_error(path: &Path, expected: &[&str]) {
    let text = load_file(path, Backend::OpenCl).unwrap_err().to_string();
    for part in expected {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
    assert!(text.contains(path.to_str().unwrap()), "no path in: {text}");
}

#[test]
fn a_plugin_stays_while_a_thread_is_inside_of_a_call() {
    let libraries = Libraries::new();
    let path = libraries.plugin("libmock.so", "15.47.3", 0);
    let loaded = load_file(&path, Backend::OpenCl).unwrap();
    let plugin = loaded.plugin();
    // SAFETY: the library is the one above, whose functions these are.
    let library = unsafe { libloading::Library::new(&path) }.unwrap();
    // SAFETY: as above.
    let (torn_down, release) = unsafe {
        (
            library.get::<extern "C" fn() -> i32>(b"mock_torn_down\0").unwrap(),
            library.get::<extern "C" fn()>(b"mock_release\0").unwrap(),
        )
    };
    // SAFETY: the plugin looks at nothing but the addresses.
    let flush = |queue: usize| unsafe { plugin.piQueueFlush(tandem_pi_abi::PiQueue::from_ptr(queue as *mut _)) };
    std::thread::scope(|scope| {
        let inside = scope.spawn(|| flush(1));
        assert_eq!(flush(2), PI_SUCCESS);
        // SAFETY: nobody has a pointer into the library but through the handle above.
        unsafe { loaded.unload() };
        assert_eq!(torn_down(), 0);
        assert_eq!(flush(2), PI_ERROR_UNINITIALIZED, "calls are ignored from now on");
        release();
        assert_eq!(inside.join().unwrap(), PI_SUCCESS);
    });
}

/// At exit, calls of other threads that are in flight are waited for, and later ones are delayed.
#[test]
fn other_threads_are_kept_out_at_exit() {
    let libraries = Libraries::new();
    let path = libraries.plugin("libmock.so", "15.47.3", 0);
    let loaded = load_file(&path, Backend::OpenCl).unwrap();
    // SAFETY: the library is the one above, whose function this is.
    let library = unsafe { libloading::Library::new(&path) }.unwrap();
    // SAFETY: as above.
    let release = unsafe { library.get::<extern "C" fn()>(b"mock_release\0") }.unwrap();
    // SAFETY: the plugin looks at nothing but the addresses.
    let flush =
        |queue: usize| unsafe { loaded.plugin().piQueueFlush(tandem_pi_abi::PiQueue::from_ptr(queue as *mut _)) };
    std::thread::scope(|scope| {
        let inside = scope.spawn(|| flush(1));
        assert_eq!(flush(2), PI_SUCCESS);
        release();
        let begin = Instant::now();
        loaded.plugin().delay_other_threads_at_exit();
        assert_eq!(inside.join().unwrap(), PI_SUCCESS);
        let later = scope.spawn(|| flush(2));
        while !is_any_thread_delayed() && !later.is_finished() {
            std::thread::yield_now();
        }
        // On a busy machine, the delay may be over before the thread makes its call.
        assert!(is_any_thread_delayed() || begin.elapsed() >= Duration::from_secs(1));
        assert_eq!(flush(2), PI_SUCCESS, "this thread makes calls");
        assert_eq!(later.join().unwrap(), PI_SUCCESS);
    });
    assert!(!is_any_thread_delayed());
}

#[test]
fn a_plugin_is_found_bound_torn_down_and_unloaded() {
    let libraries = Libraries::new();
    libraries.plugin("libmock.so", "15.47.3", 0);
    let loaded = libraries.load("opencl libmock.so\ncuda libabsent.so", "*:*");
    let [mock] = loaded.plugins.as_slice() else {
        panic!("{:?}", loaded.failures);
    };
    assert_eq!(mock.backend(), Backend::OpenCl);
    assert_eq!(mock.plugin().version().revision, 3);
    let platforms = Platform::all(mock.plugin()).unwrap();
    assert_eq!(platforms.len(), 1);
    assert_eq!(platforms[0].info_text(PI_PLATFORM_INFO_NAME).unwrap(), "Mock");

    let error = platforms[0].info_text(PI_PLATFORM_INFO_VENDOR).unwrap_err();
    assert_eq!((error.code, error.call), (PI_ERROR_INVALID_VALUE, "piPlatformGetInfo"));
    // SAFETY: nothing else uses the plugin.
    let missing = unsafe { mock.plugin().piQueueFinish(tandem_pi_abi::PiQueue::NULL) };
    assert_eq!(missing, PI_ERROR_UNSUPPORTED_FEATURE, "a null entry is no crash");

    // SAFETY: nothing else uses the plugin.
    unsafe {
        mock.unload();
        mock.unload();
    }
    let error = Platform::all(mock.plugin()).unwrap_err();
    assert_eq!(error.code, PI_ERROR_UNINITIALIZED, "calls after teardown are ignored");

    let [LoadError::Missing { library, tried }] = loaded.failures.as_slice() else {
        panic!("{:?}", loaded.failures);
    };
    assert_eq!((library.as_str(), tried.len()), ("libabsent.so", 2));
    assert_eq!(loaded.broken().count(), 0, "not installed is not broken");
}

/// The mock ends the process at values that it does not know, unless it announces otherwise.
#[test]
fn queries_that_pi_does_not_define_go_to_plugins_that_announce_them() {
    const PRIVATE: PiPlatformInfo = PiPlatformInfo(0x5444_0001);
    let libraries = Libraries::new();
    let platform_of = |announces| {
        let path = libraries.announcing_plugin(&format!("lib{announces}.so"), "15.47.3", 0, announces);
        Platform::all(load_file(&path, Backend::OpenCl).unwrap().plugin()).unwrap()[0]
    };
    let foreign = platform_of(false);
    for error in [foreign.info_bytes(PRIVATE).unwrap_err(), foreign.info::<u32>(PRIVATE).unwrap_err()] {
        assert_eq!((error.code, error.call), (PI_ERROR_INVALID_VALUE, "piPlatformGetInfo"));
        assert!(error.message.contains("does not announce"), "{error}");
    }
    let error = platform_of(true).info_bytes(PRIVATE).unwrap_err();
    assert_eq!((error.code, error.message.as_str()), (PI_ERROR_INVALID_VALUE, ""), "the plugin was asked");
}

#[test]
fn excluded_backends_are_not_opened() {
    let libraries = Libraries::new();
    std::fs::write(libraries.path("libgarbage.so"), "not a library").unwrap();
    let loaded = libraries.load("cuda libgarbage.so", "opencl:*");
    assert!(loaded.failures.is_empty());
    let loaded = libraries.load("cuda libgarbage.so", "cuda:0");
    assert_eq!(loaded.broken().count(), 1);
}

#[test]
fn unusable_files_are_named() {
    let libraries = Libraries::new();
    let garbage = libraries.path("libgarbage.so");
    std::fs::write(&garbage, "not a library").unwrap();
    check_error(&garbage, &["cannot be loaded", "tried:"]);

    let library = libraries.build("libplain.so", "int answer(void) { return 42; }", &[]);
    check_error(&library, &["does not export piPluginInit"]);

    let undefined = libraries.build("libundefined.so", "int gone(void); int f(void) { return gone(); }", &[]);
    check_error(&undefined, &["undefined symbol: gone"]);

    let failing = libraries.plugin("libfailing.so", "15.47.1", -6);
    check_error(&failing, &["PI_ERROR_OUT_OF_HOST_MEMORY (-6)"]);

    for version in ["14.38.1", "9.11.1", "junk"] {
        let other = libraries.plugin("libother.so", version, 0);
        check_error(&other, &["incompatible", &format!("`{version}`")]);
    }
    // A newer major version may fill a larger table than ours.
    let larger = libraries.plugin("liblarger.so", "16.0.1", 0);
    check_error(&larger, &["incompatible", "`16.0.1`"]);
}

#[test]
fn what_others_can_write_is_refused() {
    let set_mode = |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    let libraries = Libraries::new();
    let plugin = libraries.plugin("libmock.so", "15.47.3", 0);
    set_mode(&plugin, 0o757);
    check_error(&plugin, &["cannot be loaded", "other users can write to", "libmock.so (mode 0757)"]);
    set_mode(&plugin, 0o755);
    set_mode(libraries.dir.path(), 0o777);
    check_error(&plugin, &["cannot be loaded", "(mode 0777)"]);
    set_mode(libraries.dir.path(), 0o700);
    load_file(&plugin, Backend::OpenCl).unwrap();

    let config = libraries.path("pi.conf");
    std::fs::write(&config, "opencl libmock.so").unwrap();
    assert_eq!(Config::read(&config).unwrap().entries.len(), 1);
    set_mode(&config, 0o646);
    let error = Config::read(&config).unwrap_err().to_string();
    assert!(error.contains("pi.conf: other users can write to"), "{error}");
}

/// The child of the next test: makes a few calls with tracing on.
#[test]
fn traced_calls() {
    let Some(path) = std::env::var_os("TANDEM_TEST_TRACED_PLUGIN") else {
        return;
    };
    let loaded = load_file(Path::new(&path), Backend::OpenCl).unwrap();
    Platform::all(loaded.plugin()).unwrap();
    loaded.plugin().tear_down();
    Platform::all(loaded.plugin()).unwrap_err();
    assert!(load_file(Path::new("/nonexistent/libx.so"), Backend::OpenCl).is_err());
}

#[test]
fn traces_have_the_lines_of_dpcpp() {
    let libraries = Libraries::new();
    let plugin = libraries.plugin("libmock.so", "15.47.3", 0);
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "traced_calls", "--nocapture"])
        .env("TANDEM_TEST_TRACED_PLUGIN", &plugin)
        .env("SYCL_PI_TRACE", "-1")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for expected in [
        "SYCL_PI_TRACE[basic]: Plugin found and successfully loaded: libmock.so [ PluginVersion: 15.47.3 ]\n",
        "---> piPlatformsGet(\n\t<unknown> : 0\n\t<nullptr>\n\t<unknown> : 0x",
        "\n) ---> \tpi_result : PI_SUCCESS\n\n---> piPlatformsGet(\n\t<unknown> : 1\n",
        "[ 0x1234 ... ]\n\n---> piTearDown(\n",
        ") ---> API Called After Plugin Teardown, Functon Call ignored.\n",
        "SYCL_PI_TRACE[-1]: dlopen(/nonexistent/libx.so) failed with <",
        "SYCL_PI_TRACE[all]: Check if plugin is present. Failed to load plugin: /nonexistent/libx.so\n",
    ] {
        assert!(text.contains(expected), "missing {expected:?} in:\n{text}");
    }
}
