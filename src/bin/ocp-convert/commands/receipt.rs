//! `receipt`: a transfer receipt checked again, by whoever has the packet, the checkpoint or the destination's key.

use ocp_convert::finding::{Code, Severity};
use ocp_convert::json::Tree;
use ocp_convert::zephr::{receipt, recheck};

use crate::args::{Common, Format, Receipt};
use crate::io::{self, Broken};
use crate::load::Document;
use crate::render::{self, About};
use crate::{Outcome, Verdict, keys, layout, sarif};

/// A check by its name: what came of it, or why it was not made.
type Check = (&'static str, Result<bool, &'static str>);

pub fn run(args: &Receipt, common: &Common) -> Outcome {
    let key = args.key.as_deref().map(keys::public_key).transpose()?;
    let document = Document::load(args.file.as_deref(), common)?;
    let packet = args.packet.as_deref().map(|path| Document::load(Some(path), common)).transpose()?;
    let checkpoint = args.checkpoint.as_deref().map(|path| Document::load(Some(path), common)).transpose()?;
    let tree = match document.read() {
        Ok(tree) => tree,
        Err(finding) => return say(&About::unread(&document, &finding), &[], common),
    };
    let packet = packet.as_ref().map(other).transpose()?;
    let checkpoint = checkpoint.as_ref().map(other).transpose()?;

    let written = receipt::check(&tree, key.as_ref()).map_err(|e| Broken::Defect { what: e.to_string() })?;
    let holds = |code| !written.iter().any(|finding| finding.code == code);
    let signed = tree.root().get("signature").exists();
    let signature = match (&key, signed) {
        (Some(_), _) => Ok(holds(Code::ReceiptSignatureInvalid)),
        (None, true) => Err("no key was given"),
        (None, false) => Err("the receipt is not signed: anybody could have made it"),
    };
    let own = recheck::own(tree.root());
    let of_packet = packet.as_ref().map(|packet| recheck::with_packet(tree.root(), packet.root()));
    let of_checkpoint =
        checkpoint.as_ref().map(|target| recheck::with_checkpoint(tree.root(), target.root()));
    let checks: [Check; 6] = [
        ("form", Ok(holds(Code::ReceiptInvalid))),
        ("digest", Ok(holds(Code::ReceiptDigestMismatch))),
        ("signature", signature),
        ("itself", Ok(own.is_empty())),
        ("packet", of_packet.as_ref().map(Vec::is_empty).ok_or("no packet was given")),
        ("checkpoint", of_checkpoint.as_ref().map(Option::is_none).ok_or("no checkpoint was given")),
    ];
    let mut findings = written;
    findings.extend(own);
    findings.extend(of_packet.into_iter().flatten());
    findings.extend(of_checkpoint.flatten());
    findings.extend(document.notes(&tree));
    let findings = document.place(&tree, findings);
    let refused = findings.iter().any(|finding| finding.severity == Severity::Error);
    let verdict = if refused { Verdict::No } else { Verdict::Yes };
    say(&About::new(&document, Some(&tree), verdict, &findings), &checks, common)
}

/// What the receipt is held against; what cannot be read there says nothing of the receipt.
fn other(document: &Document) -> Result<Tree<'_>, Broken> {
    document
        .read()
        .map_err(|finding| Broken::Unreadable { name: document.name.clone(), message: finding.message })
}

fn say(about: &About<'_>, checks: &[Check], common: &Common) -> Outcome {
    let text = match common.format {
        // Markdown is refused before a command runs.
        Format::Human | Format::Markdown => {
            let columns = layout::on_stdout();
            let line = |(name, came): &Check| {
                let (result, reason) = match came {
                    Ok(true) => ("pass", ""),
                    Ok(false) => ("fail", ""),
                    Err(reason) => ("not checked", *reason),
                };
                format!("{:<10} {:<12} {}", name, result, layout::fold(reason, 24, columns))
                    .trim_end()
                    .to_owned()
                    + "\n"
            };
            let signed = checks.iter().any(|(name, came)| *name == "signature" && came.is_ok());
            let word = match (about.verdict, signed) {
                (Verdict::Yes, true) => "holds",
                (Verdict::Yes, false) => "holds in itself; whose it is was not checked",
                _ => "does not hold",
            };
            let lines: String = checks.iter().map(line).collect();
            lines + &about.paragraphs(common.quiet, columns) + &format!("the receipt {word}\n")
        }
        Format::Json => render::json(&about.for_programs()),
        Format::Sarif => sarif::log(&[about.for_sarif()], &[]),
    };
    io::say(&text)?;
    Ok(about.verdict)
}
