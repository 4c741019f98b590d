package dev.stowage.sim.stacked.study;

import dev.stowage.sim.stacked.Cores;
import dev.stowage.sim.stacked.OctopusMan;
import dev.stowage.sim.stacked.PimCloudRun;
import dev.stowage.sim.stacked.StackedModel;
import dev.stowage.sim.stacked.StackedService;
import java.util.List;

/**
 * What is left to best-effort work that favours PIM cores, beside a service at all loads and a
 * second one at 10 %, as shares of an empty server. Source: section V-B4, figure 9.
 */
final class BestEffortTally {
    /** PIM cores that a CPU core is worth to the work: as to Sphinx, which favours them most. */
    private static final double CPU_WORTH = 1.6;

    private static final double SECOND = 0.1;
    private static final double SECONDS = 40;
    private static final double SETTLED = 25;
    private static final double RARELY = 0.05;

    private final StackedModel model;
    private final long seed;
    private double pimcloud;
    private double octopusMan;
    private int both;
    private boolean risesAgain;

    BestEffortTally(StackedModel model, long seed) {
        this.model = model;
        this.seed = seed;
    }

    private static double worth(Cores cores) {
        return CPU_WORTH * cores.cpu() + cores.pim();
    }

    /** Adds two services, the first of which loves CPU cores more. */
    void add(List<StackedService> services) {
        double before = Double.NaN;
        for (int step = 1; step <= 10; step++) {
            double[] loads = {step / 10.0, SECOND};
            double other = new OctopusMan(model, services, loads).idle(CPU_WORTH);
            risesAgain |= step > 5 && other > before;
            before = other;
            PimCloudRun run = PimCloudRun.of(model, services, at -> loads, SECONDS, true, seed);
            boolean holds =
                    run.isFeasible()
                            && run.violations(0, SETTLED) <= RARELY
                            && run.violations(1, SETTLED) <= RARELY;
            if (holds && !Double.isNaN(other)) {
                pimcloud += run.idle(Cores.SERVER, BestEffortTally::worth, SETTLED);
                octopusMan += other;
                both++;
            }
        }
    }

    /** Mean over the loads that both hold. */
    double pimcloud() {
        return pimcloud / both / worth(Cores.SERVER);
    }

    /** The same of Octopus-Man. */
    double octopusMan() {
        return octopusMan / both / worth(Cores.SERVER);
    }

    /** Loads that both hold. */
    int both() {
        return both;
    }

    /** True if Octopus-Man leaves more at some high load than at the one below it. */
    boolean risesAgain() {
        return risesAgain;
    }
}
