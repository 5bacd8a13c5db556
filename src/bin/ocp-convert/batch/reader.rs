//! Reading: from files and lines to parts of some documents each, in the order of the inputs.

use std::path::PathBuf;
use std::sync::Arc;

use super::ndjson::NdJson;
use super::queue::Queue;
use super::sources::{Source, Sources};
use crate::args::Common;
use crate::io::{self, Broken};
use crate::load::Document;

/// Bytes of a part, by which it is full.
const BYTES: usize = 64 << 10;

/// A document that was read, or why one was not.
pub struct Item {
    pub document: Result<Document, Broken>,
    /// Its place in a tree of outputs.
    pub place: PathBuf,
}

/// Some documents that go through the run together.
pub struct Part {
    pub items: Vec<Item>,
    pub bytes: usize,
}

/// What there is to read, and how.
pub struct Reader {
    pub sources: Sources,
    pub ndjson: bool,
    pub common: Common,
    /// Documents of a part, at most.
    pub most: usize,
    pub queue: Arc<Queue<Part>>,
}

impl Reader {
    /// Reads until nothing is left or nothing more is wanted.
    pub fn run(mut self) {
        let mut part = Part { items: Vec::new(), bytes: 0 };
        while let Some(source) = self.sources.next() {
            let wanted = match source {
                Ok(source) if self.ndjson => self.lines(source, &mut part),
                Ok(source) => {
                    let document = Document::load(Some(&source.path), &self.common);
                    self.add(&mut part, Item { document, place: source.place })
                }
                Err(broken) => self.add(&mut part, Item { document: Err(broken), place: PathBuf::new() }),
            };
            if !wanted {
                return;
            }
        }
        self.send(&mut part);
        self.queue.end();
    }

    fn lines(&self, source: Source, part: &mut Part) -> bool {
        let name = io::name_of(Some(&source.path));
        let mut lines = match io::open(&source.path) {
            Ok(text) => NdJson::new(text, self.common.max_bytes),
            Err(broken) => return self.add(part, Item { document: Err(broken), place: source.place }),
        };
        loop {
            match lines.line() {
                Ok(Some((origin, bytes))) => {
                    // Of `corpus.ndjson` the document on line 12 stands in the place `corpus/12`.
                    let place = source.place.with_extension("").join(origin.line.to_string());
                    let document = Document::new(name.clone(), bytes, Some(origin), &self.common);
                    if !self.add(part, Item { document: Ok(document), place }) {
                        return false;
                    }
                    if lines.may_wait() && !self.send(part) {
                        return false;
                    }
                }
                Ok(None) => return true,
                Err(source) => {
                    let broken = Broken::Read { name, source };
                    return self.add(part, Item { document: Err(broken), place: PathBuf::new() });
                }
            }
        }
    }

    fn add(&self, part: &mut Part, item: Item) -> bool {
        part.bytes += item.document.as_ref().map_or(0, |document| document.bytes.len());
        part.items.push(item);
        part.items.len() < self.most && part.bytes < BYTES || self.send(part)
    }

    fn send(&self, part: &mut Part) -> bool {
        let full = std::mem::replace(part, Part { items: Vec::new(), bytes: 0 });
        let bytes = full.bytes;
        full.items.is_empty() || self.queue.push(full, bytes)
    }
}
