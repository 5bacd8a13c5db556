//! How cost grows: documents of one, ten and a hundred times the size in one dimension, and what a byte of them costs.
//! Whatever is not linear shows as a cost that rises with the factor.

use std::hint::black_box;
use std::time::Duration;

use ocp_convert::canon::{self, Profile};
use ocp_convert::convert::{Conversion, Options, convert};
use ocp_convert::document::{self, validate};
use ocp_convert::json::{Limits, Tree, read};

use crate::corpus::{self, packets, series};
use crate::meter::{median, setting, time};

/// A cost a byte at the largest size that is this many times the one at the size before is called out. Caches alone
/// make up for less.
const SUSPECT: f64 = 2.0;

type Make = fn(usize) -> String;

pub fn run() {
    let most = setting("BENCH_GROWTH", 100);
    let series: [(&str, Make, usize); 10] = [
        ("document size", corpus::of_size, 40_000),
        ("length of texts", series::text, 100),
        ("statements", series::objects, 300),
        ("references", series::references, 1_000),
        ("chained operations", series::chain, 300),
        ("depth", series::depth, 1),
        ("members of one object", series::names, 1_000),
        ("values left out", series::left_out, 300),
        ("packet: bare texts", packets::bare, 1_000),
        ("packet: one id", packets::one_id, 1_000),
    ];
    println!("CPU ns for a byte of input");
    println!(
        "{:<24}{:>10}{:>8}{:>10}{:>10}{:>8}{:>8}",
        "", "bytes", "read", "validate", "convert", "ledger", "write"
    );
    for (name, make, unit) in series {
        let mut before: Option<[f64; 5]> = None;
        for factor in [1, 10, 100] {
            if factor > most {
                continue;
            }
            let text = make(unit * factor);
            let cost = cost(&text);
            let line = cost.map(|c| format!("{c:>8.2}"));
            print!(
                "{:<24}{:>10}{}  {}  {}{}{}",
                format!("{name} x{factor}"),
                text.len(),
                line[0],
                line[1],
                line[2],
                line[3],
                line[4]
            );
            let worst = before.map_or(0.0, |b| b.iter().zip(cost).map(|(b, c)| c / b).fold(0.0, f64::max));
            println!(
                "{}",
                if worst > SUSPECT { format!("   grows: x{worst:.1} a byte") } else { String::new() }
            );
            before = Some(cost);
        }
    }
}

/// Nanoseconds a byte of each step.
fn cost(text: &str) -> [f64; 5] {
    let rounds = if text.len() > 1_000_000 { 3 } else { 9 };
    let calls = (200_000 / text.len()).max(1);
    let mut times: [Vec<Duration>; 5] = [(); 5].map(|()| Vec::new());
    let tree = parse(text);
    let made = converted(&tree);
    for _ in 0..rounds {
        let repeat =
            |work: &mut dyn FnMut()| time(|| (0..calls).for_each(|_| work())) / u32::try_from(calls).unwrap();
        times[0].push(repeat(&mut || drop(black_box(parse(text)))));
        times[1].push(repeat(&mut || {
            assert!(validate(&tree, Some(text.as_bytes()), &document::Options::default()).is_valid());
        }));
        times[2].push(repeat(&mut || drop(black_box(converted(&tree)))));
        times[3].push(repeat(&mut || drop(black_box(made.ledger.file(&tree, &made.target)))));
        times[4].push(repeat(&mut || drop(black_box(canon::to_vec(made.target.root(), Profile::Zcf)))));
    }
    times.map(|times| median(times).as_nanos() as f64 / text.len() as f64)
}

fn parse(text: &str) -> Tree<'_> {
    read(text.as_bytes(), &Limits::default()).unwrap()
}

fn converted<'t>(tree: &'t Tree<'t>) -> Conversion<'t> {
    convert(tree, &Options::default()).unwrap_or_else(|f| panic!("{:?}", f.first()))
}
