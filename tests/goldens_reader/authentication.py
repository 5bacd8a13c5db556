"""Verifying and signing packets (profile, section 5)."""

import hashlib
import hmac

from ed25519 import expand_seed, safe_key, sign_with, verifies
from members import errors
from reading import Refused
from roots import compare_root, lp, root_of, zcf
from times import instant

def message_of(packet):
    body = {name: value for name, value in packet.items() if name != "authentication"}
    return lp(b"ocp-convert/1/signature", packet["manifest"]["rootHash"].encode(), zcf(body))


def mac_of(packet, message, signature, source, destination):
    def keyed(key, data):
        return hmac.new(key, data, hashlib.sha256).digest()

    extracted = keyed(packet["packet"]["nonce"].encode() or bytes(32), lp(source, destination))
    ids = packet["source"]["installationKeyId"], packet["recipientIntent"]["destinationInstallationKeyId"]
    info = lp(b"ocp-convert/1/mac", *[name.encode() for name in ids])
    return keyed(keyed(extracted, info + b"\x01"), lp(message, signature)).hex()


def fingerprint(public):
    return "sha256:" + hashlib.sha256(public).hexdigest()


def structure(packet):
    if not isinstance(packet, dict) or packet.get("format") != "zephr-continuity":
        raise Refused("not_a_packet")
    for code in errors(packet):
        raise Refused(code)


def verify(given, packet, output):
    structure(packet)
    output["root"] = root_of(packet)
    compare_root(packet, output["root"])
    claim, intent = packet["authentication"], packet["recipientIntent"]
    bound, verdict = intent["kind"] == "recipient-bound", "integrity-only"
    if claim["kind"] == "source-signature":
        raise Refused("source_signature_unverifiable", "refused")
    if claim["kind"] == "unsigned":
        wanted = bound or "trust" in given or "destinationKey" in given
        if wanted and not given.get("allowUnsigned"):
            raise Refused("unsigned_not_allowed", "refused")
    else:
        authentic(given, packet, claim)
        verdict = "authentic"
    now = given.get("now")
    expiry = packet["retention"].get("expiresAt")
    if now and expiry and (instant(expiry) is None or instant(expiry) <= instant(now)):
        raise Refused("packet_expired", "refused")
    if given.get("seen"):
        raise Refused("packet_replayed", "refused")
    if bound and "destinationId" not in given:
        raise Refused("destination_id_missing", "refused")
    if bound and given["destinationId"] != intent["destinationInstallationKeyId"]:
        raise Refused("recipient_mismatch", "refused")
    return verdict


def authentic(given, packet, claim):
    sources = {}
    for entry in given.get("trust", []):
        earlier_key, earlier_shared = sources.get(entry["id"], (None, None))
        key, shared = safe_key(entry.get("publicKey")), entry.get("installationKey")
        sources[entry["id"]] = (key or earlier_key, shared or earlier_shared)
    public, shared = sources.get(packet["source"]["installationKeyId"], (None, None))
    if not any(key for key, _ in sources.values()) or "destinationKey" not in given or (public and not shared):
        raise Refused("mac_keys_missing", "refused")
    if not public:
        raise Refused("source_key_untrusted", "refused")
    if claim["publicKeyFingerprint"] != fingerprint(public):
        raise Refused("fingerprint_mismatch", "refused")
    message, signature = message_of(packet), bytes.fromhex(claim["signature"])
    if not verifies(public, message, signature):
        raise Refused("source_signature_invalid")
    keys = bytes.fromhex(shared), bytes.fromhex(given["destinationKey"])
    if not hmac.compare_digest(mac_of(packet, message, signature, *keys), claim["mac"]):
        raise Refused("recipient_mac_mismatch")


def sign(given, packet, output):
    structure(packet)
    output["root"] = root_of(packet)
    try:
        compare_root(packet, output["root"])
    except Refused:
        output.clear()
        raise
    keys = given["sign"]
    bound = keys["kind"] == "recipient-bound-mac"
    if packet["source"]["installationKeyId"] in ("", "unattested"):
        output.clear()
        raise Refused("source_unattested")
    if bound and packet["recipientIntent"]["kind"] != "recipient-bound":
        output.clear()
        raise Refused("mac_without_recipient")
    seed, message = bytes.fromhex(keys["seed"]), message_of(packet)
    signature = sign_with(seed, message)
    output["signature"] = signature.hex()
    output["publicKeyFingerprint"] = fingerprint(expand_seed(seed)[2])
    if bound:
        shared = bytes.fromhex(keys["sourceKey"]), bytes.fromhex(keys["destinationKey"])
        output["mac"] = mac_of(packet, message, signature, *shared)
