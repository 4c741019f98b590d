package dev.stowage.sim.skynet;

/** What a controller knows of applications: their performance and load as they were a while ago. */
final class Measurements {
    private final double[][] performance; // by second modulo delay + 1, application
    private final double[][] factor;
    private final boolean[] isOpen;
    private int then;

    /** Before the first {@code delay} seconds are over it knows nothing, and is not to be asked. */
    Measurements(boolean[] isOpen, int delay) {
        int applications = isOpen.length;
        this.isOpen = isOpen;
        performance = new double[delay + 1][applications];
        factor = new double[delay + 1][applications];
    }

    /** Keeps a second. */
    void keep(int second, double[] performanceNow, double[] factorNow) {
        int now = second % performance.length;
        System.arraycopy(performanceNow, 0, performance[now], 0, performanceNow.length);
        System.arraycopy(factorNow, 0, factor[now], 0, factorNow.length);
        then = (second + 1) % performance.length; // the oldest
    }

    /** Relative performance of an application then. */
    double performance(int application) {
        return performance[then][application];
    }

    /** Load of an application then. */
    double load(int application) {
        return factor[then][application];
    }

    /** What it used then of a resource of which it needs {@code base} at load 1. */
    double used(int application, double base) {
        double y = performance[then][application];
        return base * factor[then][application] * (isOpen[application] ? Math.min(1, y) : y);
    }
}
