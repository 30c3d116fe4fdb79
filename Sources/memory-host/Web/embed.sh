#!/bin/sh
# Writes the web page into a Swift file: as it is served, and compressed.
#
#   usage: embed.sh OUTPUT FILES...
#
# The page is index.html, with all style sheets in place of its line `<!-- style -->`, and all scripts, in the order of
# their names, as one module in place of its line `<!-- script -->`. Other files are ignored.
#
# From scripts and style sheets, it strips what means nothing to a browser: blank lines, indentation, comments, spaces
# beside marks, and line breaks after `{`, `}`, `(`, `,` and `;`, so that a statement that ends in `}` of a value needs its
# semicolon. Strings in double quotes and templates stay as they are, and so does the rest of a line from its first slash,
# single quote or template within a template. So no string or template may span lines, and comments need lines of their own.
#
# Functions, classes, constants and variables that begin a line, and whose names have several words, get short names. Such a
# name must not be that of a property, nor occur in a string.
set -eu

output=$1
shift

fail() {
    echo "error: the web page: $1" >&2
    exit 1
}

command -v gzip >/dev/null || fail "gzip is needed to build it"

# names FILES...: prints the names to shorten.
names() {
    for file in "$@"; do
        case $file in *.js) sed -nE 's/^(async )?(function|class|const|let) ([A-Za-z]+([a-z][A-Z]|_)[A-Za-z_]*).*/\3/p' "$file" ;; esac
    done
}

# sources ENDING FILES...: prints the code in the files whose names end so.
sources() {
    ending=$1
    shift
    case $ending in
    .js) marks='{ } ( ) , ; : = > ? & | ! < *' long=$(names "$@" | tr '\n' ' ') ;;
    *) marks='{ } , ;' long= ;;
    esac
    for file in "$@"; do
        case $file in *"$ending") awk -v marks="$marks" -v long="$long" -v css="${ending#.js}" '
            function fail(what) {
                print "error: the web page: " FILENAME ":" NR ": " what >"/dev/stderr"
                failed = 1
                exit 1
            }
            # Code without strings, and without the spaces beside marks.
            function squeezed(code, i) {
                for (i = 1; i <= count; i++) gsub(" *[" mark[i] "] *", mark[i] == "&" ? "\\&" : mark[i], code)
                return code
            }
            # A line without these spaces.
            function tight(rest, done, opened, closed) {
                while (match(rest, /["\047`\/]/)) {
                    done = done squeezed(substr(rest, 1, RSTART - 1))
                    rest = substr(rest, RSTART)
                    if (rest ~ /^\/[\/*]/) fail("a comment follows code")
                    if (match(rest, /^`[^`]*`/)) {
                        opened = closed = substr(rest, 1, RLENGTH)
                        if (gsub(/[$][{]/, "", opened) != gsub(/[}]/, "", closed)) RLENGTH = -1
                        else match(rest, /^`[^`]*`/)
                    } else match(rest, /^"([^"\\]|\\.)*"/)
                    if (RLENGTH < 0) {
                        if (rest ~ /[^:\\]\/[\/*]/) fail("a comment follows code")
                        if (gsub(/`/, "`", rest) % 2) fail("a template spans lines")
                        return done rest
                    }
                    done = done substr(rest, 1, RLENGTH)
                    rest = substr(rest, RLENGTH + 1)
                }
                return done squeezed(rest)
            }
            # A line with short names.
            function renamed(rest, done, word) {
                while (match(rest, /[A-Za-z_$][A-Za-z0-9_$]*/)) {
                    word = substr(rest, RSTART, RLENGTH)
                    done = done substr(rest, 1, RSTART - 1)
                    rest = substr(rest, RSTART + RLENGTH)
                    if (word in short) {
                        if (done ~ /(^|[^.])[.]$|[-#"\047]$/ || rest ~ /^:/) fail(word " names something else, too")
                        word = short[word]
                    }
                    done = done word
                }
                return done rest
            }
            # The short name of a number: $0, and so on.
            function name(number, digits) {
                digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                return (number < 62 ? "$" : name(int(number / 62) - 1)) substr(digits, number % 62 + 1, 1)
            }
            BEGIN {
                count = split(marks, mark, " ")
                for (i = split(long, words, " "); i > 0; i--) short[words[i]] = name(i - 1)
            }
            { sub(/\r$/, ""); sub(/^[ \t]+/, "") }
            inside || /^\/\*/ {
                if (!inside) start = NR
                inside = $0 !~ /\*\/$/
                if (inside && /\*\//) fail("code follows a comment that begins a line")
                next
            }
            /^\/\// || /^$/ { next }
            css { gsub(/: +/, ":") }
            # The last semicolon before a brace means nothing.
            /^}/ { sub(/;$/, "", held) }
            { printf "%s", held; held = tight(renamed($0)) (/[{}(,;]$/ ? "" : "\n") }
            END {
                printf "%s", held
                if (inside && !failed) fail("a comment has no end")
            }
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
