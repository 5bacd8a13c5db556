//! Checkpoints that grow in one dimension while the others stay: text, objects, references, depth and names; and the
//! largest document the reader takes.

use super::random::{Json, Random};

fn checkpoint(inside: impl FnOnce(&mut Json, &mut Random)) -> String {
    let (mut j, mut r) = (Json::default(), Random::new(super::SEED));
    j.object("", |j| {
        j.string("opencheckpoint", "0.1");
        j.string("id", "urn:uuid:01998927-0a50-7341-bb8e-83734ee06260");
        j.string("created_at", "2026-06-01T12:00:00Z");
        j.object("source", |j| j.object("producer", |j| j.string("name", "import runner")));
        j.object("task", |j| {
            j.string("objective", "Bring the nightly import back");
            j.string("status", "active");
        });
        inside(j, &mut r);
    });
    j.finish()
}

fn statement(j: &mut Json, id: &str, text: &str, evidence: &[String]) {
    j.object("", |j| {
        j.string("id", id);
        j.string("kind", "observation");
        j.string("text", text);
        j.object("origin", |j| j.string("type", "tool"));
        if !evidence.is_empty() {
            j.strings("evidence", evidence);
        }
    });
}

/// Ten statements of so many words.
pub fn text(words: usize) -> String {
    checkpoint(|j, r| {
        j.array("statements", |j| {
            (0..10).for_each(|n| statement(j, &format!("s{n}"), &r.words(words, words), &[]));
        });
    })
}

/// So many short statements.
pub fn objects(count: usize) -> String {
    checkpoint(|j, r| {
        j.array("statements", |j| {
            (0..count).for_each(|n| statement(j, &format!("s{n}"), &r.words(5, 9), &[]));
        });
    })
}

/// Ten statements and as many resources, with so many references between them.
pub fn references(count: usize) -> String {
    checkpoint(|j, r| {
        j.array("statements", |j| {
            for n in 0..10 {
                let evidence: Vec<_> = (0..count / 10).map(|_| format!("r{}", r.below(10))).collect();
                statement(j, &format!("s{n}"), "found", &evidence);
            }
        });
        j.array("resources", |j| {
            for n in 0..10 {
                j.object("", |j| {
                    j.string("id", &format!("r{n}"));
                    j.string("uri", &format!("https://h.example/{n}"));
                });
            }
        });
    })
}

/// So many operations, each waiting for the one before it.
pub fn chain(count: usize) -> String {
    checkpoint(|j, r| {
        j.array("operations", |j| {
            for n in 0..count {
                j.object("", |j| {
                    j.string("id", &format!("o{n}"));
                    j.string("kind", "wait");
                    j.string("status", "planned");
                    j.string("description", &r.words(4, 6));
                    if n > 0 {
                        j.strings("depends_on", &[format!("o{}", n - 1)]);
                    }
                });
            }
        });
    })
}

/// Two hundred values of an extension so many arrays deep.
pub fn depth(levels: usize) -> String {
    checkpoint(|j, _| {
        j.object("extensions", |j| {
            j.array("com.example.deep", |j| {
                let value = format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
                (0..200).for_each(|_| j.raw("", &value));
            });
        });
    })
}

/// One object of so many members.
pub fn names(count: usize) -> String {
    checkpoint(|j, r| {
        j.object("extensions", |j| {
            j.object("com.example.wide", |j| {
                (0..count).for_each(|n| j.raw(&format!("{}{n}", r.hex(3)), "true"));
            });
        });
    })
}

/// So many statements in so many bytes or hardly less.
pub fn huge(statements: usize, bytes: usize) -> String {
    // What a statement takes beside its id and text, and what is open at the end.
    const FRAME: usize = 66;
    let each = (bytes - 64) / statements;
    checkpoint(|j, r| {
        j.array("statements", |j| {
            for n in 0..statements {
                let id = format!("s{n}");
                // What one text left of its share, the next one uses.
                let room = ((n + 1) * each).saturating_sub(j.len() + FRAME + id.len());
                let mut text = r.words(1, 1);
                loop {
                    let word = r.words(1, 1);
                    if text.len() + 1 + word.len() > room {
                        break;
                    }
                    text.extend([" ", &word]);
                }
                statement(j, &id, &text, &[]);
            }
        });
    })
}

/// So many views of an application with state that no packet carries.
pub fn left_out(count: usize) -> String {
    checkpoint(|j, r| {
        j.array("application_context", |j| {
            for n in 0..count {
                j.object("", |j| {
                    j.string("id", &format!("a{n}"));
                    j.string("application", "ERP");
                    j.object("state", |j| {
                        j.raw("row", &n.to_string());
                        j.string("cell", &r.hex(2));
                    });
                    j.string("state_schema", "https://h.example/state");
                });
            }
        });
    })
}
