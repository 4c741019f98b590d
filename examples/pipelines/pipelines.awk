# Makes pipelines.csv: 60 training pipelines of three teams within a working day, four stages each.
#   awk -f pipelines.awk > pipelines.csv
# Park and Miller's generator, so that every awk makes the same file.
function uniform() { state = (state * 48271) % 2147483647; return state / 2147483647 }
function task(stage, after, seconds, cpu, memory, gpu, disk, constraints, used) {
    printf "%d,%d,%s,%d,%s,%s,%d,%s,%s,%s,%s,%s,%s,%.3f,%.3f\n", submit, 5 + seconds, cpu, memory, \
        "pipeline-" job, team[who], priority[who], stage, after, gpu, disk, gpu == 2 ? "5" : "", constraints, \
        cpu * used, memory * (used + 1) / 2
}
BEGIN {
    state = 20260102
    split("vision,speech,search", team, ",")
    split("1,1,5", priority, ",")
    print "submit_s,duration_s,cpu,memory_gib,job,user,priority,stage,after,gpu,disk_gib," \
        "network_gbps,constraints,cpu_used,memory_used_gib"
    for (job = 1; job <= 60; job++) {
        submit += int(-480 * log(1 - uniform()))
        who = 1 + int(uniform() * 3)
        for (part = 0; part < 4; part++) # read and clean the data, in four parts
            task(0, "", 600 * uniform(), 4, 16, "", 200, "different-domains", uniform())
        for (rank = 0; rank < 2; rank++) # train on two servers
            task(1, "0", 1800 + 1800 * uniform(), 8, 64, 2, 100, \
                "arch=x86;gpu-generation>7;different-machines", 0.5 + uniform() / 2)
        task(2, "1", 300 * uniform(), 2, 8, "0.5", "", "", uniform()) # test, on half a GPU
        task(3, "1;2", 60, 1, 2, "", "", "zone!=edge", 0.25) # publish
    }
}
