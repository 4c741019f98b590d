package dev.stowage.sim.skynet;

import dev.stowage.policy.autoscale.kubernetes.HorizontalAutoscaler;
import dev.stowage.policy.autoscale.kubernetes.HpaSettings;
import dev.stowage.policy.autoscale.kubernetes.PodUse;
import dev.stowage.policy.autoscale.kubernetes.Recommendation;
import dev.stowage.policy.autoscale.kubernetes.VerticalRecommender;
import dev.stowage.policy.autoscale.kubernetes.VpaSettings;
import dev.stowage.sim.skynet.ObjectiveSpec.Controller;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Kubernetes' autoscalers as controllers of amounts. Horizontal: replicas of a quarter of the base
 * need each (a user who knows the shape of his application), by CPU at 80 % of the request, every
 * 15 s over the second before. Vertical: CPU and memory to the recommender's target each minute
 * where they lie outside its bounds; a server is 32 cores and 256 GiB to it.
 */
final class KubernetesSizes {
    private static final int R = Needs.RESOURCES;
    private static final long MICROS = 1_000_000;
    private static final int REPLICAS = 4;
    private static final int MOST_REPLICAS = 1_000;
    private static final int TARGET_PERCENT = 80;
    private static final long LONG_AGO = -3_600 * MICROS;
    private static final double SERVER_MILLI = 32_000;
    private static final double SERVER_BYTES = 256.0 * (1L << 30);

    private final Controller controller;
    private final double[] base;
    private final List<HorizontalAutoscaler> horizontal = new ArrayList<>();
    private final List<VerticalRecommender> vertical = new ArrayList<>();

    KubernetesSizes(ObjectiveSpec spec, double[] base) {
        controller = spec.controller();
        this.base = base;
        HpaSettings settings = HpaSettings.of(TARGET_PERCENT, 1, MOST_REPLICAS);
        for (int i = 0; i < spec.applications(); i++) {
            if (controller == Controller.K8S_HPA) {
                horizontal.add(new HorizontalAutoscaler(settings));
            } else if (controller == Controller.K8S_VPA) {
                vertical.add(new VerticalRecommender(VpaSettings.DEFAULT));
            }
        }
    }

    /** Writes the proposed amounts; false if nothing is to change. */
    boolean propose(
            int second, int application, double[] amount, double[] used, double[] proposed) {
        return controller == Controller.K8S_HPA
                ? replicas(second, application, amount, used, proposed)
                : sizes(second, application, amount, used, proposed);
    }

    private boolean replicas(
            int second, int application, double[] amount, double[] used, double[] proposed) {
        if (second % HorizontalAutoscaler.PERIOD_SECONDS != 0) {
            return false;
        }
        double unit = base[application * R] / REPLICAS;
        int current = (int) Math.max(1, Math.round(amount[0] / unit));
        long milli = Math.round(used[0] / current * SERVER_MILLI);
        long request = Math.max(1, Math.round(unit * SERVER_MILLI));
        PodUse.Measured measured = new PodUse.Measured(milli, second * MICROS, MICROS);
        PodUse pod = new PodUse(PodUse.Phase.RUNNING, true, LONG_AGO, LONG_AGO, request, measured);
        int wanted =
                horizontal
                        .get(application)
                        .decide(second * MICROS, current, Collections.nCopies(current, pod));
        for (int r = 0; r < R; r++) {
            proposed[r] = wanted * base[application * R + r] / REPLICAS;
        }
        return true;
    }

    private boolean sizes(
            int second, int application, double[] amount, double[] used, double[] proposed) {
        if (second == 0 || second % VerticalRecommender.PERIOD_SECONDS != 0) {
            return false;
        }
        VerticalRecommender recommender = vertical.get(application);
        recommender.addCpu(second * MICROS, Math.round(used[0] * SERVER_MILLI));
        recommender.addMemory(second * MICROS, Math.round(used[1] * SERVER_BYTES));
        Recommendation wanted = recommender.recommend();
        System.arraycopy(amount, 0, proposed, 0, R);
        double milli = amount[0] * SERVER_MILLI;
        double bytes = amount[1] * SERVER_BYTES;
        if (milli < wanted.lower().cpuMilli() || milli > wanted.upper().cpuMilli()) {
            proposed[0] = wanted.target().cpuMilli() / SERVER_MILLI;
        }
        if (bytes < wanted.lower().memoryBytes() || bytes > wanted.upper().memoryBytes()) {
            proposed[1] = wanted.target().memoryBytes() / SERVER_BYTES;
        }
        return proposed[0] != amount[0] || proposed[1] != amount[1];
    }
}
