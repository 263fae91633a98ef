"""Does the library keep its Eigen to itself?

    check_symbols.py nm library

The engine compiles Eigen's templates without SIMD, in the namespace tensio_eigen. Under their own names the linker would
merge them with those of an embedder's Eigen, and one of the two would run the other's code. Exits 1 if there is any.
"""

import re
import subprocess
import sys

FOREIGN = re.compile(r"(?<![\w:])Eigen::")


def find_foreign(symbols):
    """The symbols, one per line as nm prints them, that name Eigen's own namespace."""
    return [line for line in symbols.splitlines() if FOREIGN.search(line)]


def main():
    nm, library = sys.argv[1:]
    symbols = subprocess.run([nm, "-C", library], capture_output=True, text=True, check=True).stdout
    if "tensio_eigen::" not in symbols:
        print(f"{library}: no symbol of tensio_eigen; is this the engine?")
        return 1
    foreign = find_foreign(symbols)
    for line in foreign[:20]:
        print(f"{library}: {line.strip()}")
    return 1 if foreign else 0


if __name__ == "__main__":
    sys.exit(main())
