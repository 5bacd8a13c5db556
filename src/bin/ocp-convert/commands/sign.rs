//! `sign`: a copy of a packet with an authentication made from key files.

use ocp_convert::canon::{self, Profile};
use ocp_convert::zephr::sign::{self, Keys};

use crate::args::{Common, Sign, SignKind};
use crate::io::Broken;
use crate::load::Document;
use crate::render::{self, About};
use crate::{Outcome, Verdict, keys, outputs};

pub fn run(args: &Sign, common: &Common) -> Outcome {
    let readable = args.allow_readable_keys;
    let secret = keys::secret_key(&args.secret_key, readable)?;
    let installation = |path: Option<&std::path::PathBuf>| {
        path.map(|path| keys::installation_key(path, readable)).transpose()
    };
    let source = installation(args.source_installation_key.as_ref())?;
    let destination = installation(args.destination_installation_key.as_ref())?;
    let keys = match (args.kind, &source, &destination) {
        (SignKind::SourceSignature, ..) => Keys::SourceSignature(&secret),
        (SignKind::RecipientBoundMac, Some(source), Some(destination)) => {
            Keys::RecipientBoundMac { secret: &secret, source, destination }
        }
        _ => {
            let what =
                "a recipient-bound-mac takes --source-installation-key and --destination-installation-key";
            return Err(Broken::Usage { what: what.to_owned() });
        }
    };
    let document = Document::load(args.file.as_deref(), common)?;
    let tree = match document.read() {
        Ok(tree) => tree,
        Err(finding) => {
            render::report(&About::unread(&document, &finding), common);
            return Ok(Verdict::No);
        }
    };
    let (verdict, findings) = match sign::sign(&tree, &keys) {
        Ok(signed) => {
            let mut out = canon::to_vec(signed.root(), Profile::Zcf);
            out.push(b'\n');
            outputs::write(&args.output, &out)?;
            (Verdict::Yes, document.notes(&tree))
        }
        Err(findings) => (Verdict::No, document.place(&tree, findings)),
    };
    render::report(&About::new(&document, Some(&tree), verdict, &findings), common);
    Ok(verdict)
}
