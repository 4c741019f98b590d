package dev.stowage.workflow.sweep;

/** The points of a design, for tests in other packages. */
public final class SamplePoints {
    private SamplePoints() {}

    /** Blocks of {@code n} points: A, B, and A with each dimension of B. */
    public static double[][] forIndices(String method, int n, int dimensions, long seed) {
        return SampleDesign.points(method, n, dimensions, seed, true);
    }
}
