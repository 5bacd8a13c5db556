//! What a credential looks like wherever it stands: tokens of services, private keys, addresses with one in them.

use crate::syntax::uri::{suspected_secret, userinfo};

/// How tokens of well-known services begin, and how many characters at least follow.
const TOKENS: [(&str, usize); 84] = [
    ("AKIA", 16),
    ("ASIA", 16),
    ("ABIA", 16),
    ("LTAI", 16),
    ("AIza", 30),
    ("ya29.", 20),
    ("GOCSPX-", 20),
    ("EAACEdEose0cBA", 0),
    ("eyJ", 40),
    ("ghp_", 30),
    ("gho_", 30),
    ("ghs_", 30),
    ("ghu_", 30),
    ("ghr_", 30),
    ("github_pat_", 30),
    ("glpat-", 16),
    ("gldt-", 16),
    ("glrt-", 16),
    ("glptt-", 16),
    ("glcbt-", 16),
    ("glsoat-", 16),
    ("xoxa-", 10),
    ("xoxb-", 10),
    ("xoxc-", 10),
    ("xoxd-", 10),
    ("xoxe-", 10),
    ("xoxe.", 10),
    ("xoxo-", 10),
    ("xoxp-", 10),
    ("xoxr-", 10),
    ("xoxs-", 10),
    ("xapp-", 10),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("rk_live_", 16),
    ("rk_test_", 16),
    ("whsec_", 16),
    ("npm_", 30),
    ("pypi-", 32),
    ("rubygems_", 32),
    ("dckr_pat_", 20),
    ("hf_", 30),
    ("r8_", 30),
    ("gsk_", 30),
    ("xai-", 40),
    ("hvs.", 20),
    ("hvb.", 20),
    ("dop_v1_", 32),
    ("doo_v1_", 32),
    ("dor_v1_", 32),
    ("dp.pt.", 30),
    ("dp.st.", 30),
    ("dapi", 32),
    ("dt0c01.", 24),
    ("shpat_", 30),
    ("shpca_", 30),
    ("shppa_", 30),
    ("shpss_", 30),
    ("sq0atp-", 20),
    ("sq0csp-", 20),
    ("lin_api_", 30),
    ("secret_", 40),
    ("ntn_", 40),
    ("figd_", 30),
    ("glsa_", 30),
    ("glc_", 30),
    ("sntrys_", 30),
    ("sbp_", 30),
    ("nfp_", 30),
    ("pscale_tkn_", 24),
    ("pscale_pw_", 24),
    ("pscale_oauth_", 24),
    ("PMAK-", 30),
    ("NRAK-", 20),
    ("pul-", 40),
    ("tskey-", 16),
    ("ATATT3", 40),
    ("ATCTT3", 40),
    ("ATBB", 24),
    ("p8e-", 24),
    ("fo1_", 30),
    ("ops_eyJ", 40),
    ("AGE-SECRET-KEY-1", 16),
    ("amzn.mws.", 30),
];
/// The same for a beginning that words have too: a digit has to follow.
const DOUBTFUL: (&str, usize) = ("sk-", 20);
/// The shortest token.
const SHORTEST: usize = 14;
/// What private keys begin with, and the same in base64.
const KEYS: [&str; 5] = [
    "PRIVATE KEY-----",
    "PRIVATE KEY BLOCK-----",
    "PRIVATE KEY ----",
    "PuTTY-User-Key-File-",
    "b3BlbnNzaC1rZXktdjE",
];
/// Addresses that let in whoever knows them.
const HOOKS: [&str; 7] = [
    "hooks.slack.com/services/T",
    "hooks.slack.com/workflows/T",
    "hooks.slack.com/triggers/T",
    "discord.com/api/webhooks/",
    "discordapp.com/api/webhooks/",
    ".webhook.office.com/webhookb2/",
    "api.telegram.org/bot",
];

/// What in a text is a credential by its own shape.
pub(super) fn found(text: &str) -> Option<&'static str> {
    if text.len() < 8 {
        return None;
    }
    if text.len() >= SHORTEST && tokens(text) {
        return Some("a token of a well-known form");
    }
    if KEYS.iter().any(|key| text.contains(key)) {
        return Some("a private key");
    }
    if text.contains('/') && HOOKS.iter().any(|hook| text.contains(hook)) {
        return Some("an address that lets in whoever knows it");
    }
    if text.contains("://") { address(text) } else { None }
}

/// Whether a run of the characters that tokens are made of is one.
fn tokens(text: &str) -> bool {
    let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    text.split(|c| !inside(c)).filter(|run| run.len() >= SHORTEST).any(|run| {
        let run = run.trim_start_matches(['-', '_', '.']);
        let follows =
            |(prefix, least): (&str, usize)| run.strip_prefix(prefix).filter(|rest| rest.len() >= least);
        TOKENS
            .iter()
            .any(|known| follows(*known).is_some_and(|rest| !known.0.ends_with('_') || is_random(rest)))
            || follows(DOUBTFUL).is_some_and(|rest| rest.bytes().any(|b| b.is_ascii_digit()))
            || follows(("SG.", 40)).is_some_and(|rest| rest.contains('.'))
    })
}

/// Whether this is no name of several words: `npm_` begins `npm_config_user_agent` too.
fn is_random(rest: &str) -> bool {
    let has = |what: fn(&u8) -> bool| rest.bytes().any(|b| what(&b));
    let mixed = has(u8::is_ascii_digit) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    mixed || rest.bytes().take(12).all(|b| b.is_ascii_alphanumeric())
}

/// An address that carries a credential: userinfo, a parameter that signs it or has the name of a token.
fn address(text: &str) -> Option<&'static str> {
    let ends = |c: char| c.is_whitespace() || "\"'`<>{}|".contains(c);
    text.split(ends).find_map(|word| {
        let (front, _) = word.split_once("://")?;
        let in_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | ':');
        let address = word.get(front.trim_end_matches(in_scheme).len()..)?;
        userinfo(address).map(|_| "an address with userinfo").or_else(|| suspected_secret(address))
    })
}
