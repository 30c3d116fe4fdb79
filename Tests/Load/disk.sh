#!/usr/bin/env bash
# Shows what keeping everything on disk costs memory-host: a flip's processor time, and how long players wait for it,
# without a data folder and with each `--sync`, alternately, so that what else the machine does affects all alike.
#
#   usage: disk.sh --host memory-host --load memory-load [--before memory-host] [--runs N] [--seconds S] [--folder DIR]
#
# With --before, an earlier memory-host is measured in turns with it. DIR is where the data goes, on the disk that is
# meant: by default that of the folder for temporary files.
#
# Two loads: 2000 matches that flip 5000 times a second together, which leaves the host idle in between, and 1000
# matches that flip as often as the host lets them. A bare loop that writes 130 bytes, about an entry of the journal,
# and syncs them, 5000 times a second, shows what the disk itself takes.
#
# Processor time is the host's alone, the kernel's work for it included. Host and load get a core each where there are
# two. Traffic stays on 127.0.0.1. Nothing is ended but what was started here, and every step has a time limit.
set -euo pipefail

host='' load='' before='' runs=4 seconds=4 folder=''

fail() {
    echo "disk.sh: $1" >&2
    exit 64
}

while (($#)); do
    (($# >= 2)) || fail "the flag $1 needs a value, or is not a flag; see the head of this file"
    case $1 in
    --host) host=$2 ;;
    --load) load=$2 ;;
    --before) before=$2 ;;
    --runs) runs=$2 ;;
    --seconds) seconds=$2 ;;
    --folder) folder=$2 ;;
    *) fail "there is no flag $1; see the head of this file" ;;
    esac
    shift 2
done
for program in "$host" "$load" ${before:+"$before"}; do
    [[ -x $program && ! -d $program ]] || fail "there must be a host and a load, and '$program' is no program"
done
[[ $runs =~ ^[1-9][0-9]?$ ]] || fail "--runs takes 1 to 99"
[[ $seconds =~ ^[1-9][0-9]?$ ]] || fail "--seconds takes 1 to 99"
[[ -z $folder || -d $folder ]] || fail "there is no folder $folder"

server_core=() load_core=()
if command -v taskset >/dev/null && taskset -c 0 true 2>/dev/null && taskset -c 1 true 2>/dev/null; then
    server_core=(taskset -c 0) load_core=(taskset -c 1)
fi

scratch=$(mktemp -d ${folder:+-p "$folder"})
server=''

stop_server() {
    [[ -n $server ]] || return 0
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    server=''
}
trap 'stop_server; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# start_server HOST FLAGS...: starts a host and waits until it says that it listens.
start_server() {
    : >"$scratch/server"
    ${server_core[@]+"${server_core[@]}"} "$@" --bind 127.0.0.1 --port 0 --rate 0 --max-connections 100000 \
        --per-address 100000 >"$scratch/server" 2>"$scratch/complaints" &
    server=$!
    local try
    for ((try = 0; try < 100; try++)); do
        if grep -q listening "$scratch/server"; then return 0; fi
        kill -0 "$server" 2>/dev/null || break
        sleep 0.05
    done
    fail "memory-host does not start: $(cat "$scratch/complaints")"
}

# The number after a name in the load's output, behind a blank or `=`.
number() { sed -n "s/.*\b$1[= ]\([0-9.]*\).*/\1/p" "$scratch/load"; }

# measure CASE MODE WHICH HOST FLAGS...: adds a line to the results.
measure() {
    local name=$1 mode=$2 which=$3 program=$4 storage=(--no-data)
    shift 4
    [[ $mode == 'no data' ]] || storage=(--data "$scratch/data" --sync "$mode")
    start_server "$program" "${storage[@]}"
    local port
    port=$(sed -n 's/^listening on .*:\([0-9]*\)$/\1/p' "$scratch/server" | head -n 1)
    if ! timeout $((seconds + 60)) ${load_core[@]+"${load_core[@]}"} "$load" --port "$port" --pid "$server" \
        --seconds "$seconds" "$@" >"$scratch/load" 2>"$scratch/complaints"; then
        cat "$scratch/load" "$scratch/complaints" >&2
        fail "the load failed"
    fi
    stop_server
    rm -rf "$scratch/data"
    local cost p99
    cost=$(number hostMicrosecondsPerFlip)
    p99=$(number p99Microseconds)
    [[ -n $cost && -n $p99 ]] || fail "no figures for $name, $mode"
    echo "$name|$mode|$which|$cost|$p99" >>"$scratch/results"
}

# The bare loop: its processor time a round, and the 99th percentile of its waits, in microseconds.
bare() {
    timeout 60 ${server_core[@]+"${server_core[@]}"} python3 - "$scratch/bare" <<'PYTHON'
import os, sys, time
rounds, rate = 10_000, 5_000
file = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
sync = getattr(os, "fdatasync", os.fsync)
waits, line, cost, start = [], b"x" * 130, 0.0, time.perf_counter()
for round in range(rounds):
    before, used = time.perf_counter(), time.process_time()
    os.pwrite(file, line, round * len(line))
    sync(file)
    cost += time.process_time() - used
    waits.append(time.perf_counter() - before)
    time.sleep(max(0.0, start + (round + 1) / rate - time.perf_counter()))
os.remove(sys.argv[1])
waits.sort()
print(f"write and sync alone|||{cost / rounds * 1e6:.1f}|{waits[rounds * 99 // 100] * 1e6:.0f}")
PYTHON
}

for ((run = 1; run <= runs; run++)); do
    [[ ! -t 2 ]] || printf '\rrun %d of %d' "$run" "$runs" >&2
    for mode in 'no data' always second never; do
        for which in before now; do
            [[ $which == now ]] && program=$host || program=$before
            [[ -n $program ]] || continue
            measure 'a 5000 flips a second' "$mode" "$which" "$program" --matches 2000 --rate 5000
            measure 'b as many as it takes' "$mode" "$which" "$program" --matches 1000
        done
    done
    bare >>"$scratch/results"
done
[[ ! -t 2 ]] || printf '\r\033[K' >&2

echo "Processor time of the host a flip, µs, and the 99th percentile of waiting, ms: median of $runs runs (least..most)"
echo "Host and load $( ((${#server_core[@]})) && echo 'on a core each' || echo 'share their cores')."
awk -F'|' '
    function sorted(list, scale, count, values, i, j, value) {
        count = split(list, values, " ")
        for (i = 2; i <= count; i++) {
            value = values[i] + 0
            for (j = i - 1; j >= 1 && values[j] + 0 > value; j--) values[j + 1] = values[j]
            values[j + 1] = value
        }
        middle = (count % 2 ? values[(count + 1) / 2] : (values[count / 2] + values[count / 2 + 1]) / 2) / scale
        return sprintf("%.2f (%.2f..%.2f)", middle, values[1] / scale, values[count] / scale)
    }
    {
        key = $1 "|" $2 "|" $3
        if (!(key in cost)) order[++cases] = key
        cost[key] = cost[key] " " $4; wait[key] = wait[key] " " $5
    }
    END {
        printf "%-22s %-8s %-7s %-24s %-8s %s\n", "load", "sync", "", "µs a flip", "no data", "p99, ms"
        for (i = 1; i <= cases; i++) {
            split(order[i], part, "|")
            text = sorted(cost[order[i]], 1)
            own = middle
            sorted(cost[part[1] "|no data|" part[3]], 1)
            ratio = part[2] == "" || part[2] == "no data" ? "" : sprintf("x %.2f", own / middle)
            name = part[2] == "" ? part[1] : substr(part[1], 3)
            printf "%-22s %-8s %-7s %-24s %-8s %s\n", name, part[2], part[3], text, ratio, sorted(wait[order[i]], 1000)
        }
    }' <(sort "$scratch/results")
