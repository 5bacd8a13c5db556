"""Validates documents with Python's jsonschema: the schema, then one document a line; prints a verdict a line."""

import json
import sys

import jsonschema

lines = iter(sys.stdin)
schema = json.loads(next(lines))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for line in lines:
    print("valid" if validator.is_valid(json.loads(line)) else "invalid")
