package dev.stowage.policy.autoscale;

import dev.stowage.basis.Check;

/** Always the same number of instances of the usual size, behind one queue. */
final class FixedInstances implements Autoscaler {
    private static final long PERIOD_MICROS = 1_000_000;

    private final int instances;

    FixedInstances(int instances) {
        this.instances = Check.positive("instances", instances);
    }

    @Override
    public long periodMicros() {
        return PERIOD_MICROS;
    }

    @Override
    public boolean isRegular() {
        return false;
    }

    @Override
    public Routing routing() {
        return Routing.CENTRAL;
    }

    @Override
    public int initialInstances() {
        return instances;
    }

    @Override
    public void decide(FunctionView function, ScalingActions actions) {}

    @Override
    public void wake(FunctionView function, ScalingActions actions) {}

    @Override
    public long pauseMicros(FunctionView function) {
        return Long.MAX_VALUE;
    }
}
