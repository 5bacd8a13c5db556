//! Whether there is a Node here that can run the second implementation.

use std::process::Command;

/// Whether there is; says why not.
pub fn node() -> bool {
    let version = Command::new("node").arg("--version").output().ok().filter(|out| out.status.success());
    let major = version.and_then(|out| {
        let text = String::from_utf8(out.stdout).ok()?;
        text.trim().strip_prefix('v')?.split('.').next()?.parse::<u32>().ok()
    });
    match major {
        Some(20..) => true,
        Some(old) => skipped(&format!("this is Node {old}, and 20 or later is needed")),
        None => skipped("there is no Node here"),
    }
}

#[allow(clippy::print_stderr)]
fn skipped(why: &str) -> bool {
    eprintln!("skipped: {why}");
    false
}
