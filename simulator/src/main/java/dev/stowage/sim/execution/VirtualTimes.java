package dev.stowage.sim.execution;

import dev.stowage.basis.PlainState;
import dev.stowage.sim.engine.LadderQueue;

/**
 * The virtual time of each server under processor sharing. It advances as real time does while the
 * tasks of the server demand no more CPU than there is, and at the rate capacity / demand while
 * they demand more; a task that starts with so much left to do ends when virtual time has advanced
 * by as much, whatever comes and goes meanwhile. So a change on a server costs O(1) here, not one
 * step for each of its tasks.
 *
 * <p>Exact to a rule: virtual time is an integer number of microseconds and a fraction in units of
 * 2<sup>-62</sup>; a rate is capacity / demand in the same units, rounded up; sums and products are
 * exact. So the only error is that of the rate: virtual time runs ahead by less than T * 2
 * <sup>-62</sup> in T microseconds of contention (a hundred-thousandth of a microsecond in a year),
 * however often the rate changes, and not at all at full speed.
 *
 * <p>Hot: one row of eight longs a server, a cache line. Guarded by {@code ContendedBenchmark}.
 *
 * <p>Source: Parekh, Gallager, "A generalized processor sharing approach to flow control in
 * integrated services networks: the single-node case", IEEE/ACM ToN 1(3), 1993 (virtual time).
 */
final class VirtualTimes implements PlainState {
    /** Later than any time. */
    static final long NEVER = LadderQueue.NONE;

    /** Demand on one server must stay below this, so that quotients fit. */
    static final long DEMAND_LIMIT = 1L << 62;

    private static final int FRACTION_BITS = 62;
    private static final long ONE = 1L << FRACTION_BITS; // full speed
    private static final long FRACTION_MASK = ONE - 1;

    private static final int ROW_BITS = 3;
    private static final int BASE = 0; // real time at which the two below held
    private static final int MICROS = 1;
    private static final int FRACTION = 2;
    private static final int RATE = 3;
    private static final int DEMAND = 4;
    private static final int CAPACITY = 5;

    private final long[] rows;

    /** All servers without capacity and demand, their virtual time 0 at time 0. */
    VirtualTimes(int servers) {
        rows = new long[Math.multiplyExact(servers, 1 << ROW_BITS)];
        for (int server = 0; server < servers; server++) {
            rows[(server << ROW_BITS) + RATE] = ONE;
        }
    }

    /** Brings the server's virtual time to {@code nowMicros}, which must not go back. */
    void advance(int server, long nowMicros) {
        int at = server << ROW_BITS;
        long real = nowMicros - rows[at + BASE];
        if (real == 0) {
            return;
        }
        rows[at + BASE] = nowMicros;
        long rate = rows[at + RATE];
        if (rate == ONE) {
            rows[at + MICROS] += real;
            return;
        }
        long fraction = rows[at + FRACTION] + ((real * rate) & FRACTION_MASK);
        rows[at + MICROS] += whole(real, rate) + (fraction >>> FRACTION_BITS);
        rows[at + FRACTION] = fraction & FRACTION_MASK;
    }

    private static long whole(long real, long rate) {
        return (Math.multiplyHigh(real, rate) << 2) | ((real * rate) >>> FRACTION_BITS);
    }

    /** Virtual time when the server was last advanced: whole microseconds. */
    long micros(int server) {
        return rows[(server << ROW_BITS) + MICROS];
    }

    /** The part of it below a microsecond. */
    long fraction(int server) {
        return rows[(server << ROW_BITS) + FRACTION];
    }

    long demandMicroCores(int server) {
        return rows[(server << ROW_BITS) + DEMAND];
    }

    /** CPU that the tasks of the server really get, millionths of a core. */
    long usedMicroCores(int server) {
        int at = server << ROW_BITS;
        return Math.min(rows[at + DEMAND], rows[at + CAPACITY]);
    }

    /** True if nothing slows the tasks of the server. */
    boolean isAtFullSpeed(int server) {
        return rows[(server << ROW_BITS) + RATE] == ONE;
    }

    /** Changes the demand on a server that was advanced to now. */
    void addDemand(int server, long cpuMicroCores) {
        int at = server << ROW_BITS;
        rows[at + DEMAND] += cpuMicroCores;
        rows[at + RATE] = rate(rows[at + CAPACITY], rows[at + DEMAND]);
    }

    /** Changes the capacity of a server that was advanced to now. */
    void setCapacity(int server, long cpuMicroCores) {
        int at = server << ROW_BITS;
        rows[at + CAPACITY] = cpuMicroCores;
        rows[at + RATE] = rate(cpuMicroCores, rows[at + DEMAND]);
    }

    /** capacity / demand in units of 2^-62, rounded up, at most 1; by long division. */
    private static long rate(long capacity, long demand) {
        if (demand <= capacity) {
            return ONE;
        }
        long quotient = 0;
        long remainder = capacity;
        int step = Long.numberOfLeadingZeros(demand) - 1;
        for (int bits = FRACTION_BITS; bits > 0; bits -= step) {
            step = Math.min(step, bits);
            long dividend = remainder << step;
            quotient = (quotient << step) | (dividend / demand);
            remainder = dividend % demand;
        }
        return remainder == 0 ? quotient : quotient + 1;
    }

    /** True if the server's virtual time, as last advanced, has come to the given one. */
    boolean hasReached(int server, long micros, long fraction) {
        int at = server << ROW_BITS;
        return micros < rows[at + MICROS]
                || (micros == rows[at + MICROS] && fraction <= rows[at + FRACTION]);
    }

    /**
     * The first whole microsecond of real time at which the server's virtual time reaches the given
     * one, if nothing changes; {@link #NEVER} if that is beyond the clock.
     */
    long realMicros(int server, long micros, long fraction) {
        int at = server << ROW_BITS;
        long left = micros - rows[at + MICROS];
        long leftFraction = fraction - rows[at + FRACTION];
        if (leftFraction < 0) {
            left--;
            leftFraction += ONE;
        }
        if (left < 0) {
            return rows[at + BASE];
        }
        long rate = rows[at + RATE];
        long real =
                rate == ONE ? left + (leftFraction > 0 ? 1 : 0) : divide(left, leftFraction, rate);
        long end = rows[at + BASE] + real;
        return real < 0 || end < 0 ? NEVER : end;
    }

    /**
     * What is missing until the server's virtual time, as last advanced, reaches the given one, in
     * microseconds rounded up; at least 0.
     */
    long leftMicros(int server, long micros, long fraction) {
        int at = server << ROW_BITS;
        long left = micros - rows[at + MICROS] + (fraction > rows[at + FRACTION] ? 1 : 0);
        return Math.max(0, left);
    }

    /** The least {@code real} with {@code real * rate >= left}; negative if beyond the clock. */
    private static long divide(long left, long leftFraction, long rate) {
        double quotient = (left * 0x1p62 + leftFraction) / rate;
        if (!(quotient < 0x1p62)) {
            return -1;
        }
        long real = (long) quotient;
        while (!isEnough(real, rate, left, leftFraction)) {
            double missing =
                    (left - whole(real, rate)) * 0x1p62
                            + (leftFraction - ((real * rate) & FRACTION_MASK));
            real += Math.max(1, (long) (missing / rate));
        }
        while (real > 0 && isEnough(real - 1, rate, left, leftFraction)) {
            real--;
        }
        return real;
    }

    private static boolean isEnough(long real, long rate, long left, long leftFraction) {
        long whole = whole(real, rate);
        return whole > left || (whole == left && ((real * rate) & FRACTION_MASK) >= leftFraction);
    }
}
