"""The manifest root and the length prefix (profile, section 4)."""

import hashlib
import re

from reading import Refused
from writing import ORDER, canonical

ENVELOPE = {
    "packetIdentity": "packet",
    "sourceDescriptor": "source",
    "recipientIntent": "recipientIntent",
    "retention": "retention",
    "scopeProof": "scopeProof",
}


def lp(*parts):
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def zcf(value):
    return canonical(value, "zcf").encode()


def root_of(packet):
    packet = packet if isinstance(packet, dict) else {}
    sections = {key: packet[member] for key, member in ENVELOPE.items() if member in packet}
    content = packet.get("content")
    sections.update(content if isinstance(content, dict) else {})
    hashed = lp(b"zephr-continuity-manifest-v1")
    for key in sorted(sections, key=ORDER["zcf"]):
        hashed += lp(key.encode(), zcf(sections[key]))
    return "sha256:" + hashlib.sha256(hashed).hexdigest()


def compare_root(packet, computed):
    manifest = packet.get("manifest") if isinstance(packet, dict) else None
    stated = manifest.get("rootHash") if isinstance(manifest, dict) else None
    if not isinstance(stated, str):
        raise Refused("manifest_root_mismatch")
    if stated != computed:
        spelled = re.fullmatch(r"sha256:[0-9a-f]{64}", stated)
        raise Refused("manifest_root_mismatch" if spelled else "manifest_root_encoding")
