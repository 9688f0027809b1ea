#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Dask: shares of a folder over the workers of a client.

    dask_shares.py [--scheduler ADDRESS] SHARES RESULTS VERB FOLDER [OPTION…]

Without an address the workers are processes of this machine. Each share runs share.sh, so a run that was killed goes
on where it was.
"""

import os
import subprocess
import sys

from distributed import Client

SHARE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "share.sh")


def run_share(number, count, results, words):
    subprocess.run([SHARE, "%d/%d" % (number, count), results, str(number), *words, "--jobs", "1"], check=True)
    return number


def main():
    words = sys.argv[1:]
    address = None
    if words[:1] == ["--scheduler"]:
        address, words = words[1], words[2:]
    count, results = int(words[0]), words[1]
    with Client(address) if address else Client(n_workers=os.cpu_count(), threads_per_worker=1,
                                                dashboard_address=None) as client:
        shares = client.map(run_share, range(1, count + 1), count=count, results=results, words=words[2:], pure=False)
        client.gather(shares)


if __name__ == "__main__":
    main()
