package dev.stowage.rightsizing.evidence;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * When one resource of each service was measured: for how long, in which hours of the day and on
 * which days of the week, and for how long it ran without being measured.
 *
 * <p>A replica runs from its first measurement to its last. What lies between two of its
 * measurements is a gap: unknown, not zero. Where no replica of a service runs, all that are packed
 * of it are unknown.
 *
 * <p>Hot: one call a measurement, in order of their start.
 */
public final class MeasuredTimes {
    private static final long HOUR = 3_600_000_000L;
    private static final int DAY_HOURS = 24;
    private static final int WEEK_DAYS = 7;

    /** An hour of the day, or a day of the week, is in a history if half of it was measured. */
    private static final double MOST_OF_IT = 0.5;

    private final long[] covered; // by service, time in which any replica was measured
    private final long[] until;
    private final long[] replicaMicros;
    private final long[][] byHour; // of the week, by service
    private long[] firstOf = new long[64]; // by replica
    private long[] lastOf = new long[64];
    private int[] serviceOf = new int[64];
    private int[] order = new int[64]; // replicas by their first measurement
    private int replicas;

    MeasuredTimes(int services) {
        covered = new long[services];
        until = new long[services];
        replicaMicros = new long[services];
        byHour = new long[services][];
        Arrays.fill(until, Long.MIN_VALUE);
        Arrays.fill(firstOf, Long.MAX_VALUE);
    }

    void add(UseRow row) {
        int service = row.service;
        replicaMicros[service] += row.micros();
        long from = Math.max(row.startMicros, until[service]);
        if (from < row.endMicros) {
            covered[service] += row.endMicros - from;
            until[service] = row.endMicros;
            book(service, from, row.endMicros);
        }
        int replica = row.replica;
        if (replica >= firstOf.length) {
            grow(Math.max(2 * firstOf.length, replica + 1));
        }
        if (firstOf[replica] == Long.MAX_VALUE) {
            firstOf[replica] = row.startMicros;
            serviceOf[replica] = service;
            if (replicas == order.length) {
                order = Arrays.copyOf(order, 2 * replicas);
            }
            order[replicas++] = replica;
        }
        lastOf[replica] = Math.max(lastOf[replica], row.endMicros);
    }

    private void grow(int length) {
        int before = firstOf.length;
        firstOf = Arrays.copyOf(firstOf, length);
        Arrays.fill(firstOf, before, length, Long.MAX_VALUE);
        lastOf = Arrays.copyOf(lastOf, length);
        serviceOf = Arrays.copyOf(serviceOf, length);
    }

    private void book(int service, long from, long to) {
        if (byHour[service] == null) {
            byHour[service] = new long[WEEK_DAYS * DAY_HOURS];
        }
        for (long at = from; at < to; ) {
            long hour = Math.floorDiv(at, HOUR);
            long end = Math.min(to, (hour + 1) * HOUR);
            byHour[service][(int) Math.floorMod(hour, (long) WEEK_DAYS * DAY_HOURS)] += end - at;
            at = end;
        }
    }

    /**
     * The share of the running time of each service that was measured, from 0 to 1.
     *
     * @param packed replicas of each service
     * @param firstMicros of the time that should be measured, by service
     * @param lastMicros end of that time, by service
     */
    double[] coverage(int[] packed, long[] firstMicros, long[] lastMicros) {
        double[] ran = new double[covered.length];
        double[] alive = new double[covered.length];
        long[] aliveUntil = new long[covered.length];
        Arrays.fill(aliveUntil, Long.MIN_VALUE);
        for (int i = 0; i < replicas; i++) {
            int service = serviceOf[order[i]];
            long first = firstOf[order[i]];
            long last = lastOf[order[i]];
            ran[service] += last - first;
            alive[service] += Math.max(0, last - Math.max(first, aliveUntil[service]));
            aliveUntil[service] = Math.max(aliveUntil[service], last);
        }
        double[] shares = new double[covered.length];
        for (int service = 0; service < shares.length; service++) {
            double nobody =
                    Math.max(0, lastMicros[service] - firstMicros[service] - alive[service]);
            double all = ran[service] + nobody * Math.max(1, packed[service]);
            shares[service] = all > 0 ? Math.min(1, replicaMicros[service] / all) : 0;
        }
        return shares;
    }

    /** Hours of the day, from 0 to 23, that are not in the history of a service. */
    public int[] missingHours(int service, long spanMicros) {
        return missing(service, DAY_HOURS, spanMicros, hour -> hour % DAY_HOURS);
    }

    /** Days of the week that are not in the history of a service. */
    public int[] missingDays(int service, long spanMicros) {
        return missing(service, WEEK_DAYS, spanMicros, hour -> hour / DAY_HOURS);
    }

    private int[] missing(int service, int parts, long spanMicros, IntUnaryOperator partOf) {
        double[] measured = new double[parts];
        for (int hour = 0; byHour[service] != null && hour < byHour[service].length; hour++) {
            measured[partOf.applyAsInt(hour)] += byHour[service][hour];
        }
        double least = MOST_OF_IT * spanMicros / parts;
        return IntStream.range(0, parts).filter(part -> measured[part] < least).toArray();
    }
}
