package dev.stowage.rightsizing.evidence;

import java.util.Arrays;

/**
 * The course of each replica from measurement to measurement: memory that rises for as long as it
 * runs, restarts, and values that only ever count up.
 *
 * <p>A stretch is the time between restarts of a replica. It leaks if it is long enough, if memory
 * rises by more than a tenth in it, and if a straight line explains most of its variance.
 *
 * <p>Hot: one call a measurement, in order of their start; memory grows with the replicas.
 */
public final class ReplicaCourse {
    /** A restart leaves at most this of the memory of the measurement before. */
    private static final double AFTER_RESTART = 0.7;

    private static final double DAY = 86_400e6;
    private static final double LEAST_STRETCH = DAY; // a daily rise is none
    private static final double LEAST_BEFORE_RESTART = DAY / 8;
    private static final int LEAST_POINTS = 12;
    private static final double LEAST_RISE = 0.1;
    private static final double EXPLAINED = 0.7; // of the variance, by the line

    /** Of the time in which stretches could be judged, so much must leak. */
    private static final double MOST_OF_IT = 0.5;

    private static final double COUNTS_UP = 0.9;
    private static final double COUNTER_NEVER_FALLS = 0.99;

    /** A kill for want of memory comes from so close to the limit, and from no more than that. */
    private static final double AT_LIMIT = 0.05;

    private final long[] limits; // of memory, by service; 0 for none
    private final long[] restarts; // by service
    private final long[] lastRestart;
    private final long[] likelyKills;
    private final long[] kills; // as reported
    private final long[] lastKill; // as reported, and else likely
    private final long[] lastLikelyKill;
    private final long[] killedAt;
    private final double[] judged; // time
    private final double[] leaking; // time
    private final double[] slopes; // a day, times their time
    private final long[] pairs; // of CPU measurements of a replica, one after another
    private final long[] ups;
    private final long[] downs;

    private int[] serviceOf = new int[64]; // by replica, and all that follow
    private long[] lastCpu = new long[64];
    private long[] lastMemory = new long[64];
    private long[] lastMicros = new long[64];
    private Line[] lines = new Line[64];

    ReplicaCourse(long[] limits) {
        int services = limits.length;
        this.limits = limits;
        restarts = new long[services];
        lastRestart = new long[services];
        likelyKills = new long[services];
        kills = new long[services];
        lastKill = new long[services];
        lastLikelyKill = new long[services];
        killedAt = new long[services];
        judged = new double[services];
        leaking = new double[services];
        slopes = new double[services];
        pairs = new long[services];
        ups = new long[services];
        downs = new long[services];
        forget(0, lastCpu.length);
    }

    private void forget(int from, int to) {
        Arrays.fill(lastCpu, from, to, UseRow.UNKNOWN);
        Arrays.fill(lastMemory, from, to, UseRow.UNKNOWN);
    }

    void add(UseRow row) {
        int replica = row.replica;
        if (replica >= lastCpu.length) {
            grow(Math.max(2 * lastCpu.length, replica + 1));
        }
        serviceOf[replica] = row.service;
        killed(row, lastMemory[replica]);
        if (row.isMixed) {
            return; // the next row may be of another one
        }
        if (row.cpuMicroCores >= 0) {
            cpu(row.service, replica, row.cpuMicroCores);
        }
        if (row.memoryBytes >= 0) {
            memory(replica, row);
        }
    }

    private void grow(int length) {
        int before = lastCpu.length;
        serviceOf = Arrays.copyOf(serviceOf, length);
        lastCpu = Arrays.copyOf(lastCpu, length);
        lastMemory = Arrays.copyOf(lastMemory, length);
        lastMicros = Arrays.copyOf(lastMicros, length);
        lines = Arrays.copyOf(lines, length);
        forget(before, length);
    }

    private void cpu(int service, int replica, long cpu) {
        if (lastCpu[replica] >= 0) {
            pairs[service]++;
            ups[service] += cpu > lastCpu[replica] ? 1 : 0;
            downs[service] += cpu < lastCpu[replica] ? 1 : 0;
        }
        lastCpu[replica] = cpu;
    }

    private void memory(int replica, UseRow row) {
        long before = lastMemory[replica];
        if (before >= 0 && row.memoryBytes < AFTER_RESTART * before) {
            restarted(row, before);
            judge(replica, LEAST_BEFORE_RESTART);
            lines[replica] = null;
        }
        if (lines[replica] == null) {
            lines[replica] = new Line(row.startMicros, (double) row.memoryBytes);
        }
        lines[replica].add(row.startMicros, (double) row.memoryBytes);
        lastMemory[replica] = row.memoryBytes;
        lastMicros[replica] = row.endMicros;
    }

    private void killed(UseRow row, long before) {
        if (row.outOfMemoryKills > 0) {
            kills[row.service] += row.outOfMemoryKills;
            lastKill[row.service] = row.startMicros;
            killedAt[row.service] =
                    Math.max(killedAt[row.service], Math.max(before, row.memoryBytes));
        }
    }

    private void restarted(UseRow row, long before) {
        restarts[row.service]++;
        lastRestart[row.service] = row.startMicros;
        long limit = limits[row.service];
        if (limit > 0 && Math.abs((double) before - limit) <= AT_LIMIT * limit) {
            likelyKills[row.service]++;
            lastLikelyKill[row.service] = row.startMicros;
            killedAt[row.service] = Math.max(killedAt[row.service], before);
        }
    }

    private void judge(int replica, double least) {
        Line line = lines[replica];
        if (line == null || line.length() < least || line.count < LEAST_POINTS) {
            return;
        }
        int service = serviceOf[replica];
        judged[service] += line.length();
        if (line.slope() > 0
                && line.explained() >= EXPLAINED
                && line.slope() * line.length() >= LEAST_RISE * Math.max(1, line.firstLevel)) {
            leaking[service] += line.length();
            slopes[service] += line.slope() * DAY * line.length();
        }
    }

    /** Judges what still ran at the end; after the last measurement. */
    void end() {
        for (int replica = 0; replica < lines.length; replica++) {
            judge(replica, LEAST_STRETCH);
        }
    }

    /** How often replicas of a service began anew, or were killed for want of memory. */
    public Restarts restarts(int service) {
        boolean isReported = kills[service] > 0;
        long killed = isReported ? kills[service] : likelyKills[service];
        return new Restarts(
                restarts[service],
                lastRestart[service],
                killed,
                isReported ? lastKill[service] : lastLikelyKill[service],
                killed > 0 ? Math.max(killedAt[service], limits[service]) : 0,
                isReported);
    }

    /** Bytes a day by which the memory of a replica rises; 0 if it doesn't leak. */
    long leakPerDay(int service) {
        return leaking[service] > 0 && leaking[service] >= MOST_OF_IT * judged[service]
                ? Math.max(1, Math.round(slopes[service] / leaking[service]))
                : 0;
    }

    /** True if CPU only ever rises, but for restarts: seconds used since the start, it seems. */
    public boolean isCounter(int service) {
        return pairs[service] >= LEAST_POINTS
                && ups[service] >= COUNTS_UP * pairs[service]
                && downs[service] <= (1 - COUNTER_NEVER_FALLS) * pairs[service] + 1;
    }

    /** The largest memory of a replica of a service that ran until the end of its history. */
    public long[] lastLevels(long[] endOf) {
        long[] levels = new long[restarts.length];
        for (int replica = 0; replica < lines.length; replica++) {
            int service = serviceOf[replica];
            if (lines[replica] != null && lastMicros[replica] >= endOf[service]) {
                levels[service] = Math.max(levels[service], lastMemory[replica]);
            }
        }
        return levels;
    }

    /** A line of least squares over time. */
    private static final class Line {
        private final long start;
        private final double firstLevel;
        private long count;
        private double meanX;
        private double meanY;
        private double xx;
        private double yy;
        private double xy;
        private double lastX;

        Line(long start, double firstLevel) {
            this.start = start;
            this.firstLevel = firstLevel;
        }

        void add(long micros, double value) {
            lastX = micros - start;
            count++;
            double dx = lastX - meanX;
            double dy = value - meanY;
            meanX += dx / count;
            meanY += dy / count;
            xx += dx * (lastX - meanX);
            yy += dy * (value - meanY);
            xy += dx * (value - meanY);
        }

        double length() {
            return lastX;
        }

        double slope() {
            return xx > 0 ? xy / xx : 0;
        }

        double explained() {
            return xx > 0 && yy > 0 ? xy * xy / (xx * yy) : 0;
        }
    }
}
