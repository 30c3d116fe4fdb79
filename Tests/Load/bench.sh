# What the benchmarks in this folder share. Each of them is a script that reads this one with `.`.
#
# Processor time is the server's alone, the kernel's work for it included. Server and load get a core each where there
# are two. Traffic stays on 127.0.0.1. Nothing is ended but what was started here, and every step has a time limit.
set -euo pipefail

fail() {
    echo "${0##*/}: $1" >&2
    exit 64
}

most_seconds=99

# take_flags "NAMES" ARGUMENTS...: sets the variable that a flag is named after; `rest` is what follows `--`.
take_flags() {
    local names=" $1 "
    shift
    rest=()
    while (($#)); do
        if [[ $1 == -- && $names == *' -- '* ]]; then
            rest=("${@:2}")
            break
        fi
        [[ $1 == --?* && $names == *" ${1#--} "* ]] || fail "there is no flag $1; see the head of this file"
        (($# >= 2)) || fail "the flag $1 needs a value"
        printf -v "${1#--}" %s "$2"
        shift 2
    done
    [[ $runs =~ ^[1-9][0-9]?$ ]] || fail "--runs takes 1 to 99"
    [[ $seconds =~ ^[1-9][0-9]?$ ]] && ((seconds <= most_seconds)) || fail "--seconds takes 1 to $most_seconds"
}

# need_program FLAG PATH
need_program() { [[ -x $2 && ! -d $2 ]] || fail "$1 takes a program, and '$2' is none"; }

server_core=() load_core=()
if command -v taskset >/dev/null && taskset -c 0 true 2>/dev/null && taskset -c 1 true 2>/dev/null; then
    server_core=(taskset -c 0) load_core=(taskset -c 1)
fi
cores() { ((${#server_core[@]})) && echo 'on a core each' || echo 'sharing their cores'; }

# make_scratch [IN]: makes the folder `scratch`, and sees to it that nothing is left when the script ends.
make_scratch() {
    scratch=$(mktemp -d ${1:+-p "$1"})
    trap 'stop_server; rm -rf "$scratch"' EXIT
    trap 'exit 130' INT TERM
}

# Shows how far the runs are, where somebody watches.
show_run() { [[ ! -t 2 ]] || printf '\rrun %d of %d' "$run" "$runs" >&2; }
hide_run() { [[ ! -t 2 ]] || printf '\r\033[K' >&2; }

server='' port=''

stop_server() {
    [[ -n $server ]] || return 0
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
    server=''
}

# start_server COMMAND...: starts a server and waits until it says that it listens; false if it ends instead.
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

# start_host HOST FLAGS...: starts a host that sets no limits, and sets `port`.
start_host() {
    start_server "$1" --bind 127.0.0.1 --port 0 --rate 0 --max-connections 100000 --per-address 100000 "${@:2}" ||
        fail "memory-host does not start: $(cat "$scratch/complaints")"
    port=$(sed -n 's/^listening on .*:\([0-9]*\)$/\1/p' "$scratch/server" | head -n 1)
}

# run_load COMMAND...: runs a load; ends the script, showing what the load said, if it fails.
run_load() {
    if ! timeout $((seconds + 90)) ${load_core[@]+"${load_core[@]}"} "$@" >"$scratch/load" 2>"$scratch/complaints"; then
        echo "${0##*/}: this failed: $*" >&2
        cat "$scratch/load" "$scratch/complaints" >&2
        exit 70
    fi
}

# load_host FLAGS...: runs memory-load against the host that was started.
load_host() { run_load "$load" --port "$port" --pid "$server" --seconds "$seconds" "$@"; }

# number NAME: the number after a name in the load's output, behind a blank or `=`.
number() { sed -n "s/.*\b$1[= ]\([0-9.]*\).*/\1/p" "$scratch/load"; }

# table PROGRAM: runs awk over the results, whose fields `|` parts. `median(list)` also sets `least` and `most`.
table() {
    awk -F'|' '
    function median(list, values, count, i, j, value) {
        count = split(list, values, " ")
        for (i = 2; i <= count; i++) {
            value = values[i] + 0
            for (j = i - 1; j >= 1 && values[j] + 0 > value; j--) values[j + 1] = values[j]
            values[j + 1] = value
        }
        least = values[1]; most = values[count]
        return count % 2 ? values[(count + 1) / 2] : (values[count / 2] + values[count / 2 + 1]) / 2
    }
    function spread(list, middle) {
        middle = median(list)
        return sprintf("%.2f (%.2f..%.2f)", middle, least, most)
    }'"$1" "$scratch/results"
}
