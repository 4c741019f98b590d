package dev.stowage.rightsizing.replay;

import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.evidence.SizingOptions;
import java.util.Arrays;

/**
 * How much of one resource the servers of a placement are asked for over time, and for how long
 * that is above what they have, day by day from the start of the recording.
 *
 * <p>Hot: one call a change of what a server carries. Memory grows with the servers and the days.
 */
final class ServerLoads {
    private static final long DAY = SizingOptions.DAY_MICROS;

    private final long start;
    private final double growth;
    private final long[] capacity; // by server
    private final long[] load;
    private final long[] since;
    private final long[] above;
    private final long[] peak;
    private final long[] peakMicros;
    private final int[] day; // that is being booked
    private final long[] aboveToday;
    private final long[] nearToday;
    private final int[] daysAbove;
    private final long[] worstDay; // time above capacity, if everything grew
    private final long[] aboveByDay; // over all servers
    private final long[] nearByDay;

    /**
     * Of a recording.
     *
     * @param growth factor for the worst day
     */
    ServerLoads(PlacementPlan plan, int dimension, long start, long end, double growth) {
        int servers = plan.servers().size();
        this.start = start;
        this.growth = growth;
        capacity = plan.servers().stream().mapToLong(s -> s.capacity().get(dimension)).toArray();
        load = new long[servers];
        since = new long[servers];
        Arrays.fill(since, start);
        above = new long[servers];
        peak = new long[servers];
        peakMicros = new long[servers];
        day = new int[servers];
        aboveToday = new long[servers];
        nearToday = new long[servers];
        daysAbove = new int[servers];
        worstDay = new long[servers];
        int days = (int) ((end - start + DAY - 1) / DAY);
        aboveByDay = new long[days];
        nearByDay = new long[days];
    }

    /** Books the time since the last change, then changes what a server carries. */
    void change(int server, long micros, long amount) {
        if (micros > since[server]) {
            book(server, since[server], micros);
            since[server] = micros;
        }
        load[server] += amount;
    }

    private void book(int server, long from, long to) {
        long now = load[server];
        if (now > peak[server]) {
            peak[server] = now;
            peakMicros[server] = from;
        }
        boolean isAbove = now > capacity[server];
        if (!isAbove && now * growth <= capacity[server]) {
            return;
        }
        above[server] += isAbove ? to - from : 0;
        for (long at = from; at < to; ) {
            int today = (int) ((at - start) / DAY);
            long end = Math.min(to, start + (today + 1) * DAY);
            if (today != day[server]) {
                endDay(server);
                day[server] = today;
            }
            nearToday[server] += end - at;
            nearByDay[today] += end - at;
            if (isAbove) {
                aboveToday[server] += end - at;
                aboveByDay[today] += end - at;
            }
            at = end;
        }
    }

    private void endDay(int server) {
        daysAbove[server] += aboveToday[server] > 0 ? 1 : 0;
        worstDay[server] = Math.max(worstDay[server], nearToday[server]);
        aboveToday[server] = 0;
        nearToday[server] = 0;
    }

    /** Books what is left, at the end of the recording. */
    void end(long micros) {
        for (int server = 0; server < load.length; server++) {
            change(server, micros, 0);
            endDay(server);
        }
    }

    /** What became of a server. */
    ReplayResult.Load of(int server, RiskModel risk) {
        return new ReplayResult.Load(
                capacity[server],
                peak[server],
                peakMicros[server],
                above[server],
                risk.of(above[server], daysAbove[server], worstDay[server]));
    }

    /** The time above capacity of all servers together. */
    Risk all(RiskModel risk) {
        long total = 0;
        int days = 0;
        long worst = 0;
        for (int i = 0; i < aboveByDay.length; i++) {
            total += aboveByDay[i];
            days += aboveByDay[i] > 0 ? 1 : 0;
            worst = Math.max(worst, nearByDay[i]);
        }
        return risk.of(total, days, worst);
    }
}
