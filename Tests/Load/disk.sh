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
. "$(dirname "$0")/bench.sh"

host='' load='' before='' runs=4 seconds=4 folder=''
take_flags 'host load before runs seconds folder' "$@"
for flag in host load ${before:+before}; do need_program "--$flag" "${!flag}"; done
[[ -z $folder || -d $folder ]] || fail "there is no folder $folder"
make_scratch "$folder"

# measure CASE MODE WHICH HOST FLAGS...: adds a line to the results.
measure() {
    local name=$1 mode=$2 which=$3 program=$4 storage=(--no-data)
    shift 4
    [[ $mode == 'no data' ]] || storage=(--data "$scratch/data" --sync "$mode")
    start_host "$program" "${storage[@]}"
    load_host "$@"
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
    show_run
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
hide_run

echo "Processor time of the host a flip, µs, and the 99th percentile of waiting, ms: median of $runs runs (least..most)"
echo "Host and load: $(cores)."
sort -o "$scratch/results" "$scratch/results"
table '
    {
        key = $1 "|" $2 "|" $3
        if (!(key in cost)) order[++cases] = key
        cost[key] = cost[key] " " $4; wait[key] = wait[key] " " $5 / 1000
    }
    END {
        printf "%-22s %-8s %-7s %-24s %-8s %s\n", "load", "sync", "", "µs a flip", "no data", "p99, ms"
        for (i = 1; i <= cases; i++) {
            split(order[i], part, "|")
            none = cost[part[1] "|no data|" part[3]]
            ratio = part[2] == "" || part[2] == "no data" ? "" : sprintf("x %.2f", median(cost[order[i]]) / median(none))
            name = part[2] == "" ? part[1] : substr(part[1], 3)
            printf "%-22s %-8s %-7s %-24s %-8s %s\n", name, part[2], part[3],
                spread(cost[order[i]]), ratio, spread(wait[order[i]])
        }
    }'
