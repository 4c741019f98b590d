# Makes shop.csv: the demand of a web shop every six hours of 240 days, with quiet nights and weekends and some growth.
#   awk -f shop.awk > shop.csv
# Park and Miller's generator, so that every awk makes the same file.
function uniform() { state = (state * 48271) % 2147483647; return state / 2147483647 }
function noise() { return uniform() + uniform() + uniform() + uniform() - 2 }
BEGIN {
    state = 20260103
    split("0.55,0.9,1,0.8", hours, ",")
    print "time_s,cpu,memory_gib"
    for (i = 0; i < 960; i++) {
        day = i / 4
        weekend = int(day) % 7 > 4
        level = 600 + 0.9 * day
        cpu = level * hours[i % 4 + 1] * (weekend ? 0.8 : 1) * (1 + 0.05 * noise())
        memory = 4.2 * level * (0.85 + 0.15 * hours[i % 4 + 1]) * (1 + 0.02 * noise())
        printf "%d,%.1f,%.1f\n", i * 21600, cpu, memory
    }
}
