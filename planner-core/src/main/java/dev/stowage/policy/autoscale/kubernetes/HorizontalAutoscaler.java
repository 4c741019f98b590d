package dev.stowage.policy.autoscale.kubernetes;

import dev.stowage.policy.autoscale.kubernetes.HpaSettings.Behaviour;
import dev.stowage.policy.autoscale.kubernetes.HpaSettings.Limit;
import dev.stowage.policy.autoscale.kubernetes.HpaSettings.Rules;
import dev.stowage.policy.autoscale.kubernetes.HpaSettings.Select;
import dev.stowage.policy.autoscale.kubernetes.HpaSettings.Unit;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Kubernetes' HorizontalPodAutoscaler: the wish of the {@link ReplicaCalculator}, held back by what
 * was wanted of late and by how many pods may come or go in a time. Without {@code spec.behavior}
 * the largest wish of the last 300 s counts, and one step at most doubles the pods or brings four.
 *
 * <p>Source: {@code pkg/controller/podautoscaler/horizontal.go}.
 */
public final class HorizontalAutoscaler {
    /** Time between decisions: {@code --horizontal-pod-autoscaler-sync-period}. */
    public static final int PERIOD_SECONDS = 15;

    private static final long MICROS = 1_000_000;

    /** Longest period that a policy may have. */
    private static final int LONGEST_PERIOD_SECONDS = 1_800;

    private record Noted(long micros, int pods) {}

    private final HpaSettings settings;
    private final ReplicaCalculator calculator;
    private final ArrayDeque<Noted> wishes = new ArrayDeque<>();
    private final ArrayDeque<Noted> added = new ArrayDeque<>();
    private final ArrayDeque<Noted> removed = new ArrayDeque<>();

    /** An autoscaler that has seen nothing yet. */
    public HorizontalAutoscaler(HpaSettings settings) {
        this.settings = settings;
        calculator = new ReplicaCalculator(settings);
    }

    /** How many pods there should be; {@code current} if nothing is known of them. */
    public int decide(long nowMicros, int current, List<PodUse> pods) {
        if (wishes.isEmpty()) {
            wishes.addLast(new Noted(nowMicros, current));
        }
        Integer wish = calculator.pods(nowMicros, current, pods);
        return wish == null ? current : hold(nowMicros, current, wish);
    }

    /** A wish within what stabilisation and rates allow; a change is taken as made. */
    private int hold(long nowMicros, int current, int wish) {
        if (current == 0) {
            return 0; // the controller takes that as switched off
        }
        int pods;
        if (current > settings.maxPods()) {
            pods = settings.maxPods();
        } else if (current < settings.minPods()) {
            pods = settings.minPods();
        } else {
            Behaviour behaviour = settings.behaviour();
            pods =
                    behaviour == null
                            ? plain(nowMicros, current, wish)
                            : ruled(nowMicros, current, wish, behaviour);
        }
        long cutoff = nowMicros - LONGEST_PERIOD_SECONDS * MICROS;
        note(added, nowMicros, Math.max(0, pods - current), cutoff);
        note(removed, nowMicros, Math.max(0, current - pods), cutoff);
        return pods;
    }

    private int plain(long nowMicros, int current, int wish) {
        long cutoff = nowMicros - settings.downStabilisationSeconds() * MICROS;
        int stabilised = wish;
        for (Noted noted : wishes) {
            if (noted.micros() >= cutoff) {
                stabilised = Math.max(stabilised, noted.pods());
            }
        }
        note(wishes, nowMicros, wish, cutoff);
        long most = Math.min(settings.maxPods(), Math.max(2L * current, 4));
        return (int) Math.max(settings.minPods(), Math.min(stabilised, most));
    }

    private int ruled(long nowMicros, int current, int wish, Behaviour behaviour) {
        long upCutoff = nowMicros - behaviour.up().stabilisationSeconds() * MICROS;
        long downCutoff = nowMicros - behaviour.down().stabilisationSeconds() * MICROS;
        int atLeast = wish;
        int atMost = wish;
        for (Noted noted : wishes) {
            if (noted.micros() > upCutoff) {
                atLeast = Math.min(atLeast, noted.pods());
            }
            if (noted.micros() > downCutoff) {
                atMost = Math.max(atMost, noted.pods());
            }
        }
        note(wishes, nowMicros, wish, Math.min(upCutoff, downCutoff));
        int stabilised = Math.min(Math.max(current, atLeast), atMost);
        if (stabilised > current) {
            int limit = Math.max(current, limit(nowMicros, current, behaviour.up(), 1));
            return Math.min(stabilised, Math.min(settings.maxPods(), limit));
        }
        if (stabilised < current) {
            int limit = Math.min(current, limit(nowMicros, current, behaviour.down(), -1));
            return Math.max(stabilised, Math.max(settings.minPods(), limit));
        }
        return stabilised;
    }

    private static void note(ArrayDeque<Noted> notes, long nowMicros, int pods, long cutoff) {
        while (!notes.isEmpty() && notes.getFirst().micros() < cutoff) {
            notes.removeFirst();
        }
        notes.addLast(new Noted(nowMicros, pods));
    }

    /** How far the rules let the number of pods go; {@code sign} is 1 for up, -1 for down. */
    private int limit(long nowMicros, int current, Rules rules, int sign) {
        if (rules.select() == Select.DISABLED) {
            return current;
        }
        boolean isFarthest = rules.select() == Select.MAX;
        boolean takesMax = isFarthest == (sign > 0);
        int limit = takesMax ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        for (Limit policy : rules.limits()) {
            long since = nowMicros - policy.periodSeconds() * MICROS;
            int start = current - sum(added, since) + sum(removed, since);
            int proposed = proposed(start, policy, sign);
            limit = takesMax ? Math.max(limit, proposed) : Math.min(limit, proposed);
        }
        return limit;
    }

    private static int proposed(int start, Limit policy, int sign) {
        if (policy.unit() == Unit.PODS) {
            return start + sign * policy.value();
        }
        double proposed = start * (1 + sign * (double) policy.value() / 100);
        return (int) (sign > 0 ? Math.ceil(proposed) : proposed);
    }

    private static int sum(ArrayDeque<Noted> changes, long sinceMicros) {
        int pods = 0;
        for (Noted change : changes) {
            pods += change.micros() > sinceMicros ? change.pods() : 0;
        }
        return pods;
    }
}
