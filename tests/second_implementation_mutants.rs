//! The second implementation on inputs that no vector has: documents of the vectors, a few bytes of each changed, get the
//! same answer from `goldens/verify.mjs` and from this program: result, code, pointer, verdict, warnings, bytes.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod folder;
mod node;

use std::io::Write;
use std::process::{Command, Stdio};

use folder::{goldens, place};
use node::node;
use ocp_convert::goldens::perform;
use ocp_convert::goldens::protocol::{Request, questions};
use ocp_convert::goldens::vector::{Document, Group};
use serde_json::{Value, json};

/// Mutants of each vector.
const MUTANTS: usize = 4;
/// What is put in: the characters that mean something to JSON, and bytes that are no UTF-8.
const BYTES: &[u8] = b"{}[]\",:0123456789eE+-.\\/utrnfalsedD8cC \t\n\xff\xed\xa0\x80";

/// A generator of numbers that needs no crate: the same mutants every time (Knuth's constants).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }
}

fn mutate(bytes: &mut Vec<u8>, dice: &mut Dice) {
    for _ in 0..=dice.below(2) {
        let at = dice.below(bytes.len());
        let byte = BYTES[dice.below(BYTES.len())];
        match dice.below(9) {
            0..=2 if !bytes.is_empty() => bytes[at] = byte,
            3..=5 => bytes.insert(at, byte),
            6 | 7 if !bytes.is_empty() => drop(bytes.remove(at)),
            _ => bytes.truncate(at),
        }
    }
}

fn requests() -> Vec<(Request, Vec<u8>)> {
    let files = goldens();
    let mut dice = Dice(20_260_101);
    let mut out = Vec::new();
    for group in [Group::Canonical, Group::Manifest, Group::Authentication, Group::PacketValidity] {
        for (_, question) in questions(&files, Some(group)).unwrap() {
            let request: Request = serde_json::from_str(&question.line).unwrap();
            let Some(document) = &request.input.document else { continue };
            let bytes = ocp_convert::goldens::resolve(&files, document).unwrap();
            // What is long is long for a reason of its own, and slow in a debug build.
            if bytes.len() > 4096 {
                continue;
            }
            for number in 0..MUTANTS {
                let mut mutant = bytes.clone();
                mutate(&mut mutant, &mut dice);
                let mut request = request.clone();
                request.id = format!("{}-{number}", request.id);
                request.input.document = Some(match String::from_utf8(mutant.clone()) {
                    Ok(text) => Document::Text(text),
                    Err(_) => Document::Hex(hex::encode(&mutant)),
                });
                out.push((request, mutant));
            }
        }
    }
    out
}

/// The answers of the second implementation, one a line.
fn answers(requests: &[(Request, Vec<u8>)]) -> Vec<Value> {
    let mut command = Command::new("node");
    command.arg(place().join("verify.mjs")).arg("--serve");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines: Vec<String> = requests.iter().map(|(r, _)| serde_json::to_string(r).unwrap() + "\n").collect();
    let writer =
        std::thread::spawn(move || lines.iter().all(|line| input.write_all(line.as_bytes()).is_ok()));
    let output = child.wait_with_output().unwrap();
    assert!(writer.join().unwrap());
    let text = String::from_utf8(output.stdout).unwrap();
    text.trim_end_matches('\n').split('\n').map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn sorted(found: &Value) -> Vec<String> {
    let mut all: Vec<String> = found.as_array().into_iter().flatten().map(Value::to_string).collect();
    all.sort();
    all
}

#[test]
fn both_say_the_same_of_mutants() {
    if !node() {
        return;
    }
    let requests = requests();
    assert!(requests.len() > 2000, "{}", requests.len());
    let answers = answers(&requests);
    assert_eq!(answers.len(), requests.len());
    let (mut refused, mut taken, mut left) = (0, 0, 0);
    for ((request, bytes), theirs) in requests.iter().zip(&answers) {
        if theirs["code"] == "not_covered" {
            left += 1;
            continue;
        }
        let files = ocp_convert::goldens::Files::new();
        let input =
            request.input.clone().map(|_: &str, d: &_| ocp_convert::goldens::resolve(&files, d)).unwrap();
        let ours = serde_json::to_value(perform(&request.id, request.operation, &input).unwrap()).unwrap();
        let say = |answer: &Value| {
            let outcome = ["result", "code", "pointer", "verdict"].map(|member| answer[member].clone());
            let found = [sorted(&answer["also"]), sorted(&answer["warnings"])];
            let output = answer.get("output").cloned().unwrap_or(json!({}));
            json!([outcome, found, output])
        };
        assert_eq!(say(&ours), say(theirs), "{}: {}", request.id, String::from_utf8_lossy(bytes));
        if ours["result"] == "valid" { taken += 1 } else { refused += 1 }
    }
    assert!(refused > 1000 && taken > 200 && left < 100, "{refused} {taken} {left}");
}
