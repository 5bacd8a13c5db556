//! Key files and trust stores as they come: each that is not right is refused by name, with exit code 2, and no part of
//! a secret is repeated.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const ID: &str = "inst-5e1cf428";

/// A folder with the signed sample and the keys it was made with.
fn samples() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/signed");
    for (file, to) in [
        ("01-mac-ok.zcf.json", "packet.json"),
        ("source.pub.pem", "pub.pem"),
        ("source.key.pem", "key.pem"),
        ("source-installation.hex", "source.hex"),
        ("destination-installation.hex", "destination.hex"),
    ] {
        secret(folder.path(), to, &fs::read(from.join(file)).unwrap());
    }
    folder
}

/// A file that is its owner's alone.
fn secret(folder: &Path, name: &str, bytes: &[u8]) {
    fs::write(folder.join(name), bytes).unwrap();
    mode(folder, name, 0o600);
}

fn mode(folder: &Path, name: &str, mode: u32) {
    #[cfg(unix)]
    fs::set_permissions(folder.join(name), std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
}

fn run(folder: &Path, args: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ocp-convert"));
    let Output { status, stdout, stderr } = command.current_dir(folder).args(args).output().unwrap();
    (status.code().unwrap(), String::from_utf8([stdout, stderr].concat()).unwrap())
}

/// `verify` with three keys from files of these names.
fn verify(folder: &Path, public: &str, source: &str, destination: &str) -> (i32, String) {
    let (source_key, destination_key) = ("--source-installation-key", "--destination-installation-key");
    let args =
        ["verify", "packet.json", "--source-key", public, source_key, source, destination_key, destination];
    run(
        folder,
        &[&args[..], &["--destination-id", "inst-night-01", "--now", "2026-04-05T00:00:00Z"]].concat(),
    )
}

/// No line of any secret is in a text.
fn keeps_secrets(folder: &Path, said: &str) {
    for name in ["key.pem", "source.hex", "destination.hex"] {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with("---"));
        assert!(lines.into_iter().all(|line| !said.contains(&line[..16])), "{said}");
    }
}

#[test]
fn public_keys_as_they_come() {
    let folder = samples();
    let at = folder.path();
    let pem = fs::read_to_string(at.join("pub.pem")).unwrap();
    // y = 1, a point of order one, as SPKI.
    let weak = format!(
        "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAAQ{}=\n-----END PUBLIC KEY-----\n",
        "A".repeat(41)
    );
    let private = fs::read_to_string(at.join("key.pem")).unwrap();
    let not_pem = "not an Ed25519 public key as SPKI PEM: one `PUBLIC KEY` block, and nothing after it";
    let none = "No such file";
    for (name, bytes, expected) in [
        ("good", pem.clone().into_bytes(), "verdict: authentic"),
        ("without a line end", pem.trim_end().into(), "verdict: authentic"),
        ("crlf", pem.replace('\n', "\r\n").into(), "verdict: authentic"),
        ("text in front", format!("a name\n{pem}").into(), "verdict: authentic"),
        ("byte order mark", format!("\u{feff}{pem}").into(), not_pem),
        ("text behind", format!("{pem}more\n").into(), not_pem),
        ("two", pem.repeat(2).into(), not_pem),
        ("cut short", pem[..60].into(), not_pem),
        ("empty", Vec::new(), not_pem),
        ("weak", weak.into(), "the public key has small order"),
        ("private", private.into(), "this is a private key, and the public one is wanted"),
        ("raw", vec![0xff; 32], "not UTF-8 text"),
        ("long", vec![b'-'; 3 << 20], not_pem),
    ] {
        let name = name.replace(' ', "-");
        fs::write(at.join(&name), bytes).unwrap();
        let (code, said) = verify(at, &name, "source.hex", "destination.hex");
        assert_eq!(code, if expected.starts_with("verdict") { 0 } else { 2 }, "{name}: {said}");
        assert!(said.contains(expected) && (code == 0 || said.contains(&name)), "{name}: {said}");
        keeps_secrets(at, &said);
    }
    fs::create_dir(at.join("folder")).unwrap();
    let mut odd =
        vec![("missing", none), ("folder", "directory"), ("good=missing", none), ("=good", "is empty")];
    if cfg!(unix) {
        #[cfg(unix)]
        std::os::unix::fs::symlink("nowhere", at.join("dangling")).unwrap();
        odd.push(("dangling", none));
    }
    for (name, expected) in odd {
        let (code, said) = verify(at, name, "source.hex", "destination.hex");
        assert_eq!(code, 2, "{name}: {said}");
        assert!(said.contains(expected), "{name}: {said}");
    }
    // A path with an equals sign needs an id in front of it.
    fs::copy(at.join("good"), at.join("a=b")).unwrap();
    assert_eq!(verify(at, "a=b", "source.hex", "destination.hex").0, 2);
    assert_eq!(verify(at, &format!("{ID}=a=b"), "source.hex", "destination.hex").0, 0);
}

#[test]
fn secrets_as_they_come() {
    let folder = samples();
    let at = folder.path();
    let digits = fs::read_to_string(at.join("source.hex")).unwrap();
    let digits = digits.trim_end();
    let not_hex = "an installation key is 32 bytes, written as 64 hex digits and nothing else";
    for (name, bytes, expected) in [
        ("upper", digits.to_uppercase().into_bytes(), ""),
        ("crlf", format!("{digits}\r\n").into(), ""),
        ("short", digits[1..].into(), not_hex),
        ("long", format!("{digits}0").into(), not_hex),
        ("lines", format!("{digits}\n{digits}\n").into(), not_hex),
        ("blank", format!("{digits} ").into(), not_hex),
        ("prefix", format!("0x{digits}").into(), not_hex),
        ("mark", format!("\u{feff}{digits}").into(), not_hex),
        ("empty", Vec::new(), not_hex),
        ("pem", fs::read(at.join("pub.pem")).unwrap(), not_hex),
        ("raw", vec![0xff; 32], "not UTF-8 text"),
    ] {
        secret(at, name, &bytes);
        let (code, said) = verify(at, "pub.pem", name, "destination.hex");
        assert_eq!(code, if expected.is_empty() { 0 } else { 2 }, "{name}: {said}");
        assert!(said.contains(expected) && (code == 0 || said.contains(name)), "{name}: {said}");
        keeps_secrets(at, &said);
    }
    // The right kind of key in the wrong place is an answer about the packet.
    let (code, said) = verify(at, "pub.pem", "destination.hex", "source.hex");
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("recipient_mac_mismatch") && said.contains("verdict: invalid"), "{said}");

    let sign = |key: &str, more: &[&str]| {
        let (source, destination) = ("--source-installation-key", "--destination-installation-key");
        let args = [
            "sign",
            "packet.json",
            "--secret-key",
            key,
            source,
            "source.hex",
            destination,
            "destination.hex",
        ];
        run(at, &[&args[..], more].concat())
    };
    assert_eq!(sign("key.pem", &[]).0, 0);
    let pem = fs::read_to_string(at.join("key.pem")).unwrap();
    let not_pem = "not an Ed25519 private key as PKCS#8 PEM: one `PRIVATE KEY` block, and nothing after it";
    for (name, bytes, expected) in [
        ("two", pem.repeat(2).into_bytes(), not_pem),
        ("behind", format!("{pem}more").into(), not_pem),
        (
            "public",
            fs::read(at.join("pub.pem")).unwrap(),
            "this is a public key, and the private one is wanted",
        ),
        ("hex", digits.into(), not_pem),
    ] {
        secret(at, name, &bytes);
        // What holds no secret is not said to hold one, whoever can read it.
        for bits in [0o600, 0o644] {
            mode(at, name, bits);
            let (code, said) = sign(name, &[]);
            assert_eq!(code, 2, "{name}: {said}");
            assert!(said.contains(expected), "{name}: {said}");
            keeps_secrets(at, &said);
        }
    }
    if cfg!(unix) {
        for bits in [0o640, 0o604, 0o620, 0o601] {
            mode(at, "key.pem", bits);
            let (code, said) = sign("key.pem", &[]);
            assert_eq!(code, 2, "{bits:o}");
            assert!(said.contains("key.pem holds a secret and others can read it"), "{said}");
            assert_eq!(sign("key.pem", &["--allow-readable-keys"]).0, 0);
        }
    }
}

/// Two keys for one installation: the tool does not choose.
#[test]
fn an_installation_has_one_key() {
    let folder = samples();
    let at = folder.path();
    fs::create_dir(at.join("trust")).unwrap();
    for file in ["pub.pem", "source.hex"] {
        fs::copy(at.join(file), at.join("trust").join(file)).unwrap();
    }
    let entry =
        format!("[[source]]\nid = \"{ID}\"\npublic-key = \"pub.pem\"\ninstallation-key = \"source.hex\"\n");
    fs::write(at.join("trust/trust.toml"), &entry).unwrap();
    let own = format!("{ID}=pub.pem");
    let other = "inst-other=pub.pem";
    let check = |args: &[&str]| {
        let more = ["--destination-installation-key", "destination.hex", "--destination-id", "inst-night-01"];
        let now = ["--now", "2026-04-05T00:00:00Z"];
        run(at, &[&["verify", "packet.json"], args, &more[..], &now[..]].concat())
    };
    assert_eq!(check(&["--trust", "trust"]).0, 0);
    assert_eq!(check(&["--trust", "trust", "--source-key", other]).0, 0);
    for args in [
        &["--trust", "trust", "--source-key", &own][..],
        &["--trust", "trust", "--source-key", "pub.pem"],
        &["--source-key", &own, "--source-key", "pub.pem"],
        &["--source-key", other, "--source-key", other],
    ] {
        let (code, said) = check(args);
        assert_eq!(code, 2, "{args:?}: {said}");
        assert!(said.contains("already") && said.contains("inst-"), "{said}");
    }
    // What is wrong in a store is said with its line.
    fs::write(at.join("trust/trust.toml"), format!("{entry}\nwhom = 1\n")).unwrap();
    let (code, said) = check(&["--trust", "trust"]);
    assert_eq!(code, 2);
    assert!(said.contains("trust.toml: line 6: ") && said.contains("whom"), "{said}");
    for (broken, expected) in [("", "mac_keys_missing"), ("[[source]]\n", "line 1: missing field")] {
        fs::write(at.join("trust/trust.toml"), broken).unwrap();
        assert!(check(&["--trust", "trust"]).1.contains(expected), "{broken}");
    }
    fs::remove_file(at.join("trust/trust.toml")).unwrap();
    assert_eq!(check(&["--trust", "trust"]).0, 2);
    assert_eq!(check(&["--trust", "pub.pem"]).0, 2);
}

/// A key is not taken for another kind of key, and no packet makes one of itself.
#[test]
fn the_public_key_is_no_secret() {
    let folder = samples();
    let at = folder.path();
    // The digits of the public key, which everybody knows, as installation key of both ends: a MAC under them is not
    // one under the right keys.
    let pem = fs::read_to_string(at.join("pub.pem")).unwrap();
    let key = ocp_convert::crypto::ed25519::PublicKey::from_pem(&pem).unwrap();
    secret(at, "public.hex", hex::encode(key.to_bytes()).as_bytes());
    let sign = ["sign", "packet.json", "-o", "forged.json", "--secret-key", "key.pem"];
    let keys = ["--source-installation-key", "public.hex", "--destination-installation-key", "public.hex"];
    assert_eq!(run(at, &[&sign[..], &keys[..]].concat()).0, 0);
    fs::rename(at.join("forged.json"), at.join("packet.json")).unwrap();
    let (code, said) = verify(at, "pub.pem", "source.hex", "destination.hex");
    assert_eq!(code, 1);
    assert!(said.contains("recipient_mac_mismatch"), "{said}");
    // Another algorithm in the packet's own words is no packet.
    let text = fs::read_to_string(at.join("packet.json")).unwrap();
    for (from, to) in [("\"ed25519\"", "\"none\""), ("\"hkdf-sha256+hmac-sha256\"", "\"hmac-sha256\"")] {
        assert!(text.contains(from));
        fs::write(at.join("packet.json"), text.replace(from, to)).unwrap();
        let (code, said) = verify(at, "pub.pem", "source.hex", "destination.hex");
        assert_eq!(code, 1);
        assert!(said.contains("verdict: invalid") && said.contains("/authentication/"), "{said}");
    }
    let packet: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(packet["authentication"]["kind"], "recipient-bound-mac");
}
