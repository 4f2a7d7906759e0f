"""Reads each file with junitparser, and prints the numbers of tests, failures, errors and skipped as JSON."""

import json
import sys

from junitparser import JUnitXml


def read(file):
    suites = JUnitXml.fromfile(file)
    cases = [case for suite in suites for case in suite]
    results = [type(result).__name__ for case in cases for result in case.result]
    return {
        "tests": suites.tests,
        "failures": suites.failures,
        "errors": suites.errors,
        "skipped": suites.skipped,
        "cases": len(cases),
        "Failure": results.count("Failure"),
        "Error": results.count("Error"),
        "Skipped": results.count("Skipped"),
    }


print(json.dumps([read(file) for file in sys.argv[1:]]))
