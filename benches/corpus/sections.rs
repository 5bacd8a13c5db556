//! One checkpoint with every section: each kind of statement and operation, references that lead where they may, times
//! before its own.

use super::random::{Json, Random};

/// How many of the objects that documents have most of.
pub struct Counts {
    pub statements: usize,
    pub resources: usize,
    pub operations: usize,
}

pub fn document(r: &mut Random, counts: &Counts) -> String {
    let mut j = Json::default();
    j.object("", |j| {
        j.string("opencheckpoint", "0.1");
        j.string("id", &r.uuid());
        j.string("created_at", "2026-06-01T12:00:00Z");
        j.object("parent", |j| j.string("id", &r.uuid()));
        source(j, r);
        task(j, r, counts);
        j.array("statements", |j| statements(j, r, counts));
        j.array("resources", |j| (0..counts.resources).for_each(|n| resource(j, r, n)));
        j.array("operations", |j| (0..counts.operations).for_each(|n| operation(j, r, counts, n)));
        progress(j, r, counts);
        context(j, r, counts);
        continuation(j, r, counts);
        derivation(j, r, counts);
        j.object("extensions", |j| extension(j, r, "com.example.importer/run"));
    });
    j.finish()
}

fn extension(j: &mut Json, r: &mut Random, name: &str) {
    j.object(name, |j| {
        j.raw("rows", &r.below(1_000_000).to_string());
        j.raw("share", &format!("0.{}", 1 + r.below(99_998)));
        j.raw("final", r.pick(&["true", "false", "null"]));
        j.string("labelé", &r.words(1, 3));
    });
}

/// The id of one of the resources, statements or operations.
fn some(r: &mut Random, stem: &str, count: usize) -> String {
    format!("{stem}-{}", r.below(count))
}

fn digest(r: &mut Random) -> String {
    format!("sha-256:{}", r.hex(64))
}

fn source(j: &mut Json, r: &mut Random) {
    j.object("source", |j| {
        j.object("producer", |j| {
            j.string("name", r.pick(&["import runner", "buyer-bench", "Réviseur"]));
            j.string("version", &format!("{}.{}", r.below(9), r.below(30)));
        });
        j.object("agent", |j| j.string("name", r.pick(&["claude-code", "codex", "planner"])));
        j.object("model", |j| {
            j.string("name", "m-large");
            j.string("provider", "example");
        });
        if r.once_in(2) {
            j.array("session_refs", |j| {
                j.object("", |j| {
                    j.string("protocol", "mcp");
                    j.string("id", &r.hex(12));
                });
            });
        }
    });
}

fn task(j: &mut Json, r: &mut Random, counts: &Counts) {
    j.object("task", |j| {
        j.string("objective", &r.words(4, 8));
        j.string("outcome", &r.words(3, 6));
        j.string("status", r.pick(&["active", "paused", "awaiting_input"]));
        j.array("success_criteria", |j| {
            for _ in 0..r.between(1, 2) {
                j.object("", |j| {
                    j.string("description", &r.words(3, 6));
                    j.string("state", r.pick(&["met", "unmet", "unknown"]));
                    j.strings("evidence", &[some(r, "r", counts.resources)]);
                });
            }
        });
        j.object("scope", |j| {
            j.strings("includes", &[r.words(2, 4)]);
            j.strings("excludes", &[r.words(2, 4), r.words(1, 3)]);
        });
    });
}

const KINDS: [(&str, &[&str]); 7] = [
    ("observation", &["agent", "tool"]),
    ("decision", &["agent", "user"]),
    ("constraint", &["system", "user"]),
    ("question", &["agent"]),
    ("hypothesis", &["agent"]),
    ("instruction", &["user", "system"]),
    ("external", &["tool", "external"]),
];

/// Statements of all kinds in turn, from any of them on; now and then one takes over from the one before it.
fn statements(j: &mut Json, r: &mut Random, counts: &Counts) {
    let mut kind = r.below(KINDS.len());
    for n in 0..counts.statements {
        let superseded = n + 1 < counts.statements && r.once_in(5);
        statement(j, r, counts, n, KINDS[kind % KINDS.len()], superseded);
        if !superseded {
            kind += 1;
        }
    }
}

fn statement(
    j: &mut Json,
    r: &mut Random,
    counts: &Counts,
    n: usize,
    (kind, origins): (&str, &[&str]),
    superseded: bool,
) {
    j.object("", |j| {
        j.string("id", &format!("s-{n}"));
        j.string("kind", kind);
        j.string("text", &r.words(6, 18));
        j.object("origin", |j| {
            j.string("type", r.pick(origins));
            if r.once_in(3) {
                j.string("name", &r.words(1, 2));
            }
            if kind == "external" {
                j.string("ref", &some(r, "r", counts.resources));
            }
        });
        if superseded {
            j.string("status", "superseded");
            j.string("superseded_by", &format!("s-{}", n + 1));
        } else if kind == "question" && r.once_in(2) {
            j.string("status", "resolved");
            j.string("resolution", &r.words(3, 7));
        } else if r.once_in(4) {
            j.string("status", "active");
        }
        if kind == "decision" {
            j.string("rationale", &r.words(3, 7));
        }
        if kind == "observation" || r.once_in(5) {
            let evidence: Vec<_> = (0..r.between(1, 2)).map(|_| some(r, "r", counts.resources)).collect();
            j.strings("evidence", &evidence);
        }
        if kind == "observation" || kind == "hypothesis" {
            j.object("verification", |j| {
                let states: &[&str] =
                    if kind == "observation" { &["verified", "stale"] } else { &["unverified"] };
                j.string("state", r.pick(states));
                j.string("checked_at", &r.past());
                j.string("method", &r.words(1, 3));
                j.string("revalidate", r.pick(&["before_use", "before_action", "never"]));
            });
        }
        j.string("recorded_at", &r.past());
        if r.once_in(8) {
            j.object("extensions", |j| extension(j, r, "org.example.notes"));
        }
    });
}

fn resource(j: &mut Json, r: &mut Random, n: usize) {
    j.object("", |j| {
        j.string("id", &format!("r-{n}"));
        j.string("kind", r.pick(&["file", "repository", "record", "web_page", "dataset", "message"]));
        j.string("title", &r.words(2, 5));
        if r.once_in(3) {
            j.object("locator", |j| {
                j.string("system", "erp");
                j.string("type", "purchase_requisition");
                j.string("key", &r.hex(8));
            });
        } else {
            j.string("uri", &format!("https://h.example/{}/{}?page={}#top", r.hex(6), r.hex(4), r.below(90)));
        }
        if r.once_in(3) {
            j.string("revision", &r.hex(10));
            j.string("digest", &digest(r));
        }
        j.string("media_type", r.pick(&["text/plain", "application/json"]));
        j.string("observed_at", &r.past());
        j.string("availability", r.pick(&["available", "unknown"]));
        if r.once_in(4) {
            j.string("excerpt", &r.words(4, 9));
            j.string("sensitivity", "internal");
        }
    });
}

fn operation(j: &mut Json, r: &mut Random, counts: &Counts, n: usize) {
    let kind = ["action", "approval", "wait", "input"][n % 4];
    j.object("", |j| {
        j.string("id", &format!("o-{n}"));
        j.string("kind", kind);
        let statuses: &[&str] = match kind {
            "action" => &["planned", "failed", "completed", "uncertain"],
            "approval" => &["approved", "awaiting"],
            _ => &["planned", "awaiting", "cancelled"],
        };
        let status = r.pick(statuses);
        j.string("status", status);
        j.string("description", &r.words(3, 6));
        if kind == "action" {
            j.string("effect", r.pick(&["none", "idempotent", "non_idempotent"]));
            j.string("idempotency_key", &r.hex(12));
            j.object("call", |j| {
                j.string("tool", r.pick(&["deploy", "http_post", "run tests"]));
                j.object("arguments", |j| {
                    j.raw("region", &r.below(9).to_string());
                    j.raw("dry_run", "false");
                    j.raw("ratio", &format!("{}.{}e-3", r.below(9), r.between(1, 99)));
                    j.strings("tags", &[r.words(1, 1), r.words(1, 2)]);
                });
            });
            j.string("resume", "verify_first");
            j.string("last_attempt_at", &r.past());
        }
        j.string("target", &some(r, "r", counts.resources));
        if status == "approved" {
            j.object("approval", |j| {
                j.string("decided_by", &r.words(1, 2));
                j.string("decided_at", &r.past());
                j.strings("evidence", &[some(r, "r", counts.resources)]);
            });
        }
        if n > 0 {
            j.strings("depends_on", &[format!("o-{}", r.below(n))]);
        }
        j.string("requested_at", &r.past());
        j.string("expires_at", "2026-09-01T00:00:00Z");
    });
}

fn progress(j: &mut Json, r: &mut Random, counts: &Counts) {
    j.object("progress", |j| {
        j.array("completed", |j| {
            j.object("", |j| {
                j.string("description", &r.words(3, 6));
                j.string("completed_at", &r.past());
                j.strings("evidence", &[some(r, "r", counts.resources)]);
            });
        });
        j.object("focus", |j| {
            j.string("description", &r.words(3, 7));
            j.strings("refs", &[some(r, "s", counts.statements), some(r, "o", counts.operations)]);
        });
        j.array("next", |j| {
            j.object("", |j| {
                j.string("id", "n-0");
                j.string("description", &r.words(3, 6));
                j.strings("blocked_by", &[some(r, "o", counts.operations)]);
                j.strings("requires", &["q-0".to_owned()]);
            });
        });
    });
}

fn context(j: &mut Json, r: &mut Random, counts: &Counts) {
    j.array("application_context", |j| {
        j.object("", |j| {
            j.object("application", |j| {
                j.string("name", "ERP");
                j.string("version", "S/2026");
            });
            j.string("view", &format!("PR{}/items", r.below(90_000)));
            j.array("selections", |j| {
                j.object("", |j| {
                    j.string("resource", &some(r, "r", counts.resources));
                    j.string("role", r.pick(&["open", "focused", "pinned"]));
                });
            });
            j.array("drafts", |j| {
                j.object("", |j| {
                    j.string("status", r.pick(&["saved", "unsaved"]));
                    j.string("target", &some(r, "r", counts.resources));
                    j.string("content", &r.words(4, 8));
                });
            });
        });
    });
}

fn continuation(j: &mut Json, r: &mut Random, counts: &Counts) {
    j.object("continuation", |j| {
        j.array("requirements", |j| {
            j.object("", |j| {
                j.string("id", "q-0");
                j.string("kind", r.pick(&["tool", "capability", "access"]));
                j.string("name", &r.words(1, 2));
                j.string("necessity", r.pick(&["required", "recommended"]));
                j.string("fallback", &r.words(3, 6));
            });
        });
        j.array("preconditions", |j| {
            j.object("", |j| {
                j.string("description", &r.words(3, 6));
                j.string("on_failure", r.pick(&["halt", "ask", "degrade"]));
            });
        });
        j.array("stop_conditions", |j| {
            j.object("", |j| {
                j.string("description", &r.words(3, 6));
                j.strings("applies_to", &[some(r, "o", counts.operations)]);
                j.strings("refs", &[some(r, "s", counts.statements)]);
            });
        });
        j.array("recovery", |j| j.object("", |j| j.string("description", &r.words(3, 6))));
        j.array("incompatibilities", |j| j.string("", &r.words(2, 5)));
    });
}

fn derivation(j: &mut Json, r: &mut Random, counts: &Counts) {
    j.object("derivation", |j| {
        j.string("method", r.pick(&["compacted", "captured", "merged"]));
        j.array("inputs", |j| {
            j.object("", |j| {
                j.string("type", "checkpoint");
                j.string("id", &r.uuid());
                j.string("digest", &digest(r));
            });
        });
        j.array("omissions", |j| {
            j.object("", |j| {
                j.string("description", &r.words(2, 5));
                j.string("reason", r.pick(&["size", "irrelevant", "sensitive"]));
            });
        });
        j.array("transformations", |j| {
            j.object("", |j| {
                j.string("description", &r.words(3, 6));
                j.strings("affected", &[some(r, "s", counts.statements)]);
            });
        });
    });
}
