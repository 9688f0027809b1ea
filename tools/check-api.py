#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the reference of the public interface beyond Doxygen's warnings, in the XML that it wrote:

    each function that answers a TumStatus says in @return which status it answers when
    each function that makes an object says in @param how it is freed
    each function that sets something of a world has one that reads it
    each header with functions says in its opening which threads may call them
    docs/api.md lists each header

    tools/check-api.py build/api/xml
"""

import glob
import os
import re
import sys
import xml.etree.ElementTree as tree

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def text_of(element):
    return "" if element is None else "".join(element.itertext())


def returns(member):
    return [text_of(part) for part in member.iter("simplesect") if part.get("kind") == "return"]


def documented_parameters(member):
    return {text_of(name) for name in member.iter("parametername")}


def check_function(member, say):
    name = member.findtext("name")
    if text_of(member.find("type")).strip() == "TumStatus":
        stated = " ".join(returns(member))
        if "TUM_OK" not in stated and not re.search(r"\bas \w*tum_\w+", stated):
            say(name, "@return names no status")
    documented = documented_parameters(member)
    for parameter in member.iter("param"):
        kind = text_of(parameter.find("type")).strip()
        # A pointer to a pointer receives an object or an array.
        if kind.endswith("**") and parameter.findtext("declname") not in documented:
            say(name, "@param %s: ownership is not stated" % parameter.findtext("declname"))


# Values that a function of another name reads.
READ_BY = {
    "tum_body_set_damping": "tum_body_linear_damping",
    "tum_body_set_density3": "tum_body_mass3",
    "tum_body_set_density4": "tum_body_mass4",
    "tum_joint_set_position_target": "tum_joint_drive",
    "tum_joint_set_velocity_target": "tum_joint_drive",
}


def check_getters(names, say):
    for name in sorted(names):
        setter = re.fullmatch(r"tum_(world|body|collider|joint)_set_(\w+)", name)
        if setter:
            thing, value = setter.groups()
            getters = {"tum_%s_%s" % (thing, value), "tum_%s_is_%s" % (thing, value), READ_BY.get(name)}
            if not getters & names:
                say(name, "nothing reads the value")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    findings = []
    names = set()
    functions = headers = 0

    def say(place, what):
        findings.append("%s: %s" % (place, what))

    with open(os.path.join(ROOT, "docs", "api.md"), encoding="utf-8") as page:
        listed = page.read()
    for path in sorted(glob.glob(os.path.join(sys.argv[1], "*_8h.xml"))):
        header = tree.parse(path).getroot().find("compounddef")
        name = header.findtext("compoundname")
        headers += 1
        if "include/tumble/%s)" % name not in listed:
            say(name, "docs/api.md does not list it")
        members = [m for m in header.iter("memberdef") if m.get("kind") == "function"]
        functions += len(members)
        names.update(member.findtext("name") for member in members)
        if members and "Threads:" not in text_of(header.find("detaileddescription")):
            say(name, "threads are not stated")
        for member in members:
            check_function(member, say)
    check_getters(names, say)
    for finding in findings:
        print(finding)
    print("api: %d headers, %d functions, %d findings" % (headers, functions, len(findings)))
    return 1 if findings or functions == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
