#!/bin/sh
# Writes the web page into a Swift file: as it is served, and compressed.
#
#   usage: embed.sh OUTPUT FILES...
#
# The page is index.html, with all style sheets in place of its line `<!-- style -->`, and all scripts, in the order of
# their names, as one module in place of its line `<!-- script -->`. Other files are ignored.
#
# Of scripts and style sheets, blank lines, indentation and comments on lines of their own are left out. So no string may
# span lines, and no code may follow a comment that begins a line.
set -eu

output=$1
shift

fail() {
    echo "error: the web page: $1" >&2
    exit 1
}

command -v gzip >/dev/null || fail "gzip is needed to build it"

# sources ENDING FILES...: prints the code in the files whose names end so.
sources() {
    ending=$1
    shift
    for file in "$@"; do
        case $file in *"$ending") awk '
            function fail(what) {
                print "error: the web page: " FILENAME ":" NR ": " what >"/dev/stderr"
                failed = 1
                exit 1
            }
            { sub(/\r$/, ""); sub(/^[ \t]+/, "") }
            inside || /^\/\*/ {
                if (!inside) start = NR
                inside = $0 !~ /\*\/$/
                if (inside && /\*\//) fail("code follows a comment that begins a line")
                next
            }
            /^\/\// || /^$/ { next }
            { print }
            END { if (inside && !failed) fail("a comment has no end") }
        ' "$file" || exit 1 ;; esac
    done
}

html() {
    for file in "$@"; do
        case $file in */index.html) tr -d '\r' <"$file" ;; esac
    done
}

page() {
    html "$@" | while IFS= read -r line; do
        case $line in
        *'<!-- style -->'*) echo '<style>' && sources .css "$@" && echo '</style>' ;;
        *'<!-- script -->'*) echo '<script type="module">' && sources .js "$@" && echo '</script>' ;;
        *) printf '%s\n' "$line" ;;
        esac
    done
}

html "$@" | grep -q . || fail "there is no index.html"
(sources .css "$@" && sources .js "$@") >/dev/null || exit 1
if sources .js "$@" | grep -Eiq '</script|<!--'; then fail "a script contains </script or <!--"; fi
if sources .css "$@" | grep -iq '</style'; then fail "a style sheet contains </style"; fi
if page "$@" | grep -Fq '"""####'; then fail 'it contains """####'; fi
if page "$@" | grep -Fq '\####'; then fail 'it contains \####'; fi

{
    printf '/// The web page, put together when the program was built.\nenum EmbeddedPage {\n'
    printf '    /// The document.\n    static let html = ####"""\n'
    page "$@"
    printf '\n"""####\n    /// The document compressed by gzip, in hexadecimal digits.\n    static let compressed = "'
    page "$@" | gzip -9n | od -An -v -tx1 | tr -d ' \n'
    printf '"\n}\n'
} >"$output"
