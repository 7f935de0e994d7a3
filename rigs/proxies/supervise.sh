#!/bin/sh
# `supervise.sh COMMAND …` stands in for systemd: starts the program again whenever it ends, on the socket that this process was given.
trap 'kill "$child"; wait "$child"; exit 0' TERM
while true; do
  # The protocol wants the program's own process id.
  sh -c 'LISTEN_PID=$$ exec "$@"' sh "$@" &
  child=$!
  wait "$child"
done
