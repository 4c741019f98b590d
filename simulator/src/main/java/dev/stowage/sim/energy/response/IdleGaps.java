package dev.stowage.sim.energy.response;

import java.util.Arrays;

/** The gap that a step of a {@link BacklogWalk} leaves, by the level that it starts from. */
final class IdleGaps {
    private static final double NONE = 1e-13;

    private final BacklogWalk walk;
    private final int delay;
    private final double step;
    private final int levels;
    private final double onwards;
    private final double[] longer;

    /**
     * @param delay of interrupts, in steps
     * @param step microseconds
     */
    IdleGaps(BacklogWalk walk, int delay, double step, Fourier fourier) {
        this.walk = walk;
        this.delay = delay;
        this.step = step;
        levels = fourier.size() / 2;
        double[] batch = new double[fourier.size()];
        double[] im = new double[fourier.size()];
        fourier.fill(batch, im, angle -> walk.batch(Complex.polar(0, angle)));
        fourier.coefficients(batch, im);
        LatticeTime apart = walk.apart();
        onwards = apart.onwards();
        longer = new double[delay + 3];
        double within = 0; // batches of at most -j steps
        for (int s = 0; s <= delay + 1; s++) {
            within += batch[s];
        }
        double beyond = 0; // the others, each with the chance that the time apart is longer
        for (int s = levels - 1; s > delay + 1; s--) {
            beyond += batch[s] * Math.pow(onwards, s - delay - 2);
        }
        for (int place = 0; place < longer.length; place++) {
            int j = place - delay - 1;
            longer[place] = Math.max(0, within) + apart.positive() * beyond;
            beyond = onwards * beyond + (j <= 0 ? batch[-j] : 0);
            within = j <= 0 ? within - batch[-j] : 0;
        }
    }

    /** Probability that the time apart is at least the work of a batch and some steps. */
    private double longer(int steps) {
        int place = steps + delay + 1;
        int last = longer.length - 1;
        return place <= last
                ? longer[Math.max(0, place)]
                : longer[last] * Math.pow(onwards, place - last);
    }

    /**
     * Probability, by the level, that a step ends in a gap of at least some microseconds; 0 for any
     * gap. Levels from which that is practically never so are left out.
     */
    double[] atLeast(double micros) {
        double[] often = new double[levels];
        int count = 0;
        while (count < levels) {
            double any = longer(count + 1, 0);
            double level = micros / step + 0.5;
            int low = (int) Math.floor(level);
            double those = longer(count + low, level - low);
            often[count] = micros > 0 ? Math.min(any, those) : any;
            if (often[count] < NONE) {
                break;
            }
            count++;
        }
        return Arrays.copyOf(often, count);
    }

    /** The same of the time until the next interrupt, between some steps and one more. */
    private double longer(int steps, double part) {
        double shorter = walk.shorter();
        double now = longer(steps - delay) * (1 - shorter) + longer(steps - delay + 1) * shorter;
        if (part == 0) {
            return now;
        }
        double next =
                longer(steps - delay + 1) * (1 - shorter) + longer(steps - delay + 2) * shorter;
        return now + part * (next - now);
    }
}
