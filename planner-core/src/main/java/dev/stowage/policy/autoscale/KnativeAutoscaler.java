package dev.stowage.policy.autoscale;

import dev.stowage.policy.autoscale.knative.KpaDecider;
import dev.stowage.policy.autoscale.knative.KpaDecision;
import dev.stowage.policy.autoscale.knative.KpaSettings;
import dev.stowage.policy.autoscale.knative.KpaSettings.Metric;
import dev.stowage.policy.autoscale.knative.ScaleToZero;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Knative's autoscaler: the {@link KpaDecider}'s number of instances within bounds, with the last
 * one kept while the activator takes over. The activator is in the path while the ready instances
 * could not take the wanted burst. What is measured may be known later; what wakes a function is
 * known at once, since the activator tells it.
 */
final class KnativeAutoscaler implements Autoscaler {
    private static final long MICROS = 1_000_000;

    private final KpaSettings settings;
    private final KpaDecider decider;
    private final ScaleToZero zero;
    private final int scrapeSeconds;
    private final Deque<Double> late = new ArrayDeque<>(); // measured, not known yet
    private int wanted;
    private boolean isBurstExceeded = true;

    /**
     * At rest.
     *
     * @param scrapeSeconds age of a measurement when it is known
     */
    KnativeAutoscaler(KpaSettings settings, int scrapeSeconds) {
        this.settings = settings;
        this.scrapeSeconds = scrapeSeconds;
        wanted = settings.bounds().initial();
        decider = new KpaDecider(settings, 0, 0);
        zero = new ScaleToZero(settings);
    }

    @Override
    public long periodMicros() {
        return KpaDecider.PERIOD_SECONDS * MICROS;
    }

    @Override
    public Routing routing() {
        return Routing.KNATIVE;
    }

    @Override
    public int initialInstances() {
        return settings.bounds().initial();
    }

    @Override
    public boolean isObserver() {
        return true;
    }

    @Override
    public void observe(long nowMicros, double concurrency, long requests) {
        boolean isRate = settings.target().metric() == Metric.RPS;
        late.add(isRate ? requests : concurrency);
        if (late.size() > scrapeSeconds) {
            decider.record(nowMicros, late.remove());
        }
    }

    @Override
    public void decide(FunctionView function, ScalingActions actions) {
        KpaDecision decision = decider.decide(function.nowMicros(), function.readyInstances());
        if (decision != null) {
            wanted = settings.bounds().clamp(decision.pods());
            isBurstExceeded = decision.excessBurstCapacity() < 0;
        }
        int pods = zero.pods(function.nowMicros(), wanted, function.instances(), isBurstExceeded);
        actions.setActivatorInPath(isBurstExceeded || !zero.isActive());
        actions.setInstances(pods);
    }

    /** The activator reports its first waiting request at once, and that is decided on at once. */
    @Override
    public void wake(FunctionView function, ScalingActions actions) {
        decider.record(function.nowMicros(), 1);
        decide(function, actions);
    }

    @Override
    public long pauseMicros(FunctionView function) {
        boolean isAtRest = function.instances() == 0 && decider.hasNoData(function.nowMicros());
        return isAtRest ? Long.MAX_VALUE : periodMicros();
    }
}
