package dev.stowage.policy.autoscale.knative;

import dev.stowage.policy.autoscale.knative.KpaSettings.Rates;
import org.jspecify.annotations.Nullable;

/**
 * How many pods a revision should have, by a long and a short average of its metric.
 *
 * <p>Each average asks for {@code ceil(average / target)} pods, between half and 1,000 times those
 * that are <em>ready</em>: pods being created don't count. If the short average asks for twice the
 * ready pods or more, the decider panics: it takes the larger of the two and never fewer than it
 * wanted before in this panic, until the short average has been below the threshold for a long
 * window. A decider that starts beside more than one ready pod begins in panic.
 *
 * <p>Source: {@code pkg/autoscaler/scaling/autoscaler.go}.
 */
public final class KpaDecider {
    /** Time between decisions. */
    public static final int PERIOD_SECONDS = 2;

    private static final long MICROS = 1_000_000;
    private static final long CALM = Long.MIN_VALUE;

    private final KpaSettings settings;
    private final MetricWindow stable;
    private final MetricWindow panic;
    private final @Nullable LargestOfLate delay;
    private long panicSinceMicros;
    private int panicPods;

    /** A decider that starts at a time beside pods that are ready. */
    public KpaDecider(KpaSettings settings, long nowMicros, int readyPods) {
        this.settings = settings;
        stable = new MetricWindow(settings.windows().stableSeconds(), isWeighted());
        panic = new MetricWindow(settings.windows().panicSeconds(), isWeighted());
        int delaySeconds = settings.rates().downDelaySeconds();
        delay = delaySeconds > 0 ? new LargestOfLate(delaySeconds, PERIOD_SECONDS) : null;
        panicSinceMicros = readyPods > 1 ? nowMicros : CALM;
        panicPods = readyPods;
    }

    private boolean isWeighted() {
        return settings.windows().isWeighted();
    }

    /** Notes what all pods and the activator together measured in the second before. */
    public void record(long nowMicros, double value) {
        long second = Math.floorDiv(nowMicros, MICROS);
        stable.record(second, value);
        panic.record(second, value);
    }

    /** True while the short average rules. */
    public boolean isPanicking() {
        return panicSinceMicros != CALM;
    }

    /** True if nothing was recorded for a long window: there is nothing to decide by. */
    public boolean hasNoData(long nowMicros) {
        return stable.isEmpty(Math.floorDiv(nowMicros, MICROS));
    }

    /** The decision beside {@code readyPods}, or null if there is no data. */
    public @Nullable KpaDecision decide(long nowMicros, int readyPods) {
        if (hasNoData(nowMicros)) {
            return null;
        }
        long second = Math.floorDiv(nowMicros, MICROS);
        double perPod = settings.target().perPod();
        double panicValue = panic.average(second);
        double byStable = Math.ceil(stable.average(second) / perPod);
        double byPanic = Math.ceil(panicValue / perPod);
        updatePanic(nowMicros, byPanic / Math.max(1, readyPods));
        int pods = allowed(byStable, readyPods);
        if (isPanicking()) {
            panicPods = Math.max(panicPods, Math.max(pods, allowed(byPanic, readyPods)));
            pods = panicPods;
        }
        if (delay != null) {
            pods = delay.record(Math.floorDiv(second, PERIOD_SECONDS), pods);
        }
        return new KpaDecision(pods, excessBurstCapacity(readyPods, panicValue));
    }

    /** A wish within the rates of change, and at least the activation scale if it is a wish. */
    private int allowed(double wish, int readyPods) {
        Rates rates = settings.rates();
        double ready = Math.max(1, readyPods);
        double most = Math.ceil(rates.maxUp() * ready);
        double least = Math.floor(ready / rates.maxDown());
        int pods = (int) Math.min(Math.max(wish, least), most);
        int activation = settings.bounds().activation();
        return activation > 1 && wish > 0 ? Math.max(pods, activation) : pods;
    }

    private void updatePanic(long nowMicros, double load) {
        if (load >= settings.rates().panicThreshold()) {
            panicSinceMicros = nowMicros;
        } else if (isPanicking()
                && panicSinceMicros + settings.windows().stableSeconds() * MICROS < nowMicros) {
            panicSinceMicros = CALM;
            panicPods = 0;
        }
    }

    private int excessBurstCapacity(int readyPods, double panicValue) {
        double burst = settings.targetBurstCapacity();
        if (burst == 0) {
            return 0;
        }
        return burst < 0
                ? -1
                : (int) Math.floor(readyPods * settings.target().total() - burst - panicValue);
    }
}
