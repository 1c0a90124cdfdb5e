#!/bin/sh
# Makes the database at the first start: the superuser POSTGRES_USER with POSTGRES_PASSWORD. Then runs Postgres.
set -eu
bin=/usr/lib/postgresql/15/bin
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA"
  secret=$(mktemp)
  printf '%s\n' "${POSTGRES_PASSWORD:?must be set}" > "$secret"
  "$bin/initdb" -D "$PGDATA" -E UTF8 --locale=C.UTF-8 --auth=scram-sha-256 -U "$POSTGRES_USER" --pwfile="$secret"
  rm "$secret"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
fi
exec "$bin/postgres" -D "$PGDATA" -k /tmp -c listen_addresses='*' -c max_connections=200 -c shared_buffers=128MB "$@"
