# Makes night-batch.csv: 2,400 tasks of one night, 22:00 to 06:00, in bursts at the full hours.
#   awk -f night-batch.awk > night-batch.csv
# Park and Miller's generator, so that every awk makes the same file.
function uniform() { state = (state * 48271) % 2147483647; return state / 2147483647 }
function exponential(mean) { return -mean * log(1 - uniform()) }
BEGIN {
    state = 20260101
    for (i = 0; i < 2400; i++) {
        burst = uniform() < 0.7
        hour = int(uniform() * 8)
        submit[i] = burst ? hour * 3600 + exponential(240) : uniform() * 28800
        if (submit[i] > 28800) submit[i] = 28800
    }
    for (i = 1; i < 2400; i++) {
        value = submit[i]
        for (j = i - 1; j >= 0 && submit[j] > value; j--) submit[j + 1] = submit[j]
        submit[j + 1] = value
    }
    print "submit_s,duration_s,cpu,memory_gib,job,class,priority"
    for (i = 0; i < 2400; i++) {
        draw = uniform()
        kind = draw < 0.6 ? 0 : draw < 0.9 ? 1 : 2
        cpu = kind == 0 ? 1 : kind == 1 ? 2 : 8
        memory = kind == 0 ? 2 + int(uniform() * 3) : kind == 1 ? 8 : 32
        duration = 20 + exponential(kind == 0 ? 240 : kind == 1 ? 600 : 900)
        printf "%.1f,%.1f,%d,%d,%d,batch,%d\n", submit[i], duration, cpu, memory, int(i / 12), 2 - kind
    }
}
