package dev.stowage.sim.energy.response;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The law of response times of a core under the planning model: Poisson arrivals, an interrupt a
 * delay after the first request of a batch, exponential services in the order of arrival, and the
 * exit of the deepest sleep state whose residency the gap before a batch reached. Nothing is drawn:
 * the backlog at interrupts is found from a {@link BacklogWalk} that starts anew after each gap,
 * above zero by the exit.
 *
 * <p>A request finds the backlog, its batch's requests before it and what is left of the delay. The
 * lattice has 8 steps in a service or more: percentiles are within 0.1 % of those of ever finer
 * ones. Cost: some milliseconds.
 */
public final class ResponseTimes {
    private static final int[] FINENESS = {8, 4, 2};
    private static final int[] ROUGH = {4, 2};
    private static final int USUAL = 1 << 15;
    private static final int MOST = 1 << 18;
    private static final int ROUNDS = 200;
    private static final int HALVINGS = 40;

    private final BatchCore core;
    private final double step;
    private final int delay;
    private final int depth;
    private final BacklogWalk walk;
    private final List<BatchCore.Sleep> states;

    private ResponseTimes(BatchCore core, int fineness) {
        this.core = core;
        states = core.sleeps();
        double wanted = core.serviceMicros() / fineness;
        double steps = core.delayMicros() / wanted;
        delay = (int) Math.ceil(steps - 1e-9);
        step = steps < 1 ? wanted : core.delayMicros() / delay;
        double exit = states.stream().mapToDouble(BatchCore.Sleep::exitMicros).max().orElse(0);
        depth = (int) Math.ceil(exit / step) + 1;
        walk =
                new BacklogWalk(
                        core.rate() * step,
                        steps < 1 ? steps : delay,
                        core.serviceMicros() / step,
                        depth);
    }

    /**
     * The law; null if the core does not keep up, or so nearly not that it takes more than 262,144
     * levels (from 99.9 % of the time at work on).
     */
    public static @Nullable Law of(BatchCore core) {
        return of(core, FINENESS);
    }

    /**
     * The same of a core that wakes at once, and with half the steps: nothing of it is above the
     * law by more than 0.5 %, nor above that of a longer service, since all requests are as far as
     * there at all times, or farther.
     */
    public static @Nullable Law awake(BatchCore core) {
        return of(core.awake(), ROUGH);
    }

    static @Nullable Law of(BatchCore core, int... fineness) {
        if (!(core.rate() * core.serviceMicros() < 1)) {
            return null;
        }
        for (int each : fineness) {
            ResponseTimes times = new ResponseTimes(core, each);
            boolean isLast = each == fineness[fineness.length - 1];
            if (times.walk.needed() <= (isLast ? MOST : USUAL)) {
                return times.law();
            }
        }
        return null;
    }

    /**
     * A law of response times.
     *
     * @param base time that all take, microseconds
     * @param step microseconds
     * @param above probability to take longer than the base and a step less a half for each place
     */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    public record Law(double base, double step, double[] above) {
        /** Probability that a response takes longer. */
        public double exceeds(double micros) {
            double place = (micros - base) / step + 0.5;
            int low = (int) Math.floor(place);
            if (low < 0 || low >= above.length - 1) {
                return low < 0 ? 1 : 0;
            }
            return above[low] + (place - low) * (above[low + 1] - above[low]);
        }

        /** Response time that a share of the responses stays within. */
        public double percentile(double share) {
            double low = 0;
            double high = longest();
            for (int i = 0; i < HALVINGS; i++) {
                double middle = (low + high) / 2;
                if (exceeds(middle) > 1 - share) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return high;
        }

        /** A time that practically no response exceeds. */
        public double longest() {
            return base + step * above.length;
        }
    }

    private Law law() {
        Fourier fourier = new Fourier(Integer.highestOneBit((int) walk.needed()) * 2);
        int size = fourier.size();
        BacklogWalk.Ladders ladders = walk.ladders(fourier, depth);
        double[] starts = starts(ladders, fourier);
        double[] re = new double[size];
        double[] im = new double[size];
        for (int level = 0; level <= depth; level++) {
            for (int lowest = 0; lowest <= level; lowest++) {
                re[lowest] += starts[level] * ladders.falling()[level - lowest];
            }
        }
        fourier.values(re, im);
        double[] rising = ladders.rising();
        double[] other = new double[size];
        fourier.values(rising, other);
        double visits = re[0] * rising[0];
        double[] own = new double[size];
        double[] ownIm = new double[size];
        fourier.fill(own, ownIm, this::afterBacklog);
        for (int k = 0; k < size; k++) {
            Complex product =
                    new Complex(re[k], im[k])
                            .times(new Complex(rising[k], other[k]))
                            .times(new Complex(own[k], ownIm[k]))
                            .times(1 / visits);
            re[k] = product.re();
            im[k] = product.im();
        }
        fourier.coefficients(re, im);
        return new Law(core.baseMicros(), step, above(re));
    }

    private static double[] above(double[] masses) {
        double[] above = new double[masses.length + 1];
        for (int k = masses.length - 1; k >= 0; k--) {
            above[k] = Math.min(1, above[k + 1] + Math.max(0, masses[k]));
        }
        return above;
    }

    /**
     * Transform of what a request adds to the backlog that its batch finds: the first of a batch
     * waits the whole delay; the others come evenly over it, and find the first and those before.
     */
    private Complex afterBacklog(double angle) {
        Complex z = Complex.polar(0, angle);
        Complex one = walk.request(z);
        Complex whole = walk.delay(0, angle);
        Complex first = one.times(whole);
        Complex later = one.times(one).times(afterFirst(one, whole, angle)).times(walk.others());
        return first.plus(later).times(1 / (1 + walk.others()));
    }

    /**
     * Transform of the requests after the first and before one, and of what is left of the delay.
     */
    private Complex afterFirst(Complex one, Complex whole, double angle) {
        Complex all = one.plus(-1).times(walk.others()).exp();
        if (delay <= 1) {
            return whole.plus(all).times(0.5);
        }
        Complex z = Complex.polar(0, angle);
        Complex grown = one.plus(-1).times(walk.others() / delay).exp();
        Complex apart = z.plus(grown.times(-1));
        if (apart.norm() < 1e-9) {
            return whole;
        }
        return whole.times(z)
                .plus(all.times(grown).times(-1))
                .over(apart)
                .plus(whole.plus(all).times(-0.5))
                .times(1.0 / delay);
    }

    /** How often a walk starts at each level: at 0, or by the exit of a state. */
    private double[] starts(BacklogWalk.Ladders ladders, Fourier fourier) {
        int kinds = states.size() + 1;
        if (kinds == 1) {
            double[] none = new double[depth + 1];
            none[0] = 1;
            return none;
        }
        IdleGaps gaps = new IdleGaps(walk, delay, step, fourier);
        double[][] seen = new double[kinds][];
        double[][] levels = new double[kinds][depth + 1];
        levels[0][0] = 1;
        double[] residencies = new double[kinds];
        for (int kind = 1; kind < kinds; kind++) {
            BatchCore.Sleep state = states.get(kind - 1);
            residencies[kind] = state.residencyMicros();
            double level = state.exitMicros() / step;
            int low = (int) Math.floor(level);
            levels[kind][low] = 1 - (level - low);
            levels[kind][low + 1] = level - low;
        }
        for (int kind = 0; kind < kinds; kind++) {
            seen[kind] = fromLevels(ladders, gaps.atLeast(residencies[kind]));
        }
        double[] often = new double[kinds];
        Arrays.fill(often, 1.0 / kinds);
        for (int round = 0; round < ROUNDS; round++) {
            double[] mixed = mixed(often, levels);
            double sum = 0;
            for (int kind = 0; kind < kinds; kind++) {
                double more = kind + 1 < kinds ? product(mixed, seen[kind + 1]) : 0;
                often[kind] = Math.max(0, product(mixed, seen[kind]) - more);
                sum += often[kind];
            }
            for (int kind = 0; kind < kinds; kind++) {
                often[kind] /= sum;
            }
        }
        return mixed(often, levels);
    }

    private double[] mixed(double[] often, double[][] levels) {
        double[] mixed = new double[depth + 1];
        for (int kind = 0; kind < often.length; kind++) {
            for (int level = 0; level <= depth; level++) {
                mixed[level] += often[kind] * levels[kind][level];
            }
        }
        return mixed;
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** Probability, by the level of a start, that the walk ends in a gap. */
    private double[] fromLevels(BacklogWalk.Ladders ladders, double[] gapFrom) {
        double[] fromLowest = new double[depth + 1];
        for (int lowest = 0; lowest <= depth; lowest++) {
            for (int up = 0; up + lowest < gapFrom.length; up++) {
                fromLowest[lowest] += ladders.rising()[up] * gapFrom[up + lowest];
            }
        }
        double[] from = new double[depth + 1];
        for (int level = 0; level <= depth; level++) {
            for (int lowest = 0; lowest <= level; lowest++) {
                from[level] += ladders.falling()[level - lowest] * fromLowest[lowest];
            }
        }
        return from;
    }
}
