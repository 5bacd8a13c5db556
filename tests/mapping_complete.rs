//! Every member that the pinned schemas define has a row in its direction, so that nothing of a valid document meets
//! the catch-all rows.

use ocp_convert::mapping::{Deed, Direction, ROWS, matches};
use ocp_convert::ocp::members::CHECKPOINT;
use ocp_convert::shape::{Shape, patterns};
use ocp_convert::zephr::members::PACKET;

/// The members no row but a catch-all is about.
fn without_a_row(direction: Direction, shape: &'static Shape) -> Vec<String> {
    let rows: Vec<_> = ROWS
        .iter()
        .filter(|row| row.direction == direction && row.when != "empty")
        .filter(|row| !matches!(row.deed, Deed::Make | Deed::Lose { undefined: true, .. }))
        .collect();
    patterns(shape)
        .map(|pattern| pattern.path)
        .filter(|path| {
            // A place that fits the pattern: any name for `*`, and for `**` one below and the place itself.
            let place = path.replace("/**", "/any/thing").replace('*', "0");
            !rows.iter().any(|row| row.from.iter().any(|from| matches(from, &place)))
        })
        .collect()
}

#[test]
fn every_member_of_a_checkpoint_has_a_row() {
    let bare = without_a_row(Direction::OcpToZephr, &CHECKPOINT);
    assert!(bare.is_empty(), "{} members: {}", bare.len(), bare.join(" "));
}

#[test]
fn every_member_of_a_packet_has_a_row() {
    let bare = without_a_row(Direction::ZephrToOcp, &PACKET);
    assert!(bare.is_empty(), "{} members: {}", bare.len(), bare.join(" "));
}
