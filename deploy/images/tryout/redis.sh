#!/bin/sh
# Runs Redis with the password REDIS_PASSWORD. Jobs must survive a restart and are never evicted.
set -eu
config=$(mktemp)
printf 'requirepass %s\n' "${REDIS_PASSWORD:?must be set}" > "$config"
cat >> "$config" <<'END'
bind * -::*
dir /data
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
END
exec redis-server "$config" "$@"
