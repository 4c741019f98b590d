# Four weeks of a made-up build farm, as tasks. Developers commit in working hours; each commit is built by some tasks at
# once. Some days are busier than others, weekends are quiet, and at night there are tests. The model of it beside this
# script is what these commands write:
#   awk -f build-farm.awk > build-farm.csv
#   ../stowage ingest csv build-farm.csv -o build-farm.trace
#   ../stowage fit build-farm.trace -o build-farm.json
# Park and Miller's generator, so that every awk makes the same file.
function uniform() { state = (state * 48271) % 2147483647; return state / 2147483647 }
function exponential(mean) { return -mean * log(1 - uniform()) }
function normal() { return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()) }
function task(at, seconds, cpu, gib, user) {
    for (j = n; j > 0 && submit[j] > at; j--) { submit[j + 1] = submit[j]; row[j + 1] = row[j] }
    submit[j + 1] = at
    row[j + 1] = sprintf("%d,%d,%d,%d,batch,u%02d", seconds < 5 ? 5 : seconds, cpu, gib, job, user)
    n++
}
function commits(day, user, level,   at, end, t, tasks) {
    at = day * 86400 + 8.5 * 3600 + exponential(1800)
    end = day * 86400 + 18 * 3600
    for (at += exponential(7200 / level); at < end; at += exponential(7200 / level)) {
        job++
        tasks = 2 + int(exponential(4))
        for (t = 0; t < tasks; t++) task(int(at), 240 * exp(0.7 * normal()), t ? 1 : 2, t ? 4 : 8, user)
    }
}
BEGIN {
    state = 20261123
    print "submit_s,duration_s,cpu,memory_gib,job,class,user"
    for (day = 0; day < 28; day++) {
        n = 0
        level = exp(0.25 * normal()) * (day % 7 < 5 ? 1 : 0.15)
        for (user = 1; user <= 16; user++) commits(day, user, level)
        for (at = day * 86400 + 3600; at < day * 86400 + 4 * 3600; at += 1800 + exponential(1800)) {
            job++
            for (t = 0; t < 12; t++) task(int(at), 900 * exp(0.4 * normal()), 2, 8, 99)
        }
        for (i = 1; i <= n; i++) printf "%d,%s\n", submit[i], row[i]
    }
}
