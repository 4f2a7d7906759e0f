"""Validates each XML file against a schema: SCHEMA FILE…. Prints what is wrong, as JSON."""

import json
import sys

import xmlschema

schema = xmlschema.XMLSchema(sys.argv[1])
print(json.dumps([str(error.reason) for file in sys.argv[2:] for error in schema.iter_errors(file)]))
