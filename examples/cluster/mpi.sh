#!/bin/sh
# SPDX-License-Identifier: MIT
# A launcher of MPI, one share a rank: mpirun -n 16 mpi.sh RESULTS VERB FOLDER|FILE [OPTION…]
#
# No rank sends anything to another one: the launcher only starts them on its machines.
set -eu
rank=${OMPI_COMM_WORLD_RANK:-${PMI_RANK:?mpi.sh is started by mpirun}}
results=$1
shift
exec "$(dirname "$0")/share.sh" auto "$results" "$rank" "$@" --jobs 1
