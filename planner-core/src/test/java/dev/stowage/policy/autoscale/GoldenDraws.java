package dev.stowage.policy.autoscale;

/** SplitMix64, as the Go oracles draw: the same series on both sides. */
public final class GoldenDraws {
    private long state;

    public GoldenDraws(long seed) {
        state = seed;
    }

    /** Uniform in [0, 1). */
    public double uniform() {
        state += 0x9e3779b97f4a7c15L;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return ((z ^ (z >>> 31)) >>> 11) * 0x1p-53;
    }

    /** A whole number below n. */
    public int below(int n) {
        return (int) (uniform() * n);
    }

    /** One of the values. */
    public double of(double... values) {
        return values[below(values.length)];
    }
}
