#!/usr/bin/env bash
# Loads memory-host with crowds: watchers who never read, thousands of matches, thousands of watchers. It prints a line
# for each, the median of several runs; the crowds take turns, so that what the machine does besides weighs on all.
#
#   usage: crowds.sh --host memory-host --load memory-load [--runs N] [--seconds S] [-- FLAGS OF THE HOST]
#
# The last line says what a thousand watchers of a match who never read do to the latency of its players.
#
# A load that sees anything wrong ends the script.
. "$(dirname "$0")/bench.sh"

host='' load='' runs=3 seconds=4 most_seconds=15
take_flags 'host load runs seconds --' "$@"
for flag in host load; do need_program "--$flag" "${!flag}"; done
(($(ulimit -Hn) >= 8192)) || fail "the system allows $(ulimit -Hn) open files, and 8192 are needed"
make_scratch

# crowd NAME FLAGS...: adds a line to the results.
crowd() {
    local name=$1 line
    shift
    start_host "$host" ${rest[@]+"${rest[@]}"}
    load_host "$@"
    stop_server
    line=$name
    for key in flipsPerSecond deliveriesPerSecond p50Microseconds p90Microseconds p99Microseconds p999Microseconds \
        maxMicroseconds hostMicrosecondsPerFlip hostMicrosecondsPerDelivery hostResidentKiB; do
        line+="|$(number "$key")"
    done
    echo "$line" >>"$scratch/results"
}

for ((run = 1; run <= runs; run++)); do
    show_run
    # Before what is measured the system's buffers for those who never read must have filled.
    crowd "1 match" --warmup 5 --matches 1
    crowd "1 match, 1000 never read" --warmup 5 --matches 1 --stalled 1000
    crowd "1 match, 1000 flips/s" --warmup 10 --matches 1 --rate 1000
    crowd "the same, 1000 never read" --warmup 10 --matches 1 --rate 1000 --stalled 1000
    crowd "2000 matches" --warmup 2 --matches 2000
    crowd "2000 matches, 5000 flips/s" --warmup 2 --matches 2000 --rate 5000
    crowd "1 match, 3000 watchers" --warmup 2 --matches 1 --watchers 3000
done
hide_run

echo "Latency and processor time in µs: medians of $runs runs of $seconds s."
table '
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
    }'
