package dev.stowage.policy.skynet;

/**
 * The PID loops of many applications, each a second apart. The knob is the logarithm of an amount:
 * relative performance is proportional to amount by need, so the loop gain is the same at every
 * load. The output is the step of the knob (velocity form), so that retuned gains don't make it
 * jump and a clamped step doesn't wind up. Gains grow with {@code a = e/|r| * d(e/|r|)/dt}, whose
 * sign says whether the error grows.
 *
 * <p>Source: Sfakianakis 2023, equations 3.2 to 3.8; the knob and the form are ours.
 */
public final class AugmentedPid {
    /** A step changes an amount at most e^1.2 = 3.3 times. */
    private static final double MOST_STEP = 1.2;

    private static final double DERIVATIVE_FACTOR = 12;

    /** Performance beyond this says nothing about spare capacity. */
    private static final double MOST_PERFORMANCE = 3;

    private static final double LEAST_PERFORMANCE = 0.05;

    private final Gains gains;
    private final double setPoint;
    private final double[] last;
    private final double[] lastButOne;

    /** Loops at rest. */
    public AugmentedPid(int applications, Gains gains, double setPoint) {
        this.gains = gains;
        this.setPoint = setPoint;
        last = new double[applications];
        lastButOne = new double[applications];
    }

    /** By which factor an application's amounts should change, from its measured performance. */
    public double factor(int application, double performance) {
        double measured = Math.min(MOST_PERFORMANCE, Math.max(LEAST_PERFORMANCE, performance));
        double error = setPoint - measured;
        double change = error - last[application];
        double a = gains.isAugmented() ? error * change / (setPoint * setPoint) : 0;
        double step =
                gains.proportional() * (1 + Math.abs(a)) * change
                        + gains.integral() * (1 + a) * error
                        + gains.derivative()
                                * (1 + DERIVATIVE_FACTOR * Math.abs(a))
                                * (change - (last[application] - lastButOne[application]));
        lastButOne[application] = last[application];
        last[application] = error;
        return Math.exp(Math.min(MOST_STEP, Math.max(-MOST_STEP, step)));
    }
}
