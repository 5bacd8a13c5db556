//! `convert`: one document into the other format, its ledger, and what was lost on the way.

mod many;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use ocp_convert::canon::{self, Profile};
use ocp_convert::convert::{Conversion, OptionError, Options};
use ocp_convert::document;
use ocp_convert::finding::{Code, Finding};
use ocp_convert::json::{Cursor, Tree};
use ocp_convert::ledger::{LedgerFile, Summary};
use ocp_convert::mapping::{Fidelity, Rule};
use ocp_convert::syntax::text::escape_for_terminal as escape;

use crate::args::{Common, Convert, Format, Loss, Target};
use crate::batch;
use crate::commands::residue::{self, Converted, Notes};
use crate::io::{self, Broken};
use crate::load::Document;
use crate::losses::{self, CLASSES};
use crate::outputs::{self, Piece};
use crate::render::{self, About};
use crate::{Outcome, Verdict};

pub fn run(args: &Convert, common: &Common) -> Outcome {
    // Whatever can be wrong with the call is found before the document is looked at.
    let options = options(args).map_err(|e| Broken::Usage { what: e.to_string() })?;
    // What is for people would not be told apart from what is for programs.
    let for_people = matches!(common.format, Format::Human | Format::Markdown);
    if !args.explain.is_empty() && !for_people {
        let what = "--explain is for people; for programs, --ledger writes where every value went".to_owned();
        return Err(Broken::Usage { what });
    }
    residue::check(args)?;
    let accepted = args.accept.as_deref().map(accepted).transpose()?;
    if batch::is_asked_for(&args.files, &args.batch, Some(&args.tree)) {
        return many::run(args, accepted.as_deref(), common);
    }
    if !args.dry_run {
        let outputs = [
            Some(args.output.output.as_deref()),
            args.ledger.as_deref().map(Some),
            args.id_map.as_deref().map(Some),
        ];
        let outputs: Vec<_> = outputs.into_iter().flatten().collect();
        outputs::check_outputs(&outputs, None, args.output.force)?;
    }
    let document = Document::load(args.files.first().map(PathBuf::as_path), common)?;
    let tree = match document.read() {
        Ok(tree) => tree,
        Err(finding) => {
            render::report(&About::unread(&document, &finding), common);
            return Ok(Verdict::No);
        }
    };
    let place = |findings: Vec<Finding>| document.place(&tree, findings);
    let refuse = |findings: Vec<Finding>| {
        let (tree, verdict) = (Some(&tree), Verdict::No);
        render::report(&About::new(&document, tree, verdict, &findings), common);
        Ok(verdict)
    };
    if let Some(finding) = args.to.and_then(|to| already_in_format(&tree, to)) {
        return refuse(place(vec![finding]));
    }
    let report = |warnings: Vec<Finding>, notes: &Notes, totals: Option<Summary>| {
        let warnings = place(warnings);
        let verdict = Verdict::Yes;
        let about = About::new(&document, Some(&tree), verdict, &warnings);
        if common.format == Format::Json {
            let mut report = about.for_programs();
            report.summary = totals;
            report.original_digest = notes.original.as_deref();
            report.not_restored = &notes.lost;
            io::tell(&render::json(&report));
        } else {
            render::report(&about, common);
        }
        Ok(Verdict::Yes)
    };
    let (conversion, notes) = match residue::run(&args.residue, &tree, &options)? {
        Ok(Converted::Conversion(conversion, notes)) => (conversion, notes),
        Ok(Converted::Original(original, notes)) => {
            if !args.dry_run {
                outputs::write(&args.output, &bytes(args, original.root()))?;
            }
            if for_people {
                io::tell(&notes.text());
            }
            return report(Vec::new(), &notes, None);
        }
        Err(findings) => return refuse(place(findings)),
    };
    let denied: Vec<_> = denied(&conversion, &args.deny, accepted.as_deref());
    let file = if args.ledger.is_some() || !args.explain.is_empty() {
        Some(conversion.ledger.file(&tree, &conversion.target))
    } else {
        None
    };
    let mut told = String::new();
    if let Some(file) = &file {
        for pointer in &args.explain {
            told.push_str(&explain(file, pointer).ok_or_else(|| Broken::Usage {
                what: format!("--explain: the document has no value at `{pointer}`"),
            })?);
        }
    }
    if !denied.is_empty() {
        io::tell(&told);
        return refuse(denied);
    }
    if !args.dry_run {
        write(args, &conversion, file.as_ref())?;
    }
    if !common.quiet && for_people {
        told.push_str(&summary(&tree, &conversion));
    }
    if for_people {
        told.push_str(&notes.text());
    }
    io::tell(&told);
    let totals = conversion.ledger.summary(&tree, &conversion.target);
    report(conversion.warnings, &notes, Some(totals))
}

fn options(args: &Convert) -> Result<Options, OptionError> {
    let mut options = Options::default().lenient(args.lenient);
    if let Some(now) = &args.now {
        options = options.now(now)?;
    }
    if let Some(kind) = &args.client_kind {
        options = options.client_kind(kind)?;
    }
    if let Some(id) = &args.installation_key_id {
        options = options.installation_key_id(id)?;
    }
    if let Some(id) = &args.recipient {
        options = options.recipient(id)?;
    }
    if let Some(days) = args.review_by {
        options = options.review_by_days(days);
    }
    Ok(options)
}

/// The rules whose loss is agreed. A name that no table has is a mistake worth stopping for.
fn accepted(path: &Path) -> Result<Vec<Rule>, Broken> {
    let bytes = io::read(Some(path), 1 << 20)?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines
        .filter(|line| !line.is_empty())
        .map(|code| {
            Rule::from_code(code).ok_or_else(|| Broken::Usage {
                what: format!(
                    "--accept: `{}` is not a rule; `ocp-convert mappings` lists them",
                    escape(code)
                ),
            })
        })
        .collect()
}

fn already_in_format(tree: &Tree<'_>, to: Target) -> Option<Finding> {
    // A document of neither format is refused by the conversion itself.
    let format = document::recognise(tree).ok()?;
    let same = matches!(
        (format, to),
        (document::Format::Checkpoint, Target::Ocp) | (document::Format::Packet, Target::Zephr)
    );
    same.then(|| {
        Finding::new(Code::AlreadyInFormat, "", format!("the document is a {} already", format.as_str()))
    })
}

/// One finding a rule whose loss the caller does not agree to.
fn denied(conversion: &Conversion<'_>, deny: &[Loss], accepted: Option<&[Rule]>) -> Vec<Finding> {
    if deny.is_empty() && accepted.is_none() {
        return Vec::new();
    }
    let all = deny.is_empty();
    let losses = conversion.ledger.losses().into_iter().filter(|(rule, class, _)| {
        let class = match class {
            None => Loss::Omitted,
            Some(Fidelity::Demoted) => Loss::Demoted,
            Some(_) => Loss::Narrated,
        };
        (all || deny.contains(&class)) && !accepted.unwrap_or_default().contains(rule)
    });
    losses
        .map(|(rule, class, count)| {
            let class = losses::word(class);
            let values = if count == 1 { "value" } else { "values" };
            let message =
                format!("{count} {values} would be {class} by {}: {}", rule.code(), rule.row().note);
            Finding::new(Code::LossDenied, "", message)
        })
        .collect()
}

/// The document last, so that where it stands its ledger stands too.
fn write(args: &Convert, conversion: &Conversion<'_>, ledger: Option<&LedgerFile>) -> Result<(), Broken> {
    let ledger = args.ledger.as_deref().zip(ledger).map(|(path, ledger)| Ok((path, own_json(ledger)?)));
    let ids = args.id_map.as_deref().map(|path| {
        let id = |(from, to): &(String, String)| serde_json::json!({ "from": from, "to": to });
        Ok((path, own_json(&conversion.renamed.iter().map(id).collect::<Vec<_>>())?))
    });
    let beside = ledger.into_iter().chain(ids).collect::<Result<Vec<_>, Broken>>()?;
    let document = bytes(args, conversion.target.root());
    let beside = beside.iter().map(|(path, bytes)| Piece::new(Some(path), bytes));
    let all: Vec<_> = beside.chain([Piece::new(args.output.output.as_deref(), &document)]).collect();
    outputs::write_together(&all, args.output.force, false)
}

/// A document as it is written: canonical or indented, and a line feed.
fn bytes(args: &Convert, root: Cursor<'_>) -> Vec<u8> {
    let mut out = if args.pretty {
        let mut out = Vec::new();
        canon::write_pretty(root, profile(root), &mut out);
        out
    } else {
        canon::to_vec(root, profile(root))
    };
    out.push(b'\n');
    out
}

/// As [`bytes`], of the document that a conversion made.
fn converted(args: &Convert, conversion: Conversion<'_>) -> Vec<u8> {
    if args.pretty {
        return bytes(args, conversion.target.root());
    }
    let mut out = conversion.into_bytes();
    out.push(b'\n');
    out
}

/// The canonical form of the format that a document has.
fn profile(root: Cursor<'_>) -> Profile {
    if root.get("format").exists() { Profile::Zcf } else { Profile::Jcs }
}

/// One of this tool's own files: indented, with a line feed.
fn own_json(value: &impl serde::Serialize) -> Result<Vec<u8>, Broken> {
    let mut out = serde_json::to_vec_pretty(value).map_err(|e| Broken::Defect { what: e.to_string() })?;
    out.push(b'\n');
    Ok(out)
}

/// Where the value at `pointer` went, and what is inside it; `None` when nothing stands there.
fn explain(file: &LedgerFile, pointer: &str) -> Option<String> {
    let inside =
        |from: &str| from == pointer || from.strip_prefix(pointer).is_some_and(|r| r.starts_with('/'));
    let note = |rule: &str| Rule::from_code(rule).map_or("", |r| r.row().note);
    let mut out = String::new();
    for moved in file.moved.iter().filter(|m| inside(&m.from)) {
        let _ = writeln!(
            out,
            "{}: {} by {}: {}",
            escape(&moved.from),
            moved.fidelity,
            moved.rule,
            note(&moved.rule)
        );
        for landing in &moved.to {
            let _ = writeln!(out, "  to {} ({})", escape(&landing.at), landing.fidelity);
        }
    }
    for omitted in file.omitted.iter().filter(|o| inside(&o.from)) {
        let _ = writeln!(
            out,
            "{}: omitted ({}) by {}: {}",
            escape(&omitted.from),
            omitted.status,
            omitted.rule,
            omitted.reason
        );
    }
    (!out.is_empty()).then_some(out)
}

/// The totals, then each rule that lost something.
fn summary(tree: &Tree<'_>, conversion: &Conversion<'_>) -> String {
    let totals = conversion.ledger.summary(tree, &conversion.target);
    let Summary { target_leaves, synthesized, .. } = totals;
    let (from, to) =
        if tree.root().get("format").exists() { ("packet", "checkpoint") } else { ("checkpoint", "packet") };
    let carried = losses::carried(&totals);
    let mut out =
        format!("{from} to {to}: {carried}; of {target_leaves} values in the {to}, {synthesized} made\n");
    let losses = conversion.ledger.losses();
    let width = losses.iter().map(|(rule, _, _)| rule.code().len()).max().unwrap_or_default();
    for wanted in CLASSES {
        for (rule, _, count) in losses.iter().filter(|(_, class, _)| *class == wanted) {
            let class = losses::word(wanted);
            let _ = writeln!(out, "  {class:<8} {count:>5}  {:<width$}  {}", rule.code(), rule.row().note);
        }
    }
    out
}
