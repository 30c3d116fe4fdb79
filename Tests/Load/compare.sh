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
#
# Processor time is the server's alone, the kernel's work for it included. Server and load get a core each where there
# are two. Traffic stays on 127.0.0.1. Nothing is ended but what was started here, and every step has a time limit.
set -euo pipefail

host='' load='' relay='' loadgen='' before='' runs=3 seconds=3

fail() {
    echo "compare.sh: $1" >&2
    exit 64
}

while (($#)); do
    (($# >= 2)) || fail "the flag $1 needs a value, or is none; see the head of this file"
    case $1 in
    --host) host=$2 ;;
    --load) load=$2 ;;
    --relay) relay=$2 ;;
    --loadgen) loadgen=$2 ;;
    --before) before=$2 ;;
    --runs) runs=$2 ;;
    --seconds) seconds=$2 ;;
    *) fail "there is no flag $1; see the head of this file" ;;
    esac
    shift 2
done
for program in "$host" "$load" "$relay" "$loadgen" ${before:+"$before"}; do
    [[ -x $program && ! -d $program ]] || fail "there must be four programs, and '$program' is none"
done
[[ $runs =~ ^[1-9][0-9]?$ ]] || fail "--runs takes 1 to 99"
[[ $seconds =~ ^[1-9][0-9]?$ ]] || fail "--seconds takes 1 to 99"

server_core=() load_core=()
if command -v taskset >/dev/null && taskset -c 0 true 2>/dev/null && taskset -c 1 true 2>/dev/null; then
    server_core=(taskset -c 0) load_core=(taskset -c 1)
fi

scratch=$(mktemp -d)
server=''

stop_server() {
    [[ -n $server ]] || return 0
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    server=''
}
trap 'stop_server; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# Starts a server and waits until it says that it listens; false if it has ended instead.
start_server() {
    : >"$scratch/server"
    ${server_core[@]+"${server_core[@]}"} "$@" >"$scratch/server" 2>"$scratch/complaints" &
    server=$!
    local try
    for ((try = 0; try < 100; try++)); do
        if grep -q listening "$scratch/server"; then return 0; fi
        kill -0 "$server" 2>/dev/null || break
        sleep 0.05
    done
    stop_server
    return 1
}

# Runs a load, and shows what it said if it fails.
run_load() {
    if ! timeout $((seconds + 60)) ${load_core[@]+"${load_core[@]}"} "$@" >"$scratch/load" 2>"$scratch/complaints"; then
        echo "compare.sh: this failed: $*" >&2
        cat "$scratch/load" "$scratch/complaints" >&2
        exit 70
    fi
}

# The number after a name in the load's output, behind a blank or `=`.
number() { sed -n "s/.*\b$1[= ]\([0-9.]*\).*/\1/p" "$scratch/load"; }

# measure_host HOST FIGURE FLAGS...: sets `cost` and `bytes`.
measure_host() {
    local program=$1 figure=$2
    shift 2
    start_server "$program" --bind 127.0.0.1 --port 0 --no-data --rate 0 \
        --max-connections 100000 --per-address 100000 ||
        fail "memory-host does not start: $(cat "$scratch/complaints")"
    local port
    port=$(sed -n 's/^listening on .*:\([0-9]*\)$/\1/p' "$scratch/server" | head -n 1)
    run_load "$load" --port "$port" --pid "$server" --seconds "$seconds" "$@"
    stop_server
    cost=$(number "$figure")
    bytes=$(number bytesPerDelivery)
}

# measure_relay FIGURE BYTES ARGUMENTS...: sets `cost`.
measure_relay() {
    local figure=$1 length=$2 try port
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
    [[ ! -t 2 ]] || printf '\rrun %d of %d' "$run" "$runs" >&2
    for matches in 1 100 1000; do
        compare "ping-pong, matches: $matches" flip hostMicrosecondsPerFlip cpu_us_line pair "$matches" \
            --matches "$matches"
    done
    compare "fan-out, watchers: 1000" delivery hostMicrosecondsPerDelivery cpu_us_deliv fan 1000 \
        --matches 1 --watchers 1000
done
[[ ! -t 2 ]] || printf '\r\033[K' >&2

echo "Processor time of the server, µs: median of $runs runs of $seconds s (least..most)"
echo "Server and load $( ((${#server_core[@]})) && echo 'on a core each' || echo 'share their cores')."
awk -F'|' '
    function sorted(list, count, values, i, j, value) {
        split(list, values, " ")
        for (i = 2; i <= count; i++) {
            value = values[i] + 0
            for (j = i - 1; j >= 1 && values[j] + 0 > value; j--) values[j + 1] = values[j]
            values[j + 1] = value
        }
        middle = count % 2 ? values[(count + 1) / 2] : (values[count / 2] + values[count / 2 + 1]) / 2
        return sprintf("%7.2f (%.2f..%.2f)", middle, values[1], values[count])
    }
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
                sorted(ours[name], n), sorted(theirs[name], n), sorted(ratio[name], n)
            if (name in before) printf "%-43s   %-26s %-26s %s\n", "  the host before", sorted(before[name], n),
                "", sorted(change[name], n)
        }
    }' "$scratch/results"
