#!/bin/bash
# Runs inside the virtual machine of bench/node/run: pushes a plan to cgroups and to systemd, and measures what the limits do.
cd /root || exit 1
say() { echo; echo "## $*"; }
used() { awk '/^usage_usec/ { print $2 }' "$1/cpu.stat"; }
cores() { # cgroup: prints the cores that its processes get over 6 s
    local a b t u
    a=$(used "$1"); t=$(date +%s%N)
    sleep 6
    b=$(used "$1"); u=$(date +%s%N)
    awk -v a="$a" -v b="$b" -v t="$t" -v u="$u" 'BEGIN { printf "cores that two busy processes get: %.3f\n", (b - a) * 1000 / (u - t) }'
}
load() { # cgroup: two busy processes in it
    (echo $BASHPID > "$1/cgroup.procs"; exec stress-ng --cpu 2 --timeout 12s -q) &
    sleep 3
    cores "$1"
    wait
}
limits() { # cgroup
    local name
    for name in cpu.max cpu.weight memory.max memory.low; do echo "$name $(cat "$1/$name")"; done
}
push() { stowage push web.plan --target node --server vm "$@"; echo "exit $?"; }
back() { stowage push web.plan --target node --rollback; echo "exit $?"; }

echo
echo "Linux $(uname -r), $(stat -fc %T /sys/fs/cgroup): $(cat /sys/fs/cgroup/cgroup.controllers)"
stowage pack web.yaml -q -o web.plan
scratch=/sys/fs/cgroup/scratch
slice=$scratch/stowage.slice/stowage-web.slice
mkdir "$scratch"
echo "+cpu +io +memory" > /sys/fs/cgroup/cgroup.subtree_control

say "push, dry run"
push --cgroup-root "$scratch"
say "push"
push --cgroup-root "$scratch" --yes
limits "$slice"
say "load under cpu.max of half a core"
load "$slice"
say "the same load without a limit"
mkdir /sys/fs/cgroup/free
load /sys/fs/cgroup/free
say "400 MiB under memory.max of 256 MiB"
(echo $BASHPID > "$slice/cgroup.procs"; exec stress-ng --vm 1 --vm-bytes 400M --vm-keep --oomable --timeout 20s -q)
grep -h . "$slice/memory.peak" "$slice/memory.events"
say "push again"
push --cgroup-root "$scratch"
say "roll back"
back
ls "$scratch" | grep slice || echo "no slice is left"

say "push to systemd"
push --yes
systemctl daemon-reload
systemctl start stowage-web.slice
systemctl show stowage-web.slice -p CPUQuotaPerSecUSec -p MemoryMax -p MemoryLow -p CPUWeight
limits /sys/fs/cgroup/stowage.slice/stowage-web.slice
say "load in the slice of systemd"
systemd-run -q --slice=stowage-web.slice --scope stress-ng --cpu 2 --timeout 12s -q &
sleep 3
cores /sys/fs/cgroup/stowage.slice/stowage-web.slice
wait
say "roll back, systemd"
back
systemctl daemon-reload
find /run/systemd/system -name '*stowage*' | grep . || echo "no drop-in is left"
systemctl show stowage-web.slice -p CPUQuotaPerSecUSec -p MemoryMax
echo END
systemctl poweroff -f
