#!/bin/sh
# Makes what must not be in a repository: passwords, keys, and certificates of an authority of your own.
#   sh deploy/secrets.sh FOLDER [NAME ...]
# NAME: the names by which callers reach the service (default: localhost). Files that are there are kept, so it can be run
# again. Where you have certificates and passwords of your own, put them into the same files.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?"usage: secrets.sh FOLDER [NAME ...]"}
shift
[ $# -gt 0 ] || set -- localhost
days=365

# The folder shuts others out. The files in it can be read by all, since each container reads them as a user of its own.
umask 022
mkdir -p -m 0700 "$folder"
cd "$folder"

random() { openssl rand -hex 24; }
missing() { [ ! -s "$1" ]; }

if missing ca.key; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj "/CN=Clio's own authority" \
        -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign \
        -keyout ca.key -out ca.crt 2>/dev/null
fi

# certificate FILE NAME ...: a key and a certificate for these names.
certificate() {
    file=$1
    shift
    missing "$file.crt" || return 0
    names=
    for name; do
        case $name in
            *:*) kind=IP ;;
            *[!0-9.]*) kind=DNS ;;
            *) kind=IP ;;
        esac
        names="$names${names:+,}$kind:$name"
    done
    printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n' "$names" > extensions
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$1" -keyout "$file.key" -out request 2>/dev/null
    openssl x509 -req -in request -CA ca.crt -CAkey ca.key -CAcreateserial -days $days -extfile extensions \
        -out "$file.crt" 2>/dev/null
    chmod 0644 "$file.key"
    rm -f extensions request
}

certificate edge "$@"
certificate redis redis localhost 127.0.0.1

missing postgres-password && random > postgres-password
missing superuser-password && random > superuser-password
missing redis-password && random > redis-password
missing head-key && openssl rand 32 > head-key
if missing users.acl; then
    hash=$(tr -d '\n' < redis-password | openssl dgst -sha256 -r | cut -d' ' -f1)
    sed "s/SHA256-OF-THE-PASSWORD/$hash/" "$here/redis/users.acl.example" > users.acl
fi
if missing clio.env; then
    sed -e "s/POSTGRES-PASSWORD/$(cat postgres-password)/" -e "s/REDIS-PASSWORD/$(cat redis-password)/" \
        -e "s/ADMIN-TOKEN/$(random)/" \
        -e "s|CIPHER-KEY|$(openssl rand -base64 32)|" "$here/clio.env.example" > clio.env
fi
