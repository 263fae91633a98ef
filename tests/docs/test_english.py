#!/usr/bin/env python3
"""Every phrase of english.py is found where it stands, and plain sentences are left alone."""

import pathlib
import tempfile
import unittest

import english


def found(lines):
    return list(english.faults_in("page", enumerate(lines, 1)))


class English(unittest.TestCase):
    def test_every_phrase_is_found(self):
        for example in english.PHRASES.values():
            self.assertEqual(len(found([example])), 1, example)

    def test_a_start_with_of_is_found(self):
        for line in ("Of the mesh.", "--port N      Of 127.0.0.1", "| `mass` | Of the body. |", "A limit. Of all springs.",
                     "// of the body", "/// Of a thread"):
            self.assertEqual(len(found([line])), 1, line)

    def test_plain_sentences_pass(self):
        self.assertEqual(found(["A tenth as deep as it is long.", "Of course.", "the list of vertices", "telling, knows noise",
                                "10 of 12 runs", "Stiffness of each spring."]), [])

    def test_comments_and_literals_are_read_and_code_is_not(self):
        header = "/// Returns the sum\n/// of all springs.\nint told = 1;  // of the body\n"
        self.assertEqual([number for number, _ in english.comments(header)], [1, 2, 3])
        self.assertEqual(len(list(english.faults_in("a.h", english.comments(header)))), 1)
        c = "/**\n * Returns what is told. */\nint a; /**< of the body */\n"
        self.assertEqual(len(list(english.faults_in("a.h", english.comments(c)))), 2)
        self.assertEqual(list(english.literals('fail("is told");\n#include "told.h"\n')), [(1, "is told")])

    def test_code_blocks_of_pages_are_skipped(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "a.md"
            page.write_text("one\n```\ntold\n```\nOf `told`\n", encoding="utf-8")
            self.assertEqual(len(list(english.faults_in("a.md", english.lines_of_prose(page)))), 1)


if __name__ == "__main__":
    unittest.main()
