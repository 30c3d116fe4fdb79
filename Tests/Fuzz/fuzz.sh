#!/usr/bin/env bash
# Tries lines that nobody would write on every reader of the project, with the address sanitizer on.
#
#   usage: Tests/Fuzz/fuzz.sh [what memory-fuzz takes; five seconds for each reader if nothing is said]
#
#   Tests/Fuzz/fuzz.sh --inputs 10000000            the long form
#   Tests/Fuzz/fuzz.sh journal --inputs N --seed S  a run again; with --print, every input before it is tried
#   Tests/Fuzz/fuzz.sh --seconds 60 --keep          adds what was interesting to Tests/Fuzz/Corpus
set -euo pipefail
cd "$(dirname "$0")/../.."

build=(swift build -c release --sanitize=address --scratch-path .build/fuzz --product memory-fuzz)
"${build[@]}"
# What is still held when the program ends is no leak.
export ASAN_OPTIONS=detect_leaks=0
[ $# -gt 0 ] || set -- --seconds 5
"$("${build[@]}" --show-bin-path)/memory-fuzz" "$@"
