#!/bin/sh
# Run by the image of PostgreSQL, once, on a new cluster: the record's owner is no superuser.
# In a shell of its own, because that image may read this file into its own shell.
(
    set -eu
    psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --set password="$(cat "$CLIO_PASSWORD_FILE")" \
        --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE clio LOGIN PASSWORD :'password' NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION CONNECTION LIMIT 90;
CREATE DATABASE clio OWNER clio;
REVOKE ALL ON DATABASE clio FROM PUBLIC;
SQL
)
