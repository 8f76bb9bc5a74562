"""Validates results against the published schemas. Shared by the test runners."""

import json

import tool


def load(name):
    return json.loads((tool.ROOT / "doc/schema" / f"{name}.schema.json").read_text())


def is_valid(result, schema):
    try:
        import jsonschema
    except ImportError:  # the names at least
        print("python3-jsonschema (packages.txt) is not installed: only the names of results are compared")
        return all(key in result for key in schema["required"])
    try:
        jsonschema.validate(result, schema)
    except jsonschema.ValidationError as e:
        print(e)
        return False
    return True
