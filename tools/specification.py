#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The sentences of the format texts: docs/specification.def, and the page made of it.

    tools/specification.py               counts the sentences, with and without a test
    tools/specification.py --untested    names those that no test cites

docs/specification.def is made of paragraphs:

    = TITLE                 a text, its forms a line each ("draft: …"), and "at:" with its address
    == SECTION              a section of it
    KHR-1 draft today       a sentence, by its id and the forms that have it,
    A sentence.             in our words,
    > file.c:function       with what does it (the file may be left out where no other has the name),
    ! Why.                  and a remark, which a sentence without a test has to have.

A test cites the sentences it holds by their ids in the comment directly above it:

    // KHR-1, KHR-2.
    static void a_body_falls(void **state)

tools/make-docs.py writes docs/specification.md from both. An id that nobody gave, an id given twice, a
citation above no test that runs, a function that is not there and a sentence without test and
remark are errors.
"""

import collections
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = "docs/specification.def"
ID = r"[A-Z][A-Z0-9]*(?:-[A-Z]+)*-\d+"

Text = collections.namedtuple("Text", "title forms address sections")
Section = collections.namedtuple("Section", "title rows")
Row = collections.namedtuple("Row", "id forms sentence where remark")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


def files(top, endings):
    for folder, names, found in os.walk(os.path.join(ROOT, top)):
        names.sort()
        for name in sorted(found):
            if name.endswith(endings):
                yield os.path.relpath(os.path.join(folder, name), ROOT).replace(os.sep, "/")


def parse_text(lines):
    forms = {}
    address = ""
    for line in lines[1:]:
        name, _, words = line.partition(": ")
        if name == "at":
            address = words
        else:
            forms[name] = words
    return Text(lines[0][2:], forms, address, [])


def parse_row(lines, text, say):
    head = lines[0].split()
    if not re.fullmatch(ID, head[0]) or len(lines) < 2:
        say("'%s' is no row" % lines[0])
    for form in head[1:]:
        if form not in text.forms:
            say("%s: '%s' has no form '%s'" % (head[0], text.title, form))
    sentence = [line for line in lines[1:] if line[0] not in ">!"]
    where = [word.strip() for line in lines if line.startswith("> ") for word in line[2:].split(",")]
    remark = " ".join(line[2:] for line in lines if line.startswith("! "))
    return Row(head[0], head[1:], " ".join(sentence), where, remark)


def parse(say):
    texts = []
    for paragraph in re.split(r"\n\s*\n", read(TABLE)):
        lines = [line for line in paragraph.split("\n") if line and not line.startswith("#")]
        if not lines:
            continue
        if lines[0].startswith("= "):
            texts.append(parse_text(lines))
        elif lines[0].startswith("== "):
            texts[-1].sections.append(Section(lines[0][3:], []))
        else:
            texts[-1].sections[-1].rows.append(parse_row(lines, texts[-1], say))
    return texts


def rows_of(texts):
    return [row for text in texts for section in text.sections for row in section.rows]


def definitions():
    """Name of a function or table -> the files of src/ that define it."""
    found = collections.defaultdict(set)
    for path in files("src", (".c", ".inl", ".h")):
        for line in read(path).split("\n"):
            if not line or line[0].isspace() or line[0] in "#/}*" or line.endswith(";"):
                continue
            if path.endswith(".h") and not line.startswith("static inline"):
                continue
            name = re.match(r"[^(=]*?\b(\w+)(?:\(|\[\] =)", line)
            if name:
                found[name.group(1)].add(path)
    return found


def resolve(where, known, say, row):
    file, _, name = where.rpartition(":")
    paths = [path for path in known.get(name, ()) if not file or path.endswith("/" + file)]
    if len(paths) != 1:
        say("%s: %s in src/ %s" % (row.id, where, "is in %s" % ", ".join(sorted(paths)) if paths else "is nowhere"))
        return None
    return paths[0], name


def citations(say):
    """Id -> the tests that cite it, as (path, function)."""
    cited = collections.defaultdict(list)
    for path in files("tests", (".c", ".h")):
        text = read(path)
        comment = []
        for number, line in enumerate(text.split("\n"), 1):
            stripped = line.strip()
            if stripped.startswith("//"):
                comment.append(line)
                continue
            ids = re.findall(r"\b%s\b" % ID_OF_ROWS, "\n".join(comment)) if comment else []
            test = re.match(r"static void (\w+)\(void \*\*state\)", line)
            if ids and not (test and re.search(r"\(%s[,)]" % test.group(1), text)):
                say("%s:%d: %s above no test" % (path, number, ", ".join(ids)))
            elif test:
                for name in ids:
                    cited[name].append((path, test.group(1)))
            comment = []
    return cited


ID_OF_ROWS = ID


def load():
    """The texts, id -> tests, id -> places, and what is wrong."""
    global ID_OF_ROWS
    wrong = []
    texts = parse(wrong.append)
    rows = rows_of(texts)
    families = sorted({row.id.rpartition("-")[0] for row in rows}, key=len, reverse=True)
    ID_OF_ROWS = r"(?:%s)-\d+" % "|".join(families)
    for name, count in collections.Counter(row.id for row in rows).items():
        if count > 1:
            wrong.append("%s is given %d times" % (name, count))
    cited = citations(wrong.append)
    for name in sorted(set(cited) - {row.id for row in rows}):
        wrong.append("%s: %s cites it, and there is no such sentence" % (name, cited[name][0][0]))
    known = definitions()
    places = {}
    for row in rows:
        places[row.id] = [place for place in (resolve(where, known, wrong.append, row) for where in row.where) if place]
        if row.id not in cited and not row.remark:
            wrong.append("%s has neither a test nor a remark" % row.id)
    return texts, cited, places, wrong


def count(rows, cited):
    held = len([row for row in rows if row.id in cited])
    return len(rows), held, len(rows) - held


def test_name(path):
    return re.sub(r"^tests/|\.[ch]$", "", path).replace("test_", "")


def escape(text):
    return text.replace("|", "\\|")


def table(section, text, cited, places):
    several = len(text.forms) > 1
    page = "| id |%s sentence | done by | held by |\n| --- |%s --- | --- | --- |\n" % (
        (" form |", " --- |") if several else ("", ""))
    for row in section.rows:
        done = "<br>".join("[%s](../%s) `%s`" % (path.partition("/")[2], path, name) for path, name in places[row.id])
        tests = "<br>".join("%s: `%s`" % (test_name(path), name) for path, name in sorted(cited.get(row.id, ())))
        held = tests or "no test"
        remark = " *%s*" % row.remark if row.remark else ""
        page += '| <a id="%s"></a>%s |%s %s%s | %s | %s |\n' % (
            row.id.lower(), row.id, " %s |" % ", ".join(row.forms) if several else "",
            escape(row.sentence), escape(remark), done or "–", held)
    return page


def page():
    """docs/specification.md; raises SystemExit with all that is wrong."""
    texts, cited, places, wrong = load()
    if wrong:
        raise SystemExit("\n".join(wrong))
    total, held, without = count(rows_of(texts), cited)
    out = """# The format texts, sentence by sentence

Each requirement of the published texts, in our words, with the code that meets it and the tests that hold it.
Texts that agree share a sentence. "(schema)" marks requirements of the JSON schema alone. `make docs` writes
this page from `docs/specification.def` and from the ids that tests cite.

%d sentences: %d are held by a test, %d are not, and say why.

| text | sentences | held | not |
| --- | ---: | ---: | ---: |
""" % (total, held, without)
    for text in texts:
        name = re.sub(r"[^\w\- ]", "", text.title.lower()).replace(" ", "-")
        out += "| [%s](#%s) | %d | %d | %d |\n" % ((text.title, name) + count(rows_of([text]), cited))
    for text in texts:
        out += "\n## %s\n\n" % text.title
        for form, words in text.forms.items():
            out += "- **%s**: %s\n" % (form, words)
        out += "\n%s\n" % text.address
        for section in text.sections:
            out += "\n### %s\n\n" % section.title + table(section, text, cited, places)
    return out


def main():
    texts, cited, _, wrong = load()
    for line in wrong:
        print(line)
    rows = rows_of(texts)
    if "--untested" in sys.argv[1:]:
        for row in rows:
            if row.id not in cited:
                print("%s  %s" % (row.id, row.sentence))
    print("specification: %d sentences, %d with a test, %d without" % count(rows, cited))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
