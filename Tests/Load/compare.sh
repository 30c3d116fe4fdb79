#!/usr/bin/env bash
# Compares what a flip costs memory-host with what it costs a relay that only passes lines on: the least that any host
# of this kind can do. Both are loaded in turns, so that what the machine does besides weighs on both.
#
#   usage: compare.sh --host memory-host --load memory-load --relay RELAY --loadgen LOADGEN [--runs N] [--seconds S]
#                     [--before memory-host]
#
# With --before, an earlier memory-host is measured in turns with them.
#
# The four are programs, anywhere. memory-host and memory-load are this package's. A RELAY is started as
#     RELAY PORT static BYTES          it listens on 127.0.0.1, says so, and answers every line by BYTES bytes
# to every member of the sender's room; a LOADGEN as
#     LOADGEN pair|fan -p PORT -P RELAY_PID -n PAIRS_OR_WATCHERS -d 1 -t SECONDS -w 1
# and prints key=value, of which cpu_us_line and cpu_us_deliv are taken: the relay's processor time in microseconds.
#
# What is alike: one flip of a pair, or of the room, is in flight; the next is sent when all have what came of it. What
# a member gets for a flip has the same mean length: BYTES is what memory-load measured for the same case.
# What is not: in a relay's pair one player sends all flips and the other only reads, while in a match both flip in
# turn, so the host reads from twice as many sockets, each of them half as often: over a thousand matches they are
# colder. And the host does what a relay does not: it keeps the rules, draws the board and sets the turn's clock.
. "$(dirname "$0")/bench.sh"

host='' load='' relay='' loadgen='' before='' runs=3 seconds=3
take_flags 'host load relay loadgen before runs seconds' "$@"
for flag in host load relay loadgen ${before:+before}; do need_program "--$flag" "${!flag}"; done
make_scratch

# measure_host HOST FIGURE FLAGS...: sets `cost` and `bytes`.
measure_host() {
    local program=$1 figure=$2
    shift 2
    start_host "$program" --no-data
    load_host "$@"
    stop_server
    cost=$(number "$figure")
    bytes=$(number bytesPerDelivery)
}

# measure_relay FIGURE BYTES ARGUMENTS...: sets `cost`.
measure_relay() {
    local figure=$1 length=$2 try
    shift 2
    for ((try = 0; ; try++)); do
        port=$((20000 + RANDOM % 12000))
        if start_server "$relay" "$port" static "$length"; then break; fi
        ((try < 20)) || fail "the relay does not start: $(cat "$scratch/complaints")"
    done
    run_load "$loadgen" "$1" -p "$port" -P "$server" "${@:2}" -d 1 -t "$seconds" -w 1
    stop_server
    cost=$(number "$figure")
}

# compare NAME UNIT HOST_FIGURE RELAY_FIGURE MODE COUNT FLAGS...: adds a line to the results. Every other time the relay
# goes first, with the length of the time before, and the host before goes before the host.
compare() {
    local name=$1 unit=$2 host_figure=$3 relay_figure=$4 mode=$5 count=$6
    shift 6
    local kept="$scratch/bytes-$mode-$count" ours theirs old='' bytes='' cost=''
    if ((run % 2 == 0)); then
        measure_relay "$relay_figure" "$(cat "$kept")" "$mode" -n "$count"
        theirs=$cost
        if [[ -n $before ]]; then measure_host "$before" "$host_figure" "$@" && old=$cost; fi
        measure_host "$host" "$host_figure" "$@"
        ours=$cost
    else
        measure_host "$host" "$host_figure" "$@"
        ours=$cost
        if [[ -n $before ]]; then measure_host "$before" "$host_figure" "$@" && old=$cost; fi
        measure_relay "$relay_figure" "${bytes%.*}" "$mode" -n "$count"
        theirs=$cost
    fi
    echo "${bytes%.*}" >"$kept"
    [[ -n $ours && -n $theirs && (-z $before || -n $old) ]] || fail "no figures for $name"
    echo "$name|$unit|$bytes|$ours|$theirs|$old" >>"$scratch/results"
}

for ((run = 1; run <= runs; run++)); do
    show_run
    for matches in 1 100 1000; do
        compare "ping-pong, matches: $matches" flip hostMicrosecondsPerFlip cpu_us_line pair "$matches" \
            --matches "$matches"
    done
    compare "fan-out, watchers: 1000" delivery hostMicrosecondsPerDelivery cpu_us_deliv fan 1000 \
        --matches 1 --watchers 1000
done
hide_run

echo "Processor time of the server, µs: median of $runs runs of $seconds s (least..most)"
echo "Server and load: $(cores)."
table '
    !($1 in count) { order[++cases] = $1 }
    {
        count[$1]++; unit[$1] = $2; bytes[$1] += $3
        ours[$1] = ours[$1] " " $4; theirs[$1] = theirs[$1] " " $5; ratio[$1] = ratio[$1] " " $4 / $5
        if ($6 != "") { before[$1] = before[$1] " " $6; change[$1] = change[$1] " " $4 / $6 }
    }
    END {
        printf "%-26s %-9s %6s   %-26s %-26s %s\n", "case", "a", "bytes", "memory-host", "relay", "ratio"
        for (i = 1; i <= cases; i++) {
            name = order[i]; n = count[name]
            printf "%-26s %-9s %6.0f   %-26s %-26s %s\n", name, unit[name], bytes[name] / n,
                spread(ours[name]), spread(theirs[name]), spread(ratio[name])
            if (name in before) printf "%-43s   %-26s %-26s %s\n", "  the host before", spread(before[name]),
                "", spread(change[name])
        }
    }'
