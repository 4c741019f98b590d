package dev.stowage.sim.energy.response;

/**
 * How a core's backlog goes from interrupt to interrupt, on a lattice of time: up by the work of a
 * batch, down by the time until the next interrupt, which is the delay and an exponential time. The
 * walk ends where it falls below zero; the core is idle then.
 *
 * <p>Its ladders come by factorising {@code 1 - phi}, phi being the transform of a step, on a
 * circle on which {@code |phi| < 1}: there {@code log(1 - phi)} has no cut, and splits into rising
 * and falling powers. Cost: some transforms of as many values as it takes levels. Source: F.
 * Spitzer, Trans. AMS 82, 1956.
 */
final class BacklogWalk {
    private static final double SPAN = 40; // what wraps around is below exp(-40)
    private static final double MOST_GROWTH = 20; // exp(20) times what is rounded
    private static final int SEARCH = 60;
    private static final double DEVIATIONS = 10;

    private final int delay;
    private final double shorter;
    private final double others;
    private final LatticeTime work;
    private final LatticeTime apart;
    private final double logRadius;
    private final double needed;

    /**
     * @param rate requests per step
     * @param delay of interrupts, in steps: a whole number or below 1, which is then 1 step now and
     *     then, with as much less variance of the time after it
     * @param service mean of a request, in steps; below {@code 1 / rate}
     * @param depth steps above zero at most from which a walk starts
     */
    BacklogWalk(double rate, double delay, double service, double depth) {
        this.delay = (int) Math.ceil(delay);
        shorter = this.delay - delay;
        others = rate * delay;
        work = LatticeTime.of(service, service * service);
        apart = LatticeTime.of(1 / rate, 1 / (rate * rate) - shorter * (1 - shorter));
        logRadius = Math.min(saddle(), MOST_GROWTH / (depth + 2));
        double batch = 1 + others;
        double most = batch + 2 * DEVIATIONS + DEVIATIONS * Math.sqrt(2 * batch);
        needed = Math.max(SPAN / logRadius, 2 * (this.delay + most * service + depth));
    }

    /** Levels of the lattice that it takes; a power of 2 above is to be used. */
    double needed() {
        return needed;
    }

    /** Mean requests of a batch after the first. */
    double others() {
        return others;
    }

    /** Time from one interrupt to the first request of the next batch. */
    LatticeTime apart() {
        return apart;
    }

    /** Transform of the time of one request. */
    Complex request(Complex z) {
        return work.at(z);
    }

    /** Transform of the work of a batch. */
    Complex batch(Complex z) {
        Complex one = work.at(z);
        return one.times(one.plus(-1).times(others).exp());
    }

    /** Transform of the delay. */
    Complex delay(double log, double angle) {
        Complex whole = Complex.polar(delay * log, delay * angle);
        return shorter == 0
                ? whole
                : whole.times(1 - shorter)
                        .plus(Complex.polar((delay - 1) * log, (delay - 1) * angle).times(shorter));
    }

    /** Probability that the delay is a step shorter. */
    double shorter() {
        return shorter;
    }

    /** Transform of a step, at {@code exp(log + i angle)}. */
    private Complex step(double log, double angle) {
        Complex down = delay(-log, -angle).times(apart.at(Complex.polar(-log, -angle)));
        return batch(Complex.polar(log, angle)).times(down);
    }

    /** The logarithm of the radius at which the transform of a step is least. */
    private double saddle() {
        double low = 0;
        double high = work.pole();
        double golden = (Math.sqrt(5) - 1) / 2;
        for (int i = 0; i < SEARCH; i++) {
            double left = high - golden * (high - low);
            double right = low + golden * (high - low);
            if (step(left, 0).re() < step(right, 0).re()) {
                high = right;
            } else {
                low = left;
            }
        }
        return (low + high) / 2;
    }

    /**
     * The ladders of a walk.
     *
     * @param rising mean visits of each level above a start that is not come back to
     * @param falling mean visits of each level below a start, as new lowest ones; the start is the
     *     first
     */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    record Ladders(double[] rising, double[] falling) {}

    /** The ladders; the falling one to a depth. */
    Ladders ladders(Fourier fourier, int depth) {
        int size = fourier.size();
        double[] re = new double[size];
        double[] im = new double[size];
        fourier.fill(
                re,
                im,
                angle -> {
                    Complex rest = step(logRadius, angle).times(-1).plus(1);
                    return rest.log().times(-1);
                });
        fourier.coefficients(re, im);
        double[] up = new double[size];
        double[] down = new double[size];
        System.arraycopy(re, 1, up, 1, size / 2 - 1);
        System.arraycopy(re, size / 2, down, size / 2, size / 2);
        down[0] = re[0];
        exponential(fourier, up);
        exponential(fourier, down);
        double[] rising = new double[size];
        for (int i = 0; i < size / 2; i++) {
            rising[i] = Math.max(0, up[i]) * Math.exp(-i * logRadius);
        }
        double[] falling = new double[depth + 1];
        falling[0] = down[0];
        for (int i = 1; i <= depth; i++) {
            falling[i] = Math.max(0, down[size - i]) * Math.exp(i * logRadius);
        }
        return new Ladders(rising, falling);
    }

    /** The series of the exponential of a series. */
    private static void exponential(Fourier fourier, double[] series) {
        double[] im = new double[series.length];
        fourier.values(series, im);
        for (int i = 0; i < series.length; i++) {
            double grown = Math.exp(series[i]);
            series[i] = grown * Math.cos(im[i]);
            im[i] = grown * Math.sin(im[i]);
        }
        fourier.coefficients(series, im);
    }
}
