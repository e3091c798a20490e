#!/bin/sh
# Looks up the digest of every image that deploy/ names, and pins them: compose, the Dockerfile and the Kubernetes overlays
# refuse to work without. Needs a registry in reach, and crane, skopeo or docker with buildx.
#   sh deploy/pin-images.sh [CLIO-IMAGE]     CLIO-IMAGE: your own image in your registry, name:tag, for Kubernetes
# Run it again for new tags; read the diff of what it has written before you trust it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
own=${1:-}

resolve() {
    if command -v crane >/dev/null 2>&1; then
        crane digest "$1"
    elif command -v skopeo >/dev/null 2>&1; then
        skopeo inspect --no-tags --format '{{.Digest}}' "docker://$1"
    elif docker buildx version >/dev/null 2>&1; then
        docker buildx imagetools inspect "$1" --format '{{.Manifest.Digest}}'
    else
        echo "pin-images.sh: needs crane, skopeo, or docker with buildx" >&2
        return 1
    fi
}

# digest IMAGE: one line sha256:…, or no pin at all.
digest() {
    found=$(resolve "$1") || { echo "pin-images.sh: $1 cannot be looked up" >&2; return 1; }
    if ! printf '%s\n' "$found" | grep -Eqx 'sha256:[0-9a-f]{64}'; then
        echo "pin-images.sh: $1 has no digest: $found" >&2
        return 1
    fi
    printf '%s' "$found"
}

# Every name:tag@${VARIABLE…} of the compose file and the Dockerfile.
images=$(sed -nE 's/^ *image: ([^ @]+)@\$\{([A-Z]+_DIGEST)[:}].*/\1 \2/p; s/^FROM ([^ @]+)@\$\{([A-Z]+_DIGEST)\}.*/\1 \2/p' \
    "$here/compose.yaml" "$here/Dockerfile" | sort -u)

pins=$(mktemp)
component=$(mktemp)
trap 'rm -f "$pins" "$component"' EXIT
echo "# Written by pin-images.sh: what compose and the Dockerfile run on." > "$pins"
cat > "$component" <<'YAML'
# Written by deploy/pin-images.sh: the images of the cluster by their digests.
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
images:
YAML
while read -r image variable; do
    pin=$(digest "$image")
    echo "$variable=$pin" >> "$pins"
    name=${image%:*}
    if grep -rqE "image: $name(:|$)" "$here/kubernetes"; then
        echo "  - {name: $name, digest: \"$pin\"}" >> "$component"
    fi
done <<LIST
$images
LIST
if [ -n "$own" ]; then
    pin=$(digest "$own")
    echo "  - {name: clio, newName: ${own%:*}, digest: \"$pin\"}" >> "$component"
fi
mkdir -p "$here/kubernetes/components/pinned"
cp "$pins" "$here/.env"
cp "$component" "$here/kubernetes/components/pinned/kustomization.yaml"
echo "Pinned: $here/.env, $here/kubernetes/components/pinned/kustomization.yaml"
