"""Every rule of check.py accepts what is right and fails on what is wrong."""

import tempfile
import unittest
from pathlib import Path

import check
import check_symbols

ARCHITECTURE = """
| room | for | may include |
|---|---|---|
| `math` | numbers | – |
| `linear` | matrices | math |
| `model` | tables | math |
| `build` | grids | model |
| `energy` | springs | model, linear |
| `sim` | the frame | all above |
| `render` | pictures | model |

| front end | for | may include |
|---|---|---|
| `cli` | the command line | sim, render |
"""
CMAKE = "set(TENSIO_CORE_ROOMS math linear model build energy sim)\n"
GOOD = {
    "src/math/vec3.h": "#pragma once\n#include <cmath>\n",
    "src/linear/solve.cpp": '#include <Eigen/Sparse>\n#include "math/vec3.h"\n',
    "src/model/model.h": '#pragma once\n#include "math/vec3.h"\n',
    "src/model/model.cpp": '#include "model/model.h"\nint most = 4\'000\'000;  // never try that; don\'t throw\n',
    "src/energy/spring.cpp": '#include "math/vec3.h"\nconst char* verb = "throw";\n',
    "src/sim/frame.cpp": '#include "energy/spring.h"\n#include "model/model.h"\n',
    "src/model/model_file.cpp": "#include <fstream>\nvoid f() { try { } catch (...) { } }\n",
    "src/render/picture.cpp": "#include <thread>\nvoid g() { throw 1; }\n",
    "cli/main.cpp": '#include "print.h"\n#include "sim/frame.h"\n',
    "cli/print.h": "#pragma once\n",
    "include/tensio/model.h": '#pragma once\n#include <vector>\n#include "tensio/vec3.h"\n',
    "include/tensio/vec3.h": "#pragma once\n",
    "src/sim/public.cpp": '#include "tensio/model.h"\n',
    "cli/public.cpp": '#include "tensio/model.h"\n',
}


def violations(changes=None, architecture=ARCHITECTURE, cmake=CMAKE):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        files = {"ARCHITECTURE.md": architecture, "CMakeLists.txt": cmake} | GOOD | (changes or {})
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return check.find_violations(root)


class Check(unittest.TestCase):
    def refuses(self, name, text, words):
        found = violations({name: text})
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(name), found)
        self.assertIn(words, found[0])

    def refuses_rules(self, words, **rules):
        with self.assertRaises(check.Failure) as caught:
            violations(**rules)
        self.assertIn(words, str(caught.exception))

    def test_default_in_a_switch_over_an_enumeration(self):
        self.refuses("src/sim/kind.cpp", "switch (a) {\n  case Kind::b:\n  default:\n}\n", "list the cases")
        self.assertEqual(violations({"src/sim/count.cpp": "switch (n) {\n  case 1:\n  default:\n}\n"}), [])

    def test_accepts_what_is_right(self):
        self.assertEqual(violations(), [])

    def test_refuses_a_room_outside_the_row(self):
        self.refuses("src/math/up.h", '#pragma once\n#include "model/model.h"\n', "math may not include model")
        self.refuses("src/build/grid.cpp", '#include "energy/spring.h"\n', "build may not include energy")
        self.refuses("src/render/sim.cpp", '#include "sim/frame.h"\n', "render may not include sim")

    def test_refuses_includes_that_name_no_room(self):
        self.refuses("src/model/near.cpp", '#include "model.h"\n', "does not begin with a room")
        self.refuses("src/model/above.cpp", '#include "../math/vec3.h"\n', "does not begin with a room")

    def test_refuses_private_and_foreign_headers_in_public_ones(self):
        for included in ('"model/model.h"', "<fmt/format.h>", '"vec3.h"'):
            self.refuses("include/tensio/leak.h", f"#pragma once\n#include {included}\n", "is private or foreign")

    def test_refuses_a_folder_without_a_row(self):
        self.refuses("src/utils/things.cpp", "", "no room")
        self.refuses("src/things.cpp", "", "no room")

    def test_leaves_build_trees_alone(self):
        self.assertEqual(violations({"build/release/made.h": "\t", "out/notes.md": "\t", ".git": "\t"}), [])

    def test_refuses_a_front_end_that_reaches_inside(self):
        self.refuses("cli/deep.cpp", '#include "linear/solve.h"\n', "cli may not include")

    def test_refuses_include_cycles_within_a_room(self):
        found = violations(
            {
                "src/model/a.h": '#pragma once\n#include "model/b.h"\n',
                "src/model/b.h": '#pragma once\n#include "model/a.h"\n',
            }
        )
        self.assertEqual(len(found), 1, found)
        self.assertIn("model/a.h → model/b.h → model/a.h", found[0])

    def test_refuses_eigen_outside_linear(self):
        self.refuses("src/energy/dense.cpp", "#include <Eigen/Dense>\n", "Eigen")
        self.refuses("cli/dense.cpp", "#include <Eigen/Dense>\n", "Eigen")

    def test_refuses_symbols_of_another_eigen(self):
        ours = "0000 W tensio_eigen::SparseMatrix<double, 0, int>::resize(long, long)\n"
        theirs = "0000 W void Eigen::internal::throw_std_bad_alloc()\n"
        self.assertEqual(check_symbols.find_foreign(ours), [])
        self.assertEqual(check_symbols.find_foreign(ours + theirs), [theirs.strip()])

    def test_refuses_threads_files_and_exceptions_in_the_core(self):
        for header in ("thread", "filesystem", "fstream", "iostream"):
            self.refuses("src/sim/native.cpp", f"#include <{header}>\n", header)
        self.refuses("src/sim/native.cpp", "/* two\nlines */ void f() { throw 1; }\n", "native.cpp:2: `throw`")
        self.refuses("src/sim/native.cpp", "void f() try { } catch (...) { }\n", "`try`")

    def test_refuses_a_type_that_is_defined_twice(self):
        ball = "#pragma once\nnamespace tensio {\nstruct Ball;\nstruct Ball final : Base<int> {\n  int a;\n};\n}\n"
        found = violations({"src/model/ball.h": ball, "src/render/ball.h": ball})
        self.assertEqual(len(found), 1, found)
        self.assertIn("src/render/ball.h:4: tensio::Ball is already defined in src/model/ball.h", found[0])
        for other in (
            ball.replace("tensio {", "tensio::render {"),  # another namespace
            ball.replace("tensio {", "tensio { namespace {"),  # local to its file
            "#pragma once\nnamespace tensio {\nstruct Ball;\nstruct Picture { struct Ball {}; };\n}\n",
        ):
            self.assertEqual(violations({"src/model/ball.h": ball, "src/render/ball.h": other}), [])

    def test_refuses_unguarded_headers_and_long_files(self):
        self.refuses("src/model/open.h", "struct Open {};\n", "#pragma once")
        self.refuses("src/model/long.cpp", "\n" * 451, "longer than 450")

    def test_refuses_text_that_hides_something(self):
        self.refuses("src/model/tab.cpp", "\tint a;\n", "U+0009")
        self.refuses("src/model/dos.cpp", "int a;\r\n", "U+000D")
        self.refuses("docs/bidi.md", "a \u202e b\n", "U+202E")
        self.refuses("docs/latin.md", b"na\xefve\n", "not UTF-8")

    def test_refuses_the_unfinished_and_the_local(self):
        self.refuses("docs/later.md", "TO" + "DO: write this\n", "finish it")
        self.refuses("scripts/run", "cd /wor" + "k/here\n", "one machine")
        self.assertEqual(violations({"docs/fine.md": "see https://example.org/work and docs/work-precision\n"}), [])

    def test_refuses_tables_that_make_no_sense(self):
        self.refuses_rules("no row above", architecture=ARCHITECTURE.replace("| numbers | – |", "| numbers | sim |"))
        self.refuses_rules("has no table", architecture=ARCHITECTURE.replace("may include", "includes"))
        self.refuses_rules("which is no room", architecture=ARCHITECTURE.replace("sim, render", "sim, kitchen"))
        self.refuses_rules("TENSIO_CORE_ROOMS", cmake="set(TENSIO_CORE_ROOMS kitchen)\n")
        self.refuses_rules("core room", cmake="set(TENSIO_CORE_ROOMS sim)\n")


if __name__ == "__main__":
    unittest.main()
