#!/usr/bin/env python3
"""Finds phrases that read like a translation in the pages, the public headers, the messages and the --help texts.

usage: english.py ROOT PROGRAM
"""

import pathlib
import re
import subprocess
import sys

# Phrase, and an example of it that test_english.py expects to be found.
PHRASES = {
    r"tells?|told": "the limit is told",
    r"anew": "starts anew",
    r"whoever": "whoever draws it",
    r"knows? no|does not know of": "the scene knows no field",
    r"(?:is|are|was|were) waited for": "the engine is waited for",
    r"what is in$": "## What is in",
    r"born with": "the value it is born with",
    r"(?:is|are|be|been) led": "pins can be led along a path",
    r"hand(?:s|ed)? over": "hands over a value",
    r"by itself": "each step by itself",
    r"for so many|so many times": "repeated for so many seconds",
    r"as it is\b(?! (?:long|wide|deep|high))": "reads the file as it is",
}
PHRASE = re.compile(r"\b(?:" + "|".join(PHRASES) + r")\b", re.IGNORECASE)
# A sentence, a table cell or a comment that starts with "of": "Of the mesh.", "double mass;  // of the body".
STARTS_WITH_OF = re.compile(r"(?:^|[.;:|!?] +|- | {2,})Of (?!course\b)\S|//+ *[Oo]f ")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def lines_of_prose(path):
    """Yields (number, text) of a Markdown page, without its code blocks."""
    is_code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield number, re.sub(r"`[^`]*`", "``", line)


def faults_in(name, lines):
    for number, line in lines:
        for match in (PHRASE.search(line), STARTS_WITH_OF.search(line)):
            if match:
                yield f'{name}:{number}: "{match.group().strip()}" reads like a translation; rephrase: {line.strip()}'


def comments(text):
    """Yields (number, text) of the comments of a C++ header."""
    above_is_comment = False
    for number, line in enumerate(text.splitlines(), 1):
        line = re.sub(r"^(\s*)\*(?!/)", r"\1//", re.sub(r"/\*+<?", "//", line).replace("*/", ""))  # C's comments too
        code, mark, comment = line.partition("//")
        is_whole_line = bool(mark) and not code.strip()
        if mark:  # within a sentence, "of" may start a line
            yield number, comment.lstrip("/ ") if is_whole_line and above_is_comment else mark + comment
        above_is_comment = is_whole_line


def literals(text):
    for number, line in enumerate(text.splitlines(), 1):
        if not line.lstrip().startswith(("#include", "//")):
            for match in LITERAL.finditer(line):
                yield number, match.group(1)


def help_texts(program, *command):
    """Yields (command, text) of --help for a command and all its subcommands."""
    text = subprocess.run([program, *command, "--help"], capture_output=True, text=True, check=True).stdout
    yield " ".join(["tensio", *command, "--help"]), text
    section = re.search(r"^Subcommands:\n(.*?)(?:\n\n|\Z)", text, re.M | re.S)
    for name in re.findall(r"^  (\w+)", section.group(1) if section else "", re.M):
        yield from help_texts(program, *command, name)


def faults(root, program):
    for page in sorted([*root.glob("*.md"), *root.glob("docs/**/*.md")]):
        yield from faults_in(page.relative_to(root), lines_of_prose(page))
    for header in sorted(root.glob("include/**/*.h")):
        yield from faults_in(header.relative_to(root), comments(header.read_text(encoding="utf-8")))
    for source in sorted([*root.glob("src/**/*.[ch]*"), *root.glob("cli/*.[ch]*"), *root.glob("include/**/*.h")]):
        yield from faults_in(source.relative_to(root), literals(source.read_text(encoding="utf-8")))
    for command, text in help_texts(program):
        yield from faults_in(command, enumerate(text.splitlines(), 1))


if __name__ == "__main__":
    found = list(faults(pathlib.Path(sys.argv[1]), sys.argv[2]))
    print("\n".join(found) or "plain English")
    sys.exit(bool(found))
