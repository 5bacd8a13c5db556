//! `keygen`: new keys, secret ones readable by their owner alone from the first moment.

use ocp_convert::crypto::ed25519::SecretKey;
use ocp_convert::crypto::keys::InstallationKey;
use zeroize::Zeroizing;

use crate::args::Keygen;
use crate::io::{self, Broken};
use crate::{Outcome, Verdict, outputs};

pub fn run(args: &Keygen) -> Outcome {
    if let (Some(secret_path), Some(public_path)) = (&args.secret_key, &args.public_key) {
        let key = SecretKey::from_seed(&*random()?);
        let written = |error: ocp_convert::crypto::keys::KeyError| Broken::Defect { what: error.to_string() };
        let (secret, public) = (key.to_pem().map_err(written)?, key.public_key().to_pem().map_err(written)?);
        // Public first: a private key never stands there without it, however the second write fails.
        if !args.force && secret_path.exists() {
            return Err(Broken::Exists { name: io::name_of(Some(secret_path)) });
        }
        outputs::write_public(public_path, public.as_bytes(), args.force)?;
        outputs::write_secret(secret_path, secret.as_bytes(), args.force)?;
        io::tell(&format!("public key {}\n", key.public_key().fingerprint()));
    }
    if let Some(path) = &args.installation_key {
        let mut text = InstallationKey::from_bytes(*random()?).to_hex();
        text.push('\n');
        outputs::write_secret(path, text.as_bytes(), args.force)?;
    }
    Ok(Verdict::Yes)
}

fn random() -> Result<Zeroizing<[u8; 32]>, Broken> {
    let mut bytes = Zeroizing::new([0; 32]);
    getrandom::fill(&mut *bytes).map_err(|_| Broken::Random)?;
    Ok(bytes)
}
