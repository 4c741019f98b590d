package dev.stowage.tuning;

import dev.stowage.basis.Check;
import dev.stowage.basis.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.commons.math3.random.SobolSequenceGenerator;

/**
 * Finds a setting of small value with few trials. The first settings are Sobol' points (Joe and
 * Kuo, 2008) under a random shift; each later one has the largest expected improvement under a
 * Gaussian process of all trials. Never the same setting twice. The same grid, seed and values give
 * the same settings.
 *
 * <p>The improvement is over the least mean of the process at what was tried, so that one lucky
 * reading is not chased. Of a grid of at most 20,000 settings, every one is looked at; of a larger
 * one 4,000 Sobol' points, and then neighbours of the best ten, with shrinking steps. A trial costs
 * O(n^3) for the fit and O(n^2) for each setting that is looked at. Values of very different size
 * should be given as logarithms. Source: Jones, Schonlau and Welch, 1998.
 */
public final class Tuner {
    private static final int MOST_LOOKS = 20_000;
    private static final int FEW_LOOKS = 4_000;
    private static final int CLIMBS = 10;
    private static final int MOST_STARTS_TRIED = 1 << 16;

    private final KnobGrid grid;
    private final int starts;
    private final boolean hasCliffs;
    private final SobolSequenceGenerator sobol;
    private final double[] shift;
    private final BitSet asked = new BitSet();
    private final List<Integer> settings = new ArrayList<>();
    private final List<Double> values = new ArrayList<>();
    private final double[] predicted = new double[2];
    private double[] hyperparameters;

    /**
     * Nothing tried yet.
     *
     * @param starts Sobol' points before the first fit
     * @param hasCliffs true if values above the median are to count by their rank only ({@link
     *     HalfRanks}), as where a penalty makes bad values very bad
     */
    public Tuner(KnobGrid grid, int starts, boolean hasCliffs, long seed) {
        this.hasCliffs = hasCliffs;
        this.grid = grid;
        this.starts = Check.positive("starts", starts);
        int dimensions = grid.knobs().size();
        sobol = new SobolSequenceGenerator(dimensions);
        RandomGenerator random = Seeds.stream(seed, "tuner", 0);
        shift = new double[dimensions];
        for (int i = 0; i < dimensions; i++) {
            shift[i] = random.nextDouble();
        }
        hyperparameters = ProcessFit.usual(dimensions);
    }

    /** True if every setting has been tried. */
    public boolean isExhausted() {
        return asked.cardinality() == grid.size();
    }

    /**
     * The setting to try next.
     *
     * @throws IllegalStateException if all have been tried
     */
    public int next() {
        if (isExhausted()) {
            throw new IllegalStateException("all " + grid.size() + " settings have been tried");
        }
        int setting = settings.size() < starts ? start() : promising();
        asked.set(setting);
        return setting;
    }

    /** What a setting came to; smaller is better. Any setting may be told, asked for or not. */
    public void tell(int setting, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("value = " + value + ", expected a finite number");
        }
        asked.set(setting);
        settings.add(setting);
        values.add(value);
    }

    /** The setting of the least value told; the first of equal ones. */
    public int best() {
        int best = 0;
        for (int i = 1; i < values.size(); i++) {
            if (values.get(i) < values.get(best)) {
                best = i;
            }
        }
        return settings.get(best);
    }

    private int start() {
        for (int tried = 0; tried < MOST_STARTS_TRIED; tried++) {
            int setting = grid.at(sobolPoint());
            if (!asked.get(setting)) {
                return setting;
            }
        }
        return asked.nextClearBit(0);
    }

    private double[] sobolPoint() {
        double[] point = sobol.nextVector();
        for (int i = 0; i < point.length; i++) {
            point[i] = (point[i] + shift[i]) % 1;
        }
        return point;
    }

    private int promising() {
        double[][] points = new double[settings.size()][];
        double[] told = new double[points.length];
        for (int i = 0; i < points.length; i++) {
            points[i] = grid.unit(settings.get(i));
            told[i] = values.get(i);
        }
        if (hasCliffs) {
            HalfRanks.warp(told);
        }
        ProcessFit.Fitted fitted = ProcessFit.of(points, told, hyperparameters);
        hyperparameters = fitted.logs();
        GaussianProcess process = fitted.process();
        double least = Double.POSITIVE_INFINITY;
        for (double[] point : points) {
            process.predict(point, predicted);
            least = Math.min(least, predicted[0]);
        }
        return grid.size() <= MOST_LOOKS ? ofAll(process, least) : ofMany(process, least);
    }

    private double improvement(GaussianProcess process, double least, int setting) {
        process.predict(grid.unit(setting), predicted);
        return ExpectedImprovement.log(least, predicted[0], predicted[1]);
    }

    private int ofAll(GaussianProcess process, double least) {
        int best = asked.nextClearBit(0);
        double most = Double.NEGATIVE_INFINITY;
        for (int s = best; s < grid.size(); s = asked.nextClearBit(s + 1)) {
            double value = improvement(process, least, s);
            if (value > most) {
                most = value;
                best = s;
            }
        }
        return best;
    }

    private int ofMany(GaussianProcess process, double least) {
        int[] tops = new int[CLIMBS];
        double[] most = new double[CLIMBS];
        Arrays.fill(tops, -1);
        Arrays.fill(most, Double.NEGATIVE_INFINITY);
        SobolSequenceGenerator looks = new SobolSequenceGenerator(shift.length);
        for (int look = 0; look < FEW_LOOKS; look++) {
            int setting = grid.at(looks.nextVector());
            if (!asked.get(setting)) {
                insert(setting, improvement(process, least, setting), tops, most);
            }
        }
        insert(climb(process, least, best()), tops, most, process, least);
        for (int top : tops.clone()) {
            if (top >= 0) {
                insert(climb(process, least, top), tops, most, process, least);
            }
        }
        return tops[0] < 0 ? asked.nextClearBit(0) : tops[0];
    }

    private void insert(
            int setting, int[] tops, double[] most, GaussianProcess process, double least) {
        if (!asked.get(setting)) {
            insert(setting, improvement(process, least, setting), tops, most);
        }
    }

    private static void insert(int setting, double value, int[] tops, double[] most) {
        for (int i = 0; i < tops.length; i++) {
            if (!(value > most[i])) {
                continue;
            }
            System.arraycopy(tops, i, tops, i + 1, tops.length - i - 1);
            System.arraycopy(most, i, most, i + 1, most.length - i - 1);
            tops[i] = setting;
            most[i] = value;
            return;
        }
    }

    /** From a setting along one knob at a time to where the improvement is largest. */
    private int climb(GaussianProcess process, double least, int from) {
        int at = from;
        double most = asked.get(at) ? Double.NEGATIVE_INFINITY : improvement(process, least, at);
        int widest = 1;
        for (Knob knob : grid.knobs()) {
            widest = Math.max(widest, knob.values().length);
        }
        for (int step = Math.max(1, Integer.highestOneBit(widest) / 16); step > 0; ) {
            boolean isBetter = false;
            for (int knob = 0; knob < shift.length; knob++) {
                for (int sign = -1; sign <= 1; sign += 2) {
                    int other = grid.neighbour(at, knob, sign * step);
                    if (other >= 0 && !asked.get(other)) {
                        double value = improvement(process, least, other);
                        if (value > most) {
                            most = value;
                            at = other;
                            isBetter = true;
                        }
                    }
                }
            }
            if (!isBetter) {
                step /= 2;
            }
        }
        return at;
    }
}
