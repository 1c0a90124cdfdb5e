#!/bin/bash
# Health check of a service in its container, run by Docker every few seconds: healthy once the service's dependencies answer
# (/readyz). Docker restarts a process that has ended, but not one that hangs. So this script kills a process that does not
# answer two liveness requests (/healthz) of five seconds in a row. It counts requests and not seconds, since a paused
# container or a suspended machine gets none. A service that has not answered yet is starting and has two minutes of
# requests; after that, Docker's own back-off delays the restarts.
#
# OPS_PORT: where it answers. LIVENESS_TIMEOUT_SECONDS: how long it may take, 5 by default.

timeout=${LIVENESS_TIMEOUT_SECONDS:-5}
state=/tmp/liveness
misses_running=2
misses_starting=24

# The status of a page is 200. Bash's own sockets: starting a separate program for each request takes thirty times as long.
answers() {
  local line=
  exec 3<>"/dev/tcp/127.0.0.1/$OPS_PORT" || return 1
  printf 'GET %s HTTP/1.0\r\n\r\n' "$1" >&3
  read -r -t "$timeout" -u 3 line
  exec 3>&-
  [[ $line == HTTP/1.1\ 200* ]]
} 2>/dev/null

# Number of unanswered requests; the limit is higher for a service that has never answered.
misses=0 allowed=$misses_starting
[[ -f $state ]] && read -r misses allowed <"$state"

if answers /healthz; then
  echo "0 $misses_running" >"$state"
  answers /readyz
  exit
fi

misses=$((misses + 1))
echo "$misses $allowed" >"$state"
if ((misses >= allowed)); then
  # The first process only waits for the service, and ends with it; a hung service does not react to SIGTERM.
  read -r service _ </proc/1/task/1/children
  echo "the service does not answer; ending process $service"
  kill -KILL "$service"
fi
exit 1
