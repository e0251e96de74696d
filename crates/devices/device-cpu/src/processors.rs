//! Processors of the machine: which of them the process may use, which share a
//! memory or a cache, and how threads are bound to them.

use std::fs;
use std::path::Path;

use tandem_device::AffinityDomain;

/// Where Linux describes nodes and processors.
pub const SYSTEM: &str = "/sys/devices/system";
/// The maximum number of caches that are read for each processor.
const MAX_CACHES: usize = 8;

/// The numbers of the processors that the calling thread may use, in order.
pub fn allowed() -> Vec<usize> {
    // SAFETY: all zeros is an empty set.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: there is room for a set of this size.
    let known = unsafe { libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set) } == 0;
    // SAFETY: the numbers are less than the size of the set.
    let allowed = (0..8 * size_of::<libc::cpu_set_t>()).filter(|&number| unsafe { libc::CPU_ISSET(number, &set) });
    if known { allowed.collect() } else { Vec::new() }
}

/// Binds the calling thread to these processors. If the system refuses, the thread's affinity is unchanged.
pub fn bind(processors: &[usize]) {
    // SAFETY: all zeros is an empty set.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    for &number in processors {
        // SAFETY: the function ignores numbers that are too large.
        unsafe { libc::CPU_SET(number, &mut set) };
    }
    // SAFETY: the set has this size.
    unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set) };
}

/// Divides processors by the memory or cache that they share, as `system`
/// (usually [`SYSTEM`]) describes it. Those about which it says nothing are left
/// out.
pub fn groups(processors: &[usize], domain: AffinityDomain, system: &Path) -> Vec<Vec<usize>> {
    let sets = match domain {
        AffinityDomain::Numa => nodes(system),
        domain => caches(processors, level(domain), system),
    };
    let group = |set: Vec<usize>| processors.iter().copied().filter(|number| set.contains(number)).collect();
    sets.into_iter().map(group).filter(|group: &Vec<usize>| !group.is_empty()).collect()
}

fn level(domain: AffinityDomain) -> &'static str {
    match domain {
        AffinityDomain::Numa => "",
        AffinityDomain::L4Cache => "4",
        AffinityDomain::L3Cache => "3",
        AffinityDomain::L2Cache => "2",
        AffinityDomain::L1Cache => "1",
    }
}

/// The processors of each NUMA node.
fn nodes(system: &Path) -> Vec<Vec<usize>> {
    let read = |name: &str| parse_list(&fs::read_to_string(system.join("node").join(name)).ok()?);
    let Some(online) = read("online") else { return Vec::new() };
    online.iter().filter_map(|node| read(&format!("node{node}/cpulist"))).collect()
}

/// The processors that share each cache of a level.
fn caches(processors: &[usize], level: &str, system: &Path) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for &number in processors {
        if sets.iter().any(|set| set.contains(&number)) {
            continue;
        }
        let folder = system.join(format!("cpu/cpu{number}/cache"));
        sets.extend((0..MAX_CACHES).find_map(|index| shared_by(&folder.join(format!("index{index}")), level)));
    }
    sets
}

/// The processors that share the cache of a folder, if it holds data and has
/// this level.
fn shared_by(folder: &Path, level: &str) -> Option<Vec<usize>> {
    let read = |name| fs::read_to_string(folder.join(name)).ok();
    let fits = read("level")?.trim() == level && read("type")?.trim() != "Instruction";
    if fits { parse_list(&read("shared_cpu_list")?) } else { None }
}

/// Parses lists such as `0-3,8`.
fn parse_list(text: &str) -> Option<Vec<usize>> {
    let mut numbers = Vec::new();
    for range in text.trim().split(',').filter(|range| !range.is_empty()) {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        if last >= 8 * size_of::<libc::cpu_set_t>() {
            return None;
        }
        numbers.extend(first..=last);
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors() {
        assert_eq!(parse_list("0-3,8\n"), Some(vec![0, 1, 2, 3, 8]));
        assert_eq!(parse_list("\n"), Some(vec![]));
        assert_eq!(parse_list("0-99999999999"), None);
        assert_eq!(parse_list("x"), None);
    }

    #[test]
    fn a_bound_thread_may_use_its_processors_alone() {
        let all = allowed();
        assert!(!all.is_empty());
        let last = *all.last().unwrap();
        std::thread::spawn(move || {
            bind(&[last]);
            assert_eq!(allowed(), [last]);
        })
        .join()
        .unwrap();
        assert_eq!(allowed(), all);
    }

    #[test]
    fn nodes_and_caches_divide_processors() {
        let system = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = system.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("node/online", "0-1\n");
        write("node/node0/cpulist", "0-3\n");
        write("node/node1/cpulist", "4-7\n");
        for number in 0..8 {
            let cache = |index: u32| format!("cpu/cpu{number}/cache/index{index}");
            write(&format!("{}/level", cache(0)), "1\n");
            write(&format!("{}/type", cache(0)), "Instruction\n");
            write(&format!("{}/shared_cpu_list", cache(0)), "0-7\n");
            write(&format!("{}/level", cache(1)), "2\n");
            write(&format!("{}/type", cache(1)), "Unified\n");
            write(&format!("{}/shared_cpu_list", cache(1)), &format!("{}-{}\n", number / 2 * 2, number / 2 * 2 + 1));
        }
        let groups = |domain| groups(&[1, 2, 3, 6], domain, system.path());
        assert_eq!(groups(AffinityDomain::Numa), [vec![1, 2, 3], vec![6]]);
        assert_eq!(groups(AffinityDomain::L2Cache), [vec![1], vec![2, 3], vec![6]]);
        assert!(groups(AffinityDomain::L1Cache).is_empty());
        assert!(groups(AffinityDomain::L3Cache).is_empty());
    }
}
