//! The replay guard: a database of the packets that were taken in (profile 1, section 5, pinned).
//!
//! A packet is recorded as pending, with its root, before any output appears, and as done when all of it has. A run that
//! dies in between leaves a pending entry: the same packet may be taken in again and finishes it, another one under the
//! same key may not. The database is held open, and so locked, from one to the other: a second run at the same time
//! waits, and then sees what the first has done.

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use ocp_convert::zephr::verify::ReplayKey;
use redb::{Database, DatabaseError, ReadableDatabase as _, ReadableTable as _, TableDefinition, TableError};

use crate::io::{self, Broken};

/// The key of [`ReplayKey::to_bytes`], to the state and the root.
const PACKETS: TableDefinition<'_, &[u8], (u8, &str)> = TableDefinition::new("packets");
const PENDING: u8 = 0;
const DONE: u8 = 1;

/// How often, and how long in between, a database in use is tried.
const TRIES: u32 = 6000;
const PAUSE: Duration = Duration::from_millis(10);

/// The open database.
pub struct Seen {
    /// Taken out to be closed.
    database: Option<Database>,
    name: String,
}

/// What the guard says of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It may be taken in.
    Fresh,
    /// It, or another under its key, was taken in before.
    Replayed,
}

impl Seen {
    /// Opens the database, or makes it; waits while another run has it.
    pub fn open(path: &Path) -> Result<Self, Broken> {
        let name = io::name_of(Some(path));
        for _ in 0..TRIES {
            match guarded(|| Database::create(path)) {
                Some(Ok(database)) => return Ok(Self { database: Some(database), name }),
                Some(Err(DatabaseError::DatabaseAlreadyOpen)) => sleep(PAUSE),
                Some(Err(error)) => return Err(Broken::Seen { name, source: Box::new(error.into()) }),
                None => return Err(Broken::SeenDamaged { name }),
            }
        }
        Err(Broken::SeenBusy { name })
    }

    /// Asks the database.
    fn with<T>(&self, ask: impl FnOnce(&Database) -> Result<T, redb::Error>) -> Result<T, Broken> {
        let name = || self.name.clone();
        let answer = self.database.as_ref().and_then(|database| guarded(|| ask(database)));
        let answer = answer.ok_or_else(|| Broken::SeenDamaged { name: name() })?;
        answer.map_err(|source| Broken::Seen { name: name(), source: Box::new(source) })
    }

    /// What a packet under this key would be, without recording anything.
    pub fn ask(&self, key: &ReplayKey<'_>) -> Result<Answer, Broken> {
        self.with(|database| {
            let read = database.begin_read()?;
            let table = match read.open_table(PACKETS) {
                Ok(table) => table,
                Err(TableError::TableDoesNotExist(_)) => return Ok(Answer::Fresh),
                Err(error) => return Err(error.into()),
            };
            let entry = table.get(key.to_bytes().as_slice())?;
            Ok(entry.map_or(Answer::Fresh, |entry| answer(entry.value(), key)))
        })
    }

    /// Records a packet as pending, in one transaction with the question whether it may be.
    pub fn begin(&self, key: &ReplayKey<'_>) -> Result<Answer, Broken> {
        self.with(|database| record(database, key, PENDING))
    }

    /// Records a packet as taken in.
    pub fn finish(&self, key: &ReplayKey<'_>) -> Result<(), Broken> {
        self.with(|database| record(database, key, DONE)).map(drop)
    }
}

impl Drop for Seen {
    fn drop(&mut self) {
        let database = self.database.take();
        let _ = guarded(|| drop(database));
    }
}

fn record(database: &Database, key: &ReplayKey<'_>, state: u8) -> Result<Answer, redb::Error> {
    let write = database.begin_write()?;
    let bytes = key.to_bytes();
    {
        let mut table = write.open_table(PACKETS)?;
        let earlier = table.get(bytes.as_slice())?.map(|entry| answer(entry.value(), key));
        if earlier == Some(Answer::Replayed) {
            return Ok(Answer::Replayed);
        }
        table.insert(bytes.as_slice(), (state, key.root))?;
    }
    write.commit()?;
    Ok(Answer::Fresh)
}

/// What the database does; `None` where it panics, as it does on a file that was damaged.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    // Nothing that was in the middle of a change is looked at again: a damaged database is asked no more.
    let outcome = panic::catch_unwind(AssertUnwindSafe(work));
    panic::set_hook(hook);
    outcome.ok()
}

/// Only a pending packet with the same root may go on.
fn answer((state, root): (u8, &str), key: &ReplayKey<'_>) -> Answer {
    if state == PENDING && root == key.root { Answer::Fresh } else { Answer::Replayed }
}
