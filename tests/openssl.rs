//! Keys and signatures agree with the `openssl` program, both ways (profile 1, section 5). Skipped, with the reason
//! printed, where no `openssl` that knows `pkeyutl -rawin` can be run.

#![allow(clippy::expect_used, reason = "a helper of a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use ocp_convert::crypto::ed25519::{PublicKey, SecretKey, Signature};

const MESSAGE: &[u8] = include_bytes!("data/signed/01.M.bin");

fn openssl(folder: &Path, arguments: &str) -> Output {
    let output = Command::new("openssl").current_dir(folder).args(arguments.split(' ')).output();
    output.expect("openssl runs")
}

fn succeeds(folder: &Path, arguments: &str) {
    let output = openssl(folder, arguments);
    assert!(output.status.success(), "openssl {arguments}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A folder to work in, or nothing where the test cannot run.
fn folder() -> Option<tempfile::TempDir> {
    let help = Command::new("openssl").args(["pkeyutl", "-help"]).output();
    match help {
        Err(error) => eprintln!("skipped: openssl cannot be run: {error}"),
        Ok(output) if !String::from_utf8_lossy(&output.stderr).contains("-rawin") => {
            eprintln!("skipped: this openssl has no `pkeyutl -rawin`");
        }
        Ok(_) => return Some(tempfile::tempdir().expect("temporary folder")),
    }
    None
}

#[test]
fn openssl_reads_our_keys_and_signatures() {
    let Some(folder) = folder() else { return };
    let folder = folder.path();
    let secret = SecretKey::from_seed(&[7; 32]);
    fs::write(folder.join("key.pem"), &*secret.to_pem().unwrap()).unwrap();
    fs::write(folder.join("pub.pem"), secret.public_key().to_pem().unwrap()).unwrap();
    fs::write(folder.join("m"), MESSAGE).unwrap();
    fs::write(folder.join("sig"), secret.sign(MESSAGE).as_bytes()).unwrap();

    succeeds(folder, "pkeyutl -verify -rawin -pubin -inkey pub.pem -in m -sigfile sig");
    succeeds(folder, "pkeyutl -sign -rawin -inkey key.pem -in m -out theirs");
    assert_eq!(fs::read(folder.join("theirs")).unwrap(), secret.sign(MESSAGE).as_bytes());
    succeeds(folder, "pkey -in key.pem -pubout -out derived.pem");
    assert_eq!(
        fs::read_to_string(folder.join("derived.pem")).unwrap(),
        secret.public_key().to_pem().unwrap()
    );

    fs::write(folder.join("m"), b"another message").unwrap();
    let output = openssl(folder, "pkeyutl -verify -rawin -pubin -inkey pub.pem -in m -sigfile sig");
    assert!(!output.status.success(), "openssl accepted a signature over another message");
}

#[test]
fn we_read_the_keys_and_signatures_of_openssl() {
    let Some(folder) = folder() else { return };
    let folder = folder.path();
    succeeds(folder, "genpkey -algorithm ed25519 -out key.pem");
    succeeds(folder, "pkey -in key.pem -pubout -out pub.pem");
    fs::write(folder.join("m"), MESSAGE).unwrap();
    succeeds(folder, "pkeyutl -sign -rawin -inkey key.pem -in m -out sig");

    let pem = fs::read_to_string(folder.join("key.pem")).unwrap();
    let secret = SecretKey::from_pem(&pem).unwrap();
    assert_eq!(*secret.to_pem().unwrap(), pem);
    let public = PublicKey::from_pem(&fs::read_to_string(folder.join("pub.pem")).unwrap()).unwrap();
    assert_eq!(secret.public_key(), public);
    let signature = Signature::from_bytes(&fs::read(folder.join("sig")).unwrap()).unwrap();
    assert_eq!(public.verify(MESSAGE, &signature), Ok(()));
    assert_eq!(secret.sign(MESSAGE), signature);
}
