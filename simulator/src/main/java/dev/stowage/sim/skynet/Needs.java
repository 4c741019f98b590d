package dev.stowage.sim.skynet;

import dev.stowage.basis.Seeds;
import java.util.random.RandomGenerator;

/**
 * What applications need of each resource to be on target, second by second. Types and their
 * intensities are those of the thesis (Redis, Memcached, Spark, CouchDB, Elasticsearch, Nginx:
 * intensive in what section 3.7 says), the figures ours.
 */
final class Needs {
    static final int RESOURCES = 4;

    private static final double[][] INTENSITIES = {
        {1, 0.4, 1, 0.5},
        {0.4, 1, 0.2, 0.5},
        {0.6, 0.6, 1, 1},
        {1, 0.5, 1, 0.4},
        {1, 1, 0.4, 0.4},
        {1, 0.3, 0.3, 0.6},
    };

    final double[] base; // by application, resource
    final double[] now;
    private final double[] load;
    private final ObjectiveSpec spec;
    private final RandomGenerator random;

    Needs(ObjectiveSpec spec, long seed, int replication) {
        this.spec = spec;
        random = Seeds.stream(seed, "skynet load", replication);
        int applications = spec.applications();
        base = new double[applications * RESOURCES];
        now = new double[base.length];
        load = new double[applications];
        for (int i = 0; i < applications; i++) {
            double[] intensities = INTENSITIES[random.nextInt(INTENSITIES.length)];
            double size = Math.exp(spec.load().sigma() * random.nextGaussian());
            for (int r = 0; r < RESOURCES; r++) {
                base[i * RESOURCES + r] = intensities[r] * size;
            }
        }
        drawLoads();
        scale(0, spec.utilisation() * spec.servers(), true);
        for (int r = 1; r < RESOURCES; r++) {
            scale(r, 0.9 * spec.utilisation() * spec.servers(), false);
        }
        apply(false);
    }

    /** Brings the sum of CPU to the utilisation with all in proportion, others below it. */
    private void scale(int resource, double wanted, boolean isAll) {
        double sum = 0;
        for (int i = 0; i < load.length; i++) {
            sum += base[i * RESOURCES + resource] * load[i];
        }
        double factor = isAll ? wanted / sum : Math.min(1, wanted / sum);
        for (int i = 0; i < base.length; i++) {
            base[i] *= isAll || i % RESOURCES == resource ? factor : 1;
        }
    }

    private void drawLoads() {
        for (int i = 0; i < load.length; i++) {
            load[i] = 0.5 + random.nextDouble();
        }
    }

    /** Moves on; true if all loads were drawn anew. */
    boolean step(int second) {
        boolean isNew = second > 0 && second % spec.load().periodSeconds() == 0;
        if (isNew) {
            drawLoads();
        }
        boolean isBurst = spec.load().burst() > 0 && second % spec.load().burstSeconds() == 0;
        if (isNew || isBurst) {
            apply(isBurst);
        }
        return isNew;
    }

    private void apply(boolean isBurst) {
        double burst = spec.load().burst();
        for (int i = 0; i < load.length; i++) {
            double factor = load[i];
            if (isBurst) {
                factor *= Math.exp(burst * random.nextGaussian() - burst * burst / 2);
            }
            for (int r = 0; r < RESOURCES; r++) {
                now[i * RESOURCES + r] = base[i * RESOURCES + r] * factor;
            }
        }
    }
}
