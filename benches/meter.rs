//! What is measured and how: processor time, medians of rounds in which all sides take turns, and the versions compared.

use std::fmt::Write;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use nix::time::{ClockId, clock_gettime};

/// The processor time this thread has taken. What other processes do does not count, though they may slow it down.
pub fn cpu() -> Duration {
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).unwrap();
    Duration::from_nanos(u64::try_from(time.num_nanoseconds()).unwrap())
}

/// The processor time of one call.
pub fn time(work: impl FnOnce()) -> Duration {
    let start = cpu();
    work();
    cpu().saturating_sub(start)
}

/// The median processor time of one call of each work, over rounds in which they take turns, so that a noisy machine
/// disturbs all alike.
pub fn medians<const N: usize>(
    rounds: usize,
    calls: usize,
    mut works: [&mut dyn FnMut(); N],
) -> [Duration; N] {
    let mut times = [(); N].map(|()| Vec::with_capacity(rounds));
    for _ in 0..rounds {
        for (work, times) in works.iter_mut().zip(&mut times) {
            times.push(time(|| (0..calls).for_each(|_| work())) / u32::try_from(calls).unwrap());
        }
    }
    times.map(median)
}

pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Millions of bytes a second.
pub fn rate(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / 1e6 / time.as_secs_f64()
}

/// How many times `own` fits into `peer`.
pub fn ratio(own: Duration, peer: Duration) -> f64 {
    peer.as_secs_f64() / own.as_secs_f64()
}

/// A number from the environment, for shorter or longer runs.
pub fn setting(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().map_or(otherwise, |text| {
        text.parse().unwrap_or_else(|_| panic!("{name} must be a number, not `{text}`"))
    })
}

/// `name version` of each package, from the lock file.
pub fn versions(names: &[&str]) -> String {
    let mut out = String::new();
    for name in names {
        let packages = include_str!("../Cargo.lock").split("[[package]]");
        let field = |package: &'static str, field: &str| {
            package
                .lines()
                .find_map(|l| Some(l.strip_prefix(field)?.strip_prefix(" = \"")?.trim_end_matches('"')))
        };
        let version =
            packages.clone().find(|p| field(p, "name") == Some(name)).and_then(|p| field(p, "version"));
        let sign = if out.is_empty() { "" } else { ", " };
        let _ = write!(out, "{sign}{name} {}", version.unwrap_or("of this tree"));
    }
    out
}

/// What the children of this process that are over have taken: processor time, and the most memory of any in KiB.
pub fn children() -> (Duration, i64) {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap();
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    (Duration::from_micros(u64::try_from(micros).unwrap()), usage.max_rss())
}
