//! Where URIs and extension keys lead (OCP 6.4, 7). Findings on credentials never repeat the text they are about.

use super::super::facts::Facts;
use crate::finding::{Code, Placed, placed};
use crate::syntax::uri::{suspected_secret, userinfo};

/// OCP-S008: no resource URI contains userinfo (OCP 6.4), on the raw text.
pub(super) fn s008(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    for (at, resource, carried) in &facts.uris {
        if let (true, Some(found)) = (resource, carried) {
            out.push(
                placed(Code::OcpS008, *at, "the URI of a resource carries userinfo")
                    .expected("a URI without userinfo")
                    .found(found.to_string()),
            );
        }
    }
}

/// A URI or resolver that looks as if it carried a credential (OCP 6.4, 10.5; profile 1, section 8).
pub(super) fn secret_suspected(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    let resolvers = facts.root.get("resources").items().filter_map(|resource| {
        let at = resource.get("resolver");
        Some((at, false, userinfo(at.as_str()?)))
    });
    for (at, resource, carried) in facts.uris.iter().copied().chain(resolvers) {
        let Some(text) = at.as_str() else { continue };
        let carried = match carried {
            Some(_) if resource => continue,
            Some(_) => Some("userinfo"),
            None => suspected_secret(text),
        };
        if let Some(found) = carried {
            out.push(
                placed(Code::SecretSuspected, at, "this looks as if it carried a credential").found(found),
            );
        }
    }
}

/// The `io.opencheckpoint` prefix is reserved (OCP 7).
pub(super) fn extension_prefix_reserved(facts: &Facts<'_>, out: &mut Vec<Placed>) {
    for member in facts.extensions.iter().filter(|at| at.is_object()).flat_map(|at| at.children()) {
        let rest = member.name().and_then(|name| name.strip_prefix("io.opencheckpoint"));
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/'])) {
            out.push(
                placed(Code::ExtensionPrefixReserved, member, "the prefix `io.opencheckpoint` is reserved")
                    .expected("a name under a domain of the extension's author"),
            );
        }
    }
}
