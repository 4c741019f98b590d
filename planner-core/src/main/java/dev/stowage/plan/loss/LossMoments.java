package dev.stowage.plan.loss;

import java.util.Arrays;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Moments at which a loss may hurt the most: the first instant; when the most is running; when the
 * most would be running while the servers are down; and when the most work would be lost.
 */
final class LossMoments {
    private final StayColumns stays;
    private final long[] times; // of starts and ends, ascending

    LossMoments(StayColumns stays) {
        this.stays = stays;
        long[] all = new long[2 * stays.size];
        int count = 0;
        for (int i = 0; i < stays.size; i++) {
            all[count++] = stays.startMicros[i];
            if (stays.endMicros[i] != Long.MAX_VALUE) {
                all[count++] = stays.endMicros[i];
            }
        }
        Arrays.sort(all, 0, count);
        times = Arrays.copyOf(all, count);
    }

    /**
     * The instants of every start and of every end, and those just after a start and just before an
     * end; and the first instant. In an instant servers go down before tasks are submitted and
     * start, so what has just started is there a microsecond later.
     */
    NavigableSet<Long> all() {
        NavigableSet<Long> moments = new TreeSet<>();
        moments.add(0L);
        for (int i = 0; i < stays.size; i++) {
            moments.add(stays.startMicros[i]);
            moments.add(stays.startMicros[i] + 1);
            if (stays.endMicros[i] != Long.MAX_VALUE) {
                moments.add(Math.max(stays.startMicros[i], stays.endMicros[i] - 1));
                moments.add(stays.endMicros[i]);
            }
        }
        return moments;
    }

    /** A handful of them. */
    NavigableSet<Long> worst(OptionalLong lengthMicros) {
        NavigableSet<Long> moments = new TreeSet<>();
        moments.add(0L);
        for (long[] amounts : new long[][] {stays.cpuMicroCores, stays.memoryBytes}) {
            Level level = new Level(amounts);
            moments.add(level.peak());
            if (lengthMicros.isPresent()) {
                moments.add(level.fullest(lengthMicros.getAsLong()));
            }
        }
        moments.add(mostWorkUnderWay());
        return moments;
    }

    /** The instant before an end at which what runs has run for the most core-seconds. */
    private long mostWorkUnderWay() {
        int[] byStart = order(stays.startMicros);
        int[] byEnd = order(stays.endMicros);
        double cpu = 0;
        double cpuTimesStart = 0;
        double most = -1;
        long best = 0;
        int started = 0;
        for (int stay : byEnd) {
            long end = stays.endMicros[stay];
            if (end == Long.MAX_VALUE) {
                break;
            }
            while (started < byStart.length && stays.startMicros[byStart[started]] < end) {
                int next = byStart[started++];
                cpu += stays.cpuMicroCores[next];
                cpuTimesStart += (double) stays.cpuMicroCores[next] * stays.startMicros[next];
            }
            double underWay = cpu * end - cpuTimesStart;
            if (underWay > most) {
                most = underWay;
                best = Math.max(0, end - 1);
            }
            cpu -= stays.cpuMicroCores[stay];
            cpuTimesStart -= (double) stays.cpuMicroCores[stay] * stays.startMicros[stay];
        }
        return best;
    }

    private int[] order(long[] keys) {
        Integer[] boxed = new Integer[stays.size];
        Arrays.setAll(boxed, i -> i);
        Arrays.sort(boxed, (a, b) -> Long.compare(keys[a], keys[b]));
        return Arrays.stream(boxed).mapToInt(Integer::intValue).toArray();
    }

    /** How much of a resource runs over time. */
    private final class Level {
        private final double[] after; // level from times[i] on
        private final double[] until; // integral up to times[i]

        Level(long[] amounts) {
            double[] change = new double[times.length];
            for (int i = 0; i < stays.size; i++) {
                change[at(stays.startMicros[i])] += amounts[i];
                if (stays.endMicros[i] != Long.MAX_VALUE) {
                    change[at(stays.endMicros[i])] -= amounts[i];
                }
            }
            after = new double[times.length];
            until = new double[times.length];
            double level = 0;
            for (int i = 0; i < times.length; i++) {
                until[i] = i == 0 ? 0 : until[i - 1] + level * (times[i] - times[i - 1]);
                level += change[i];
                after[i] = level;
            }
        }

        /** The first place of a time. */
        private int at(long micros) {
            int place = Arrays.binarySearch(times, micros);
            while (place > 0 && times[place - 1] == micros) {
                place--;
            }
            return place;
        }

        long peak() {
            int best = 0;
            for (int i = 1; i < times.length; i++) {
                boolean isLast = i + 1 == times.length || times[i + 1] > times[i];
                if (isLast && after[i] > after[best]) {
                    best = i;
                }
            }
            return times.length == 0 ? 0 : times[best];
        }

        /** Where a time of that length has the most of it. */
        long fullest(long length) {
            double most = -1;
            long best = 0;
            for (long time : times) {
                for (long from : new long[] {time, Math.max(0, time - length)}) {
                    double held = integral(from + length) - integral(from);
                    if (held > most) {
                        most = held;
                        best = from;
                    }
                }
            }
            return best;
        }

        private double integral(long micros) {
            int place = Arrays.binarySearch(times, micros);
            int before = place >= 0 ? place : -place - 2;
            if (before < 0) {
                return 0;
            }
            while (before + 1 < times.length && times[before + 1] == times[before]) {
                before++;
            }
            return until[before] + after[before] * (micros - times[before]);
        }
    }
}
