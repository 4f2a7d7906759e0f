"""Renders each file as GitHub does, and prints the HTML of all as JSON."""

import json
import sys
from pathlib import Path

import cmarkgfm
from cmarkgfm.cmark import Options

print(json.dumps([cmarkgfm.github_flavored_markdown_to_html(Path(file).read_text("utf-8"), options=Options.CMARK_OPT_UNSAFE) for file in sys.argv[1:]]))
