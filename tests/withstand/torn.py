#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whatever tumble writes is the old file or the new one, never half of one.

    torn.py --tumble build/release/bin/tumble [--rounds 8] [--seed 1]

Each output is written over an old file while the program is killed at a random moment (SIGKILL),
while no file may grow beyond a random size (RLIMIT_FSIZE), and on a disk that is too small, where
one can be mounted. A program that could say so says so: exit status 3, and nothing left beside the
old file.
"""
import argparse
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
OLD = b"the file that was there\n"
SAMPLE = str(ROOT / "samples" / "shapes.gltf")

# Name of the output, and the arguments that write it.
OUTPUTS = {
    "converted.gltf": ["convert", SAMPLE, "--to", "omi", "-o"],
    "converted.glb": ["convert", SAMPLE, "--to", "msft", "-o"],
    "lines.ndjson": ["simulate", SAMPLE, "--duration", "4", "--quiet", "--trajectory"],
    "arrays.npz": ["simulate", SAMPLE, "--duration", "4", "--quiet", "--trajectory"],
    "baked.glb": ["simulate", SAMPLE, "--duration", "4", "--quiet", "--bake"],
    "end.tck": ["simulate", SAMPLE, "--duration", "4", "--quiet", "--checkpoint"],
}


class Check:
    def __init__(self, tumble, folder):
        self.tumble, self.folder = tumble, pathlib.Path(folder)
        self.tries = self.kept = self.replaced = 0
        self.wrong = []

    def command(self, name):
        return [self.tumble, *OUTPUTS[name], str(self.folder / name)]

    def reference(self, name):
        """What a run writes that nothing disturbs, and how long it takes."""
        (self.folder / name).write_bytes(OLD)
        began = time.monotonic()
        done = subprocess.run(self.command(name), capture_output=True, check=False)
        seconds = time.monotonic() - began
        if done.returncode != 0:
            sys.exit(f"{name}: exit status {done.returncode}: {done.stderr.decode()}")
        return (self.folder / name).read_bytes(), seconds

    def look(self, name, new, what, status, may_leave):
        """The old file or the new one; `may_leave`: a file under another name beside it."""
        self.tries += 1
        target = self.folder / name
        found = target.read_bytes() if target.exists() else None
        others = [path for path in self.folder.iterdir() if path != target]
        if found == OLD:
            self.kept += 1
        elif found == new:
            self.replaced += 1
        else:
            self.wrong.append(f"{name}, {what}: {len(found or b'')} bytes of {len(new)}")
        if others and not may_leave:
            self.wrong.append(f"{name}, {what}: left {[path.name for path in others]}")
        if status is not None and (found == new) != (status == 0):
            self.wrong.append(f"{name}, {what}: exit status {status}")
        if status not in (None, 0, 3):
            self.wrong.append(f"{name}, {what}: exit status {status}, not 3")
        for path in others:
            path.unlink()
        target.write_bytes(OLD)

    def kill(self, name, new, seconds, rounds, chance):
        for _ in range(rounds):
            after = chance.uniform(0, 1.2 * seconds)
            with subprocess.Popen(self.command(name), stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL) as running:
                time.sleep(after)
                running.send_signal(signal.SIGKILL)
                running.wait()
            self.look(name, new, f"killed after {after:.4f} s", None, True)

    def limit(self, name, new, rounds, chance):
        sizes = [0, 1, len(new) // 2, len(new) - 1]
        sizes += [chance.randrange(len(new)) for _ in range(rounds - len(sizes))]

        for size in sizes[:rounds]:
            def small(size=size):
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

            done = subprocess.run(self.command(name), stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, preexec_fn=small, check=False)
            self.look(name, new, f"files of {size} bytes at most", done.returncode, False)


def report(check, what):
    print(f"{what}: {check.tries} tries, the old file {check.kept} times, the new one "
          f"{check.replaced} times, {len(check.wrong)} wrong")
    for line in check.wrong[:10]:
        print(f"  {line}")
    return len(check.wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tumble", required=True)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    tumble = str(pathlib.Path(arguments.tumble).resolve())
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="tumble-torn-") as folder:
        kills, limits = Check(tumble, folder), Check(tumble, folder)
        known = {}
        for name in OUTPUTS:
            new, seconds = known[name] = kills.reference(name)
            (kills.folder / name).write_bytes(OLD)
            kills.kill(name, new, seconds, arguments.rounds, chance)
            limits.limit(name, new, arguments.rounds, chance)
            (kills.folder / name).unlink()
        wrong += report(kills, "killed") + report(limits, "no room for the file")
        small = pathlib.Path(folder) / "disk"
        small.mkdir()
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(small)],
                               capture_output=True, check=False)
        if mount.returncode != 0:
            print("a full disk: skipped, none can be mounted here")
        else:
            try:
                disk = Check(tumble, small)
                for name, (new, _) in known.items():
                    room = small / "room"
                    (small / name).write_bytes(OLD)
                    # Some of it is taken, so that smaller outputs do not fit either.
                    room.write_bytes(bytes(max(0, 60000 - len(new) // 2)))
                    done = subprocess.run(disk.command(name), capture_output=True, check=False)
                    room.unlink()
                    disk.look(name, new, "on a small disk", done.returncode, False)
                    (small / name).unlink()
                wrong += report(disk, "a full disk")
            finally:
                subprocess.run(["umount", str(small)], check=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
