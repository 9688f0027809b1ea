# SPDX-License-Identifier: MIT
"""Reads the public headers as data: constants, enums, structs, callbacks and functions, with what their
comments state. tools/make-interface.py writes the result as JSON.

The parser knows the style of our own headers and no other: declarations of C17 without expressions
of types, `///` comments before a declaration and `///<` comments behind one. Whatever it does not
know ends it with file and line, so that nothing is left out in silence.
"""

import os
import re

import interface_docs as docs

TOKEN = re.compile(r"""
    (?P<directive>^[ \t]*\#(?:[^\n\\]|\\\n|\\.)*)
  | (?P<comment>//[^\n]*)
  | (?P<string>"(?:[^"\\]|\\.)*")
  | (?P<number>\d[\w.]*(?:(?<=[eE])[+-]\d+\w*)?)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<sign>\.\.\.|<<|>>|&&|\|\||==|!=|->|[-+*/%&|^~!<>=?:;,.(){}\[\]])
  | (?P<space>\s+)
""", re.X | re.M)


class HeaderError(Exception):
    """A line that the parser does not know."""


class Token:
    def __init__(self, kind, text, line):
        self.kind, self.text, self.line = kind, text, line


def tokens_of(text, path):
    found, position, line = [], 0, 1
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            raise HeaderError("%s:%d: %r is not understood" % (path, line, text[position:position + 20]))
        if match.lastgroup != "space":
            found.append(Token(match.lastgroup, match.group(), line))
        line += match.group().count("\n")
        position = match.end()
    return found


def parse_type(words):
    """Type of a declaration without its name: `const char *const *`."""
    base, is_const, pointers = None, False, []
    for word in words:
        if word == "*":
            pointers.append({"const": False})
        elif word == "const":
            if pointers:
                pointers[-1]["const"] = True
            else:
                is_const = True
        elif word not in ("struct", "enum"):
            base = word if base is None else base + " " + word
    return {"base": base, "const": is_const, "pointers": [p["const"] for p in pointers]}


def type_text(parsed):
    """The type as C writes it, without array bounds."""
    text = ("const " if parsed["const"] else "") + parsed["base"]
    if parsed["pointers"]:
        text += " "
    for is_const in parsed["pointers"]:
        text += "*const " if is_const else "*"
    return text.strip()


def declared(words):
    """Name and type of a declaration: a member, a parameter, or a function's head."""
    bounds = []
    while words and words[-1] == "]":
        start = len(words) - 1 - words[::-1].index("[")
        bounds.insert(0, "".join(words[start + 1:-1]))
        words = words[:start]
    name = words[-1]
    if not re.match(r"[A-Za-z_]\w*$", name):
        raise HeaderError("no name in %r" % " ".join(words))
    made = parse_type(words[:-1])
    made["c"] = type_text(made)
    if bounds:
        made["array"] = bounds
    return name, made


def split_commas(words):
    """Words between commas that stand in no parentheses."""
    parts, depth = [[]], 0
    for word in words:
        depth += word in ("(", "[")
        depth -= word in (")", "]")
        if word == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(word)
    return [part for part in parts if part and part != ["void"]]


class Parser:
    """One header."""

    def __init__(self, path, name):
        with open(path, encoding="utf-8") as f:
            self.tokens = tokens_of(f.read(), path)
        self.path, self.name, self.at = path, name, 0
        self.doc, self.doc_end = [], 0  # Lines of the comment that stands before the next declaration.
        self.last = None  # The item that a `///<` comment belongs to.
        self.header = {"name": name, "doc": "", "includes": []}
        self.found = {"constants": [], "macros": [], "enums": [], "structs": [], "callbacks": [], "functions": []}

    def fail(self, what):
        line = self.tokens[min(self.at, len(self.tokens) - 1)].line
        raise HeaderError("%s:%d: %s" % (self.path, line, what))

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take_comment(self):
        """Takes a comment. @return false where the next token is none."""
        token = self.peek()
        if token is None or token.kind != "comment":
            return False
        self.at += 1
        if token.text.startswith("///<"):
            if self.last is None:
                self.fail("a comment behind nothing")
            self.last["doc"] = (self.last["doc"] + "\n" + token.text[4:].strip()).strip()
        elif token.text.startswith("///"):
            if self.doc and token.line > self.doc_end + 1:
                self.open_header()
            self.doc.append(token.text[4:] if token.text[3:4] == " " else token.text[3:])
            self.doc_end = token.line
        return True

    def take_doc(self):
        text, self.doc = "\n".join(self.doc).strip("\n"), []
        return text

    def open_header(self):
        """The first comment of a file belongs to the file; a later one has to have a declaration."""
        if self.header["doc"]:
            self.fail("a comment that belongs to no declaration")
        self.header["doc"] = self.take_doc()

    def word(self):
        """The next token that is no comment."""
        while self.take_comment():
            pass
        token = self.peek()
        if token is None:
            self.fail("the file ends too early")
        self.at += 1
        return token.text

    def until(self, *ends):
        """Words up to one of the signs at depth 0, which is taken too. @return words and the sign."""
        words, depth = [], 0
        while True:
            text = self.word()
            if depth == 0 and text in ends:
                return words, text
            depth += text in ("(", "{", "[")
            depth -= text in (")", "}", "]")
            words.append(text)

    def add(self, kind, item):
        item["header"] = self.name
        self.found[kind].append(item)
        self.last = item
        return item

    def parse(self):
        while True:
            while self.take_comment():
                pass
            token = self.peek()
            if token is None:
                break
            if token.kind == "directive":
                self.at += 1
                self.directive(re.sub(r"\\\n", " ", token.text))
            else:
                self.declaration()
        return self

    def directive(self, text):
        text, _, comment = text.partition("///<")
        if self.doc and not self.header["doc"]:
            self.open_header()
        words = text.split(None, 2)
        if words[0] == "#include" and '"tumble/' in text:
            self.header["includes"].append(words[1].strip('"').split("/")[1])
        match = re.match(r"\s*#define\s+(\w+)(\(([^)]*)\))?\s*(.*?)\s*$", text, re.S)
        if match is None or match.group(1).endswith("_H"):
            return
        name, body = match.group(1), " ".join(match.group(4).split())
        if name == "TUM_API":  # Linkage is no part of the interface.
            self.take_doc()
            return
        item = {"name": name, "doc": self.take_doc() or comment.strip(), "value": body}
        if match.group(2) is not None:
            item["parameters"] = [p.strip() for p in match.group(3).split(",")]
        self.add("macros" if match.group(2) is not None else "constants", item)

    def declaration(self):
        first = self.word()
        if first == "extern":
            self.at += 2  # "C" {
            return
        if first == "}":  # of extern "C"
            return
        doc = self.take_doc()
        if first == "typedef":
            self.typedef(doc)
        elif first == "enum":
            self.word()
            self.enum_values(self.found["constants"], doc)
            self.until(";")
        elif first in ("TUM_API", "static"):
            self.function(doc, is_inline=first == "static")
        else:
            self.fail("%r begins no declaration" % first)

    def typedef(self, doc):
        kind = self.word()
        if kind in ("struct", "enum"):
            name = self.word()
            sign = self.word()
            if kind == "struct" and sign == "{":
                fields = self.fields(name)
                self.add("structs", {"name": name, "doc": doc, "fields": fields})
            elif kind == "struct":
                self.add("structs", {"name": name, "doc": doc, "opaque": True, "fields": []})
            else:
                values = self.enum_values([], "")
                self.add("enums", {"name": name, "doc": doc, "values": values})
            if sign == "{":
                self.until(";")
            elif sign == name:
                self.until(";")
            return
        words, _ = self.until(";")
        self.add("callbacks", self.callable([kind] + words, doc))

    def callable(self, words, doc):
        """A function's head: type, name, parameters."""
        start = words.index("(")
        name, returns = declared(words[:start])
        parameters = []
        for part in split_commas(words[start + 1:len(words) - 1 - words[::-1].index(")")]):
            parameter, made = declared(part)
            parameters.append({"name": parameter, "type": made})
        return {"name": name, "doc": doc, "returns": {"type": returns}, "parameters": parameters}

    def function(self, doc, is_inline):
        if is_inline and self.word() != "inline":
            self.fail("a static function that is not inline")
        words, sign = self.until(";", "{")
        item = self.callable(words, doc)
        item["inline"] = is_inline
        if sign == "{":
            self.until("}")
        self.add("functions", item)

    def enum_values(self, values, doc):
        value = -1
        made = []
        while True:
            name = self.word()
            if name == "}":
                break
            item = {"name": name, "doc": self.take_doc() or doc}
            self.last = item
            if values is self.found["constants"]:
                item["doc"], item["header"] = "", self.name
            sign = self.word()
            if sign == "=":
                words, sign = self.until(",", "}")
                value = int("".join(words), 0)
            else:
                value += 1
            item["value"] = value if values is not self.found["constants"] else str(value)
            made.append(item)
            if sign == "}":
                break
        values.extend(made)
        return values

    def fields(self, struct):
        made = []
        while True:
            first = self.word()
            if first == "}":
                return made
            doc = self.take_doc()
            words, _ = self.until(";")
            words.insert(0, first)
            if "(" in words:  # type (*name)(parameters)
                start = words.index("(")
                item = self.callable(words[:start] + [words[start + 2]] + words[start + 4:], doc)
                item = {"name": item["name"], "doc": doc, "type": {"c": "callback", "base": "callback",
                        "const": False, "pointers": []}, "callback": item}
            else:
                name, parsed = declared(words)
                item = {"name": name, "doc": doc, "type": parsed}
            made.append(item)
            self.last = item


def evaluate(constants, macros):
    """Turns the texts of constants into numbers."""
    known = {}
    functions = {m["name"]: m for m in macros}

    def number(text):
        for name, macro in functions.items():
            call = re.search(r"\b%s\(([^()]*)\)" % name, text)
            if call:
                body = macro["value"]
                for parameter, argument in zip(macro["parameters"], call.group(1).split(",")):
                    body = re.sub(r"\b%s\b" % parameter, argument.strip(), body)
                return number(text[:call.start()] + "(" + body + ")" + text[call.end():])
        text = re.sub(r"\bTUM_\w+\b", lambda m: str(known[m.group()]), text)
        text = re.sub(r"\b(0x[0-9a-fA-F]+|\d+)[uUlL]+\b", r"\1", text)
        text = re.sub(r"(?<=[\d.])f\b", "", text)
        if not re.fullmatch(r"[0-9a-fA-FxX+\-*/(). eE]+", text):
            raise HeaderError("%r is no number" % text)
        return eval(text, {"__builtins__": {}})  # Digits and signs alone, as tested above.

    for constant in constants:
        constant["value"] = known[constant["name"]] = number(constant["value"])


def read_headers(folder):
    """All of include/tumble/*.h but tumble.h, which holds nothing of its own."""
    interface = {"headers": [], "constants": [], "macros": [], "enums": [], "structs": [], "callbacks": [],
                 "functions": []}
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".h") or name == "tumble.h":
            continue
        parser = Parser(os.path.join(folder, name), name).parse()
        interface["headers"].append(parser.header)
        for kind, items in parser.found.items():
            interface[kind].extend(items)
    evaluate(interface["constants"], interface["macros"])
    docs.add_meaning(interface)
    return interface
