package dev.stowage.sim.node.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A queue with one to eight servers whose percentiles come from going through its requests one by
 * one, in code that knows nothing of the model, and rows as if it had been measured.
 */
final class DrawnQueue {
    private static final int REQUESTS = 150_000;
    private static final int SKIPPED = 5_000;
    private static final double[] GRID = grid();
    private static final Map<String, double[]> KNOWN = new HashMap<>();

    /** Mean service time, seconds. */
    static final double MEAN = 1e-4;

    private final int servers;
    private final double[] curve;
    private final double target;
    private final double noise;
    private final Random random;

    /** One of many: kind of service times, servers, target and noise are drawn. */
    DrawnQueue(long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
        servers = 1 + random.nextInt(8);
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        curve = curve(kind, servers);
        double knee = 0.6 + 0.35 * random.nextDouble();
        target = at(knee);
        noise = 0.001 * Math.pow(50, random.nextDouble());
    }

    private DrawnQueue(Random random) {
        this.random = random;
        servers = 1 + random.nextInt(8);
        double added = MEAN * (1 + 9 * random.nextDouble());
        curve = Arrays.stream(curve(Kind.CONSTANT, servers)).map(each -> added + each).toArray();
        target = at(0.1 + 0.8 * random.nextDouble());
        noise = 0.001 * Math.pow(50, random.nextDouble());
    }

    /**
     * One of constant service times and a network of one to ten times as long, that meets its
     * target up to 10 to 90 % of saturation: much of its curve is within the noise of the target.
     */
    static DrawnQueue flat(long seed) {
        return new DrawnQueue(new Random(seed * 0x9E3779B97F4A7C15L + 2));
    }

    /** Distributions of service times. */
    enum Kind {
        EXPONENTIAL,
        CONSTANT,
        HYPEREXPONENTIAL;

        double draw(Random random) {
            return switch (this) {
                case EXPONENTIAL -> -Math.log(1 - random.nextDouble());
                case CONSTANT -> 1;
                case HYPEREXPONENTIAL -> // squared variation 2.6
                        -Math.log(1 - random.nextDouble()) * (random.nextDouble() < 0.8 ? 0.5 : 3);
            };
        }
    }

    int servers() {
        return servers;
    }

    double target() {
        return target;
    }

    double noise() {
        return noise;
    }

    /** The largest load whose percentile meets the target, requests a second. */
    double largestLoad() {
        double low = 0;
        double high = GRID[GRID.length - 1];
        for (int step = 0; step < 60; step++) {
            double middle = (low + high) / 2;
            if (at(middle) <= target) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low * servers / MEAN;
    }

    /** The percentile without load, seconds. */
    double atRest() {
        return curve[0];
    }

    /** Requests a second above which it does not keep up. */
    double capacity() {
        return servers / MEAN;
    }

    /**
     * Eight to thirty rows, spread over its loads or in steps, some once and some several times.
     */
    List<MeasuredRow> rows() {
        int repeats = 1 + random.nextInt(3);
        int levels = Math.max(4, (8 + random.nextInt(23)) / repeats);
        double first = 0.05 + 0.25 * random.nextDouble();
        double last = 0.85 + 0.25 * random.nextDouble();
        List<MeasuredRow> rows = new ArrayList<>();
        for (int level = 0; level < levels; level++) {
            double share = first + (last - first) * level / (levels - 1);
            for (int repeat = 0; repeat < repeats; repeat++) {
                double rho = share * (1 + 0.002 * random.nextGaussian());
                double load = rho * servers / MEAN;
                boolean isBeyond = rho > 0.995;
                double seconds =
                        (isBeyond ? 5 * at(0.99) : at(rho))
                                * Math.exp(noise * random.nextGaussian());
                rows.add(
                        new MeasuredRow(
                                rows.size() + 2,
                                load,
                                seconds,
                                servers,
                                20,
                                load * Math.min(1, 1 / rho),
                                "",
                                0,
                                null));
            }
        }
        return rows;
    }

    private double at(double rho) {
        int cell = Arrays.binarySearch(GRID, rho);
        if (cell >= 0) {
            return curve[cell];
        }
        int above = Math.min(GRID.length - 1, -cell - 1);
        int below = Math.max(0, above - 1);
        double share = (rho - GRID[below]) / (GRID[above] - GRID[below]);
        return Math.exp(Math.log(curve[below]) * (1 - share) + Math.log(curve[above]) * share);
    }

    private static double[] grid() {
        double[] grid = new double[46];
        for (int i = 0; i < grid.length; i++) {
            grid[i] = 1e-3 + 0.0222 * i;
        }
        return grid;
    }

    private static synchronized double[] curve(Kind kind, int servers) {
        return KNOWN.computeIfAbsent(kind + " " + servers, key -> simulated(kind, servers));
    }

    /** The same requests at every load, so that percentiles rise with it. */
    private static double[] simulated(Kind kind, int servers) {
        Random random = new Random(7);
        double[] gaps = new double[REQUESTS];
        double[] services = new double[REQUESTS];
        for (int i = 0; i < REQUESTS; i++) {
            gaps[i] = -Math.log(1 - random.nextDouble()) / servers;
            services[i] = kind.draw(random);
        }
        double[] curve = new double[GRID.length];
        for (int cell = 0; cell < GRID.length; cell++) {
            PriorityQueue<Double> free = new PriorityQueue<>();
            for (int i = 0; i < servers; i++) {
                free.add(0.0);
            }
            double now = 0;
            double[] responses = new double[REQUESTS - SKIPPED];
            for (int i = 0; i < REQUESTS; i++) {
                now += gaps[i] / GRID[cell];
                double done = Math.max(now, free.remove()) + services[i];
                free.add(done);
                if (i >= SKIPPED) {
                    responses[i - SKIPPED] = done - now;
                }
            }
            Arrays.sort(responses);
            curve[cell] = MEAN * responses[(int) Math.ceil(0.99 * responses.length) - 1];
        }
        return curve;
    }
}
