#!/usr/bin/env bash
# Prepares the machine once, when the autograder is uploaded. What it prints is in the build's output.
set -eu

home="${AUTOGRADER:-/autograder}"
source="$home/source"

if ! command -v g++ >/dev/null || ! command -v cc >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update
    apt-get install -y --no-install-recommends g++ libc6-dev
fi

# Programs of students are kept away from the spec and the grader.
chmod 700 "$source" "$source/grader" "$source/run_autograder"

if ! "$source/grader" --version; then
    echo "The grader does not run on this machine. It was built for a newer system: choose a newer Ubuntu as" >&2
    echo "the base image, or build the grader on this one and make the bundle there." >&2
    exit 1
fi
# Says what the machine lacks; students' programs run on another one that is made from this.
"$source/grader" doctor || true
