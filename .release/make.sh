#!/bin/sh
# make release: makes the packages of a commit twice, in two clones, and compares every byte. It publishes nothing, and
# uses no network: the Makefile has installed the tools before.
#
# The clones share the compilers' cache, so that the second takes a few minutes. COLD=1 has the second one compile
# everything again.
set -eu
cd "$(dirname "$0")/.."
root=$PWD out=$PWD/.cache/release
goreleaser=$root/$1 crane=$root/$2 roots=$root/$3
unset GITHUB_TOKEN GITLAB_TOKEN GITEA_TOKEN

[ -z "$(git status --porcelain)" ] || { echo "error: the working tree is not clean; commit what is to be released:" >&2; git status --short >&2; exit 1; }
CRIER_DESCRIBED=$(git describe --tags --always --abbrev=12)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
export GOPROXY=off GOFLAGS="-trimpath -buildvcs=false" CGO_ENABLED=0 GOTOOLCHAIN=local
CRIER_VERSION=$(go run ./cmd/release version "$CRIER_DESCRIBED" --commits "$(git rev-list --count HEAD)")
CRIER_HOME=${RELEASE_HOME:-https://crier.invalid} # nothing is published yet
CRIER_DOWNLOADS=${RELEASE_DOWNLOADS:-$CRIER_HOME/releases/$CRIER_VERSION}
export CRIER_DESCRIBED CRIER_VERSION CRIER_HOME CRIER_DOWNLOADS

scratch=$(mktemp -d) registry=
trap '[ -z "$registry" ] || kill "$registry"; rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# image makes the image for both systems, by way of a registry that listens on this machine alone.
image() {
    set --
    for arch in amd64 arm64; do
        .cache/tool layer --program "$(echo .cache/goreleaser/crier_linux_${arch}_*/crier)" --roots "$roots" --parts .cache/parts --out .cache/layer.tar
        "$crane" append --oci-empty-base -f .cache/layer.tar -t "$images:$arch" >/dev/null
        "$crane" mutate "$images:$arch" -t "$images:$arch" --set-platform "linux/$arch" \
            --user 65532:65532 --workdir /data --entrypoint /usr/bin/crier --cmd serve --exposed-ports 7171/tcp \
            --env PATH=/usr/bin --env HOME=/data --env CRIER_CONTAINER_BIND=1 --env CRIER_DATA_DIR=/data --env CRIER_STATE_DIR=/state \
            --label org.opencontainers.image.title=Crier --label "org.opencontainers.image.version=$CRIER_VERSION" \
            --label "org.opencontainers.image.revision=$(git rev-parse HEAD)" --label org.opencontainers.image.licenses=MIT \
            --label "org.opencontainers.image.created=$(TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd)" \
            --label "org.opencontainers.image.description=Publishes to Instagram and Facebook Pages from your own machine" >/dev/null
        "$crane" validate --remote "$images:$arch"
        set -- "$@" -m "$images:$arch"
    done
    "$crane" index append "$@" -t "$images:$CRIER_VERSION" >/dev/null
    "$crane" validate --remote "$images:$CRIER_VERSION"
    "$crane" pull --format oci "$images:$CRIER_VERSION" .cache/oci
}

once() { # the folder of a clone to make, and that of the packages
    git clone -q --shared "$root" "$1"
    cd "$1"
    mkdir -p "$2" .cache
    go build -ldflags "-s -w -X main.version=$CRIER_DESCRIBED" -o .cache/crier ./cmd/crier
    go build -o .cache/tool ./cmd/release
    .cache/tool parts --program .cache/crier --out .cache/parts
    "$goreleaser" release --snapshot --clean --skip=publish,announce,validate
    image
    .cache/tool pack --tag "crier:$CRIER_VERSION" --out "$2/crier_${CRIER_VERSION}_image.tar" .cache/oci
    .cache/tool sbom --version "$CRIER_VERSION" --lock modules/desktop/app/package-lock.json --out "$2/crier_$CRIER_VERSION.spdx.json" .cache/goreleaser/crier_*_*/crier*
    .cache/tool collect --version "$CRIER_VERSION" --out "$2" .cache/goreleaser
    cd "$root"
}

"$crane" registry serve --address 127.0.0.1:0 2>"$scratch/registry" &
registry=$!
until grep -q 'serving on port' "$scratch/registry"; do kill -0 "$registry" && sleep 0.1; done
images=127.0.0.1:$(sed -n 's/.*serving on port //p' "$scratch/registry")/crier

rm -rf "$out"
began=$(date +%s)
once "$scratch/one" "$out"
first=$(date +%s)
[ "${COLD:-}" != 1 ] || export GOCACHE="$scratch/cache"
# What must not show differs in the second: the folder, the time zone, and who may read new files.
(export TZ=Asia/Tokyo && umask 077 && once "$scratch/another/folder" "$scratch/again")
echo "the first build took $((first - began)) s, the second $(($(date +%s) - first)) s"
if ! diff -r "$out" "$scratch/again"; then
    echo "error: two builds of $CRIER_DESCRIBED are not the same" >&2
    exit 1
fi
echo "two builds of $CRIER_DESCRIBED are the same, byte for byte; they are in .cache/release"
