#!/usr/bin/env bash
# Fuzzes every parser in the project, with the address sanitizer.
#
#   usage: Tests/Fuzz/fuzz.sh [arguments for memory-fuzz; by default, five seconds for each parser]
#
#   Tests/Fuzz/fuzz.sh --inputs 10000000            a long run
#   Tests/Fuzz/fuzz.sh journal --inputs N --seed S  repeats a run; with --print, prints each input before trying it
#   Tests/Fuzz/fuzz.sh --seconds 60 --keep          adds the interesting inputs to Tests/Fuzz/Corpus
set -euo pipefail
cd "$(dirname "$0")/../.."

# Memory that is still held when a program ends is not a leak.
export ASAN_OPTIONS=detect_leaks=0:${ASAN_OPTIONS:-}
# The build that the gate makes, too.
export MEMORY_SANITIZED=1
build=(swift build -c release --scratch-path .build/sanitized --product memory-fuzz)
"${build[@]}"
[ $# -gt 0 ] || set -- --seconds 5
"$("${build[@]}" --show-bin-path)/memory-fuzz" "$@"
