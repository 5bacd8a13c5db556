//! `ingest`: verify, negotiate, convert, receipt; the files appear together or not at all.

use std::cell::RefCell;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use ocp_convert::canon::{self, Profile};
use ocp_convert::crypto::ed25519::SecretKey;
use ocp_convert::finding::{Code, Finding};
use ocp_convert::ingest::{self, Import, Options};
use ocp_convert::json::Tree;
use ocp_convert::zephr::tools::{self, Capabilities};
use ocp_convert::zephr::verify::{self, Context, ReplayKey, Report};

use super::verify::{Policy, source_id};
use crate::args::{Common, Format, Ingest};
use crate::batch::{self, Input, Kind, Made, Outputs, Plan, Taken};
use crate::io::{self, Broken};
use crate::load::Document;
use crate::outputs::{self, Piece};
use crate::render::{self, About, Stream};
use crate::seen::{Answer, Seen};
use crate::verification::Verification;
use crate::{Outcome, Verdict, clock, keys};

pub fn run(args: &Ingest, common: &Common) -> Outcome {
    // Whatever can be wrong with the call is found before the document is looked at.
    let capabilities = capabilities(args)?;
    let many = batch::is_asked_for(&args.files, &args.batch, None) || args.output_dir.is_some();
    if many && args.output_dir.is_none() {
        let what = "many packets are taken in with --output-dir, each with its receipt".to_owned();
        return Err(Broken::Usage { what });
    }
    if !many {
        let outputs = [args.output.output.as_deref(), args.receipt.as_deref()];
        outputs::check_outputs(&outputs, args.seen.as_deref(), args.output.force)?;
    }
    let key = args.receipt_key.as_deref();
    let key = key.map(|path| keys::secret_key(path, args.trust.allow_readable_keys)).transpose()?;
    let call = Call { args, capabilities: &capabilities, key: key.as_ref() };
    if let Some(folder) = args.output_dir.as_deref().filter(|_| many) {
        return many_into(&call, folder, common);
    }
    let document = Document::load(args.files.first().map(PathBuf::as_path), common)?;
    let to = (args.output.output.as_deref(), args.receipt.as_deref());
    let now = || clock::now(args.trust.now.as_deref());
    one(&call, now, &document, to, |about, verification| {
        report(about, verification, common);
        about.verdict
    })
}

/// What holds for every packet of a call.
struct Call<'a> {
    args: &'a Ingest,
    capabilities: &'a Capabilities,
    key: Option<&'a SecretKey>,
}

/// Many packets, one after the other: of two that are one the first is taken in, whatever runs beside.
fn many_into(call: &Call<'_>, folder: &Path, common: &Common) -> Outcome {
    let args = call.args;
    let now = clock::now(args.trust.now.as_deref())?;
    let plan = Plan {
        files: &args.files,
        batch: &args.batch,
        common,
        outputs: Outputs::Tree(folder),
        ledger: None,
        force: args.output.force,
        done: Some("taken in"),
        reports: Stream::Err,
        jobs: NonZeroUsize::new(1),
    };
    batch::run(&plan, || {
        let (now, mut taken) = (now.clone(), Taken::default());
        Ok(move |document: &Document, place: &Path| {
            let checkpoint = batch::name(folder, place, Kind::Checkpoint);
            let receipt = batch::name(folder, place, Kind::Receipt);
            let broken =
                |broken: &Broken| Ok(Made::broken(broken, Some(&Input::of(document, common)), common));
            if !taken.take(&checkpoint) {
                return broken(&batch::taken_already(&checkpoint));
            }
            if let Err(exists) = free(&[&checkpoint, &receipt], args.output.force) {
                return broken(&exists);
            }
            let to = (Some(checkpoint.as_path()), Some(receipt.as_path()));
            one(
                call,
                || Ok(now.clone()),
                document,
                to,
                |about, verification| {
                    Made::new(about, common, |report| report.verification = Some(verification))
                },
            )
        })
    })
}

/// Whether outputs can be written, which is found out before a packet is on record as taken in.
fn free(paths: &[&Path], force: bool) -> Result<(), Broken> {
    for path in paths {
        let name = || path.to_string_lossy().into_owned();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|source| Broken::Write { name: name(), source })?;
        }
        if path.is_dir() || !force && fs::symlink_metadata(path).is_ok() {
            return Err(Broken::Exists { name: name() });
        }
    }
    Ok(())
}

/// Takes in one packet; `tell` gets what came of it.
fn one<T>(
    call: &Call<'_>,
    now: impl FnOnce() -> Result<String, Broken>,
    document: &Document,
    to: (Option<&Path>, Option<&Path>),
    tell: impl FnOnce(&About<'_>, Verification) -> T,
) -> Result<T, Broken> {
    let args = call.args;
    let tell = |tree: Option<&Tree<'_>>, report: &Report, verdict: Verdict, mut findings: Vec<Finding>| {
        if let Some(tree) = tree {
            findings = document.place(tree, findings);
        }
        let verification = Verification::new(report, tree.map(Tree::root));
        tell(&About::new(document, tree, verdict, &findings), verification)
    };
    let tree = match document.read() {
        Ok(tree) => tree,
        Err(finding) => {
            let report = Report::unread((*finding).clone());
            return Ok(tell(None, &report, Verdict::No, vec![*finding]));
        }
    };
    let policy = Policy::load(&args.trust, source_id(&tree), now()?)?;
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
        capabilities: call.capabilities,
        strict: args.strict,
        max_belief_chars: args.max_belief_chars,
        imported_at: &policy.now,
        receipt_key: call.key,
    };
    let outcome = ingest::ingest(&tree, &options);
    if let Some(broken) = failure.borrow_mut().take() {
        return Err(broken);
    }
    let import = match outcome {
        Ok(import) => import,
        Err(refusal) => {
            let mut findings = refusal.findings;
            findings.extend(document.notes(&tree));
            return Ok(tell(Some(&tree), &refusal.report, Verdict::No, findings));
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
        return Ok(tell(Some(&tree), &report, Verdict::No, vec![finding]));
    }
    write(to, args.output.force, &import)?;
    if let Some(seen) = &seen {
        seen.finish(&key)?;
    }
    Ok(tell(Some(&tree), &import.report, Verdict::Yes, import.warnings.clone()))
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
fn write(
    (checkpoint_to, receipt_to): (Option<&Path>, Option<&Path>),
    force: bool,
    import: &Import,
) -> Result<(), Broken> {
    let line = |tree: &Tree<'_>, profile| {
        let mut bytes = canon::to_vec(tree.root(), profile);
        bytes.push(b'\n');
        bytes
    };
    let (checkpoint, receipt) = (line(&import.target, Profile::Jcs), line(&import.receipt, Profile::Zcf));
    let pieces = [Piece::new(checkpoint_to, &checkpoint), Piece::new(receipt_to, &receipt)];
    outputs::write_together(&pieces, force, true)
}

/// The report goes to standard error: the checkpoint may go to standard output.
fn report(about: &About<'_>, verification: Verification, common: &Common) {
    if common.format == Format::Json {
        let mut report = about.for_programs();
        report.verification = Some(verification);
        return io::tell(&render::json(&report));
    }
    if common.format == Format::Human && !common.quiet {
        io::tell(&format!("verdict: {}\n", verification.verdict()));
    }
    render::report(about, common);
}
