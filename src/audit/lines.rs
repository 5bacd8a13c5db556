//! The forms of rows: fixed words with, perhaps, a place for a value.

/// Whether `text` has the form `^WORDS {} WORDS$` with something in the place of the value; `{json}` is one too, and
/// without `^` or `$` anything may stand before or after.
pub(super) fn already_says(form: &str, text: &str) -> bool {
    let (start, form) = form.strip_prefix('^').map_or((false, form), |rest| (true, rest));
    let (end, form) = form.strip_suffix('$').map_or((false, form), |rest| (true, rest));
    let value = form.split_once("{}").or_else(|| form.split_once("{json}"));
    let (before, after) = value.unwrap_or((form, ""));
    let at = if start { text.starts_with(before).then_some(0) } else { text.find(before) };
    let Some(rest) = at.and_then(|at| text.get(at + before.len()..)) else { return false };
    match (value, end) {
        (None, true) => rest.is_empty(),
        (None, false) => true,
        (Some(_), true) => rest.ends_with(after),
        (Some(_), false) => rest.contains(after),
    }
}
