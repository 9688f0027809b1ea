# SPDX-License-Identifier: MIT
"""What the comments of the public headers state, as data: units, shapes, directions, ownership, NULL,
statuses and threads.

docs/api.md holds the contract behind it: a unit stands in brackets, and so does the shape of an array;
NULL is allowed where a comment says so, and nowhere else; a function that makes something names the
function that frees it.
"""

import re

UNIT_WORDS = {"m", "kg", "s", "rad", "N", "Hz", "ms", "bytes"}
BRACKETS = re.compile(r"^(?:receives |to receive )?((?:(?:or )?\[[^\]]*\]\s*)+)")
RELEASE = re.compile(r"\bfree (?:it|them)(?: all)? with\s+(tum_\w+)|\b(tum_\w+) frees it|\bfreed by\s+(tum_\w+)")
NULLABLE = re.compile(r"may be NULL|^NULL\b|\bor NULL\b|; NULL\b|\bNULL:|NULL is fine|NULL is \"\"|\. NULL: |each may be NULL"
                      r"|May be\s+NULL|where size is 0")


def is_unit(text):
    words = re.findall(r"[A-Za-z]+", text)
    return bool(words) and all(word in UNIT_WORDS for word in words)


def plain(text):
    """A comment's lines as paragraphs; code keeps its lines."""
    paragraphs, code = [""], False
    for line in text.split("\n"):
        is_code = line.startswith("    ")
        if not line.strip():
            paragraphs.append("")
        elif is_code or (code and line.startswith(" ")):
            paragraphs[-1] += ("\n" if paragraphs[-1] else "") + line.rstrip()
        else:
            paragraphs[-1] += (" " if paragraphs[-1] and not code else "\n" if paragraphs[-1] else "") + line.strip()
        code = is_code
    return "\n\n".join(p for p in paragraphs if p)


def divide(doc):
    """Body, texts of @param by name, text of @return."""
    body, parameters, returns, current = [], {}, [], None
    for line in doc.split("\n"):
        match = re.match(r"@(param|return|def)\s*(.*)", line)
        if match is None:
            (body if current is None else current).append(line if current is None else line.strip())
        elif match.group(1) == "param":
            name, _, text = match.group(2).partition(" ")
            current = parameters.setdefault(name, [])
            current.append(text.strip())
        elif match.group(1) == "return":
            current = returns
            current.append(match.group(2))
    return "\n".join(body), {n: " ".join(t).strip() for n, t in parameters.items()}, " ".join(returns).strip()


def bracketed(text):
    """Unit and shape that a text begins with."""
    found = {}
    match = BRACKETS.match(text)
    for content in re.findall(r"\[([^\]]*)\]", match.group(1)) if match else []:
        if is_unit(content):
            found["unit"] = found["unit"] + " or " + content if "unit" in found else content
        elif re.fullmatch(r"[\w* +]+", content):
            found["shape"] = content
    return found


def ownership(text):
    """The owner of what a pointer leads to, and until when, as far as the text says."""
    release = RELEASE.search(text)
    if release:
        return {"owner": "caller", "release": next(g for g in release.groups() if g)}
    for word, owner in (("borrowed", "borrowed"), ("Borrowed", "borrowed"), ("outlives", "borrowed"),
                        ("copied", "copied"), ("Copied", "copied"), ("owned by the caller", "caller"),
                        ("Owned by the caller", "caller"), ("owned by the world", "library"),
                        ("of the caller", "caller")):
        if word in text:
            return {"owner": owner}
    life = re.search(r"\b(?:lives?|exists?)\s+(as long as [^.;,]*|until [^.;,]*)", text)
    return {"owner": "library", "lifetime": life.group(1)} if life else {}


def is_pointer(made):
    return bool(made["pointers"]) or made["base"] == "callback"


def describe(item, text):
    """Adds to a member, parameter or result what its text states."""
    flat = " ".join(text.split())
    item["doc"] = flat
    item.update(bracketed(flat))
    if is_pointer(item["type"]):
        if NULLABLE.search(flat):
            item["nullable"] = True
        owned = ownership(flat)
        if owned:
            item["ownership"] = owned


def direction(parameter, structs):
    made, doc = parameter["type"], parameter.get("doc", "")
    if not made["pointers"] and "array" not in made:
        return "in"
    if re.match(r"(\[[^\]]*\]\s*(or )?)*(to )?receives?\b", doc):
        return "out"
    last_is_const = made["const"] if len(made["pointers"]) == 1 else (made["pointers"] or [True])[-2] \
        if len(made["pointers"]) > 1 else made["const"]
    if last_is_const:
        return "in"
    if len(made["pointers"]) == 1 and (structs.get(made["base"], {}).get("opaque") or made["base"] == "void"):
        return "in"
    return "out" if len(made["pointers"]) == 2 else "inout"


def describe_callable(item, structs):
    body, parameters, returns = divide(item["doc"])
    threads = re.search(r"^Threads:\s*(.*?)(?:\n\s*\n|\Z)", body, re.M | re.S)
    if threads:
        item["threads"] = " ".join(threads.group(1).split())
    item["doc"] = plain(body)
    unknown = set(parameters) - {p["name"] for p in item["parameters"]}
    if unknown:
        raise ValueError("%s: @param of no parameter: %s" % (item["name"], ", ".join(sorted(unknown))))
    flat = " ".join(body.split())
    for parameter in item["parameters"]:
        describe(parameter, parameters.get(parameter["name"], ""))
        parameter["direction"] = "out" if item["name"].endswith("_init") and parameter["name"] == "def" \
            else direction(parameter, structs)
    if "NULL is fine" in flat or re.search(r"0 where report is NULL", flat):
        for parameter in item["parameters"][:1]:
            parameter["nullable"] = True
    result = item["returns"]
    describe(result, returns)
    result.pop("shape", None)
    if not returns:
        result.update({k: v for k, v in bracketed(flat).items() if k == "unit"})
        if is_pointer(result["type"]):
            owned = ownership(flat)
            if owned:
                result["ownership"] = owned
            if "NULL" in flat:
                result["nullable"] = True
    elif is_pointer(result["type"]) and "NULL" in returns:
        result["nullable"] = True
    if result["type"]["base"] == "TumStatus":
        left_out = set(re.findall(r"without (TUM_ERROR_\w+)", returns))
        result["statuses"] = sorted(set(re.findall(r"TUM_OK|TUM_ERROR_\w+", returns)) - left_out)
        if left_out:
            result["statuses_without"] = sorted(left_out)
        same = re.findall(r"tum_\w+", re.split(r"\bas\b", returns, maxsplit=1)[-1]) if " as " in " " + returns else []
        if same:
            result["statuses_as"] = sorted(set(same))


def inherit(functions):
    """A parameter "as for tum_x" has the meaning of the parameter of that name; so has one without words
    where the comment says "the other parameters are those of tum_x"."""
    for item in functions.values():
        others = re.search(r"other parameters are those of\s+(tum_\w+)", item["doc"] + " " + item["returns"]["doc"])
        for parameter in item["parameters"]:
            source = re.match(r"as for (tum_\w+)", parameter["doc"])
            source = source or (others if not parameter["doc"] else None)
            if source is None:
                continue
            for other in functions[source.group(1)]["parameters"]:
                if other["name"] == parameter["name"] and other["type"]["c"][:-1] == parameter["type"]["c"][:-1]:
                    for key, value in other.items():
                        if key in ("unit", "shape", "nullable", "ownership", "direction"):
                            parameter[key] = value


def pair_lengths(item):
    """A pointer without a stated shape that a count follows at once has the shape of that count."""
    parameters = item["parameters"]
    for pointer, count in zip(parameters, parameters[1:]):
        if pointer["type"]["pointers"] and "shape" not in pointer and count["type"]["base"] == "size_t" and \
                not count["type"]["pointers"] and re.fullmatch(r"(\w+_)?(count|capacity|size|bytes)", count["name"]) \
                and pointer["name"] != "user" and not item["name"].endswith("_init"):
            pointer["shape"] = count["name"]


def describe_struct(struct, functions):
    body, _, _ = divide(struct["doc"])
    struct["doc"] = plain(body)
    release = RELEASE.search(struct["doc"])
    if release:
        struct["release"] = next(g for g in release.groups() if g)
    for field in struct["fields"]:
        raw = field["doc"]
        describe(field, divide(raw)[0] if "callback" in field else raw)
        if "callback" in field:
            field["callback"]["doc"] = raw
    if any(field["name"] == "stamp" for field in struct["fields"]):
        for name, function in functions.items():
            first = function["parameters"][0]["type"] if function["parameters"] else {}
            if name.endswith("_init") and first.get("base") == struct["name"]:
                struct["init"] = name
            if name.startswith("tum_default_") and function["returns"]["type"]["base"] == struct["name"]:
                struct["default"] = name


def add_meaning(interface):
    """Replaces comments by what they state."""
    structs = {s["name"]: s for s in interface["structs"]}
    functions = {f["name"]: f for f in interface["functions"]}
    constants = {c["name"]: c["value"] for c in interface["constants"]}
    for header in interface["headers"]:
        doc = plain(header["doc"])
        header["subject"] = doc.split("\n\n")[0].split(": ", 1)[-1]
        header["doc"] = doc
        found = re.search(r"(?:^|\n)Threads: (.*?)(?:\n\n|\Z)", doc, re.S)
        header["threads"] = found.group(1) if found else ""
    for item in interface["constants"] + interface["macros"] + interface["enums"]:
        flat = " ".join(item["doc"].split())
        item["doc"] = plain(item["doc"])
        item.update({k: v for k, v in bracketed(flat).items() if k == "unit"})
        for value in item.get("values", []):
            value["doc"] = " ".join(value["doc"].split())
            units = [u for u in re.findall(r"\[([^\]]*)\]", value["doc"]) if is_unit(u)]
            if units:
                value["unit"] = " or ".join(units)
    for struct in interface["structs"]:
        describe_struct(struct, functions)
    callbacks = [f["callback"] for s in interface["structs"] for f in s["fields"] if "callback" in f]
    for item in interface["functions"] + interface["callbacks"] + callbacks:
        describe_callable(item, structs)
        pair_lengths(item)
    inherit(functions)
    for struct in interface["structs"]:
        for field in struct["fields"]:
            bounds = field["type"].get("array")
            if bounds:
                field["type"]["array"] = [constants.get(b) if b in constants else enum_value(interface, b) for b in bounds]
    for function in interface["functions"]:
        for parameter in function["parameters"]:
            if "array" in parameter["type"]:
                parameter["type"]["array"] = [int(b) for b in parameter["type"]["array"]]
    released = {}
    for item in interface["functions"]:
        for part in item["parameters"] + [item["returns"]]:
            if "release" in part.get("ownership", {}):
                released.setdefault(part["ownership"]["release"], set()).add(part["type"]["base"])
    for name, types in released.items():
        if name not in functions:
            raise ValueError("%s frees something and does not exist" % name)
        functions[name]["releases"] = sorted(types)
        for parameter in functions[name]["parameters"]:
            if parameter["type"]["pointers"]:
                parameter["direction"] = "in"


def enum_value(interface, text):
    if text.isdigit():
        return int(text)
    return next(v["value"] for e in interface["enums"] for v in e["values"] if v["name"] == text)
