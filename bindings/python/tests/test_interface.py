# SPDX-License-Identifier: MIT
"""The interface as data is complete, and the low-level module holds all of it as C has it."""
from __future__ import annotations

import ctypes
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from common import ROOT, interface
from tumble import c

# Public functions that tumble.c leaves out: name and reason.
LEFT_OUT: dict[str, str] = {}

INCLUDE = os.path.join(ROOT, "include")


def compiler() -> str | None:
    return shutil.which(os.environ.get("CC", "cc"))


def headers() -> str:
    text = ""
    for name in sorted(os.listdir(os.path.join(INCLUDE, "tumble"))):
        if name.endswith(".h"):
            with open(os.path.join(INCLUDE, "tumble", name), encoding="utf-8") as f:
                text += f.read()
    return text


class TheInterface(unittest.TestCase):
    """docs/interface.json against the headers, read in other ways than its writer reads them."""

    def setUp(self) -> None:
        self.data = interface()
        self.code = re.sub(r"//[^\n]*", "", headers())

    def test_every_function_of_the_headers_is_listed(self) -> None:
        found = set(re.findall(r"(?:TUM_API|static inline)\s[^;(]*?\b(tum_\w+)\s*\(", self.code))
        self.assertGreater(len(found), 250)
        self.assertEqual(found, {f["name"] for f in self.data["functions"]})

    def test_every_type_of_the_headers_is_listed(self) -> None:
        found = set(re.findall(r"typedef (?:struct|enum) (\w+)", self.code)) | set(
            re.findall(r"typedef (?:void|bool) (\w+)\(", self.code))
        self.assertEqual(found, {i["name"] for k in ("structs", "enums", "callbacks") for i in self.data[k]})

    def test_every_constant_of_the_headers_is_listed(self) -> None:
        found = set(re.findall(r"\b(TUM_[A-Z0-9_]+)\b", self.code)) - {"TUM_API"}
        listed = {i["name"] for k in ("constants", "macros") for i in self.data[k]}
        listed |= {v["name"] for e in self.data["enums"] for v in e["values"]}
        self.assertEqual(found, listed)

    def test_everything_has_words(self) -> None:
        for kind in ("functions", "structs", "enums", "callbacks", "macros"):
            for item in self.data[kind]:
                self.assertTrue(item["doc"], item["name"])
        for struct in self.data["structs"]:
            for field in struct["fields"]:
                self.assertTrue(field["doc"], struct["name"] + "." + field["name"])

    def test_comments_become_meaning(self) -> None:
        functions = {f["name"]: f for f in self.data["functions"]}
        create = {p["name"]: p for p in functions["tum_world_create"]["parameters"]}
        self.assertTrue(create["scene"]["nullable"] and create["report"]["nullable"])
        self.assertEqual(create["world"]["direction"], "out")
        self.assertEqual(create["world"]["ownership"], {"owner": "caller", "release": "tum_world_destroy"})
        self.assertEqual(functions["tum_world_destroy"]["releases"], ["TumWorld"])
        self.assertEqual(functions["tum_world_step"]["parameters"][1]["unit"], "s")
        self.assertIn("TUM_ERROR_DIVERGED", functions["tum_world_step"]["returns"]["statuses"])
        self.assertEqual(functions["tum_world_time"]["returns"]["unit"], "s")
        rays = {p["name"]: p for p in functions["tum_world_cast_rays3"]["parameters"]}
        self.assertEqual((rays["rays"]["shape"], rays["hits"]["shape"]), ("count", "count"))
        self.assertNotIn("nullable", rays["rays"])
        self.assertIn("one such call at a time", functions["tum_world_cast_rays3"]["threads"])
        structs = {s["name"]: s for s in self.data["structs"]}
        self.assertEqual(structs["TumWorldDef"]["init"], "tum_world_def_init")
        limit = {f["name"]: f for f in structs["TumLimit"]["fields"]}
        self.assertEqual(limit["min"]["unit"], "m or rad")
        mesh = {f["name"]: f for f in structs["TumMesh"]["fields"]}
        self.assertEqual((mesh["points"]["unit"], mesh["points"]["shape"]), ("m", "point_count * dimension"))
        threads = {h["name"]: h["threads"] for h in self.data["headers"]}
        self.assertIn("one thread at a time", threads["world.h"])

    def test_every_object_that_is_made_names_the_function_that_frees_it(self) -> None:
        opaque = {s["name"] for s in self.data["structs"] if s.get("opaque")}
        freed = {t for f in self.data["functions"] for t in f.get("releases", [])}
        # A run is lent to TumEngine.run: programs neither make nor free one.
        self.assertEqual(opaque - freed, {"TumRun"})

    @unittest.skipUnless(shutil.which("clang"), "no clang")
    def test_clang_reads_the_same_functions_and_members(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            unit = os.path.join(folder, "all.c")
            with open(unit, "w", encoding="utf-8") as f:
                f.write('#include "tumble/tumble.h"\n')
            run = subprocess.run(["clang", "-std=c17", "-fsyntax-only", "-I" + INCLUDE, "-Xclang", "-ast-dump=json",
                                  unit], stdout=subprocess.PIPE, check=True)
        functions, records = {}, {}
        for node in json.loads(run.stdout)["inner"]:
            if node["kind"] == "FunctionDecl" and node["name"].startswith("tum_"):
                functions[node["name"]] = [p.get("name") for p in node.get("inner", []) if p["kind"] == "ParmVarDecl"]
            if node["kind"] == "RecordDecl" and node.get("name", "").startswith("Tum"):
                members = [m["name"] for m in node.get("inner", []) if m["kind"] == "FieldDecl"]
                records[node["name"]] = members or records.get(node["name"], [])
        self.assertEqual(functions, {f["name"]: [p["name"] for p in f["parameters"]] for f in self.data["functions"]})
        self.assertEqual(records, {s["name"]: [m["name"] for m in s["fields"]] for s in self.data["structs"]})


class TheLowLevelModule(unittest.TestCase):
    """tumble.c against docs/interface.json and against a compiler."""

    def setUp(self) -> None:
        self.data = interface()

    def test_every_function_is_reachable_or_left_out_with_a_reason(self) -> None:
        for function in self.data["functions"]:
            name = function["name"]
            if name in LEFT_OUT:
                self.assertFalse(hasattr(c, name), name)
                continue
            made = getattr(c, name)
            self.assertEqual(len(inspect.signature(made).parameters), len(function["parameters"]), name)
            self.assertTrue(made.__doc__, name)
        self.assertEqual(set(LEFT_OUT) - {f["name"] for f in self.data["functions"]}, set())

    def test_every_constant_has_its_value(self) -> None:
        for constant in self.data["constants"]:
            self.assertEqual(getattr(c, constant["name"]), constant["value"])
        for enum in self.data["enums"]:
            for value in enum["values"]:
                self.assertEqual(getattr(c, enum["name"])[value["name"]], value["value"])

    def test_names_that_are_keywords_have_an_underscore(self) -> None:
        ray = c.TumRay3(c.TumVec3(1, 2, 3), c.TumVec3(0, -1, 0))
        self.assertEqual((ray.from_.x, ray.along.y), (1, -1))

    def test_inline_functions_do_what_they_do_in_c(self) -> None:
        id = c.TumBodyId(7, 8, 9)
        number = c.tum_body_id_to_u64(id)
        self.assertEqual(number, 7 << 32 | 8 << 16 | 9)
        self.assertTrue(c.tum_body_id_equals(c.tum_body_id_from_u64(number), id))
        self.assertTrue(c.tum_body_id_is_null(c.TumBodyId()))
        self.assertFalse(c.tum_body_id_equals(id, c.TumBodyId(7, 8, 10)))
        self.assertEqual(c.tum_default_world_def().substeps, 4)

    @unittest.skipUnless(compiler(), "no C compiler")
    def test_structs_have_the_layout_that_the_compiler_gives_them(self) -> None:
        structs = [s for s in self.data["structs"] if not s.get("opaque")]
        lines = ["#include <stddef.h>", "#include <stdio.h>", '#include "tumble/tumble.h"', "int main(void) {"]
        for struct in structs:
            name = struct["name"]
            lines.append('printf("%s %%zu\\n", sizeof(%s));' % (name, name))
            for field in struct["fields"]:
                lines.append('printf("%s.%s %%zu\\n", offsetof(%s, %s));' % (name, field["name"], name, field["name"]))
        for constant in self.data["constants"]:
            lines.append('printf("%s %%.17g\\n", (double)%s);' % (constant["name"], constant["name"]))
        for enum in self.data["enums"]:
            lines.append('printf("%s %%zu\\n", sizeof(%s));' % (enum["name"], enum["name"]))
            for value in enum["values"]:
                lines.append('printf("%s %%d\\n", (int)%s);' % (value["name"], value["name"]))
        lines.append("return 0; }")
        with tempfile.TemporaryDirectory() as folder:
            unit, program = os.path.join(folder, "layout.c"), os.path.join(folder, "layout")
            with open(unit, "w", encoding="utf-8") as f:
                f.write("\n".join(lines) + "\n")
            # A library of the compiler that only links is not needed: nothing is called.
            subprocess.run([compiler() or "", "-std=c17", "-Wl,--unresolved-symbols=ignore-all", "-I" + INCLUDE, unit,
                            "-o", program], check=True, capture_output=True)
            said = dict(line.split(" ") for line in subprocess.run(
                [program], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines())
        expected = {}
        for struct in structs:
            kind = getattr(c, struct["name"])
            expected[struct["name"]] = ctypes.sizeof(kind)
            for field, (python_name, _) in zip(struct["fields"], kind._fields_):
                expected[struct["name"] + "." + field["name"]] = getattr(kind, python_name).offset
        for constant in self.data["constants"]:
            said_value = float(said.pop(constant["name"]))
            self.assertAlmostEqual(constant["value"] / said_value if said_value else 1.0, 1.0, 6, constant["name"])
        for enum in self.data["enums"]:
            expected[enum["name"]] = ctypes.sizeof(ctypes.c_int)
            for value in enum["values"]:
                expected[value["name"]] = value["value"]
        self.assertEqual({k: int(v) for k, v in said.items()}, expected)

    def test_a_library_of_another_version_is_refused(self) -> None:
        code = ("import sys, types\n"
                "version = types.ModuleType('tumble._version')\n"
                "version.__version__ = '0.99.0'\n"
                "sys.modules['tumble._version'] = version\n"
                "import tumble\n")
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertNotEqual(run.returncode, 0)
        self.assertRegex(run.stderr, r"ImportError: .* is tumble 0\.\d+\.\d+; this binding is for 0\.99\.0")

    def test_a_library_that_is_not_there_is_said_in_one_sentence(self) -> None:
        run = subprocess.run([sys.executable, "-c", "import tumble"], capture_output=True, text=True,
                             env={**os.environ, "TUMBLE_LIBRARY": "/nowhere/libtumble.so"})
        self.assertNotEqual(run.returncode, 0)
        self.assertRegex(run.stderr, r"ImportError: the shared library of tumble was not found: set TUMBLE_LIBRARY")


if __name__ == "__main__":
    unittest.main()
