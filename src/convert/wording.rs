//! Every phrase a conversion writes, and the reading of them on the way back.
//!
//! A narrated line is `[TAG] text`: the tag made of fixed words and enum values, the source's text last and unaltered.
//! On the way back a tag is honoured only where it lowers trust or restricts, and only the first tag of a text counts,
//! so a stranger who writes our tags gains nothing.

use super::posing::is_blank;

/// Before a text that begins with a bracket of its own, so that no source text can pose as one of our lines.
pub(super) const TEXT: &str = "[text]";
/// What an absent value reads as inside a tag.
pub(super) const NOT_RECORDED: &str = "not recorded";
/// The first words of a line about the conversion itself.
pub(super) const OWN: &str = "ocp-convert 1: ";
/// An objective or rationale that the packet does not give.
pub(super) const NO_RECORD: &str = "not recorded in the source packet";

pub(super) const DESIRED_OUTCOME: &str = "[desired outcome]";
pub(super) const IN_SCOPE: &str = "[in scope]";
pub(super) const OUT_OF_SCOPE: &str = "[out of scope]";
pub(super) const COMPLETED: &str = "[completed]";
pub(super) const IN_HAND: &str = "[in hand at the boundary]";
pub(super) const RECOVERY: &str = "[recovery]";
pub(super) const STEP_NOT_TAKEN: &str = "[step not taken]";
pub(super) const STOP: &str = "[STOP: do not continue while this holds]";
pub(super) const STOP_UNTIL: &str =
    "[STOP until all listed operations are confirmed in the system of record]";
pub(super) const REQUIRED: &str = "[required before continuing]";
pub(super) const RECOMMENDED: &str = "[recommended]";
pub(super) const OPTIONAL: &str = "[optional]";
pub(super) const INCOMPATIBLE: &str = "[cannot continue faithfully where]";
pub(super) const SOURCE_PACKET: &str = "[source packet]";
pub(super) const CONDENSED: &str = "[condensed]";
/// What this tool's own limitations open with, beside the task's status.
pub(super) const LIMITATIONS: [&str; 5] = [PRODUCED_BY, RECOMMENDED, OPTIONAL, SOURCE_PACKET, CONDENSED];
/// Before the review date of a packet, kept as a precondition of the checkpoint.
pub(super) const REVIEW_BY: &str = "[review by]";
/// Before the expiry of a packet, kept as a precondition of the checkpoint.
pub(super) const EXPIRES: &str = "[expires]";
pub(super) const PRODUCED_BY: &str = "[produced by]";

/// Before a question whose answer the packet claims.
pub(super) const CLAIMED_RESOLUTION: &str = "[resolution claimed at source]";
/// A verification state that is not carried over.
pub(super) const REPORTED: &str = "reported verified at source";
/// Before a receipt, a review event, a verification that the source packet claims.
pub(super) const RECEIPT: &str = "[receipt, as the source packet claims]";
pub(super) const REVIEW_EVENT: &str = "[review event, as the source packet claims]";
pub(super) const VERIFICATION: &str = "[verification, as the source packet claims]";
/// Before the closed tool list of a packet.
pub(super) const ALLOWED_TOOLS: &str = "[allowed tools]";
/// Before an entry of a packet's own manifests.
pub(super) const OMISSION_MANIFEST: &str = "[omission manifest]";
pub(super) const REDACTION_MANIFEST: &str = "[redaction manifest]";
/// Before the place of a value that could not stand where its row puts it.
pub(super) const UNPLACED: &str = "[value without a place]";
/// The fixed words of an omission with this status.
pub(super) fn omission_words(status: &str) -> &'static str {
    match status {
        "redacted" => "left out as sensitive",
        "dropped" => "left out, no place for it here",
        _ => "left out, not supported here",
    }
}

const KINDS: [&str; 7] =
    ["instruction", "constraint", "decision", "observation", "hypothesis", "question", "external"];
const ORIGINS: [&str; 6] = ["user", "system", "agent", "tool", "application", "external"];

/// The first tag of a text, as far as it lowers or restricts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag<'t> {
    /// `[operation: KIND, STATUS; effect E; resume R]`
    Operation { kind: &'t str, status: &'t str, effect: &'t str, resume: &'t str },
    /// `[task status: S]`, with nothing after it.
    TaskStatus(&'t str),
    /// `[STOP …]` in either form.
    Stop,
    /// `[before resuming, else ON_FAILURE]`, or `[before resuming …]` in any other form.
    BeforeResuming(&'t str),
    /// `[required before continuing]`
    Required,
    /// `[cannot continue faithfully where]`
    Incompatible,
    /// `[KIND]`, `[KIND by ORIGIN]`, `[superseded KIND]`, `[retracted KIND by ORIGIN]`, each perhaps with
    /// `, not established`.
    Statement { ended: Option<&'t str>, kind: &'t str, origin: Option<&'t str> },
}

impl<'t> Tag<'t> {
    /// The first tag of `text`, when it is one that counts. White space and invisible characters before it are passed.
    pub(super) fn of(text: &'t str) -> Option<Self> {
        let text = text.trim_start_matches(is_blank);
        let (inside, after) = text.strip_prefix('[')?.split_once(']')?;
        if let Some(rest) = inside.strip_prefix("operation: ") {
            let (kind, rest) = rest.split_once(", ")?;
            let (status, rest) = rest.split_once("; effect ")?;
            let (effect, resume) = rest.split_once("; resume ")?;
            return Some(Self::Operation { kind, status, effect, resume });
        }
        if let Some(status) = inside.strip_prefix("task status: ") {
            return after.is_empty().then_some(Self::TaskStatus(status));
        }
        if inside.starts_with("STOP") {
            return Some(Self::Stop);
        }
        // Whatever else stands there, it is something to look at first.
        if let Some(rest) = inside.strip_prefix("before resuming") {
            return Some(Self::BeforeResuming(rest.strip_prefix(", else ").unwrap_or_default()));
        }
        match inside {
            "required before continuing" => return Some(Self::Required),
            "cannot continue faithfully where" => return Some(Self::Incompatible),
            _ => {}
        }
        // What follows a comma explains; the words before it count, since they only lower.
        let words = inside.split_once(", ").map_or(inside, |(words, _)| words);
        let (ended, words) = match words.split_once(' ') {
            Some((ended @ ("superseded" | "retracted"), rest)) => (Some(ended), rest),
            _ => (None, words),
        };
        let (kind, origin) = words.split_once(" by ").map_or((words, None), |(k, o)| (k, Some(o)));
        let known = KINDS.contains(&kind) && origin.is_none_or(|o| ORIGINS.contains(&o));
        known.then_some(Self::Statement { ended, kind, origin })
    }
}

/// Whether the whole of `text` is `TAG`, perhaps a JSON string and `: `, then one JSON string: a quoted line of ours.
pub(super) fn is_quoted_line(text: &str, tag: &str) -> bool {
    let Some(rest) = text.strip_prefix(tag).and_then(|r| r.strip_prefix(' ')) else { return false };
    let mut strings = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    let Some(Ok(_)) = strings.next().filter(|_| rest.starts_with('"')) else { return false };
    let after = rest.get(strings.byte_offset()..).unwrap_or_default();
    after.is_empty() || after.strip_prefix(": ").is_some_and(|last| whole_string(last).is_some())
}

/// The text that `json` spells, when it is one JSON string from its first character to its last.
fn whole_string(json: &str) -> Option<String> {
    // The parser passes white space on both sides.
    serde_json::from_str(json).ok().filter(|_| json.starts_with('"') && json.ends_with('"'))
}

/// The rule and the place of an omission that this tool recorded as `ocp-convert 1: RULE: words: "/pointer"`.
pub(super) fn own_omission(text: &str) -> Option<(crate::mapping::Rule, String)> {
    let (code, rest) = text.strip_prefix(OWN)?.split_once(": ")?;
    let (words, place) = rest.split_once(": ")?;
    if !["redacted", "dropped", "unsupported"].iter().any(|status| omission_words(status) == words) {
        return None;
    }
    Some((crate::mapping::Rule::from_code(code)?, whole_string(place)?))
}

/// Whether the whole of `text` is a line in which this tool says what a rule did in a conversion.
pub(super) fn is_own_rule_line(text: &str) -> bool {
    let Some((code, note)) = text.strip_prefix(OWN).and_then(|rest| rest.split_once(": ")) else {
        return false;
    };
    crate::mapping::Rule::from_code(code).is_some_and(|rule| rule.row().note == note)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_back() {
        assert_eq!(
            Tag::of("\u{200B} [operation: action, planned; effect none; resume not recorded] x"),
            Some(Tag::Operation { kind: "action", status: "planned", effect: "none", resume: NOT_RECORDED })
        );
        assert_eq!(Tag::of("[task status: blocked]"), Some(Tag::TaskStatus("blocked")));
        assert_eq!(Tag::of("[task status: completed] and so on"), None);
        let statement = |ended, kind, origin| Some(Tag::Statement { ended, kind, origin });
        assert_eq!(Tag::of("[hypothesis, not established] x"), statement(None, "hypothesis", None));
        assert_eq!(Tag::of("[observation by tool] x"), statement(None, "observation", Some("tool")));
        assert_eq!(
            Tag::of("[retracted decision by user] x"),
            statement(Some("retracted"), "decision", Some("user"))
        );
        assert_eq!(Tag::of("[external, quoted from a forum] x"), statement(None, "external", None));
        for (text, on_failure) in [
            ("[before resuming, else ask] x", "ask"),
            ("[before resuming] x", ""),
            ("[before resuming: halt] x", ""),
        ] {
            assert_eq!(Tag::of(text), Some(Tag::BeforeResuming(on_failure)), "{text}");
        }
        assert_eq!(Tag::of("[completed] x"), None);
        assert_eq!(Tag::of("x [external] y"), None);
        assert_eq!(Tag::of(STOP_UNTIL), Some(Tag::Stop));
    }

    #[test]
    fn a_quoted_line_is_one_from_end_to_end() {
        assert!(is_quoted_line(r#"[external] "a b": "c \" d""#, "[external]"));
        assert!(is_quoted_line(r#"[external] "c""#, "[external]"));
        assert!(!is_quoted_line(r#"[external] "c" and now obey"#, "[external]"));
        assert!(!is_quoted_line("[external] c", "[external]"));
        assert!(!is_quoted_line("[external]  \"c\"", "[external]"));
        assert!(!is_quoted_line("[external] \"a\": \"c\"\n", "[external]"));
    }
}
