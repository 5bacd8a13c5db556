// To be appended to `tests/audit/samples.rs` when packets convert, with a list of its own of what stays unnoticed.

#[test]
fn conversions_of_packets_are_clean() {
    clean("zcf");
}

#[test]
fn conversions_there_and_back_are_clean() {
    let mut all = Vec::new();
    for path in ["ocp", "zcf"].into_iter().flat_map(samples) {
        let there = converted(&fs::read(&path).unwrap()).unwrap().0;
        all.extend(complaints(&there).into_iter().map(|c| format!("{}: {c}", path.display())));
    }
    assert!(all.is_empty(), "{} complaints\n{}", all.len(), all.join("\n"));
}

#[test]
fn forged_values_of_a_checkpoint_are_noticed() {
    let found = unnoticed(&["01", "02", "03"], "zcf");
    assert_eq!(found, ["/id", "/derivation/inputs/*/digest/value"].map(str::to_owned).into());
}
