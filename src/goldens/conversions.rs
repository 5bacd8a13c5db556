//! The operations that convert.

use super::data::{ConvertOptions, Input, Output};
use super::perform::{Outcome, Stop, Unusable, document, read, spelled};
use crate::audit;
use crate::canon::{self, Profile};
use crate::convert::{self, Conversion, Options};
use crate::document::{Format, recognise};
use crate::json::Tree;

pub(super) fn options(input: &Input<Vec<u8>>) -> Result<Options, Unusable> {
    let asked = input.options.clone().unwrap_or_default();
    let ConvertOptions { now, client_kind, installation_key_id, recipient, review_by_days } = asked;
    let mut options = Options::default().lenient(input.lenient);
    let set = |text: Option<String>,
               options: Options,
               to: fn(Options, &str) -> Result<Options, convert::OptionError>| match text {
        Some(text) => to(options, &text).map_err(|error| error.to_string()),
        None => Ok(options),
    };
    options = set(now, options, Options::now)?;
    options = set(client_kind, options, Options::client_kind)?;
    options = set(installation_key_id, options, Options::installation_key_id)?;
    options = set(recipient, options, Options::recipient)?;
    if let Some(days) = review_by_days {
        options = options.review_by_days(days);
    }
    Ok(options)
}

/// The canonical form that a converted document is written in.
pub(super) fn written(tree: &Tree<'_>) -> Vec<u8> {
    let profile = if recognise(tree) == Ok(Format::Packet) { Profile::Zcf } else { Profile::Jcs };
    canon::to_vec(tree.root(), profile)
}

pub(super) fn convert(input: &Input<Vec<u8>>) -> Result<Outcome, Stop> {
    let options = options(input)?;
    let tree = read(document(input)?, input)?;
    told(&tree, convert::convert(&tree, &options)?)
}

/// What came of a conversion of `source`, with what the auditor says of it.
pub(super) fn told(source: &Tree<'_>, conversion: Conversion<'_>) -> Result<Outcome, Stop> {
    let ledger = conversion.ledger.file(source, &conversion.target);
    let mut findings = conversion.warnings;
    findings.extend(audit::audit(source, &conversion.target, &ledger));
    let output = Output {
        target: Some(spelled(written(&conversion.target))),
        ledger: Some(spelled(serde_json::to_vec(&ledger).map_err(|error| error.to_string())?)),
        ..Output::default()
    };
    Ok(Outcome { findings, output, ..Outcome::default() })
}

pub(super) fn round_trip(input: &Input<Vec<u8>>) -> Result<Outcome, Stop> {
    let options = options(input)?;
    let tree = read(document(input)?, input)?;
    let there = convert::convert(&tree, &options)?;
    let mut findings = there.warnings;
    let back = convert::convert(&there.target, &options)?;
    findings.extend(back.warnings);
    let output = Output {
        between: Some(spelled(written(&there.target))),
        target: Some(spelled(written(&back.target))),
        ..Output::default()
    };
    Ok(Outcome { findings, output, ..Outcome::default() })
}
