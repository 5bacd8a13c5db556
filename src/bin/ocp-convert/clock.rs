//! The one place that asks the system for the time.

use std::time::{SystemTime, UNIX_EPOCH};

use ocp_convert::syntax::time::Timestamp;

use crate::io::Broken;

/// The time the user gave, or the clock's, as text.
pub fn now(given: Option<&str>) -> Result<String, Broken> {
    match given {
        Some(text) => match Timestamp::parse(text) {
            Ok(_) => Ok(text.to_owned()),
            Err(_) => Err(Broken::Time { text: text.to_owned() }),
        },
        None => system().ok_or_else(|| Broken::Defect { what: "the clock shows no time".to_owned() }),
    }
}

/// The time a text names that was checked when it came in.
pub fn instant(text: &str) -> Result<Timestamp<'_>, Broken> {
    Timestamp::parse(text).map_err(|_| Broken::Time { text: text.to_owned() })
}

fn system() -> Option<String> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let epoch = Timestamp::parse("1970-01-01T00:00:00Z").ok()?;
    let midnight = epoch.plus_days_utc(u32::try_from(days).ok()?)?;
    let date = midnight.split('T').next()?;
    Some(format!("{date}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60))
}
