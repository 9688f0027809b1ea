#!/bin/sh
# SPDX-License-Identifier: MIT
# A Slurm array, one share a task: sbatch --array=0-15 slurm.sh RESULTS VERB FOLDER|FILE [OPTION…]
#
# Tasks that were killed are run again by the same command; tasks that are done end at once.
#SBATCH --job-name=tumble
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --requeue
set -eu
# Slurm runs a copy of this file; CLUSTER is the folder that it came from.
here=${CLUSTER:-$(dirname "$0")}
results=$1
shift
exec "$here/share.sh" auto "$results" "$SLURM_ARRAY_TASK_ID" "$@" --jobs "${SLURM_CPUS_PER_TASK:-1}"
