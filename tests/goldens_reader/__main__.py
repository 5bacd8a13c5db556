"""A second reader of the golden vectors, written from goldens/README.md and goldens/PROFILE.md alone, for `goldens run`.

It knows the groups canonical, manifest and authentication, and needs nothing but Python's standard library.
"""

import hashlib
import json
import sys

from authentication import sign, verify
from reading import Refused, decode
from roots import ENVELOPE, compare_root, root_of
from writing import canonical

def answer(request):
    given, output = request["input"], {}
    operation = request["operation"]
    reply = {"id": request["id"], "result": "valid", "output": output}
    checked = operation == "verify"
    try:
        document = decode(given["document"], given.get("maxBytes", 64 << 20))
        if operation == "canonicalize":
            text = canonical(document, given["profile"])
            output["canonical"] = {"text": text}
            output["sha256"] = hashlib.sha256(text.encode()).hexdigest()
        elif operation == "manifest-root":
            content = document.get("content") if isinstance(document, dict) else None
            if isinstance(content, dict) and content.keys() & ENVELOPE.keys():
                raise Refused("section_name_collision")
            output["root"] = root_of(document)
            compare_root(document, output["root"])
        elif operation == "verify":
            reply["verdict"] = verify(given, document, output)
        elif operation == "sign":
            sign(given, document, output)
        else:
            raise Refused("unknown_operation")
    except Refused as refused:
        reply["result"], reply["code"] = "invalid", refused.code
        if checked:
            reply["verdict"] = refused.verdict
    return reply


def main():
    sys.setrecursionlimit(10_000)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(json.dumps(answer(json.loads(line))).encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
