//! Restoring: the target converted back, the patch applied, and nothing given out but what the proof is about.

use super::places::Places;
use super::vouching::vouching;
use super::{apply, authenticated, back, digest_of, residue_of, stripped, value};
use crate::PROFILE_VERSION;
use crate::convert::{Conversion, Options, convert};
use crate::crypto::keys::InstallationKey;
use crate::crypto::mac::Mac;
use crate::document;
use crate::finding::{Code, Finding, Severity};
use crate::json::{Cursor, Kind, Tree, TreeBuilder};
use crate::mapping::MAPPING_VERSION;

/// What the user holds: never to be read off a document. Where both are given, both must hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct Proof<'a> {
    /// The original's digest, `sha256:` and 64 lower-case hex digits, as [`super::preserve`] told it.
    pub digest: Option<&'a str>,
    /// The key the residue's MAC was made with.
    pub key: Option<&'a InstallationKey>,
}

/// What came of restoring.
#[derive(Debug)]
pub enum Restored<'s> {
    /// The original.
    Original {
        /// The document.
        document: Tree<'static>,
        /// `sha256:` of its `jcs` form.
        digest: String,
    },
    /// The document was changed after it was preserved: it is converted without its residue.
    Edited {
        /// The conversion; a warning of it says what was noticed.
        conversion: Box<Conversion<'s>>,
        /// The places of the original that the residue would have set right.
        lost: Vec<String>,
    },
}

/// Gives back the original of a document that [`super::preserve`] made.
///
/// # Errors
/// Why there is no residue to restore from, or why what comes of it is not given out. Nothing is half restored.
pub fn restore<'s>(
    document: &'s Tree<'s>,
    proof: &Proof<'_>,
    options: &Options,
) -> Result<Restored<'s>, Vec<Finding>> {
    let residue = residue_of(document);
    let one = |finding: Finding| vec![finding];
    if proof.digest.is_none() && proof.key.is_none() {
        let message = "restoring needs the original's digest or the key of the MAC";
        return Err(one(Finding::new(Code::ResidueUnproven, super::POINTER, message)));
    }
    if !residue.exists() {
        let message = "the document holds no residue to restore from";
        return Err(one(Finding::new(Code::ResidueMissing, "", message).expected(super::POINTER)));
    }
    version(residue).map_err(|f| one(*f))?;
    shape(residue).map_err(|f| one(*f))?;
    if let Some(key) = proof.key {
        mac(residue, key).map_err(|f| one(*f))?;
    }
    let target = stripped(document).map_err(|e| one(super::unbuilt(&e)))?;
    if residue.get("targetDigest").as_str() != Some(&digest_of(target.root())) {
        return edited(document, residue, options);
    }
    let base = value::from_tree(back(&target)?.root());
    let patched = apply::apply(base, residue.get("patch")).map_err(|f| one(*f))?;
    let restored = value::to_tree(&patched).map_err(|error| {
        let message = "the residue makes no document";
        one(Finding::new(Code::ResiduePatchFailed, super::POINTER, message).found(error.to_string()))
    })?;
    let digest = digest_of(restored.root());
    // The MAC has proved the residue, and so the digest in it.
    let proven = proof.key.and_then(|_| residue.get("originalDigest").as_str());
    for wanted in [proof.digest, proven].into_iter().flatten() {
        if digest != wanted {
            let message = "what the residue restores is not the document of this digest";
            // Which digest it has is not told: whoever reads it here would hold it, and prove nothing by it.
            return Err(one(
                Finding::new(Code::ResidueDigestMismatch, super::POINTER, message).expected(wanted)
            ));
        }
    }
    sound(&restored, options)?;
    Ok(Restored::Original { document: restored, digest })
}

/// `residue_version`: another profile or mapping converts back to another document.
fn version(residue: Cursor<'_>) -> Result<(), Box<Finding>> {
    for (member, own) in [("profileVersion", PROFILE_VERSION), ("mappingVersion", MAPPING_VERSION)] {
        let found = residue.get(member).as_number();
        if let Some(found) = found.filter(|found| found.as_i64() != Some(own.into())) {
            let pointer = format!("{}/{member}", super::POINTER);
            let message = "the residue was made by another version";
            let finding = Finding::new(Code::ResidueVersion, pointer, message);
            return Err(Box::new(finding.expected(own.to_string()).found(found.as_f64().to_string())));
        }
    }
    Ok(())
}

/// `residue_malformed`: the members of a residue and no others; the patch is looked at when it is applied.
pub(super) fn shape(residue: Cursor<'_>) -> Result<(), Box<Finding>> {
    let required: [(&str, &[Kind]); 5] = [
        ("profileVersion", &[Kind::Number]),
        ("mappingVersion", &[Kind::Number]),
        ("converterVersion", &[Kind::String]),
        ("targetDigest", &[Kind::String]),
        ("patch", &[Kind::Array, Kind::String]),
    ];
    let optional = ["originalDigest", "mac"];
    let known = |member: Cursor<'_>| {
        let name = member.name().unwrap_or_default();
        required.iter().any(|(own, _)| *own == name)
            || (optional.contains(&name) && member.kind() == Kind::String)
    };
    let all_there = required.iter().all(|(name, kinds)| kinds.contains(&residue.get(name).kind()));
    if residue.is_object() && all_there && residue.children().all(known) {
        return Ok(());
    }
    let message = "the extension is no residue of this tool";
    Err(Box::new(Finding::new(Code::ResidueMalformed, super::POINTER, message)))
}

/// `residue_mac_missing`, `residue_mac_mismatch`: the holder of the key wrote this residue.
fn mac(residue: Cursor<'_>, key: &InstallationKey) -> Result<(), Box<Finding>> {
    let (Some(mac), Some(_)) = (residue.get("mac").as_str(), residue.get("originalDigest").as_str()) else {
        let message = "the residue was made without a key, and proves nothing by one";
        return Err(Box::new(Finding::new(Code::ResidueMacMissing, super::POINTER, message)));
    };
    let mut plain = TreeBuilder::new();
    plain.object();
    for member in residue.children().filter(|member| member.name() != Some("mac")) {
        plain.copy(member);
    }
    plain.close();
    let holds = plain
        .finish()
        .ok()
        .zip(Mac::from_hex(mac).ok())
        .is_some_and(|(plain, mac)| mac.verify_with(key, &authenticated(plain.root())).is_ok());
    if holds {
        return Ok(());
    }
    let message = "the MAC of the residue is not one by this key";
    Err(Box::new(Finding::new(Code::ResidueMacMismatch, format!("{}/mac", super::POINTER), message)))
}

/// `residue_invalid`, and what is never preserved and so never restored: also a user who was given the digest together
/// with the document gets no authenticated packet out of it.
fn sound(restored: &Tree<'_>, options: &Options) -> Result<(), Vec<Finding>> {
    let vouching = vouching(restored, &Places::new(restored));
    if !vouching.is_empty() {
        return Err(vouching);
    }
    let checks = document::Options { lenient: options.lenient, ..document::Options::default() };
    let report = document::validate(restored, None, &checks);
    if report.is_valid() {
        return Ok(());
    }
    let errors = report.findings.into_iter().filter(|f| f.severity == Severity::Error);
    let finding = |f: Finding| {
        let message =
            format!("the restored document is not valid: {} at {}: {}", f.code, f.pointer, f.message);
        Finding::new(Code::ResidueInvalid, super::POINTER, message)
    };
    Err(errors.map(finding).collect())
}

/// The conversion of a document that is not the one its residue was made for.
fn edited<'s>(
    document: &'s Tree<'s>,
    residue: Cursor<'_>,
    options: &Options,
) -> Result<Restored<'s>, Vec<Finding>> {
    let mut conversion = convert(document, options)?;
    let lost = apply::paths(residue.get("patch"));
    let message = format!(
        "the document was changed after it was preserved, so it is converted without its residue; {} of the original \
         are not restored",
        if lost.len() == 1 { "1 place".to_owned() } else { format!("{} places", lost.len()) }
    );
    conversion.warnings.push(Finding::new(Code::ResidueTargetEdited, super::POINTER, message));
    Ok(Restored::Edited { conversion: Box::new(conversion), lost })
}
