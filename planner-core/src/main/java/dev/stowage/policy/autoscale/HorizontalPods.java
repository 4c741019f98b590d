package dev.stowage.policy.autoscale;

import dev.stowage.policy.autoscale.kubernetes.HorizontalAutoscaler;
import dev.stowage.policy.autoscale.kubernetes.HpaSettings;
import dev.stowage.policy.autoscale.kubernetes.PodUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Kubernetes' horizontal autoscaler on CPU, with the resource metrics pipeline in front of it: use
 * is the mean since the last decision, so a pod has a measurement from its second decision on.
 */
final class HorizontalPods implements Autoscaler {
    private static final long MICROS = 1_000_000;

    private record Reading(long micros, double cpuMicros) {}

    private final HpaSettings settings;
    private final HorizontalAutoscaler autoscaler;
    private Map<Long, Reading> last = new HashMap<>();

    HorizontalPods(HpaSettings settings) {
        this.settings = settings;
        autoscaler = new HorizontalAutoscaler(settings);
    }

    @Override
    public long periodMicros() {
        return HorizontalAutoscaler.PERIOD_SECONDS * MICROS;
    }

    @Override
    public Routing routing() {
        return Routing.CENTRAL;
    }

    @Override
    public int initialInstances() {
        return settings.minPods();
    }

    @Override
    public void decide(FunctionView function, ScalingActions actions) {
        long now = function.nowMicros();
        Map<Long, Reading> readings = new HashMap<>();
        List<PodUse> pods = new ArrayList<>();
        for (int i = 0; i < function.instances(); i++) {
            Reading reading = new Reading(now, function.cpuUsedMicros(i));
            readings.put(function.identity(i), reading);
            pods.add(pod(function, i, reading, last.get(function.identity(i))));
        }
        last = readings;
        actions.setInstances(autoscaler.decide(now, function.instances(), pods));
    }

    private static PodUse pod(FunctionView function, int i, Reading now, @Nullable Reading before) {
        long request = function.cpuMicroCores(i) / 1_000;
        if (!function.isReady(i)) {
            return new PodUse(
                    PodUse.Phase.PENDING, false, now.micros(), now.micros(), request, null);
        }
        PodUse.Measured measured = null;
        if (before != null) {
            long window = now.micros() - before.micros();
            double milli = 1_000 * (now.cpuMicros() - before.cpuMicros()) / window;
            measured = new PodUse.Measured((long) milli, now.micros(), window);
        }
        return new PodUse(
                PodUse.Phase.RUNNING,
                true,
                function.startMicros(i),
                function.readyMicros(i),
                request,
                measured);
    }

    @Override
    public void wake(FunctionView function, ScalingActions actions) {}
}
