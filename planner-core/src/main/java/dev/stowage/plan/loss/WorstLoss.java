package dev.stowage.plan.loss;

import dev.stowage.plan.objective.Objective;
import dev.stowage.run.RunSummary;
import dev.stowage.run.ServerLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The worst loss of servers that a search of one replication finds. Where the workload is small it
 * makes every choice of servers round every instant in which something starts or ends, or every
 * choice in a handful of instants; elsewhere those choices that weigh the most in these ({@link
 * Scope}). What it tried is what may be claimed. The first loss on which the objective misses ends
 * the search.
 *
 * @param summary the run with that loss; without a loss where the objective misses already
 * @param loss what was lost; null where the objective misses without
 * @param without the run without a loss
 * @param largest of each bounded metric, of all losses that were simulated, by name
 * @param tried losses that were simulated
 * @param moments instants at which they were
 * @param scope which losses these are
 */
public record WorstLoss(
        RunSummary summary,
        @Nullable Loss loss,
        RunSummary without,
        Map<String, Double> largest,
        int tried,
        int moments,
        Scope scope) {
    public WorstLoss {
        largest = Map.copyOf(largest);
    }

    /** Tasks that all runs of a search may replay together where it tries every choice. */
    private static final long TASKS_OF_ALL_CHOICES = 1_000_000;

    /** Losses where it does. */
    private static final long ALL_CHOICES = 5_000;

    /** Which losses are tried. */
    public enum Scope {
        /** Every choice of servers, whenever a task starts or ends, just after and just before. */
        EVERY_MOMENT("every choice of them, round every start and end of a task"),
        /** Every choice of servers, at a handful of moments. */
        EVERY_CHOICE("every choice of them, at the moments that weigh the most"),
        /** Some choices at a handful of moments. */
        HEAVIEST("those of them that hold the most, at the moments that weigh the most");

        private final String text;

        Scope(String text) {
            this.text = text;
        }

        /** In words, after "tried were". */
        public String text() {
            return text;
        }
    }

    /** Runs of one replication on one number of servers. */
    public interface Runs {
        /** Without a loss; {@code log} is told of every server. */
        RunSummary without(ServerLog log);

        /** With a loss. */
        RunSummary with(Loss loss);
    }

    /**
     * Searches.
     *
     * @param domains failure domain of each server
     */
    public static WorstLoss find(Survive survive, int[] domains, Objective objective, Runs runs) {
        StayColumns stays = new StayColumns();
        RunSummary without = runs.without(stays);
        if (!objective.isMet(without)) {
            return new WorstLoss(without, null, without, Map.of(), 0, 0, Scope.HEAVIEST);
        }
        List<LossChoices> choices = new ArrayList<>();
        if (survive.servers() > 0) {
            choices.add(LossChoices.ofServers(domains.length, survive.servers()));
        }
        if (survive.domains() > 0) {
            choices.add(LossChoices.ofDomains(domains, survive.domains()));
        }
        LossMoments moments = new LossMoments(stays);
        NavigableSet<Long> worst = moments.worst(survive.lengthMicros());
        NavigableSet<Long> all = moments.all();
        Scope scope = scope(without.tasks().submitted(), choices, all.size(), worst.size());
        Set<Long> tried = scope == Scope.EVERY_MOMENT ? all : worst;
        Set<Loss> losses = new LinkedHashSet<>();
        for (long at : tried) {
            for (LossChoices each : choices) {
                (scope == Scope.HEAVIEST ? each.heaviest(stays, at) : each.all())
                        .forEach(servers -> losses.add(new Loss(servers, at)));
            }
        }
        return of(losses, tried.size(), scope, without, objective, runs);
    }

    private static Scope scope(long tasks, List<LossChoices> choices, int all, int some) {
        long most = Math.min(ALL_CHOICES, TASKS_OF_ALL_CHOICES / Math.max(1, tasks));
        long count = 0;
        for (LossChoices each : choices) {
            count += Math.min(each.count(), ALL_CHOICES + 1);
        }
        if (count * all <= most) {
            return Scope.EVERY_MOMENT;
        }
        return count * some <= most ? Scope.EVERY_CHOICE : Scope.HEAVIEST;
    }

    private static WorstLoss of(
            Set<Loss> losses,
            int moments,
            Scope scope,
            RunSummary without,
            Objective objective,
            Runs runs) {
        RunSummary worst = without;
        Loss worstLoss = null;
        int tried = 0;
        Map<String, Double> largest = new HashMap<>();
        for (Loss loss : losses) {
            RunSummary run = runs.with(loss);
            tried++;
            for (Objective.Bound bound : objective.bounds()) {
                largest.merge(bound.metric(), Objective.figure(run, bound.metric()), Math::max);
            }
            if (worstLoss == null || objective.strain(run) > objective.strain(worst)) {
                worst = run;
                worstLoss = loss;
            }
            if (!objective.isMet(run)) {
                return new WorstLoss(run, loss, without, largest, tried, moments, scope);
            }
        }
        return new WorstLoss(worst, worstLoss, without, largest, tried, moments, scope);
    }
}
