//! `keygen`: new keys, secret ones readable by their owner alone from the first moment.

use std::path::Path;

use ocp_convert::crypto::ed25519::SecretKey;
use ocp_convert::crypto::keys::{InstallationKey, KeyError};
use zeroize::Zeroizing;

use crate::args::Keygen;
use crate::io::{self, Broken};
use crate::outputs::{self, Piece};
use crate::{Outcome, Verdict};

pub fn run(args: &Keygen) -> Outcome {
    let paths = [&args.secret_key, &args.public_key, &args.installation_key].map(|path| path.as_deref());
    // Where a terminal scrolls by, or a log is kept, is no place for a secret.
    if [paths[0], paths[2]].contains(&Some(Path::new("-"))) {
        let what = "a secret goes into a file of its own, not to standard output".to_owned();
        return Err(Broken::Usage { what });
    }
    let given: Vec<_> = paths.into_iter().flatten().map(Some).collect();
    outputs::check_outputs(&given, None, args.force)?;

    let written = |error: KeyError| Broken::Defect { what: error.to_string() };
    let key = SecretKey::from_seed(&*random()?);
    let (secret, public) = (key.to_pem().map_err(written)?, key.public_key().to_pem().map_err(written)?);
    // Room for all of it at once, so that no copy is left behind where it grew.
    let mut installation = Zeroizing::new(String::with_capacity(65));
    installation.push_str(&InstallationKey::from_bytes(*random()?).to_hex());
    installation.push('\n');
    let mut pieces = Vec::new();
    if let [Some(secret_path), Some(public_path), _] = paths {
        pieces.push(Piece::new(Some(public_path), public.as_bytes()));
        pieces.push(Piece::secret(secret_path, secret.as_bytes()));
    }
    if let [.., Some(path)] = paths {
        pieces.push(Piece::secret(path, installation.as_bytes()));
    }
    outputs::write_together(&pieces, args.force, true)?;
    if args.secret_key.is_some() {
        io::tell(&format!("public key {}\n", key.public_key().fingerprint()));
    }
    Ok(Verdict::Yes)
}

fn random() -> Result<Zeroizing<[u8; 32]>, Broken> {
    let mut bytes = Zeroizing::new([0; 32]);
    getrandom::fill(&mut *bytes).map_err(|_| Broken::Random)?;
    Ok(bytes)
}
