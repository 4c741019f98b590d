# Jobs of ten tasks of 1 s on average for 100 workers of one task each, at a load (0.5 or 0.7) of Poisson arrivals:
#
#   awk -v load=0.5 -f examples/sparrow.awk > sparrow.csv
#   ./stowage simulate sparrow.csv --servers 100x1c1g --queue sparrow-late
#
# Tasks wait 0.039 s on average at 0.5, and 0.19 s at 0.7: what batch sampling with late binding is published to give.
BEGIN {
    srand(1)
    print "submit_s,duration_s,cpu,memory_gib,job"
    for (job = 0; job < 20000; job++) {
        at -= log(1 - rand()) / (10 * load)
        for (task = 0; task < 10; task++)
            printf "%.6f,%.6f,1,1,%d\n", at, -log(1 - rand()), job
    }
}
