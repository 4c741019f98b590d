package dev.stowage.sim.skynet;

import dev.stowage.basis.Seeds;
import dev.stowage.sim.skynet.ObjectiveSpec.Disturbance;
import dev.stowage.sim.skynet.ObjectiveSpec.Drawn;
import java.util.random.RandomGenerator;

/**
 * Needs of applications that are drawn. Types and their intensities are those of the thesis (Redis,
 * Memcached, Spark, CouchDB, Elasticsearch, Nginx: intensive in what section 3.7 says), the figures
 * ours.
 */
final class DrawnNeeds implements Needs {
    private static final double[][] INTENSITIES = {
        {1, 0.4, 1, 0.5},
        {0.4, 1, 0.2, 0.5},
        {0.6, 0.6, 1, 1},
        {1, 0.5, 1, 0.4},
        {1, 1, 0.4, 0.4},
        {1, 0.3, 0.3, 0.6},
    };

    private final double[] base;
    private final double[] factor;
    private final double[] load;
    private final Drawn drawn;
    private final Disturbance disturbance;
    private final RandomGenerator random;
    private boolean isNew;

    DrawnNeeds(Drawn drawn, ObjectiveSpec spec, long seed, int replication) {
        this.drawn = drawn;
        disturbance = spec.disturbance();
        random = Seeds.stream(seed, "skynet load", replication);
        base = new double[drawn.count() * RESOURCES];
        factor = new double[drawn.count()];
        load = new double[drawn.count()];
        for (int i = 0; i < load.length; i++) {
            double[] intensities = INTENSITIES[random.nextInt(INTENSITIES.length)];
            double size = Math.exp(drawn.sigma() * random.nextGaussian());
            for (int r = 0; r < RESOURCES; r++) {
                base[i * RESOURCES + r] = intensities[r] * size;
            }
        }
        drawLoads();
        double wanted = drawn.utilisation() * spec.servers().total(0);
        scale(0, wanted, true);
        for (int r = 1; r < RESOURCES; r++) {
            scale(r, 0.9 * wanted, false);
        }
        apply(false);
    }

    /** Brings the sum of CPU to the utilisation with all in proportion, others below it. */
    private void scale(int resource, double wanted, boolean isAll) {
        double sum = 0;
        for (int i = 0; i < load.length; i++) {
            sum += base[i * RESOURCES + resource] * load[i];
        }
        double by = isAll ? wanted / sum : Math.min(1, wanted / sum);
        for (int i = 0; i < base.length; i++) {
            base[i] *= isAll || i % RESOURCES == resource ? by : 1;
        }
    }

    private void drawLoads() {
        for (int i = 0; i < load.length; i++) {
            load[i] = 0.5 + random.nextDouble();
        }
    }

    @Override
    public double[] base() {
        return base;
    }

    @Override
    public double[] factor() {
        return factor;
    }

    @Override
    public double[] first(double setPoint) {
        double[] first = base.clone();
        for (int i = 0; i < first.length; i++) {
            first[i] *= load[i / RESOURCES] * setPoint;
        }
        return first;
    }

    @Override
    public boolean[] isOpen() {
        return new boolean[load.length];
    }

    @Override
    public boolean step(int second) {
        isNew = second > 0 && second % drawn.periodSeconds() == 0;
        if (isNew) {
            drawLoads();
        }
        boolean isBurst = disturbance.burst() > 0 && second % disturbance.burstSeconds() == 0;
        if (isNew || isBurst) {
            apply(isBurst);
        }
        return isNew;
    }

    @Override
    public boolean hasJumped(int application) {
        return isNew;
    }

    private void apply(boolean isBurst) {
        for (int i = 0; i < load.length; i++) {
            factor[i] = load[i] * (isBurst ? disturbance.draw(random) : 1);
        }
    }
}
