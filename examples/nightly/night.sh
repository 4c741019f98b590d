#!/bin/sh
# One night: asks the sweep, compares it with the night before, and forgets answers that nobody used for a month.
#
#   night.sh SWEEP.yaml NIGHTS
#
# NIGHTS/YYYY-MM-DD holds each night, YYYY-MM-DD.xml its checks as test cases. The exit code is that of the sweep:
# 0, or 1 if a check is broken or a cell has no answer. STOWAGE names another command than `stowage`.
set -u
sweep=$1
nights=$2
today=${TODAY:-$(date -u +%F)}
mkdir -p "$nights" || exit 3
before=$(ls "$nights" | grep -E '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' | grep -vx "$today" | sort | tail -n 1)
night() {
    "${STOWAGE:-stowage}" sweep "$sweep" -o "$nights/$today" --force --cache "$nights/cells" --wait \
        --cell-timeout 30m --markdown --junit "$nights/$today.xml" "$@"
}
if [ -n "$before" ]; then
    night --against "$nights/$before" --explain
    code=$?
fi
# The first night, or the one before was written by another version or asked something else.
if [ -z "$before" ] || [ "$code" -eq 3 ]; then
    night
    code=$?
fi
"${STOWAGE:-stowage}" sweep gc --cache "$nights/cells" --keep 30d >&2
exit $code
