//! `ingest`: verify, negotiate, convert, receipt; the files appear together or not at all.

use std::cell::RefCell;

use ocp_convert::canon::{self, Profile};
use ocp_convert::finding::{Code, Finding};
use ocp_convert::ingest::{self, Import, Options};
use ocp_convert::json::Tree;
use ocp_convert::zephr::tools::{self, Capabilities};
use ocp_convert::zephr::verify::{self, Context, ReplayKey, Report};

use super::verify::{Policy, source_id};
use crate::args::{Common, Format, Ingest};
use crate::io::{self, Broken};
use crate::load::Document;
use crate::outputs::{self, Piece};
use crate::render::{self, About};
use crate::seen::{Answer, Seen};
use crate::verification::Verification;
use crate::{Outcome, Verdict, keys};

pub fn run(args: &Ingest, common: &Common) -> Outcome {
    // Whatever can be wrong with the call is found before the document is looked at.
    let capabilities = capabilities(args)?;
    let outputs = [args.output.output.as_deref(), Some(args.receipt.as_path())];
    outputs::check_outputs(&outputs, args.seen.as_deref(), args.output.force)?;
    let key = args.receipt_key.as_deref();
    let key = key.map(|path| keys::secret_key(path, args.trust.allow_readable_keys)).transpose()?;
    let document = Document::load(args.file.as_deref(), common)?;
    let tree = match document.read() {
        Ok(tree) => tree,
        Err(finding) => {
            let report = Report::unread((*finding).clone());
            return Ok(refuse(&document, None, &report, vec![*finding], common));
        }
    };
    let policy = Policy::load(&args.trust, source_id(&tree))?;
    let seen = args.seen.as_deref().map(Seen::open).transpose()?;
    // The library asks; what goes wrong with asking is kept for afterwards, and the packet refused until then.
    let failure = RefCell::new(None);
    let ask = |key: &ReplayKey<'_>| match seen.as_ref().map(|seen| seen.ask(key)) {
        None | Some(Ok(Answer::Fresh)) => false,
        Some(Ok(Answer::Replayed)) => true,
        Some(Err(broken)) => {
            *failure.borrow_mut() = Some(broken);
            true
        }
    };
    let context = policy.context()?;
    let guard: Option<&dyn Fn(&ReplayKey<'_>) -> bool> = if seen.is_some() { Some(&ask) } else { None };
    let options = Options {
        verify: Context { seen: guard, ..context },
        capabilities: &capabilities,
        strict: args.strict,
        max_belief_chars: args.max_belief_chars,
        imported_at: &policy.now,
        receipt_key: key.as_ref(),
    };
    let outcome = ingest::ingest(&tree, &options);
    if let Some(broken) = failure.borrow_mut().take() {
        return Err(broken);
    }
    let import = match outcome {
        Ok(import) => import,
        Err(refusal) => {
            return Ok(refuse(&document, Some(&tree), &refusal.report, refusal.findings, common));
        }
    };
    let verified = import.report.clone();
    let root = verified.root.as_deref().unwrap_or_default();
    let fingerprint = verified.key_fingerprint.as_deref();
    let key = ReplayKey::new(tree.root(), verified.verdict, fingerprint, root);
    if let Some(seen) = &seen
        && seen.begin(&key)? == Answer::Replayed
    {
        let message = "a packet with this id and nonce was taken in before";
        let finding = Finding::new(Code::PacketReplayed, "/packet/nonce", message).found(key.nonce);
        let report = Report { verdict: verify::Verdict::Refused, ..import.report };
        return Ok(refuse(&document, Some(&tree), &report, vec![finding], common));
    }
    write(args, &import)?;
    if let Some(seen) = &seen {
        seen.finish(&key)?;
    }
    report(&document, Some(&tree), &import.report, Verdict::Yes, import.warnings.clone(), common);
    Ok(Verdict::Yes)
}

fn capabilities(args: &Ingest) -> Result<Capabilities, Broken> {
    args.capabilities.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).try_fold(
        Capabilities::default(),
        |all, name| {
            all.with(name).ok_or_else(|| Broken::Usage {
                what: format!(
                    "--capabilities: `{name}` is none of the published tools: {}",
                    tools::names().join(", ")
                ),
            })
        },
    )
}

/// The checkpoint first: a receipt says that there is one.
fn write(args: &Ingest, import: &Import) -> Result<(), Broken> {
    let line = |tree: &Tree<'_>, profile| {
        let mut bytes = canon::to_vec(tree.root(), profile);
        bytes.push(b'\n');
        bytes
    };
    let (checkpoint, receipt) = (line(&import.target, Profile::Jcs), line(&import.receipt, Profile::Zcf));
    let pieces =
        [Piece::new(args.output.output.as_deref(), &checkpoint), Piece::new(Some(&args.receipt), &receipt)];
    outputs::write_together(&pieces, args.output.force, true)
}

fn refuse(
    document: &Document,
    tree: Option<&Tree<'_>>,
    verification: &Report,
    findings: Vec<Finding>,
    common: &Common,
) -> Verdict {
    report(document, tree, verification, Verdict::No, findings, common);
    Verdict::No
}

/// The report goes to standard error: the checkpoint may go to standard output.
fn report(
    document: &Document,
    tree: Option<&Tree<'_>>,
    verification: &Report,
    verdict: Verdict,
    findings: Vec<Finding>,
    common: &Common,
) {
    let findings = match tree {
        Some(tree) => document.place(tree, findings),
        None => findings,
    };
    let verification = Verification::new(verification, tree.map(Tree::root));
    let about = About::new(document, tree, verdict, &findings);
    if common.format == Format::Json {
        let mut report = about.for_programs();
        report.verification = Some(verification);
        return io::tell(&render::json(&report));
    }
    if common.format == Format::Human && !common.quiet {
        io::tell(&format!("verdict: {}\n", verification.verdict()));
    }
    render::report(&about, common);
}
