#!/usr/bin/env bash
# Loads memory-host with crowds: watchers who never read, thousands of matches, thousands of watchers. It prints a line
# for each, the median of several runs; the crowds take turns, so that what the machine does besides weighs on all.
#
#   usage: crowds.sh --host memory-host --load memory-load [--runs N] [--seconds S] [-- FLAGS OF THE HOST]
#
# The last line says what a thousand watchers of a match who never read do to the latency of its players.
#
# Host and load get a core each where there are two. Traffic stays on 127.0.0.1. Nothing is ended but what was started
# here, and every step has a time limit. A load that sees anything wrong ends the script.
set -euo pipefail

host='' load='' runs=3 seconds=4

fail() {
    echo "crowds.sh: $1" >&2
    exit 64
}

while (($#)); do
    [[ $1 != -- ]] || { shift && break; }
    (($# >= 2)) || fail "the flag $1 needs a value, or is none; see the head of this file"
    case $1 in
    --host) host=$2 ;;
    --load) load=$2 ;;
    --runs) runs=$2 ;;
    --seconds) seconds=$2 ;;
    *) fail "there is no flag $1; see the head of this file" ;;
    esac
    shift 2
done
for program in "$host" "$load"; do
    [[ -x $program && ! -d $program ]] || fail "there must be two programs, and '$program' is none"
done
[[ $runs =~ ^[1-9][0-9]?$ ]] || fail "--runs takes 1 to 99"
[[ $seconds =~ ^([1-9]|1[0-5])$ ]] || fail "--seconds takes 1 to 15"
(($(ulimit -Hn) >= 8192)) || fail "the system allows $(ulimit -Hn) open files, and 8192 are needed"

host_core=() load_core=()
if command -v taskset >/dev/null && taskset -c 0 true 2>/dev/null && taskset -c 1 true 2>/dev/null; then
    host_core=(taskset -c 0) load_core=(taskset -c 1)
fi

scratch=$(mktemp -d)
process=''

stop_host() {
    [[ -n $process ]] || return 0
    kill "$process" 2>/dev/null || true
    wait "$process" 2>/dev/null || true
    process=''
}
trap 'stop_host; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# start_host FLAGS...: sets `port`.
start_host() {
    : >"$scratch/host"
    ${host_core[@]+"${host_core[@]}"} "$host" --bind 127.0.0.1 --port 0 --rate 0 --max-connections 100000 \
        --per-address 10000 "$@" >"$scratch/host" 2>"$scratch/complaints" &
    process=$!
    local try
    for ((try = 0; try < 100; try++)); do
        port=$(sed -n 's/^listening on .*:\([0-9]*\)$/\1/p' "$scratch/host" | head -n 1)
        [[ -z $port ]] || return 0
        kill -0 "$process" 2>/dev/null || break
        sleep 0.05
    done
    fail "memory-host does not start: $(cat "$scratch/complaints")"
}

# The number after a name in the load's output.
number() { sed -n "s/^$1 //p" "$scratch/load"; }

# crowd NAME FLAGS...: adds a line to the results.
crowd() {
    local name=$1 line
    shift
    start_host ${flags[@]+"${flags[@]}"}
    if ! timeout $((seconds + 90)) ${load_core[@]+"${load_core[@]}"} "$load" --port "$port" --pid "$process" \
        --seconds "$seconds" "$@" >"$scratch/load" 2>"$scratch/complaints"; then
        echo "crowds.sh: this failed: $name" >&2
        cat "$scratch/load" "$scratch/complaints" >&2
        exit 70
    fi
    stop_host
    line=$name
    for key in flipsPerSecond deliveriesPerSecond p50Microseconds p90Microseconds p99Microseconds p999Microseconds \
        maxMicroseconds hostMicrosecondsPerFlip hostMicrosecondsPerDelivery hostResidentKiB; do
        line+="|$(number "$key")"
    done
    echo "$line" >>"$scratch/results"
}

flags=("$@")
for ((run = 1; run <= runs; run++)); do
    [[ ! -t 2 ]] || printf '\rrun %d of %d' "$run" "$runs" >&2
    # Before what is measured the system's buffers for those who never read must have filled.
    crowd "1 match" --warmup 5 --matches 1
    crowd "1 match, 1000 never read" --warmup 5 --matches 1 --stalled 1000
    crowd "1 match, 1000 flips/s" --warmup 10 --matches 1 --rate 1000
    crowd "the same, 1000 never read" --warmup 10 --matches 1 --rate 1000 --stalled 1000
    crowd "2000 matches" --warmup 2 --matches 2000
    crowd "2000 matches, 5000 flips/s" --warmup 2 --matches 2000 --rate 5000
    crowd "1 match, 3000 watchers" --warmup 2 --matches 1 --watchers 3000
done
[[ ! -t 2 ]] || printf '\r\033[K' >&2

echo "Latency and processor time in µs: medians of $runs runs of $seconds s."
awk -F'|' '
    function median(list, count, values, i, j, value) {
        count = split(list, values, " ")
        for (i = 2; i <= count; i++) {
            value = values[i] + 0
            for (j = i - 1; j >= 1 && values[j] + 0 > value; j--) values[j + 1] = values[j]
            values[j + 1] = value
        }
        return count % 2 ? values[(count + 1) / 2] : (values[count / 2] + values[count / 2 + 1]) / 2
    }
    !($1 in known) { known[$1] = 1; order[++cases] = $1 }
    { for (i = 2; i <= 11; i++) all[$1, i] = all[$1, i] " " $i }
    END {
        printf "%-28s%9s%11s%9s%9s%9s%9s%9s%9s%11s%9s\n", "crowd", "flips/s", "deliver/s", "p50", "p90", "p99",
            "p99.9", "max", "a flip", "a delivery", "MiB"
        for (c = 1; c <= cases; c++) {
            for (i = 2; i <= 11; i++) m[c, i] = median(all[order[c], i])
            printf "%-28s%9.0f%11.0f%9.0f%9.0f%9.0f%9.0f%9.0f%9.1f%11.2f%9.1f\n", order[c], m[c, 2], m[c, 3], m[c, 4],
                m[c, 5], m[c, 6], m[c, 7], m[c, 8], m[c, 9], m[c, 10], m[c, 11] / 1024
        }
        printf "p99 with 1000 who never read, against without: %.2f; at 1000 flips/s: %.2f\n", m[2, 6] / m[1, 6],
            m[4, 6] / m[3, 6]
    }' "$scratch/results"
