//! `keygen`, `sign`, `verify` and `manifest --diagnose` as processes: files, modes, exit codes, OpenSSL.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};
use sha2::Digest as _;

const TOOL: &str = env!("CARGO_BIN_EXE_ocp-convert");
const NOW: &str = "2026-04-05T00:00:00Z";

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/signed").join(name)
}

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(TOOL).current_dir(folder).args(args).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A folder with new keys of a source and a destination.
fn with_keys() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let made = run(folder.path(), &["keygen", "--secret-key", "key.pem", "--public-key", "pub.pem"]);
    assert_eq!(code(&made), 0, "{}", err(&made));
    for name in ["source.hex", "destination.hex"] {
        assert_eq!(code(&run(folder.path(), &["keygen", "--installation-key", name])), 0);
    }
    folder
}

/// The shipped packet, to be signed again.
fn packet(folder: &Path) -> String {
    let path = folder.join("packet.json");
    fs::copy(data("01-mac-ok.zcf.json"), &path).unwrap();
    path.to_str().unwrap().to_owned()
}

const SIGN: [&str; 6] = [
    "--secret-key",
    "key.pem",
    "--source-installation-key",
    "source.hex",
    "--destination-installation-key",
    "destination.hex",
];
const VERIFY: [&str; 10] = [
    "--source-key",
    "pub.pem",
    "--source-installation-key",
    "source.hex",
    "--destination-installation-key",
    "destination.hex",
    "--destination-id",
    "inst-night-01",
    "--now",
    NOW,
];

fn sign(folder: &Path) -> String {
    let packet = packet(folder);
    let signed = run(folder, &[&["sign", &packet, "-o", "signed.json"], &SIGN[..]].concat());
    assert_eq!(code(&signed), 0, "{}", err(&signed));
    folder.join("signed.json").to_str().unwrap().to_owned()
}

// clause: ZCF-AUTH-5
#[test]
fn what_is_signed_here_verifies_here_and_nowhere_else() {
    let folder = with_keys();
    let signed = sign(folder.path());
    let verified = run(folder.path(), &[&["verify", &signed], &VERIFY[..]].concat());
    assert_eq!((code(&verified), err(&verified).as_str()), (0, ""), "{}", out(&verified));
    let text = out(&verified);
    assert!(text.ends_with("verdict: authentic\n"), "{text}");
    assert!(
        text.contains("\nmac        pass\n")
            && text.contains("covered by the signature only: /artifactKind ")
    );

    // The shipped packet is by another key.
    let other = data("01-mac-ok.zcf.json");
    let refused = run(folder.path(), &[&["verify", other.to_str().unwrap()], &VERIFY[..]].concat());
    assert_eq!(code(&refused), 1);
    assert!(out(&refused).contains("verdict: refused\n") && out(&refused).contains("fingerprint_mismatch"));

    // Without keys: refused, not unsigned.
    let refused = run(folder.path(), &["verify", &signed]);
    assert_eq!(code(&refused), 1);
    assert!(out(&refused).contains("\nkeys       fail         mac_keys_missing\n"), "{}", out(&refused));

    // A program reads the same, whatever the verdict.
    for (args, verdict, exit) in [(&VERIFY[..], "authentic", 0), (&[], "refused", 1)] {
        let report = run(folder.path(), &[&["verify", &signed, "--format", "json"], args].concat());
        let value: Value = serde_json::from_str(&out(&report)).unwrap();
        assert_eq!((code(&report), &value["verification"]["verdict"]), (exit, &json!(verdict)));
        assert_eq!(value["verification"]["checks"].as_array().unwrap().len(), 11);
        let schema: Value = serde_json::from_str(&out(&run(folder.path(), &["schema", "report"]))).unwrap();
        assert!(jsonschema::is_valid(&schema, &value));
    }
}

// clause: ZCF-AUTH-3, OCP-10.6-4
#[test]
fn unsigned_is_no_yes_unless_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let packet = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/zcf/01-claude-code-handoff.zcf.json");
    let packet = packet.to_str().unwrap();
    let said = run(folder.path(), &["verify", packet]);
    assert_eq!(code(&said), 1);
    assert!(out(&said).contains("verdict: integrity-only (unsigned: anybody could have made it)\n"));
    assert!(!out(&said).contains("verdict: authentic"));
    assert_eq!(code(&run(folder.path(), &["verify", packet, "--allow-unsigned"])), 0);
    // A checkpoint has no signature to verify, and is never called authentic.
    let checkpoint = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/ocp/01-refund-minimal.ocp.json");
    let said = run(folder.path(), &["verify", checkpoint.to_str().unwrap(), "--allow-unsigned"]);
    assert_eq!(code(&said), 1);
    assert!(out(&said).contains("not_a_packet") && !out(&said).contains("verdict: authentic"));
}

#[test]
fn the_trust_store_is_a_folder() {
    let folder = with_keys();
    let signed = sign(folder.path());
    let store = folder.path().join("trust");
    fs::create_dir(&store).unwrap();
    fs::copy(folder.path().join("pub.pem"), store.join("pub.pem")).unwrap();
    fs::copy(folder.path().join("source.hex"), store.join("source.hex")).unwrap();
    let verify = |toml: &str| {
        fs::write(store.join("trust.toml"), toml).unwrap();
        let args = [
            "verify",
            &signed,
            "--trust",
            "trust",
            "--destination-installation-key",
            "destination.hex",
            "--destination-id",
            "inst-night-01",
            "--now",
            NOW,
        ];
        run(folder.path(), &args)
    };
    let entry = |id: &str| {
        format!("[[source]]\nid = \"{id}\"\npublic-key = \"pub.pem\"\ninstallation-key = \"source.hex\"\n")
    };
    let good = verify(&(entry("inst-other") + &entry("inst-5e1cf428")));
    assert_eq!(code(&good), 0, "{}{}", out(&good), err(&good));
    let other = verify(&entry("inst-other"));
    assert_eq!(code(&other), 1);
    assert!(out(&other).contains("source_key_untrusted"));
    for broken in [
        entry("inst-5e1cf428") + &entry("inst-5e1cf428"),
        entry(""),
        entry("x").replace("pub.pem", "../pub.pem"),
        entry("x").replace("pub.pem", "/etc/hostname"),
        entry("x") + "more = 1\n",
        "[[source]]\nid = \"x\"\n".to_owned(),
        entry("x").replace("pub.pem", "none.pem"),
    ] {
        assert_eq!(code(&verify(&broken)), 2, "{broken}");
    }
}

#[cfg(unix)]
#[test]
fn secret_files_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = with_keys();
    let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("key.pem"), mode("source.hex")), (0o600, 0o600));
    assert_eq!(mode("pub.pem") & 0o600, 0o600);

    // Nothing is replaced unasked, not even by halves.
    let before = ["key.pem", "pub.pem"].map(|name| fs::read(folder.path().join(name)).unwrap());
    let again = ["keygen", "--secret-key", "key.pem", "--public-key", "other.pem"];
    assert_eq!(code(&run(folder.path(), &again)), 2);
    assert!(!folder.path().join("other.pem").exists());
    assert_eq!(code(&run(folder.path(), &["keygen", "--secret-key", "k", "--public-key", "pub.pem"])), 2);
    assert!(!folder.path().join("k").exists());
    let after = ["key.pem", "pub.pem"].map(|name| fs::read(folder.path().join(name)).unwrap());
    assert_eq!(before, after);
    let forced = ["keygen", "--secret-key", "key.pem", "--public-key", "pub.pem", "--force"];
    assert_eq!(code(&run(folder.path(), &forced)), 0);
    assert_eq!(mode("key.pem"), 0o600);
    assert_ne!(before[0], fs::read(folder.path().join("key.pem")).unwrap());
    assert_eq!(code(&run(folder.path(), &["keygen"])), 2);

    // Files that others can read are refused, by name and without a word of what is in them.
    let packet = packet(folder.path());
    for name in ["key.pem", "source.hex", "destination.hex"] {
        let path = folder.path().join(name);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let args = [&["sign", &packet], &SIGN[..]].concat();
        let refused = run(folder.path(), &args);
        assert_eq!((code(&refused), out(&refused).as_str()), (2, ""));
        let secret = fs::read_to_string(&path).unwrap();
        assert!(err(&refused).contains(name) && !err(&refused).contains(secret.lines().last().unwrap()));
        assert_eq!(code(&run(folder.path(), &[&args[..], &["--allow-readable-keys"]].concat())), 0);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    }
}

#[test]
fn a_key_file_that_is_none() {
    let folder = with_keys();
    let signed = sign(folder.path());
    // A small-order key: y = 1, as SPKI.
    let spki = [&hex::decode("302a300506032b6570032100").unwrap()[..], &[1], &[0; 31]].concat();
    let weak = format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", base64(&spki));
    fs::write(folder.path().join("weak.pem"), weak).unwrap();
    fs::write(folder.path().join("short.hex"), "00ff\n").unwrap();
    for (option, file) in [
        ("--source-key", "weak.pem"),
        ("--source-key", "key.pem"),
        ("--source-key", "inst-other=weak.pem"),
        ("--source-key", "none.pem"),
        ("--source-installation-key", "short.hex"),
        ("--destination-installation-key", "short.hex"),
    ] {
        let args = ["verify", &signed, option, file, "--allow-readable-keys"];
        assert_eq!(code(&run(folder.path(), &args)), 2, "{file}");
    }
    assert_eq!(code(&run(folder.path(), &["verify", &signed, "--now", "yesterday"])), 2);
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, b| bits << 8 | u32::from(*b)) << (8 * (3 - chunk.len()));
        for i in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * i)) as usize & 63] as char;
            out.push(if i <= chunk.len() { letter } else { '=' });
        }
    }
    out
}

/// OpenSSL signs with our key what we sign, and checks what we signed; M is put together by other code here.
#[test]
fn openssl_agrees_on_keys_message_and_signature() {
    let help = Command::new("openssl").args(["pkeyutl", "-help"]).output();
    if !help.is_ok_and(|output| String::from_utf8_lossy(&output.stderr).contains("-rawin")) {
        eprintln!("skipped: no openssl with `pkeyutl -rawin`");
        return;
    }
    let folder = with_keys();
    let openssl = |arguments: &str| {
        Command::new("openssl").current_dir(folder.path()).args(arguments.split(' ')).output().unwrap()
    };
    let signed: Value = serde_json::from_slice(&fs::read(sign(folder.path())).unwrap()).unwrap();
    let lp = |bytes: &[u8]| [&u32::try_from(bytes.len()).unwrap().to_be_bytes()[..], bytes].concat();
    let mut bare = signed.clone();
    bare.as_object_mut().unwrap().remove("authentication");
    let body = serde_json_canonicalizer::to_vec(&bare).unwrap();
    let root = signed["manifest"]["rootHash"].as_str().unwrap();
    let message = [lp(b"ocp-convert/1/signature"), lp(root.as_bytes()), lp(&body)].concat();
    fs::write(folder.path().join("m"), &message).unwrap();
    let signature = hex::decode(signed["authentication"]["signature"].as_str().unwrap()).unwrap();
    fs::write(folder.path().join("sig"), &signature).unwrap();
    assert!(openssl("pkeyutl -verify -rawin -pubin -inkey pub.pem -in m -sigfile sig").status.success());
    assert!(openssl("pkeyutl -sign -rawin -inkey key.pem -in m -out theirs").status.success());
    assert_eq!(fs::read(folder.path().join("theirs")).unwrap(), signature);

    // Their keys, our signature and verdict.
    assert!(openssl("genpkey -algorithm ed25519 -out key.pem").status.success());
    assert!(openssl("pkey -in key.pem -pubout -out pub.pem").status.success());
    let packet = packet(folder.path());
    let args = [&["sign", &packet, "-o", "theirs.json", "--allow-readable-keys"], &SIGN[..]].concat();
    assert_eq!(code(&run(folder.path(), &args)), 0);
    assert_eq!(code(&run(folder.path(), &[&["verify", "theirs.json"], &VERIFY[..]].concat())), 0);
}

#[test]
fn a_diagnosed_layout_is_one_that_verify_takes() {
    let folder = tempfile::tempdir().unwrap();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/zcf/06-continuity-archive.zcf.json");
    let mut packet: Value = serde_json::from_slice(&fs::read(sample).unwrap()).unwrap();
    // Eight-byte lengths, the extensions covered: put together here, with another canonicalizer.
    let mut sections = vec![
        ("packetIdentity", packet["packet"].clone()),
        ("sourceDescriptor", packet["source"].clone()),
        ("recipientIntent", packet["recipientIntent"].clone()),
        ("retention", packet["retention"].clone()),
        ("extensions", packet["extensions"].clone()),
        ("archiveRefs", packet["content"]["archiveRefs"].clone()),
    ];
    assert_eq!(packet["content"].as_object().unwrap().len(), 1);
    sections.sort_by_key(|(key, _)| *key);
    let lp = |bytes: &[u8]| [&(bytes.len() as u64).to_be_bytes()[..], bytes].concat();
    let mut input = lp(b"zephr-continuity-manifest-v1");
    for (key, section) in sections {
        input.extend(lp(key.as_bytes()));
        input.extend(lp(&serde_json_canonicalizer::to_vec(&section).unwrap()));
    }
    packet["manifest"]["rootHash"] = json!(format!("sha256:{}", hex::encode(sha2::Sha256::digest(&input))));
    fs::write(folder.path().join("p.json"), packet.to_string()).unwrap();

    assert_eq!(code(&run(folder.path(), &["verify", "p.json", "--allow-unsigned"])), 1);
    let diagnosed = run(folder.path(), &["manifest", "--diagnose", "p.json"]);
    assert_eq!(code(&diagnosed), 1);
    assert!(
        err(&diagnosed)
            .contains("fits: length = u64be (pinned: u32be), also = extensions (pinned: nothing)\n")
    );
    assert_eq!(out(&diagnosed).lines().count(), 1);
    fs::write(folder.path().join("layout.json"), out(&diagnosed)).unwrap();
    let verified = run(folder.path(), &["verify", "p.json", "--allow-unsigned", "--layout", "layout.json"]);
    assert_eq!(code(&verified), 0, "{}", out(&verified));
    // Nobody takes the answer for one under the pinned layout.
    let says = "\nlayout of the root, not the pinned one: length = u64be (pinned: u32be)\n";
    assert!(out(&verified).contains(says), "{}", out(&verified));
    let args = ["verify", "p.json", "--layout", "layout.json", "--format", "json"];
    let report: Value = serde_json::from_slice(&run(folder.path(), &args).stdout).unwrap();
    assert_eq!(report["verification"]["layout"].as_array().unwrap().len(), 2);
    let schema: Value = serde_json::from_str(&out(&run(folder.path(), &["schema", "report"]))).unwrap();
    assert!(jsonschema::is_valid(&schema, &report));
    fs::write(folder.path().join("layout.json"), "{\"length\":\"u16\"}").unwrap();
    let broken = run(folder.path(), &["verify", "p.json", "--layout", "layout.json"]);
    assert_eq!(code(&broken), 2);
}
