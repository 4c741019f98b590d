package dev.stowage.rightsizing.replay;

import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.evidence.SizingOptions;
import java.util.Arrays;
import java.util.BitSet;

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
    private final long[][] aboveByDay; // by server; empty where it never is
    private final long[][] nearByDay; // likewise, if everything grew
    private final int days;
    private final BitSet spread = new BitSet(); // servers
    private final RiskModel.Lengths[] measured; // by server

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
        days = (int) ((end - start + DAY - 1) / DAY);
        aboveByDay = new long[servers][0];
        nearByDay = new long[servers][0];
        measured = new RiskModel.Lengths[servers];
        Arrays.fill(measured, RiskModel.Lengths.NONE);
    }

    /** A measurement of something on a server has a length. */
    void measure(int server, long micros) {
        RiskModel.Lengths known = measured[server];
        if (micros < known.shortestMicros() || micros > known.longestMicros()) {
            measured[server] = known.and(new RiskModel.Lengths(micros, micros));
        }
    }

    /** Of some servers; of all where these were not measured. */
    private RiskModel.Lengths lengths(BitSet servers) {
        RiskModel.Lengths some = RiskModel.Lengths.NONE;
        RiskModel.Lengths all = RiskModel.Lengths.NONE;
        for (int server = 0; server < measured.length; server++) {
            all = all.and(measured[server]);
            some = servers.get(server) ? some.and(measured[server]) : some;
        }
        return some.isNone() ? all : some;
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
        book(nearByDay, server, from, to);
        if (isAbove) {
            book(aboveByDay, server, from, to);
        }
    }

    private void book(long[][] byDay, int server, long from, long to) {
        if (byDay[server].length == 0) {
            byDay[server] = new long[days];
        }
        for (long at = from; at < to; ) {
            int today = (int) ((at - start) / DAY);
            long end = Math.min(to, start + (today + 1) * DAY);
            byDay[server][today] += end - at;
            at = end;
        }
    }

    /** Books what is left, at the end of the recording. */
    void end(long micros) {
        for (int server = 0; server < load.length; server++) {
            change(server, micros, 0);
        }
    }

    /** What became of a server. */
    ReplayResult.Load of(int server, RiskModel risk, boolean isWhole) {
        BitSet alone = new BitSet();
        alone.set(server);
        return new ReplayResult.Load(
                capacity[server],
                peak[server],
                peakMicros[server],
                above[server],
                risk.of(above(alone), isWhole));
    }

    /** On these servers it is not known which of them carried what. */
    void doubt(BitSet servers) {
        spread.or(servers);
    }

    /** The time above capacity of some servers together. */
    RiskModel.Days above(BitSet servers) {
        RiskModel.Days all =
                RiskModel.Days.of(
                        sum(aboveByDay, servers), sum(nearByDay, servers), lengths(servers));
        return servers.intersects(spread) ? all.withoutLeast() : all;
    }

    private long[] sum(long[][] byDay, BitSet servers) {
        long[] sum = new long[days];
        for (int s = servers.nextSetBit(0); s >= 0; s = servers.nextSetBit(s + 1)) {
            for (int i = 0; i < byDay[s].length; i++) {
                sum[i] += byDay[s][i];
            }
        }
        return sum;
    }
}
