//! Patterns of places: a JSON Pointer in which `*` stands for one token and a final `**` for any number of them.

/// Whether `pointer` fits `pattern`.
///
/// ```
/// use ocp_convert::mapping::matches;
/// assert!(matches("/statements/*/text", "/statements/3/text"));
/// assert!(!matches("/statements/*/text", "/statements/3/origin/text"));
/// assert!(matches("/extensions/**", "/extensions"));
/// assert!(matches("/extensions/**", "/extensions/a.b/c"));
/// ```
pub fn matches(pattern: &str, pointer: &str) -> bool {
    // Most patterns differ from most pointers in the first letter already.
    let letter = |text: &str| text.as_bytes().get(1).copied();
    if letter(pattern) != letter(pointer) && letter(pattern) != Some(b'*') {
        return false;
    }
    let mut tokens = pointer.split('/');
    let mut wanted = pattern.split('/');
    loop {
        match (wanted.next(), tokens.next()) {
            (Some("**"), _) | (None, None) => return true,
            (Some("*"), Some(_)) => {}
            (Some(a), Some(b)) if a == b => {}
            _ => return false,
        }
    }
}
