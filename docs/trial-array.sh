#!/bin/sh
# A trial as an array of jobs that share nothing but a folder. Under Slurm:
#
#     jobs=$(sbatch --parsable --array=1-100 --cpus-per-task=4 docs/trial-array.sh)
#     sbatch --dependency=afterok:$jobs docs/trial-array.sh merge
#
# Without Slurm, part 3 of 100: PART=3 PARTS=100 docs/trial-array.sh. A part that failed is started again by itself
# and plays only what it had not finished.
set -eu
: "${AGENT:=expectimax(eval=snake,depth=3)}" "${GAMES:=10000}" "${FOLDER:=trial}" "${REDOUBLE:=redouble}"
part=${PART:-${SLURM_ARRAY_TASK_ID:-1}}
parts=${PARTS:-${SLURM_ARRAY_TASK_COUNT:-1}}
mkdir -p "$FOLDER"
if [ "${1:-}" = merge ]; then
    "$REDOUBLE" notebook merge --notebook "$FOLDER/all.sqlite" "$FOLDER"/part-*.sqlite
    exec "$REDOUBLE" trial "$AGENT" --games "$GAMES" --notebook "$FOLDER/all.sqlite"
fi
exec "$REDOUBLE" trial "$AGENT" --games "$GAMES" --shard "$part/$parts" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
    --notebook "$FOLDER/part-$part.sqlite"
