#!/usr/bin/env python3
"""The pages tell the truth: the code in README and docs/embedding.md is in the examples that the tests build, every TOML block is a scene that the
program runs, and every relative link leads somewhere.

usage: check.py ROOT [PROGRAM]; without PROGRAM only links are checked
"""

import pathlib
import re
import subprocess
import sys
import tempfile


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(), re.S)


def pages(root):
    return sorted([*root.glob("*.md"), *root.glob("docs/**/*.md")])


def link_faults(root):
    for page in pages(root):
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text()):
            if "://" not in target and not (page.parent / target).exists():
                yield f"{page.relative_to(root)}: the link to {target} leads nowhere"


def faults(root, program):
    if blocks(root / "README.md", "cpp") != [(root / "examples/hello_cloth.cpp").read_text()]:
        yield "README.md: the C++ block is not examples/hello_cloth.cpp; copy the file into it"
    examples = {path.read_text() for path in root.glob("examples/**/*.*")}
    for language in ("cpp", "c", "cmake"):
        for text in blocks(root / "docs/embedding.md", language):
            if text not in examples:
                yield f"docs/embedding.md: no file in examples/ holds this block: {text.splitlines()[0]}"
    for page in pages(root):
        for text in blocks(page, "toml"):
            with tempfile.NamedTemporaryFile("w", suffix=".toml") as scene:
                scene.write(text)
                scene.flush()
                run = subprocess.run(
                    [program, "run", scene.name, "--frames", "10"], capture_output=True, text=True, check=False
                )
            if run.returncode != 0:
                yield f"{page.name}: a scene on the page does not run: {run.stderr.strip()}"


if __name__ == "__main__":
    place = pathlib.Path(sys.argv[1])
    found = list(link_faults(place)) + (list(faults(place, sys.argv[2])) if len(sys.argv) > 2 else [])
    print("\n".join(found) or "every page holds")
    sys.exit(bool(found))
