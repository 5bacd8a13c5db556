//! Scratch.
use ocp_convert::{canon, convert, json};
fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let tree = json::read(&bytes, &json::Limits::default()).unwrap();
        match convert::convert(&tree, &convert::Options::default()) {
            Ok(done) => {
                let mut out = Vec::new();
                canon::write_pretty(done.target.root(), canon::Profile::Zcf, &mut out);
                println!("{}", String::from_utf8(out).unwrap());
                eprintln!("{path}: {:?}", done.ledger.summary(&tree, &done.target));
            }
            Err(e) => eprintln!("{path}: {e:#?}"),
        }
    }
}
