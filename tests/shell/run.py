#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Manual pages, their examples, and the completion of commands, as each shell does it.

    tests/shell/run.py --tumble PROGRAM TEST     TEST is one of the functions below

The lists to compare with are those of `tumble --help` and of the help page of each verb. Exit status 77: the
program that a test needs is not installed.
"""

import argparse
import json
import os
import pty
import re
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SKIPPED = 77
SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "EXAMPLES", "SEE ALSO"]
PROGRAM = ""
failures = []


def check(truth, sentence):
    if not truth:
        failures.append(sentence)


def same(found, expected, sentence):
    check(sorted(found) == sorted(expected),
          "%s:\n    %s\n  in place of\n    %s" % (sentence, sorted(found), sorted(expected)))


def need(*names):
    for name in names:
        if shutil.which(name) is None:
            print("skipped: %s is not installed" % name)
            sys.exit(SKIPPED)


def run(*words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, **more)


def tumble(*words):
    answer = run(PROGRAM, *words, env={**os.environ, "COLUMNS": ""})
    if answer.returncode != 0:
        raise SystemExit("tumble %s: %s" % (" ".join(words), answer.stdout))
    return answer.stdout


def verbs():
    """The verbs of --help, which stand after the line with the usage."""
    return re.findall(r"^  ([a-z]+) +(?:\[|[A-Z])", tumble("--help").split("options:")[0], re.M)


def options(verb):
    """The long options of a help page."""
    return re.findall(r"^  (?:-[a-zA-Z], )?(--[a-z-]+)", tumble(verb, "--help"), re.M)


def examples(page):
    """The commands of a help page."""
    return re.findall(r"^  (tumble .*)$", page.partition("examples:")[2], re.M)


def dialects():
    answer = run(PROGRAM, "convert", "--to", "?", "-o", "x", "x")
    return re.split(r", | or ", re.search(r"--to takes (.*), not ", answer.stdout).group(1))


def codes():
    return [row["code"] for row in json.loads(tumble("explain", "--json"))]


def pages():
    yield "tumble", [], tumble("--help"), ["--help", "--version"]
    for verb in verbs():
        yield "tumble-" + verb, [verb], tumble(verb, "--help"), options(verb)


def rendered(page, folder):
    path = os.path.join(folder, "page.1")
    with open(path, "w", encoding="utf-8") as f:
        f.write(page)
    answer = run("groff", "-man", "-ww", "-Tascii", "-P-cbou", path)
    return answer.stdout


def manual_pages_hold_every_section_and_option():
    need("groff")
    with tempfile.TemporaryDirectory() as folder:
        for name, words, page, expected in pages():
            # -ww: warnings stand in the output as "troff: page.1:3: warning: ".
            text = rendered(tumble("man", *words), folder)
            check(not re.search("^(troff|groff|.*warning):", text, re.M), "%s: groff says\n%s" % (name, text[:2000]))
            for section in SECTIONS:
                check(re.search("^%s$" % section, text, re.M), "%s has no section %s" % (name, section))
            check(re.search(r"^ +%s +- +\S" % name, text, re.M), "%s: NAME has another form" % name)
            same(set(re.findall(r"^ +(?:-[a-zA-Z], )?(--[a-z-]+)", text, re.M)), expected, "%s: options" % name)
            for command in examples(page):
                check(command in re.sub(r"\s+", " ", text), "%s: the example `%s` is missing" % (name, command))
            others = {"tumble"} | {"tumble-" + verb for verb in verbs()}
            seen = re.sub(r"-\n +", "-", text.split("SEE ALSO")[1])
            same(set(re.findall(r"(tumble[a-z-]*)\s?\(1\)", seen)) - {name}, others - {name}, "%s: SEE ALSO" % name)


def manual_pages_have_no_warnings():
    need("mandoc", "man")
    dated = json.loads(tumble("--version", "--json"))["date"] is not None
    with tempfile.TemporaryDirectory() as folder:
        for name, words, _, _ in pages():
            path = os.path.join(folder, name + ".1")
            with open(path, "w", encoding="utf-8") as f:
                f.write(tumble("man", *words))
            lint = run("mandoc", "-Tlint", "-W", "warning", path).stdout
            if not dated:  # Neither git nor an archive told the date of the commit.
                lint = re.sub(r".*missing date.*\n", "", lint)
            check(lint == "", "%s: mandoc says\n%s" % (name, lint))
            said = subprocess.run(["man", "--warnings", "-l", path], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
            check(said.stderr == "" and said.returncode == 0, "%s: man says\n%s" % (name, said.stderr))


def examples_of_help_pages_run():
    with tempfile.TemporaryDirectory() as folder:
        for name in os.listdir(os.path.join(ROOT, "samples")):
            shutil.copy(os.path.join(ROOT, "samples", name), folder)
        os.symlink(PROGRAM, os.path.join(folder, "tumble"))
        for name, _, page, _ in pages():
            commands = examples(page)
            check(commands, "%s has no example" % name)
            # The server of tumble view ends with its browser; tests/view has it.
            for command in commands if name != "tumble-view" else []:
                answer = run("sh", "-c", command, cwd=folder,
                             env={**os.environ, "PATH": folder + ":" + os.environ["PATH"]})
                check(answer.returncode == 0, "%s: `%s` ends with %d:\n%s"
                      % (name, command, answer.returncode, answer.stdout))


def in_bash(folder, line):
    """Candidates for the last word of a line, split as bash does with its default COMP_WORDBREAKS."""
    words = re.findall(r"=|[^\s=]+", line)
    if line.endswith((" ", "=")) and not line.endswith("="):
        words.append("")
    script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tumble; printf "%s\\n" "${COMPREPLY[@]}"'
    answer = run("bash", "--norc", "-c", script, "bash", os.path.join(folder, "tumble.bash"), *words, cwd=folder)
    return [row for row in answer.stdout.split("\n") if row]


def in_fish(folder, line):
    script = "source tumble.fish; complete -C %s" % shlex.quote(line)
    answer = run("fish", "--no-config", "-c", script, cwd=folder, env={**os.environ, "HOME": folder})
    return [row.split("\t")[0] for row in answer.stdout.split("\n") if row]


ZSH_SETUP = """
PROMPT= ; unsetopt zle_bracketed_paste 2>/dev/null
autoload -U compinit; compinit -u -d ./dump  # Kept for the next line.
source ./_tumble
bindkey '^I' complete-word
# Every candidate goes to a file; calls that only fill arrays are as they were.
compadd() {
    if (( ${@[(I)-[OAD]*]} )); then
        builtin compadd "$@"
        return
    fi
    local -a found
    builtin compadd -A found "$@"
    (( $#found )) && print -rl -- $found >>found
    builtin compadd "$@"
}
finish() { print END >>found }
comppostfuncs=(finish)
print READY >ready
"""


def await_text(path, word, terminal):
    """Reads what the shell writes to its terminal until a file holds the word."""
    for _ in range(3000):
        while select.select([terminal], [], [], 0.01)[0]:
            try:
                os.read(terminal, 65536)
            except OSError:
                return False
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                if word in f.read():
                    return True
        time.sleep(0.01)
    return False


def in_zsh(folder, line):
    with open(os.path.join(folder, "setup.zsh"), "w", encoding="utf-8") as f:
        f.write(ZSH_SETUP)
    for name in ("found", "ready"):
        if os.path.exists(os.path.join(folder, name)):
            os.remove(os.path.join(folder, name))
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.environ.update(TERM="dumb", HOME=folder)
        os.execlp("zsh", "zsh", "-f", "-i")
    found = []
    try:
        os.write(terminal, b"source ./setup.zsh\n")
        if await_text(os.path.join(folder, "ready"), "READY", terminal):
            os.write(terminal, line.encode() + b"\t")
            await_text(os.path.join(folder, "found"), "END", terminal)
            with open(os.path.join(folder, "found"), encoding="utf-8") as f:
                found = [row for row in f.read().split("\n") if row and row != "END"]
    finally:
        os.close(terminal)
        os.waitpid(process, 0)
    return found


def completion(shell, complete, name):
    """What all shells complete."""
    need(shell)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(tumble("completion", shell))
        for file in ("crate.glb", "tower.gltf", "notes.txt", "run.npz"):
            open(os.path.join(folder, file), "w", encoding="utf-8").close()

        def of(line):
            return {word.rstrip("= ") for word in complete(folder, line)}

        check(set(verbs()) <= of("tumble "), "%s: a verb is missing: %s" % (shell, of("tumble ")))
        check(of("tumble simu") == {"simulate"}, "%s: simu is not completed: %s" % (shell, of("tumble simu")))
        for verb in verbs():
            same({word for word in of("tumble %s --" % verb) if word.startswith("--")}, options(verb),
                 "%s: options of %s" % (shell, verb))
        same(of("tumble convert --to "), dialects(), "%s: dialects after --to" % shell)
        same(of("tumble convert --khr-geometry "), ["mesh", "node"], "%s: after --khr-geometry" % shell)
        check(any(word.endswith("losses") for word in of("tumble convert --strict=")), "%s: after --strict=" % shell)
        same(of("tumble explain UNUSED_"), [code for code in codes() if code.startswith("UNUSED_")],
             "%s: codes of explain" % shell)
        files = of("tumble info ")
        check({"crate.glb", "tower.gltf"} <= files, "%s: files of info: %s" % (shell, files))
        check("run.npz" in of("tumble simulate crate.glb --trajectory r"), "%s: files of --trajectory" % shell)
        check("notes.txt" not in files, "%s: info takes no text" % shell)
        # A number is nothing to choose.
        same(of("tumble simulate --rate "), [], "%s: after --rate" % shell)


def bash_completes_commands():
    completion("bash", in_bash, "tumble.bash")


def zsh_completes_commands():
    completion("zsh", in_zsh, "_tumble")


def fish_completes_commands():
    completion("fish", in_fish, "tumble.fish")


TESTS = [manual_pages_hold_every_section_and_option, manual_pages_have_no_warnings, examples_of_help_pages_run,
         bash_completes_commands, zsh_completes_commands, fish_completes_commands]


def main():
    global PROGRAM
    parser = argparse.ArgumentParser()
    parser.add_argument("--tumble", required=True)
    parser.add_argument("test", choices=[test.__name__ for test in TESTS])
    arguments = parser.parse_args()
    PROGRAM = os.path.abspath(arguments.tumble)
    next(test for test in TESTS if test.__name__ == arguments.test)()
    for failure in failures:
        print("FAIL: " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
