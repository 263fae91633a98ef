#!/usr/bin/env python3
"""The pages tell the truth: the README's C++ is the example that the tests build, and every relative link leads somewhere.

usage: check.py ROOT
"""

import pathlib
import re
import sys


def faults(root):
    readme = (root / "README.md").read_text()
    blocks = re.findall(r"```cpp\n(.*?)```", readme, re.S)
    if blocks != [(root / "examples/hello_cloth.cpp").read_text()]:
        yield "README.md: the C++ block is not examples/hello_cloth.cpp; copy the file into it"
    for page in sorted([*root.glob("*.md"), *root.glob("docs/**/*.md")]):
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text()):
            if "://" not in target and not (page.parent / target).exists():
                yield f"{page.relative_to(root)}: the link to {target} leads nowhere"


if __name__ == "__main__":
    found = list(faults(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "every page holds")
    sys.exit(bool(found))
