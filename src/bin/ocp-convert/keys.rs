//! Keys from files, and the trust store from its folder. Paths come from the user's arguments and the user's own
//! `trust.toml`, never from a packet. Nothing here prints a secret or repeats one in a message.

use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path};

use ocp_convert::crypto::ed25519::{PublicKey, SecretKey};
use ocp_convert::crypto::keys::{InstallationKey, KeyError};
use ocp_convert::syntax::text::escape_for_terminal as escape;
use ocp_convert::zephr::trust::TrustStore;
use serde::Deserialize;
use zeroize::Zeroizing;

use crate::args::Trust;
use crate::io::{self, Broken};

/// Bytes of a key file or a trust store at most.
const LIMIT: u64 = 1 << 20;

/// A secret from a file, which has to be its owner's alone unless `readable` is allowed. What holds no secret is
/// refused as that.
fn secret<T>(path: &Path, readable: bool, read: fn(&str) -> Result<T, KeyError>) -> Result<T, Broken> {
    let name = || io::name_of(Some(path));
    let file = open(path)?;
    // Asked of the open file, so that it cannot be another one by the time it is read.
    let metadata = file.metadata().map_err(|source| Broken::Read { name: name(), source })?;
    let secret = key(path, file, read)?;
    if others_can_read(&metadata) && !readable { Err(Broken::Readable { name: name() }) } else { Ok(secret) }
}

fn open(path: &Path) -> Result<File, Broken> {
    File::open(path).map_err(|source| Broken::Read { name: io::name_of(Some(path)), source })
}

/// A key from its open file; the text wipes itself.
fn key<T>(path: &Path, file: File, read: fn(&str) -> Result<T, KeyError>) -> Result<T, Broken> {
    let name = || io::name_of(Some(path));
    // Room for all of it at once, so that no copy is left behind where it grew.
    let mut bytes = Zeroizing::new(Vec::with_capacity(4096));
    file.take(LIMIT).read_to_end(&mut bytes).map_err(|source| Broken::Read { name: name(), source })?;
    let text = std::str::from_utf8(&bytes).map_err(|_| KeyError::NotText);
    text.and_then(read).map_err(|source| Broken::Key { name: name(), source })
}

#[cfg(unix)]
fn others_can_read(metadata: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o077 != 0
}

#[cfg(not(unix))]
fn others_can_read(_: &std::fs::Metadata) -> bool {
    false
}

/// A private key.
pub fn secret_key(path: &Path, readable: bool) -> Result<SecretKey, Broken> {
    secret(path, readable, SecretKey::from_pem)
}

/// An installation key.
pub fn installation_key(path: &Path, readable: bool) -> Result<InstallationKey, Broken> {
    secret(path, readable, InstallationKey::from_hex)
}

/// A public key; weak ones are refused here.
pub fn public_key(path: &Path) -> Result<PublicKey, Broken> {
    key(path, open(path)?, PublicKey::from_pem)
}

/// `trust.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrustFile {
    #[serde(default)]
    source: Vec<TrustedSource>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct TrustedSource {
    id: String,
    public_key: String,
    installation_key: Option<String>,
}

/// The trust store that the arguments describe, if they describe one. `own` is the id the packet claims as its
/// source: an argument without an id is about that one.
pub fn trust_store(args: &Trust, own: Option<&str>) -> Result<Option<TrustStore>, Broken> {
    let given =
        args.folder.is_some() || !args.source_key.is_empty() || args.source_installation_key.is_some();
    if !given {
        return Ok(None);
    }
    let readable = args.allow_readable_keys;
    let mut store = TrustStore::new();
    if let Some(folder) = &args.folder {
        read_folder(folder, readable, &mut store)?;
    }
    for argument in &args.source_key {
        let (id, path) = match argument.to_str().and_then(|text| text.split_once('=')) {
            Some(("", _)) => return Err(usage("--source-key: the id in front of `=` is empty")),
            Some((id, path)) => (Some(id), Path::new(path)),
            None => (own, argument.as_path()),
        };
        let key = public_key(path)?;
        let Some(id) = id else { continue };
        // Which of two is the right one is not for this tool to say.
        if store.has_key(id) {
            let id = escape(id);
            return Err(usage(&format!("--source-key: there is a key for the installation `{id}` already")));
        }
        store.trust_key(id, key);
    }
    if let Some(path) = &args.source_installation_key {
        let key = installation_key(path, readable)?;
        if let Some(id) = own {
            store.share_installation_key(id, key);
        }
    }
    Ok(Some(store))
}

fn usage(what: &str) -> Broken {
    Broken::Usage { what: what.to_owned() }
}

fn read_folder(folder: &Path, readable: bool, store: &mut TrustStore) -> Result<(), Broken> {
    let path = folder.join("trust.toml");
    let name = io::name_of(Some(&path));
    let refuse = |what: String| Broken::Trust { name: name.clone(), what };
    let mut text = String::new();
    let read = File::open(&path).and_then(|file| file.take(LIMIT).read_to_string(&mut text));
    read.map_err(|source| Broken::Read { name: name.clone(), source })?;
    let file: TrustFile = toml::from_str(&text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        refuse(format!("line {}: {}", before.matches('\n').count() + 1, error.message()))
    })?;
    for source in file.source {
        if source.id.is_empty() || store.knows(&source.id) {
            return Err(refuse(format!("the id `{}` is empty or stands twice", source.id)));
        }
        let inside = |file: &str| {
            let path = Path::new(file);
            let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
            let refusal = || refuse(format!("`{file}` is not the path of a file inside the folder"));
            (plain && !file.is_empty()).then(|| folder.join(path)).ok_or_else(refusal)
        };
        store.trust_key(&source.id, public_key(&inside(&source.public_key)?)?);
        if let Some(file) = &source.installation_key {
            store.share_installation_key(&source.id, installation_key(&inside(file)?, readable)?);
        }
    }
    Ok(())
}
