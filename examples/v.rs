//! x
use ocp_convert::*;
fn main() {
    for f in std::env::args().skip(1) {
        let b = std::fs::read(&f).unwrap();
        match json::read(&b, &json::Limits::default()) {
            Err(e) => println!("{f}: {e:?}"),
            Ok(t) => {
                let r = document::validate(&t, Some(&b), &document::Options::default());
                for x in r.findings {
                    println!(
                        "{} {} {} {} | {} | exp {:?} found {:?} [{}]",
                        f.rsplit('/').next().unwrap(),
                        x.severity,
                        x.code,
                        x.pointer,
                        x.message,
                        x.expected,
                        x.found,
                        x.clause
                    );
                }
            }
        }
    }
}
