# Writes shop-usage.csv: what the replicas of shop.yaml used in eight days, every three hours. Made up, not measured.
# Command: awk -f examples/packing/shop-usage.awk > examples/packing/shop-usage.csv
function noise() {
    state = (state * 1103515245 + 12345) % 2147483648 # a linear congruential generator: the same with every awk
    return state / 2147483648 - 0.5
}
function row(service, number, from, cpu, gib) {
    cpu *= 1 + 0.2 * noise()
    printf "%s,%s-%d,%d,%d,%.3f,%.2f,%.3f,%.2f\n", service, service, number, from, from + 10800, cpu, gib,
        cpu * (1.3 + noise()), gib * (1.02 + 0.04 * noise())
}
BEGIN {
    state = 20260722
    print "service,replica,start_s,end_s,cpu,memory_gib,cpu_max,memory_max_gib"
    for (from = 0; from < 691200; from += 10800) {
        day = 1 - cos(6.283185307179586 * (from / 86400 - 0.1)) # from 0 in the night to 2 in the afternoon
        for (i = 0; i < 12; i++) row("web", i, from, 0.5 + 0.6 * day, 5 + 0.3 * day)
        for (i = 0; i < 3; i++) row("cache", i, from, 1.2 + 0.5 * day, 70)
        for (i = 0; i < 2; i++) row("db", i, from, 8 + 5 * day, 165)
        for (i = 0; i < 6; i++) row("search", i, from, 2 + 6 * from / 691200, 24)
        if (from < 43200) row("reports", 0, from, 12, 20)
        row("jenkins", 0, from, 1, 4)
    }
}
