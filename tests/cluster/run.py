#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""examples/cluster: sorted rows of every engine are those of one process, byte for byte.

    tests/cluster/run.py --tumble PROGRAM TEST     TEST is one of the functions below

Exit status 77: the engine is not installed.
"""

import argparse
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "cluster"
SKIPPED = 77
FILES = 60
# A second of simulation of each file: what differs between machines would be seen.
WORDS = ["simulate", "assets", "--duration", "1"]
SWEEP = ["sweep", "slope.gltf", "--vary", "rate=30:30:300", "--vary", "substeps=1,2,4,8", "--duration", "1",
         "--measure", "displacement(3)", "--measure", "max speed(3)@0.2:0.8"]
RUNS = 40
PROGRAM = ""
failures = []


def check(truth, sentence):
    if not truth:
        failures.append(sentence)


def skip(reason):
    print("skipped: " + reason)
    sys.exit(SKIPPED)


class Work:
    """A folder of assets, the rows of one process, and a folder for those of an engine."""

    def __enter__(self):
        self.place = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.place.name)
        names = ["bounce.gltf", "chain.gltf", "slope.gltf", "spinning.g4tf", "joints.gltf"]
        for i in range(FILES):
            to = self.path / "assets" / ("%d" % (i % 3)) / ("%02d-%s" % (i, names[i % len(names)]))
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / "samples" / names[i % len(names)], to)
        (self.path / "assets" / "broken.gltf").write_text("{")
        self.environment = {**os.environ, "TUMBLE": PROGRAM}
        run = subprocess.run([PROGRAM, *WORDS, "--json"], cwd=self.path, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, check=False)
        self.expected = b"".join(sorted(run.stdout.splitlines(keepends=True)))
        check(self.expected.count(b"\n") == FILES + 1, "one process has not every row")
        return self

    def __exit__(self, *_):
        self.place.cleanup()

    def begin(self, *words, **environment):
        return subprocess.Popen([str(word) for word in words], cwd=self.path,
                                env={**self.environment, **environment}, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True)

    def run(self, *words, **environment):
        process = self.begin(*words, **environment)
        errors = process.communicate(timeout=240)[1]
        check(process.returncode == 0, "%s: exit %d: %s" % (words[0], process.returncode, errors[-2000:]))

    def compare(self, shares):
        parts = sorted((self.path / "rows").glob("*.jsonl"))
        check(len(parts) == shares, "%d shares, not %d" % (len(parts), shares))
        rows = b"".join(sorted(b"".join(part.read_bytes() for part in parts).splitlines(keepends=True)))
        check(rows == self.expected, "the rows differ from those of one process")
        check(not list((self.path / "rows").glob("*.part*")), "parts are left")


class Sweep(Work):
    """A file, the report of a sweep by one process, and a folder for the runs of an engine."""

    def __enter__(self):
        self.place = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.place.name)
        shutil.copy(ROOT / "samples" / "slope.gltf", self.path)
        self.environment = {**os.environ, "TUMBLE": PROGRAM}
        self.run(PROGRAM, *SWEEP, "--out", "whole", "--jobs", "1")
        self.expected = self.report("whole")
        check('"runs": %d' % RUNS in self.expected, "one process has not every run")
        return self

    def report(self, folder):
        return subprocess.run([PROGRAM, "report", folder, "--json"], cwd=self.path, stdout=subprocess.PIPE, text=True,
                              check=False).stdout

    def count(self):
        return len(list((self.path / "runs").rglob("*.jsonl")))

    def compare(self, _=0):
        check(self.report("runs") == self.expected, "the report differs from that of one process")
        check(not list((self.path / "runs").rglob("*.claim*")), "claims are left")


def a_sweep_of_gnu_parallel_is_the_whole():
    if shutil.which("parallel") is None:
        skip("GNU parallel is not installed")
    with Sweep() as work:
        work.run(EXAMPLES / "gnu-parallel.sh", "5", "runs", *SWEEP, PARALLEL="--jobs 2")
        work.compare()


def a_sweep_of_slurm_that_was_killed_goes_on():
    with Sweep() as work:
        def task(number):
            return {"SLURM_ARRAY_TASK_ID": str(number), "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "0"}

        work.run(EXAMPLES / "slurm.sh", "runs", *SWEEP, **task(2))
        first = work.count()
        killed = subprocess.Popen([EXAMPLES / "slurm.sh", "runs", *SWEEP], cwd=work.path, start_new_session=True,
                                  env={**work.environment, **task(0)}, stderr=subprocess.DEVNULL)
        while work.count() < first + 4 and killed.poll() is None:
            time.sleep(0.001)
        os.killpg(killed.pid, signal.SIGKILL)
        killed.wait()
        before = {path: path.stat().st_mtime_ns for path in (work.path / "runs").rglob("*.jsonl")}
        for number in (0, 1, 2):
            work.run(EXAMPLES / "slurm.sh", "runs", *SWEEP, **task(number))
        check(before == {path: path.stat().st_mtime_ns for path in before}, "a run was done twice")
        work.compare()


def a_sweep_by_ranks_of_mpi_is_the_whole():
    if shutil.which("mpirun") is None:
        skip("no launcher of MPI is installed")
    with Sweep() as work:
        work.run("mpirun", "--oversubscribe", "-n", "3", EXAMPLES / "mpi.sh", "runs", *SWEEP,
                 OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        work.compare()


def a_sweep_by_workers_of_dask_is_the_whole():
    python = python_with_dask()
    with Sweep() as work:
        work.run(python, EXAMPLES / "dask_shares.py", "4", "runs", *SWEEP)
        work.compare()


def shares_of_gnu_parallel_are_the_whole():
    if shutil.which("parallel") is None:
        skip("GNU parallel is not installed")
    with Work() as work:
        work.run(EXAMPLES / "gnu-parallel.sh", "5", "rows", *WORDS, PARALLEL="--jobs 2")
        work.compare(5)


def tasks_of_slurm_that_were_killed_go_on():
    with Work() as work:
        def task(number):
            return {"SLURM_ARRAY_TASK_ID": str(number), "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "1"}

        work.run(EXAMPLES / "slurm.sh", "rows", *WORDS, **task(1))
        first = (work.path / "rows" / "1.jsonl").stat()
        # A task that is killed: its shell and tumble, as the end of a step does it.
        killed = subprocess.Popen([EXAMPLES / "slurm.sh", "rows", *WORDS], cwd=work.path, start_new_session=True,
                                  env={**work.environment, **task(2)}, stderr=subprocess.DEVNULL)
        while not list((work.path / "rows").glob("2.jsonl.part*")) and killed.poll() is None:
            time.sleep(0.005)
        os.killpg(killed.pid, signal.SIGKILL)
        killed.wait()
        for part in (work.path / "rows").glob("2.jsonl.part*"):
            part.unlink()
        for number in (1, 2, 3, 4):
            work.run(EXAMPLES / "slurm.sh", "rows", *WORDS, **task(number))
        again = (work.path / "rows" / "1.jsonl").stat()
        check(first.st_ino == again.st_ino and first.st_mtime_ns == again.st_mtime_ns, "a share was done twice")
        work.compare(4)


def ranks_of_mpi_are_the_whole():
    if shutil.which("mpirun") is None:
        skip("no launcher of MPI is installed")
    with Work() as work:
        work.run("mpirun", "--oversubscribe", "-n", "3", EXAMPLES / "mpi.sh", "rows", *WORDS,
                 OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        work.compare(3)


def python_with_dask():
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import distributed"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
            return python
    return skip("Dask's distributed is not installed")


def workers_of_dask_are_the_whole():
    python = python_with_dask()
    with Work() as work:
        work.run(python, EXAMPLES / "dask_shares.py", "4", "rows", *WORDS)
        work.compare(4)


def check_job(name):
    """The command and the variables of an indexed job; a pod gets its place."""
    try:
        import yaml
    except ImportError:
        skip("PyYAML is not installed")
    job = yaml.safe_load((EXAMPLES / name).read_text())
    check((job["apiVersion"], job["kind"]) == ("batch/v1", "Job"), "no job")
    spec = job["spec"]
    check(spec["completionMode"] == "Indexed", "JOB_COMPLETION_INDEX is not set")
    pod = spec["template"]["spec"]
    container = pod["containers"][0]
    variables = {entry["name"]: entry["value"] for entry in container["env"]}
    check(variables == {"JOB_COMPLETION_COUNT": str(spec["completions"])}, "JOB_COMPLETION_COUNT: %s" % variables)
    check(pod["restartPolicy"] in ("OnFailure", "Never"), "a job's pods do not restart always")
    mounts = {mount["name"] for mount in container["volumeMounts"]}
    check(mounts == {volume["name"] for volume in pod["volumes"]}, "volumes: %s" % mounts)
    # In a folder that stands for the claims.
    words = container["args"][0].replace("/assets/", "").replace("/assets", "assets").replace(
        "/results", "rows").replace("exec share.sh", "exec %s" % (EXAMPLES / "share.sh"))
    return [*container["command"], words], spec["completions"], variables


def the_job_of_kubernetes_names_its_place():
    command, completions, variables = check_job("kubernetes.yaml")
    with Work() as work:
        for index in (0, completions - 1):
            work.run(*command, JOB_COMPLETION_INDEX=str(index), **variables)
        check(len(list((work.path / "rows").glob("*.jsonl"))) == 2, "rows of two pods")


def a_sweep_of_kubernetes_is_the_whole():
    command, completions, variables = check_job("kubernetes-sweep.yaml")
    with Sweep() as work:
        for index in range(completions):
            work.run(*command, JOB_COMPLETION_INDEX=str(index), **variables)
        # 30, 60 … 240 Hz.
        check(len(list((work.path / "rows").rglob("*.jsonl"))) == 8, "runs of all pods")


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
