#!/bin/bash
# Health of a service in its container, asked by Docker every few seconds: healthy once what the service needs answers
# (/readyz). Docker starts what has ended again, and leaves what hangs alone. So this ends a process that does not answer
# its liveness call (/healthz): two questions of five seconds in a row. Questions are counted and not seconds, since none is
# asked of a container that is paused or whose machine sleeps; and a service that has not answered yet is starting and has
# two minutes of them, after which Docker's own back-off keeps the starts apart.
#
# OPS_PORT: where it answers. LIVENESS_TIMEOUT_SECONDS: how long it may take, 5 by default.

timeout=${LIVENESS_TIMEOUT_SECONDS:-5}
state=/tmp/liveness
misses_running=2
misses_starting=24

# The status of a page is 200. Bash's own sockets: starting a program of its own for each question takes thirty times as long.
answers() {
  local line=
  exec 3<>"/dev/tcp/127.0.0.1/$OPS_PORT" || return 1
  printf 'GET %s HTTP/1.0\r\n\r\n' "$1" >&3
  read -r -t "$timeout" -u 3 line
  exec 3>&-
  [[ $line == HTTP/1.1\ 200* ]]
} 2>/dev/null

# So many questions went unanswered, of a service that has answered before or not.
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
  # The first process only waits for the service, and ends with it; the service would not hear of anything milder.
  read -r service _ </proc/1/task/1/children
  echo "the service does not answer; ending process $service"
  kill -KILL "$service"
fi
exit 1
