#!/bin/sh
# Writes the web page into a Swift file: as it is served, and compressed.
#
#   usage: embed.sh OUTPUT FILES...
#
# The page is index.html, with all style sheets in place of its line `<!-- style -->`, and all scripts, in the order of
# their names, as one module in place of its line `<!-- script -->`. Other files are ignored.
#
# From scripts and style sheets, it strips what means nothing to a browser: blank lines, indentation, comments, spaces
# beside marks, and line breaks after `{`, `(`, `,` and `;`, which end no statement. Strings in double quotes stay as they
# are, and so does the rest of a line from its first slash, backtick or single quote. So no string or template may span
# lines, and comments need lines of their own.
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
    case $ending in
    .js) marks='{ } ( ) , ; : = >' ;;
    *) marks='{ } , ;' ;;
    esac
    for file in "$@"; do
        case $file in *"$ending") awk -v marks="$marks" '
            function fail(what) {
                print "error: the web page: " FILENAME ":" NR ": " what >"/dev/stderr"
                failed = 1
                exit 1
            }
            # Code without strings, and without the spaces beside marks.
            function squeezed(code, i) {
                for (i = 1; i <= count; i++) gsub(" *[" mark[i] "] *", mark[i], code)
                return code
            }
            # A line without these spaces.
            function tight(rest, done) {
                while (match(rest, /["\047`\/]/)) {
                    done = done squeezed(substr(rest, 1, RSTART - 1))
                    rest = substr(rest, RSTART)
                    if (rest ~ /^\/[\/*]/) fail("a comment follows code")
                    if (!match(rest, /^"([^"\\]|\\.)*"/)) {
                        if (rest ~ /[^:\\]\/[\/*]/) fail("a comment follows code")
                        if (gsub(/`/, "`", rest) % 2) fail("a template spans lines")
                        return done rest
                    }
                    done = done substr(rest, 1, RLENGTH)
                    rest = substr(rest, RLENGTH + 1)
                }
                return done squeezed(rest)
            }
            BEGIN { count = split(marks, mark, " ") }
            { sub(/\r$/, ""); sub(/^[ \t]+/, "") }
            inside || /^\/\*/ {
                if (!inside) start = NR
                inside = $0 !~ /\*\/$/
                if (inside && /\*\//) fail("code follows a comment that begins a line")
                next
            }
            /^\/\// || /^$/ { next }
            { printf "%s%s", tight($0), /[{(,;]$/ ? "" : "\n" }
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
