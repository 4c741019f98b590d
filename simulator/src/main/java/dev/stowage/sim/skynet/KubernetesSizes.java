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
 * where they lie outside its bounds.
 */
final class KubernetesSizes {
    private static final int R = Needs.RESOURCES;
    private static final long MICROS = 1_000_000;
    private static final int REPLICAS = 4;
    private static final int MOST_REPLICAS = 1_000;
    private static final int TARGET_PERCENT = 80;
    private static final long LONG_AGO = -3_600 * MICROS;

    private final Controller controller;
    private final double[] base;
    private final double serverMilli;
    private final double serverBytes;
    private final List<HorizontalAutoscaler> horizontal = new ArrayList<>();
    private final List<VerticalRecommender> vertical = new ArrayList<>();

    KubernetesSizes(ObjectiveSpec spec, double[] base) {
        controller = spec.controller();
        this.base = base;
        serverMilli = spec.servers().unit().cores() * 1_000;
        serverBytes = spec.servers().unit().memoryGib() * (1L << 30);
        HpaSettings settings = HpaSettings.of(TARGET_PERCENT, 1, MOST_REPLICAS);
        for (int i = 0; i < spec.applications().count(); i++) {
            if (controller == Controller.K8S_HPA) {
                horizontal.add(new HorizontalAutoscaler(settings));
            } else if (controller == Controller.K8S_VPA) {
                vertical.add(new VerticalRecommender(VpaSettings.DEFAULT));
            }
        }
    }

    /** True in a second in which it decides. */
    boolean decidesAt(int second) {
        return controller == Controller.K8S_HPA
                ? second % HorizontalAutoscaler.PERIOD_SECONDS == 0
                : second > 0 && second % VerticalRecommender.PERIOD_SECONDS == 0;
    }

    /** Writes the amounts of one replica. */
    void container(int application, double[] amounts) {
        for (int r = 0; r < R; r++) {
            amounts[r] = base[application * R + r] / REPLICAS;
        }
    }

    /** As many replicas as have at least so much CPU together. */
    int replicasFor(int application, double cpu) {
        double replicas = cpu / (base[application * R] / REPLICAS);
        return (int) Math.max(1, Math.min(MOST_REPLICAS, Math.ceil(replicas - 1e-6)));
    }

    /** Writes the amounts of the wanted replicas together. */
    void replicas(int second, int application, int current, double[] used, double[] proposed) {
        int pods = Math.max(1, current);
        long milli = Math.round(used[0] / pods * serverMilli);
        long request = Math.max(1, Math.round(base[application * R] / REPLICAS * serverMilli));
        PodUse.Measured measured = new PodUse.Measured(milli, second * MICROS, MICROS);
        PodUse pod = new PodUse(PodUse.Phase.RUNNING, true, LONG_AGO, LONG_AGO, request, measured);
        int wanted =
                horizontal
                        .get(application)
                        .decide(second * MICROS, pods, Collections.nCopies(pods, pod));
        container(application, proposed);
        for (int r = 0; r < R; r++) {
            proposed[r] *= wanted;
        }
    }

    /** Writes the recommended amounts; false if nothing is to change. */
    boolean sizes(int second, int application, double[] amount, double[] used, double[] proposed) {
        VerticalRecommender recommender = vertical.get(application);
        recommender.addCpu(second * MICROS, Math.round(used[0] * serverMilli));
        recommender.addMemory(second * MICROS, Math.round(used[1] * serverBytes));
        Recommendation wanted = recommender.recommend();
        System.arraycopy(amount, 0, proposed, 0, R);
        double milli = amount[0] * serverMilli;
        double bytes = amount[1] * serverBytes;
        if (milli < wanted.lower().cpuMilli() || milli > wanted.upper().cpuMilli()) {
            proposed[0] = wanted.target().cpuMilli() / serverMilli;
        }
        if (bytes < wanted.lower().memoryBytes() || bytes > wanted.upper().memoryBytes()) {
            proposed[1] = wanted.target().memoryBytes() / serverBytes;
        }
        return proposed[0] != amount[0] || proposed[1] != amount[1];
    }
}
