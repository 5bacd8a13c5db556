//! Keys from files, and the trust store from its folder. Paths come from the user's arguments and the user's own
//! `trust.toml`, never from a packet. Nothing here prints a secret or repeats one in a message.

use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path};

use ocp_convert::crypto::ed25519::{PublicKey, SecretKey};
use ocp_convert::crypto::keys::{InstallationKey, KeyError};
use ocp_convert::zephr::trust::TrustStore;
use serde::Deserialize;
use zeroize::Zeroizing;

use crate::args::Trust;
use crate::io::{self, Broken};

/// Bytes of a key file or a trust store at most.
const LIMIT: u64 = 1 << 20;

/// A file with a secret in it; it has to be its owner's alone unless `readable` is allowed.
fn secret_text(path: &Path, readable: bool) -> Result<Zeroizing<String>, Broken> {
    let name = io::name_of(Some(path));
    let failed = |source| Broken::Read { name: name.clone(), source };
    let file = File::open(path).map_err(failed)?;
    // Asked of the open file, so that it cannot be another one by the time it is read.
    if !readable && others_can_read(&file.metadata().map_err(failed)?) {
        return Err(Broken::Readable { name });
    }
    let mut text = Zeroizing::new(String::with_capacity(4096));
    file.take(LIMIT).read_to_string(&mut text).map_err(failed)?;
    Ok(text)
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

fn key<T>(path: &Path, read: Result<T, KeyError>) -> Result<T, Broken> {
    read.map_err(|source| Broken::Key { name: io::name_of(Some(path)), source })
}

/// A private key.
pub fn secret_key(path: &Path, readable: bool) -> Result<SecretKey, Broken> {
    let text = secret_text(path, readable)?;
    key(path, SecretKey::from_pem(&text))
}

/// An installation key.
pub fn installation_key(path: &Path, readable: bool) -> Result<InstallationKey, Broken> {
    let text = secret_text(path, readable)?;
    key(path, InstallationKey::from_hex(&text))
}

/// A public key; weak ones are refused here.
pub fn public_key(path: &Path) -> Result<PublicKey, Broken> {
    let mut text = String::new();
    let name = io::name_of(Some(path));
    let read = File::open(path).and_then(|file| file.take(LIMIT).read_to_string(&mut text));
    read.map_err(|source| Broken::Read { name, source })?;
    key(path, PublicKey::from_pem(&text))
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
            Some((id, path)) => (Some(id), Path::new(path)),
            None => (own, argument.as_path()),
        };
        let key = public_key(path)?;
        if let Some(id) = id {
            store.trust_key(id, key);
        }
    }
    if let Some(path) = &args.source_installation_key {
        let key = installation_key(path, readable)?;
        if let Some(id) = own {
            store.share_installation_key(id, key);
        }
    }
    Ok(Some(store))
}

fn read_folder(folder: &Path, readable: bool, store: &mut TrustStore) -> Result<(), Broken> {
    let path = folder.join("trust.toml");
    let name = io::name_of(Some(&path));
    let refuse = |what: String| Broken::Trust { name: name.clone(), what };
    let mut text = String::new();
    let read = File::open(&path).and_then(|file| file.take(LIMIT).read_to_string(&mut text));
    read.map_err(|source| Broken::Read { name: name.clone(), source })?;
    let file: TrustFile = toml::from_str(&text).map_err(|error| refuse(error.message().to_owned()))?;
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
