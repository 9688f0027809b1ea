#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the reference of the public interface beyond Doxygen's warnings, in the XML that it wrote:

    each function that answers a TumStatus says in @return which status it answers when
    each function that makes an object says in @param how it is freed
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


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    findings = []
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
        if members and "Threads:" not in text_of(header.find("detaileddescription")):
            say(name, "threads are not stated")
        for member in members:
            check_function(member, say)
    for finding in findings:
        print(finding)
    print("api: %d headers, %d functions, %d findings" % (headers, functions, len(findings)))
    return 1 if findings or functions == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
