//! The double-entry ledger: a converter that is broken on purpose is caught.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod converting;

use std::thread;

use converting::{converted, rows};
use ocp_convert::json::{Limits, Tree, read};
use ocp_convert::ledger::{Builder, Id, Landing, Made, Moved, Omission, Transform, Unaccounted};
use ocp_convert::mapping::{Direction, Rule};

fn tree(text: &str) -> Tree<'_> {
    read(text.as_bytes(), &Limits::default()).unwrap()
}

fn rule(code: &str) -> Rule {
    Rule::from_code(code).unwrap()
}

fn builder<'s>(source: &'s Tree<'s>) -> Builder<'s> {
    Builder::new(source, Direction::OcpToZephr)
}

fn refused(outcome: Result<impl Sized, Unaccounted>) -> (String, &'static str) {
    let fault = outcome.map(drop).unwrap_err();
    (fault.pointer, fault.reason)
}

#[test]
fn a_dropped_move_is_refused() {
    let source = tree(r#"{"id":"i","task":{"objective":"o","status":"active"}}"#);
    let root = source.root();
    let mut b = builder(&source);
    let target = b.root();
    b.exact(rule("OZ-id"), target, "id", root.get("id"));
    b.exact(rule("OZ-objective"), target, "objective", root.get("task").get("objective"));
    let unfit = ("/task/status".to_owned(), "no rule carries it or leaves it out");
    assert_eq!(refused(b.settle(&[])), unfit);
    // Nor can it be passed over.
    assert_eq!(refused(b.finish()).0, "/task/status");
}

/// A loss that the code decides on is no excuse for a value that was merely forgotten.
#[test]
fn a_loss_row_that_the_code_names_does_not_cover_a_dropped_move() {
    for (text, pointer) in [
        (
            r#"{"continuation":{"preconditions":[{"description":"d"}]}}"#,
            "/continuation/preconditions/0/description",
        ),
        (
            r#"{"application_context":[{"drafts":[{"content":"c"}]}]}"#,
            "/application_context/0/drafts/0/content",
        ),
        (r#"{"progress":{"next":[{"refs":["r"]}]}}"#, "/progress/next/0/refs/0"),
    ] {
        let source = tree(text);
        assert_eq!(refused(builder(&source).settle(&[])).0, pointer);
    }
}

#[test]
fn a_declared_loss_row_covers_what_was_not_read_in_maximal_subtrees() {
    let source = tree(
        r#"{"extensions":{"a.b":{"c":1,"d":[]},"e.f":2},"statements":[{"id":"i","extensions":{"a.b":1}}]}"#,
    );
    let mut b = builder(&source);
    let target = b.root();
    b.exact(rule("OZ-item-id"), target, "id", source.root().get("statements").item(0).get("id"));
    let omitted = b.settle(&[]).unwrap();
    let listed: Vec<_> = omitted.iter().map(|o| (o.rule().code(), o.pointer(), o.status())).collect();
    assert_eq!(
        listed,
        [
            ("OZ-extensions", "/extensions", "dropped"),
            ("OZ-extensions", "/statements/0/extensions", "dropped")
        ]
    );
}

#[test]
fn the_catch_all_row_covers_undefined_members_only() {
    let source = tree(r#"{"task":{"mood":"glad"}}"#);
    assert_eq!(refused(builder(&source).settle(&[])).0, "/task/mood");
    let mood = source.root().get("task").get("mood").index();
    let omitted = builder(&source).settle(&[mood]).unwrap();
    assert_eq!(omitted[0].rule().code(), "OZ-undefined");
}

#[test]
fn a_leaf_under_two_rules_is_refused() {
    let source = tree(r#"{"id":"i"}"#);
    let id = source.root().get("id");
    let mut b = builder(&source);
    let target = b.root();
    b.exact(rule("OZ-id"), target, "a", id);
    b.exact(rule("OZ-id"), target, "b", id);
    assert!(b.settle(&[]).is_ok(), "one rule may put it in two places");
    b.line(target, "c", |line| {
        line.say("x ").cite(rule("OZ-objective"), id);
    });
    let twice = ("/id".to_owned(), "it was used under two rules");
    assert_eq!(refused(b.settle(&[])), twice);
    assert_eq!(refused(b.finish()), twice);
}

#[test]
fn a_moved_leaf_cannot_be_omitted_and_an_omitted_one_not_moved() {
    let source = tree(r#"{"id":"i","extensions":{"a.b":1}}"#);
    let root = source.root();
    let mut b = builder(&source);
    let target = b.root();
    b.exact(rule("OZ-id"), target, "id", root.get("id"));
    b.omit(rule("OZ-extensions"), root);
    let omitted = b.settle(&[]).unwrap();
    assert_eq!(omitted.iter().map(Omission::pointer).collect::<Vec<_>>(), ["/extensions"]);
    b.exact(rule("OZ-id"), target, "late", root.get("extensions").get("a.b"));
    assert_eq!(refused(b.finish()), ("/extensions/a.b".to_owned(), "it was used under two rules"));
}

#[test]
fn a_value_of_another_document_is_refused() {
    let (source, other) = (tree(r#"{"id":"i"}"#), tree(r#"{"id":"i"}"#));
    let mut b = builder(&source);
    let target = b.root();
    b.exact(rule("OZ-id"), target, "id", other.root().get("id"));
    assert_eq!(refused(b.settle(&[])).1, "a value does not come from the source");
    assert_eq!(refused(b.finish()).1, "a value does not come from the source");
}

#[test]
fn a_target_value_without_an_entry_is_refused() {
    let source = tree("{}");
    let mut b = builder(&source);
    let target = b.root();
    // The source's own emptiness is a leaf, too.
    b.placed(rule("OZ-empty"), source.root(), target);
    b.make(rule("OZ-intent"), target, "intent", Made::Words("continue-task"));
    b.object(target, "content");
    assert_eq!(refused(b.finish()), ("/content".to_owned(), "this value of the target has no entry"));
}

#[test]
fn a_container_that_may_stay_empty_has_its_rule_only_then() {
    for filled in [false, true] {
        let source = tree("{}");
        let mut b = builder(&source);
        let target = b.root();
        b.placed(rule("OZ-empty"), source.root(), target);
        let list = b.array_or_empty(rule("OZ-section"), target, "list");
        if filled {
            b.make(rule("OZ-intent"), list, "", Made::Words("continue-task"));
        }
        let (target, ledger) = b.finish().unwrap().complete().unwrap();
        let made = ledger.file(&source, &target).synthesized;
        let made: Vec<_> = made.iter().map(|s| (s.rule.as_str(), s.at.as_str())).collect();
        assert_eq!(made, if filled { [("OZ-intent", "/list/0")] } else { [("OZ-section", "/list")] });
    }
}

/// What the entries of a real conversion look like when a converter writes to the wrong place.
#[test]
fn an_entry_that_does_not_fit_its_row_is_noticed() {
    type Change = dyn Fn(&mut Moved);
    let source = rows::operations();
    let done = converted(&source);
    let good = done.ledger.moved.iter().find(|m| m.rule == "OZ-operation-tool").unwrap();
    let fits = |change: &dyn Fn(&mut Moved)| {
        let mut entry = good.clone();
        change(&mut entry);
        converting::fits(&source, &done, &entry).is_ok()
    };
    assert!(fits(&|_| {}));
    let changes: [(&str, &Change); 7] = [
        ("another rule", &|m| m.rule = "OZ-operation-key".into()),
        ("another source", &|m| m.from = "/operations/1/description".into()),
        ("another place", &|m| m.to[0].at = "/content/capsule/constraints/0/text".into()),
        ("another line of the right kind", &|m| m.to[0].at = "/content/beliefs/0/content".into()),
        ("more faithful than it is", &|m| m.to[0].fidelity = "exact".into()),
        ("nowhere", &|m| m.to.clear()),
        ("one place too many", &|m| m.to.push(Landing { at: "/packet/id".into(), fidelity: "exact".into() })),
    ];
    for (what, change) in changes {
        assert!(!fits(change), "{what}");
    }
}

#[test]
fn made_values_have_their_form() {
    let source = tree("{}");
    let mut b = builder(&source);
    let target = b.root();
    b.placed(rule("OZ-empty"), source.root(), target);
    for made in [
        Made::Hex16([0xAB; 16]),
        Made::Id(Id::numbered("step", 3)),
        Made::Code(rule("OZ-id")),
        Made::Number(7),
    ] {
        b.make(rule("OZ-nonce"), target, "x", made);
    }
    let (target, _) = b.finish().unwrap().complete().unwrap();
    let values: Vec<_> = target.root().children().map(|c| c.as_str().unwrap_or("a number")).collect();
    assert_eq!(values, [&"ab".repeat(16), "step-3", "OZ-id", "a number"]);
}

#[test]
fn transforms_say_when_a_value_has_not_the_form() {
    for (text, expected) in [
        (r#"{"d":"sha-256:aa"}"#, Some("sha256:aa")),
        (r#"{"d":{"algorithm":"sha-256","value":"aa"}}"#, Some("sha256:aa")),
        (r#"{"d":{"algorithm":"sha-512","value":"aa"}}"#, Some("sha-512:aa")),
        (r#"{"d":{"algorithm":"a:b","value":"aa"}}"#, None),
        (r#"{"d":"aa"}"#, None),
        (r#"{"d":1}"#, None),
    ] {
        let source = tree(text);
        let mut b = builder(&source);
        let target = b.root();
        let fits = b.transcoded(
            rule("OZ-resource-digest"),
            target,
            "digest",
            source.root().get("d"),
            Transform::DigestToZephr,
        );
        assert_eq!(fits, expected.is_some(), "{text}");
        let Ok(draft) = b.finish() else {
            assert!(!fits, "{text}");
            continue;
        };
        let (target, _) = draft.complete().unwrap();
        assert_eq!(target.root().get("digest").as_str(), expected, "{text}");
    }
}

const MANY: usize = 1_000_000;

fn in_a_small_thread(work: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(128 << 10).spawn(work).unwrap().join().unwrap();
}

#[test]
fn a_wide_target_is_put_in_line_in_one_pass() {
    in_a_small_thread(|| {
        let source = tree("{}");
        let mut b = builder(&source);
        let root = b.root();
        b.placed(rule("OZ-empty"), source.root(), root);
        let (first, second) = (b.array(root, "first"), b.array(root, "second"));
        for _ in 0..MANY / 2 {
            b.make(rule("OZ-intent"), first, "", Made::Words("a"));
            b.make(rule("OZ-intent"), second, "", Made::Words("b"));
        }
        let (target, _) = b.finish().unwrap().complete().unwrap();
        let list = target.root().get("second");
        assert_eq!((list.len(), target.root().get("first").len()), (MANY / 2, MANY / 2));
        assert!(
            list.items().all(|i| i.as_str() == Some("b")),
            "what was written by turns stands in its list"
        );
    });
}

#[test]
fn a_deep_target_is_put_in_line_without_recursion() {
    in_a_small_thread(|| {
        let source = tree("{}");
        let mut b = builder(&source);
        let mut slot = b.root();
        b.placed(rule("OZ-empty"), source.root(), slot);
        for _ in 0..MANY {
            slot = b.array(slot, "");
        }
        b.make(rule("OZ-intent"), slot, "", Made::Words("a"));
        let (target, ledger) = b.finish().unwrap().complete().unwrap();
        assert_eq!(target.len(), MANY + 2);
        assert_eq!(ledger.summary(&source, &target).synthesized, 1);
    });
}

#[test]
fn late_values_stand_at_the_end_of_their_object() {
    let source = tree("{}");
    let mut b = builder(&source);
    let root = b.root();
    b.placed(rule("OZ-empty"), source.root(), root);
    let packet = b.object(root, "packet");
    b.make(rule("OZ-intent"), packet, "intent", Made::Words("continue-task"));
    let mut draft = b.finish().unwrap();
    let packet = draft.tree().root().get("packet").index();
    draft.append(rule("OZ-nonce"), packet, "nonce", &Made::Hex16([0; 16]));
    let manifest = draft.append_object(0, "manifest");
    draft.append(rule("OZ-root"), manifest, "rootHash", &Made::Digest([0; 32]));
    let (target, ledger) = draft.complete().unwrap();
    let file = ledger.file(&source, &target);
    let at: Vec<_> = file.synthesized.iter().map(|s| s.at.as_str()).collect();
    assert_eq!(at, ["/packet/intent", "/packet/nonce", "/manifest/rootHash"]);
}

#[test]
fn a_late_object_that_stays_empty_is_refused() {
    let source = tree("{}");
    let mut b = builder(&source);
    let root = b.root();
    b.placed(rule("OZ-empty"), source.root(), root);
    b.make(rule("OZ-intent"), root, "intent", Made::Words("continue-task"));
    let mut draft = b.finish().unwrap();
    draft.append_object(0, "manifest");
    assert_eq!(refused(draft.complete()).0, "/manifest");
}
