#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the low-level part of the Python binding, bindings/python/tumble/c/, from docs/interface.json:
a module for each public header, with its constants, enums, structs and functions under their names in C.

    tools/make-python.py            writes it
    tools/make-python.py --check    says which modules are out of date
"""

import json
import os
import re
import sys
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join("bindings", "python", "tumble", "c")
VERSION = os.path.join("..", "_version.py")  # Of the headers; packages of Python have the same.

# ctypes, and Python as a caller sees it.
PLAIN = {
    "void": ("None", "None"), "bool": ("ctypes.c_bool", "bool"), "int": ("ctypes.c_int", "int"),
    "char": ("ctypes.c_char", "bytes"), "float": ("ctypes.c_float", "float"), "double": ("ctypes.c_double", "float"),
    "size_t": ("ctypes.c_size_t", "int"), "int32_t": ("ctypes.c_int32", "int"), "uint32_t": ("ctypes.c_uint32", "int"),
    "int64_t": ("ctypes.c_int64", "int"), "uint64_t": ("ctypes.c_uint64", "int"),
    "uint16_t": ("ctypes.c_uint16", "int"), "uint8_t": ("ctypes.c_uint8", "int"),
}
KEYWORDS = {"from", "def", "in", "is", "lambda", "pass", "global", "class", "return", "with", "as"}
WIDTH = 110


def python_name(name):
    return name + "_" if name in KEYWORDS else name


def quoted(text, indent):
    """A docstring: its first line on the line of the quotes."""
    paragraphs = []
    for paragraph in text.split("\n\n"):
        if "\n" in paragraph or paragraph.startswith("    "):
            paragraphs.append(paragraph)
        else:
            paragraphs.append("\n".join(textwrap.wrap(paragraph, WIDTH - len(indent), break_long_words=False,
                                                      break_on_hyphens=False)))
    body = "\n\n".join(paragraphs)
    raw = "r" if "\\" in body else ""
    body = body.replace('"""', "'''")
    lines = [indent + line if line else "" for line in body.split("\n")]
    if body.endswith('"'):
        lines[-1] += " "
    closing = '"""' if len(lines) == 1 else "\n" + indent + '"""'
    return indent + raw + '"""' + "\n".join(lines).lstrip() + closing


def sentence(text):
    return text[:1].upper() + text[1:]


class Writer:
    """Names of one interface, as ctypes and as Python have them."""

    def __init__(self, data):
        self.data = data
        self.enums = {e["name"] for e in data["enums"]}
        self.structs = {s["name"]: s for s in data["structs"]}
        self.callbacks = {c["name"] for c in data["callbacks"]}
        self.home = {item["name"]: item["header"] for kind in ("enums", "structs", "callbacks", "functions",
                                                              "constants", "macros") for item in data[kind]}

    def ctype(self, made):
        base, pointers = made["base"], len(made["pointers"])
        if base == "callback":
            return None
        if base == "void" and pointers:
            base, pointers = "ctypes.c_void_p", pointers - 1
        elif base == "char" and pointers and made["const"]:
            base, pointers = "ctypes.c_char_p", pointers - 1
        elif base in PLAIN:
            base = PLAIN[base][0]
        elif base in self.enums:
            base = "ctypes.c_int"
        elif base in self.callbacks:
            pointers -= 1
        for _ in range(pointers):
            base = "ctypes.POINTER(%s)" % base
        for bound in made.get("array", []):
            base = "%s * %d" % (base, bound)
        return base

    def held(self, made):
        """The type that a member has in Python, or that a function returns."""
        base, pointers = made["base"], len(made["pointers"])
        if base == "callback" or base in self.callbacks:
            return "Any"
        if base == "void" and pointers:
            base, pointers = "Optional[int]", pointers - 1
            if pointers:
                return "Pointer[ctypes.c_void_p]"
        elif base == "char" and pointers and made["const"]:
            base, pointers = "Optional[bytes]", pointers - 1
            if pointers:
                return "Pointer[ctypes.c_char_p]"
        elif base == "char" and made.get("array"):
            return "bytes"
        if made.get("array"):
            base = "ctypes.c_int" if base in self.enums else PLAIN[base][0] if base in PLAIN else base
            return "ctypes.Array[%s]" % base
        if not pointers:
            if base in self.enums:
                return "int"
            return PLAIN[base][1] if base in PLAIN else base
        inner = PLAIN[base][0] if base in PLAIN else "ctypes.c_int" if base in self.enums else base
        for _ in range(pointers):
            inner = "Pointer[%s]" % inner
        return inner

    def taken(self, made):
        """The type that a function takes in Python."""
        base, pointers = made["base"], len(made["pointers"])
        if base in self.callbacks:
            return "Any"
        if base in ("void", "char") and pointers + len(made.get("array", [])) == 1:
            return "Address" if base == "void" or not made["const"] else "Optional[bytes]"
        if made.get("array"):
            return "Ref[%s]" % PLAIN[base][0]
        if not pointers:
            return self.held(made)
        inner = self.held({"base": base, "pointers": made["pointers"][1:], "const": made["const"]})
        inner = PLAIN[base][0] if pointers == 1 and base in PLAIN else inner
        inner = "ctypes.c_int" if pointers == 1 and base in self.enums else inner
        return {"Optional[int]": "Ref[ctypes.c_void_p]", "Optional[bytes]": "Ref[ctypes.c_char_p]"}.get(
            inner, "Ref[%s]" % inner)

    def signature(self, item):
        """CFUNCTYPE of a callback."""
        parts = [self.ctype(item["returns"]["type"])] + [self.ctype(p["type"]) for p in item["parameters"]]
        return "ctypes.CFUNCTYPE(%s)" % ", ".join(parts)

    def callback(self, item):
        return "%s = %s\n%s" % (item["name"], self.signature(item), quoted(item["doc"], ""))

    def parameter_doc(self, parameter):
        notes = [parameter["doc"]]
        if parameter.get("shape") and "[" not in parameter["doc"]:
            notes.insert(0, "[%s]" % parameter["shape"])
        return " ".join(n for n in notes if n)

    def function_doc(self, item):
        parts = [item["doc"]]
        lines = ["%s: %s" % (python_name(p["name"]), self.parameter_doc(p)) for p in item["parameters"]
                 if self.parameter_doc(p)]
        parts += lines
        if item["returns"].get("doc"):
            parts.append("Returns " + item["returns"]["doc"])
        return "\n\n".join(parts)

    def enum(self, item):
        lines = ["class %s(enum.IntEnum):" % item["name"], quoted(item["doc"], "    "), ""]
        for value in item["values"]:
            lines.append("    %s = %d" % (value["name"], value["value"]))
            lines.append(quoted(value["doc"] or item["doc"], "    "))
        return "\n".join(lines)

    def struct(self, item):
        out = []
        for field in item["fields"]:
            if "callback" in field:
                out.append("%s_%s = %s" % (item["name"], field["name"], self.signature(field["callback"])))
                out.append(quoted(field["doc"], "") + "\n")
        doc = item["doc"]
        for field in item["fields"]:
            doc += "\n\n%s: %s" % (python_name(field["name"]), field["doc"])
        out += ["", "class %s(ctypes.Structure):" % item["name"], quoted(doc, "    "), ""]
        for field in item["fields"]:
            out.append("    %s: %s" % (python_name(field["name"]), self.held(field["type"])))
        if item["fields"]:
            out.append("    _fields_ = [")
            for field in item["fields"]:
                made = "%s_%s" % (item["name"], field["name"]) if "callback" in field else self.ctype(field["type"])
                out.append('        ("%s", %s),' % (python_name(field["name"]), made))
            out.append("    ]")
        return "\n".join(out)

    def inline_body(self, item):
        """Functions that stand in the headers alone, by their names."""
        name, parameters = item["name"], [python_name(p["name"]) for p in item["parameters"]]
        kind = item["returns"]["type"]["base"]
        if name.startswith("tum_default_") and not parameters:
            init = self.structs[kind]["init"]
            return ["made = %s()" % kind, "%s(made, ctypes.sizeof(made))" % init, "return made"]
        if name.endswith("_is_null"):
            return ["return bool(%s.index1 == 0)" % parameters[0]]
        if name.endswith("_equals"):
            a, b = parameters
            return ["return bool(%s.index1 == %s.index1 and %s.generation == %s.generation" % (a, b, a, b),
                    "            and %s.world == %s.world)" % (a, b)]
        if name.endswith("_to_u64"):
            return ["return int({0}.index1 << 32 | {0}.generation << 16 | {0}.world)".format(parameters[0])]
        if name.endswith("_from_u64"):
            return ["return {1}({0} >> 32 & 0xffffffff, {0} >> 16 & 0xffff, {0} & 0xffff)".format(parameters[0], kind)]
        raise SystemExit("make-python: the inline function %s has no body in Python" % name)

    def function(self, item):
        name, returns = item["name"], item["returns"]["type"]
        answer = returns["base"] if returns["base"] in self.enums and not returns["pointers"] else self.held(returns)
        names = [python_name(p["name"]) for p in item["parameters"]]
        taken = ["%s: %s" % (n, self.taken(p["type"])) for n, p in zip(names, item["parameters"])]
        head = "def %s(%s) -> %s:" % (name, ", ".join(taken), answer)
        if len(head) > WIDTH:
            head = "def %s(\n%s\n) -> %s:" % (name, "\n".join("    %s," % t for t in taken), answer)
        lines = []
        if not item["inline"]:
            types = [self.ctype(p["type"]) for p in item["parameters"]]
            # An array parameter is a pointer.
            types = [re.sub(r"^(.*) \* \d+$", r"ctypes.POINTER(\1)", t) for t in types]
            bound = "_%s = _bind(%s)" % (name, ", ".join(['"%s"' % name, self.ctype(returns)] + types))
            if len(bound) > WIDTH:
                bound = "_%s = _bind(\n    \"%s\", %s,\n%s\n)" % (
                    name, name, self.ctype(returns), "\n".join("    %s," % t for t in types))
            lines.append(bound)
            lines += ["", ""]
        lines += [head, quoted(self.function_doc(item), "    ")]
        if item["inline"]:
            lines += ["    " + line for line in self.inline_body(item)]
        else:
            call = "_%s(%s)" % (name, ", ".join(names))
            if returns["base"] in self.enums and not returns["pointers"]:
                call = "%s(%s)" % (answer, call)
            result = answer != "None"
            lines.append("    %s%s" % ("return " if result else "", call))
            if result and answer not in self.enums:
                lines[-1] += "  # type: ignore[no-any-return]"
        return "\n".join(lines)

    def macro(self, item):
        body = re.sub(r"\s+", " ", item["value"])
        answer = "bool" if ">=" in body else "int"
        return "\n".join(["def %s(%s) -> %s:" % (item["name"], ", ".join("%s: int" % p for p in item["parameters"]),
                                                 answer), quoted(item["doc"], "    "), "    return " + body])

    def module(self, header):
        name = header["name"]
        mine = {kind: [i for i in self.data[kind] if i["header"] == name] for kind in
                ("constants", "macros", "enums", "structs", "callbacks", "functions")}
        blocks = []
        for item in mine["macros"]:
            blocks.append(self.macro(item))
        constants = []
        for item in mine["constants"]:
            constants.append("%s = %r\n%s" % (item["name"], item["value"], quoted(item["doc"], "") if item["doc"]
                                              else '"""Constant of %s."""' % name))
        if constants:
            blocks.append("\n".join(constants))
        # Structs have callbacks as fields, and callbacks take structs: those come after them.
        callbacks = {item["name"]: self.signature(item) for item in mine["callbacks"]}
        structs = {item["name"] for item in mine["structs"]}
        late = {name for name, made in callbacks.items() if structs & set(re.findall(r"\w+", made))}
        blocks += [self.callback(item) for item in mine["callbacks"] if item["name"] not in late]
        blocks += [self.enum(item) for item in mine["enums"]]
        blocks += [self.struct(item) for item in mine["structs"]]
        blocks += [self.callback(item) for item in mine["callbacks"] if item["name"] in late]
        blocks += [self.function(item) for item in mine["functions"]]
        text = "\n\n\n".join(blocks)
        out = ["# SPDX-License-Identifier: MIT",
               "# Written by tools/make-python.py from include/tumble/%s: changes go there." % name,
               quoted(header["doc"], ""), "from __future__ import annotations", ""]
        used = {w for w in re.findall(r"\b(?:Tum\w+|tum_\w+|TUM_\w+)\b", re.sub(r'r?""".*?"""', "", text, flags=re.S))
                if self.home.get(w, name) != name}
        for module, names in (("ctypes", None), ("enum", None)):
            if re.search(r"\b%s\." % module, text):
                out.append("import " + module)
        typing = [w for w in ("Any", "Optional") if re.search(r"\b%s\b" % w, re.sub(r'r?""".*?"""', "", text, flags=re.S))]
        if typing:
            out.append("from typing import %s" % ", ".join(typing))
        out.append("")
        types = [w for w in ("Address", "Pointer", "Ref") if re.search(r"\b%s\b" % w, re.sub(r'r?""".*?"""', "", text, flags=re.S))]
        if types:
            out.append("from tumble._types import %s" % ", ".join(types))
        if "_bind(" in text:
            out.append("from tumble._library import bind as _bind")
        for home in sorted({self.home[w] for w in used}):
            names = sorted(w for w in used if self.home[w] == home)
            line = "from tumble.c.%s import %s" % (home[:-2], ", ".join(names))
            out.append(line if len(line) <= WIDTH else "from tumble.c.%s import (\n    %s,\n)" % (
                home[:-2], ",\n    ".join(names)))
        return re.sub(r"\n{4,}", "\n\n\n", "\n".join(out) + "\n\n\n" + text + "\n")


def files_of(data):
    writer = Writer(data)
    files = {}
    public = {}
    for header in data["headers"]:
        module = header["name"][:-2]
        files[module + ".py"] = writer.module(header)
        public[module] = [i["name"] for kind in ("macros", "constants", "callbacks", "enums", "structs", "functions")
                          for i in data[kind] if i["header"] == header["name"]]
    text = ["# SPDX-License-Identifier: MIT", "# Written by tools/make-python.py from include/tumble/*.h.",
            quoted("The C interface of tumble as it is: every public function, struct, enum and constant, under its "
                   "name in C, with the words of the headers.\n\nA name that is a keyword of Python has an underscore "
                   "behind it (`ray.from_`). Nothing is checked here that C does not check: a wrong pointer ends the "
                   "process. The package `tumble` is the safe way.", ""), ""]
    for module in public:
        names = public[module]
        if names:
            text.append("from tumble.c.%s import (\n%s\n)" % (module, "\n".join("    %s as %s," % (n, n) for n in names)))
    files["__init__.py"] = "\n".join(text) + "\n"
    files[VERSION] = ("# SPDX-License-Identifier: MIT\n# Written by tools/make-python.py from include/tumble/base.h.\n"
                      '"""Version of the headers that tumble.c was written from."""\n__version__ = "%s"\n' % data["version"])
    return files


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    with open(os.path.join(ROOT, "docs", "interface.json"), encoding="utf-8") as f:
        files = files_of(json.load(f))
    folder = os.path.join(ROOT, FOLDER)
    os.makedirs(folder, exist_ok=True)
    stale = [name for name in sorted(os.listdir(folder)) if name.endswith(".py") and name not in files]
    for name, text in files.items():
        path = os.path.join(folder, name)
        old = open(path, encoding="utf-8").read() if os.path.exists(path) else None
        if old != text:
            stale.append(name)
            if not check:
                with open(path, "w", encoding="utf-8") as f:
                    f.write(text)
    if not check:
        for name in stale:
            if name not in files:
                os.remove(os.path.join(folder, name))
    for name in stale if check else []:
        print("%s/%s is out of date: tools/make-python.py writes it" % (FOLDER, name))
    print("python: %d modules, %d %s" % (len(files), len(stale), "out of date" if check else "written"))
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
