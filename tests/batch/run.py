#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Many files and folders in one command: rows, limits, outputs, shares.

    tests/batch/run.py --tumble PROGRAM TEST     TEST is one of the functions below

No file is known that crashes tumble. A pipe without a writer takes its place: the worker that reads it waits, and
the test ends it as a fault would.
"""

import argparse
import contextlib
import json
import os
import pathlib
import pty
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
PROGRAM = ""
PATIENCE = 120  # [s]
GOOD = ["bounce.gltf", "chain.gltf", "row.gltf", "slope.gltf", "joints.gltf"]
failures = []


def check(truth, sentence):
    if not truth:
        failures.append(sentence)


def same(found, expected, sentence):
    check(found == expected, "%s: %r, not %r" % (sentence, found, expected))


class Folder:
    """A folder with samples in which tumble runs."""

    def __enter__(self):
        self.place = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.place.name)
        for name in GOOD:
            shutil.copy(SAMPLES / name, self.path)
        return self

    def __exit__(self, *_):
        self.place.cleanup()

    def begin(self, *words, **more):
        environment = {**os.environ, **more.pop("environment", {})}
        errors = more.pop("stderr", subprocess.PIPE)
        return subprocess.Popen([PROGRAM, *words], cwd=self.path, stdout=subprocess.PIPE, stderr=errors,
                                text=True, env=environment, **more)

    def run(self, *words, **more):
        process = self.begin(*words, **more)
        self.output, self.errors = process.communicate(timeout=PATIENCE)
        return process.returncode

    def rows(self, *words, code=0, **more):
        """The rows of --json; `code` is the exit code."""
        same(self.run(*words, "--json", **more), code, " ".join(words) + " " + self.errors)
        return [json.loads(line) for line in self.output.splitlines()]

    def write(self, name, text):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def copy(self, name, to):
        path = self.path / to
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SAMPLES / name, path)

    def files(self, folder):
        top = self.path / folder
        return sorted(str(path.relative_to(top)) for path in top.rglob("*") if path.is_file())


def pairs(rows):
    return [(row["file"], row["outcome"]) for row in rows]


def rows_follow_the_arguments():
    with Folder() as at:
        at.write("broken.gltf", "{")
        # The first files are the slowest, so that later ones are ready before them.
        shutil.copy(SAMPLES / "tumbling-tower.gltf", at.path)
        names = ["tumbling-tower.gltf", "broken.gltf", "none.gltf"] + GOOD * 20
        expected = [("tumbling-tower.gltf", "done"), ("broken.gltf", "has errors"), ("none.gltf", "file failed")]
        expected += [(name, "done") for name in GOOD * 20]
        for jobs in ("1", "2", "7"):
            same(pairs(at.rows("validate", "--jobs", jobs, *names, code=3)), expected, "%s jobs" % jobs)
        check("103 files: 101 valid, 2 with errors" in at.errors, at.errors)
        same(at.run("validate", *GOOD, "broken.gltf"), 1, "exit code")
        check(at.output.endswith("6 files: 5 valid, 1 with errors\n"), at.output)
        rows = at.rows("simulate", "--duration", "0.1", *GOOD)
        same([row["result"]["steps"] for row in rows], [6] * 5, "steps")
        same(at.run("validate", "--quiet", *GOOD), 0, "--quiet")
        same((at.output, at.errors), ("", ""), "--quiet")


def folders_are_walked_by_name():
    with Folder() as at:
        for name in ("b/second.gltf", "b/10.gltf", "b/9.gltf", "b/a/deep.gltf", "b/.hidden.gltf", "b/note.txt",
                     "b/UPPER.GLTF"):
            at.copy("slope.gltf", name)
        os.symlink("../../b", at.path / "b" / "a" / "circle")
        os.symlink("second.gltf", at.path / "b" / "link.gltf")
        os.symlink("nowhere.gltf", at.path / "b" / "broken-link.gltf")
        os.mkfifo(at.path / "b" / "pipe.gltf")
        expected = [".hidden.gltf", "10.gltf", "9.gltf", "UPPER.GLTF", "a/deep.gltf", "link.gltf", "second.gltf"]
        same([row["file"] for row in at.rows("info", "b")], ["b/" + name for name in expected], "a folder")
        same([row["file"] for row in at.rows("info", "b/", "chain.gltf", "b/a")],
             ["b/" + name for name in expected] + ["chain.gltf", "b/a/deep.gltf"], "folders and a file")
        for pattern, found in (("*.GLTF", ["UPPER.GLTF"]), ("a/*", ["a/deep.gltf"]), ("[0-9]*", ["10.gltf", "9.gltf"]),
                               ("deep*", ["a/deep.gltf"])):
            same([row["file"] for row in at.rows("info", "b", "--match", pattern)], ["b/" + name for name in found],
                 pattern)
        same(at.run("info", "b", "--match", "*.glb"), 3, "nothing matches")
        check("no file there matches *.glb" in at.errors, at.errors)


def a_batch_says_what_one_file_says():
    with Folder() as at:
        at.write("broken.gltf", "{")
        files = GOOD + ["broken.gltf"]
        for verb, words in (("info", ()), ("validate", ()), ("simulate", ("--duration", "0.5"))):
            output, errors, results = "", "", []
            for name in files:
                at.run(verb, *words, name)
                output, errors = output + at.output, errors + at.errors
                at.run(verb, *words, name, "--json")
                results.append(json.loads(at.output))
            at.run(verb, *words, *files)
            same(at.output.rpartition("6 files")[0], output, "%s: output" % verb)
            same(at.errors, errors, "%s: errors" % verb)
            same([row["result"] for row in at.rows(verb, *words, *files, code=1)], results, "%s: results" % verb)


def workers_of(process):
    with open("/proc/%d/task/%d/children" % (process.pid, process.pid), encoding="ascii") as f:
        return [int(word) for word in f.read().split()]


def waits_for_a_pipe(process):
    """True where a process waits in open for the other end of a pipe."""
    try:
        with open("/proc/%d/wchan" % process, encoding="ascii") as f:
            return f.read().startswith(("wait_for_partner", "fifo_open", "pipe_wait"))
    except OSError:
        return False


def worker_at_pipe(process, but=()):
    """The worker that opens the pipe, once all others rest or it alone is left."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for worker in workers_of(process):
            if worker not in but and waits_for_a_pipe(worker):
                return worker
        time.sleep(0.02)
    raise SystemExit("no worker waits for the pipe")


def a_file_that_ends_its_process_is_a_row():
    with Folder() as at:
        os.mkfifo(at.path / "pipe.gltf")
        os.mkfifo(at.path / "more.gltf")
        names = GOOD + ["pipe.gltf"] + GOOD + ["more.gltf"] + GOOD
        process = at.begin("validate", "--json", "--jobs", "1", *names)
        first = worker_at_pipe(process)
        os.kill(first, signal.SIGABRT)
        os.kill(worker_at_pipe(process, [first]), signal.SIGKILL)
        output, errors = process.communicate(timeout=PATIENCE)
        rows = [json.loads(line) for line in output.splitlines()]
        same(pairs(rows), [(name, "crashed" if name in ("pipe.gltf", "more.gltf") else "done") for name in names],
             "rows")
        same([row.get("signal") for row in rows if row["outcome"] == "crashed"], ["SIGABRT", "SIGKILL"], "signals")
        same(process.returncode, 1, "exit code")
        check("17 files: 15 valid, 0 with errors, 2 crashed" in errors, errors)


def a_file_that_takes_too_long_is_a_row():
    with Folder() as at:
        os.mkfifo(at.path / "pipe.gltf")
        names = ["pipe.gltf"] + GOOD + ["pipe.gltf"]
        rows = at.rows("validate", "--time-limit", "1", "--jobs", "2", *names, code=1)
        same(pairs(rows), [(name, "timed out" if name == "pipe.gltf" else "done") for name in names], "rows")
        check("7 files: 5 valid, 0 with errors, 2 timed out" in at.errors, at.errors)
        # A simulation ends too, and leaves no half trajectory and no temporary file.
        at.run("simulate", "chain.gltf", "slope.gltf", "--duration", "100000", "--trajectory", ".ndjson", "--out",
               "runs", "--time-limit", "1")
        same(at.files("runs"), [], "outputs")
        check(at.output.endswith("2 files: 0 simulated, 0 with errors, 2 timed out\n"), at.output)


def a_file_that_takes_too_much_memory_is_a_row():
    with Folder() as at:
        at.write("large.gltf", '{"asset":{"version":"2.0"},"nodes":[' + ",".join(["{}"] * 3000000) + "]}")
        names = ["slope.gltf", "large.gltf", "chain.gltf"]
        rows = at.rows("validate", "--memory-limit", "64", "--jobs", "1", *names, code=1)
        same(pairs(rows), [("slope.gltf", "done"), ("large.gltf", "ran out of memory"), ("chain.gltf", "done")], "rows")
        check("3 files: 2 valid, 0 with errors, 1 ran out of memory" in at.errors, at.errors)
        same(at.rows("validate", "--memory-limit", "4000", *names)[1]["outcome"], "done", "with more memory")


def outputs_keep_the_tree():
    with Folder() as at:
        at.copy("chain.gltf", "in/a/chain.gltf")
        at.copy("slope.gltf", "in/b/deep/slope.gltf")
        at.copy("spinning.g4tf", "in/spin.g4tf")
        same(at.run("convert", "chain.gltf", "-o", "in/row.glb", "--to", "khr"), 0, "a binary file")
        rows = at.rows("convert", "in", "--match", "*.gl*", "--to", "omi", "--out", "out/omi")
        same(pairs(rows), [("in/a/chain.gltf", "done"), ("in/b/deep/slope.gltf", "done"), ("in/row.glb", "done")], "rows")
        same(at.files("out/omi"), ["a/chain.gltf", "b/deep/slope.gltf", "row.glb"], "files")
        same(rows[0]["result"]["output"], "out/omi/a/chain.gltf", "output")
        at.run("convert", "chain.gltf", "-o", "alone.gltf", "--to", "omi")
        same((at.path / "out/omi/a/chain.gltf").read_bytes(), (at.path / "alone.gltf").read_bytes(), "bytes")
        same(at.run("simulate", "in", "chain.gltf", "--duration", "0.2", "--bake", ".baked.glb", "--trajectory", ".npz",
                    "--checkpoint", ".tck", "--out", "runs", "--match", "sl*"), 0, at.errors)
        same(at.files("runs"), ["b/deep/slope.baked.glb", "b/deep/slope.npz", "b/deep/slope.tck", "chain.baked.glb",
                                "chain.npz", "chain.tck"], "outputs")


def outputs_that_collide_end_it_before_work():
    with Folder() as at:
        at.copy("chain.gltf", "one/a.gltf")
        at.copy("slope.gltf", "two/a.gltf")
        same(at.run("convert", "one", "two", "--to", "omi", "--out", "out"), 2, "exit code")
        check("one/a.gltf and two/a.gltf would both become out/a.gltf; nothing was done" in at.errors, at.errors)
        check(not (at.path / "out").exists(), "work was done")
        same(at.run("convert", "one", "two/a.gltf", "--to", "omi", "--out", "out"), 2, "a folder and a file")
        same(at.run("convert", "one", "--to", "omi", "--out", "out"), 0, "one folder")


def reports_are_kept():
    with Folder() as at:
        at.copy("slope.gltf", "in/a/slope.gltf")
        at.copy("chain.gltf", "in/chain.gltf")
        same(pairs(at.rows("validate", "in", "--out", "reports")),
             [("in/a/slope.gltf", "done"), ("in/chain.gltf", "done")], "rows")
        same(at.files("reports"), ["a/slope.gltf.json", "chain.gltf.json"], "reports")
        same(json.loads((at.path / "reports/chain.gltf.json").read_text())["uri"], "in/chain.gltf", "report")
        same(at.run("info", "in/chain.gltf", "--out", "text"), 0, "one file")
        same(at.files("text"), ["chain.gltf.txt"], "text")
        check("joints" in (at.path / "text/chain.gltf.txt").read_text(), "text")


def what_cannot_be_written_is_a_row():
    def full_disk():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))

    with Folder() as at:
        at.write("blocked/chain.gltf/file", "")
        rows = at.rows("convert", "slope.gltf", "chain.gltf", "joints.gltf", "--to", "msft", "--out", "blocked",
                       "--lenient", code=3)
        same(pairs(rows), [("slope.gltf", "done"), ("chain.gltf", "file failed"), ("joints.gltf", "done")], "a folder")
        check("chain.gltf" in rows[1]["message"] and "folder" in rows[1]["message"], rows[1])
        at.write("file", "")
        rows = at.rows("convert", "slope.gltf", "--to", "msft", "--out", "file", code=3)
        same(pairs(rows), [("slope.gltf", "file failed")], "a file in the place of --out")
        # As on a disk that is full after 20 kB.
        rows = at.rows("convert", "slope.gltf", "tumbling-tower.gltf", "chain.gltf", "--to", "msft", "--out", "full",
                       code=3, preexec_fn=full_disk)
        check(rows[0]["outcome"] == "done" and rows[2]["outcome"] == "file failed" and rows[2]["message"], rows)
        same(at.files("full"), ["slope.gltf"], "files on the full disk")


def shares_are_a_partition():
    with Folder() as at:
        for i in range(200):
            at.write("many/%d/%d.gltf" % (i % 7, i), '{"asset":{"version":"2.0"}}')
        everything = [row["file"] for row in at.rows("validate", "many")]
        shares = [[row["file"] for row in at.rows("validate", "many", "--shard", "%d/4" % k)] for k in (1, 2, 3, 4)]
        same(sorted(sum(shares, [])), sorted(everything), "all shares together")
        # 200 files, p = 1/4: 50, and a deviation of 6.1.
        check(all(25 < len(share) < 75 for share in shares), "sizes %s" % [len(share) for share in shares])
        # The share is of the path below the folder, wherever that is.
        os.rename(at.path / "many", at.path / "moved")
        same([row["file"].replace("moved", "many") for row in at.rows("validate", "moved/", "--shard", "2/4")],
             [name.replace("many/", "many/", 1) for name in shares[1]], "another place")
        same(at.rows("validate", "slope.gltf", "--shard", "1/1000000"), [], "an empty share")


def shares_are_read_from_the_environment():
    clean = {name: "" for name in ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
                                   "JOB_COMPLETION_INDEX", "JOB_COMPLETION_COUNT", "OMPI_COMM_WORLD_RANK",
                                   "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE", "SLURM_PROCID", "SLURM_NTASKS")}
    places = [
        ({"SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "0"}, "3/4"),
        ({"SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "1"}, "2/4"),
        ({"JOB_COMPLETION_INDEX": "0", "JOB_COMPLETION_COUNT": "3"}, "1/3"),
        ({"OMPI_COMM_WORLD_RANK": "1", "OMPI_COMM_WORLD_SIZE": "2"}, "2/2"),
        ({"PMI_RANK": "3", "PMI_SIZE": "5"}, "4/5"),
        ({"SLURM_PROCID": "1", "SLURM_NTASKS": "2"}, "2/2"),
    ]
    with Folder() as at:
        for i in range(40):
            at.write("many/%d.gltf" % i, '{"asset":{"version":"2.0"}}')
        for place, share in places:
            found = at.rows("validate", "many", "--shard", "auto", environment={**clean, **place})
            same(pairs(found), pairs(at.rows("validate", "many", "--shard", share)), str(place))
        for place in ({}, {"PMI_RANK": "5", "PMI_SIZE": "5"}, {"PMI_RANK": "-1", "PMI_SIZE": "5"}):
            same(at.run("validate", "many", "--shard", "auto", environment={**clean, **place}), 2, str(place))
            check("--shard auto" in at.errors, at.errors)


def signals_end_all_workers():
    with Folder() as at:
        os.mkfifo(at.path / "pipe.gltf")
        for number in (signal.SIGINT, signal.SIGTERM):
            process = at.begin("validate", "--json", "--jobs", "2", "slope.gltf", "chain.gltf", "pipe.gltf", "row.gltf")
            line = process.stdout.readline()
            worker_at_pipe(process)
            workers = workers_of(process)
            process.send_signal(number)
            output, _ = process.communicate(timeout=PATIENCE)
            same(process.returncode, 128 + number, "exit code")
            for row in (line + output).splitlines():
                same(json.loads(row)["outcome"], "done", row)
            for worker in workers:
                check(not os.path.exists("/proc/%d" % worker), "worker %d is left" % worker)
        # A parent that is killed takes its workers along.
        process = at.begin("validate", "--jobs", "1", "slope.gltf", "pipe.gltf")
        worker = worker_at_pipe(process)
        process.kill()
        process.communicate(timeout=PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while os.path.exists("/proc/%d" % worker) and time.monotonic() < deadline:
            time.sleep(0.02)
        check(not os.path.exists("/proc/%d" % worker), "the worker of a killed parent")


def progress_tells_rate_and_time_left():
    with Folder() as at:
        os.mkfifo(at.path / "pipe.gltf")
        outside, inside = pty.openpty()
        process = at.begin("validate", "--time-limit", "3", "--jobs", "1", "slope.gltf", "pipe.gltf", "chain.gltf", stderr=inside)
        os.close(inside)
        shown = b""
        with contextlib.suppress(OSError):  # The end of a terminal without a program.
            for part in iter(lambda: os.read(outside, 4096), b""):
                shown += part
        process.communicate(timeout=PATIENCE)
        os.close(outside)
        check(re.search(rb"\rvalidating 1 of 3, 0\.\d/s, \d s left \[#{10}\.{20}\]  33%\x1b\[K", shown), shown)
        check(shown.rstrip().endswith(b"timed out") or b"\r\x1b[K" in shown, "the bar stays")


def wrong_use_is_told():
    with Folder() as at:
        for code, text, words in (
                (2, "many files need --out DIR", ("convert", "slope.gltf", "chain.gltf", "--to", "omi")),
                (2, "-o names the output of one file", ("convert", ".", "--to", "omi", "-o", "x.gltf", "--out", "y")),
                (2, "--to DIALECT is missing", ("convert", ".", "--out", "y")),
                (2, "many files need --out DIR", ("simulate", ".", "--bake", ".glb")),
                (2, "named by their endings", ("simulate", ".", "--bake", "baked.glb", "--out", "y")),
                (2, "--resume goes on", ("simulate", ".", "--resume", "a.tck")),
                (2, "--shard takes K/N", ("validate", ".", "--shard", "0/4")),
                (2, "--shard takes K/N", ("validate", ".", "--shard", "5/4")),
                (2, "--shard takes K/N", ("validate", ".", "--shard", "x")),
                (2, "standard input", ("validate", "-", "slope.gltf"))):
            same(at.run(*words), code, " ".join(words))
            check(text in at.errors, "%s: %s" % (" ".join(words), at.errors))
            same(at.output, "", "output of " + " ".join(words))
        check(not (at.path / "y").exists(), "work was done")


def main():
    global PROGRAM
    parser = argparse.ArgumentParser()
    parser.add_argument("--tumble", required=True)
    parser.add_argument("test")
    arguments = parser.parse_args()
    PROGRAM = os.path.abspath(arguments.tumble)
    globals()[arguments.test]()
    for sentence in failures:
        print(sentence)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
