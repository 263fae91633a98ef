"""Do the sources obey ARCHITECTURE.md?

    check.py [root]

Reads the tables of rooms and front ends from ARCHITECTURE.md and prints one line per violation:
file:line: what is wrong, what to do. Exits 1 if there is any.
"""

import re
import sys
from pathlib import Path

MAX_LINES = 450
CODE_FOLDERS = ("include", "src", "cli", "tests", "wasm", "bench", "examples")
PUBLIC = "tensio"  # include/tensio: what every room and every user may include
CODE_ENDINGS = {".h", ".cpp"}
TEXT_ENDINGS = CODE_ENDINGS | {"", ".py", ".mjs", ".js", ".ts", ".html", ".css", ".cmake", ".txt", ".toml", ".md", ".json"}
NOT_OURS = {".git", "node_modules", "__pycache__"}
NOT_OURS_AT_ROOT = {"build", "out"}  # src/build is a room
NATIVE_HEADERS = {"thread", "mutex", "future", "condition_variable", "filesystem", "fstream", "iostream"}
NATIVE_WORDS = ("throw", "try", "catch", "dynamic_cast", "typeid")
# Put together here, so that this file does not contain them.
UNFINISHED = re.compile(r"\b(?:" + "|".join(("TO" + "DO", "FIX" + "ME", "X" * 3)) + r")\b")
LOCAL_PATH = re.compile(r"(?<![\w.~}\-])/(?:" + "|".join(("wor" + "k", "ho" + "me", "ro" + "ot")) + r")(?:/|\b)")
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')
# Comments and literals. The quote of 4'000'000 opens no literal: a digit stands before it.
NOT_CODE = re.compile(
    r'R"([^(\s]*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Za-z_])\'(?:\\.|[^\'\\\n])+\'', re.DOTALL
)


class Failure(Exception):
    """The rules themselves cannot be read."""


def read_table(text, first_column):
    """{name: names it may include} of the table `| first_column | for | may include |`, transitively closed."""
    lines = iter(text.splitlines())
    header = f"| {first_column} | for | may include |"
    if not any(line.strip() == header for line in lines):
        raise Failure(f"ARCHITECTURE.md has no table '{header}'")
    next(lines, None)
    table = {}
    for line in lines:
        if not line.startswith("|"):
            break
        cells = [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]
        if len(cells) != 3:
            raise Failure(f"ARCHITECTURE.md: this row does not have three cells: {line}")
        name, allowed = cells[0], cells[2]
        if name in table:
            raise Failure(f"ARCHITECTURE.md: {name} has two rows")
        if allowed == "all above":
            table[name] = set(table)
        else:
            table[name] = set() if allowed == "–" else {entry.strip() for entry in allowed.split(",")}
    if not table:
        raise Failure(f"ARCHITECTURE.md: the table '{header}' has no rows")
    return table


def close(table):
    """Adds what the allowed rooms may include. A row names only rooms above it, so the table has no cycle."""
    closed = {}
    for room, allowed in table.items():
        for other in sorted(allowed):
            if other not in closed:
                raise Failure(f"ARCHITECTURE.md: the row of {room} names {other}, which has no row above it")
        closed[room] = allowed.union(*(closed[other] for other in allowed))
    return closed


class Rules:
    def __init__(self, root):
        text = (root / "ARCHITECTURE.md").read_text(encoding="utf-8")
        self.rooms = close(read_table(text, "room"))
        self.front_ends = read_table(text, "front end")
        for name, allowed in self.front_ends.items():
            for room in sorted(allowed - set(self.rooms)):
                raise Failure(f"ARCHITECTURE.md: the row of {name} names {room}, which is no room")
        core = re.search(r"set\(TENSIO_CORE_ROOMS ([^)]*)\)", (root / "CMakeLists.txt").read_text(encoding="utf-8"))
        self.core = set(core.group(1).split()) if core else set()
        if not self.core or not self.core <= set(self.rooms):
            raise Failure("CMakeLists.txt: TENSIO_CORE_ROOMS must name rooms of ARCHITECTURE.md")
        for room in sorted(self.core):
            for other in sorted(self.rooms[room] - self.core):
                raise Failure(f"ARCHITECTURE.md: {room} is a core room and may not include {other}, which is not")


class Source:
    """A C++ file: its text, its code without comments and literals, and its includes as (line, quoted, angled)."""

    def __init__(self, root, path):
        self.path = path
        self.name = path.relative_to(root).as_posix()
        self.top, *rest = self.name.split("/")
        self.room = rest[0] if self.top == "src" and len(rest) > 1 else None
        self.text = path.read_text(encoding="utf-8", errors="replace")
        self.code = NOT_CODE.sub(lambda match: "\n" * match.group().count("\n"), self.text)
        self.includes = []
        for number, line in enumerate(self.text.splitlines(), 1):
            if match := INCLUDE.match(line):
                self.includes.append((number, match.group(1), match.group(2)))


def find_files(folder, skipped=NOT_OURS | NOT_OURS_AT_ROOT):
    for path in sorted(folder.iterdir()):
        if path.name in skipped or path.is_symlink():
            continue
        if path.is_dir():
            yield from find_files(path, NOT_OURS)
        elif path.suffix in TEXT_ENDINGS:
            yield path


def check_rooms(rules, sources):
    """A room includes itself and the rooms in its row."""
    for source in sources:
        if source.top != "src":
            continue
        if source.room not in rules.rooms:
            yield f"{source.name}:1: lies in no room of ARCHITECTURE.md"
            continue
        for line, quoted, _ in source.includes:
            if quoted is None:
                continue
            room = quoted.split("/")[0]
            if room == PUBLIC:
                continue
            if "/" not in quoted or room not in rules.rooms:
                yield f'{source.name}:{line}: "{quoted}" does not begin with a room; write "room/file.h"'
            elif room != source.room and room not in rules.rooms[source.room]:
                yield f"{source.name}:{line}: {source.room} may not include {room} (ARCHITECTURE.md, rooms)"


def check_public(rules, sources):
    """A public header includes public headers and the standard library, nothing else."""
    for source in sources:
        if source.top not in ("include", "examples"):
            continue
        for line, quoted, angled in source.includes:
            included = quoted or angled
            if not included.startswith(PUBLIC + "/") and (quoted or "/" in angled or "." in angled):
                yield f'{source.name}:{line}: "{included}" is private or foreign; users do not have it'


def check_front_ends(rules, sources):
    """A front end includes its own files and the rooms in its row."""
    for source in sources:
        if source.top not in rules.front_ends:
            continue
        for line, quoted, _ in source.includes:
            if quoted is None:
                continue
            top = quoted.split("/")[0]
            is_own = top == source.top or (source.path.parent / quoted).is_file()
            if not is_own and top != PUBLIC and top not in rules.front_ends[source.top]:
                yield f"{source.name}:{line}: {source.top} may not include {quoted} (ARCHITECTURE.md, front ends)"


def check_cycles(rules, sources):
    """No file includes itself, by whatever way round."""
    graph = {}
    for source in sources:
        if source.top in ("src", "include"):
            graph[source.name[len(source.top) + 1 :]] = [quoted for _, quoted, _ in source.includes if quoted]
    finished = set()

    def visit(name, trail):
        if name in trail:
            yield f"src/{name}:1: includes itself: {' → '.join(trail[trail.index(name) :] + [name])}"
        elif name not in finished:
            for other in graph.get(name, ()):
                yield from visit(other, trail + [name])
            finished.add(name)

    for name in graph:
        yield from visit(name, [])


def check_eigen(rules, sources):
    """Eigen is included in src/factor and src/linear only (tests and benchmarks may compare with it)."""
    for source in sources:
        if source.room in ("factor", "linear") or source.top in ("tests", "bench"):
            continue
        for line, quoted, angled in source.includes:
            if re.match(r"(unsupported/)?Eigen/", quoted or angled):
                yield f"{source.name}:{line}: includes Eigen; only src/factor and src/linear may"


def check_core(rules, sources):
    """The core has no threads, files, streams or exceptions outside *_thread.cpp and *_file.cpp."""
    for source in sources:
        if source.room not in rules.core or source.name.endswith(("_file.cpp", "_thread.cpp")):
            continue
        for line, _, angled in source.includes:
            if angled in NATIVE_HEADERS:
                yield f"{source.name}:{line}: <{angled}> has no place in a core room"
        for line, text in enumerate(source.code.splitlines(), 1):
            if match := re.search(r"\b(" + "|".join(NATIVE_WORDS) + r")\b", text):
                yield f"{source.name}:{line}: `{match.group()}` in a core room; return a Result instead"


def check_switches(rules, sources):
    """A switch over an enumeration has no default, so that the compiler names a case that was forgotten."""
    for source in sources:
        if source.top not in ("src", "cli", "wasm"):
            continue
        last_case = ""
        for line, text in enumerate(source.code.splitlines(), 1):
            if match := re.match(r"\s*case\s+([\w:]+)", text):
                last_case = match.group(1)
            if re.match(r"\s*default\s*:", text) and "::" in last_case:
                yield f"{source.name}:{line}: default in a switch over an enumeration; list the cases"


def types_of(source):
    """(line, name with its namespaces) of every type defined at namespace scope, but those local to a file."""
    code = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda match: "\n" * match.group().count("\n"), source.code, flags=re.M)
    scopes = []  # names of the open braces; None within what is no namespace
    line, start = 1, 0
    for match in re.finditer(r"[{};\n]", code):
        token = match.group()
        if token == "\n":
            line += 1
            continue
        head = code[start : match.start()].strip()
        start = match.end()
        if token == "}":
            if scopes:
                scopes.pop()
        elif token == "{":
            space = re.search(r"\bnamespace\b\s*([\w:]*)$", head)
            defined = re.match(r"(?:template\b.*>\s*)?(?:struct|class|union|enum(?:\s+(?:class|struct))?)\s+(?:\[\[.*?\]\]\s*)?(\w+)\s*(?:final\s*)?(?::(?!:)|$)", head, re.S)
            if defined and None not in scopes and "" not in scopes:
                yield line, "::".join([*scopes, defined.group(1)])
            scopes.append(space.group(1) if space else None)


def check_types(rules, sources):
    """No type is defined twice at the same namespace scope: two definitions are one type to the linker."""
    first = {}
    for source in sources:
        if source.top not in ("include", "src", "cli"):
            continue
        for line, name in types_of(source):
            if name in first and first[name] != source.name:
                yield f"{source.name}:{line}: {name} is already defined in {first[name]}; rename one"
            first.setdefault(name, source.name)


def check_headers(rules, sources):
    """Every header is guarded, no file is long."""
    for source in sources:
        if source.path.suffix == ".h" and not re.search(r"^#pragma once$", source.text, re.MULTILINE):
            yield f"{source.name}:1: no #pragma once"
        count = len(source.text.splitlines())
        if count > MAX_LINES:
            yield f"{source.name}:{count}: longer than {MAX_LINES} lines; split it by idea"


def check_text(root, files):
    """UTF-8 without control or invisible characters; nothing unfinished, nothing of one machine only."""
    for path in files:
        name = path.relative_to(root).as_posix()
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            yield f"{name}:1: not UTF-8 at byte {error.start}"
            continue
        for number, line in enumerate(text.split("\n"), 1):
            if match := re.search("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]", line):
                yield f"{name}:{number}: control or invisible character U+{ord(match.group()):04X}"
            if match := UNFINISHED.search(line):
                yield f"{name}:{number}: {match.group()}; finish it or open an issue"
            if match := LOCAL_PATH.search(line):
                yield f"{name}:{number}: {match.group()} is a path of one machine"


def find_violations(root):
    root = Path(root)
    rules = Rules(root)
    files = list(find_files(root))
    sources = [
        Source(root, path)
        for path in files
        if path.suffix in CODE_ENDINGS and path.relative_to(root).parts[0] in CODE_FOLDERS
    ]
    violations = []
    for check in (check_rooms, check_public, check_front_ends, check_cycles, check_eigen, check_core, check_switches, check_types, check_headers):
        violations.extend(check(rules, sources))
    violations.extend(check_text(root, files))
    if not any(source.top == "src" for source in sources):
        violations.append("src:1: no sources found")
    return violations


def main():
    try:
        violations = find_violations(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2])
    except (Failure, OSError) as error:
        violations = [str(error)]
    for violation in violations:
        print(violation)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
