#!/usr/bin/env bash
# Judges one submission. Whatever happens, there is a results.json.
set -u

home="${AUTOGRADER:-/autograder}"
source="$home/source"
results="$home/results"

mkdir -p "$results"
# This one says that it is no grade. It stays where nothing better comes, also if this script is killed.
cp "$source/no-result.json" "$results/results.json"

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

timeout --kill-after=10 {SECONDS} \
    "$source/grader" --specs "$source/specs" check "$home/submission" --assignment {ID} --output "$work/grades"{SALT}
status=$?
# 0: judged; 3: the grader failed on it, which the result tells.
if [ "$status" -ne 0 ] && [ "$status" -ne 3 ]; then
    echo "grader check ended with status $status" >&2
    exit 0
fi

if "$source/grader" export gradescope "$work/grades" --output "$results/results.json.new"; then
    mv "$results/results.json.new" "$results/results.json"
else
    rm -f "$results/results.json.new"
fi
