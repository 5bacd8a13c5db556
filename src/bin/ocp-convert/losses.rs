//! How what a conversion carried and lost is worded, for one document or for many.

use std::fmt::Write as _;

use ocp_convert::ledger::Summary;
use ocp_convert::mapping::Fidelity;

/// The classes of what is lost, `None` for what is omitted, the gravest first.
pub const CLASSES: [Option<Fidelity>; 3] = [None, Some(Fidelity::Demoted), Some(Fidelity::Narrated)];

/// The word for a class.
pub fn word(class: Option<Fidelity>) -> &'static str {
    class.map_or("omitted", Fidelity::as_str)
}

/// The values of the sources by class: `20 values: 18 exact, 2 omitted`.
pub fn carried(summary: &Summary) -> String {
    let mut out = format!("{} values", summary.source_leaves);
    let mut sign = ": ";
    for class in Fidelity::ALL {
        let count = summary.count(class);
        if count > 0 {
            // Writing into a `String` cannot fail.
            let _ = write!(out, "{sign}{count} {}", word(Some(class)));
            sign = ", ";
        }
    }
    let _ = write!(out, "{sign}{} omitted", summary.omitted);
    out
}
