package dev.stowage.tuning;

import dev.stowage.basis.Check;
import dev.stowage.basis.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.commons.math3.random.SobolSequenceGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Finds a setting of small value with few trials. The first settings are Sobol' points (Joe and
 * Kuo, 2008) under a random shift; each later one has the largest expected improvement under a
 * Gaussian process of all trials. Never the same setting twice. The same grid, seed and values give
 * the same settings.
 *
 * <p>What must stay within a bound is told beside the value, and has a process of its own: the
 * improvement counts by the probability that the bound is kept. So a bound makes no cliff in the
 * values. The improvement is over the least mean of the process at what was tried and seems to keep
 * the bound, so that one lucky reading is not chased.
 *
 * <p>A trial costs O(n^3) for the fit and O(n^2) for each setting that is looked at ({@link
 * GridSearch}). Values of very different size should be given as logarithms. Source: Jones,
 * Schonlau and Welch, 1998; for bounds, see {@link Beliefs}.
 */
public final class Tuner {
    private static final int MOST_STARTS_TRIED = 1 << 16;

    private final KnobGrid grid;
    private final int starts;
    private final boolean hasCliffs;
    private final SobolSequenceGenerator sobol;
    private final double[] shift;
    private final BitSet asked = new BitSet();
    private final List<Integer> settings = new ArrayList<>();
    private final List<Double> values = new ArrayList<>();
    private final List<Double> excesses = new ArrayList<>();
    private @Nullable Beliefs beliefs;
    private boolean isStale = true; // beliefs are of fewer values

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
        int setting =
                settings.size() < starts
                        ? start()
                        : new GridSearch(grid, asked, believed()::worth).best(best());
        asked.set(setting);
        return setting;
    }

    /**
     * The setting of those not tried that is believed to have the least value among those that keep
     * the bound; for the last trials, since those before stay near the bound and leave in doubt
     * whether it is kept.
     *
     * @param certainty probability to keep the bound, below 1
     * @throws IllegalStateException if all have been tried, or none
     */
    public int nextSure(double certainty) {
        if (isExhausted() || settings.isEmpty()) {
            throw new IllegalStateException(
                    settings.size() + " of " + grid.size() + " settings have been tried");
        }
        Beliefs now = believed();
        int setting =
                new GridSearch(grid, asked, point -> now.sureWorth(point, certainty)).best(best());
        asked.set(setting);
        return setting;
    }

    /** What a setting came to; smaller is better. Any setting may be told, asked for or not. */
    public void tell(int setting, double value) {
        add(setting, value);
        if (!excesses.isEmpty()) {
            throw new IllegalStateException("told without an excess, and with one before");
        }
    }

    /**
     * The same where something must stay within a bound; told of all settings or of none.
     *
     * @param excess at most 0 where the bound is kept; best the logarithm of what is bounded over
     *     the bound, or what goes on from it evenly and does not grow without end
     */
    public void tell(int setting, double value, double excess) {
        add(setting, value);
        excesses.add(finite("excess", excess));
        if (excesses.size() != values.size()) {
            throw new IllegalStateException("told with an excess, and without one before");
        }
    }

    private void add(int setting, double value) {
        values.add(finite("value", value));
        settings.add(setting);
        asked.set(setting);
        isStale = true;
    }

    private Beliefs believed() {
        Beliefs known = beliefs;
        if (known != null && !isStale) {
            return known;
        }
        double[][] points = settings.stream().map(grid::unit).toArray(double[][]::new);
        double[] told = values.stream().mapToDouble(Double::doubleValue).toArray();
        if (hasCliffs) {
            HalfRanks.warp(told);
        }
        double[] excess =
                excesses.isEmpty()
                        ? null
                        : excesses.stream().mapToDouble(Double::doubleValue).toArray();
        Beliefs fresh = new Beliefs(points, told, excess, known);
        beliefs = fresh;
        isStale = false;
        return fresh;
    }

    private static double finite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " = " + value + ", expected a finite number");
        }
        return value;
    }

    /** The setting of the least value told, whatever its excess; the first of equal ones. */
    public int best() {
        int best = 0;
        for (int i = 1; i < values.size(); i++) {
            if (values.get(i) < values.get(best)) {
                best = i;
            }
        }
        return settings.get(best);
    }

    /**
     * The places of the settings told, from the one that is believed to have the least value among
     * those that keep the bound; those that are not sure enough to keep it follow, the likeliest
     * one first.
     *
     * @param certainty probability to keep the bound, below 1
     */
    public List<Integer> believedOrder(double certainty) {
        return believed().order(Check.inRange("certainty", certainty, 0, 1));
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
}
